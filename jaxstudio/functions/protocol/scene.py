"""The contents of a scene: curves, marks and fields as frozen values of NumPy arrays.

They cross threads and processes, so nothing in them is shared or changed afterwards. All arrays are
float64 unless a class says otherwise.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from jaxstudio.errors import NOTHING, Wording

Interval = tuple[float, float]


class Proof(StrEnum):
    """The certainty of a stretch of a curve."""

    PROVEN = "proven"  # intervals show that it is continuous here and stays within its pixels
    SAMPLED = "sampled"  # refined until it bends and spans little; nothing is proven
    UNRESOLVED = "unresolved"  # it varies faster than the budget of samples could follow


@dataclass(frozen=True)
class View:
    """The part of the plane on the screen, and how many pixels show it.

    `log` names the axes that are logarithmic ("", "x", "y" or "xy"), whose intervals are above 0.
    """

    x: Interval
    y: Interval
    width_px: int
    height_px: int
    log: str = ""

    @property
    def exponents(self) -> View:
        """The view with linear axes, in the exponents of its logarithmic ones."""
        if not self.log:
            return self
        x, y = (
            (math.log10(low), math.log10(high)) if axis in self.log else (low, high)
            for axis, (low, high) in zip("xy", (self.x, self.y), strict=True)
        )
        return View(x, y, self.width_px, self.height_px)


@dataclass(frozen=True)
class Piece:
    """A connected stretch of a curve: `x` and `y` are float64 of shape (n,), all finite.

    Where `proof` is UNRESOLVED, `low` and `high` (float64, (n,)) bound the curve at `x`, and are None
    otherwise.
    """

    x: np.ndarray
    y: np.ndarray
    proof: Proof
    low: np.ndarray | None = None
    high: np.ndarray | None = None


class MarkKind(StrEnum):
    ROOT = "root"
    MAXIMUM = "maximum"
    MINIMUM = "minimum"
    INFLECTION = "inflection"
    SADDLE = "saddle"
    POLE = "pole"
    JUMP = "jump"
    HOLE = "hole"
    END = "end"
    CORNER = "corner"
    INTERSECTION = "intersection"
    ZERO = "zero"  # of a function of z, whose imaginary part is upwards
    COMPLEX_POLE = "complex pole"


@dataclass(frozen=True)
class Mark:
    """A point of interest. `digits` are the significant decimal digits of x that are sure.

    `member` is the index of its curve among those of a line with lists.
    """

    kind: MarkKind
    x: float
    y: float  # NaN at a pole or where the function has no value
    digits: float
    proof: Proof = Proof.SAMPLED
    detail: Wording = NOTHING
    member: int = 0


@dataclass(frozen=True)
class Found:
    """Marks of one kind in view. `complete` only when every other interval is excluded."""

    kind: MarkKind
    marks: tuple[Mark, ...]
    complete: bool


@dataclass(frozen=True)
class Curve:
    """A line of the sheet at one order of its derivative.

    `method` says how the derivative was computed: value, reverse, forward, taylor, finite, symbolic.
    `member` is the index of the curve among those of a line with lists. Where it is `sketched` its pieces
    hold only the points that a picture of the scene's view needs.
    """

    line: int
    order: int
    pieces: tuple[Piece, ...]
    marks: tuple[Mark, ...] = ()
    method: str = "value"
    refined: bool = False
    sketched: bool = False
    samples: int = 0
    seconds: float = 0.0
    note: Wording = NOTHING
    member: int = 0


@dataclass(frozen=True)
class Line:
    """A connected stretch of a curve, its vertices `points` (n, 2) on the curve.

    `closed`: the last vertex joins the first (which is not repeated). `double`: the function touches
    zero here without changing its sign.
    """

    points: np.ndarray
    closed: bool = False
    double: bool = False
    proof: Proof = Proof.SAMPLED


@dataclass(frozen=True)
class Boxes:
    """Rectangles of the plane, `corners` float64 (n, 4): x0, y0, x1, y1 with x0 < x1 and y0 < y1."""

    corners: np.ndarray

    def __len__(self) -> int:
        return len(self.corners)


@dataclass(frozen=True)
class Implicit:
    """The curve F(x, y) = 0 in view.

    points      (n, 2), isolated solutions, and ovals smaller than the grid
    unresolved  where F varies faster than the samples could follow
    solid       where F is zero at every sample, so that an area solves the equation
    complete    the rest of the view is proven by intervals to hold no solution
    """

    lines: tuple[Line, ...]
    points: np.ndarray
    unresolved: Boxes
    solid: Boxes
    complete: bool = False
    samples: int = 0


@dataclass(frozen=True)
class Boundary:
    """A stretch of a region's edge; strict (to be dashed) when the edge itself does not belong to it."""

    line: Line
    strict: bool


@dataclass(frozen=True)
class Region:
    """The region where a condition holds: `inside` and `undefined`, both bool (height, width), and its
    edge.
    """

    inside: np.ndarray
    undefined: np.ndarray
    boundary: tuple[Boundary, ...]
    unresolved: Boxes


@dataclass(frozen=True)
class Heatmap:
    """f at the centre of every pixel: `values` (height, width), NaN or infinite where it has no value.

    `low` and `high` are a range for the colours that a few extreme values (a pole) do not spoil; low < high.
    """

    values: np.ndarray
    finite: np.ndarray
    low: float
    high: float


