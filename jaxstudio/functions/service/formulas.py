"""Formulas by SymPy: factors, expansions, simplifications, Taylor polynomials, and solutions of equations.

Those of polynomials in one variable with rational coefficients are checked without SymPy.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import sympy  # type: ignore[import-untyped]
from flint import fmpq, fmpq_poly

from jaxstudio.errors import ExpressionError, Wording
from jaxstudio.functions.interpreters import evaluate
from jaxstudio.functions.interpreters.ball_algebra import BallAlgebra
from jaxstudio.functions.interpreters.sympy_algebra import SympyAlgebra, symbol, tree_to_sympy
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
    return re.sub(r"\bE\b", "e", str(formula).replace("**", "^").replace("Abs(", "abs("))


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


# Where functions have values: conditions on their argument. Those of EVERYWHERE have them at all numbers.
DOMAINS: dict[str, Callable[[Any], list[Any]]] = {
    "sqrt": lambda u: [u >= 0],
    "log": lambda u: [u > 0],
    "log1p": lambda u: [u > -1],
    **dict.fromkeys(("asin", "acos"), lambda u: [u >= -1, u <= 1]),
    **dict.fromkeys(("tan", "sec"), lambda u: [sympy.Ne(sympy.cos(u), 0)]),
    **dict.fromkeys(("cot", "csc"), lambda u: [sympy.Ne(sympy.sin(u), 0)]),
    **dict.fromkeys(("coth", "csch"), lambda u: [sympy.Ne(u, 0)]),
    "acosh": lambda u: [u >= 1],
    "atanh": lambda u: [u > -1, u < 1],
}
_ALL = """sin cos atan sinh cosh tanh sech asinh exp expm1 cbrt abs sign floor ceil round trunc min max stop
erf erfc sinc"""
EVERYWHERE = frozenset(_ALL.split())
# Whole numbers at which a periodic solution is tried.
TRIED = range(-3, 4)


class _Noting(SympyAlgebra):
    """Notes where the parts of a formula have values, which SymPy forgets as it simplifies.

    `is_open`: there are parts of which this is not known.
    """

    def __init__(self) -> None:
        super().__init__()
        self.conditions: list[Any] = []
        self.is_open = False

    def divide(self, a: Any, b: Any) -> Any:
        self.conditions.append(sympy.Ne(b, 0))
        return super().divide(a, b)

    def integer_power(self, a: Any, n: int) -> Any:
        self.conditions += [sympy.Ne(a, 0)] if n < 0 else []
        return super().integer_power(a, n)

    def rational_power(self, a: Any, p: int, q: int) -> Any:
        self.conditions += [sympy.Ne(a, 0)] if p < 0 else []
        return super().rational_power(a, p, q)

    def power(self, a: Any, b: Any) -> Any:
        if not b.is_number:
            self.is_open |= not a.is_positive
        elif not b.is_Integer:
            self.conditions.append(a >= 0 if b > 0 else a > 0)
        return super().power(a, b)

    def call(self, name: str, arguments: Sequence[Any]) -> Any:
        if name in DOMAINS:
            self.conditions += DOMAINS[name](*arguments)
        self.is_open |= name not in DOMAINS and name not in EVERYWHERE
        return super().call(name, arguments)

    def select(self, condition: Any, a: Any, b: Any) -> Any:
        # what is noted inside a case holds in this case alone
        self.is_open |= bool(self.conditions)
        return super().select(condition, a, b)


def _domain(question: Question, p: Mapping[str, float]) -> tuple[list[Any], bool]:
    """The conditions under which the body has a value, without those that always hold; and whether there
    may be more."""
    noting = _Noting()
    evaluate(question.body, noting, {name: symbol(name) for name in _names(question)})
    numbers = {symbol(name): sympy.Rational(repr(float(value))) for name, value in p.items()}
    conditions = dict.fromkeys(each.subs(numbers) for each in noting.conditions)
    return [each for each in conditions if each != sympy.true], noting.is_open


def _where_defined(
    question: Question, solutions: Any, unknown: Any, p: Mapping[str, float], period: Any = None
) -> Any:
    """Of the solutions that SymPy found those at which both sides have values; raises where that is open.

    With a period they are those of the first one.
    """
    conditions, is_open = _domain(question, p)
    if isinstance(solutions, sympy.FiniteSet):
        return sympy.FiniteSet(
            *(x for x in solutions if all(each.subs(unknown, x) != sympy.false for each in conditions))
        )
    if is_open:
        raise _open(question)
    for condition in conditions:
        if condition == sympy.false:
            return sympy.S.EmptySet
        if all(map(_is_periodic, _parts(solutions))):
            solutions = sympy.Union(
                *(part for part in _parts(solutions) if _holds(question, condition, part, unknown))
            )
            continue
        try:
            solutions = _restricted(solutions, condition, unknown, period)
        except NotImplementedError as error:
            raise _open(question) from error
    return solutions


def _restricted(solutions: Any, condition: Any, unknown: Any, period: Any) -> Any:
    """The solutions at which a condition holds; raises NotImplementedError."""
    difference = condition.lhs - condition.rhs
    if isinstance(condition, sympy.Ne):
        is_flat = all(isinstance(part, sympy.Interval) for part in _parts(solutions))
        within = sympy.Interval(solutions.inf, solutions.sup) if is_flat else sympy.S.Reals
        return solutions - sympy.solveset(difference, unknown, within)
    if sympy.periodicity(difference, unknown) not in (None, 0, period):
        raise NotImplementedError  # SymPy solves it in the first period alone
    return solutions & sympy.solve_univariate_inequality(condition, unknown, relational=False)


def _is_periodic(part: Any) -> bool:
    return isinstance(part, sympy.ImageSet) and part.base_set is sympy.S.Integers


def _holds(question: Question, condition: Any, part: Any, unknown: Any) -> bool:
    """Whether a condition holds at all places of a periodic solution, or at none; raises where that is open.

    The places that are tried decide where the condition repeats among them.
    """
    difference = condition.lhs - condition.rhs
    if isinstance(condition, sympy.Ne):
        zeros = sympy.solveset(difference, unknown, sympy.S.Reals)
        if isinstance(zeros, sympy.FiniteSet) and all(part.contains(x) == sympy.false for x in zeros):
            return True
    period = sympy.periodicity(difference, unknown)
    turns = sympy.simplify((part.lamda(1) - part.lamda(0)) / period) if period else period
    if turns is None or not turns.is_Rational or turns.q > len(TRIED):
        raise _open(question)
    truths = {condition.subs(unknown, part.lamda(n)) for n in TRIED}
    if len(truths) != 1 or truths - {sympy.true, sympy.false}:
        raise _open(question)
    return truths == {sympy.true}


def solve(question: Question, p: Mapping[str, float]) -> str:
    """The real solutions, each as a formula and as a number."""
    formula, unknown = _formula(question, p), symbol(question.variable)
    if formula.is_Relational:
        return _inequality(question, formula, unknown, p)
    if formula in (sympy.true, sympy.false):
        found = sympy.S.Reals if formula == sympy.true else sympy.S.EmptySet
    else:
        found = sympy.solveset(formula, unknown, sympy.S.Reals)
    found = _where_defined(question, found, unknown, p)
    if isinstance(found, sympy.FiniteSet):
        solutions = sorted(found, key=lambda each: float(each.evalf()) if each.is_number else 0.0)
        texts = [_solution(unknown, each) for each in solutions[:MOST]]
        return ", ".join([*texts, *(["…"] if len(solutions) > MOST else [])])
    parts = _parts(found)
    if all(map(_is_periodic, parts)):
        whole = sympy.Symbol("n", integer=True)
        each = ", ".join(f"{unknown.name} = {_text(part.lamda(whole))}" for part in parts)
        return Wording("{0} for whole n", Wording(each))
    if isinstance(found, sympy.Complement) and all(map(_is_periodic, _parts(found.args[1]))):
        but = ", ".join(_text(part.lamda(sympy.Symbol("n", integer=True))) for part in _parts(found.args[1]))
        return Wording("{0} but for {1}, n whole", Wording(_belongs(question, found.args[0])), Wording(but))
    return _belongs(question, found)


def _parts(solutions: Any) -> tuple[Any, ...]:
    return solutions.args if isinstance(solutions, sympy.Union) else (solutions,)


def _inequality(question: Question, formula: Any, unknown: Any, p: Mapping[str, float]) -> str:
    try:
        period = sympy.periodicity(formula.lhs - formula.rhs, unknown)
        solutions = sympy.solve_univariate_inequality(formula, unknown, relational=False)
    except NotImplementedError as error:
        raise _open(question) from error
    solutions = _where_defined(question, solutions, unknown, p, period)
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
    parts = _parts(solutions)
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
    if value.has(sympy.CRootOf):
        return f"{unknown.name} ≈ {_text(value.evalf(15))}"
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
    if question.kind == "solve" and _domain(question, p)[0]:
        return False
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
