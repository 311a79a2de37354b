"""Programs of a function with its derivatives: run at once operation by operation, or compiled in threads.

Compiling a curve with three derivatives takes 0.1 to 0.4 s. Operation by operation, by kernels that all
curves share, the same numbers (but for their last bits) are there in 5 to 30 ms. One thread compiles what
is needed now, quickly. A second one, while nothing is requested, compiles it again with optimisations, and
runs new operations once by themselves, so that the next function made of them is there at once.
"""

from __future__ import annotations

import math
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from functools import cached_property, partial
from typing import Any

import jax
import numpy as np

from jaxstudio.errors import Wording
from jaxstudio.functions.curves.evaluator import CHUNK
from jaxstudio.functions.curves.sampling import POINTS
from jaxstudio.functions.derivatives.methods import Method
from jaxstudio.functions.derivatives.orders import derivative_orders
from jaxstudio.functions.derivatives.taylor import taylor
from jaxstudio.functions.service.reading import Function
from jaxstudio.processes.serve import Work
from jaxstudio.runtime.compile_counter import COMPILES

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
        differentiate = (
            taylor if self.method is Method.TAYLOR else partial(derivative_orders, method=self.method)
        )
        return jax.vmap(differentiate(self.function.subject, self.order), (0, None), -1)

    @cached_property
    def operations(self) -> frozenset[tuple[str, str, str]]:
        """Return the operations that must be compiled before it can be computed at once."""
        return frozenset((name, self.method, str(self._dtype)) for name in self.function.operations)

    def at_once(self, x: np.ndarray, p: Mapping[str, float]) -> np.ndarray:
        """Operation by operation."""
        return np.asarray(self._rows(x.astype(self._dtype), self._typed(p)), np.float64)

    def block(self, x: np.ndarray, p: Mapping[str, float]) -> np.ndarray:
        """Compute by the compiled program; x is of shape (CHUNK,). `seconds` is the shortest time so far."""
        start_time = time.perf_counter()
        rows = self._run(x, p)
        self.seconds = min(self.seconds, time.perf_counter() - start_time)
        return rows

    def many(self, x: np.ndarray, p: Mapping[str, float]) -> np.ndarray:
        """Compute by the compiled program; x is of shape (POINTS,)."""
        if POINTS in self._compiled:
            return self._run(x, p)
        return np.concatenate([self._run(block, p) for block in x.reshape(-1, CHUNK)], axis=-1)

    def _run(self, x: np.ndarray, p: Mapping[str, float]) -> np.ndarray:
        typed = x if x.dtype == self._dtype else x.astype(self._dtype)
        return np.asarray(self._compiled[len(x)](typed, self._typed(p)), np.float64)

    def compile(self) -> None:
        """Compile the next of its stages; what goes wrong is kept in `error`, how long it took too."""
        start_time = time.perf_counter()
        length, options = self._stages[0]
        try:
            x = jax.ShapeDtypeStruct((length,), self._dtype)
            p = {name: jax.ShapeDtypeStruct((), np.float64) for name in self.function.line.sliders}
            self._compiled[length] = jax.jit(self._rows).lower(x, p).compile(compiler_options=options)
            self._stages.popleft()
        except Exception as error:  # raised again where the program is needed
            self.error = error
            self._stages.clear()
        self.compiled_in = time.perf_counter() - start_time
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


MOST_PROGRAMS = 256
# Seconds without a request after which the user is idle.
STILL_SECONDS = 0.3
# Another program has been in work so long that this process had better be replaced.
STUCK_SECONDS = 2.0
LOOK_SECONDS = 0.02
# What took longer to compile quickly is not compiled again.
MOST_SECONDS = 3.0


def in_thread(work: Any, *arguments: Any) -> Future[Any]:
    """The result of something that may take long, computed in a thread; it is finished in any case."""
    future: Future[Any] = Future()

    def run() -> None:
        try:
            future.set_result(work(*arguments))
        except BaseException as error:  # raised again by the thread that waits
            future.set_exception(error)

    threading.Thread(target=run, name="jaxstudio-work", daemon=True).start()
    return future


