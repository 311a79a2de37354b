"""`jaxstudio eval`: a typed function at a point."""

import json
import sys

import jax.numpy as jnp
import numpy as np
import pytest
from mpmath import mp, mpf

from jaxstudio.cli.eval import PRECISIONS
from jaxstudio.cli.parser import show_columns
from jaxstudio.errors import ExpressionError, Wording

FOUR_WAYS = "x^4 + 12x + 1/x"


@pytest.fixture
def values(run):
    """The values that `eval … --json` prints."""

    def values(*words):
        outcome = run("eval", *words, "--json")
        assert outcome.code == 0, outcome.err
        assert outcome.err == ""
        return json.loads(outcome.out)

    return values


@pytest.mark.parametrize("dashes", [[], ["--"]])
@pytest.mark.parametrize(("text", "expected"), [("-x^2", -9), ("-hypot(x, 4)", -5), ("-3", -3)])
def test_an_expression_may_begin_with_a_minus(run, text, expected, dashes):
    outcome = run("eval", "--at", "x=3", "--orders", "0", *dashes, text)
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.startswith(text)
    assert float(outcome.out.splitlines()[1].split()[1]) == expected


def test_what_json_holds(values):
    found = values(FOUR_WAYS, "--at", "x=11", "--orders", "0..3")
    assert found == {
        "expr": FOUR_WAYS,
        "at": {"x": 11.0},
        "set": {},
        "orders": [0, 1, 2, 3],
        "by": None,
        "method": "taylor",
        "reason": found["reason"],
        "precision": "f64",
        "values": pytest.approx([14773.09090909091, 5335.99173553719, 1452.0015026, 263.99959019], rel=1e-10),
        "digits": [15] * 4,
        "multiprecision": [],
    }


@pytest.mark.parametrize("method", ["reverse", "forward", "taylor", "jet", "symbolic", "finite"])
def test_every_method(values, method):
    found = values(FOUR_WAYS, "--at", "x=11", "--orders", "0..2", "--method", method)
    assert found["method"] == method
    rel = 1e-7 if method == "finite" else 1e-14
    assert found["values"] == pytest.approx(
        [14773.09090909091, 5335.99173553719, 1452.0015026296018], rel=rel
    )


@pytest.mark.parametrize("precision", ["f64", "f32", "f16", "bf16"])
def test_every_precision(values, precision):
    """A number that the format holds, written with as few digits as tell it apart."""
    words = (FOUR_WAYS, "--at", "x=11", "--orders", "1", "--method", "reverse", "--precision", precision)
    (slope,) = values(*words)["values"]
    digits = {"f64": 5335.99173553719, "f32": 5335.9917, "f16": 5336.0}
    if precision in digits:
        assert slope == digits[precision]
    assert slope == pytest.approx(5335.99, rel=0.01)
    assert float(np.array(slope).astype(jnp.dtype(PRECISIONS[precision]))) == pytest.approx(slope, rel=1e-7)


@pytest.mark.samples(6)
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("a x^2", "--at", "x=3", "--set", "a=2"), [18, 12, 4, 0]),
        (("x^2", "--at", "x=3", "--orders", "0,2"), [9, 2]),
        (("x^2", "--at", "x=3", "--orders", "2"), [2]),
        (("f(x) = x^3", "--at", "x=2"), [8, 12, 12, 6]),
        (("2^10",), [1024]),
        (("x^2 y^3", "--at", "x=3,y=2", "--by", "y", "--orders", "0..3"), [72, 108, 108, 54]),
        (("x^2 y", "--at", "x=3", "--at", "y=2"), [18, [12, 9], [[4, 6], [6, 0]]]),
        (("(t, t^2)", "--at", "t=3", "--orders", "0..1"), [[3, 9], [1, 6]]),
        (("sin(x)", "--at", "x=pi/2", "--orders", "0"), [1]),
        (("sin(α x₁)", "--at", "x1=0", "--set", "alpha=2", "--orders", "1"), [2]),
        (("x > 2", "--at", "x=3"), [1]),
        (("log(x)", "--at", "x=-1"), [None] * 4),
        (("|x|", "--at", "x=0", "--orders", "0..1"), [0, None]),
        (("max(a, b) x", "--at", "x=1", "--set", "a=max(1, 5),b=2", "--orders", "0"), [5]),
        (("1/x", "--at", "x=0", "--orders", "0"), [None]),
    ],
)
def test_values(values, words, expected):
    assert values(*words)["values"] == expected


