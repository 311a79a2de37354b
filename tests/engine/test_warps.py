"""Warps against SciPy's sampling on every border; composed steps against the steps they become."""

import jax.numpy as jnp
import numpy as np
import pytest
from pictures import random_photo
from scipy import ndimage
from skimage.transform import swirl as skimage_swirl

from jaxstudio.engine.buffers import Rect
from jaxstudio.engine.source import Source
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.expand import expand, result_size
from jaxstudio.pipeline.kinds import Composed, Warp
from jaxstudio.pipeline.op import Op
from jaxstudio.pipeline.params import BORDERS
from jaxstudio.pipeline.recipe import Recipe

GRID = {"reflect": "reflect", "nearest": "nearest", "mirror": "mirror", "wrap": "grid-wrap"}


def wave(x, y, p):
    return x + 9.0 * jnp.sin(y / 5.0) - 4.25, y + 7.0 * jnp.cos(x / 6.0) + 3.5


def warping(**options):
    name = "_".join(["wave", *options])
    return Op(
        name=name, title="Wave", category="test", doc="Waves.", source="by hand", kind=Warp(wave, **options)
    )


def sampled(pixels, border, order, cval=0.3):
    """SciPy's own sampling at the wave's places."""
    y, x = np.mgrid[: pixels.shape[0], : pixels.shape[1]].astype(np.float64)
    places = np.stack([y + 7.0 * np.cos(x / 6.0) + 3.5, x + 9.0 * np.sin(y / 5.0) - 4.25])
    if border == "constant":
        # SciPy goes over to the constant at the edge itself: give it the pixels beyond
        padded = np.pad(pixels, ((4, 4), (4, 4), (0, 0)), constant_values=cval)
        return np.stack(
            [
                ndimage.map_coordinates(padded[..., c].astype(np.float64), places + 4, order=order, cval=cval)
                for c in range(pixels.shape[2])
            ],
            axis=-1,
        )
    return np.stack(
        [
            ndimage.map_coordinates(pixels[..., c].astype(np.float64), places, order=order, mode=GRID[border])
            for c in range(pixels.shape[2])
        ],
        axis=-1,
    )


@pytest.mark.parametrize("channels", [1, 3])
@pytest.mark.parametrize("border", BORDERS)
def test_a_warp_is_scipys_sampling(engine, border, channels):
    pixels = random_photo(37, 53, channels)
    recipe = Recipe().added(warping(), {"border": border, "cval": 0.3})
    result = engine.render(Source(pixels), recipe)
    np.testing.assert_allclose(result, sampled(pixels, border, 1), atol=2e-6)


@pytest.mark.parametrize("border", ["nearest", "constant"])
def test_the_nearest_pixel_is_taken_as_it_is(engine, border):
    pixels = random_photo(37, 53, 3, "uint8")
    step = {"border": border, "cval": 0.0}
    result = engine.render(Source(pixels), Recipe().added(warping(nearest=True), step), dtype="uint8")
    expected = sampled(pixels, border, 0, cval=0)
    # where a place is half way between two pixels either is right
    assert np.mean(result != expected) < 1e-3


@pytest.mark.parametrize("border", BORDERS)
def test_parts_that_read_no_farther_than_pixels_move_are_those_of_the_whole(engine, border):
    pixels = random_photo(61, 83, 3, "uint8")
    near = warping(reach=lambda values: 14)
    recipe = Recipe().added(CATALOGUE["gaussian_blur"]).added(near, {"border": border, "cval": 0.3})
    whole = engine.render(Source(pixels), recipe)
    for part in (Rect(0, 0, 9, 11), Rect(20, 30, 29, 41), Rect(50, 70, 61, 83)):
        expected = whole[part.y0 : part.y1, part.x0 : part.x1]
        np.testing.assert_array_equal(engine.render(Source(pixels), recipe, part), expected)


def test_a_place_that_is_no_number_lies_outside(engine):
    nowhere = Op(name="nowhere", title="Nowhere", category="test", doc="Nothing.", source="by hand",
                 kind=Warp(lambda x, y, p: (x / 0.0 - x / 0.0, y)))  # fmt: skip
    pixels = random_photo(9, 13)
    result = engine.render(Source(pixels), Recipe().added(nowhere, {"border": "constant", "cval": 0.25}))
    np.testing.assert_array_equal(result, np.float32(0.25))


def test_swirl_is_scikit_images(engine):
    pixels = random_photo(64, 81)
    values = {"strength": 3.0, "radius": 60.0, "rotation": 0.4}
    result = engine.render(Source(pixels), Recipe().added(CATALOGUE["swirl"], values))
    expected = np.stack(
        [
            skimage_swirl(pixels[..., c].astype(np.float64), center=(40.0, 31.5), order=1, **values)
            for c in range(3)
        ],
        axis=-1,
    )
    np.testing.assert_allclose(result[2:-2, 2:-2], expected[2:-2, 2:-2], atol=1e-5)


def test_a_warp_whose_input_fits_no_slab_is_cut(engine, monkeypatch):
    pixels = random_photo(61, 83, 3, "uint8")
    recipe = Recipe().added(CATALOGUE["swirl"], {"strength": 5.0, "radius": 90.0})
    whole = engine.render(Source(pixels), recipe)
    monkeypatch.setattr("jaxstudio.engine.plan.base.ROOM", 4000)
    np.testing.assert_array_equal(engine.render(Source(pixels), recipe), whole)


def drawing(chance_of_nothing=0.3):
    """An op that crops by chance, turns and adds noise."""
    turn, noise, flip = CATALOGUE["rotate"], CATALOGUE["gaussian_noise"], CATALOGUE["flip_vertical"]

    def steps(values, size, chance):
        if chance.random() < chance_of_nothing:
            return [(flip, {})]
        return [(turn, {"angle": chance.uniform(10, 80), "expand": True}), (noise, {}), (noise, {})]

    return Op(name="drawn", title="Drawn", category="test", doc="By chance.", source="by hand",
              kind=Composed(steps, (turn, noise, flip)))  # fmt: skip


def test_a_composed_step_is_the_steps_it_becomes(engine):
    pixels = random_photo(37, 53)
    seen = set()
    for seed in range(12):
        recipe = Recipe(seed=seed).added(CATALOGUE["gamma"], {"gamma": 1.5}).added(drawing())
        plain = expand(recipe, (37, 53))
        seen.add(len(plain.steps))
        assert all(step.part_of == 2 for step in plain.steps[1:])
        assert len({step.key for step in plain.steps}) == len(plain.steps), "each part has noise of its own"
        result = engine.render(Source(pixels), recipe)
        assert result.shape[:2] == result_size(recipe, (37, 53)) == engine.size(recipe, 37, 53)
        np.testing.assert_array_equal(result, engine.render(Source(pixels), plain))
    assert seen == {2, 4}


def test_what_is_drawn_depends_on_seed_and_step_alone():
    op = drawing(0.5)
    recipes = [Recipe(seed=seed).added(op).added(op) for seed in range(40)]
    drawn = [tuple(len(expand(recipe, (9, 9)).steps) for _ in range(2)) for recipe in recipes]
    assert all(first == second for first, second in drawn)
    assert len(set(drawn)) == 3
    keys = [step.key for recipe in recipes[:1] for step in expand(recipe, (9, 9)).steps]
    assert len(set(keys)) == len(keys)
    moved = recipes[0].moved(1, 1)
    assert {step.key for step in expand(moved, (9, 9)).steps} == set(keys)
