"""What JAX computes of every function and of random trees, against mpmath."""

import math

import jax
import jax.numpy as jnp
import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from functions.mpmath_algebra import MpmathAlgebra
from functions.of_lines import to_jax, to_mpmath
from jaxstudio.functions.interpreters import evaluate, tree_to_jax
from jaxstudio.functions.language import FUNCTIONS, Sheet
from tests.functions.interpreters.boxes import enclose_tree
from tests.functions.interpreters.domains import line_of, points
from tests.functions.language.trees import smooth
from tests.functions.language.written import text_of

COUNT = 12


def test_each_function_against_mpmath(subtests):
    """All of them in one program."""
    functions = {name: to_jax(*line_of(name)) for name in FUNCTIONS}
    places = {name: points(name, COUNT) for name in FUNCTIONS}

    def everything(places):
        return {
            name: jax.vmap(lambda *at, function=function: function(*at, {}))(*places[name])
            for name, function in functions.items()
        }

    for name, values in jax.jit(everything)(places).items():
        exact = to_mpmath(*line_of(name), digits=40)
        with subtests.test(name):
            for at, value in zip(places[name].T, np.asarray(values), strict=True):
                expected = exact(*map(float, at), {})
                assert not mpmath.isnan(expected)
                assert value == pytest.approx(float(expected), rel=1e-12, abs=1e-300), at


class Watched(MpmathAlgebra):
    """Notes where something is divided by 0, or is no number to the power 0: floating point goes on there."""

    singular = False

    def divide(self, a, b):
        self.singular |= b == 0
        return super().divide(a, b)

    def integer_power(self, a, n):
        self.singular |= (a == 0 and n < 0) or mpmath.isnan(a)
        return super().integer_power(a, n)

    def power(self, a, b):
        self.singular |= (a == 0 and b < 0) or mpmath.isnan(a) or mpmath.isnan(b)
        return super().power(a, b)

    def call(self, name, arguments):
        self.singular |= name == "log" and arguments[0] == 0
        return super().call(name, arguments)


@settings(max_examples=3)
@given(st.lists(smooth(), min_size=8, max_size=8))
def test_trees_against_mpmath(trees):
    """Several in one program, each to a few times what rounding outwards at every step makes of it."""
    xs = np.array([-1.7, 0.3, 2.6])
    functions = [tree_to_jax(tree, ("x",), {}) for tree in trees]
    everything = jax.jit(jax.vmap(lambda x: [function(x, {}) for function in functions]))
    for tree, values in zip(trees, map(np.asarray, everything(xs)), strict=True):
        bounds = enclose_tree(tree, ("x",), {})(xs, xs, {})
        rooms = 4 * (bounds.high - bounds.low) + 1e-300
        for x, value, room, sure in zip(xs, values, rooms, bounds.defined, strict=True):
            with mpmath.workdps(30):
                algebra = Watched()
                expected = float(evaluate(tree, algebra, {"x": mpmath.mpf(x)}))
            if algebra.singular or not np.isfinite(room) or not sure:
                continue
            assert value == pytest.approx(expected, rel=0, abs=room), (text_of(tree), x)


