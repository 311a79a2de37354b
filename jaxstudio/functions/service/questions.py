"""Answers to lines that ask: limits by expansions with proven rests, all else by SymPy; and how sure.

An equation without a formula of its solutions has them as numbers: the zeros of its sides' difference.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache, reduce
from typing import Any

import jax
from flint import arb, fmpq

from jaxstudio.errors import ExpressionError, Wording
from jaxstudio.functions.curves.analysis import CurveAnalysis
from jaxstudio.functions.curves.evaluator import Graph, Orders
from jaxstudio.functions.curves.features import STRETCH, UNSURE, Features
from jaxstudio.functions.curves.limits import are_same
from jaxstudio.functions.derivatives.accuracy import Reference
from jaxstudio.functions.derivatives.ball_function import FAILURES, BallFunction
from jaxstudio.functions.interpreters.ball_numbers import NOWHERE, decimal, digits, number
from jaxstudio.functions.interpreters.germs import ONE, ZERO, Germ, Unexpanded
from jaxstudio.functions.language import Line, LineKind, Sheet
from jaxstudio.functions.language.nodes import (
    Chain,
    Compare,
    Name,
    Node,
    Number,
    Question,
    at_columns,
    has_lists,
    literal,
    substitute,
)
from jaxstudio.functions.protocol.scene import Mark, MarkKind, Proof, View

# Decimal digits of balls, and binary places of the distances within which a function is expanded.
DIGITS, REACHES = 60, (4, 10, 24, 40, 60, 90)
# How sure an answer is.
PROVEN, BY_SYMPY, GUESSED = Wording("proven"), Wording("by SymPy"), Wording("not proven")
# Distances from the place of a limit at which values are compared, and how close these must be.
DISTANCES, CLOSE = (1e-6, 1e-8), 1e-4
# Where numbers are looked for that solve an equation, and how many are written out.
WITHIN, MOST = View((-100.0, 100.0), (-100.0, 100.0), 1000, 1000), 8


def answer(question: Question, p: Mapping[str, float]) -> tuple[Wording, Wording]:
    """The answer as text, and how sure it is; raises ExpressionError where there is none."""
    found = _asked(question, tuple(sorted(p.items())))
    if isinstance(found, ExpressionError):
        raise found.with_traceback(None)
    return found


@lru_cache(maxsize=64)
def _asked(question: Question, p: tuple[tuple[str, float], ...]) -> tuple[Wording, Wording] | ExpressionError:
    """The answer, or why there is none: a line asks again whenever the plane is drawn."""
    try:
        return _answer(question, dict(p))
    except ExpressionError as error:
        return error


def _answer(question: Question, p: dict[str, float]) -> tuple[Wording, Wording]:
    if has_lists(question.body):
        message = Wording("{0}(…) is asked of numbers, not of lists", question.kind)
        raise ExpressionError(message, question.start, question.end)
    if question.kind == "limit":
        return _limit(question, p)
    from jaxstudio.functions.service import formulas

    try:
        text = getattr(formulas, question.kind)(question, p)
    except ExpressionError as error:
        if question.kind != "solve" or isinstance(question.body, Compare):
            raise
        return _numbers(question, p, error)
    text = text if isinstance(text, Wording) else Wording(text)
    return text, PROVEN if formulas.is_proven(question, p, text) else BY_SYMPY


def _numbers(question: Question, p: dict[str, float], no_formula: ExpressionError) -> tuple[Wording, Wording]:
    """The solutions within a stretch, with the digits that are sure; raises the error where none is seen."""
    with jax.enable_x64(True):
        difference = _difference(question.body, question.variable, tuple(p)).evaluator(p)
        found = Features(CurveAnalysis(Graph(difference, WITHIN), WITHIN)).find(MarkKind.ROOT)
    is_flat = any(mark.detail.template in (STRETCH, UNSURE) for mark in found.marks)
    if is_flat or not (found.marks or found.complete):
        raise no_formula
    nearest = sorted(sorted(found.marks, key=lambda mark: abs(mark.x))[:MOST], key=lambda mark: mark.x)
    texts = [_solution(mark) for mark in nearest] or [Wording("no real solution")]
    if left := len(found.marks) - len(nearest):
        texts.append(Wording("{0} more", left))
    if not found.complete:
        texts.append(Wording("perhaps others"))
    listed = reduce(lambda a, b: Wording("{0}, {1}", a, b), texts)
    if nearest:
        listed = Wording("{0} ≈ {1}", question.variable, listed)
    answer = Wording("{0}, between {1:g} and {2:g}", listed, *WITHIN.x)
    proven = found.complete and all(mark.proof is Proof.PROVEN for mark in found.marks)
    return answer, PROVEN if proven else GUESSED


@lru_cache(maxsize=16)
def _difference(body: Node, unknown: str, sliders: tuple[str, ...]) -> Orders:
    """The sides' difference as a curve, compiled once for all values of the sliders."""
    line = Line(0, "", LineKind.CURVE, body, (unknown,), sliders)
    return Orders.of_line(line, Sheet((line,)))