def test_for_people(run):
    outcome = run("eval", "a x^2", "--at", "x=3", "--set", "a=2", "--orders", "0..4")
    assert outcome.out.splitlines()[:6] == [
        "a x^2, x = 3, a = 2",
        "  f      18  exact",
        "  f'     12  exact",
        "  f''    4   exact",
        "  f'''   0   exact",
        "  f^(4)  0   exact",
    ]
    assert outcome.out.splitlines()[6].startswith("f64, taylor: ")


def test_a_value_that_is_not_found_is_not_called_undefined(run):
    """The sum is 2.1097…, by Cauchy's condensation; no expansion bounds its tail."""
    row = run("eval", "sum(1/(n log(n)^2), n, 2, oo)", "--orders", "0").out.splitlines()[1]
    assert row.startswith("  f  no value found")


def test_a_principal_value_of_zero_is_no_digits_of_rounding(run):
    shown = run("eval", "integral(1/x, x, -1, 1)", "--orders", "0").out
    assert "its principal value is 0 within " in shown
    assert float(shown.split(" within ")[1]) < 1e-20


def test_what_has_no_value_is_undefined(run):
    assert run("eval", "log(x)", "--at", "x=-1", "--orders", "0").out.splitlines()[1] == "  f  undefined"


def test_no_more_digits_are_written_than_are_sure(run):
    """Of differences few digits are sure; of what cancels in float64 auto takes multiple precision."""
    words = ("sin(x)/x", "--at", "x=0.4", "--orders", "0,1,3,12")
    lines = run("eval", *words, "--method", "finite").out.splitlines()[1:5]
    with mp.workdps(60):
        exact = [mp.diff(lambda x: mp.sin(x) / x, mpf(0.4), order) for order in (0, 1, 3)]
        for line, value in zip(lines[:3], exact, strict=True):
            _, number, digits, _ = line.split()
            written = mpf(number)
            assert len(number.split("e")[0].replace(".", "").strip("-0")) <= int(digits)
            assert abs(written - value) <= mpf(10) ** -(int(digits) - 1) * abs(value)
    assert "no digit is sure" in lines[3]
    lines = run("eval", *words).out.splitlines()
    assert lines[4].split() == ["f^(12)", "0.0716521900453217", "15", "digits"]
    assert "order 12 in multiple precision" in lines[5]


def test_digits_have_the_shape_of_the_values(values):
    found = values("x^2 y + sin(x y)", "--at", "x=3,y=2")
    assert np.shape(found["digits"][2]) == (2, 2)
    assert np.min(np.concatenate([np.ravel(each) for each in found["digits"]])) >= 14
    assert values("log(x)", "--at", "x=-1")["digits"] == [None] * 4
    assert values("sin(x)", "--at", "x=1", "--precision", "f32")["digits"] == pytest.approx([7] * 4, abs=1)
    assert values("x > 2", "--at", "x=3")["digits"] == [17]


def test_digits_are_unknown_where_the_reference_takes_too_long(values, monkeypatch):
    monkeypatch.setattr("jaxstudio.functions.derivatives.accuracy.SECONDS", 0.05)
    found = values("sum(sin(n^2 x), n, 1, 9999)", "--at", "x=0.4999", "--orders", "0")
    assert found["digits"] == ["unknown"]


def test_of_a_number_whose_digits_are_unknown_few_are_written(run, monkeypatch):
    monkeypatch.setattr("jaxstudio.functions.derivatives.accuracy.SECONDS", 0.0)
    line = run("eval", "sin(x)", "--at", "x=1", "--orders", "0").out.splitlines()[1]
    assert line.split() == ["f", "0.841471", "digits", "unknown"]


def test_a_matrix_for_people(run):
    outcome = run("eval", "[x0^2 + x1^2 - x1 x2, x0^2 - x1^2 + 3 x0 x2]", "--at", "x0=3,x1=4,x2=5")
    assert outcome.out.splitlines()[1:4] == [
        "  value     5  38       exact",
        "  Jacobian   6   3  -4  exact",
        "            21  -8   9  exact",
    ]
    outcome = run("eval", "x0^2 x1", "--at", "x0=3,x1=4")
    assert [line.split()[0] for line in outcome.out.splitlines()[1:4]] == ["value", "gradient", "Hessian"]


