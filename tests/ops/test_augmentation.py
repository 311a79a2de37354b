"""What augmentations draw: the ops inside are tested elsewhere, here it is the distribution of the draw."""

import itertools
import math
import re

import numpy as np
import pytest
import skimage.measure
from pictures import random_photo
from scipy import stats

from jaxstudio.engine.source import Source
from jaxstudio.errors import ParameterError
from jaxstudio.ops import CATALOGUE
from jaxstudio.ops.augmentation.grid_shuffle import arrange_tiles
from jaxstudio.pipeline.expand import expand, result_size
from jaxstudio.pipeline.kinds import Composed
from jaxstudio.pipeline.recipe import Recipe, Step

SEEDS, SIZE = range(600), (60, 80)
AUGMENTATIONS = [op for op in CATALOGUE.values() if op.category == "augmentation"]


def draws(name, **values):
    """The steps drawn for each seed, as a list of (op's name, values)."""
    return [
        [
            (step.op.name, step.values)
            for step in expand(Recipe(seed=seed).added(CATALOGUE[name], values), SIZE).steps
        ]
        for seed in SEEDS
    ]


def drawn(name, parameter, **values):
    return np.array([steps[0][1][parameter] for steps in draws(name, **values)])


@pytest.mark.samples(5)
@pytest.mark.parametrize("op", AUGMENTATIONS, ids=lambda op: op.name)
def test_the_seed_decides_alone(op):
    assert isinstance(op.kind, Composed)
    recipe = Recipe(seed=7).added(op)
    assert expand(recipe, SIZE) == expand(recipe, SIZE)
    results = {str([(s.op.name, s.values) for s in expand(recipe.with_seed(n), SIZE).steps]) for n in SEEDS}
    assert len(results) > 1
    known = {part.name for part, _ in op.kind.possible(op.defaults())}
    assert {name for steps in draws(op.name) for name, _ in steps} <= known | {
        "resize_linear",
        "gaussian_blur",
    }


PROBABLE = ["random_grayscale", "random_invert", "random_solarize", "random_posterize", "random_gamma",
            "random_blur", "random_sharpness", "random_noise", "random_channel_shuffle",
            "erasing", "grid_shuffle", "shadow", "plasma", "fog"]  # fmt: skip


@pytest.mark.samples(8)
@pytest.mark.parametrize("name", PROBABLE)
@pytest.mark.parametrize("p", [0.0, 0.2, 1.0])
def test_happens_as_often_as_it_should(name, p):
    happened = sum(bool(steps) for steps in draws(name, p=p))
    assert happened / len(SEEDS) == pytest.approx(p, abs=4 * math.sqrt(p * (1 - p) / len(SEEDS)))


def test_flips_are_drawn_apart():
    found = [tuple(name for name, _ in steps) for steps in draws("random_flip", horizontal=0.5, vertical=0.5)]
    counts = [found.count(way) for way in ((), ("flip_horizontal",), ("flip_vertical",),
                                           ("flip_horizontal", "flip_vertical"))]  # fmt: skip
    assert stats.chisquare(counts).pvalue > 1e-4


@pytest.mark.parametrize(
    ("name", "values", "parameter", "low", "high"),
    [
        ("random_rotate", {"degrees": 30.0}, "angle", -30.0, 30.0),
        ("random_affine", {"degrees": 20.0}, "angle", -20.0, 20.0),
        ("random_affine", {"translate": 25.0}, "right", -20.0, 20.0),
        ("random_perspective", {"distortion": 40.0}, "top_left_x", 0.0, 20.0),
        ("random_perspective", {"distortion": 40.0}, "bottom_right_y", -20.0, 0.0),
        ("random_crop", {"share": 60.0}, "left", 0.0, 40.0),
        ("random_noise", {"p": 1.0, "most": 0.02}, "var", 0.0, 0.02),
    ],
)
def test_is_drawn_evenly(name, values, parameter, low, high):
    found = drawn(name, parameter, **values)
    assert stats.kstest(found, "uniform", args=(low, high - low)).pvalue > 1e-4


