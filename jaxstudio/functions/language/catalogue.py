"""Every function that may be called by name: its aliases, its parameters, its doc, its meaning.

A function is a primitive, which each algebra of `functions.interpreters` supplies, or it has a
`definition` in the language over the primitives. An algebra that knows it better (as JAX does, where `jax`
names a function) uses that.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Function:
    """A function of the catalogue.

    `jax` is the dotted name of JAX's own, or empty: jnp, lax, nn and special stand for jax.numpy, jax.lax,
    jax.nn and jax.scipy.special, own for what `functions.meaning` has instead. `definition` is a text of the
    language in `parameters`, or empty for a primitive. `defaults` are the values of the last parameters where
    they are not given. A variadic function takes as many arguments as it has parameters, or more.
    """

    name: str
    doc: str
    aliases: tuple[str, ...] = ()
    parameters: tuple[str, ...] = ("x",)
    defaults: tuple[float, ...] = ()
    variadic: bool = False
    definition: str = ""
    jax: str = ""

    @property
    def usage(self) -> str:
        """How it is written: atan2(y, x), elu(x, alpha=1), max(x, y, …)."""
        needed = len(self.parameters) - len(self.defaults)
        optional = zip(self.parameters[needed:], self.defaults, strict=True)
        words = [*self.parameters[:needed], *(f"{name}={value:g}" for name, value in optional)]
        return f"{self.name}({', '.join([*words, *(['…'] if self.variadic else [])])})"

    @property
    def counts(self) -> tuple[int, int | None]:
        """The least and the greatest number of arguments; None where there is no greatest."""
        most = len(self.parameters)
        return most - len(self.defaults), None if self.variadic else most


ANGLES = (
    Function("sin", "the sine of an angle in radians", jax="jnp.sin"),
    Function("cos", "the cosine of an angle in radians", jax="jnp.cos"),
    Function("tan", "the tangent, sin(x)/cos(x)", aliases=("tg",), jax="jnp.tan"),
    Function("cot", "the cotangent, cos(x)/sin(x)", aliases=("ctg",), definition="cos(x)/sin(x)"),
    Function("sec", "the secant, 1/cos(x)", definition="1/cos(x)"),
    Function("csc", "the cosecant, 1/sin(x)", aliases=("cosec",), definition="1/sin(x)"),
    Function("asin", "the angle whose sine is x", aliases=("arcsin",), jax="jnp.arcsin"),
    Function("acos", "the angle whose cosine is x", aliases=("arccos",), jax="jnp.arccos"),
    Function("atan", "the angle whose tangent is x", aliases=("arctan",), jax="jnp.arctan"),
    Function(
        "atan2",
        "the angle of the point (x, y), given as atan2(y, x)",
        aliases=("arctan2",),
        parameters=("y", "x"),
        jax="jnp.arctan2",
    ),
    Function("acot", "the angle whose cotangent is x", aliases=("arccot",), definition="atan2(1, x)"),
    Function("asec", "the angle whose secant is x", aliases=("arcsec",), definition="acos(1/x)"),
    Function("acsc", "the angle whose cosecant is x", aliases=("arccsc",), definition="asin(1/x)"),
    Function(
        "degrees", "radians as degrees", aliases=("rad2deg",), definition="x*(180/pi)", jax="jnp.rad2deg"
    ),
    Function(
        "radians", "degrees as radians", aliases=("deg2rad",), definition="x*(pi/180)", jax="jnp.deg2rad"
    ),
    Function(
        "sinc",
        "sin(πx)/(πx) with 1 at 0: the normalised one, as NumPy's",
        jax="jnp.sinc",
    ),
)

EXPONENTIALS = (
    Function("exp", "e to the power x", jax="jnp.exp"),
    Function("exp2", "2 to the power x", definition="exp(x*log(2))", jax="jnp.exp2"),
    Function("expm1", "exp(x) - 1, exact near 0", jax="jnp.expm1"),
    Function("log", "the natural logarithm, to the base e", aliases=("ln",), jax="jnp.log"),
    Function(
        "log10", "the logarithm to the base 10", aliases=("lg",), definition="log(x)/log(10)", jax="jnp.log10"
    ),
    Function("log2", "the logarithm to the base 2", definition="log(x)/log(2)", jax="jnp.log2"),
    Function("log1p", "log(1 + x), exact near 0", jax="jnp.log1p"),
    Function(
        "logaddexp",
        "log(exp(x) + exp(y)), without overflow",
        parameters=("x", "y"),
        definition="{x > y: x + log1p(exp(y - x)), y + log1p(exp(x - y))}",
        jax="jnp.logaddexp",
    ),
    Function("sinh", "the hyperbolic sine", jax="jnp.sinh"),
    Function("cosh", "the hyperbolic cosine", jax="jnp.cosh"),
    Function("tanh", "the hyperbolic tangent", jax="jnp.tanh"),
    Function("coth", "the hyperbolic cotangent", definition="1/tanh(x)"),
    Function("sech", "the hyperbolic secant", definition="1/cosh(x)"),
    Function("csch", "the hyperbolic cosecant", definition="1/sinh(x)"),
    Function("asinh", "the inverse of sinh", aliases=("arcsinh", "arsinh"), jax="jnp.arcsinh"),
    Function("acosh", "the inverse of cosh", aliases=("arccosh", "arcosh"), jax="jnp.arccosh"),
    Function("atanh", "the inverse of tanh", aliases=("arctanh", "artanh"), jax="jnp.arctanh"),
)

SIZES = (
    Function("sqrt", "the square root; no value below 0", jax="jnp.sqrt"),
    Function("cbrt", "the cube root, negative below 0", jax="jnp.cbrt"),
    Function("abs", "the distance from 0, as |x|", aliases=("fabs",), jax="own.absolute"),
    Function("sign", "-1, 0 or 1", aliases=("sgn", "signum"), jax="jnp.sign"),
    Function("floor", "the next whole number below", jax="jnp.floor"),
    Function("ceil", "the next whole number above", aliases=("ceiling",), jax="jnp.ceil"),
    Function(
        "round", "the nearest whole number; halves go to the even one", aliases=("rint",), jax="jnp.rint"
    ),
    Function("trunc", "the whole part, towards 0", jax="jnp.trunc"),
    Function("frac", "what is above the next whole number below", definition="x - floor(x)"),
    Function(
        "mod",
        "what remains of x divided by y, with the sign of y, as Python's x % y",
        parameters=("x", "y"),
        definition="x - y*floor(x/y)",
        jax="jnp.mod",
    ),
    Function(
        "rem",
        "what remains of x divided by y, with the sign of x, as C's fmod",
        parameters=("x", "y"),
        definition="x - y*trunc(x/y)",
    ),
    Function("min", "the least of the arguments", parameters=("x", "y"), variadic=True, jax="jnp.minimum"),
    Function("max", "the greatest of the arguments", parameters=("x", "y"), variadic=True, jax="jnp.maximum"),
    Function(
        "clip",
        "x, at least a and at most b",
        aliases=("clamp",),
        parameters=("x", "a", "b"),
        definition="min(max(x, a), b)",
    ),
    Function(
        "hypot",
        "sqrt(x^2 + y^2)",
        parameters=("x", "y"),
        # jnp.hypot has wrong second derivatives where |x| = |y|
        definition="sqrt(x^2 + y^2)",
    ),
    Function("heaviside", "0 below 0, 1/2 at 0, 1 above", definition="{x < 0: 0, x > 0: 1, x == 0: 0.5}"),
    Function("step", "0 below 0, 1 from 0 on", definition="{x < 0: 0, x >= 0: 1}"),
    Function(
        "stop",
        "x itself, whose derivative is taken to be 0",
        aliases=("stop_gradient",),
        jax="lax.stop_gradient",
    ),
)

ELEMENTARY = (*ANGLES, *EXPONENTIALS, *SIZES)


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

ERROR_FUNCTIONS = (
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

SPECIAL = (*ERROR_FUNCTIONS, *GAMMAS, *LAMBERT, *BESSEL)


ACTIVATIONS = (
    Function(
        "relu", "x where it is positive, 0 elsewhere", definition="{x > 0: x, x <= 0: 0}", jax="nn.relu"
    ),
    Function("relu6", "relu, at most 6", definition="min(max(x, 0), 6)", jax="nn.relu6"),
    Function(
        "leaky_relu",
        "x where it is positive, slope x elsewhere",
        parameters=("x", "slope"),
        defaults=(0.01,),
        definition="{x >= 0: x, slope*x}",
        jax="nn.leaky_relu",
    ),
    Function(
        "elu",
        "x where it is positive, alpha (exp(x) - 1) elsewhere",
        parameters=("x", "alpha"),
        defaults=(1.0,),
        definition="{x > 0: x, alpha*expm1(x)}",
        jax="nn.elu",
    ),
    Function(
        "celu",
        "elu whose slope is 1 on both sides of 0, whatever alpha",
        parameters=("x", "alpha"),
        defaults=(1.0,),
        definition="{x > 0: x, alpha*expm1(x/alpha)}",
        jax="nn.celu",
    ),
    Function(
        "selu",
        "elu scaled so that mean 0 and variance 1 are kept from layer to layer",
        definition="1.0507009873554805*{x > 0: x, 1.6732632423543772*expm1(x)}",
        jax="nn.selu",
    ),
    Function("gelu", "x ndtr(x), exactly", definition="x*erfc(-x/sqrt(2))/2"),
    Function(
        "gelu_tanh",
        "gelu approximated by a tanh, as jax.nn.gelu by default",
        # x/2 (1 + tanh(u)), as jax.nn.gelu has it, loses its digits in the tail
        definition="x*sigmoid(sqrt(8/pi)*(x + 0.044715*x^3))",
    ),
    Function(
        "sigmoid",
        "1/(1 + exp(-x))",
        aliases=("expit", "logistic"),
        definition="{x < 0: exp(x)/(1 + exp(x)), 1/(1 + exp(-x))}",
        jax="nn.sigmoid",
    ),
    Function(
        "log_sigmoid",
        "log(sigmoid(x)), without overflow",
        definition="-softplus(-x)",
        jax="nn.log_sigmoid",
    ),
    Function(
        "logit",
        "log(x/(1 - x)), the inverse of sigmoid",
        definition="log(x) - log1p(-x)",
        jax="special.logit",
    ),
    Function("swish", "x sigmoid(x)", aliases=("silu",), definition="x*sigmoid(x)", jax="nn.silu"),
    Function("mish", "x tanh(softplus(x))", definition="x*tanh(softplus(x))", jax="nn.mish"),
    Function(
        "softplus",
        "log(1 + exp(x)), a smooth relu",
        definition="{x > 0: x + log1p(exp(-x)), log1p(exp(x))}",
        jax="nn.softplus",
    ),
    Function(
        "squareplus",
        "(x + sqrt(x^2 + b))/2, a smooth relu",
        parameters=("x", "b"),
        defaults=(4.0,),
        definition="(x + sqrt(x^2 + b))/2",
        jax="nn.squareplus",
    ),
    Function("soft_sign", "x/(1 + |x|)", aliases=("softsign",), definition="x/(1 + |x|)", jax="nn.soft_sign"),
    Function(
        "hard_tanh",
        "x between -1 and 1, there cut off",
        aliases=("hardtanh",),
        definition="{x > 1: 1, x < -1: -1, x}",
        jax="nn.hard_tanh",
    ),
    Function("hard_sigmoid", "relu6(x + 3)/6", definition="relu6(x + 3)/6", jax="nn.hard_sigmoid"),
    Function(
        "hard_swish",
        "x hard_sigmoid(x)",
        aliases=("hard_silu",),
        definition="x*hard_sigmoid(x)",
        jax="nn.hard_silu",
    ),
)


__all__ = ["ALIASES", "FUNCTIONS", "PRIMITIVES", "Function", "find"]

_ALL = (*ELEMENTARY, *SPECIAL, *ACTIVATIONS)
FUNCTIONS: dict[str, Function] = {function.name: function for function in _ALL}
ALIASES: dict[str, str] = {alias: function.name for function in _ALL for alias in function.aliases}
PRIMITIVES = frozenset(function.name for function in _ALL if not function.definition)


def find(name: str) -> Function | None:
    """The function of that name or alias."""
    return FUNCTIONS.get(ALIASES.get(name, name))
