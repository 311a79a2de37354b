"""Roots, extrema, inflections and intersections, held to NumPy, SciPy and mpmath: digits and proofs."""

from __future__ import annotations

import mpmath
import numpy as np
import pytest
import scipy.special as sp
import sympy

from functions.curves.plain import VIEW, plain, study_of, typed
from jaxstudio.functions.curves.evaluator import scales
from jaxstudio.functions.curves.features import Features, features, intersections
from jaxstudio.functions.curves.interval_survey import within_a_pixel
from jaxstudio.functions.protocol.scene import MarkKind, Proof, View


def found(text, kind, view=VIEW):
    return Features(study_of(typed(text), view)).find(kind)


def xs(result):
    return [mark.x for mark in result.marks]


def test_roots_of_polynomials_as_numpy_finds_them():
    random = np.random.default_rng(2)
    for _ in range(4):
        coefficients = random.normal(size=6)
        text = " + ".join(f"({c!r}) x^{k}" for k, c in enumerate(coefficients.tolist()))
        roots = np.polynomial.polynomial.polyroots(coefficients)
        expected = np.sort(roots[np.abs(roots.imag) < 1e-12].real)
        expected = expected[(expected > VIEW.x[0]) & (expected < VIEW.x[1])]
        result = found(text, MarkKind.ROOT)
        np.testing.assert_allclose(xs(result), expected, rtol=1e-9)
        assert result.complete
        assert {mark.proof for mark in result.marks} <= {Proof.PROVEN}


def test_digits_are_kept():
    """Roots of x = cos(3x) against fifty digits."""
    result = found("x - cos(3 x)", MarkKind.ROOT)
    assert len(result.marks) == 3
    for mark in result.marks:
        with mpmath.workdps(50):
            exact = mpmath.findroot(lambda x: x - mpmath.cos(3 * x), mark.x)
            error = abs((mpmath.mpf(mark.x) - exact) / exact)
        assert mark.digits > 14
        assert error < 10.0**-mark.digits


def test_a_double_root_costs_half_the_digits_when_written_out():
    (mark,) = found("x^2 - 2x + 1", MarkKind.ROOT).marks
    assert mark.x == pytest.approx(1, abs=1e-7)
    assert mark.detail.startswith("touches zero")
    assert found("x^2 - 2x + 1.000001", MarkKind.ROOT).marks == ()


def test_maxima_minima_and_inflections_of_a_bessel_like_curve():
    study = study_of(typed("x sin(x)"))
    highest, lowest, bends = features(study, [MarkKind.MAXIMUM, MarkKind.MINIMUM, MarkKind.INFLECTION])
    for mark in (*highest.marks, *lowest.marks):
        assert np.sin(mark.x) + mark.x * np.cos(mark.x) == pytest.approx(0, abs=1e-14)
        second = 2 * np.cos(mark.x) - mark.x * np.sin(mark.x)
        assert (second < 0) == (mark.kind is MarkKind.MAXIMUM)
    for mark in bends.marks:
        assert 2 * np.cos(mark.x) - mark.x * np.sin(mark.x) == pytest.approx(0, abs=1e-13)
    assert (len(highest.marks), len(lowest.marks), len(bends.marks)) == (4, 3, 7)
    assert highest.complete
    assert lowest.complete
    assert bends.complete


def test_the_minimum_of_gamma_as_scipy_knows_it():
    (mark,) = found("gamma(x)", MarkKind.MINIMUM, View((0.5, 5.0), (0, 9), 800, 560)).marks
    assert sp.digamma(mark.x) == pytest.approx(0, abs=1e-14)
    assert mark.y == pytest.approx(0.8856031944108887, rel=1e-14)


def test_two_roots_closer_than_any_two_samples():
    result = found("(x - 1/3)^2 - 1e-14", MarkKind.ROOT)
    np.testing.assert_allclose(xs(result), [1 / 3 - 1e-7, 1 / 3 + 1e-7], rtol=1e-12)
    assert result.complete


def test_what_cannot_be_excluded_is_not_called_complete():
    near = View((-1.0, 1.0), (-1.5, 1.5), 800, 560)
    assert not found("sin(1/x)", MarkKind.ROOT, near).complete
    without = Features(study_of(plain(np.sin, np.cos, lambda x: -np.sin(x)))).find(MarkKind.ROOT)
    assert not without.complete
    np.testing.assert_allclose(xs(without), np.pi * np.arange(-3, 4), atol=1e-15)
    assert {mark.proof for mark in without.marks} == {Proof.SAMPLED}


