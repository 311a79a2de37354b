"""What every op of the catalogue is held to: a new op is tested by being there."""

import json
import math
import re
import sys

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from pictures import lively, random_photo

from jaxstudio.engine.buffers import Rect
from jaxstudio.engine.definitions import evaluate
from jaxstudio.engine.plan import plan_of
from jaxstudio.engine.plan.base import SlabPlan
from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.errors import ParameterError, UsageError
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.kinds import (
    Combined,
    Composed,
    Geometry,
    Magnified,
    Random,
    Tiled,
    Warp,
    Whole,
)
from jaxstudio.pipeline.params import (
    BORDERS,
    Bool,
    Choice,
    Expression,
    Float,
    Int,
    Matrix,
    Points,
    Steps,
    Text,
)
from jaxstudio.pipeline.recipe import Recipe
from jaxstudio.pipeline.recipe_text import from_json, to_json

MOVING = Geometry | Warp
OPS = tuple(CATALOGUE.values())
NAMES = tuple(CATALOGUE)
DTYPES = ("float32", "uint8", "uint16")
UNITS = ("", "px", "°", "%", "K", "EV", "mm", "rad")
SHAPES = ((1, 1), (1, 23), (19, 1), (5, 7), (2, 3), (37, 53))
PARAMS = tuple((op, param) for op in OPS for param in op.params)


def for_each(cases):
    """The rule as one test of all cases, which lists those that fail."""

    def fold(rule):
        def test():
            failed = []
            for case in cases:
                try:
                    rule(*case)
                except (Exception, pytest.fail.Exception) as reason:
                    failed.append(f"{' '.join(each.name for each in case)}: {reason}")
            assert not failed, f"{len(failed)} of {len(cases)}:\n" + "\n".join(failed)

        test.__doc__ = rule.__doc__
        return test

    return fold


every_declared_op = for_each([(op,) for op in OPS])
every_declared_param = for_each(PARAMS)

# Ops that between them use every kind and every path through the engine: these meet every combination of
# borders, channels and formats. Of the others each meets some, by turns, since every one compiles anew.
THOROUGH = (
    "gaussian_blur", "box_blur", "convolve", "median", "unsharp_mask", "sobel", "gamma", "saturation",
    "equalize_hist", "gaussian_noise", "salt_and_pepper", "rotate", "flip_horizontal",
)  # fmt: skip

# One of each kind: every rule is held to these always, to all others with -m thorough. What every op is held
# to always is test_region_is_a_crop_of_the_whole.
ALWAYS = ("gaussian_blur", "median", "gamma", "equalize_hist", "gaussian_noise", "rotate")


def op_cases(ops):
    """Ops as cases of a test; those that are not in ALWAYS are thorough."""
    return [pytest.param(op, id=op.name, marks=marks_of(op)) for op in ops]


def marks_of(op):
    return () if op.name in ALWAYS else (pytest.mark.thorough,)


every_op = pytest.mark.parametrize("op", op_cases(OPS))


def some(op, choices, count=1):
    """All of the choices for a thorough test, `count` of them in turns for another op."""
    if op.name in THOROUGH or len(choices) <= count:
        return choices
    start = NAMES.index(op.name)
    return tuple(choices[(start + number) % len(choices)] for number in range(count))


def borders_of(op):
    return some(op, BORDERS, 2) if "border" in op.by_name else (None,)


def with_border(values, border):
    return values if border is None else {**values, "border": border, "cval": 0.3}


def alone(op, values=None):
    return Recipe(seed=5).added(op, lively(op) if values is None else values)


# What is declared.


@every_declared_op
def test_says_what_it_is(op):
    assert re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", op.name)
    assert op.title.strip()
    assert op.category.strip()
    assert op.source.strip(), "a source: the paper or the reference implementation"
    assert op.doc.endswith("."), "a sentence of what one sees"
    assert op.use.endswith("."), "a sentence of when to use it"
    assert op.formula.strip(), "the formula: what is computed"
    assert op.notes.endswith("."), "the differences from the source, or that there are none"


