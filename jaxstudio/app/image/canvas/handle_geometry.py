"""Geometry of handles: a crop's rectangle, a perspective's corners, the photo below a mask or other steps.

A position on the photo is (x, y) in fractions of its width and height. Lengths of masks are fractions of the
shorter side: in *units* of it, with x right and y down, a circle is round on every photo.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QPointF
from PySide6.QtGui import QTransform

from jaxstudio.backend.protocol import RecipeDescription, StepDescription
from jaxstudio.lazy_dataclass import dataclass
from jaxstudio.pipeline.outlines import CORNERS, SQUARE, check_quadrilateral, crop_rectangle, moved_corners
from jaxstudio.pipeline.recipe import Recipe, Step

Size = tuple[int, int]  # height, width
HIGHEST_PERCENT = 99.99
FURTHEST_PERCENT = 400.0
# How far each of the eight handles of a rectangle moves its top, left, bottom and right edge.
EDGES = {
    "top left": (1, 1, 0, 0),
    "top": (1, 0, 0, 0),
    "top right": (1, 0, 0, 1),
    "right": (0, 0, 0, 1),
    "bottom right": (0, 0, 1, 1),
    "bottom": (0, 0, 1, 0),
    "bottom left": (0, 1, 1, 0),
    "left": (0, 1, 0, 0),
}
WHOLE = "whole"


@dataclass(frozen=True)
class Box:
    """Rows y0 … y1 − 1 and columns x0 … x1 − 1 of a picture; never empty, never outside."""

    y0: int
    x0: int
    y1: int
    x1: int

    @property
    def height(self) -> int:
        return self.y1 - self.y0

    @property
    def width(self) -> int:
        return self.x1 - self.x0

    def places(self) -> dict[str, tuple[float, float]]:
        """Return the position of each handle: (y, x)."""
        y, x = (self.y0 + self.y1) / 2, (self.x0 + self.x1) / 2
        rows = {"top": self.y0, "bottom": self.y1}
        columns = {"left": self.x0, "right": self.x1}
        positions: dict[str, tuple[float, float]] = {}
        for name in EDGES:
            words = name.split()
            row = next((float(rows[word]) for word in words if word in rows), y)
            column = next((float(columns[word]) for word in words if word in columns), x)
            positions[name] = (row, column)
        return positions

    def translate(self, down: float, right: float, size: Size) -> Box:
        """Somewhere else in the picture, of the same size."""
        y = min(max(round(self.y0 + down), 0), size[0] - self.height)
        x = min(max(round(self.x0 + right), 0), size[1] - self.width)
        return Box(y, x, y + self.height, x + self.width)

    def resize(
        self, handle: str, down: float, right: float, size: Size, *, ratio: float | None = None
    ) -> Box:
        """With one handle moved; it stops at the picture's edge and a pixel before the other side.

        ratio: width by height of the result, whose opposite side or corner stays; None leaves it free.
        """
        top, left, bottom, far = EDGES[handle]
        if ratio is not None:
            return self._in_ratio(handle, down, right, size, ratio)
        y0 = min(max(round(self.y0 + top * down), 0), self.y1 - 1)
        x0 = min(max(round(self.x0 + left * right), 0), self.x1 - 1)
        y1 = max(min(round(self.y1 + bottom * down), size[0]), self.y0 + 1)
        x1 = max(min(round(self.x1 + far * right), size[1]), self.x0 + 1)
        return Box(y0, x0, y1, x1)

    def _in_ratio(self, handle: str, down: float, right: float, size: Size, ratio: float) -> Box:
        """A corner follows the longer of its two ways; at an edge the other side grows about its middle."""
        top, left, bottom, far = EDGES[handle]
        height, width = self.height + (bottom - top) * down, self.width + (far - left) * right
        if top or bottom:
            width = max(width, height * ratio) if left or far else height * ratio
        y, x = (self.y0 + self.y1) / 2, (self.x0 + self.x1) / 2
        room_down = self.y1 if top else size[0] - self.y0 if bottom else 2 * min(y, size[0] - y)
        room_right = self.x1 if left else size[1] - self.x0 if far else 2 * min(x, size[1] - x)
        width = max(min(width, room_right, room_down * ratio), 1.0)
        rows, columns = max(1, round(width / ratio)), max(1, round(width))
        y0 = self.y1 - rows if top else self.y0 if bottom else round(y - rows / 2)
        x0 = self.x1 - columns if left else self.x0 if far else round(x - columns / 2)
        return Box(y0, x0, y0 + rows, x0 + columns)


def whole(size: Size) -> Box:
    return Box(0, 0, *size)


def _percent(cut: int, length: int) -> float:
    """Return the percentage of `length` that cuts `cut` pixels off, with no more digits than needed."""
    exact = min(100.0 * cut / length, HIGHEST_PERCENT)
    for digits in (0, 1, 2, 3):
        tidy = round(exact, digits)
        if round(length * tidy / 100.0) == cut and tidy <= HIGHEST_PERCENT:
            return tidy
    return exact


def crop_values(box: Box, size: Size) -> dict[str, float]:
    """The crop's parameters that leave this box of a picture."""
    height, width = size
    return {
        "left": _percent(box.x0, width),
        "top": _percent(box.y0, height),
        "right": _percent(width - box.x1, width),
        "bottom": _percent(height - box.y1, height),
    }


