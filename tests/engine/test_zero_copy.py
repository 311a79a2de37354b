"""A large photo read where it lies gives what slabs give, bit for bit; so do results written by chunks."""

import numpy as np
import pytest
from scipy.ndimage import gaussian_filter

from jaxstudio.engine.buffers import CAPACITY, CHUNK, Rect, TiledBuffer
from jaxstudio.engine.executor import Executor
from jaxstudio.engine.job import Job
from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.errors import Cancelled
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.recipe import Recipe

SHAPE = (2400, 2400, 3)


@pytest.fixture(scope="module")
def photo():
    pixels = np.random.default_rng(0).integers(0, 256, SHAPE).astype(np.uint8)
    assert pixels.size > CAPACITY
    return pixels


@pytest.fixture
def watched(monkeypatch):
    """Which renders went in place."""
    went = []
    write_from_photo = Executor.write_from_photo

    def watching(*arguments):
        went.append(write_from_photo(*arguments))
        return went[-1]

    monkeypatch.setattr(Executor, "write_from_photo", watching)
    return went


def one_step(name, **values):
    return Recipe().added(CATALOGUE[name], values)


@pytest.mark.samples(2)
@pytest.mark.parametrize("border", ["reflect", "wrap", "constant"])
@pytest.mark.parametrize(
    ("name", "values"),
    [("median", {}), ("gaussian_blur", {"sigma": 1.5}), ("box_blur", {"size": 4}), ("unsharp_mask", {})],
)
def test_what_is_read_in_place_is_what_slabs_give(photo, watched, monkeypatch, name, values, border):
    recipe = one_step(name, **values, border=border)
    band = Rect(700, 0, 1500, SHAPE[1])
    engine = Engine(cache_bytes=0)
    whole = engine.render(Source(photo), recipe, dtype="uint8")
    rows = engine.render(Source(photo), recipe, band, dtype="uint8")
    assert watched == [True, True]
    monkeypatch.setattr(Executor, "write_from_photo", lambda *arguments: False)
    slabs = engine.render(Source(photo), recipe, dtype="uint8")
    np.testing.assert_array_equal(whole, slabs)
    np.testing.assert_array_equal(rows, slabs[700:1500])


@pytest.mark.parametrize(
    ("values", "why"),
    [
        ({"border": "constant", "cval": 0.3}, "no 8-bit value is 0.3"),
        ({"border": "constant", "cval": -1.0}, "nor less than 0"),
    ],
)
def test_what_the_photo_cannot_hold_goes_by_slabs(photo, watched, values, why):
    Engine(cache_bytes=0).render(Source(photo), one_step("box_blur", **values), dtype="uint8")
    assert watched == [False], why


@pytest.mark.parametrize(("sigma", "in_place"), [(1.0, True), (2.0, False)])
def test_sums_of_many_rows_that_share_a_set_of_the_cache_go_by_slabs(watched, sigma, in_place):
    rows = CAPACITY // (4096 * 3) + 2
    pixels = np.random.default_rng(1).integers(0, 256, (rows, 4096, 3)).astype(np.uint8)
    blurred = Engine(cache_bytes=0).render(Source(pixels), one_step("gaussian_blur", sigma=sigma))
    assert watched == [in_place]
    below = gaussian_filter(pixels[-40:] / 255, (sigma, sigma, 0))
    np.testing.assert_allclose(blurred[-20:], below[-20:], atol=2e-6)


def test_what_is_to_be_kept_small_or_many_steps_goes_by_slabs(photo, watched):
    recipe = one_step("median")
    engine = Engine()
    inverted = recipe.added(CATALOGUE["invert"], {})
    engine.render(Source(photo), inverted, dtype="uint8")
    engine.render(Source(photo), recipe, dtype="uint8")
    assert watched == [True, False], "what the two have in common is kept"
    Engine(cache_bytes=0).render(Source(photo[:500]), recipe, dtype="uint8")
    Engine(cache_bytes=0).render(Source(photo), inverted.added(CATALOGUE["sobel"]), dtype="uint8")
    Engine(cache_bytes=0).render(Source(photo), recipe, Rect(0, 5, 2400, 2400), dtype="uint8")
    assert watched[2:] == [False] * 3


@pytest.mark.parametrize("first", ["median", "gaussian_blur"])
def test_pixelwise_steps_follow_what_is_read_in_place(photo, watched, monkeypatch, first):
    recipe = one_step(first)
    for name in ("gamma", "vignette", "gaussian_noise", "saturation"):
        recipe = recipe.added(CATALOGUE[name], {})
    engine = Engine(cache_bytes=0)
    rows = engine.render(Source(photo), recipe, Rect(700, 0, 1500, SHAPE[1]), dtype="uint8")
    assert watched == [True]
    assert set(engine.step_ms) == {1, 2, 3, 4, 5}
    monkeypatch.setattr(Executor, "write_from_photo", lambda *arguments: False)
    slabs = engine.render(Source(photo), recipe, dtype="uint8")
    np.testing.assert_array_equal(rows, slabs[700:1500])


