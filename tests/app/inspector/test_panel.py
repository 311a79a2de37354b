"""The panel, on fake inspections."""

import threading
from dataclasses import replace

import numpy as np
import pytest
from msgspec import structs
from PySide6.QtCore import QMimeData, QPoint, QPointF, QSettings, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication

from jaxstudio.app.inspector.panel import Panel
from jaxstudio.app.inspector.text_model import prepare, text_runs
from jaxstudio.app.shared.text import install_language
from jaxstudio.app.shared.theme import LIGHT, apply_theme
from jaxstudio.errors import Cancelled, UsageError
from jaxstudio.ir.compilation_log import COMPILATION_LOG, FIRST, INSPECTED, Change, Entry
from jaxstudio.ir.cost import LineProfile, Timing
from jaxstudio.ir.report import Explanation, NanFound
from jaxstudio.ir.stages import Kind, Language, Stage
from jaxstudio.ir.text_view.filters import Noise
from jaxstudio.ir.text_view.tokens import Token, TokenKind

from . import fake

TEXT = "def f(x, n):\n    return x * n\n"


def _click(qtbot, view, line, column):
    row = view.rows.row(line) - view.verticalScrollBar().value()
    x = view.margin + round((column + 0.5) * view.advance) - view.horizontalScrollBar().value()
    point = QPoint(x, row * view.row_px + view.row_px // 2)
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=point)


def test_both_texts_are_there(panel):
    assert panel.code.left.view.model.lines[1].strip() == "b:f32[] = sin a"
    assert panel.code.right.stage.name == "optimized"
    assert not any("metadata" in line for line in panel.code.right.view.model.lines)
    assert not panel.error.isVisible()


def test_a_click_marks_what_belongs_to_it_on_the_other_side(qtbot, panel):
    left, right = panel.code.left.view, panel.code.right.view
    _click(qtbot, left, 3, 8)
    qtbot.waitUntil(lambda: len(right.linked) > 0)
    assert left.picked.tolist() == [3]
    assert [right.model.number(int(line)) for line in right.linked] == [5]
    _click(qtbot, right, right.model.lines_of(right.linked * 0 + 4)[0], 5)
    qtbot.waitUntil(lambda: left.linked.tolist() == [2])


def test_a_second_click_or_escape_lets_go(qtbot, panel):
    left, right = panel.code.left.view, panel.code.right.view
    for let_go in (lambda: _click(qtbot, left, 3, 8), lambda: qtbot.keyClick(left, Qt.Key.Key_Escape)):
        _click(qtbot, left, 3, 8)
        qtbot.waitUntil(lambda: len(right.linked) > 0)
        assert "→" in panel.code.link_label.text()
        with qtbot.waitSignal(panel.code.released):
            let_go()
        assert not len(left.picked)
        assert not len(right.linked)
        assert "→" not in panel.code.link_label.text()


