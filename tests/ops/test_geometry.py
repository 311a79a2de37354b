"""Geometry against skimage.transform and NumPy."""

import numpy as np
import pytest
import skimage.transform
from pictures import encoded, random_photo

# Here and in scikit-image, which follows NumPy's names.
MODES = {
    "reflect": "symmetric",
    "mirror": "reflect",
    "nearest": "edge",
    "wrap": "wrap",
    "constant": "constant",
}
ANGLES = [0, 17.3, 45, 90, -123.4, 180, 270, 359.5, -360]


@pytest.mark.parametrize("channels", [1, 2, 3, 4])
@pytest.mark.parametrize("dtype", ["float32", "uint8", "uint16"])
def test_flip_is_numpys(filtered, dtype, channels):
    for height, width in ((37, 53), (1, 1), (1, 8), (300, 520)):
        pixels = random_photo(height, width, channels, dtype)
        np.testing.assert_array_equal(filtered("flip_horizontal", pixels, dtype), np.fliplr(pixels))


def rotated(filtered, pixels, angle, border="constant", expand=False, cval=0.0):
    """Our result and scikit-image's."""
    result = filtered("rotate", pixels, angle=angle, expand=expand, border=border, cval=cval)
    expected = skimage.transform.rotate(
        encoded(pixels), angle, resize=expand, order=1, mode=MODES[border], cval=cval
    )
    assert result.shape == expected.shape
    return result, expected


@pytest.mark.samples(5)
@pytest.mark.parametrize("expand", [False, True], ids=["same size", "expand"])
@pytest.mark.parametrize("angle", ANGLES)
def test_rotate(filtered, angle, expand):
    for dtype in ("float32", "uint8", "uint16"):
        result, expected = rotated(filtered, random_photo(37, 53, 3, dtype), angle, "nearest", expand)
        np.testing.assert_allclose(result, expected, atol=2e-6, rtol=0)


@pytest.mark.parametrize("expand", [False, True], ids=["same size", "expand"])
@pytest.mark.parametrize("border", MODES)
def test_rotate_beyond_the_edge(filtered, border, expand):
    for dtype in ("float32", "uint8"):
        pixels = random_photo(37, 53, 3, dtype)
        result, expected = rotated(filtered, pixels, 25.0, border, expand, cval=0.3)
        if border == "wrap":
            # scikit-image's wrap leaves out the seam between the last row and the first
            inside = ~np.isclose(result, expected, atol=2e-6).all(-1)
            assert inside.mean() < 0.1
            return
        np.testing.assert_allclose(result, expected, atol=2e-6, rtol=0)


@pytest.mark.parametrize("turns", [1, 2, 3])
@pytest.mark.parametrize("dtype", ["float32", "uint8"])
def test_right_angles_move_whole_pixels(filtered, turns, dtype):
    pixels = random_photo(37, 53, 3, dtype)
    result = filtered("rotate", pixels, dtype, angle=90 * turns, expand=True)
    np.testing.assert_array_equal(result, np.rot90(pixels, turns))


def test_rotate_weighs_colours_by_their_alpha(filtered):
    pixels = random_photo(31, 33, 4)
    result = filtered("rotate", pixels, angle=30, border="nearest")
    weighed = pixels.astype(np.float64)
    weighed[..., :3] *= weighed[..., 3:]
    expected = skimage.transform.rotate(weighed, 30, order=1, mode="edge")
    np.testing.assert_allclose(result[..., 3], expected[..., 3], atol=2e-6, rtol=0)
    np.testing.assert_allclose(result[..., :3] * result[..., 3:], expected[..., :3], atol=2e-6, rtol=0)


@pytest.mark.samples(3)
@pytest.mark.parametrize("dtype", ["float32", "uint8", "uint16"])
@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("rotate", {"angle": 30.0}),
        ("translate", {"right": 4.3, "down": -2.6}),
        ("swirl", {"strength": 4.0, "radius": 60.0}),
        ("pad", {"left": 3, "top": 5}),
        ("gaussian_blur", {"sigma": 2.0}),
        ("box_blur", {"size": 6}),
    ],
)
def test_beyond_an_opaque_picture_lies_an_opaque_value_or_nothing(filtered, dtype, name, values):
    """With alpha 1 everywhere, cval is a colour as it is without alpha; 0 is clear, as in scikit-image."""
    opaque = random_photo(21, 26, 4, dtype)
    opaque[..., 3] = 1 if dtype == "float32" else np.iinfo(dtype).max
    for cval in (1.0, 0.4, -0.5, 3.0):
        result = filtered(name, opaque, **values, border="constant", cval=cval)
        plain = filtered(name, opaque[..., :3], **values, border="constant", cval=cval)
        np.testing.assert_allclose(result[..., :3], plain, atol=2e-6 * max(1, cval), rtol=0)
        np.testing.assert_allclose(result[..., 3], 1, atol=1e-6, rtol=0)
    shares = filtered(name, np.ones((21, 26, 1), np.float32), **values, border="constant", cval=0.0)
    plain = filtered(name, opaque[..., :3], **values, border="constant", cval=0.0)
    result = filtered(name, opaque, **values, border="constant", cval=0.0)
    np.testing.assert_allclose(result[..., 3:], shares, atol=1e-6, rtol=0)
    np.testing.assert_allclose(result[..., :3] * result[..., 3:], plain, atol=2e-6, rtol=0)


def test_a_larger_picture_of_several_blocks(filtered):
    result, expected = rotated(filtered, random_photo(300, 700, 3, "uint8"), 12.0, "reflect")
    np.testing.assert_allclose(result, expected, atol=2e-6, rtol=0)
