"""Numbers typed are the decimals that were typed, and an integral without a sure digit is no number."""

import math

import jax
import numpy as np
import pytest

from functions.of_lines import to_jax
from jaxstudio.functions.derivatives.accuracy import references
from jaxstudio.functions.derivatives.point import at_point
from jaxstudio.functions.derivatives.target import Subject
from jaxstudio.functions.language import Sheet


def value(text, **at):
    answer = at_point(text, at, {}, orders=(0,))
    return answer.values[0], answer.digits[0]


def test_typed_decimals_are_decimals():
    assert {
        text: value(text)[0] for text in ("0.1+0.2-0.3", "floor(0.3/0.1)", "0.7*10-7", "ceil(1.1*3/0.3)")
    } == {
        "0.1+0.2-0.3": 0.0,
        "floor(0.3/0.1)": 3.0,
        "0.7*10-7": 0.0,
        "ceil(1.1*3/0.3)": 11.0,
    }
    assert value("floor(x/0.1)", x=0.3) == (3.0, 17)
    assert value("x-0.1-0.2", x=0.3)[0] == 0.0
    assert value("{x < 0.1 + 0.2: 1, 2}", x=0.3)[0] == 2.0


def plotted(text, x):
    sheet = Sheet.read([text])
    f = jax.jit(to_jax(sheet.lines[0], sheet))
    return np.array([float(f(at, {})) for at in x])


def test_a_divergent_integral_has_no_value():
    """∫ 1/t from 1 over 0, and ∫ tan over π/2, do not exist."""
    for text, x in (("integral(1/t, t, 1, x)", -1.6), ("integral(tan(t), t, 0, x)", 2.0)):
        assert math.isnan(value(text, x=x)[0]), text
    assert np.isnan(plotted("integral(1/t, t, 1, x)", [-1.6, -2.3, -0.4])).all()


def in_30_digits(text):
    sheet = Sheet.read([text])
    subject = Subject.of_line(sheet.lines[0], sheet)
    return references(subject, [0.0], {}, 0, seconds=60)[0][0].rounded


def test_an_integrand_that_rounding_leaves_no_value_at_its_ends_has_an_integral():
    """1 − t² is 0 in the last bits before t = 1: ∫ exp(−s²) over all numbers, s = t/(1 − t²)."""
    text = "integral(exp(-(t/(1 - t^2))^2) (1 + t^2)/(1 - t^2)^2, t, -1, 1)"
    assert in_30_digits(text) == pytest.approx(math.sqrt(math.pi), rel=1e-12)


def test_a_narrow_peak_is_found(subtests):
    for low, high in ((-10, 10), (-1000, 1000)):
        with subtests.test(low=low):
            assert in_30_digits(f"integral(exp(-1e6 (t - 3)^2), t, {low}, {high})") == pytest.approx(
                math.sqrt(math.pi) / 1000, rel=1e-12
            )


def test_integrals_that_exist_keep_their_values():
    for text, x, expected in (
        ("integral(log(t), t, 0, x)", 2.0, 2 * math.log(2) - 2),
        ("integral(1/sqrt(t), t, 0, x)", 2.0, 2 * math.sqrt(2)),
        ("integral(abs(t), t, -3, x)", 2.0, 6.5),
        ("integral(t, t, -1, x)", 1.0, 0.0),
        ("integral(sin(t), t, 0, x)", 9.0, 1 - math.cos(9)),
    ):
        assert plotted(text, [x])[0] == pytest.approx(expected, rel=1e-2, abs=1e-12), text