SHEET = Sheet.read(
    [
        "f(x) = a x^2 + b",
        "y = f(x)/c",
        "c = f(2)",
        "y = f'(x) + f''(x)",
        "y = d/dx (x f(x))",
        "u = x^3",
        "y = d/dx u",
        "y = sum(n x^n, n, 0, 10)",
        "y = prod(x + n, n, 1, m)",
        "m = 4",
        "y = sum(u/n, n, 1, m)",
        "y = integral(exp(-s^2), s, 0, x)",
        "y = integral(u, 0, 2)",
        "y = 9^9^9^9",
        "y = x^(1/3) + x^(2/3)",
        "y = (-8)^(1/3) + 0x",
        "y = max(x, 1, a, 2x)",
        "y = (x > 1) + 2(x < 0)",
        "y = {x < 0: 1, x < 1: 2}",
        "y = sin'''(x)",
        "y = x % 3 + 7 // x",
        "y = 1/0 + x",
        "y = sum(n, n, 3, 2) + prod(n, n, 3, 2)",
        "y = d/da f(x)",
    ]
)
P = {"a": 2.0, "b": 3.0}
EXPECTED = {
    1: lambda x: (2 * x**2 + 3) / 11,
    3: lambda x: 4 * x + 4,
    4: lambda x: 6 * x**2 + 3,
    6: lambda x: 3 * x**2,
    7: lambda x: sum(n * x**n for n in range(11)),
    8: lambda x: (x + 1) * (x + 2) * (x + 3) * (x + 4),
    10: lambda x: x**3 * (1 + 1 / 2 + 1 / 3 + 1 / 4),
    11: lambda x: float(mpmath.quad(lambda s: mpmath.exp(-(s**2)), [0, x])),
    12: lambda x: 4.0,
    13: lambda x: np.inf,
    14: lambda x: np.cbrt(x) + np.cbrt(x) ** 2,
    15: lambda x: -2.0,
    16: lambda x: max(x, 2.0, 2 * x),
    17: lambda x: (x > 1) + 2.0 * (x < 0),
    18: lambda x: 1.0 if x < 0 else 2.0 if x < 1 else np.nan,
    19: lambda x: -np.cos(x),
    20: lambda x: x % 3 + 7 // x,
    21: lambda x: np.inf,
    22: lambda x: 1.0,
    23: lambda x: x**2,
}


def test_lines_of_a_sheet(subtests):
    for at in EXPECTED:
        with subtests.test(at=at):
            line = SHEET.lines[at]
            assert line.error is None
            function = jax.jit(to_jax(line, SHEET))
            for x in (-1.5, 0.4, 2.0):
                expected = EXPECTED[at](x)
                assert float(function(x, P)) == pytest.approx(expected, rel=1e-13, abs=1e-14, nan_ok=True)
                if np.isfinite(expected):
                    assert float(to_mpmath(line, SHEET)(x, P)) == pytest.approx(
                        expected, rel=1e-12, abs=1e-14
                    )


@pytest.mark.samples(2)
@pytest.mark.parametrize("dtype", [jnp.float16, jnp.bfloat16, jnp.float32, jnp.float64])
def test_the_result_has_the_dtype_of_the_inputs(dtype):
    texts = [
        "y = 2 x^2/3 + a", "y = 3", "(cos x, 1)", "y = erf(0.5) x", "y = {x > 0: 1, 2}",
        "y = sum(n, n, 1, 9)",
    ]  # fmt: skip
    texts += [
        "y = integral(t, t, 0, 1)",
        "y = tan'(x) + log(2.5)",
        "y = x^0.5 + 2^x",
        "y = selu(x) + max(x, 1)",
    ]
    sheet = Sheet.read(texts)
    functions = [to_jax(line, sheet) for line in sheet.lines]
    results = jax.jit(lambda x, p: [function(x, p) for function in functions])(dtype(0.5), {"a": 1.0})
    assert [result.dtype for result in results] == [dtype] * len(texts)
    assert to_jax(sheet.lines[0], sheet)(dtype(0.5), {"a": 1.0}).dtype == dtype


def test_values_of_sliders_come_from_p_then_from_the_sheet_then_are_one():
    sheet = Sheet.read(["a x + b + c", "b = 10"])
    function = to_jax(sheet.lines[0], sheet)
    assert float(function(2.0, {})) == 2 + 10 + 1
    assert float(function(2.0, {"a": 5.0, "b": 0.0})) == 10 + 0 + 1


def test_sliders_are_traced():
    """Another value of a slider, or of a sum's bound, compiles nothing."""
    sheet = Sheet.read(["sum(a x^n, n, 0, m)"])
    function = to_jax(sheet.lines[0], sheet)
    traces = []

    @jax.jit
    def counted(x, p):
        traces.append(1)
        return function(x, p)

    results = [float(counted(2.0, {"a": a, "m": m})) for a, m in ((1.0, 3.0), (2.0, 4.0), (1.0, 0.0))]
    assert results == [15.0, 62.0, 1.0]
    assert len(traces) == 1


