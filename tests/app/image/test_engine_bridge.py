"""Arrays to QImages and back."""

import numpy as np
import pytest

from jaxstudio.app.image.engine_bridge import from_image, picture_from_photo, to_image, to_uint8


@pytest.mark.parametrize("channels", [1, 2, 3, 4])
def test_pixels_keep_their_place_and_colour(channels):
    pixels = np.full((3, 5, channels), 255, np.uint8)
    pixels[1, 2, 0] = 17
    image = to_image(pixels)
    assert (image.width(), image.height()) == (5, 3)
    assert image.pixelColor(2, 1).red() == 17
    assert image.pixelColor(0, 0).red() == 255
    assert image.hasAlphaChannel() == (channels in (2, 4))


def test_a_slice_is_read_row_by_row():
    pixels = np.arange(6 * 7 * 3, dtype=np.uint8).reshape(6, 7, 3)
    image = to_image(pixels[1:4, 2:5])
    assert image.pixelColor(0, 0).red() == pixels[1, 2, 0]
    assert image.pixelColor(2, 2).blue() == pixels[3, 4, 2]


@pytest.mark.parametrize("channels", [3, 4])
def test_a_pasted_image_comes_back_as_it_was(channels):
    pixels = np.arange(5 * 7 * channels, dtype=np.uint8).reshape(5, 7, channels)
    pixels[..., 3:] = 255
    assert np.array_equal(from_image(to_image(pixels)), pixels)


def test_display_values():
    assert to_uint8(np.array([0, 257, 65535], np.uint16)).tolist() == [0, 1, 255]
    assert to_uint8(np.array([-1, 0.5, 2, np.nan], np.float32)).tolist() == [0, 128, 255, 0]


def test_a_large_photo_is_looked_at_coarsely_first():
    picture = picture_from_photo(np.zeros((10, 5000, 3), np.uint8))
    assert picture.image.width() <= 2048
    assert picture.rect == (0, 0, 10, 5000)
