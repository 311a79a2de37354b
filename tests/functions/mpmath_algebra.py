"""A tree evaluated in mpmath's numbers of any precision: the reference for all other algebras."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import mpmath  # type: ignore[import-untyped]
import sympy  # type: ignore[import-untyped]
from mpmath import mp, mpf

from jaxstudio.functions.interpreters.algebra import Algebra
from jaxstudio.functions.interpreters.evaluate import evaluate
from jaxstudio.functions.language import limits
from jaxstudio.functions.language.nodes import Node

DIGITS = 50
# The largest binary exponent of an argument; that of a float64 is 1024 at most.
MAGNITUDE = 20_000
# What mpmath raises at a pole or outside a domain, where the others have no value.
NOWHERE = (ValueError, ZeroDivisionError, OverflowError, mpmath.libmp.NoConvergence, NotImplementedError)


def tree_to_mpmath(
    tree: Node, variables: tuple[str, ...], defaults: Mapping[str, float], digits: int = DIGITS
) -> Callable[..., Any]:
    """The function f(*variables, p) of a tree: numbers in, an mpf of so many digits out, NaN where it has
    no value; a tuple of them for a Tuple or Vector, a bool for an inequality. Numbers typed are the
    decimals that were typed."""

    def function(*arguments: Any) -> Any:
        *inputs, p = arguments
        with mp.workdps(digits):
            values = {name: mpf(value) for name, value in {**defaults, **p}.items()}
            values |= {name: mpf(value) for name, value in zip(variables, inputs, strict=True)}
            result = evaluate(tree, MpmathAlgebra(), values)
            return +result if isinstance(result, mpf) else result

    return function


def _real(value: Any) -> mpf:
    """A complex or infinite result is no value of a real function."""
    return mpf(mp.nan) if isinstance(value, mpmath.mpc) or mp.isinf(value) else mpf(value)


def _erfinv(x: mpf) -> mpf:
    return mp.erfinv(x) if abs(x) < 1 else mp.nan


# functions that mpmath and the catalogue call alike
_ALIKE = """sin cos tan asin acos atan atan2 exp expm1 log sinh cosh tanh asinh acosh sqrt sign floor ceil erf
erfc gamma digamma"""


def real(function: Callable[..., Any]) -> Callable[..., Any]:
    """NaN where the value is complex; an imaginary part of rounding is none."""

    def value(*arguments: Any) -> Any:
        found = mp.mpmathify(function(*arguments))
        return found.real if abs(found.imag) <= mp.eps * 1000 * (1 + abs(found.real)) else mp.nan

    return value


FUNCTIONS: dict[str, Callable[..., Any]] = {
    **{name: getattr(mp, name) for name in _ALIKE.split()},
    "sinc": mp.sincpi,
    "log1p": lambda x: mp.log1p(x) if x > -1 else mp.nan,
    "atanh": lambda x: mp.atanh(x) if abs(x) < 1 else mp.nan,
    "cbrt": lambda x: mp.sign(x) * mp.cbrt(abs(x)),
    "abs": abs,
    "round": mp.nint,
    "trunc": lambda x: mp.floor(x) if x >= 0 else mp.ceil(x),
    "min": min,
    "max": max,
    "stop": lambda x: x,
    "erfinv": _erfinv,
    "ndtri": lambda x: mp.sqrt(2) * _erfinv(2 * x - 1),
    "Ei": mp.ei,
    "E1": lambda x: mp.e1(x) if x > 0 else mp.nan,
    "lambertw": lambda x: mp.lambertw(x),
    "lgamma": lambda x: mp.log(abs(mp.gamma(x))) if x < 0 else mp.loggamma(x),
    "polygamma": lambda n, x: mp.psi(int(n), x) if x > 0 and n >= 0 and mp.isint(n) else mp.nan,
    "betainc": lambda a, b, x: (
        mp.betainc(a, b, 0, x, regularized=True) if a > 0 and b > 0 and 0 <= x <= 1 else mp.nan
    ),
    "gammainc": lambda a, x: mp.gammainc(a, 0, x, regularized=True) if a > 0 and x >= 0 else mp.nan,
    "gammaincc": lambda a, x: mp.gammainc(a, x, mp.inf, regularized=True) if a > 0 and x >= 0 else mp.nan,
    "zeta": lambda x, q: mp.zeta(x, q) if x != 1 and q > 0 else mp.nan,
    "i0": lambda x: mp.besseli(0, x),
    "i1": lambda x: mp.besseli(1, x),
    "i0e": lambda x: mp.besseli(0, x) * mp.exp(-abs(x)),
    "i1e": lambda x: mp.besseli(1, x) * mp.exp(-abs(x)),
    **{name: real(getattr(mp, name)) for name in ("besselj", "bessely", "besseli", "besselk")},
    **{name: real(getattr(mp, name)) for name in ("airyai", "airybi", "legendre")},
    **{name: real(getattr(mp, name)) for name in ("gegenbauer", "hermite", "ellipk", "ellipe", "ellipf")},
    **{name: real(getattr(mp, name)) for name in ("polylog", "fresnels", "fresnelc", "hyp1f1", "hyp2f1")},
    "airyaiprime": lambda x: mp.airyai(x, derivative=1),
    "airybiprime": lambda x: mp.airybi(x, derivative=1),
    "chebyshevt": real(mp.chebyt),
    "chebyshevu": real(mp.chebyu),
    "genlaguerre": real(mp.laguerre),
    "ellipeinc": real(mp.ellipe),
    "ellippi": real(mp.ellippi),
    "ellippiinc": real(mp.ellippi),
    "lambertwm1": real(lambda x: mp.lambertw(x, -1)),
    "gcd": lambda x, y: math.gcd(int(x), int(y)) if mp.isint(x) and mp.isint(y) else mp.nan,
    "lcm": lambda x, y: math.lcm(int(x), int(y)) if mp.isint(x) and mp.isint(y) else mp.nan,
    "isprime": lambda n: float(sympy.isprime(int(n))) if mp.isint(n) else mp.nan,
}
# those that never fail, even of infinity, and whose cost does not grow with the argument's exponent
OF_ANY_SIZE = frozenset({"abs", "sign", "stop"})
CONSTANTS = {"pi": lambda: +mp.pi, "e": lambda: +mp.e, "tau": lambda: 2 * mp.pi}


def _is_beyond(x: mpf) -> bool:
    """Whether the binary exponent is so large that sin(x) or exp(x) would need gigabytes."""
    return bool(x) and mp.mag(x) > MAGNITUDE


def somewhere(operation: Callable[..., Any], *arguments: Any) -> mpf:
    """The result, or NaN where there is none, and where an argument is beyond all reach."""
    if any(mp.isnan(argument) or mp.isinf(argument) or _is_beyond(argument) for argument in arguments):
        return mpf(mp.nan)
    try:
        return _real(operation(*arguments))
    except NOWHERE:
        return mpf(mp.nan)


class MpmathAlgebra(Algebra[Any, bool]):
    """Values are mpf of the working precision (`mp.dps`); a value that is none is NaN.

    Numbers typed are the decimals that were typed.
    """

    multiprecision = True
    functions = FUNCTIONS
    invert = staticmethod(operator.not_)

    def constant(self, value: float) -> mpf:
        return mpf(repr(float(value))) if isinstance(value, float) else mpf(value)

    def named_constant(self, name: str, value: float) -> mpf:
        return CONSTANTS[name]()

    def divide(self, a: mpf, b: mpf) -> mpf:
        return somewhere(lambda: a / b)

    def integer_power(self, a: mpf, n: int) -> mpf:
        return somewhere(lambda: a**n)

    def rational_power(self, a: mpf, p: int, q: int) -> mpf:
        size = somewhere(lambda: mp.root(abs(a), q) ** p)
        return size if p % 2 == 0 or a >= 0 else -size

    def power(self, a: mpf, b: mpf) -> mpf:
        def operation(a: mpf, b: mpf) -> mpf:
            return mp.power(a, b) if a > 0 or mp.isint(b) or a == 0 else mp.nan

        return somewhere(operation, a, b)

    def call(self, name: str, arguments: Sequence[mpf]) -> mpf:
        if name in OF_ANY_SIZE:
            return FUNCTIONS[name](*arguments)
        return somewhere(FUNCTIONS[name], *arguments)

    def select(self, condition: bool, a: mpf, b: mpf) -> mpf:
        return a if condition else b

    def total(self, kind: str, body: Callable[[mpf], mpf], low: int, count: int) -> mpf:
        terms = (body(low + mpf(index)) for index in range(count))
        return mp.fsum(terms) if kind == "sum" else mp.fprod(terms)

    def open_total(self, kind: str, body: Callable[[mpf], mpf], low: mpf, high: mpf) -> mpf:
        if mp.isnan(low) or mp.isnan(high) or not high - low < limits.OPEN_TERMS:
            return mpf(mp.nan)
        return self.total(kind, body, low, int(mp.floor(high - low)) + 1)

    def endless_total(self, kind: str, body: Any, low: Any) -> Any:
        return (mp.nsum if kind == "sum" else mp.nprod)(body, [low, mp.inf])

    def integral(self, body: Callable[[mpf], mpf], low: mpf, high: mpf) -> mpf:
        return somewhere(lambda: mp.quad(body, [low, high]))

    def derivative(self, body: Callable[[mpf], mpf], at: mpf, order: int) -> mpf:
        return somewhere(lambda: mp.diff(body, at, order))

    def until_settled(
        self, step: Callable[[Sequence[mpf], mpf], Sequence[mpf]], first: Sequence[mpf], count: int, most: int
    ) -> list[mpf]:
        """The values after so many steps that the first `count` of them no longer change."""
        values = list(first)
        for k in range(1, most + 1):
            after = list(step(values, mpf(k)))
            if not any(
                abs(new - old) > mp.eps * abs(new)
                for new, old in zip(after[:count], values[:count], strict=True)
            ):
                return after
            values = after
        return [mpf(mp.nan)] * len(values)

    def several(self, items: Sequence[mpf]) -> Any:
        return tuple(items)
