"""Trees as formulas of SymPy, formulas as trees: both ways they compute the same."""

from functools import partial

import mpmath
import pytest
import sympy

from functions.mpmath_algebra import MpmathAlgebra
from functions.of_lines import to_sympy
from jaxstudio.errors import ExpressionError
from jaxstudio.functions.interpreters import evaluate, tree_to_jax
from jaxstudio.functions.interpreters.sympy_algebra import FUNCTIONS as KNOWN
from jaxstudio.functions.interpreters.sympy_algebra import from_sympy, size, symbol
from jaxstudio.functions.language import Sheet, read_line
from jaxstudio.functions.language.nodes import at_columns
from tests.functions.interpreters.domains import line_of, points
from tests.functions.language.written import text_of

# text: the formula as SymPy itself prints it
FORMULAS = {
    "y = x^2 - 3x/2": "x**2 - 3*x/2",
    "0.1 x": "x/10",
    "x^2.5": "x**(5/2)",
    "a sin(x)^2 + |x|": "a*sin(x)**2 + Abs(x)",
    "{x > 0: log(x), -x^-2}": "Piecewise((log(x), x > 0), (-1/x**2, True))",
    "x^2 {x > 0}": "Piecewise((x**2, x > 0), (nan, True))",
    "x^2 + y^2 = a": "-a + x**2 + y**2",
    "0 < x < a": "(0 < x) & (x < a)",
    "(cos t, sin t)": "(cos(t), sin(t))",
    "d/dx sin(x a)": "a*cos(a*x)",
    "tan''(x)": "2*(tan(x)**2 + 1)*tan(x)",
    "sum(x^n, n, 0, 3)": "Sum(x**k_1, (k_1, 0, 3))",
    "1/0": "nan",
    "gelu(x)": "x*erfc(-sqrt(2)*x/2)/2",
}


def test_formulas():
    for text, meant in FORMULAS.items():
        sheet = Sheet.read([text])
        found = to_sympy(sheet.lines[0], sheet)
        names = [*sheet.lines[0].variables, *sheet.lines[0].sliders]
        expected = sympy.sympify(meant, locals={name: symbol(name) for name in names})
        if isinstance(found, sympy.Sum):
            found, expected = found.doit(), expected.doit()
        assert found == expected or str(found) == meant, text


# SymPy cannot stop a derivative, and has none of zeta
NAMES = [name for name in KNOWN if name not in ("stop", "zeta")]


def test_a_formula_and_its_derivative_against_mpmath(subtests):
    """Both turned into trees again; the derivative by the last argument."""
    for name in NAMES:
        line, sheet = line_of(name)
        *others, last = line.variables
        formula = to_sympy(line, sheet)
        trees = [from_sympy(each) for each in (formula, sympy.diff(formula, symbol(last)))]
        for at in points(name, 4, seed=5).T:
            fixed = dict(zip(others, map(mpmath.mpf, at), strict=False))

            def value(tree, x, fixed=fixed, last=last):
                return evaluate(tree, MpmathAlgebra(), {**fixed, last: x})

            x = mpmath.mpf(at[-1])
            with subtests.test(name), mpmath.workdps(30):
                expected = [value(line.tree, x), mpmath.diff(partial(value, line.tree), x)]
                for tree, wanted in zip(trees, expected, strict=True):
                    assert float(value(tree, x)) == pytest.approx(float(wanted), rel=1e-9, abs=1e-12)


def test_expression_swell():
    """The derivative of a product of four factors over a fifth."""
    sheet = Sheet.read(["(2x+7)(17x^2-3x)(x^2-1/x)(x^3+21x)/(17x-5/x^2)"])
    formula = to_sympy(sheet.lines[0], sheet)
    slope = sympy.diff(formula, symbol("x"))
    assert float(tree_to_jax(from_sympy(slope), ("x",), {})(2.0, {})) == pytest.approx(
        9282.839228483188, rel=1e-14
    )
    assert size(slope) > 3 * size(formula)


def test_a_formula_is_text_that_reads_as_itself():
    for text in ("x^3 + 12x + 7x sin(x)", "exp(-x^2)/sqrt(2 pi)", "a x^-3 - 1/3", "x^y^2 - (a - b)"):
        sheet = Sheet.read([text])
        tree = from_sympy(to_sympy(sheet.lines[0], sheet))
        assert at_columns(read_line(text_of(tree)).tree, 0, 0) == tree


def test_what_has_no_name_is_refused():
    sheet = Sheet.read(["zeta(x)"])
    slope = sympy.diff(to_sympy(sheet.lines[0], sheet), symbol("x"))
    with pytest.raises(ExpressionError, match="derivative of zeta"):
        from_sympy(slope)
    with pytest.raises(ExpressionError, match="marcumq"):
        from_sympy(sympy.marcumq(*map(symbol, "abc")))


def test_towers_of_numbers_are_not_worked_out():
    for text in (
        "9^9^9^9",
        "((9^60)^60)^60",
        "(9^9^9)!",
        "1000000!",
        "sum(n!, n, 1, 5000)",
        "1.0000001^9999999",
    ):
        sheet = Sheet.read([text])
        assert size(to_sympy(sheet.lines[0], sheet)) < 20
