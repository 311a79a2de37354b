"""Hears what JAX compiles in this process: its events, its log, its explanations of a retrace."""

from __future__ import annotations

import logging
import re
import threading
import time
from collections.abc import Sequence
from dataclasses import field
from typing import Any
from weakref import WeakKeyDictionary

import jax
import numpy as np
from jax import monitoring

from jaxstudio.ir.compilation_log import (
    COMPILATION_LOG,
    FIRST,
    INSPECTED,
    OPERATION,
    POSITIONAL,
    SETTINGS,
    UNUSED,
    Change,
    CompilationLog,
    Entry,
)
from jaxstudio.lazy_dataclass import dataclass
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

# How JAX words its explanation of a tracing cache miss.
CHANGE = r"^\s*\* at (input path )?(.+?), now (.*?) and before (.*?)(?:, so (.*))?$"
CONTEXT = r"^\s*\* (\S+) differs: now (.*) and before (.*)$"
AXIS = r"'(\w+)': (\d+)"
AXES = r"\(\{.*?\}\)"  # the axes of a mesh behind a type
WEAK = r"\{weak_type=(True|False)\}(?:https?://\S+)?$"
STATIC = r"Static\(val=(.*)\)$"
KEYS = r"symmetric difference of key sets: \{(.*)\}"
CLASS = r"<class '(?:\w+\.)*(\w+)'>(?: with pytree metadata \((.*?),?\))?"
POSITION, KEYWORDS, LEAF = "[0]", "[1]", "pytree leaf"
CHILDREN = r"with (\d+) child"
CLEARED = "jax.clear_caches() was called: what was compiled before is forgotten"
AGAIN = "a function made anew on the same line: what was compiled for the one before is not found"
CLEARED_OR_AGAIN = (
    "not known which: jax.clear_caches() was called, and the function may be one made anew on the same line"
)
LOADED_AS_IT_WAS = "loaded as it was compiled before, and neither traced nor lowered"
NOT_SAID = (
    "not known: the types are the same; another static value, another structure of an argument, or a "
    "function made anew"
)
OTHER_PART = "not known which: another part of a derivative, or other types: {0}"
PART = "another part of a derivative, such as its backward pass, which is a program of its own"
CLOSEST = "unlike every call before; from the closest one it differs in {0}"
# By the kind of a transform of JAX that is in progress.
FIRST_IN = {
    "derivative": "first call in a derivative (grad, jvp, vjp), which traces a program of its own",
    "vmap": "first call in a vmap, which traces a program of its own",
}
# The causes that are whole sentences, which a window translates.
CAUSES = (
    FIRST, INSPECTED, OPERATION, CLEARED, AGAIN, CLEARED_OR_AGAIN, LOADED_AS_IT_WAS, NOT_SAID, PART,
    *FIRST_IN.values(),
)  # fmt: skip
NAMELESS = "<unknown>"  # JAX's name for a callable object
NEVER_SEEN = r"never seen function:\s+(\S+) id=(\d+)"
DEFINED = r" defined at (.+:\d+)"
LENGTH = r"(?:tuple|list) of length (\d+)$"
DEVICE = r"\w+:\d+"
USUAL = "the usual device"
SWITCHES = {"True": "on", "False": "off", "None": "the usual"}
MESH = r"^AbstractMesh\((.*?)(?:, axis_types=.*)?\)$"


@dataclass
class _Pending:
    """The messages of this thread since its last compilation."""

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
    """Notes every compilation in a log; lets through what JAX's loggers would have printed anyway."""

    def __init__(self, log: CompilationLog) -> None:
        super().__init__()
        self._log = log
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
            self._note(name, duration_secs, pending, self._log.reason())
            pending.clear()
        elif event == LOADED:
            self._note(name, duration_secs, _Pending(cache="kept"), self._log.reason() or LOADED_AS_IT_WAS)

    def _hear_types(self, arguments: Any, shardings: Any = ()) -> None:
        """JAX is about to compile for arguments of these types, which lie there."""
        pending = self._pending()
        pending.arguments, pending.heard = tuple(map(_short, arguments)), True
        pending.shardings = tuple(map(_sharding, shardings)) if isinstance(shardings, tuple | list) else ()

    def _hear_devices(self, assignment: Any) -> None:
        """XLA is about to compile for these devices, by replica and partition."""
        devices = np.ravel(np.array(assignment if assignment is not None else (), object)).tolist()
        self._pending().device = f"{devices[0].platform}:{devices[0].id}" if len(devices) == 1 else ""

    def _note(self, function: str, seconds: float, pending: _Pending, because: str) -> None:
        message = pending.misses.get(function) or pending.misses.get(NAMELESS, "")
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
            if not why and before is not None:
                alone = not place and hasattr(jax.lax, f"{function}_p")
                why = PART if transform == "derivative" else OPERATION if alone else NOT_SAID
            entry = Entry(
                0, time.time(), function, pending.arguments,
                pending.traced.get(function, 0.0), pending.lower, seconds, pending.cache,
                why or FIRST, () if unseen else changes,
                threading.current_thread().name, place, pending.shardings,
            )  # fmt: skip
            self._last[key] = entry
            self._places[function] = place
            if identity := identity_of(message):
                self._identities[function, place] = identity
            self._known[key] = Known(self._identities.get((function, place), ""), clears)
        self._log.add(entry)


