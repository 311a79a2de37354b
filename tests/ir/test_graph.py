"""Graphs hold what the texts say, never more than a screen bears, in layers without overlap."""

import numpy as np
import pytest

from jaxstudio.ir.graph import Graph, bytes_of, graph_of, layout_graph, of_hlo, of_jaxpr, visible_part
from jaxstudio.ir.links.origins import Origins
from jaxstudio.ir.parse.hlo import parse_hlo


@pytest.fixture(scope="module")
def hlo(many):
    return of_hlo(parse_hlo(many.stage("optimized").text, Origins()))


@pytest.fixture(scope="module")
def jaxpr(many):
    return of_jaxpr(many.equations)


def test_edges_are_the_operands(many, hlo):
    parsed = parse_hlo(many.stage("optimized").text, Origins())
    for item in range(len(hlo)):
        read = hlo.readers.inverse.of([item]).tolist()
        assert read == sorted({each for each in parsed.arguments(item) if each >= 0})
    assert "f32[8,8]{1,0}" in hlo.details


def test_boxes_hold_what_is_called(many, hlo, jaxpr):
    for box in hlo.boxes:
        assert hlo.labels[box] in ("fusion", "call", "while", "conditional", "sort", "reduce")
    fusion = next(box for box in hlo.boxes if hlo.labels[box] == "fusion")
    inside = np.flatnonzero(hlo.above == fusion)
    assert hlo.labels[inside[0]] == "parameter"
    held = {jaxpr.labels[box] for box in jaxpr.boxes}
    assert {"scan", "cond", "jit"} <= held


def test_shut_boxes_hide_and_open_ones_show(hlo):
    outside = visible_part(hlo)
    assert (hlo.above[outside.nodes] < 0).all()
    assert len(outside.shut) > 3
    box = int(outside.nodes[outside.shut[0]])
    opened = visible_part(hlo, [box])
    assert len(opened.nodes) == len(outside.nodes) + np.count_nonzero(hlo.above == box)
    place = opened.nodes.tolist().index(box)
    assert np.count_nonzero(opened.box_of == place) == np.count_nonzero(hlo.above == box)
    everything = visible_part(hlo, hlo.boxes.tolist())
    assert len(everything.nodes) == len(hlo)
    assert len(everything.edges) == len(hlo.edges)


def test_a_box_inside_a_shut_box_stays_hidden(jaxpr):
    nested = [box for box in jaxpr.boxes if jaxpr.above[box] >= 0]
    view = visible_part(jaxpr, nested)
    assert len(view.nodes) == np.count_nonzero(jaxpr.above < 0)


def chain(count):
    edges = np.array([(max(0, k - 1 - (k * 7919) % 50), k) for k in range(1, count)], np.int32)
    return Graph([f"op{k % 7}" for k in range(count)], [""] * count, edges, np.full(count, -1, np.int32))


def test_never_more_than_asked_for():
    graph = chain(5_000)
    view = visible_part(graph)
    assert len(view.nodes) == 2_000
    assert view.hidden == 3_000
    near = visible_part(graph, focus=100, most=50)
    assert len(near.nodes) == 50
    assert 100 in near.nodes
    assert np.abs(near.nodes - 100).max() < 600
    for start, end in near.edges:
        assert any((graph.edges == near.nodes[[start, end]]).all(1))


def test_up_and_down():
    graph = Graph(
        list("abcd"), [""] * 4, np.array([(0, 2), (1, 2), (2, 3)], np.int32), np.full(4, -1, np.int32)
    )
    assert graph.upstream(2).tolist() == [0, 1, 2]
    assert graph.downstream(0).tolist() == [0, 2, 3]


