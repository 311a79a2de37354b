"""Least squares by SciPy's Levenberg-Marquardt with the exact Jacobian and restarts from other guesses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial, reduce
from itertools import chain

import numpy as np
from scipy.optimize import least_squares
from scipy.special import fdtrc

from jaxstudio.errors import NOTHING, DataError, Wording
from jaxstudio.functions.fitting.epochs import Fit
from jaxstudio.functions.fitting.model import Model, Residuals
from jaxstudio.functions.fitting.table import Points

# columns of the Jacobian, each of length 1, closer to dependent than this determine nothing
SINGULAR = 1e-11


@dataclass(frozen=True)
class Shape:
    """The Jacobian taken apart: the lengths of its columns, and the decomposition with lengths of 1."""

    lengths: np.ndarray
    left: np.ndarray
    singular: np.ndarray
    right: np.ndarray

    @staticmethod
    def of(jacobian: np.ndarray) -> Shape:
        lengths = np.linalg.norm(jacobian, axis=0)
        lengths = np.where(lengths > 0, lengths, 1.0)
        return Shape(lengths, *np.linalg.svd(jacobian / lengths, full_matrices=False))

    @property
    def rank(self) -> int:
        return (
            int((self.singular > SINGULAR * max(self.singular[0], 1e-300)).sum()) if self.singular.size else 0
        )

    def step(self, residuals: np.ndarray) -> np.ndarray:
        """The Gauss–Newton step, of least length where the columns are dependent."""
        kept = slice(0, self.rank)
        scaled = self.right[kept].T @ ((self.left[:, kept].T @ residuals) / self.singular[kept])
        return -scaled / self.lengths

    def removable(self, residuals: np.ndarray) -> float:
        """The length of the part of the residuals that the parameters could take away."""
        return float(np.linalg.norm(self.left[:, : self.rank].T @ residuals))

    def offset(self, residuals: np.ndarray) -> float:
        """Bates and Watts' relative offset."""
        count, parameters = self.left.shape[0], len(self.lengths)
        along = self.removable(residuals) ** 2
        across = max(np.linalg.norm(residuals) ** 2 - along, 0.0)
        if count == parameters or across == 0:
            return 0.0 if along == 0 else float("inf")
        return float(np.sqrt((along / parameters) / (across / (count - parameters))))

    def covariance(self) -> np.ndarray:
        """(JᵀJ)⁻¹, NaN in the rows of parameters that are not determined."""
        kept = slice(0, self.rank)
        root = self.right[kept].T / self.singular[kept]
        covariance = (root @ root.T) / np.outer(self.lengths, self.lengths)
        # what lies in the null space is free to move
        loose = (np.abs(self.right[self.rank :]) > 1e-6).any(0)
        covariance[loose, :] = covariance[:, loose] = np.nan
        return covariance


def r_squared(points: Points, rss: float) -> float:
    """1 - rss / the weighted variation of y about its mean; NaN where y does not vary."""
    weight = np.ones(len(points)) if points.sigma is None else points.sigma**-2.0
    mean = np.average(points.y, weights=weight)
    total = float(weight @ (points.y - mean) ** 2)
    return 1 - rss / total if total > 0 else float("nan")


def correlation_of(covariance: np.ndarray) -> np.ndarray:
    with np.errstate(invalid="ignore", divide="ignore"):
        spread = np.sqrt(np.diag(covariance))
        return covariance / np.outer(spread, spread)


MOST_EVALUATIONS = 2_000
TOLERANCE = 1e-15
SETTLED = 1e-3  # relative offset below which a stop is a minimum
POLISHED = 1e-9  # and down to which it is polished
ROUNDING = 100 * 2.0**-52  # of the size of y: less than this cannot be told from rounding
MOST_POLISHING = 8
# A minimum that explains less than this share of the spread may belong to a wrong start: others are tried.
EXPLAINS = 0.5
# Where chance alone explains as much so often, nothing is explained.
CHANCE = 0.05
POOR = Wording("the curve explains less than half of the points' spread")
ELSEWHERE = Wording("from other starting values it may fit better")
STOPS = {
    0: Wording("{0:,} evaluations were not enough", MOST_EVALUATIONS),
    1: Wording("the slope of the sum of squares is 0"),
    2: Wording("the sum of squares falls no further"),
    3: Wording("the parameters move no further"),
    4: Wording("neither the sum of squares nor the parameters move any further"),
}


