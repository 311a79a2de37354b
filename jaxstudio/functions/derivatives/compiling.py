"""A program of derivatives compiled ahead of time, its size and the seconds each step took."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import jax

from jaxstudio.functions.derivatives.equations import count_equations, equations_by_name

# XLA's fusion computes shared values again in every kernel that uses them. From about this size on, or with
# several long functions, compiling takes two to five times as long with it as without (order 12 of twelve
# nested functions, 3,000 equations: 2.3 s and 1.0 s; order 8 of zeta(2.5, x): 2.7 s and 0.5 s), and the
# result is no faster. Small programs are compiled and run faster with it.
LARGE, MANY_LONG = 800, 3
LONG = frozenset({"zeta", "polygamma", "igamma", "igammac", "regularized_incomplete_beta"})


@dataclass(frozen=True)
class Compiled:
    """`run(*arguments)` for arguments like those it was compiled for; seconds to trace and to compile."""

    run: Callable[..., Any]
    equations: int
    trace_s: float
    compile_s: float


@dataclass(frozen=True)
class Program:
    """A function traced for arguments of certain shapes and dtypes, not yet compiled."""

    jax_traced: Any
    equations: int
    trace_s: float

    def compiled(self) -> Compiled:
        began = time.perf_counter()
        run = self.jax_traced.lower().compile(compiler_options=options(self.jax_traced.jaxpr))
        return Compiled(run, self.equations, self.trace_s, time.perf_counter() - began)


def traced(f: Callable[..., Any], *example: Any) -> Program:
    """Trace a function for arguments like these."""
    began = time.perf_counter()
    found = jax.jit(f).trace(*example)
    seconds = time.perf_counter() - began
    return Program(found, count_equations(found.jaxpr), seconds)


def compiled(f: Callable[..., Any], *example: Any) -> Compiled:
    """Trace, lower and compile a function for arguments like these."""
    return traced(f, *example).compiled()


def options(jaxpr: Any) -> dict[str, str]:
    """XLA's options that suit a program."""
    names = equations_by_name(jaxpr)
    long = sum(count for name, count in names.items() if name in LONG)
    unfused = sum(names.values()) > LARGE or long >= MANY_LONG
    return {"xla_disable_hlo_passes": "fusion"} if unfused else {}
