"""Power series of every function, held to mpmath's derivatives of its values."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from mpmath import mp, mpf

from functions.by_mpmath import exact_derivatives
from functions.mpmath_algebra import MpmathAlgebra
from jaxstudio.functions.derivatives.series import SeriesAlgebra
from jaxstudio.functions.derivatives.series.algebra import RULES
from jaxstudio.functions.derivatives.taylor import taylor
from jaxstudio.functions.interpreters import evaluate
from jaxstudio.functions.language import FUNCTIONS
from jaxstudio.functions.language.nodes import Network

from .typed import orders, typed

# where each is asked: on both sides of what its rule tells apart
PLACES = {
    **dict.fromkeys(("acos", "asin", "atanh", "erfinv"), (-0.9, 0.3)),
    "lambertw": (-0.3, 0.4),
    **dict.fromkeys(("digamma", "gamma", "lgamma"), (-2.3, 0.2, 7.5)),
    **dict.fromkeys(("i0", "i1", "i0e", "i1e"), (-3.0, 0.1, 7.0, 30.0)),
    **dict.fromkeys(("log", "log10", "log2", "sqrt"), (0.2, 40.0)),
    **dict.fromkeys(("logit", "ndtri"), (0.1, 0.8)),
    "acosh": (1.2, 9.0),
    "E1": (0.3, 2.0),
    "Ei": (-2.0, 0.7),
    "log1p": (-0.8, 5.0),
    "sign": (-0.7, 1.3),
    "sinc": (0.01, 0.4, 2.3),
}
OTHER_ARGUMENTS = {
    "atan2": "atan2(sin(x), 0.3 + x)",
    "betainc": "betainc(2.5, 1.5, x^2/4)",
    "gammainc": "gammainc(2.5, x^2)",
    "gammaincc": "gammaincc(2.5, x^2)",
    "max": "max(x^2, 0.4)",
    "min": "min(x^2, 0.4)",
    "mod": "mod(3 x, 1.7)",
    "polygamma": "polygamma(2, x + 4)",
    "stop": "x stop(3)",
    "zeta": "zeta(2.5, x + 4)",
    **{name: f"{name}(2.5, x + 4)" for name in ("besselj", "bessely", "besseli", "besselk", "legendre")},
    **{name: f"{name}(1.5, x/4 + 1)" for name in ("chebyshevt", "chebyshevu", "hermite")},
    **{name: f"{name}(1.5, 0.7, x/2)" for name in ("gegenbauer", "genlaguerre", "hyp1f1")},
    **{name: f"{name}(x, 0.3)" for name in ("ellipf", "ellipeinc")},
    "ellippiinc": "ellippiinc(0.2, x, 0.3)",
    "ellipk": "ellipk(x/2)",
    "ellipe": "ellipe(x/2)",
    "polylog": "polylog(1.5, x/2)",
    "lambertwm1": "lambertwm1(-0.2 + x/10)",
    "hyp2f1": "hyp2f1(0.5, 1.5, 2.5, x/2)",
}


def worst(found, exact):
    """The largest error of each order, relative to the largest value of that order, which may be rounding."""
    exact = np.array([[float(value) for value in row] for row in exact]).T
    return np.max(np.abs(found - exact), axis=1) / np.maximum(np.max(np.abs(exact), axis=1), 1e-15)


@pytest.mark.samples(5)
@pytest.mark.parametrize("name", sorted(RULES.keys() - {"ellippi", "gcd", "lcm", "isprime"}))
def test_every_rule_gives_the_derivatives_of_the_values(name):
    text = OTHER_ARGUMENTS.get(name, f"{name}(x)")
    places = PLACES.get(name, (-1.3, 0.4))
    exact = [exact_derivatives(typed(text), [x], {}, 8, digits=25) for x in places]
    errors = worst(orders(text, places, 8), exact)
    assert np.all(errors[:5] < 1e-10), errors
    assert np.all(errors < 1e-6), errors


def test_every_function_of_the_catalogue_has_a_rule_or_a_definition():
    assert not [name for name, function in FUNCTIONS.items() if name not in RULES and not function.definition]


@pytest.mark.samples(1)
@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("gammainc(x, 2)", (0.05, 0.7, 2.2, 9.0, 50.0)),
        ("gammaincc(x^2, 3x)", (0.3, 1.2, 2.0)),
        ("gammainc(x, 100)", (50.0, 300.0)),
        ("betainc(x, 2, 0.3)", (0.1, 1.0, 30.0)),
        ("betainc(2x, x^2, 0.9)", (0.3, 5.0)),
        ("zeta(x)", (1.1, 2.0, 30.0)),
        ("zeta(x, x^2)", (1.5, 3.0)),
        ("besselj(x, 2)", (0.3, 4.5)),
        ("d/dx gammainc(x, 2)", (0.7, 3.0)),
    ],
)
def test_special_functions_have_derivatives_in_every_argument(text, places):
    """JAX's own are right to six digits (gammainc in a), or are none (betainc in a and b, zeta in x)."""
    found = orders(text, places, 4)
    for x, row in zip(places, found.T, strict=True):
        exact = exact_derivatives(typed(text), [x], {}, 4, digits=25)
        assert row == pytest.approx([float(value) for value in exact], rel=2e-12)


