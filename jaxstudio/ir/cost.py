"""The cost of a compiled function as values: XLA's counts, loop counts, times, the roofline.

The roofline is the least time that this device could take: the arithmetic at its peak rate, or the bytes
at its memory bandwidth, whichever is longer. Bytes that fit into the caches go at their rate.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import cache

import numpy as np

from jaxstudio.ir.links.origins import Origins
from jaxstudio.ir.parse.hlo import ParsedHlo, parse_hlo
from jaxstudio.lazy_dataclass import dataclass

TRIPS = re.compile(r'"known_trip_count":\{"n":"(\d+)"\}')
ASIDE = re.compile(r", metadata=\{(?:[^\"}]|\"(?:[^\"\\]|\\.)*\")*\}")
# The first line names what belongs to the whole module alone.
HEAD = "HloModule counted\n\n"

Counts = Mapping[str, float]
Count = Callable[[str], Counts]


@dataclass(frozen=True)
class Loop:
    """A `while` of the optimised HLO. `trips` is None where only the run decides.

    `depth` is 0 for a loop that stands in no other.
    """

    name: str
    trips: int | None
    depth: int = 0


@dataclass(frozen=True)
class Computations:
    """The computations of a module by number, with the loops that each runs."""

    hlo: ParsedHlo

    def loops(self, number: int) -> Iterator[tuple[str, int | None, list[int]]]:
        """The loops of a computation, those of its callees included, but not loops inside loops.

        Each as its instruction, its iterations, and the computations of its body and condition.
        """
        for item in self.hlo.items_of(number):
            called = self.hlo.calls.of([item]).tolist()
            if self.hlo.parsed.kinds[item] == "while":
                trips = TRIPS.search(self.hlo.tails[item])
                yield self.hlo.parsed.names[item], int(trips[1]) if trips else None, called
            else:
                for each in called:
                    yield from self.loops(each)

    def module(self, number: int) -> str:
        """A module whose entry is this computation."""
        *called, own = self.texts([number])
        return HEAD + "".join([*called, "ENTRY " + own.removeprefix("ENTRY ")])

    def texts(self, numbers: Sequence[int]) -> list[str]:
        """The texts of computations, each after its callees."""
        wanted, waiting = set(numbers), list(numbers)
        while waiting:
            called = set(self.hlo.calls.of(self.hlo.items_of(waiting.pop())).tolist()) - wanted
            wanted |= called
            waiting += called
        order = sorted(wanted, key=lambda each: (each in numbers, each))
        return [self._text(each) + "\n\n" for each in order]

    def _text(self, number: int) -> str:
        region = self.hlo.parsed.regions[number]
        return "\n".join(ASIDE.sub("", line) for line in self.hlo.lines[region.first - 1 : region.last])


def describe_loops(loops: Sequence[Loop], multiplied: bool) -> str:
    """Say in a sentence what XLA's count leaves out."""
    known = [
        f"{loop.name}{' in it' if loop.depth else ''} {loop.trips:,}"
        for loop in loops
        if loop.trips is not None
    ]
    open_ended = [loop.name for loop in loops if loop.trips is None]
    times = " times, ".join(known) + " times" if known else ""
    unknown = f"how often {', '.join(open_ended)} runs is known only at run time" if open_ended else ""
    said = "; ".join(part for part in (f"a run does {times}" if times else "", unknown) if part)
    more = "" if multiplied or not times or unknown else "; what one iteration costs is not known"
    return f"XLA counts a loop's body once: {said}{more}"


def loops_of(text: str) -> tuple[Loop, ...]:
    """The loops of an optimised module, outer ones before those inside them."""
    held = Computations(parse_hlo(text, Origins()))

    def nested(number: int, depth: int) -> Iterator[Loop]:
        for loop, trips, parts in held.loops(number):
            yield Loop(loop, trips, depth)
            for part in parts:
                yield from nested(part, depth + 1)

    return tuple(nested(held.hlo.entry, 0)) if held.hlo.entry >= 0 else ()


def multiply_loops(text: str, total: Counts, count: Count) -> dict[str, float] | None:
    """The counts of a run: `total`, which has each loop once, with every loop as often as it runs.

    None where the number of iterations of some loop is not known, or what one costs.

    Args:
        count: XLA's analysis of a module's text; empty where there is none.
    """
    held = Computations(parse_hlo(text, Origins()))
    once = cache(lambda number: count(held.module(number)))

    def more(number: int) -> dict[str, float] | None:
        """Return the cost that the loops of a computation add to XLA's count."""
        added = dict.fromkeys(total, 0.0)
        for _, trips, parts in held.loops(number):
            for part in parts:
                inner = more(part)
                if trips is None or inner is None or not once(part):
                    return None
                for key in added:
                    # the condition is asked once more than the body runs
                    added[key] += (trips - 1) * once(part).get(key, 0.0) + trips * inner[key]
        return added

    added = more(held.hlo.entry) if held.hlo.entry >= 0 else None
    return None if added is None else {key: value + added[key] for key, value in total.items()}


COUNTS = ("flops", "transcendentals", "bytes accessed")


