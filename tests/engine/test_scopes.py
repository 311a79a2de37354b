"""Scopes: counted as NumPy, OpenCV and colour-science count; roughly first, then every pixel."""

import queue
from dataclasses import replace

import cv2
import numpy as np
import pytest
from pictures import random_photo

from jaxstudio.backend.frames import paint_clipping, painted
from jaxstudio.engine.buffers import Rect
from jaxstudio.engine.display import see
from jaxstudio.engine.requests import View
from jaxstudio.engine.scopes import CHROMA, SAMPLES, BandCounter, ScopeCounter
from jaxstudio.engine.source import Source
from jaxstudio.errors import Cancelled
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.display_mode import OUT_OF_GAMUT, OVER, UNDER, DisplayMode
from jaxstudio.pipeline.measures import SCOPES
from jaxstudio.pipeline.recipe import Recipe

SECONDS = 120
PIXELS = random_photo(90, 71, dtype="uint8")
SOURCE = Source(np.tile(PIXELS, (6, 9, 1)))
BRIGHT = Recipe().added(CATALOGUE["exposure"], {"stops": 0.7})


def counted(pixels, wants=SCOPES, *, every=True, bands=1, part=None):
    counter = ScopeCounter(wants, part or Rect.whole(*pixels.shape[:2]), every=every)
    rows = -(-len(pixels) // bands)
    for top in reversed(range(0, len(pixels), rows)):
        counter.add(pixels[top : top + rows], top)
    return counter.scopes(exact=every)


def test_every_pixel_is_counted_in_whatever_bands():
    found = counted(PIXELS, bands=4)
    opencv = [cv2.calcHist([PIXELS], [plane], None, [256], [0, 256]).ravel() for plane in range(3)]
    luma = np.rint(PIXELS @ np.array([0.2126, 0.7152, 0.0722])).astype(int)
    np.testing.assert_array_equal(found.histogram[:3], opencv)
    # weights in 256ths: a luma may lie a level beside
    apart = np.cumsum(found.histogram[3]) - np.cumsum(np.bincount(luma.ravel(), minlength=256))
    assert np.abs(apart).max() <= 0.03 * luma.size
    assert found.over == (PIXELS == 255).any(axis=2).sum()
    assert found.under == (PIXELS == 0).all(axis=2).sum()
    assert found.pixels == 90 * 71
    gray = counted(PIXELS[..., :1])
    np.testing.assert_array_equal(gray.histogram, opencv[:1])
    assert gray.vectorscope is None
    np.testing.assert_array_equal(counted(np.dstack([PIXELS, PIXELS[..., 0]])).histogram, found.histogram)


def test_a_grid_of_pixels_has_the_shape_of_all():
    large = np.tile(PIXELS, (20, 20, 1))
    rough, whole = counted(large, every=False), counted(large)
    assert rough.pixels <= SAMPLES
    assert not rough.exact
    shares = [np.cumsum(each.histogram, axis=1) / each.pixels for each in (rough, whole)]
    assert np.abs(shares[0] - shares[1]).max() < 0.03


def test_a_part_is_counted_as_if_it_were_the_whole_picture():
    part = Rect(7, 11, 83, 60)
    found, expected = counted(PIXELS, bands=4, part=part), counted(PIXELS[7:83, 11:60])
    for name in ("histogram", "waveform", "vectorscope", "pixels", "over", "under"):
        np.testing.assert_array_equal(getattr(found, name), getattr(expected, name), name)


def test_a_gradient_is_a_slanted_line_in_the_waveform():
    ramp = np.repeat(np.tile(np.arange(256, dtype=np.uint8), (40, 1))[..., None], 3, axis=2)
    waveform = counted(ramp).waveform
    rows, columns = np.nonzero(waveform[..., 1])
    np.testing.assert_array_equal(rows[np.argsort(columns)], 127 - np.arange(256) // 2)


def test_colours_lie_in_the_vectorscope_where_colour_science_puts_them():
    colour = pytest.importorskip("colour")
    wrong = []
    for rgb in ([191, 0, 0], [0, 191, 0], [0, 0, 191], [191, 191, 0], [128, 128, 128], [200, 150, 120]):
        found = counted(np.full((4, 4, 3), rgb, np.uint8)).vectorscope
        row, column = np.argwhere(found)[0]
        _, blue, red = colour.RGB_to_YCbCr(
            np.array(rgb) / 255, K=colour.WEIGHTS_YCBCR["ITU-R BT.709"], out_range=(0, 1, -0.5, 0.5)
        )
        expected = (0.5 - red) * CHROMA, (0.5 + blue) * CHROMA
        if max(abs(row + 0.5 - expected[0]), abs(column + 0.5 - expected[1])) > 1.1:
            wrong.append((rgb, (row, column), expected))
    assert not wrong


def test_clipped_pixels_are_painted():
    values = np.zeros((2, 3, 3), np.float32) + 0.5
    values[0, 0] = 1.0, 0.3, 0.2
    values[0, 1] = 0.0, -0.2, 0.001
    values[0, 2] = 0.8, -0.01, 0.3
    values[1, 0] = np.nan
    frame = see(values, None, DisplayMode(clipping=True))
    shown = frame.marked()
    assert [tuple(shown[0, x]) for x in range(3)] == [OVER, UNDER, OUT_OF_GAMUT]
    assert (shown[1, 1:] == 128).all()
    assert tuple(shown[1, 0]) == (255, 0, 255)
    assert frame.out_of_gamut == 1
    np.testing.assert_array_equal(frame.pixels, see(values, None, DisplayMode()).pixels)
    # the bytes of a moving frame: all but what bytes cannot hold
    picture = painted(frame.pixels, (0, 0, 2, 3), np.empty)
    paint_clipping(picture, frame.pixels)
    in_bytes = picture.values.view(np.uint8).reshape(2, 3, 4)[..., 2::-1]
    assert [tuple(in_bytes[0, x]) for x in range(2)] == [OVER, UNDER]
    assert tuple(in_bytes[0, 2]) == (204, 0, 77)


@pytest.mark.parametrize("channels", [1, 2, 3, 4])
def test_clipped_bytes_are_painted_wherever_they_lie(channels):
    colours = channels - (channels in (2, 4))
    every = np.random.default_rng(0).choice(np.array([0, 0, 0, 128, 255], np.uint8), (400, 501, channels))
    for pixels in (every, every[:, 1:]):  # more than a band, with and without gaps between rows
        picture = painted(pixels, (0, 0, 0, 0), np.empty)
        unclipped = picture.values.copy()
        paint_clipping(picture, pixels)
        most = pixels[..., :colours].max(axis=2)
        for value, (red, green, blue) in ((255, OVER), (0, UNDER)):
            assert (picture.values[most == value] == 0xFF << 24 | red << 16 | green << 8 | blue).all()
        np.testing.assert_array_equal(picture.values[most == 128], unclipped[most == 128])


@pytest.fixture
def scopes(listener):
    """What the worker counts, as it comes."""
    found = queue.Queue()
    listener.live._on_scopes = lambda view, scopes: found.put((view, scopes))
    return found


def exact(scopes):
    seen = []
    while not (seen and seen[-1][1].exact):
        seen.append(scopes.get(timeout=SECONDS))
    return seen


@pytest.mark.parametrize("part", ["whole", "reduced", "corner", "clipping", "crop"])
def test_the_exact_scopes_are_those_of_the_export(listener, scopes, engine, part):
    """However much of the result is seen: the rest is counted, too."""
    whole = Rect.whole(SOURCE.height, SOURCE.width)
    rect = Rect(0, 0, 50, 60) if part == "corner" else whole
    view = View(SOURCE, BRIGHT, rect, 0.25 if part == "reduced" else 1.0, scopes=("histogram",))
    if part == "clipping":
        view = replace(view, display_mode=DisplayMode(clipping=True))
    if part == "crop":  # its handles are shown over the picture
        view = replace(view, counted=Rect(30, 40, 401, 500))
    listener.live.request(view)
    found = exact(scopes)
    assert not found[0][1].exact
    export = engine.render(SOURCE, BRIGHT, dtype="uint8")
    if part == "crop":
        export = export[30:401, 40:500].copy()
    expected = [cv2.calcHist([export], [plane], None, [256], [0, 256]).ravel() for plane in range(3)]
    np.testing.assert_array_equal(found[-1][1].histogram[:3], expected)
    assert found[-1][1].out_of_gamut == (0 if part == "clipping" else None)


def test_nothing_is_counted_unless_asked(listener, scopes):
    listener.live.request(View(SOURCE, BRIGHT, Rect.whole(SOURCE.height, SOURCE.width), 1.0))
    assert listener.frame().exact
    assert listener.live.at_rest.wait(SECONDS)
    assert scopes.empty()


def test_what_was_counted_in_part_is_not_handed_out():
    asked = iter([False, True])
    counter = BandCounter(("histogram",), Rect.whole(1000, 400), lambda: next(asked))
    counter.add(np.zeros((1000, 400, 3), np.uint8), 0, None, None)
    with pytest.raises(Cancelled):
        counter.scopes()
