"""Pixels in shared memory to QImages, and QImages to pixels."""

import mmap

import numpy as np
import pytest
from PySide6.QtGui import QImage, QPainter

from jaxstudio.app.image.engine_bridge import from_image, image_of, picture_from_look
from jaxstudio.backend.frames import first_look, painted


@pytest.mark.parametrize("channels", [1, 2, 3, 4])
def test_pixels_keep_their_place_and_colour(channels):
    pixels = np.full((3, 5, channels), 255, np.uint8)
    pixels[1, 2, 0] = 17
    image = image_of(packed := painted(pixels, (0, 0, 3, 5), np.empty))
    assert (image.width(), image.height()) == (5, 3)
    assert image.pixelColor(2, 1).red() == 17
    assert image.pixelColor(0, 0).red() == 255
    assert image.hasAlphaChannel() == (channels in (2, 4))
    assert packed.alpha == image.hasAlphaChannel()


@pytest.mark.parametrize("size", [(0, 5), (5, 0)])
def test_no_pixels_are_a_null_image(size):
    assert image_of(painted(np.zeros((*size, 3), np.uint8), (0, 0, 0, 0), np.empty)).isNull()


def test_an_image_lies_where_the_pixels_do_and_is_painted_from_there(qapp):
    memory = mmap.mmap(-1, 4 * 6 * 8)
    writable = np.frombuffer(memory, np.uint32).reshape(6, 8)
    writable[:] = 0xFF102030
    values = np.frombuffer(memoryview(memory).toreadonly(), np.uint32).reshape(6, 8)
    look = painted(np.zeros((1, 1, 3), np.uint8), (0, 0, 6, 8), lambda shape, dtype: np.empty(shape, dtype))
    image = image_of(type(look)(values, (0, 0, 6, 8)))
    assert np.frombuffer(image.constBits(), np.uint8).ctypes.data == values.ctypes.data
    canvas = QImage(8, 6, QImage.Format.Format_RGB32)
    writable[2, 3] = 0xFF405060  # what is written into the block later is painted: nothing was copied
    painter = QPainter(canvas)
    painter.drawImage(0, 0, image)
    painter.end()
    assert canvas.pixelColor(3, 2).getRgb()[:3] == (0x40, 0x50, 0x60)
    assert canvas.pixelColor(0, 0).getRgb()[:3] == (0x10, 0x20, 0x30)


def test_a_picture_keeps_the_lease_of_its_memory():
    look = first_look(np.zeros((4, 4, 3), np.uint8), np.empty)
    picture = picture_from_look(look)
    assert picture.blocks[0] is look.values


@pytest.mark.parametrize("channels", [3, 4])
def test_a_pasted_image_comes_back_as_it_was(channels):
    pixels = np.arange(5 * 7 * channels, dtype=np.uint8).reshape(5, 7, channels)
    pixels[..., 3:] = 255
    packed = painted(pixels, (0, 0, 5, 7), np.empty)
    assert np.array_equal(from_image(image_of(packed)), pixels)


def test_a_large_photo_is_looked_at_coarsely_first():
    picture = picture_from_look(first_look(np.zeros((10, 5000, 3), np.uint8), np.empty))
    assert picture.image.width() <= 2048
    assert picture.rect == (0, 0, 10, 5000)
