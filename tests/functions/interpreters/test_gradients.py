"""Derivatives of what is typed are finite where the function is smooth, and NaN where it is not there."""

import jax
import jax.numpy as jnp
import mpmath
import numpy as np
import pytest

from functions.mpmath_algebra import MpmathAlgebra
from functions.of_lines import to_jax
from jaxstudio.functions.interpreters import evaluate
from jaxstudio.functions.language import FUNCTIONS, Sheet
from tests.functions.interpreters.domains import line_of, points


def ways(function):
    """The derivative by reverse and by forward mode."""
    return (
        jax.grad(lambda x: function(x, {})),
        lambda x: jax.jvp(lambda x: function(x, {}), (x,), (1.0,))[1],
    )


# text: {x: f'(x)}
CASES = {
    "{x > 0: log(x), x}": {-1.0: 1.0, 0.0: 1.0, 2.0: 0.5},
    "{x > 0: sqrt(x), 0}": {-1.0: 0.0, 0.0: 0.0, 4.0: 0.25},
    "where(x == 0, 1, sin(x)/x)": {0.0: 0.0, 1.0: np.cos(1) - np.sin(1)},
    "{x != 0: x^2 log(|x|), 0}": {0.0: 0.0, 1.0: 1.0},
    "{x < 0: exp(-1000 x), x < 1: x^2, log(x)/(x - 1)}": {0.5: 1.0, 0.0: 0.0},
    "{|x| < 1: sqrt(1 - x^2), 0}": {0.0: 0.0, 1.0: 0.0, 3.0: 0.0, 0.6: -0.75},
    "x^2 {x > 0}": {2.0: 4.0},
    "|x|": {-2.0: -1.0, 0.0: 0.0, 2.0: 1.0},
    "relu(x)": {-1.0: 0.0, 0.0: 0.0, 1.0: 1.0},
    "sinc(x)": {0.0: 0.0},
    "sigmoid(x)": {-1000.0: 0.0, 1000.0: 0.0, 0.0: 0.25},
    "softplus(x) + elu(x) + selu(-x)": {900.0: 2 - 0.0, -900.0: -1.0507009873554805},
    "mish(x)": {-1000.0: 0.0, 1000.0: 1.0},
    "stop(x) x": {3.0: 3.0},
    "sum({x > n: sqrt(x - n), 0}, n, 0, 3)": {2.25: 1 / 3 + 1 / np.sqrt(1.25) / 2 + 1.0},
}


@pytest.mark.samples(3)
@pytest.mark.parametrize("text", CASES)
def test_branches_that_are_not_taken_do_no_harm(text):
    sheet = Sheet.read([text])
    for derivative in map(jax.jit, ways(to_jax(sheet.lines[0], sheet))):
        for x, slope in CASES[text].items():
            assert float(derivative(x)) == pytest.approx(slope, rel=1e-12, abs=1e-12), x


def test_of_sliders_too():
    sheet = Sheet.read(["{x > 0: a log(x), b x}"])
    function = to_jax(sheet.lines[0], sheet)
    slopes = jax.grad(function, argnums=1)(-1.0, {"a": 2.0, "b": 3.0})
    assert (float(slopes["a"]), float(slopes["b"])) == (0.0, -1.0)


def test_second_derivatives_through_a_branch():
    sheet = Sheet.read(["{x > 0: x^2.5, 0}"])
    function = to_jax(sheet.lines[0], sheet)
    second = jax.grad(jax.grad(lambda x: function(x, {})))
    assert [float(second(x)) for x in (-1.0, 0.0, 4.0)] == [0.0, 0.0, pytest.approx(2.5 * 1.5 * 2)]


def test_a_derivative_ends_where_the_function_does():
    sheet = Sheet.read(["log'(x)", "d/dx sqrt(x)", "acosh''(x)", "d/dx (x^2 {x > 0})"])
    for line in sheet.lines:
        function = to_jax(line, sheet)
        assert np.isnan(float(function(-2.0, {}))), line.text
        assert np.isfinite(float(function(2.0, {}))), line.text


# those that are more than a call of JAX's own; the program of zeta's second derivative takes long to compile
ONE = [
    name
    for name, function in FUNCTIONS.items()
    if function.counts[0] == 1 and (not function.jax or function.jax.startswith(("own.", "nn.")))
    if name not in ("zeta", "isprime")
]
# jax.nn's formulas lose digits in their tails
LESS = {"elu": 1e-8, "selu": 1e-8, "celu": 1e-8, "coth": 1e-8}


def test_two_derivatives_of_each_function_against_mpmath(subtests):
    """First and second derivatives of all functions of one argument, in one program."""

    def both(function):
        return lambda x: jax.jvp(jax.grad(function), (x,), (jnp.ones_like(x),))

    functions = {name: to_jax(*line_of(name)) for name in ONE}
    rest = {name: FUNCTIONS[name].defaults for name in ONE}
    places = {name: points(name, 6, seed=4)[0] for name in ONE}

    def everything(places):
        return {
            name: jax.vmap(both(lambda x, name=name: functions[name](x, *rest[name], {})))(at)
            for name, at in places.items()
        }

    for name, found in jax.jit(everything)(places).items():
        line, _ = line_of(name)
        others = dict(zip(line.variables[1:], map(mpmath.mpf, rest[name]), strict=True))

        def exact(x, line=line, others=others):
            return evaluate(line.tree, MpmathAlgebra(), {line.variables[0]: x, **others})

        with subtests.test(name), mpmath.workdps(40):
            for at, first, second in zip(places[name], *map(np.asarray, found), strict=True):
                expected = [float(mpmath.diff(exact, mpmath.mpf(at), n)) for n in (1, 2)]
                assert first == pytest.approx(expected[0], rel=LESS.get(name, 1e-10), abs=1e-14)
                assert second == pytest.approx(expected[1], rel=LESS.get(name, 1e-9), abs=1e-12)
