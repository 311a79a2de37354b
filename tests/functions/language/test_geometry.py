"""Points and figures against formulas of analytic geometry on NumPy's numbers."""

from dataclasses import replace

import jax
import numpy as np
import pytest

from jaxstudio.errors import ExpressionError
from jaxstudio.functions.derivatives.target import Subject
from jaxstudio.functions.language import LineKind, Sheet
from jaxstudio.functions.language.document import read_line
from jaxstudio.functions.lists import elements, exact

A, B, C = np.array([1.0, 2.0]), np.array([4.0, -2.0]), np.array([-3.0, 0.5])
POINTS = ("A = (1, 2)", "B = (4, -2)", "C = (-3, 0.5)")


def value(text, *at):
    """The numbers of a line beside the three points; of an equation its left side minus its right."""
    sheet = Sheet.read([*POINTS, text])
    line = sheet.lines[-1]
    assert line.error is None, line.error
    with jax.enable_x64(True):
        found = elements(line.tree, {}, line.index)
        line = replace(line, tree=exact(found[0] if isinstance(found, list) else found))
        subject = Subject.of_line(line, sheet)
        return np.asarray(subject.call(*(at or (0.0,) * len(subject.inputs)), {})), line.kind


def test_points_are_added_and_multiplied_by_numbers(subtests):
    cases = {
        "A + (3, 0)": A + np.array([3, 0]),
        "A - B": A - B,
        "-A": -A,
        "2A - B/4 + C": 2 * A - B / 4 + C,
        "(A + B + C)/3": (A + B + C) / 3,
        "midpoint(A, B)": (A + B) / 2,
        "midpoint(A + B, 2C)": (A + B) / 2 + C,
    }
    for text, expected in cases.items():
        with subtests.test(text):
            found, kind = value(text)
            assert kind is LineKind.POINT
            assert np.allclose(found, expected, rtol=1e-15)


def test_distances_and_angles(subtests):
    def between(p, q):
        return np.arccos(p @ q / np.linalg.norm(p) / np.linalg.norm(q))

    cases = {
        "distance(A, B)": np.linalg.norm(A - B),
        "distance(A, (0, 0))^2": 5.0,
        "angle(A, B, C)": between(A - B, C - B),
        "angle(A, B, C) + angle(B, C, A) + angle(C, A, B)": np.pi,
        "angle((1, 0), (0, 0), (0, -1))": np.pi / 2,
    }
    for text, expected in cases.items():
        with subtests.test(text):
            assert value(text)[0] == pytest.approx(expected, rel=1e-14)


def test_figures_are_equations_that_their_points_solve(subtests):
    on, off = A + 0.3 * (B - A), A - 0.5 * (B - A)
    cases = (
        ("line(A, B)", [A, B, on, off], [C]),
        ("segment(A, B)", [A, B, on], [C, off]),
        ("ray(B, A)", [A, B, on, off], [C, B + (B - A)]),
        ("circle(A, 5)", [B, A + np.array([0, 5])], [A, C]),
        ("circle(A, C)", [C, 2 * A - C], [A, B]),
    )
    for text, inside, outside in cases:
        with subtests.test(text):
            for point in inside:
                found, kind = value(text, *point)
                assert kind is LineKind.IMPLICIT
                assert found == pytest.approx(0, abs=1e-12)
            for point in outside:
                assert not abs(value(text, *point)[0]) < 1e-3  # NaN beside a segment


def test_what_is_no_point_is_refused_in_one_line(subtests):
    cases = {
        "(1, 2) + 3": "to a point a point is added",
        "(1, 2) (3, 4)": "two points have no product",
        "1/(1, 2)": "not divided by a point",
        "circle(1, 2)": "a point is needed here",
        "distance((1, 2, 3), (0, 0))": "a point is needed here",
        "c = circle((1, 2), 3)": "stands alone in its line",
    }
    for text, words in cases.items():
        with subtests.test(text), pytest.raises(ExpressionError) as refused:
            read_line(text)
        assert words in str(refused.value)