def test_a_mistake_is_shown_where_it_is(run):
    outcome = run("eval", "a sin(x) + foo(3)", "--at", "x=1")
    assert outcome.code == 2
    assert outcome.out == ""
    typed, carets, message = outcome.err.splitlines()
    assert typed == "  a sin(x) + foo(3)"
    assert carets == "             ^^^"
    assert message.startswith("jaxstudio: no function foo")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("a x", "--at", "x=1"), "no value for a: expected --set a=1"),
        (("x y", "--at", "x=1"), "no value for y: expected --at y=1"),
        (("x", "--at", "x=1", "--at", "y=2"), "y is no variable of it: expected x"),
        (("x", "--at", "x=1", "--set", "b=2"), "b is no parameter of it: expected none"),
        (("x", "--at", "x"), "--at 'x': expected a name and a value such as x=1"),
        (("x", "--at", "x=two"), "--at 'x=two': expected a number"),
        (("x", "--at", "x=1e999"), "--at 'x=1e999': expected a finite number"),
        (("x", "--at", "x=1", "--orders", "0..13"), "expected orders up to 12"),
        (("x", "--at", "x=1", "--orders", "3..1"), "expected orders up to 12"),
        (("x y", "--at", "x=1,y=2", "--orders", "3"), "or --by one variable"),
        (("x y", "--at", "x=1,y=2", "--method", "taylor"), "expected auto, reverse or forward"),
        (("x", "--at", "x=1", "--by", "z"), "z is no variable"),
        (("x > 2", "--at", "x=1", "--orders", "1"), "an inequality is true or false"),
        (("mlp(x; 4)", "--at", "x=1"), "a network has no weights before it is fitted"),
        (("", "--at", "x=1"), "an expression is needed"),
        (("tan(x)", "--at", "x=1", "--method", "jet"), "no rule for tan"),
        (("x", "--at", "x=1", "--method", "magic"), "invalid choice"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(run, words, said):
    outcome = run("eval", *words)
    assert outcome.code == 2
    assert said in outcome.line


def test_too_deep_a_nest_is_refused(run, monkeypatch):
    monkeypatch.setattr("jaxstudio.functions.derivatives.point.TRACING", 0.0)
    outcome = run("eval", "sin(x) exp(x)", "--at", "x=1", "--orders", "8", "--method", "reverse")
    assert outcome.code == 2
    assert outcome.line == "reverse mode at order 8 was stopped after 0 s of tracing; taylor can"


def test_too_large_a_program_is_refused(run, monkeypatch):
    monkeypatch.setattr("jaxstudio.functions.derivatives.point.EQUATIONS", 50)
    outcome = run("eval", "sin(x) exp(x) tan(x)", "--at", "x=1", "--orders", "8")
    assert outcome.code == 2
    assert outcome.line.endswith("equations, at most 50: ask for a lower one")


def test_carets_stand_under_wide_and_unprintable_letters(capsys):
    show_columns("中 + \x1bfoo", ExpressionError(Wording("no"), 5, 8), sys.stdout)
    assert capsys.readouterr().out.splitlines() == ["  中 + \ufffdfoo", "        ^^^"]
    show_columns("x" * 500, ExpressionError(Wording("no"), 400, 402), sys.stdout)
    shown, carets = capsys.readouterr().out.splitlines()
    assert len(shown) < 130
    assert carets == " " * 62 + "^^"
    show_columns("x", ExpressionError(Wording("no columns")), sys.stdout)
    assert capsys.readouterr().out == ""


# what is typed, and what the one line of the answer says to write
ASKED = {
    "sin2x": "sin(2x)",
    "E^x": "written e;",
    "u(x)": "step or heaviside",
    "2 3": "write *",
}


@pytest.mark.parametrize("text", ASKED)
def test_what_may_be_meant_otherwise_is_asked_in_one_line(run, text):
    outcome = run("eval", text, "--at", "x=1", "--json")
    assert outcome.code == 2
    assert outcome.out == ""
    (line,) = outcome.err.splitlines()
    assert ASKED[text] in line


def test_a_name_with_a_value_is_not_asked_about(run):
    outcome = run("eval", "E x", "--at", "x=3", "--set", "E=2", "--orders", "0", "--json")
    assert json.loads(outcome.out)["values"] == [6]
