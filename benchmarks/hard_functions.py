"""Functions that are hard to draw, with their known features; how accurately samplers draw them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import cos, e, floor, pi, sqrt

import numpy as np

from jaxstudio.functions.curves.analysis import CurveAnalysis
from jaxstudio.functions.curves.evaluator import Evaluator, Graph, Orders, scales
from jaxstudio.functions.language import Sheet
from jaxstudio.functions.protocol.scene import Interval, MarkKind, View

WIDTH, HEIGHT = 800, 560
Places = tuple[float, ...]


@dataclass(frozen=True)
class Hard:
    """A function, the view, and the x of what is in it; None for roots that have no closed form.

    `undersampled` bounds the x in which the curve varies faster than pixels can show; `peak` is a value it
    must be seen to reach. Nothing else of these kinds is in view.
    """

    text: str
    x: Interval = (-9.7, 9.6)
    y: Interval = (-7.0, 7.0)
    poles: Places = ()
    jumps: Places = ()
    holes: Places = ()
    ends: Places = ()
    corners: Places = ()
    roots: Places | None = None
    undersampled: Interval | None = None
    peak: float | None = None

    @property
    def view(self) -> View:
        return View(self.x, self.y, WIDTH, HEIGHT)


def every(step: float, offset: float = 0.0, inside: Interval = (-9.7, 9.6)) -> Places:
    """offset + k step within an interval."""
    first, last = (floor((bound - offset) / step) for bound in inside)
    places = (offset + k * step for k in range(first - 1, last + 2))
    return tuple(place for place in places if inside[0] <= place <= inside[1])


def without(places: Iterable[float], *others: float) -> Places:
    return tuple(place for place in places if place not in others)


def both(*places: float) -> Places:
    """Each with its negative, ascending."""
    return tuple(sorted({sign * place for place in places for sign in (-1.0, 1.0)}))


WHOLE = every(1.0)
TURNS = every(pi)
QUARTERS = every(pi, pi / 2)
UNIT: Interval = (-1.0, 1.0)
NARROW: Interval = (-3.0, 3.0)

POLES = (
    Hard("tan(x)", poles=QUARTERS, roots=TURNS),
    Hard("cot(x)", poles=TURNS, roots=QUARTERS),
    Hard("sec(x)", poles=QUARTERS, roots=()),
    Hard("csc(x)", poles=TURNS, roots=()),
    Hard("1/x", poles=(0.0,), roots=()),
    Hard("1/x^2", poles=(0.0,), roots=()),
    Hard("1/(x - 0.123456789)^2", poles=(0.123456789,), roots=()),
    Hard("1/(x^3 - x)", poles=(-1.0, 0.0, 1.0), roots=()),
    Hard("x/(x^2 - 4)", poles=(-2.0, 2.0), roots=(0.0,)),
    Hard("1/(|x| - 1)", poles=(-1.0, 1.0), corners=(0.0,), roots=()),
    Hard("1e-3/(x - 2)", poles=(2.0,), roots=()),
    Hard("x + 1e-6/(x - 1)", poles=(1.0,)),
    Hard("1/(x - 1) + 1/(x - 1.001)", poles=(1.0, 1.001), roots=(1.0005,)),
    Hard("x/sin(x)", poles=without(TURNS, 0.0), holes=(0.0,), roots=()),
    Hard("gamma(x)", (-5.5, 5.0), poles=every(1.0, 0.0, (-5.0, 0.0)), roots=()),
    Hard("digamma(x)", (-5.5, 5.0), poles=every(1.0, 0.0, (-5.0, 0.0))),
    Hard("lgamma(x)", (-5.5, 5.0), poles=every(1.0, 0.0, (-5.0, 0.0))),
    Hard("log(x)", poles=(0.0,), roots=(1.0,)),
    Hard("log|x|", poles=(0.0,), roots=(-1.0, 1.0)),
    Hard("log(sin(x))", poles=TURNS, roots=every(2 * pi, pi / 2)),
    Hard("log(log(x))", poles=(1.0,), roots=(e,)),
    Hard("1/sqrt(x)", poles=(0.0,), roots=()),
    Hard("1/sqrt(1 - x^2)", NARROW, poles=(-1.0, 1.0), roots=()),
    Hard("exp(1/x)", poles=(0.0,), roots=()),
    Hard("x^(-1/3)", poles=(0.0,), roots=()),
    Hard("|x|/x^2", poles=(0.0,), roots=()),
)
JUMPS = (
    Hard("floor(x)", jumps=WHOLE),
    Hard("ceil(x)", jumps=WHOLE),
    Hard("x - floor(x)", jumps=WHOLE, roots=WHOLE),
    Hard("round(x)", jumps=every(1.0, 0.5)),
    Hard("mod(x, 2)", jumps=every(2.0), roots=every(2.0)),
    Hard("floor(x^2)", NARROW, (-1.0, 9.5), jumps=both(*(sqrt(n) for n in range(1, 10)))),
    Hard("sign(sin(x))", jumps=TURNS),
    Hard("x/|x|", jumps=(0.0,), roots=()),
    Hard("atan(1/x)", jumps=(0.0,), roots=()),
    Hard("atan(tan(x))", jumps=QUARTERS, roots=TURNS),
    Hard("1/(1 + exp(1/x))", NARROW, (-0.5, 1.5), jumps=(0.0,), roots=()),
    Hard("{x < 0: -1, x > 0: 1}", jumps=(0.0,), roots=()),
    Hard("{x < 1: x^2, 3 - x}", jumps=(1.0,), roots=(0.0, 3.0)),
    Hard("floor(50 x)", (-0.495, 0.495), (-26.0, 26.0), jumps=every(0.02, 0.0, (-0.495, 0.495))),
)
HOLES = (
    Hard("(x^2 - 1)/(x - 1)", holes=(1.0,), roots=(-1.0,)),
    Hard("(x^3 - 8)/(x - 2)", (-4.0, 4.0), (-2.0, 30.0), holes=(2.0,), roots=()),
    Hard("(x^2 + x - 6)/(x^2 - 4)", poles=(-2.0,), holes=(2.0,), roots=(-3.0,)),
    Hard("(x - 0.3)/(x - 0.3)", holes=(0.3,), roots=()),
    Hard("(x^2 - 2)/(x - sqrt(2))", holes=(sqrt(2),), roots=(-sqrt(2),)),
    Hard("sin(x)/x", holes=(0.0,), roots=without(TURNS, 0.0)),
    Hard("(1 - cos(x))/x^2", y=(-0.2, 0.7), holes=(0.0,), roots=without(every(2 * pi), 0.0)),
    Hard("tan(x) cos(x)", holes=QUARTERS, roots=TURNS),
    Hard("sin(x)/sin(x)", holes=TURNS, roots=()),
    Hard("exp(-1/x^2)", holes=(0.0,), roots=()),
    Hard("1/gamma(x)", (-4.5, 4.0), holes=every(1.0, 0.0, (-4.0, 0.0)), roots=()),
    Hard("x^2/x", holes=(0.0,), roots=()),
)
ENDS = (
    Hard("sqrt(x)", ends=(0.0,), roots=(0.0,)),
    Hard("sqrt(4 - x^2)", ends=(-2.0, 2.0), roots=(-2.0, 2.0)),
    Hard("sqrt(2 - x^2)", NARROW, ends=both(sqrt(2)), roots=both(sqrt(2))),
    Hard("sqrt(x^3 - x)", NARROW, ends=(-1.0, 0.0, 1.0), roots=(-1.0, 0.0, 1.0)),
    Hard("sqrt(sin(x))", ends=TURNS, roots=TURNS),
    Hard("asin(x)", NARROW, NARROW, ends=(-1.0, 1.0), roots=(0.0,)),
    Hard("acosh(x)", ends=(1.0,), roots=(1.0,)),
    Hard("x^x", (0.0, 2.5), (0.0, 7.0), ends=(0.0,), roots=()),
    Hard("{-2 < x < 3: x^2}", (-4.0, 4.0), (-1.0, 10.0), ends=(-2.0, 3.0), roots=(0.0,)),
    Hard("cos(20 acos(x))", (-1.2, 1.2), (-1.5, 1.5), ends=(-1.0, 1.0),
         roots=tuple(sorted(cos((2 * k + 1) * pi / 40) for k in range(20)))),
)  # fmt: skip
CORNERS = (
    Hard("|x|", corners=(0.0,), roots=(0.0,)),
    Hard("||x| - 2|", corners=(-2.0, 0.0, 2.0), roots=(-2.0, 2.0)),
    Hard("|x|^(1/3)", corners=(0.0,), roots=(0.0,)),
    Hard("x^(2/3)", corners=(0.0,), roots=(0.0,)),
    Hard("x^(1/3)", roots=(0.0,)),
    Hard("sqrt|x|", corners=(0.0,), roots=(0.0,)),
    Hard("|sin(x)|", corners=TURNS, roots=TURNS),
    Hard("max(x, x^2)", NARROW, NARROW, corners=(0.0, 1.0), roots=(0.0,)),
    Hard("relu(x)", corners=(0.0,)),
    Hard("asin(sin(x))", corners=QUARTERS, roots=TURNS),
    Hard("acos(cos(x))", corners=TURNS, roots=every(2 * pi)),
    Hard("sqrt(x^2 - 2x + 1)", corners=(1.0,)),
    Hard("|x^2 - 1| - 1/2", NARROW, NARROW, corners=(-1.0, 1.0), roots=both(sqrt(0.5), sqrt(1.5))),
)
NARROW_ONES = (
    Hard("1/(x^2 + 1e-6)", y=(-1e5, 1.1e6), roots=(), peak=1e6),
    Hard("1/(x^2 + 1e-6)", roots=()),
    Hard("exp(-1e8 (x - 0.1234)^2)", y=(-0.5, 1.5), roots=None, peak=1.0),
    Hard("tanh(1e6 x)", y=(-1.5, 1.5), roots=(0.0,)),
    Hard("x + 1e-3/cosh(1e5 (x - 1))", (0.5, 1.5), (0.5, 1.5), roots=()),
    Hard("sqrt(x^2 + 1e-8)", roots=()),
    Hard("10/(1 + 1e10 (x - 0.7)^2)", y=(-1.0, 11.0), roots=(), peak=10.0),
)
WAVES = (
    Hard("sin(1/x)", UNIT, (-1.5, 1.5), undersampled=(-0.03, 0.03)),
    Hard("x sin(1/x)", UNIT, UNIT, undersampled=(-0.03, 0.03)),
    Hard("x^2 sin(1/x)", UNIT, UNIT, holes=(0.0,)),
    Hard("sin(1000 x)", y=(-1.5, 1.5), undersampled=(-9.7, 9.6)),
    Hard("sin(x^2)", y=(-1.5, 1.5), roots=both(*(sqrt(k * pi) for k in range(30)))),
    Hard("sin(exp(x))", (-3.0, 7.5), (-1.5, 1.5), undersampled=(4.6, 7.5)),
    Hard("tan(1/x)", UNIT, undersampled=(-0.06, 0.06), poles=both(*(2 / pi / k for k in range(1, 11, 2)))),
    Hard("1/sin(1/x)", UNIT, undersampled=(-0.06, 0.06), poles=both(*(1 / pi / k for k in range(1, 6)))),
    Hard("sum(0.5^n cos(7^n pi x), n, 0, 12)", UNIT, (-3.0, 3.0), undersampled=UNIT),
)
POLYNOMIALS = (
    Hard("(x - 1)^3 (x + 2)^2", NARROW, roots=(-2.0, 1.0)),
    Hard("x^9", roots=(0.0,)),
    Hard("(x^2 - 2)^2", NARROW, roots=both(sqrt(2))),
    Hard("prod(x - n, n, 1, 8)", (0.0, 9.0), (-1e4, 1e4), roots=every(1.0, 0.0, (1.0, 8.0))),
    Hard("x^3 - x", NARROW, NARROW, roots=(-1.0, 0.0, 1.0)),
    Hard("|x|^x", NARROW, NARROW, roots=()),
)
HARD_FUNCTIONS = (*POLES, *JUMPS, *HOLES, *ENDS, *CORNERS, *NARROW_ONES, *WAVES, *POLYNOMIALS)


GRID = 1_000
# Where the drawn lines are compared with the function; not so near to a break, in pixels.
PLACES, SEED, NEAR_PX = 2_000, 5, 1.0
OFF_PX = 1.0


@dataclass(frozen=True)
class Strip:
    """What is drawn between two breaks: a line where `low` is `high`, else a band; float64 (n,)."""

    x: np.ndarray
    low: np.ndarray
    high: np.ndarray


@dataclass(frozen=True)
class Verdict:
    """`joins`: breaks that are drawn across; `holes` missed; `off` of so many `places` by over a pixel."""

    joins: int
    holes: int
    off: int
    places: int

    @property
    def true(self) -> bool:
        return not (self.joins or self.holes or self.off)


@dataclass(frozen=True)
class Score:
    """A sampler on all hard functions."""

    name: str
    true: int
    of: int
    joins: int
    holes: int
    off: int
    seconds: float


Sampler = Callable[[Evaluator, Hard], tuple[list[Strip], tuple[float, ...]]]


def typed(text: str) -> Evaluator:
    """The evaluator of a line that stands alone."""
    sheet = Sheet.read([text])
    line = sheet.lines[0]
    if line.error is not None:
        raise line.error
    return Orders.of_line(line, sheet).evaluator({})


def ours(evaluator: Evaluator, hard: Hard) -> tuple[list[Strip], tuple[float, ...]]:
    """The strips, and the holes that are marked."""
    return strips_of(CurveAnalysis(Graph(evaluator, hard.view), hard.view))


def strips_of(study: CurveAnalysis) -> tuple[list[Strip], tuple[float, ...]]:
    strips = []
    for piece in study.pieces:
        low = piece.y if piece.low is None else piece.low
        high = piece.y if piece.high is None else piece.high
        strips.append(Strip(piece.x, low, high))
    return strips, tuple(b.at for b in study.breaks if b.kind is MarkKind.HOLE)


def grid(evaluator: Evaluator, hard: Hard) -> tuple[list[Strip], tuple[float, ...]]:
    x = np.linspace(*hard.x, GRID)
    return _runs(x, evaluator.values(x)[0]), ()


def sympys(evaluator: Evaluator, hard: Hard) -> tuple[list[Strip], tuple[float, ...]]:
    """`sympy.plotting`'s adaptive sampler, asking the same compiled function."""
    import sympy  # type: ignore[import-untyped]
    from sympy.plotting.series import LineOver1DRangeSeries  # type: ignore[import-untyped]

    def f(x: np.ndarray) -> np.ndarray:
        values = evaluator.values(np.atleast_1d(np.asarray(x, np.float64)))[0]
        return values if np.ndim(x) else values[0]

    np.random.seed(SEED)  # noqa: NPY002 - it jitters its samples by NumPy's own state
    series = LineOver1DRangeSeries(f, (sympy.Symbol("x"), *hard.x), "", adaptive=True)
    x, y = series.get_data()
    return _runs(np.asarray(x, np.float64), np.asarray(y, np.float64)), ()


