"""The child's own loop: one job after the other in the main thread, the pipe read in another.

What a job runs hears through `Work` that it is no longer wanted, and tells through it how far it is. When
the parent is gone the pipe ends and so does the child; a job that holds the interpreter so that nothing
is read any more is ended by a watchdog of the C runtime, which needs no interpreter.
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
from typing import Any

from jaxstudio.errors import Cancelled
from jaxstudio.processes.channel import Message, Reader, Writer, widen
from jaxstudio.processes.errors import fault_of
from jaxstudio.processes.limits import forbid_core_dumps, limit_private_memory

# The parent kills first; the watchdog is for a child whose parent cannot.
WATCHDOG_SECONDS = 5.0


class Work:
    """A job as what runs it sees it."""

    def __init__(self, number: int, seconds: float, writer: Writer) -> None:
        self.number, self._seconds, self._writer = number, seconds, writer
        self._stop, self._room = threading.Event(), threading.Event()
        self._notes: queue.SimpleQueue[object] = queue.SimpleQueue()

    def check(self) -> None:
        """Raise Cancelled when the answer is no longer wanted; call it between two parts of the work."""
        if self._stop.is_set():
            raise Cancelled("stopped")
        self.check_room()

    def check_room(self) -> None:
        """Raise Cancelled when something newer waits, but not when a person wants this stopped.

        For who waits for something that can only be ended with the process: it then will be.
        """
        if self._room.is_set():
            raise Cancelled("made room for a newer request")

    def tell(self, value: object) -> None:
        """Hand out a part of the answer; the time limit starts anew."""
        self._arm()
        self._writer.send(Message("progress", self.number, value))

    def doing(self, text: str, key: str = "") -> None:
        """Say what comes next: should it have to be killed, that is what is blamed."""
        self._writer.send(Message("doing", self.number, (text, key)))

    def surrender(self) -> None:
        """Ask to be replaced: something that nobody needs any more cannot be ended otherwise."""
        self._writer.send(Message("stuck", self.number))

    def note(self, wait: bool = False, seconds: float | None = None) -> object:
        """What the asker sent to the running job, or None; `wait` until there is something, or so long."""
        try:
            return self._notes.get(wait, seconds)
        except queue.Empty:
            return None

    def stop(self) -> None:
        self._stop.set()
        self._notes.put(None)

    def make_room(self) -> None:
        self._room.set()

    def hear(self, value: object) -> None:
        self._notes.put(value)

    def _arm(self) -> None:
        faulthandler.dump_traceback_later(self._seconds + WATCHDOG_SECONDS, exit=True)


Handler = Callable[[Any, Work], object]


class Server:
    """Answers the jobs that come through a pipe by the handlers of their kinds."""

    def __init__(self, handlers: Mapping[str, Handler], reader: Reader, writer: Writer) -> None:
        self._handlers, self._reader, self._writer = handlers, reader, writer
        self._jobs: queue.SimpleQueue[tuple[Work, str, object]] = queue.SimpleQueue()
        self._known: dict[int, Work] = {}

    def run(self) -> None:
        """Serve until the parent closes the pipe, which ends the process."""
        threading.Thread(target=self._listen, name="jaxstudio-pipe", daemon=True).start()
        self._writer.send(Message("ready"))
        while True:
            work, kind, argument = self._jobs.get()
            self._send(self._answer(work, kind, argument))
            del self._known[work.number]

    def _send(self, message: Message) -> None:
        try:
            self._writer.send(message)
        except (TypeError, MemoryError) as error:  # an answer that may not cross, or finds no room
            self._writer.send(Message("error", message.number, fault_of(error)))

    def _listen(self) -> None:
        try:
            while (message := self._reader.receive()) is not None:
                self._hear(message)
        finally:
            os._exit(0)

    def _hear(self, message: Message) -> None:
        if message.kind == "job":
            kind, argument, seconds = message.value
            work = self._known[message.number] = Work(message.number, seconds, self._writer)
            self._jobs.put((work, kind, argument))
        elif (known := self._known.get(message.number)) is None:
            return  # it was answered meanwhile
        elif message.kind == "cancel":
            known.stop()
        elif message.kind == "make room":
            known.make_room()
        else:
            known.hear(message.value)

    def _answer(self, work: Work, kind: str, argument: object) -> Message:
        work._arm()
        try:
            work.check()
            return Message("answer", work.number, self._handlers[kind](argument, work))
        except Exception as error:  # it crosses to the parent, where it is raised or shown
            return Message("error", work.number, fault_of(error))
        finally:
            faulthandler.cancel_dump_traceback_later()


def _own_pipes() -> tuple[FileIO, FileIO]:
    """The pipes to the parent, moved away from where a stray `print` or `input` would reach them."""
    to_read, to_write = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    return FileIO(to_read, "r"), FileIO(to_write, "w")


def main(arguments: list[str]) -> None:
    """`arguments`: module:function, which prepares and returns the handlers; the memory limit in bytes."""
    source, memory_bytes = arguments
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C in a terminal is the parent's affair
    read, write = _own_pipes()
    widen(write)
    limit_private_memory(int(memory_bytes))
    forbid_core_dumps()
    module, _, name = source.partition(":")
    found, writer = importlib.import_module(module), Writer(write)
    if hasattr(found, "listen"):  # what it has to say beside its answers
        found.listen(lambda value: writer.send(Message("aside", value=value)))
    Server(getattr(found, name)(), Reader(read), writer).run()


if __name__ == "__main__":
    main(sys.argv[1:])
