"""Lines that ask: limit, solve, taylor, factor, expand and simplify."""

import re

import mpmath
import numpy as np
import pytest
import sympy
from scipy import special

from jaxstudio.errors import ExpressionError, Wording
from jaxstudio.functions.interpreters import tree_to_jax
from jaxstudio.functions.language import LineKind, Sheet
from jaxstudio.functions.service import formulas
from jaxstudio.functions.service.questions import answer

# text: the answer's beginning, and how sure
LIMITS = {
    "limit(sin(x)/x, x -> 0)": ("1.0000000000", "proven"),
    "limit((1 + 1/x)^x, x, inf)": ("2.71828182845", "proven"),
    "limit((x^2 - 4)/(x - 2), x = 2)": ("4", "proven"),
    "limit(1/x, x → 0)": ("-∞ from the left, ∞ from the right", "proven"),
    "limit(|x|/x, x, 0)": ("-1 from the left, 1 from the right", "proven"),
    "limit(x log(x), x, 0)": ("0 from the right", "proven"),
    "limit((f(h + 1) - f(1))/h, h, 0)": ("2", "proven"),
    "limit(tan(x), x, pi/2)": ("∞ from the left, -∞ from the right", "proven"),
    "limit(besselj(1, x)/x, x, 0)": ("0.5", "proven"),
    "limit(x!/(sqrt(2pi x) (x/e)^x), x, ∞)": ("1", "proven"),
}
FORMULAS = {
    "expand((x + a)^2)": "a^2 + 2*a*x + x^2",
    "simplify(sin(x)^2 + cos(x)^2)": "1",
    "taylor(exp(x), x = 0, 3)": "x^3/6 + x^2/2 + x + 1",
    "solve(sin(x) = 0)": "x = 2*pi*n, x = 2*pi*n + pi for whole n",
    "solve(x^2 < 4)": "x ∈ (-2, 2)",
    "solve(x^2 - 3x + 2 >= 0)": "x ∈ (-∞, 1] ∪ [2, ∞)",
    "solve(sin(x) > 1/2)": "x ∈ (pi/6, 5*pi/6) + 2*pi*n for whole n",
    "solve(cos(2x) >= 0)": "x ∈ ([0, pi/4] ∪ [3*pi/4, pi)) + pi*n for whole n",
    "solve(|x| = x)": "x ∈ [0, ∞)",
    "solve(x^2 >= 0)": "x ∈ ℝ",
    "solve(log(x) < 1)": "x ∈ (0, e)",
    "solve(tan(x) > 1)": "x ∈ (pi/4, pi/2) + pi*n for whole n",
    # equations hold only where both sides have values
    "solve(sqrt(x) = sqrt(x))": "x ∈ [0, ∞)",
    "solve(sqrt(x)^2 = -1)": "no real solution",
    "solve(sqrt(x) >= sqrt(x))": "x ∈ [0, ∞)",
    "solve(x/x > 0)": "x ∈ (-∞, 0) ∪ (0, ∞)",
    "solve(1/(x - 1) = 1/(x - 1))": "x ∈ (-∞, 1) ∪ (1, ∞)",
    "solve(x log(x)/log(x) = 1)": "no real solution",
    "solve(x log(x)/log(x) = 2)": "x = 2",
    "solve(log(log(x)) = log(log(x)))": "x ∈ (1, ∞)",
    "solve(asin(2x) = asin(2x))": "x ∈ [-1/2, 1/2]",
    "solve(tan(x) = tan(x))": "x ∈ ℝ but for 2*pi*n + pi/2, 2*pi*n + 3*pi/2, n whole",
    "solve(sin(x)^2/sin(x) = 0)": "no real solution",
    "solve(x^(1/3) = x^(1/3))": "x ∈ ℝ",
    "solve({x > 0: x} = x)": "x ∈ (0, ∞)",
    "solve(x cos(x)/x = 0)": "x = 2*pi*n + pi/2, x = 2*pi*n + 3*pi/2 for whole n",
}


