"""Light that differs from place to place: fog, plasma, shadows."""

from __future__ import annotations

from random import Random

import jax.numpy as jnp

from jaxstudio.kernels.array_types import FloatArray
from jaxstudio.kernels.random_fields import Place, plasma_map, sample_plasma
from jaxstudio.ops.augmentation.random_steps import LIKELY
from jaxstudio.pipeline.kinds import Blocks, Composed, Global, Op, Parts, Placed
from jaxstudio.pipeline.op import Params, Part, Size, Values
from jaxstudio.pipeline.params import Choice, Float, Int

ROUGHNESS = Float("roughness", 0.5, 0.0, 1.0, doc="0 is one smooth bank, 1 is noise.")
ORDER = Int("order", 0, 0, 2**31 - 1, doc="Seeds the map.")


def map_of_light(blocks: Blocks, values: Values) -> Params:
    """The fog's thickness, or the plasma; nothing of the picture is looked at."""
    return {"map": plasma_map(values["order"], values["roughness"])}


def add_fog(x: FloatArray, at: Place, p: Params) -> FloatArray:
    thickness = sample_plasma(p["map"], at.row, at.column, at.height, at.width)
    return (x + p["amount"] * thickness) / (1.0 + p["amount"])


VEIL = Part(
    name="fog_veil",
    own_params=(
        Float("amount", 1.0, 0.0, 10.0),
        ROUGHNESS,
        ORDER,
    ),
    kind=Global(map_of_light, add_fog, placed=True),
)


def fog_steps(values: Values, size: Size, chance: Random) -> Parts:
    if chance.random() >= values["p"]:
        return []
    drawn = {"amount": chance.uniform(0.0, values["amount"]), "order": chance.randrange(2**31)}
    return [(VEIL, {**drawn, "roughness": values["roughness"]})]


fog = Op(
    name="fog",
    title="Fog",
    category="augmentation",
    keywords=("augment", "weather", "haze", "mist"),
    doc="Veils the picture in fog, thicker here and thinner there, or not, as the seed has it.",
    use="To train or test a model that must see in bad weather.",
    formula="With the probability p: y = (x + a·m) / (1 + a), a = U(0, amount), m a plasma map between 0 "
    "and 1; U(a, b) is drawn evenly between a and b",
    source="(x + amount·plasma) ÷ (1 + amount): fog of Hendrycks and Dietterich, Benchmarking neural network "
    "robustness, ICLR 2019; compare albumentations.RandomFog",
    notes="The paper divides by the largest value of the picture plus amount; here white stands for it, so "
    "that a dark picture is treated as any other. Its severities 1 to 5 are amounts of 1.5 to 3. "
    "albumentations paints discs of fog one over the other instead, and blurs them.",
    own_params=(
        LIKELY,
        Float("amount", 1.5, 0.0, 10.0, slider_high=3.0, doc="The strength is drawn up to this."),
        ROUGHNESS,
    ),
    kind=Composed(fog_steps, ops=(VEIL,)),
)

EFFECT = Choice(
    "effect",
    "brightness",
    ("brightness", "contrast", "shade"),
    doc="Light added and taken, contrast raised and lowered, or dark patches.",
)
LEAST_ROUGHNESS = 0.1


def apply_plasma(x: FloatArray, at: Place, p: Params) -> FloatArray:
    level = sample_plasma(p["map"], at.row, at.column, at.height, at.width)
    lighter = x + p["amount"] * (2.0 * level - 1.0)
    harder = (x - 0.5) * (1.0 + p["amount"] * (4.0 * level - 1.0)) + 0.5
    shaded = jnp.where(level < p["share"], x - p["amount"], x)
    return jnp.where(p["effect"] == 0, lighter, jnp.where(p["effect"] == 1, harder, shaded))


MAPPED = Part(
    name="plasma_map",
    own_params=(
        EFFECT,
        Float("amount", 0.5, 0.0, 1.0),
        Float("roughness", 0.5, 0.0, 1.0),
        Float("share", 0.5, 0.0, 1.0),
        ORDER,
    ),
    kind=Global(map_of_light, apply_plasma, placed=True),
)


def plasma_steps(values: Values, size: Size, chance: Random) -> Parts:
    if chance.random() >= values["p"]:
        return []
    drawn = {
        "amount": chance.uniform(0.0, values["amount"]),
        "roughness": chance.uniform(min(LEAST_ROUGHNESS, values["roughness"]), values["roughness"]),
        "share": chance.uniform(0.0, values["share"]),
        "order": chance.randrange(2**31),
    }
    return [(MAPPED, {"effect": values["effect"], **drawn})]


plasma = Op(
    name="plasma",
    title="Plasma",
    category="augmentation",
    keywords=("augment", "fractal", "clouds", "diamond square", "illumination"),
    doc="Changes brightness or contrast from place to place, as clouds do, or not, as the seed has it.",
    use="To train a model that must not mind uneven light, under a microscope for one.",
    formula="With the probability p, m a plasma map between 0 and 1, a = U(0, amount): x + a·(2m − 1) "
    "(brightness), 0.5 + (x − 0.5)·(1 + a·(4m − 1)) (contrast), x − a where m < U(0, share) (shade); U(a, "
    "b) is drawn evenly between a and b",
    source="kornia.augmentation.RandomPlasmaBrightness, RandomPlasmaContrast, RandomPlasmaShadow",
    notes="The map has 257 points along the longer side, and is the same for all colours; Kornia draws one "
    "for each, as fine as the picture. Kornia's contrast is that of amount 1. Not clipped.",
    own_params=(
        LIKELY,
        EFFECT,
        Float("amount", 0.5, 0.0, 1.0, doc="The strength is drawn up to this."),
        Float("roughness", 0.7, 0.0, 1.0, doc="0 is smooth, 1 is noise; drawn between 0.1 and this."),
        Float("share", 1.0, 0.0, 1.0,
            doc="With shade: the level of the map below which it is dark is drawn up to this."),
    ),
    kind=Composed(plasma_steps, ops=(MAPPED,)),
)  # fmt: skip

SHADOW_CORNERS = 5
NAMES = [(f"x{number}", f"y{number}") for number in range(1, SHADOW_CORNERS + 1)]


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


POLYGON = Part(
    name="shaded_polygon",
    own_params=(
        *(Float(name, 0.0, 0.0, 1.0) for pair in NAMES for name in pair),
        Float("darkness", 0.5, 0.0, 1.0),
    ),
    kind=Placed(add_shadow, cheap=True),
)


def polygon(values: Values, chance: Random) -> tuple[Op, Values]:
    corners = {}
    for x, y in NAMES:
        corners[x] = chance.random()
        corners[y] = chance.uniform(values["top"] / 100.0, 1.0)
    return (POLYGON, {**corners, "darkness": values["darkness"]})


def shadow_steps(values: Values, size: Size, chance: Random) -> Parts:
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
        LIKELY,
        Int("most", 2, 1, 8, doc="The number of shadows is drawn up to this."),
        Float("top", 50.0, 0.0, 100.0, unit="%", doc="Shadows fall below this, from the top."),
        Float("darkness", 0.5, 0.0, 1.0, doc="How much light a shadow takes."),
    ),
    kind=Composed(shadow_steps, ops=(POLYGON,)),
)