def test_the_keyboard_does_what_the_mouse_does(qtbot, panel):
    left, right = panel.code.left.view, panel.code.right.view
    left.setFocus()
    qtbot.keyClick(left, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: len(right.linked) == 1)
    qtbot.keyClick(left, Qt.Key.Key_Return)
    assert right.hasFocus()
    assert right.line == int(right.linked[0])
    qtbot.keyClick(right, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == right.model.lines[right.line - 1]


def test_what_the_mouse_is_over_lights_up_on_both_sides(qtbot, panel):
    left, right = panel.code.left.view, panel.code.right.view
    qtbot.waitUntil(lambda: left.colours.hues is not None and right.colours.hues is not None)
    qtbot.mouseMove(left.viewport(), QPoint(left.margin + 20, 2 * left.row_px + 5))
    qtbot.waitUntil(lambda: left.lit.tolist() == [3])
    assert [right.model.number(int(line)) for line in right.lit] == [5]
    qtbot.mouseMove(left.viewport(), QPoint(left.margin + 20, 9 * left.row_px))
    qtbot.waitUntil(lambda: not len(left.lit) and not len(right.lit))


def test_the_time_of_each_line_once_it_is_measured(qtbot, controller, panel, monkeypatch):
    left, right = panel.code.left.view, panel.code.right.view
    profile = LineProfile({"jaxpr": np.array([0, 0, 3e-3, 1e-3])}, 5e-3, 1e-3)
    measured = replace(controller.report, timing=Timing(1e-3, 5e-3, 3), line_profiles={"time": profile})
    monkeypatch.setattr(controller.state.inspection, "report", lambda **_: measured)
    box = panel.code.quantity
    qtbot.keyClick(box, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: left.colours.heat is not None)
    assert [left.colours.share(line) for line in (1, 2, 3)] == pytest.approx([0.0, 0.6, 0.2])
    assert right.colours.heat is None, "no times for what was not measured"
    assert panel.code.legend.text() == "5 ms a run, 20% not attributed"
    assert panel.code.left._about_line(2) == (
        "Time: 3 ms, 60%\nWith all that is called. The time of one kernel is divided by estimate."
    )
    qtbot.keyClick(box, Qt.Key.Key_Up)
    assert left.colours.heat is None


def test_a_filter_shows_what_it_hid(qtbot, panel):
    panel.code.filters[Noise.METADATA].click()
    qtbot.waitUntil(lambda: panel.settled)
    assert panel.code.right.view.model.text == fake.OPTIMIZED


def test_a_search_finds_in_this_stage_and_in_all(qtbot, panel):
    code = panel.code
    code.left.view.setFocus()
    code.search.field.setText(r"\bb\b")
    qtbot.waitUntil(lambda: len(code.searching.hits) == 3)
    qtbot.keyClick(code.search.field, Qt.Key.Key_Return)
    assert code.left.view.hit == code.searching.hits[0]
    code.search.all.click()
    qtbot.waitUntil(lambda: code.searching.settled and len({hit.stage for hit in code.searching.hits}) == 4)
    for _ in range(4):
        qtbot.keyClick(code.search.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: panel.settled and code.left.stage.name == "optimized")
    qtbot.keyClick(code.search.field, Qt.Key.Key_Escape)
    assert code.left.view.hasFocus()
    assert not code.search.pattern


def test_a_wrong_pattern_is_said_in_place(qtbot, panel):
    panel.code.left.view.setFocus()
    panel.code.search.field.setText("(")
    qtbot.waitUntil(lambda: panel.code.search.field.property("refused") is True)
    assert "no regular expression" in panel.code.search.count.text()


def test_an_error_stands_above_the_page(qtbot, controller, panel):
    controller.set_inspectables([fake.broken()], "wrong")
    qtbot.waitUntil(panel.error.isVisible)
    assert panel.error.text() == "sigma = -1: expected at least 0"


def test_the_passes_with_what_each_changed(qtbot, panel, monkeypatch):
    panel.show_page(panel.passes)
    qtbot.waitUntil(lambda: panel.settled and panel.passes.list.topLevelItem(1).text(2) == "1")
    panel.passes.list.setCurrentItem(panel.passes.list.topLevelItem(1))
    qtbot.waitUntil(lambda: panel.passes.view.model.line_changes is not None)
    assert sorted(panel.passes.view.model.line_changes.tolist())[0] == -1
    passes = panel.passes
    passes.source.show_stage("jaxpr")
    qtbot.waitUntil(lambda: panel.settled and passes.view.colours.hues is not None)
    shown = {passes.view.model.number(line): line for line in range(1, len(passes.view.model.lines) + 1)}
    view, source = passes.view, passes.source.view
    at = QPoint(view.margin + 30, (shown[4] - 1) * view.row_px + 4)
    qtbot.mouseMove(view.viewport(), at)
    qtbot.waitUntil(lambda: view.lit.tolist() == [shown[4]] and source.lit.tolist() == [2])
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    qtbot.waitUntil(lambda: source.linked.tolist() == [2] and view.picked.tolist() == [shown[4]])
    at = QPoint(source.margin + 30, 2 * source.row_px + 4)
    qtbot.mouseClick(source.viewport(), Qt.MouseButton.LeftButton, pos=at)
    qtbot.waitUntil(lambda: view.linked.tolist() == [shown[5]])
    # a line that the pass removed is linked as one of the text before
    removed = view.model.line_changes.tolist().index(-1) + 1
    assert view.model.number(removed) < 0
    asked, follow = [], fake.Inspection.follow
    monkeypatch.setattr(fake.Inspection, "follow", lambda *args: asked.append(args[1:3]) or follow(*args))
    at = QPoint(view.margin + 30, (removed - 1) * view.row_px + 4)
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    qtbot.waitUntil(lambda: asked == [("pass 0001 p/first", -view.model.number(removed))])
    # several passes are shown as one
    passes.list.topLevelItem(0).setSelected(True)
    assert (passes._step.stage, passes._step.before) == (passes.steps[1].stage, passes.steps[0].before)


def test_all_is_saved_as_one_page(qtbot, panel, tmp_path):
    with qtbot.waitSignal(panel.saving.done):
        panel.saving.save_page(str(tmp_path / "stages.html"))
    assert "sin a" in (tmp_path / "stages.html").read_text(encoding="utf-8")
    with qtbot.waitSignal(panel.saving.failed) as said:
        panel.saving.save_page(str(tmp_path / "no" / "stages.html"))
    assert "stages.html: there is no folder" in said.args[0]


@pytest.mark.samples(2)
@pytest.mark.parametrize("lines", [0, 1, 1_000_000])
def test_only_lines_in_sight_are_looked_at(panel, lines):
    view = panel.code.left.view
    text = "\n".join(["  %add.1 = f32[3]{0} add(%a, %b)"] * lines)
    view.show_text(prepare(Stage("hlo", Kind.HLO, Language.HLO, text)))
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum())
    view.viewport().repaint()
    assert view.text_runs.cache_info().currsize <= view.page_rows + 2
    assert view.verticalScrollBar().value() == max(max(lines, 1) - view.page_rows, 0)