def test_values_and_slopes_that_are_small_keep_their_digits(subtests):
    places = {
        "atanh(x)": 1e-10, "asin(x)": 1e-10, "acos(x)": -0.999999, "acosh(x)": 1.000001, "acot(x)": 1e10,
        "gelu_tanh(x)": -6.0,
    }  # fmt: skip
    for text, at in places.items():
        with subtests.test(text):
            exact = exact_derivatives(typed(text), [at], {}, 3, digits=40)
            assert orders(text, at, 3)[:, 0] == pytest.approx([float(value) for value in exact], rel=1e-12)


INTEGRALS = {
    "integral(log(t), t, 0, x)": lambda x: x * np.log(x) - x,
    "integral(sin(40 t), t, 0, x)": lambda x: (1 - np.cos(40 * x)) / 40,
    "integral(sqrt(t), t, 0, x)": lambda x: 2 / 3 * x**1.5,
    "integral(t^-0.75, t, 0, x)": lambda x: 4 * x**0.25,
    "integral(sqrt(1 - t^2), t, -1, x)": lambda x: (x * np.sqrt(1 - x**2) + np.arcsin(x)) / 2 + np.pi / 4,
    "integral(sqrt(x - t), t, 0, x)": lambda x: 2 / 3 * x**1.5,
}


@pytest.mark.samples(1)
@pytest.mark.parametrize("text", INTEGRALS)
def test_integrals_with_an_infinite_slope_or_value_at_an_end(text):
    """Held to closed forms; the one that oscillates is better served by the other rule."""
    places = np.array([0.3, 0.8])
    expected = INTEGRALS[text](places)
    found = jax.jit(jax.vmap(taylor(typed(text), 1), (0, None), 1))(places, {})
    assert np.asarray(found)[0] == pytest.approx(expected, rel=1e-13, abs=1e-15)
    found = jax.jit(jax.vmap(typed(text).call, (0, None)))(places, {})
    assert np.asarray(found) == pytest.approx(expected, rel=1e-13)


COMPOSED = (
    "(2x+7)(17x^2-3x)(x^2-1/x)(x^3+21x)/(17x-5/x^2)", "sin(exp(cos(sin(exp(cos(x))))))", "x^x",
    "x^2.5 + x^-3 + x^7", "x^(1/3) - sin(x)^(5/3)", "a^x x^a", "(x^2 + 1)^a",
    "exp(sin(x)) erf(x)/(1 + x^2) - tanh(3x) atan(x)^2", "sum(sin(n x)/n, n, 1, 5)", "prod(x - n/3, n, 1, 4)",
    "sum(prod(x - n k, n, 1, 2), k, 1, 3)", "d/dx (x^2 sin(x))", "f''(x^2) + f(x)",
    "{x > 0.5: x^2 exp(x), log(x)}", "gelu(x) + mish(x)", "max(x, 1/x) - |x - 3|",
)  # fmt: skip


@pytest.mark.samples(3)
@pytest.mark.parametrize("text", COMPOSED)
def test_composed_functions_to_order_12(text):
    """In fifty digits, so that only a wrong rule can be far off; then in float64."""
    subject = typed(text, "f(x) = x^3 exp(x)")
    places = (0.3, 0.8)
    exact = [exact_derivatives(subject, [x], {"a": 1.7}, 12) for x in places]
    with mp.workdps(50):
        for x, derivatives in zip(places, exact, strict=True):
            algebra = SeriesAlgebra(MpmathAlgebra(), 12)
            values = {"x": algebra.variable(mpf(x)), "a": mpf(1.7)}
            coefficients = algebra.full(evaluate(subject.tree, algebra, values))
            for k, coefficient in enumerate(coefficients):
                # an inner f'' is differenced twice: mpmath's own digits are fewer there
                off = abs(coefficient * mp.factorial(k) - derivatives[k])
                assert off < mpf(10) ** -14 * max(abs(derivatives[k]), 1), k
    errors = worst(orders(text, places, 8, "f(x) = x^3 exp(x)", a=1.7), [row[:9] for row in exact])
    assert np.all(errors[:5] < 1e-10), errors
    assert np.all(errors < 1e-6), errors


