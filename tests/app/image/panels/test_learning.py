"""Learning a kernel in the window: the pair, what it must be, the kernel as the first step, one undo."""

import fakes
import pytest
from fakes import FittingProcess, brighten

from jaxstudio.app.image.panels.fitting import Fitting
from jaxstudio.backend.requests import LearnAnswer
from jaxstudio.errors import UsageError

BOX = ((1 / 9,) * 3,) * 3


@pytest.fixture
def panel(window, qtbot):
    image = window.image
    image.panels.fitting = fitting = image.panels.connect_fitting(
        Fitting(image.document, image.settings, image.docks, FittingProcess())
    )
    image.document.add_step(brighten)
    fitting.toggle_learn()
    fitting.learn.after._open(pixels=fakes.PIXELS[image.document.photo.token])
    qtbot.waitUntil(lambda: fitting.learn.after.photo is not None)
    return fitting.learn


def answered(panel, qtbot, rows=BOX):
    panel.process.answer(LearnAnswer(rows, 0.001, 0.05, 1.0))
    qtbot.waitUntil(lambda: panel.answer is not None)


def test_the_kernel_becomes_the_first_step_and_one_undo(panel, qtbot):
    panel.switches["symmetric"].click()
    panel.sizes.setCurrentIndex(0)
    panel.learn.click()
    request = panel.process.request
    assert (request.size, request.symmetric, request.separable) == (3, True, False)
    assert not panel.learn.isEnabled()
    answered(panel, qtbot)
    assert "0.001" in panel.result.text()
    assert panel.picture.rows == BOX
    panel.add.click()
    document = panel.document
    assert [step.op.name for step in document.recipe.steps] == ["convolve", "brighten"]
    assert document.recipe.steps[0].params["kernel"] == BOX
    document.undo()
    assert [step.op.name for step in document.recipe.steps] == ["brighten"]
    panel.deblur.click()
    step = document.recipe.steps[0]
    assert (step.op.name, step.params) == ("richardson_lucy", {"shape": "own kernel", "kernel": BOX})


def test_what_does_not_go_together_cannot_be_chosen(panel):
    panel.switches["sum_one"].click()
    panel.switches["separable"].click()
    assert not panel.switches["sum_one"].isEnabled()
    assert panel.restrictions()["sum_one"] is False
    panel.switches["separable"].click()
    assert panel.restrictions()["sum_one"] is True


def test_a_kernel_too_large_for_a_step_says_so(panel, qtbot):
    panel.learn.click()
    answered(panel, qtbot, ((0.0,) * 17,) * 17)
    assert not panel.add.isEnabled()
    assert not panel.deblur.isEnabled()
    assert "15 × 15" in panel.result.text()


def test_errors_and_cancelling(panel, qtbot):
    panel.learn.click()
    panel.process.fail(UsageError("pictures of 5 × 5: expected 14 pixels a side or more"))
    qtbot.waitUntil(lambda: panel.result.text().startswith("pictures of"))
    panel.learn.click()
    panel.stop.click()
    assert panel.process.cancelled
    panel.process.answer(LearnAnswer(BOX, 0.1, 0.1, 1.0))  # too late
    qtbot.wait(50)
    assert panel.answer is None


def test_pictures_of_two_sizes_are_refused_in_place(panel, qtbot):
    pixels = fakes.PIXELS[panel.document.photo.token]
    panel.before._open(pixels=pixels[:, :-3])
    qtbot.waitUntil(lambda: "same size" in panel.after_line.text())
    assert not panel.learn.isEnabled()
    panel.use_photo.click()
    assert panel.learn.isEnabled()