def test_scales_are_drawn_evenly_in_the_logarithm():
    for name, values, parameter in (
        ("random_affine", {"scale": 2.0}, "scale_x"),
        ("random_gamma", {"p": 1.0, "most": 2.0}, "gamma"),
    ):
        found = np.log2(drawn(name, parameter, **values))
        assert stats.kstest(found, "uniform", args=(-1.0, 2.0)).pvalue > 1e-4


def test_a_resized_crop_keeps_the_size_and_its_bounds(filtered):
    pixels = random_photo(*SIZE)
    assert filtered("random_resized_crop", pixels).shape == pixels.shape
    for steps in draws("random_resized_crop", least=0.2, most=0.5, ratio=1.5):
        edges = steps[0][1]
        across = 1 - (edges["left"] + edges["right"]) / 100
        down = 1 - (edges["top"] + edges["bottom"]) / 100
        assert 0.2 - 1e-9 <= across * down <= 0.5 + 1e-9
        assert 1 / 1.5 - 1e-9 <= across / down <= 1.5 + 1e-9


def test_a_crop_has_the_share_asked_for():
    for seed in SEEDS:
        recipe = Recipe(seed=seed).added(CATALOGUE["random_crop"], {"share": 50.0})
        height, width = result_size(recipe, SIZE)
        assert abs(height - 30) <= 1
        assert abs(width - 40) <= 1


def test_jitter_is_drawn_in_every_order():
    found = draws("color_jitter", brightness=0.2, contrast=0.3)
    orders = {tuple(name for name, _ in steps) for steps in found}
    assert len(orders) == math.factorial(4)
    factors = [dict(steps)["contrast"]["factor"] for steps in found]
    assert stats.kstest(factors, "uniform", args=(0.7, 0.6)).pvalue > 1e-4


def test_every_order_of_channels_is_as_likely():
    orders = drawn("random_channel_shuffle", "order", p=1.0)
    names, counts = np.unique(orders, return_counts=True)
    assert sorted(names) == sorted(map("".join, itertools.permutations("rgb")))
    assert stats.chisquare(counts).pvalue > 1e-3


def test_one_of_a_list_is_drawn_as_often_as_the_others():
    found = [steps[0][0] for steps in draws("choose_one", ops="invert | sobel | gamma gamma=2 | median")]
    counts = [found.count(name) for name in ("invert", "sobel", "gamma", "median")]
    assert sum(counts) == len(SEEDS)
    assert stats.chisquare(counts).pvalue > 1e-4


def test_a_range_is_drawn_evenly():
    one = draws("sometimes", p=1.0, op="gaussian_blur sigma=0.5..3")
    found = [values["sigma"] for ((_, values),) in one]
    assert stats.kstest(found, "uniform", args=(0.5, 2.5)).pvalue > 1e-4
    whole = [values["bits"] for ((_, values),) in draws("sometimes", p=1.0, op="posterize bits=2..5")]
    assert stats.chisquare([whole.count(bits) for bits in (2, 3, 4, 5)]).pvalue > 1e-4


@pytest.mark.parametrize("p", [0.0, 0.3, 1.0])
def test_sometimes_happens_as_often_as_it_should(p):
    happened = sum(bool(steps) for steps in draws("sometimes", p=p, op="invert"))
    assert happened / len(SEEDS) == pytest.approx(p, abs=4 * math.sqrt(p * (1 - p) / len(SEEDS)))


def test_what_is_chosen_is_the_op_itself(filtered):
    pixels = random_photo(*SIZE)
    blurred = filtered("gaussian_blur", pixels, sigma=2.5)
    for name, text in (
        ("choose_one", "gaussian_blur sigma=2.5"),
        ("choose_one", "[sometimes p=1 op=[gaussian_blur sigma=2.5]]"),
    ):
        np.testing.assert_array_equal(filtered(name, pixels, ops=text), blurred)
    np.testing.assert_array_equal(filtered("sometimes", pixels, p=1.0, op="gaussian_blur sigma=2.5"), blurred)
    np.testing.assert_array_equal(filtered("sometimes", pixels, p=0.0, op="invert"), pixels)