SAMPLERS: dict[str, Sampler] = {"ours": ours, "sympy": sympys, "grid": grid}


def judge(hard: Hard, evaluator: Evaluator, strips: Sequence[Strip], holes: Sequence[float]) -> Verdict:
    """Compare what is drawn with what is true."""
    span = hard.x[1] - hard.x[0]
    breaks = (*hard.poles, *hard.jumps, *hard.holes)
    crossed = [c for c in (*hard.poles, *hard.jumps) if any(_crosses(strip, c, hard) for strip in strips)]
    missed = [c for c in hard.holes if not any(abs(c - hole) <= 1e-9 * span for hole in holes)]
    x = np.sort(np.random.default_rng(SEED).uniform(*hard.x, PLACES))
    y, slope = evaluator.values(x)[:2]
    across, up = scales(hard.view)
    seen = np.isfinite(y) & (y >= hard.y[0]) & (y <= hard.y[1])
    for place in (*breaks, *hard.ends):
        seen &= np.abs(x - place) * across > NEAR_PX
    off = _distance(strips, x[seen], y[seen], slope[seen] * up / across, up) > OFF_PX
    return Verdict(len(crossed), len(missed), int(off.sum()), int(seen.sum()))


def _crosses(strip: Strip, at: float, hard: Hard) -> bool:
    """Whether a line, and no band, is drawn over a break so that it shows."""
    k = int(np.searchsorted(strip.x, at))
    clear = 1e-9 * (hard.x[1] - hard.x[0])
    if not 0 < k < len(strip.x) or strip.x[0] > at - clear or strip.x[-1] < at + clear:
        return False
    if strip.low[k] != strip.high[k] or strip.low[k - 1] != strip.high[k - 1]:
        return False
    ends = strip.low[k - 1 : k + 1]
    return bool(ends.min() <= hard.y[1] and ends.max() >= hard.y[0])


