"""What goes over the pipe: JSON objects, each behind a line with its length."""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Mapping
from typing import IO, Any

NOT_ANSWERED = 1  # exit code


class BadMessage(ValueError):
    """Something else than a message came over the pipe."""


class Answers:
    """Writes messages to the pipe that was this process's standard output; what is printed from now on goes
    to standard error.

    A process that the code forked has the pipe too, and may go on where its parent was: it ends at its first
    message.
    """

    def __init__(self) -> None:
        self._pipe = os.dup(1)
        os.dup2(2, 1)
        self._owner = os.getpid()
        self._identity = _identity(self._pipe)
        self._lock = threading.Lock()

    def send(self, message: Mapping[str, Any]) -> None:
        """Write one message. The process ends where the pipe is no longer there."""
        self.end_copy()
        data = encode(message)
        with self._lock:
            if _identity(self._pipe) != self._identity:
                # the number may belong to a file of the code by now
                _end("the code closed the pipe to JAXStudio")
            try:
                while data:
                    data = data[os.write(self._pipe, data) :]
            except OSError:  # nobody reads any more
                _end("")

    def end_copy(self) -> None:
        """End this process if it is a fork of the one that answers."""
        if os.getpid() != self._owner:
            os._exit(0)


def _identity(descriptor: int) -> tuple[int, int] | None:
    try:
        status = os.fstat(descriptor)
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _end(why: str) -> None:
    if why:
        os.write(2, f"{why}\n".encode())
    os._exit(NOT_ANSWERED)


def flush_printed() -> None:
    """Hand on what the code printed, as far as what it made of the standard streams allows."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except Exception:  # an object of the code's own, or a closed file: nothing is to be had of it
            continue


def encode(message: Mapping[str, Any]) -> bytes:
    data = json.dumps(message).encode()
    return b"%d\n" % len(data) + data


def receive(pipe: IO[bytes], most_bytes: int) -> dict[str, Any] | None:
    """The next message; None at the end.

    Raises:
        BadMessage: what came is no message, or a longer one than `most_bytes`.
    """
    head = pipe.readline(32)
    if not head:
        return None
    if not head.strip().isdigit() or int(head) > most_bytes:
        raise BadMessage("the answer is no message, or too long")
    data = pipe.read(int(head))
    if len(data) < int(head):
        return None
    try:
        message = json.loads(data)
    except ValueError as error:
        raise BadMessage(str(error)) from None
    if not isinstance(message, dict):
        raise BadMessage("a message is an object")
    return message
