"""The tab with the real child processes: what the lessons say is what one reads."""

import numpy as np
import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication

from jaxstudio.app.plot.controller import Spot
from jaxstudio.app.plot.workbench import Workbench
from jaxstudio.app.shared.colours import curve_colour
from jaxstudio.app.shared.theme import LIGHT, apply_theme
from jaxstudio.functions.document import Axes, Data, Document
from jaxstudio.functions.protocol.requests import SheetLine, Style
from jaxstudio.functions.protocol.scene import MarkKind


@pytest.fixture(scope="module")
def real(qapp, tmp_path_factory):
    """One workbench for all: its children take a while to start. They compile with few optimisations."""
    apply_theme(LIGHT)
    patch = pytest.MonkeyPatch()
    patch.setenv("JAX_DISABLE_MOST_OPTIMIZATIONS", "1")
    folder = tmp_path_factory.mktemp("settings")
    bench = Workbench(QSettings(str(folder / "s.ini"), QSettings.Format.IniFormat))
    bench.resize(1200, 760)
    bench.show()
    bench.start()
    yield bench
    bench.close()
    patch.undo()
    QApplication.processEvents()


@pytest.fixture
def sheet(real, qtbot):
    """sheet("x^2", "sin(x)"): these lines drawn, refined; with a page open."""

    def sheet(*lines, page="", **document):
        made = Document(**document)
        for line in lines:
            made = made.adding(line if isinstance(line, SheetLine) else SheetLine(line))
        if real.side.open_page != page:
            real.side.toggle(page)
        real.controller.set_document(made)
        qtbot.waitUntil(lambda: real.settled)
        return real

    return sheet


def column(grid, number):
    return [grid.item(row, number).text() for row in range(grid.rowCount()) if grid.item(row, number)]


def cells(grid, first):
    """The texts of the row that begins so."""
    for row in range(grid.rowCount()):
        if grid.item(row, 0).text().strip() == first:
            return [grid.item(row, each).text() for each in range(grid.columnCount())]
    raise AssertionError(f"no row {first}")


def test_a_curve_with_derivatives_and_what_is_found_on_it(sheet):
    line = SheetLine("x^3 - 3x", orders=(0, 1))
    bench = sheet(line, "1/(x - 4)", page="ask")
    (cubic, pole) = bench.plane.scenery().arts
    assert {polyline.order for polyline in cubic.polylines} == {0, 1}
    found = {found.kind: found for found in cubic.drawn.features}
    assert [round(mark.x, 9) for mark in found[MarkKind.ROOT].marks] == [-1.732050808, 0.0, 1.732050808]
    assert found[MarkKind.ROOT].complete
    assert [mark.x for mark in found[MarkKind.MAXIMUM].marks] == pytest.approx([-1.0])
    assert any(mark.kind is MarkKind.POLE and mark.x == pytest.approx(4) for _, mark in pole.marks)
    for polyline in pole.polylines:  # nothing is joined across it
        assert (polyline.points[:, 0] < 4).all() or (polyline.points[:, 0] > 4).all()
    assert "Roots: 3, all found" in column(bench.side.page("ask").points_table, 0)


@pytest.mark.thorough
def test_a_slider_compiles_nothing(sheet, qtbot):
    bench = sheet("a sin(x) + a x")
    controller, compiled = bench.controller, []
    controller.set_slider("a", 1.5)  # with its own kernels warm by now
    qtbot.waitUntil(lambda: bench.settled)
    controller.scene_changed.connect(count := lambda: compiled.append(controller.scene.compiles))
    controller.begin_gesture()
    for step in range(10):
        controller.set_slider("a", 2.0 + step / 7)
        number = max(controller.requests)
        qtbot.waitUntil(lambda number=number: controller.drawn_number >= number)
    controller.end_gesture()
    controller.scene_changed.disconnect(count)
    assert len(compiled) >= 10
    assert sum(compiled) == 0


