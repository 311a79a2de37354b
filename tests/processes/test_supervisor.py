"""The supervisor with a trivial child: arrays, progress, cancellation, deaths, orphans."""

import os
import queue
import signal
import subprocess
import sys
import threading
from pathlib import Path

import ml_dtypes
import numpy as np
import pytest

from jaxstudio.errors import Cancelled, ComputeError, PhotoError
from jaxstudio.processes import limits, shared_arrays
from jaxstudio.processes.child import Program, SingleJob
from jaxstudio.processes.errors import WorkerBug
from jaxstudio.processes.supervisor import Supervisor
from jaxstudio.processes.tree import is_alive
from tests.processes.trivial_child import Do, Measure, Unknown

ROOT = Path(__file__).resolve().parents[2]
HANDLERS = "tests.processes.trivial_child:handlers"
SECONDS = 60
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}
needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc")


class Client:
    """A supervisor, and its answers in order."""

    def __init__(self, slots=1, **program):
        program = {"handlers": HANDLERS, "environment": ENVIRONMENT, **program}
        self.supervisor = Supervisor(Program(**program), slots)
        self.supervisor.start()

    def start(self, kind, argument=None, **more):
        answers = queue.Queue()
        request = Do(kind, argument) if isinstance(kind, str) else kind
        ticket = self.supervisor.call(request, answers.put, answers.put, answers.put, **more)
        return ticket, lambda: answers.get(timeout=SECONDS)

    def ask(self, kind, argument=None, **more):
        return self.start(kind, argument, **more)[1]()


@pytest.fixture
def make():
    clients = []

    def make(**more):
        clients.append(Client(**more))
        return clients[-1]

    segments, before = leftovers(), set(threading.enumerate())
    yield make
    for client in clients:
        client.supervisor.close()
    assert leftovers() <= segments
    names = {"jaxstudio-supervisor", "jaxstudio-child", "jaxstudio-child-errors"}
    # those of a whole run's fixtures, in other files, stay
    assert names.isdisjoint(thread.name for thread in threading.enumerate() if thread not in before)


@pytest.fixture
def client(make):
    return make()


def leftovers():
    """What of ours lies in /dev/shm, and which of our descriptors are shared memory."""
    files = {file.name for file in Path("/dev/shm").glob("jx*")} if Path("/dev/shm").is_dir() else set()
    descriptors = Path("/proc/self/fd")
    if descriptors.is_dir():
        for each in descriptors.iterdir():
            try:
                target = os.readlink(each)
            except OSError:
                continue
            if "memfd:jaxstudio" in target:
                files.add(each.name)
    return files


DTYPES = [*"?bBhHiIlLqQefdFD", ">f8", "bfloat16", "float8_e4m3fn", "float8_e5m2", "int4"]


@pytest.mark.parametrize("shared", [True, False])
def test_arrays_of_every_dtype_come_back_as_they_were(make, shared):
    client = make(shared=shared)
    rng = np.random.default_rng(0)
    for name in DTYPES:
        dtype = np.dtype(getattr(ml_dtypes, name, name))
        for shape in ((), (0, 3), (5,), (300, 500, 3)):
            array = rng.integers(0, 7, shape).astype(dtype)
            arrived = client.ask("echo", array)
            assert (arrived.dtype, arrived.shape) == (array.dtype, array.shape)
            assert arrived.tobytes() == array.tobytes()


def test_several_arrays_and_views_cross_in_one_segment(client):
    image = np.arange(400 * 500 * 3, dtype=np.uint8).reshape(400, 500, 3)
    value = (image, image[:, ::-1], image.T, b"x" * 300_000, image)
    arrived = client.ask("echo", value)
    for one, other in zip(arrived[:3], value[:3], strict=True):
        assert np.array_equal(one, other)
    assert arrived[3] == value[3]
    assert arrived[4] is arrived[0]
    assert not arrived[0].flags.writeable
    assert client.ask("writeable", image) is False


