"""The methods of differentiation side by side: value, error, size, seconds, each within limits.

And how large the formulas of derivatives become, beside the programs that JAX traces.
The reference is a ball of fifty digits, from a Taylor series.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import jax
import jax.numpy as jnp
from flint import arb

from jaxstudio.errors import NOTHING, UsageError, Wording
from jaxstudio.functions.derivatives.accuracy import Reference, references
from jaxstudio.functions.derivatives.methods import ExpressionSwell, Method, MethodFigures
from jaxstudio.functions.derivatives.orders import (
    EQUATIONS,
    SECONDS,
    count_equations,
    derivative,
    equations_by_name,
    forward_once,
    growth,
    reverse_once,
)
from jaxstudio.functions.derivatives.target import Subject
from jaxstudio.functions.interpreters.ball_numbers import digits
from jaxstudio.runtime.jax_internals import without_persistent_cache

# XLA's fusion computes shared values again in every kernel that uses them. From about this size on, or with
# several long functions, compiling takes two to five times as long with it as without (order 12 of twelve
# nested functions, 3,000 equations: 2.3 s and 1.0 s; order 8 of zeta(2.5, x): 2.7 s and 0.5 s), and the
# result is no faster. Small programs are compiled and run faster with it.
LARGE, MANY_LONG = 800, 3
LONG = frozenset({"zeta", "polygamma", "igamma", "igammac", "regularized_incomplete_beta"})


@dataclass(frozen=True)
class Program:
    """A function traced for arguments of certain shapes and dtypes, not yet compiled."""

    jax_traced: Any
    equations: int

    def compiled(self) -> Callable[..., Any]:
        """The function, compiled for arguments like those it was traced for."""
        run: Callable[..., Any] = self.jax_traced.lower().compile(
            compiler_options=options(self.jax_traced.jaxpr)
        )
        return run


def traced(f: Callable[..., Any], *example: Any) -> Program:
    """Trace a function for arguments like these."""
    found = jax.jit(f).trace(*example)
    return Program(found, count_equations(found.jaxpr))


def options(jaxpr: Any) -> dict[str, str]:
    """XLA's options that suit a program."""
    names = equations_by_name(jaxpr)
    long = sum(count for name, count in names.items() if name in LONG)
    unfused = sum(names.values()) > LARGE or long >= MANY_LONG
    return {"xla_disable_hlo_passes": "fusion"} if unfused else {}


DIGITS = 50


def relative_error(value: float, exact: Reference) -> float:
    """|value - exact| / |exact|; absolute where the exact value is 0, NaN where there is none."""
    if not exact.is_number or math.isnan(value):
        return math.nan
    if math.isinf(value):
        return math.inf
    with digits(DIGITS):
        off = abs(arb(value) - exact.ball)
        return float((off if exact.ball == 0 else off / abs(exact.ball)).mid())


WAYS = (Method.REVERSE, Method.FORWARD, Method.TAYLOR, Method.JET, Method.FINITE, Method.SYMBOLIC)
# how much longer the next order is expected to take while only one is known
GROWTH = 3.0
RUNS, RUN_SECONDS = 200, 0.02
JUDGE_SECONDS = 5.0


def compare(
    subject: Subject,
    at: Sequence[float],
    p: Mapping[str, float],
    orders: Sequence[int],
    methods: Sequence[Method] = WAYS,
    *,
    dtype: Any = float,
    limit_s: float = SECONDS,
    step: float | None = None,
) -> Iterator[MethodFigures]:
    """Each method at each order, order 0 once as `value`, as they are measured.

    `at` has a coordinate for each input. A method ends where its next order would take longer than
    `limit_s`, judged by those before, or has more than 20,000 equations: a compilation, once begun, can
    only be ended with its process.
    """
    point = tuple(jnp.asarray(x, dtype) for x in at)
    exact = _exact(subject, [float(x) for x in point], p, max(orders, default=0))
    arguments = (*point, {name: jnp.asarray(value, dtype) for name, value in p.items()})
    if 0 in orders:
        yield _measured(subject, Method.VALUE, 0, arguments, exact, None)
    for method in methods:
        yield from _of_method(subject, method, sorted(set(orders) - {0}), arguments, exact, limit_s, step)


def _exact(subject: Subject, at: Sequence[float], p: Mapping[str, float], order: int) -> list[Reference]:
    """The derivatives of a function of one output to 50 digits, as far as the judge's time allows."""
    return [row[0] for row in references(subject, at, p, order, JUDGE_SECONDS, DIGITS)]


