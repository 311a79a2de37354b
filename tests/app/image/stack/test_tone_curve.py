"""The curve that is drawn through the points, beside SciPy's."""

import numpy as np
import pytest
from scipy.interpolate import PchipInterpolator

from jaxstudio.app.image.stack.tone_rows import ToneCurve

SETS = [
    ((0.0, 0.0), (1.0, 1.0)),
    ((0.1, 0.9), (0.6, 0.2)),
    ((0.0, 0.0), (0.25, 0.15), (0.75, 0.85), (1.0, 1.0)),
    ((0.0, 0.5), (0.2, 0.5), (0.3, 0.1), (0.31, 0.9), (1.0, 0.0)),
    ((0.0, 1.0), (0.5, 0.99), (1.0, 0.0)),  # the end would overshoot
]


@pytest.mark.parametrize("points", SETS)
def test_it_is_the_monotone_cubic_of_scipy(points):
    curve = ToneCurve(16, 0.001)
    curve.set_points(points)
    xs, ys = np.array(points).T
    at = np.linspace(0, 1, 401)
    expected = PchipInterpolator(xs, ys)(np.clip(at, xs[0], xs[-1]))
    np.testing.assert_allclose(curve.values(at), expected, atol=1e-12)
    np.testing.assert_allclose(curve.values(xs), ys, atol=1e-12)


def test_random_points_give_the_same_curve_too():
    rng = np.random.default_rng(5)
    curve = ToneCurve(16, 0.001)
    at = np.linspace(0, 1, 301)
    for _ in range(200):
        xs = np.sort(rng.choice(1000, rng.integers(2, 9), replace=False)) / 999
        ys = np.round(rng.random(len(xs)), 2)
        curve.set_points(tuple(zip(xs.tolist(), ys.tolist(), strict=True)))
        expected = PchipInterpolator(xs, ys)(np.clip(at, xs[0], xs[-1]))
        np.testing.assert_allclose(curve.values(at), expected, atol=1e-9)
