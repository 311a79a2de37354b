"""Affine maps from a photo through the steps of a recipe to the canvas, on which a mask's shapes are drawn.

A position on the photo is (x, y) in fractions of its width and height. Lengths of masks are fractions of the
shorter side: in *units* of it, with x right and y down, a circle is round on every photo.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace

from PySide6.QtCore import QPointF
from PySide6.QtGui import QTransform

from jaxstudio.backend.protocol import RecipeDescription, StepDescription
from jaxstudio.lazy_dataclass import dataclass
from jaxstudio.pipeline.recipe import Recipe, Step

Point = tuple[float, float]


def step_map(step: StepDescription) -> QTransform:
    """From (x, y) in pixels of what a step is applied to, (0, 0) being its corner, to those of its result.

    Without a matrix (a warp, say) a position stays at the same fraction of the frame.
    """
    if step.matrix is not None:
        (xx, xy, x0), (yx, yy, y0) = step.matrix  # of the way back, between centres of pixels
        to_centres = QTransform.fromTranslate(-0.5, -0.5)
        back = to_centres * QTransform(xx, yx, xy, yy, x0, y0) * to_centres.inverted()[0]
        if back.isInvertible():
            return back.inverted()[0]
    (height, width), (new_height, new_width) = step.before, step.after
    return QTransform.fromScale(new_width / max(width, 1), new_height / max(height, 1))


def photo_to_result(description: RecipeDescription, steps: Iterable[Step]) -> QTransform:
    """From fractions of the photo to pixels of the result of these steps, (0, 0) being its corner."""
    height, width = description.photo_size
    found = QTransform.fromScale(width, height)
    for step in steps:
        described = description.step(step.key)
        if step.enabled and described is not None and not described.error:
            found *= step_map(described)
    return found


def units_of(size: tuple[int, int]) -> Point:
    """Width and height of a photo in units of its shorter side."""
    height, width = size
    side = max(min(height, width), 1)
    return width / side, height / side


def _map(transform: QTransform, point: Point) -> Point:
    mapped = transform.map(QPointF(*point))
    return mapped.x(), mapped.y()


@dataclass(frozen=True)
class Placement:
    """Where a photo lies on the canvas: from units of its shorter side to pixels of the widget.

    units: the photo's width and height in units of its shorter side.
    """

    transform: QTransform
    units: Point = (1.0, 1.0)

    @property
    def scale(self) -> float:
        """Pixels of the widget in the photo's shorter side, by the area of a square with that side."""
        return math.sqrt(abs(self.transform.determinant()))

    def to_widget(self, point: Point) -> Point:
        """The pixel of the widget at a position in units."""
        return _map(self.transform, point)

    def from_widget(self, point: Point) -> Point:
        """The position in units under a pixel of the widget."""
        return _map(self.transform.inverted()[0], point)


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
    to_result = QTransform.fromScale(1 / across, 1 / down) * photo_to_result(description, steps)
    to_canvas = QTransform(zoom / ratio, 0, 0, zoom / ratio, top_left[0] / ratio, top_left[1] / ratio)
    transform = to_result * to_canvas
    return Placement(transform, (across, down)) if transform.isInvertible() else None


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
