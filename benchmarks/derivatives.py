"""Derivatives measured: all orders with their compilation, ten curves with three derivatives, errors."""

from __future__ import annotations

import json
import math
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import scipy.special as sp

from benchmarks.hard_functions import HARD_FUNCTIONS
from benchmarks.live import run_child
from benchmarks.measurement import Options, Row, milliseconds, race
from jaxstudio.errors import ComputeError, ExpressionError
from jaxstudio.functions.derivatives.accuracy import references
from jaxstudio.functions.derivatives.compare import traced
from jaxstudio.functions.derivatives.methods import Method
from jaxstudio.functions.derivatives.orders import derivative_orders
from jaxstudio.functions.derivatives.target import Subject
from jaxstudio.functions.language import Sheet
from jaxstudio.runtime.jax_internals import without_persistent_cache
from jaxstudio.runtime.setup import configure

CURVES: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "x^3 + 12x + 7x sin(x)": lambda x: x**3 + 12 * x + 7 * x * np.sin(x),
    "sin(x) exp(-x/5)": lambda x: np.sin(x) * np.exp(-x / 5),
    "1/(1 + x^2)": lambda x: 1 / (1 + x**2),
    "tanh(x) - x/10": lambda x: np.tanh(x) - x / 10,
    "log(1 + x^2) sqrt(x)": lambda x: np.log(1 + x**2) * np.sqrt(x),
    "exp(-x^2/8) cos(5x)": lambda x: np.exp(-(x**2) / 8) * np.cos(5 * x),
    "x^4/100 - x^2 + 1": lambda x: x**4 / 100 - x**2 + 1,
    "erf(x - 3)": lambda x: sp.erf(x - 3),
    "atan(3x) + 2^(-x)": lambda x: np.arctan(3 * x) + 2**-x,
    "|sin(x)| + max(x, 4)": lambda x: np.abs(np.sin(x)) + np.maximum(x, 4),
}


# all orders up to the first within so many seconds, compilation included
AIMS = {8: 1.0, 12: 3.0}
EXPRESSIONS = {
    "four factors": "sin(x) exp(x^2) cos(x^2 + 3)/(x^2 + 2)",
    "rational": "(2x+7)(17x^2-3x)(x^2-1/x)(x^3+21x)/(17x-5/x^2)",
    "twelve nested": "sin(exp(cos(sin(exp(cos(sin(exp(cos(sin(exp(cos(x))))))))))))",
    "x^x": "x^x",
    "gamma": "gamma(x)",
    "sum": "sum(0.5^n cos(3^n pi x), n, 0, 20)",
}
# nested modes take half a minute for this one at order 8: a process of their own ends them
NESTED, PATIENCE_S, QUICK_PATIENCE_S = "four factors", 60.0, 10.0
CHILD = "import sys; from benchmarks.derivatives import nested; nested(sys.argv[1])"
POINTS, DERIVATIVES = 2_000, 3
CURVE_MS = 1.0  # a curve with its derivatives at most
PLACES = 4  # in each view
LIMITS = {4: 1e-10, 8: 1e-6}  # relative errors up to these orders
JUDGE_S = 5.0
AT = 1.3


def rows(options: Options) -> Iterator[Row]:
    configure()
    for order, limit_s in AIMS.items():
        for name in EXPRESSIONS:
            if options.wants(f"orders 0..{order}, {name}"):
                yield _all_orders(name, order, limit_s, options.quick)
        if options.wants(f"orders 0..{order}, slowest of the hard functions"):
            yield _hard_functions(order, limit_s, options.quick)
    if options.wants("ten curves"):
        yield _curves(options.quick)
    if options.wants("errors, hard functions"):
        yield _errors(options.quick)


def typed(text: str) -> Subject:
    sheet = Sheet.read([text])
    return Subject.of_line(sheet.lines[0], sheet)


def _compile_orders(subject: Subject, order: int, method: Method) -> None:
    """Trace, compile and run all orders once; no kept kernel makes it look quick."""
    with without_persistent_cache():
        run = traced(derivative_orders(subject, order, method), jnp.asarray(AT), {}).compiled()
    jax.block_until_ready(run(jnp.asarray(AT), {}))


def _all_orders(name: str, order: int, limit_s: float, quick: bool) -> Row:
    subject = typed(EXPRESSIONS[name])
    with jax.enable_x64(True):
        ours = _median(lambda: _compile_orders(subject, order, Method.TAYLOR), 1 if quick else 3)
        peers = {}
        try:
            peers["jet"] = milliseconds(lambda: _compile_orders(subject, order, Method.JET))
        except ExpressionError:
            remark = ["jet: no rule"]
        else:
            remark = []
    if name == NESTED and order == min(AIMS):
        found, stopped = _nested_modes(name, order, QUICK_PATIENCE_S if quick else PATIENCE_S)
        peers |= found
        remark += stopped
    return Row(
        "functions", f"orders 0..{order}, {name}", "compiled", ours, peers,
        ours / min(peers.values()) if peers else None, f"<= {limit_s:g} s", ours <= limit_s * 1e3,
        remark="; ".join(remark),
    )  # fmt: skip


def _median(call: Callable[[], object], times: int) -> float:
    return statistics.median(milliseconds(call) for _ in range(times))


