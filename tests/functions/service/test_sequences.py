"""Sequences by recursion against integers, fractions, OEIS and mpmath; cobwebs; what is said."""

from fractions import Fraction

import mpmath
import numpy as np
import pytest

from jaxstudio.functions.protocol.requests import Style
from jaxstudio.functions.protocol.scene import View

VIEW = View((-1.0, 60.0), (-10.0, 10.0), 500, 350)
# OEIS A000045, A000142, A000129, A001608
FIBONACCI = (1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987, 1597, 2584, 4181, 6765)
FACTORIALS = (1, 1, 2, 6, 24, 120, 720, 5040, 40320, 362880, 3628800)
PELL = (0, 1, 2, 5, 12, 29, 70, 169, 408, 985, 2378, 5741, 13860)
PERRIN = (3, 0, 2, 3, 2, 5, 5, 7, 10, 12, 17, 22, 29, 39)


def points(draw, *texts, **how):
    lines = draw(*texts, view=how.pop("view", VIEW), **how).lines
    assert all(line.error is None for line in lines), [line.error for line in lines]
    (drawn,) = [line.implicit for line in lines if line.implicit is not None]
    return drawn.points


def test_terms_are_those_of_oeis(draw, subtests):
    cases = {
        ("F_n = F_(n-1) + F_(n-2)", "F_1 = 1", "F_2 = 1"): (1, FIBONACCI),
        ("a(n) = a(n-1) + a(n-2)", "a(1) = 1", "a(2) = 1"): (1, FIBONACCI),
        ("a_{n+1} = a_n + a_{n-1}", "a_0 = 0", "a_1 = 1"): (0, (0, *FIBONACCI)),
        ("b_n = n b_{n-1}", "b_0 = 1"): (0, FACTORIALS),
        ("f(k+1) = (k+1) f(k)", "f(0) = 1"): (0, FACTORIALS),
        ("p[n] = 2 p[n-1] + p[n-2]", "p[0] = 0", "p[1] = 1"): (0, PELL),
        ("P_n = P_{n-2} + P_{n-3}", "P_0 = 3", "P_1 = 0", "P_2 = 2"): (0, PERRIN),
    }
    for texts, (first, values) in cases.items():
        with subtests.test(texts[0]):
            found = points(draw, *texts)
            assert found[: len(values)].tolist() == [[first + k, v] for k, v in enumerate(values)]


def test_terms_are_the_nearest_floats(draw):
    harmonic = points(draw, "a_n = a_(n-1) + 1/n", "a_1 = 1")
    exact, wanted = Fraction(0), []
    for n in range(1, 61):
        exact += Fraction(1, n)
        wanted.append([n, float(exact)])
    assert harmonic.tolist() == wanted
    logistic = points(draw, "x_(n+1) = r x_n (1 - x_n)", "x_0 = 0.3", "r = 3.9")
    with mpmath.workdps(80):
        value, wanted = mpmath.mpf("0.3"), []
        for n in range(61):
            wanted.append([n, float(value)])
            value = mpmath.mpf("3.9") * value * (1 - value)
    assert logistic.tolist() == wanted
    newton = points(draw, "s_n = (s_(n-1) + 2/s_(n-1))/2", "s_0 = 1")
    assert newton[-1, 1] == np.sqrt(2)


def test_a_cobweb_goes_from_term_to_term(draw):
    lines = draw(
        "x_(n+1) = cos(x_n)", "x_0 = 1", view=View((-2, 2), (-2, 2), 400, 400), style=Style.COBWEB
    ).lines
    graph, diagonal, web = lines[0].implicit.lines
    np.testing.assert_allclose(graph.points[:, 1], np.cos(graph.points[:, 0]), atol=1e-12)
    assert (diagonal.points[:, 0] == diagonal.points[:, 1]).all()
    np.testing.assert_allclose(web.points[:3], [(1, 0), (1, np.cos(1)), (np.cos(1), np.cos(1))])
    assert web.points[-1] == pytest.approx((0.7390851332151607,) * 2)


def test_what_is_wrong_or_too_deep_is_said(draw, subtests):
    cases = {
        ("a_n = a_(n-1) + 1",): "begins with a_1 = 1",
        ("a_n = a_(n-1) + a_(n-2)", "a_1 = 1"): "begins with a_1 = 1, a_2 = 1",
        ("a_n = a_(n+1)", "a_1 = 1"): "from those before it",
        ("a_n = a_(n-1) + x", "a_1 = 1"): "not on x",
        ("a_n = a_(n-30)", "a_1 = 1"): "at most 20 terms",
        ("a_n = a_(n-1) + 1", "a_1 = 1", "a_n = 2 a_(n-1)"): "in line 1",
        ("a_n = 1/(a_(n-1) - 2)", "a_0 = 2.5"): "computed up to a_",
    }
    for texts, words in cases.items():
        with subtests.test(texts[0]):
            errors = [line.error.text for line in draw(*texts, view=VIEW).lines if line.error is not None]
            assert any(words in error for error in errors), errors
    deep = draw("a_n = a_(n-1) + 1", "a_1 = 1", view=View((0, 1e6), (0, 10), 500, 350)).lines[0]
    assert len(deep.implicit.points) == 2000
    assert "computed up to a_2000" in deep.error.text


def test_terms_are_values_in_other_lines(draw):
    lines = draw("F_n = F_(n-1) + F_(n-2)", "F_1 = 1", "F_2 = 1", "F_20 + F(3)", "y = F_4 x", view=VIEW).lines
    assert lines[3].value == (FIBONACCI[19] + 2,)
    (piece,) = lines[4].curves[0].pieces
    np.testing.assert_allclose(piece.y, 3 * piece.x, rtol=1e-14)
    logistic = ("x_(n+1) = r x_n (1 - x_n)", "x_0 = 0.3", "r = 3.9")
    (chaotic,) = draw(*logistic, "x_100", view=VIEW).lines[3].value
    with mpmath.workdps(120):
        value = mpmath.mpf("0.3")
        for _ in range(100):
            value = mpmath.mpf("3.9") * value * (1 - value)
    assert chaotic == float(value)
    of_sliders = draw("a_n = c a_(n-1)", "a_0 = 1", "c = 3", "b = a_5", "b + 1", view=VIEW).lines
    assert of_sliders[4].value == (244.0,)
    (harmonic,) = draw("h_n = 1/n", "h_10", view=VIEW).lines[1].value
    assert harmonic == 0.1