@every_declared_op
def test_is_declared_by_its_own_name_in_a_file_of_its_category(op):
    modules = [each for name, each in sys.modules.items() if name.startswith(f"jaxstudio.ops.{op.category}.")]
    # the catalogue binds the parameters that list steps: then it holds a copy
    assert op.kind in [getattr(module, op.name).kind for module in modules if hasattr(module, op.name)]


@every_declared_param
def test_parameter_is_described(op, param):
    assert param.doc.endswith(".")
    assert param.unit in UNITS
    if isinstance(param, Float | Int):
        assert -math.inf < param.low < param.high < math.inf
        low, high = param.slider
        assert param.low <= low < high <= param.high
        if param.default is not None:
            assert low <= param.default <= high


@every_declared_op
def test_defaults_pass_their_own_check(op):
    assert op.check(op.defaults()) == op.defaults()
    assert op.check({}) == op.defaults()


def wrong_values(param):
    """Values that a parameter must refuse."""
    if isinstance(param, Float):
        far = [param.low - 1, param.high + 1, -1e300, math.nan, math.inf, -math.inf, 10**400]
        return [*far, "1", True, [1.0], {}] + ([] if param.linked else [None])
    if isinstance(param, Int):
        between = [param.low + 1] if param.step > 1 else []
        return [
            param.low - 1,
            param.high + 1,
            10**30,
            param.low + 0.5,
            math.nan,
            "1",
            True,
            None,
            [1],
            *between,
        ]
    if isinstance(param, Choice):
        return ["no such word", "", 0, None, True, [], param.choices[0].upper()]
    if isinstance(param, Bool):
        return [0, 1, "true", None, []]
    if isinstance(param, Steps):
        many = " | ".join(["invert"] * (param.most + 1))
        return [
            "",
            " ",
            "|",
            "no_such_op",
            "gamma gamma=99",
            "gamma [",
            many,
            0,
            None,
            True,
            [],
            [1],
            "x" * 20000,
        ]
    if isinstance(param, Expression):
        deep = "(" * 60 + "v" + ")" * 60
        return [
            "",
            "v +",
            "foo(v)",
            "v; v",
            "at(99, 0)",
            "at(x, 0)",
            "k + v",
            deep,
            "v " * 9999,
            0,
            None,
            True,
            [],
        ]
    if isinstance(param, Text):  # a Path, too
        return [None, 3, True, [], "a\nb", "x" * (param.longest + 1)]
    if isinstance(param, Points):
        close = [[0, 0], [param.apart / 2, 1]]
        many = [[k / 1000, 0] for k in range(param.largest + 1)]
        return [
            [], [[0, 0]], [0, 1], "x", None, close, many, [[1, 0], [0, 1]], [[0, 0], [1, 1.1]],
            [[-0.1, 0], [1, 1]], [[0, 0, 0], [1, 1, 1]], [[0, math.nan], [1, 1]], [[0, True], [1, 1]],
            [[0, "0"], [1, 1]],
        ]  # fmt: skip
    assert isinstance(param, Matrix)
    wide, size = [[0.0] * (param.largest + 2)], param.largest
    return [
        [], [[]], 3, "x", None, [1, 2, 3], [[1, 2], [3, 4]], [[1.0], [2.0, 3.0], [4.0]], wide,
        [[0.0]] * (size + 2), [[math.nan]], [[math.inf]], [[2 * param.limit]], [[True]], [["1"]], [[None]],
    ]  # fmt: skip


