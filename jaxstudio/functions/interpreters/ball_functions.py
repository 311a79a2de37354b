"""Every function of balls: where it has values, its values, its branches, and its analytic continuation."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import acb, acb_series, arb, fmpq

from jaxstudio.functions.interpreters.ball_numbers import NOWHERE, UNKNOWN
from jaxstudio.functions.interpreters.special_functions import TABLE, Special, never, nothing


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
    "round": lambda x: fmpq(round(Fraction(int(x.p), int(x.q)))),  # to even
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


def reciprocal_gamma(x: Any) -> Any:
    """1/Γ, by reflection in the left half-plane, where Arb's own bounds of a complex ball are wide."""
    if isinstance(x, acb) and not x.real > 0:
        return (1 - x).gamma() * x.sin_pi() / acb.pi()
    return x.rgamma()


# Functions of |x|, even (0) or odd (1), of which at 0 just that derivative exists.
FOLDED = {"i0e": 0, "i1e": 1}


def _beta(a: Any, b: Any, x: Any) -> Any:
    """Arb bounds the incomplete beta function of complex balls on the side of 0 alone."""
    if isinstance(x, acb) and x.real > fmpq(1, 2):
        return 1 - (1 - x).beta_lower(b, a, regularized=True)
    return x.beta_lower(a, b, regularized=True)


def _lower_gamma(a: Any, x: Any) -> Any:
    """Arb bounds the upper function of complex balls where it does not bound the lower one."""
    lower = not isinstance(x, acb)
    return x.gamma_lower(a, regularized=True) if lower else 1 - x.gamma_upper(a, regularized=True)


def _polygamma(n: Any, x: Any) -> Any:
    return x.polygamma(n) if isinstance(x, acb) else acb(x).polygamma(n).real


def _is_up_to_zero(x: Any) -> bool:
    return bool(x.is_integer() and x <= 0)


def _alike(names: str, **domain: Any) -> dict[str, Special]:
    """Functions that Arb calls so."""
    return {name: Special(operator.methodcaller(name), **domain) for name in names.split()}


