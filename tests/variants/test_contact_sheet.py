"""The sheet holds every picture where it belongs, and a thumbnail is the result seen from afar."""

import numpy as np
import pytest
from pictures import random_photo

from jaxstudio.engine.source import Source
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.recipe import Recipe
from jaxstudio.variants.sheets import GAP_PX, LABEL_PX, PAPER, columns_of, contact_sheet, thumbnail


def test_every_picture_is_where_it_belongs():
    colours = [(255, 0, 0), (0, 255, 0), (0, 0, 255)]
    pictures = [np.full((20, 40, 3), colour, np.uint8) for colour in colours]
    sheet = contact_sheet(pictures, ["1", "22", "333"], 40, columns=2)
    assert sheet.shape == (2 * (20 + LABEL_PX + GAP_PX) + GAP_PX, 2 * (40 + GAP_PX) + GAP_PX, 3)
    for number, colour in enumerate(colours):
        top = GAP_PX + number // 2 * (20 + LABEL_PX + GAP_PX)
        left = GAP_PX + number % 2 * (40 + GAP_PX)
        assert (sheet[top : top + 20, left : left + 40] == colour).all()
        assert (sheet[top + 21 : top + 20 + LABEL_PX, left : left + 40].min(axis=-1) < 128).any(), "its seed"
    assert (sheet[-GAP_PX - LABEL_PX - 20 :, 50:60] == PAPER).all()


def test_columns():
    assert [columns_of(count) for count in (1, 2, 6, 12)] == [2, 2, 3, 4]
    assert contact_sheet([np.zeros((9, 9, 3), np.uint8)], [""], 9).shape[1] == 9 + 2 * GAP_PX


@pytest.mark.parametrize("channels", [1, 2, 3, 4])
def test_a_thumbnail_is_the_mean_of_the_result(engine, channels):
    pixels = random_photo(130, 258, channels, "uint8")
    recipe = Recipe().added(CATALOGUE["invert"])
    small = thumbnail(engine, Source(pixels), recipe, 32)
    assert small.dtype == np.uint8
    assert small.shape == (16, 32, 4 if channels in (2, 4) else 3)
    assert small[..., 0].mean() == pytest.approx(255 - pixels[..., 0].mean(), abs=1)
