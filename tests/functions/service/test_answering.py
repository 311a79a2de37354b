"""Questions are answered with the numbers that others compute too."""

import math

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.special import zeta

from jaxstudio.errors import ExpressionError, UsageError
from jaxstudio.functions.derivatives import compare
from jaxstudio.functions.protocol.queries import (
    NO_DIGITS,
    AreaQuestion,
    CompareQuestion,
    CursorQuestion,
    DescentQuestion,
    KeysQuestion,
    MatrixQuestion,
    PrecisionQuestion,
    StepsQuestion,
    SwellQuestion,
    TableQuestion,
    TableTextQuestion,
    TraceQuestion,
    VmapQuestion,
)
from jaxstudio.functions.service import answering
from jaxstudio.functions.service.curve_queries import area, csv, cursor, table

from .asked import target


def test_the_cursor_on_curves_and_paths(composer, job):
    found = cursor(composer, CursorQuestion(target("a x^2", a=0.5), 0.0), job)
    assert found.values == (0, 0, 1)
    assert (found.x, found.y, found.dx, found.dy) == (0, 0, 1, 0)
    assert (found.curvature, found.radius, found.centre) == (1, 1, (0, 1))
    assert cursor(composer, CursorQuestion(target("2x + 1"), 5.0), job).radius is None
    for text in ("(3cos(t), 3sin(t))", "r = 3"):
        found = cursor(composer, CursorQuestion(target(text), 0.7), job)
        assert (found.x, found.y) == pytest.approx((3 * math.cos(0.7), 3 * math.sin(0.7)), rel=1e-14)
        assert (found.dx, found.dy) == pytest.approx((-math.sin(0.7), math.cos(0.7)), rel=1e-14)
        assert (found.curvature, found.radius) == pytest.approx((1 / 3, 3), rel=1e-13)
        assert found.centre == pytest.approx((0, 0), abs=1e-14)
        assert len(found.digits) == len(found.values)
        assert min(found.digits) >= 15


def test_values_at_the_cursor_are_rounded_to_their_digits(composer, job):
    """At the float64 next to √3 the value of x² - 3 is -4e-16, which says nothing but how x was rounded."""
    found = cursor(composer, CursorQuestion(target("x^2 - 3"), math.sqrt(3)), job)
    assert found.values[0] == 0.0
    assert found.values[1] == pytest.approx(2 * math.sqrt(3))
    found = cursor(composer, CursorQuestion(target("sin(x)/x", order=10), 0.4), job)
    assert found.values[:2] == pytest.approx([-0.0848260220799305, 0.0300631221908768], rel=1e-14)
    assert found.digits[:2] == (15, 15)
    nowhere = cursor(composer, CursorQuestion(target("sqrt(x)"), -1.0), job)
    assert math.isnan(nowhere.y)
    assert (nowhere.radius, nowhere.digits[0]) == (None, None)
    found = cursor(
        composer, CursorQuestion(target("zeta(x, 1)"), 3.0), job
    )  # no rule for its second argument
    assert found.y == pytest.approx(zeta(3.0, 1), rel=1e-12)


def test_the_cursor_on_a_derivative_with_its_taylor_polynomial(composer, job):
    found = cursor(composer, CursorQuestion(target("exp(x)", order=2), 0.5, taylor=6), job)
    assert found.y == pytest.approx(math.exp(0.5), rel=1e-14)
    expected = [math.exp(0.5) / math.factorial(k) for k in range(7)]
    assert found.taylor == pytest.approx(expected, rel=1e-13)


AREAS = {
    "x^2": (0.0, 3.0, lambda x: x**2),
    "sin(x)/x": (-5.0, 12.0, lambda x: np.sinc(x / np.pi)),
    "exp(-x^2)": (-8.0, 8.0, lambda x: np.exp(-(x**2))),
    "floor(x)": (0.3, 4.7, np.floor),
    "|x - 1|^0.5": (-1.0, 2.0, lambda x: abs(x - 1) ** 0.5),
    "1/(1 + 10000 x^2)": (-3.0, 3.0, lambda x: 1 / (1 + 10000 * x**2)),
    "cos(50x)": (0.0, 1.0, lambda x: np.cos(50 * x)),
}


def test_areas_are_those_of_quadpack(composer, job, subtests):
    for text, (low, high, same) in AREAS.items():
        with subtests.test(text):
            found = area(composer, AreaQuestion(target(text), low, high), job)
            points = [1, 2, 3, 4] if text == "floor(x)" else None
            expected, off = quad(same, low, high, limit=500, points=points)
            assert found.value == pytest.approx(expected, rel=1e-8, abs=max(1e-12, 10 * off))
            assert abs(found.value - expected) <= found.error + off + 1e-14
    assert area(composer, AreaQuestion(target(text), high, low), job).value == -found.value
    found = area(composer, AreaQuestion(target("1/sqrt(x)"), 0.0, 4.0), job)  # up to a pole
    assert found.value == pytest.approx(4, abs=1e-6)


