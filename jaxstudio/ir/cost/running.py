"""A compiled function by the clock, on arguments of ones: until the call returns, and until all is there."""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

LEAST_RUNS, MOST_RUNS = 3, 200
# Arguments of more than this are not made just to measure.
MOST_ARGUMENT_BYTES = 4 << 30
Arguments = tuple[tuple[Any, ...], dict[str, Any]]


@dataclass(frozen=True)
class Timing:
    """Medians over `runs`, in seconds: until the call returned, and until the result was there."""

    dispatch: float
    ready: float
    runs: int

    def as_json(self) -> dict[str, float | int]:
        return {"dispatch_ms": self.dispatch * 1e3, "ready_ms": self.ready * 1e3, "runs": self.runs}


def arguments_maker(compiled: Any, device: jax.Device | None = None) -> Callable[[], Arguments] | None:
    """Makes arguments of ones for a compiled function; None where such arguments cannot be made.

    Each call hands out the same arrays, and donated ones anew.
    """
    leaves = jax.tree.leaves(compiled.args_info)
    if not all(map(_plain, leaves)) or sum(map(_bytes, leaves)) > MOST_ARGUMENT_BYTES:
        return None
    held = jax.tree.map(lambda leaf: None if leaf.donated else _ones(leaf, device), compiled.args_info)

    def arguments() -> Arguments:
        return jax.tree.map(
            lambda leaf, value: _ones(leaf, device) if leaf.donated else value, compiled.args_info, held
        )

    return arguments


def timed(compiled: Any, device: jax.Device | None = None, seconds: float = 0.2) -> Timing | None:
    """Run for about `seconds`; None where it cannot be run (see `arguments_maker`)."""
    arguments = arguments_maker(compiled, device)
    if arguments is None:
        return None
    dispatch: list[float] = []
    ready: list[float] = []
    until = time.perf_counter() + seconds
    while len(ready) < MOST_RUNS + 1 and (len(ready) <= LEAST_RUNS or time.perf_counter() < until):
        args, kwargs = arguments()
        began = time.perf_counter()
        result = compiled(*args, **kwargs)
        returned = time.perf_counter()
        jax.block_until_ready(result)
        dispatch.append(returned - began)
        ready.append(time.perf_counter() - began)
    # the first run touches fresh memory
    return Timing(statistics.median(dispatch[1:]), statistics.median(ready[1:]), len(ready) - 1)


def kernel_seconds(
    compiled: Any, module: str, device: jax.Device | None = None, runs: int = 5
) -> Mapping[str, float]:
    """Median seconds of each kernel in one run, by the instruction it computes, as JAX's profiler saw it.

    Empty where the profiler names no instructions or is already running.

    Args:
        module: the name of the HLO module, such as `jit_f`.
    """
    arguments = arguments_maker(compiled, device)
    if arguments is None:
        return {}
    given = [arguments() for _ in range(runs)]
    with tempfile.TemporaryDirectory(prefix="jaxstudio-profile-") as folder:
        try:
            jax.profiler.start_trace(folder)
        except RuntimeError:  # somebody else profiles
            return {}
        try:
            for args, kwargs in given:
                jax.block_until_ready(compiled(*args, **kwargs))
        finally:
            jax.profiler.stop_trace()
        return _read(Path(folder), module, runs)


def _read(folder: Path, module: str, runs: int) -> dict[str, float]:
    spent: dict[str, list[float]] = {}
    for path in folder.rglob("*.xplane.pb"):
        profile = jax.profiler.ProfileData.from_file(str(path))
        for plane in profile.planes:
            for line in plane.lines:
                for event in line.events:
                    stats = dict(event.stats)
                    if stats.get("hlo_module") == module and "hlo_op" in stats:
                        spent.setdefault(str(stats["hlo_op"]), []).append(event.duration_ns / 1e9)
    # an instruction in a loop runs several times a call
    return {
        name: statistics.median(times) * max(1, round(len(times) / runs)) for name, times in spent.items()
    }


def _plain(leaf: Any) -> bool:
    return not jnp.issubdtype(leaf.dtype, jax.dtypes.extended)


def _bytes(leaf: Any) -> int:
    return int(np.prod(leaf.shape, dtype=np.int64)) * leaf.dtype.itemsize


def _ones(leaf: Any, device: jax.Device | None) -> jax.Array:
    return jax.device_put(np.ones(leaf.shape, leaf.dtype), device)
