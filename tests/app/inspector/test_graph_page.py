"""The graph in the window: what is shown, opened, followed, found in the text."""

from xml.etree import ElementTree

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPalette

from jaxstudio.app.inspector.graph_view import GraphView, beside, paint_graph
from jaxstudio.app.shared.colours import theme_palette
from jaxstudio.ir.graph import Graph, draw, usual
from jaxstudio.ir.graph_svg import graph_svg

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


def test_an_opened_box_is_in_sight(view):
    place = view.drawn.place(2)
    view.node = 2
    view.zoom(3.0, view.spot(place))
    view.show_graph(draw(GRAPH, frozenset({2})), 2, keep=True)
    for node in (2, 3, 4):
        assert view.rect().contains(view.spot(view.drawn.place(node)).toPoint())


def _point(view, node):
    return view.spot(view.drawn.place(node)).toPoint()


def test_the_mouse_takes_a_node_and_opens_its_box(qtbot, view):
    view.resize(500, 600)  # high enough for the open box
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=_point(view, 2))
    assert view.node == 2
    with qtbot.waitSignal(view.toggled) as said:
        qtbot.mouseDClick(view, Qt.MouseButton.LeftButton, pos=_point(view, 2))
    before = _point(view, 2)
    view.show_graph(draw(GRAPH, frozenset(said.args)), 2, keep=True)
    assert _point(view, 2) == before, "what is in hand stays under the hand"
    assert len(view.drawn.view.nodes) == 6
    assert view.node_at(view.spot(view.drawn.place(4))) == 4
    assert view.node_at(view.spot(view.drawn.place(4)) + QPoint(0, 30)) == -1


def test_it_moves_and_magnifies_about_the_pointer(qtbot, view):
    spot = view.spot(0)
    view.zoom(2.0, spot)
    assert (view.spot(0) - spot).manhattanLength() < 1e-6
    node = view.node
    qtbot.mousePress(view, Qt.MouseButton.LeftButton, pos=QPoint(10, 10))
    qtbot.mouseMove(view, QPoint(40, 30))
    qtbot.mouseRelease(view, Qt.MouseButton.LeftButton, pos=QPoint(40, 30))
    assert (view.spot(0) - spot - QPoint(30, 20)).manhattanLength() < 1e-6
    assert view.node in (node, 0), "a drag takes nothing in hand"
    qtbot.keyClick(view, Qt.Key.Key_0)
    assert all(view.rect().contains(view.spot(place).toPoint()) for place in range(4))


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


def _settled(qtbot, view):
    qtbot.waitUntil(lambda: view.picture.complete)
    return view.grab().toImage()


def test_tiles_join_to_the_picture(qtbot, view):
    """Painting all at once is the reference; text and edges cross the seams."""
    view.zoom(1.7, view.spot(0))
    view.node = -1
    view.resize(700, 420)
    view.repaint()
    tiled = _settled(qtbot, view)
    whole = QImage(tiled.size(), QImage.Format.Format_RGB32)
    painter = QPainter(whole)
    painter.fillRect(whole.rect(), theme_palette().color(QPalette.ColorRole.Base))
    corner = view.middle * view.scale - QPointF(350, 210)
    painter.translate(-round(corner.x()), -round(corner.y()))
    painter.scale(view.scale, view.scale)
    paint_graph(painter, view, QRectF(-1e4, -1e4, 2e4, 2e4))
    painter.end()
    off = np.abs(_array(tiled) - _array(whole)).max(-1)
    assert (off > 40).mean() < 2e-3


def _array(image):
    rows = np.frombuffer(image.convertToFormat(QImage.Format.Format_RGB32).constBits(), np.uint8)
    return rows.reshape(image.height(), image.width(), 4)[..., :3].astype(int)