def private_bytes():
    """This process's own memory, without what it shares."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return sum(int(line.split()[1]) << 10 for line in lines if line.startswith("RssAnon"))


@needs_proc
def test_a_hundred_megabytes_are_not_copied_in_the_parent(client):
    shape = (5000, 7000, 3)
    client.ask("frame", (shape, "uint8", 1))
    before = private_bytes()
    array = client.ask("frame", (shape, "uint8", 7))
    assert array.nbytes > 100e6
    assert not array.flags.owndata
    assert (array[::1000] == 7).all()
    assert private_bytes() - before < 20e6
    address = array.ctypes.data
    maps = Path("/proc/self/maps").read_text().splitlines()
    places = [line for line in maps if "memfd:jaxstudio" in line]
    ranges = [tuple(int(end, 16) for end in line.split()[0].split("-")) for line in places]
    assert any(low <= address < high for low, high in ranges)


def test_memory_is_reused_once_nobody_reads_it_and_not_before(client):
    shape = (1000, 1000)
    first = client.ask("frame", (shape, "float32", 1))
    second = client.ask("frame", (shape, "float32", 2))
    assert first.ctypes.data != second.ctypes.data
    addresses = {first.ctypes.data, second.ctypes.data}
    part = first[10:20, ::2]
    del first
    third = client.ask("frame", (shape, "float32", 3))
    assert (part == 1).all()
    addresses.add(third.ctypes.data)
    assert len(addresses) == 3
    del part, second, third
    for value in range(20):
        frame = client.ask("frame", (shape, "float32", value))
        assert (frame == value).all()
        addresses.add(frame.ctypes.data)
    assert len(addresses) <= 4


def test_what_outlives_its_child_can_still_be_read(make):
    client = make()
    array = client.ask("frame", ((1000, 1000), "int32", 5))
    client.supervisor.close()
    assert (array == 5).all()


def test_without_shared_memory_arrays_go_through_the_pipe(make, monkeypatch):
    def refuse(capacity):
        raise OSError("no space left")

    client = make()
    assert client.ask("echo", 1) == 1
    monkeypatch.setattr(shared_arrays, "_create", refuse)
    array = np.arange(1 << 20)
    assert np.array_equal(client.ask("echo", array), array)


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX shared memory")
def test_named_segments_are_removed_as_soon_as_they_are_mapped(monkeypatch):
    """As on macOS, which has no memfd."""
    monkeypatch.delattr(os, "memfd_create", raising=False)
    before = leftovers()  # of other tests in this process
    pool, reader = shared_arrays.SegmentPool(), shared_arrays.SegmentReader(os.getpid())
    array = pool.empty((500, 500), "uint8")
    array[...] = 9
    segment, offset = pool.find(array)
    view = np.frombuffer(reader.view(segment.descriptor), np.uint8, array.size, offset)
    assert leftovers() <= before
    assert (view == 9).all()
    unread = pool.take(100)
    assert unread.place.startswith("/")
    pool.close()
    assert leftovers() <= before


def test_progress_comes_in_order_before_the_answer(client):
    _, answer = client.start("stages", 20)
    assert [int(answer()[0]) for _ in range(20)] == list(range(20))
    assert answer() == 20


def test_a_job_is_cancelled_and_its_child_lives(client):
    ticket, answer = client.start("until_cancelled")
    assert answer() == "begun"
    ticket.cancel()
    assert isinstance(answer(), Cancelled)
    assert client.ask("echo", 1) == 1


@pytest.mark.parametrize("kind", ["hang", "until_cancelled"])
def test_a_cancelled_job_ends_within_the_grace_time(make, kind):
    client = make(slots=2)
    ticket, answer = client.start(kind)
    answer()
    ticket.cancel()
    assert isinstance(answer(), Cancelled)


def test_errors_arrive_as_what_they_are(client):
    error = client.ask("wrong")
    assert type(error) is PhotoError
    assert str(error) == "photo.png: not a photo"
    assert isinstance(client.ask("missing"), WorkerBug)
    assert isinstance(client.ask(Unknown()), WorkerBug)
    error = client.ask(Measure("long"))
    assert str(error) == "its answer cannot be read: Expected `float`, got `str`"
    assert client.ask("echo", 1) == 1


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="signals")
def test_a_child_killed_during_a_request_is_reported_once_and_replaced(client):
    held = client.ask("frame", ((1000, 1000), "uint8", 3))
    answers = queue.Queue()
    client.supervisor.call(Do("hang", held), answers.put, answers.put, answers.put)
    os.kill(answers.get(timeout=SECONDS), signal.SIGKILL)
    error = answers.get(timeout=SECONDS)
    assert isinstance(error, ComputeError)
    assert "signal 9" in str(error)
    assert (client.ask("frame", ((1000, 1000), "uint8", 4)) == 4).all()
    assert answers.empty()
    assert (held == 3).all()


def test_queues_run_beside_each_other_and_all_fail_when_the_child_dies(client):
    _, slow = client.start("until_cancelled", queue="export")
    assert slow() == "begun"
    assert client.ask("echo", 5, queue="preview") == 5
    assert client.ask("echo", 6) == 6
    assert isinstance(client.ask("exit", 3, queue="preview"), ComputeError)
    assert "exit code 3" in str(slow())
    assert client.ask("echo", 7, queue="export") == 7


def test_the_newest_of_a_kind_wins(client):
    ticket, blocked = client.start("until_cancelled")
    blocked()
    first = client.start("echo", 1, latest=True)[1]
    second = client.start("echo", 2, latest=True)[1]
    assert isinstance(first(), Cancelled)
    ticket.cancel()
    blocked()
    assert second() == 2


def test_two_clients_in_threads_do_not_disturb_each_other(make):
    clients = [make(), make()]
    wrong = []

    def work(client, value):
        for number in range(30):
            array = client.ask("frame", ((400, 400, 3), "uint8", value + number))
            if not (array == value + number).all():
                wrong.append((value, number))

    threads = [threading.Thread(target=work, args=(c, 100 * i)) for i, c in enumerate(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


@needs_proc
def test_what_a_child_started_ends_with_it(client):
    ticket, answer = client.start("spawn")
    pid = answer()
    assert is_alive(pid)
    ticket.cancel()
    assert isinstance(answer(), Cancelled)
    assert not is_alive(pid)


def test_the_environment_is_the_one_that_was_promised(make, monkeypatch):
    monkeypatch.setenv("NPROC", "01")
    client = make(environment={**ENVIRONMENT, "NPROC": "3"})
    assert client.ask("environment", "NPROC") == "3"
    monkeypatch.setenv("NPROC", "7")
    client.ask("exit", 1)
    assert client.ask("environment", "NPROC") == "3"


def test_a_child_that_cannot_be_started_is_reported(make, monkeypatch):
    def refuse(*args, **more):
        raise OSError(12, "Cannot allocate memory")

    monkeypatch.setattr("jaxstudio.processes.child.subprocess.Popen", refuse)
    error = make().ask("echo", 1)
    assert isinstance(error, ComputeError)
    assert "no computing process can be started: [Errno 12] Cannot allocate memory" in str(error)


@needs_proc
@pytest.mark.parametrize("loader", ["hangs", "computes_for_ever"])
def test_a_child_that_is_never_ready_is_ended(make, loader):
    client = make(handlers=f"tests.processes.trivial_child:{loader}", start_seconds=0.25)
    error = client.ask("echo", 1)
    assert isinstance(error, ComputeError)
    assert str(error) == "the computing process did not start within 0.25 s"


@needs_proc
def test_a_child_that_is_starved_is_waited_for(make, monkeypatch):
    """Its seconds are over by the clock, and it has had a tenth of them."""
    real = limits.processor_seconds
    monkeypatch.setattr("jaxstudio.processes.limits.processor_seconds", lambda process: real(process) / 10)
    monkeypatch.setattr("jaxstudio.processes.supervisor.HANGING_SHARE", 0.001)
    client = make(handlers="tests.processes.trivial_child:comes_late", start_seconds=0.5)
    assert client.ask("echo", 1) == 1


PARENT = """
import sys, threading
from jaxstudio.processes.child import Program
from jaxstudio.processes.supervisor import Supervisor
supervisor = Supervisor(Program(sys.argv[1]))
supervisor.start()
from tests.processes.trivial_child import Do
supervisor.call(Do("hang"), print, print, lambda pid: print(pid, flush=True))
threading.Event().wait()
"""


@needs_proc
def test_the_child_ends_when_its_parent_is_killed():
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT, HANDLERS], stdout=subprocess.PIPE, text=True, env=ENVIRONMENT
    )
    with parent:
        pid = int(parent.stdout.readline())
        assert is_alive(pid)
        parent.kill()
    patience = threading.Event()
    assert any(not is_alive(pid) or patience.wait(0.05) for _ in range(20 * SECONDS))


@pytest.mark.parametrize("guard_seconds", [0.0, 60.0])
def test_a_single_job_tells_answers_and_ends(guard_seconds):
    program = Program(HANDLERS, environment=ENVIRONMENT, guard_seconds=guard_seconds, shared=False)
    job = SingleJob(program, Do("stages", 3), SECONDS)
    assert [int(value[0]) for value in job.run()] == [0, 1, 2]
    assert "handlers loaded" in job.printed
    with pytest.raises(PhotoError, match="not a photo"):
        list(SingleJob(program, Do("wrong"), SECONDS).run())
    with pytest.raises(ComputeError, match="exit code 7 and no answer; it last printed: handlers loaded"):
        list(SingleJob(program, Do("exit", 7), SECONDS).run())
    with pytest.raises(ComputeError, match=r"not done after 0.5 s"):
        list(SingleJob(program, Do("hang"), 0.5).run())
    with pytest.raises(Cancelled):
        list(SingleJob(program, Do("hang"), SECONDS).run(lambda: True))


@needs_proc
def test_a_single_job_that_uses_too_much_shared_memory_is_ended(monkeypatch):
    """What the kernel's bound on private memory does not count, the parent reads from outside."""
    monkeypatch.setattr("jaxstudio.processes.limits.resident_bytes", lambda processes: 3 << 30)
    program = Program(HANDLERS, environment=ENVIRONMENT, guard_seconds=60, shared=False, memory_bytes=2 << 30)
    with pytest.raises(ComputeError, match="used more than 2 GB of memory"):
        list(SingleJob(program, Do("hang"), SECONDS).run())


def test_an_isolated_child_loads_neither_numpy_nor_site_packages():
    program = Program("tests.processes.test_isolation:handlers", isolated=True)
    with pytest.raises(ComputeError, match=r"No module named 'tests'"):
        list(SingleJob(program, Do("x"), SECONDS).run())
    script = "import sys, jaxstudio.processes.serve\nassert not {'numpy', 'jax'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", script], check=True, env=ENVIRONMENT)
