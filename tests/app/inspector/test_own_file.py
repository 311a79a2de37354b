"""One's own Python file in the window: asked before it is run, run again when it changes."""

import os
import threading

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, QSettings, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from shiboken6 import delete

from jaxstudio.app.inspector.own_file import Call, OwnFile, displayable
from jaxstudio.errors import Cancelled, UsageError
from jaxstudio.inspect_targets.requests import InspectionRequest
from jaxstudio.ir.report import Explanation, NanFound
from jaxstudio.ir.stages import Kind, Language, Stage
from jaxstudio.ir.user_process.request import Request, apply_to_request

from . import fake

TEXT = "def f(x, n):\n    return x * n\n\ndef g(x):\n    return x\n"


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "model.py"
    path.write_text(TEXT)
    return path


@pytest.fixture
def own(qapp, tmp_path):
    own = OwnFile(QSettings(str(tmp_path / "own.ini"), QSettings.Format.IniFormat))
    own.asked = []
    own.inspection_requested.connect(own.asked.append)
    yield own
    delete(own)


class Child(fake.Inspection):
    """Answers as the process that runs the code; with `wrong` it fails as that would."""

    wrong: Explanation | None = None
    requests = []

    def __init__(self, request):
        super().__init__(InspectionRequest("own.py:f"))
        self.requests.append(apply_to_request(request.subject, request.variation))

    def run(self, cancelled):
        if self.wrong is not None:
            self.stages += (Stage("source", Kind.SOURCE, Language.PYTHON, TEXT, path=self.wrong.path),)
            yield self.stages[0]
            self.explanation = self.wrong
            raise UsageError("model.py:f: line 2: wrong")
        yield from super().run(cancelled)

    def report(self, **wanted):
        return super().report(**wanted)

    def first_nan(self, values, cancelled):
        return NanFound(0, "sin", (3,), (float("inf"),), why="the sine of infinity", suggestion="a where")


@pytest.fixture
def child(monkeypatch, controller):
    def inspection(request):
        return (Child if isinstance(request.subject, Request) else fake.Inspection)(request)

    controller.process.inspection = inspection
    monkeypatch.setattr(Child, "requests", [])
    return Child


def test_nothing_is_run_before_it_is_allowed(own, path):
    own.open(str(path))
    assert [each.name for each in own.functions] == ["f", "g"]
    own.edit(Call("f32[3]", "n=3"))
    own.run()
    assert own.asked == []
    own.allow()
    request = own.asked[0].make(None, None)[0].request.subject
    assert (request.function, request.arguments, request.static_values) == ("f", "f32[3]", {1: 3})


def test_it_is_run_again_when_it_changes(qtbot, own, path):
    own.open(str(path))
    own.allow()
    key = own.asked[0].key
    path.write_text(TEXT.replace("x * n", "x + n + 1"))
    qtbot.waitUntil(lambda: len(own.asked) == 2)
    assert own.asked[1].key != key
    # as many editors write: another file in the place of the first
    other = path.with_suffix(".new")
    other.write_text(TEXT + "\n\n")
    os.replace(other, path)
    qtbot.waitUntil(lambda: len(own.asked) == 3)
    path.write_text("def f(x:\n")
    qtbot.waitUntil(lambda: "never closed" in own.error)
    assert len(own.asked) == 3


def test_another_file_is_asked_for_anew(own, path, tmp_path):
    own.open(str(path))
    own.allow()
    (tmp_path / "other.py").write_text(TEXT)
    own.open(str(tmp_path / "other.py"))
    assert not own.allowed
    own.run()
    assert len(own.asked) == 1


def test_the_form_takes_the_arguments_that_the_command_line_takes(own, path):
    own.open(str(path))
    own.edit(Call("x={'a': f32[64,64], 'k': key(0)}, n=3", "n"))
    own.allow()
    request = own.asked[0].make(None, None)[0].request.subject
    assert (request.arguments, request.static) == ("x={'a': f32[64,64], 'k': key(0)}, n=3", ("n",))
    assert not request.x64, "64 is a size here"
    own.edit(Call("x=f64[2], n=3", "n"))
    own.run()
    assert own.asked[1].make(None, None)[0].request.subject.x64


def test_what_is_wrong_in_the_form_is_said_there(own, path, subtests):
    for call, field, said in (
        (Call("f32[3"), "arguments", "expected arguments such as f32[3,3], n=3"),
        (Call("f32[3]", "m=3"), "static", "'m' is no parameter: expected one of x, n"),
        (Call("f32[3]", "m"), "static", "'m' is no parameter: expected one of x, n"),
        (Call("x=f32[8@a]"), "arguments", "'a' is no axis of the mesh"),
        (Call("f32[3]", "n=3", "q"), "donated", "'q' is no parameter"),
        (Call("f99[3]"), "arguments", "is no dtype"),
        (Call("f32[9999999,9999999]"), "arguments", "elements"),
    ):
        with subtests.test(call=call):
            own.open(str(path))
            own.edit(call)
            own.allow()
            assert own.asked == []
            assert own.field == field
            assert said in own.error


def test_how_a_function_was_called_is_remembered(own, path):
    own.open(str(path))
    own.edit(Call("f64[2]", "n=2"))
    own.allow()
    assert own.asked[0].make(None, None)[0].request.subject.x64
    own.choose("g")
    assert own.call == Call()
    own.choose("f")
    assert own.call == Call("f64[2]", "n=2")


