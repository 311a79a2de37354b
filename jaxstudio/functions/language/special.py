"""The special functions of the catalogue: error functions, gamma and its kin, Bessel functions.

Those of JAX whose values are good to a dozen digits. Bessel's J is not among them: JAX computes it by a
recurrence of fixed length, which is wrong for larger arguments.
"""

from __future__ import annotations

from jaxstudio.functions.language.declaration import Function

# gamma(n + 1)/(gamma(k + 1) gamma(n - k + 1)), with gamma(z) gamma(1 - z) = pi/sin(pi z) put in where poles
# are near: below the line they make it 0, exactly so at whole numbers, but with a slope; above and below they
# leave a quotient, which for whole k is a polynomial in n (floor: its slope in k is not told there). Between
# the lines it is the quotient of exact factorials where both numbers are whole.
BINOMIAL = (
    "{n < -0.5 and k == floor(k) and k >= 0: cos(pi*floor(k))"
    "*{k - n < 150: gamma(k - n)/(gamma(-n)*gamma(k + 1)), exp(lgamma(k - n) - lgamma(-n) - lgamma(k + 1))}, "
    "n == floor(n) and k == floor(k) and (k < -0.5 or k - n > 0.5): {n < 0 or n >= 150 or |k| >= 150: 0, "
    "k < -0.5: -gamma(n + 1)/gamma(n - k + 1)*gamma(-k)*sin(pi*(k - round(k)))*cos(pi*round(k))/pi, "
    "gamma(n + 1)/gamma(k + 1)*gamma(k - n)*sin(pi*(k - n - round(k - n)))*cos(pi*round(k - n))/pi}, "
    "n < 150 and k > -0.5 and n - k > -0.5: gamma(n + 1)/(gamma(k + 1)*gamma(n - k + 1)), "
    "n < 150: gamma(n + 1)*{k < -0.5: -gamma(-k)*sin(pi*k)/pi, 1/gamma(k + 1)}"
    "*{k - n > 0.5: gamma(k - n)*sin(pi*(k - n))/pi, 1/gamma(n - k + 1)}, 1/((n + 1)*beta(n - k + 1, k + 1))}"
)

ERRORS = (
    Function("erf", "the error function", jax="special.erf"),
    Function("erfc", "1 - erf(x), exact where it is small", jax="special.erfc"),
    Function("erfinv", "the inverse of erf", jax="special.erfinv"),
    Function(
        "ndtr",
        "the share of a normal distribution below x",
        aliases=("normcdf",),
        definition="erfc(-x/sqrt(2))/2",
        jax="special.ndtr",
    ),
    Function("normpdf", "the density of the normal distribution", definition="exp(-x^2/2)/sqrt(2 pi)"),
    Function("ndtri", "the inverse of ndtr", aliases=("probit",), jax="special.ndtri"),
    Function(
        "Ei",
        "the exponential integral, of exp(t)/t up to x",
        aliases=("ei", "expi", "expint"),
        jax="own.Ei",
    ),
    Function(
        "E1",
        "the exponential integral, of exp(-t)/t from x on; x above 0",
        aliases=("exp1",),
        # JAX's exp1 has a first derivative only
        definition="-Ei(-x) {x > 0}",
    ),
)

GAMMAS = (
    Function(
        "gamma", "the gamma function: (n - 1)! at a whole number n", aliases=("Gamma",), jax="own.gamma"
    ),
    Function("lgamma", "the logarithm of |gamma(x)|", aliases=("gammaln", "loggamma"), jax="own.lgamma"),
    Function("digamma", "the derivative of lgamma", aliases=("psi",), jax="own.digamma"),
    Function(
        "polygamma",
        "the derivative of order n of digamma, n a whole number; x above 0",
        parameters=("n", "x"),
        jax="own.polygamma",
    ),
    Function("factorial", "x!, as gamma(x + 1)", definition="gamma(x + 1)"),
    Function(
        "binomial",
        "n over k, for real n and k",
        aliases=("binom", "choose", "comb"),
        parameters=("n", "k"),
        definition=BINOMIAL,
    ),
    Function(
        "factorial2",
        "x!!, the product of every second whole number up to x",
        # the usual continuation, by cos(pi x), of what even and odd numbers have
        definition="2^(x/2)*(pi/2)^((cos(pi*x) - 1)/4)*gamma(x/2 + 1)",
    ),
    Function(
        "permutations",
        "n!/(n - k)!, the ordered choices of k things among n",
        parameters=("n", "k"),
        definition="binomial(n, k)*gamma(k + 1)",
    ),
    Function(
        "beta",
        "gamma(x) gamma(y) / gamma(x + y)",
        aliases=("Beta",),
        parameters=("x", "y"),
        # JAX's has wrong second derivatives where x = y
        definition="{|x| + |y| < 150: gamma(x)*gamma(y)/gamma(x + y), "
        "exp(lgamma(x) + lgamma(y) - lgamma(x + y))}",
    ),
    Function(
        "betainc",
        "the incomplete beta function, from 0 to 1 as x goes from 0 to 1",
        parameters=("a", "b", "x"),
        jax="special.betainc",
    ),
    Function(
        "gammainc",
        "the lower incomplete gamma function, from 0 to 1 as x goes from 0 on",
        parameters=("a", "x"),
        jax="special.gammainc",
    ),
    Function(
        "gammaincc",
        "1 - gammainc(a, x), exact where it is small",
        parameters=("a", "x"),
        jax="special.gammaincc",
    ),
    Function(
        "zeta",
        "the sum of 1/(n + q)^x over n from 0, as Hurwitz's; with q = 1 Riemann's; x above 1",
        parameters=("x", "q"),
        defaults=(1.0,),
        jax="special.zeta",
    ),
)

LAMBERT = (
    Function(
        "lambertw",
        "Lambert's W: the w from -1 on with w exp(w) = x; x from -1/e on",
        jax="own.lambertw",
    ),
)

BESSEL = (
    Function(
        "i0",
        "the modified Bessel function of order 0",
        aliases=("besseli0",),
        definition="exp(|x|)*i0e(x)",
        jax="special.i0",
    ),
    Function(
        "i1",
        "the modified Bessel function of order 1",
        aliases=("besseli1",),
        definition="exp(|x|)*i1e(x)",
        jax="special.i1",
    ),
    Function("i0e", "exp(-|x|) i0(x)", jax="special.i0e"),
    Function("i1e", "exp(-|x|) i1(x)", jax="special.i1e"),
)

FUNCTIONS = (*ERRORS, *GAMMAS, *LAMBERT, *BESSEL)
