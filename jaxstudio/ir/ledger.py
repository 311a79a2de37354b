"""Every compilation of this process: what, when, how long, from the cache or not, and why it came about.

LEDGER.start()
…
LEDGER.entries()
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

import jax
import numpy as np

from jaxstudio.ir.ledger_entries import (
    FIRST,
    LOADED_AS_IT_WAS,
    NOT_SAID,
    Change,
    Entry,
    Known,
    changes_between,
    identity_of,
    never_seen,
    place_of,
)
from jaxstudio.runtime.compile_counter import LOADED
from jaxstudio.runtime.jax_internals import CHATTER, COMPILER, COMPILING, TRACING

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
    shardings: tuple[str, ...] = ()
    device: str = ""  # the one compiled for, where it is one
    heard: bool = False  # of the arguments; what was lowered before is compiled for another device unheard
    lower: float = 0.0
    cache: str = "off"
    because: str = ""

    def clear(self) -> None:
        self.misses.clear()
        self.traced.clear()
        self.arguments, self.shardings, self.lower, self.cache = (), (), 0.0, "off"
        self.device, self.heard = "", False


class Ledger:
    """The last compilations of this process, from `start` on, at most MOST_ENTRIES."""

    def __init__(self) -> None:
        self._entries: deque[Entry] = deque(maxlen=MOST_ENTRIES)
        self._lock = threading.Lock()
        self._here = threading.local()
        self._last: dict[tuple[str, str], Entry] = {}  # by the function's name and place
        self._known: dict[tuple[str, str], Known] = {}
        self._places: dict[str, str] = {}  # of the function of that name that was traced last
        self._clears: Callable[[], int] = lambda: 0
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

        from jaxstudio.runtime.jax_internals import count_clears, explain_static_arguments

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
        for name in (COMPILING, COMPILER):
            logging.getLogger(name).setLevel(logging.DEBUG)
        explain_static_arguments()
        self._clears = count_clears
        count_clears()
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

    def heard_compiling(self, arguments: Any, shardings: Any = ()) -> None:
        """JAX is about to compile for arguments of these types, which lie there."""
        pending = self._pending()
        pending.arguments, pending.heard = tuple(map(_short, arguments)), True
        pending.shardings = tuple(map(_where, shardings)) if isinstance(shardings, tuple | list) else ()

    def heard_devices(self, assignment: Any) -> None:
        """XLA is about to compile for these devices, by replica and partition."""
        devices = np.ravel(np.array(assignment if assignment is not None else (), object)).tolist()
        self._pending().device = f"{devices[0].platform}:{devices[0].id}" if len(devices) == 1 else ""

    def heard_miss(self, message: str) -> None:
        """JAX explains why it traces anew; the message names the function."""
        self._pending().misses[_function(message)] = message

    def _note(self, function: str, seconds: float, pending: _Pending) -> None:
        message = pending.misses.get(function, "")
        with self._lock:
            place = place_of(message) or self._places.get(function, "")
            key = function, place
            before = self._last.get(key)
            if before is not None and not pending.heard and pending.device:
                pending.arguments = before.arguments
                pending.shardings = (pending.device,) * len(before.arguments)
            changes = (
                ()
                if pending.because
                else tuple(changes_between(message, pending.arguments, before, pending.shardings))
            )
            clears = self._clears()
            unseen = never_seen(message, self._known.get(key), clears)
            why = pending.because or unseen or "; ".join(map(str, changes))
            self._count += 1
            entry = Entry(
                self._count, time.time(), function, pending.arguments,
                pending.traced.get(function, 0.0), pending.lower, seconds, pending.cache,
                why or (NOT_SAID if before else FIRST), () if unseen else changes,
                threading.current_thread().name, place, pending.shardings,
            )  # fmt: skip
            self._entries.append(entry)
            self._last[key] = entry
            self._places[function] = place
            if unseen:
                self._known[key] = Known(identity_of(message), clears)
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


def _where(sharding: Any) -> str:
    """Where an argument lies: `cpu:1`, or how it is split; empty where JAX may choose."""
    spec, mesh = getattr(sharding, "spec", None), getattr(sharding, "mesh", None)
    if spec is not None and mesh is not None:
        axes = ", ".join(f"{name}={size}" for name, size in mesh.shape.items())
        return f"{_spec(spec)} over mesh({axes})"
    devices = sorted(getattr(sharding, "device_set", ()), key=str)
    if len(devices) == 1:
        return f"{devices[0].platform}:{devices[0].id}"
    return str(sharding) if devices else ""


def _spec(spec: Any) -> str:
    return f"P({', '.join(map(repr, spec))})"


LEDGER = Ledger()


__all__ = ["CHATTER", "COMPILER", "COMPILING", "TRACING", "Listener"]

# How the compiler's record begins that tells the devices, its third argument.
ASSIGNMENT = "get_compile_options: num_replicas=%s num_partitions=%s device_assignment=%s"


class Listener(logging.Filter):
    """Reads the records of JAX's loggers and lets through what would have been printed anyway."""

    def __init__(self, ledger: Ledger) -> None:
        super().__init__()
        self._ledger = ledger

    def filter(self, record: logging.LogRecord) -> bool:
        asked_for = record.levelno >= logging.WARNING and bool(jax.config.values["jax_log_compiles"])
        if record.name == COMPILING:
            if record.msg.startswith("Compiling %s") and isinstance(record.args, tuple):
                self._ledger.heard_compiling(*record.args[1:3])
            return asked_for or record.levelno > logging.DEBUG
        if record.name == TRACING and record.msg.startswith("TRACING CACHE MISS"):
            self._ledger.heard_miss(record.msg)
            return asked_for
        if record.name == COMPILER and record.levelno <= logging.DEBUG:
            if record.msg.startswith(ASSIGNMENT) and isinstance(record.args, tuple):
                self._ledger.heard_devices(record.args[2])
            return False
        if record.name in CHATTER and "persistent" in record.getMessage().lower():
            return asked_for or record.levelno > logging.WARNING
        return True


__all__ = ["LEDGER", "Change", "Entry", "Ledger"]
