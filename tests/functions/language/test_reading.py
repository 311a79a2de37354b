"""What people type, beside the tree that is meant, written with every sign; trees as text."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from jaxstudio.errors import ExpressionError
from jaxstudio.functions.language import read_line
from jaxstudio.functions.language.nodes import (
    Cases,
    Chain,
    Compare,
    Negate,
    Number,
    Power,
    Tuple,
    Vector,
    at_columns,
    walk,
)
from jaxstudio.functions.language.parser import Parser
from jaxstudio.functions.language.tokens import tokenize
from tests.functions.language.trees import NAMES, trees
from tests.functions.language.written import text_of

MEANT = {
    "7x sin(x)": "7*x*sin(x)",
    "2(x+1)": "2*(x + 1)",
    "(x+1)(x-1)": "(x + 1)*(x - 1)",
    "x y": "x*y",
    "-x^2": "-(x^2)",
    "x^-2": "x^(-2)",
    "2^3^x": "2^(3^x)",
    "x**2": "x^2",
    "1/2x": "1/2*x",
    "-2x": "-2*x",
    "a b c": "a*b*c",
    "x_max + x₁": "x_max + x1",
    "x₁x₂": "x1*x2",
    "x²": "x^2",
    "x⁻¹": "x^(-1)",
    "x²³": "x^23",
    "sin(x)²": "sin(x)^2",
    "x^{2}²": "x^(2^2)",
    "2·x × 3 ÷ y − 1": "2*x*3/y - 1",
    "√x": "sqrt(x)",
    "√(x+1)": "sqrt(x + 1)",
    "√2x": "sqrt(2)*x",
    "∛x": "cbrt(x)",
    "|x|": "abs(x)",
    "|x||y|": "abs(x)*abs(y)",
    "||x|-1|": "abs(abs(x) - 1)",
    "2|x - 1|x": "2*abs(x - 1)*x",
    "|(|x|)|": "abs(abs(x))",
    "sin x": "sin(x)",
    "sin 2x cos x": "sin(2*x)*cos(x)",
    "sin x^2": "sin(x^2)",
    "sin x + 1": "sin(x) + 1",
    "sin -x": "sin(-x)",
    "sin x (x+1)": "sin(x)*(x + 1)",
    "ln x": "log(x)",
    "log(x, 2)": "log(x)/log(2)",
    "arcsin(x)": "asin(x)",
    "πx": "pi*x",
    "ωt + α₁x": "omega*t + alpha1*x",
    "ω_max x": "omega_max*x",
    "2θ": "2*theta",
    "α + λ": "alpha + lambda",
    "β x": "beta*x",
    "beta(x, 2)": "beta(x, 2)",
    "x!": "factorial(x)",
    "-x!": "-factorial(x)",
    "x^2!": "x^factorial(2)",
    "x % 2": "mod(x, 2)",
    "x // 2": "floor(x/2)",
    "a x % 2 b": "mod(a*x, 2)*b",
    "elu(x)": "elu(x, 1)",
    "zeta(x)": "zeta(x, 1)",
    "max(x, 1, 2)": "max(x, 1, 2)",
    "d/dx x^2 + 1": "(d/dx (x^2)) + 1",
    "d²/dx² sin(x)": "d^2/dx^2 (sin(x))",
    "d^2/dθ^2 sin θ": "d^2/dtheta^2 (sin(theta))",
    "d/2": "(d)/2",
    "tan''(x)": "tan''(x)",
    "tan″(x)": "tan''(x)",
    "{x > 0: x^2, -x}": "{x > 0: x^2, -x}",
    "{x>0: x^2}": "{x > 0: x^2}",
    "x^2 + 1 {x > 0}": "{x > 0: x^2 + 1}",
    "x {x > 0} {x < 1}": "{x < 1: {x > 0: x}}",
    "2 {x > 0: 1, 0}": "2*{x > 0: 1, 0}",
    "x if x > 0 else -x": "{x > 0: x, -x}",
    "where(x > 0, 1, 2)": "{x > 0: 1, 2}",
    "0 < x ≤ 1": "0 < x <= 1",
    "not x < 1 and x ≠ 3 or y ≥ 2": "not x < 1 and x != 3 or y >= 2",
    "x > 1 && y > 1": "x > 1 and y > 1",
    "sum(n^2, n, 1, 20)": "sum(n^2, n, 1, 20)",
    "integral(x^2, 0, 1)": "integral(x^2, x, 0, 1)",
    "integral(exp(-t^2), t, 0, x)": "integral(exp(-t^2), t, 0, x)",
    "(cos t, sin t)": "(cos(t), sin(t))",
    "[x^2, y]": "[x^2, y]",
    "mlp(x; 128, 64)": "mlp(x; 128, 64)",
    "2e3 x": "2000*x",
    "log_2 x": "log(x)/log(2)",
    "Sin(x)": "sin(x)",
    "sin^2(x) + 1": "sin(x)^2 + 1",
    "sin² 2x": "sin(2*x)^2",
    "sin'^2 x": "sin'(x)^2",
    "max(x)": "x",
    "5!!": "factorial2(5)",
    "W(x)": "lambertw(x)",
    "2e": "2*e",
    "2 e^x": "2*e^x",
    ".5x": "0.5*x",
    "stop_gradient(y^2)": "stop(y^2)",
    "x1 - (y - (z))": "x1 - (y - z)",
}


def test_what_is_meant():
    def tree(text):
        return at_columns(read_line(text).tree, 0, 0)

    assert {typed: tree(typed) for typed in MEANT} == {typed: tree(meant) for typed, meant in MEANT.items()}
    for typed in MEANT:
        assert tree(text_of(tree(typed))) == tree(typed)


def test_signs_group_as_in_python():
    assert read_line("a - b - c").tree == Chain(0, 9, tuple(read_line("a - b - c").tree.operands), ("-", "-"))
    derivative_orders = read_line("x^y^z").tree
    assert isinstance(derivative_orders, Power)
    assert isinstance(derivative_orders.exponent, Power)
    negative = read_line("-x^2").tree
    assert isinstance(negative, Negate)
    assert isinstance(negative.operand, Power)


def test_a_long_sum_is_wide_and_not_deep():
    tree = read_line("+".join(["x"] * 900)).tree
    assert isinstance(tree, Chain)
    assert len(tree.operands) == 900


def test_every_node_knows_its_columns():
    text = "3x² + sin(2x) {x > 0}"
    line = read_line(text)
    assert isinstance(line.tree, Cases)
    typed = {type(node).__name__: text[node.start : node.end] for node in walk(line.tree)}
    assert typed["Power"] == "x²"
    assert typed["Call"] == "sin(2x)"
    assert typed["Compare"] == "x > 0"
    assert (line.tree.start, line.tree.end) == (0, len(text))
    for node in walk(line.tree):
        for child in node.children():
            assert node.start <= child.start <= child.end <= node.end


def test_numbers_are_floats_from_the_start():
    tree = read_line("9^9^9^9").tree
    assert all(isinstance(node.value, float) for node in walk(tree) if isinstance(node, Number))


def test_one_sign_of_equality_compares_inside_conditions():
    tree = read_line("{x = 2: 1, 0}").tree
    assert isinstance(tree, Cases)
    assert isinstance(tree.conditions[0], Compare)
    assert tree.conditions[0].operators == ("==",)


def read(text):
    return Parser(tokenize(text), (), NAMES, text).restricted()


@settings(max_examples=50)
@given(trees())
def test_printed_and_read_again(tree):
    assert at_columns(read(text_of(tree)), 0, 0) == tree


@settings(max_examples=50)
@given(st.lists(trees(2), min_size=2, max_size=3), st.sampled_from((Tuple, Vector)))
def test_several_are_printed_too(items, kind):
    tree = kind(0, 0, tuple(items))
    assert at_columns(read(text_of(tree)), 0, 0) == tree


@settings(max_examples=40)
@given(trees(), st.data())
def test_without_a_sign_or_a_bracket_it_is_read_or_refused(tree, data):
    """Columns stay inside the text, and children inside their parents."""
    text = text_of(tree)
    cut = data.draw(st.integers(0, len(text)))
    broken = text[:cut] + text[cut + 1 :]
    try:
        places = list(walk(read(broken)))
    except ExpressionError as error:
        places = [error]
    for place in places:
        assert 0 <= place.start <= place.end <= len(broken)
