"""Points taken by hand, and files chosen, in a form."""

from __future__ import annotations

from types import SimpleNamespace

import fakes
import numpy as np
import pytest
from hands import enter, turn_wheel
from pyqtgraph.GraphicsScene.mouseEvents import MouseClickEvent
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog
from scipy.interpolate import PchipInterpolator

from jaxstudio.app.image.stack.tone_rows import ToneCurve
from jaxstudio.app.shared.theme import DARK, LIGHT, apply_theme
from jaxstudio.pipeline.catalogue import Catalogue
from jaxstudio.pipeline.kinds import Pointwise
from jaxstudio.pipeline.op import Op
from jaxstudio.pipeline.params import Float, Path, Points

SETS = [
    ((0.0, 0.0), (1.0, 1.0)),
    ((0.1, 0.9), (0.6, 0.2)),
    ((0.0, 0.0), (0.25, 0.15), (0.75, 0.85), (1.0, 1.0)),
    ((0.0, 0.5), (0.2, 0.5), (0.3, 0.1), (0.31, 0.9), (1.0, 0.0)),
    ((0.0, 1.0), (0.5, 0.99), (1.0, 0.0)),  # the end would overshoot
]


def test_it_is_the_monotone_cubic_of_scipy(subtests):
    for points in SETS:
        with subtests.test(points=points):
            curve = ToneCurve(16, 0.001)
            curve.set_points(points)
            xs, ys = np.array(points).T
            at = np.linspace(0, 1, 401)
            expected = PchipInterpolator(xs, ys)(np.clip(at, xs[0], xs[-1]))
            np.testing.assert_allclose(curve.values(at), expected, atol=1e-12)
            np.testing.assert_allclose(curve.values(xs), ys, atol=1e-12)


def test_random_points_give_the_same_curve_too():
    rng = np.random.default_rng(5)
    curve = ToneCurve(16, 0.001)
    at = np.linspace(0, 1, 301)
    for _ in range(50):
        xs = np.sort(rng.choice(1000, rng.integers(2, 9), replace=False)) / 999
        ys = np.round(rng.random(len(xs)), 2)
        curve.set_points(tuple(zip(xs.tolist(), ys.tolist(), strict=True)))
        expected = PchipInterpolator(xs, ys)(np.clip(at, xs[0], xs[-1]))
        np.testing.assert_allclose(curve.values(at), expected, atol=1e-9)


LEFT, KEY, SHIFT = Qt.MouseButton.LeftButton, Qt.Key, Qt.KeyboardModifier.ShiftModifier
STRAIGHT, BENT = ((0.0, 0.0), (1.0, 1.0)), ((0.0, 0.0), (0.25, 0.5), (1.0, 1.0))
made_up = Op(
    name="made_up",
    title="Made up",
    category="tone",
    kind=Pointwise(lambda x, p: x),
    doc="A curve and a file.",
    source="by hand",
    own_params=(
        Points(name="points", value=STRAIGHT, largest=4, presets=(("bent", BENT),), doc="The curve."),
        Path(name="reference", doc="A photo."),
    ),
)


@pytest.fixture
def key(window, monkeypatch):
    monkeypatch.setattr(fakes, "CATALOGUE", Catalogue([*fakes.CATALOGUE.values(), made_up]))
    return window.image.document.add_step(made_up).key


@pytest.fixture
def rows(window, key):
    return window.image.panel.stack.card(key).form.rows


@pytest.fixture
def editor(rows, qtbot):
    row = rows["points"]
    qtbot.waitUntil(lambda: row.editor is not None and row.editor.heights is not None)
    QApplication.processEvents()  # it is laid out
    row.editor.setFocus()
    return row.editor


@pytest.fixture
def value(window, key):
    return lambda name="points": window.image.document.recipe.step(key).params[name]


def at(editor, *point):
    return editor.place(point).toPoint()


def press(editor, *point):
    QTest.mousePress(editor.viewport(), LEFT, pos=at(editor, *point))


def click(editor, *point):
    QTest.mouseClick(editor.viewport(), LEFT, pos=at(editor, *point))


