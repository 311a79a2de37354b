"""How numbers are written on the pages: never further than they are sure."""

import math

import numpy as np
import pytest

from jaxstudio.app.plot.controller import Spot
from jaxstudio.app.plot.pages.derivatives import _digits
from jaxstudio.app.plot.pages.numbers import digits_in_words, exact, sure
from jaxstudio.app.plot.plane.cursor import _values
from jaxstudio.functions.derivatives.methods import Method, MethodFigures
from jaxstudio.functions.protocol.queries import NO_DIGITS, CursorAnswer, TableAnswer


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (0.0716521900453217, 15, "0.0716522"),
        (0.0716521900453217, 2, "0.072"),
        (-0.0754, 1, "−0.08"),
        (12345.678, 0, "1e4"),
        (2 / 3, None, "0.666667"),
        (math.nan, None, "–"),
    ],
)
def test_a_number_is_written_as_far_as_it_is_sure(value, digits, text):
    assert sure(value, digits) == text
    assert exact(0.0754, 1) == "0.0754"
    assert exact(-0.0) == "0"


def test_digits_in_words():
    assert [digits_in_words(digits) for digits in (None, 0, 14, 17)] == [
        "digits unknown",
        "no digit sure",
        "14 digits sure",
        "exact",
    ]


def test_a_rounded_number_is_not_called_exact():
    """0.123456789 is known exactly and written in six digits."""
    answer = CursorAnswer(0.4, (0.123456789, 0.5), 0.4, 0.25, 1, 0, 0, digits=(17, 17))
    assert _values(Spot(1, 0, 0.4), answer, 4) == ["f = 0.123457 (15 digits sure)", "f′ = 0.5 (exact)"]


def test_the_cursor_says_how_far_each_value_is_sure():
    answer = CursorAnswer(0.4, (0.25, 0.123456789, math.nan), 0.4, 0.25, 1, 0, 0, digits=(17, 3, None))
    assert _values(Spot(1, 0, 0.4), answer, 4) == [
        "f = 0.25 (exact)",
        "f′ = 0.123 (3 digits sure)",
        "f″ = –",
    ]


def test_a_table_is_written_as_far_as_it_is_sure(bench):
    page = bench.side.page("ask")
    columns = tuple(np.array([each]) for each in (0.5, 0.123456789012345, 1.5))
    page._take_table(TableAnswer(("x", "f", "f'"), columns, tuple(np.array([d]) for d in (17, 4, NO_DIGITS))))
    assert [page.table.item(0, column).text() for column in range(4)] == [
        "0.5",
        "0.1235",
        "1.5",
        "4, unknown",
    ]


def test_the_digits_of_a_measured_derivative():
    assert _digits(MethodFigures(Method.TAYLOR, 1, 1.0, 3e-9, exact="1.0")) == 8
    assert _digits(MethodFigures(Method.TAYLOR, 1, 6e-17, 6e-17, exact="0.0")) == 0
    assert _digits(MethodFigures(Method.TAYLOR, 1, 1.0, 0.0, exact="1.0")) == 17
    assert _digits(MethodFigures(Method.TAYLOR, 1, 1.0)) is None
