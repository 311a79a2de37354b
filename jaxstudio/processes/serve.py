"""A child process: reads what to load and which limits to keep, then answers one job after the other.

What a job runs learns through `Work` that its answer is no longer needed, and reports through it how far it
is. When the parent is gone the pipe ends and so does the child; a job that holds the interpreter, so that
nothing is read any more, is ended by a watchdog of the C runtime, which needs no interpreter.

A guarded child (see `guard`) runs a user's code: it reads one job before it forks, answers it, and ends. Its
standard input belongs to the guardian, so that nothing which the code does keeps the tree alive.

The module is imported before any limit is set and before the guardian forks: nothing but the standard library
and msgspec.
"""

from __future__ import annotations

import faulthandler
import importlib
import os
import queue
import signal
import sys
import threading
from collections.abc import Callable, Mapping
from io import FileIO
from typing import TYPE_CHECKING, Any, Union

from msgspec import Struct

from jaxstudio.errors import Cancelled
from jaxstudio.processes.channel import Channel, Encoded, Message, Request
from jaxstudio.processes.errors import record_error
from jaxstudio.processes.limits import be_killed_first, forbid_core_dumps, limit_private_memory

if TYPE_CHECKING:
    import numpy as np

# The parent kills first; the watchdog is for a child whose parent cannot.
WATCHDOG_SECONDS = 5.0
MAIN_QUEUE = ""


class Work:
    """A job as what runs it sees it."""

    def __init__(self, number: int, request: Request, seconds: float, name: str, channel: Channel) -> None:
        self.number, self.request, self.queue = number, request, name
        self._seconds, self._channel = seconds, channel
        self._stop, self._room = threading.Event(), threading.Event()
        self._notes: queue.SimpleQueue[object] = queue.SimpleQueue()
        self.copies = False  # whether an array of `empty` found no shared memory, and is copied

    @property
    def stopped(self) -> bool:
        """Whether the answer is no longer needed."""
        return self._stop.is_set()

    def check(self) -> None:
        """Raise Cancelled when the answer is no longer needed; call it between two parts of the work."""
        if self._stop.is_set():
            raise Cancelled("stopped")
        self.check_room()

    def check_room(self) -> None:
        """Raise Cancelled when something newer waits, but not when the user stops this job.

        For a job that waits for something that can only be ended with the process: it then will be.
        """
        if self._room.is_set():
            raise Cancelled("made room for a newer request")

    def tell(self, value: object) -> None:
        """Send a part of the answer; the time limit starts anew."""
        self.arm()
        self._channel.send(Message("event", self.number, value))

    def doing(self, text: str, key: str = "") -> None:
        """Report what comes next: the reason given, should the process have to be killed meanwhile."""
        self._channel.send(Message("doing", self.number, (text, key)))

    def surrender(self) -> None:
        """Ask to be replaced: something that nobody needs any more cannot be ended otherwise."""
        self._channel.send(Message("stuck", self.number))

    def note(self, wait: bool = False, seconds: float | None = None) -> object:
        """A value that the client sent to the running job, or None; `wait` for one, `seconds` at most."""
        try:
            return self._notes.get(wait, seconds)
        except queue.Empty:
            return None

    def empty(self, shape: tuple[int, ...], dtype: np.dtype | str) -> np.ndarray:
        """A new array in shared memory, where there is some: in an answer it crosses without a copy."""
        import numpy as np

        pool = self._channel.pool
        if pool is not None:
            try:
                return pool.empty(shape, dtype)
            except OSError:  # shared memory is used up
                self.copies = True
        self.copies |= pool is None
        return np.empty(shape, dtype)

    def stop(self) -> None:
        self._stop.set()
        self._notes.put(None)

    def make_room(self) -> None:
        self._room.set()

    def hear(self, note: Encoded) -> None:
        try:
            self._notes.put(note.decode(self.request.NOTES))
        except ValueError as error:
            print(f"{type(self.request).__name__}: a note that cannot be read: {error}", file=sys.stderr)

    def arm(self) -> None:
        """Start the watchdog anew. There is one, for the main thread."""
        if self.queue == MAIN_QUEUE and self._seconds < threading.TIMEOUT_MAX:
            faulthandler.dump_traceback_later(self._seconds + WATCHDOG_SECONDS, exit=True)

    def disarm(self) -> None:
        if self.queue == MAIN_QUEUE:
            faulthandler.cancel_dump_traceback_later()


