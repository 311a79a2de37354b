"""The painting of a text: done once, shown again under a veil, and done anew when anything in it changes."""

import numpy as np
import pytest
from PySide6.QtGui import QPalette

from jaxstudio.app.inspector import code_canvas
from jaxstudio.app.inspector.code_view import CodeView
from jaxstudio.app.inspector.panel import Veil
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
    """Grows by one with each painting of the lines."""
    counted, paint = [], code_canvas.paint_lines
    monkeypatch.setattr(
        code_canvas, "paint_lines", lambda painter, view: (counted.append(1), paint(painter, view))
    )
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
