"""The page Classify: knobs become a question, epochs become words, charts and frames."""

import numpy as np
import pytest

from jaxstudio.functions.fitting.epochs import Epoch
from jaxstudio.functions.protocol.queries import ClassifyAnswer, ClassifyQuestion, PicturesAnswer

LABELS = np.array([1, 1, 0, 0], np.int32)
TESTED = np.array([False, True, False, True])


@pytest.fixture
def page(bench):
    bench.side.open("classify")
    page = bench.side.page("classify")
    pictures = np.arange(4 * 25 * 25).reshape(4, 25, 25).astype(np.uint8)
    bench.controller.drawer.client.questions[-1].answer(PicturesAnswer(pictures, LABELS))
    return page


def newest(bench):
    return bench.controller.drawer.client.questions[-1]


def told(page, qtbot, question, epochs, ended=""):
    """Let it be told so far."""
    answer = ClassifyAnswer(tuple(epochs), np.array([1, 0, 0, 0], np.int32), TESTED, ended)
    (question.answer if ended else question.progress)(answer)
    qtbot.waitUntil(lambda: page.history[-1:] == list(epochs)[-1:])


def epochs(numbers, seconds, jit):
    return [Epoch(number, 1 / number, 0.9, 0.75, seconds, jit) for number in numbers]


def test_what_is_chosen_is_asked(bench, page, qtbot):
    bench.controller.set_page("classify", hidden=64.0)
    page.jit.click()
    page.strip.start.click()
    question = newest(bench)
    assert isinstance(question.argument, ClassifyQuestion)
    assert (question.argument.hidden, question.argument.jit) == (64, False)
    page.strip.pause.click()
    page.jit.click()
    page.strip.pause.click()
    page.strip.end.click()
    assert question.sent == ["pause", {"jit": True}, "go on", "stop"]


def test_epochs_are_said_and_drawn_and_wrong_pictures_framed(bench, page, qtbot):
    page.strip.start.click()
    told(page, qtbot, newest(bench), epochs([1, 2, 3], 0.01, jit=True))
    assert "Epoch 3: loss 0.333333; accuracy 90.0%" in page.words.text()
    assert page.losses.series[0].y.tolist() == [1, 1 / 2, 1 / 3]
    assert [series.y[-1] for series in page.shares.series] == [0.9, 0.75]
    assert page.faces.wrong.tolist() == [False, True, False, False]
    assert page.faces.accessibleDescription() == "1 of 4 misclassified"
    red = page.palette().color(page.palette().ColorRole.BrightText)
    shown = page.faces.grab().toImage()
    frames = [shown.pixelColor(x, 14).name() == red.name() for x in (1, 31, 61, 91)]
    assert frames == [False, True, False, False]


def test_jit_and_none_are_compared_from_one_run_to_the_next(bench, page, qtbot):
    page.strip.start.click()
    told(page, qtbot, newest(bench), epochs([1, 2], 0.01, jit=True), "It saw all its epochs.")
    assert "With jit an epoch takes 10 ms. It saw all its epochs." in page.words.text()
    page.strip.start.click()
    told(page, qtbot, newest(bench), epochs([1, 2], 0.07, jit=False))
    assert "Without jit it takes 70 ms. That is 7 times as long." in page.words.text()
    newest(bench).answer(ClassifyAnswer((), LABELS, TESTED, "It was stopped by hand."))
    qtbot.waitUntil(lambda: page.strip.start.isEnabled())
    bench.controller.set_page("classify", hidden=32.0)  # another network: its times are not those
    page.strip.start.click()
    told(page, qtbot, newest(bench), epochs([1, 2], 0.07, jit=False))
    assert "With jit" not in page.words.text()