@every_declared_param
def test_parameter_refuses_by_name_value_and_range(op, param):
    for value in wrong_values(param):
        with pytest.raises(ParameterError) as caught:
            op.check({param.name: value})
        line = str(caught.value)
        assert line.startswith(f"{op.name}: {param.name} = ")
        assert repr(value)[:40] in line
        assert param.expected() in line
        assert "\n" not in line
        assert len(line) < 400
        with pytest.raises(UsageError):
            Recipe().added(op, {param.name: value})
    if isinstance(param, Float | Int):
        assert f"{param.low:g}" in param.expected()
        assert f"{param.high:g}" in param.expected()


@every_declared_op
def test_refuses_a_parameter_it_does_not_have(op):
    with pytest.raises(ParameterError, match="has no parameter 'sgima'") as refused:
        op.check({"sgima": 1})
    assert all(name in str(refused.value) for name in op.by_name)


@every_declared_param
def test_parameter_takes_the_ends_of_its_range(op, param):
    if isinstance(param, Float | Int):
        for value in (param.low, param.high):
            assert op.check({param.name: value})[param.name] == value


@every_declared_op
def test_recipe_survives_json(op):
    recipe = alone(op).added(op).switched(2, False).with_seed(77)
    text = to_json(recipe)
    assert from_json(text, CATALOGUE) == recipe
    assert json.loads(text)["steps"][0]["params"].keys() == op.by_name.keys()


# What comes out.


def pictures_of(op):
    """Each (channels, dtype) that it meets: in a thorough test every format with 3 channels, else by turns.

    The other pairs of a thorough test, which all compile anew, are left to -m big.
    """
    number = NAMES.index(op.name)
    for channels in sorted(set(some(op, (1, 2, 3, 4), 2))):
        turns = DTYPES if op.name in THOROUGH else some(op, DTYPES)
        for dtype in turns:
            turn = DTYPES[(number + channels) % 3] == dtype
            if not (channels == 3 or op.name not in THOROUGH or turn):
                yield channels, dtype, pytest.mark.big
            else:
                yield channels, dtype, () if op.name in ALWAYS and turn else pytest.mark.thorough


every_picture = pytest.mark.parametrize(
    ("op", "channels", "dtype"),
    [
        pytest.param(op, channels, dtype, marks=marks, id=f"{op.name}-{channels}-{dtype}")
        for op in OPS
        for channels, dtype, marks in pictures_of(op)
    ],
)


@every_picture
def test_any_picture_any_border(engine, op, channels, dtype):
    number = NAMES.index(op.name) + DTYPES.index(dtype) * len(BORDERS)
    for border in borders_of(op):
        for _ in range(2 if channels == 3 else 1):
            height, width = SHAPES[number % len(SHAPES)]
            number += 1
            pixels = random_photo(height, width, channels, dtype)
            recipe = alone(op, with_border(lively(op), border))
            result = engine.render(Source(pixels), recipe)
            assert result.shape == (*engine.size(recipe, height, width), channels)
            assert result.dtype == np.float32
            assert np.isfinite(result).all(), (border, height, width)
            if channels in (2, 4) and not blends(op) and not isinstance(op.kind, MOVING | Composed):
                unit = 1.0 if dtype == "float32" else np.float32(1 / np.iinfo(dtype).max)
                np.testing.assert_array_equal(result[..., -1], pixels[..., -1].astype(np.float32) * unit)


def blends(op):
    """Whether the op averages pixels, and so must weigh them by their alpha."""
    kind = op.kind
    if isinstance(kind, Composed):
        return any(blends(part) for part, _ in kind.possible(op.defaults()))
    plan = plan_of(op)(op, op.resolve(op.defaults()), (9, 9), 4)
    return isinstance(plan, SlabPlan) and plan.mixes_pixels


@pytest.mark.parametrize("channels", [2, 4])
@pytest.mark.parametrize("op", op_cases(filter(blends, OPS)))
def test_hidden_colours_do_not_bleed(engine, op, channels):
    """What lies under alpha 0 is invisible, so it must not be seen elsewhere after a blur or a turn."""
    pixels = random_photo(21, 34, channels)
    pixels[..., -1] = 1.0
    pixels[5:12, 8:20, -1] = 0.0
    other = pixels.copy()
    other[5:12, 8:20, :-1] = 9.0
    first, second = (engine.render(Source(each), alone(op)) for each in (pixels, other))
    np.testing.assert_array_equal(first, second)


