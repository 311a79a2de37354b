"""The playground with its editor, and the inspector beside it as a stand-in answers."""

import os
import subprocess
import sys
import threading

import numpy as np
import pytest
from inspector import fake
from PySide6.QtCore import QSettings, Qt
from PySide6.QtGui import QTextCursor
from shiboken6 import delete

from jaxstudio.app.inspector.controller import InspectorController
from jaxstudio.app.inspector.inspectables import PLAYGROUND
from jaxstudio.app.inspector.panel import Panel
from jaxstudio.app.inspector.text_model import LineColours
from jaxstudio.app.playground.bench import Bench
from jaxstudio.app.playground.call_form import displayable
from jaxstudio.app.playground.xla_flags import FlagMenu, known_flags
from jaxstudio.app.shared.theme import LIGHT, apply_theme
from jaxstudio.ir.stages import Kind, Language, Stage

TEXT = "def f(x):\n    y = x\n    return y\n"


class Child(fake.Inspection):
    """As the process that runs the program: the source first."""

    def run(self, cancelled):
        path = self.request.subject.path
        with open(path, encoding="utf-8") as file:
            self.stages += (Stage("source", Kind.SOURCE, Language.PYTHON, file.read(), path=path),)
        yield self.stages[0]
        yield from super().run(cancelled)

    def hues(self, stage, by, cancelled=None):
        return np.array([[-1], [-1], [0], [1], [-1]]) if stage == "source" else super().hues(stage, by)


class Process(fake.Process):
    def inspection(self, request):
        return Child(request)

    def names(self, module, cancelled):
        sines = (("sin", "Sine of the values."), ("sinh", "Hyperbolic sine."))
        return {"jax.numpy": sines, "numpy.mean": (("axis=", "axis=None"),)}.get(module, ())


@pytest.fixture
def bench(qtbot, tmp_path):
    apply_theme(LIGHT)
    settings = QSettings(str(tmp_path / "s.ini"), QSettings.Format.IniFormat)
    bench, controller = Bench(settings), InspectorController(process=Process())
    panel = Panel(controller, settings)
    for widget in (bench, panel):
        qtbot.addWidget(widget)
    bench.code._rest.setInterval(0)
    bench.code.inspection_requested.connect(
        lambda _: controller.set_inspectables(bench.code.inspectables(), PLAYGROUND)
    )
    bench.attach(panel)
    bench.resize(700, 500)
    panel.resize(900, 500)
    panel.show()
    bench.show()
    bench.activateWindow()
    qtbot.waitUntil(bench.isActiveWindow)
    bench.code.show_own(TEXT)
    bench.editor.setFocus()
    yield bench
    bench.close()
    panel.close()
    controller.close()
    delete(controller)


def settled(qtbot, bench):
    panel = bench._panel
    qtbot.waitUntil(lambda: panel.controller.report is not None and panel.settled)
    qtbot.waitUntil(lambda: bench.editor.colours.hues is not None)


def test_the_editor_wears_the_colours_of_the_stages(qtbot, bench):
    bench.form.allow.click()
    settled(qtbot, bench)
    editor = bench.editor
    assert [editor.hues_of(line) for line in (1, 2, 3)] == [[], [0], [1]]
    qtbot.keyClicks(editor, "#")  # a line that was changed has none, those below keep theirs
    assert [editor.hues_of(line) for line in (1, 2, 3)] == [[], [0], [1]]
    editor.go_to(2)
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    assert [editor.hues_of(line) for line in (2, 3, 4)] == [[], [0], [1]]
    lit = []
    bench._panel.code.lit.connect(lit.append)
    bench._panel.code.left.view.hovered.emit(0)
    assert lit == [[]]
    editor.light([1])
    assert editor._lit == {3}


