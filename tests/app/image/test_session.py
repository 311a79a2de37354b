"""The session without any widget: intents, undo, what is asked of the engine."""

import dataclasses

import fakes
import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

from jaxstudio.errors import ParameterError
from jaxstudio.ops.geometry import crop as cropping


def step_of(session, op=fakes.brighten):
    return session.add_step(op).key


def test_a_gesture_is_one_undo_however_many_values_it_passes(session):
    key = step_of(session)
    session.begin_gesture()
    for value in (0.1, 0.2, 0.3):
        session.set_param(key, "amount", value)
    session.end_gesture()
    assert session.recipe.step(key).params["amount"] == 0.3
    session.undo()
    assert session.recipe.step(key).params["amount"] == 0.0
    session.redo()
    assert session.recipe.step(key).params["amount"] == 0.3


def test_two_gestures_are_two_undos(session):
    key = step_of(session)
    for value in (0.1, 0.2):
        session.begin_gesture()
        session.set_param(key, "amount", value)
        session.end_gesture()
    session.undo()
    assert session.recipe.step(key).params["amount"] == 0.1


def test_nudges_in_a_row_are_one_undo_and_a_pause_parts_them(session, qtbot):
    session._nudge.setInterval(30)
    key = step_of(session)
    session.set_param(key, "amount", 0.1, nudge=True)
    session.set_param(key, "amount", 0.2, nudge=True)
    qtbot.waitUntil(lambda: not session.in_hand)
    session.set_param(key, "amount", 0.3, nudge=True)
    session.undo()
    assert session.recipe.step(key).params["amount"] == 0.2
    session.undo()
    assert session.recipe.step(key).params["amount"] == 0.0


def test_a_refused_value_changes_nothing(session, live):
    key = step_of(session)
    before, asked = session.recipe, len(live.views)
    with pytest.raises(ParameterError):
        session.set_param(key, "amount", 99)
    assert session.recipe is before
    assert len(live.views) == asked


def test_the_view_moves_while_a_hand_holds_and_rests_when_it_lets_go(session, live, qtbot):
    key = step_of(session)
    qtbot.waitUntil(lambda: not session.moving)
    session.begin_gesture()
    session.set_param(key, "amount", 0.5)
    assert live.views[-1].moving
    session.end_gesture()
    assert not live.views[-1].moving


def test_the_view_comes_to_rest_after_a_pan(session, live, qtbot):
    session.zoom_to(20.0)
    session.pan(0, 30)
    assert live.views[-1].moving
    qtbot.waitUntil(lambda: not live.views[-1].moving)


def test_only_the_visible_part_is_asked_for(session, live):
    session.zoom_to(40.0)
    assert live.views[-1].rect == fakes.Rect(15, 22, 25, 38)


def test_a_turned_result_is_fitted_anew(session, live):
    assert session.result_size == (40, 60)
    session.add_step(fakes.turn)
    assert session.result_size == (60, 40)
    assert session.viewport == session.viewport.fit((400, 600), (60, 40))
    assert live.views[-1].rect == fakes.Rect(0, 0, 60, 40)


def test_a_switched_off_turn_does_not_count(session):
    key = step_of(session, fakes.turn)
    session.switch_step(key, False)
    assert session.result_size == (40, 60)


def test_values_that_do_not_go_together_leave_the_last_picture_and_say_that_it_is_an_earlier_one(
    window, session, qtbot
):
    truth = window.image.status.truth
    crop = session.add_step(cropping.crop)
    session.set_param(crop.key, "left", 70)
    qtbot.waitUntil(lambda: session.picture.exact and session.result_size == (40, 18))
    fitted = session.viewport
    with qtbot.waitSignal(session.failed) as said:
        session.set_param(crop.key, "right", 70)
    assert "leave nothing" in said.args[0]
    assert session.result_size == (40, 18)
    assert session.viewport == fitted
    assert (truth.text(), truth.property("look")) == ("earlier picture", "refused")
    session.set_param(crop.key, "right", 10)
    qtbot.waitUntil(lambda: truth.text() == "exact")
    session.set_param(crop.key, "right", 70)
    session.set_photo(fakes.Photo(np.zeros((8, 9, 3), np.uint8)))
    assert session.result_size == (8, 9)