def test_an_area_that_does_not_exist_says_why(composer, job, subtests):
    for text, low, high, message in (
        ("1/x", -1.0, 2.0, "without bound near"),
        ("1/x^2", 0.0, 1.0, "without bound near"),
        ("tan(x)", 0.0, 3.0, "without bound near 1.5708"),
        ("sqrt(x)", -1.0, 2.0, "no value between -1 and 0"),
    ):
        with subtests.test(text):
            found = area(composer, AreaQuestion(target(text), low, high), job)
            assert math.isnan(found.value)
            assert message in found.note


def test_tables(composer, job):
    question = TableQuestion(target("f(x) = x^4"), (0, 1, 4), 0.0, 2.0, 5)
    found = table(composer, question, job)
    assert found.headings == ("x", "f", "f'", "f⁽⁴⁾")
    assert np.array_equal(found.columns[1], np.linspace(0, 2, 5) ** 4)
    assert np.array_equal(found.columns[3], np.full(5, 24.0))
    polar = table(composer, TableQuestion(target("r = theta"), (0,), 0.0, 3.0, 3000), job)
    assert polar.headings == ("theta", "r", "x", "y")
    assert np.allclose(polar.columns[2], polar.columns[0] * np.cos(polar.columns[0]))


def test_a_table_knows_its_digits_and_takes_multiple_precision_where_float64_cancels(composer, job):
    """The twelfth derivative of sin(x)/x near 0, from its power series."""
    question = TableQuestion(target("sin(x)/x"), (0, 12), 0.25, 1.0, 4)
    found = table(composer, question, job)
    for x, value in zip(found.columns[0], found.columns[2], strict=True):
        terms = [
            (-1) ** n
            * math.prod(range(2 * n - 11, 2 * n + 1))
            * x ** (2 * n - 12)
            / math.factorial(2 * n + 1)
            for n in range(6, 20)
        ]
        assert value == pytest.approx(math.fsum(terms), rel=1e-14)
    assert found.digits[0].tolist() == [17] * 4
    assert found.digits[1].min() >= 14
    assert found.digits[2].tolist() == [15] * 4


def test_digits_are_unknown_where_there_is_no_time_for_them(composer, job, monkeypatch):
    monkeypatch.setattr("jaxstudio.functions.service.curve_queries.TABLE_SECONDS", 0.0)
    found = table(composer, TableQuestion(target("sin(x)"), (0,), 0.0, 1.0, 3), job)
    assert found.digits[1].tolist() == [NO_DIGITS] * 3


def test_a_table_as_text_reads_back_to_the_last_bit(composer, job):
    question = TableQuestion(target("sqrt(x)"), (0,), -1.0, 3.0, 5)
    text = csv(composer, TableTextQuestion(question), job)
    assert text.splitlines()[0] == "x,y"
    assert text.splitlines()[1] == "-1.0,"
    assert text.splitlines()[-1] == f"3.0,{math.sqrt(3)!r}"


@pytest.fixture
def patient(monkeypatch):
    """On a busy machine a compilation takes longer than a person would wait for the next one."""
    monkeypatch.setitem(compare.compare.__kwdefaults__, "limit_s", 600.0)
    monkeypatch.setattr(compare, "JUDGE_SECONDS", 600.0)


@pytest.mark.usefixtures("patient")
def test_the_four_ways_to_a_derivative(composer, job):
    question = CompareQuestion(
        target("x^4 + 12x + 1/x"), (11.0,), (0, 1, 2), ("reverse", "taylor", "symbolic")
    )
    rows = answering.answer_compare(composer, question, job)
    assert job.told == list(rows)
    by = {(str(row.method), row.order): row for row in rows}
    assert by["value", 0].value == pytest.approx(14773.09090909091, rel=1e-15)
    for method in question.methods:
        assert by[method, 1].value == pytest.approx(5335.99173553719, rel=1e-15)
        assert by[method, 2].value == pytest.approx(1452.0015026296, rel=1e-13)
        assert by[method, 1].error < 1e-15


def test_truncation_on_one_side_and_round_off_on_the_other(composer, job):
    found = answering.steps(composer, StepsQuestion(target("x^4 + 12x + 1/x"), 11.0), job)
    best = int(np.argmin(found.central_error))
    assert 5 < best < len(found.steps) - 5
    assert found.central_error[best] < 1e-6 < found.central_error[-1]


def test_formulas_swell(composer, job):
    question = SwellQuestion(target("(2x+7)(17x^2-3x)(x^2-1/x)(x^3+21x)/(17x-5/x^2)"), (1, 2))
    first, second = answering.swell(composer, question, job)
    assert first.formula < second.formula
    assert first.taylor < second.taylor


