"""Values of trainings and fits for the window, without JAX."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jaxstudio.errors import NOTHING, Wording


@dataclass(frozen=True)
class Epoch:
    """After epoch `number`: `loss` is the mean cross-entropy of its steps, the accuracies from 0 to 1.

    `seconds` is the time of its steps, which `jit` says were compiled.
    """

    number: int
    loss: float
    accuracy: float
    test_accuracy: float
    seconds: float
    jit: bool = True


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
    part of the size of rounding; and every parameter determined. `reason` says why it stopped, `warning`
    why the curve says little about the points; empty if it does.
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
    reason: Wording
    iterations: int
    evaluations: int
    attempts: int
    path: np.ndarray
    at_bounds: tuple[str, ...] = ()
    warning: Wording = NOTHING

    @property
    def parameters(self) -> dict[str, float]:
        return dict(zip(self.names, self.values.tolist(), strict=True))
