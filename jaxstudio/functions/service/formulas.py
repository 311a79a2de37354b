"""Formulas by SymPy: factors, expansions, simplifications, Taylor polynomials, and solutions of equations.

Those of polynomials in one variable with rational coefficients are checked without SymPy.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import sympy  # type: ignore[import-untyped]
from flint import fmpq, fmpq_poly

from jaxstudio.errors import ExpressionError, Wording
from jaxstudio.functions.interpreters import evaluate
from jaxstudio.functions.interpreters.ball_algebra import BallAlgebra
from jaxstudio.functions.interpreters.sympy_algebra import symbol, tree_to_sympy
from jaxstudio.functions.language import read_line
from jaxstudio.functions.language.nodes import Apply, Name, Question, walk_all

# Solutions that are written out.
MOST = 12


def _formula(question: Question, values: Mapping[str, float] | None = None) -> Any:
    """The body as a formula of its names; those with values may be put in."""
    found = tree_to_sympy(question.body, _names(question))
    numbers = {symbol(name): sympy.Rational(repr(float(value))) for name, value in (values or {}).items()}
    return found.subs(numbers)


def _names(question: Question) -> list[str]:
    nodes = list(walk_all(question))
    names = {node.name for node in nodes if isinstance(node, Name)} | {question.variable}
    return sorted(names.union(*(node.parameters for node in nodes if isinstance(node, Apply))))


def _text(formula: Any) -> str:
    return str(formula).replace("**", "^").replace("Abs(", "abs(")


def _by(change: Callable[[Any], Any]) -> Callable[[Question, Mapping[str, float]], str]:
    def answer(question: Question, p: Mapping[str, float]) -> str:
        return _text(change(_formula(question)))

    return answer


factor = _by(lambda formula: sympy.factor(formula.doit()))
expand = _by(lambda formula: sympy.expand(formula.doit()))
simplify = _by(lambda formula: sympy.simplify(formula.doit()))


def taylor(question: Question, p: Mapping[str, float]) -> str:
    """The polynomial in powers of the distance, with its coefficients worked out."""
    formula = tree_to_sympy(question, _names(question)).doit()
    terms = formula.as_ordered_terms()
    return _text(sum((sympy.nsimplify(sympy.simplify(term)) for term in terms), sympy.S.Zero))


def solve(question: Question, p: Mapping[str, float]) -> str:
    """The real solutions, each as a formula and as a number."""
    formula, unknown = _formula(question, p), symbol(question.variable)
    if formula.is_Relational:
        return _inequality(question, formula, unknown)
    found = sympy.solveset(formula, unknown, sympy.S.Reals)
    if isinstance(found, sympy.FiniteSet):
        solutions = sorted(found, key=lambda each: float(each.evalf()) if each.is_number else 0.0)
        texts = [_solution(unknown, each) for each in solutions[:MOST]]
        return ", ".join([*texts, *(["…"] if len(solutions) > MOST else [])])
    parts = found.args if isinstance(found, sympy.Union) else (found,)
    if all(isinstance(part, sympy.ImageSet) and part.base_set is sympy.S.Integers for part in parts):
        whole = sympy.Symbol("n", integer=True)
        each = ", ".join(f"{unknown.name} = {_text(part.lamda(whole))}" for part in parts)
        return Wording("{0} for whole n", Wording(each))
    return _belongs(question, found)


def _inequality(question: Question, formula: Any, unknown: Any) -> str:
    try:
        period = sympy.periodicity(formula.lhs - formula.rhs, unknown)
        solutions = sympy.solve_univariate_inequality(formula, unknown, relational=False)
    except NotImplementedError as error:
        raise _open(question) from error
    if not period or solutions in (sympy.S.EmptySet, sympy.S.Reals):
        return _belongs(question, solutions)
    # SymPy solves it in the first period alone
    return Wording("{0} for whole n", Wording(_belongs(question, solutions, f" + {_text(period)}*n")))


def _open(question: Question) -> ExpressionError:
    return ExpressionError(Wording("SymPy finds no formula of the solutions"), question.start, question.end)


def _belongs(question: Question, solutions: Any, shift: str = "") -> str:
    """The unknown is in a set, with brackets and ∪; raises ExpressionError where SymPy leaves it open."""
    if solutions is sympy.S.EmptySet:
        return Wording("no real solution")
    parts = solutions.args if isinstance(solutions, sympy.Union) else (solutions,)
    if solutions == sympy.S.Reals:
        return f"{question.variable} ∈ ℝ"
    if not all(isinstance(part, sympy.FiniteSet | sympy.Interval) for part in parts):
        raise _open(question)
    ordered = sorted(parts, key=lambda part: float(part.inf.evalf()))
    text = " ∪ ".join(map(_set, ordered))
    return f"{question.variable} ∈ {f'({text})' if shift and len(ordered) > 1 else text}{shift}"


def _set(part: Any) -> str:
    if isinstance(part, sympy.FiniteSet):
        return "{" + ", ".join(map(_text, sorted(part, key=lambda each: float(each.evalf())))) + "}"
    ends = ", ".join(_text(end).replace("oo", "∞") for end in part.args[:2])
    return f"{'(' if part.left_open else '['}{ends}{')' if part.right_open else ']'}"


def _solution(unknown: Any, value: Any) -> str:
    exact = f"{unknown.name} = {_text(value)}"
    if value.is_Rational or not value.is_number:
        return exact
    return f"{exact} ≈ {float(value.evalf()):.6g}"


def is_proven(question: Question, p: Mapping[str, float], text: str) -> bool:
    """Whether the answer is checked exactly.

    Two polynomials are the same if they have the same values at more places than their degree. The real
    solutions of a polynomial equation are those that Arb isolates, which are all.
    """
    formula = _formula(question, p if question.kind == "solve" else None)
    if formula.is_Relational or len(formula.free_symbols) != 1 or question.kind == "taylor":
        return False
    (unknown,) = formula.free_symbols
    if not formula.is_polynomial(unknown):
        return False
    polynomial = sympy.Poly(formula, unknown)
    if not all(each.is_Rational for each in polynomial.all_coeffs()):
        return False
    if question.kind == "solve":
        return _are_all(polynomial, sympy.solveset(formula, unknown, sympy.S.Reals))
    found = sympy.Poly(sympy.sympify(text.replace("^", "**")), unknown)
    tree, algebra = read_line(text).tree, BallAlgebra()
    assert tree is not None
    places = [{unknown.name: fmpq(x)} for x in range(max(polynomial.degree(), found.degree()) + 1)]
    values = [[evaluate(each, algebra, place) for each in (question.body, tree)] for place in places]
    return all(isinstance(a, fmpq) and isinstance(b, fmpq) and a == b for a, b in values)


def _are_all(polynomial: Any, solutions: Any) -> bool:
    """Whether solutions are the real roots of a polynomial, as Arb isolates them."""
    coefficients = [fmpq(int(each.p), int(each.q)) for each in reversed(polynomial.all_coeffs())]
    isolated: Any = fmpq_poly(coefficients).complex_roots()
    roots = [root for root, _ in isolated if root.imag == 0]
    if solutions is sympy.S.EmptySet:
        return not roots
    if not isinstance(solutions, sympy.FiniteSet) or len(solutions) != len(roots):
        return False
    if not all(map(partial(_is_root, polynomial), solutions)):
        return False
    # each is a root; by their numbers they are different ones
    numbers = sorted(float(each.evalf(30)) for each in solutions)
    ordered = sorted(float(root.real.mid()) for root in roots)
    return all(abs(a - b) <= 1e-14 * max(1.0, abs(b)) for a, b in zip(numbers, ordered, strict=True))


def _is_root(polynomial: Any, value: Any) -> bool:
    """Whether a polynomial vanishes exactly at a formula; no where expanding does not tell."""
    if isinstance(value, sympy.CRootOf):
        return bool(polynomial.rem(value.poly.replace(polynomial.gen)).is_zero)
    return bool(sympy.expand(polynomial.as_expr().subs(polynomial.gen, value)) == 0)