def _solution(mark: Mark) -> Wording:
    text = Wording(f"{mark.x:.{max(int(mark.digits), 1)}g}")
    return Wording("{0} ({1})", text, mark.detail) if mark.detail else text


def _limit(question: Question, p: dict[str, float]) -> tuple[Wording, Wording]:
    assert question.at is not None
    end = literal(question.at)
    infinite = end is not None and math.isinf(end)
    place: Any = end if infinite else fmpq(0)
    body = question.body
    if not infinite:
        # the variable as the distance from the place, which may be any expression
        at = at_columns(question.at, 0, 0)
        moved = _sum(at, Name(0, 0, question.variable))
        body = substitute(body, question.variable, moved)
    function = BallFunction(body, question.variable, p, 0, 0)
    sides = (1 if place > 0 else -1,) if infinite else (-1, 1)
    found = [_side(function, side, infinite) for side in sides]
    if any(limit is None for limit in found):
        return _guessed(function, sides, infinite, question)
    known = [limit for limit in found if limit is not NOWHERE]
    if not known:
        raise ExpressionError(
            Wording("the function has no value beside this place"), question.start, question.end
        )
    if len(known) == 2 and not _alike(*known):
        both = Wording("{0} from the left, {1} from the right", *map(_text, known))
        return both, PROVEN
    limit = _text(known[0])
    if len(known) == len(found):
        return Wording(limit), PROVEN
    if found[-1] is NOWHERE:
        return Wording("{0} from the left", limit), PROVEN
    return Wording("{0} from the right", limit), PROVEN


def _sum(a: Node, b: Node) -> Node:
    return b if isinstance(a, Number) and a.value == 0 else Chain(0, 0, (a, b), ("+",))


def _side(function: BallFunction, side: int, infinite: bool) -> Any:
    """The limit on a side of 0 or towards infinity: `NOWHERE` without values there, None if not known."""
    with digits(DIGITS):
        for places in REACHES:
            sample = Germ({}, places)
            key, sign = ((-ONE, ZERO), fmpq(side)) if infinite else ((ONE, ZERO), fmpq(side))
            try:
                germ = function.orders(sample.of({key: sign}))[0]
                return germ.limit() if isinstance(germ, Germ) else germ
            except (*FAILURES, Unexpanded):
                continue
    return None


def _alike(a: Any, b: Any) -> bool:
    if not (_finite(a) and _finite(b)):
        return not _finite(a) and not _finite(b) and bool((arb(a) > 0) == (arb(b) > 0))
    return are_same(a, b)


def _finite(x: Any) -> bool:
    return isinstance(x, fmpq) or bool(x.is_finite())


def _text(limit: Any) -> str:
    """A fraction, the digits that are proven, or ∞."""
    if not _finite(limit):
        return "∞" if limit > 0 else "-∞"
    if isinstance(limit, fmpq):
        return str(limit)
    return Reference(limit).text(15)


def _guessed(
    function: BallFunction, sides: tuple[int, ...], infinite: bool, question: Question
) -> tuple[Wording, Wording]:
    """By values close to the place, which prove nothing."""
    values = []
    for side in sides:
        for distance in DISTANCES:
            try:
                values.append(
                    number(function.value(decimal(side / distance if infinite else side * distance)))
                )
            except FAILURES:
                values.append(math.nan)
    size = max(map(abs, values))
    if all(map(math.isfinite, values)) and max(values) - min(values) <= CLOSE * max(size, CLOSE):
        return Wording("about {0:.4g}", values[-1]), GUESSED
    raise ExpressionError(Wording("no limit was found"), question.start, question.end)
