"""The elementary functions of the catalogue: angles, powers, logarithms, rounding, comparing."""

from __future__ import annotations

from jaxstudio.functions.language.declaration import Function

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

FUNCTIONS = (*ANGLES, *EXPONENTIALS, *SIZES)