def test_rounding_is_no_inflection():
    for text in ("(x^2 - 1)/(x - 1)", "3 x + 1", "sqrt(x^2 + 2x + 1)"):
        assert found(text, MarkKind.INFLECTION).marks == ()


def test_a_stretch_of_zeros_is_one_mark(subtests):
    for text, detail in (("relu(x)", "zero from -9.7 to 0"), ("floor(x)", "zero from 0 to 1")):
        with subtests.test(text=text):
            (mark,) = found(text, MarkKind.ROOT).marks
            assert (mark.x, mark.detail) == (0.0, detail)


def test_underflow_is_no_stretch_of_zeros():
    assert found("exp(-1/x^2)", MarkKind.ROOT).marks == ()


def test_corners_count_as_extrema_and_not_as_inflections():
    study = study_of(typed("||x| - 2|"))
    lowest, highest, bends = features(study, [MarkKind.MINIMUM, MarkKind.MAXIMUM, MarkKind.INFLECTION])
    assert xs(lowest) == pytest.approx([-2, 2], abs=1e-12)
    assert xs(highest) == [0.0]
    assert bends.marks == ()


def test_what_rounding_a_place_leaves_of_a_height_is_nothing():
    """The float64 nearest to π is no π: tan(x) is -1.2e-16 there, and sin(2x) -2.4e-16."""
    for mark in found("tan(x)", MarkKind.INFLECTION).marks:
        assert mark.y == 0
    crossing = intersections(typed("sin(x)"), typed("sin(2 x)"), VIEW)
    assert (
        sum(abs(mark.x % np.pi) < 1e-9 or abs(mark.x % np.pi - np.pi) < 1e-9 for mark in crossing.marks) == 7
    )
    assert not [mark for mark in crossing.marks if 0 < abs(mark.y) < 1e-3]
    (lowest,) = features(study_of(typed("x^2 + 1e-20")), [MarkKind.MINIMUM])
    assert lowest.marks[0].y == 1e-20


def test_intersections_that_cross_and_that_touch():
    crossing = intersections(typed("x^2"), typed("2 x + 3"), VIEW)
    assert [(mark.x, mark.y) for mark in crossing.marks] == [(-1.0, 1.0), (3.0, 9.0)]
    assert crossing.complete
    (touch,) = intersections(typed("x^2 + 1"), typed("2 x"), VIEW).marks
    assert (touch.x, touch.y) == (1.0, 2.0)
    wave = intersections(typed("tan(x)"), typed("x"), VIEW)
    for mark in wave.marks:
        assert np.tan(mark.x) == pytest.approx(mark.x, abs=1e-10)
    assert len(wave.marks) == 5
    assert all(mark.kind is MarkKind.INTERSECTION for mark in wave.marks)


def test_breaks_as_marks_say_what_their_sides_do():
    study = study_of(typed("{x < 1: 1/x, x > 1: sqrt(x - 1), 5}"))
    poles, holes, jumps = features(study, [MarkKind.POLE, MarkKind.HOLE, MarkKind.JUMP])
    assert [(mark.x, mark.detail) for mark in poles.marks] == [(0.0, "-∞ | ∞")]
    assert holes.marks == ()
    (jump,) = jumps.marks
    assert (jump.x, jump.y, jump.detail) == (1.0, 5.0, "1 | 0")
    assert poles.complete


# texts: where they coincide in view, as SymPy knows it
COINCIDE = {
    ("x", "|x|"): [(0.0, VIEW.x[1])],
    ("x^2", "x x"): [VIEW.x],
    ("sin(x)^2", "1 - cos(x)^2"): [VIEW.x],
    ("sin(2x)", "2 sin(x) cos(x)"): [VIEW.x],
    ("(x^2 - 1)/(x - 1)", "x + 1"): [(VIEW.x[0], 1.0), (1.0, VIEW.x[1])],
    ("max(x, 1)", "min(x, 1) + x - 1 + max(0, 1 - x)"): [(1.0, VIEW.x[1])],
    ("exp(x)^2", "exp(2x)"): [VIEW.x],
}


# for SymPy
SPELLED = {"|x|": "Abs(x)", "x x": "x*x", "sin(2x)": "sin(2*x)", "exp(2x)": "exp(2*x)"}
SPELLED["2 sin(x) cos(x)"] = "2*sin(x)*cos(x)"
NAMES = {"max": sympy.Max, "min": sympy.Min}


