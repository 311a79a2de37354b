"""A batch on this machine: several devices side by side, threads, what happens to memory."""

import os
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

from jaxstudio.batch.local import EnginePool, Note, run_local
from jaxstudio.batch.queue import BatchQueue, Task
from jaxstudio.cli.main import main
from jaxstudio.errors import Cancelled, PhotoError
from jaxstudio.files.save import save


@pytest.mark.thorough
def test_two_devices_side_by_side(tmp_path, monkeypatch):
    """On two devices of one host the files are those of one device; each device computes some."""
    monkeypatch.chdir(tmp_path)
    names = []
    for number in range(6):
        pixels = np.random.default_rng(number).integers(0, 256, (90, 120, 3), np.uint8)
        save(tmp_path / f"{number}.png", pixels)
        names.append(f"{number}.png")
    steps = ("-s", "gaussian_blur sigma=2", "-s", "gaussian_noise")
    assert main(["apply", *steps, *names, "-o", "one/"]) == 0
    script = (
        "import sys\nfrom jaxstudio.engine.render import Engine\nfrom jaxstudio.cli.main import main\n"
        "render, devices = Engine.render, set()\n"
        "def noted(self, *a, **k):\n    devices.add(self.device_name)\n    return render(self, *a, **k)\n"
        "Engine.render = noted\ncode = main(['apply', *sys.argv[1:]])\nprint(*sorted(devices))\n"
        "sys.exit(code)"
    )
    words = [*steps, *names, "-o", "two/", "--devices", "all", "--jobs", "2"]
    done = subprocess.run(
        [sys.executable, "-c", script, *words],
        env={**os.environ, "XLA_FLAGS": "--xla_force_host_platform_device_count=2"},
        capture_output=True, text=True, timeout=200, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout.split()) == (0, ["cpu:0", "cpu:1"]), done.stderr
    for name in names:
        assert Path("two", name).read_bytes() == Path("one", name).read_bytes()


class Work:
    """Work that notes how many tasks run at a time, and fails where it is told to."""

    writes_files = True

    def __init__(self, failing=()):
        self.failing = failing
        self.running = self.most = 0
        self.lock = threading.Lock()

    def run(self, pool, task, control):
        with self.lock:
            self.running += 1
            self.most = max(self.most, self.running)
        try:
            with pool.lend():
                control.check()
                if task.number in self.failing:
                    raise PhotoError(f"{task.source}: broken")
                return [Note("lost", once=True)]
        finally:
            with self.lock:
                self.running -= 1


@pytest.fixture(scope="module")
def pool():
    return EnginePool([None], 2)


def queue_of(count):
    return BatchQueue([Task(n, Path(f"in{n}"), Path(f"out{n}")) for n in range(count)])


def test_failures_are_told_and_tried_again(pool):
    queue, lines, work = queue_of(20), [], Work(failing={3, 7})
    run_local(queue, work, pool, 3, lines.append)
    assert sorted(line for line in lines if "lost" not in line) == ["in3: broken", "in7: broken"]
    assert len(lines) == 3  # what need not be repeated is said once
    assert {task.number for task, _ in queue.failures()} == {3, 7}
    assert work.most <= 3
    assert queue.retry() == 2
    run_local(queue, Work(), pool, 3, lines.append)
    assert queue.progress().done == 20


def test_cancelled_from_elsewhere(pool):
    queue = queue_of(50)
    queue.changed = lambda: queue.cancel() if queue.state(4).value == "done" and not queue.cancelled else None
    with pytest.raises(Cancelled):
        run_local(queue, Work(), pool, 2, print)
    assert queue.progress().done < 50
    assert queue.progress().running == 0


def test_a_photo_that_wants_a_device_alone_has_it():
    pool, inside, most = EnginePool([None], 2, threads=1), [], []

    def use(alone):
        with pool.lend(alone):
            inside.append(alone)
            most.append((alone, len(inside)))
            threading.Event().wait(0.005)
            inside.remove(alone)

    threads = [threading.Thread(target=use, args=(n % 4 == 0,)) for n in range(24)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not any(thread.is_alive() for thread in threads)
    assert all(count == 1 for alone, count in most if alone)
    assert max(count for alone, count in most if not alone) <= 2
