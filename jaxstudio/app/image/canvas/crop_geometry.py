"""Crops with proportions on a turned photo: boxes without empty corners, and the angle that levels a line.

A box lies in the picture before the crop, in whole pixels. Where a Rotate stands right before the crop, that
picture has the turned photo in its middle and empty corners around it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

from jaxstudio.app.image.canvas.handle_geometry import Box, Size
from jaxstudio.lazy_dataclass import dataclass
from jaxstudio.pipeline.catalogue import Catalogue
from jaxstudio.pipeline.op import OpSpec
from jaxstudio.pipeline.outlines import rotated_size
from jaxstudio.pipeline.recipe import Recipe, Step

FREE, ORIGINAL, OWN = "free", "original", "own"
RATIOS = ("1:1", "3:2", "4:3", "5:4", "16:9")
MOST_DEGREES = 45.0
EDGE_PX = 1.0  # so near its edge the turned photo is mixed with what lies beyond
LEAST_RATIO, MOST_RATIO = 0.02, 50.0


def ratio_of(text: str) -> float | None:
    """Width by height of `3:2`, `3/2`, `3x2` or `1.5`; None for other texts."""
    parts = text.replace(",", ".").replace("/", ":").replace("x", ":").replace("×", ":").split(":")
    try:
        numbers = [float(part) for part in parts]
        ratio = numbers[0] / (numbers[1] if len(numbers) == 2 else 1.0)
    except (ValueError, ZeroDivisionError):
        return None
    return ratio if len(numbers) <= 2 and LEAST_RATIO <= ratio <= MOST_RATIO else None


def levelling(right: float, down: float) -> float:
    """The degrees, counter-clockwise, that make a drawn line level or upright, whichever is nearer."""
    angle = math.degrees(math.atan2(down, right))
    return (angle + 45.0) % 90.0 - 45.0


@dataclass(frozen=True)
class Frame:
    """A picture that is cropped: a photo of `photo` (height, width), turned by `angle` degrees in its middle.

    expand: the picture is as large as the turned photo, not as the photo.
    """

    photo: Size
    angle: float = 0.0
    expand: bool = True

    @property
    def size(self) -> Size:
        return rotated_size(self.angle, self.expand, self.photo)

    def _shares(self, start: Box, end: Box, edge: float) -> Iterator[float]:
        """For edges of the photo and corners of a box that leaves it: which part of its way a corner may go.

        edge: how many pixels inside the photo's own edge the corner stays.
        """
        height, width = self.size
        cos, sin = math.cos(math.radians(self.angle)), math.sin(math.radians(self.angle))
        limits = self.photo[1] / 2 - edge, self.photo[0] / 2 - edge
        for corner in range(4):
            (ax, ay), (bx, by) = (
                (
                    (box.x1 if corner % 2 else box.x0) - width / 2,
                    (box.y1 if corner // 2 else box.y0) - height / 2,
                )
                for box in (start, end)
            )
            # back to the photo's own axes
            begins = (cos * ax - sin * ay, sin * ax + cos * ay)
            ends = (cos * bx - sin * by, sin * bx + cos * by)
            for begin, goal, limit in zip(begins, ends, limits, strict=True):
                outwards = abs(goal) > abs(begin) or goal * begin < 0
                if abs(goal) > limit and outwards:
                    yield (math.copysign(limit, goal) - begin) / (goal - begin)

    def reaches(self, start: Box, end: Box, edge: float = EDGE_PX) -> float:
        """Which part of the way from one box to the other has no empty corner, from 0 to 1."""
        if not self.angle:
            return 1.0
        return min(max(min(self._shares(start, end, edge), default=1.0), 0.0), 1.0)

    def towards(self, start: Box, end: Box) -> Box:
        """Move one box towards another as long as no corner is empty; all the way if one is already."""
        if not self.angle or self.reaches(_middle(start), start, 0.0) < 1.0:  # but for what is rounded
            return end
        part = self.reaches(start, end)
        return end if part >= 1.0 else _between(start, end, part)

    def shrunk(self, box: Box) -> Box:
        """The box made smaller about its middle until it has no empty corners."""
        part = self.reaches(_middle(box), box)
        return (
            box if part >= 1.0 else self.largest(box.width / box.height) if part <= 0 else _scaled(box, part)
        )

    def largest(self, ratio: float | None) -> Box:
        """The largest box in the middle without empty corners, of this width by height or of any."""
        height, width = self.size
        if ratio is None:
            inner_width, inner_height = _largest_inside(self.photo, self.angle)
            if not self.expand:
                inner_width, inner_height = min(inner_width, width), min(inner_height, height)
            return _centred(inner_width, inner_height, self.size)
        box = _centred(min(width, height * ratio), min(height, width / ratio), self.size)
        part = self.reaches(_middle(box), box)
        return box if part >= 1.0 else _centred(box.width * part, box.width * part / ratio, self.size)


def _middle(box: Box) -> Box:
    """The point in the middle of a box."""
    y, x = (box.y0 + box.y1) // 2, (box.x0 + box.x1) // 2
    return Box(y, x, y, x)


def _between(start: Box, end: Box, part: float) -> Box:
    def place(a: int, b: int) -> int:
        # towards the start: what is rounded must not leave the photo
        return a + math.trunc((b - a) * part)

    box = Box(*(place(getattr(start, name), getattr(end, name)) for name in ("y0", "x0", "y1", "x1")))
    return box if box.height > 0 and box.width > 0 else start


def _scaled(box: Box, part: float) -> Box:
    x, y = (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2
    width, height = max(math.floor(box.width * part), 1), max(math.floor(box.height * part), 1)
    top, left = round(y - height / 2), round(x - width / 2)
    return Box(top, left, top + height, left + width)


def _centred(width: float, height: float, size: Size) -> Box:
    whole_width = min(max(math.floor(width + 1e-6), 1), size[1])
    whole_height = min(max(math.floor(height + 1e-6), 1), size[0])
    top, left = (size[0] - whole_height) // 2, (size[1] - whole_width) // 2
    return Box(top, left, top + whole_height, left + whole_width)


def _largest_inside(photo: Size, angle: float) -> tuple[float, float]:
    """Width and height of the largest upright rectangle inside a turned one.

    Its four corners touch all sides, or, in a narrow photo, two of them lie on the middle of the long sides.
    """
    if not angle:
        return float(photo[1]), float(photo[0])
    width, height = photo[1] - 2 * EDGE_PX, photo[0] - 2 * EDGE_PX
    cos, sin = abs(math.cos(math.radians(angle))), abs(math.sin(math.radians(angle)))
    short, long = min(width, height), max(width, height)
    if short <= 2 * sin * cos * long or abs(sin - cos) < 1e-9:
        along, across = 0.5 * short / max(sin, 1e-9), 0.5 * short / max(cos, 1e-9)
        return (along, across) if width >= height else (across, along)
    twice = cos * cos - sin * sin
    return (width * cos - height * sin) / twice, (height * cos - width * sin) / twice


# The two steps of the tool: a Rotate right before the Crop, and the Crop


def turn_before(recipe: Recipe, key: int) -> Step | None:
    """The Rotate right before a crop, of the whole picture; None where there is none."""
    place = recipe.index(key)
    step = recipe.steps[place - 1] if place else None
    turns = step is not None and step.op.name == "rotate" and step.enabled and step.mask is None
    return step if turns else None


def with_angle(recipe: Recipe, key: int, angle: float, catalogue: Catalogue[OpSpec]) -> Recipe:
    """The recipe with the picture turned before a crop; at 0 degrees no Rotate is left."""
    turn = turn_before(recipe, key)
    if turn is not None:
        return recipe.with_params(turn.key, {"angle": angle}) if angle else recipe.removed(turn.key)
    if not angle:
        return recipe
    return recipe.added(catalogue["rotate"], {"angle": angle, "expand": True}, position=recipe.index(key))


def taken_back(recipe: Recipe, before: Recipe, key: int) -> Recipe:
    """The recipe with the crop and the turn before it as they were in `before`, all other steps as now."""
    now = turn_before(recipe, key)
    known = {step.key: step for step in before.steps}
    steps = [step for step in recipe.steps if step is not now or step.key in known]
    steps = [known.get(step.key, step) if step.key == key or step is now else step for step in steps]
    if key not in known:
        steps = [step for step in steps if step.key != key]
    else:
        turn = turn_before(before, key)
        if turn is not None and all(step.key != turn.key for step in steps):
            place = next(place for place, step in enumerate(steps) if step.key == key)
            steps.insert(place, turn)
    return replace(recipe, steps=tuple(steps))
