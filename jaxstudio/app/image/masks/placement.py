"""Affine maps from a photo through the steps of a recipe to the canvas, on which a mask's shapes are drawn.

A position on the photo is (x, y) in fractions of its width and height. Lengths of masks are fractions of the
shorter side: in *units* of it, with x right and y down, a circle is round on every photo.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace

from jaxstudio.backend.protocol import Matrix, RecipeDescription, StepDescription
from jaxstudio.lazy_dataclass import dataclass
from jaxstudio.pipeline.recipe import Recipe, Step

Point = tuple[float, float]
FLAT = 1e-12  # a determinant below which a map cannot be inverted


@dataclass(frozen=True)
class Affine:
    """(x, y) to (xx·x + xy·y + x0, yx·x + yy·y + y0)."""

    xx: float = 1.0
    xy: float = 0.0
    x0: float = 0.0
    yx: float = 0.0
    yy: float = 1.0
    y0: float = 0.0

    def __call__(self, point: Point) -> Point:
        x, y = point
        return self.xx * x + self.xy * y + self.x0, self.yx * x + self.yy * y + self.y0

    def then(self, other: Affine) -> Affine:
        """This map, and the other one on its result."""
        x0, y0 = other((self.x0, self.y0))
        return Affine(
            other.xx * self.xx + other.xy * self.yx,
            other.xx * self.xy + other.xy * self.yy,
            x0,
            other.yx * self.xx + other.yy * self.yx,
            other.yx * self.xy + other.yy * self.yy,
            y0,
        )

    @property
    def determinant(self) -> float:
        return self.xx * self.yy - self.xy * self.yx

    @property
    def scale(self) -> float:
        """The side of a square with the area that a square of side 1 gets."""
        return math.sqrt(abs(self.determinant))

    def inverse(self) -> Affine:
        """The map back; ZeroDivisionError where there is none."""
        det = self.determinant
        if abs(det) < FLAT:
            raise ZeroDivisionError("a map onto a line has no inverse")
        xx, xy, yx, yy = self.yy / det, -self.xy / det, -self.yx / det, self.xx / det
        return Affine(xx, xy, -xx * self.x0 - xy * self.y0, yx, yy, -yx * self.x0 - yy * self.y0)


def scaling(x: float, y: float) -> Affine:
    return Affine(xx=x, yy=y)


def shift(x: float, y: float) -> Affine:
    return Affine(x0=x, y0=y)


def step_map(step: StepDescription) -> Affine:
    """From (x, y) in pixels of what a step is applied to, (0, 0) being its corner, to those of its result.

    Without a matrix (a warp, say) a position stays at the same fraction of the frame.
    """
    inverse = None if step.matrix is None else _of_edges(step.matrix)
    if inverse is None or abs(inverse.determinant) < FLAT:
        (height, width), (new_height, new_width) = step.before, step.after
        return scaling(new_width / max(width, 1), new_height / max(height, 1))
    return inverse.inverse()


def _of_edges(matrix: Matrix) -> Affine:
    """A matrix of pixel centres at whole numbers as a map of positions whose (0, 0) is the corner."""
    (xx, xy, x0), (yx, yy, y0) = matrix
    return shift(-0.5, -0.5).then(Affine(xx, xy, x0, yx, yy, y0)).then(shift(0.5, 0.5))


def photo_to_result(description: RecipeDescription, steps: Iterable[Step]) -> Affine:
    """From fractions of the photo to pixels of the result of these steps, (0, 0) being its corner."""
    height, width = description.photo_size
    found = scaling(width, height)
    for step in steps:
        described = description.step(step.key)
        if step.enabled and described is not None and not described.error:
            found = found.then(step_map(described))
    return found


def units_of(size: tuple[int, int]) -> Point:
    """Width and height of a photo in units of its shorter side."""
    height, width = size
    side = max(min(height, width), 1)
    return width / side, height / side


@dataclass(frozen=True)
class Placement:
    """Where a photo lies on the canvas: from units of its shorter side to pixels of the widget.

    units: the photo's width and height in units of its shorter side.
    """

    to_widget: Affine
    units: Point = (1.0, 1.0)

    @property
    def scale(self) -> float:
        """Pixels of the widget in the photo's shorter side."""
        return self.to_widget.scale

    def from_widget(self, point: Point) -> Point:
        """The position in units under a pixel of the widget."""
        return self.to_widget.inverse()(point)


def place(
    description: RecipeDescription, steps: Sequence[Step], top_left: Point, zoom: float, ratio: float
) -> Placement | None:
    """Where the photo lies on a canvas that shows the result of `steps`; None before it is described.

    Args:
        top_left: of the result on the canvas, (x, y) in device pixels.
        zoom: device pixels in a pixel of the result.
        ratio: device pixels in a pixel of the widget.
    """
    if 0 in description.photo_size:
        return None
    across, down = units_of(description.photo_size)
    to_result = scaling(1 / across, 1 / down).then(photo_to_result(description, steps))
    to_widget = to_result.then(scaling(zoom, zoom)).then(shift(*top_left)).then(scaling(1 / ratio, 1 / ratio))
    return Placement(to_widget, (across, down)) if abs(to_widget.determinant) >= FLAT else None


def steps_with_outlines(recipe: Recipe, masked: int | None, description: RecipeDescription) -> Recipe:
    """The recipe without what would move the picture, after a masked step, in a way without a matrix.

    Shapes that are drawn over the picture could not follow it there. Whatever moves the picture after such a
    step is left out, too.
    """
    keys = [step.key for step in recipe.steps]
    if masked not in keys:
        return recipe
    last = keys.index(masked)
    followed: list[Step] = list(recipe.steps[: last + 1])
    follows = True
    for step in recipe.steps[last + 1 :]:
        described = description.step(step.key)
        if step.enabled and step.op.may_move(step.values):
            follows = follows and described is not None and described.matrix is not None
            if not follows:
                continue
        followed.append(step)
    return recipe if len(followed) == len(recipe.steps) else replace(recipe, steps=tuple(followed))