@pytest.mark.parametrize(
    ("op", "cval"),
    [
        pytest.param(op, cval, id=f"{op.name}-{cval}", marks=marks_of(op))
        for op in OPS
        if "border" in op.by_name
        for cval in some(op, (-16.0, -1.0, 0.2, 0.3, 2.0, 16.0))
    ],
)
def test_any_value_beyond_the_edge(engine, op, cval):
    """Also one that the photo's integers cannot hold."""
    pixels = random_photo(11, 17, 3, "uint8")
    recipe = alone(op, {**lively(op), "border": "constant", "cval": cval})
    result = engine.render(Source(pixels), recipe)
    floats = engine.render(Source(pixels.astype(np.float32) * np.float32(1 / 255)), recipe)
    np.testing.assert_allclose(result, floats, atol=4e-6 * max(1, abs(cval)), rtol=0)


@every_op
def test_any_size_of_its_numbers_is_finite(engine, op):
    """Each end of each range, on a small picture with black, white and values far outside."""
    pixels = random_photo(6, 9)
    pixels[0, 0], pixels[2, 3], pixels[4, 4], pixels[5, 8] = 0.0, 1.0, -20.0, 300.0
    source = Source(pixels)
    for param in op.own_params:
        if isinstance(param, Float | Int):
            for value in (param.low, param.high):
                if (op.name, param.name) in TOO_MUCH and value == param.high:
                    continue
                result = engine.render(source, alone(op, {**lively(op), param.name: value}))
                if not (param.name == "gamma" and value > 5):
                    assert np.isfinite(result).all(), (param.name, value)


# With the others at lively values this leaves nothing, and is refused.
TOO_MUCH = {("crop", name) for name in ("left", "top", "right", "bottom")}


@pytest.mark.parametrize("op", OPS, ids=NAMES)
def test_region_is_a_crop_of_the_whole(engine, op, monkeypatch):
    """Bit for bit, in small tiles and as any rectangle: an op by turns on one kind of picture and border."""
    number = NAMES.index(op.name)
    dtype, channels = (("uint8", 3), ("float32", 4), ("uint16", 1))[number % 3]
    border = BORDERS[number % len(BORDERS)] if "border" in op.by_name else None
    recipe = alone(op, with_border(lively(op), border))
    pixels = random_photo(37, 53, channels, dtype)
    check_regions(engine, pixels, recipe, monkeypatch, 1, dtypes=("float32",))


@pytest.mark.thorough
@pytest.mark.parametrize("op", OPS, ids=NAMES)
def test_region_is_a_crop_of_the_whole_of_any_picture(engine, op, monkeypatch):
    for dtype, channels in some(op, (("uint8", 3), ("float32", 4))):
        pixels = random_photo(61, 83, channels, dtype)
        for border in borders_of(op):
            recipe = alone(op, with_border(lively(op), border))
            # a warp finds the places of a block for every tile; what is composed takes many steps
            long = isinstance(op.kind, Warp | Composed)
            check_regions(engine, pixels, recipe, monkeypatch, 1 if long else 3, 12_000 if long else 5000)


