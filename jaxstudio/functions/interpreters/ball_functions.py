"""Every function of balls: where it has values, its values, its branches, and its analytic continuation."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

from flint import acb, acb_series, arb, fmpq

from jaxstudio.functions.interpreters.ball_numbers import NOWHERE, UNKNOWN
from jaxstudio.functions.interpreters.special_functions import TABLE, Special


def _nearest_even(x: fmpq) -> fmpq:
    return fmpq(round(Fraction(int(x.p), int(x.q))))


def _root(x: fmpq) -> Any:
    """The square root, as a fraction if it is one."""
    parts = [math.isqrt(abs(int(part))) for part in (x.p, x.q)]
    return fmpq(*parts) if fmpq(*parts) ** 2 == x else arb(x).sqrt() if x >= 0 else NOWHERE


# What is exact of fractions.
EXACT: dict[str, Callable[..., Any]] = {
    "abs": abs,
    "sign": lambda x: fmpq(int(x > 0) - int(x < 0)),
    "floor": lambda x: fmpq(x.floor()),
    "ceil": lambda x: fmpq(x.ceil()),
    "trunc": lambda x: fmpq(x.floor() if x >= 0 else x.ceil()),
    "round": _nearest_even,
    "min": min,
    "max": max,
    "sqrt": _root,
}


@dataclass(frozen=True)
class Corner:
    """A function with corners or jumps: `turns` where a ball belongs to several branches; `branch` names the
    one of a number, and `along` continues it analytically, of a flag as in `CONTINUED`."""

    turns: Callable[..., bool]
    branch: Callable[..., Any]
    along: Callable[..., Any]


def _angle(flag: bool, branch: int, y: acb, x: acb) -> Any:
    """atan2, continued from the right half-plane (branch 0), the upper (1) or the lower one (-1)."""
    ratio = x / y if branch else y / x
    turned = ratio.atan() + (1 + ratio * ratio).sqrt(analytic=flag) * 0
    return branch * arb.pi() / 2 - turned if branch else turned


def _sign(x: Any) -> int:
    return 1 if x >= 0 else -1


_STEP = Corner(lambda value, x: not value.is_exact(), lambda value, x: value, lambda flag, branch, x: branch)
CORNERS = {
    "abs": Corner(
        lambda value, x: bool(x.contains(0)), lambda value, x: _sign(x), lambda flag, branch, x: branch * x
    ),
    "cbrt": Corner(
        lambda value, x: bool(x.contains(0)),
        lambda value, x: _sign(x),
        lambda flag, branch, x: branch * acb(branch * x).pow(fmpq(1, 3), analytic=flag),
    ),
    "min": Corner(
        lambda value, a, b: bool(a.overlaps(b)),
        lambda value, a, b: int(a > b),
        lambda flag, branch, *arguments: arguments[branch],
    ),
    "max": Corner(
        lambda value, a, b: bool(a.overlaps(b)),
        lambda value, a, b: int(a < b),
        lambda flag, branch, *arguments: arguments[branch],
    ),
    "atan2": Corner(
        lambda value, y, x: bool(y.contains(0) and not x > 0),
        lambda value, y, x: 0 if x > 0 else _sign(y),
        lambda flag, branch, y, x: _angle(flag, branch, acb(y), acb(x)),
    ),
    **dict.fromkeys(("sign", "floor", "ceil", "trunc", "round"), _STEP),
}
STEPS = frozenset({"sign", "floor", "ceil", "trunc", "round"})


def odd_root(x: arb, n: int) -> arb:
    """The real root of an odd order."""
    return x.root(n) if x >= 0 else -(-x).root(n) if x < 0 else x.sgn() * abs(x).root(n)


def whole_power(x: Any, n: int) -> Any:
    """x^n; python-flint has none of a real ball whose centre is 0."""
    return (acb(x) ** n).real if isinstance(x, arb) and x.contains(0) else x**n


def _lgamma(x: arb) -> arb:
    return x.lgamma() if x > 0 else -abs(x.rgamma()).log()


def _zeta(s: Any, q: Any) -> Any:
    """Arb does not bound ζ in wide balls, where |ζ(s) - 1| is at most ζ(Re s) - 1."""
    found, first = s.zeta(q), (s.real if isinstance(s, acb) else s).lower()
    if found.is_finite() or not (q == 1 and first > 1):
        return found
    rest = arb(0, (first.zeta() - 1).upper())
    return 1 + (acb(rest, rest) if isinstance(s, acb) else rest)


# Entire functions that those with poles come from: ζ(s, q) without its pole, 1/(s - 1), and 1/Γ.
WITHOUT_POLE, RECIPROCAL = "zeta without its pole", "reciprocal of gamma"


def _zeta_without_pole(s: Any, q: Any) -> Any:
    value = acb_series([s], 1).zeta(acb(q), True)[0]
    return value if isinstance(s, acb) else value.real


def reciprocal_gamma(z: acb) -> acb:
    """1/Γ(z), by reflection in the left half-plane, where Arb's own bounds of a ball are wide."""
    return z.rgamma() if z.real > 0 else (1 - z).gamma() * z.sin_pi() / acb.pi()


