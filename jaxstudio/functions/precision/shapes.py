"""What is said about dtypes: frozen values, plain enough to cross a process."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class DtypeFacts:
    """A floating dtype: `bits`, of them `exponent_bits` and `fraction_bits` (without the leading one).

    `digits` are the decimal digits that always survive; `eps` is the gap after 1; `smallest_normal`,
    `smallest_subnormal` and `largest` bound its positive numbers. `keeps_subnormals`: this device does not
    turn results below `smallest_normal` into 0.
    """

    name: str
    bits: int
    exponent_bits: int
    fraction_bits: int
    digits: int
    eps: float
    smallest_normal: float
    smallest_subnormal: float
    largest: float
    keeps_subnormals: bool


@dataclass(frozen=True)
class PromotionTable:
    """What a + b is: `results[i][j]` is the dtype of names[i] + names[j], as JAX promotes by default."""

    names: tuple[str, ...]
    results: tuple[tuple[str, ...], ...]

    def of(self, first: str, second: str) -> str:
        return self.results[self.names.index(first)][self.names.index(second)]


@dataclass(frozen=True)
class CastTable:
    """Numbers cast from one dtype to another: `values` and `cast`, float64 (n,), NaN where it is one."""

    source: str
    target: str
    values: np.ndarray
    cast: np.ndarray


@dataclass(frozen=True)
class IndexFact:
    """What JAX does with an index: the expression, and what it gives, as text."""

    expression: str
    result: str
    remark: str


@dataclass(frozen=True)
class UlpErrors:
    """A function in a low dtype beside a high one, at x (n,), the numbers that the low one can hold.

    `values` and `exact` (n,) are the results in both, `errors` (n,) their difference in ulps of the low
    dtype at `exact`: 0.5 is the best that rounding can do. Where only one of them has a value, or the low one
    overflows, the error is infinite; where neither has one it is NaN and does not count. `worst`, at
    `worst_x`, and `mean` are over the finite errors; `lost` counts the infinite ones.
    """

    low: str
    high: str
    x: np.ndarray
    values: np.ndarray
    exact: np.ndarray
    errors: np.ndarray
    worst: float
    worst_x: float
    mean: float
    lost: int