def test_a_list_may_be_texts_lines_or_bars():
    op = CATALOGUE["choose_one"]
    wanted = "invert | gamma gamma=2"
    for given in (
        ["invert", "gamma gamma=2"],
        "invert\n  gamma   gamma=2\n",
        "[invert | gamma gamma=2]",
        wanted,
    ):
        assert op.check({"ops": given})["ops"] == wanted


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("gausian_blur sigma=2", "did you mean gaussian_blur?"),
        ("invert | ", "an empty step"),
        ("gamma gamma=99 | invert", "gamma: gamma = 99: expected a number from 0 to 10"),
        ("gamma gamma=3..1", "expected the smaller number first"),
        ("gamma gamma=1..x", "gamma = '1..x'"),
        ("gamma gamma=1...", "gamma = '1...'"),
        ("invert | sobel [", "brackets do not match"),
    ],
)
def test_a_list_that_cannot_be_read(text, said):
    with pytest.raises(ParameterError, match=re.escape(said)):
        CATALOGUE["choose_one"].check({"ops": text})


def only(engine, name, pixels, dtype="float32", **values):
    """The picture of what an augmentation draws from, with values of our own."""
    part = CATALOGUE[name].kind.ops[0]
    return engine.render(
        Source(pixels), Recipe(seed=3, steps=(Step(part, part.check(values), 1),)), dtype=dtype
    )


def test_an_erased_rectangle_has_the_area_and_shape_asked_for():
    height, width = SIZE
    found = draws("erasing", p=1.0, least=0.05, most=0.2, ratio=2.0)
    shares, ratios = [], []
    for ((_, edges),) in found:
        down, across = (edges["bottom"] - edges["top"]) * height, (edges["right"] - edges["left"]) * width
        assert down == pytest.approx(round(down))
        assert across == pytest.approx(round(across))
        shares.append(down * across / height / width)
        ratios.append(math.log2(down / across))
    # sides are whole pixels: a jump of the distribution is small beside what the test can see
    assert stats.kstest(shares, "uniform", args=(0.05, 0.15)).pvalue > 1e-4
    assert stats.kstest(ratios, "uniform", args=(-1.0, 2.0)).pvalue > 1e-4


def test_erasing_paints_the_rectangle_and_nothing_else(engine):
    pixels = random_photo(*SIZE)
    edges = {"top": 12 / 60, "bottom": 31 / 60, "left": 5 / 80, "right": 64 / 80}
    wanted = pixels.copy()
    wanted[12:31, 5:64] = np.float32(0.25)
    np.testing.assert_array_equal(only(engine, "erasing", pixels, **edges, value=0.25), wanted)
    noisy = only(engine, "erasing", pixels, **edges, fill="noise")
    inside = np.zeros(pixels.shape, bool)
    inside[12:31, 5:64] = True
    np.testing.assert_array_equal(noisy[~inside], pixels[~inside])
    assert stats.kstest(noisy[inside], "uniform").pvalue > 1e-4
    grey = only(engine, "erasing", random_photo(*SIZE, 1), **edges, fill="noise")
    np.testing.assert_array_equal(grey[12:31, 5:64, 0], noisy[12:31, 5:64, 0])


def test_where_a_rectangle_lies_is_drawn_evenly():
    found = draws("erasing", p=1.0, least=0.0625, most=0.0625, ratio=1.0)
    tops = [edges["top"] * SIZE[0] for ((_, edges),) in found]
    counts = np.bincount(np.rint(tops).astype(int), minlength=SIZE[0])
    first = np.flatnonzero(counts)[-1] + 1
    assert stats.chisquare(counts[:first]).pvalue > 1e-4


@pytest.mark.parametrize(
    ("rows", "columns", "size"), [(4, 4, (60, 80)), (3, 5, (61, 83)), (16, 16, (7, 9)), (1, 2, (1, 8))]
)
def test_tiles_are_a_permutation_of_those_of_one_size(engine, rows, columns, size):
    """Cut by np.linspace as albumentations cuts them."""
    pixels = random_photo(*size, dtype="uint8")
    result = only(engine, "grid_shuffle", pixels, "uint8", rows=rows, columns=columns, order=11)
    counts = zip(size, (rows, columns), strict=True)
    down, across = (np.linspace(0, side, min(count, side) + 1, dtype=int) for side, count in counts)

    def tiles(picture):
        return sorted(
            (picture[y0:y1, x0:x1].shape, picture[y0:y1, x0:x1].tobytes())
            for y0, y1 in itertools.pairwise(down)
            for x0, x1 in itertools.pairwise(across)
        )

    assert tiles(result) == tiles(pixels)
    assert not np.array_equal(result, pixels)


