"""Functions of expansions beside a point: by Taylor series, or by a rule at an end, a pole or a step."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from operator import methodcaller
from typing import Any

import flint
from flint import acb, arb, arb_series, fmpq

from jaxstudio.functions.interpreters import waves
from jaxstudio.functions.interpreters.ball_functions import FOLDED, RECIPROCAL, WITHOUT_POLE
from jaxstudio.functions.interpreters.germs import ONE, TERMS, ZERO, Germ, Steep, Unexpanded, is_nothing

# Discs in which a function is bounded are halved so often.
DISCS = 40
# Functions whose Taylor series Arb has.
SERIES: dict[str, Callable[[Any], Any]] = {
    **{name: methodcaller(name) for name in ("sin", "cos", "asin", "acos", "atan", "gamma", "erf", "erfc")},
    RECIPROCAL: methodcaller("rgamma"),
    "asinh": lambda t: (t + (t * t + 1).sqrt()).log(),
    "tanh": lambda t: 1 - 2 / ((2 * t).exp() + 1),
}


def _coefficients(algebra: Any, name: str, arguments: Sequence[Any], place: int, count: int) -> list[Any]:
    """The first `count` Taylor coefficients of a function by the argument at a place."""
    c = arguments[place]
    if name not in SERIES:
        rows = [[each, fmpq(1)] if at == place else [each] for at, each in enumerate(arguments)]
        return list(algebra.along(name, rows, count - 1))
    outside, flint.ctx.cap = flint.ctx.cap, count
    try:
        series = SERIES[name](arb_series([arb(c), 1]))
    finally:
        flint.ctx.cap = outside
    return [algebra.call(name, arguments), *(series[k] for k in range(1, count))]


def along(algebra: Any, name: str, f: Germ, place: int = 0, others: Sequence[Any] = ()) -> Germ:
    """A function that is analytic where f ends, its argument at `place` beside others that are numbers."""
    return _derivatives(algebra, name, f, place, others, 0)[0]


def _derivatives(
    algebra: Any, name: str, f: Germ, place: int, others: Sequence[Any], order: int
) -> list[Germ]:
    """The function and its derivatives up to `order`, each over k!, at f.

    By Cauchy's bound they are at most (2/r)^k times what the function is in a disc of twice the radius r/2.
    """

    def with_(x: Any) -> list[Any]:
        return [*others[:place], x, *others[place:]]

    c = f.terms.get((ZERO, ZERO), fmpq(0))
    u = f - c
    size = u.largest()
    for n in range(1, DISCS):
        disc = fmpq(1, 2**n)
        if not size < disc:
            break
        with algebra.continued(True, None):
            around = algebra.call(name, with_(acb(arb(c, disc), arb(0, disc))))
        if isinstance(around, acb) and around.is_finite():
            bound = around.abs_upper()
            outer = _coefficients(algebra, name, with_(c), place, TERMS + order)
            germs = [u.composed(outer[:TERMS], u, size, arb(disc), bound)]
            for k in range(1, order + 1):
                further = [math.comb(k + j, k) * outer[k + j] for j in range(TERMS)]
                germs.append(u.composed(further, u, size, arb(disc) / 2, bound * arb(2 / disc) ** k))
            return germs
    raise Unexpanded


def derivatives(algebra: Any, name: str, series: Sequence[Sequence[Any]], order: int) -> list[Germ]:
    """The coefficients 0 to `order` of a function along the one argument that is a germ + t."""
    (place,) = (at for at, u in enumerate(series) if len(u) > 1)
    f, others = series[place][0], [u[0] for u in series if len(u) == 1]
    if not isinstance(f, Germ) or any(isinstance(each, Germ) for each in others):
        raise Unexpanded
    if name not in FOLDED or f.is_infinite or end_of(f) != 0:
        return _derivatives(algebra, name, f, place, others, order)
    sign = f.sign or 1
    found = _derivatives(algebra, f"{name} from 0", f * sign, place, others, order)
    return [each * sign ** (k + FOLDED[name]) for k, each in enumerate(found)]


def call(algebra: Any, name: str, arguments: Sequence[Any]) -> Any:
    """A function of germs; raises Unexpanded."""
    sample = next(argument for argument in arguments if isinstance(argument, Germ))
    if name in OF_GERMS:
        germs = [each if isinstance(each, Germ) else sample.constant(each) for each in arguments]
        return OF_GERMS[name](algebra, *germs)
    moving = [place for place, argument in enumerate(arguments) if isinstance(argument, Germ)]
    if len(moving) != 1:
        raise Unexpanded
    (place,), f = moving, sample
    others = [argument for argument in arguments if argument is not f]
    if name in FOLDED:
        return derivatives(algebra, name, [[f, fmpq(1)]], 0)[0]
    if f.is_infinite and name in AT_INFINITY and all(other == 1 for other in others):
        return AT_INFINITY[name](algebra, f)
    for end, rule in AT_ENDS.get(name, {}).items():
        if end_of(f) == end:
            return rule(algebra, f)
    if name == "zeta" and place == 0:
        return along(algebra, WITHOUT_POLE, f, 0, others) + (f - 1).power(-ONE)
    return along(algebra, name, f, place, others)


def _wave(name: str, algebra: Any, f: Germ) -> Germ:
    """sin or cos towards infinity."""
    try:
        phase, rest = waves.parted(f)
    except Unexpanded:
        return f.of({}, [(ZERO, arb(1))])
    sine, cosine = (along(algebra, each, rest) for each in ("sin", "cos"))
    return waves.wave(phase, sine, cosine) if name == "sin" else waves.wave(phase, cosine, -sine)


def end_of(f: Germ) -> Any:
    """The limit, as a fraction where only rounding keeps it from a whole or half number."""
    c = f.limit()
    if isinstance(c, fmpq) or not c.is_finite():
        return c
    near = (2 * c + fmpq(1, 2)).floor().mid().fmpq() / 2
    return near if is_nothing(c - near) else c


def _root(f: Germ) -> Germ:
    return f if f.is_zero() else f.power(Fraction(1, 2))


def _step(name: str, algebra: Any, f: Germ) -> Germ:
    c = end_of(f)
    away = f - c
    if isinstance(c, fmpq) and (2 * c).q == 1 and away.largest() < fmpq(1, 4):
        return f.constant(algebra.call(name, [c + away.sign * fmpq(1, 4) if not away.is_zero() else c]))
    around = algebra.call(name, [arb(c) + arb(0, away.largest())])
    if not around.is_exact():
        raise Unexpanded
    return f.constant(around)


def _tanh(algebra: Any, f: Germ) -> Germ:
    small = (f * (-2 * f.sign)).exp()
    return (1 - small) / (1 + small) * f.sign


def _atan2(algebra: Any, y: Germ, x: Germ) -> Germ:
    if not y.sign:
        return y.constant(arb.pi() if x.sign < 0 else fmpq(0))
    return y.sign * arb.pi() / 2 - call(algebra, "atan", [x / y])


def _acos_at_one(algebra: Any, f: Germ) -> Germ:
    return 2 * along(algebra, "asin", _root((1 - f) / 2))


def _ends_at_a_pole(f: Germ) -> bool:
    """Whether it is one of gamma, whose series has no disc there; that of its reciprocal takes longer."""
    c = end_of(f)
    return isinstance(c, fmpq) and c.q == 1 and c <= 0


def _digamma(algebra: Any, f: Germ) -> Germ:
    if not _ends_at_a_pole(f):
        return along(algebra, "digamma", f)
    reciprocal, slope = derivatives(algebra, RECIPROCAL, [[f, fmpq(1)]], 1)
    return -slope / reciprocal


# Stirling's series: B_2k/(2k(2k - 1)), its rest smaller than its next term (DLMF 5.11.8).
STIRLING = [Fraction(t) for t in ("1/12", "-1/360", "1/1260", "-1/1680", "1/1188")]
STIRLING_REST = fmpq(691, 360360)


def _stirling(f: Germ) -> Germ:
    """log gamma(f) towards infinity."""
    if f.sign < 0 or isinstance(f, Steep):
        raise Unexpanded
    half = fmpq(1, 2)
    total = (f - half) * f.log() - f + (2 * arb.pi()).log() * half
    inverse = f.power(-ONE)
    for k, number in enumerate(STIRLING):
        total = total + inverse.power(Fraction(2 * k + 1)) * fmpq(number.numerator, number.denominator)
    next_term = inverse.power(Fraction(11))
    rests = [(q, bound * STIRLING_REST) for q, bound in next_term.bounds()]
    return total.of(total.terms, [*([total.rest] if total.rest else []), *rests])


def _gamma(algebra: Any, f: Germ) -> Germ:
    if f.is_infinite:
        return _stirling(f).exp()
    return along(algebra, RECIPROCAL, f).power(-ONE) if _ends_at_a_pole(f) else along(algebra, "gamma", f)


def _lgamma(algebra: Any, f: Germ) -> Germ:
    if f.is_infinite:
        return _stirling(f)
    if f.limit() > 0:
        return along(algebra, "lgamma", f)
    size = _gamma(algebra, f)
    return (size * size.sign).log()


def _erf(algebra: Any, f: Germ) -> Germ:
    small = (-(f * f)).exp()  # which is greater than 1 - erf(|f|)
    return f.of({(ZERO, ZERO): fmpq(f.sign)}, [small.rest] if small.rest else [])


def _exponential_integral(sign: int, algebra: Any, f: Germ) -> Germ:
    """Ei(z) = γ + log|z| + Σ z^k/(k k!) at 0; E1(z) = -Ei(-z)."""
    z = f * sign
    coefficients = [fmpq(0), *(fmpq(1, k * math.factorial(k)) for k in range(1, TERMS))]
    entire = z.composed(coefficients, z, z.largest(), arb(1), arb(1).exp())
    return (entire + (z * z.sign).log() + arb.const_euler()) * sign


def _zeta(algebra: Any, f: Germ) -> Germ:
    """From 2 on 1 < ζ(x) < 1 + 3/2^x."""
    if not (f.sign > 0 and f.power(-ONE).largest() < fmpq(1, 2)):
        raise Unexpanded
    small = (f * -arb(2).log()).exp()
    return f.of({(ZERO, ZERO): fmpq(1)}, [(q, 3 * bound) for q, bound in small.bounds()])


def rooted(f: Germ, p: int, q: int) -> Germ:
    """The real f^(p/q) of an odd q."""
    if f.is_zero():
        return f if p > 0 else f.power(-ONE)
    sign = f.sign
    return (f * sign).power(Fraction(p, q)) * (sign if p % 2 else 1)


# Rules wherever the germ ends, of several germs too.
OF_GERMS: dict[str, Callable[..., Any]] = {
    "exp": lambda algebra, f: f.exp(),
    "log": lambda algebra, f: f.log(),
    "log1p": lambda algebra, f: (f + 1).log(),
    "expm1": lambda algebra, f: f.exp() - 1,
    "sinh": lambda algebra, f: (f.exp() - (-f).exp()) / 2,
    "cosh": lambda algebra, f: (f.exp() + (-f).exp()) / 2,
    "tan": lambda algebra, f: along(algebra, "sin", f) / along(algebra, "cos", f),
    "sqrt": lambda algebra, f: _root(f),
    "cbrt": lambda algebra, f: rooted(f, 1, 3),
    # where only bounds are known, as of sin(x) towards infinity, there are bounds of the absolute value
    "abs": lambda algebra, f: f * f.sign if f.terms or isinstance(f, Steep) else f.of({}, f.bounds()),
    "sign": lambda algebra, f: f.constant(fmpq(f.sign)),
    "min": lambda algebra, f, g: f if (f - g).sign <= 0 else g,
    "max": lambda algebra, f, g: f if (f - g).sign >= 0 else g,
    **{name: partial(_step, name) for name in ("floor", "ceil", "trunc", "round")},
    "stop": lambda algebra, f: f,
    "atan2": _atan2,
    "atanh": lambda algebra, f: ((1 + f).log() - (1 - f).log()) / 2,
    "gamma": _gamma,
    "digamma": _digamma,
    "lgamma": _lgamma,
}
# Rules towards infinity, and where the germ ends at a number.
AT_INFINITY: dict[str, Callable[[Any, Germ], Germ]] = {
    "sin": partial(_wave, "sin"),
    "cos": partial(_wave, "cos"),
    "tanh": _tanh,
    "atan": lambda algebra, f: f.sign * arb.pi() / 2 - along(algebra, "atan", f.power(-ONE)),
    "erf": _erf,
    "erfc": lambda algebra, f: 1 - _erf(algebra, f),
    "acosh": lambda algebra, f: (f + _root(f * f - 1)).log(),
    "zeta": _zeta,
}
AT_ENDS: dict[str, dict[int, Callable[[Any, Germ], Germ]]] = {
    "acos": {1: _acos_at_one, -1: lambda algebra, f: arb.pi() - _acos_at_one(algebra, -f)},
    "asin": {
        1: lambda algebra, f: arb.pi() / 2 - _acos_at_one(algebra, f),
        -1: lambda algebra, f: _acos_at_one(algebra, -f) - arb.pi() / 2,
    },
    "acosh": {1: lambda algebra, f: 2 * along(algebra, "asinh", _root((f - 1) / 2))},
    "Ei": {0: partial(_exponential_integral, 1)},
    "E1": {0: partial(_exponential_integral, -1)},
}
