"""The incomplete gamma and beta functions along a power series, in all their arguments.

Their slopes in x are elementary. In the other arguments they are expanded as a whole: hypergeometric series
of positive terms, and far out Legendre's continued fraction, are summed in power series arithmetic.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from jaxstudio.errors import ExpressionError
from jaxstudio.functions.derivatives.series.arithmetic import Ring, Series
from jaxstudio.functions.derivatives.series.bounds import Iterates
from jaxstudio.functions.derivatives.series.coefficients import Element
from jaxstudio.functions.derivatives.series.elementary import Rule, exp, log
from jaxstudio.functions.derivatives.series.gamma import lgamma

# terms of a series or a fraction; the square of a tenth of it is the largest `a` that is summed up near x = a
TERMS = 20_000


def gammainc(ring: Ring, a: Series, x: Series) -> Series:
    first = ring.numbers.call("gammainc", a[0], x[0])
    if len(a) > 1:
        return (first, *_regularized_gamma(ring, a, x)[1:])
    return ring.integral(first, _gamma_density(ring, a, x), ring.derivative(x))


def gammaincc(ring: Ring, a: Series, x: Series) -> Series:
    first = ring.numbers.call("gammaincc", a[0], x[0])
    if len(a) > 1:
        return (first, *ring.negate(_regularized_gamma(ring, a, x)[1:]))
    return ring.integral(first, ring.negate(_gamma_density(ring, a, x)), ring.derivative(x))


def _gamma_density(ring: Ring, a: Series, x: Series) -> Series:
    """x^(a - 1) exp(-x) / gamma(a), without overflow, for a constant a."""
    n = ring.numbers
    exponent = ring.subtract(ring.scale(log(ring, x), n.subtract(a[0], 1)), x)
    return exp(ring, ring.subtract(exponent, (n.call("lgamma", a[0]),)))


def _regularized_gamma(ring: Ring, a: Series, x: Series) -> Series:
    """The lower function P; beyond a + 1 the slopes are those of -Q, which do not cancel there."""
    n, one_more = ring.numbers, ring.add(a, (1,))
    exponent = ring.subtract(ring.multiply(a, log(ring, x)), x)

    def lower() -> Series:
        """x^a exp(-x)/Γ(a + 1) Σ x^n/((a + 1) … (a + n)) (DLMF 8.11.4)."""
        scale = exp(ring, ring.subtract(exponent, lgamma(ring, one_more)))
        total = _hypergeometric(ring, lambda k: ring.divide(x, ring.add(a, (k,))))
        return ring.multiply(scale, total)

    def upper() -> Series:
        """-x^a exp(-x) a/Γ(a + 1) times Legendre's fraction (DLMF 8.9.2); Γ(a) has a pole at 0."""
        scale = exp(ring, ring.subtract(exponent, lgamma(ring, one_more)))
        return ring.negate(ring.divide(ring.multiply(scale, a), _legendre(ring, a, x)))

    return _either(ring, n.compare("<", x[0], one_more[0]), lower, upper)


def _legendre(ring: Ring, a: Series, x: Series) -> Series:
    """x + 1 - a - 1(1 - a)/(x + 3 - a - 2(2 - a)/(x + 5 - a - …)), by Lentz's method."""
    start = ring.subtract(ring.add(x, (1,)), a)

    def step(values: Sequence[Series], k: Element) -> tuple[Series, Series, Series]:
        value, c, d = values
        above = ring.scale(ring.subtract(a, (k,)), k)
        below = ring.add(start, (ring.numbers.multiply(k, 2),))
        d = ring.divide((1,), ring.add(below, ring.multiply(above, d)))
        c = ring.add(below, ring.divide(above, c))
        return ring.multiply(value, ring.multiply(c, d)), c, d

    return _settled(ring, step, (start, start, (0,)))


