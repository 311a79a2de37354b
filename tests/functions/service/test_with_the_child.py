"""The real child process: drawn, asked, trained; runaways stopped by a click and by a limit."""

import queue
import time
from itertools import chain, islice
from pathlib import Path

import numpy as np
import pytest

from functions.hostile import random_texts, readable_texts
from jaxstudio.errors import Cancelled, ComputeError, DataError
from jaxstudio.functions.client import Limits, SceneClient
from jaxstudio.functions.protocol.queries import (
    CompareQuestion,
    CursorQuestion,
    FitQuestion,
    GenerateQuestion,
    TrainQuestion,
)
from jaxstudio.functions.protocol.requests import DrawRequest, Phase, SheetLine
from jaxstudio.functions.protocol.scene import View

from .asked import target

SECONDS = 240
VIEW = View((-10.0, 10.0), (-10.0, 10.0), 800, 800)
RUNAWAY = "(2x+7)(17x^2-3x)(x^2-1/x)(x^3+21x)/(17x-5/x^2) sin(x) exp(x)"


class Window:
    """Stands in for the window: asks, and keeps what it is told."""

    def __init__(self, limits=None):
        self.message = queue.Queue()
        self.busy = queue.Queue()
        self.client = SceneClient(
            self.message.put,
            lambda error, request: self.message.put(error),
            self.busy.put,
            limits or Limits(),
        )

    def draw(self, *texts, sliders=None, view=VIEW, until=Phase.REFINED, **options):
        """The last scene of a request; errors are raised."""
        lines = tuple(SheetLine(text, **options) for text in texts)
        number = self.client.draw(DrawRequest(lines, view, sliders or {}))
        while True:
            scene = self.message.get(timeout=SECONDS)
            if isinstance(scene, Exception):
                raise scene
            if scene.number == number and scene.phase is until and scene.complete:
                return scene

    def start(self, question, **more):
        message = queue.Queue()
        return self.client.call(question, message.put, message.put, message.put, **more), message

    def ask(self, question, **more):
        message = queue.Queue()
        self.client.call(question, message.put, message.put, **more)
        answer = message.get(timeout=SECONDS)
        if isinstance(answer, Exception):
            raise answer
        return answer


@pytest.fixture(scope="module")
def window():
    window = Window()
    yield window
    window.client.close()


def test_dragging_compiles_nothing(window):
    def compiles(value):
        texts = ("a sin(x)", "a x^2 + y^2 = 4", "r = a")
        return window.draw(*texts, sliders={"a": value}, orders=(0, 1, 2), until=Phase.COARSE).compiles

    while compiles(1.0):  # something is still being compiled well
        time.sleep(0.05)
    assert sum(compiles(2 + k / 50) for k in range(12)) == 0


def test_points_are_made_and_a_line_is_fitted_to_them(window):
    made = window.ask(GenerateQuestion(target("65 + 1.8x"), 0.0, 30.0, 200, 2.0, seed=3))
    found = window.ask(FitQuestion(target("y ~ w x + b"), made.x, made.y))
    slope, intercept = np.polyfit(made.x, made.y, 1)
    assert found.parameters == pytest.approx({"w": slope, "b": intercept}, rel=1e-9)


def train(**more):
    x = np.linspace(-1, 1, 50)
    options = {"method": "gradient", "rate": 0.1, **more}
    return TrainQuestion(target("y ~ w x + b"), x, 3 * x + 1, VIEW, **options)


def test_a_training_tells_how_far_it_is(window):
    _, message = window.start(train(steps=3000))
    answers = [message.get(timeout=SECONDS)]
    while not answers[-1].ended:
        answers.append(message.get(timeout=SECONDS))
    assert answers[-1].ended == "It took all its steps."
    assert sum(len(answer.losses) for answer in answers) == answers[-1].step == 3000
    assert answers[-1].parameters == pytest.approx({"w": 3, "b": 1})
    assert np.allclose(answers[-1].curve_y, 3 * answers[-1].curve_x + 1, atol=1e-6)


def falls_silent(message):
    """Whether nothing more comes, after what was told before the message arrived."""
    for _ in range(100):
        try:
            message.get(timeout=0.5)
        except queue.Empty:
            return True
    return False


def test_a_training_is_paused_goes_on_and_is_stopped(window):
    ticket, message = window.start(train(steps=1_000_000, rate=1e-9))
    assert message.get(timeout=SECONDS).parameters["w"] == pytest.approx(1, abs=1e-3)
    ticket.send("pause")
    assert falls_silent(message)
    ticket.send({"rate": 0.1})
    ticket.send("go on")
    while message.get(timeout=SECONDS).parameters["w"] < 2.99:
        continue
    ticket.send("stop")
    while not (answer := message.get(timeout=SECONDS)).ended:
        continue
    assert answer.ended == "It was stopped by hand."


def test_a_paused_training_can_be_cancelled(window):
    ticket, message = window.start(train(steps=1_000_000))
    message.get(timeout=SECONDS)
    ticket.send("pause")
    ticket.cancel()
    while not isinstance(answer := message.get(timeout=SECONDS), Exception):
        continue
    assert isinstance(answer, Cancelled)


