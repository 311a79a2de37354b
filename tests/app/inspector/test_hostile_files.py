"""Hostile files one after another in one window: none holds it up, and no process is left."""

import sys
import uuid

import pytest
from ir.hostile import KINDS, MARK, processes_left, write
from shiboken6 import delete

from jaxstudio.app.inspector.controller import InspectorController
from jaxstudio.app.inspector.inspectables import Inspectable, Part
from jaxstudio.inspect_targets.requests import InspectionRequest
from jaxstudio.ir.user_process.request import Limits, Request

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="processes that escaped are looked for in /proc"
)
SAMPLE = ("segmentation fault", "endless in the run")


@pytest.fixture
def mark(monkeypatch):
    mark = f"jaxstudio-test-{uuid.uuid4().hex}"
    monkeypatch.setenv(MARK, mark)
    return mark


@pytest.fixture
def controller(qapp, mark):
    controller = InspectorController()
    controller.process.start()
    yield controller
    controller.close()
    delete(controller)


def left(controller, mark):
    """The processes that are left of a user's code, without the one that inspects."""
    child = controller.process._supervisor.slots[0].child
    return processes_left(mark, [child.pid]) if child is not None else []


def inspect(qtbot, controller, folder, name, number):
    """Ask for a kind as the window does: inspected first, then measured, if it can be."""
    kind = KINDS[name]
    path = folder / str(number)
    path.mkdir()
    request = Request(str(write(path, kind)), "f", "f32[8]", passes=False, kernels=False)
    limits = Limits(
        kind.seconds, kind.measure_seconds, memory_bytes=kind.memory_gb << 30, printed_bytes=8 << 20
    )
    part = Part("f", InspectionRequest(request, limits=limits))
    controller.bring(Inspectable((name,), "own", name, lambda *_: [part]))
    patience = (kind.seconds + 20) * 1000
    qtbot.waitUntil(lambda: not controller.busy, timeout=patience)
    if controller.report is not None and not controller.error:
        controller.measure()
        qtbot.waitUntil(lambda: not controller.busy, timeout=patience)


def check(controller, name):
    how, _, _ = KINDS[name].comes.partition(": ")
    report = controller.report
    if how == "error":
        assert controller.error
        assert "\n" not in controller.error
        assert report is None or report.timing is None
    else:
        assert not controller.error
        assert (report.timing is None) == (how == "unmeasured")
        assert bool(report.unmeasured) == (how == "unmeasured")


@pytest.mark.thorough
def test_a_sample_one_after_another(qtbot, controller, tmp_path, mark):
    for number, name in enumerate(SAMPLE):
        inspect(qtbot, controller, tmp_path, name, number)
        check(controller, name)
        assert left(controller, mark) == []


def test_stop_ends_everything(qtbot, controller, tmp_path, mark):
    request = Request(str(write(tmp_path, KINDS["ignores every signal"])), "f")
    part = Part("f", InspectionRequest(request))
    controller.bring(Inspectable(("stop",), "own", "stop", lambda *_: [part]))
    qtbot.waitUntil(lambda: left(controller, mark) != [])
    controller.stop()
    assert not controller.busy
    qtbot.waitUntil(lambda: left(controller, mark) == [])


@pytest.mark.big
@pytest.mark.timeout(900)
def test_all_one_after_another(qtbot, controller, tmp_path, mark):
    wrong = []
    for number, name in enumerate(KINDS):
        inspect(qtbot, controller, tmp_path, name, number)
        remain = left(controller, mark)
        try:
            check(controller, name)
        except AssertionError:
            wrong.append((name, controller.error, controller.report and controller.report.unmeasured))
        if remain:
            wrong.append((name, remain))
    assert wrong == []


def test_what_was_made_before_the_end_is_shown_and_inspected_anew_when_asked_again(
    qtbot, controller, tmp_path, mark
):
    path = tmp_path / "ends.py"
    path.write_text(
        "import os, jax\ndef ends(*_, **__):\n    os._exit(5)\njax.stages.Lowered.compile = ends\n"
        "def f(x):\n    return x * 2\n"
    )
    part = Part("f", InspectionRequest(Request(str(path), "f", "f32[8]")))
    controller.bring(Inspectable(("ends",), "own", "ends", lambda *_: [part]))
    qtbot.waitUntil(lambda: not controller.busy, timeout=60_000)
    assert [stage.name for stage in controller.stages] == ["source", "jaxpr", "stablehlo"]
    assert controller.error == "ends.py:f: its process ended with exit code 5 and no answer"
    assert controller.report.coverage["jaxpr"].share == 1.0, "what there is, is linked"
    assert controller.report.notes[-1].startswith("nothing after stablehlo: ")
    first = controller.state
    controller.choose_part(0)
    qtbot.waitUntil(lambda: not controller.busy, timeout=60_000)
    assert controller.state is not first, "it is not taken for finished"
