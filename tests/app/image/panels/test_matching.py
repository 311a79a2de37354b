"""Matching in the window: values move as they are found, one undo, edits by hand end it; what is said."""

import fakes
import pytest
from fakes import FittingProcess, brighten

from jaxstudio.app.image.panels.fitting import Fitting
from jaxstudio.app.image.panels.match_panel import IDLE, PAUSED, RUNNING, STOPPING
from jaxstudio.backend.requests import MatchAnswer, MatchStep, ParamValue
from jaxstudio.errors import UsageError
from jaxstudio.pipeline.param_refs import ParamRef


@pytest.fixture
def process():
    return FittingProcess()


@pytest.fixture
def fitting(window, process, tmp_path, qtbot):
    """The panel over a photo with one filter, and a target of the same size."""
    image = window.image
    image.panels.fitting = fitting = image.panels.connect_fitting(
        Fitting(image.document, image.settings, image.docks, process)
    )
    image.document.add_step(brighten)
    fitting.toggle_match()
    fitting.match.target._open(pixels=fakes.PIXELS[image.document.photo.token])
    qtbot.waitUntil(lambda: fitting.match.target.photo is not None)
    return fitting


def ref(fitting, step=0, name="amount"):
    return ParamRef(fitting.document.recipe.steps[step].key, name)


def step(fitting, value, loss=0.5):
    return MatchStep((ParamValue(ref(fitting), value),), loss, 1, 0)


def answer(fitting, value, **more):
    fields = {"start_loss": 0.2, "loss": 0.0002, "converged": True, "stopped": False, "no_influence": (),
              "flat": (), "renders": 9, "level": 0, "seconds": 1.0}  # fmt: skip
    return MatchAnswer((ParamValue(ref(fitting), value),), **{**fields, **more})


def amount(fitting):
    return fitting.document.recipe.steps[0].params["amount"]


def told(qtbot, fitting, *values):
    """Let the process tell these values."""
    for value in values:
        fitting.process.tell(step(fitting, value))
        qtbot.waitUntil(lambda value=value: amount(fitting) == value)


def test_values_move_as_they_are_found_and_are_one_undo(fitting, process, qtbot):
    fitting.match.start.click()
    assert fitting.matching.state == RUNNING
    assert process.request.moving == (ref(fitting),)
    undos = len(fitting.document.history.past)
    told(qtbot, fitting, 0.1, 0.2, 0.3)
    assert fitting.document.moving
    process.answer(answer(fitting, 0.4))
    qtbot.waitUntil(lambda: fitting.matching.state == IDLE)
    assert amount(fitting) == 0.4
    assert not fitting.document.in_gesture
    assert len(fitting.document.history.past) == undos + 1
    fitting.document.undo()
    assert amount(fitting) == 0.0
    fitting.document.redo()
    assert amount(fitting) == 0.4


def test_cancel_goes_back_and_stop_keeps_the_best(fitting, process, qtbot):
    fitting.match.start.click()
    told(qtbot, fitting, 0.1, 0.2)
    fitting.match.cancel.click()
    assert (amount(fitting), fitting.matching.state, process.cancelled) == (0.0, IDLE, True)
    process.tell(step(fitting, 0.9))  # too late
    fitting.match.start.click()
    told(qtbot, fitting, 0.25)
    fitting.match.stop.click()
    assert (process.sent, fitting.matching.state) == (["stop"], STOPPING)
    process.answer(answer(fitting, 0.25, stopped=True, converged=False))
    qtbot.waitUntil(lambda: fitting.matching.state == IDLE)
    assert amount(fitting) == 0.25
    assert "Stopped before it had converged" in fitting.match.result.text()


