"""Sequences as points over their index, with exact fractions and balls, or as a cobweb of a map."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from dataclasses import replace

import jax
import numpy as np
from flint import arb

from jaxstudio.errors import Wording
from jaxstudio.functions.derivatives.ball_function import FAILURES
from jaxstudio.functions.interpreters import evaluate, tree_to_jax
from jaxstudio.functions.interpreters.ball_algebra import BallAlgebra
from jaxstudio.functions.interpreters.ball_numbers import decimal, digits, is_known
from jaxstudio.functions.interpreters.ball_numbers import number as float_of
from jaxstudio.functions.language import Line
from jaxstudio.functions.language.nodes import Node
from jaxstudio.functions.language.sequences import Recursion, uses_index
from jaxstudio.functions.protocol.requests import DrawnLine, LineError, Style
from jaxstudio.functions.protocol.scene import Boxes, Implicit, Proof, View
from jaxstudio.functions.protocol.scene import Line as Stroke
from jaxstudio.functions.service.reading import Function

# Terms are computed up to this many, and for no longer than so many seconds.
MOST_TERMS, SECONDS = 2_000, 1.0
# Each is known to 17 digits: of a chaotic sequence that takes more and more working digits.
WORKING_DIGITS, SURE_BITS = (40, 160, 640, 1500), 54
WEB_STEPS, GRAPH_POINTS = 200, 513


def terms(recursion: Recursion, tree: Node, p: Mapping[str, float], line: int, last: int) -> np.ndarray:
    """The float64 nearest to each term, from the first up to `last`.

    There are fewer where time runs out, a term has no value, or no working digits make it sure.
    """
    best = np.empty(0)
    until = time.thread_time() + SECONDS
    for count in WORKING_DIGITS:
        with digits(count):
            found, enough = _computed(recursion, tree, p, line, last, until)
        if len(found) > len(best):
            best = found
        if enough:
            break
    return best


def _computed(
    recursion: Recursion, tree: Node, p: Mapping[str, float], line: int, last: int, until: float
) -> tuple[np.ndarray, bool]:
    """The terms that the working digits make sure, and whether more digits would give no more of them."""
    sliders = {name: decimal(value) for name, value in p.items()}
    algebra = BallAlgebra(until)
    known: dict[int, object] = {}
    result: list[float] = []
    begin = recursion.begin
    try:
        for n in range(begin, min(last, begin + MOST_TERMS - 1) + 1):
            if n in recursion.first:
                value = evaluate(recursion.first[n], algebra, sliders, line)
            else:
                earlier = {f"{recursion.name}[{k}]": known[n - k] for k in range(1, recursion.back + 1)}
                place = {recursion.index: algebra.constant(n)}
                value = evaluate(tree, algebra, {**sliders, **earlier, **place}, line)
            if not is_known(value):
                return np.array(result), False
            ball = arb(value)
            if ball.rel_accuracy_bits() < SURE_BITS and not ball.abs_upper() < 1e-300:
                return np.array(result), False
            known[n] = value
            known.pop(n - recursion.back, None)
            result.append(float_of(value))
    except FAILURES:
        return np.array(result), time.thread_time() > until
    return np.array(result), True


def draw(function: Function, line: Line, p: Mapping[str, float], view: View, style: Style) -> DrawnLine:
    """A sequence's points as far as the view goes; with `style` COBWEB a map and the way on it."""
    recursion, tree = line.recursion, line.tree
    assert recursion is not None
    assert tree is not None
    drawn = DrawnLine(str(line.kind), line.name, line.sliders)
    begin = recursion.begin
    web = style is Style.COBWEB and recursion.is_map and not uses_index(tree, recursion.index)
    last = begin + WEB_STEPS if web else math.floor(min(view.x[1], begin + MOST_TERMS + 1.0))
    key = (last, tuple(sorted(p.items())), repr(recursion.first))
    if function.programs.get("terms", (None,))[0] != key:
        function.programs["terms"] = key, terms(recursion, tree, p, line.index, last)
    values = function.programs["terms"][1]
    if web:
        drawn = replace(drawn, implicit=_cobweb(recursion, tree, p, line, values, view))
    else:
        n = begin + np.arange(len(values), dtype=float)
        points = np.stack([n, values], 1)
        drawn = replace(drawn, implicit=_shape((), points[np.isfinite(values)]))
    missing = last - begin + 1 - len(values)
    if missing > 0 and not web:
        reached = f"{recursion.name}_{begin + len(values) - 1}"
        message = Wording("computed up to {0}: the next is not known", reached)
        if len(values) == MOST_TERMS:
            message = Wording("computed up to {0}: more terms are not computed", reached)
        elif not len(values):
            message = Wording("no term is known")
        return replace(drawn, error=LineError(message))
    return drawn


def _cobweb(
    recursion: Recursion, tree: Node, p: Mapping[str, float], line: Line, values: np.ndarray, view: View
) -> Implicit:
    """The graph of the map, the diagonal, and the way up and across between them."""
    f = tree_to_jax(tree, line.variables, {}, line.index)
    x = np.linspace(*view.x, GRAPH_POINTS)
    y = np.asarray(jax.jit(jax.vmap(f, (None, 0, None)))(0.0, x, {n: np.float64(v) for n, v in p.items()}))
    finite = np.isfinite(y) & (np.abs(y) < 1e6 * (view.y[1] - view.y[0]))
    parts = np.split(np.stack([x, y], 1), np.flatnonzero(np.diff(finite)) + 1)
    graph = [part for part in parts if np.isfinite(part).all()]
    low, high = max(view.x[0], view.y[0]), min(view.x[1], view.y[1])
    strokes = [Stroke(part, proof=Proof.SAMPLED) for part in graph if len(part) > 1]
    if low < high:
        strokes.append(Stroke(np.array([(low, low), (high, high)]), proof=Proof.PROVEN))
    if len(values):
        strokes.append(Stroke(_web(values), proof=Proof.PROVEN))
    return _shape(tuple(strokes), np.empty((0, 2)))


def _web(values: np.ndarray) -> np.ndarray:
    """From (a, 0) up to (a, f(a)), across to (f(a), f(a)), and so on."""
    before, after = values[:-1], values[1:]
    corners = np.stack([np.stack([before, after], 1), np.stack([after, after], 1)], 1).reshape(-1, 2)
    return np.concatenate([[(values[0], 0.0)], corners])


def _shape(lines: tuple[Stroke, ...], points: np.ndarray) -> Implicit:
    none = Boxes(np.empty((0, 4)))
    return Implicit(lines, points, none, none, complete=True)