def test_a_click_on_a_line_marks_its_partners_until_the_second(qtbot, bench):
    bench.form.allow.click()
    assert bench.editor.hasFocus()  # which the button had, and took with it
    settled(qtbot, bench)
    editor, page = bench.editor, bench._panel.code
    editor.go_to(3)

    def click():
        place = editor.cursorRect().center()
        qtbot.mouseClick(editor.viewport(), Qt.MouseButton.LeftButton, pos=place)

    click()
    assert editor.linked == {3}
    qtbot.waitUntil(lambda: page.link_label.text().startswith("line 3"))
    click()
    assert not editor.linked
    assert not len(page.left.view.linked)
    click()
    qtbot.waitUntil(lambda: page.link_label.text().startswith("line 3"))
    qtbot.keyClick(editor, Qt.Key.Key_Escape)
    assert not editor.linked


def test_what_is_shown_is_greyed_until_it_belongs_to_the_text(qtbot, bench):
    bench.form.allow.click()
    settled(qtbot, bench)
    panel, view = bench._panel, bench._panel.code.left.view
    bench.code._rest.setInterval(100_000)
    assert not view.dimmed
    qtbot.keyClicks(bench.editor, "#")
    assert view.dimmed
    assert panel.veil.isHidden()
    panel.show_page(panel.cost)
    assert panel.veil.isVisible()
    panel.show_page(panel.code)
    qtbot.keyClick(bench.editor, Qt.Key.Key_Backspace)
    assert not view.dimmed
    assert panel.veil.isHidden()


def test_an_answer_to_an_older_text_is_not_shown(qtbot, bench, monkeypatch):
    bench.form.allow.click()
    settled(qtbot, bench)
    held = threading.Event()
    monkeypatch.setattr(Child, "held", held)
    panel, controller = bench._panel, bench._panel.controller
    shown = []

    def look():
        texts = [stage.text for stage in controller.stages if stage.kind is Kind.SOURCE]
        shown.extend((text, bench.code.text) for text in texts if not panel.greyed)

    for signal in (controller.stages_changed, controller.report_changed, controller.busy_changed):
        signal.connect(look)
    last = "# three\n" + TEXT
    for text in ("# one\n" + TEXT, "# two\n" + TEXT, last):
        bench.editor.setPlainText(text)
        qtbot.waitUntil(lambda text=text: controller.inspectable.key[1] == text)
    held.set()
    qtbot.waitUntil(lambda: (last, last) in shown and not controller.busy)
    assert all(text == typed for text, typed in shown)