def test_the_trace_of_the_lesson(composer, job):
    found = answering.trace(composer, TraceQuestion(target("x1 x2 + sin(x1 x2)"), (7.0, 2.0), "x1"), job)
    product, sine, total = (row for row in found.trace.rows if row.primitive)
    assert [float(row.value) for row in (product, sine, total)] == pytest.approx(
        [14, 0.990607, 14.990607], abs=1e-6
    )
    assert float(total.tangent) == pytest.approx(2.2734745, abs=1e-6)
    assert [float(row.adjoint) for row in found.trace.rows[:2]] == pytest.approx(
        [2.2734745, 7.9571605], abs=1e-6
    )
    assert len(found.graph.nodes) == len(found.trace.rows)


def test_the_trace_of_a_constant_and_of_an_inequality(composer, job):
    assert answering.trace(composer, TraceQuestion(target("2^a", a=5.0), ()), job).trace.rows
    found = answering.trace(composer, TraceQuestion(target("x < y^2"), (3.0, 2.0)), job)
    assert bool(found.trace.row(found.trace.result).value)


def test_the_matrices_of_the_lesson(composer, job):
    text = "[x0^2 + x1^2 - x1 x2, x0^2 - x1^2 + 3 x0 x2]"
    question = MatrixQuestion(target(text), (3.0, 4.0, 5.0), (1.0, 1.0, 1.0))
    found = answering.matrix(composer, question, job)
    assert np.array_equal(found.jacobian.value, [5, 38])
    assert np.array_equal(found.jacobian.forward, [[6, 3, -4], [21, -8, 9]])
    assert np.array_equal(found.jacobian.reverse, found.jacobian.forward)
    assert np.array_equal(found.products.forward, [5, 22])
    assert found.hessian is None
    question = MatrixQuestion(target("x0^2 - x1^2 + 3 x0 x2"), (1.0, 2.0, 3.0))
    found = answering.matrix(composer, question, job)
    assert np.array_equal(found.hessian.hessian, [[2, 0, 3], [0, -2, 0], [3, 0, 0]])


def test_precision_along_a_curve(composer, job):
    found = answering.precision(composer, PrecisionQuestion(target("sin(x)"), 0.0, 3.0, 50), job)
    assert found.low == "float32"
    assert 0 < found.worst < 5
    assert np.allclose(found.exact, np.sin(found.x), rtol=1e-12)


def test_formats_keys_and_mapped_axes(composer, job):
    formats = answering.dtypes(composer, None, job)
    assert formats.promotion.of("bfloat16", "float16") == "float32"
    drawn = answering.keys(composer, KeysQuestion(seed=1), job)
    assert np.array_equal(drawn[0].numbers, drawn[1].numbers)
    found = answering.vmap(composer, VmapQuestion((None, 0, None), ((3, 5), (10, 5), (3,))), job)
    assert found.calls == 10
    assert found.outputs[0].shape == (10, 3)
    assert [array.axis for array in found.inputs] == [None, 0, None]


def test_a_walk_downhill(composer, job):
    found = answering.descent(composer, DescentQuestion(target("x^2"), (3.0,), rate=0.25, steps=4), job)
    assert found.positions[:, 0].tolist() == [3, 1.5, 0.75, 0.375, 0.1875]
    slope = answering.descent(composer, DescentQuestion(target("x^3", order=1), (2.0,), steps=60), job)
    assert slope.values[-1] == pytest.approx(0, abs=1e-9)


def test_a_question_that_makes_no_sense_is_refused_in_words(composer, job, subtests):
    for answer, question, message in (
        (cursor, CursorQuestion(target("x", line=1), 0.0), "line 2"),
        (cursor, CursorQuestion(target("x y"), 0.0), "is no curve"),
        (cursor, CursorQuestion(target("x"), 0.0, taylor=13), "0 to 12"),
        (area, AreaQuestion(target("r = 1"), 0.0, 1.0), "only a curve"),
        (area, AreaQuestion(target("x"), 0.0, math.inf), "finite"),
        (table, TableQuestion(target("x"), (0,), 0.0, 1.0, 0), "0 rows"),
        (table, TableQuestion(target("x"), (13,), 0.0, 1.0, 5), "0 to 12"),
        (answering.matrix, MatrixQuestion(target("x y"), (1.0,)), "one for each of x, y"),
        (answering.matrix, MatrixQuestion(target("3"), ()), "no variable"),
        (answering.answer_compare, CompareQuestion(target("x"), (1.0,), (1,), ("magic",)), "method 'magic'"),
        (answering.trace, TraceQuestion(target("a = 3"), ()), "no function"),
    ):
        with subtests.test(message), pytest.raises(UsageError, match=message):
            answer(composer, question, job)
    with pytest.raises(ExpressionError):
        cursor(composer, CursorQuestion(target("x^^2"), 0.0), job)
