"""The log of compilations: function, time, duration, cache hit, cause.

A process that compiles listens to its JAX (`compilation_listener.start_logging`); one that does not, such as
the window, takes what its children tell (`forward`, `receiver`).
"""

from __future__ import annotations

import os
import re
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from msgspec import Struct
from msgspec.structs import replace

MOST_ENTRIES = 2000
FIRST = "first call"
ANOTHER = "another one"
CACHES = ("hit", "miss", "kept", "off")
INSPECTED = "compiled by the inspector"
OPERATION = "an operation by itself, with another shape, axis or other parameter than before"
LAMBDA = "<lambda>"
ADDRESS = re.compile(r" at 0x[0-9a-f]+>")


class Change(Struct, frozen=True):
    """A change from the previous call: at `where`, `now` replaces `before`.

    Its text leaves out where in memory an object lies.
    """

    where: str
    now: str
    before: str

    @property
    def parts(self) -> tuple[str, str, str]:
        """The place, the value before and the value now, as they are read."""
        now, before = (ADDRESS.sub(">", each) for each in (self.now, self.before))
        return self.where, before, now if now != before else ANOTHER

    def __str__(self) -> str:
        where, before, now = self.parts
        return f"{where}: {before} → {now}"


class Entry(Struct, frozen=True):
    """A compilation. Times are in seconds; `when` is since the epoch.

    `cache` is `hit` or `miss` of the persistent cache, `kept` for an executable found before anything was
    traced, or `off`. `arguments` are types such as `f32[3]`, by position, without static ones (none of what
    was kept). `why` is one line. `place` is the function's file and line, where JAX tells them.
    `shardings` say for each argument where it lies: empty for one that JAX may put anywhere.
    """

    number: int
    when: float
    function: str
    arguments: tuple[str, ...]
    trace: float
    lower: float
    compile: float
    cache: str
    why: str
    changes: tuple[Change, ...] = ()
    thread: str = ""
    place: str = ""
    shardings: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """The function's name; one without a name of its own by its file and line."""
        short = os.path.basename(self.place)
        return f"{self.function} {short}" if self.function == LAMBDA and short else self.function

    @property
    def seconds(self) -> float:
        return self.trace + self.lower + self.compile


class CompilationLog:
    """The last compilations, of this process while it listens and of others, at most MOST_ENTRIES."""

    def __init__(self) -> None:
        self._entries: deque[Entry] = deque(maxlen=MOST_ENTRIES)
        self._lock = threading.Lock()
        self._here = threading.local()
        self._count = 0
        self.listening = False
        self._tell: Callable[[Entry], object] | None = None

    @property
    def count(self) -> int:
        """Return the number of compilations since the start, forgotten ones included."""
        return self._count

    def entries(self, since: int = 0) -> list[Entry]:
        """The entries with a number above `since`, oldest first."""
        with self._lock:
            return [entry for entry in self._entries if entry.number > since]

    @contextmanager
    def because(self, why: str) -> Iterator[None]:
        """Note this reason with each compilation of this thread inside the block."""
        before = self.reason()
        self._here.reason = why
        try:
            yield
        finally:
            self._here.reason = before

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Leave out what this thread compiles inside the block: programs that measure the machine."""
        self._here.paused = True
        try:
            yield
        finally:
            self._here.paused = False

    def tell(self, whom: Callable[[Entry], object]) -> None:
        """Call this, on the thread that compiled, with every entry from now on."""
        self._tell = whom

    def take(self, entries: Sequence[Entry], where: str) -> None:
        """Note what another process compiled, under numbers of this log; `where` stands for the thread."""
        for entry in entries:
            self.add(replace(entry, thread=where))

    def reason(self) -> str:
        """Return this thread's present reason to compile; empty if none was given."""
        return getattr(self._here, "reason", "")

    def add(self, entry: Entry) -> None:
        """Note one compilation, under the next number."""
        if getattr(self._here, "paused", False):
            return
        with self._lock:
            self._count += 1
            entry = replace(entry, number=self._count)
            self._entries.append(entry)
        if self._tell is not None:
            self._tell(entry)


COMPILATION_LOG = CompilationLog()


