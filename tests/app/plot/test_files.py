"""Sheets, pictures, tables and points go into files and come back."""

import csv
import re

import msgspec
import numpy as np
import pytest
from PIL import Image, ImageSequence
from PySide6.QtGui import QGuiApplication

from jaxstudio.app.plot.files import RECENT
from jaxstudio.app.plot.picture_files import Animation, PictureOptions
from jaxstudio.app.shared import file_dialogs
from jaxstudio.functions.document import Slider
from jaxstudio.functions.protocol.queries import FramesQuestion
from jaxstudio.functions.protocol.requests import Phase

from .stand_ins import scene_of


@pytest.fixture
def sheet(bench, qtbot):
    """The bench with a slider moved, drawn."""
    controller = bench.controller
    controller.set_text(controller.document.lines[0].key, "f(x) = a x^2")
    controller.set_slider("a", 2.5)
    controller.toggle_order(controller.document.lines[0].key, 1)
    qtbot.waitUntil(lambda: controller.settled)
    return bench


def test_a_sheet_is_saved_and_opened(sheet, tmp_path, qtbot):
    path = tmp_path / "sheet.json"
    before = sheet.controller.document
    with qtbot.waitSignal(sheet.files.done):
        sheet.files.save(str(path))
    assert sheet.title() == "sheet.json"
    assert file_dialogs.recent_files(sheet.settings, RECENT) == [str(path)]
    sheet.controller.clear()
    with qtbot.waitSignal(sheet.files.opened):
        sheet.files.open(str(path))
    assert sheet.controller.document.lines[0].line == before.lines[0].line
    assert sheet.controller.slider("a") == Slider(2.5)


def test_what_is_no_sheet_is_said_and_changes_nothing(sheet, tmp_path, qtbot):
    path = tmp_path / "other.json"
    path.write_text("{}")
    before = sheet.controller.document
    with qtbot.waitSignal(sheet.files.failed) as failed:
        sheet.files.open(str(path))
    assert str(path) in failed.args[0]
    assert sheet.controller.document == before


def test_the_picture_is_exported(sheet, tmp_path, qtbot):
    for name in ("plot.png", "plot.svg"):
        with qtbot.waitSignal(sheet.files.done):
            sheet.files.export(str(tmp_path / name))
    picture = Image.open(tmp_path / "plot.png")
    assert picture.size == (2 * sheet.plane.width(), 2 * sheet.plane.height())
    assert len(set(picture.convert("RGB").resize((400, 300)).getdata())) > 20
    with qtbot.waitSignal(sheet.files.done):
        sheet.files.export(str(tmp_path / "plot.pdf"))
    content = (tmp_path / "plot.pdf").read_bytes()
    assert content.startswith(b"%PDF-")
    wide, high = map(float, re.search(rb"/MediaBox \[0 0 ([0-9.]+) ([0-9.]+)\]", content).groups())
    assert (wide, high) == pytest.approx((0.75 * sheet.plane.width(), 0.75 * sheet.plane.height()), abs=1)
    text = (tmp_path / "plot.svg").read_text()
    assert text.startswith("<?xml")
    assert "<polyline" in text or "<path" in text


def test_curves_are_exported_for_tex(sheet, tmp_path, qtbot):
    sheet.controller.set_axes(legend=True, x_label="t_0 in s")
    with qtbot.waitSignal(sheet.files.done):
        sheet.files.export(str(tmp_path / "plot.tex"))
    text = (tmp_path / "plot.tex").read_text()
    assert text.count("{") == text.count("}")
    assert r"xlabel={t\_0 in s}" in text
    assert r"\addlegendentry{f(x) = a x\^{}2}" in text
    (plot, *_) = re.findall(r"thick\] coordinates \{(.*?)\};", text)
    points = np.array([each.split(",") for each in re.findall(r"\((.*?)\)", plot)], float)
    assert len(points) > 10
    seen = points[points[:, 1] < sheet.controller.view.y[1]]
    assert np.allclose(seen[:, 1], 2.5 * seen[:, 0] ** 2, rtol=1e-6, atol=1e-6)


def test_the_script_is_exported(sheet, tmp_path, qtbot, monkeypatch):
    monkeypatch.setattr(sheet.controller, "ask_script", lambda answer, failed: answer("import jax"))
    with qtbot.waitSignal(sheet.files.done):
        sheet.files.export(str(tmp_path / "plot.py"))
    assert (tmp_path / "plot.py").read_text() == "import jax"


def test_the_points_are_exported_exactly(sheet, tmp_path, qtbot):
    path = tmp_path / "plot.csv"
    with qtbot.waitSignal(sheet.files.done):
        sheet.files.export(str(path))
    head, *rows = list(csv.reader(path.open()))
    assert head == ["x", "f(x) = a x^2", "x", "f(x) = a x^2 [f′]"]
    piece = sheet.controller.scene.lines[0].curves[0].pieces[0]
    assert [(float(row[0]), float(row[1])) for row in rows] == list(
        zip(piece.x.tolist(), piece.y.tolist(), strict=True)
    )


def test_a_target_that_cannot_be_is_said(sheet, tmp_path, qtbot, subtests):
    for name, words in (("plot.gif", ".png, .svg, .pdf"), ("no/plot.png", "no folder")):
        with subtests.test(name=name):
            with qtbot.waitSignal(sheet.files.failed) as failed:
                sheet.files.export(str(tmp_path / name))
            assert words in failed.args[0]


