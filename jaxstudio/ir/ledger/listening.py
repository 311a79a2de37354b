"""Listens to JAX: its events say how long, its log says what and why.

JAX logs what it compiles at a level that nobody sees, and explains a miss of its tracing cache when
it is asked to. Both are read here and kept from being printed, unless the person switched
`jax_log_compiles` on. JAX itself is loaded by `start`: before, the ledger only takes what others noted.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from jaxstudio.ir.ledger.entries import (
    FIRST,
    LOADED_AS_IT_WAS,
    NOT_SAID,
    Entry,
    changes_between,
    never_seen,
)
from jaxstudio.runtime.compiles import LOADED

TRACE = "/jax/core/compile/jaxpr_trace_duration"
LOWER = "/jax/core/compile/jaxpr_to_mlir_module_duration"
COMPILE = "/jax/core/compile/backend_compile_duration"
CACHE = {"/jax/compilation_cache/cache_hits": "hit", "/jax/compilation_cache/cache_misses": "miss"}
MOST_ENTRIES = 2000


@dataclass
class _Pending:
    """What this thread has heard since its last compilation."""

    misses: dict[str, str] = field(default_factory=dict)
    traced: dict[str, float] = field(default_factory=dict)
    arguments: tuple[str, ...] = ()
    lower: float = 0.0
    cache: str = "off"
    because: str = ""

    def clear(self) -> None:
        self.misses.clear()
        self.traced.clear()
        self.arguments, self.lower, self.cache = (), 0.0, "off"


class Ledger:
    """The last compilations of this process, from `start` on, at most MOST_ENTRIES."""

    def __init__(self) -> None:
        self._entries: deque[Entry] = deque(maxlen=MOST_ENTRIES)
        self._lock = threading.Lock()
        self._here = threading.local()
        self._last: dict[str, Entry] = {}
        self._count = 0
        self._started = False
        self._filter: logging.Filter | None = None
        self._levels: dict[str, int] = {}
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
        """Listen from now on; a second call does nothing."""
        import jax
        from jax import monitoring

        from jaxstudio.ir.ledger.records import CHATTER, COMPILING, TRACING, Listener
        from jaxstudio.runtime.private import explain_static_arguments

        with self._lock:
            if self._started:
                return
            self._started = True
        monitoring.register_event_duration_secs_listener(self._on_duration)
        monitoring.register_event_listener(self._on_event)
        self._filter = listener = Listener(self)
        for name in (COMPILING, TRACING, *CHATTER):
            logger = logging.getLogger(name)
            self._levels[name] = logger.level
            logger.addFilter(listener)
        logging.getLogger(COMPILING).setLevel(logging.DEBUG)
        explain_static_arguments()
        jax.config.update("jax_explain_cache_misses", True)

    def stop(self) -> None:
        """Listen no more; what was noted stays."""
        with self._lock:
            if not self._started:
                return
            self._started = False
        import jax
        from jax import monitoring

        monitoring.unregister_event_duration_listener(self._on_duration)
        monitoring.unregister_event_listener(self._on_event)
        assert self._filter is not None
        for name, level in self._levels.items():
            logging.getLogger(name).removeFilter(self._filter)
            logging.getLogger(name).setLevel(level)
        jax.config.update("jax_explain_cache_misses", False)

    @contextmanager
    def because(self, why: str) -> Iterator[None]:
        """What this thread compiles meanwhile is noted with this reason."""
        pending = self._pending()
        before, pending.because = pending.because, why
        try:
            yield
        finally:
            pending.because = before

    def tell(self, whom: Callable[[Entry], object]) -> None:
        """Call this, on the thread that compiled, with every entry from now on."""
        self._tell = whom

    def take(self, entries: Sequence[Entry], where: str) -> None:
        """Note what another process compiled, under numbers of this ledger; `where` stands for the thread."""
        with self._lock:
            for entry in entries:
                self._count += 1
                self._entries.append(replace(entry, number=self._count, thread=where))

    def _pending(self) -> _Pending:
        if not hasattr(self._here, "pending"):
            self._here.pending = _Pending()
        pending: _Pending = self._here.pending
        return pending

    def _on_event(self, event: str, **_: Any) -> None:
        if event in CACHE:
            self._pending().cache = CACHE[event]

    def _on_duration(self, event: str, duration_secs: float, **kwargs: str | int) -> None:
        pending = self._pending()
        name = _bare(str(kwargs.get("fun_name", "")))
        if event == TRACE:
            pending.traced[name] = pending.traced.get(name, 0.0) + duration_secs
        elif event == LOWER:
            pending.lower += duration_secs
        elif event == COMPILE:
            self._note(name, duration_secs, pending)
            pending.clear()
        elif event == LOADED:
            kept = _Pending(cache="kept", because=pending.because or LOADED_AS_IT_WAS)
            self._note(name, duration_secs, kept)

    def heard_compiling(self, arguments: Any) -> None:
        """JAX is about to compile for arguments of these types."""
        self._pending().arguments = tuple(map(_short, arguments))

    def heard_miss(self, message: str) -> None:
        """JAX explains why it traces anew; the message names the function."""
        self._pending().misses[_function(message)] = message

    def _note(self, function: str, seconds: float, pending: _Pending) -> None:
        message = pending.misses.get(function, "")
        with self._lock:
            before = self._last.get(function)
            changes = () if pending.because else tuple(changes_between(message, pending.arguments, before))
            why = pending.because or never_seen(message) or "; ".join(map(str, changes))
            self._count += 1
            entry = Entry(
                self._count, time.time(), function, pending.arguments,
                pending.traced.get(function, 0.0), pending.lower, seconds, pending.cache,
                why or (NOT_SAID if before else FIRST), changes, threading.current_thread().name,
            )  # fmt: skip
            self._entries.append(entry)
            self._last[function] = entry
        if self._tell is not None:
            self._tell(entry)


def _bare(name: str) -> str:
    """`jit(f)` is f."""
    return name[4:-1] if name.startswith("jit(") and name.endswith(")") else name


def _function(message: str) -> str:
    """The function that an explanation is about: `for g defined at …`, or the line after `never seen`."""
    for line in message.splitlines()[1:]:
        words = line.split()
        if words[:1] == ["for"] and len(words) > 1:
            return words[1]
        if len(words) > 1 and words[1].startswith("id="):
            return words[0]
    return ""


def _short(aval: Any) -> str:
    """`f32[3]`, with `weak` behind it where another type would win."""
    text = aval.str_short(short_dtypes=True) if hasattr(aval, "str_short") else str(aval)
    return f"{text} weak" if getattr(aval, "weak_type", False) else text


LEDGER = Ledger()