def forward(say: Callable[[object], object]) -> None:
    """Send the parent process an entry for every compilation from now on.

    It does not listen itself, which loads JAX.
    """
    COMPILATION_LOG.tell(say)


def receiver(where: str, others: Sequence[str] = ()) -> Callable[[Entry], None]:
    """Return a function of the parent that notes a child's entries under the process name `where`.

    `others` are the names of processes below the child, whose entries it forwards, too.
    """

    def note(entry: Entry) -> None:
        COMPILATION_LOG.take([entry], entry.thread if entry.thread in others else where)

    return note


DTYPE = re.compile(r"^(?:[a-z]+\d*\w*|key<\w+>)\[([^\]]*)\]( weak)?$")
DEVICE = re.compile(r"^device$|^sharding of ")
FUNCTION = re.compile(r"^(?:<function|<bound method|functools\.partial\()")
KEYWORD = re.compile(r"^\w+$")
# Settings of JAX in whose context a function is traced, by their names and in words.
SETTINGS = {
    "jax_default_device": "default device",
    "jax_default_matmul_precision": "precision of matrix products",
    "jax_enable_x64": "64-bit numbers",
    "jax_numpy_dtype_promotion": "promotion of dtypes",
    "jax_numpy_rank_promotion": "promotion of ranks",
    "abstract_mesh_context_manager": "mesh",
    "jax_debug_nans": "debugging of NaNs",
    "jax_threefry_partitionable": "partitionable random bits",
    "jax_default_prng_impl": "kind of random keys",
}
POSITIONAL = "arguments by position"
UNUSED = "not used by the program"
ADVICE = {
    "clear_caches": "call jax.clear_caches() in tests alone: everything is compiled again after it",
    "anew": (
        "make the jitted function once, outside the loop or the method that makes it, and pass what it "
        "closes over as an argument"
    ),
    "operation": "call it inside a jitted function: by itself it is compiled for each of its parameters",
    "context": "set it once for the whole program, or enter the same context around every call",
    "unused": (
        "the program does not use this argument, and is compiled for its type all the same: leave it out of "
        "the call, or give it one shape"
    ),
    "call": (
        "write every call the same way: each argument that moves between position and keyword, or is left "
        "out, is another call"
    ),
    "structure": "give every call the same containers and keys; a None counts as a part left out",
    "weak": "a Python number is weakly typed: make it an array of one dtype before the call",
    "dtype": "convert it to one dtype before the call",
    "shape": "each shape is compiled once: pad to a few sizes, or call with the same one",
    "device": "put the arguments where they stay before the loop, with jax.device_put",
    "function": (
        "a static function is the same only if it is the very same object: make it once, outside the loop or "
        "the call"
    ),
    "object": (
        "a static object is the same only if it is equal and has an equal hash: register its class as a "
        "pytree, or define both"
    ),
    "static": "each static value is compiled by itself: pass it as an array, if no shape depends on it",
}


def cause_of(entry: Entry) -> str:
    """The name of the cause in ADVICE; empty for a first call and an unknown cause."""
    why = entry.why
    if "clear_caches" in why:
        return "clear_caches"
    if why == OPERATION:
        return "operation"
    if why.startswith("a function made anew"):
        return "anew"
    if why.startswith(FIRST) or not entry.changes:
        return ""
    change = entry.changes[0]
    if change.where in SETTINGS.values():
        return "context"
    if change.where.endswith(UNUSED):
        return "unused"
    if DEVICE.match(change.where):
        return "device"
    now, before = DTYPE.match(change.now), DTYPE.match(change.before)
    if now and before:
        if change.now.partition("[")[0] != change.before.partition("[")[0]:
            return "dtype"
        return "weak" if now[1] == before[1] else "shape"
    given = "given" in (change.now, change.before)
    if change.where == POSITIONAL or "by keyword" in (change.now, change.before):
        return "call"
    if given or change.where.startswith("structure of "):
        return "call" if KEYWORD.match(change.where) else "structure"
    if FUNCTION.match(change.now):
        return "function"
    return "object" if ADDRESS.search(change.now) else "static"


def advice_for(entry: Entry) -> str:
    """Advice against another compilation of the same; empty where there is none."""
    return ADVICE.get(cause_of(entry), "")