def _distance(
    strips: Sequence[Strip], x: np.ndarray, y: np.ndarray, steepness: np.ndarray, up: float
) -> np.ndarray:
    """In pixels, across the curve, from the function to the nearest strip over x; infinite without one."""
    nearest = np.full(len(x), np.inf)
    for strip in strips:
        inside = (x >= strip.x[0]) & (x <= strip.x[-1])
        low = np.interp(x[inside], strip.x, strip.low)
        high = np.interp(x[inside], strip.x, strip.high)
        away = np.maximum(np.maximum(low - y[inside], y[inside] - high), 0.0) * up
        nearest[inside] = np.minimum(nearest[inside], away)
    with np.errstate(over="ignore", invalid="ignore"):
        return nearest / np.hypot(1.0, np.nan_to_num(steepness))


def _runs(x: np.ndarray, y: np.ndarray) -> list[Strip]:
    """As Matplotlib draws it: interrupted where a value is missing."""
    finite = np.isfinite(y)
    cuts = np.flatnonzero(np.diff(finite.astype(np.int8))) + 1
    return [
        Strip(part_x, part_y, part_y)
        for part_x, part_y in zip(np.split(x, cuts), np.split(y, cuts), strict=True)
        if len(part_x) > 1 and np.isfinite(part_y[0])
    ]


def scores_of(hard_functions: Sequence[Hard] = HARD_FUNCTIONS) -> tuple[Score, ...]:
    """Each sampler on the hard functions; seconds are those of sampling, compilation excluded."""
    evaluators = [typed(hard.text) for hard in hard_functions]
    for evaluator in evaluators:
        evaluator.values(np.zeros(1))
        evaluator.enclose(np.zeros(1), np.ones(1), 2)
    scores = []
    for name, sampler in SAMPLERS.items():
        verdicts, seconds = [], 0.0
        for hard, evaluator in zip(hard_functions, evaluators, strict=True):
            started = time.perf_counter()
            strips, holes = sampler(evaluator, hard)
            seconds += time.perf_counter() - started
            verdicts.append(judge(hard, evaluator, strips, holes))
        scores.append(
            Score(
                name,
                sum(verdict.true for verdict in verdicts),
                len(verdicts),
                sum(verdict.joins for verdict in verdicts),
                sum(verdict.holes for verdict in verdicts),
                sum(verdict.off > 0 for verdict in verdicts),
                seconds,
            )
        )
    return tuple(scores)