def test_nodes_have_the_colour_of_their_time_and_edges_the_width_of_their_bytes(qtbot, view):
    wide = Graph(["a", "b", "c"], ["f32[1000000]", "f32[]", ""], np.array([(0, 2), (1, 2)]), np.full(3, -1))
    view.show_graph(draw(wide))
    view.repaint()
    plain = _array(_settled(qtbot, view))
    view.show_shares(np.array([0.9, 0.0, 0.1]))
    view.repaint()
    warm = _array(_settled(qtbot, view))

    def beside(picture, node):
        place = view.drawn.place(node)
        at = view.spot(place) - QPointF(0.4 * view.drawn.layout.width[place] * view.letter_px * view.scale, 0)
        return picture[round(at.y()), round(at.x())]

    assert np.ptp(beside(warm, 0)) > np.ptp(beside(warm, 2)) > np.ptp(beside(plain, 0))
    assert np.ptp(beside(warm, 1)) == 0
    ends = [view.spot(view.drawn.place(node)) for node in (0, 1, 2)]
    row = round((ends[0].y() + ends[2].y()) / 2)
    dark = [
        np.count_nonzero(plain[row, x - 12 : x + 12].sum(-1) < 3 * 250)
        for x in (round((end.x() + ends[2].x()) / 2) for end in ends[:2])
    ]
    assert dark[0] > dark[1] + 2


def test_the_picture_as_svg_is_a_file_of_its_own():
    """ElementTree reads it: a node each, with its type and its share; edges by bytes; text escaped."""
    graph = Graph(
        ["a<b", "c"], ["f32[8]{0}", "f32[]"], np.array([(0, 1)], np.int32), np.full(2, -1, np.int32)
    )
    tree = ElementTree.fromstring(graph_svg(draw(graph), np.array([0.25, 0.0])))
    name = "{http://www.w3.org/2000/svg}"
    groups = tree.findall(f"{name}g")
    assert [[text.text for text in group.findall(f"{name}text")] for group in groups] == [
        ["a<b", "f32[8]  25%"],
        ["c", "f32[]"],
    ]
    assert groups[0].find(f"{name}title").text == "a<b\nf32[8]{0}\n25.0%"
    (line,) = tree.findall(f"{name}line")
    assert float(line.get("y1")) < float(line.get("y2"))
    wide, high = (float(tree.get(size)) for size in ("width", "height"))
    for rect in tree.iter(f"{name}rect"):
        assert 0 <= float(rect.get("x", 0)) <= float(rect.get("x", 0)) + float(rect.get("width")) <= wide
        assert float(rect.get("y", 0)) + float(rect.get("height")) <= high
    coloured = Graph(graph.labels, graph.details, graph.edges, graph.above, hues=np.array([2, -1]))
    tree = ElementTree.fromstring(graph_svg(draw(coloured)))
    styles = [group.find(f"{name}rect").get("style") for group in tree.findall(f"{name}g")]
    assert styles == ["stroke:hsl(305,45%,50%);fill:hsl(305,50%,88%)", ""]


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
    page.field.setText("MULT")
    qtbot.waitUntil(lambda: panel.settled and page.view.matches == {1})
    assert "1 found" in page.about.text()
    page.view.choose(0)
    qtbot.keyClick(page.field, Qt.Key.Key_Return)
    assert page.view.node == 1
    page.field.setText("nowhere")
    qtbot.waitUntil(lambda: page.field.property("refused") is True)
    qtbot.keyClick(page.field, Qt.Key.Key_Escape)
    assert not page.view.matches
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


def test_a_search_opens_the_boxes_around_what_it_finds(qtbot, panel, controller):
    page = panel.graph
    panel.show_page(page)
    qtbot.waitUntil(lambda: panel.settled and page.graph is not None)
    page._take(draw(GRAPH), -1)
    page.field.setText("e")
    qtbot.waitUntil(lambda: page.view.matches == {2})
    qtbot.keyClick(page.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: panel.settled and page.view.node == 4)
    assert page._opened == {2}
    assert page.view.rect().contains(page.view.spot(page.view.drawn.place(4)).toPoint())


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


def test_all_of_a_wide_graph_is_shown_when_asked_for(qtbot, view):
    """At first it can be read; Show All (0) shows all of it, however small, and goes on to."""
    none = np.full(80, -1, np.int32)
    wide = draw(Graph(["exponential"] * 80, [""] * 80, np.zeros((0, 2), np.int32), none))
    view.show_graph(wide)
    assert view.scale >= 0.6
    qtbot.keyClick(view, Qt.Key.Key_0)
    for width in (500, 700):
        view.resize(width, 300)
        assert all(view.rect().contains(view.spot(place).toPoint()) for place in range(80))
