"""A line as LaTeX: what is read back from it has the same values."""

import jax
import numpy as np
import pytest

from jaxstudio.errors import ExpressionError
from jaxstudio.functions.derivatives.target import Subject
from jaxstudio.functions.language import Sheet
from jaxstudio.functions.language.latex import latex, rule

TEXTS = (
    "x^2/3 - 2x + 1", "-x^2", "(-x)^2", "(x+1)^(x-1)", "2^-x", "1/(1+x)/x", "a x^2 sin(2x)", "sqrt(x)/2",
    "exp(-x^2/2)", "|x - 3|", "log(x) + log10(x)", "asin(x/4)", "floor(x) + ceil(x)", "x - (1 - x) - (2 + x)",
    "x {x > 0}", "{x > 1: x^2, -x}", "sum(x^n/n, n, 1, 5)", "integral(t^2, t, 0, x)", "alpha x + beta_1",
    "(x + 1)(x - 1)/(x + 3)", "1.5e-7 x", "gamma(x)", "-(x + 1)", "x * -2", "min(x, 1)", "pi x", "d/dx x^3",
    "3 * 4 x 2", "a (x + 1) 2^x", "-x^2/2", "-x sin(x)/3", "2 (-x) x", "floor(x)!", "(x + 2)(-3)x",
    "integral(exp(-x t^2), t, -oo, oo)", "integral(exp(t) x, t, -oo, 0)", "sum(x^n/n!, n, 0, oo)",
)  # fmt: skip


def values(text):
    (line,) = Sheet.read([text]).lines
    assert line.error is None, (text, line.error)
    with jax.enable_x64(True):
        subject = Subject.of_line(line, Sheet((line,)))
        p = {name: 0.5 + len(name) for name in line.sliders}
        return [float(subject.call(x, p)) for x in (0.3, 1.7, 2.9)]


def test_what_is_read_back_is_the_same(subtests):
    for text in TEXTS:
        with subtests.test(text):
            assert np.allclose(values(latex(text)), values(text), rtol=1e-14, equal_nan=True)


def test_heads_and_relations():
    assert latex("f(x) = x/2") == r"f\left(x\right) = \frac{x}{2}"
    assert latex("y_1 = x^2") == "y_{1} = x^{2}"
    assert latex("x^2 + y^2 <= 25") == r"x^{2} + y^{2} \le 25"
    assert latex("r = theta") == r"r = \theta"
    points = r"\left[\left(1, 2\right), \left(3, x\right)\right]"
    assert latex("[(1, 2), (3, x)]") == latex("(1, 2), (3, x)") == points
    assert latex("A + (1, 2)", values=["A"]) == r"A + \left(1, 2\right)"
    with pytest.raises(ExpressionError):
        latex("x +")


RULES = {
    "y' = x - y": "y' = x - y",
    "y'' + 2 y' = 0, y'(0) = 1/2": r"y'' + 2 \, y' = 0,\; y'\left(0\right) = \frac{1}{2}",
    "dy/dx = x (1 - y)": r"\frac{dy}{dx} = x \cdot \left(1 - y\right)",
    "theta'' = -sin(theta)": r"\theta'' = -\sin\left(\theta\right)",
    "x(0) = [2, 3]": r"x\left(0\right) = \left[2, 3\right]",
    "a_n = a_(n-1) + 1/n": r"a_{n} = a_{n - 1} + \frac{1}{n}",
    "a_{n+1} = r a_{n} (1 - a_n)": r"a_{n + 1} = r \, a_{n} \cdot \left(1 - a_{n}\right)",
    "F(n) = F(n-1) + F(n-2)": r"F\left(n\right) = F\left(n - 1\right) + F\left(n - 2\right)",
    "a[n] = a[n-1]/2": r"a_{n} = \frac{a_{n - 1}}{2}",
}


def test_equations_initial_values_and_recursions_are_set_as_they_are_typed(subtests):
    for text, expected in RULES.items():
        with subtests.test(text):
            assert rule(text) == expected
    with pytest.raises(ExpressionError):
        rule("y' = x +")