def test_the_form_in_the_panel(qtbot, panel, controller, child, path):
    panel.open_python(str(path))
    bar = panel.own_bar
    assert "runs the code of model.py" in bar.warning.text()
    assert not bar.run.isEnabled()
    bar.fields["arguments"].setText("f32[3")
    bar.allow.click()
    bar.fields["arguments"].setText("f32[3")
    qtbot.keyClick(bar.fields["arguments"], Qt.Key.Key_Return)
    assert "expected arguments" in bar.wrong.text()
    assert bar.fields["arguments"].property("refused")
    bar.fields["arguments"].setText("f32[3]")
    bar.fields["static"].setText("n=4")
    qtbot.keyClick(bar.fields["arguments"], Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: controller.report is not None and controller.report.target == "own.py:f")
    qtbot.waitUntil(lambda: panel.settled)
    assert child.requests[-1].static_values == {1: 4}
    assert panel.head.inspectables.currentText() == "model.py: f"
    # a tab that goes on does not take it away; a selection there does (see test_controller)
    controller.set_inspectables([fake.inspectable("blur"), fake.inspectable("median")], "median", False)
    assert panel.head.inspectables.currentText() == "model.py: f"
    # compiled otherwise
    panel.variation.dtype.setCurrentText("float64")
    panel.variation.take()
    qtbot.waitUntil(lambda: child.requests[-1].arguments == "f64[3]" and panel.settled)
    # a NaN in it
    panel.show_page(panel.nan)
    panel.nan.follow.click()
    qtbot.waitUntil(lambda: "the sine of infinity" in panel.nan.page.toPlainText())
    panel.navigator.to_equation(0)
    qtbot.waitUntil(lambda: panel.settled and panel.code.left.view.line == 2)


def test_an_error_is_explained_at_its_line(qtbot, panel, controller, child, path, monkeypatch):
    wrong = Explanation(
        "E", "a decision", "Python asks", "use where", str(path), 2, 11, 16, "return x * n", True
    )
    monkeypatch.setattr(child, "wrong", wrong)
    panel.open_python(str(path))
    panel.own_bar.allow.click()
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


def test_what_the_code_prints_is_shown_also_before_the_first_stage(
    qtbot, panel, controller, child, path, monkeypatch
):
    let = threading.Event()

    def run(self, cancelled):
        self.printed = "loading\n"
        let.wait(10)
        self.printed += "\x1b[31mepoch 1\x1b[0m\n<b>2</b>\n"
        yield from super(Child, self).run(cancelled)

    monkeypatch.setattr(Child, "run", run)
    panel.open_python(str(path))
    panel.own_bar.allow.click()
    offer = panel.own_bar.output_button
    qtbot.waitUntil(offer.isVisible)
    offer.click()
    assert panel.own_bar.printed.toPlainText() == "loading"
    let.set()
    qtbot.waitUntil(lambda: panel.settled and "epoch" in panel.own_bar.printed.toPlainText())
    assert panel.own_bar.printed.toPlainText() == "loading\nepoch 1\n<b>2</b>"
    assert offer.text().endswith("3")
    controller.choose(controller.inspectables[0])
    qtbot.waitUntil(lambda: not offer.isVisible())


def test_what_is_printed_is_bounded():
    lines = displayable("x\n" * 5_000).split("\n")
    assert len(lines) == 1_001
    assert lines[0] == "…"
    assert len(displayable("y" * 100_000)) == 1_001
    assert displayable("10 %\r20 %\r100 %\ndone\r\n") == "100 %\ndone"
    assert displayable("") == ""


def _dropped(panel, *paths):
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    how = Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    event, enter = QDropEvent(QPointF(5, 5), *how), QDragEnterEvent(QPoint(5, 5), *how)
    panel.dragEnterEvent(enter)
    if enter.isAccepted():
        panel.dropEvent(event)
    return enter.isAccepted()


def test_a_python_file_dropped_on_the_panel_is_opened_and_not_run(panel, child, path, tmp_path):
    assert not _dropped(panel, tmp_path / "photo.png")
    assert panel.own.path is None
    assert _dropped(panel, tmp_path / "photo.png", path)
    assert panel.own.path == path
    assert panel.own_bar.isVisible()
    assert panel.own_bar.allow.isVisible()
    assert not panel.own.allowed
    assert not child.requests


def test_a_closed_panel_runs_nothing_when_the_file_changes(qtbot, panel, controller, child, path):
    panel.open_python(str(path))
    panel.own_bar.allow.click()
    qtbot.waitUntil(lambda: len(child.requests) == 1 and panel.settled)
    panel.rest()
    path.write_text(TEXT + "# more\n")
    panel.own.look()
    assert len(child.requests) == 1
    panel.wake()
    qtbot.waitUntil(lambda: len(child.requests) == 2)


def test_closing_ends_the_search_for_a_nan(qtbot, panel, controller, child, path, monkeypatch):
    """It may be in a process that never returns: closing must not wait until its time is over."""
    ended = threading.Event()

    def first_nan(self, values, cancelled):
        while not cancelled():
            ended.wait(0.01)
        ended.set()
        raise Cancelled("cancelled")

    monkeypatch.setattr(Child, "first_nan", first_nan)
    panel.open_python(str(path))
    panel.own_bar.allow.click()
    qtbot.waitUntil(lambda: controller.report is not None and panel.settled)
    controller.follow_nan("spread")
    assert controller.busy
    panel.close()
    assert ended.is_set()
