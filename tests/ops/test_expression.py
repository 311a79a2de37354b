"""Expressions of pixels beside the same formula in NumPy, and stencils beside SciPy."""

import json

import jax
import numpy as np
import pytest
import scipy.ndimage
from pictures import encoded, random_photo

from jaxstudio.engine.buffers import Rect
from jaxstudio.engine.definitions import evaluate
from jaxstudio.engine.source import Source, halved
from jaxstudio.errors import ParameterError, StudioError
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.recipe import Recipe
from jaxstudio.pipeline.recipe_text import from_json, to_json
from jaxstudio.pipeline.step_text import read_step

OP = CATALOGUE["expression"]


def step(text, **values):
    return Recipe(seed=3).added(OP, {"text": text, **values})


def rendered(engine, pixels, text, **values):
    return engine.render(Source(pixels), step(text, **values))


def luma(p):
    return (p[..., :3] @ np.array([0.2126, 0.7152, 0.0722]))[..., None]


def places(p):
    row, column = np.indices(p.shape[:2])
    return column[..., None], row[..., None], p.shape[1], p.shape[0]


def swirl_colours(p):
    x, y, w, h = places(p)
    r, g, b = (p[..., channel, None] for channel in range(3))
    return np.concatenate([r * x / w, np.where(g > 0.5, g, b), np.sin(3 * b) + y / h], axis=2)


def vignette(p):
    x, y, w, h = places(p)
    return p * (1 - 0.7 * np.hypot(x / w - 0.5, y / h - 0.5))


