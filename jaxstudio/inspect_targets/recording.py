"""Which kernels the engine runs for a recipe, on what, and what of it goes from one to the next.

Noted while the engine renders a small photo: nothing here repeats what the engine knows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import jax
import numpy as np

from jaxstudio.engine.buffers import BufferCache
from jaxstudio.engine.executor import Executor, Notices
from jaxstudio.engine.kernels import Kernel, KernelKey, Kernels, KernelSpec
from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.pipeline.recipe import Recipe
from jaxstudio.runtime.devices import find_device


@dataclass(frozen=True)
class RecordedCall:
    """One call of a compiled kernel: which, and its arguments by their shapes.

    Attributes:
        spec: the kernel as its plan declares it.
        kernel: the jit.
        arguments: pytrees of shapes.
        inputs: for each array among the arguments, the result of an earlier call that it is, (call, place
            among its results), or None for what comes from elsewhere.
        results: how many arrays it returns.
        values: the arrays among the arguments, where they were asked for.
    """

    spec: KernelSpec
    kernel: Kernel
    arguments: tuple[Any, ...]
    inputs: tuple[tuple[int, int] | None, ...]
    results: int
    values: tuple[np.ndarray, ...] = ()

    @property
    def key(self) -> KernelKey:
        return self.spec.key

    @property
    def input_dtype(self) -> str:
        """The number format of the first array that it reads; empty without one."""
        return next((leaf.dtype.name for leaf in jax.tree.leaves(self.arguments) if leaf.shape), "")


class RecordingKernels(Kernels):
    """Kernels that record every call, with `keep` the arrays too."""

    def __init__(self, device: jax.Device, keep: bool = False) -> None:
        super().__init__(device)
        self._keep = keep
        self.calls: list[RecordedCall] = []
        self._results: dict[int, tuple[int, int]] = {}
        self._alive: list[Any] = []  # the id of an array that is freed could be that of another one

    def get(self, spec: KernelSpec) -> Kernel:
        kernel, call = self.jit(spec), super().get(spec)

        def record(*arguments: Any) -> Any:
            leaves = jax.tree.leaves(arguments)
            values = tuple(map(np.array, leaves)) if self._keep else ()  # now: a call may take its memory
            result = call(*arguments)
            results = jax.tree.leaves(result)
            inputs = tuple(self._results.get(id(leaf)) for leaf in leaves)
            shapes = jax.tree.map(_shape, arguments)
            self.calls.append(RecordedCall(spec, kernel.jitted, shapes, inputs, len(results), values))
            self._alive += results
            self._results |= {id(array): (len(self.calls) - 1, at) for at, array in enumerate(results)}
            return result

        return record


def record_calls(
    recipe: Recipe, pixels: np.ndarray, device: str | None = None, *, keep: bool = False
) -> list[RecordedCall]:
    """The calls that render `recipe` on `pixels` for the screen, in their order; with `keep` their arrays."""
    kernels = RecordingKernels(find_device(device), keep)
    # by one thread: one call after the other
    executor = Executor(kernels, BufferCache(0), Notices(lambda line: None), threads=1)
    Engine(executor=executor).render(Source(pixels), recipe, dtype="uint8")
    return kernels.calls


def fuse_calls(calls: list[RecordedCall]) -> tuple[Callable[..., Any], tuple[jax.ShapeDtypeStruct, ...]]:
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
        free_arguments = iter(arguments)
        results: list[list[Any]] = []
        for call in calls:
            leaves = [next(free_arguments) if at is None else results[at[0]][at[1]] for at in call.inputs]
            structure = jax.tree.structure(call.arguments)
            results.append(jax.tree.leaves(call.kernel(*jax.tree.unflatten(structure, leaves))))
        return [
            result
            for number, of_call in enumerate(results)
            for at, result in enumerate(of_call)
            if (number, at) not in read
        ]

    return all_in_one, tuple(free)


def _shape(value: Any) -> jax.ShapeDtypeStruct:
    return jax.ShapeDtypeStruct(np.shape(value), value.dtype)