def test_a_click_into_a_text_that_is_being_replaced_claims_nothing(qtbot, panel, monkeypatch):
    """Its lines are not those of the stage that comes."""
    left, right = panel.code.left, panel.code.right
    let = threading.Event()
    monkeypatch.setattr("jaxstudio.app.inspector.pane.prepare", lambda *all: (let.wait(10), prepare(*all))[1])
    left.show_stage("optimized")
    _click(qtbot, left.view, 2, 8)
    assert panel.code._following.busy is False
    let.set()
    qtbot.waitUntil(lambda: panel.settled)
    assert left.view.model.stage.name == "optimized"
    assert not len(left.view.picked)
    assert not len(right.view.linked)


def test_what_was_clicked_stays_linked_when_the_other_text_changes(qtbot, panel):
    left, right = panel.code.left.view, panel.code.right
    _click(qtbot, left, 3, 8)
    qtbot.waitUntil(lambda: len(right.view.linked) > 0)
    right.show_stage("pass 0002 p/second")
    qtbot.waitUntil(lambda: panel.settled and right.view.model.stage.name == "pass 0002 p/second")
    qtbot.waitUntil(lambda: right.view.linked.tolist() == [5])
    assert left.picked.tolist() == [3]


def test_letters_of_other_widths_are_drawn_word_by_word():
    words = [Token(0, 3, TokenKind.KEYWORD), Token(6, 9, TokenKind.KEYWORD)]
    assert text_runs("def = def", words) == [(TokenKind.KEYWORD, 0, "def   def"), (None, 3, " = ")]
    assert text_runs("def é def", words) == [
        (TokenKind.KEYWORD, 0, "def"), (None, 3, " é "), (TokenKind.KEYWORD, 6, "def"),
    ]  # fmt: skip


def test_the_compilation_log_shows_no_more_than_it_holds(qtbot, panel, monkeypatch):
    monkeypatch.setattr("jaxstudio.app.inspector.compilation_log_page.MOST_ENTRIES", 3)
    entry = Entry(1, 1.0, "f", ("f32[3]",), 0.1, 0.1, 0.1, "miss", "first call")
    panel.compilation_log.model.look()
    COMPILATION_LOG.take([structs.replace(entry, function=f"f{place}") for place in range(5)], "elsewhere")
    panel.compilation_log.model.look()
    assert [each.function for each in panel.compilation_log.model.entries] == ["f4", "f3", "f2"]
    assert panel.compilation_log.table.model().rowCount() == 3
    index = panel.compilation_log.model.index(0, 1)
    assert "elsewhere" in panel.compilation_log.model.data(index, Qt.ItemDataRole.ToolTipRole)


