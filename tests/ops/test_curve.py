"""The tone curve against SciPy's monotone interpolant."""

import jax
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pictures import encoded, random_photo
from scipy.interpolate import PchipInterpolator

from jaxstudio.errors import ParameterError
from jaxstudio.ops.tone.curves import PRESETS, curve, monotone_curve


def expected(points, x):
    xs, ys = np.array(points, np.float64).T
    return PchipInterpolator(xs, ys)(np.clip(x, xs[0], xs[-1]))


@pytest.mark.samples(4)
@pytest.mark.parametrize("dtype", ["float32", "uint8", "uint16"])
@pytest.mark.parametrize(
    "points",
    [
        *(points for _, points in PRESETS),
        ((0.0, 0.2), (0.1, 0.9), (0.2, 0.1), (0.55, 0.1), (0.6, 1.0), (1.0, 0.0)),
        ((0.3, 0.1), (0.301, 0.9)),
        tuple((k / 15, (k * 7 % 16) / 15) for k in range(16)),
    ],
)
def test_is_scipys(filtered, dtype, points):
    pixels = random_photo(19, 23, dtype=dtype)
    result = filtered("curve", pixels, points=points)
    rise = np.diff(points, axis=0)
    steepest = np.abs(rise[:, 1] / rise[:, 0]).max()
    np.testing.assert_allclose(result, expected(points, encoded(pixels)), atol=1e-6 * max(1, steepest))


@st.composite
def some_points(draw):
    xs = sorted(draw(st.sets(st.integers(0, 100), min_size=2, max_size=16)))
    return [(x / 100, draw(st.integers(0, 100)) / 100) for x in xs]


@given(some_points())
def test_any_points(points):
    x = np.linspace(-0.2, 1.2, 71, dtype=np.float32)
    padded = np.pad(np.array(points, np.float32), ((0, 16 - len(points)), (0, 0)), mode="edge")
    result = np.asarray(jax.jit(monotone_curve)(x, padded))
    np.testing.assert_allclose(result, expected(points, x), atol=1e-4)
    # it goes through its points, and no further up or down than they
    ys = [y for _, y in points]
    assert result.min() >= min(ys) - 1e-5
    assert result.max() <= max(ys) + 1e-5


def test_what_it_refuses():
    for points in (
        [[0, 0], [0, 1]],
        [[0.5, 0], [0.4, 1]],
        [[0, 0]],
        [[0, 0], [1, 1.1]],
        [[0, 0], [0.0005, 1]],
    ):
        with pytest.raises(ParameterError, match=r"curve: points = .* expected a list of 2 to 16 points"):
            curve.check({"points": points})