@pytest.mark.samples(2)
@pytest.mark.parametrize("texts", COINCIDE)
def test_where_curves_coincide_there_are_no_single_intersections(texts):
    result = intersections(typed(texts[0]), typed(texts[1]), VIEW)
    expected = COINCIDE[texts]
    assert [mark.detail for mark in result.marks] == [
        f"coincide from {low:.6g} to {high:.6g}" for low, high in expected
    ]
    assert not result.complete
    assert all(np.isfinite(mark.y) for mark in result.marks)
    x = sympy.Symbol("x", real=True)
    a, b = (sympy.parse_expr(SPELLED.get(text, text).replace("^", "**"), NAMES | {"x": x}) for text in texts)
    for low, high in expected:
        for share in (sympy.Rational(1, 7), sympy.Rational(3, 5), sympy.Rational(40, 41)):
            place = sympy.Rational(low) + share * (sympy.Rational(high) - sympy.Rational(low))
            assert abs((a - b).subs(x, place).evalf(60)) < 1e-50


def test_single_intersections_beside_a_stretch_are_found():
    """cos(x) where x > 0, and elsewhere a parabola that it crosses."""
    result = intersections(typed("{x > 0: cos(x), x^2 - 2}"), typed("cos(x)"), VIEW)
    with mpmath.workdps(30):
        alone = mpmath.findroot(lambda x: x**2 - 2 - mpmath.cos(x), -1.4)
    first, second = result.marks
    assert (first.x, first.detail) == (pytest.approx(float(alone), rel=1e-14), "")
    assert second.detail == "coincide from 0 to 9.6"


def test_what_rounding_hides_is_decided_in_many_digits():
    """A tenth and two tenths are three tenths; x + 1e-17 sin(x) meets x only where the sine is 0."""
    (mark,) = intersections(typed("0.1 x + 0.2 x"), typed("0.3 x"), VIEW).marks
    assert mark.detail == "coincide from -9.7 to 9.6"
    met = intersections(typed("x"), typed("x + 1e-17 sin(x)"), VIEW)
    assert not met.complete
    np.testing.assert_allclose(xs(met), np.pi * np.round(np.array(xs(met)) / np.pi), atol=1e-14)
    powers = {
        "x^9 - 9x^8 + 36x^7 - 84x^6 + 126x^5 - 126x^4 + 84x^3 - 36x^2 + 9x - 1": [1.0],
        "x^8 - 8x^7 + 28x^6 - 56x^5 + 70x^4 - 56x^3 + 28x^2 - 8x + 1": [1.0],
    }
    assert {text: xs(found(text, MarkKind.ROOT)) for text in powers} == powers


def test_a_sum_that_is_zero_but_for_rounding_is_zero_all_along():
    result = found("sin(x)^2 + cos(x)^2 - 1", MarkKind.ROOT)
    assert [mark.detail for mark in result.marks] == ["zero from -9.7 to 9.6"]
    assert not result.complete


@pytest.mark.thorough
def test_bounds_that_are_wide_make_no_stretch_of_zeros():
    """Of an integral intervals know little."""
    assert [mark.detail for mark in found("integral(relu(t), t, 0, x)", MarkKind.ROOT).marks] == [
        "zero from -9.7 to 0"
    ]
    root = found("integral(sin(t), t, 0, x) - 1", MarkKind.ROOT).marks
    assert xs(found("integral(sin(t), t, 0, x) - 1", MarkKind.ROOT)) == pytest.approx(
        np.arange(-5, 6, 2) * np.pi / 2
    )
    assert {mark.detail for mark in root} == {""}


@pytest.mark.thorough
def test_a_binomial_has_the_roots_of_its_polynomial_and_no_holes():
    study = study_of(typed("binomial(x, 3)"))
    roots, holes = features(study, [MarkKind.ROOT, MarkKind.HOLE])
    np.testing.assert_allclose(xs(roots), [0, 1, 2], atol=1e-12)
    assert holes.marks == ()


RANDOM = np.random.default_rng(3)
KNOWN = {
    "sin(x)": mpmath.sin,
    "tan(x)": mpmath.tan,
    "x^3/20 - x": lambda x: x**3 / 20 - x,
    "exp(-x^2) + |x|/9": lambda x: mpmath.exp(-(x**2)) + abs(x) / 9,
    "atan(20x)": lambda x: mpmath.atan(20 * x),
    "sqrt(x)": mpmath.sqrt,
}