# A text, and what NumPy computes on float64 (height, width, 3).
FORMULAS = {
    "1 - v": lambda p: 1 - p,
    "0.25": lambda p: np.full_like(p, 0.25),
    "r = g; g = r": lambda p: p[..., [1, 0, 2]],
    "(g, b, r)": lambda p: p[..., [1, 2, 0]],
    "luma": lambda p: np.repeat(luma(p), 3, axis=2),
    "v^2.2": lambda p: p**2.2,
    "exp(-4 (v - 0.5)^2)": lambda p: np.exp(-4 * (p - 0.5) ** 2),
    "v > 0.5": lambda p: (p > 0.5).astype(float),
    "luma > 0.4 and x > 3": lambda p: np.repeat((luma(p) > 0.4) & (places(p)[0] > 3), 3, 2).astype(float),
    "{v < 0.3: 0, v < 0.6: v, 1}": lambda p: np.where(p < 0.3, 0, np.where(p < 0.6, p, 1)),
    "d = hypot(x/w - 0.5, y/h - 0.5); v (1 - 0.7 d)": vignette,
    "r = r x/width; g = g if g > 0.5 else b; b = sin(3 b) + y/height": swirl_colours,
    "mod(floor(x/4) + floor(y/4), 2)": lambda p: np.repeat(
        (places(p)[0] // 4 + places(p)[1] // 4) % 2, 3, axis=2
    ).astype(float),
    "max(r, g, b) - min(r, g, b)": lambda p: np.repeat(np.ptp(p, axis=2)[..., None], 3, axis=2),
    "f(u) = u^2 + m; m = mean; mean = (r + g + b)/3; f(v)/2": lambda p: (
        p**2 + p.mean(axis=2, keepdims=True)
    )
    / 2,
}  # fmt: skip


@pytest.mark.samples(2)
@pytest.mark.parametrize("dtype", ["uint8", "float32"])
@pytest.mark.parametrize("text", FORMULAS)
def test_is_what_numpy_computes(engine, text, dtype):
    pixels = random_photo(23, 31, 3, dtype)
    expected = FORMULAS[text](encoded(pixels))
    np.testing.assert_allclose(rendered(engine, pixels, text), expected, atol=3e-6)


STENCILS = {
    "sum(sum(at(i, j), i, -1, 1), j, -1, 1)/9": np.ones((3, 3)) / 9,
    "at(1, 0) - at(-1, 0) + 2 at(0, 1)": [[0, 0, 0], [-1, 0, 1], [0, 2, 0]],
    "-2 at(-1, -1) - at(0, -1) - at(-1, 0) + v + at(1, 0) + at(0, 1) + 2 at(1, 1)": [
        [-2, -1, 0], [-1, 1, 1], [0, 1, 2],
    ],
}  # fmt: skip
SCIPY_BORDERS = {
    "reflect": "reflect",
    "nearest": "nearest",
    "mirror": "mirror",
    "wrap": "wrap",
    "constant": "constant",
}


@pytest.mark.parametrize("border", SCIPY_BORDERS)
@pytest.mark.parametrize("text", STENCILS)
def test_neighbours_are_those_of_scipys_correlation(engine, text, border):
    pixels = random_photo(19, 26, 3, "float32")
    kernel = np.asarray(STENCILS[text], np.float64)[..., None]
    expected = scipy.ndimage.correlate(
        pixels.astype(np.float64), kernel, mode=SCIPY_BORDERS[border], cval=0.3
    )
    found = rendered(engine, pixels, text, border=border, cval=0.3)
    np.testing.assert_allclose(found, expected, atol=3e-6)


def test_sobel_of_the_lightness_is_scipys(engine):
    text = """
        gx = at_luma(1,-1) + at_luma(1,1) - at_luma(-1,-1) - at_luma(-1,1) + 2 at_luma(1,0) - 2 at_luma(-1,0)
        gy = at_luma(-1,1) + 2 at_luma(0,1) + at_luma(1,1) - at_luma(-1,-1) - 2 at_luma(0,-1) - at_luma(1,-1)
        hypot(gx, gy)"""
    pixels = random_photo(17, 22, 3, "float32")
    gray = luma(pixels.astype(np.float64))[..., 0]
    edges = np.hypot(scipy.ndimage.sobel(gray, 0), scipy.ndimage.sobel(gray, 1))
    np.testing.assert_allclose(rendered(engine, pixels, text), np.repeat(edges[..., None], 3, 2), atol=1e-5)


@pytest.mark.parametrize("text", ["at(64, -64) + at(-64, 64)", "r = at(40, 0); b = at(0, -33)"])
def test_far_neighbours(engine, text):
    pixels = random_photo(70, 90, 3, "uint8")
    p = encoded(pixels)
    wide = np.pad(p, ((64, 64), (64, 64), (0, 0)), "symmetric")

    def at(dx, dy):
        return wide[64 + dy :, 64 + dx :][:70, :90]

    if text.startswith("at"):
        expected = at(64, -64) + at(-64, 64)
    else:
        expected = np.stack([at(40, 0)[..., 0], p[..., 1], at(0, -33)[..., 2]], axis=2)
    np.testing.assert_allclose(rendered(engine, pixels, text), expected, atol=3e-6)


@pytest.mark.samples(2)
@pytest.mark.parametrize("channels", [1, 2, 4])
def test_gray_pictures_and_alpha(engine, channels):
    pixels = random_photo(9, 14, channels, "float32")
    result = rendered(engine, pixels, "r = 1 - r; g = 1 - g; b = 1 - b")
    colours = channels - (channels in (2, 4))
    np.testing.assert_allclose(result[..., :colours], 1 - pixels[..., :colours], atol=1e-6)
    np.testing.assert_array_equal(result[..., colours:], pixels[..., colours:])
    opacity = pixels[..., -1:] if channels in (2, 4) else 1.0
    result = rendered(engine, pixels, "v alpha")
    np.testing.assert_allclose(result[..., :colours], pixels[..., :colours] * opacity, atol=1e-6)


@pytest.mark.samples(6)
@pytest.mark.parametrize(
    "text", [*FORMULAS, *STENCILS, "r = at_luma(2, 1); g = at(-3, 0) x/w", "v/(x - 5) + sin(y)"]
)
def test_a_region_is_the_crop_of_the_whole(engine, text):
    source, recipe = Source(random_photo(61, 83, 3, "uint8")), step(text)
    whole = engine.render(source, recipe)
    for rect in (Rect(0, 0, 7, 83), Rect(13, 5, 14, 6), Rect(20, 11, 61, 70)):
        part = engine.render(source, recipe, rect)
        np.testing.assert_array_equal(part, whole[rect.y0 : rect.y1, rect.x0 : rect.x1])


def test_what_has_no_value(engine):
    """Division by zero, roots of negative numbers, huge exponents: the rule of every filter."""
    pixels = random_photo(4, 6, 3, "float32")
    source = Source(pixels)
    assert np.isposinf(rendered(engine, pixels, "1/(v - v)")).all()
    assert np.isnan(rendered(engine, pixels, "sqrt(-1 - v)")).all()
    assert np.isposinf(rendered(engine, pixels, "(2 + v)^1e30")).all()
    assert np.isposinf(rendered(engine, pixels, "9^9^9^9")).all()
    assert (engine.render(source, step("0/(v - v)"), dtype="uint8") == 0).all()
    assert (engine.render(source, step("1/(v - v)"), dtype="uint8") == 255).all()
    assert (engine.render(source, step("log(v - v)"), dtype="uint8") == 0).all()
    assert np.isnan(rendered(engine, pixels, "v {x > 2}")[:, :3]).all()


def test_the_catalogue_knows_the_sliders_of_the_default_text():
    assert OP.declaring({}) is OP


def test_sliders_are_parameters_of_the_step(engine):
    recipe = step("k = 0.5 [0, 2]; k v", k=1.5)
    assert recipe.steps[0].params == {
        "text": "k = 0.5 [0, 2]; k v",
        "k": 1.5,
        "border": "reflect",
        "cval": 0.0,
    }
    pixels = random_photo(5, 6)
    np.testing.assert_allclose(engine.render(Source(pixels), recipe), 1.5 * pixels, rtol=1e-6)
    with pytest.raises(ParameterError, match="expression: k = 3: expected a number from 0 to 2"):
        recipe.with_param(1, "k", 3)
    with pytest.raises(ParameterError, match="expression has no parameter 'q'"):
        step("k = 0.5; k v", q=1)


def test_a_slider_does_not_recompile(engine):
    from jaxstudio.runtime.compile_counter import COMPILES

    source, recipe = Source(random_photo(33, 44)), step("k = 0.5 [0, 2]; q = 1; v (k + q at(1, 0))")
    engine.render(source, recipe)
    before = COMPILES.count
    for value in (0.1, 0.7, 2.0):
        engine.render(source, recipe.with_params(1, {"k": value, "q": -value}))
    assert COMPILES.count == before


def test_of_a_changed_text_sliders_stay_where_they_were_moved():
    recipe = step("k = 0.5 [0, 2]; m = 1 [0, 3]; k m v", k=1.5)
    params = recipe.with_param(1, "text", "k = 0.7 [0, 4]; m = 2 [0, 3]; n = 1; k m n v").steps[0].params
    assert (params["k"], params["m"], params["n"]) == (1.5, 2.0, 1.0)
    # out of its new range, or gone
    params = recipe.with_param(1, "text", "k = 0.2 [0, 1]; k v").steps[0].params
    assert dict(params) == {"text": "k = 0.2 [0, 1]; k v", "k": 0.2, "border": "reflect", "cval": 0.0}
    assert "k" not in recipe.with_param(1, "text", "v").steps[0].params


def test_recipes_hold_the_text_and_the_sliders():
    recipe = step("# brighter\nk = 0.5 [0, 2]\nk v", k=0.25).added(CATALOGUE["invert"])
    assert from_json(to_json(recipe), CATALOGUE) == recipe
    op, values = read_step('expression text="k = 0.5 [0, 2]; k v" k=0.25', CATALOGUE)
    assert Recipe().added(op, values).steps[0].params["k"] == 0.25


@pytest.mark.samples(2)
@pytest.mark.parametrize(
    "text",
    [
        "v (1 - 0.7 hypot(x/w - 0.5, y/h - 0.5))",
        "0.5 + 0.5 sin(x/20) cos(y/30)",
        "sum(sum(at(4 i, 4 j), i, -1, 1), j, -1, 1)/9",
        "{x < w/3: v, 1 - v}",
    ],
)
def test_the_preview_of_a_reduced_photo_is_the_exact_picture_reduced(engine, text):
    import skimage.data

    source, recipe = Source(skimage.data.coffee()), step(text)
    preview = engine.render(source, recipe, dtype="uint8", level=2) / 255
    exact = halved(engine.render(source, recipe, dtype="uint8"), 2) / 255
    assert abs(preview.mean() - exact.mean()) < 0.005
    assert np.quantile(np.abs(preview - exact), 0.95) < 0.02


def test_only_what_reads_neighbours_or_the_place_has_a_note():
    noted = [
        OP.declaring({"text": text}).differs_reduced({"text": text})
        for text in ("1 - v", "v x/w", "at(1, 0)")
    ]
    assert noted == [False, True, True]


@pytest.mark.samples(1)
@pytest.mark.parametrize("text", ["k = 0.5 [0, 2]; v^k + at(1, 0)/4", "k = 0.5; r = k g; b = at_luma(0, 2)"])
@pytest.mark.parametrize("channels", [1, 3])
def test_the_differentiable_form_is_the_engines(engine, text, channels):
    pixels, recipe = random_photo(12, 17, channels), step(text, k=0.8)
    np.testing.assert_allclose(evaluate(recipe, pixels), engine.render(Source(pixels), recipe), atol=2e-6)
    ends = [evaluate(recipe.with_param(1, "k", k), pixels) for k in (0.799, 0.801)]
    slopes = jax.jacfwd(lambda k: evaluate(recipe, pixels, {"k": k}))(np.float32(0.8))
    np.testing.assert_allclose(slopes, (ends[1] - ends[0]) / 0.002, atol=2e-3)


HOSTILE = {
    "too long": "v + " * 200_000 + "v",
    "too deep": "(" * 100_000,
    "far neighbours": "k = 1; k at(1e9, 0)",
    "many terms": "sum(v, n, 1, 1e9)",
    "no text": 5,
    "a list": ["v"],
    "half a surrogate": "\ud800",
    "code": "__import__('os').system('true')",
    "empty": "",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_shared_recipe_with_a_wrong_text_is_refused_for_the_text(name):
    document = json.loads(to_json(step("k = 0.5 [0, 1]; k v")))
    document["steps"][0]["params"]["text"] = HOSTILE[name]
    with pytest.raises(StudioError) as caught:
        from_json(json.dumps(document), CATALOGUE)
    message = str(caught.value)
    assert message.startswith("step 1: expression: text = ")
    assert "\n" not in message
    assert len(message) < 400