_listeners: WeakKeyDictionary[CompilationLog, Listener] = WeakKeyDictionary()
_lock = threading.Lock()


def start_logging(log: CompilationLog = COMPILATION_LOG) -> None:
    """Log the compilations of this process from now on; a second call does nothing."""
    with _lock:
        if not log.listening:
            log.listening = True
            _listeners.setdefault(log, Listener(log)).start()


def stop_logging(log: CompilationLog = COMPILATION_LOG) -> None:
    """Stop logging; the log stays."""
    with _lock:
        if log.listening:
            log.listening = False
            _listeners[log].stop()


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


def _sharding(sharding: Any) -> str:
    """Return the placement of an argument: `cpu:1`, or its sharding; empty if JAX may choose."""
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


def explained(message: str) -> list[Change]:
    """The changes that JAX's explanation of a tracing cache miss names, against the closest call before."""
    changes: list[Change] = []
    for line in message.splitlines():
        if found := re.match(CHANGE, line):
            changes += _tree_changes(found) if found[1] else [_change(found[2], found[3], found[4])]
        elif found := re.match(CONTEXT, line):
            name = SETTINGS.get(found[1], found[1])
            changes.append(Change(name, _setting(found[2]), _setting(found[3])))
    return _by_position_or_keyword([each for each in changes if each.now != each.before])


def _setting(value: str) -> str:
    """The value of a setting of JAX in whose context a function is traced."""
    if mesh := re.match(MESH, value):
        return f"mesh({', '.join(f'{name}={size}' for name, size in re.findall(AXIS, mesh[1]))})"
    return SWITCHES.get(value, _plain(value))


def _by_position_or_keyword(changes: list[Change]) -> list[Change]:
    """JAX tells how many arguments are positional, and which keywords come or go: together, what moved."""
    lengths = next(
        (
            (re.match(LENGTH, each.now), re.match(LENGTH, each.before))
            for each in changes
            if each.where in (POSITION, "positional arguments")
        ),
        None,
    )
    if lengths is None or not (lengths[0] and lengths[1]):
        return changes
    now, before = int(lengths[0][1]), int(lengths[1][1])
    moved = ("by position", "by keyword") if now > before else ("by keyword", "by position")
    gone = ("left out", "given") if now > before else ("given", "left out")
    found, left = [], abs(now - before)
    for change in changes:
        if left and (change.now, change.before) == gone:
            found.append(Change(change.where, *moved))
            left -= 1
        elif change.where not in (POSITION, "positional arguments"):
            found.append(change)
    if left:
        found.insert(0, Change(POSITIONAL, str(now), str(before)))
    return found


@dataclass(frozen=True)
class Known:
    """A function as it was compiled last: the identity of its object, and how often caches were emptied."""

    identity: str
    clears: int


def never_seen(message: str, before: Known | None = None, clears: int = 0) -> str:
    """Return the cause, if JAX says that it never saw the function; empty otherwise.

    Args:
        before: what was known of a function of this name on this line.
        clears: how often the caches of JAX were emptied so far.
    """
    found = re.search(NEVER_SEEN, message)
    if found is None:
        return ""
    if before is not None and before.clears < clears:
        return CLEARED if before.identity == found[2] else CLEARED_OR_AGAIN
    # JAX knows no line of a nameless function
    on_the_line = "defined on the same line" in message and NAMELESS not in message
    return AGAIN if before is not None or on_the_line else FIRST


def identity_of(message: str) -> str:
    """The identity of the function's object, where JAX tells it."""
    found = re.search(NEVER_SEEN, message)
    return found[2] if found else ""


def place_of(message: str) -> str:
    """`file.py:12`: where the function is defined that JAX explains about; empty where it does not say."""
    found = re.search(DEFINED, message)
    return found[1] if found else ""


