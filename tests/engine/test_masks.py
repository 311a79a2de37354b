"""Masked steps: shapes against other libraries, exact blending, the same bits for every tile and zoom."""

import cv2
import numpy as np
import pytest
from pictures import random_photo
from PIL import Image, ImageDraw
from skimage.color import rgb2gray
from skimage.draw import disk, ellipse, polygon2mask
from skimage.transform import downscale_local_mean

from jaxstudio.engine.buffers import Rect
from jaxstudio.engine.job import Job
from jaxstudio.engine.precompile import Precompiler
from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.errors import UsageError
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.masks import (
    COMBINATIONS,
    Brush,
    ColourRange,
    Ellipse,
    Gradient,
    Luminosity,
    Mask,
    MaskPart,
    Polygon,
    Rectangle,
    Stroke,
)
from jaxstudio.pipeline.recipe import LINEAR, Recipe
from jaxstudio.runtime.compile_counter import COMPILES

HEIGHT, WIDTH = 240, 360
STAR = ((0.5, 0.05), (0.7, 0.95), (0.1, 0.35), (0.9, 0.4), (0.25, 0.9))


@pytest.fixture(scope="module")
def engine():
    return Engine("cpu:0")


def mask_of(engine, *parts, size=(HEIGHT, WIDTH), inverted=False, level=0, before=()):
    """The mask's own values: what becomes of black that is inverted within it."""
    recipe = Recipe().with_mask(Mask(1, parts, inverted))
    for name, values in before:
        recipe = recipe.added(CATALOGUE[name], values)
    recipe = recipe.added(CATALOGUE["invert"], mask=1)
    return engine.render(Source(np.zeros((*size, 1), np.float32)), recipe, level=level)[..., 0]


def in_pixels(points, size=(HEIGHT, WIDTH)):
    return np.array(points) * (size[1], size[0]) - 0.5


def soft(distance, width):
    """1 − smoothstep across an edge of this width, `distance` being negative outside."""
    share = np.clip(0.5 + distance / width, 0, 1)
    return share * share * (3 - 2 * share)


def distance_to(corners):
    """Signed distance of every pixel to a polygon, positive inside, by OpenCV."""
    contour = corners.astype(np.float32)[:, None]
    found = [[cv2.pointPolygonTest(contour, (x, y), True) for x in range(WIDTH)] for y in range(HEIGHT)]
    return np.array(found)


def turned_corners(shape):
    """The corners of a turned rectangle, by OpenCV, whose angles are clockwise."""
    (x, y), unit = in_pixels((shape.x, shape.y)), min(HEIGHT, WIDTH)
    return cv2.boxPoints(((x, y), (shape.width * unit, shape.height * unit), -shape.angle))


# -- shapes


def test_a_polygon_is_that_of_scikit_image(engine):
    found = mask_of(engine, MaskPart(Polygon(STAR)))
    expected = polygon2mask((HEIGHT, WIDTH), in_pixels(STAR)[:, ::-1])
    edge = np.abs(found - 0.5) < 0.01
    assert edge.sum() < 100
    np.testing.assert_array_equal((found > 0.5)[~edge], expected[~edge])


def test_an_ellipse_and_a_dot_are_those_of_scikit_image(engine):
    found = mask_of(engine, MaskPart(Ellipse(0.45, 0.6, 0.9, 0.4, 25))) > 0.5
    column, row = in_pixels((0.45, 0.6))
    expected = np.zeros((HEIGHT, WIDTH), bool)
    # its axes are (rows, columns)
    expected[ellipse(row, column, 48, 108, (HEIGHT, WIDTH), rotation=np.deg2rad(25))] = True
    assert (found != expected).mean() < 1e-3
    found = mask_of(engine, MaskPart(Brush((Stroke(((0.45, 0.6),), 0.2, 1.0),)))) > 0.5
    expected[:] = False
    expected[disk((row, column), 48, shape=(HEIGHT, WIDTH))] = True
    assert (found != expected).mean() < 1e-3


