"""Gray morphology: erosion, dilation, and their combinations.

A size and a shape choose the element, and both together choose a kernel.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, reduce
from random import Random
from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import Array, lax

from jaxstudio.kernels.array_types import Bool, Shaped
from jaxstudio.pipeline.kinds import Combined, Composed, Neighbourhood, Op, Parts, Pass, Window
from jaxstudio.pipeline.op import Params, Part, Size, Values
from jaxstudio.pipeline.params import Choice, Int, border_params
from jaxstudio.pipeline.preview_notes import SMALL_DETAIL

SHAPES = ("square", "disk", "diamond")


def half_chord(shape: int, radius: int, dy: int) -> int:
    """Return how far row dy of the element reaches to either side."""
    if SHAPES[shape] == "square":
        return radius
    if SHAPES[shape] == "diamond":
        return radius - abs(dy)
    across = 0
    while (across + 1) ** 2 + dy * dy <= radius * radius:
        across += 1
    return across


def over(window: Callable[[int, int], Any], pick: Callable[[Any, Any], Any], shape: int, radius: int) -> Any:
    """The least or greatest (`pick`) of all neighbours in an element."""
    values = [
        window(dy, dx)
        for dy in range(-radius, radius + 1)
        for dx in range(-half_chord(shape, radius, dy), half_chord(shape, radius, dy) + 1)
    ]
    return reduce(pick, values)


LARGEST = 15
SQUARE, DISK, DIAMOND = range(3)
# Up to this radius diamonds are disks, and a square is looked at at once.
ROUND_DIAMOND, WHOLE_SQUARE = 2, 1

SIZE_AND_SHAPE = (
    Int("size", 3, 1, LARGEST, step=2, unit="px", doc="Side of the element."),
    Choice("shape", "square", SHAPES, doc="The element: which neighbours count."),
)

PARAMS = (*SIZE_AND_SHAPE, *border_params("reflect", alpha=False))


def number(radius: int, shape: int) -> int:
    """Radius and shape in one number, the same for the same element: both must be known when a kernel is
    compiled.
    """
    if radius == 0:
        shape = SQUARE
    elif shape == DIAMOND and radius <= ROUND_DIAMOND:
        shape = DISK
    return radius * len(SHAPES) + shape


def bucket(values: Values) -> int:
    return number(values["size"] // 2, SHAPES.index(values["shape"]))


BUCKETS = tuple(
    sorted({number(radius, shape) for radius in range(LARGEST // 2 + 1) for shape in range(len(SHAPES))})
)


def at_once(number: int) -> bool:
    """Whether all of an element is looked at in one pass: a square is the least of rows of columns."""
    radius, shape = divmod(number, len(SHAPES))
    return shape != SQUARE or radius <= WHOLE_SQUARE


def reach_of_first(number: int) -> tuple[int, int]:
    radius = number // len(SHAPES)
    return (radius, radius if at_once(number) else 0)


def reach_of_second(number: int) -> tuple[int, int]:
    return (0, 0 if at_once(number) else number // len(SHAPES))


def reverse_order(x: Shaped[Array, "*shape"], upside_down: Bool[Any, ""]) -> Shaped[Array, "*shape"]:
    """Every value as it is, or (traced) as one whose order is the opposite.

    The greatest of some values is the least of the turned ones, turned back: squares are compiled once for
    both.
    """
    if x.dtype == jnp.float32:
        sign = jnp.where(upside_down, np.int32(np.iinfo(np.int32).min), np.int32(0))
        return lax.bitcast_convert_type(lax.bitcast_convert_type(x, jnp.int32) ^ sign, jnp.float32)
    ones = np.array(np.iinfo(x.dtype).max, x.dtype)
    return x ^ jnp.where(upside_down, ones, np.zeros_like(ones))


def least_down(w: Window, p: Params) -> Shaped[Array, "*shape"]:
    number, upside_down = p["radius"], p["upside_down"]
    radius = number // len(SHAPES)

    def value(dy: int, dx: int) -> Any:
        return reverse_order(w(dy, dx), upside_down)

    if at_once(number):
        return reverse_order(over(value, jnp.minimum, SQUARE, radius), upside_down)
    return reduce(jnp.minimum, [value(dy, 0) for dy in range(-radius, radius + 1)])


def least_across(w: Window, p: Params) -> Shaped[Array, "*shape"]:
    radius = p["radius"] // len(SHAPES)
    least = reduce(jnp.minimum, [w(0, dx) for dx in range(-radius, radius + 1)])
    return reverse_order(least, p["upside_down"])


def shared_kernel_key(number: int) -> str:
    return "erosion" if number % len(SHAPES) == SQUARE else ""


def extremum_kind(pick: Callable[[Any, Any], Any]) -> Neighbourhood:
    """The kind of an op that takes the least or the greatest of the neighbours."""

    def down(w: Window, p: Params) -> Shaped[Array, "*shape"]:
        radius, shape = divmod(p["radius"], len(SHAPES))
        # of an element with many values each would have to be turned
        return least_down(w, p) if shape == SQUARE else over(w, pick, shape, radius)

    def across(w: Window, p: Params) -> Shaped[Array, "*shape"]:
        return w(0, 0) if at_once(p["radius"]) else least_across(w, p)

    return Neighbourhood(
        buckets=BUCKETS,
        bucket=bucket,
        prepare=lambda p, radius: {"upside_down": np.bool_(pick is jnp.maximum)},
        prepares_all_taps=True,
        any_dtype=True,
        mixes=False,
        passes=(
            Pass(down, reach=reach_of_first, kernel_key=shared_kernel_key),
            Pass(across, reach=reach_of_second, is_identity=at_once, kernel_key=shared_kernel_key),
        ),
    )


erosion = Op(
    name="erosion",
    title="Erosion",
    category="morphology",
    keywords=("minimum", "morphology", "shrink"),
    doc="Shrinks what is light: every pixel becomes the darkest one near it.",
    use="To remove light specks, or to part shapes that touch.",
    formula="y = min x(q) over the places q of the element",
    source="scipy.ndimage.grey_erosion",
    notes="OpenCV leaves out what lies beyond the edge, which comes to the same as reflect. Each channel "
    "apart. Alpha is left as it is.",
    own_params=SIZE_AND_SHAPE,
    preview_note=SMALL_DETAIL,
    kind=extremum_kind(jnp.minimum),
)

dilation = Op(
    name="dilation",
    title="Dilation",
    category="morphology",
    keywords=("maximum", "morphology", "grow"),
    doc="Grows what is light: every pixel becomes the lightest one near it.",
    use="To close dark gaps, or to thicken thin lines.",
    formula="y = max x(q) over the places q of the element",
    source="scipy.ndimage.grey_dilation",
    notes="OpenCV leaves out what lies beyond the edge, which comes to the same as reflect. Each channel "
    "apart. Alpha is left as it is.",
    own_params=SIZE_AND_SHAPE,
    preview_note=SMALL_DETAIL,
    kind=extremum_kind(jnp.maximum),
)

composed_op = partial(
    Op,
    category="morphology",
    notes="Each channel apart. Alpha is left as it is.",
    own_params=PARAMS,
    preview_note=SMALL_DETAIL,
)

opening = composed_op(
    name="opening",
    title="Opening",
    keywords=("morphology", "erosion", "dilation"),
    doc="Removes light specks smaller than the element and leaves the rest as it was.",
    use="To clean a mask, or to take small lights out of a picture.",
    formula="y = dilation(erosion(x))",
    source="scipy.ndimage.grey_opening",
    kind=Composed(
        lambda values, size, chance: [(erosion, values), (dilation, values)], ops=(erosion, dilation)
    ),
)

closing = composed_op(
    name="closing",
    title="Closing",
    keywords=("morphology", "dilation", "erosion"),
    doc="Fills dark gaps smaller than the element and leaves the rest as it was.",
    use="To fill holes and cracks.",
    formula="y = erosion(dilation(x))",
    source="scipy.ndimage.grey_closing",
    kind=Composed(
        lambda values, size, chance: [(dilation, values), (erosion, values)], ops=(erosion, dilation)
    ),
)

white_tophat = composed_op(
    name="white_tophat",
    title="White top-hat",
    keywords=("morphology", "background"),
    doc="Keeps only light details smaller than the element, on black.",
    use="To even out a ground that is not evenly lit, or to find small lights.",
    formula="y = x − opening(x)",
    source="scipy.ndimage.white_tophat",
    kind=Combined(
        branches=lambda values: [[(erosion, values), (dilation, values)]],
        apply=lambda x, results, p: x - results[0],
        ops=(dilation, erosion),
    ),
)

black_tophat = composed_op(
    name="black_tophat",
    title="Black top-hat",
    keywords=("morphology", "background"),
    doc="Keeps only dark details smaller than the element, shown light on black.",
    use="To find cracks, hairs and writing on an uneven ground.",
    formula="y = closing(x) − x",
    source="scipy.ndimage.black_tophat",
    kind=Combined(
        branches=lambda values: [[(dilation, values), (erosion, values)]],
        apply=lambda x, results, p: results[0] - x,
        ops=(dilation, erosion),
    ),
)


# Up to this radius the lightest and the darkest are found together; kernels of their own for larger ones
# would take longer to compile than they save.
LARGEST_AT_ONCE = 2


def between(window: Window, p: Params) -> Shaped[Array, "*shape"]:
    radius, shape = divmod(p["radius"], len(SHAPES))
    return over(window, jnp.maximum, shape, radius) - over(window, jnp.minimum, shape, radius)


def reach(number: int) -> tuple[int, int]:
    return (number // len(SHAPES),) * 2


PARTS = (
    Part(
        name="gradient_at_once",
        own_params=SIZE_AND_SHAPE,
        kind=Neighbourhood(
            buckets=tuple(number for number in BUCKETS if 1 <= reach(number)[0] <= LARGEST_AT_ONCE),
            bucket=bucket,
            any_dtype=True,
            mixes=False,
            passes=(Pass(between, reach=reach),),
        ),
    ),
    Part(
        name="gradient_by_parts",
        own_params=PARAMS,
        kind=Combined(
            branches=lambda values: [[(dilation, values)], [(erosion, values)]],
            apply=lambda x, results, p: results[0] - results[1],
            ops=(dilation, erosion),
        ),
    ),
)


def gradient_steps(values: Values, size: Size, chance: Random) -> Parts:
    at_once, by_parts = PARTS
    return [(at_once if 1 <= values["size"] // 2 <= LARGEST_AT_ONCE else by_parts, values)]


morphological_gradient = composed_op(
    name="morphological_gradient",
    title="Morphological gradient",
    keywords=("morphology", "outline"),
    doc="Shows outlines: the lightest neighbour less the darkest.",
    use="To outline shapes with lines of one width.",
    formula="y = dilation(x) − erosion(x)",
    source="scipy.ndimage.morphological_gradient",
    kind=Composed(gradient_steps, ops=PARTS),
)