@dataclass(frozen=True)
class Cost:
    """Counted, not measured; None where the compiler does not tell.

    `flops` are arithmetic operations and `transcendentals` calls of exp, sin and the like, of one
    run, in which XLA counts each loop's body once, however often it runs. `bytes_accessed` is what all
    kernels read and write, `*_bytes` is memory. `loops` are the loops; `run_*` count each as often as
    it runs, and are None where that is not known.
    """

    flops: float | None = None
    transcendentals: float | None = None
    bytes_accessed: float | None = None
    argument_bytes: int | None = None
    output_bytes: int | None = None
    alias_bytes: int | None = None
    temporary_bytes: int | None = None
    peak_bytes: int | None = None
    code_bytes: int | None = None
    loops: tuple[Loop, ...] = ()
    run_flops: float | None = None
    run_transcendentals: float | None = None
    run_bytes_accessed: float | None = None

    @property
    def intensity(self) -> float | None:
        """Flops per byte moved: a kernel below the machine's own ratio waits for memory."""
        flops, moved = self.of_a_run
        return flops / moved if flops and moved else None

    @property
    def held_bytes(self) -> int | None:
        """The memory of arguments, results and temporaries, shared memory counted once."""
        held = self.argument_bytes, self.output_bytes, self.temporary_bytes
        known = [each for each in held if each is not None]
        return sum(known) - (self.alias_bytes or 0) if len(known) == len(held) else None

    @property
    def of_a_run(self) -> tuple[float | None, float | None]:
        """Flops and bytes of one run: with loops as often as they run where that is known, else once."""
        if self.run_flops is None or self.run_bytes_accessed is None:
            return self.flops, self.bytes_accessed
        return self.run_flops, self.run_bytes_accessed


@dataclass(frozen=True)
class Roofline:
    """The peak rates of a device in float32: flop/s, and byte/s read and written in its memory.

    `cached` are byte/s for arrays of so many bytes, which a cache may hold. `threads` is how many threads XLA
    computes with on a CPU, 0 for another device.
    """

    flops_per_second: float
    bytes_per_second: float
    threads: int = 0
    cached: tuple[tuple[int, float], ...] = ()

    def bandwidth(self, cost: Cost) -> float:
        """The best byte/s for the memory that a kernel of this cost holds at once: the less, the more."""
        held = cost.held_bytes
        if held is None:
            return max(self.bytes_per_second, *(rate for _, rate in self.cached), 0.0)
        return max(self.bytes_per_second, *(rate for size, rate in self.cached if size >= held), 0.0)

    def ridge(self, cost: Cost) -> float:
        """The intensity (flop per byte) from which on arithmetic is the limit."""
        return self.flops_per_second / self.bandwidth(cost)

    def least_seconds(self, cost: Cost) -> float | None:
        """Return the shortest possible time of a run by XLA's counts."""
        flops, moved = cost.of_a_run
        if flops is None or moved is None:
            return None
        return max(flops / self.flops_per_second, moved / self.bandwidth(cost))

    def bound(self, cost: Cost) -> str:
        """Return the limit of a kernel of this cost: `memory`, `cache` or `arithmetic`; empty if unknown."""
        flops, moved = cost.of_a_run
        if flops is None or not moved:
            return ""
        if flops >= self.ridge(cost) * moved:
            return "arithmetic"
        return "memory" if self.bandwidth(cost) == self.bytes_per_second else "cache"


@dataclass(frozen=True)
class Timing:
    """Medians over `runs`, in seconds: until the call returned, and until the result was there.

    Half of the runs took times between the `quartiles`, until the result was there.
    """

    dispatch: float
    ready: float
    runs: int
    quartiles: tuple[float, float] = (0.0, 0.0)

    def joined(self, other: Timing) -> Timing:
        """The timing of two rounds of runs; what disturbed one of them widens the quartiles."""
        (low, high), (other_low, other_high) = self.quartiles, other.quartiles
        return Timing(
            (self.dispatch + other.dispatch) / 2,
            (self.ready + other.ready) / 2,
            self.runs + other.runs,
            (min(low, other_low), max(high, other_high)),
        )


@dataclass(frozen=True, kw_only=True)
class Measurement:
    """A function's timing, the machine's peak rates, and seconds of one run by instruction.

    `profiled_seconds` is the run in which the instructions were timed. `counts` are XLA's counts of one run,
    `flops` and `bytes accessed`, by instruction. `unmeasured` says why there is no timing, or what else is
    missing.
    """

    timing: Timing | None = None
    roofline: Roofline | None = None
    kernel_seconds: Mapping[str, float] = field(default_factory=dict)
    unmeasured: str = ""
    profiled_seconds: float = 0.0
    counts: Mapping[str, Mapping[str, float]] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Flame:
    """Nested stretches of a quantity of one run; a node comes before those above it.

    `above` is int32 (n,): the node that a node stands on, −1 for the first. `values` are float64 (n,), with
    those of the nodes above. `stages` and `lines` are where a node is written: a source and its line, or "".
    """

    names: tuple[str, ...]
    above: np.ndarray
    values: np.ndarray
    stages: tuple[str, ...]
    lines: np.ndarray


@dataclass(frozen=True, eq=False)
class LineProfile:
    """A quantity of one run (seconds, flops, bytes) by lines: the known share of each.

    `lines` are float64 for each line of a stage, from line 0, which no text has; `items` for each equation
    of the jaxpr or instruction of the optimised HLO, with what it holds. `total` is all of it,
    `unattributed` the part that no line is known to have caused: of time the gaps between kernels, and
    kernels without an origin. `flames` are nested by "functions" and by "scopes".
    """

    lines: Mapping[str, np.ndarray]
    total: float
    unattributed: float
    items: Mapping[str, np.ndarray] = field(default_factory=dict)
    flames: Mapping[str, Flame] = field(default_factory=dict)

    @property
    def share_unattributed(self) -> float:
        """From 0 to 1."""
        return self.unattributed / self.total if self.total else 0.0
