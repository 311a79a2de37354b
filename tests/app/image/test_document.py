"""The session without any widget: intents, undo, what is asked of the engine."""

import fakes
import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

from jaxstudio.errors import ParameterError
from jaxstudio.ops.geometry import whole_pixels as cropping


def step_of(document, op=fakes.brighten):
    return document.add_step(op).key


def test_a_gesture_is_one_undo_however_many_values_it_passes(document):
    key = step_of(document)
    document.begin_gesture()
    for value in (0.1, 0.2, 0.3):
        document.set_param(key, "amount", value)
    document.end_gesture()
    assert document.recipe.step(key).params["amount"] == 0.3
    document.undo()
    assert document.recipe.step(key).params["amount"] == 0.0
    document.redo()
    assert document.recipe.step(key).params["amount"] == 0.3


def test_two_gestures_are_two_undos(document):
    key = step_of(document)
    for value in (0.1, 0.2):
        document.begin_gesture()
        document.set_param(key, "amount", value)
        document.end_gesture()
    document.undo()
    assert document.recipe.step(key).params["amount"] == 0.1


def test_nudges_in_a_row_are_one_undo_and_a_pause_parts_them(document, qtbot):
    document._nudge.setInterval(30)
    key = step_of(document)
    document.set_param(key, "amount", 0.1, nudge=True)
    document.set_param(key, "amount", 0.2, nudge=True)
    qtbot.waitUntil(lambda: not document.in_gesture)
    document.set_param(key, "amount", 0.3, nudge=True)
    document.undo()
    assert document.recipe.step(key).params["amount"] == 0.2
    document.undo()
    assert document.recipe.step(key).params["amount"] == 0.0


def test_a_refused_value_changes_nothing(document, live):
    key = step_of(document)
    before, asked = document.recipe, len(live.views)
    with pytest.raises(ParameterError):
        document.set_param(key, "amount", 99)
    assert document.recipe is before
    assert len(live.views) == asked


def test_the_view_moves_while_a_hand_holds_and_rests_when_it_lets_go(document, live, qtbot):
    key = step_of(document)
    qtbot.waitUntil(lambda: not document.moving)
    document.begin_gesture()
    document.set_param(key, "amount", 0.5)
    assert live.views[-1].moving
    document.end_gesture()
    assert not live.views[-1].moving


def test_the_view_comes_to_rest_after_a_pan(document, live, qtbot):
    document.zoom_to(20.0)
    document.pan(0, 30)
    assert live.views[-1].moving
    qtbot.waitUntil(lambda: not live.views[-1].moving)


def test_only_the_visible_part_is_asked_for(document, live):
    document.zoom_to(40.0)
    assert live.views[-1].rect == (15, 22, 25, 38)


def test_a_turned_result_is_fitted_anew(document, live, qtbot):
    assert document.result_size == (40, 60)
    document.add_step(fakes.turn)
    qtbot.waitUntil(lambda: document.result_size == (60, 40))  # the frame tells
    assert document.viewport == document.viewport.fit((400, 600), (60, 40))
    assert live.views[-1].rect == (0, 0, 60, 40)


def test_a_switched_off_turn_does_not_count(document, qtbot):
    key = step_of(document, fakes.turn)
    qtbot.waitUntil(lambda: document.result_size == (60, 40))
    document.switch_step(key, False)
    qtbot.waitUntil(lambda: document.result_size == (40, 60))


def test_values_that_do_not_go_together_leave_the_last_picture_and_say_that_it_is_an_earlier_one(
    window, document, qtbot
):
    truth = window.image.status.truth
    crop = document.add_step(cropping.crop)
    document.set_param(crop.key, "left", 70)
    qtbot.waitUntil(lambda: document.picture.exact and document.result_size == (40, 18))
    fitted = document.viewport
    with qtbot.waitSignal(document.failed) as said:
        document.set_param(crop.key, "right", 70)
    assert "leave nothing" in said.args[0]
    assert document.result_size == (40, 18)
    assert document.viewport == fitted
    assert (truth.text(), truth.property("look")) == ("earlier picture", "refused")
    document.set_param(crop.key, "right", 10)
    qtbot.waitUntil(lambda: truth.text() == "exact")
    document.set_param(crop.key, "right", 70)
    document.set_photo(fakes.Photo(np.zeros((8, 9, 3), np.uint8)))
    assert document.result_size == (8, 9)


