"""Why an equation has no value: what its inputs were, in plain words, and what keeps them away."""

from __future__ import annotations

import math
from collections.abc import Callable

Values = tuple[float, ...]
GUARD = (
    "keep the input where it is defined, f(jnp.where(good, x, 1.0)), and choose the result by another where"
)


def _domain(what: str, where: str) -> Callable[[Values], str]:
    def told(values: Values) -> str:
        return f"{what} of {_number(values[0])} has no value: it is defined for {where}"

    return told


def _division(values: Values) -> str:
    if values[:2] == (0.0, 0.0):
        return "0 / 0 has no value"
    return f"{_number(values[0])} / {_number(values[1])} has no value"


def _pair(sign: str) -> Callable[[Values], str]:
    return lambda values: f"{_number(values[0])} {sign} {_number(values[1])} has no value"


def _power(values: Values) -> str:
    return f"{_number(values[0])} to the power {_number(values[1])} is no real number"


REASONS: dict[str, Callable[[Values], str]] = {
    "log": _domain("the logarithm", "positive numbers"),
    "log1p": _domain("log(1 + x)", "x above −1"),
    "sqrt": _domain("the square root", "numbers from 0"),
    "rsqrt": _domain("1 / √x", "positive numbers"),
    "asin": _domain("arcsin", "−1 to 1"),
    "acos": _domain("arccos", "−1 to 1"),
    "acosh": _domain("arcosh", "numbers from 1"),
    "atanh": _domain("artanh", "−1 to 1"),
    "erf_inv": _domain("the inverse error function", "−1 to 1"),
    "lgamma": _domain("log Γ", "numbers that are not infinite"),
    "digamma": _domain("the digamma function", "numbers other than 0, −1, −2, …"),
    "sin": _domain("the sine", "finite numbers"),
    "cos": _domain("the cosine", "finite numbers"),
    "tan": _domain("the tangent", "finite numbers"),
    "div": _division,
    "rem": _pair("modulo"),
    "sub": _pair("−"),
    "add": _pair("+"),
    "add_any": _pair("+"),
    "mul": _pair("×"),
    "pow": _power,
}
INFINITE = {"add", "add_any", "sub", "mul", "reduce_sum", "dot_general", "cumsum"}


def reason(primitive: str, values: Values) -> tuple[str, str]:
    """Why `primitive` of these inputs is NaN, and the mend.

    Args:
        values: the inputs at the NaN's place; NaN for one whose place is not known.
    """
    known = [value for value in values if not math.isnan(value)]
    if any(map(math.isinf, known)) or primitive in INFINITE:
        mend = "find where the infinity comes from (an overflow, a division by 0), and keep it finite there"
    else:
        mend = GUARD
    if primitive in REASONS and len(known) == len(values) and values:
        return REASONS[primitive](values), mend
    if primitive in INFINITE:
        return f"{primitive} met infinities of both signs, or 0 × ∞", mend
    return f"{primitive} has no value for what it was given", mend


def _number(value: float) -> str:
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    return f"{value:.6g}".replace("-", "−")
