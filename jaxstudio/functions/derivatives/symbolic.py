"""Derivatives as formulas: differentiated by SymPy, computed by JAX."""

from __future__ import annotations

import time
from dataclasses import dataclass

import jax.numpy as jnp
import sympy  # type: ignore[import-untyped]

from jaxstudio.errors import NOTHING, ExpressionError, Wording
from jaxstudio.functions.derivatives.target import Function, Subject
from jaxstudio.functions.interpreters import tree_to_jax
from jaxstudio.functions.interpreters.sympy_algebra import from_sympy, size, symbol, tree_to_sympy
from jaxstudio.functions.language.nodes import Call, walk_all

SECONDS = 5.0
NODES = 20_000


@dataclass(frozen=True)
class Formulas:
    """The function and its derivatives in order, as SymPy has them, not simplified; why no more of them."""

    expressions: tuple[sympy.Expr, ...]
    stopped: Wording = NOTHING


def formulas(subject: Subject, order: int, *, seconds: float = SECONDS, nodes: int = NODES) -> Formulas:
    """Differentiate a typed expression up to `order`, within limits of time and size.

    Both are looked at between two orders. Raises an ExpressionError for what SymPy does not know.
    """
    if subject.tree is None:
        raise ExpressionError(Wording("only what was typed has a formula"))
    if any(isinstance(part, Call) and part.name == "stop" for part in walk_all(subject.tree)):
        raise ExpressionError(Wording("SymPy knows no stop(…)"))
    names = sorted({*subject.inputs, *subject.defaults})
    expressions = [_with_short_products(tree_to_sympy(subject.tree, names))]
    by, until = symbol(subject.inputs[subject.by]), time.perf_counter() + seconds
    for k in range(1, order + 1):
        parts = size(expressions[-1])
        if parts > nodes:
            return Formulas(
                tuple(expressions),
                Wording(
                    "stopped: order {0} has {1:,} parts as a formula, at most {2:,}", k - 1, parts, nodes
                ),
            )
        if time.perf_counter() > until:
            return Formulas(tuple(expressions), Wording("stopped after {0:g} s at order {1}", seconds, k - 1))
        expressions.append(_derivative(expressions[-1], by))
    return Formulas(tuple(expressions))


def _derivative(formula: sympy.Expr, by: sympy.Symbol) -> sympy.Expr:
    """Of a vector item by item."""
    if isinstance(formula, sympy.Tuple):
        return sympy.Tuple(*(sympy.diff(item, by) for item in formula))
    return sympy.diff(formula, by)


def _all_formulas(subject: Subject, order: int) -> tuple[sympy.Expr, ...]:
    result = formulas(subject, order)
    if result.stopped:
        raise ExpressionError(result.stopped)
    return result.expressions


def _with_short_products(formula: sympy.Expr) -> sympy.Expr:
    """Products written out, which SymPy does not differentiate as they are."""
    return formula.replace(
        lambda part: isinstance(part, sympy.Product) and part.limits[0][2].is_Integer,
        lambda part: part.doit(),
    )


def symbolic(subject: Subject, order: int) -> Function:
    """g(*inputs, p) → (order + 1,): all derivatives from 0 on, each computed as its formula says."""
    parts = [_computed(subject, formula) for formula in _all_formulas(subject, order)]
    return lambda *arguments: jnp.stack([part(*arguments) for part in parts])


def symbolic_derivative(subject: Subject, order: int) -> Function:
    """g(*inputs, p): the derivative of one order."""
    return _computed(subject, _all_formulas(subject, order)[order])


def _computed(subject: Subject, formula: sympy.Expr) -> Function:
    return tree_to_jax(from_sympy(formula), subject.inputs, subject.defaults, subject.line)


def shared_size(formula: sympy.Expr) -> int:
    """The size of a formula whose repeated parts count once."""
    return len(set(sympy.preorder_traversal(formula)))