def test_causes_of_compilations_are_said_in_the_language(qtbot, panel, translators):
    install_language("de")
    page = panel.compilation_log
    cause = "jax.clear_caches() was called: what was compiled before is forgotten"
    entry = Entry(1, 1.0, "f", ("f32[3]",), 0.1, 0.1, 0.1, "miss", cause)
    change = Change("argument 0", "f32[4]", "f32[3]")

    def said(entry):
        page.model.look()
        COMPILATION_LOG.take([entry], "elsewhere")
        page.model.look()
        return page.model.data(page.model.index(0, 7))

    first = structs.replace(entry, why=f"{INSPECTED}; {FIRST}")
    assert said(first) == "vom Inspektor übersetzt; erster Aufruf"
    again = structs.replace(entry, why=f"{INSPECTED}; {change}", changes=(change,))
    assert said(again) == "vom Inspektor übersetzt; Argument 0: f32[3] → f32[4]"
    assert said(entry).startswith("jax.clear_caches() wurde aufgerufen")
    page._advise(0)
    assert page.advice.text().endswith("nur in Tests aufrufen: danach wird alles neu übersetzt")


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_first_line_is_one_row_and_cuts_no_news(qtbot, controller, translators, tmp_path, language):
    install_language(language)
    apply_theme(LIGHT)
    panel = Panel(controller, QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))
    qtbot.addWidget(panel)
    panel.set_beside(True)
    panel.resize(860, 500)  # beside the editor in a window of 1366 pixels
    panel.show()
    line = panel.head.layout()
    assert line.heightForWidth(860) == line.heightForWidth(2000)
    for news in ("compiling", "measuring", "pinned"):
        panel.head.say(news)
        line.activate()
        assert panel.head.busy.width() > panel.head.busy.fontMetrics().horizontalAdvance(
            panel.head.busy.text()
        )
    panel.set_beside(False)
    panel.head.draw(controller)
    assert line.heightForWidth(1024) == line.heightForWidth(2000)
    panel.close()


def test_old_stages_are_greyed_under_another_name(qtbot, panel, controller):
    controller.idle_gate.set(False)
    controller.choose(controller.inspectables[1])
    assert panel.greyed
    assert panel.code.left.view.dimmed
    panel.show_page(panel.graph)
    assert panel.veil.isVisible()
    assert panel.veil.rect() == panel.pages.rect()
    controller.idle_gate.set(True)
    qtbot.waitUntil(lambda: controller.report is not None and panel.settled)
    assert not panel.veil.isVisible()
    panel.show_page(panel.code)
    qtbot.waitUntil(lambda: not panel.code.left.view.dimmed)


def test_the_header_says_what_goes_on(qtbot, panel, controller):
    assert panel.head.held.isHidden()
    controller.idle_gate.set(False)
    controller.measure()
    qtbot.waitUntil(lambda: panel.head.busy.text() == "measuring…")
    controller.idle_gate.set(True)
    qtbot.waitUntil(lambda: panel.settled)
    controller.bring(fake.inspectable("lesson"))
    assert not panel.head.held.isHidden()
    qtbot.waitUntil(lambda: controller.report is not None and panel.settled)


def test_a_search_in_all_stages_says_in_which_it_is(qtbot, panel):
    code = panel.code
    code.search.all.setChecked(True)
    code.search.field.setText("sin|cosine")
    qtbot.waitUntil(lambda: bool(code.searching.hits) and panel.settled)
    code.searching.step(1)
    qtbot.waitUntil(lambda: panel.settled)
    assert code.search.count.text().endswith(", jaxpr")
    code.current_pane.show_stage("optimized")
    qtbot.waitUntil(lambda: panel.settled)
    assert " of " not in code.search.count.text(), "no hit of another stage is the current one"
    assert code.current_pane.view.hits_on(4)