def test_steps_are_moved_duplicated_reset_and_removed(session):
    first, second = step_of(session), step_of(session, fakes.blur)
    session.move_step(second, 0)
    assert [step.key for step in session.recipe.steps] == [second, first]
    session.duplicate_step(first)
    assert [step.op.name for step in session.recipe.steps] == ["blur", "brighten", "brighten"]
    session.set_param(first, "amount", 0.5)
    session.reset_step(first)
    assert session.recipe.step(first).params["amount"] == 0.0
    session.remove_step(first)
    assert len(session.recipe.steps) == 2
    for _ in range(5):
        session.undo()
    assert [step.key for step in session.recipe.steps] == [first, second]


def test_a_new_photo_keeps_the_recipe(session, live):
    step_of(session)
    other = fakes.Photo(np.zeros((5, 6, 1), np.uint8))
    session.set_photo(other)
    assert len(session.recipe.steps) == 1
    assert live.views[-1].source.pixels is other.pixels


def test_frames_of_the_photo_before_are_dropped(session, qtbot, pixels):
    qtbot.waitUntil(lambda: session.frames > 0)
    seen = []
    session.picture_arrived.connect(seen.append)
    session.request()  # its frame is on the way when the photo changes
    session.set_photo(fakes.Photo(pixels[:20].copy()))
    qtbot.waitUntil(lambda: bool(seen))
    assert all(picture.frame.view.source is session.source for picture in seen)


def test_the_probe_tells_the_values_before_and_after(session, qtbot, pixels):
    key = step_of(session)
    session.set_param(key, "amount", 0.2)
    with qtbot.waitSignal(session.probe_changed, check_params_cb=None):
        session.probe_at((3, 7))
    qtbot.waitUntil(lambda: session.probe is not None)
    assert session.probe.before == tuple(pixels[3, 7] / 255)
    assert session.probe.after == tuple((pixels[3, 7] + 51) / 255)


def test_the_probe_outside_of_the_picture_is_nothing(session):
    session.probe_at((3, 7))
    session.probe_at((3, 60))
    assert session.probed_at is None


def test_an_unknown_device_is_said_and_the_old_one_stays(session, qtbot):
    with qtbot.waitSignal(session.failed) as failed:
        session.set_device("cpu:9")
    assert "cpu:9" in failed.args[0]
    assert session.backend.live.device_name == "cpu:0"


def test_without_an_engine_intents_still_work(qapp):
    from jaxstudio.app.image.session import Session

    session = Session()
    session.add_step(fakes.brighten)
    session.undo()
    assert session.recipe.steps == ()


def test_a_steps_time_is_that_of_its_values_after_an_undo_too(session, live, monkeypatch):
    """The engine tells no time of a step that it takes from its cache."""
    taken, told = {0.0: 1.5, 0.5: 40.0}, []
    deliver = live.bridge.on_frame

    def on_frame(frame):
        ms = {}
        for step in frame.view.recipe.active:
            amount = step.params["amount"]
            if amount not in told:
                told.append(amount)
                ms[step.key] = taken[amount]
        deliver(dataclasses.replace(frame, step_ms=ms))

    monkeypatch.setattr(live.bridge, "on_frame", on_frame)
    key = step_of(session)
    QApplication.processEvents()
    assert session.step_ms == {key: 1.5}
    session.set_param(key, "amount", 0.5)
    QApplication.processEvents()
    assert session.step_ms == {key: 40.0}
    session.undo()
    QApplication.processEvents()
    assert session.step_ms == {key: 1.5}
    taken[0.75] = 7.0
    told.append(0.75)  # nobody knows what it took
    session.set_param(key, "amount", 0.75)
    QApplication.processEvents()
    assert session.step_ms == {}
