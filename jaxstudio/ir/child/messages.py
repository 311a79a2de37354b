"""What goes over the pipe: JSON objects, each behind a line with its length."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import IO, Any


class BadMessage(ValueError):
    """Something else than a message came over the pipe."""


def send(pipe: IO[bytes], message: Mapping[str, Any]) -> None:
    data = json.dumps(message).encode()
    pipe.write(b"%d\n" % len(data) + data)
    pipe.flush()


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
