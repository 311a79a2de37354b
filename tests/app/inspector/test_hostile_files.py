"""Hostile files one after another in one window: none holds it up, and no process is left."""

import sys
import uuid

import pytest
from ir.hostile import KINDS, MARK, processes_left, write
from shiboken6 import delete

from jaxstudio.app.inspector.controller import Session
from jaxstudio.app.inspector.inspectables import Part, Subject
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
def session(qapp, monkeypatch):
    limits = {}

    monkeypatch.setattr(
        "jaxstudio.app.inspector.controller.begin", lambda made, by: OwnInspection(made, limits[made.path])
    )
    session = Session()
    session.limits = limits
    yield session
    session.close()
    delete(session)


def inspect(qtbot, session, folder, name, number):
    """Ask for a kind as the window does: inspected first, then measured, if it can be."""
    kind = KINDS[name]
    path = folder / str(number)
    path.mkdir()
    request = Request(str(write(path, kind)), "f", "f32[8]", passes=False, kernels=False)
    session.limits[request.path] = Limits(
        kind.seconds, kind.measure_seconds, memory_bytes=kind.memory_gb << 30, printed_bytes=8 << 20
    )
    session.bring(Subject((name,), "own", name, lambda: [Part("f", lambda: request)]))
    patience = (kind.seconds + 20) * 1000
    qtbot.waitUntil(lambda: not session.busy, timeout=patience)
    if session.report is not None and not session.error:
        session.measure()
        qtbot.waitUntil(lambda: not session.busy, timeout=patience)


def check(session, name):
    how, _, _ = KINDS[name].comes.partition(": ")
    report = session.report
    if how == "error":
        assert session.error
        assert "\n" not in session.error
        assert report is None or report.timing is None
    else:
        assert not session.error
        assert (report.timing is None) == (how == "unmeasured")
        assert bool(report.unmeasured) == (how == "unmeasured")


def test_a_sample_one_after_another(qtbot, session, tmp_path, mark):
    for number, name in enumerate(SAMPLE):
        inspect(qtbot, session, tmp_path, name, number)
        check(session, name)
        assert processes_left(mark) == []


def test_stop_ends_everything(qtbot, session, tmp_path, mark):
    request = Request(str(write(tmp_path, KINDS["ignores every signal"])), "f")
    session.limits[request.path] = Limits()
    session.bring(Subject(("stop",), "own", "stop", lambda: [Part("f", lambda: request)]))
    qtbot.waitUntil(lambda: processes_left(mark) != [])
    session.stop()
    assert not session.busy
    qtbot.waitUntil(lambda: processes_left(mark) == [])


@pytest.mark.big
@pytest.mark.timeout(900)
def test_all_one_after_another(qtbot, session, tmp_path, mark):
    wrong = []
    for number, name in enumerate(KINDS):
        inspect(qtbot, session, tmp_path, name, number)
        left = processes_left(mark)
        try:
            check(session, name)
        except AssertionError:
            wrong.append((name, session.error, session.report and session.report.unmeasured))
        if left:
            wrong.append((name, left))
    assert wrong == []


def test_what_was_made_before_the_end_is_shown_and_inspected_anew_when_asked_again(
    qtbot, session, tmp_path, mark
):
    path = tmp_path / "ends.py"
    path.write_text(
        "import os, jax\ndef ends(*_, **__):\n    os._exit(5)\njax.stages.Lowered.compile = ends\n"
        "def f(x):\n    return x * 2\n"
    )
    session.limits[str(path)] = Limits()
    runs = []

    def make():
        runs.append(Request(str(path), "f", "f32[8]"))
        return runs[-1]

    subject = Subject(("ends",), "own", "ends", lambda: [Part("f", make)])
    session.bring(subject)
    qtbot.waitUntil(lambda: not session.busy, timeout=60_000)
    assert [stage.name for stage in session.stages] == ["source", "jaxpr", "stablehlo"]
    assert session.error == "ends.py:f: its process ended with exit code 5 and no answer"
    assert session.report.coverage["jaxpr"].share == 1.0, "what there is, is linked"
    assert session.report.notes[-1].startswith("nothing after stablehlo: ")
    session.choose_part(0)
    qtbot.waitUntil(lambda: not session.busy, timeout=60_000)
    assert len(runs) == 2, "it is not taken for finished"