def test_a_rectangle_covers_the_area_that_pillow_fills(engine):
    """Its values are the covered shares of pixels: as Pillow's at 16 times the resolution, averaged."""
    shape = Rectangle(0.4, 0.5, 0.55, 0.8, 33)
    found = mask_of(engine, MaskPart(shape))
    large = Image.new("L", (WIDTH * 16, HEIGHT * 16))
    corners = (turned_corners(shape) + 0.5) * 16 - 0.5
    ImageDraw.Draw(large).polygon([tuple(point) for point in corners], fill=255)
    expected = np.asarray(large.reduce(16)) / 255
    assert np.abs(found - expected).max() < 0.25  # at its corners
    assert np.abs(found - expected).mean() < 5e-4


@pytest.mark.samples(1)
@pytest.mark.parametrize("feather", [0.05, 0.3])
def test_feathers_follow_the_distance_by_opencv(engine, feather):
    width = feather * HEIGHT
    box = Rectangle(0.4, 0.5, 0.55, 0.8, 33)
    for shape, corners in ((box, turned_corners(box)), (Polygon(STAR[::2]), in_pixels(STAR[::2]))):
        found = mask_of(engine, MaskPart(shape, feather))
        assert np.abs(found - soft(distance_to(corners), width)).max() < 0.004 + 1 / width**2
    oval = Ellipse(0.45, 0.5, 0.9, 0.5, 40)
    turns = np.linspace(0, 2 * np.pi, 3000, endpoint=False)
    circle = np.stack([np.cos(turns) * 0.45, np.sin(turns) * 0.25], 1) * HEIGHT
    angle = np.deg2rad(40)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])  # rows go down
    corners = circle @ turn.T + in_pixels((0.45, 0.5))
    found = mask_of(engine, MaskPart(oval, feather))
    assert np.abs(found - soft(distance_to(corners), width)).max() < 0.004 + 1 / width**2


def test_a_stroke_fades_with_the_distance_from_its_line(engine):
    points, radius, hardness = ((0.1, 0.2), (0.7, 0.3), (0.5, 0.8)), 0.15, 0.4
    found = mask_of(engine, MaskPart(Brush((Stroke(points, radius, hardness),))))
    line = np.full((HEIGHT, WIDTH), 255, np.uint8)
    corners = in_pixels(points)
    cv2.polylines(line, [np.rint(corners * 256).astype(np.int32)], False, 0, 1, cv2.LINE_8, 8)
    distance = cv2.distanceTransform(line, cv2.DIST_L2, cv2.DIST_MASK_PRECISE)
    wide, middle = radius * (1 - hardness) * HEIGHT, radius * (1 + hardness) / 2 * HEIGHT
    assert np.abs(found - soft(middle - distance, wide)).max() < 0.08  # the line has a pixel's width there
    assert np.abs(found - soft(middle - distance, wide)).mean() < 0.005


def test_a_gradient_is_linear_between_its_places(engine):
    found = mask_of(engine, MaskPart(Gradient(0.25, 0.5, 0.75, 0.5)))
    expected = np.interp((np.arange(WIDTH) + 0.5) / WIDTH, [0.25, 0.75], [1, 0])
    np.testing.assert_allclose(found, np.broadcast_to(expected, found.shape), atol=1e-5)
    assert mask_of(engine, MaskPart(Gradient(0.5, 0.5, 0.5, 0.5))).min() == 1


