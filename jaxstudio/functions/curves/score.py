"""How truly samplers draw the gallery: ours, SymPy's adaptive one, and a plain grid of 1,000 points."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from jaxstudio.functions.curves.analysis import Study
from jaxstudio.functions.curves.evaluator import Compiled
from jaxstudio.functions.curves.gallery import GALLERY, Hard
from jaxstudio.functions.curves.parametric import Graph, scales
from jaxstudio.functions.curves.typed import Orders
from jaxstudio.functions.language import Sheet
from jaxstudio.functions.protocol.scene import MarkKind

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
    """A sampler on the whole gallery."""

    name: str
    true: int
    of: int
    joins: int
    holes: int
    off: int
    seconds: float


Sampler = Callable[[Compiled, Hard], tuple[list[Strip], tuple[float, ...]]]


def typed(text: str) -> Compiled:
    """The evaluator of a line that stands alone."""
    sheet = Sheet.read([text])
    line = sheet.lines[0]
    if line.error is not None:
        raise line.error
    return Orders.of_line(line, sheet).evaluator({})


def ours(evaluator: Compiled, hard: Hard) -> tuple[list[Strip], tuple[float, ...]]:
    """The strips, and the holes that are marked."""
    return strips_of(Study(Graph(evaluator, hard.view), hard.view))


def strips_of(study: Study) -> tuple[list[Strip], tuple[float, ...]]:
    strips = []
    for piece in study.pieces:
        low = piece.y if piece.low is None else piece.low
        high = piece.y if piece.high is None else piece.high
        strips.append(Strip(piece.x, low, high))
    return strips, tuple(b.at for b in study.breaks if b.kind is MarkKind.HOLE)


def grid(evaluator: Compiled, hard: Hard) -> tuple[list[Strip], tuple[float, ...]]:
    x = np.linspace(*hard.x, GRID)
    return _runs(x, evaluator.values(x)[0]), ()


def sympys(evaluator: Compiled, hard: Hard) -> tuple[list[Strip], tuple[float, ...]]:
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


def judge(hard: Hard, evaluator: Compiled, strips: Sequence[Strip], holes: Sequence[float]) -> Verdict:
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


def gallery_score(gallery: Sequence[Hard] = GALLERY) -> tuple[Score, ...]:
    """Each sampler on the gallery; seconds are those of sampling, compilation excluded."""
    evaluators = [typed(hard.text) for hard in gallery]
    for evaluator in evaluators:
        evaluator.values(np.zeros(1))
        evaluator.enclose(np.zeros(1), np.ones(1), 2)
    scores = []
    for name, sampler in SAMPLERS.items():
        verdicts, seconds = [], 0.0
        for hard, evaluator in zip(gallery, evaluators, strict=True):
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