def _of_method(
    subject: Subject,
    method: Method,
    orders: Sequence[int],
    arguments: tuple[Any, ...],
    exact: list[Reference],
    limit_s: float,
    step: float | None,
) -> Iterator[MethodFigures]:
    elapsed, sizes = 0.0, [1]
    stopped = NOTHING
    for order in orders:
        growth = sizes[-1] / sizes[-2] if len(sizes) > 2 else GROWTH
        if not stopped and (expected := elapsed * max(1.0, growth)) > limit_s:
            stopped = Wording("stopped: would take about {0:.0f} s, at most {1:g} s", expected, limit_s)
        if stopped:
            yield MethodFigures(method, order, note=stopped, exact=_digits(exact, order))
            continue
        began = time.perf_counter()
        row = _measured(subject, method, order, arguments, exact, step)
        elapsed = time.perf_counter() - began
        sizes.append(max(1, row.equations))
        if elapsed > limit_s:
            stopped = Wording("stopped after {0:g} s", limit_s)
        elif row.equations > EQUATIONS:
            stopped = row.note
        yield row


def _measured(
    subject: Subject,
    method: Method,
    order: int,
    arguments: tuple[Any, ...],
    exact: list[Reference],
    step: float | None,
) -> MethodFigures:
    began = time.perf_counter()
    try:
        program = traced(derivative(subject, order, method, step=step), *arguments)
    except (UsageError, NotImplementedError, TypeError, ValueError) as error:
        return MethodFigures(method, order, note=_first_line(error), exact=_digits(exact, order))
    # with the time that SymPy takes to find the formula
    trace_s = time.perf_counter() - began
    if program.equations > EQUATIONS:
        note = Wording("stopped: {0:,} equations, at most {1:,}", program.equations, EQUATIONS)
        return MethodFigures(
            method, order, equations=program.equations, note=note, exact=_digits(exact, order)
        )
    # a kernel kept from an earlier comparison would make compiling look quick
    began = time.perf_counter()
    with without_persistent_cache():
        run = program.compiled()
    compile_s = time.perf_counter() - began
    value = float(run(*arguments))
    return MethodFigures(
        method,
        order,
        value,
        relative_error(value, exact[order]),
        program.equations,
        trace_s,
        compile_s,
        _seconds_of(run, arguments),
        exact=_digits(exact, order),
    )


def _seconds_of(run: Any, arguments: tuple[Any, ...]) -> float:
    """One call until its result is there: the fastest of many."""
    best, until = math.inf, time.perf_counter() + RUN_SECONDS
    for _ in range(RUNS):
        began = time.perf_counter()
        jax.block_until_ready(run(*arguments))
        best = min(best, time.perf_counter() - began)
        if time.perf_counter() > until:
            break
    return best


def _digits(exact: list[Reference], order: int) -> str:
    return exact[order].text(DIGITS)


def _first_line(error: Exception) -> Wording:
    if isinstance(error, UsageError):
        return error.wording
    return Wording((str(error) or type(error).__name__).split("\n")[0])


LONGEST = 2_000  # characters of a formula that is shown


def expression_swell(subject: Subject, orders: Sequence[int]) -> list[ExpressionSwell]:
    """How formulas of derivatives grow with the order, beside the programs that JAX traces.

    Nothing is compiled.
    """
    highest = max(orders, default=0)
    # SymPy takes a second to import, which a derivative at a point need not wait for
    from jaxstudio.functions.derivatives.symbolic import formulas, shared_size
    from jaxstudio.functions.interpreters.sympy_algebra import size

    written = formulas(subject, highest).expressions
    scalar: Any = jnp.ones(())
    example = (*(scalar for _ in subject.inputs), dict.fromkeys(subject.defaults, scalar))
    nested = {
        method: growth(subject, highest, once, example).equations
        for method, once in ((Method.REVERSE, reverse_once), (Method.FORWARD, forward_once))
    }
    found = []
    for order in orders:
        formula = written[order] if order < len(written) else None
        taylor = count_equations(jax.make_jaxpr(derivative(subject, order, Method.TAYLOR))(*example))
        reverse, forward = (
            nested[method][order] if order < len(nested[method]) else None
            for method in (Method.REVERSE, Method.FORWARD)
        )
        if formula is None:
            found.append(ExpressionSwell(order, None, None, reverse, forward, taylor))
        else:
            text = str(formula)
            short = text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
            found.append(
                ExpressionSwell(order, size(formula), shared_size(formula), reverse, forward, taylor, short)
            )
    return found
