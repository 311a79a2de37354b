"""The client with real children: stopped, overtaken, killed, dying, short of memory, orphaned."""

import os
import queue
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from msgspec.structs import replace

from jaxstudio.errors import Cancelled, ComputeError, ExpressionError
from jaxstudio.functions.client import Limits, SceneClient
from jaxstudio.functions.protocol.requests import DrawRequest, Phase, SheetLine
from jaxstudio.functions.protocol.scene import View
from jaxstudio.processes.channel import Message
from jaxstudio.processes.errors import WorkerBug
from jaxstudio.processes.supervisor import Patience
from tests.functions.children import CursorQuestion, Do

ROOT = Path(__file__).resolve().parents[2]
HERE = "tests.functions.children:handlers"
SECONDS = 120
VIEW = View((-10.0, 10.0), (-5.0, 5.0), 800, 600)
# enough for what is quick, also where ten others want the processor
BRIEF = {"DrawRequest": 1.5}


class Asker:
    """A client and what it reports."""

    def __init__(self, limits=None, handlers=HERE):
        self.scenes, self.errors, self.busy = queue.Queue(), queue.Queue(), queue.Queue()
        self.client = SceneClient(
            self.scenes.put,
            lambda error, request: self.errors.put(error),
            self.busy.put,
            limits or Limits({}),
            handlers,
        )

    def start(self, kind, argument=None, **more):
        message = queue.Queue()
        request = CursorQuestion(argument) if kind == "cursor" else Do(kind, argument)
        ticket = self.client.call(request, message.put, message.put, message.put, **more)
        return ticket, lambda: message.get(timeout=SECONDS)

    def ask(self, kind, argument=None, **more):
        _, answer = self.start(kind, argument, **more)
        return answer()

    def draw(self, *texts, phase=Phase.COARSE):
        return self.client.draw(DrawRequest(tuple(map(SheetLine, texts)), VIEW, phase=phase))

    def scene(self):
        return self.scenes.get(timeout=SECONDS)

    def error(self):
        return self.errors.get(timeout=SECONDS)

    def until_busy_with(self, text):
        """On a slow machine it may have been busy with something else before."""
        while self.busy.get(timeout=SECONDS) != text:
            continue


@pytest.fixture(autouse=True)
def path(monkeypatch):
    """The children of these tests find the tests."""
    monkeypatch.setenv(
        "PYTHONPATH", os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    )


@pytest.fixture
def make():
    made = []

    def make(**more):
        made.append(Asker(**more))
        return made[-1]

    before = set(threading.enumerate())
    yield make
    for asker in made:
        asker.client.close()
    names = {"jaxstudio-supervisor", "jaxstudio-child", "jaxstudio-child-errors"}
    # those of a whole run's fixtures, in other files, stay
    assert names.isdisjoint(thread.name for thread in threading.enumerate() if thread not in before)


@pytest.fixture
def asker(make):
    return make()


