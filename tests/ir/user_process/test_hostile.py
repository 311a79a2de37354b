"""Hostile files: each comes to its end with a report or a line that says why not, and no process is left."""

import os
import re
import sys
import threading
import uuid

import pytest

from ir.hostile import KINDS, MARK, REPORT, TAG, TOGETHER, processes_left, write
from jaxstudio.errors import Cancelled, StudioError
from jaxstudio.ir.user_process.client import UserInspection
from jaxstudio.ir.user_process.request import Limits, Request

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="processes that escaped are looked for in /proc"
)
QUICK = ("kills its guardian", "endless in the run", "closes everything", "segmentation fault")


@pytest.fixture
def left(monkeypatch):
    """left(): the command lines of processes that descend from this test, however they detached."""
    mark = f"jaxstudio-test-{uuid.uuid4().hex}"
    monkeypatch.setenv(MARK, mark)
    yield lambda: processes_left(mark)
    assert processes_left(mark) == []


def run(folder, kind):
    path = write(folder, kind)
    limits = Limits(
        kind.seconds, kind.measure_seconds, memory_bytes=kind.memory_gb << 30, printed_bytes=8 << 20
    )
    own = UserInspection(Request(str(path), "f", "f32[8]", passes=False, kernels=False), limits)
    error = None
    try:
        for _ in own.run():
            pass
    except StudioError as caught:
        error = caught
    return own, error


def check(own, error, kind):
    how, _, words = kind.comes.partition(": ")
    if how == "error":
        assert error is not None
        assert "\n" not in str(error)
        assert len(str(error)) < 1000
        assert re.search(words, str(error)), str(error)
        return
    assert error is None, str(error)
    stages = [stage.name for stage in own.known.stages]
    assert stages[:5] == ["source", "jaxpr", "stablehlo", "hlo", "optimized"]
    assert own.known.cost.output_bytes > 0
    assert len(own.known.links.stages) > 3
    if kind.comes == REPORT:
        assert own.known.unmeasured == ""
        assert own.known.timing.ready > 0
    else:
        assert re.search(words, own.known.unmeasured), own.known.unmeasured
        assert own.known.timing is None


@pytest.mark.thorough
def test_what_a_file_starts_neither_delays_the_report_nor_outlives_it(tmp_path, left):
    here = os.listdir("/proc/self/fd"), threading.active_count()
    own, error = run(tmp_path, TOGETHER)
    check(own, error, TOGETHER)
    assert (os.listdir("/proc/self/fd"), threading.active_count()) == here, "pipes and their readers"


@pytest.mark.samples(2)
@pytest.mark.parametrize("name", QUICK)
def test_a_sample_of_hostile_files(tmp_path, left, name):
    own, error = run(tmp_path, KINDS[name])
    check(own, error, KINDS[name])


@pytest.mark.big
@pytest.mark.parametrize("name", KINDS)
def test_every_hostile_file(tmp_path, left, name):
    own, error = run(tmp_path, KINDS[name])
    check(own, error, KINDS[name])


def test_stop_ends_what_detached_itself(tmp_path, left):
    path = tmp_path / "stopped.py"
    path.write_text(
        f"import os, time\nif os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0:\n"
        f"        os.execve('/bin/sleep', ['sleep', '{TAG}'], {{}})\n    os._exit(0)\n"
        f"os.wait()\nprint('begun', flush=True)\ntime.sleep({TAG})\n"
    )
    own = UserInspection(Request(str(path), "f"))
    with pytest.raises(Cancelled):
        list(own.run(cancelled=lambda: "begun" in own.printed))