def check_regions(engine, pixels, recipe, monkeypatch, count, tile=5000, dtypes=("float32", "uint8")):
    """Whole = cut in small tiles = any rectangle, as floats and as bytes; and finite."""
    generator = np.random.default_rng(len(recipe.steps))
    for dtype in dtypes:
        source = Source(pixels)
        whole = engine.render(source, recipe, dtype=dtype)
        assert whole.dtype == dtype
        assert np.isfinite(whole).all()
        height, width = whole.shape[:2]
        for _ in range(count):
            y0, x0 = generator.integers(0, height), generator.integers(0, width)
            ends = generator.integers(y0, height) + 1, generator.integers(x0, width) + 1
            rect = Rect(*map(int, (y0, x0, *ends)))
            part = engine.render(source, recipe, rect, dtype)
            np.testing.assert_array_equal(part, whole[rect.y0 : rect.y1, rect.x0 : rect.x1], str(rect))
        with monkeypatch.context() as patch:
            patch.setattr("jaxstudio.engine.job.TILE", tile)
            patch.setattr("jaxstudio.engine.job.SMALLEST", 1)
            tiled = engine.render(Source(pixels), recipe, dtype=dtype)
        np.testing.assert_array_equal(tiled, whole)


def engine_beside(engine, **options):
    """One that knows nothing of the other's pictures, but need not compile its kernels anew."""
    twin = Engine(**options)
    twin.executor.kernels = engine.executor.kernels
    return twin


@every_op
def test_region_of_what_is_kept(engine, op):
    """A part of a sheet computed before, which begins amid its chunks and rows."""
    keeper = engine_beside(engine)
    source = Source(random_photo(61, 83, dtype="uint8"))
    recipe = Recipe(seed=5).added(CATALOGUE["box_blur"]).added(op, lively(op))
    keeper.render(source, recipe.removed(2).added(CATALOGUE["sobel"]))
    keeper.render(source, recipe)  # of two recipes that begin alike the shared image is kept
    for rect in (Rect(7, 11, 40, 70), Rect(60, 0, 61, 83), Rect(33, 82, 34, 83)):
        part = keeper.render(source, recipe, rect)
        if isinstance(op.kind, Random):
            assert 1 not in keeper.step_ms, "the step before comes from what is kept"
        fresh = engine_beside(engine, cache_bytes=0).render(source, recipe, rect)
        np.testing.assert_array_equal(part, fresh, str(rect))


def stack_of(names):
    recipe = Recipe(seed=3)
    for name in names:
        values = lively(CATALOGUE[name])
        if name in ("gaussian_blur", "unsharp_mask", "box_blur"):
            values = CATALOGUE[name].defaults()
        recipe = recipe.added(CATALOGUE[name], values)
    return recipe


STACKED = (*THOROUGH, "hue", "vignette", "swirl", "white_tophat", "film_grain", "color_jitter")


@pytest.mark.parametrize(
    "names",
    [STACKED, pytest.param(STACKED[::-1], marks=pytest.mark.thorough)],
    ids=["forwards", "backwards"],
)
def test_region_of_a_stack_of_ops(engine, monkeypatch, names):
    check_regions(engine, random_photo(47, 71, 3, "uint8"), stack_of(names), monkeypatch, 3)


def test_region_of_a_picture_of_several_chunks(engine, monkeypatch):
    """Rows that go on in the next chunk of memory, noise counted from its rows, tiles of another width."""
    names = [name for name in THOROUGH if name not in ("median", "rotate")]
    pixels = random_photo(541, 997, 3, "uint8")
    check_regions(engine, pixels, stack_of(names), monkeypatch, 2, tile=300_000)


@every_op
def test_same_result_every_time(engine, op):
    pixels = random_photo(37, 53)
    first, second = (engine.render(Source(pixels), alone(op)) for _ in range(2))
    np.testing.assert_array_equal(first, second)


@pytest.mark.thorough
@every_declared_op
def test_chance_decides_where_the_op_says_so(op):
    pixels, values = random_photo(24, 31), lively(op)
    results = [np.asarray(evaluate(Recipe(seed=seed).added(op, values), pixels)) for seed in range(6)]
    differ = any(not np.array_equal(results[0], each, equal_nan=True) for each in results[1:])
    assert differ <= op.draws, "the form shows no seed"


