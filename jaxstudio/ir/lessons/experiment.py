"""What the lessons' experiments have in common: shapes, clocks, devices."""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxstudio.ir.lessons.lesson import Table
from jaxstudio.ir.target import Target

ALIGNMENT = 64  # bytes


@dataclass(frozen=True)
class Program:
    """`targets` makes titles and functions to inspect; `experiment` yields its table, complete at last."""

    targets: Callable[[], Sequence[tuple[str, Target]]]
    experiment: Callable[[], Iterator[Table]]


@dataclass(frozen=True)
class CallTime:
    """Seconds until the call returned, and until the result was there."""

    dispatch: float
    ready: float


def floats(*shape: int) -> jax.ShapeDtypeStruct:
    return jax.ShapeDtypeStruct(shape, jnp.float32)


def timed(call: Callable[[], Any], seconds: float = 0.3, least: int = 3) -> CallTime:
    """Medians of calls for some time, after one that does not count."""
    jax.block_until_ready(call())
    dispatch: list[float] = []
    ready: list[float] = []
    until = time.perf_counter() + seconds
    while len(ready) < least or time.perf_counter() < until:
        began = time.perf_counter()
        result = call()
        dispatch.append(time.perf_counter() - began)
        jax.block_until_ready(result)
        ready.append(time.perf_counter() - began)
    return CallTime(statistics.median(dispatch), statistics.median(ready))


def aligned(x: np.ndarray) -> np.ndarray:
    """A copy at an address that JAX on the CPU reads in place: it reads the very memory that NumPy does.

    Elsewhere it makes a copy, whose memory has pages of another size, and reading columns then takes four
    times as long; whether an array stands at such an address is chance.
    """
    room = np.empty(x.nbytes + ALIGNMENT, np.uint8)
    first = -room.ctypes.data % ALIGNMENT
    made = room[first : first + x.nbytes].view(x.dtype).reshape(x.shape)
    made[...] = x
    return made


def time_interleaved(calls: Sequence[Callable[[], Any]], rounds: int) -> Iterator[list[CallTime]]:
    """Time several functions side by side: after each round, in which each is called once, the best of each.

    What else the machine does falls on all of them alike, and the least time is the one that it disturbed
    least: a comparison of such times comes out alike whenever it is made. A first round does not count.
    """
    for call in calls:
        jax.block_until_ready(call())
    dispatch, ready = [math.inf] * len(calls), [math.inf] * len(calls)
    for _ in range(rounds):
        for place, call in enumerate(calls):
            began = time.perf_counter()
            result = call()
            dispatch[place] = min(dispatch[place], time.perf_counter() - began)
            jax.block_until_ready(result)
            ready[place] = min(ready[place], time.perf_counter() - began)
            del result  # its memory is free again before the next one is timed
        yield [CallTime(*both) for both in zip(dispatch, ready, strict=True)]


def devices() -> list[jax.Device]:
    """One of each platform that JAX can reach, the default first."""
    found = list(jax.devices())[:1]
    if found[0].platform != "cpu":
        found += jax.devices("cpu")[:1]
    return found
