"""NaN and infinity through the engine: carried, left out of statistics in words, kept from libraries."""

import numpy as np
import pytest
from pictures import random_photo

from jaxstudio.engine.nonfinite import apply_around_nonfinite, count_nonfinite, left_out_message
from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.recipe import Recipe

PHOTO = random_photo(24, 30)


def spoilt():
    pixels = PHOTO.copy()
    pixels[5, 6], pixels[7, 8, 1], pixels[20, 21, 2] = np.nan, np.inf, -np.inf
    return pixels


@pytest.mark.parametrize(
    "name",
    [
        "gamma",
        "levels",
        "contrast",
        "rescale_intensity",
        "saturation",
        "tv_chambolle",
        "jpeg",
        "canny",
        "threshold",
    ],
)
def test_what_is_no_number_stays_so_and_spoils_nothing_else(filtered, name):
    pixels = PHOTO.copy()
    pixels[5, 6] = np.nan
    result = filtered(name, pixels)
    assert np.argwhere(~np.isfinite(result).all(axis=2)).tolist() == [[5, 6]]


def test_a_blur_carries_it_as_far_as_it_reaches(filtered):
    result = filtered("box_blur", spoilt(), size=3)
    bad = ~np.isfinite(result).all(axis=2)
    expected = np.zeros_like(bad)
    for y, x in ((5, 6), (7, 8), (20, 21)):
        expected[y - 1 : y + 2, x - 1 : x + 2] = True
    np.testing.assert_array_equal(bad, expected)


@pytest.mark.parametrize(
    ("name", "title"), [("rescale_intensity", "Rescale intensity"), ("jpeg", "JPEG artefacts")]
)
def test_a_statistic_says_once_what_it_leaves_out(name, title):
    said = []
    engine = Engine(cache_bytes=0, notice=said.append)
    recipe = Recipe().added(CATALOGUE[name])
    for _ in range(2):
        engine.render(Source(spoilt()), recipe)
    assert said == [f"{title}: 5 values that are not numbers were left out"]
    engine.render(Source(PHOTO), recipe)
    assert len(said) == 1


def test_a_statistic_is_that_of_the_others(filtered):
    sound = np.isfinite(spoilt())
    result = filtered("rescale_intensity", spoilt())
    low, high = PHOTO[sound].min(), PHOTO[sound].max()
    np.testing.assert_allclose(result[sound], ((PHOTO - low) / (high - low))[sound], atol=1e-6)


def test_a_library_never_sees_it():
    seen = []

    def apply(pixels, values):
        seen.append(np.isfinite(pixels).all())
        return pixels * 2

    result, count = apply_around_nonfinite(apply, spoilt(), {})
    assert seen == [True]
    assert count == 5
    np.testing.assert_array_equal(np.isfinite(result), np.isfinite(spoilt()))
    np.testing.assert_array_equal(result[0], PHOTO[0] * 2)
    result, count = apply_around_nonfinite(apply, np.full((2, 2, 1), np.nan, np.float32), {})
    assert count == 4
    assert np.isnan(result).all()


def test_values_that_are_not_finite_are_counted():
    assert count_nonfinite(spoilt()) == 5
    assert count_nonfinite(PHOTO) == 0
    assert count_nonfinite(np.full((2, 2), np.float32(3e38))) == 0  # whose sum is infinite


def test_what_was_left_out_is_said_in_one_line():
    assert left_out_message("Levels", 1) == "Levels: 1 value that is not a number was left out"
