"""Flames in the window: how wide, what is said, where a click goes."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt

from jaxstudio.app.inspector.flame import FlameView, places_of
from jaxstudio.ir.cost import Flame, LineProfile

#  loss:3 70                 loss:4 20
#    block:1 40  block:2 30
FLAME = Flame(
    ("loss:3", "block:1", "block:2", "loss:4"),
    np.array([-1, 0, 0, -1], np.int32),
    np.array([70.0, 30.0, 40.0, 20.0]),
    ("jaxpr", "jaxpr", "jaxpr", ""),
    np.array([3, 1, 2, 0], np.int32),
)


def test_nodes_stand_below_their_callers_as_wide_as_their_part(qtbot):
    depth, start = places_of(FLAME)
    assert depth.tolist() == [0, 1, 1, 0]
    assert start.tolist() == [0, 40, 0, 70]
    view = FlameView("flame")
    qtbot.addWidget(view)
    view.resize(1000, 200)
    view.show_flame(FLAME, 100.0)
    assert [round(view.box(node).width()) for node in range(4)] == [699, 299, 399, 199]
    assert view.node_at(view.box(1).center()) == 1
    assert view.node_at(QPoint(950, 5)) == -1, "not attributed"
    held = view.box(2).center()
    view.zoom(3.0, held.x())
    assert view.node_at(held) == 2
    assert view.box(2).width() == pytest.approx(3 * 400 - 1)
    view.show()
    qtbot.keyClick(view, Qt.Key.Key_0)
    assert view.scale == 1.0
    for key, node in ((Qt.Key.Key_Down, 0), (Qt.Key.Key_Down, 2), (Qt.Key.Key_Right, 1), (Qt.Key.Key_Up, 0)):
        qtbot.keyClick(view, key)
        assert view.node == node
    with qtbot.waitSignal(view.followed) as said:
        qtbot.keyClick(view, Qt.Key.Key_Return)
    assert said.args == ["jaxpr", 3]


def test_the_page_says_what_is_over_and_a_click_goes_to_the_line(qtbot, controller, panel, monkeypatch):
    profile = LineProfile({"jaxpr": np.zeros(4)}, 100.0, 10.0, flames={"functions": FLAME, "scopes": FLAME})
    counted = LineProfile({"jaxpr": np.ones(4)}, 7.0, 0.0, flames={})
    measured = replace(controller.report, line_profiles={"time": profile, "flops": counted})
    monkeypatch.setattr(controller.state.inspection, "report", lambda **_: measured)
    page = panel.cost.flame
    panel.show_page(panel.cost)
    assert page.isHidden()
    panel.cost.measure.click()
    qtbot.waitUntil(lambda: page.view.flame is FLAME)
    assert page.about.text() == "100 s a run, 10% not attributed"
    qtbot.mouseMove(page.view, page.view.box(2).center().toPoint())
    qtbot.waitUntil(
        lambda: page.about.text().startswith("block:2   ·   40 s   ·   40.0%   ·   2: b:f32[] = sin")
    )
    qtbot.mouseClick(page.view, Qt.MouseButton.LeftButton, pos=page.view.box(2).center().toPoint())
    qtbot.waitUntil(lambda: panel.settled and panel.pages.currentWidget() is panel.code)
    left = panel.code.left
    assert (left.stage.name, left.view.model.number(left.view.line)) == ("jaxpr", 2)
    panel.show_page(panel.cost)
    qtbot.keyClick(page.quantity, Qt.Key.Key_Down)
    assert page.view.flame is None
    assert page.about.text().startswith("no flame")
    qtbot.keyClick(page.quantity, Qt.Key.Key_Down)
    assert page.about.text() == "XLA does not tell it here"