def test_a_person_s_mistake_arrives_as_itself(window):
    with pytest.raises(DataError):
        window.ask(FitQuestion(target("y ~ w x + b"), np.array([1.0]), np.array([1.0])))


def test_towers_of_powers_are_values_and_no_runaways(window):
    scene = window.draw("9^9^9^9", "9^9^9^9 x")
    assert scene.lines[0].error is not None or scene.lines[0].value == (np.inf,)
    assert window.ask(CursorQuestion(target("x"), 1.0)).y == 1


@pytest.fixture(scope="module")
def brief():
    window = Window(Limits({"DrawRequest": 3.0, "CompareQuestion": 0.5, "CursorQuestion": 60.0}))
    window.draw("x")
    yield window
    window.client.close()


@pytest.mark.thorough
def test_a_runaway_derivative_is_stopped_by_the_limit_and_the_rest_lives(brief):
    line = SheetLine(RUNAWAY, orders=(0, 12), method="reverse")
    number = brief.client.draw(DrawRequest((line, SheetLine("x^2")), VIEW))
    while True:
        scene = brief.message.get(timeout=SECONDS)
        assert not isinstance(scene, Exception), scene
        if scene.number == number and scene.complete:
            break
    wrong, right = scene.lines
    assert "stopped after 3 s while" in wrong.error.text
    assert right.error is None
    assert right.curves


def test_a_runaway_derivative_is_stopped_by_a_click(window):
    line = SheetLine(RUNAWAY + " cos(x)", orders=(0, 12), method="reverse")
    while not window.busy.empty():
        window.busy.get()  # on a slow machine it was said of an earlier sheet, too
    number = window.client.draw(DrawRequest((line, SheetLine("x^2")), VIEW))
    while not window.busy.get(timeout=SECONDS).startswith("compiling line 1"):
        continue
    window.client.cancel()
    while True:
        scene = window.message.get(timeout=SECONDS)
        assert not isinstance(scene, Exception), scene
        if scene.number == number and scene.complete:
            break
    assert scene.lines[0].error.text.startswith("stopped by hand")
    assert scene.lines[1].curves


@pytest.mark.thorough
def test_a_comparison_without_end_is_stopped_by_a_limit(brief):
    question = CompareQuestion(
        target("sum(" + RUNAWAY + " n, n, 1, 9)"), (2.0,), tuple(range(13)), ("reverse",)
    )
    with pytest.raises(ComputeError, match="stopped after"):
        brief.ask(question)
    assert brief.ask(CursorQuestion(target("x"), 1.0)).y == 1


LARGE = {
    "2,000 parts": "+".join(f"sin({n}x)" for n in range(1, 330)),
    "10,000 terms": "sum(sin(n x)/n, n, 1, 10000)",
    "sums in sums": "sum(sum(sin(n m x), n, 1, 90), m, 1, 90)",
    "an integral in an integral": "integral(integral(sin(s t x), s, 0, x), t, 0, x)",
}


@pytest.mark.thorough
@pytest.mark.parametrize("name", LARGE)
def test_large_inputs_are_drawn_or_stopped(brief, name):
    scene = brief.draw(LARGE[name], "x^2")
    large, small = scene.lines
    assert large.curves or "stopped after" in large.error.text
    assert small.curves
    assert small.error is None


SHEET, READABLE = 25, 25  # lines a sheet; one text of so many is well formed


def hostile_texts(count, canary):
    """Random texts, well-formed nonsense, and some that would leave a file behind were they run."""
    run = (f"__import__('os').system('touch {canary}')", f"open('{canary}', 'w')", f"$(touch {canary}) `x`")
    readable, random = readable_texts(count // READABLE, seed=3), random_texts(count, seed=4)
    every = zip(*[iter(random)] * (READABLE - 1), strict=False)
    return islice(chain(run, chain.from_iterable((*few, next(readable, "x")) for few in every)), count)


def memory_mb(pid):
    """What a process holds, where the system says so."""
    status = Path(f"/proc/{pid}/status")
    if not status.exists():
        return 0
    return int(status.read_text().partition("VmRSS:")[2].split()[0]) / 1024


@pytest.mark.parametrize(
    "count", [2 * SHEET, pytest.param(100_000, marks=[pytest.mark.big, pytest.mark.timeout(7200)])]
)
def test_whatever_is_typed_is_drawn_or_refused(window, count, tmp_path):
    """No crash, no hang, nothing run, memory bounded: a line has a picture, or a text that says why not."""
    texts = hostile_texts(count, tmp_path / "canary")
    drawn = 0
    while sheet := list(islice(texts, SHEET)):
        scene = window.draw(*sheet, until=Phase.COARSE)
        assert len(scene.lines) == len(sheet)
        for text, line in zip(sheet, scene.lines, strict=True):
            assert line.error is None or (line.error.text and not line.error.bug), text
            assert line.error is None or "ended unexpectedly" not in line.error.text, text
            drawn += line.error is None
        child = window.client.supervisor.slots[0].child
        assert child is None or memory_mb(child.pid) < 3000
    assert drawn >= count / 50
    assert not (tmp_path / "canary").exists()
