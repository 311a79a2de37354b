"""What is painted of a result: planes beside scikit-image's, differences, and marks where no number is."""

from dataclasses import replace

import numpy as np
import pytest
from pictures import random_photo
from skimage.color import rgb2hsv, rgb2lab

from jaxstudio.engine.buffers import Rect
from jaxstudio.engine.display import MARK, DisplayFrame, planes_of, render_view, see
from jaxstudio.engine.requests import View
from jaxstudio.engine.source import Source
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.display_mode import DisplayMode
from jaxstudio.pipeline.recipe import Recipe

PHOTO = random_photo(20, 33, 3)


def bytes_of(values):
    return np.rint(np.clip(values, 0, 1) * 255).astype(int)


def shown(look, pixels=PHOTO, before=None):
    return see(pixels, before, look).shown.astype(int)


@pytest.mark.samples(3)
@pytest.mark.parametrize(
    ("channel", "expected"),
    [
        ("rgb.1", PHOTO[..., 1]),
        ("hsv.1", rgb2hsv(PHOTO)[..., 1]),
        ("hsv.2", rgb2hsv(PHOTO)[..., 2]),
        ("hsl.2", (PHOTO.max(axis=2) + PHOTO.min(axis=2)) / 2),
        ("lab.0", rgb2lab(PHOTO)[..., 0] / 100),
        ("lab.2", 0.5 + rgb2lab(PHOTO)[..., 2] / 255),
    ],
)
def test_a_plane_is_shown_in_gray(channel, expected):
    seen = shown(DisplayMode(channel))
    assert np.abs(seen - bytes_of(expected)[..., None]).max() <= 1


def test_hues_are_shown_as_the_colours_they_are():
    hue = rgb2hsv(shown(DisplayMode("hsv.0")) / 255)
    apart = hue[..., 0] - rgb2hsv(PHOTO)[..., 0]
    assert np.abs(apart - np.round(apart)).max() < 0.01
    assert hue[..., 1:].min() > 0.99


def test_alpha_is_shown_in_gray_and_of_opaque_pictures_white():
    pixels = random_photo(5, 6, 4)
    np.testing.assert_array_equal(shown(DisplayMode("alpha"), pixels)[..., 0], bytes_of(pixels[..., 3]))
    assert (shown(DisplayMode("alpha")) == 255).all()


def test_a_space_shows_its_three_planes_side_by_side():
    seen = shown(DisplayMode("lab"))
    for plane in range(3):
        columns = slice(11 * plane, 11 * plane + 11)
        np.testing.assert_array_equal(seen[:, columns], shown(DisplayMode(f"lab.{plane}"))[:, columns])


@pytest.mark.parametrize(
    ("difference", "expected"), [("absolute", [51, 0, 153]), ("signed", [102, 128, 204])]
)
def test_differences(difference, expected):
    result, before = np.float32([[[0.3, 0.5, 0.8]]]), np.float32([[[0.4, 0.5, 0.5]]])
    seen = shown(DisplayMode("", difference, 2.0), result, before)
    assert seen[0, 0].tolist() == expected


def test_hues_differ_the_short_way_round():
    one, other = (np.float32([[c]]) for c in ([1.0, 0.0, 0.05], [1.0, 0.05, 0.0]))
    assert shown(DisplayMode("hsv.0", "absolute"), one, other).max() < 10


def test_what_is_no_number_is_magenta_and_counted():
    for channels in (1, 2, 3, 4):
        pixels = random_photo(6, 7, channels)
        pixels[2, 3, 0], pixels[4, 5, -1] = np.nan, -np.inf
        seen = see(pixels, None, DisplayMode())
        assert np.argwhere(seen.marks).tolist() == [[2, 3], [4, 5]]
        assert seen.marked()[2, 3, :3].tolist() == list(MARK)
        assert seen.marked()[0, 0].tolist() != list(MARK)


def test_a_mark_is_seen_however_far_away():
    marks = np.zeros((9, 13), bool)
    marks[8, 12] = True
    blank = np.zeros((9, 13, 1), np.uint8)
    seen = DisplayFrame(blank, blank, marks)
    seen = seen.halved(3)
    assert seen.marks.shape == seen.shown.shape[:2] == (2, 2)
    assert seen.marked()[1, 1].tolist() == list(MARK)
    assert not seen.marks[0].any()


def test_a_difference_of_other_sizes_is_not_taken(engine):
    source = Source(random_photo(8, 9))
    turned = Recipe().added(CATALOGUE["rotate_90"])
    view = View(source, turned, Rect.whole(9, 8), 1.0, display_mode=DisplayMode("", "absolute"))
    seen = render_view(engine, view, view.rect)
    np.testing.assert_array_equal(seen.shown, seen.pixels)


def test_a_difference_below_a_byte_is_seen(engine):
    source = Source(random_photo(16, 17, dtype="uint8"))
    brighter = Recipe().added(CATALOGUE["brightness"], {"delta": 0.001})
    view = View(source, brighter, Rect.whole(16, 17), 1.0, display_mode=DisplayMode("", "absolute", 64.0))
    seen = render_view(engine, view, view.rect)
    assert np.abs(seen.shown.astype(int) - bytes_of(0.064)).max() <= 1
    against = render_view(engine, replace(view, against=brighter), view.rect)
    assert against.shown.max() == 0


@pytest.mark.parametrize(("space", "reference"), [("hsv", rgb2hsv), ("lab", rgb2lab)])
def test_one_pixel_in_another_space(space, reference):
    colour = (0.2, 0.7, 0.4)
    assert planes_of(colour, space) == pytest.approx(reference(np.array([[colour]]))[0, 0], abs=2e-3)
