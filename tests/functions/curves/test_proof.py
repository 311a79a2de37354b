"""What is called proven is true, judged by mpmath; what is not is not called so."""

import mpmath
import numpy as np
import pytest

from functions.curves.plain import VIEW, plain, study_of, typed
from jaxstudio.functions.curves.evaluator import scales
from jaxstudio.functions.curves.interval_survey import within_a_pixel
from jaxstudio.functions.protocol.scene import Proof, View

RANDOM = np.random.default_rng(3)
KNOWN = {
    "sin(x)": mpmath.sin,
    "tan(x)": mpmath.tan,
    "x^3/20 - x": lambda x: x**3 / 20 - x,
    "exp(-x^2) + |x|/9": lambda x: mpmath.exp(-(x**2)) + abs(x) / 9,
    "atan(20x)": lambda x: mpmath.atan(20 * x),
    "sqrt(x)": mpmath.sqrt,
}


@pytest.mark.parametrize("text", KNOWN)
def test_proven_lines_stay_within_a_pixel(text):
    study = study_of(typed(text))
    across, up = scales(VIEW)
    proven = [piece for piece in study.pieces if piece.proof is Proof.PROVEN]
    assert sum(np.ptp(piece.x) for piece in proven) > 0.95 * sum(np.ptp(piece.x) for piece in study.pieces)
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