def test_at_the_pin_stand_the_values_of_lesson_9(sheet, qtbot):
    bench = sheet("x^4 + 12x + 1/x", x=(9.0, 13.0), y=(0.0, 30000.0), equal=False)
    bench.controller.pin(Spot(1, 0, 11.0))
    qtbot.waitUntil(lambda: bench.settled)
    values = bench.plane.cursor_on.probe.answer.values
    assert values[:3] == pytest.approx((14773.09090909091, 5335.99173553719, 1452.001502629602), rel=1e-12)
    assert "f′ = 5335.99" in bench.status.place.text()


def test_a_line_is_fitted_with_its_band_and_the_sliders_are_set(sheet, qtbot):
    # a straight line through two precise points; the third is worth nothing beside them
    data = Data((0.0, 1.0, 2.0), (1.0, 3.0, 99.0), sigma=(1e-3, 1e-3, 1e6))
    bench = sheet("y ~ w x + c", page="fit", data=data)
    page, controller = bench.side.page("fit"), bench.controller
    page.strip.start.click()
    qtbot.waitUntil(lambda: controller.band is not None and not page.strip.busy)
    assert [controller.slider(name).value for name in "wc"] == pytest.approx([2, 1])
    assert "Converged" in page.outcome.words.text()
    middle = np.interp(0.5, controller.band.x, controller.band.error)
    far = np.interp(5.0, controller.band.x, controller.band.error)
    assert 0 < middle < far
    controller.undo()
    assert controller.slider("w").value == 1.0
    controller.set_slider("w", 2.5)  # another curve: the band is not its own
    assert controller.band is None


def test_points_become_lists_and_a_model_of_these_is_fitted(sheet, qtbot):
    data = Data((0.0, 1.0, 2.0), (1.0, 3.0, 5.5), name="cars.csv")
    bench = sheet("y1 ~ w x1 + c", page="fit", data=data)
    page, controller = bench.side.page("fit"), bench.controller
    page.points.to_lists.click()
    lines = [line.text for line in controller.document.lines]
    assert lines[1:] == ["x1 = [0, 1, 2]", "y1 = [1, 3, 5.5]", "(x1, y1)"]
    assert "x1, y1" in page.points.count.text()
    controller.set_data(None)
    page.strip.start.click()
    qtbot.waitUntil(lambda: controller.band is not None and not page.strip.busy)
    slope, intercept = np.polyfit(data.x, data.y, 1)
    assert [controller.slider(name).value for name in "wc"] == pytest.approx([slope, intercept])
    for _ in range(3):  # the sliders, the points, the lists
        controller.undo()
    assert [line.text for line in controller.document.lines] == ["y1 ~ w x1 + c"]
    controller.set_data(Data((0.123456789,) * 1000, (1.0,) * 1000))
    page.points.to_lists.click()
    assert len(controller.document.lines) == 1
    assert "4,000 characters" in page.strip.words.text()


@pytest.mark.thorough
def test_a_training_tells_each_points_gradient_and_its_true_residuals(sheet, qtbot):
    data = Data((0.0, 1.0, 2.0, 3.0), (1.0, 0.0, 2.0, 5.0))
    fit = {"method": "gradient", "rate": 0.01, "steps": 5, "per_sample": True, "penalty": "ridge"}
    bench = sheet("y ~ w x + c", page="fit", data=data, pages={"fit": {**fit, "unpenalised": ["c"]}})
    page = bench.side.page("fit")
    assert [chip.isChecked() for chip in page.penalised.chips.values()] == [False, True]
    assert page.penalised.chosen() == ("w",)
    page.strip.start.click()
    outcome = page.outcome
    qtbot.waitUntil(lambda: "all its steps" in outcome.words.text())
    w, c = (bench.controller.slider(name).value for name in "wc")
    x, y = np.array(data.x), np.array(data.y)
    assert outcome.residuals.series[1].y == pytest.approx(y - (w * x + c), rel=1e-12)
    slopes = {series.name: series.y for series in outcome.gradients.series}
    assert slopes["w"] == pytest.approx(2 * (w * x + c - y) * x, rel=1e-9)
    assert slopes["c"] == pytest.approx(2 * (w * x + c - y), rel=1e-9)


