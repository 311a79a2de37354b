"""A device's peak rates, measured once: arithmetic by a matrix product, memory by negating an array in place.

The roofline says how long a kernel must take at least: as long as its arithmetic at the peak rate, or its
bytes at the peak bandwidth, whichever is longer. The array is written before it is measured, since the first
touch of every page costs ten times as much as the copy; and it is several times larger than a cache. What
fits in a cache moves faster: smaller arrays are measured, too.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

import jax
import jax.numpy as jnp

from jaxstudio.ir.cost.analysis import Cost
from jaxstudio.runtime.setup import xla_cpu_threads

CPU_SIDES, SIDES = (512, 1024), (4096,)
ARRAY_BYTES = 1 << 28
CACHED_BYTES = (1 << 20, 1 << 22, 1 << 24, 1 << 26)
ROUNDS, ROUNDS_SECONDS = 7, 0.1  # at least


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


_held: dict[jax.Device, Roofline] = {}
_lock = threading.Lock()


def roofline(device: jax.Device | None = None) -> Roofline:
    """The device's peak rates; measured at the first call (about half a second), then remembered."""
    device = device or jax.devices()[0]
    with _lock:
        if device not in _held:
            _held[device] = _measured(device)
        return _held[device]


def _measured(device: jax.Device) -> Roofline:
    with jax.default_device(device):
        sides = CPU_SIDES if device.platform == "cpu" else SIDES
        flops = max(_product_rate(side) for side in sides)
        negate = jax.jit(jnp.negative, donate_argnums=0)
        cached = tuple((size, _bandwidth(negate, size)) for size in CACHED_BYTES)
        threads = xla_cpu_threads() if device.platform == "cpu" else 0
        return Roofline(flops, _bandwidth(negate, ARRAY_BYTES), threads, cached)


def _product_rate(side: int) -> float:
    """Flop/s of a product of square matrices; the smaller, the better the chance of an undisturbed round."""
    square, product = jnp.ones((side, side), jnp.float32), jax.jit(jnp.matmul)
    return 2.0 * side**3 / _best(lambda: product(square, square))


def _bandwidth(negate: Callable[[jax.Array], jax.Array], size: int) -> float:
    """Byte/s, read and written, of negating an array of `size` bytes where it lies."""
    held = [jnp.ones(size // 4, jnp.float32)]

    def call() -> jax.Array:
        held[0] = negate(held[0])
        return held[0]

    return 2.0 * size / _best(call)


def _best(call: Callable[[], jax.Array]) -> float:
    """Seconds of the fastest round: what another program takes does not count."""
    call().block_until_ready()
    times: list[float] = []
    while len(times) < ROUNDS or sum(times) < ROUNDS_SECONDS:
        began = time.perf_counter()
        call().block_until_ready()
        times.append(time.perf_counter() - began)
    return min(times)
