"""Pictures made larger and smaller by rows and columns, against bilinear sampling in float64."""

import jax
import numpy as np
import pytest
from pictures import random_photo
from PIL import Image
from scipy.ndimage import map_coordinates

from jaxstudio.engine.buffers import Rect, source_buffer
from jaxstudio.engine.kernels import Kernels
from jaxstudio.engine.plan.scaling import scale_rect
from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source, halved
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.recipe import Recipe

KERNELS = Kernels(jax.devices()[0])
SCIPY = {"reflect": "reflect", "mirror": "mirror", "nearest": "nearest", "wrap": "grid-wrap"}


def scaled(pixels, matrix, rect, border, cval=0.0, table=None):
    buffer = source_buffer(pixels)
    height, width, channels = pixels.shape
    out = np.empty((rect.height, rect.width * channels), np.uint8 if table is None else np.float32)
    scale_rect(KERNELS, lambda wanted: buffer, matrix, rect, (height, width), border, cval, out, table)
    return out.reshape(rect.height, rect.width, channels)


def sampled(pixels, matrix, rect, border, cval=0.0):
    rows = matrix[1, 1] * np.arange(rect.y0, rect.y1) + matrix[1, 2]
    columns = matrix[0, 0] * np.arange(rect.x0, rect.x1) + matrix[0, 2]
    places = np.meshgrid(rows, columns, indexing="ij")
    mode = (
        {"mode": SCIPY[border]} if border in SCIPY else {"mode": "grid-constant", "cval": round(cval * 255)}
    )
    return np.stack(
        [
            map_coordinates(plane.astype(np.float64), places, order=1, **mode)
            for plane in np.moveaxis(pixels, 2, 0)
        ],
        axis=2,
    )


@pytest.mark.samples(6)
@pytest.mark.parametrize("border", [*SCIPY, "constant"])
@pytest.mark.parametrize("channels", [1, 3])
@pytest.mark.parametrize("step", [(0.3, 0.4), (1.0, 1.0), (1.37, 2.9), (2.0, 2.0), (3.99, 0.7)])
def test_against_scipy(step, channels, border):
    pixels = random_photo(37, 53, channels, "uint8")
    # from well outside on one side to well outside on the other
    matrix = np.array([[step[0], 0.0, -8.4], [0.0, step[1], -5.7]])
    rect = Rect(0, 0, int(50 / step[1]), int(70 / step[0]))
    result = scaled(pixels, matrix, rect, border, 0.4)
    assert np.abs(result - sampled(pixels, matrix, rect, border, 0.4)).max() <= 0.5 + 1e-4


@pytest.mark.parametrize("shift", [0.5, 1.5, -0.5])
def test_halved_is_the_average_rounded_half_to_even(shift):
    pixels = random_photo(40, 64, 3, "uint8")
    matrix = np.array([[2.0, 0.0, shift], [0.0, 2.0, shift]])
    rect = Rect(0, 0, 18, 30)
    expected = np.rint(sampled(pixels, matrix, rect, "mirror"))
    np.testing.assert_array_equal(scaled(pixels, matrix, rect, "mirror"), expected)


@pytest.mark.parametrize("times", [1, 3])
def test_a_large_photo_is_halved_in_strips_as_in_one_piece(times):
    pixels = random_photo(2003, 1501, 3, "uint8")
    image = Image.fromarray(pixels)
    for _ in range(times):
        image = image.reduce(2)
    np.testing.assert_array_equal(halved(pixels, times), np.asarray(image))


@pytest.mark.parametrize("shape", [(1120, 1000, 3), (1500, 2000, 3), (1504, 3000, 3), (1600, 2200, 1)])
@pytest.mark.parametrize(("step", "shift"), [(2.0, 0.5), (1.37, 0.2)])
def test_photos_are_read_where_they_lie_to_their_last_row(shape, step, shift, monkeypatch):
    pixels = Source(random_photo(*shape, "uint8")).pixels  # memory that begins where JAX takes it
    matrix = np.array([[step, 0.0, shift], [0.0, step, shift]])
    rect = Rect(0, 0, *(int((side - 1 - shift) / step) + 1 for side in shape[:2]))
    copied = []
    monkeypatch.setattr("jaxstudio.engine.plan.scaling._cut", lambda *arguments: copied.append(arguments))
    result = scaled(pixels, matrix, rect, "mirror")
    assert not copied
    for part in (slice(0, 3), slice(250, 260), slice(rect.height - 3, rect.height)):
        some = Rect(part.start, 0, part.stop, rect.width)
        expected = sampled(pixels, matrix, some, "mirror")
        assert np.abs(result[part] - expected).max() <= 0.5 + 1e-4


@pytest.mark.parametrize("channels", [1, 3])
@pytest.mark.parametrize(("step", "shift"), [((2.0, 2.0), 0.5), ((1.37, 2.9), -3.3), ((0.4, 0.7), 0.2)])
def test_what_a_table_makes_of_bytes_is_sampled(step, shift, channels):
    pixels = random_photo(37, 53, channels, "uint8")
    table = np.random.default_rng(4).random(256, np.float32)
    matrix = np.array([[step[0], 0.0, shift], [0.0, step[1], shift]])
    rect = Rect(0, 0, int(37 / step[1]), int(53 / step[0]))
    result = scaled(pixels, matrix, rect, "mirror", table=table)
    np.testing.assert_allclose(result, sampled(table[pixels], matrix, rect, "mirror"), atol=1e-6)


@pytest.mark.samples(2)
@pytest.mark.parametrize("scale", [50.0, 70.0, 31.0, 140.0, 600.0])
def test_parts_are_the_whole(scale):
    pixels = random_photo(300, 1200, 3, "uint8")
    recipe = Recipe().added(CATALOGUE["resize"], {"scale": scale, "antialias": False})
    engine, source = Engine(cache_bytes=0), Source(pixels)
    whole = engine.render(source, recipe, dtype="uint8")
    height, width = whole.shape[:2]
    for rect in (Rect(1, 3, height // 2, width - 5), Rect(height - 7, width // 3, height, width // 2)):
        part = engine.render(source, recipe, rect, dtype="uint8")
        np.testing.assert_array_equal(part, whole[rect.y0 : rect.y1, rect.x0 : rect.x1])
    exact = engine.render(source, recipe, dtype="float32") * 255.0
    assert np.abs(whole - exact).max() <= 0.5 + 1e-4
