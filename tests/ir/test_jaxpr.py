"""Equations stand where JAX prints them, also nested ones, shared ones and those of many lines."""

from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp
import pytest
from jax import lax
from jax.extend.core import Primitive, jaxpr_as_fun

from ir import examples
from jaxstudio.ir.parse.jaxpr import equations_of, parse_jaxpr, rebuilt, walked

X = jnp.ones((8, 8))
CASES = {
    "many": jax.make_jaxpr(examples.many)(X, X),
    "selu": jax.make_jaxpr(examples.selu)(X),
    "empty": jax.make_jaxpr(lambda x: x)(X),
    "no results": jax.make_jaxpr(lambda x: (jax.debug.print("{}", x), x)[1])(X),
    "custom": jax.make_jaxpr(jax.grad(lambda x: jax.nn.relu(jax.nn.softplus(x)).sum()))(X),
    "while": jax.make_jaxpr(lambda x: lax.while_loop(lambda c: c.sum() < 9, lambda c: c * 2, x))(X),
    "solve": jax.make_jaxpr(jnp.linalg.solve)(X, X),
    "after a solve": jax.make_jaxpr(jax.grad(lambda x: jnp.linalg.inv(jnp.cos(x)).sum()))(X),
    "solves inside solves": jax.make_jaxpr(jax.scipy.sparse.linalg.gmres)(X, X[0]),
    "root": jax.make_jaxpr(examples.newtons_root)(2.0),
    "switch": jax.make_jaxpr(lambda i, x: lax.switch(i, [jnp.sin, jnp.cos, lambda y: y + 1], x))(1, X),
}


@pytest.mark.parametrize("name", CASES)
def test_each_equation_stands_where_it_is_printed(name):
    closed = CASES[name]
    text = str(closed)
    equations = equations_of(closed)
    parsed = parse_jaxpr(closed, text, equations)
    assert not parsed.problem
    assert len(parsed) == len(equations) == sum(1 for _ in walked(closed))
    lines = text.split("\n")
    for equation, (first, start, last, end) in zip(equations, parsed.spans.tolist(), strict=True):
        shown = lines[first - 1][start:] if last > first else lines[first - 1][start:end]
        right = shown.split(" = ", 1)[-1] if " = " in shown else shown
        assert right.startswith(equation.primitive), shown
        for number in equation.inputs:
            assert number < equations.index(equation)


class Pair(NamedTuple):
    first: object
    second: object


@dataclass(frozen=True)
class Bare:
    inner: object
    name: str


@jax.tree_util.register_dataclass
@dataclass(frozen=True)
class Registered:
    inner: object
    name: str = field(metadata={"static": True})


def holding(parameter):
    """A jaxpr with an equation of one's own that has this parameter, and one more equation behind it."""
    primitive = Primitive("holder")
    primitive.def_abstract_eval(lambda x, **_: x)
    return jax.make_jaxpr(lambda x: jnp.cos(primitive.bind(x, held=parameter)))(X)


def test_a_parameter_may_hold_jaxprs_in_any_container():
    """Named tuples and dataclasses, registered or not, are rebuilt; a callable stays as it is."""
    sine = jax.make_jaxpr(lambda x: jnp.sin(x) * 2)(X)
    inside, wrong = ["holder", "sin", "mul", "cos"], []
    for held, names in (
        (Pair(sine, None), inside), (Bare(sine, "a"), inside), (Registered(sine, "b"), inside),
        ((Pair(1, Bare(sine, "c")), "d"), inside), ((1, sine), inside),
        (partial(jaxpr_as_fun, sine), ["holder", "cos"]),
    ):  # fmt: skip
        closed = holding(held)
        same = rebuilt(closed, lambda number, equation: equation.source_info)
        if str(same) != str(closed) or type(same.eqns[0].params["held"]) is not type(held):
            wrong.append(("rebuilt", held))
        equations, text = equations_of(closed), str(closed)
        lines = text.split("\n")
        if [each.primitive for each in equations] != names:
            wrong.append(("equations", held))
        for equation, span in zip(
            equations, parse_jaxpr(closed, text, equations).spans.tolist(), strict=True
        ):
            if f" = {equation.primitive}" not in lines[span[0] - 1][span[1] :]:
                wrong.append((equation.primitive, held))
    assert not wrong


def test_equations_know_what_holds_them():
    equations = equations_of(CASES["many"])
    held = {
        equation.primitive: equations[equation.above].primitive
        for equation in equations
        if equation.above >= 0
    }
    assert held["sin"] == "scan"
    assert held["sub"] in ("cond", "jit")
    inner = [equation for equation in equations if equation.above >= 0 and equation.primitive == "cos"]
    assert equations[inner[0].above].primitive in ("scan", "while")


def test_a_shared_jaxpr_is_numbered_once():
    names = [equation.primitive for equation in equations_of(CASES["many"])]
    assert names.count("gt") == 2, "one in `inner`, though it is called twice, and one in `many`"


def test_rebuilding_changes_nothing_that_is_computed():
    closed = CASES["many"]
    same = rebuilt(closed, lambda number, equation: equation.source_info)
    assert str(same) == str(closed)
    ours, theirs = (jaxpr_as_fun(each)(X, X) for each in (same, closed))
    for one, other in zip(ours, theirs, strict=True):
        assert (one == other).all()
    assert [e.primitive for e in equations_of(same)] == [e.primitive for e in equations_of(closed)]


def test_frames_are_the_persons_own():
    equations = equations_of(CASES["selu"])
    for equation in equations:
        if equation.above < 0:
            assert equation.frames[0].path == examples.__file__
            assert equation.frames[0].function == "selu"
            assert not any("/jax/_src/" in frame.path for frame in equation.frames)
