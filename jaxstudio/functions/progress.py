"""How a long computation says what it is doing, hands out what there is of its answer, and is ended."""

from __future__ import annotations

import threading
from typing import Any

from jaxstudio.errors import Cancelled


class Progress:
    """What a computation in one thread tells another; this one keeps what was told last.

    doing   what is being computed, in words
    answer  what could be used were it ended now, None if nothing
    """

    def __init__(self) -> None:
        self.doing, self.answer = "", None
        self._over = threading.Event()

    def do(self, what: str) -> None:
        """Say what comes next. Raises Cancelled when the computation is to end."""
        self.check()
        self.doing = what

    def give(self, answer: Any) -> None:
        """Hand out what there is; it replaces what was given before. Raises Cancelled as `do`."""
        self.answer = answer
        self.check()

    def check(self) -> None:
        """Raise Cancelled when the computation is to end; to be called between its parts."""
        if self._over.is_set():
            raise Cancelled("the time is over")

    def end(self) -> None:
        """The computation is to end; for another thread."""
        self._over.set()