def test_it_tells_of_progress_and_can_be_cancelled(photo, watched):
    told = []
    Engine(cache_bytes=0).render(Source(photo), one_step("median"), dtype="uint8", progress=told.append)
    assert watched == [True]
    assert told == sorted(told)
    assert 0 < told[0] <= told[-1] <= 1
    asked = iter([False] * 5)
    with pytest.raises(Cancelled):
        Engine(cache_bytes=0).render(
            Source(photo), one_step("median"), dtype="uint8", cancel=lambda: next(asked, True)
        )


@pytest.mark.parametrize("pitch", [30, 37, 1000])
@pytest.mark.parametrize("base", [0, 3, 29])
@pytest.mark.parametrize("chunk", [16, 100, CHUNK])
def test_chunks_copied_one_by_one_are_the_sheet_copied_at_once(pitch, base, chunk):
    rect = Rect(2, 1, 13, 11)
    count = -(-(base + rect.height * pitch) // chunk)
    memory = np.arange(count * chunk, dtype=np.int64)
    buffer = TiledBuffer(memory.reshape(count, chunk), chunk, pitch, base, rect, 3, memory.dtype)
    expected = np.stack([memory[base + row * pitch :][: rect.width * 3] for row in range(rect.height)])
    out = np.full((rect.height, rect.width * 3), -1)
    for number in reversed(range(count)):
        buffer.copy_chunk(number, buffer.chunks[number], out)
    np.testing.assert_array_equal(out, expected)


@pytest.mark.samples(2)
@pytest.mark.parametrize(
    "name",
    ["brightness", "gamma", "threshold", "sepia", "vibrance", "vignette", "gaussian_noise", "sobel"],
)
@pytest.mark.parametrize("channels", [1, 3, 4])
def test_written_chunk_by_chunk_or_kept_it_is_the_same(name, channels):
    pixels = np.random.default_rng(1).integers(0, 256, (611, 733, channels)).astype(np.uint8)
    rect = Rect(3, 5, 600, 731)
    kept, written = Engine(cache_bytes=1 << 30), Engine(cache_bytes=0)
    for recipe in (one_step(name), one_step("gaussian_blur").added(CATALOGUE[name], {})):
        kept.render(Source(pixels), recipe.added(CATALOGUE["invert"]), Rect(0, 0, 1, 1), dtype="uint8")
        expected = kept.render(Source(pixels), recipe, rect, dtype="uint8")
        np.testing.assert_array_equal(written.render(Source(pixels), recipe, rect, dtype="uint8"), expected)
    assert kept.memory_bytes() > 0


def test_what_is_combined_lies_pixel_on_pixel_also_in_a_part_of_what_is_kept():
    pixels = np.random.default_rng(2).integers(0, 256, (90, 70, 3)).astype(np.uint8)
    recipe = one_step("invert").added(CATALOGUE["white_tophat"], {})
    engine = Engine(cache_bytes=1 << 30)
    source = Source(pixels)
    whole = engine.render(source, recipe, dtype="uint8")
    engine.cache.clear()
    engine.render(source, one_step("invert"), dtype="float32")  # from which the rows are then taken
    rows = engine.render(source, recipe, Rect(17, 0, 60, 70), dtype="uint8")
    np.testing.assert_array_equal(rows, whole[17:60])


@pytest.mark.parametrize(("name", "values"), [("swirl", {}), ("rotate", {"angle": 30.0, "border": "wrap"})])
def test_what_samples_a_crop_reads_the_photo_where_it_lies(photo, name, values):
    crop, step = (CATALOGUE["crop"], {"left": 10.0, "top": 5.0}), (CATALOGUE[name], values)
    read_by = {
        first[0].name: Job(Source(photo), Recipe().added(*first).added(*step)).plans[1].photo_dtype
        for first in (crop, (CATALOGUE["flip_horizontal"], {}), (CATALOGUE["pad"], {"left": 3}))
    }
    assert read_by == {"crop": "uint8", "flip_horizontal": None, "pad": None}
    cropped = np.ascontiguousarray(photo[120:, 240:])
    engine = Engine(cache_bytes=0)
    np.testing.assert_array_equal(
        engine.render(Source(photo), Recipe().added(*crop).added(*step), dtype="uint8"),
        engine.render(Source(cropped), Recipe().added(*step), dtype="uint8"),
    )
