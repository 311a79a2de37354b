"""Progress of a long computation: its activity, its partial answer, its cancellation."""

from __future__ import annotations

import threading
from typing import Any

from jaxstudio.errors import Cancelled


class Progress:
    """Reports of a computation in one thread to another; the last report is stored.

    doing   the current activity, in words
    answer  the partial answer that can be used now, None if there is none
    """

    def __init__(self) -> None:
        self.doing, self.answer = "", None
        self._over = threading.Event()

    def do(self, what: str) -> None:
        """Report the next activity. Raises Cancelled when the computation must end."""
        self.check()
        self.doing = what

    def give(self, answer: Any) -> None:
        """Report a partial answer, which replaces the last one. Raises Cancelled as `do`."""
        self.answer = answer
        self.check()

    def check(self) -> None:
        """Raise Cancelled when the computation must end; called between its parts."""
        if self._over.is_set():
            raise Cancelled("the time is over")

    def end(self) -> None:
        """Cancel the computation, from another thread."""
        self._over.set()