def test_proven_lines_stay_within_a_pixel(subtests):
    for text in KNOWN:
        with subtests.test(text=text):
            study = study_of(typed(text))
            across, up = scales(VIEW)
            proven = [piece for piece in study.pieces if piece.proof is Proof.PROVEN]
            assert sum(np.ptp(piece.x) for piece in proven) > 0.95 * sum(
                np.ptp(piece.x) for piece in study.pieces
            )
            for piece in proven:
                for x in RANDOM.uniform(piece.x[0], piece.x[-1], 60):
                    exact = float(KNOWN[text](mpmath.mpf(x)))
                    if abs(exact) > 14:
                        continue
                    drawn = np.interp(x, piece.x, piece.y)
                    slope = float(mpmath.diff(KNOWN[text], x)) * up / across
                    assert abs(drawn - exact) * up / np.hypot(1, slope) <= 1.0


def test_without_intervals_nothing_is_proven():
    study = study_of(plain(np.sin, np.cos, lambda x: -np.sin(x)))
    assert [piece.proof for piece in study.pieces] == [Proof.SAMPLED]


def test_a_proof_needs_close_samples():
    view = View((0.0, 1.0), (0.0, 1.0), 100, 100)
    low, high = (np.array([[0.2], [-5.0], [-8.0]]), np.array([[0.9], [5.0], [8.0]]))
    assert not within_a_pixel(low, high, np.array([0.2]), view)[0]
    assert within_a_pixel(low, high, np.array([0.09]), view)[0]  # h²/8 · 8 < 0.01
    assert not within_a_pixel(low, high, np.array([0.11]), view)[0]


def test_a_proof_by_slopes_by_values_and_by_monotony():
    view = View((0.0, 1.0), (0.0, 1.0), 100, 100)
    nothing = np.array([[-np.inf], [-np.inf], [-np.inf]]), np.array([[np.inf], [np.inf], [np.inf]])

    def judged(row, low, high, width):
        bounds = [array.copy() for array in nothing]
        bounds[0][row], bounds[1][row] = low, high
        return within_a_pixel(*bounds, np.array([width]), view)[0]

    assert not judged(0, -np.inf, np.inf, 1e-9)
    assert judged(0, 0.5, 0.509, 0.3)
    assert not judged(0, 0.5, 0.52, 0.3)
    assert judged(1, 1.0, 1.3, 0.1)  # the chord is wrong by no more than 0.1/4 · 0.3
    assert not judged(1, -2.0, 2.0, 0.1)
    assert judged(1, 0.0, np.inf, 0.009)
    assert not judged(1, 0.0, np.inf, 0.011)
    assert judged(0, 1.6, np.inf, 0.3)  # not in view


def test_a_needle_narrower_than_every_pixel_is_found():
    study = study_of(typed("exp(-1e9 (x - 0.1234)^2)"), View((-9.7, 9.6), (-0.5, 1.5), 800, 560))
    assert max(piece.y.max() for piece in study.pieces) > 0.99


def test_a_dense_band_is_bounded_by_intervals():
    study = study_of(typed("sin(1000 x)"), View((-9.7, 9.6), (-1.5, 1.5), 800, 560))
    (band,) = study.pieces
    assert (band.low.min(), band.high.max()) == (-1.0, 1.0)


def test_zeta_has_its_zeros_and_its_pole_and_no_others():
    view = View((-5.3, 4.7), (-5.0, 5.0), 800, 560)
    roots, poles = (found("zeta(x)", kind, view) for kind in (MarkKind.ROOT, MarkKind.POLE))
    assert (xs(roots), xs(poles)) == ([-4.0, -2.0], [1.0])
    assert roots.complete
    assert poles.complete
    # mpmath.findroot(lambda x: mpmath.zeta(x, derivative=1), -2.7)
    assert xs(found("zeta(x)", MarkKind.MAXIMUM, view)) == pytest.approx([-2.717262829204574], rel=1e-14)
    # 1/zeta has no value at the pole
    inverse = found("1/zeta(x)", MarkKind.ROOT, view)
    assert xs(inverse) == []
    assert [mark.x for mark in found("1/zeta(x)", MarkKind.HOLE, view).marks] == [1.0]


def test_an_end_says_whether_it_belongs_to_the_curve():
    for text, belongs in {"x^2 {0 < x < 2}": False, "x^2 {0 <= x <= 2}": True, "sqrt(2 - x^2)": True}.items():
        assert ["open" not in mark.detail for mark in found(text, MarkKind.END).marks] == [belongs] * 2
