"""Every compilation of the program: what, when, how long, from the cache or not, and why it came about.

LEDGER.start()
…
LEDGER.entries()

A process that compiles starts it; one that does not (the window) takes what its children tell (`forward`).
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from jaxstudio.ir.ledger_entries import Change, Entry

if TYPE_CHECKING:
    from jaxstudio.ir.ledger_listener import Listener

MOST_ENTRIES = 2000


class Ledger:
    """The last compilations, of this process from `start` on and of others, at most MOST_ENTRIES."""

    def __init__(self) -> None:
        self._entries: deque[Entry] = deque(maxlen=MOST_ENTRIES)
        self._lock = threading.Lock()
        self._here = threading.local()
        self._count = 0
        self._started = False
        self._listener: Listener | None = None
        self._tell: Callable[[Entry], object] | None = None

    @property
    def started(self) -> bool:
        """Whether it listens."""
        return self._started

    @property
    def count(self) -> int:
        """How many there were since the start, those forgotten too."""
        return self._count

    def entries(self, since: int = 0) -> list[Entry]:
        """The entries with a number above `since`, oldest first."""
        with self._lock:
            return [entry for entry in self._entries if entry.number > since]

    def start(self) -> None:
        """Listen to the JAX of this process from now on; a second call does nothing."""
        from jaxstudio.ir.ledger_listener import Listener

        with self._lock:
            if self._started:
                return
            self._started = True
            self._listener = self._listener or Listener(self._reason, self._add)
        self._listener.start()

    def stop(self) -> None:
        """Listen no more; what was noted stays."""
        with self._lock:
            if not self._started or self._listener is None:
                return
            self._started = False
        self._listener.stop()

    @contextmanager
    def because(self, why: str) -> Iterator[None]:
        """What this thread compiles meanwhile is noted with this reason."""
        before = self._reason()
        self._here.reason = why
        try:
            yield
        finally:
            self._here.reason = before

    def tell(self, whom: Callable[[Entry], object]) -> None:
        """Call this, on the thread that compiled, with every entry from now on."""
        self._tell = whom

    def take(self, entries: Sequence[Entry], where: str) -> None:
        """Note what another process compiled, under numbers of this ledger; `where` stands for the thread."""
        for entry in entries:
            self._add(replace(entry, thread=where))

    def _reason(self) -> str:
        return getattr(self._here, "reason", "")

    def _add(self, entry: Entry) -> None:
        with self._lock:
            self._count += 1
            entry = replace(entry, number=self._count)
            self._entries.append(entry)
        if self._tell is not None:
            self._tell(entry)


LEDGER = Ledger()


def forward(say: Callable[[object], object]) -> None:
    """In a child process: say of every compilation from now on what the ledger holds of it.

    It does not start the ledger, which loads JAX.
    """
    LEDGER.tell(lambda entry: say(entry.as_json()))


def receiver(where: str, others: Sequence[str] = ()) -> Callable[[Mapping[str, Any]], None]:
    """In the parent: notes what a child forwards as compiled in the process called `where`.

    `others` are the names of processes below the child, whose entries it forwards, too.
    """

    def note(plain: Mapping[str, Any]) -> None:
        entry = Entry.from_json(plain)
        LEDGER.take([entry], entry.thread if entry.thread in others else where)

    return note


__all__ = ["LEDGER", "MOST_ENTRIES", "Change", "Entry", "Ledger", "forward", "receiver"]