@pytest.mark.thorough
def test_faces_are_learnt(sheet, qtbot):
    bench = sheet("x", page="classify", pages={"classify": {"hidden": 16.0, "epochs": 5.0, "rate": 0.005}})
    page = bench.side.page("classify")
    page.strip.start.click()
    qtbot.waitUntil(lambda: "saw all its epochs" in page.words.text())
    assert len(page.history) == 5
    assert page.history[-1].loss < page.history[0].loss
    assert len(page.faces.images) == 200
    assert page.faces.tested.sum() == 40
    told = 1 - page.faces.wrong[~page.faces.tested].mean()
    assert told == pytest.approx(page.history[-1].accuracy)
    assert page.shares.series[0].y[-1] == page.history[-1].accuracy
    assert page.strip.start.isEnabled()
    assert not page.strip.end.isEnabled()


def test_a_walk_ends_in_the_valley(sheet, qtbot):
    bench = sheet("(x - 1)^2", page="descent", pages={"descent": {"x": 4.0, "rate": 0.2, "steps": 60}})
    descent = bench.controller.descent
    qtbot.waitUntil(lambda: descent.answer is not None)
    assert descent.answer.positions[0, 0] == 4.0
    assert descent.answer.positions[-1, 0] == pytest.approx(1.0)


def test_a_point_is_a_dot_and_a_number_without_end_is_said(sheet):
    bench = sheet("(1, 2)", "(a, -a)", "1/0", "0/0")
    first, second, *_ = bench.plane.scenery().arts
    assert first.dots.tolist() == [[1, 2]]
    assert second.dots.tolist() == [[1, -1]]
    assert [bench.lines.rows[key].value.text() for key in (3, 4)] == ["= ∞", "= no value"]


def test_vectors_are_arrows_in_the_colour_of_their_line(sheet):
    bench = sheet("[-y, x]")
    (field,) = bench.plane.scenery().arts
    x, y = field.drawn.arrows.tails.T
    assert np.array_equal(field.drawn.arrows.vectors, np.stack([-y, x], 1))
    shown = bench.plane.grab().toImage()
    ink = curve_colour(field.hue, 0, False)
    colours = {shown.pixelColor(x, y).name() for x in range(0, shown.width(), 2) for y in range(90, 160)}
    assert ink.name() in colours
    assert bench.lines.rows[1].colour.state == ""


def test_a_surface_takes_the_place_of_the_plane(sheet):
    bench = sheet(SheetLine("sin(x) cos(y)", style=Style.SURFACE))
    assert bench.plane.surface.isVisible()
    assert bench.plane.surface.settled
    bench.controller.set_line(1, style=Style.HEATMAP)
    bench.controller.set_line(1, visible=False)
    assert not bench.plane.surface.isVisible()


def test_lines_that_are_not_seen_beside_a_surface_are_told_of(sheet):
    """Their words stand at the top left, where nothing else is painted."""
    surface = SheetLine("x^2 + y^2 + z^2 = 9")
    alone, both = (
        sheet(*lines).plane.surface.grab().toImage().copy(0, 0, 300, 30)
        for lines in ((surface,), (surface, SheetLine("x")))
    )
    paper = alone.pixel(0, 0)
    assert {alone.pixel(x, y) for x in range(300) for y in range(30)} == {paper}
    assert {both.pixel(x, y) for x in range(300) for y in range(30)} != {paper}


def test_the_status_line_says_where_angles_are_in_degrees(sheet):
    bench = sheet(SheetLine("sin(30)"), axes=Axes(degrees=True))
    assert bench.status.degrees.isVisible()
    assert not sheet(SheetLine("sin(30)")).status.degrees.isVisible()