@dataclass(frozen=True)
class Bounds:
    """`low` and `high`, (m,), infinite where there is none."""

    low: np.ndarray
    high: np.ndarray

    @property
    def any(self) -> bool:
        return bool(np.isfinite(self.low).any() or np.isfinite(self.high).any())

    def touched(self, vector: np.ndarray) -> np.ndarray:
        """Return which parameters stand at a bound."""
        room = 1e-8 * np.maximum(1.0, np.abs(vector))
        return (vector - self.low <= room) | (self.high - vector <= room)


@dataclass(frozen=True)
class Attempt:
    """The end of one descent."""

    vector: np.ndarray
    rss: float
    offset: float
    rank: int
    converged: bool
    reason: Wording
    iterations: int
    evaluations: int
    path: np.ndarray


def attempt(residuals: Residuals, start: np.ndarray, method: str, bounds: Bounds) -> Attempt | None:
    """Descend from `start` by "lm" (Levenberg–Marquardt) or "trf" (keeps the bounds).

    None if the model has no finite value there.
    """
    first = residuals(start)
    if not np.isfinite(first).all():
        return None
    # a step to where the model has no value must be refused: larger than any sum of squares accepted so far
    refused = 10 * (np.linalg.norm(first) + 1)
    path: list[np.ndarray] = []

    def values(vector: np.ndarray) -> np.ndarray:
        rows = residuals(vector)
        return np.where(np.isfinite(rows), rows, refused)

    def jacobian(vector: np.ndarray) -> np.ndarray:
        path.append(np.array(vector))
        return residuals.jacobian(vector)

    limits = {} if method == "lm" else {"bounds": (bounds.low, bounds.high)}
    with np.errstate(all="ignore"):
        found = least_squares(
            values,
            start,
            jacobian,
            method=method,
            x_scale="jac",
            ftol=TOLERANCE,
            xtol=TOLERANCE,
            gtol=TOLERANCE,
            max_nfev=MOST_EVALUATIONS,
            **limits,
        )
    vector, polishing = _polished(residuals, found.x, bounds)
    path += [vector] if polishing else []
    return _judged(residuals, vector, bounds, found.status, found.nfev + polishing, np.array(path))


def _polished(residuals: Residuals, vector: np.ndarray, bounds: Bounds) -> tuple[np.ndarray, int]:
    """Gauss–Newton steps while each makes the relative offset smaller; with how many were tried."""
    rows = residuals(vector)
    shape = Shape.of(residuals.jacobian(vector))
    offset = shape.offset(rows)
    if bounds.touched(vector).any() or not offset < 1:
        return vector, 0
    for tried in range(MOST_POLISHING):
        if offset <= POLISHED:
            return vector, tried
        there = np.clip(vector + shape.step(rows), bounds.low, bounds.high)
        rows_there = residuals(there)
        if not np.isfinite(rows_there).all():
            return vector, tried + 1
        shape_there = Shape.of(residuals.jacobian(there))
        falls = rows_there @ rows_there <= (1 + 1e-9) * (rows @ rows)
        if not (falls and shape_there.offset(rows_there) < offset):
            return vector, tried + 1
        vector, rows, shape = there, rows_there, shape_there
        offset = shape.offset(rows)
    return vector, MOST_POLISHING


def _judged(
    residuals: Residuals, vector: np.ndarray, bounds: Bounds, status: int, evaluations: int, path: np.ndarray
) -> Attempt:
    rows = residuals(vector)
    inside = ~bounds.touched(vector)
    shape = Shape.of(residuals.jacobian(vector)[:, inside])
    offset, rank = shape.offset(rows), shape.rank
    weight = 1.0 if residuals.points.sigma is None else 1 / residuals.points.sigma
    rounding = ROUNDING * np.linalg.norm(residuals.points.y * weight)
    minimum = bool(np.isfinite(rows).all()) and (offset < SETTLED or shape.removable(rows) <= rounding)
    determined = rank == int(inside.sum())
    reason = STOPS[status]
    if not minimum:
        reason = Wording("{0}, but this is no minimum", reason)
    elif not determined:
        reason = Wording("{0}, but these points do not determine every parameter", reason)
    rss = float(rows @ rows)
    return Attempt(
        vector, rss, offset, rank, bool(minimum and determined), reason, len(path), evaluations, path
    )


MOST_DRAWN, FEWEST_DRAWN = 400, 40
WORK = 10_000_000  # values that may be computed in drawing
TRIED = 12


