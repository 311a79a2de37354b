"""Hostile files one after another in one window: none holds it up, and no process is left."""

import sys
import uuid

import pytest
from ir.hostile import KINDS, MARK, processes_left, write
from shiboken6 import delete

from jaxstudio.app.inspector.controller import InspectorController
from jaxstudio.app.inspector.inspectables import Inspectable, Part
from jaxstudio.ir.user_process.client import OwnInspection
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
def controller(qapp, monkeypatch):
    limits = {}

    monkeypatch.setattr(
        "jaxstudio.app.inspector.controller.begin", lambda made, by: OwnInspection(made, limits[made.path])
    )
    controller = InspectorController()
    controller.limits = limits
    yield controller
    controller.close()
    delete(controller)


def inspect(qtbot, controller, folder, name, number):
    """Ask for a kind as the window does: inspected first, then measured, if it can be."""
    kind = KINDS[name]
    path = folder / str(number)
    path.mkdir()
    request = Request(str(write(path, kind)), "f", "f32[8]", passes=False, kernels=False)
    controller.limits[request.path] = Limits(
        kind.seconds, kind.measure_seconds, memory_bytes=kind.memory_gb << 30, printed_bytes=8 << 20
    )
    controller.bring(Inspectable((name,), "own", name, lambda: [Part("f", lambda: request)]))
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


def test_a_sample_one_after_another(qtbot, controller, tmp_path, mark):
    for number, name in enumerate(SAMPLE):
        inspect(qtbot, controller, tmp_path, name, number)
        check(controller, name)
        assert processes_left(mark) == []


def test_stop_ends_everything(qtbot, controller, tmp_path, mark):
    request = Request(str(write(tmp_path, KINDS["ignores every signal"])), "f")
    controller.limits[request.path] = Limits()
    controller.bring(Inspectable(("stop",), "own", "stop", lambda: [Part("f", lambda: request)]))
    qtbot.waitUntil(lambda: processes_left(mark) != [])
    controller.stop()
    assert not controller.busy
    qtbot.waitUntil(lambda: processes_left(mark) == [])


@pytest.mark.big
@pytest.mark.timeout(900)
def test_all_one_after_another(qtbot, controller, tmp_path, mark):
    wrong = []
    for number, name in enumerate(KINDS):
        inspect(qtbot, controller, tmp_path, name, number)
        left = processes_left(mark)
        try:
            check(controller, name)
        except AssertionError:
            wrong.append((name, controller.error, controller.report and controller.report.unmeasured))
        if left:
            wrong.append((name, left))
    assert wrong == []


def test_what_was_made_before_the_end_is_shown_and_inspected_anew_when_asked_again(
    qtbot, controller, tmp_path, mark
):
    path = tmp_path / "ends.py"
    path.write_text(
        "import os, jax\ndef ends(*_, **__):\n    os._exit(5)\njax.stages.Lowered.compile = ends\n"
        "def f(x):\n    return x * 2\n"
    )
    controller.limits[str(path)] = Limits()
    runs = []

    def make():
        runs.append(Request(str(path), "f", "f32[8]"))
        return runs[-1]

    inspectable = Inspectable(("ends",), "own", "ends", lambda: [Part("f", make)])
    controller.bring(inspectable)
    qtbot.waitUntil(lambda: not controller.busy, timeout=60_000)
    assert [stage.name for stage in controller.stages] == ["source", "jaxpr", "stablehlo"]
    assert controller.error == "ends.py:f: its process ended with exit code 5 and no answer"
    assert controller.report.coverage["jaxpr"].share == 1.0, "what there is, is linked"
    assert controller.report.notes[-1].startswith("nothing after stablehlo: ")
    controller.choose_part(0)
    qtbot.waitUntil(lambda: not controller.busy, timeout=60_000)
    assert len(runs) == 2, "it is not taken for finished"