def test_keys_indent_and_comment(qtbot, bench):
    editor = bench.editor
    editor.setPlainText("")
    qtbot.keyClicks(editor, "def f(x):")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    qtbot.keyClicks(editor, "return x")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    qtbot.keyClicks(editor, "y")
    assert editor.text == "def f(x):\n    return x\ny"
    qtbot.keyClick(editor, Qt.Key.Key_Home)
    qtbot.keyClick(editor, Qt.Key.Key_Tab)
    assert editor.text.endswith("\n    y")
    qtbot.keyClick(editor, Qt.Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
    assert editor.text.endswith("\ny")
    editor.selectAll()
    qtbot.keyClick(editor, Qt.Key.Key_Slash, Qt.KeyboardModifier.ControlModifier)
    assert editor.text == "# def f(x):\n#     return x\n# y"
    qtbot.keyClick(editor, Qt.Key.Key_Slash, Qt.KeyboardModifier.ControlModifier)
    assert editor.text == "def f(x):\n    return x\ny"


def test_names_are_offered_with_what_they_do(qtbot, bench):
    editor, completion = bench.editor, bench.completion
    editor.setPlainText("import jax.numpy as jnp\n")
    editor.go_to(2)
    qtbot.keyClicks(editor, "jnp.si")
    qtbot.waitUntil(completion.popup.isVisible)
    rows = completion.completer.completionModel()
    assert [rows.index(row, 1).data() for row in range(rows.rowCount())] == [
        "Sine of the values.",
        "Hyperbolic sine.",
    ]
    qtbot.keyClicks(completion.popup, "n")  # the popup has the keyboard
    qtbot.waitUntil(lambda: completion.completer.completionPrefix() == "sin", timeout=5000)
    qtbot.keyClick(completion.popup, Qt.Key.Key_Down)
    qtbot.keyClick(completion.popup, Qt.Key.Key_Tab)
    assert editor.text.endswith("jnp.sinh")
    assert not completion.popup.isVisible()
    editor.setPlainText("import numpy as np\nscores = np.mean(")
    editor.moveCursor(QTextCursor.MoveOperation.End)
    qtbot.keyClicks(editor, "ax")
    qtbot.waitUntil(completion.popup.isVisible)
    assert (rows.index(0, 0).data(), rows.index(0, 1).data()) == ("axis=", "axis=None")
    qtbot.keyClick(completion.popup, Qt.Key.Key_Tab)
    qtbot.keyClicks(editor, "sc")
    qtbot.waitUntil(completion.popup.isVisible)
    assert rows.index(0, 1).data() == "scores = np.mean(axis=sc"


def test_flags_of_xla_are_switches(qtbot, bench):
    bar = bench.switches
    (menu,) = bar.findChildren(FlagMenu)
    actions = {action.data(): action for action in menu.menu().actions()}
    bar.flags.setText("--xla_cpu_prefer_vector_width=512 --other=1")
    menu.menu().aboutToShow.emit()
    assert [flag for flag, action in actions.items() if action.isChecked()] == [
        "--xla_cpu_prefer_vector_width=512"
    ]
    with qtbot.waitSignal(bar.switched) as said:
        actions["--xla_cpu_prefer_vector_width=128"].trigger()
    assert said.args[0].flags == "--other=1 --xla_cpu_prefer_vector_width=128"
    actions["--xla_cpu_prefer_vector_width=128"].trigger()
    assert bar.flags.text() == "--other=1"


def test_this_jaxlib_knows_the_flags():
    """XLA ends a process with a flag that it does not know."""
    flags = " ".join(flag for flag, _, _ in known_flags())
    code = "import jax; jax.jit(lambda x: x + 1)(1.0)"
    subprocess.run([sys.executable, "-c", code], env={**os.environ, "XLA_FLAGS": flags}, check=True)


def test_an_error_is_marked_at_its_line(qtbot, bench):
    bench.editor.setPlainText("def f(x):\n    return (x\n")
    qtbot.wait(1)
    place = bench.editor.geometry()
    qtbot.waitUntil(lambda: bench.editor.error_line == 2)
    assert "line 2" in bench.wrong.text()
    assert not bench.form.wrong.isVisible()
    qtbot.wait(1)
    assert bench.editor.geometry() == place  # what one types in stays where it is


def test_a_program_is_saved_and_opened(qtbot, bench, tmp_path):
    path = tmp_path / "program"
    bench.save(str(path))
    qtbot.waitUntil(lambda: bench.code.file == path.with_suffix(".py"))
    assert path.with_suffix(".py").read_text() == TEXT
    assert not bench.code.modified
    other = tmp_path / "other.py"
    other.write_text("def g():\n    return 1\n")
    bench.open(str(other))
    assert bench.editor.text == other.read_text()
    assert not bench.code.allowed
    qtbot.keyClicks(bench.editor, "#")
    bench.open(str(path.with_suffix(".py")))  # asked, since this one is not saved
    assert bench.code.file == other
    assert bench.messages.messages[-1].lasting


def test_a_file_keeps_its_line_ends(qtbot, bench, tmp_path):
    path = tmp_path / "program.py"
    path.write_bytes(TEXT.replace("\n", "\r\n").encode())
    bench.open(str(path))
    assert bench.editor.text == TEXT
    bench.editor.moveCursor(QTextCursor.MoveOperation.End)
    qtbot.keyClicks(bench.editor, "#")
    bench.save_again()
    qtbot.waitUntil(lambda: not bench.code.modified)
    assert path.read_bytes() == (TEXT + "#").replace("\n", "\r\n").encode()


def test_colours_of_an_empty_text_are_none(bench):
    bench.editor.show_colours(LineColours(), "")
    assert bench.editor.hues_of(1) == []


def test_what_is_printed_is_bounded():
    lines = displayable("x\n" * 5_000).split("\n")
    assert len(lines) == 1_001
    assert lines[0] == "…"
    assert len(displayable("y" * 100_000)) == 1_001
    assert displayable("10 %\r20 %\r100 %\ndone\r\n") == "100 %\ndone"
    assert displayable("") == ""


def test_what_the_code_prints_is_shown_also_before_the_first_stage(qtbot, bench, monkeypatch):
    let = threading.Event()

    def run(self, cancelled):
        self.printed = "loading\n"
        let.wait(10)
        self.printed += "\x1b[31mepoch 1\x1b[0m\n<b>2</b>\n"
        yield from fake.Inspection.run(self, cancelled)

    monkeypatch.setattr(Child, "run", run)
    offer, printed = bench.form.output_button, bench.form.printed
    bench.form.allow.click()
    qtbot.waitUntil(offer.isVisible)
    assert bench.form.run.text() == "Stop"
    offer.click()
    assert printed.toPlainText() == "loading"
    let.set()
    qtbot.waitUntil(lambda: "epoch" in printed.toPlainText())
    assert printed.toPlainText() == "loading\nepoch 1\n<b>2</b>"
    assert offer.text().endswith("3")
    qtbot.waitUntil(lambda: bench.form.run.text() == "Inspect")


def test_a_call_longer_than_its_field_is_read_from_its_start(bench):
    bench.resize(300, 400)
    bench.code.show_own("# inspect: f(" + "f32[4,128,64], " * 9 + ")\ndef f(*values):\n    return values\n")
    field = bench.form.fields["arguments"]
    assert field.text().startswith("f32[4,128,64]")
    assert field.cursorPosition() == 0


def test_what_changes_in_the_editor_is_painted_and_nothing_else_need_be(qtbot, bench):
    """The screen, where only parts were painted again, shows what painting all of it shows."""
    bench.form.allow.click()
    settled(qtbot, bench)
    editor = bench.editor
    editor.setPlainText(TEXT + "y\n" * 30)
    colours = LineColours(np.arange(34).reshape(-1, 1), True, np.arange(34.0), 99.0)
    editor.show_colours(colours, editor.text)
    editor.go_to(6)
    bench.code._rest.setInterval(100_000)
    bench.completion._wait.setInterval(100_000)
    painted, paint_margin = [], editor.paint_margin
    editor.paint_margin = lambda painter, rect: (painted.append(rect.height()), paint_margin(painter, rect))
    moves = [Qt.Key.Key_Up, Qt.Key.Key_Down] + [Qt.Key.Key_Down] * 9
    for key in ["a", "b", *moves, "c", Qt.Key.Key_Return, Qt.Key.Key_Up, Qt.Key.Key_Home]:
        qtbot.keyClick(editor, key)
        qtbot.wait(1)
        assert _on_screen(editor) == editor.grab().toImage()
    painted.clear()
    for key in (Qt.Key.Key_Right, "d"):
        qtbot.keyClick(editor, key)
        qtbot.wait(1)
    assert 0 < max(painted) < 3 * editor.fontMetrics().lineSpacing()
    for act in (editor.undo, lambda: editor.show_error(3, "wrong"), bench.form.functions.setFocus):
        act()
        qtbot.wait(1)
        assert _on_screen(editor) == editor.grab().toImage()


def _on_screen(widget):
    place = widget.mapTo(widget.window(), widget.rect().topLeft())
    image = widget.screen().grabWindow(
        widget.window().winId(), place.x(), place.y(), *widget.size().toTuple()
    )
    return image.toImage().convertToFormat(widget.grab().toImage().format())
