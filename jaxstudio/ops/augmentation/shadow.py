"""Shadow: dark shapes with straight edges, cast at random."""

from __future__ import annotations

from random import Random

import jax.numpy as jnp

from jaxstudio.kernels.array_types import FloatArray
from jaxstudio.pipeline.kinds import Composed, Op, Parts, Place, Placed
from jaxstudio.pipeline.op import Params, Size, Values
from jaxstudio.pipeline.params import Float, Int

CORNERS = 5
NAMES = [(f"x{number}", f"y{number}") for number in range(1, CORNERS + 1)]


def add_shadow(x: FloatArray, at: Place, p: Params) -> FloatArray:
    """Darker where a ray to the right crosses the outline an odd number of times."""
    across, down = (at.column + 0.5) / at.width, (at.row + 0.5) / at.height
    inside = jnp.zeros(x.shape, bool)
    for (x1, y1), (x2, y2) in zip(NAMES, NAMES[1:] + NAMES[:1], strict=True):
        rise = p[y2] - p[y1]
        slope = (p[x2] - p[x1]) / jnp.where(rise == 0.0, 1.0, rise)
        spans = (p[y1] > down) != (p[y2] > down)
        inside = inside ^ (spans & (across - p[x1] < slope * (down - p[y1])))
    return jnp.where(inside, x * (1.0 - p["darkness"]), x)


# in a list, which hides it from the catalogue
POLYGON = [
    Op(
        name="shaded_polygon",
        title="Shaded polygon",
        category="augmentation",
        doc=".",
        source=".",
        own_params=(
            *(Float(name, 0.0, 0.0, 1.0) for pair in NAMES for name in pair),
            Float("darkness", 0.5, 0.0, 1.0),
        ),
        kind=Placed(add_shadow, cheap=True),
    )
]


def polygon(values: Values, chance: Random) -> tuple[Op, Values]:
    corners = {}
    for x, y in NAMES:
        corners[x] = chance.random()
        corners[y] = chance.uniform(values["top"] / 100.0, 1.0)
    return (POLYGON[0], {**corners, "darkness": values["darkness"]})


def steps(values: Values, size: Size, chance: Random) -> Parts:
    if chance.random() >= values["p"]:
        return []
    return [polygon(values, chance) for _ in range(chance.randint(1, values["most"]))]


shadow = Op(
    name="shadow",
    title="Shadow",
    category="augmentation",
    keywords=("augment", "weather", "street", "shade"),
    doc="Casts dark shapes with straight edges over the picture, or leaves it, as the seed has it.",
    use="To train a model that must not mind shadows, on the road for one.",
    formula="With the probability p, as many polygons of five corners as drawn from 1 … most: y = x·(1 "
    "− darkness) inside",
    source="albumentations.RandomShadow",
    notes="The corners are drawn one by one, so that an outline may cross itself; what it goes round twice "
    "is left, as cv2.fillPoly does. Pixels on the outline count by their centre.",
    own_params=(
        Float("p", 0.5, 0.0, 1.0, doc="How likely the change is."),
        Int("most", 2, 1, 8, doc="The number of shadows is drawn up to this."),
        Float("top", 50.0, 0.0, 100.0, unit="%", doc="Shadows fall below this, from the top."),
        Float("darkness", 0.5, 0.0, 1.0, doc="How much light a shadow takes."),
    ),
    kind=Composed(steps, ops=(POLYGON[0],)),
)