# of polynomials with rational coefficients
PROVEN = {
    "factor(x^3 - x)": "x*(x - 1)*(x + 1)",
    "expand((x - 1)^3)": "x^3 - 3*x^2 + 3*x - 1",
    "solve(x^2 = 2)": "x = -sqrt(2) ≈ -1.41421, x = sqrt(2) ≈ 1.41421",
    "solve(a x = 3, x)": "x = 3/2",
    "solve(x^2 = -1)": "no real solution",
    "solve(x^5 - x - 1 = 0)": "x ≈ 1.16730397826142",
}
# what has no formula: the difference of the sides for mpmath, places near its zeros, how many there are, and
# how sure the numbers are
NUMBERS = {
    "solve(cos(y) = y)": (lambda x: mpmath.cos(x) - x, [0.7], 1, "proven"),
    "solve(2^x = x^2)": (lambda x: 2**x - x**2, [-0.8, 2.1, 4.1], 3, "proven"),
    "solve(cos(t) = t/a, t)": (lambda x: mpmath.cos(x) - x / 2, [1.0], 1, "proven"),
    "solve(x sin(x) = 1)": (lambda x: x * mpmath.sin(x) - 1, [-2.8, -1.1, 1.1, 2.8], 64, "proven"),
    "solve(tan(x) = x)": (lambda x: mpmath.tan(x) - x, [-4.49, 0.0, 4.49], 63, "not proven"),
    "solve(sin(x) = cosh(x))": (None, [], 0, "proven"),
}


def ask(text):
    line = Sheet.read(["f(x) = x^2", "a = 2", text]).lines[2]
    assert line.error is None, line.error
    return answer(line.tree, {"a": 2.0}) if line.sliders else answer(line.tree, {})


def test_limits_are_proven(subtests):
    for text, (begins, proof) in LIMITS.items():
        with subtests.test(text):
            found, sure = ask(text)
            assert found.startswith(begins)
            assert sure == proof


def test_limits_in_the_order_of_a_function_are_its_values():
    """Whether the order is whole decides where a function has values; one that moves is not whole."""
    for text, value in (
        ("limit(besselj(n, 3), n, 1)", special.jv(1, 3)),
        ("limit(legendre(n, 0.5), n, 1/2)", float(mpmath.legendre(0.5, 0.5))),
        ("limit(gegenbauer(n, 1, 0.3), n, 2)", special.eval_gegenbauer(2, 1, 0.3)),
    ):
        found, sure = ask(text)
        assert float(found) == pytest.approx(value, rel=1e-14)
        assert sure == "proven"


def test_no_limit_is_made_up():
    for text in ("limit(sin(1/x), x, 0)", "limit(sin(x), x, ∞)", "limit(sqrt(-1 - x^2), x, 0)"):
        with pytest.raises(ExpressionError):
            ask(text)


def test_formulas_by_sympy(subtests):
    for text, expected in FORMULAS.items():
        with subtests.test(text):
            assert ask(text) == (expected, "by SymPy")
    for text, expected in PROVEN.items():
        with subtests.test(text):
            assert ask(text) == (expected, "proven")


def numbers_in(answer):
    """Those behind ≈."""
    return [
        float(each) for each in answer.partition(" ≈ ")[2].split(", ") if re.fullmatch("[-+.e0-9]+", each)
    ]


def test_an_equation_without_a_formula_is_solved_by_number(subtests):
    for text, (difference, near, count, proof) in NUMBERS.items():
        with subtests.test(text):
            found, sure = ask(text)
            assert sure == proof
            numbers = numbers_in(found)
            more = re.search(", ([0-9]+) more", found)
            assert len(numbers) + int(more[1] if more else 0) == count
            for each in near:
                zero = float(mpmath.findroot(difference, each))
                assert min(abs(x - zero) for x in numbers) <= 1e-10 * max(1, abs(zero))


def test_a_zero_without_values_of_both_sides_is_no_solution():
    """Below -30 one side has no value: of the multiples of pi those from -9 to 31 solve it."""
    found, sure = ask("solve(sin(x) log(x+30)/log(x+30) = 0)")
    assert numbers_in(found) == pytest.approx([np.pi * n for n in range(-4, 4)])
    assert ", 33 more, " in found
    assert sure == "proven"