def _nested_modes(name: str, order: int, patience_s: float) -> tuple[dict[str, float], list[str]]:
    """Milliseconds of each nested mode, and what is said of those that were ended."""
    found, stopped = {}, []
    for method in (Method.REVERSE, Method.FORWARD):
        try:
            asked = json.dumps({"text": EXPRESSIONS[name], "order": order, "method": method})
            found[f"{method} nested"] = run_child(CHILD, asked, timeout=patience_s)["ms"]
        except ComputeError:
            stopped.append(f"{method} nested: over {patience_s:g} s")
    return found, stopped


def nested(asked: str) -> None:
    """In a process of its own: print the milliseconds that one method takes for all orders."""
    order = json.loads(asked)
    configure()
    with jax.enable_x64(True):
        _compile_orders(
            typed("x^2"), 1, Method.FORWARD
        )  # what the first compilation of a process takes is not counted
        ms = milliseconds(
            lambda: _compile_orders(typed(order["text"]), order["order"], Method(order["method"]))
        )
    print(json.dumps({"ms": ms}))


def _hard_functions(order: int, limit_s: float, quick: bool) -> Row:
    texts = sorted({hard.text for hard in HARD_FUNCTIONS})[:: 8 if quick else 1]
    with jax.enable_x64(True):
        times = {
            text: milliseconds(partial(_compile_orders, typed(text), order, Method.TAYLOR)) for text in texts
        }
    slowest = max(times, key=lambda text: times[text])
    return Row(
        "functions", f"orders 0..{order}, slowest of the hard functions", "compiled", times[slowest],
        target=f"<= {limit_s:g} s", met=times[slowest] <= limit_s * 1e3,
        more={"median_ms": statistics.median(times.values()), "functions": len(times)},
        remark=f"{slowest}; median {statistics.median(times.values()):.0f} ms of {len(times)}",
    )  # fmt: skip


def _curves(quick: bool) -> Row:
    """Ten compiled curves with their derivatives, beside NumPy computing their values alone."""
    xs = np.linspace(0.1, 9.9, POINTS)
    with jax.enable_x64(True):
        programs = [
            traced(
                jax.vmap(derivative_orders(typed(text), DERIVATIVES, Method.TAYLOR), (0, None), 1), xs, {}
            ).compiled()
            for text in CURVES
        ]
        raced = race(
            lambda: [jax.block_until_ready(run(xs, {})) for run in programs],
            {"numpy, values alone": lambda: [f(xs) for f in CURVES.values()]},
            seconds=0.5 if quick else 3.0,
        )
    each = raced.ours_ms / len(programs)
    return Row(
        "functions", f"ten curves with {DERIVATIVES} derivatives", f"{POINTS} points", raced.ours_ms,
        raced.peers_ms, raced.ratio(), f"<= {CURVE_MS:g} ms a curve", each <= CURVE_MS,
        remark=f"{each:.2f} ms a curve",
    )  # fmt: skip


def _errors(quick: bool) -> Row:
    """The worst of the hard functions against balls, away from what varies faster than pixels."""
    rng = np.random.default_rng(0)
    order, worst = max(LIMITS), dict.fromkeys(LIMITS, 0.0)
    chosen = [hard for hard in HARD_FUNCTIONS if hard.undersampled is None][:: 8 if quick else 1]
    said = dict.fromkeys(LIMITS, "")
    began = time.perf_counter()
    with jax.enable_x64(True):
        for hard in chosen:
            subject, xs = typed(hard.text), rng.uniform(*hard.x, PLACES)
            found = np.asarray(
                jax.vmap(derivative_orders(subject, order, Method.TAYLOR), (0, None), 1)(xs, {})
            )
            exact = [references(subject, [float(x)], {}, order, JUDGE_S) for x in xs]
            errors = relative_errors(found, [[reference.rounded for (reference,) in row] for row in exact])
            for limit in LIMITS:
                if errors[: limit + 1].max() > worst[limit]:
                    worst[limit], said[limit] = float(errors[: limit + 1].max()), hard.text
    return Row(
        "functions", "errors, hard functions", f"{len(chosen)} functions",
        (time.perf_counter() - began) * 1e3,
        target=", ".join(f"<= {limit:g} to order {k}" for k, limit in LIMITS.items()),
        met=all(worst[k] <= limit for k, limit in LIMITS.items()),
        more={f"error_to_{k}": error for k, error in worst.items()},
        remark="; ".join(f"{worst[k]:.0e} to order {k}: {said[k]}" for k in LIMITS),
    )  # fmt: skip


def relative_errors(values: np.ndarray, exact: Sequence[Sequence[float]]) -> np.ndarray:
    """The largest error of each order (orders,) where both have a value.

    Relative to the largest value of that order, or to k! times the largest value of the function if that
    is more (Cauchy's bound for a radius of 1): some functions have derivatives that are exactly zero.
    """
    true = np.asarray(exact).T
    both = np.isfinite(values) & np.isfinite(true)
    size = np.max(np.abs(np.where(both, true, 0.0)), axis=1)
    natural = size[0] * np.array([math.factorial(k) for k in range(len(values))])
    off: Any = np.max(np.abs(np.where(both, values - true, 0.0)), axis=1)
    return np.asarray(off / np.maximum(np.maximum(size, natural), np.finfo(float).tiny))
