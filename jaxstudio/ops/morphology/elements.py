"""What the filters of this folder share: a size, a shape, and how both choose a kernel."""

from functools import reduce

from jaxstudio.kernels.shapes import SHAPES, over
from jaxstudio.pipeline.op import Neighbourhood, Pass
from jaxstudio.pipeline.params import Choice, Int

LARGEST = 15

SIZE_AND_SHAPE = (
    Int(name="size", value=3, low=1, high=LARGEST, step=2, unit="px", doc="Side of the element."),
    Choice(name="shape", value="square", choices=SHAPES, doc="The element: which neighbours count."),
)


def bucket(values):
    """Radius and shape in one number: both must be known when a kernel is compiled."""
    return (values["size"] // 2) * len(SHAPES) + SHAPES.index(values["shape"])


def picked(pick):
    """The kind of an op that takes the least or the greatest of the neighbours.

    A square is the least of rows of the least of columns; other shapes are looked at at once.
    """

    def down(w, p):
        radius, shape = divmod(p["radius"], len(SHAPES))
        if shape:
            return over(w, pick, shape, radius)
        return reduce(pick, [w(dy, 0) for dy in range(-radius, radius + 1)])

    def across(w, p):
        radius, shape = divmod(p["radius"], len(SHAPES))
        return w(0, 0) if shape else reduce(pick, [w(0, dx) for dx in range(-radius, radius + 1)])

    def reach_down(number):
        radius, shape = divmod(number, len(SHAPES))
        return (radius, radius) if shape else (radius, 0)

    def reach_across(number):
        radius, shape = divmod(number, len(SHAPES))
        return (0, 0) if shape else (0, radius)

    return Neighbourhood(
        buckets=tuple(range((LARGEST // 2 + 1) * len(SHAPES))),
        bucket=bucket,
        any_dtype=True,
        mixes=False,
        passes=(
            Pass(down, reach=reach_down),
            Pass(across, reach=reach_across, idle=lambda number: number % len(SHAPES) > 0),
        ),
    )
