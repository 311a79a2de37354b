"""A NaN is followed to the first equation that made it, into branches and loops."""

import jax
import jax.numpy as jnp
import pytest
from jax import lax

from ir import examples
from jaxstudio.errors import Cancelled
from jaxstudio.ir.nans import NOT_FOLLOWED, OUT_OF_TIME, first_nan
from jaxstudio.ir.parse.jaxpr import equations_of


def found(function, *arguments):
    closed = jax.make_jaxpr(function)(*arguments)
    return closed, first_nan(closed, jax.tree.leaves(arguments))


CASES = {
    "log": (lambda x: jnp.log(x - 1) * 2, 0.5, "log", "−0.5"),
    "within": (lambda x: jnp.sqrt(jnp.stack([1.0, x, 4.0])).sum(), -0.5, "sqrt", "−0.5"),
    "where": (jax.grad(lambda x: jnp.where(x > 0, jnp.sqrt(x), 0.0)), 0.0, "mul", "0 × ∞"),
    "overflow": (lambda x: jnp.exp(x) - jnp.exp(x), 1000.0, "sub", "∞ − ∞"),
    "division": (lambda x: x / x, 0.0, "div", "0 / 0"),
    "called": (jax.jit(lambda x: jax.nn.relu(jnp.arccos(x))), 3.0, "acos", "3"),
    "power": (lambda x: x**1.5, -4.0, "pow", "−4 to the power 1.5"),
    "solve": (
        lambda x: jnp.linalg.solve(x * jnp.ones((2, 2)), jnp.ones(2)),
        1.0,
        "triangular_solve",
        "zero on",
    ),
    "factor": (lambda x: jnp.linalg.cholesky(x * jnp.eye(2)), -1.0, "cholesky", "positive definite"),
    "root": (examples.newtons_root, 0.0, "div", "0 / 0"),
    "branch": (lambda x: lax.cond(x > 0, lambda y: y, jnp.log, x), -2.0, "log", "−2"),
}


@pytest.mark.parametrize("name", CASES)
def test_the_first_equation(name):
    function, argument, primitive, words = CASES[name]
    closed, nan = found(function, argument)
    assert nan.primitive == primitive
    assert equations_of(closed)[nan.equation].primitive == primitive
    assert words in nan.why
    assert nan.suggestion


def test_in_a_loop_the_round_is_told():
    closed, nan = found(lambda x: lax.scan(lambda c, _: (jnp.log(c), c), x, None, length=6)[0], 3.0)
    # log log log 3 = −2.36…
    assert nan.primitive == "log"
    assert nan.rounds == (3,)
    assert nan.inputs[0] == pytest.approx(-2.3639, abs=1e-3)
    assert equations_of(closed)[nan.equation].above >= 0
    _, nan = found(
        lambda x: lax.while_loop(lambda c: c[0] < 9, lambda c: (c[0] + 1, jnp.sqrt(c[1] - 1)), (0, x)), 10.0
    )
    assert nan.primitive == "sqrt"
    assert nan.rounds == (3,)


def test_reverse_scans_are_walked_backwards():
    values = jnp.array([-1.0, 4.0, 9.0])
    _, nan = found(lambda xs: lax.scan(lambda c, x: (c, jnp.log(x)), 0.0, xs, reverse=True)[1], values)
    assert nan.rounds == (2,)
    assert nan.inputs == (-1.0,)


def test_the_place_in_an_array():
    _, nan = found(lambda x: jnp.log(x), jnp.ones((4, 5)).at[2, 3].set(-7.0))
    assert nan.index == (2, 3)
    assert nan.inputs == (-7.0,)


def test_the_infinity_before_it():
    closed, nan = found(lambda x: 1 / x * 0.0, 0.0)
    assert nan.primitive == "mul"
    assert equations_of(closed)[nan.infinite].primitive == "div"


def test_none_where_there_is_none():
    assert found(jax.nn.softplus, 3.0)[1] is None
    assert found(lambda i: i * 2, 3)[1] is None


def test_an_argument_may_hold_it():
    _, nan = found(lambda x, y: x + y, 1.0, jnp.nan)
    assert nan.equation == -1
    assert nan.argument == 1


def test_a_loop_that_takes_too_long_is_named_itself():
    closed = jax.make_jaxpr(lambda x: lax.fori_loop(0, 1000, lambda i, c: jnp.sqrt(c - 1), x))(5.0)
    nan = first_nan(closed, [jnp.float32(5.0)], seconds=0.0)
    assert nan.primitive in ("scan", "while")
    assert nan.rounds == ()
    assert nan.why.endswith(OUT_OF_TIME)


def test_where_it_cannot_go_inside_it_says_so():
    mesh = jax.make_mesh((1,), ("i",), axis_types=(jax.sharding.AxisType.Auto,))
    spread = jax.shard_map(
        lambda x: jnp.log(lax.psum(x, "i")),
        mesh=mesh,
        in_specs=jax.sharding.PartitionSpec("i"),
        out_specs=jax.sharding.PartitionSpec(),
    )
    nan = first_nan(jax.make_jaxpr(spread)(-jnp.ones(2)), [-jnp.ones(2)])
    assert nan.primitive == "shard_map"
    assert nan.why.endswith(NOT_FOLLOWED)


def test_nobody_waits_for_what_is_not_wanted():
    closed = jax.make_jaxpr(lambda x: jnp.log(jnp.sin(x)))(1.0)
    asked = iter([False, True])
    with pytest.raises(Cancelled):
        first_nan(closed, [jnp.float32(-1.0)], cancelled=lambda: next(asked))