def betainc(ring: Ring, a: Series, b: Series, x: Series) -> Series:
    n = ring.numbers
    first: Element = n.call("betainc", a[0], b[0], x[0])
    if len(a) > 1 or len(b) > 1:
        return (first, *_regularized_beta(ring, a, b, x)[1:])
    left = ring.scale(log(ring, x), n.subtract(a[0], 1))
    right = ring.scale(log(ring, ring.subtract((1,), x)), n.subtract(b[0], 1))
    size = n.add(n.call("lgamma", a[0]), n.call("lgamma", b[0]))
    size = n.subtract(size, n.call("lgamma", n.add(a[0], b[0])))
    density = exp(ring, ring.subtract(ring.add(left, right), (size,)))
    return ring.integral(first, density, ring.derivative(x))


def _regularized_beta(ring: Ring, a: Series, b: Series, x: Series) -> Series:
    """I_x(a, b); beyond its middle the slopes are those of -I_(1 - x)(b, a)."""
    n, rest, both = ring.numbers, ring.subtract((1,), x), ring.add(a, b)
    scale = ring.add(ring.multiply(a, log(ring, x)), ring.multiply(b, log(ring, rest)))
    # Γ(a + b) = Γ(a + b + 1)/(a + b), whose pole at 0 would be one of the sum
    scale = ring.add(scale, lgamma(ring, ring.add(both, (1,))))

    def from_left(a: Series, b: Series, x: Series) -> Series:
        """x^a (1 - x)^b Γ(a + b)/(Γ(a + 1) Γ(b)) Σ (a + b) … (a + b + n - 1) x^n/((a + 1) … (a + n))."""
        gammas = ring.add(lgamma(ring, ring.add(a, (1,))), lgamma(ring, ring.add(b, (1,))))

        def ratio(k: Element) -> Series:
            above = ring.multiply(x, ring.add(both, (ring.numbers.subtract(k, 1),)))
            return ring.divide(above, ring.add(a, (k,)))

        size = ring.divide(ring.multiply(exp(ring, ring.subtract(scale, gammas)), b), both)
        return ring.multiply(size, _hypergeometric(ring, ratio))

    middle = n.divide(n.add(a[0], 1), n.add(both[0], 2))
    return _either(
        ring,
        n.compare("<", x[0], middle),
        lambda: from_left(a, b, x),
        lambda: ring.negate(from_left(b, a, rest)),
    )


def _hypergeometric(ring: Ring, ratio: Callable[[Element], Series]) -> Series:
    """1 + ratio(1) + ratio(1) ratio(2) + …"""

    def step(values: Sequence[Series], k: Element) -> tuple[Series, Series]:
        total, term = values
        term = ring.multiply(term, ratio(k))
        return ring.add(total, term), term

    return _settled(ring, step, ((1,), (1,)))


def _settled(
    ring: Ring, step: Callable[[Sequence[Series], Element], Sequence[Series]], first: Sequence[Series]
) -> Series:
    """The first of several series after steps 1, 2, …, until it no longer changes."""
    base, length = ring.numbers.base, ring.order + 1
    if not isinstance(base, Iterates):
        raise ExpressionError("no derivative by this argument is known here: keep it constant")

    def flat(series: Sequence[Series]) -> list[Element]:
        return [ring.numbers.made(c) for u in series for c in (*u, *(0,) * (length - len(u)))]

    def grouped(values: Sequence[Element]) -> list[Series]:
        return [tuple(values[at : at + length]) for at in range(0, len(values), length)]

    def flat_step(values: Sequence[Element], k: Element) -> list[Element]:
        return flat(step(grouped(values), k))

    return grouped(base.until_settled(flat_step, flat(first), length, TERMS))[0]


def _either(ring: Ring, condition: object, a: Callable[[], Series], b: Callable[[], Series]) -> Series:
    """a() where the condition holds, b() elsewhere; numbers of Python compute only one of them."""
    if isinstance(condition, bool):
        return a() if condition else b()
    pairs = zip(ring.padded(a()), ring.padded(b()), strict=True)
    return tuple(ring.numbers.select(condition, *pair) for pair in pairs)


RULES: dict[str, Rule] = {rule.__name__: rule for rule in (betainc, gammainc, gammaincc)}