def _alike(*names: str) -> dict[str, Callable[..., Any]]:
    return {name: operator.methodcaller(name) for name in names}


# Functions of |x|, even (0) or odd (1), of which at 0 just that derivative exists; and their continuations
# from the side above 0.
FOLDED = {"i0e": 0, "i1e": 1}
FROM_ZERO: dict[str, Callable[..., Any]] = {
    "i0e from 0": lambda x: (-x).exp() * x.bessel_i(0),
    "i1e from 0": lambda x: (-x).exp() * x.bessel_i(1),
}

_ENTIRE = _alike(
    "sin", "cos", "tan", "exp", "expm1", "sinh", "cosh", "tanh", "erf", "erfc", "gamma", "digamma"
)
FUNCTIONS: dict[str, Callable[..., Any]] = {
    **_ENTIRE,
    **_alike("asin", "acos", "atan", "log", "log1p", "asinh", "acosh", "atanh", "sqrt", "floor", "ceil"),
    **_alike("erfinv", "lambertw"),
    "sign": lambda x: x.sgn(),
    "sinc": lambda x: x.sinc_pi(),
    "atan2": arb.atan2,
    "cbrt": lambda x: odd_root(x, 3),
    "abs": abs,
    "round": lambda x: (x + fmpq(1, 2)).floor(),
    "trunc": lambda x: x.floor() if x >= 0 else x.ceil() if x < 0 else x.floor().union(x.ceil()),
    "min": arb.min,
    "max": arb.max,
    "stop": lambda x: x,
    "ndtri": lambda x: arb(2).sqrt() * (2 * x - 1).erfinv(),
    "Ei": lambda x: x.ei(),
    "E1": lambda x: x.expint(1),
    "lgamma": _lgamma,
    "polygamma": lambda n, x: acb(x).polygamma(n).real,
    "betainc": lambda a, b, x: x.beta_lower(a, b, regularized=True),
    "gammainc": lambda a, x: x.gamma_lower(a, regularized=True),
    "gammaincc": lambda a, x: x.gamma_upper(a, regularized=True),
    "zeta": _zeta,
    WITHOUT_POLE: _zeta_without_pole,
    RECIPROCAL: arb.rgamma,
    "i0": lambda x: x.bessel_i(0),
    "i1": lambda x: x.bessel_i(1),
    "i0e": lambda x: abs(x).bessel_i(0, scaled=True),
    "i1e": lambda x: x.sgn() * abs(x).bessel_i(1, scaled=True),
    **FROM_ZERO,
    **{name: each.ball for name, each in TABLE.items()},
}
# What must be at least 0, and what must be positive, so that there is a value.
CLOSED: dict[str, Callable[..., Sequence[Any]]] = {
    "sqrt": lambda x: [x],
    "asin": lambda x: [1 - x, 1 + x],
    "acos": lambda x: [1 - x, 1 + x],
    "acosh": lambda x: [x - 1],
    "lambertw": lambda x: [x * arb(1).exp() + 1],
    "betainc": lambda a, b, x: [x, 1 - x],
    "gammainc": lambda a, x: [x],
    "gammaincc": lambda a, x: [x],
    "polygamma": lambda n, x: [n],
    **{name: each.closed for name, each in TABLE.items()},
}
OPEN: dict[str, Callable[..., Sequence[Any]]] = {
    "log": lambda x: [x],
    "log1p": lambda x: [1 + x],
    "atanh": lambda x: [1 - x, 1 + x],
    "erfinv": lambda x: [1 - x, 1 + x],
    "ndtri": lambda x: [x, 1 - x],
    "E1": lambda x: [x],
    "betainc": lambda a, b, x: [a, b],
    "gammainc": lambda a, x: [a],
    "gammaincc": lambda a, x: [a],
    "polygamma": lambda n, x: [x],
    **dict.fromkeys(("zeta", WITHOUT_POLE), lambda x, q: [q]),
    **{name: each.open for name, each in TABLE.items()},
}
POLES: dict[str, Callable[..., bool]] = {
    **dict.fromkeys(("gamma", "lgamma", "digamma"), lambda x: bool(x.is_integer() and x <= 0)),
    "Ei": lambda x: x == 0,
    "zeta": lambda x, q: x == 1,
    "polygamma": lambda n, x: not n.is_integer(),
    **{name: each.is_pole for name, each in TABLE.items()},
}


def is_outside(name: str, arguments: Sequence[Any]) -> bool:
    """Whether numbers, real balls or fractions, lie for certain where a function has no value."""
    if name in CLOSED and any(value < 0 for value in CLOSED[name](*arguments)):
        return True
    return name in OPEN and any(value <= 0 for value in OPEN[name](*arguments))


def is_inside(name: str, arguments: Sequence[Any]) -> bool:
    """Whether the arguments surely lie where the function has values, apart from single poles."""
    closed, open_ = (inside[name](*arguments) if name in inside else () for inside in (CLOSED, OPEN))
    return all(value >= 0 for value in closed) and all(value > 0 for value in open_)