def test_steps_are_moved_duplicated_reset_and_removed(document):
    first, second = step_of(document), step_of(document, fakes.blur)
    document.move_step(second, 0)
    assert [step.key for step in document.recipe.steps] == [second, first]
    document.duplicate_step(first)
    assert [step.op.name for step in document.recipe.steps] == ["blur", "brighten", "brighten"]
    document.set_param(first, "amount", 0.5)
    document.reset_step(first)
    assert document.recipe.step(first).params["amount"] == 0.0
    document.remove_step(first)
    assert len(document.recipe.steps) == 2
    for _ in range(5):
        document.undo()
    assert [step.key for step in document.recipe.steps] == [first, second]


def test_a_new_photo_keeps_the_recipe(document, live):
    step_of(document)
    other = fakes.Photo(np.zeros((5, 6, 1), np.uint8))
    document.set_photo(other)
    assert len(document.recipe.steps) == 1
    assert live.views[-1].token == other.token


def test_frames_of_the_photo_before_are_dropped(document, qtbot, pixels):
    qtbot.waitUntil(lambda: document.frames > 0)
    seen = []
    document.picture_arrived.connect(seen.append)
    document.request()  # its frame is on the way when the photo changes
    document.set_photo(fakes.Photo(pixels[:20].copy()))
    qtbot.waitUntil(lambda: bool(seen))
    assert all(picture.frame.token == document.photo.token for picture in seen)


def test_the_probe_tells_the_values_before_and_after(document, qtbot, pixels):
    key = step_of(document)
    document.set_param(key, "amount", 0.2)
    with qtbot.waitSignal(document.probe_changed, check_params_cb=None):
        document.probe_at((3, 7))
    qtbot.waitUntil(lambda: document.probe is not None)
    assert document.probe.before == tuple(pixels[3, 7] / 255)
    assert document.probe.after == tuple((pixels[3, 7] + 51) / 255)


def test_the_probe_outside_of_the_picture_is_nothing(document):
    document.probe_at((3, 7))
    document.probe_at((3, 60))
    assert document.probed_at is None


def test_an_unknown_device_is_said_and_the_old_one_stays(document, qtbot):
    with qtbot.waitSignal(document.failed) as failed:
        document.set_device("cpu:9")
    assert "cpu:9" in failed.args[0]
    assert document.backend.client.device_name == "cpu:0"


def test_without_an_engine_intents_still_work(qapp):
    from jaxstudio.app.image.document import ImageDocument

    document = ImageDocument()
    document.add_step(fakes.brighten)
    document.undo()
    assert document.recipe.steps == ()


def test_a_steps_time_is_that_of_its_values_after_an_undo_too(document, live, monkeypatch):
    """The engine tells no time of a step that it takes from its cache."""
    taken, told = {0.0: 1.5, 0.5: 40.0}, []

    def step_ms(recipe):
        ms = {}
        for step in recipe.active:
            amount = step.params["amount"]
            if amount not in told:
                told.append(amount)
                ms[step.key] = taken[amount]
        return ms

    monkeypatch.setattr(live, "step_ms", step_ms)
    key = step_of(document)
    QApplication.processEvents()
    assert document.step_ms == {key: 1.5}
    document.set_param(key, "amount", 0.5)
    QApplication.processEvents()
    assert document.step_ms == {key: 40.0}
    document.undo()
    QApplication.processEvents()
    assert document.step_ms == {key: 1.5}
    taken[0.75] = 7.0
    told.append(0.75)  # nobody knows what it took
    document.set_param(key, "amount", 0.75)
    QApplication.processEvents()
    assert document.step_ms == {}