def other_starts(
    residuals: Residuals, start: np.ndarray, bounds: Bounds, seed: int = 0
) -> Iterator[np.ndarray]:
    """First `start` with its linear parameters solved for; then the best of many drawn near it, solved too.

    A drawn parameter is the start's times ±10^u with u from -2 to 2 (about 1 where the start is 0).
    """
    random = np.random.default_rng(seed)
    linear = linear_parameters(residuals, start, random)
    yield projected(residuals, start, linear, bounds)
    count = len(start)
    drawn = []
    for _ in range(int(np.clip(WORK // (len(residuals.points) * count), FEWEST_DRAWN, MOST_DRAWN))):
        factors = 10.0 ** random.uniform(-2, 2, count) * random.choice([1.0, 1.0, -1.0], count)
        vector = np.clip(np.where(start == 0, 1.0, start) * factors, bounds.low, bounds.high)
        vector = projected(residuals, vector, linear, bounds)
        with np.errstate(over="ignore"):
            drawn.append((float(np.linalg.norm(residuals(vector))), vector))
    finite = [pair for pair in drawn if np.isfinite(pair[0])]
    yield from (vector for _, vector in sorted(finite, key=lambda pair: pair[0])[:TRIED])


def linear_parameters(residuals: Residuals, start: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """Return a mask (m,) of parameters in which, taken together, the model is linear.

    Moving a linear parameter leaves the derivatives by it, and by the other linear ones, as they were.
    """
    linear = np.zeros(len(start), bool)
    before = residuals.jacobian(start)
    for index in range(len(start)):
        chosen = linear.copy()
        chosen[index] = True
        moved = np.where(chosen, start + random.normal(size=len(start)) * (1 + np.abs(start)), start)
        after = residuals.jacobian(moved)
        scale = np.abs(before[:, chosen]).max(initial=0.0)
        if np.abs(after - before)[:, chosen].max(initial=0.0) <= 1e-9 * scale:
            linear = chosen
    return linear


def projected(residuals: Residuals, vector: np.ndarray, linear: np.ndarray, bounds: Bounds) -> np.ndarray:
    """The vector with its linear parameters at their least squares, as far as the model has values."""
    if not linear.any():
        return vector
    rows, columns = residuals(vector), residuals.jacobian(vector)[:, linear]
    if not np.isfinite(rows).all():
        return vector
    solved = vector.copy()
    solved[linear] -= np.linalg.lstsq(columns, rows, rcond=1e-10)[0]
    return np.clip(solved, bounds.low, bounds.high)


MOST_ALTOGETHER = 10_000  # evaluations, after which no attempt is begun


def fit(
    model: Model,
    points: Points,
    start: Mapping[str, float] | None = None,
    *,
    fixed: Mapping[str, float] | None = None,
    bounds: Mapping[str, tuple[float, float]] | None = None,
    absolute_sigma: bool = False,
    explore: bool = False,
) -> Fit:
    """Find the parameters that make the sum of squared residuals, each divided by its sigma, least.

    Begins from `start` (1 where nothing is given) and holds the parameters in `fixed`. Without bounds by
    MINPACK's Levenberg–Marquardt, with them by a reflective trust region, both scaled by the Jacobian. If
    that ends elsewhere than in a minimum it is begun again: by the other method, with the parameters in
    which the model is linear solved for, from starts drawn with a fixed seed; the first minimum counts.
    With `explore` all are tried and the lowest minimum counts: for models with many, such as a sin(b x).
    `absolute_sigma`: the points' sigmas are true, not only their ratios.

    Needs float64. Raises DataError for fewer points than parameters, for names or bounds that do not fit.
    """
    if model.networks:
        raise DataError("a network is fitted by descent, not by least squares; expected a model without mlp")
    model.check(points)
    begin = model.started(start, fixed or {})
    names = tuple(begin)
    if not names:
        raise DataError("the model has no parameter that is free; expected at least one, as a in y ~ a x")
    if len(points) < len(names):
        raise DataError(
            "{0} points cannot determine {1} parameters; expected at least as many", len(points), len(names)
        )
    residuals = Residuals.of(model, names, points, fixed or {})
    limits = _bounds(names, bounds or {})
    vector = np.clip(np.array(list(begin.values())), limits.low, limits.high)
    best, tried = _searched(residuals, vector, limits, explore)
    if best is None:
        shown = ", ".join(f"{name} = {value:g}" for name, value in begin.items())
        raise DataError(
            "the model has no finite value at every point with {0}; expected another start", shown
        )
    return _finished(residuals, best, limits, tried, absolute_sigma)


def _searched(
    residuals: Residuals, start: np.ndarray, bounds: Bounds, explore: bool
) -> tuple[Attempt | None, int]:
    """The first minimum that explains the points, or the lowest, or else the lowest place of all.

    With how many attempts it took.
    """
    tried: list[Attempt | None] = []
    for place in chain([start], other_starts(residuals, start, bounds)):
        for method in ("trf",) if bounds.any else ("lm", "trf"):
            tried.append(attempt(residuals, place, method, bounds))
            last = tried[-1]
            if last is None or last.converged:
                break
        is_good = last is not None and last.converged and r_squared(residuals.points, last.rss) >= EXPLAINS
        if (is_good and not explore) or sum(one.evaluations for one in tried if one) > MOST_ALTOGETHER:
            break
    best = min((one for one in tried if one), key=lambda one: (not one.converged, one.rss), default=None)
    return best, len(tried)


def _bounds(names: tuple[str, ...], bounds: Mapping[str, tuple[float, float]]) -> Bounds:
    for name, (low, high) in bounds.items():
        if name not in names:
            raise DataError(
                "there is no free parameter {0!r} to bound; expected one of {1}", name, ", ".join(names)
            )
        if not low < high:
            raise DataError(
                "the bounds of {0} are {1:g} and {2:g}; expected the smaller one first", name, low, high
            )
    chosen = [bounds.get(name, (-np.inf, np.inf)) for name in names]
    return Bounds(*np.array(chosen, np.float64).T)


def _finished(residuals: Residuals, best: Attempt, bounds: Bounds, tried: int, absolute_sigma: bool) -> Fit:
    points, count = residuals.points, len(residuals.names)
    touched = bounds.touched(best.vector)
    freedom = len(points) - int((~touched).sum())
    spread = best.rss / freedom if freedom else float("nan")
    covariance = np.full((count, count), np.nan)
    inside = np.flatnonzero(~touched)
    if inside.size:
        inverse = Shape.of(residuals.jacobian(best.vector)[:, inside]).covariance()
        covariance[np.ix_(inside, inside)] = inverse * (1.0 if absolute_sigma else spread)
    rows = residuals(best.vector)
    explained = r_squared(points, best.rss)
    return Fit(
        names=residuals.names,
        values=best.vector,
        errors=np.sqrt(np.diag(covariance)),
        covariance=covariance,
        correlation=correlation_of(covariance),
        residuals=-rows if points.sigma is None else -rows * points.sigma,
        rss=best.rss,
        residual_std=float(np.sqrt(spread)),
        r_squared=explained,
        degrees_of_freedom=freedom,
        offset=best.offset,
        rank=best.rank,
        converged=best.converged,
        reason=best.reason,
        iterations=best.iterations,
        evaluations=best.evaluations,
        attempts=tried,
        path=best.path,
        at_bounds=tuple(np.array(residuals.names)[touched].tolist()),
        warning=_warning(residuals, best.vector, explained, freedom),
    )


def _warning(residuals: Residuals, vector: np.ndarray, explained: float, freedom: int) -> Wording:
    """Why the fitted curve says little about the points; empty if it says something.

    By the F test of the curve against a constant; it is exact for models that are linear with a constant.
    """
    if not freedom:
        return Wording("there are as many parameters as points: that the curve meets them says nothing")
    if np.isnan(explained):
        return Wording("the points do not vary: a constant explains them")
    told = []
    if explained <= 0:
        told.append(Wording("a constant explains the points better than the curve"))
    elif explained < 1:
        more = max(len(vector) - 1, 1)
        chance = float(fdtrc(more, freedom, explained / more / ((1 - explained) / freedom)))
        if chance > CHANCE:
            told.append(
                Wording("chance alone would explain as much of the points in {0:.0%} of all cases", chance)
            )
    if explained < EXPLAINS:
        told.append(POOR)
        if not linear_parameters(residuals, vector, np.random.default_rng(0)).all():
            told.append(ELSEWHERE)
    return reduce(partial(Wording, "{0}; {1}"), told) if told else NOTHING


def curve_error(
    model: Model, fit: Fit, x: np.ndarray, fixed: Mapping[str, float] | None = None
) -> np.ndarray:
    """The standard error of the fitted curve, float64 (n,), at `x`, (n,) or (k, n) for k inputs."""
    inputs = np.atleast_2d(np.asarray(x, np.float64))
    blank = Points.of(inputs, np.zeros(inputs.shape[1]))
    slopes = Residuals.of(model, fit.names, blank, fixed or {}).jacobian(fit.values)
    return np.sqrt(np.einsum("ni,ij,nj->n", slopes, fit.covariance, slopes))
