"""A function with its derivatives, computed at once operation by operation, or compiled.

Compiling a curve with three derivatives takes 0.1 to 0.4 s. Operation by operation, by kernels that all
curves share, the same numbers (but for their last bits) are there in 5 to 30 ms.
"""

from __future__ import annotations

import math
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping
from functools import cached_property, partial
from typing import Any

import jax
import numpy as np

from jaxstudio.functions.curves.evaluator import CHUNK
from jaxstudio.functions.derivatives.methods import Method
from jaxstudio.functions.derivatives.orders import derivative_orders
from jaxstudio.functions.derivatives.taylor import taylor
from jaxstudio.functions.service.coarse import POINTS
from jaxstudio.functions.service.reading import Function

MOST_BLOCKS = 64
# These grow by a factor of 3 to 5 with each order: from here on they are not run without being compiled.
NESTED, MOST_NESTED = (Method.REVERSE, Method.FORWARD), 3
# What a program is compiled for, one after the other: so many points, with XLA's options. Without its
# optimisations it takes half as long to compile, and 2 to 8 times as long to run.
QUICKLY: dict[str, Any] = {"xla_backend_optimization_level": 0}
STAGES: tuple[tuple[int, dict[str, Any]], ...] = ((CHUNK, QUICKLY), (POINTS, {}), (CHUNK, {}))


class Program:
    """A function with its derivatives up to `order`, by one method, in one format.

    Both ways give float64 (order + 1, n), or (order + 1, c, n) for c outputs, of x (n,).
    """

    def __init__(self, function: Function, order: int, method: Method, dtype: np.dtype) -> None:
        self.key = f"{function.key} {order} {method} {dtype}"
        self.order, self.method = order, method
        slow = method is Method.SYMBOLIC or (method in NESTED and order > MOST_NESTED)
        self.lengthy = function.lengthy or slow
        self.done = threading.Event()
        self.error: Exception | None = None
        self.seconds, self.compiled_in = math.inf, 0.0
        self.function, self._dtype = function, dtype
        self._stages = deque(STAGES)
        self._compiled: dict[int, Callable] = {}

    @property
    def final(self) -> bool:
        """Whether nothing is left to be compiled."""
        return not self._stages

    @cached_property
    def _rows(self) -> Callable:
        # drawing the highest derivative takes two more
        made = taylor if self.method is Method.TAYLOR else partial(derivative_orders, method=self.method)
        return jax.vmap(made(self.function.subject, self.order), (0, None), -1)

    @cached_property
    def operations(self) -> frozenset[tuple[str, str, str]]:
        """What must be known for it to be computed at once."""
        return frozenset((name, self.method, str(self._dtype)) for name in self.function.operations)

    def at_once(self, x: np.ndarray, p: Mapping[str, float]) -> np.ndarray:
        """Operation by operation."""
        return np.asarray(self._rows(x.astype(self._dtype), self._typed(p)), np.float64)

    def block(self, x: np.ndarray, p: Mapping[str, float]) -> np.ndarray:
        """By the compiled program; x is of shape (CHUNK,). `seconds` is the least that this has taken."""
        begun = time.perf_counter()
        rows = self._run(x, p)
        self.seconds = min(self.seconds, time.perf_counter() - begun)
        return rows

    def many(self, x: np.ndarray, p: Mapping[str, float]) -> np.ndarray:
        """By the compiled program; x is of shape (POINTS,)."""
        if POINTS in self._compiled:
            return self._run(x, p)
        return np.concatenate([self._run(block, p) for block in x.reshape(-1, CHUNK)], axis=-1)

    def _run(self, x: np.ndarray, p: Mapping[str, float]) -> np.ndarray:
        typed = x if x.dtype == self._dtype else x.astype(self._dtype)
        return np.asarray(self._compiled[len(x)](typed, self._typed(p)), np.float64)

    def compile(self) -> None:
        """Compile the next of its stages; what goes wrong is kept in `error`, how long it took too."""
        begun = time.perf_counter()
        length, options = self._stages[0]
        try:
            x = jax.ShapeDtypeStruct((length,), self._dtype)
            p = {name: jax.ShapeDtypeStruct((), np.float64) for name in self.function.line.sliders}
            self._compiled[length] = jax.jit(self._rows).lower(x, p).compile(compiler_options=options)
            self._stages.popleft()
        except Exception as error:  # raised again where the program is needed
            self.error = error
            self._stages.clear()
        self.compiled_in = time.perf_counter() - begun
        self.done.set()

    def _typed(self, p: Mapping[str, float]) -> dict[str, np.float64]:
        return {name: np.float64(p[name]) for name in self.function.line.sliders}


class Blocks:
    """The rows of a compiled program at blocks of points, each computed once.

    The curves of all orders, and those that are intersected, begin with the same points.
    """

    def __init__(self, program: Program, p: Mapping[str, float]) -> None:
        self._program, self._p = program, p
        self._known: OrderedDict[bytes, np.ndarray] = OrderedDict()

    def rows(self, x: np.ndarray) -> np.ndarray:
        """Like `Program.block`."""
        key = x.tobytes()
        if key not in self._known:
            self._known[key] = self._program.block(x, self._p)
            while len(self._known) > MOST_BLOCKS:
                self._known.popitem(last=False)
        self._known.move_to_end(key)
        return self._known[key]
