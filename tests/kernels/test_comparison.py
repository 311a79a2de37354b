"""Lab, HSL and CIEDE2000 beside scikit-image and the standard library."""

import colorsys

import jax.numpy as jnp
import numpy as np
import pytest
from skimage.color import deltaE_ciede2000, rgb2lab

from jaxstudio.kernels.colour_spaces import rgb_to_hsl, rgb_to_lab
from jaxstudio.kernels.comparison import delta_e_2000

CORNERS = np.array(
    [[r, g, b] for r in (0, 0.02, 0.5, 1) for g in (0, 0.3, 1) for b in (0, 0.7, 1)], np.float32
)
COLOURS = np.concatenate([CORNERS, np.random.default_rng(3).random((300, 3), np.float32)])


def planes(colours):
    return tuple(jnp.asarray(colours[:, plane]) for plane in range(3))


def test_lab_is_scikit_images():
    found = np.stack(rgb_to_lab(*planes(COLOURS)), axis=-1)
    np.testing.assert_allclose(found, rgb2lab(COLOURS.astype(np.float64)), atol=2e-3)


def test_hsl_is_the_standard_librarys():
    found = np.stack(rgb_to_hsl(*planes(COLOURS)), axis=-1)
    for colour, (hue, saturation, lightness) in zip(COLOURS.tolist(), found, strict=True):
        h, light, s = colorsys.rgb_to_hls(*colour)
        assert (hue, saturation, lightness) == pytest.approx((h, s, light), abs=1e-5)


def test_colour_differences_are_scikit_images():
    others = COLOURS[::-1]
    one, other = (rgb2lab(c.astype(np.float64)) for c in (COLOURS, others))
    found = delta_e_2000(planes(one.astype(np.float32)), planes(other.astype(np.float32)))
    np.testing.assert_allclose(found, deltaE_ciede2000(one, other), rtol=1e-4, atol=2e-3)


def test_a_published_pair():
    """From the table of Sharma, Wu and Dalal: pair 1."""
    one, other = np.float32([[50, 2.6772, -79.7751]]), np.float32([[50, 0, -82.7485]])
    assert float(delta_e_2000(planes(one), planes(other))[0]) == pytest.approx(2.0425, abs=1e-4)


@pytest.mark.thorough
def test_every_pair_of_hues_is_scikit_images():
    """Near and far, on the blue side where they turn, grays, and hues exactly opposite."""
    # an odd number of them: where hues are opposite but for rounding, the formula jumps
    hues = np.radians([*(1e-3 * np.arange(23)), *(np.arange(23) * 360 / 23)])
    ring = [(60.0, chroma * np.cos(hue), chroma * np.sin(hue)) for hue in hues for chroma in (8.0, 70.0)]
    axes = [(40.0, 30.0, 0.0), (40.0, -30.0, 0.0), (40.0, 0.0, 30.0), (40.0, 0.0, -30.0), (40.0, 0.0, 0.0)]
    colours = np.array(ring + axes, np.float32)
    one, other = (each.reshape(-1, 3) for each in np.broadcast_arrays(colours[:, None], colours[None]))
    found = delta_e_2000(planes(one), planes(other))
    expected = deltaE_ciede2000(one.astype(np.float64), other.astype(np.float64))
    np.testing.assert_allclose(found, expected, rtol=1e-5, atol=2e-4)