@dataclass(frozen=True)
class Domain:
    """A function of z at the centre of every pixel: its colours, uint32 0xAARRGGBB (height, width), and its
    values, complex128 (height, width), NaN or infinite where it has none."""

    pixels: np.ndarray
    values: np.ndarray


@dataclass(frozen=True)
class Contour:
    level: float
    lines: tuple[Line, ...]
    unresolved: Boxes


@dataclass(frozen=True)
class Arrows:
    """A gradient, or a vector function, at a grid of points: `tails` and `vectors` (n, 2), where finite.

    `slopes`: only the directions count, in which solutions of a differential equation pass the points.
    """

    tails: np.ndarray
    vectors: np.ndarray
    longest: float
    slopes: bool = False


@dataclass(frozen=True)
class Band:
    """Between its two edges, points (n, 2) each, a solution lies when a slider moves a little."""

    low: np.ndarray
    high: np.ndarray

    @property
    def outline(self) -> np.ndarray:
        return np.concatenate([self.low, self.high[::-1]])


@dataclass(frozen=True)
class TypedNumber:
    """A number that stands in a line of the sheet, between the columns `start` and `end`."""

    line: int
    start: int
    end: int


@dataclass(frozen=True)
class Handle:
    """A point that a hand can move, and the typed numbers that move with it, None where one stays."""

    x: float
    y: float
    x_typed: TypedNumber | None = None
    y_typed: TypedNumber | None = None


@dataclass(frozen=True)
class Surface:
    """The graph z = f(x, y) on a grid of n × m points.

    `positions` and `normals` (n·m, 3), the normals of length 1 from the exact gradient, upwards;
    `triangles` int (t, 3), indices of positions, anticlockwise seen from above, none of them at a point
    without a value or across a pole.
    """

    positions: np.ndarray
    normals: np.ndarray
    triangles: np.ndarray
    rows: int
    columns: int
    low: float
    high: float


@dataclass(frozen=True)
class Mesh:
    """A surface in space: `positions` and unit `normals` (n, 3), `triangles` int (t, 3), and the box of x, y
    and z in which it lies."""

    positions: np.ndarray
    normals: np.ndarray
    triangles: np.ndarray
    box: tuple[Interval, Interval, Interval]


@dataclass(frozen=True)
class CriticalPoint:
    """A point where the gradient is zero or, at a corner or a tip, jumps over zero.

    `kind` is MINIMUM, MAXIMUM or SADDLE; `digits` are the significant decimal digits of (x, y) that are
    sure. `eigenvalues` (2,) ascending and `eigenvectors` (2, 2), in columns, are those of the Hessian.
    `degenerate`: an eigenvalue is zero or there is no Hessian, and `kind` was read from f around the point.
    """

    kind: MarkKind
    x: float
    y: float
    z: float
    digits: float
    eigenvalues: np.ndarray
    eigenvectors: np.ndarray
    degenerate: bool = False


@dataclass(frozen=True)
class Critical:
    """The critical points found in view; `complete` when intervals exclude any other.

    `flat` (n, 2): points at which the gradient is zero and which are none of the three kinds, such as
    those of a whole line of critical points.
    """

    points: tuple[CriticalPoint, ...]
    flat: np.ndarray
    complete: bool = False


@dataclass(frozen=True)
class Ellipse:
    """`semi_axes` (2,), descending, infinite where a direction is flat; `directions` (2, 2) in columns."""

    semi_axes: np.ndarray
    directions: np.ndarray

    def outline(self, count: int = 97) -> np.ndarray:
        """Points (count, 2) around it, relative to its centre, the first repeated at the end."""
        turn = np.linspace(0, 2 * np.pi, count)
        return np.stack([np.cos(turn), np.sin(turn)], 1) * self.semi_axes @ self.directions.T


@dataclass(frozen=True)
class JacobianAt:
    """The value (m,) and the Jacobian (m, n) of a vector function at a point (n,), each way.

    `forward` was computed column by column, `reverse` row by row. `stretch` says, for a map of the plane
    to the plane, which ellipse a small circle becomes, and is None for any other.
    """

    at: np.ndarray
    value: np.ndarray
    forward: np.ndarray
    reverse: np.ndarray
    stretch: Ellipse | None = None


@dataclass(frozen=True)
class ProductsAt:
    """The Jacobian (m, n) times a direction (n,), forward; weights (m,) times the Jacobian, in reverse.

    Neither builds the matrix: `forward` (m,) costs about one evaluation more, `reverse` (n,) a few.
    """

    at: np.ndarray
    direction: np.ndarray
    weights: np.ndarray
    forward: np.ndarray
    reverse: np.ndarray


@dataclass(frozen=True)
class HessianAt:
    """Value, gradient (n,) and Hessian (n, n) of a scalar function at a point (n,), and its eigen-system.

    `eigenvalues` ascend, `eigenvectors` stand in columns. `ellipse`, of a function of two variables, is
    where |d·H·d| = 1 would lie if both curvatures had the same sign: its semi-axes are 1/√|eigenvalue|.
    """

    at: np.ndarray
    value: float
    gradient: np.ndarray
    hessian: np.ndarray
    eigenvalues: np.ndarray
    eigenvectors: np.ndarray
    ellipse: Ellipse | None = None
