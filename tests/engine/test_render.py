"""What an engine renders: sizes, formats, levels, bands, progress, cancelling, statistics, its cache."""

import gc
import weakref

import numpy as np
import pytest
from pictures import random_photo

from jaxstudio.engine.buffers import Rect
from jaxstudio.engine.job import Job
from jaxstudio.engine.plan import geometry, plan_of
from jaxstudio.engine.plan.reduction import scaled_values
from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.errors import Cancelled
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.recipe import Recipe

BLUR, GAMMA, NOISE, ROTATE, EQUALIZE, BOX = (
    CATALOGUE[name]
    for name in ("gaussian_blur", "gamma", "gaussian_noise", "rotate", "equalize_hist", "box_blur")
)
STACK = Recipe(seed=9).added(BLUR).added(EQUALIZE).added(NOISE)


@pytest.fixture(scope="module")
def source():
    return Source(random_photo(61, 83, dtype="uint8"))


def test_an_empty_recipe_is_the_photo(engine):
    for dtype in ("uint8", "uint16", "float32"):
        pixels = random_photo(31, 47, 4, dtype)
        np.testing.assert_array_equal(engine.render(Source(pixels), Recipe(), dtype=dtype), pixels)
        part = engine.render(Source(pixels), Recipe(), Rect(3, 5, 8, 47), dtype)
        np.testing.assert_array_equal(part, pixels[3:8, 5:47])
    pixels = random_photo(31, 47, 3, "uint8")
    wide = engine.render(Source(pixels), Recipe(), dtype="uint16")
    np.testing.assert_array_equal(wide, pixels.astype(np.uint16) * 257)


def test_size_follows_the_active_steps(engine):
    turned = Recipe().added(ROTATE, {"angle": 90, "expand": True})
    assert engine.size(turned, 30, 50) == (50, 30)
    assert engine.size(turned.switched(1, False), 30, 50) == (30, 50)
    assert engine.size(turned.added(ROTATE, {"angle": 90, "expand": True}), 30, 50) == (30, 50)


def test_the_photo_is_never_changed(engine, source):
    before = source.pixels.copy()
    engine.render(source, STACK, dtype="uint8")
    np.testing.assert_array_equal(source.pixels, before)


def test_what_a_render_used_is_freed_at_once(engine, subtests):
    """A cycle would keep photo and images until Python's collector runs: new ones are then in new memory."""
    pixels = random_photo(61, 83, dtype="uint8")
    for name in ("gaussian_blur", "rotate", "swirl", "equalize_hist", "zoom_blur", "unsharp_mask", "resize"):
        recipe = Recipe().added(CATALOGUE[name])
        engine.render(Source(pixels), recipe, dtype="uint8")
        gc.collect()
        gc.disable()
        try:
            source = Source(pixels)
            source.level(2)
            engine.render(source, recipe, dtype="uint8")
            photo = weakref.ref(source)
            del source
            with subtests.test(name):
                assert photo() is None
                assert gc.collect() == 0
        finally:
            gc.enable()


def test_what_is_looked_up_in_a_table_is_not_kept(engine):
    """Dragging Exposure reads bytes and one table, not floats of the conversion to light before it."""
    pixels = random_photo(61, 83, dtype="uint8")
    light = Recipe().added(CATALOGUE["white_balance"], {"temperature": 0.3}).added(CATALOGUE["exposure"])
    kept, other = Engine(cache_bytes=1 << 30), Engine(cache_bytes=0)
    source = Source(pixels)
    for stops in (0.5, 0.7, 0.9):
        moved = light.with_params(light.steps[1].key, {"stops": stops}).added(BLUR)
        np.testing.assert_array_equal(
            kept.render(source, moved, dtype="uint8"), other.render(Source(pixels), moved, dtype="uint8")
        )
        assert kept.memory_bytes() == 0


def test_what_was_measured_is_not_computed_again(engine, monkeypatch):
    steps = Recipe().added(CATALOGUE["gaussian_blur"]).added(CATALOGUE["rescale_intensity"])
    blurs, plan = [], plan_of(CATALOGUE["gaussian_blur"])
    execute = plan.execute
    monkeypatch.setattr(plan, "execute", lambda *args, **more: blurs.append(1) or execute(*args, **more))
    once = engine.render(Source(random_photo(60, 80, 3, "uint8")), steps)
    assert len(blurs) == 1
    assert (once.min(), once.max()) == (0.0, 1.0)
    assert not engine.executor._measured()  # freed with the render