def test_solutions_that_neither_a_formula_nor_numbers_tell_are_not_given():
    for text in ("x^x = x^x", "sqrt(sin(x)) = sqrt(sin(x))", "gamma(x) = gamma(x)"):
        with pytest.raises(ExpressionError, match="no formula of the solutions"):
            ask(f"solve({text})")


def test_what_has_no_answer_is_not_looked_for_again(monkeypatch):
    asked = []
    monkeypatch.setattr(formulas, "solve", lambda *of: asked.append(of) or refuse())

    def refuse():
        raise ExpressionError(Wording("SymPy finds no formula of the solutions"))

    for _ in range(3):
        with pytest.raises(ExpressionError, match="no formula"):
            ask("solve(exp(x) x^x = exp(x) x^x)")
    assert len(asked) == 1


def test_a_function_that_sympy_lacks_is_one_message():
    for text in ("factor(isprime(x))", "expand(x gcd(x, 4))"):
        with pytest.raises(ExpressionError, match="no rule is known for"):
            ask(text)


def test_a_question_about_a_list_is_refused():
    for text in ("solve([1, 2] x = 3)", "factor([1, 2] x)", "solve(random(3) = x)"):
        with pytest.raises(ExpressionError, match="not of lists"):
            ask(text)


def test_a_wrong_formula_is_not_proven():
    (line,) = Sheet.read(["factor(x^3 - x)"]).lines
    assert not formulas.is_proven(line.tree, {}, "x*(x - 1)*(x + 2)")
    polynomial = sympy.Poly(sympy.Symbol("x") ** 2 - 2)
    assert not formulas._are_all(polynomial, sympy.FiniteSet(sympy.sqrt(2)))


def test_what_is_drawn_is_the_function_or_its_polynomial():
    xs = np.linspace(-1, 1, 5)
    for text, exact in (
        ("factor(x^2 - 1)", xs**2 - 1),
        ("taylor(sin(x), x = 0, 5)", xs - xs**3 / 6 + xs**5 / 120),
        ("taylor(log(x), x, 1, 2)", (xs - 1) - (xs - 1) ** 2 / 2),
    ):
        line = Sheet.read([text]).lines[0]
        assert line.kind is LineKind.CURVE
        f = tree_to_jax(line.tree, line.variables, {})
        np.testing.assert_allclose([float(f(x, {})) for x in xs], exact, atol=1e-12)


def test_how_a_question_is_written():
    for text, words in {
        "limit(x)": "limit is written",
        "taylor(x, x = 0)": "taylor is written",
        "limit(x, x, x)": "runs there itself",
        "taylor(x, x = 0, 2.5)": "whole number",
        "solve(a = 2b)": "for which name",
    }.items():
        assert words in str(Sheet.read([text]).lines[0].error), text
    for text, written in {
        "Limit[Sin[x]/x, x -> 0]": "limit(Sin[x]/x, x, 0)",
        "Series[Exp[x], {x, 0, 5}]": "taylor(Exp[x], x, 0, 5)",
        "Solve[x^2 == 2, x]": "solve(x^2 = 2, x)",
        "FullSimplify[x/x]": "simplify(x/x)",
    }.items():
        assert Sheet.read([text]).lines[0].written == written
    assert "stands alone" in str(Sheet.read(["y = 1 + limit(x, x, 0)"]).lines[0].error)
    sheet = Sheet.read(["b = limit(x, x, 0)", "y = 1 + b x"])
    with pytest.raises(ExpressionError, match="stands alone"):
        tree_to_jax(sheet.lines[1].tree, ("x",), {})(0.0, {})
    # a sheet's own function keeps its name
    assert Sheet.read(["factor(x) = 2x", "factor(3)"]).lines[1].kind is LineKind.VALUE


def test_solutions_are_proven_only_if_the_polynomial_vanishes_there():
    x = sympy.Symbol("x")
    polynomial = sympy.Poly(x**2 - 2, x)
    assert formulas._are_all(polynomial, sympy.FiniteSet(sympy.sqrt(2), -sympy.sqrt(2)))
    close = sympy.Rational(14142135623730950488, 10**19)  # equals the root to 20 digits
    assert not formulas._are_all(polynomial, sympy.FiniteSet(close, -sympy.sqrt(2)))
