"""The graph of a trace: forwards, apart, whole."""

import jax.numpy as jnp
import numpy as np

from jaxstudio.functions.traces import evaluation_trace, graph_of


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