def gone(pid):
    """Whether a process has ended (also as a zombie that nobody has looked after)."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] in "ZX"
    except FileNotFoundError:
        return True


def test_answers_progress_and_errors_arrive_as_what_they_are(asker):
    assert asker.ask("echo", {"a": (1.5, "two", None)}) == {"a": (1.5, "two", None)}
    assert asker.ask("chatty") == "said"  # a stray print disturbs nothing
    _, answer = asker.start("counting", 5)
    assert [answer() for _ in range(6)] == [0, 1, 2, 3, 4, 5]
    ticket, answer = asker.start("conversation")
    assert answer() == "begun"
    ticket.send("go on")
    assert answer() == "go on"
    error = asker.ask("wrong")
    assert isinstance(error, ExpressionError)
    assert (error.start, error.end, error.suggestion) == (4, 6, "^")
    bug = asker.ask("broken")
    assert isinstance(bug, WorkerBug)
    assert "children.py" in str(bug)
    assert isinstance(asker.ask("unsendable"), WorkerBug)
    assert asker.ask("echo", 1) == 1


def test_jobs_are_stopped_by_a_click(asker):
    pid = asker.ask("pid")
    ticket, answer = asker.start("patiently")
    assert answer() == "begun"
    assert asker.ask("cursor", 1) == 1  # in a lane, and a child, of its own
    second, waiting = asker.start("echo")
    second.cancel()
    assert isinstance(waiting(), Cancelled)
    ticket.cancel()
    assert isinstance(answer(), Cancelled)
    assert asker.ask("pid") == pid
    for kind in ("forever", "held"):  # these do not look up
        pid = asker.ask("pid")
        ticket, answer = asker.start(kind)
        answer()
        ticket.cancel()
        assert isinstance(answer(), Cancelled)
        assert asker.ask("pid") != pid
        assert gone(pid)


def test_time_is_limited(make):
    asker = make()
    _, answer = asker.start("forever", seconds=1.5)
    assert answer() == "begun"
    error = answer()
    assert isinstance(error, ComputeError)
    assert "stopped after 1.5 s" in str(error)
    assert asker.ask("echo", 1) == 1


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not hold a process to a limit")
def test_memory_is_limited(make):
    asker = make(limits=Limits({}, memory_bytes=400 << 20))
    for kind in ("hungry", "hungry_in_small_bites"):
        error = asker.ask(kind)
        assert isinstance(error, ComputeError)
        assert "memory" in str(error)
        assert asker.ask("echo", 1) == 1


def test_a_child_that_dies_is_reported_and_replaced(asker):
    for kind, how in (("abort", f"signal {signal.SIGABRT.value}"), ("exit", "exit code 3")):
        error = asker.ask(kind)
        assert isinstance(error, ComputeError)
        assert how in str(error)
        assert asker.ask("echo", 1) == 1


def test_children_that_keep_dying_are_not_started_for_ever(make):
    asker = make(handlers="tests.functions.children:never_ready")
    error = asker.ask("cursor")
    assert "no memory for it" in str(error)
    again = asker.ask("cursor")
    assert str(again) == str(error)
    assert asker.client.supervisor.slots[0].child is None


def test_a_scene_is_refined_and_makes_room_for_a_newer_request(asker):
    number = asker.draw("x")
    first, second = asker.scene(), asker.scene()
    assert (first.phase, second.phase) == (Phase.COARSE, Phase.REFINED)
    assert first.number == second.number == number
    asker.draw("patient refined")
    assert asker.scene().phase is Phase.COARSE
    asker.until_busy_with("computing patient refined")
    number = asker.draw("x")
    scene = asker.scene()
    assert (scene.number, scene.phase) == (number, Phase.COARSE)
    assert asker.errors.empty()


def test_the_newest_wins_and_what_waits_between_is_dropped(asker):
    first = asker.draw("held back")
    asker.until_busy_with("computing held back")
    numbers = [asker.draw(f"x + {n}") for n in range(20)]
    asker.client.call(CursorQuestion(), print, print)
    with asker.client._lock:
        running = asker.client.supervisor.slots[0].running
        asker.client.supervisor.send(running, Message("note", running.number))
    assert [asker.scene().number for _ in range(3)] == [first, numbers[-1], numbers[-1]]


def test_a_line_that_takes_too_long_is_left_out_and_the_rest_is_drawn(make):
    asker = make(limits=Limits(BRIEF))
    spare = asker.ask("pid")
    asker.draw("x", "slow", "2 x")
    scene = asker.scene()
    assert [line.kind for line in scene.lines] == ["curve", "error", "curve"]
    assert scene.lines[1].error.text == "stopped after 1.5 s while computing slow"
    assert scene.lines[2].name == str(spare)  # a rested neighbour took the place of the killed child
    assert asker.errors.empty()
    # and it stays left out while other things change
    asker.scene()
    number = asker.draw("x", "slow", "3 x")
    scene = asker.scene()
    assert scene.number == number
    assert scene.lines[1].kind == "error"
    # until it is tried again
    asker.scene()
    asker.client._limits = replace(asker.client._limits, seconds={"DrawRequest": 1.0})
    asker.client.retry()
    assert asker.scene().lines[1].error.text.startswith("stopped after 1 s")


def test_a_line_that_is_stopped_or_kills_the_child_is_left_out(asker):
    asker.draw("slow", "x")
    asker.until_busy_with("computing slow")
    asker.client.cancel()
    scene = asker.scene()
    assert [line.kind for line in scene.lines] == ["error", "curve"]
    assert "stopped by hand" in scene.lines[0].error.text
    asker.until_busy_with("")
    number = asker.draw("crash", "x")
    while (scene := asker.scene()).number != number:
        continue
    assert [line.kind for line in scene.lines] == ["error", "curve"]
    assert "ended unexpectedly while computing crash" in scene.lines[0].error.text


def test_a_hopeless_picture_is_overtaken_by_a_newer_one(make):
    asker = make(limits=Limits({}, patience=Patience(overtake=0.2)))
    asker.ask("pid")
    asker.draw("slow")
    asker.until_busy_with("computing slow")
    number = asker.draw("x")
    assert asker.scene().number == number
    assert asker.errors.empty()
    assert not asker.client._stopped


def test_closing_ends_the_children_and_answers_everyone(make):
    asker = make()
    pids = [asker.ask("pid")]
    _, running = asker.start("forever")
    running()
    _, waiting = asker.start("echo")
    asker.client.close()
    assert isinstance(running(), Cancelled)
    assert isinstance(waiting(), Cancelled)
    assert isinstance(asker.ask("echo"), Cancelled)
    assert all(map(gone, pids))


ORPHAN = """
import os, signal, sys, threading
from jaxstudio.functions.client import Limits, SceneClient
from tests.functions.children import Do
answers = []
there = threading.Event()
def answer(value):
    answers.append(value)
    there.set()
client = SceneClient(print, print, limits=Limits({}), handlers=sys.argv[1])
client.call(Do("pid"), answer, print)
there.wait()
def begun(_):
    print(answers[0], flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
client.call(Do(sys.argv[2]), print, print, begun, seconds=2.0)
threading.Event().wait()
"""


@pytest.mark.samples("conversation", "held")
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="asks /proc whether a process lives")
@pytest.mark.parametrize("kind", ["conversation", "forever", "held"])
def test_a_child_whose_parent_was_killed_ends_by_itself(kind):
    parent = subprocess.Popen(
        [sys.executable, "-c", ORPHAN, HERE, kind],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    with parent:
        pid = int(parent.stdout.readline())
    assert parent.returncode == -signal.SIGKILL
    patience = threading.Event()
    assert any(gone(pid) or patience.wait(0.05) for _ in range(SECONDS * 20))


def test_the_folder_one_is_in_is_not_searched_for_modules(make, tmp_path, monkeypatch):
    (tmp_path / "json.py").write_text("raise SystemExit('taken from the wrong place')\n")
    monkeypatch.chdir(tmp_path)
    assert Path(make().ask("path")).resolve() == ROOT