@pytest.mark.parametrize("which", ["hlo", "jaxpr", "chain"])
def test_layers_point_down_and_nothing_overlaps(request, which):
    graph = chain(600) if which == "chain" else request.getfixturevalue(which)
    for opened in ([], graph.boxes.tolist()):
        view = visible_part(graph, opened)
        layout = layout_graph(graph, view)
        for start, end in view.edges:
            assert layout.y[start] < layout.y[end]
        for row in np.unique(layout.y):
            members = np.flatnonzero(layout.y == row)
            order = members[np.argsort(layout.x[members])]
            left, right = layout.x[order] - layout.width[order] / 2, layout.x[order] + layout.width[order] / 2
            assert (left[1:] >= right[:-1] - 1e-9).all()
        for owner, x0, y0, x1, y1 in layout.boxes:
            inside = view.box_of == owner
            assert (layout.x[inside] >= x0).all()
            assert (layout.x[inside] <= x1).all()
            assert (layout.y[inside] > y0).all()
            assert (layout.y[inside] < y1).all()
            node = view.nodes[owner]
            among = [owner, *(k for k, each in enumerate(view.nodes) if node in graph.around(each))]
            held = (x0 <= layout.x) & (layout.x <= x1) & (y0 <= layout.y) & (layout.y <= y1)
            assert np.flatnonzero(held).tolist() == sorted(among)


def test_neighbours_are_near_each_other():
    """A ladder of two strands: each node stands below its own strand."""
    edges = [(k, k + 2) for k in range(40)]
    graph = Graph(["op"] * 42, [""] * 42, np.array(edges, np.int32), np.full(42, -1, np.int32))
    layout = layout_graph(graph, visible_part(graph))
    assert all(abs(layout.x[start] - layout.x[end]) < 1e-6 for start, end in edges)


def test_nothing():
    empty = Graph([], [], np.zeros((0, 2), np.int32), np.zeros(0, np.int32))
    view = visible_part(empty)
    assert len(view.nodes) == 0
    assert len(layout_graph(empty, view).x) == 0


def test_fusions_and_calls_are_told_apart(many):
    """A node of a fusion has its name, one of a call what it calls; all others their opcode and name."""
    graph = graph_of(many.stage("optimized"), ())
    titles = [graph.title(node) for node in range(len(graph))]
    fusions = [title for title, label in zip(titles, graph.labels, strict=True) if label == "fusion"]
    assert len(set(fusions)) == len(fusions) > 1
    assert "fusion" not in fusions
    calls = [
        title for title, label in zip(titles, graph.labels, strict=True) if label in ("call", "custom-call")
    ]
    assert all(" " in title for title in calls)
    parsed = parse_hlo(many.stage("optimized").text, Origins()).parsed
    for title, kind, name in zip(titles, parsed.kinds, parsed.names, strict=True):
        if kind not in ("call", "custom-call", "constant"):
            assert title in (name, f"{kind} {name}")
            assert kind.replace("-", "_") in title.replace("-", "_")


def test_a_node_says_type_and_bytes(many):
    graph = graph_of(many.stage("optimized"), ())
    node = graph.details.index("f32[8,8]{1,0}")
    assert graph.caption(node) == "f32[8,8]"
    assert graph.result_bytes[node] == np.zeros((8, 8), np.float32).nbytes
    for types, expected in (
        ("(f32[3,4]{1,0}, s32[])", 52),
        ("pred[7]", 7),
        ("bf16[2,3]{1,0:T(8,128)}", 12),
        ("f8e4m3fn[5]", 5),
        ("c64[]", 8),
        ("key<fry>[4]", 0),
        ("bool[2,2]", 4),
    ):
        assert bytes_of(types) == expected, types


def test_a_search_finds_names_opcodes_and_types(hlo):
    found = hlo.search("COSINE")
    assert {hlo.labels[node] for node in found} == {"cosine", "fusion"}
    assert set(hlo.search("f32[8,8]")) == {n for n, d in enumerate(hlo.details) if "f32[8,8]" in d}
    inner = next(node for node in range(len(hlo)) if hlo.above[node] >= 0)
    assert hlo.around(inner)[0] == hlo.above[inner]
    assert not len(hlo.search("nowhere"))
