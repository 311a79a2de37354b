"""What this machine does at best, measured once: arithmetic by a matrix product, memory by a copy.

The roofline says how long a kernel must take at least: as long as its arithmetic at the peak rate,
or its bytes at the peak bandwidth, whichever is longer.
"""

from __future__ import annotations

import statistics
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

import jax
import jax.numpy as jnp

from jaxstudio.ir.cost.analysis import Cost

SIDE = 1024
COPIED = 1 << 26  # bytes; several times what a cache holds
ROUNDS = 7


@dataclass(frozen=True)
class Roofline:
    """The peak rates of a device in float32: flop/s and byte/s."""

    flops_per_second: float
    bytes_per_second: float

    @property
    def ridge(self) -> float:
        """The intensity (flop per byte) from which on arithmetic is the limit."""
        return self.flops_per_second / self.bytes_per_second

    def least_seconds(self, cost: Cost) -> float | None:
        """How long a run takes at least, by what XLA counts."""
        flops, moved = cost.of_a_run
        if flops is None or moved is None:
            return None
        return max(flops / self.flops_per_second, moved / self.bytes_per_second)

    def bound(self, cost: Cost) -> str:
        """What limits a kernel of this cost: `memory`, `arithmetic`, or empty where it is not known."""
        if cost.intensity is None:
            return ""
        return "memory" if cost.intensity < self.ridge else "arithmetic"


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
        square = jnp.ones((SIDE, SIDE), jnp.float32)
        product = jax.jit(jnp.matmul)
        seconds = _best(lambda: product(square, square))
        flops = 2.0 * SIDE**3 / seconds
        memory = jnp.ones(COPIED // 4, jnp.float32)
        # a plain copy could be left out by the compiler
        negated = jax.jit(jnp.negative)
        return Roofline(flops, 2.0 * COPIED / _best(lambda: negated(memory)))


def _best(call: Callable[[], jax.Array]) -> float:
    """Seconds of the faster half of the rounds, so that another program's burst does not count."""
    call().block_until_ready()
    times = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        call().block_until_ready()
        times.append(time.perf_counter() - began)
    return statistics.median(sorted(times)[: ROUNDS // 2 + 1])