def moved(now: Sequence[str], before: Sequence[str]) -> list[Change]:
    """The changes from where one call's arguments lie to where another's do."""
    pairs = [
        (place, *each) for place, each in enumerate(zip(now, before, strict=False)) if each[0] != each[1]
    ]
    if not pairs:
        return []
    devices = all(not name or re.fullmatch(DEVICE, name) for _, *names in pairs for name in names)
    if devices and len({each[1:] for each in pairs}) == 1:
        _, new, old = pairs[0]
        return [Change("device", new or USUAL, old or USUAL)]
    return [Change(f"sharding of argument {place}", new or USUAL, old or USUAL) for place, new, old in pairs]


def compared(now: Sequence[str], before: Sequence[str]) -> list[Change]:
    """The changes from the types of one call's arguments to another's."""
    if len(now) != len(before):
        return [Change("arguments", str(len(now)), str(len(before)))]
    return [
        Change(f"argument {place}", new, old)
        for place, (new, old) in enumerate(zip(now, before, strict=True))
        if new != old
    ]


def changes_between(
    message: str, now: Sequence[str], before: Entry | None, shardings: Sequence[str] = ()
) -> list[Change]:
    """Return the changes from the previous call to this one.

    JAX compares with the call that it finds closest, static arguments first: what it says of them
    holds unless the call before had the same already. The types are compared with the call before.
    """
    changes = explained(message)
    if before is None:
        return changes
    places = moved(shardings, before.shardings)
    types = compared(now, before.arguments)
    had = {(change.where, change.now) for change in before.changes}
    static = [change for change in changes if not _is_type(change) and (change.where, change.now) not in had]
    named = [change for change in changes if _is_type(change)]
    if static and len(now) != len(before.arguments):
        types = []  # another structure of an argument holds another number of arrays
    if [change.now for change in named] == [change.now for change in types]:
        # JAX knows the names of arguments
        types = [Change(name.where, own.now, own.before) for name, own in zip(named, types, strict=True)]
    if named and not (static or types or places):
        # of an argument that the program does not use, and that is not passed to it
        named = [Change(f"{each.where}, {UNUSED}", each.now, each.before) for each in named]
    return static + (types or named) + places


def _is_type(change: Change) -> bool:
    return bool(re.match(r"(?:[a-z]+\d*|key<\w+>)\[", change.now))


def _tree_changes(match: re.Match[str]) -> list[Change]:
    """Static values, or arguments given by name that were left out before (and the other way round)."""
    static = re.search(STATIC, match[3]), re.search(STATIC, match[4])
    if static[0] and static[1]:
        return [Change(_where(match[2]), static[0][1], static[1][1])]
    keys = re.search(KEYS, match[5] or "")
    counts = re.search(CHILDREN, match[3]), re.search(CHILDREN, match[4])
    if keys and counts[0] and counts[1]:
        given = int(counts[0][1]) > int(counts[1][1])
        words = ("given", "left out") if given else ("left out", "given")
        names = [name.strip(" '") for name in keys[1].split(",")]
        inside = "" if match[2] == KEYWORDS else _where(match[2])
        return [Change(f"{inside}[{name!r}]" if inside else name, *words) for name in names]
    change = _change(match[2], match[3], match[4])
    parts = f"{LEAF}|{CLASS}|{LENGTH}"
    if match[2] != POSITION and any(re.match(parts, value) for value in (match[3], match[4])):
        return [Change(f"structure of {change.where}", change.now, change.before)]
    return [change]


def _change(where: str, now: str, before: str) -> Change:
    return Change(_where(where), _plain(now), _plain(before))


def _where(path: str) -> str:
    """JAX writes keyword n as `[1]['n']` and positional argument 2 as `[0][2]`."""
    keyword = re.match(r"\[1\]\['(\w+)'\]", path)
    if keyword:
        return keyword[1] + path[keyword.end() :]
    positional = re.match(r"\[0\]\[(\d+)\]", path)
    return f"argument {positional[1]}{path[positional.end() :]}" if positional else path


def _plain(value: str) -> str:
    """A type without what surrounds it; `weak` behind a type that gives way; a class by its name."""
    if value == LEAF:
        return "an array or number"
    if node := re.match(CLASS, value):
        keys = f" with keys {node[2]}" if node[2] and node[1].endswith(("dict", "Dict")) else ""
        return node[1].removesuffix("Type") + (keys or value[node.end() :])
    weak = re.search(WEAK, value)
    value = re.sub(AXES, "", re.sub(WEAK, "", value)).strip()
    return f"{value} weak" if weak and weak[1] == "True" else value