class Programs:
    """Keeps programs, and compiles requested ones in a thread."""

    def __init__(self) -> None:
        self._cache: OrderedDict[str, Program] = OrderedDict()
        self._requested: list[Program] = []
        self._later: list[Program] = []
        self._asked = 0.0
        self._needed: set[str] = set()
        self._wake = threading.Condition()
        self._current: Program | None = None
        self._improving = False
        self._known: set[tuple[str, str, str]] = set()
        self._closed = False
        self._threads = [
            threading.Thread(target=self._compile_requested, name="jaxstudio-compile", daemon=True),
            threading.Thread(target=self._improve, name="jaxstudio-improve", daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        """End the threads after their present compilation."""
        with self._wake:
            self._closed = True
            self._wake.notify_all()
        for thread in self._threads:
            thread.join()

    def program(self, function: Function, order: int, method: Method, dtype: np.dtype) -> Program:
        """The program of a function, an order, a method and a format; there is only one."""
        program = Program(function, order, method, dtype)
        cached = self._cache.setdefault(program.key, program)
        self._cache.move_to_end(program.key)
        while len(self._cache) > MOST_PROGRAMS:
            self._cache.popitem(last=False)
        return cached

    def _is_new(self, program: Program) -> bool:
        """Whether it could be computed at once if its operations were known."""
        return not program.lengthy and not program.operations <= self._known

    def is_settled(self) -> bool:
        """Whether nothing is being compiled, and nothing will be until something new is wanted."""
        with self._wake:
            return not (self._current or self._requested or self._improving or self._later)

    def is_quick(self, program: Program) -> bool:
        """Whether it can be computed now, compiled or at once."""
        return program.done.is_set() or not (program.lengthy or self._is_new(program))

    def get_to_know(self, program: Program) -> None:
        """Compute it once operation by operation, so that the kernels of its operations are there."""
        if self._is_new(program):
            program.at_once(np.linspace(0.5, 1.5, POINTS), dict.fromkeys(program.function.line.sliders, 1.0))
            self._known |= program.operations

    def request(self, programs: Sequence[Program]) -> None:
        """Compile these programs next, in this order and at high priority; forget older requests."""
        with self._wake:
            self._asked, self._needed = time.monotonic(), {program.key for program in programs}
            self._requested = [program for program in programs if not program.done.is_set()]
            self._later = [program for program in programs if not program.final or self._is_new(program)]
            if self._requested or self._later:
                self._wake.notify_all()

    def also(self, program: Program) -> None:
        """Compile this program after the requested ones."""
        with self._wake:
            if not program.done.is_set() and program not in (self._current, *self._requested):
                self._requested.append(program)
                self._wake.notify_all()

    def wait_for(self, program: Program, work: Work, doing: Wording) -> None:
        """Wait until it is compiled; raises what went wrong, Cancelled when something newer waits."""
        start_time, blamed, stuck = time.monotonic(), "", False
        while not program.done.is_set():
            with self._wake:
                if program not in (self._current, *self._requested):
                    self._requested.insert(0, program)
                    self._wake.notify_all()
                current = self._current or program
            if current is program and blamed != program.key:
                work.doing(doing, program.key)
                blamed = program.key
            elif (
                current.key not in self._needed
                and not stuck
                and time.monotonic() - start_time > STUCK_SECONDS
            ):
                stuck = True
                work.surrender()
            program.done.wait(LOOK_SECONDS)
            work.check_room()
        if program.error is not None:
            raise program.error

    def _compile_requested(self) -> None:
        while True:
            with self._wake:
                self._current = None
                self._wake.wait_for(lambda: self._requested or self._closed)
                if self._closed:
                    return
                self._current = program = self._requested.pop(0)
            if not program.done.is_set():
                program.compile()

    def _improve(self) -> None:
        while True:
            with self._wake:
                self._improving = False
                while (program := self._next()) is None and not self._closed:
                    self._wake.wait(STILL_SECONDS if self._later else None)
                if program is None or self._closed:
                    return
                self._improving = True
            with COMPILES.ahead():
                if program.final:
                    self.get_to_know(program)
                else:
                    program.compile()

    def _next(self) -> Program | None:
        """Under the lock: the program to improve next, if the user is idle: one stage of each in turn."""
        if self._requested or self._current or time.monotonic() < self._asked + STILL_SECONDS:
            return None
        ready = [program for program in self._later if program.done.is_set()]
        unfinished = [
            program for program in ready if not program.final and program.compiled_in <= MOST_SECONDS
        ]
        if unfinished:
            self._later.remove(unfinished[0])
            self._later.append(unfinished[0])
            return unfinished[0]
        new = [program for program in ready if program.final and self._is_new(program)]
        self._later = new[1:]
        return new[0] if new else None