@every_op
def test_a_step_switched_off_is_not_there(engine, op):
    pixels = random_photo(37, 53)
    values = {**lively(op), **({"p": 1.0} if "p" in op.by_name else {})}
    recipe = Recipe().added(CATALOGUE["gaussian_noise"]).added(op, values).added(CATALOGUE["sobel"])
    off = engine.render(Source(pixels), recipe.switched(2, False))
    np.testing.assert_array_equal(off, engine.render(Source(pixels), recipe.removed(2)))
    assert not np.array_equal(off, engine.render(Source(pixels), recipe)) or op.name == "sobel"


@pytest.mark.parametrize(
    ("op", "source_dtype"),
    [
        pytest.param(op, dtype, id=f"{op.name}-{dtype}", marks=marks_of(op))
        for op in OPS
        for dtype in some(op, ("uint8", "float32"))
    ],
)
def test_bytes_are_the_floats_rounded(engine, op, source_dtype):
    """uint8 is the level next to the float32 result; only what lies between two levels may go either way."""
    for channels in some(op, (3, 4)):
        source = Source(random_photo(61, 83, channels, source_dtype))
        level = np.clip(engine.render(source, alone(op)), 0, 1).astype(np.float64) * 255
        result = engine.render(source, alone(op), dtype="uint8")
        assert np.abs(result - level).max() <= 0.5 + BETWEEN_LEVELS.get(op.name, 2e-4)
        if op.name in EXACT:
            np.testing.assert_array_equal(result, np.rint(level))


# Ops that only pick values: no rounding at all.
EXACT = ("median", "flip_horizontal", "flip_vertical", "random_flip")
# How far from the middle between two levels a result may be rounded the other way, in levels.
BETWEEN_LEVELS: dict[str, float] = {}


@every_op
def test_integers_are_floats_on_a_scale(engine, op):
    """uint8, uint16 and the same values as float32 give one picture."""
    pixels = random_photo(37, 53, 3, "uint8")
    recipe = alone(op)
    result = engine.render(Source(pixels), recipe)
    wide = engine.render(Source(pixels.astype(np.uint16) * 257), recipe)
    floats = engine.render(Source(pixels.astype(np.float32) * np.float32(1 / 255)), recipe)
    if op.name in COUNTS:
        # a last bit may make one photon more
        assert np.mean(np.abs(wide - result) > 1e-5) < 1e-3
        assert np.mean(np.abs(floats - result) > 1e-5) < 1e-3
        return
    scale = max(1.0, np.abs(result).max()) * STEEP.get(op.name, 1.0)
    np.testing.assert_allclose(wide, result, atol=3e-6 * scale, rtol=0)
    np.testing.assert_allclose(floats, result, atol=3e-6 * scale, rtol=0)


# Curves that magnify the last bit of what they are given.
COUNTS = {"poisson_noise"}
STEEP = {"levels": 20.0, "tv_chambolle": 20.0}


@pytest.mark.parametrize("op", op_cases(OPS))
def test_compiled_equals_operation_by_operation(engine, op):
    """The engine's tiles against the kind's definition, for any border."""
    pixels = random_photo(9, 13)
    # each operation is compiled by itself here, for every border
    for border in some(op, borders_of(op)):
        recipe = alone(op, with_border(lively(op), border))
        expected = np.asarray(evaluate(recipe, pixels))
        result = engine.render(Source(pixels), recipe)
        np.testing.assert_allclose(result, expected, atol=1e-6 * max(1.0, np.abs(expected).max()), rtol=0)


@pytest.mark.parametrize("op", op_cases(op for op in OPS if op.category == "blur"))
def test_average_of_a_constant_is_the_constant(engine, op):
    for channels in (1, 3, 4):
        for height, width in SHAPES:
            pixels = np.full((height, width, channels), 0.7, np.float32)
            for border in BORDERS[:-1] if "border" in op.by_name else (None,):
                result = engine.render(Source(pixels), alone(op, with_border(lively(op), border)))
                np.testing.assert_allclose(result, 0.7, atol=1e-6)