# What is stated once for real and complex balls.
ANALYTIC: dict[str, Special] = {
    **_alike("sin cos tan exp expm1 sinh cosh tanh erf erfc"),
    **_alike("gamma digamma", is_pole=_is_up_to_zero),
    **_alike("asin acos", closed=lambda x: [1 - x * x]),
    **_alike("atanh", open=lambda x: [1 - x * x]),
    **_alike("acosh", closed=lambda x: [x - 1]),
    **_alike("log1p", open=lambda x: [1 + x]),
    **_alike("lambertw", closed=lambda x: [x * arb(1).exp() + 1]),
    "stop": Special(lambda x: x),
    "sinc": Special(lambda x: x.sinc_pi()),
    "E1": Special(lambda x: x.expint(1), open=lambda x: [x]),
    "polygamma": Special(_polygamma, open=lambda n, x: [x], is_pole=lambda n, x: n < 0 or not n.is_integer()),
    "betainc": Special(_beta, closed=lambda a, b, x: [x, 1 - x], open=lambda a, b, x: [a, b]),
    "gammainc": Special(_lower_gamma, closed=lambda a, x: [x], open=lambda a, x: [a]),
    "gammaincc": Special(
        lambda a, x: x.gamma_upper(a, regularized=True), closed=lambda a, x: [x], open=lambda a, x: [a]
    ),
    "zeta": Special(_zeta, open=lambda s, q: [q], is_pole=lambda s, q: s == 1),
    WITHOUT_POLE: Special(_zeta_without_pole, open=lambda s, q: [q]),
    RECIPROCAL: Special(reciprocal_gamma),
    "i0": Special(lambda x: x.bessel_i(0)),
    "i1": Special(lambda x: x.bessel_i(1)),
    "i0e from 0": Special(lambda x: (-x).exp() * x.bessel_i(0)),
    "i1e from 0": Special(lambda x: (-x).exp() * x.bessel_i(1)),
    **TABLE,
}
FUNCTIONS: dict[str, Callable[..., Any]] = {
    **{
        name: operator.methodcaller(name)
        for name in ("atan", "log", "asinh", "sqrt", "floor", "ceil", "erfinv")
    },
    "sign": lambda x: x.sgn(),
    "atan2": arb.atan2,
    "cbrt": lambda x: odd_root(x, 3),
    "abs": abs,
    "round": lambda x: (x + fmpq(1, 2)).floor(),
    "trunc": lambda x: x.floor() if x >= 0 else x.ceil() if x < 0 else x.floor().union(x.ceil()),
    "min": arb.min,
    "max": arb.max,
    "ndtri": lambda x: arb(2).sqrt() * (2 * x - 1).erfinv(),
    "Ei": lambda x: x.ei(),
    "lgamma": _lgamma,
    "i0e": lambda x: abs(x).bessel_i(0, scaled=True),
    "i1e": lambda x: x.sgn() * abs(x).bessel_i(1, scaled=True),
    **{name: each.ball for name, each in ANALYTIC.items()},
}
# What must be at least 0, and what must be positive, so that there is a value.
CLOSED: dict[str, Callable[..., Sequence[Any]]] = {
    "sqrt": lambda x: [x],
    **{name: each.closed for name, each in ANALYTIC.items() if each.closed is not nothing},
}
OPEN: dict[str, Callable[..., Sequence[Any]]] = {
    "log": lambda x: [x],
    "erfinv": lambda x: [1 - x, 1 + x],
    "ndtri": lambda x: [x, 1 - x],
    **{name: each.open for name, each in ANALYTIC.items() if each.open is not nothing},
}
POLES: dict[str, Callable[..., bool]] = {
    "lgamma": _is_up_to_zero,
    "Ei": lambda x: x == 0,
    **{name: each.is_pole for name, each in ANALYTIC.items() if each.is_pole is not never},
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


def by_half_plane(z: acb, right: Callable[[acb], Any], left: Callable[[acb], Any]) -> Any:
    """A function whose continuations from the positive and the negative numbers are two."""
    return right(z) if z.real > 0 else left(z) if z.real < 0 else UNKNOWN


def _continuation(each: Special) -> Callable[..., Any]:
    """Analytic where the numbers that must not be negative, or 0, are not."""
    if each.closed is nothing and each.open is nothing:
        return lambda flag, *z: each.ball(*z)

    def continued(flag: bool, *z: acb) -> Any:
        value = each.ball(*z)
        for end in (*each.closed(*z), *each.open(*z)):
            value += acb(end).sqrt(analytic=flag) * 0
        return value

    return continued


# The analytic continuations, of a flag: they are not finite where they are not analytic, if it is set.
CONTINUED: dict[str, Callable[..., Any]] = {
    "log": lambda flag, z: z.log(analytic=flag),
    "sqrt": lambda flag, z: z.sqrt(analytic=flag),
    "atan": lambda flag, z: (1 + z * z).sqrt(analytic=flag) * 0 + z.atan(),
    "asinh": lambda flag, z: (1 + z * z).sqrt(analytic=flag) * 0 + z.asinh(),
    "abs": lambda flag, z: z.real_abs(analytic=flag),
    "sign": lambda flag, z: z.real_sgn(analytic=flag),
    "floor": lambda flag, z: z.real_floor(analytic=flag),
    "ceil": lambda flag, z: z.real_ceil(analytic=flag),
    "round": lambda flag, z: (z + fmpq(1, 2)).real_floor(analytic=flag),
    "trunc": lambda flag, z: z.real_sgn(analytic=flag) * z.real_abs(analytic=flag).real_floor(analytic=flag),
    "min": lambda flag, a, b: a.real_min(b, analytic=flag),
    "max": lambda flag, a, b: a.real_max(b, analytic=flag),
    "cbrt": lambda flag, z: by_half_plane(z, lambda z: z.root(3), lambda z: -((-z).root(3))),
    "Ei": lambda flag, z: by_half_plane(z, lambda z: z.ei(), lambda z: -((-z).expint(1))),
    "lgamma": lambda flag, z: by_half_plane(z, lambda z: z.lgamma(), lambda z: UNKNOWN),
    "i0e": lambda flag, z: (-z.real_abs(analytic=flag)).exp() * z.bessel_i(0),
    "i1e": lambda flag, z: (-z.real_abs(analytic=flag)).exp() * z.bessel_i(1),
    **{name: _continuation(each) for name, each in ANALYTIC.items()},
}
