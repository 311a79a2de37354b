"""Masks limit a step or a run of steps to a region: their values go from 0 (untouched) to 1 (full effect).

x and y are fractions of the photo's width and height: (0, 0) is the picture's top left corner, (1, 1) the
bottom right one, and a place may lie outside. Lengths (sizes, radii, feathers) are fractions of the photo's
shorter side, so that a mask means the same on a photo of another size. Angles are in degrees,
counter-clockwise. Every value is checked when it is created; UsageError names the wrong one.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import fields

from jaxstudio.errors import ParameterError, UsageError
from jaxstudio.lazy_dataclass import dataclass
from jaxstudio.pipeline.params import Float

ADD, SUBTRACT, INTERSECT = COMBINATIONS = ("add", "subtract", "intersect")
NORMAL = "normal"
BLENDS = (NORMAL, "multiply", "screen", "overlay", "soft_light", "luminosity", "colour")
FARTHEST = 100.0  # places lie from -FARTHEST to FARTHEST
LONGEST = 100.0  # lengths lie from 0 to LONGEST
MAX_ANGLE = 36_000.0
MAX_KEY = 2**31 - 1
MAX_POINTS = 10_000  # of a polygon or a stroke
MAX_STROKES = 10_000
MAX_PARTS = 100
MAX_NAME = 200

Point = tuple[float, float]


def _in_words(value: object) -> str:
    shown = repr(value)
    return shown if len(shown) <= 60 else shown[:57] + "..."


def _truth(of: str, name: str, value: object) -> None:
    if not isinstance(value, bool):
        raise UsageError("{0}: {1} = {2}: expected true or false", of, name, _in_words(value))


def _points(of: str, value: object, fewest: int) -> tuple[Point, ...]:
    if not isinstance(value, tuple | list) or not fewest <= len(value) <= MAX_POINTS:
        raise UsageError("{0}: points: expected {1} to {2:,} places [x, y]", of, fewest, MAX_POINTS)
    points = []
    for number, point in enumerate(value, 1):
        if not isinstance(point, tuple | list) or len(point) != 2:
            raise UsageError("{0}: point {1}: expected [x, y]", of, number)
        x, y = point
        where = f"{of}: point {number}"
        points.append((_number(where, "x", x), _number(where, "y", y)))
    return tuple(points)


# Every number of a shape or a part, by its name: its range, that of its slider, its usual value.
NUMBERS: dict[str, Float] = {
    each.name: each
    for each in (
        *(Float(name, 0.5, -FARTHEST, FARTHEST) for name in ("x", "y", "x0", "y0", "x1", "y1")),
        *(Float(name, 0.5, 0.0, LONGEST) for name in ("width", "height")),
        Float("angle", 0.0, -MAX_ANGLE, MAX_ANGLE, slider_low=-180.0, slider_high=180.0, unit="°"),
        Float("radius", 0.08, 0.0, LONGEST, slider_high=0.5),
        Float("hardness", 0.5, 0.0, 1.0),
        Float("low", 0.0, 0.0, 1.0),
        Float("high", 1.0, 0.0, 1.0),
        *(Float(name, 0.5, 0.0, 1.0) for name in ("red", "green", "blue")),
        Float("tolerance", 0.1, 0.0, 2.0, slider_high=0.5),
        Float("softness", 0.1, 0.0, 2.0, slider_high=0.5),
        Float("feather", 0.05, 0.0, LONGEST, slider_high=0.5),
        Float("opacity", 1.0, 0.0, 1.0),
    )
}


def _number(of: str, name: str, value: object) -> float:
    try:
        return NUMBERS[name].check(value)  # type: ignore[return-value]
    except ParameterError as error:
        raise UsageError("{0}: {1}", of, error) from None


def _check_numbers(value: object, of: str) -> None:
    for field in fields(value):  # type: ignore[arg-type]
        if field.name in NUMBERS:
            object.__setattr__(value, field.name, _number(of, field.name, getattr(value, field.name)))


@dataclass(frozen=True)
class Rectangle:
    """1 within a rectangle around (x, y) of this size, turned by `angle`."""

    x: float
    y: float
    width: float
    height: float
    angle: float = 0.0

    def __post_init__(self) -> None:
        _check_numbers(self, "rectangle")


@dataclass(frozen=True)
class Ellipse:
    """1 within an ellipse around (x, y), whose whole axes are `width` and `height`, turned by `angle`."""

    x: float
    y: float
    width: float
    height: float
    angle: float = 0.0

    def __post_init__(self) -> None:
        _check_numbers(self, "ellipse")


@dataclass(frozen=True)
class Polygon:
    """1 within a closed polygon of at least 3 points; the even-odd rule decides where it crosses itself."""

    points: tuple[Point, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "points", _points("polygon", self.points, 3))


@dataclass(frozen=True)
class Gradient:
    """1 up to (x0, y0), 0 from (x1, y1) on, linear between; 1 everywhere if the two places are equal."""

    x0: float
    y0: float
    x1: float
    y1: float

    def __post_init__(self) -> None:
        _check_numbers(self, "gradient")


@dataclass(frozen=True)
class Stroke:
    """A round brush that moved along the points; one point is a dot.

    1 within `hardness` · `radius` of the line, falling smoothly to 0 at `radius`. With `erase` the stroke
    erases earlier strokes. `source` is the way (x, y) from the stroke to the place that it is healed or
    cloned from; None leaves that to the step.
    """

    points: tuple[Point, ...]
    radius: float
    hardness: float = 0.5
    erase: bool = False
    source: Point | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "points", _points("stroke", self.points, 1))
        _check_numbers(self, "stroke")
        _truth("stroke", "erase", self.erase)
        if self.source is not None:
            if not isinstance(self.source, tuple | list):
                raise UsageError("stroke: source = {0}: expected [x, y]", _in_words(self.source))
            object.__setattr__(self, "source", _points("stroke: source", [self.source], 1)[0])


@dataclass(frozen=True)
class Brush:
    """Strokes in the order in which they were drawn; without strokes nothing is selected."""

    strokes: tuple[Stroke, ...] = ()

    def __post_init__(self) -> None:
        strokes = self.strokes
        if not isinstance(strokes, tuple | list) or len(strokes) > MAX_STROKES:
            raise UsageError("brush: strokes: expected at most {0:,} strokes", MAX_STROKES)
        if not all(isinstance(stroke, Stroke) for stroke in strokes):
            raise UsageError("brush: strokes: expected strokes alone")
        object.__setattr__(self, "strokes", tuple(strokes))


@dataclass(frozen=True)
class Luminosity:
    """1 where the luma of the run's input lies from `low` to `high`, 0 from `softness` beyond either.

    Luma is 0.299 red + 0.587 green + 0.114 blue of the encoded values, clipped to 0 … 1; in a gray picture
    it is the value itself.
    """

    low: float = 0.0
    high: float = 1.0
    softness: float = 0.1

    def __post_init__(self) -> None:
        _check_numbers(self, "luminosity")
        if self.low > self.high:
            raise UsageError(
                "luminosity: low = {0:g} and high = {1:g}: expected low ≤ high", self.low, self.high
            )


@dataclass(frozen=True)
class ColourRange:
    """1 where a pixel's colour lies within `tolerance` of the given one, 0 from `tolerance` + `softness` on.

    The colour is encoded sRGB, 0 to 1. The distance is Euclidean in Oklab, where black and white are 1 apart
    and a just noticeable difference is about 0.02. A gray picture's pixels are compared as grays.
    """

    red: float
    green: float
    blue: float
    tolerance: float = 0.1
    softness: float = 0.1

    def __post_init__(self) -> None:
        _check_numbers(self, "colour_range")


Shape = Rectangle | Ellipse | Polygon | Gradient | Brush | Luminosity | ColourRange
SHAPES: dict[str, type[Shape]] = {
    "rectangle": Rectangle,
    "ellipse": Ellipse,
    "polygon": Polygon,
    "gradient": Gradient,
    "brush": Brush,
    "luminosity": Luminosity,
    "colour_range": ColourRange,
}
NAMES = {kind: name for name, kind in SHAPES.items()}
WITH_FEATHER = (Rectangle, Ellipse, Polygon, Brush)  # the others are soft by themselves
OF_PIXELS = (Luminosity, ColourRange)  # the picture's pixels decide these


@dataclass(frozen=True)
class MaskPart:
    """A shape of a mask, and its combination with the parts before it.

    feather: width of the edge, across which the value falls from 1 to 0, half of it inside the outline; 0 is
    as sharp as pixels allow. Gradients and ranges have none. combine: "add" (the larger of the two values),
    "subtract" (the smaller of the earlier value and 1 − this value), "intersect" (the smaller of the two).
    opacity: a factor of the value, after it is inverted. A part that is not enabled is left out.
    """

    shape: Shape
    feather: float = 0.0
    inverted: bool = False
    combine: str = ADD
    opacity: float = 1.0
    enabled: bool = True

    def __post_init__(self) -> None:
        if type(self.shape) not in NAMES:
            raise UsageError("shape = {0}: expected one of {1}", _in_words(self.shape), ", ".join(SHAPES))
        name = NAMES[type(self.shape)]
        _check_numbers(self, name)
        if self.feather and not isinstance(self.shape, WITH_FEATHER):
            raise UsageError(
                "{0}: feather = {1:g}: expected 0, its edge is soft by itself", name, self.feather
            )
        if not isinstance(self.combine, str) or self.combine not in COMBINATIONS:
            raise UsageError(
                "{0}: combine = {1}: expected {2}", name, _in_words(self.combine), ", ".join(COMBINATIONS)
            )
        for field in ("inverted", "enabled"):
            _truth(name, field, getattr(self, field))


@dataclass(frozen=True)
class Mask:
    """Parts combined from first to last; steps name the mask by its key, a whole number from 1.

    The first enabled part is combined with 0 everywhere if it adds, with 1 otherwise. A mask without enabled
    parts is 0 everywhere (1 if it is inverted: the whole picture).

    The steps' result is blended by `blend`, one of BLENDS, with what they are applied to, and as much of it
    shows as the mask times `opacity` (from 0 to 1) says.
    """

    key: int
    parts: tuple[MaskPart, ...] = ()
    inverted: bool = False
    name: str = ""
    opacity: float = 1.0
    blend: str = NORMAL

    def __post_init__(self) -> None:
        key = self.key
        if isinstance(key, bool) or not isinstance(key, int) or not 1 <= key <= MAX_KEY:
            raise UsageError(
                "mask: key = {0}: expected a whole number from 1 to {1}", _in_words(key), MAX_KEY
            )
        if not isinstance(self.parts, tuple | list) or len(self.parts) > MAX_PARTS:
            raise UsageError("mask {0}: parts: expected at most {1} parts", key, MAX_PARTS)
        if not all(isinstance(part, MaskPart) for part in self.parts):
            raise UsageError("mask {0}: parts: expected parts alone", key)
        object.__setattr__(self, "parts", tuple(self.parts))
        _truth(f"mask {key}", "inverted", self.inverted)
        if not isinstance(self.name, str) or len(self.name) > MAX_NAME:
            raise UsageError("mask {0}: name: expected a text of at most {1} characters", key, MAX_NAME)
        object.__setattr__(self, "opacity", _number(f"mask {key}", "opacity", self.opacity))
        if self.blend not in BLENDS:
            raise UsageError(
                "mask {0}: blend = {1}: expected one of {2}", key, _in_words(self.blend), ", ".join(BLENDS)
            )

    @property
    def enabled_parts(self) -> tuple[MaskPart, ...]:
        """The parts that are enabled."""
        return tuple(part for part in self.parts if part.enabled)

    @property
    def blends(self) -> bool:
        """Whether the result is blended in another way than by the mask alone."""
        return self.opacity != 1.0 or self.blend != NORMAL

    @property
    def has_sources(self) -> bool:
        """Whether a stroke of any part has a source of its own."""
        brushes = (part.shape for part in self.parts if isinstance(part.shape, Brush))
        return any(stroke.source is not None for brush in brushes for stroke in brush.strokes)

    @property
    def everywhere(self) -> bool:
        """Whether the mask is the whole picture, and only says how it is blended."""
        return self.inverted and not self.parts

    @property
    def reads_pixels(self) -> bool:
        """Whether the mask depends on the pixels of the run's input, not on places alone."""
        return any(isinstance(part.shape, OF_PIXELS) for part in self.enabled_parts)


