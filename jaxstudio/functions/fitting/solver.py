"""One descent of SciPy's least squares from one start, polished, and judged on whether it is a minimum."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.optimize import least_squares

from jaxstudio.functions.fitting.residuals import Residuals
from jaxstudio.functions.fitting.statistics import Shape

MOST_EVALUATIONS = 2_000
TOLERANCE = 1e-15
SETTLED = 1e-3  # relative offset below which a stop is a minimum
POLISHED = 1e-9  # and down to which it is polished
ROUNDING = 100 * 2.0**-52  # of the size of y: less than this cannot be told from rounding
MOST_POLISHING = 8
STOPS = {
    0: f"{MOST_EVALUATIONS:,} evaluations were not enough",
    1: "the slope of the sum of squares is 0",
    2: "the sum of squares falls no further",
    3: "the parameters move no further",
    4: "neither the sum of squares nor the parameters move any further",
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
        """Which parameters stand at a bound."""
        room = 1e-8 * np.maximum(1.0, np.abs(vector))
        return (vector - self.low <= room) | (self.high - vector <= room)


@dataclass(frozen=True)
class Attempt:
    """Where one descent ended."""

    vector: np.ndarray
    rss: float
    offset: float
    rank: int
    converged: bool
    reason: str
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
        reason += ", but this is no minimum"
    elif not determined:
        reason += ", but these points do not determine every parameter"
    rss = float(rows @ rows)
    return Attempt(
        vector, rss, offset, rank, bool(minimum and determined), reason, len(path), evaluations, path
    )
