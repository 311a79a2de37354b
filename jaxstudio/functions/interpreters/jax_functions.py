"""Functions of JAX that a tree needs besides JAX's own; an exported script carries their text.

JAX's gamma functions have wrong second derivatives below 0: they come from polygamma, which JAX computes
above 0 only; here what is below 0 is reflected. JAX's exponential integral computes all eight ranges of
the argument for every value, two of them by loops that run until the slowest lane is done: 150 µs a value.
Lambert's W: Halley's iteration finds the value, Newton's steps behind it carry the derivatives, since each
doubles the number of correct orders; near the branch point -1/e a series in sqrt(2 (e x + 1)) has both
(Corless et al., On the Lambert W function, 1996, equation 4.22).
"""

from __future__ import annotations

from itertools import pairwise

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.scipy import special


def zeta(x, q):
    """Hurwitz's ζ(x, q), which left of x = 1 is continued.

    Of Riemann's, q = 1, values left of 0 come from those right of 1 by reflection (DLMF 25.4.1). With another
    q Euler and Maclaurin's formula loses digits farther to the left, and there is no value left of -4.
    """
    left = x < 1
    continued = euler_maclaurin(jnp.where(left & (x > -4), x, 0.5), q)
    mirrored = jnp.where(x < 0, 1 - x, 2.0)
    factor = 2 * jnp.exp(special.gammaln(mirrored)) * (2 * jnp.pi) ** -mirrored
    reflected = factor * jnp.sin(jnp.pi * x / 2) * special.zeta(mirrored, 1.0)
    below = jnp.where((q == 1) & (x < 0), reflected, jnp.where(x > -4, continued, jnp.nan))
    below = jnp.where(q > 0, below, jnp.nan)
    return jnp.where(left, below, special.zeta(jnp.where(left, 2.0, x), q))


def euler_maclaurin(s, q):
    """ζ(s, q) by sixteen terms, the integral of the others, and corrections (DLMF 25.11.5).

    Of a whole s it is as good as lax.zeta, which is compiled anew for each, and takes ten times as long.
    """
    steps, far = jnp.arange(16, dtype=jnp.result_type(q)), q + 16.0
    terms = jnp.sum((q + steps.reshape(-1, *(1,) * jnp.ndim(q))) ** -s, axis=0)
    corrections, rising, power, square = 0.5, s, far, far**-2
    for j, number in enumerate((1 / 12, -1 / 720, 1 / 30240, -1 / 1209600, 1 / 47900160), start=1):
        power = power * square
        corrections = corrections + number * rising * power
        rising = rising * ((s + 2 * j - 1) * (s + 2 * j))
    return terms + far**-s * (far / (s - 1) + corrections)


def absolute(x):
    """|x| with the derivative 0 at 0, where jnp.abs has 1."""
    return jnp.where(x == 0, 0.0, jnp.abs(x))


def guard(condition, value):
    """`value`; where the condition does not hold no derivative flows through it, not even NaN."""
    return jnp.where(condition, value, lax.stop_gradient(value))


def real_root(x, p, q):
    """The real x^(p/q) for odd q; below 0 it has the sign of x when p is odd."""
    size = jnp.cbrt(jnp.abs(x)) ** p if q == 3 else jnp.abs(x) ** (p / q)
    return jnp.sign(x) * size if p % 2 else size


def total(reduce, body, low, count, dtype):
    """body(low), body(low + 1), …, count of them, put together by jnp.sum or jnp.prod."""
    return reduce(jax.vmap(body)(jnp.arange(low, low + count, dtype=dtype)))


def open_total(reduce, body, low, high, most, dtype):
    """body(low), …, body(high), with bounds that are traced; NaN for more than `most` terms."""
    neutral = 1.0 if reduce is jnp.prod else 0.0
    steps = jnp.arange(most, dtype=dtype)
    inside = steps <= high - low
    terms = jax.vmap(body)(low + jnp.where(inside, steps, 0.0))
    return jnp.where(high - low < most, reduce(jnp.where(inside, terms, neutral)), jnp.nan)


