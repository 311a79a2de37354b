"""The evaluation trace: lesson 14, JAX's own gradient whatever the function, and the trace as a graph."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from functions.of_lines import to_jax
from jaxstudio.errors import UsageError
from jaxstudio.functions.language import Sheet
from jaxstudio.functions.protocol.answers import Columns, RowKind
from jaxstudio.functions.traces import evaluation_trace, graph_of
from jaxstudio.runtime.compile_counter import COMPILES


def lesson(x1, x2, p):
    return x1 * x2 + jnp.sin(x1 * x2)


def test_lesson_14_step_by_step():
    trace = evaluation_trace(lesson, {"x1": 7.0, "x2": 2.0}, {}, direction="x1")
    steps = [row for row in trace.rows if row.kind is RowKind.STEP]
    assert [row.name for row in steps] == ["v₁", "v₂", "v₃"]
    assert [row.formula for row in steps] == ["x1 · x2", "sin v₁", "v₁ + v₂"]
    assert [float(row.value) for row in steps] == pytest.approx([14, 0.990607, 14.990607], abs=1e-6)
    assert [float(row.tangent) for row in steps] == pytest.approx([2, 0.273474, 2.2734745], abs=1e-6)
    assert [float(row.adjoint) for row in steps] == pytest.approx([1.1367372, 1, 1], abs=1e-7)
    inputs = [float(trace.row(name).adjoint) for name in ("x1", "x2")]
    assert inputs == pytest.approx([2.2734745, 7.9571605], abs=5e-7)
    assert trace.result == "v₃"
    assert trace.row("v₃").inputs == ("v₁", "v₂")


def test_lesson_14_as_it_is_typed():
    sheet = Sheet.read(["x1 x2 + sin(x1 x2)"])
    line = sheet.lines[0]
    trace = evaluation_trace(to_jax(line, sheet), {"x1": 7.0, "x2": 2.0}, {})
    assert float(trace.row("v₃").value) == pytest.approx(14.990607, abs=1e-6)
    assert trace.row("v₁").columns == Columns(0, 0, 5)
    assert trace.row("v₂").columns == Columns(0, 8, 18)
    assert trace.row("v₃").columns == Columns(0, 0, 18)


def many_steps(x, y, p):
    inner = jax.jit(lambda z: jnp.where(z > 0, z**3, -z) + jnp.hypot(z, p["a"]))
    return jax.nn.relu(inner(x * y)) + jnp.sinc(y) / jnp.exp2(x) - jax.lax.stop_gradient(x) * y


def loops(x, y, p):
    doubled = jax.lax.fori_loop(0, 3, lambda turn, value: value * x + turn, y)
    return jnp.where(x > y, doubled, p["a"]) + jax.lax.cond(x > 0, jnp.sin, jnp.cos, y)


def matrices(x, y, p):
    matrix = jnp.stack([jnp.stack([x, y]), jnp.stack([y, p["a"]])])
    return jnp.sum(jnp.tanh(matrix @ matrix)) + jnp.max(matrix)


def network(x, y, p):
    (weights, biases), *_ = p["mlp"]
    return jnp.sum(jax.nn.softplus(jnp.stack([x, y]) @ weights + biases))


WEIGHTS = {"mlp": [(np.arange(6.0).reshape(2, 3) / 7, np.ones(3))]}


@pytest.mark.samples(2)
@pytest.mark.parametrize(
    ("f", "p"),
    [(lesson, {}), (many_steps, {"a": 1.5}), (loops, {"a": 1.5}), (matrices, {"a": 1.5}), (network, WEIGHTS)],
)
def test_both_sweeps_end_at_jaxs_own_derivatives(f, p):
    at = {"x": 0.8, "y": 0.4}
    trace = evaluation_trace(f, at, p, direction={"x": 2.0, "y": -1.0})
    arrays = jax.tree.map(jnp.asarray, p)
    along = jax.jit(lambda x, y: jax.jvp(lambda x, y: f(x, y, arrays), (x, y), (2.0, -1.0)))(0.8, 0.4)
    result = trace.row(trace.result)
    np.testing.assert_allclose(result.value, along[0], rtol=1e-14)
    np.testing.assert_allclose(result.tangent, along[1], rtol=1e-13)
    *back, sliding = jax.jit(jax.grad(f, argnums=(0, 1, 2)))(0.8, 0.4, arrays)
    np.testing.assert_allclose(trace.row("x").adjoint, back[0], rtol=1e-13)
    np.testing.assert_allclose(trace.row("y").adjoint, back[1], rtol=1e-13)
    sliders = [row for row in trace.rows if row.kind is RowKind.PARAMETER]
    for row, slope in zip(sliders, jax.tree.leaves(sliding), strict=True):
        np.testing.assert_allclose(row.adjoint, slope, rtol=1e-12, atol=1e-15)
    assert trace.note == ""


def test_every_row_follows_from_those_it_names():
    trace = evaluation_trace(many_steps, {"x": 0.8, "y": 0.4}, {"a": 1.5})
    seen = set()
    for row in trace.rows:
        assert set(row.inputs) <= seen
        assert row.name not in seen
        seen.add(row.name)
        if row.primitive == "mul" and len(row.inputs) == 2:
            one, other = map(trace.row, row.inputs)
            np.testing.assert_allclose(row.value, one.value * other.value, rtol=1e-15)
            expected = one.tangent * other.value + one.value * other.tangent
            np.testing.assert_allclose(row.tangent, expected, rtol=1e-14)
    assert not {row.primitive for row in trace.rows} & {"jit", "pjit", "custom_jvp_call"}


def test_what_is_no_float_has_no_derivative():
    trace = evaluation_trace(many_steps, {"x": 0.8, "y": 0.4}, {"a": 1.5})
    (compared,) = [row for row in trace.rows if row.primitive == "gt"]
    assert compared.value.dtype == bool
    assert compared.tangent is None
    assert compared.adjoint is None


def test_a_rule_of_its_own_stays_one_row_where_it_matters():
    """relu'(0) is 0 by its rule; the larger of x and 0 would give 1/2 there."""
    at_zero = evaluation_trace(lambda x, p: jax.nn.relu(x), {"x": 0.0}, {})
    assert [row.primitive for row in at_zero.rows] == ["", "relu"]
    assert "rule of its own" in at_zero.rows[1].note
    assert at_zero.rows[0].adjoint == 0
    elsewhere = evaluation_trace(lambda x, p: jax.nn.relu(x), {"x": 2.0}, {})
    assert [row.primitive for row in elsewhere.rows] == ["", "max"]