Handler = Callable[[Any, Work], object]
Handlers = Mapping[type[Request], Handler]


class Server:
    """Answers the jobs that come through a channel by the handlers of their requests.

    Each queue of jobs has a thread; the main thread serves the queue with the empty name.
    """

    def __init__(self, handlers: Handlers, channel: Channel) -> None:
        self._handlers, self._channel = handlers, channel
        requests: Any = Union[tuple(handlers)]  # noqa: UP007 (of a list)
        self._job_type = tuple[requests, float, str]
        self._queues: dict[str, queue.SimpleQueue[Work]] = {MAIN_QUEUE: queue.SimpleQueue()}
        self._known: dict[int, Work] = {}

    def run(self) -> None:
        """Serve until the parent closes the pipe, which ends the process."""
        threading.Thread(target=self._listen, name="jaxstudio-pipe", daemon=True).start()
        self._serve(self._queues[MAIN_QUEUE])

    def work_of(self, message: Message) -> Work | None:
        """The work that a job's message asks for; None, and an error is sent, where it cannot be read."""
        try:
            request, seconds, name = message.value.decode(self._job_type)
            return Work(message.number, request, seconds, name, self._channel)
        except ValueError as error:
            self._send_error(message.number, error)
            return None

    def answer(self, work: Work) -> None:
        """Do a job and send its answer or its error."""
        work.arm()
        try:
            work.check()
            answer = self._handlers[type(work.request)](work.request, work)
        except BaseException as error:  # it crosses to the parent, where it is raised or shown
            work.disarm()
            self._send_error(work.number, error)
            return
        work.disarm()
        try:
            self._channel.send(Message("answer", work.number, answer))
        except (TypeError, MemoryError) as error:  # an answer that may not cross, or finds no room
            self._send_error(work.number, error)

    def _send_error(self, number: int, error: BaseException) -> None:
        self._channel.send(Message("error", number, record_error(error)))

    def _serve(self, jobs: queue.SimpleQueue[Work]) -> None:
        while True:
            work = jobs.get()
            self.answer(work)
            del self._known[work.number]
            del work  # its arrays are the client's again

    def _listen(self) -> None:
        try:
            while (message := self._channel.receive()) is not None:
                self._hear(message)
                del message  # its arrays: the parent may reuse their memory while this waits
        finally:
            if self._channel.pool is not None:
                self._channel.pool.close()
            os._exit(0)

    def _hear(self, message: Message) -> None:
        if message.kind == "job":
            work = self.work_of(message)
            if work is None:
                return
            self._known[work.number] = work
            if work.queue not in self._queues:
                jobs = self._queues[work.queue] = queue.SimpleQueue()
                name = f"queue-{work.queue}"
                threading.Thread(target=self._serve, args=(jobs,), name=name, daemon=True).start()
            self._queues[work.queue].put(work)
        elif (known := self._known.get(message.number)) is None:
            return  # it was answered meanwhile
        elif message.kind == "cancel":
            known.stop()
        elif message.kind == "make room":
            known.make_room()
        else:
            known.hear(message.value)


class GuardedChannel(Channel):
    """The answers of a user's code: neither a fork of its process nor a file in the pipe's place gets any."""

    def __init__(self, read: FileIO, write: FileIO) -> None:
        super().__init__(read, write)
        self._owner, self._pipe = os.getpid(), _identity(write.fileno())

    def send(self, message: Message) -> None:
        self.end_copy()
        if _identity(self._write.fileno()) != self._pipe:
            os.write(2, b"the code closed the pipe to JAXStudio\n")
            os._exit(1)
        super().send(message)

    def end_copy(self) -> None:
        """End this process if it is a fork of the answering one."""
        if os.getpid() != self._owner:
            os._exit(0)


