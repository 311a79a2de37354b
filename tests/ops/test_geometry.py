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


def test_a_larger_picture_of_several_blocks(filtered):
    result, expected = rotated(filtered, random_photo(300, 700, 3, "uint8"), 12.0, "reflect")
    np.testing.assert_allclose(result, expected, atol=2e-6, rtol=0)