def test_flips_and_turns_are_made_in_the_format_of_the_result(engine, monkeypatch):
    """Whole pixels of one byte are moved instead of floats; the result is that of rounding at the end."""
    source = Source(random_photo(61, 83, dtype="uint8"))
    recipe = Recipe().added(ROTATE, {"angle": 10.0}).added(CATALOGUE["flip_horizontal"])
    whole = engine.render(source, recipe)
    moved = []
    permute = geometry.permute_into

    def record(out, before, *others):
        moved.append(before.dtype.name)
        permute(out, before, *others)

    monkeypatch.setattr(geometry, "permute_into", record)
    rounded = engine.render(source, recipe, dtype="uint8")
    assert moved == ["uint8"]
    np.testing.assert_allclose(rounded / 255, whole, atol=0.5001 / 255)


def test_wide_results_are_not_clipped(engine, source):
    doubled = engine.render(source, Recipe().added(GAMMA, {"gain": 2}))
    np.testing.assert_allclose(doubled, source.pixels / 127.5, rtol=1e-5)
    assert engine.render(source, Recipe().added(GAMMA, {"gain": 2}), dtype="uint16").max() == 65535


def test_bands_are_the_rendered_rows(engine, source, small_tiles):
    recipe = STACK.added(ROTATE, {"angle": 30, "expand": True})
    whole = engine.render(source, recipe, dtype="uint8")
    small_tiles(2000)
    shares = []
    bands = list(engine.bands(source, recipe, "uint8", progress=shares.append))
    assert len(bands) > 3
    assert [y for y, _ in bands] == np.cumsum([0] + [len(rows) for _, rows in bands[:-1]]).tolist()
    np.testing.assert_array_equal(np.concatenate([rows for _, rows in bands]), whole)
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    assert len(shares) >= len(bands)


def test_progress_rises_to_one(engine, source, small_tiles):
    small_tiles(5000)
    shares = []
    engine.render(source, STACK, Rect(3, 5, 60, 80), progress=shares.append)
    assert len(shares) > 2
    assert shares == sorted(shares)
    assert shares[-1] == 1.0


def test_cancelling_stops_between_tiles(engine, source, small_tiles):
    small_tiles(5000)
    shares = []
    with pytest.raises(Cancelled):
        engine.render(source, STACK, progress=shares.append, cancel=lambda: len(shares) == 2)
    assert len(shares) == 2
    with pytest.raises(Cancelled):
        next(engine.bands(source, STACK, cancel=lambda: True))
    # and a later render is sound
    again = engine.render(source, STACK)
    assert np.isfinite(again).all()


def test_lengths_shrink_with_the_photo(engine):
    """On a photo reduced by 2 a blur of 4 px is one of 2 px."""
    step = Recipe().added(BLUR, {"sigma": 4}).steps[0]
    assert scaled_values(step.op, step.values, 1)["sigma"] == 2
    assert scaled_values(step.op, step.values, 1)["truncate"] == 4
    median = Recipe().added(CATALOGUE["median"], {"size": 15})
    sizes = [scaled_values(median.steps[0].op, median.steps[0].values, level)["size"] for level in range(5)]
    assert sizes[0] == 15
    assert all(size % 2 == 1 and size >= 1 for size in sizes)
    assert sizes == sorted(sizes, reverse=True)
    smooth = np.linspace(0, 1, 64, dtype=np.float32)[None, :, None].repeat(64, 0)
    recipe = Recipe().added(BLUR, {"sigma": 4})
    reduced = engine.render(Source(smooth), recipe, level=1)
    full = engine.render(Source(smooth), recipe)
    np.testing.assert_allclose(reduced, Source(full).level(1).pixels, atol=5e-3)