def test_children_of_a_group_are_not_named_after_it(panel):
    from PySide6.QtWidgets import QTreeWidgetItemIterator

    words, places = [], QTreeWidgetItemIterator(panel.code.stages)
    while places.value() is not None:
        words.append(places.value().text(0))
        places += 1
    assert {"1 first", "2 second", "Optimised HLO"} <= set(words)


def test_the_header_names_what_is_shown_when_the_tab_lists_its_items_anew(panel, controller):
    controller.set_inspectables([fake.inspectable("blur"), fake.inspectable("median")])
    assert panel.head.inspectables.currentText() == "Blur"


def test_options_that_do_not_parse_are_said(panel, controller):
    panel.variation.other.setText("fast")
    panel.variation.take()
    assert "expected name=value" in panel.variation.wrong.text()
    panel.variation.fast.setChecked(True)
    panel.variation.other.clear()
    panel.variation.take()
    assert controller.variation.options == {"xla_cpu_enable_fast_math": True}
    assert panel.head.options_button.isChecked()
    assert "fast_math" in panel.head.options_button.toolTip()
    panel.variation.clear()
    assert controller.variation.words == ""
    assert not panel.head.options_button.isChecked()


def _dropped(panel, *paths):
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    how = Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    event, enter = QDropEvent(QPointF(5, 5), *how), QDragEnterEvent(QPoint(5, 5), *how)
    panel.dragEnterEvent(enter)
    if enter.isAccepted():
        panel.dropEvent(event)
    return enter.isAccepted()


def test_a_python_file_dropped_on_the_panel_is_for_the_playground(panel, tmp_path):
    asked = []
    panel.program_asked.connect(asked.append)
    assert not _dropped(panel, tmp_path / "photo.png")
    assert _dropped(panel, tmp_path / "photo.png", tmp_path / "model.py")
    assert asked == [str(tmp_path / "model.py")]


def test_closing_ends_the_search_for_a_nan(panel, controller, monkeypatch):
    """It may be in a process that never returns: closing must not wait until its time is over."""
    ended = threading.Event()

    def first_nan(self, values, cancelled):
        while not cancelled():
            ended.wait(0.01)
        ended.set()
        raise Cancelled("cancelled")

    monkeypatch.setattr(fake.Inspection, "first_nan", first_nan, raising=False)
    controller.follow_nan("spread")
    assert controller.busy
    panel.close()
    assert ended.is_set()


def test_a_nan_is_followed_to_its_equation(qtbot, panel, monkeypatch):
    found = NanFound(0, "sin", (3,), (float("inf"),), why="the sine of infinity", suggestion="a where")
    monkeypatch.setattr(fake.Inspection, "first_nan", lambda *_: found, raising=False)
    panel.show_page(panel.nan)
    panel.nan.follow.click()
    qtbot.waitUntil(lambda: "the sine of infinity" in panel.nan.page.toPlainText())
    panel.navigator.to_equation(0)
    qtbot.waitUntil(lambda: panel.settled and panel.code.left.view.line == 2)


def test_an_error_is_explained_at_its_line(qtbot, panel, controller, monkeypatch, tmp_path):
    path = tmp_path / "model.py"
    path.write_text(TEXT)
    wrong = Explanation(
        "E", "a decision", "Python asks", "use where", str(path), 2, 11, 16, "return x * n", True
    )

    def run(self, cancelled):
        self.stages += (Stage("source", Kind.SOURCE, Language.PYTHON, TEXT, path=str(path)),)
        yield self.stages[0]
        self.explanation = wrong
        raise UsageError("model.py:f: line 2: wrong")

    monkeypatch.setattr(fake.Inspection, "run", run)
    controller.set_inspectables([fake.inspectable("wrong")], "wrong")
    qtbot.waitUntil(lambda: panel.error.text() == "a decision" and not controller.busy)
    assert "<u>x * n</u>" in panel.error.more.text()
    assert "use where" in panel.error.more.text()
    qtbot.waitUntil(lambda: panel.settled and panel.code.left.view.line == 2)
    assert panel.code.left.requested_stage == "jaxpr", (
        "what was chosen comes back with the next that is whole"
    )
    panel.code.left.view.line = 1
    panel.error.more.linkActivated.emit("line")
    qtbot.waitUntil(lambda: panel.settled and panel.code.left.view.line == 2)
