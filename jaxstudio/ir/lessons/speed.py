"""Lessons on speed: SELU and a formula of nine million elements in NumPy, in JAX op by op, and jitted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxstudio.ir.lessons.experiment import Program, aligned, devices, floats, time_interleaved
from jaxstudio.ir.lessons.lesson import Table
from jaxstudio.ir.target import Target
from jaxstudio.runtime.devices import device_name

ALPHA, SCALE = 1.6732632423543772, 1.0507009873554805
SELU_SIZE = 1_000_000
SELU_ROUNDS = 12


def selu(x: jax.Array) -> jax.Array:
    return SCALE * jnp.where(x > 0, x, ALPHA * jnp.exp(x) - ALPHA)


def selu_in_numpy(x: np.ndarray) -> np.ndarray:
    return np.float32(SCALE) * np.where(x > 0, x, np.float32(ALPHA) * np.exp(x) - np.float32(ALPHA))


def selu_targets() -> list[tuple[str, Target]]:
    return [
        ("of a million", Target("selu of a million", selu, (floats(SELU_SIZE),))),
        ("of one number", Target("selu of one number", selu, (floats(),))),
        ("vmapped", Target("selu vmapped", jax.vmap(selu), (floats(3),))),
    ]


def selu_experiment() -> Iterator[Table]:
    """A million elements on each device: until the call returns, and until the result is there."""
    x = np.random.default_rng(0).standard_normal(SELU_SIZE).astype(np.float32)
    at = jax.vmap(selu)(jnp.array([42.0, 78.0, -12.3], jnp.float32))
    note = (
        f"selu(17.8) = {float(selu(jnp.float32(17.8))):.8g}, "
        f"selu(17) = {float(selu(jnp.float32(17.0))):.8g}, "
        f"vmapped over (42, 78, −12.3): {', '.join(f'{float(value):.8g}' for value in at)}"
    )
    yield from race(x, selu_in_numpy, selu, note)


def race(x: np.ndarray, in_numpy: object, in_jax: object, note: str = "") -> Iterator[Table]:
    """NumPy against JAX op by op and jitted, on each device: the best time of each, in turns."""
    assert callable(in_numpy)
    assert callable(in_jax)
    x = aligned(x)
    names = [("NumPy", "cpu")]
    calls: list[Callable[[], object]] = [lambda: in_numpy(x)]
    for device in devices():
        argument = jax.device_put(x, device)
        for how, function in (("JAX, op by op", in_jax), ("JAX, jitted", jax.jit(in_jax))):
            names.append((how, device_name(device)))
            calls.append(lambda function=function, argument=argument: function(argument))  # type: ignore[misc]
    heads = ("How", "Where", "Until it returns", "Until it is there", "Times NumPy")
    for number, best in enumerate(time_interleaved(calls, SELU_ROUNDS), 1):
        rows = tuple(
            (*name, timed.dispatch, timed.ready, best[0].ready / timed.ready)
            for name, timed in zip(names, best, strict=True)
        )
        said = f"The best of {number} rounds, in which all take turns. {note}".strip()
        yield Table(heads, rows, (2, 3), note=said)


RACING_SIDE = 3000


def formula(x: Any) -> Any:
    """The same lines for NumPy and for JAX."""
    return (x + x * x + 3) * (x * x + x * x.T)


def in_jax(x: jax.Array) -> jax.Array:
    return formula(x)


def racing_targets() -> list[tuple[str, Target]]:
    return [("3000 × 3000", Target("the race", in_jax, (floats(RACING_SIDE, RACING_SIDE),)))]


def racing_experiment() -> Iterator[Table]:
    x = np.random.default_rng(0).random((RACING_SIDE, RACING_SIDE), np.float32)
    note = (
        "Dispatch is the time until the call returns, ready the time until the result is there. In this "
        "studio the CPU answers when it is done, so that both are the same there; on a GPU they differ. And "
        "in this studio XLA computes on one thread, as NumPy does: pictures are cut into pieces for several."
    )
    yield from race(x, formula, in_jax, note)


PROGRAMS = {
    "selu": Program(selu_targets, selu_experiment),
    "race": Program(racing_targets, racing_experiment),
}
