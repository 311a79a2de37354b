"""The parent's side of one child process: starts it with a handshake, limits it, ends its whole tree."""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Generator, Mapping
from io import FileIO
from pathlib import Path
from typing import IO, Any

import msgspec
from msgspec import Struct

from jaxstudio.errors import Cancelled, ComputeError, Wording
from jaxstudio.processes import limits
from jaxstudio.processes.channel import MOST_BYTES, Channel, Message, MessageTooLong, Request, answer_types
from jaxstudio.processes.errors import ErrorRecord, rebuild_error
from jaxstudio.processes.serve import Start
from jaxstudio.processes.spawn import spawn
from jaxstudio.processes.tree import descendants, kill_all, kill_tree, marked

LAST_BYTES = 1 << 16  # of what a child prints
END_SECONDS = 10.0  # a guardian needs some hundredths of one, more on a busy machine
WAKE_SECONDS = 0.25
JOIN_SECONDS = 2.0
LAST_SECONDS = 1.0
POLL_SECONDS = 0.02
ENDING_SECONDS = 0.2
CLOSED = "closed"
# what the messages of any child say that belong to no request
MESSAGE_TYPES: Mapping[str, Any] = {
    "ready": tuple[bool, bool],
    "doing": tuple[Wording, str],
    "stuck": None,
    "error": ErrorRecord,
}


class Program(Struct, frozen=True):
    """The code that a child process loads, and its limits.

    handlers: `module:function`; the function prepares and returns the handlers by the classes of requests.
    aside_type: the type of what it reports beside its answers.
    environment: the child's whole environment; None is this process's at the time of the start.
    memory_bytes: bound on private memory (see `limits`).
    start_seconds: of the processor's time until it must be ready. A child that hardly uses any, because it
        hangs, is ended after as many by the clock.
    guard_seconds: if above 0, it runs a user's code under a guardian, for one job, for at most this time.
    isolated: standard library, msgspec and this package alone; starts sooner, and starts no processes itself.
    shared: large arrays cross in shared memory. Never with a user's code, which could cut a segment short
        while the parent reads it.
    answer_bytes: the longest message that is accepted from it.
    setup: `module:function`, called before the handlers are loaded, and the plain value it is called with.
    ahead: a guarded child is set up before its job comes (see `ReadyChild`).
    """

    handlers: str
    aside_type: Any = None
    environment: Mapping[str, str] | None = None
    memory_bytes: int = 4 << 30
    start_seconds: float = 120.0
    guard_seconds: float = 0.0
    isolated: bool = False
    shared: bool = True
    answer_bytes: int = MOST_BYTES
    setup: tuple[str, Any] | None = None
    ahead: bool = False


