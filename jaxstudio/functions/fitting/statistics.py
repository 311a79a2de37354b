"""Statistics of a finished fit: standard errors, correlations, rank, goodness of fit."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jaxstudio.functions.fitting.points import Points

# columns of the Jacobian, each of length 1, closer to dependent than this determine nothing
SINGULAR = 1e-11


@dataclass(frozen=True)
class Fit:
    """A model fitted by least squares; arrays are float64 and follow the order of `names`.

    `errors` are standard errors (NaN where undetermined), `covariance` and `correlation` (m, m);
    `residuals` (n,) are y - f(x), not divided by sigma. `rss` is the sum of the squared residuals, each
    divided by its sigma if there are any; `residual_std` is √(rss / degrees of freedom). `iterations`
    counts Jacobians, `evaluations` the model; `attempts` the times a solver was begun. `path`,
    (iterations, m), are the parameters as they moved. `at_bounds` names the parameters that stopped there.

    `converged` means: a minimum, by the relative offset of Bates and Watts (1981) below 0.001 (the part
    of the residuals that the parameters could still take away, in units of what they leave), or that
    part of the size of rounding; and every parameter determined. `reason` says why it stopped.
    """

    names: tuple[str, ...]
    values: np.ndarray
    errors: np.ndarray
    covariance: np.ndarray
    correlation: np.ndarray
    residuals: np.ndarray
    rss: float
    residual_std: float
    r_squared: float
    degrees_of_freedom: int
    offset: float
    rank: int
    converged: bool
    reason: str
    iterations: int
    evaluations: int
    attempts: int
    path: np.ndarray
    at_bounds: tuple[str, ...] = ()

    @property
    def parameters(self) -> dict[str, float]:
        return dict(zip(self.names, self.values.tolist(), strict=True))


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