def _identity(descriptor: int) -> tuple[int, int] | None:
    try:
        status = os.fstat(descriptor)
    except OSError:
        return None
    return status.st_dev, status.st_ino


def flush_output() -> None:
    """Flush the output, as far as the code's changes of the standard streams allow."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except Exception:  # an object of the code's own, or a closed file: nothing is to be had of it
            continue


def _move_output() -> FileIO:
    """The pipe to the parent, moved away from where a stray `print` would reach it."""
    write = FileIO(os.dup(1), "w")
    os.dup2(2, 1)
    return write


class Start(Struct, frozen=True):
    """The first message to a child: a `Program`, and what can be seen of the parent's shared memory."""

    handlers: str
    memory_bytes: int
    guard_seconds: float
    setup: tuple[str, Any] | None
    probe: tuple[int, int, str] | None
    parent: int
    ahead: bool = False


def _serve_guarded(start: Start, first: Channel) -> None:
    from jaxstudio.processes.guard import guard_tree

    # Ahead of its job it forks at once: a process with threads, which imports start, must not. It then reads
    # the job from a copy of the guardian's input, which is closed before any code of the user runs.
    later = FileIO(os.dup(0), "r") if start.ahead else None
    job = first.receive() if later is None else None
    guard_tree(start.guard_seconds)
    channel = GuardedChannel(FileIO(0, closefd=False), _move_output())
    try:
        limited = limit_private_memory(start.memory_bytes)
        be_killed_first()
        channel.send(Message("ready", value=(limited, False)))
        _prepare(start.setup)
        if later is not None:
            job = Channel(later, later).receive()
            later.close()
        if job is not None:
            server = Server(_load(start.handlers, channel), channel)
            work = server.work_of(job)
            if work is not None:
                server.answer(work)
        flush_output()
        os._exit(0)  # neither threads of the code nor what it registered for its exit are waited for
    except BaseException:
        sys.excepthook(*sys.exc_info())
        flush_output()
    finally:
        os._exit(1)


def _prepare(setup: tuple[str, Any] | None) -> None:
    """Call the function that `module:function` names."""
    if setup is not None:
        module, _, name = setup[0].partition(":")
        getattr(importlib.import_module(module), name)(setup[1])


def _load(source: str, channel: Channel) -> Handlers:
    """The handlers that `module:function` prepares and returns."""
    module, _, name = source.partition(":")
    loaded = importlib.import_module(module)
    if hasattr(loaded, "listen"):  # what it reports beside its answers
        loaded.listen(lambda value: channel.send(Message("aside", value=value)))
    handlers: Handlers = getattr(loaded, name)()
    return handlers


def main() -> None:
    """The child's entry point. Its first message says what to do (see `Program`)."""
    start_channel = Channel(FileIO(0, closefd=False), FileIO(1, "w", closefd=False))
    message = start_channel.receive()
    if message is None:
        return
    start: Start = message.value.decode(Start)
    if start.guard_seconds:
        _serve_guarded(start, start_channel)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C in a terminal is handled by the parent
    read = FileIO(os.dup(0), "r")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    channel = Channel(read, _move_output())
    limited = limit_private_memory(start.memory_bytes)
    forbid_core_dumps()
    _prepare(start.setup)
    handlers = _load(start.handlers, channel)
    shared = start.probe is not None and _share_memory(start.probe, start.parent, channel)
    channel.send(Message("ready", value=(limited, shared)))
    Server(handlers, channel).run()


def _share_memory(probe: tuple[int, int, str], parent: int, channel: Channel) -> bool:
    """Whether the parent's memory can be mapped here, as its probe shows; then the channel uses it."""
    from jaxstudio.processes.shared_arrays import SegmentPool, can_attach

    shared = can_attach(probe, parent)
    if shared:
        channel.share_memory(SegmentPool(), parent)
    return shared
