"""The eyedropper of white balance: what was picked becomes gray, whatever steps come before."""

import numpy as np
import pytest
from desk import Work

from jaxstudio.backend.gray_points import light_at
from jaxstudio.backend.protocol import pack_recipe
from jaxstudio.backend.requests import GrayPointRequest
from jaxstudio.backend.state import OpenPhoto
from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.errors import UsageError
from jaxstudio.files.photo import Photo
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.recipe import Recipe

TOKEN = 7


def test_what_is_picked_becomes_gray(engine_state):
    pixels = np.zeros((40, 60, 3), np.uint8)
    pixels[:20], pixels[20:] = (210, 180, 130), (0, 0, 3)
    source = Source(pixels)
    engine_state.put_photo(TOKEN, OpenPhoto(Photo(pixels), source))
    before = Recipe().added(CATALOGUE["exposure"], {"stops": -0.5})
    kelvin, tint = light_at(GrayPointRequest(TOKEN, pack_recipe(before), 10, 0), Work())
    recipe = before.added(CATALOGUE["color_temperature"], {"kelvin": kelvin, "tint": tint})
    assert kelvin < 5000
    assert np.ptp(Engine().render(source, recipe)[10, 10]) < 0.004
    with pytest.raises(UsageError, match="too dark to tell the light"):
        light_at(GrayPointRequest(TOKEN, pack_recipe(before), 35, 59), Work())
