"""The graph in the window: what is shown, opened, followed, found in the text."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt

from jaxstudio.app.inspector.graph_view import GraphView, beside
from jaxstudio.ir.graph import Graph, draw, usual

from . import fake

#    a   b
#     \ / \
#      c   |       c holds d → e
#       \ /
#        f
GRAPH = Graph(
    ["a", "b", "fusion", "d", "e", "f"],
    [""] * 6,
    np.array([(0, 2), (1, 2), (3, 4), (1, 5), (2, 5)], np.int32),
    np.array([-1, -1, -1, 2, 2, -1], np.int32),
)


@pytest.fixture
def view(qtbot):
    view = GraphView("graph")
    qtbot.addWidget(view)
    view.resize(500, 300)
    view.show()
    view.show_graph(draw(GRAPH))
    return view


def _point(view, node):
    return view._spot(view.drawn.place(node)).toPoint()


def test_the_mouse_takes_a_node_and_opens_its_box(qtbot, view):
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=_point(view, 2))
    assert view.node == 2
    with qtbot.waitSignal(view.toggled) as said:
        qtbot.mouseDClick(view, Qt.MouseButton.LeftButton, pos=_point(view, 2))
    before = _point(view, 2)
    view.show_graph(draw(GRAPH, frozenset(said.args)), 2, keep=True)
    assert _point(view, 2) == before, "what is in hand stays under the hand"
    assert len(view.drawn.view.nodes) == 6
    assert view.node_at(view._spot(view.drawn.place(4))) == 4
    assert view.node_at(view._spot(view.drawn.place(4)) + QPoint(0, 20)) == -1


def test_it_moves_and_magnifies_about_the_pointer(qtbot, view):
    spot = view._spot(0)
    view.zoom(2.0, spot)
    assert (view._spot(0) - spot).manhattanLength() < 1e-6
    node = view.node
    qtbot.mousePress(view, Qt.MouseButton.LeftButton, pos=QPoint(10, 10))
    qtbot.mouseMove(view, QPoint(40, 30))
    qtbot.mouseRelease(view, Qt.MouseButton.LeftButton, pos=QPoint(40, 30))
    assert (view._spot(0) - spot - QPoint(30, 20)).manhattanLength() < 1e-6
    assert view.node in (node, 0), "a drag takes nothing in hand"
    qtbot.keyClick(view, Qt.Key.Key_0)
    assert all(view.rect().contains(view._spot(place).toPoint()) for place in range(4))


def test_the_arrows_go_from_node_to_node(view):
    drawn = draw(GRAPH)
    assert beside(drawn, 2, Qt.Key.Key_Down) == 5
    assert beside(drawn, 2, Qt.Key.Key_Up) in (0, 1)
    assert {beside(drawn, 0, Qt.Key.Key_Left), beside(drawn, 0, Qt.Key.Key_Right)} == {1, -1}
    assert beside(drawn, 5, Qt.Key.Key_Down) == -1


def test_a_node_in_a_shut_box_stands_for_the_box():
    drawn = draw(GRAPH)
    assert drawn.place(4) == drawn.place(2)
    assert draw(GRAPH, frozenset({2})).place(4) != drawn.place(2)
    nested = Graph(
        ["jit", "add", "mul"], [""] * 3, np.zeros((0, 2), np.int32), np.array([-1, 0, 0], np.int32)
    )
    assert usual(nested) == {0}
    assert usual(GRAPH) == frozenset()


def test_what_is_followed_is_shown_strongly(view):
    view.light(GRAPH.upstream(2))
    assert [view.drawn.view.nodes[place] for place in view.lit] == [0, 1, 2]
    view.repaint()
    view.light(np.zeros(0, np.int64))
    assert not len(view.lit)


def test_the_page(qtbot, panel, controller):
    panel.show_page(panel.graph)
    qtbot.waitUntil(lambda: panel.settled and panel.graph.graph is not None)
    page = panel.graph
    assert [page.box.itemText(place) for place in range(page.box.count())] == ["jaxpr", "Optimised HLO"]
    assert page.graph.labels == ["sine", "multiply"]
    page.view.setFocus()
    qtbot.waitUntil(page.view.hasFocus)
    assert page.view.node == 0
    qtbot.keyClick(page.view, Qt.Key.Key_Down)
    assert page.view.node == 1
    page.inputs.click()
    assert "2 followed" in page.about.text()
    assert "2 of 2 nodes shown" in page.about.text()
    qtbot.keyClick(page.view, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: panel.settled and panel.pages.currentWidget() is panel.code)
    left = panel.code.left
    assert left.stage.name == "optimized"
    assert (
        left.view.model.number(left.view.line)
        == fake.OPTIMIZED.split("\n").index(
            next(line for line in fake.OPTIMIZED.split("\n") if "multiply" in line)
        )
        + 1
    )


def test_a_crowd_is_never_shown_at_once(qtbot, panel, controller):
    count = 3000
    edges = np.array([(k - 1, k) for k in range(1, count)], np.int32)
    page = panel.graph
    panel.show_page(page)
    qtbot.waitUntil(lambda: panel.settled and page.graph is not None)
    page._take(draw(Graph(["add"] * count, [""] * count, edges, np.full(count, -1, np.int32))), -1)
    assert len(page.view.drawn.view.nodes) == 2000
    assert "2,000 of 3,000 nodes shown" in page.about.text()
    page.view.choose(1000)
    page.around.click()
    qtbot.waitUntil(lambda: panel.settled)
    near = page.view.drawn.view.nodes
    assert near.min() <= 1
    assert near.max() < 2010
