"""Points taken by hand, and files chosen, in a form."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog
from scipy.interpolate import PchipInterpolator

from jaxstudio.app.image.histogram import heights
from jaxstudio.pipeline.kinds import Pointwise
from jaxstudio.pipeline.op import Op
from jaxstudio.pipeline.params import Float, Path, Points

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
def key(window):
    return window.image.session.add_step(made_up).key


@pytest.fixture
def rows(window, key):
    return window.image.panel.stack.card(key).form.rows


@pytest.fixture
def editor(rows, qtbot):
    editor = rows["points"].editor
    editor.setFocus()
    qtbot.waitUntil(lambda: editor.heights is not None)
    return editor


@pytest.fixture
def value(window, key):
    return lambda name="points": window.image.session.recipe.step(key).params[name]


def at(editor, *point):
    return editor.place(point).toPoint()


def test_a_drag_of_a_new_point_is_one_undo(window, editor, value, live):
    QTest.mousePress(editor, LEFT, pos=at(editor, 0.5, 0.5))
    for y in (0.6, 0.7, 0.8):
        QTest.mouseMove(editor, at(editor, 0.4, y))
    assert live.views[-1].moving
    QTest.mouseRelease(editor, LEFT)
    assert value() == (STRAIGHT[0], pytest.approx((0.4, 0.8), abs=0.01), STRAIGHT[1])
    window.image.session.undo()
    assert value() == STRAIGHT


def test_a_point_stays_between_its_neighbours_and_in_the_square(editor, rows, value):
    rows["points"].send(BENT)
    QTest.mousePress(editor, LEFT, pos=at(editor, 0.25, 0.5))
    QTest.mouseMove(editor, at(editor, 1.0, 0.5) + QPoint(50, -900))
    QTest.mouseRelease(editor, LEFT)
    assert value()[1] == (0.999, 1.0)
    assert editor.selected == 1


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
    window.image.session.undo()
    assert value() == STRAIGHT, "keys in a row are one undo"


def test_a_double_click_takes_a_point_away_and_does_not_make_one(editor, rows, value):
    rows["points"].send(BENT)
    where = at(editor, 0.25, 0.5)
    QTest.mouseClick(editor, LEFT, pos=where)
    QTest.mouseDClick(editor, LEFT, pos=where)
    assert value() == STRAIGHT
    QTest.mouseClick(editor, LEFT, pos=at(editor, 0.7, 0.3))
    QTest.mouseDClick(editor, LEFT, pos=at(editor, 0.7, 0.3))
    assert len(value()) == 3


def test_no_more_points_than_there_is_room_for(editor, value):
    for x in (0.2, 0.4, 0.6, 0.8):
        QTest.mouseClick(editor, LEFT, pos=at(editor, x, 0.5))
    assert len(value()) == 4


def test_numbers_of_the_chosen_point(editor, rows, value):
    row = rows["points"]
    row.send(BENT)
    QTest.mouseClick(editor, LEFT, pos=at(editor, 0.25, 0.5))
    assert [field.text() for field in row.fields] == ["0.25", "0.5"]
    for field, text in zip(row.fields, ("0,3", "0.9"), strict=True):
        field.setFocus()
        field.selectAll()
        QTest.keyClicks(field, text)
        QTest.keyClick(field, KEY.Key_Return)
    assert value()[1] == (0.3, 0.9)
    row.fields[0].selectAll()
    row.fields[0].setFocus()
    QTest.keyClicks(row.fields[0], "1.5")
    QTest.keyClick(row.fields[0], KEY.Key_Return)
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


def test_the_line_drawn_is_the_curve(editor, rows):
    rows["points"].send(BENT)
    xs, ys = np.array(BENT).T
    for x in (0.1, 0.3, 0.77):
        assert editor.value_at(x) == pytest.approx(float(PchipInterpolator(xs, ys)(x)))


def test_the_histogram_is_the_photos(editor, pixels):
    expected = np.array([np.bincount(pixels[..., c].ravel(), minlength=256) for c in range(3)], float)
    expected = np.minimum(expected / expected[:, 1:-1].max(), 1)
    np.testing.assert_allclose(editor.heights, expected)
    assert heights(np.zeros((3000, 10, 4), np.uint16)).shape == (3, 256)


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
    window.image.session.undo()
    assert value("reference") == ""


def test_levels_are_dragged_on_the_histogram(window, qtbot):
    session = window.image.session
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
    key = session.add_step(levels).key
    strip = window.image.panel.stack.card(key).form.levels
    qtbot.waitUntil(lambda: strip.histogram.heights is not None)
    before = session.recipe

    def drag(name, tone):
        middle = strip.height() // 2
        QTest.mousePress(strip, LEFT, pos=QPoint(round(strip.x_of(strip.tone_of(name))), middle))
        for share in (0.5, 1.0):
            at_tone = strip.tone_of(name) + (tone - strip.tone_of(name)) * share
            QTest.mouseMove(strip, QPoint(round(strip.x_of(at_tone)), middle))
        QTest.mouseRelease(strip, LEFT)

    drag("black", 0.2)
    drag("white", 0.8)
    drag("gamma", 0.35)
    params = session.recipe.step(key).params
    assert (params["black"], params["white"]) == pytest.approx((0.2, 0.8), abs=0.01)
    assert params["gamma"] == pytest.approx(2.0, abs=0.15), "a quarter of the way becomes the middle"
    for _ in range(3):
        session.undo()
    assert session.recipe == before