def test_a_sum_with_open_bounds_has_no_value_beyond_its_limit():
    sheet = Sheet.read(["sum(1, n, 1, m)"])
    function = to_jax(sheet.lines[0], sheet)
    assert [float(function({"m": m})) for m in (1000.0, 0.0, -5.0)] == [1000.0, 0.0, 0.0]
    assert np.isnan(float(function({"m": 1001.0})))


def test_a_condition_is_a_truth_value():
    sheet = Sheet.read(["y > x^2", "c(x) = not x < 1", "c(x) and y > 0"])
    assert to_jax(sheet.lines[0], sheet)(1.0, 2.0, {}).dtype == jnp.bool_
    third = to_jax(sheet.lines[2], sheet)
    assert [bool(third(x, y, {})) for x, y in ((1.0, 1.0), (0.0, 1.0), (1.0, 0.0))] == [True, False, False]


def test_a_network_takes_its_weights_from_p():
    sheet = Sheet.read(["y ~ 1 + mlp(x; 3)"])
    line = sheet.lines[0]
    generator = np.random.default_rng(0)
    layers = [
        (generator.normal(size=(1, 3)), generator.normal(size=3)),
        (generator.normal(size=(3, 1)), np.ones(1)),
    ]
    (first, bias), (second, last) = layers
    expected = 1 + (np.maximum(np.array([0.7]) @ first + bias, 0) @ second + last)[0]
    value = to_jax(line, sheet)(0.7, {line.networks[0].name: layers})
    assert float(value) == pytest.approx(expected)


def test_every_operation_is_under_the_columns_it_was_typed_in():
    sheet = Sheet.read(["f(u) = cos(u)", "f(x) + x^3 sin(2x)"])
    function = to_jax(sheet.lines[1], sheet)
    jaxpr = jax.make_jaxpr(function)(1.0, {})
    scopes = {str(eqn.primitive): str(eqn.source_info.name_stack) for eqn in jaxpr.eqns}
    assert scopes["cos"] == "L0_7_13"
    assert scopes["sin"] == "L1_11_18"
    assert scopes["integer_pow"] == "L1_7_10"
    assert scopes["add"] == "L1_0_18"
    optimized = jax.jit(function).lower(1.0, {}).compile().as_text()
    assert "L1_11_18" in optimized


def test_binomials_of_whole_numbers_as_mpmath_knows_them():
    """Poles of gamma stand above and below one another there; both numbers negative is 0 by convention."""
    sheet = Sheet.read(["binomial(n, k)"])
    f = jax.jit(to_jax(sheet.lines[0], sheet))
    for n in (-3, -2, -1, 0, 2, 5, 2.5, -1.5):
        for k in range(0 if n < 0 and n == int(n) else -4, 9):
            expected = float(mpmath.binomial(n, k))
            assert float(f({"n": float(n), "k": float(k)})) == pytest.approx(expected, rel=1e-13, abs=1e-14)


@pytest.mark.thorough
def test_factorials_and_binomials_of_whole_numbers_are_whole():
    """Binomials as long as the factorials are exact in float64; beyond, to the last digit but one."""
    with jax.enable_x64(True):
        f, g = (Sheet.read([text]) for text in ("factorial(x)", "binomial(x, y)"))
        numbers = np.arange(171.0)
        found = jax.vmap(lambda x: to_jax(f.lines[0], f)(x, {}))(numbers)
        assert np.asarray(found).tolist() == [float(math.factorial(int(n))) for n in numbers]
        n, k = np.array([(n, k) for n in range(57) for k in range(n + 1)], float).T
        found = np.asarray(jax.vmap(lambda x, y: to_jax(g.lines[0], g)(x, y, {}))(n, k))
        exact = np.array([math.comb(int(a), int(b)) for a, b in zip(n, k, strict=True)], float)
        assert np.array_equal(found[n <= 22], exact[n <= 22])
        assert found == pytest.approx(exact, rel=5e-16)
        slope = jax.grad(lambda x: to_jax(f.lines[0], f)(x, {}))(5.0)
        assert float(slope) == pytest.approx(float(mpmath.diff(mpmath.factorial, 5)), rel=1e-13)
