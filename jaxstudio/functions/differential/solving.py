"""Initial value problems solved with adaptive steps and dense output, twice with different tolerances.

Steps are explicit (stepping.py); equations that need too many of them are stiff, and diffrax solves them.

Places, initial values and sliders are traced: nothing is compiled again when they move. The difference of the
two solutions estimates the error of the better one.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from jaxstudio.functions.differential import stepping
from jaxstudio.functions.differential.solutions import MOST_STEPS, Outcome, Problem, Ways

# relative to the values; absolute errors may be smaller by this share of the view's height
TOLERANCES, OF_HEIGHT = (1e-10, 1e-12), 1e-3
STIFF_TOLERANCES, STIFF_OF_HEIGHT = (1e-6, 1e-8), 1e-2
# An implicit method takes at least so many steps: between them it has few orders.
STIFF_LEAST = 256
# Steps shorter than this share of the way end a solution.
SHORTEST = 1e-13
# Samples of a solution: equally far apart, and denser and denser towards its end, where it may have a pole.
EVEN, CLOSER = 512, 64
SHARES = np.unique(np.concatenate([np.linspace(0, 1, EVEN + 1), 1 - np.logspace(-0.3, -13, CLOSER)]))
# Solutions are computed in bundles of these sizes.
BUNDLES = (8, 32, 128)
# How far beyond its end the right side is tried, as a share of the way.
BEYOND = 1e-9


@cache
def compile_options() -> dict[str, Any]:
    """Return options with which a solver compiles in 0.7 s instead of 1.4 s; a solution takes as long.

    JAX 0.12 has no other emitters of fusions any more.
    """
    options: dict[str, Any] = {"xla_backend_optimization_level": 0}
    both = {**options, "xla_cpu_use_fusion_emitters": False}
    try:
        jax.jit(lambda x: x, compiler_options=both).lower(0.0).compile()
    except jax.errors.JaxRuntimeError:
        return options
    return both


class Solver:
    """Solves y' = f(t, *y, p), where f gives an array of shape (d,)."""

    def __init__(
        self, f: Callable[..., Any], size: int, sliders: tuple[str, ...], stiff: bool = False
    ) -> None:
        self.f, self.size, self.sliders, self.stiff = f, size, sliders, stiff
        self._compiled: dict[tuple[int, bool], Any] = {}
        self._lock = threading.Lock()

    def solve(self, problem: Problem, p: Mapping[str, float]) -> Ways:
        """All ways, each to its end or as far as its solution exists."""
        arguments, count = self._arguments(problem, p)
        results = self._program(len(arguments[0]), False)(*arguments)
        return Ways(*(np.asarray(each)[:count] for each in results))

    def moves(
        self, problem: Problem, p: Mapping[str, float], dp: Mapping[str, float], dvalues: np.ndarray
    ) -> np.ndarray:
        """How the values (n, m, d) of all samples move with the sliders (`dp`) and initial values (n, d)."""
        arguments, count = self._arguments(problem, p)
        tangents = {name: np.float64(dp.get(name, 0.0)) for name in self.sliders}
        filled = _filled(dvalues, len(arguments[0]))
        return np.asarray(self._program(len(arguments[0]), True)(*arguments, tangents, filled))[:count]

    def _arguments(self, problem: Problem, p: Mapping[str, float]) -> tuple[tuple[Any, ...], int]:
        count = len(problem.start)
        bundle = next(size for size in BUNDLES if size >= count)
        columns = (problem.start, problem.direction, problem.length, problem.skip, problem.values)
        sliders = {name: np.float64(p[name]) for name in self.sliders}
        return (*(_filled(each, bundle) for each in columns), np.float64(problem.height), sliders), count

    def _program(self, bundle: int, moving: bool) -> Any:
        """The compiled program for a bundle; compiled here if need be."""
        with self._lock:
            shapes: tuple[Any, ...]
            if (bundle, moving) not in self._compiled:
                column = jax.ShapeDtypeStruct((bundle,), np.float64)
                values = jax.ShapeDtypeStruct((bundle, self.size), np.float64)
                one = jax.ShapeDtypeStruct((), np.float64)
                p = dict.fromkeys(self.sliders, one)
                shapes = (column, column, column, column, values, one, p)
                run: Callable[..., Any] = self._all
                if moving:
                    run, shapes = _moved(run), (*shapes, p, values)
                lowered = jax.jit(run).lower(*shapes)
                self._compiled[bundle, moving] = lowered.compile(compiler_options=compile_options())
            return self._compiled[bundle, moving]

    def _right(self, t: Any, y: Any, p: Any) -> Any:
        """The right side at one place from values (d,)."""
        return self.f(t, *(y[at] for at in range(self.size)), p)

    def _all(self, start: Any, direction: Any, length: Any, skip: Any, y0: Any, height: Any, p: Any) -> Any:
        """All ways (n,) by both tolerances, as the columns of `Ways`."""
        by = self._implicit if self.stiff else self._explicit
        solved = by(start, direction, length, y0, height, p)
        last = jax.lax.stop_gradient(solved.last.min(0))
        first = jnp.minimum(skip, last)
        gone = first[:, None] + (last - first)[:, None] * SHARES
        begun = (solved.steps > 0)[:, :, None, None]
        values = jnp.where(begun, solved.at(gone), y0[:, None])
        t = start[:, None] + direction[:, None] * gone

        def slope(t: Any, y: Any) -> Any:
            return self._right(t, y, p)

        def both(t: Any, y: Any) -> Any:
            return jax.jvp(slope, (t, y), (1.0, slope(t, y)))

        y = values[1]
        # one more place, a little beyond the end of the solution that ended first
        ahead = (direction * BEYOND * length)[:, None]
        sooner = jnp.where((solved.last[0] <= solved.last[1])[:, None, None], values[0], y)[:, -1:]
        slopes, bends = jax.vmap(jax.vmap(both))(t, y)
        onward = (t[:, -1:] + ahead, sooner + ahead[..., None] * slopes[:, -1:])
        others = [jnp.concatenate(pair, 1) for pair in zip((t, values[0]), onward, strict=True)]
        compared = jax.vmap(jax.vmap(slope))(*others)
        slope_error = jnp.abs(slopes - compared[:, :-1])
        ended = jnp.where(solved.full.any(0), Outcome.MANY_STEPS, Outcome.STOPPED)
        outcome = jnp.where(last >= length, Outcome.REACHED, ended)
        error = jnp.abs(values[0] - y)
        return t, y, slopes, bends, error, slope_error, outcome, solved.steps[1], compared[:, -1]

    def _explicit(self, start: Any, direction: Any, length: Any, y0: Any, height: Any, p: Any) -> _Solved:
        rate = np.repeat(TOLERANCES, len(start))

        def twice(column: Any) -> Any:
            return jnp.concatenate([column, column])

        start, direction, length = (twice(each) for each in (start, direction, length))

        def field(gone: Any, y: Any) -> Any:
            return direction[:, None] * jax.vmap(self._right, (0, 0, None))(start + direction * gone, y, p)

        shortest = SHORTEST * (length + jnp.abs(start))
        least = rate * OF_HEIGHT * height
        path = stepping.follow(field, twice(y0), length, rate, least, shortest, MOST_STEPS)

        def halves(column: Any) -> Any:
            return column.reshape(2, -1, *column.shape[1:])

        last, steps, full = map(halves, (path.last, path.steps, path.full))
        return _Solved(last, steps, full, lambda gone: halves(path.at(twice(gone))))

    def _implicit(self, start: Any, direction: Any, length: Any, y0: Any, height: Any, p: Any) -> _Solved:
        # loading them takes half a second
        import diffrax
        import optimistix

        # its usual chord method takes five times as many steps
        newton = diffrax.with_stepsize_controller_tols(optimistix.Newton)()

        def one(tolerance: Any, start: Any, direction: Any, length: Any, y0: Any) -> Any:
            def field(gone: Any, y: Any, p: Any) -> Any:
                return direction * self._right(start + direction * gone, y, p)

            control = diffrax.PIDController(
                rtol=tolerance,
                atol=tolerance * STIFF_OF_HEIGHT * height,
                dtmin=SHORTEST * (length + jnp.abs(start)),
                force_dtmin=False,
                dtmax=length / STIFF_LEAST,
            )
            return diffrax.diffeqsolve(
                diffrax.ODETerm(field),
                diffrax.Kvaerno5(root_finder=newton),
                0.0,
                length,
                None,
                y0,
                p,
                saveat=diffrax.SaveAt(dense=True),
                stepsize_controller=control,
                max_steps=MOST_STEPS,
                throw=False,
                adjoint=diffrax.ForwardMode(),
            )

        ways = jax.vmap(one, (None, 0, 0, 0, 0))
        tolerances = jnp.asarray(STIFF_TOLERANCES)
        both = jax.vmap(ways, (0, None, None, None, None))(tolerances, start, direction, length, y0)
        steps = both.stats["num_accepted_steps"]
        ends = jnp.take_along_axis(both.interpolation.ts, steps[..., None], -1)[..., 0]
        full = diffrax.RESULTS.max_steps_reached
        many = jax.vmap(jax.vmap(lambda result: result == full))(both.result)

        def at(gone: Any) -> Any:
            along = jax.vmap(lambda solution, gone: jax.vmap(solution.evaluate)(gone))
            return jax.vmap(along, (0, None))(both, gone)

        return _Solved(jnp.where(steps > 0, ends, 0.0), steps, many, at)


class _Solved(NamedTuple):
    """Ways solved by both tolerances: where each ended, its steps, whether it took as many as it may, (2, n);
    and the values (2, n, m, d) at places (n, m).
    """

    last: Any
    steps: Any
    full: Any
    at: Callable[[Any], Any]


def _moved(solve: Callable[..., Any]) -> Callable[..., Any]:
    """The derivative of all values along a change of sliders and initial values, where the samples stay."""

    def run(*arguments: Any) -> Any:
        *columns, y0, height, p, dp, dy0 = arguments

        def values(y0: Any, p: Any) -> Any:
            return solve(*columns, y0, height, p)[1]

        return jax.jvp(values, (y0, p), (dy0, dp))[1]

    return run


def _filled(column: np.ndarray, count: int) -> np.ndarray:
    """The rows filled up to `count` by copies of the first, of length 0 or not."""
    column = np.asarray(column, np.float64)
    return np.concatenate([column, np.repeat(column[:1], count - len(column), 0)])
