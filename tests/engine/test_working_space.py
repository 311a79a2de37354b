"""A recipe in linear light equals NumPy, SciPy and scikit-image between the two conversions of sRGB."""

import jax.numpy as jnp
import numpy as np
import pytest
import skimage.transform
from pictures import encoded, random_photo
from scipy import ndimage

from jaxstudio.engine.buffers import Rect
from jaxstudio.engine.definitions import evaluate
from jaxstudio.engine.expansion import expand_for_engine
from jaxstudio.engine.precompile import steps_of
from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.errors import UsageError
from jaxstudio.kernels.colour_spaces import linear_to_srgb, srgb_to_linear
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.masks import Mask, MaskPart, Rectangle
from jaxstudio.pipeline.recipe import Recipe

DTYPES = ("uint8", "uint16", "float32")
LINEAR = Recipe(working_space="linear")


def to_linear(x):
    return np.where(x > 0.04045, ((np.maximum(x, 0) + 0.055) / 1.055) ** 2.4, x / 12.92)


def to_srgb(x):
    return np.where(x > 0.0031308, 1.055 * np.maximum(x, 0) ** (1 / 2.4) - 0.055, 12.92 * x)


def stored(values, dtype):
    if dtype == "float32":
        return values
    return np.clip(values, 0, 1) * np.iinfo(dtype).max


@pytest.fixture(scope="module")
def engine():
    return Engine()


def check(engine, recipe, pixels, expected):
    """Half a level from rounding, and what float32 loses of a value of the largest photo format."""
    dtype = pixels.dtype.name
    result = engine.render(Source(pixels), recipe, dtype=dtype).astype(np.float64)
    tolerance = {"uint8": 0.51, "uint16": 1.0, "float32": 4e-6}[dtype]
    np.testing.assert_allclose(result, stored(expected, dtype), atol=tolerance)


def test_the_curves_are_those_of_the_standard():
    values = np.linspace(-0.5, 2.0, 100_001)
    single = jnp.asarray(values, jnp.float32)
    np.testing.assert_allclose(srgb_to_linear(single), to_linear(values), rtol=1e-5, atol=1e-7)
    np.testing.assert_allclose(linear_to_srgb(single), to_srgb(values), rtol=1e-5, atol=1e-7)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("channels", [1, 3])
def test_a_blur_in_linear_light_equals_scipy(engine, dtype, channels):
    pixels = random_photo(41, 57, channels, dtype)
    recipe = LINEAR.added(CATALOGUE["gaussian_blur"], {"sigma": 2.0})
    light = ndimage.gaussian_filter(to_linear(encoded(pixels)), (2.0, 2.0, 0))
    check(engine, recipe, pixels, to_srgb(light))


@pytest.mark.parametrize("dtype", DTYPES)
def test_a_resize_in_linear_light_equals_scikit_image(engine, dtype):
    pixels = random_photo(40, 60, 3, dtype)
    recipe = LINEAR.added(CATALOGUE["resize"], {"height": 20, "width": 25})
    light = skimage.transform.resize(
        to_linear(encoded(pixels)), (20, 25), order=1, mode="reflect", anti_aliasing=True
    )
    check(engine, recipe, pixels, to_srgb(light))


def test_stripes_are_as_bright_as_from_afar(engine):
    """Half black and half white is 188 of 255 in linear light, 128 in encoded values."""
    stripes = np.zeros((40, 60, 3), np.uint8)
    stripes[:, ::2] = 255
    recipe = LINEAR.added(CATALOGUE["gaussian_blur"], {"sigma": 4.0})
    for space, level in (("linear", 188), ("encoded", 128)):
        blurred = engine.render(Source(stripes), recipe.with_working_space(space), dtype="uint8")
        assert abs(int(blurred[20, 30, 0]) - level) <= 1


def test_a_transparent_photo_keeps_its_alpha(engine):
    pixels = random_photo(20, 30, 4, "uint8")
    result = engine.render(Source(pixels), LINEAR.added(CATALOGUE["invert"]), dtype="uint8")
    np.testing.assert_array_equal(result[..., 3], pixels[..., 3])
    expected = stored(to_srgb(1 - to_linear(encoded(pixels[..., :3]))), "uint8")
    np.testing.assert_allclose(result[..., :3], expected, atol=0.51)


@pytest.mark.parametrize("dtype", DTYPES)
def test_what_changes_no_value_is_exact(engine, dtype):
    pixels = random_photo(31, 47, 3, dtype)
    for recipe in (LINEAR, LINEAR.added(CATALOGUE["gamma"]).switched(1, False)):
        np.testing.assert_array_equal(engine.render(Source(pixels), recipe, dtype=dtype), pixels)
    flipped = engine.render(Source(pixels), LINEAR.added(CATALOGUE["flip_vertical"]), dtype=dtype)
    if dtype == "float32":
        np.testing.assert_allclose(flipped, pixels[::-1], atol=2e-6)
    else:
        np.testing.assert_array_equal(flipped, pixels[::-1])


def test_regions_and_levels_equal_the_whole(engine):
    pixels = random_photo(200, 300, 3, "uint8")
    recipe = LINEAR.added(CATALOGUE["gaussian_blur"]).added(CATALOGUE["gaussian_noise"])
    whole = engine.render(Source(pixels), recipe, dtype="uint8")
    part = engine.render(Source(pixels), recipe, Rect(50, 60, 120, 200), "uint8")
    np.testing.assert_array_equal(part, whole[50:120, 60:200])
    bands = np.concatenate([rows for _, rows in engine.bands(Source(pixels), recipe, "uint8")])
    np.testing.assert_array_equal(bands, whole)