def test_the_same_rule_at_two_points():
    """It matters at 0 and does not at 2; what JAX keeps of the inner function is one and the same."""
    inner = jax.jit(jax.nn.relu)
    trace = evaluation_trace(lambda x, y, p: inner(x) * 3 + inner(y), {"x": 0.0, "y": 2.0}, {})
    assert trace.row("x").adjoint == 0
    assert trace.row("y").adjoint == 1


def test_a_rule_that_runs_backwards_only():
    @jax.custom_vjp
    def halved(x):
        return 3.0 * x

    halved.defvjp(lambda x: (3.0 * x, None), lambda _, slope: (slope / 2,))
    trace = evaluation_trace(lambda x, p: halved(x) * x, {"x": 2.0}, {})
    assert trace.row("v₁").tangent == 0.5
    assert trace.row("x").adjoint == pytest.approx(6 + 0.5 * 2)
    assert trace.row(trace.result).tangent == pytest.approx(7)


def test_no_reverse_through_a_loop_of_unknown_length():
    def f(x, p):
        return jax.lax.while_loop(lambda value: value < 100, lambda value: 2 * value, x) * x

    trace = evaluation_trace(f, {"x": 3.0}, {})
    assert trace.row("v₁").value == 192
    assert trace.row("v₁").tangent == 64
    assert trace.row("v₁").adjoint == 3
    assert trace.row("x").adjoint is None
    assert "reverse" in trace.note


def test_several_results_and_their_weights():
    def f(x, y, p):
        return x * y, jnp.sin(x)

    trace = evaluation_trace(f, {"x": 0.5, "y": 2.0}, {}, weights=(1, -3))
    assert trace.row("x").adjoint == pytest.approx(2 - 3 * np.cos(0.5))
    assert evaluation_trace(f, {"x": 0.5, "y": 2.0}, {}).row("x").adjoint == pytest.approx(2 + np.cos(0.5))