def release(editor):
    QTest.mouseRelease(editor.viewport(), LEFT)


def test_a_drag_of_a_new_point_is_one_undo(window, editor, value, live):
    press(editor, 0.5, 0.5)
    for y in (0.6, 0.7, 0.8):
        QTest.mouseMove(editor.viewport(), at(editor, 0.4, y))
    assert live.views[-1].moving
    release(editor)
    assert value() == (STRAIGHT[0], pytest.approx((0.4, 0.8), abs=0.01), STRAIGHT[1])
    window.image.document.undo()
    assert value() == STRAIGHT


def test_a_point_stays_between_its_neighbours_and_in_the_square(editor, rows, value):
    rows["points"].send(BENT)
    press(editor, 0.25, 0.5)
    QTest.mouseMove(editor.viewport(), at(editor, 1.0, 0.5) + QPoint(50, -900))
    release(editor)
    assert value()[1] == (0.999, 1.0)
    assert editor.curve.selected == 1


def test_keys_choose_move_make_and_take_away(window, editor, value):
    QTest.keyClick(editor, KEY.Key_Insert)
    assert value()[1] == (0.5, 0.5)
    for press in (KEY.Key_Up, KEY.Key_Up, KEY.Key_Left):
        QTest.keyClick(editor, press)
    QTest.keyClick(editor, KEY.Key_Down, SHIFT)
    assert value()[1] == (0.49, 0.519)
    assert "Point 2 of 3: 0.49 becomes 0.519" in editor.accessibleDescription()
    QTest.keyClick(editor, KEY.Key_End)
    QTest.keyClick(editor, KEY.Key_Down)
    assert value()[2] == (1.0, 0.99)
    QTest.keyClick(editor, KEY.Key_PageDown)
    QTest.keyClick(editor, KEY.Key_Delete)
    assert value() == ((0.0, 0.0), (1.0, 0.99))
    QTest.keyClick(editor, KEY.Key_Delete)
    assert len(value()) == 2, "two must stay"
    window.image.document.undo()
    assert value() == STRAIGHT, "keys in a row are one undo"


def test_a_double_click_takes_a_point_away_and_does_not_make_one(editor, rows, value):
    rows["points"].send(BENT)
    click(editor, 0.25, 0.5)
    QTest.mouseDClick(editor.viewport(), LEFT, pos=at(editor, 0.25, 0.5))
    assert value() == STRAIGHT
    click(editor, 0.7, 0.3)
    QTest.mouseDClick(editor.viewport(), LEFT, pos=at(editor, 0.7, 0.3))
    assert len(value()) == 3


def test_no_more_points_than_there_is_room_for(editor, value):
    for x in (0.2, 0.4, 0.6, 0.8):
        click(editor, x, 0.5)
    assert len(value()) == 4


def test_numbers_of_the_chosen_point(editor, rows, value):
    row = rows["points"]
    row.send(BENT)
    click(editor, 0.25, 0.5)
    assert [field.text() for field in row.fields] == ["0.25", "0.5"]
    for field, text in zip(row.fields, ("0,3", "0.9"), strict=True):
        enter(field, text)
    assert value()[1] == (0.3, 0.9)
    enter(row.fields[0], "1.5")
    assert value()[1] == (0.3, 0.9)
    assert row.refusal.isVisible()


def test_presets_and_reset(rows, value):
    row = rows["points"]
    row.presets.setCurrentIndex(1)
    row.presets.activated.emit(1)
    assert value() == BENT
    row.reset()
    assert value() == STRAIGHT
    assert row.presets.currentIndex() == 0


def test_the_histogram_is_the_photos(editor, pixels):
    expected = np.array([np.bincount(pixels[..., c].ravel(), minlength=256) for c in range(3)], float)
    expected = np.minimum(expected / np.percentile(expected[:, 1:-1], 98), 1)
    np.testing.assert_allclose(editor.heights, expected)