def test_luma_and_colour_decide_by_the_pixels(engine):
    photo = random_photo(64, 96, 3, "uint8")
    source = Source(photo)

    def mask(shape):
        recipe = Recipe().with_mask(Mask(1, (MaskPart(shape),))).added(CATALOGUE["invert"], mask=1)
        after, before = engine.render(source, recipe), photo / 255.0
        sure = np.abs(1 - 2 * before) > 0.1
        shares = (after - before) / np.where(sure, 1 - 2 * before, 1)
        return np.ma.array(shares, mask=~sure).mean(-1)

    luma = cv2.cvtColor(photo.astype(np.float32) / 255, cv2.COLOR_RGB2GRAY)
    beyond = np.maximum(0.4 - luma, luma - 0.6) / 0.2
    share = 1 - np.clip(beyond, 0, 1)
    assert np.abs(mask(Luminosity(0.4, 0.6, 0.2)) - share**2 * (3 - 2 * share)).max() < 1e-3
    assert rgb2gray(photo).shape == luma.shape
    red = ColourRange(*(photo[5, 7] / 255.0), tolerance=0.05, softness=0.0)
    picked = mask(red).filled(0) > 0.5
    assert picked[5, 7]
    far = np.abs(photo.astype(int) - photo[5, 7]).max(-1)
    assert not picked[far > 120].any()