@pytest.mark.samples(2)
@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32"])
def test_narrow_dtypes_round_every_row(dtype):
    trace = evaluation_trace(lambda x, p: x * x + 1, {"x": 1.001}, {}, dtype=dtype)
    for row in trace.rows:
        assert row.value.dtype == np.float64
        assert float(jnp.asarray(row.value, dtype)) == row.value


def test_a_constant_function_and_an_array_closed_over():
    trace = evaluation_trace(lambda x, p: jnp.ones_like(x), {"x": 1.0}, {})
    assert trace.result == "1"
    table = np.arange(3.0)
    trace = evaluation_trace(lambda x, p: jnp.sum(x * table), {"x": 2.0}, {})
    assert trace.row(trace.result).value == 6
    assert RowKind.CONSTANT in {row.kind for row in trace.rows}


def test_another_point_compiles_nothing():
    evaluation_trace(many_steps, {"x": 0.8, "y": 0.4}, {"a": 1.5})
    before = COMPILES.awaited
    evaluation_trace(many_steps, {"x": -1.0, "y": 0.3}, {"a": 2.0}, direction="y")
    assert COMPILES.awaited == before
    evaluation_trace(lesson, {"x1": 1.0, "x2": 2.0}, {})
    before = COMPILES.awaited
    evaluation_trace(lesson, {"x1": 1.5, "x2": -2.0}, {}, direction="x2")
    assert COMPILES.awaited == before


def test_what_is_wrong_is_said():
    with pytest.raises(UsageError, match="direction names z; the function has x1, x2, a"):
        evaluation_trace(lesson, {"x1": 1.0, "x2": 2.0}, {"a": 1.0}, direction="z")
    with pytest.raises(UsageError, match="weights has 2 numbers"):
        evaluation_trace(lesson, {"x1": 1.0, "x2": 2.0}, {}, weights=(1, 2))

    def long(x, p):
        for step in range(2100):
            x = x * (step + 1.5)
        return x

    with pytest.raises(UsageError, match="2000 at most"):
        evaluation_trace(long, {"x": 1.0}, {})


def test_lesson_14_as_a_graph():
    trace = evaluation_trace(lambda x, y, p: x * y + jnp.sin(x * y), {"x": 7.0, "y": 2.0}, {})
    graph = graph_of(trace)
    layers = {node.name: node.x for node in graph.nodes}
    assert layers == {"x": 0, "y": 0, "v₁": 1, "v₂": 2, "v₃": 3}
    pairs = {(graph.nodes[edge.start].name, graph.nodes[edge.end].name) for edge in graph.edges}
    assert pairs == {("x", "v₁"), ("y", "v₁"), ("v₁", "v₂"), ("v₁", "v₃"), ("v₂", "v₃")}


def test_edges_run_forwards_and_around_other_nodes():
    def f(x, y, p):
        total = x
        for step in range(6):
            total = jnp.sin(total) * y + total / (step + 2.5)
        return total

    graph = graph_of(evaluation_trace(f, {"x": 0.3, "y": 1.1}, {"a": 1.0}))
    places = [(node.x, node.y) for node in graph.nodes]
    assert len(set(places)) == len(places)
    for edge in graph.edges:
        start, end = graph.nodes[edge.start], graph.nodes[edge.end]
        assert edge.route[0].tolist() == [start.x, start.y]
        assert edge.route[-1].tolist() == [end.x, end.y]
        assert (np.diff(edge.route[:, 0]) == 1).all()
        passed = set(map(tuple, edge.route[1:-1].tolist()))
        assert not passed & set(places)


def test_the_order_avoids_crossings():
    """Four chains side by side need no crossing, in whatever order they are computed."""

    def f(a, b, c, d, p):
        return jnp.sin(a) + (jnp.cos(d) + (jnp.exp(b) + jnp.tanh(c)))

    graph = graph_of(evaluation_trace(f, {"a": 1.0, "b": 1.0, "c": 1.0, "d": 1.0}, {}))
    crossings = 0
    pieces = [piece for edge in graph.edges for piece in zip(edge.route, edge.route[1:], strict=False)]
    for one, (start, end) in enumerate(pieces):
        for other_start, other_end in pieces[:one]:
            if start[0] == other_start[0]:
                crossings += (start[1] - other_start[1]) * (end[1] - other_end[1]) < 0
    assert crossings <= 1