def test_a_table_needs_a_curve(bench, tmp_path, qtbot):
    with qtbot.waitSignal(bench.files.failed) as failed:
        bench.files.export(str(tmp_path / "plot.csv"))
    assert "no curve" in failed.args[0]


def test_the_picture_is_copied(sheet):
    sheet.files.copy_picture()
    assert QGuiApplication.clipboard().image().width() == 2 * sheet.plane.width()


def test_points_are_read_from_a_table_and_seen(sheet, tmp_path, qtbot):
    path = tmp_path / "points.csv"
    path.write_text("x,y\n100,1\n101,2\n102,4\n")
    sheet.files.open(str(path))
    qtbot.waitUntil(lambda: sheet.controller.document.data is not None)
    data = sheet.controller.document.data
    assert (data.x, data.y, data.name) == ((100.0, 101.0, 102.0), (1.0, 2.0, 4.0), "points.csv")
    assert sheet.side.open_page == "fit"
    low, high = sheet.controller.view.x
    assert low < 100 < 102 < high


def test_the_columns_of_a_table_are_chosen(sheet, tmp_path, qtbot):
    path = tmp_path / "points.csv"
    path.write_text("t,low,high,sigma\n1,10,20,0.5\n2,11,22,0.25\n")
    sheet.files.open(str(path))
    controller = sheet.controller
    qtbot.waitUntil(lambda: controller.document.data is not None)
    data = controller.document.data
    assert (data.x, data.y, data.sigma) == ((1.0, 2.0), (10.0, 11.0), (0.5, 0.25))
    points = sheet.side.page("fit").points
    assert points.columns.isVisible()
    for box, name in zip(points.boxes, ("t", "high", ""), strict=True):
        box.setCurrentIndex(box.findData(name))
        box.activated.emit(box.currentIndex())
    data = controller.document.data
    assert (data.y, data.sigma) == ((20.0, 22.0), None)
    points.boxes[2].setCurrentIndex(points.boxes[2].findData("low"))
    points.boxes[2].activated.emit(0)
    assert controller.document.data.sigma == (10.0, 11.0)
    assert "with deviations" in points.count.text()


def test_points_that_cannot_be_read_are_said(sheet, tmp_path, qtbot):
    path = tmp_path / "points.csv"
    path.write_text("x,y\none,two\n")
    sheet.files.open(str(path))
    strip = sheet.side.page("fit").strip
    qtbot.waitUntil(lambda: bool(strip.words.text()))
    assert sheet.controller.document.data is None


def asked(sheet):
    """The last question for frames."""
    questions = sheet.controller.drawer.client.questions
    return [each for each in questions if isinstance(each.argument, FramesQuestion)][-1]


def frames_of(question):
    """The scenes that a child would tell for a question."""
    for value in question.values or (question.draw.sliders["a"],):
        sliders = {**question.draw.sliders, **({question.slider: value} if question.slider else {})}
        yield scene_of(msgspec.structs.replace(question.draw, sliders=sliders, phase=Phase.REFINED))


def test_a_slider_is_animated(sheet, tmp_path, qtbot):
    sheet.files.ask_export()
    dialog = sheet.files.dialog
    dialog.format.show_value(".gif")
    dialog.format.chosen.emit(".gif")
    assert dialog.animation() == Animation("a", (-10.0, 10.0), 60, 20.0)
    dialog.close()
    path, animation = tmp_path / "a.gif", Animation("a", (0.0, 2.0), 3, 10.0, back=True)
    assert animation.values == (0.0, 1.0, 2.0, 1.0)
    with qtbot.waitSignal(sheet.files.done):
        sheet.files.export(str(path), PictureOptions(300, 200, 1.0, dark=True), animation)
        ticket = asked(sheet)
        assert ticket.argument.draw.view.width_px == 300
        for scene in frames_of(ticket.argument):
            ticket.progress(scene)
    with Image.open(path) as picture:
        assert (picture.size, picture.n_frames, picture.info["duration"]) == ((300, 200), 4, 100)
        frames = [np.asarray(each.convert("RGB"), int) for each in ImageSequence.Iterator(picture)]
    assert np.abs(frames[0] - frames[1]).max() > 50
    assert np.abs(frames[1] - frames[3]).max() < 20
    assert frames[0].mean() < 80  # dark


def test_an_animation_is_stopped_and_leaves_no_file(sheet, tmp_path, qtbot):
    sheet.files.export(str(tmp_path / "a.gif"), animation=Animation("a", (0.0, 2.0), 3, 10.0))
    sheet.files.stop_recording()
    qtbot.waitUntil(lambda: not sheet.files.jobs)
    assert asked(sheet).cancelled
    assert not list(tmp_path.glob("a.gif"))


def test_a_picture_has_the_size_ground_and_theme_that_were_chosen(sheet, tmp_path, qtbot):
    path = tmp_path / "plot.png"
    with qtbot.waitSignal(sheet.files.done):
        sheet.files.export(str(path), PictureOptions(400, 300, 3.0, clear=True))
        ticket = asked(sheet)
        ticket.progress(next(frames_of(ticket.argument)))
    with Image.open(path) as picture:
        assert (picture.size, picture.mode) == ((1200, 900), "RGBA")
        alpha = np.asarray(picture)[:, :, 3]
    assert alpha.min() == 0
    assert alpha.max() == 255
