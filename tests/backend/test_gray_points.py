"""The eyedropper of white balance: what was picked becomes gray, whatever steps come before."""

import numpy as np
import pytest
from desk import Work

from jaxstudio.backend.gray_points import light_at
from jaxstudio.backend.protocol import pack_recipe
from jaxstudio.backend.requests import GrayPointRequest
from jaxstudio.backend.state import OpenPhoto
from jaxstudio.engine.expansion import PROPORTIONAL
from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.errors import UsageError
from jaxstudio.files.photo import Photo
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.recipe import Recipe

TOKEN = 7


def test_what_is_picked_becomes_gray(engine_state, subtests):
    pixels = np.zeros((40, 60, 3), np.uint8)
    pixels[:20], pixels[20:] = (210, 180, 130), (0, 0, 3)
    found = []
    # sRGB's curve, that of Adobe RGB (1998), values that are light; recipes that work in one space throughout
    for space, curve in (("auto", None), ("auto", (563 / 256, 1.0, 0.0, 0.0, 0.0)), ("auto", PROPORTIONAL),
                         ("linear", None), ("encoded", None)):  # fmt: skip
        source = Source(pixels, curve)
        engine_state.put_photo(TOKEN, OpenPhoto(Photo(pixels), source))
        before = Recipe(working_space=space).added(CATALOGUE["exposure"], {"stops": -0.5})
        kelvin, tint = light_at(GrayPointRequest(TOKEN, pack_recipe(before), 10, 0), Work())
        recipe = before.added(CATALOGUE["color_temperature"], {"kelvin": kelvin, "tint": tint})
        found.append(kelvin)
        with subtests.test(space=space, curve=curve):
            assert np.ptp(Engine().render(source, recipe)[10, 10]) < 0.004
    assert found[0] == found[3] < 4600
    assert found[2] == found[4] > 5000  # the less the values differ in light, the nearer to daylight
    with pytest.raises(UsageError, match="too dark to tell the light"):
        light_at(GrayPointRequest(TOKEN, pack_recipe(before), 35, 59), Work())
