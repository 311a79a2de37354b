"""What a run of a compiled function took, and the least that this device could take, as values.

The roofline is the least time a kernel can take: its arithmetic at the peak rate or its bytes at the memory
bandwidth, whichever is longer; `ir/measurement.py` measures both.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from jaxstudio.ir.cost import Cost


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
        """Byte/s at best, for what a kernel of this cost holds at once: the less, the more."""
        held = cost.held_bytes
        if held is None:
            return max(self.bytes_per_second, *(rate for _, rate in self.cached), 0.0)
        return max(self.bytes_per_second, *(rate for size, rate in self.cached if size >= held), 0.0)

    def ridge(self, cost: Cost) -> float:
        """The intensity (flop per byte) from which on arithmetic is the limit."""
        return self.flops_per_second / self.bandwidth(cost)

    def least_seconds(self, cost: Cost) -> float | None:
        """How long a run takes at least, by what XLA counts."""
        flops, moved = cost.of_a_run
        if flops is None or moved is None:
            return None
        return max(flops / self.flops_per_second, moved / self.bandwidth(cost))

    def bound(self, cost: Cost) -> str:
        """What limits a kernel of this cost: `memory`, `cache` or `arithmetic`; empty where not known."""
        flops, moved = cost.of_a_run
        if flops is None or not moved:
            return ""
        if flops >= self.ridge(cost) * moved:
            return "arithmetic"
        return "memory" if self.bandwidth(cost) == self.bytes_per_second else "cache"


@dataclass(frozen=True)
class Timing:
    """Medians over `runs`, in seconds: until the call returned, and until the result was there."""

    dispatch: float
    ready: float
    runs: int

    def as_json(self) -> dict[str, float | int]:
        return {"dispatch_ms": self.dispatch * 1e3, "ready_ms": self.ready * 1e3, "runs": self.runs}


@dataclass(frozen=True)
class Measurement:
    """A function's timing, the machine's peak rates, and seconds of each kernel by the instruction that it
    computes. `unmeasured` says why there is no timing, or what else is missing.
    """

    timing: Timing | None = None
    roofline: Roofline | None = None
    kernel_seconds: Mapping[str, float] = field(default_factory=dict)
    unmeasured: str = ""