def place_in_pixels(x: float, y: float, height: int, width: int) -> Point:
    """A place of a mask as (x, y) in pixels of a photo of this size, pixel centres at whole numbers."""
    return x * width - 0.5, y * height - 0.5


def simplified(points: Iterable[Point], tolerance: float) -> tuple[Point, ...]:
    """Simplify a line: drop points within `tolerance` of the simpler line (Douglas and Peucker, 1973).

    Distances are in the units of the points.
    """
    line = list(points)
    keep = {0, len(line) - 1} if line else set()
    pending = [(0, len(line) - 1)]
    while pending:
        first, last = pending.pop()
        if last - first < 2:
            continue
        farthest = max(range(first + 1, last), key=lambda at: _distance(line[at], line[first], line[last]))
        if _distance(line[farthest], line[first], line[last]) > tolerance:
            keep.add(farthest)
            pending += [(first, farthest), (farthest, last)]
    return tuple(line[at] for at in sorted(keep))


def _distance(point: Point, start: Point, end: Point) -> float:
    """Distance from a point to a segment."""
    (x, y), (ax, ay), (bx, by) = point, start, end
    along = (bx - ax) ** 2 + (by - ay) ** 2
    share = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / along if along else 0.0
    share = min(1.0, max(0.0, share))
    return math.hypot(x - ax - share * (bx - ax), y - ay - share * (by - ay))
