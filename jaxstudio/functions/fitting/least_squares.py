"""A model fitted by least squares: Levenberg–Marquardt, the exact Jacobian, another start where it fails."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain

import numpy as np

from jaxstudio.errors import DataError
from jaxstudio.functions.fitting.initial_guess import other_starts
from jaxstudio.functions.fitting.model import Model
from jaxstudio.functions.fitting.points import Points
from jaxstudio.functions.fitting.residuals import Residuals
from jaxstudio.functions.fitting.solver import Attempt, Bounds, attempt
from jaxstudio.functions.fitting.statistics import Fit, Shape, correlation_of, r_squared

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
            f"{len(points)} points cannot determine {len(names)} parameters; expected at least as many"
        )
    residuals = Residuals.of(model, names, points, fixed or {})
    limits = _bounds(names, bounds or {})
    vector = np.clip(np.array(list(begin.values())), limits.low, limits.high)
    best, tried = _searched(residuals, vector, limits, explore)
    if best is None:
        shown = ", ".join(f"{name} = {value:g}" for name, value in begin.items())
        raise DataError(f"the model has no finite value at every point with {shown}; expected another start")
    return _finished(residuals, best, limits, tried, absolute_sigma)


def _searched(
    residuals: Residuals, start: np.ndarray, bounds: Bounds, explore: bool
) -> tuple[Attempt | None, int]:
    """The first minimum, or the lowest, or else the lowest place of all; with how many attempts it took."""
    tried: list[Attempt | None] = []
    for place in chain([start], other_starts(residuals, start, bounds)):
        for method in ("trf",) if bounds.any else ("lm", "trf"):
            tried.append(attempt(residuals, place, method, bounds))
            last = tried[-1]
            if last is None or last.converged:
                break
        minimum = last is not None and last.converged
        if (minimum and not explore) or sum(one.evaluations for one in tried if one) > MOST_ALTOGETHER:
            break
    best = min((one for one in tried if one), key=lambda one: (not one.converged, one.rss), default=None)
    return best, len(tried)


def _bounds(names: tuple[str, ...], bounds: Mapping[str, tuple[float, float]]) -> Bounds:
    for name, (low, high) in bounds.items():
        if name not in names:
            raise DataError(
                f"there is no free parameter {name!r} to bound; expected one of {', '.join(names)}"
            )
        if not low < high:
            raise DataError(f"the bounds of {name} are {low:g} and {high:g}; expected the smaller one first")
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
    return Fit(
        names=residuals.names,
        values=best.vector,
        errors=np.sqrt(np.diag(covariance)),
        covariance=covariance,
        correlation=correlation_of(covariance),
        residuals=-rows if points.sigma is None else -rows * points.sigma,
        rss=best.rss,
        residual_std=float(np.sqrt(spread)),
        r_squared=r_squared(points, best.rss),
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
    )


def curve_error(
    model: Model, found: Fit, x: np.ndarray, fixed: Mapping[str, float] | None = None
) -> np.ndarray:
    """The standard error of the fitted curve, float64 (n,), at `x`, (n,) or (k, n) for k inputs."""
    inputs = np.atleast_2d(np.asarray(x, np.float64))
    blank = Points.of(inputs, np.zeros(inputs.shape[1]))
    slopes = Residuals.of(model, found.names, blank, fixed or {}).jacobian(found.values)
    return np.sqrt(np.einsum("ni,ij,nj->n", slopes, found.covariance, slopes))
