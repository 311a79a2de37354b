"""What ops compute alike is compiled once for them; what picks values keeps the format it is given."""

import jax
import numpy as np
import pytest
from pictures import random_photo
from scipy import ndimage

from jaxstudio.engine.kernels import Kernels
from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.inspect_targets.targets import record_calls
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.recipe import Recipe


def stages(name, **values):
    calls = record_calls(Recipe().added(CATALOGUE[name], values), random_photo(40, 60, dtype="uint8"))
    return [call.key for call in calls if call.key.role == "stage"]


@pytest.mark.parametrize("size", [1, 3, 9])
def test_squares_are_the_same_kernels_for_the_least_and_the_greatest(size):
    assert stages("dilation", size=size) == stages("erosion", size=size)


def test_disks_are_not():
    assert stages("dilation", size=9, shape="disk") != stages("erosion", size=9, shape="disk")


def test_an_unsharp_mask_begins_as_a_blur():
    assert stages("unsharp_mask", radius=2.0)[0] == stages("gaussian_blur", sigma=2.0)[0]


@pytest.mark.parametrize("shape", ["square", "disk"])
@pytest.mark.parametrize("given", ["uint8", "uint16", "float32"])
@pytest.mark.parametrize("wanted", ["uint8", "float32"])
def test_any_format_to_any_format(given, wanted, shape):
    pixels = random_photo(23, 31, dtype=given)
    recipe = Recipe().added(CATALOGUE["dilation"], {"size": 3, "shape": shape})
    result = Engine(cache_bytes=0).render(Source(pixels), recipe, dtype=wanted)
    assert result.dtype == wanted
    footprint = (
        np.ones((3, 3, 1)) if shape == "square" else ndimage.generate_binary_structure(2, 1)[..., None]
    )
    greatest = ndimage.maximum_filter(pixels, footprint=footprint)
    values = greatest / (1.0 if given == "float32" else np.iinfo(given).max)
    expected = np.rint(values * 255) if wanted == "uint8" else values
    np.testing.assert_allclose(result, expected, atol=0 if wanted == "uint8" else 1e-7)


def test_small_arrays_are_prepared_once_for_equal_arguments():
    kernels, made = Kernels(jax.devices("cpu")[0]), []

    def prepared(sigma, key="taps"):
        return kernels.prepared(key, {"sigma": np.float32(sigma)}, lambda: made.append(sigma) or len(made))

    assert [prepared(1.0), prepared(2.0), prepared(1.0), prepared(1.0, "table"), prepared(2.0)] == [
        1,
        2,
        1,
        3,
        2,
    ]