def test_every_order_of_tiles_is_as_likely():
    orders = [
        tuple(arrange_tiles(1, 3, (30, 30), values["order"]))
        for ((_, values),) in draws("grid_shuffle", p=1.0)
    ]
    counts = [orders.count(way) for way in itertools.permutations(range(3))]
    assert sum(counts) == len(SEEDS)
    assert stats.chisquare(counts).pvalue > 1e-4


def test_a_shadow_is_the_polygon_of_scikit_image(engine):
    pixels = random_photo(40, 70)
    corners = np.array([[0.1013, 0.2], [0.9377, 0.3541], [0.2, 0.8119], [0.5529, 0.05], [0.7, 0.97]])
    values = {f"{axis}{n}": corners[n - 1, i] for n in range(1, 6) for i, axis in enumerate("xy")}
    result = only(engine, "shadow", pixels, **values, darkness=0.4)
    rows, columns = np.indices((40, 70))
    centres = np.stack([(columns + 0.5) / 70, (rows + 0.5) / 40], axis=-1).reshape(-1, 2)
    inside = skimage.measure.points_in_poly(centres, corners).reshape(40, 70, 1)
    np.testing.assert_allclose(result, np.where(inside, pixels * np.float32(0.6), pixels), rtol=1e-6)
    assert 0.1 < inside.mean() < 0.5


def test_shadows_fall_below_and_are_as_many_as_asked_for():
    found = draws("shadow", p=1.0, most=3, top=25.0)
    assert stats.chisquare([sum(len(steps) == n for steps in found) for n in (1, 2, 3)]).pvalue > 1e-4
    down = [values["y3"] for steps in found for _, values in steps]
    assert stats.kstest(down, "uniform", args=(0.25, 0.75)).pvalue > 1e-4
    across = [values["x5"] for steps in found for _, values in steps]
    assert stats.kstest(across, "uniform").pvalue > 1e-4


def test_fog_and_plasma_follow_their_formulas(engine):
    """With the map read from a picture of one value, the other effects are arithmetic."""
    height, width = 33, 45
    grey, pixels = (
        np.full((height, width, 1), 0.5, np.float32),
        random_photo(height, width).astype(np.float64),
    )
    drawn = {"roughness": 0.6, "order": 5}
    level = (only(engine, "plasma", grey, amount=1.0, **drawn).astype(np.float64) + 0.5) / 2
    assert 0 <= level.min() < level.max() <= 1
    f32 = pixels.astype(np.float32)
    for values, wanted in (
        ({"effect": "brightness", "amount": 0.3}, pixels + 0.3 * (2 * level - 1)),
        ({"effect": "contrast", "amount": 1.0}, (pixels - 0.5) * 4 * level + 0.5),
        ({"effect": "contrast", "amount": 0.0}, pixels),
    ):
        np.testing.assert_allclose(only(engine, "plasma", f32, **values, **drawn), wanted, atol=2e-6)
    shaded = only(engine, "plasma", f32, effect="shade", amount=0.2, share=0.5, **drawn)
    sure = np.abs(level - 0.5)[..., 0] > 1e-5
    np.testing.assert_allclose(shaded[sure], np.where(level < 0.5, pixels - 0.2, pixels)[sure], atol=2e-6)
    veil = (pixels + 1.5 * level) / 2.5
    np.testing.assert_allclose(only(engine, "fog", f32, amount=1.5, **drawn), veil, atol=2e-6)


@pytest.mark.parametrize(
    ("name", "parameter", "low", "high", "values"),
    [
        ("plasma", "amount", 0.0, 0.8, {"amount": 0.8}),
        ("plasma", "roughness", 0.1, 0.7, {}),
        ("plasma", "share", 0.0, 1.0, {}),
        ("fog", "amount", 0.0, 2.0, {"amount": 2.0}),
    ],
)
def test_strength_is_drawn_evenly(name, parameter, low, high, values):
    found = drawn(name, parameter, p=1.0, **values)
    assert stats.kstest(found, "uniform", args=(low, high - low)).pvalue > 1e-4