def test_oklab_is_its_authors(engine):
    """Values of the table in B. Ottosson's article."""
    from jaxstudio.kernels.masks import oklab

    for xyz, expected in (((0.950, 1.000, 1.089), (1, 0, 0)), ((1, 0, 0), (0.450, 1.236, -0.019))):
        to_rgb = np.linalg.inv([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
        np.testing.assert_allclose(oklab(np, *(to_rgb @ xyz)), expected, atol=2e-3)


# -- parts together


def test_parts_are_combined_in_their_order(engine):
    first, second = MaskPart(Ellipse(0.4, 0.5, 0.8, 0.8), 0.2), Rectangle(0.6, 0.5, 0.7, 0.4)
    one, other = mask_of(engine, first), mask_of(engine, MaskPart(second, 0.1))
    half = np.float32(0.5)
    expected = {
        "add": np.maximum(one, other * half),
        "subtract": np.minimum(one, 1 - other * half),
        "intersect": np.minimum(one, other * half),
    }
    for combine in COMBINATIONS:
        found = mask_of(engine, first, MaskPart(second, 0.1, combine=combine, opacity=0.5))
        np.testing.assert_array_equal(found, expected[combine])
    outside = mask_of(engine, MaskPart(second, 0.1, inverted=True))
    np.testing.assert_allclose(outside, 1 - other, atol=1e-7)
    np.testing.assert_array_equal(mask_of(engine, MaskPart(second, 0.1), inverted=True), 1 - other)
    np.testing.assert_array_equal(mask_of(engine, MaskPart(second, 0.1, combine="subtract")), 1 - other)
    off = MaskPart(second, enabled=False)
    assert mask_of(engine).max() == mask_of(engine, off).max() == 0
    assert mask_of(engine, off, inverted=True).min() == 1


def test_a_stroke_erases_what_was_drawn_before_it(engine):
    drawn = Stroke(((0.2, 0.5), (0.8, 0.5)), 0.2, 1.0)
    erasing = Stroke(((0.5, 0.2), (0.5, 0.8)), 0.1, 0.5, erase=True)
    one, other = (mask_of(engine, MaskPart(Brush((each,)))) for each in (drawn, Stroke(erasing.points, 0.1)))
    both = mask_of(engine, MaskPart(Brush((drawn, erasing))))
    np.testing.assert_array_equal(both, np.minimum(one, 1 - other))
    again = mask_of(engine, MaskPart(Brush((erasing, drawn))))
    np.testing.assert_array_equal(again, one)


def random_mask(chance, of_pixels=True):
    def place():
        return float(chance.uniform(-0.2, 1.2)), float(chance.uniform(-0.2, 1.2))

    def length():
        return float(chance.uniform(0.02, 0.8))

    def stroke():
        points = [place() for _ in range(chance.integers(1, 90))]
        return Stroke(points, length() / 4, float(chance.uniform()), bool(chance.integers(3) == 0))

    def part():
        kind = chance.integers(7 if of_pixels else 5)
        feather = float(chance.choice([0.0, 0.002, 0.1, 0.5])) if kind < 4 else 0.0
        shape = [
            lambda: Rectangle(*place(), length(), length(), float(chance.uniform(0, 360))),
            lambda: Ellipse(*place(), length(), length(), float(chance.uniform(0, 360))),
            lambda: Polygon([place() for _ in range(chance.integers(3, 200))]),
            lambda: Brush([stroke() for _ in range(chance.integers(1, 4))]),
            lambda: Gradient(*place(), *place()),
            lambda: Luminosity(0.3, 0.7, float(chance.uniform())),
            lambda: ColourRange(0.5, 0.4, 0.6, 0.2, float(chance.uniform())),
        ][kind]()
        return MaskPart(
            shape,
            feather,
            bool(chance.integers(2)),
            str(chance.choice(COMBINATIONS)),
            float(chance.choice([1.0, 0.7])),
        )

    return Mask(1, [part() for _ in range(chance.integers(1, 4))], bool(chance.integers(2)))


STEPS = ("gaussian_blur", "median", "gaussian_noise", "unsharp_mask", "exposure", "equalize_hist", "swirl")


def random_recipe(chance):
    recipe = Recipe(seed=int(chance.integers(99))).with_mask(random_mask(chance))
    for _ in range(chance.integers(1, 5)):
        name = str(chance.choice(STEPS))
        recipe = recipe.added(CATALOGUE[name], mask=1 if chance.integers(3) else None)
    return recipe


# -- exactness


@pytest.mark.samples(2)
@pytest.mark.parametrize("number", range(12))
def test_every_part_has_the_bits_of_the_whole(engine, number):
    chance = np.random.default_rng(number)
    channels, dtype = int(chance.integers(1, 5)), str(chance.choice(["uint8", "uint16", "float32"]))
    photo = random_photo(290, 610, channels, dtype)
    source, recipe = Source(photo), random_recipe(chance)
    whole = engine.render(source, recipe, dtype=dtype)
    for _ in range(3):
        y, x = int(chance.integers(200)), int(chance.integers(500))
        rect = Rect(y, x, y + int(chance.integers(1, 90)), x + int(chance.integers(1, 110)))
        part = Engine(executor=engine.exporter().executor).render(source, recipe, rect, dtype)
        np.testing.assert_array_equal(part, whole[rect.y0 : rect.y1, rect.x0 : rect.x1])
    bands = np.concatenate([pixels for _, pixels in engine.bands(source, recipe, dtype)])
    np.testing.assert_array_equal(bands, whole)


@pytest.mark.samples(2)
@pytest.mark.parametrize("dtype", ["uint8", "uint16", "float32"])
@pytest.mark.parametrize("channels", [1, 2, 3, 4])
def test_the_input_is_exact_where_the_mask_is_0_and_the_result_where_it_is_1(engine, dtype, channels):
    photo = random_photo(120, 300, channels, dtype)
    source = Source(photo)
    mask = Mask(1, (MaskPart(Ellipse(0.5, 0.5, 1.2, 0.8), 0.3),))
    steps = (("gaussian_blur", {"sigma": 2}), ("exposure", {"stops": 0.7}))
    bare, recipe = Recipe(), Recipe().with_mask(mask)
    for name, values in steps:
        bare, recipe = bare.added(CATALOGUE[name], values), recipe.added(CATALOGUE[name], values, mask=1)
    share = mask_of(engine, *mask.parts, size=(120, 300))
    found, full = (engine.render(source, each, dtype=dtype) for each in (recipe, bare))
    np.testing.assert_array_equal(found[share == 0], photo[share == 0])
    np.testing.assert_array_equal(found[share == 1], full[share == 1])
    assert 0.2 < (share == 0).mean() < 0.9
    assert (share == 1).mean() > 0.05
    if channels in (1, 3):
        top = 1.0 if dtype == "float32" else np.iinfo(dtype).max
        result = engine.render(source, bare).astype(np.float64)
        before = photo / float(top)
        mixed = before + share[..., None].astype(np.float64) * (result - before)
        if dtype == "float32":
            np.testing.assert_allclose(found, mixed, atol=1e-6)
        else:
            assert np.abs(found - np.clip(mixed, 0, 1) * top).max() <= 0.5 + 1e-4 + 3e-7 * top


def test_colours_are_weighed_by_opacity_where_that_changes(engine):
    """Half of opaque red and half of nothing is red, half opaque; not dark red."""
    photo = np.zeros((40, 60, 4), np.float32)
    photo[...] = (1, 0, 0, 1)
    mask = Mask(1, (MaskPart(Rectangle(0.5, 0.5, 9, 9), opacity=0.5),))
    turned = {"angle": 45.0, "border": "constant"}
    recipe = Recipe().with_mask(mask).added(CATALOGUE["rotate"], turned, mask=1)
    found = engine.render(Source(photo), recipe)
    np.testing.assert_allclose(found[..., 0], 1, atol=1e-5)
    assert found[..., 3].min() == 0.5


def test_noise_stays_where_it_is(engine):
    source = Source(np.full((150, 200, 3), 128, np.uint8))
    noise = Recipe(seed=3).added(CATALOGUE["gaussian_noise"])
    whole = engine.render(source, noise, dtype="uint8")
    mask = Mask(1, (MaskPart(Rectangle(0.5, 0.5, 0.4, 0.4)),))
    found = engine.render(source, noise.with_mask(mask).masked(1, 1), dtype="uint8")
    np.testing.assert_array_equal(found[60:90, 80:120], whole[60:90, 80:120])


def test_linear_light_is_blended_in_linear_light(engine):
    photo = random_photo(60, 90, 3, "float32")
    mask = Mask(1, (MaskPart(Rectangle(0.5, 0.5, 9, 9), opacity=0.5),))
    recipe = Recipe(working_space=LINEAR).with_mask(mask).added(CATALOGUE["exposure"], {"stops": 1.0}, mask=1)
    alike = Recipe(working_space=LINEAR).added(CATALOGUE["exposure"], {"stops": float(np.log2(1.5))})
    source = Source(photo)
    np.testing.assert_allclose(engine.render(source, recipe), engine.render(source, alike), atol=2e-5)


# -- reduced and moved


@pytest.mark.parametrize("number", range(6))
def test_a_reduced_mask_is_the_exact_one_reduced(engine, number):
    chance = np.random.default_rng(100 + number)
    mask = random_mask(chance, of_pixels=False)
    exact = mask_of(engine, *mask.parts, inverted=mask.inverted, size=(256, 384))
    small = mask_of(engine, *mask.parts, inverted=mask.inverted, size=(256, 384), level=2)
    expected = downscale_local_mean(exact, (4, 4))
    assert np.abs(small - expected).mean() < 0.02


@pytest.mark.parametrize(
    ("before", "move"),
    [
        (("rotate_90", {}), lambda mask: np.rot90(mask)),
        (("flip_horizontal", {}), lambda mask: mask[:, ::-1]),
        (("crop", {"left": 25.0, "top": 10.0}), lambda mask: mask[24:, 90:]),
    ],
    ids=["turned", "flipped", "cropped"],
)
def test_a_mask_follows_the_photo_through_the_steps_before_it(engine, before, move):
    part = MaskPart(Polygon(STAR), 0.05)
    found = mask_of(engine, part, before=[before])
    np.testing.assert_allclose(found, move(mask_of(engine, part)), atol=2e-4)


def test_a_mask_follows_a_resize(engine):
    part = MaskPart(Ellipse(0.4, 0.5, 0.9, 0.5, 20), 0.2)
    recipe = Recipe().added(CATALOGUE["resize"])
    size = engine.size(recipe, HEIGHT, WIDTH)
    found = mask_of(engine, part, before=[("resize", {})])
    assert found.shape == size != (HEIGHT, WIDTH)
    expected = mask_of(engine, part, size=size)
    assert np.abs(found - expected).max() < 5e-3


def test_a_masked_step_that_changes_the_size_is_refused(engine):
    mask = Mask(1, (MaskPart(Polygon(STAR)),))
    recipe = Recipe().with_mask(mask).added(CATALOGUE["rotate_90"], mask=1)
    said = "rotate_90: a masked step must keep the picture's size: 30 × 20 would become 20 × 30"
    for ask in (
        lambda: engine.size(recipe, 20, 30),
        lambda: engine.render(Source(np.zeros((20, 30, 1), np.uint8)), recipe),
    ):
        with pytest.raises(UsageError, match=said):
            ask()
    square = np.zeros((20, 20, 1), np.uint8)
    assert engine.render(Source(square), recipe, dtype="uint8").shape == (20, 20, 1)


def test_an_approximate_statistic_under_a_mask_is_not_taken_for_the_exact_one():
    mask = Mask(1, (MaskPart(Polygon(STAR)),))
    recipe = Recipe().with_mask(mask).added(CATALOGUE["equalize_hist"], mask=1)
    source = Source(random_photo(40, 60, 3, "uint8"))
    exact, approximate = (Job(source, recipe, 0, about) for about in (False, True))
    assert exact.cache_key(1) != approximate.cache_key(1)
    plain = recipe.masked(1, None).added(CATALOGUE["invert"], mask=1).removed(1)
    assert Job(source, plain).cache_key(1) == Job(source, plain, 0, True).cache_key(1)


# -- cost


def test_nothing_is_compiled_while_a_stroke_grows(engine):
    source = Source(random_photo(300, 400, 3, "uint8"))
    precompiler = Precompiler(engine.executor.kernels)
    try:
        for count in (1, 40, 200):
            recipe = stroke_of(count)
            precompiler.request(recipe, source)
            assert precompiler.wait(120)
            if count == 1:
                before = COMPILES.awaited
            engine.render(source, recipe, dtype="uint8")
        for count in range(2, 400, 31):
            engine.render(source, stroke_of(count), dtype="uint8", level=count % 2)
        assert COMPILES.awaited == before
    finally:
        precompiler.close()


def stroke_of(count):
    turns = np.linspace(0, 12, count)
    points = tuple((0.5 + 0.03 * t * np.cos(t), 0.5 + 0.03 * t * np.sin(t)) for t in turns.tolist())
    points = tuple((float(x), float(y)) for x, y in points)
    mask = Mask(1, (MaskPart(Brush((Stroke(points, 0.05),))),))
    return Recipe().with_mask(mask).added(CATALOGUE["exposure"], {"stops": 0.5}, mask=1)


def test_the_result_of_a_run_is_kept_while_its_mask_moves():
    engine, source = Engine("cpu:0"), Source(random_photo(300, 400, 3, "uint8"))
    for count in (3, 4):
        engine.render(source, stroke_of(count), dtype="uint8")
    times = []
    for count in (5, 6):
        engine.render(source, stroke_of(count), dtype="uint8")
        times.append(engine.memory_bytes())
    assert times[0] > 0
    assert times[0] == times[1]


def test_only_what_a_mask_touches_is_computed(monkeypatch):
    """A small mask on a large photo: the run's steps are asked for a small rectangle alone."""
    from jaxstudio.engine.executor import JobBranch

    asked = []
    write = JobBranch.write
    monkeypatch.setattr(
        JobBranch, "write", lambda self, rect, *more: (asked.append(rect), write(self, rect, *more))
    )
    engine, source = Engine("cpu:0", cache_bytes=0), Source(random_photo(1500, 2500, 3, "uint8"))
    mask = Mask(1, (MaskPart(Ellipse(0.5, 0.5, 0.05, 0.05)),))
    recipe = Recipe().with_mask(mask).added(CATALOGUE["median"], mask=1)
    found = engine.render(source, recipe, dtype="uint8")
    assert 0 < sum(rect.area for rect in asked) < 0.003 * 1500 * 2500
    assert 0 < (found != source.pixels).any(-1).sum() < 5000