def test_the_histogram_follows_the_steps_before(window, editor, rows, pixels, qtbot):
    document, key = window.image.document, window.image.document.recipe.steps[0].key
    of_photo = editor.heights
    before = document.add_step(fakes.brighten, 0)
    document.set_param(before.key, "amount", 0.25)
    qtbot.waitUntil(lambda: not np.array_equal(editor.heights, of_photo))
    brighter = np.clip(pixels / 255 + 0.25, 0, 1)
    mean = (editor.heights * np.arange(256)).sum() / editor.heights.sum() / 255
    assert mean == pytest.approx(brighter.mean(), abs=0.1)
    document.move_step(before.key, 1)  # behind the curve
    qtbot.waitUntil(lambda: np.array_equal(editor.heights, of_photo))
    assert document.recipe.steps[0].key == key


def test_a_file_is_chosen_typed_and_done_without(window, rows, value, tmp_path):
    row, path = rows["reference"], tmp_path / "look.png"
    path.write_bytes(b"")
    dialog = row._ask()
    assert isinstance(dialog, QFileDialog)
    dialog.reject()
    row._take(str(path))
    assert value("reference") == str(path)
    assert not row.refusal.isVisible()
    QTest.mouseClick(row.clear, LEFT)
    assert value("reference") == ""
    row.field.setFocus()
    QTest.keyClicks(row.field, str(tmp_path / "gone.png"))
    QTest.keyClick(row.field, KEY.Key_Return)
    assert value("reference").endswith("gone.png")
    assert "no such file" in row.refusal.text()
    window.image.document.undo()
    assert value("reference") == ""


def test_levels_are_dragged_on_the_histogram(window, qtbot):
    document = window.image.document
    levels = Op(
        name="levels",
        title="Levels",
        category="tone",
        kind=Pointwise(lambda x, p: x),
        doc="Three tones.",
        source="by hand",
        own_params=tuple(
            Float(name=name, value=value, low=low, high=high, doc="A tone.")
            for name, value, low, high in (
                ("black", 0.0, -1, 2),
                ("white", 1.0, -1, 2),
                ("gamma", 1.0, 0.05, 20),
            )
        ),
    )
    key = document.add_step(levels).key
    row = window.image.panel.stack.card(key).form.levels
    qtbot.waitUntil(lambda: row.chart is not None and row.chart.heights is not None)
    QApplication.processEvents()  # it is laid out
    chart = row.chart
    before = document.recipe

    def drag(name, tone):
        start, end = (chart.place((each, 0.5)).toPoint() for each in (chart.tone_of(name), tone))
        QTest.mousePress(chart.viewport(), LEFT, pos=start)
        for place in (start + (end - start) / 2, end):
            QTest.mouseMove(chart.viewport(), place)
        assert document.moving
        QTest.mouseRelease(chart.viewport(), LEFT, pos=end)

    drag("black", 0.2)
    drag("white", 0.8)
    drag("gamma", 0.35)
    params = document.recipe.step(key).params
    assert (params["black"], params["white"]) == pytest.approx((0.2, 0.8), abs=0.01)
    assert params["gamma"] == pytest.approx(2.0, abs=0.15), "a quarter of the way becomes the middle"
    for _ in range(3):
        document.undo()
    assert document.recipe == before


def test_a_chart_is_exported_from_its_context_menu(editor):
    event = MouseClickEvent(SimpleNamespace(**{name: (lambda value=value: value) for name, value in {
        "button": Qt.MouseButton.RightButton, "buttons": Qt.MouseButton.RightButton, "modifiers": None,
        "scenePos": QPointF(50, 50), "screenPos": QPoint(50, 50),
    }.items()}))  # fmt: skip
    editor.box.mouseClickEvent(event)
    assert [action.text() for action in editor.box._menu.actions() if action.text()] == ["Export..."]
    editor.box._menu.close()


def test_the_wheel_over_a_chart_scrolls_the_panel(editor, qtbot):
    before = editor.box.viewRange()
    assert not turn_wheel(editor).isAccepted()
    assert editor.box.viewRange() == before


def test_the_charts_wear_the_theme(editor):
    for theme in (DARK, LIGHT):
        apply_theme(theme)
        assert editor.backgroundBrush().color() == QColor(theme.field)
        assert editor.palette().color(QPalette.ColorRole.Text) == editor._line.opts["pen"].color()