def test_a_statistic_is_of_the_whole_photo_unless_hurried():
    engine = Engine()
    pixels = random_photo(1100, 1000, 1, "uint8")
    pixels[:200] //= 4
    recipe = Recipe().added(EQUALIZE)
    job = Job(Source(pixels), recipe, approximate_statistics=True)
    assert job.reduced.level == 1
    region = Rect(100, 100, 140, 150)
    approximate_statistics = engine.render(Source(pixels), recipe, region, approximate_statistics=True)
    source = Source(pixels)
    whole = engine.render(source, recipe)
    exact = engine.render(source, recipe, region)
    np.testing.assert_array_equal(exact, whole[100:140, 100:150])
    assert not np.array_equal(approximate_statistics, exact)
    np.testing.assert_allclose(approximate_statistics, exact, atol=0.2)
    # the exact statistic of another rectangle, at once
    other = engine.render(source, recipe, Rect(0, 0, 20, 30))
    np.testing.assert_array_equal(other, whole[:20, :30])


def test_a_hurried_guess_never_enters_an_exact_picture():
    engine = Engine()
    pixels = random_photo(1100, 1000, 1, "uint8") // 2
    source = Source(pixels)
    recipe = Recipe().added(EQUALIZE).added(GAMMA, {"gamma": 2})
    region = Rect(0, 0, 50, 60)
    engine.render(source, recipe, region, approximate_statistics=True)
    exact = engine.render(source, recipe, region)
    np.testing.assert_array_equal(exact, Engine().render(Source(pixels), recipe, region))


def test_what_was_computed_is_kept_and_is_the_same(source):
    engine = Engine()
    recipe = Recipe().added(BLUR).added(GAMMA, {"gamma": 2})
    first = engine.render(source, recipe)
    assert set(engine.step_ms) == {1, 2}
    assert engine.memory_bytes() == 0, "nothing is known to be needed again"
    second = engine.render(source, recipe.with_param(2, "gamma", 3))
    assert set(engine.step_ms) == {1, 2}
    kept = engine.memory_bytes()
    assert kept > 0, "the slider's input"
    np.testing.assert_array_equal(engine.render(source, recipe), first)
    assert set(engine.step_ms) == {2}, "the blur before the slider is not computed again"
    for gamma in (4, 5, 6):
        engine.render(source, recipe.with_param(2, "gamma", gamma))
    assert engine.memory_bytes() == kept, "results are not kept"
    other = Engine(cache_bytes=0)
    np.testing.assert_array_equal(other.render(source, recipe.with_param(2, "gamma", 3)), second)
    assert other.memory_bytes() == 0


def test_several_threads_may_render(engine, source):
    from concurrent.futures import ThreadPoolExecutor

    recipes = [STACK.with_param(1, "sigma", 1 + number / 10) for number in range(6)]
    expected = [engine.render(source, recipe) for recipe in recipes]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda recipe: engine.render(source, recipe), recipes * 3))
    for number, result in enumerate(together):
        np.testing.assert_array_equal(result, expected[number % 6])


@pytest.mark.parametrize(
    ("size", "tile"), [((140, 180), 8_000), pytest.param((700, 900), 200_000, marks=pytest.mark.big)]
)
def test_a_wide_blur_over_a_turned_photo_of_many_tiles(engine, small_tiles, size, tile):
    """Where a tile lies mostly outside, its reflection is read from far inside."""
    pixels = random_photo(*size, 3, "uint8")
    turn = {"angle": 45, "expand": True, "border": "reflect"}
    recipe = Recipe().added(BLUR, {"sigma": 8}).added(ROTATE, turn)
    whole = engine.render(Source(pixels), recipe, dtype="uint8")
    small_tiles(tile)
    np.testing.assert_array_equal(engine.render(Source(pixels), recipe, dtype="uint8"), whole)


def test_a_mapped_photo_gives_its_pages_back(engine, tmp_path):
    """An export reads a mapped file band by band, and the pages it gave back are read again as they were."""
    pixels = random_photo(64, 48, 3, "uint8")
    np.save(tmp_path / "photo.npy", pixels)
    mapped = np.load(tmp_path / "photo.npy", mmap_mode="r")
    released = []

    class Mapped(Source):
        def release_pages(self):
            released.append(True)
            super().release_pages()

    source = Mapped(pixels)
    source.pixels = mapped
    recipe = Recipe().added(BLUR)
    bands = np.concatenate([rows for _, rows in engine.bands(source, recipe, "uint8")])
    np.testing.assert_array_equal(bands, engine.render(Source(pixels), recipe, dtype="uint8"))
    assert released
    np.testing.assert_array_equal(np.asarray(mapped), pixels)
