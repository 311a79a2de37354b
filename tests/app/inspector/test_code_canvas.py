"""The painting of a text: once, and anew when anything in it changes, in turns of a few milliseconds."""

import numpy as np
import pytest
from PySide6.QtGui import QPalette

from jaxstudio.app.inspector import scheduling
from jaxstudio.app.inspector.code_view import CodeView
from jaxstudio.app.inspector.panel import Veil
from jaxstudio.app.inspector.row_painter import RowPainter
from jaxstudio.app.inspector.text_model import TextSelection, prepare
from jaxstudio.app.shared.colours import theme_palette
from jaxstudio.app.shared.theme import DARK, LIGHT, apply_theme
from jaxstudio.ir.links.index import NO_LINES
from jaxstudio.ir.stages import Kind, Language, Stage

TEXT = "\n".join(f"    x{k} = jnp.sin(x{k - 1}) + {k}.0" for k in range(1, 80))


@pytest.fixture
def view(qtbot):
    apply_theme(LIGHT)
    view = CodeView("text")
    qtbot.addWidget(view)
    view.resize(500, 400)
    view.show_text(prepare(Stage("source", Kind.SOURCE, Language.PYTHON, TEXT)))
    view.show()
    view.activateWindow()
    qtbot.waitUntil(view.hasFocus)
    qtbot.wait(1)
    yield view
    apply_theme(LIGHT)


@pytest.fixture
def painted(view, monkeypatch):
    """Grows by each painted row, all in one turn."""
    monkeypatch.setattr(scheduling, "PAINTING_SECONDS", 1e9)
    counted, paint = [], RowPainter.paint
    monkeypatch.setattr(RowPainter, "paint", lambda self, place: (counted.append(place), paint(self, place)))
    view.grab()
    counted.clear()
    return counted


def test_the_lines_are_not_painted_again_under_a_veil_or_in_less_room(view, painted):
    seen = view.grab()
    veil = Veil(view)
    veil.show()
    assert view.grab().toImage() != seen.toImage()
    veil.hide()
    view.dim(True)
    assert view.grab().toImage() != seen.toImage()
    view.dim(False)
    assert view.grab().toImage() == seen.toImage()
    view.resize(500, 360)
    view.grab()
    assert not painted


@pytest.mark.parametrize(
    "change",
    [
        lambda view: view.show_text(prepare(Stage("a", Kind.SOURCE, Language.PYTHON, "other = 1"))),
        lambda view: view.show_links(np.array([2]), np.array([3])),
        lambda view: view.show_hues(np.arange(80).reshape(-1, 1), tinted=True),
        lambda view: view.show_heat(np.arange(80.0), 80.0, str),
        lambda view: (view.show_hues(np.arange(80).reshape(-1, 1)), view.grab(), view.light([3])),
        lambda view: view.verticalScrollBar().setValue(5),
        lambda view: view.resize(450, 400),
        lambda view: view.resize(500, 500),
        lambda view: apply_theme(DARK),
        lambda view: (setattr(view, "selection", TextSelection((1, 0), (2, 5))), view.redraw()),
    ],
)
def test_the_lines_are_painted_again_when_they_change(view, painted, change):
    before = view.grab().toImage()
    change(view)
    assert view.grab().toImage() != before
    assert painted


def test_marks_at_the_edge_follow_the_height(view, painted):
    view.show_links(NO_LINES, np.array([79]))
    view.grab()
    painted.clear()
    view.resize(500, 300)
    image = view.grab().toImage()
    right, ground = view.viewport().width() - 2, theme_palette().color(QPalette.ColorRole.Base)
    marked = [y for y in range(image.height()) if image.pixelColor(right, y) != ground]
    assert marked[-1] > 270
    assert not painted


@pytest.mark.parametrize("steps", [(3,), (-2, 1), (5, 20, -3), (70, -1), (0, 1, -1)])
def test_rows_that_stay_in_sight_are_moved(view, painted, steps):
    bar = view.verticalScrollBar()
    bar.setValue(10)
    view.grab()
    painted.clear()
    for step in steps:
        bar.setValue(bar.value() + step)
    moved = view.grab().toImage()
    many = abs(sum(steps)) > view.page_rows
    assert many or len(painted) <= sum(map(abs, steps)) + 2 * len(steps)
    view.redraw(clear=True)
    assert view.grab().toImage() == moved


def test_one_turn_paints_a_part_and_the_next_the_rest(qtbot, view, painted, monkeypatch):
    whole = view.grab().toImage()
    monkeypatch.setattr(scheduling, "PAINTING_SECONDS", 0.0)
    qtbot.wait(1)  # the turn that was begun is over
    painted.clear()
    view.redraw(clear=True)
    assert view.grab().toImage() != whole
    assert painted == [0]
    qtbot.waitUntil(lambda: not view._stale)
    assert painted == list(range(view._held_rows))
    assert view.grab().toImage() == whole