def test_branches_and_parts_are_converted_once(engine):
    """A step that combines results of others, and one that is drawn by chance, compute in linear light."""
    pixels = random_photo(24, 36, 3, "float32")
    inside = Source(to_linear(encoded(pixels)).astype(np.float32))
    for name in ("local_contrast", "unsharp_mask", "random_gamma", "equalize_hist"):
        recipe = Recipe(seed=3).added(CATALOGUE[name])
        expected = to_srgb(engine.render(inside, recipe).astype(np.float64))
        linear = engine.render(Source(pixels), recipe.with_working_space("linear"))
        np.testing.assert_allclose(linear, expected, atol=2e-5, err_msg=name)


LIGHT = {name for name, op in CATALOGUE.items() if op.space == "linear"}


@pytest.mark.parametrize("dtype", DTYPES)
def test_one_stop_doubles_the_light(engine, dtype):
    """By IEC 61966-2-1, on a ramp, whatever other steps the recipe has."""
    ramp = np.linspace(0, 0.7, 512, dtype=np.float32).reshape(1, 512, 1).repeat(3, axis=2)
    pixels = np.ascontiguousarray(stored(ramp, dtype).round(7 if dtype == "float32" else 0).astype(dtype))
    expected = to_srgb(2 * to_linear(encoded(pixels)))
    for before in ((), ("flip_horizontal",), ("box_blur",), ("invert",)):
        recipe = Recipe()
        for name in before:
            recipe = recipe.added(CATALOGUE[name], {"size": 1} if name == "box_blur" else {})
        inverted = to_srgb(2 * to_linear(1 - encoded(pixels)))
        wanted = {"flip_horizontal": expected[:, ::-1], "invert": inverted}.get("".join(before), expected)
        recipe = recipe.added(CATALOGUE["exposure"], {"stops": 1.0})
        check(engine, recipe, pixels, wanted)


def test_steps_of_light_compute_as_in_linear_light_and_others_with_encoded_values(engine):
    """Each op alone; parts of random filters compute as the libraries do whose filters they repeat."""
    expected = {
        *("exposure", "white_balance", "channel_mixer", "vignette", "color_temperature"),
        *("tone_map_reinhard", "tone_map_sigmoid", "tone_map_filmic", "shadows_highlights", "dehaze"),
        *("defocus", "motion_blur", "zoom_blur", "resize", "richardson_lucy"),
    }
    assert expected == LIGHT
    source = Source(random_photo(24, 36, 3, "float32"))
    names = [*LIGHT, "gaussian_blur", "invert", "color_jitter", "random_resized_crop"]
    for name in names:
        values = {"gray_world": True} if name == "white_balance" else {}
        values |= {"size": 3, "radius": 4} if name == "dehaze" else {}
        values |= {"shadows": 80.0} if name == "shadows_highlights" else {}
        values |= {"kelvin": 4000.0} if name == "color_temperature" else {}
        values |= {"red_from_red": 0.7, "red_from_blue": 0.2} if name == "channel_mixer" else {}
        auto, same, other = (
            engine.render(source, Recipe(seed=3, working_space=space).added(CATALOGUE[name], values))
            for space in ("auto", *(("linear", "encoded") if name in LIGHT else ("encoded", "linear")))
        )
        np.testing.assert_array_equal(auto, same, err_msg=name)
        assert name == "exposure" or np.abs(auto - other).max() > 1e-3, name


def test_neighbours_share_a_conversion_and_masks_blend_encoded_values(engine):
    recipe = Recipe()
    for name in ("exposure", "flip_vertical", "resize", "gamma", "vignette"):
        recipe = recipe.added(CATALOGUE[name])
    names = [step.op.name for step in expand_for_engine(recipe, (20, 30)).active]
    there, back = "srgb_to_linear", "linear_to_srgb"
    light = [there, "exposure", "flip_vertical", "gaussian_blur", "resize_linear", back]
    assert names == [*light, "gamma", there, "vignette", back]

    pixels = random_photo(20, 30, 3, "float32")
    half = Mask(1, (MaskPart(Rectangle(0.5, 0.5, 9.0, 9.0), opacity=0.5),))
    masked = Recipe().with_mask(half).added(CATALOGUE["exposure"], {"stops": 1.0}, mask=1)
    mixed = (pixels + to_srgb(2 * to_linear(pixels))) / 2
    check(engine, masked, pixels, mixed)


@pytest.mark.samples("exposure", "vignette", "resize")
@pytest.mark.parametrize("name", sorted(LIGHT))
def test_the_definition_computes_steps_of_light_alike(engine, name):
    pixels = random_photo(24, 36, 3, "float32")
    recipe = Recipe().added(CATALOGUE[name]).added(CATALOGUE["gamma"], {"gamma": 1.2})
    expected = engine.render(Source(pixels), recipe)
    np.testing.assert_allclose(evaluate(recipe, pixels), expected, atol=3e-5)


def test_the_conversions_are_compiled_ahead():
    source = Source(random_photo(8, 8, 3, "uint8"))
    names = [op.name for op, _ in steps_of(LINEAR.added(CATALOGUE["gamma"]), source)]
    assert names[:3] == ["srgb_to_linear", "gamma", "linear_to_srgb"]


def test_an_unknown_working_space_is_refused():
    with pytest.raises(UsageError, match=r"working_space = 'log': expected auto, linear or encoded"):
        Recipe(working_space="log")