@pytest.mark.samples(1)
@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("integral(exp(-t^2), t, 0, x)", "sqrt(pi)/2 erf(x)"),
        ("integral(sin(t x), t, x^2, 3)", "(cos(x^3) - cos(3x))/x"),
        ("integral(t^a, t, 1, x) + a", "(x^(a + 1) - 1)/(a + 1) + a"),
        ("d/dx integral(sin(t x), t, 0, 1)", "sin(x)/x - (1 - cos(x))/x^2"),
        ("sum(x^n, n, 1, b)", "x(1 - x^3)/(1 - x)"),
        ("prod(x + n, n, 1, b)", "(x + 1)(x + 2)(x + 3)"),
    ],
)
def test_integrals_and_sums_that_have_a_closed_form(text, same):
    places, p = (0.3, 0.8), {"a": 1.7, "b": 3.0}
    exact = [exact_derivatives(typed(same), [x], p, 6, digits=25) for x in places]
    assert np.all(worst(orders(text, places, 6, **p), exact) < 1e-10)


def test_order_0_is_computed_as_it_is_without_derivatives():
    text, xs = "sin(x) exp(x^2)/(x^2 + 2) + {x > 1: log(x), x^3}", np.linspace(0.1, 3, 8)
    plain = np.asarray(jax.vmap(typed(text).call, (0, None))(xs, {}))
    assert np.array_equal(orders(text, xs, 4)[0], plain)


def test_a_polynomial_ends():
    """Coefficients that are zero whatever the point are not computed."""
    jaxpr = jax.make_jaxpr(taylor(typed("x^3 + 2x"), 12))(1.0, {})
    assert len(jaxpr.eqns) < 60
    assert orders("x^3 + 2x", 2.0, 12)[:, 0].tolist() == [12, 14, 12, 6, *[0] * 9]


def test_a_function_of_several_variables_by_one_of_them():
    subject = typed("x^2 y^3 + t y", by="y")
    found = np.asarray(taylor(subject, 4)(3.0, 2.0, 5.0, {}))
    assert found.tolist() == [9 * 8 + 10, 9 * 12 + 5, 9 * 12, 9 * 6, 0]


def test_an_inner_derivative_by_another_variable():
    """∂/∂y (x² y³) where y = x, and f'(x) of a function that reads x too."""
    assert orders("f(x, x)", 2.0, 3, "f(a, b) = a^2 b", "").tolist() == [[8], [12], [12], [6]]
    subject = typed("x d/dy (x^2 y^3)")
    assert np.allclose(taylor(subject, 3)(2.0, 3.0, {}), [8 * 27, 12 * 27, 12 * 27, 6 * 27])


def test_vectors_have_their_derivatives_item_by_item():
    found = taylor(typed("(cos(t), t^2)"), 2)(0.5, {})
    assert found.shape == (3, 2)
    assert np.allclose(found, [[np.cos(0.5), 0.25], [-np.sin(0.5), 1], [-np.cos(0.5), 2]])


@pytest.mark.samples(1)
@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32"])
def test_the_format_is_that_of_the_point(dtype):
    found = jax.jit(taylor(typed("exp(x) + a/3"), 9))(jnp.asarray(0.5, dtype), {"a": 2.0})
    assert found.dtype == dtype
    assert np.allclose(found[1:6].astype(float), np.exp(0.5), rtol=8 * float(jnp.finfo(dtype).eps))
    # the coefficients are smaller than float16's normal numbers at the end
    assert np.allclose(found[6:].astype(float), np.exp(0.5), rtol=0.05)


def test_a_network_has_derivatives():
    rng = np.random.default_rng(0)
    layers = [(rng.normal(size=size), rng.normal(size=size[1])) for size in ((2, 3), (3, 2), (2, 1))]
    subject = typed("x mlp(x, x^2; 3, 2)")
    node = next(part for part in subject.tree.children() if isinstance(part, Network))
    weights = {node.name: layers}
    found = np.asarray(jax.jit(taylor(subject, 2))(0.7, weights))
    f = jax.jit(subject.call)
    for k in range(3):
        assert found[k] == pytest.approx(float(f(0.7, weights)), rel=1e-12)
        f = jax.jit(jax.grad(f))


def test_operations_bear_the_columns_that_were_typed():
    text = "sin(x^2)"
    lowered = jax.jit(taylor(typed(text), 2)).lower(1.0, {}).as_text(debug_info=True)
    assert "L0_0_8" in lowered
    assert "L0_4_7" in lowered