def _arc(z: acb, at: acb, flag: bool, name: str) -> Any:
    """An inverse function, analytic where `at` is not negative or zero."""
    return at.sqrt(analytic=flag) * 0 + getattr(z, name)()


def by_half_plane(z: acb, right: Callable[[acb], Any], left: Callable[[acb], Any]) -> Any:
    """A function whose continuations from the positive and the negative numbers are two."""
    return right(z) if z.real > 0 else left(z) if z.real < 0 else UNKNOWN


def _special(each: Special, flag: bool, *z: acb) -> Any:
    """Analytic where the numbers that must be positive are not negative or zero."""
    ends = sum((acb(end).log(analytic=flag) * 0 for end in (*each.closed(*z), *each.open(*z))), acb(0))
    return ends + each.ball(*z)


def _beta(a: acb, b: acb, z: acb) -> acb:
    """Arb bounds the incomplete beta function on the side of 0 alone."""
    if z.real > fmpq(1, 2):
        return 1 - (1 - z).beta_lower(b, a, regularized=True)
    return z.beta_lower(a, b, regularized=True)


# The analytic continuations, of a flag: they are not finite where they are not analytic, if it is set.
CONTINUED: dict[str, Callable[..., Any]] = {
    **{name: partial(lambda f, flag, z: f(z), function) for name, function in _ENTIRE.items()},
    "log": lambda flag, z: z.log(analytic=flag),
    "log1p": lambda flag, z: (1 + z).log(analytic=flag) * 0 + z.log1p(),
    "sqrt": lambda flag, z: z.sqrt(analytic=flag),
    "asin": lambda flag, z: _arc(z, 1 - z * z, flag, "asin"),
    "acos": lambda flag, z: _arc(z, 1 - z * z, flag, "acos"),
    "atanh": lambda flag, z: _arc(z, 1 - z * z, flag, "atanh"),
    "atan": lambda flag, z: _arc(z, 1 + z * z, flag, "atan"),
    "asinh": lambda flag, z: _arc(z, 1 + z * z, flag, "asinh"),
    "acosh": lambda flag, z: _arc(z, z - 1, flag, "acosh"),
    "lambertw": lambda flag, z: _arc(z, z * arb(1).exp() + 1, flag, "lambertw"),
    "abs": lambda flag, z: z.real_abs(analytic=flag),
    "sign": lambda flag, z: z.real_sgn(analytic=flag),
    "floor": lambda flag, z: z.real_floor(analytic=flag),
    "ceil": lambda flag, z: z.real_ceil(analytic=flag),
    "round": lambda flag, z: (z + fmpq(1, 2)).real_floor(analytic=flag),
    "trunc": lambda flag, z: z.real_sgn(analytic=flag) * z.real_abs(analytic=flag).real_floor(analytic=flag),
    "min": lambda flag, a, b: a.real_min(b, analytic=flag),
    "max": lambda flag, a, b: a.real_max(b, analytic=flag),
    "cbrt": lambda flag, z: by_half_plane(z, lambda z: z.root(3), lambda z: -((-z).root(3))),
    "stop": lambda flag, z: z,
    "sinc": lambda flag, z: z.sinc_pi(),
    "Ei": lambda flag, z: by_half_plane(z, lambda z: z.ei(), lambda z: -((-z).expint(1))),
    "E1": lambda flag, z: z.log(analytic=flag) * 0 + z.expint(1),
    "lgamma": lambda flag, z: by_half_plane(z, lambda z: z.lgamma(), lambda z: UNKNOWN),
    "polygamma": lambda flag, n, z: z.polygamma(n),
    "betainc": lambda flag, a, b, z: (z - z * z).sqrt(analytic=flag) * 0 + _beta(a, b, z),
    # Arb bounds the upper function where it does not bound the lower one
    "gammainc": lambda flag, a, z: z.log(analytic=flag) * 0 + 1 - z.gamma_upper(a, regularized=True),
    "gammaincc": lambda flag, a, z: z.log(analytic=flag) * 0 + z.gamma_upper(a, regularized=True),
    "zeta": lambda flag, s, q: by_half_plane(q, partial(_zeta, s), lambda z: UNKNOWN),
    WITHOUT_POLE: lambda flag, s, q: by_half_plane(q, partial(_zeta_without_pole, s), lambda z: UNKNOWN),
    RECIPROCAL: lambda flag, z: reciprocal_gamma(z),
    "i0": lambda flag, z: z.bessel_i(0),
    "i1": lambda flag, z: z.bessel_i(1),
    "i0e": lambda flag, z: (-z.real_abs(analytic=flag)).exp() * z.bessel_i(0),
    "i1e": lambda flag, z: (-z.real_abs(analytic=flag)).exp() * z.bessel_i(1),
    **{name: partial(lambda f, flag, z: f(z), function) for name, function in FROM_ZERO.items()},
    **{name: partial(_special, each) for name, each in TABLE.items()},
}