class Child:
    """A process that answers. Both callbacks are called on its reading thread, `on_end` last.

    limited: whether the system bounds its memory. exit_code: minus the number of the signal that ended it.
    """

    def __init__(
        self, program: Program, on_message: Callable[[Child, Message], None], on_end: Callable[[Child], None]
    ) -> None:
        self.ready = self.limited = False
        self.kill_reason = ""
        self._end_lock = threading.Lock()
        self._ender: threading.Thread | None = None
        self.printed_bytes = self.exit_code = 0
        self._printed = b""
        self._on_message, self._on_end = on_message, on_end
        self._guarded, self._alone = program.guard_seconds > 0, program.isolated
        # an isolated child has no site-packages, and gets msgspec from where it is here
        folders = (str(Path(msgspec.__file__).parents[1]),) if program.isolated else ()
        self._process, self._mark = spawn(program.environment, folders, own_session=self._guarded)
        self._stdin, self._stdout, self._stderr = map(
            _raw, (self._process.stdin, self._process.stdout, self._process.stderr)
        )
        self._channel = Channel(self._stdout, self._stdin, program.answer_bytes)
        self._aside_type = program.aside_type
        self._requests: dict[int, type[Request]] = {}
        self._pool = _new_pool() if program.shared and not program.isolated else None
        self._start(program)
        self._errors = threading.Thread(target=self._hear_errors, name="jaxstudio-child-errors", daemon=True)
        self._thread = threading.Thread(target=self._listen, name="jaxstudio-child", daemon=True)
        self._errors.start()
        self._thread.start()

    def _start(self, program: Program) -> None:
        try:
            probe = self._pool.take(1).descriptor if self._pool is not None else None
        except OSError:  # no shared memory, or no more descriptors: slower, but it works
            self._pool = probe = None
        start = Start(
            program.handlers, program.memory_bytes, program.guard_seconds, program.setup, probe, os.getpid(),
            program.ahead,
        )  # fmt: skip
        self.send(Message("start", value=start))

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def printed(self) -> str:
        """The last lines of its standard output and standard error."""
        return self._printed.decode("utf-8", "replace")

    def send(self, message: Message) -> None:
        """Send a message; if the child has just ended, only `on_end` reports that."""
        if message.kind == "job":
            self._requests[message.number] = type(message.value[0])
        try:
            self._channel.send(message)
        except (OSError, ValueError):  # the pipe is broken, or closed here
            return

    def kill(self, reason: str) -> None:
        """End the child and all processes that it started at once; returns before they have ended."""
        self.kill_reason = self.kill_reason or reason
        if self._guarded:
            self._begin_end()
        else:
            self._process.kill()

    def _begin_end(self) -> None:
        """Have the tree of a guarded child ended on a thread of its own, once."""
        with self._end_lock:
            if self._ender is None:
                self._ender = threading.Thread(target=self._end_tree, name="jaxstudio-child-end", daemon=True)
                self._ender.start()

    def close(self) -> None:
        """End it and wait for it and its threads; not to be called by its callbacks."""
        self.kill(CLOSED)
        # what escaped from a guardian that the code killed may hold the other end of a pipe for ever
        self._thread.join(END_SECONDS + JOIN_SECONDS if self._guarded else None)

    def last_line(self) -> str:
        """The last line it printed, or an empty text."""
        lines = [line for line in self.printed.splitlines() if line.strip()]
        return lines[-1].strip() if lines else ""

    def resident_bytes(self) -> int:
        """The memory that it and all below it hold at present."""
        return limits.resident_bytes([self.pid, *descendants(self.pid)])

    def processor_seconds(self) -> float | None:
        """The processor's time that it has used; None where that is not known."""
        return limits.processor_seconds(self.pid)

    def _hear_errors(self) -> None:
        with contextlib.suppress(ValueError):  # closed at the end, where something that escaped still has it
            while block := self._stderr.read(1 << 16):
                self.printed_bytes += len(block)
                self._printed = (self._printed + block)[-LAST_BYTES:]

    def _listen(self) -> None:
        try:
            while (message := self._receive()) is not None:
                self._on_message(self, message)
                del message  # its arrays: the child may reuse their memory while this waits
        finally:
            self._end()

    def _receive(self) -> Message | None:
        try:
            arrived = self._channel.receive()
            message = None if arrived is None else self._decode(arrived)
            if message is not None and message.kind == "ready":
                self.limited, shared = message.value
                if shared and self._pool is not None:
                    self._channel.share_memory(self._pool, self.pid)
                self.ready = True
        except (ValueError, TypeError, LookupError, OSError, RecursionError, MemoryError) as error:
            if isinstance(error, OSError) and self._has_ended():
                return None  # with it what it was sending: memory that nobody can map any more
            # a user's code can write to the pipe, too
            why = str(error) if isinstance(error, MessageTooLong) else type(error).__name__
            self.kill(f"its answer cannot be read: {why}")
            return None
        return message

    def _decode(self, message: Message) -> Message:
        """The message with its value; where that is not of the type that was asked for, the job's error."""
        kind, number, value = message
        if kind not in ("answer", "event"):
            return Message(
                kind, number, value.decode(self._aside_type if kind == "aside" else MESSAGE_TYPES[kind])
            )
        answer, event = answer_types(self._requests[number])
        try:
            return Message(kind, number, value.decode(answer if kind == "answer" else event))
        except (ValueError, TypeError, LookupError, RecursionError) as error:  # a user's code sends, too
            why = f"its answer cannot be read: {error or type(error).__name__}"
            return Message("error", number, ErrorRecord("ComputeError", Wording(why)))

    def _has_ended(self) -> bool:
        """Whether the process has ended, or does so in this moment."""
        try:
            self._process.wait(ENDING_SECONDS)
        except subprocess.TimeoutExpired:
            return False
        return True

    def _end(self) -> None:
        if self._guarded:
            self._begin_end()
            assert self._ender is not None
            self._ender.join()
        else:
            self._process.kill()
            self.exit_code = self._process.wait()
            if not self._alone:
                kill_all(lambda: marked(self._mark))
        self._errors.join(JOIN_SECONDS)
        for pipe in (self._stdin, self._stdout, self._stderr):
            if pipe is not self._stderr or not self._errors.is_alive():
                pipe.close()
        if self._pool is not None:
            self._pool.close()
        self._on_end(self)

    def _end_tree(self) -> None:
        """Have the guardian kill the tree, or kill both where it does not end."""
        with contextlib.suppress(OSError):  # a request that nobody read
            self._stdin.close()
        if not self._guardian_ends():
            kill_tree(self.pid, self._mark)
        self.exit_code = self._process.wait()
        kill_all(lambda: marked(self._mark))

    def _guardian_ends(self) -> bool:
        """Wait for the guardian, and wake it where the code has stopped it: it alone finds every orphan."""
        until = time.monotonic() + (END_SECONDS if sys.platform != "win32" else 0)
        while True:
            try:
                self._process.wait(WAKE_SECONDS)
                return True
            except subprocess.TimeoutExpired:
                if time.monotonic() > until:
                    return False
            if sys.platform != "win32":
                self._process.send_signal(signal.SIGCONT)


