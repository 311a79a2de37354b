"""The methods of differentiation, and their figures: results, steps of differences, sizes."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from jaxstudio.errors import NOTHING, UsageError, Wording

HIGHEST = 12  # the highest order


class Method(StrEnum):
    VALUE = "value"  # order 0
    REVERSE = "reverse"  # jax.grad inside jax.grad
    FORWARD = "forward"  # jax.jvp inside jax.jvp
    TAYLOR = "taylor"  # power series over the tree
    JET = "jet"  # jax.experimental.jet, which needs no tree
    FINITE = "finite"  # central differences
    SYMBOLIC = "symbolic"  # a formula, by SymPy


def check_order(order: int) -> None:
    """Raise a UsageError unless 0 <= order <= 12."""
    if not 0 <= order <= HIGHEST:
        raise UsageError("order {0}: expected a whole number from 0 to {1}", order, HIGHEST)


@dataclass(frozen=True)
class MethodFigures:
    """One derivative by one method. `error` is relative to the exact value (absolute where that is 0),
    NaN without one.

    `equations` are those of the jaxpr, inner ones included; `trace_s`, `compile_s` (lowering included)
    and `run_s` (one point, the best of many) are seconds. Where the method was stopped or cannot, `note`
    says why and the figures are NaN or 0. `exact` has fifty digits, as text.
    """

    method: Method
    order: int
    value: float = math.nan
    error: float = math.nan
    equations: int = 0
    trace_s: float = math.nan
    compile_s: float = math.nan
    run_s: float = math.nan
    note: Wording = NOTHING
    exact: str = ""


@dataclass(frozen=True)
class StepErrors:
    """The errors of differences at each step: float64 arrays (n,).

    `forward` is (f(x + h) - f(x))/h, `central` (f(x + h) - f(x - h))/2h; the errors are absolute. Below
    `best_forward` and `best_central`, the steps of the least errors, round-off takes over from truncation.
    """

    steps: np.ndarray
    forward: np.ndarray
    central: np.ndarray
    forward_error: np.ndarray
    central_error: np.ndarray

    @property
    def best_forward(self) -> float:
        return float(self.steps[np.argmin(self.forward_error)])

    @property
    def best_central(self) -> float:
        return float(self.steps[np.argmin(self.central_error)])


@dataclass(frozen=True)
class ExpressionSwell:
    """Sizes at one order; None where it was stopped.

    `formula` counts the operations and leaves of SymPy's derivative as it is written, `shared` those that
    differ from one another; the others count the equations of a jaxpr, inner ones included: `reverse` and
    `forward` nested, `taylor` all orders up to this one. `text` is the formula, cut short.
    """

    order: int
    formula: int | None
    shared: int | None
    reverse: int | None
    forward: int | None
    taylor: int
    text: str = ""