def endless_total(reduce, body, low, dtype):
    """The sum or product over whole numbers from low on; NaN where it does not settle.

    Products are exponentials of sums of logarithms.
    """
    terms = jax.vmap(body)(low + jnp.arange(1024, dtype=dtype))
    if reduce is not jnp.prod:
        return accelerated(terms)
    logs = jnp.log(jnp.abs(jnp.where(terms == 0, 1.0, terms)))
    return jnp.prod(jnp.sign(terms)) * jnp.exp(accelerated(logs))


@jax.jit
def accelerated(terms):
    """The limit of the partial sums of terms.

    Sums that fade out, at places twice as far each, differ from their limit by powers of the place, which
    Wynn's epsilon algorithm takes away.
    """
    count, least = len(terms), 1e8 * float(jnp.finfo(terms.dtype).tiny)
    n = np.arange(count)
    ends = [2**j for j in range(3, 11)]
    u = np.clip(((n + 1) / np.array(ends)[:, None] - 0.25) / 0.75, 0, 1)
    weights = 1 - u**5 * (126 - 420 * u + 540 * u**2 - 315 * u**3 + 70 * u**4)
    # what overflows behind terms that are nothing is nothing
    last = jnp.maximum(jnp.sum(jnp.cumprod(jnp.isfinite(terms))) - 1, 0)
    kept = jnp.where(n <= last, terms, 0.0)
    sizes = jnp.abs(kept)
    complete = (last == count - 1) | (sizes[last] <= 1e-17 * jnp.max(sizes))
    column = [jnp.sum(kept * jnp.asarray(row, terms.dtype)) for row in weights]
    before = [jnp.zeros_like(column[0])] * (len(ends) + 1)
    best, change = column[-1], jnp.abs(column[-1] - column[-2])
    while len(column) > 2:
        for _ in range(2):
            steps = [b - a for a, b in pairwise(column)]
            steps = [jnp.where(jnp.abs(step) < least, least, step) for step in steps]
            before, column = column, [a + 1 / step for a, step in zip(before[1:], steps, strict=False)]
        if len(column) > 1:
            closer = jnp.abs(column[-1] - column[-2])
            best = jnp.where(closer < change, column[-1], best)
            change = jnp.minimum(closer, change)
    end, earlier = jnp.max(sizes[-16:]), jnp.max(sizes[count // 8 - 16 : count // 8])
    settled = complete & ((end <= 0.9 * earlier) | (end == 0))
    settled = settled & (change <= 1e-5 * (jnp.abs(best) + 1e-3 * jnp.max(sizes)))
    return jnp.where(settled, best, jnp.nan)


def gauss_legendre(body, low, high, points, dtype):
    """The integral by a rule of so many points, exact for polynomials of degree 2 points - 1."""
    nodes, weights = np.polynomial.legendre.leggauss(points)
    half, middle = (high - low) / 2, (high + low) / 2
    values = jax.vmap(body)(middle + half * jnp.asarray(nodes, dtype))
    return half * jnp.sum(values * jnp.asarray(weights, dtype))


def quadrature(points):
    """Places in (0, 1) and weights (n, 4) of four rules: Gauss and Legendre's with so many points and with
    half of them, Takahasi and Mori's tanh-sinh with a step of 3/32 and with twice that.

    A place is its distance from the nearer end, negative from the upper one. The first pair is best for what
    is smooth or oscillates, the second for what has an infinite slope or value at an end.
    """
    places, columns = [], []
    for count in (points, points // 2):
        nodes, weights = np.polynomial.legendre.leggauss(count)
        places.append(np.where(nodes < 0, (1 + nodes) / 2, (nodes - 1) / 2))
        columns.append(weights / 2)
    u = np.arange(-48, 49) * 0.09375
    near = np.exp(-np.pi * np.sinh(np.abs(u)))
    places.append(np.where(u < 0, 1, -1) * near / (1 + near))
    columns.append(0.09375 * np.pi * np.cosh(u) * near / (1 + near) ** 2)
    weights = np.zeros((sum(map(len, places)), 4))
    weights[:points, 0], weights[points : -len(u), 1], weights[-len(u) :, 2] = columns
    weights[-len(u) :: 2, 3] = 2 * columns[2][::2]
    return np.concatenate(places), weights


def better_rule(values, weights, dtype):
    """Gauss's result, or the other rule's where that changes a hundred times less with its points.

    `values` (n,) are the body's at the places of `quadrature`, with its `weights`. NaN where two digits are
    not known: where half of the points give another result, or another size, as of an integral without bound.
    """
    columns = jnp.asarray(weights, dtype).T
    gauss, half_gauss, tanh_sinh, half_tanh_sinh = (jnp.sum(values * column) for column in columns)
    sizes = [jnp.sum(jnp.abs(values) * column) for column in columns]
    rules = ((gauss, half_gauss), (tanh_sinh, half_tanh_sinh), sizes[:2], sizes[2:])
    changes = [jnp.abs(a - b) for a, b in rules]
    smooth = (changes[0] <= 100 * changes[1]) | ~jnp.isfinite(tanh_sinh)
    value, change = jnp.where(smooth, gauss, tanh_sinh), jnp.where(smooth, changes[0], changes[1])
    size, grown = jnp.where(smooth, sizes[0], sizes[2]), jnp.where(smooth, changes[2], changes[3])
    rounding = float(jnp.finfo(dtype).eps) ** 0.5 * size
    known = (change <= 0.01 * jnp.abs(value) + rounding) & (grown <= 0.06 * size)
    return jnp.where(known, value, jnp.nan)


def integral(body, low, high, points, dtype):
    """By the better of two rules, so that the body may be singular at the ends, where it is not computed."""
    places, weights = quadrature(points)
    s = jnp.asarray(places, dtype)
    at = jnp.where(s > 0, low, high) + (high - low) * s
    is_end = (at == low) | (at == high)
    values = jax.vmap(body)(jnp.where(is_end, (low + high) / 2, at))
    return (high - low) * better_rule(jnp.where(is_end, 0.0, values), weights, dtype)


def network(layers, inputs):
    """Dense layers, given as (weights, biases), with relu between them; the last has one unit."""
    values = jnp.stack(inputs)
    *hidden, (weights, biases) = layers
    for hidden_weights, hidden_biases in hidden:
        values = jax.nn.relu(values @ hidden_weights + hidden_biases)
    return (values @ weights + biases)[0]


def derivative(body, at, order):
    """The derivative of that order, by forward mode inside forward mode."""
    for _ in range(order):
        body = forward(body)
    return body(at)


def forward(body):
    """The derivative of a function of a scalar; NaN where the function is."""

    def slope(x):
        value, tangent = jax.jvp(body, (x,), (jnp.ones_like(x),))
        return jnp.where(jnp.isnan(value), jnp.nan, tangent)

    return slope


def above_zero(x):
    """x, or 1 - x below 0."""
    return jnp.where(x < 0, 1 - x, x)


def sin_pi(x):
    """sin(πx), exactly 0 at whole numbers."""
    nearest = jnp.round(x)
    return jnp.sin(jnp.pi * (x - nearest)) * (1 - 2 * jnp.mod(nearest, 2))


def factorials(x):
    """(x - 1)! of whole numbers that the format of x can hold, correctly rounded; 0 of all others."""
    dtype = jnp.result_type(x)
    exact = np.array([float(np.prod(np.arange(1, n + 1).astype(object))) for n in range(171)])
    exact = exact[exact < float(jnp.finfo(dtype).max)]
    index = jnp.clip(jnp.round(x - 1), 0, len(exact) - 1)
    values = jnp.asarray(exact, dtype)[index.astype(jnp.int32)]
    return jnp.where(x - 1 == index, values, 0.0)


def gamma(x):
    sine = jnp.where(x < 0, sin_pi(x), 1.0)
    above = special.gamma(above_zero(x))
    whole = lax.stop_gradient(factorials(x))
    # with the slope of what it replaces
    above = jnp.where(whole > 0, above + (whole - lax.stop_gradient(above)), above)
    return jnp.where(x < 0, jnp.pi / (sine * above), above)


def lgamma(x):
    sine = jnp.where(x < 0, sin_pi(x), 1.0)
    above = special.gammaln(above_zero(x))
    return jnp.where(x < 0, jnp.log(jnp.pi / jnp.abs(sine)) - above, above)


def digamma(x):
    offset = jnp.where(x < 0, x - jnp.round(x), 0.25)
    above = special.digamma(above_zero(x))
    return jnp.where(x < 0, above - jnp.pi / jnp.tan(jnp.pi * offset), above)


def polygamma(n, x):
    """Above 0 only."""
    return jnp.where(x > 0, lax.polygamma(n, jnp.where(x > 0, x, 1.0)), jnp.nan)


@jax.jit
def ei_value(x):
    """Ei(x): its series from -1 to 40, a continued fraction below, its asymptotic series above.

    Abramowitz and Stegun 5.1.10, 5.1.22 and 5.1.51; the steps are as many as float64 needs.
    """
    within = jnp.clip(x, -1.0, 40.0)
    above = jnp.maximum(x, 40.0)
    below = jnp.maximum(-x, 1.0)

    def step(number, carry):
        series, fraction, asymptotic = carry
        k = (150 - number).astype(x.dtype)
        series = 1 + within * (k / ((k + 1) * (k + 1))) * series
        fraction = jnp.where(k <= 100, below + (2 * k - 1) - k * (k / fraction), below + (2 * k - 1))
        asymptotic = jnp.where(k <= 40, 1 + asymptotic * (k / above), 1.0)
        return series, fraction, asymptotic

    one = jnp.ones_like(x)
    series, fraction, asymptotic = lax.fori_loop(0, 150, step, (one, one, one))
    middle = jnp.euler_gamma + jnp.log(jnp.abs(within)) + within * series
    found = jnp.where(x > 40, jnp.exp(x) * (asymptotic / above), middle)
    return jnp.where(x < -1, -jnp.exp(-below) / fraction, found)


def Ei(x):
    """Ei(x), with derivatives of every order by exp(x)/x."""
    value = jax.custom_jvp(ei_value)
    value.defjvp(lambda at, slope: (value(at[0]), jnp.exp(at[0]) / at[0] * slope[0]))
    return value(x)


def lambertw(x):
    """The w from -1 on with w exp(w) = x; NaN for x below -1/e."""
    inside = x >= -0.3678794411714423
    # e x + 1; the second number is what float64 leaves out of 1/e
    above = (x - -0.36787944117144233) * jnp.e - 3.378485526e-17
    close = inside & (above < 4e-4)
    beside = lambertw_series(jnp.sqrt(2 * jnp.where(close, above, 1e-4)))
    return jnp.where(inside, jnp.where(close, beside, lambertw_newton(jnp.where(close, 1.0, x))), jnp.nan)


def lambertw_series(p):
    terms = (
        -1.0, 1.0, -1 / 3, 11 / 72, -43 / 540, 769 / 17280, -221 / 8505, 680863 / 43545600, -1963 / 204120,
        226287557 / 37623398400,
    )  # fmt: skip
    total = terms[-1]
    for term in terms[-2::-1]:
        total = total * p + term
    return total


def lambertw_newton(x):
    """W(x) for x above -1/e by a little at least."""
    fixed = lax.stop_gradient(jnp.where(x > -0.3678, x, 1.0))
    p = jnp.sqrt(2 * jnp.maximum(fixed * jnp.e + 1, 0.0))
    near = -1 + p * (1 + p * (-1 / 3 + p * (11 / 72 - p * 43 / 540)))
    log = jnp.log(jnp.maximum(fixed, 1.5))
    far = log - jnp.log(jnp.maximum(log, 0.4)) * (1 - 1 / (log + 1))
    middle = 0.75 * jnp.log1p(jnp.maximum(fixed, -0.3))
    w = jnp.where(fixed < 0, near, jnp.where(fixed > 3, far, middle))
    for _ in range(4):
        rest = w - fixed * jnp.exp(-w)
        w = w - rest / (w + 1 - (w + 2) * rest / (2 * (w + 1)))
    for _ in range(4):
        w = w - (w - x * jnp.exp(-w)) / (w + 1)
    return w