def _raw(pipe: IO[bytes] | None) -> FileIO:
    assert isinstance(pipe, FileIO)
    return pipe


def _new_pool() -> Any:
    from jaxstudio.processes.shared_arrays import SegmentPool

    return SegmentPool()


class ReadyChild:
    """A child that is set up and waits for its one job; it ends by itself after `guard_seconds`."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.messages: queue.SimpleQueue[Message | None] = queue.SimpleQueue()
        self.ended = False
        self.child = Child(program, lambda _, message: self.messages.put(message), self._end)

    def _end(self, _: Child) -> None:
        self.ended = True
        self.messages.put(None)


class SingleJob:
    """A child for one job, and a wait that ends with it: searches, a user's code.

    printed_bytes: what the child may print. seconds: from the start to the answer; `allow` changes it.
    ready: a child of the same program that waits for the job, in place of a new one.
    """

    def __init__(
        self,
        program: Program,
        request: Request[Any, Any],
        seconds: float,
        printed_bytes: int = 1 << 30,
        ready: ReadyChild | None = None,
    ) -> None:
        self._program, self._printed_bytes = program, printed_bytes
        self._ready = ready
        self._job = Message("job", 1, (request, seconds, "guarded" if program.guard_seconds else ""))
        self._child: Child | None = None
        self._deadline, self._seconds = time.monotonic() + seconds, seconds
        self._end = self._deadline
        self._read_memory_at = 0.0

    @property
    def printed(self) -> str:
        """The last output of the child."""
        return self._child.printed if self._child is not None else ""

    def allow(self, seconds: float) -> None:
        """Limit the time of the remaining answer, and keep to the limit of the whole."""
        deadline = time.monotonic() + seconds
        if deadline < self._end:
            self._deadline, self._seconds = deadline, seconds

    def run(self, cancelled: Callable[[], bool] = lambda: False) -> Generator[Any]:
        """The values that the job tells, as they come; nothing of its tree is left at the end.

        Raises:
            StudioError: raised by the job.
            WorkerBug: another error of the job.
            ComputeError: it took too long, printed too much, used too much memory, or its process ended.
            Cancelled: `cancelled` returned True.
        """
        ready = self._ready or ReadyChild(self._program)
        self._messages, child = ready.messages, ready.child
        self._child = child
        child.send(self._job)
        try:
            while (message := self._next(child, cancelled)) is not None:
                if message.kind == "event":
                    yield message.value
                elif message.kind in ("answer", "error"):
                    if message.kind == "error":
                        raise rebuild_error(message.value)
                    self._await_output()
                    return
            reason = child.kill_reason
        finally:
            child.close()
        raise ComputeError(reason or self._why_ended(child))

    def _next(self, child: Child, cancelled: Callable[[], bool]) -> Message | None:
        """The next message, or None when the child has ended; raises where it must be ended."""
        while True:
            now = time.monotonic()
            if cancelled():
                raise Cancelled("cancelled")
            if now > self._deadline:
                raise ComputeError("not done after {0:g} s; its process was ended", self._seconds)
            if child.printed_bytes > self._printed_bytes:
                raise ComputeError(
                    "printed more than {0} MB; its process was ended", self._printed_bytes >> 20
                )
            if self._program.guard_seconds and now > self._read_memory_at:
                self._read_memory_at = now + limits.WATCH_SECONDS
                if child.resident_bytes() > self._program.memory_bytes:
                    size = f"{self._program.memory_bytes >> 30} GB"
                    raise ComputeError("used more than {0} of memory; its process was ended", size)
            with contextlib.suppress(queue.Empty):
                return self._messages.get(timeout=POLL_SECONDS)

    def _await_output(self) -> None:
        """Await the end of a guarded child that has answered; its last output is read."""
        end = time.monotonic() + LAST_SECONDS
        with contextlib.suppress(queue.Empty):
            while self._program.guard_seconds and self._messages.get(
                timeout=max(0.0, end - time.monotonic())
            ):
                continue

    def _why_ended(self, child: Child) -> str:
        line = child.last_line()
        printed = f"; it last printed: {line[:200]}" if line else ""
        code = child.exit_code
        if code < 0:
            name = signal.Signals(-code).name if -code in set(signal.Signals) else str(-code)
            return f"its process was ended by signal {name}{printed}"
        return f"its process ended with exit code {code} and no answer{printed}"
