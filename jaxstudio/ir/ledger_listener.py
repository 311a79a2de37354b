"""Hears what JAX compiles in this process: its events, its log, its explanations of a retrace."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import jax
import numpy as np
from jax import monitoring

from jaxstudio.ir.ledger_entries import (
    CLEARED,
    CLOSEST,
    FIRST,
    FIRST_IN,
    LOADED_AS_IT_WAS,
    NOT_SAID,
    OTHER_PART,
    Entry,
    Known,
    changes_between,
    explained,
    identity_of,
    never_seen,
    place_of,
)
from jaxstudio.runtime.compile_counter import LOADED
from jaxstudio.runtime.jax_internals import (
    CHATTER,
    COMPILER,
    COMPILING,
    TRACING,
    count_clears,
    explain_static_arguments,
    transform_in_progress,
)

TRACE = "/jax/core/compile/jaxpr_trace_duration"
LOWER = "/jax/core/compile/jaxpr_to_mlir_module_duration"
COMPILE = "/jax/core/compile/backend_compile_duration"
CACHE = {"/jax/compilation_cache/cache_hits": "hit", "/jax/compilation_cache/cache_misses": "miss"}
# How the compiler's record begins that tells the devices, its third argument.
ASSIGNMENT = "get_compile_options: num_replicas=%s num_partitions=%s device_assignment=%s"


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

    def clear(self) -> None:
        self.misses.clear()
        self.traced.clear()
        self.arguments, self.shardings, self.lower, self.cache = (), (), 0.0, "off"
        self.device, self.heard = "", False


# A function's name and place, the transform in which it was compiled, and then the number of arguments: a
# derivative has a program for each of its parts.
Key = tuple[str, str, str, int]


class Listener(logging.Filter):
    """Reports every compilation until `stop`; lets through what JAX's loggers would have printed anyway.

    reason: asked on the thread that compiles: why it does, or an empty text.
    report: called on that thread with each compilation, numbered 0.
    """

    def __init__(self, reason: Callable[[], str], report: Callable[[Entry], object]) -> None:
        super().__init__()
        self._reason, self._report = reason, report
        self._lock = threading.Lock()
        self._here = threading.local()
        self._last: dict[Key, Entry] = {}
        self._known: dict[Key, Known] = {}
        self._identities: dict[tuple[str, str], str] = {}  # of the function's object
        self._places: dict[str, str] = {}  # of the function of that name that was traced last
        self._levels: dict[str, int] = {}

    def start(self) -> None:
        """Listen from now on."""
        monitoring.register_event_duration_secs_listener(self._on_duration)
        monitoring.register_event_listener(self._on_event)
        for name in (COMPILING, TRACING, *CHATTER):
            logger = logging.getLogger(name)
            self._levels[name] = logger.level
            logger.addFilter(self)
        for name in (COMPILING, COMPILER):
            logging.getLogger(name).setLevel(logging.DEBUG)
        explain_static_arguments()
        count_clears()
        jax.config.update("jax_explain_cache_misses", True)

    def stop(self) -> None:
        """Listen no more."""
        monitoring.unregister_event_duration_listener(self._on_duration)
        monitoring.unregister_event_listener(self._on_event)
        for name, level in self._levels.items():
            logging.getLogger(name).removeFilter(self)
            logging.getLogger(name).setLevel(level)
        jax.config.update("jax_explain_cache_misses", False)

    def filter(self, record: logging.LogRecord) -> bool:
        asked_for = record.levelno >= logging.WARNING and bool(jax.config.values["jax_log_compiles"])
        if record.name == COMPILING:
            if record.msg.startswith("Compiling %s") and isinstance(record.args, tuple):
                self._hear_types(*record.args[1:3])
            return asked_for or record.levelno > logging.DEBUG
        if record.name == TRACING and record.msg.startswith("TRACING CACHE MISS"):
            self._pending().misses[_function(record.msg)] = record.msg
            return asked_for
        if record.name == COMPILER and record.levelno <= logging.DEBUG:
            if record.msg.startswith(ASSIGNMENT) and isinstance(record.args, tuple):
                self._hear_devices(record.args[2])
            return False
        if record.name in CHATTER and "persistent" in record.getMessage().lower():
            return asked_for or record.levelno > logging.WARNING
        return True

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
            self._note(name, duration_secs, pending, self._reason())
            pending.clear()
        elif event == LOADED:
            self._note(name, duration_secs, _Pending(cache="kept"), self._reason() or LOADED_AS_IT_WAS)

    def _hear_types(self, arguments: Any, shardings: Any = ()) -> None:
        """JAX is about to compile for arguments of these types, which lie there."""
        pending = self._pending()
        pending.arguments, pending.heard = tuple(map(_short, arguments)), True
        pending.shardings = tuple(map(_where, shardings)) if isinstance(shardings, tuple | list) else ()

    def _hear_devices(self, assignment: Any) -> None:
        """XLA is about to compile for these devices, by replica and partition."""
        devices = np.ravel(np.array(assignment if assignment is not None else (), object)).tolist()
        self._pending().device = f"{devices[0].platform}:{devices[0].id}" if len(devices) == 1 else ""

    def _note(self, function: str, seconds: float, pending: _Pending, because: str) -> None:
        message = pending.misses.get(function, "")
        with self._lock:
            place = place_of(message) or self._places.get(function, "")
            # of an operation by itself a transform makes no other program
            transform = transform_in_progress() if place and not because else ""
            key = function, place, transform, len(pending.arguments) if transform else 0
            before = self._last.get(key)
            if before is not None and not pending.heard and pending.device:
                pending.arguments = before.arguments
                pending.shardings = (pending.device,) * len(before.arguments)
            changes = (
                ()
                if because
                else tuple(changes_between(message, pending.arguments, before, pending.shardings))
            )
            clears, known = count_clears(), self._known.get(key)
            unseen = never_seen(message, known, clears)
            if transform and known is not None:  # each time under another identity
                unseen = CLEARED if known.clears < clears else ""
            elif transform:
                unseen = FIRST_IN[transform]
            why = because or unseen or "; ".join(map(str, changes))
            if transform == "derivative" and known is not None and changes and not (because or unseen):
                why = OTHER_PART.format(why)
            if not why and (closest := explained(message)):
                why = CLOSEST.format("; ".join(map(str, closest)))
            entry = Entry(
                0, time.time(), function, pending.arguments,
                pending.traced.get(function, 0.0), pending.lower, seconds, pending.cache,
                why or (NOT_SAID if before else FIRST), () if unseen else changes,
                threading.current_thread().name, place, pending.shardings,
            )  # fmt: skip
            self._last[key] = entry
            self._places[function] = place
            if identity := identity_of(message):
                self._identities[function, place] = identity
            self._known[key] = Known(self._identities.get((function, place), ""), clears)
        self._report(entry)


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