def test_pause_go_on_undo_and_an_error_in_place(fitting, process, qtbot):
    fitting.match.start.click()
    fitting.match.pause.click()
    assert (fitting.matching.state, process.sent) == (PAUSED, ["pause"])
    fitting.match.pause.click()
    assert (fitting.matching.state, process.sent) == (RUNNING, ["pause", "resume"])
    told(qtbot, fitting, 0.1)
    fitting.document.undo()
    assert (fitting.matching.state, amount(fitting)) == (IDLE, 0.0)
    fitting.match.start.click()
    process.fail(UsageError("the target holds values that are not finite: expected numbers alone"))
    qtbot.waitUntil(lambda: fitting.matching.state == IDLE)
    assert fitting.match.result.text().startswith("the target holds values")


def test_a_change_by_hand_ends_it_and_stays(fitting, process, qtbot):
    fitting.match.start.click()
    told(qtbot, fitting, 0.1)
    fitting.document.set_param(fitting.document.recipe.steps[0].key, "amount", 0.7)
    assert (fitting.matching.state, process.cancelled, amount(fitting)) == (IDLE, True, 0.7)
    assert "changed meanwhile" in fitting.match.result.text()
    process.tell(step(fitting, 0.2))
    qtbot.wait(30)
    assert amount(fitting) == 0.7
    fitting.document.undo()
    assert amount(fitting) == 0.1  # what the search had found until then
    fitting.document.undo()
    assert amount(fitting) == 0.0


def test_what_is_said_at_the_end(fitting, process, qtbot):
    fitting.match.start.click()
    names = (ref(fitting),)
    process.answer(
        answer(
            fitting,
            0.1,
            loss=0.1,
            converged=False,
            explains=False,
            no_influence=names,
            flat=(names,),
            level=2,
        )
    )
    qtbot.waitUntil(lambda: fitting.matching.state == IDLE)
    said = fitting.match.result.text()
    for words in ("Not converged", "50 %", "1/4", "no match", "Without influence", "Brighten: Amount",
                  "Not determined"):  # fmt: skip
        assert words in said
    fitting.document.set_param(fitting.document.recipe.steps[0].key, "amount", 0.7)
    assert "changed since" in fitting.match.result.text()


def test_closing_the_panel_or_the_window_ends_the_search(fitting, window, process, qtbot):
    for command in ("match", "reset_layout"):
        fitting.match_dock.show()
        process.cancelled = False
        fitting.match.start.click()
        told(qtbot, fitting, 0.1 if command == "match" else 0.2)
        window.actions_by_name[command].trigger()
        assert fitting.match_dock.isHidden()
        assert process.cancelled
        assert fitting.matching.state == IDLE
        assert amount(fitting) == (0.1 if command == "match" else 0.2)
    fitting.match_dock.show()
    process.cancelled = False
    fitting.match.start.click()
    window.close()
    assert process.cancelled
    assert process.closed


def test_ticks_say_what_may_change(fitting, window, process):
    form = window.image.panel.stack.card(fitting.document.recipe.steps[0].key).form
    while not form.built:
        form.build_row()
    tick = form.rows["amount"].tick
    assert tick.isVisibleTo(form)
    assert tick.isChecked()
    tick.click()
    assert fitting.match.ticked.text().endswith("0")
    assert not fitting.match.start.isEnabled()
    tick.click()
    fitting.match.start.click()
    assert not tick.isEnabled()
    fitting.match.cancel.click()
    fitting.close_panels()
    assert not tick.isVisibleTo(form)


def test_a_target_of_another_size_is_refused_in_place(fitting, qtbot, tmp_path):
    pixels = fakes.PIXELS[fitting.document.photo.token]
    fitting.match.target._open(pixels=pixels[:-2])
    qtbot.waitUntil(lambda: "expected one size" in fitting.match.target_line.text())
    assert not fitting.match.start.isEnabled()
    # a file that is no picture is said in place
    path = tmp_path / "words.txt"
    path.write_text("no picture")
    fitting.match.target.open(str(path))
    qtbot.waitUntil(lambda: "words.txt" in fitting.match.target_line.text())
