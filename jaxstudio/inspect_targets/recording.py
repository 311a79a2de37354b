"""Which kernels the engine runs for a recipe, on what, and what of it goes from one to the next.

Noted while the engine renders a small photo: nothing here repeats what the engine knows.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any

import jax
import numpy as np

from jaxstudio.engine.kernels import Kernel, Kernels
from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.pipeline.kinds import Neighbourhood
from jaxstudio.pipeline.op import Op
from jaxstudio.pipeline.recipe import Recipe


@dataclass(frozen=True)
class Recorded:
    """One call of a compiled stage: what the engine calls it, and its arguments by their shapes.

    `inputs` says, for each array among the arguments, which results of earlier calls it is: (call,
    place among its results), or None for what comes from elsewhere. `values` are those arrays
    themselves, where they were asked for. `op` is the one whose pass it is, of a neighbourhood op.
    """

    key: tuple[Hashable, ...]
    kernel: Kernel
    arguments: tuple[Any, ...]
    inputs: tuple[tuple[int, int] | None, ...]
    results: int
    values: tuple[np.ndarray, ...] = ()
    op: Op | None = None

    @property
    def given(self) -> str:
        """The number format of the first array that it reads; empty without one."""
        return next((leaf.dtype.name for leaf in jax.tree.leaves(self.arguments) if leaf.shape), "")


class RecordingKernels(Kernels):
    """Kernels that note every call, with `keep` the arrays too."""

    def __init__(self, device: jax.Device, keep: bool = False) -> None:
        super().__init__(device)
        self._keep = keep
        self.calls: list[Recorded] = []
        self._ops: dict[Hashable, Op] = {}
        self._results: dict[int, tuple[int, int]] = {}
        self._held: list[Any] = []  # what is let go could be mistaken for what comes after it

    def stage(self, op: Op, number: int, radius: int, channels: int, dtype: str) -> Kernel:
        assert isinstance(op.kind, Neighbourhood)
        self._ops[op.kind.passes[number].kernel_key(radius) or op.name, number] = op
        return super().stage(op, number, radius, channels, dtype)

    def _get(self, key: Hashable, make: Callable[[], Kernel]) -> Kernel:
        kernel = super()._get(key, make)
        jitted = self._made[key].jitted
        words = key if isinstance(key, tuple) else (key,)

        def noting(*arguments: Any) -> Any:
            given = jax.tree.leaves(arguments)
            values = tuple(map(np.array, given)) if self._keep else ()  # now: a call may take its memory
            result = kernel(*arguments)
            results = jax.tree.leaves(result)
            inputs = tuple(self._results.get(id(each)) for each in given)
            shapes = jax.tree.map(_shape, arguments)
            op = self._ops.get(words[1:3])
            self.calls.append(Recorded(words, jitted, shapes, inputs, len(results), values, op))
            self._held += results
            self._results |= {id(each): (len(self.calls) - 1, at) for at, each in enumerate(results)}
            return result

        return noting


def recorded(
    recipe: Recipe, pixels: np.ndarray, device: str | None = None, *, keep: bool = False
) -> list[Recorded]:
    """The calls that render `recipe` on `pixels` for the screen, in their order; with `keep` their arrays."""
    engine = Engine(device, cache_bytes=0)
    engine.steps.threads = 1  # one call after the other
    engine.steps.kernels = kernels = RecordingKernels(engine.device, keep)
    engine.render(Source(pixels), recipe, dtype="uint8")
    return kernels.calls


def fused(calls: list[Recorded]) -> tuple[Callable[..., Any], tuple[jax.ShapeDtypeStruct, ...]]:
    """All calls as one function, and the shapes of its arguments.

    What one call hands to the next stays inside; what goes through the engine's own memory (a border
    is put around it there) is an argument. It returns what no call reads.
    """
    free = [
        shape
        for call in calls
        for shape, source in zip(jax.tree.leaves(call.arguments), call.inputs, strict=True)
        if source is None
    ]
    read = {source for call in calls for source in call.inputs if source is not None}

    def all_in_one(*arguments: Any) -> list[Any]:
        given = iter(arguments)
        made: list[list[Any]] = []
        for call in calls:
            leaves = [next(given) if at is None else made[at[0]][at[1]] for at in call.inputs]
            structure = jax.tree.structure(call.arguments)
            made.append(jax.tree.leaves(call.kernel(*jax.tree.unflatten(structure, leaves))))
        return [
            result
            for number, results in enumerate(made)
            for at, result in enumerate(results)
            if (number, at) not in read
        ]

    return all_in_one, tuple(free)


def _shape(value: Any) -> jax.ShapeDtypeStruct:
    return jax.ShapeDtypeStruct(np.shape(value), value.dtype)