LINEAR = {
    "gaussian_blur": {"sigma": 2.3},
    "box_blur": {"size": 4},
    "convolve": {"kernel": [[1.0, -2.0, 0.5], [0.0, 3.0, -1.0], [0.25, 0.5, -0.75]]},
    "sobel": {"axis": "horizontal"},
    "unsharp_mask": {"radius": 2.0, "amount": 1.5},
    "saturation": {"factor": 1.7},
    "rotate": {"angle": 17.0, "border": "reflect"},
    "flip_horizontal": {},
}


@pytest.mark.parametrize("name", LINEAR)
def test_superposition(filtered, name):
    """f(2a − 3b) = 2·f(a) − 3·f(b) for every op that is linear."""
    one, other = random_photo(37, 53, seed=1), random_photo(37, 53, seed=2)
    together = filtered(name, 2 * one - 3 * other, **LINEAR[name])
    apart = 2 * filtered(name, one, **LINEAR[name]) - 3 * filtered(name, other, **LINEAR[name])
    np.testing.assert_allclose(together, apart, atol=2e-6 * np.abs(together).max(), rtol=0)


# Results that jump: a gradient of 0 is right almost everywhere, and no difference will say so.
JUMPING = {
    ("salt_and_pepper", "amount"),
    ("salt_and_pepper", "salt_vs_pepper"),
    ("salt", "amount"),
    ("pepper", "amount"),
    ("impulse", "amount"),
    ("poisson_noise", "peak"),
    ("solarize", "threshold"),
    # what a statistic of the whole picture is made with is not traced
    ("rescale_intensity", "low"),
    ("rescale_intensity", "high"),
    ("threshold", "value"),
    # made of straight pieces, of which a small picture has few: one corner within the difference decides it
    ("defringe", "threshold"),
    # a mark lies at whole pixels
    *((op, param) for op in ("text", "watermark") for param in ("size", "margin", "right", "down")),
}
# Results made of straight pieces: a difference across their corners is not quite the slope.
BENT = {"hue", "levels", "asc_cdl"}
# Slopes so small beside the result that single precision drowns their difference.
FAINT = {"bilateral"}
DIFFERENTIABLE = [
    (op, param)
    for op in OPS
    for param in op.own_params
    if isinstance(param, Float)
    and not isinstance(op.kind, MOVING | Magnified | Composed | Combined | Tiled | Whole)
]


@pytest.mark.samples(7)
@pytest.mark.parametrize(
    ("op", "param"), DIFFERENTIABLE, ids=[f"{op.name}-{param.name}" for op, param in DIFFERENTIABLE]
)
def test_gradient_equals_finite_differences(op, param):
    pixels = random_photo(7, 9)
    recipe = alone(op, with_border(lively(op), *borders_of(op)[:1]))
    values = recipe.steps[0].values
    weights = random_photo(7, 9, seed=1) - 0.5

    def loss(value):
        return jnp.sum(jnp.asarray(weights) * evaluate(recipe, pixels, {param.name: value}))

    # forwards, since some loops turn as often as the values say; value and slope are compiled as one program
    value_and_slope = jax.jit(lambda value: jax.jvp(loss, (value,), (jnp.ones_like(value),)))
    at = np.float32(values[param.name])
    gradient = float(value_and_slope(at)[1])
    assert math.isfinite(gradient)
    if (op.name, param.name) in JUMPING:
        return
    step = np.float32(1e-2 * max(abs(at), 0.1))
    below, above = (float(value_and_slope(place)[0]) for place in (at - step, at + step))
    difference = (above - below) / float(2 * step)
    faint = 1e-3 if op.name in FAINT else 1e-4
    assert gradient == pytest.approx(difference, rel=0.1 if op.name in BENT else 1e-2, abs=faint)
    assert gradient != 0 or param.name == "truncate"