def crop_box(values: Mapping[str, Any], size: Size) -> Box:
    """The box that a crop leaves of a picture; ParameterError where its values leave nothing."""
    return Box(*crop_rectangle(values, size))


def corner_places(values: Mapping[str, Any], size: Size) -> dict[str, tuple[float, float]]:
    """Return the corners of the picture under a perspective: (y, x) of pixel centres."""
    return {name: (y, x) for name, (x, y) in zip(CORNERS, moved_corners(values, size), strict=True)}


def check_outline(step: Step, values: Mapping[str, Any], size: Size) -> None:
    """Raise ParameterError where these values of a step with handles do not go together."""
    if step.op.name == "crop":
        crop_box(values, size)
    elif step.op.name == "perspective":
        check_quadrilateral(moved_corners(values, size))


def corner_values(name: str, place: tuple[float, float], size: Size) -> dict[str, float]:
    """The two parameters that put the corner `name` at (y, x)."""
    down, right = max(size[0] - 1, 1), max(size[1] - 1, 1)
    x, y = SQUARE[CORNERS.index(name)]

    def shift(part: float) -> float:
        return round(min(max(100.0 * part, -FURTHEST_PERCENT), FURTHEST_PERCENT), 3)

    return {f"{name}_x": shift(place[1] / right - x), f"{name}_y": shift(place[0] / down - y)}


# Of these filters the picture before them is shown: what they cut away must be seen to be chosen.
SHOWN_BEFORE = ("crop",)
HANDLED = ("crop", "perspective", "spot_removal", "red_eye")
# These are of no use before they are put into their place: their handles are there at once.
PLACED_FIRST = ("spot_removal", "red_eye")
# These fill what a mask covers: the brush of a new one is in the hand at once.
PAINTED_FIRST = ("inpaint",)


def steps_below(recipe: Recipe, key: int) -> Recipe:
    """The recipe without what would move the picture under the handles of step `key`."""
    keys = [step.key for step in recipe.steps]
    if key not in keys:
        return recipe
    place = keys.index(key)
    before, own, after = recipe.steps[:place], recipe.steps[place], recipe.steps[place + 1 :]
    own_steps: tuple[Step, ...] = () if own.op.name in SHOWN_BEFORE else (own,)
    still = tuple(step for step in after if not step.op.may_move(step.values))
    return replace(recipe, steps=(*before, *own_steps, *still))


Point = tuple[float, float]


def step_map(step: StepDescription) -> QTransform:
    """Return the map from (x, y) in the step's input to (x, y) in its result, in pixels from the corner.

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
    """The map from fractions of the photo to pixels of the result of these steps, counted from its corner."""
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
    """The position of a photo on the canvas: a map from units of its shorter side to pixels of the widget.

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
    """The photo's position on a canvas that shows the result of `steps`; None before the photo is described.

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
