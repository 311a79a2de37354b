"""Pixels in memory: rectangles, buffers, slabs with their borders, reduced photos, the bounded cache."""

from functools import partial

import jax.numpy as jnp
import numpy as np
import pytest
from pictures import random_photo
from scipy.ndimage import gaussian_filter

from jaxstudio.engine.buffers import (
    CHUNK,
    BufferCache,
    Rect,
    TiledBuffer,
    ValueCache,
    aligned_empty,
    in_chunks,
    source_buffer,
)
from jaxstudio.engine.halo import SlabPool, fill_halo
from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.params import BORDERS
from jaxstudio.pipeline.recipe import Recipe

NUMPY = {
    "reflect": "symmetric",
    "mirror": "reflect",
    "nearest": "edge",
    "wrap": "wrap",
    "constant": "constant",
}
FAR = 40


def test_rect():
    rect = Rect(3, -2, 9, 7)
    assert (rect.height, rect.width, rect.area) == (6, 9, 54)
    assert rect.clipped(8, 5) == Rect(3, 0, 8, 5)
    assert rect.clipped(2, 5).area == 0
    assert Rect(5, 5, 9, 9).clipped(3, 3).area == 0
    assert rect.grown(1, 2) == Rect(2, -4, 10, 9)
    assert rect.contains(Rect(4, 0, 9, 7))
    assert not rect.contains(Rect(4, 0, 10, 7))
    assert Rect(3, 4, 9, 11).reduced(2) == Rect(0, 1, 3, 3)
    assert Rect(0, 1, 3, 3).enlarged(2) == Rect(0, 4, 12, 12)


@pytest.mark.samples(4)
@pytest.mark.parametrize("border", BORDERS)
@pytest.mark.parametrize("size", [(1, 1), (1, 6), (5, 1), (5, 7), (23, 31)], ids=str)
def test_slab_is_a_piece_of_the_padded_picture(border, size):
    """For rectangles inside, across an edge, over everything, and far outside."""
    generator = np.random.default_rng(size)
    for channels, dtype in ((1, "float32"), (3, "uint8"), (4, "uint16")):
        pixels = random_photo(*size, channels, dtype)
        cval = 0.2 if dtype == "float32" else 51 / 255
        constant = {
            "constant_values": pixels.dtype.type(cval * (1 if dtype == "float32" else np.iinfo(dtype).max))
        }
        edges = ((FAR, FAR), (FAR, FAR), (0, 0))
        padded = np.pad(pixels, edges, NUMPY[border], **(constant if border == "constant" else {}))
        if border == "constant" and channels == 4:
            outside = np.pad(np.zeros(size, bool), FAR, constant_values=True)
            padded[outside, 3] = np.iinfo(dtype).max  # a value other than 0 is opaque
        fetched = []

        def fetch(rect, pixels=pixels, fetched=fetched):
            assert Rect.whole(*size).contains(rect), rect
            assert rect.area
            fetched.append(rect)
            # nothing beside what was asked for may be read
            poisoned = pixels.copy()
            poisoned[: rect.y0], poisoned[rect.y1 :] = 77, 77
            poisoned[:, : rect.x0], poisoned[:, rect.x1 :] = 77, 77
            return source_buffer(poisoned)

        for _ in range(60):
            y0, x0 = generator.integers(-FAR, size[0] + FAR), generator.integers(-FAR, size[1] + FAR)
            y1, x1 = generator.integers(y0, size[0] + FAR) + 1, generator.integers(x0, size[1] + FAR) + 1
            rect = Rect(*map(int, (y0, x0, y1, x1)))
            memory = np.full(rect.area * channels + 50, 33, dtype)
            pitch = fill_halo(memory, rect, size, channels, border, cval, fetch)
            assert pitch == rect.width * channels
            shown = memory[: rect.area * channels].reshape(rect.height, rect.width, channels)
            expected = padded[y0 + FAR : y1 + FAR, x0 + FAR : x1 + FAR]
            np.testing.assert_array_equal(shown, expected, f"{rect} of {size}")
            assert (memory[rect.area * channels :] == 33).all()


@pytest.mark.parametrize("dtype", ["uint8", "float32"])
@pytest.mark.parametrize("channels", [1, 3, 4])
def test_rows_of_a_slab_begin_in_different_sets_of_the_cache(channels, dtype):
    memory = np.zeros(3 * CHUNK, dtype)
    for beyond in (-2, 0, 2):
        width = 3 * 4096 // (channels * memory.itemsize) + beyond
        pixels = np.random.default_rng(1).integers(0, 200, (5, width - 8, channels)).astype(dtype)
        rect = Rect.whole(5, width - 8).grown(2, 4)
        fetch = partial(TiledBuffer.cropped, source_buffer(pixels))
        pitch = fill_halo(memory, rect, (5, width - 8), channels, "reflect", 0.0, fetch)
        off = pitch * memory.itemsize % 4096
        assert min(off, 4096 - off) >= 48
        assert pitch % channels == 0
        shown = memory[: rect.height * pitch].reshape(rect.height, pitch)[:, : width * channels]
        padded = np.pad(pixels, ((2, 2), (4, 4), (0, 0)), mode="symmetric")
        np.testing.assert_array_equal(shown, padded.reshape(rect.height, -1))


def test_a_blur_of_rows_that_were_moved_apart():
    """1,000 pixels and the bell's 12 on each side are 12,288 bytes of floats."""
    pixels = np.random.default_rng(2).random((40, 1000, 3), np.float32)
    recipe = Recipe().added(CATALOGUE["gaussian_blur"], {"sigma": 3.0})
    engine = Engine(cache_bytes=0)
    result = engine.render(Source(pixels), recipe)
    np.testing.assert_allclose(result, gaussian_filter(pixels, (3, 3, 0), mode="reflect"), atol=2e-6)
    for rect in (Rect(0, 0, 40, 500), Rect(7, 300, 31, 999)):
        part = engine.render(Source(pixels), recipe, rect)
        np.testing.assert_array_equal(part, result[rect.y0 : rect.y1, rect.x0 : rect.x1])


def test_slabs_are_lent_and_taken_back():
    pool = SlabPool()
    with pool.lend(np.dtype(np.uint8)) as one:
        with pool.lend(np.dtype(np.uint8)) as other:
            assert not np.shares_memory(one, other)
        with pool.lend(np.dtype(np.uint8)) as again:
            assert np.shares_memory(again, other)
    assert one.ctypes.data % 64 == 0


def sheet_of(pixels, chunk, spare):
    """`pixels` with `spare` elements of margin in each row, in small chunks."""
    height, width, channels = pixels.shape
    pitch = width * channels + spare
    flat = np.zeros(-(-height * pitch // chunk) * chunk, pixels.dtype)
    flat[: height * pitch].reshape(height, pitch)[:, : width * channels] = pixels.reshape(height, -1)
    chunks = [jnp.asarray(flat[i : i + chunk]) for i in range(0, flat.size, chunk)]
    return TiledBuffer(chunks, chunk, pitch, 0, Rect(5, 7, 5 + height, 7 + width), channels, pixels.dtype)


@pytest.mark.parametrize("chunk", [64, 96, 1000])
@pytest.mark.parametrize("spare", [0, 5])
def test_any_piece_of_a_sheet_across_its_chunks(chunk, spare):
    pixels = random_photo(19, 11, 3, "uint8")
    buffer = sheet_of(pixels, chunk, spare)
    generator = np.random.default_rng(chunk)
    for _ in range(40):
        y0, x0 = generator.integers(5, 24), generator.integers(7, 18)
        rect = Rect(y0, x0, generator.integers(y0, 24) + 1, generator.integers(x0, 18) + 1)
        for held in (buffer, buffer.cropped(rect), in_chunks(buffer, rect)):
            out = np.zeros((rect.height, rect.width * 3), np.uint8)
            held.copy_to(out, rect)
            expected = pixels[rect.y0 - 5 : rect.y1 - 5, rect.x0 - 7 : rect.x1 - 7]
            np.testing.assert_array_equal(out, expected.reshape(rect.height, -1))
            pieces = np.concatenate([*held.pieces(rect)])
            assert sorted(map(bytes, pieces)) == sorted(map(bytes, expected))
        assert in_chunks(buffer, rect).chunk == CHUNK


@pytest.mark.samples(6)
@pytest.mark.parametrize("channels", [1, 3, 4])
@pytest.mark.parametrize("dtype", ["uint8", "uint16", "float32"])
@pytest.mark.parametrize("top", [0, 1, 7])
def test_whole_rows_are_cut_where_jax_takes_them_without_a_copy(channels, dtype, top):
    width = 997
    height = top + 2 * CHUNK // (width * channels) + 1
    memory = aligned_empty(height * width * channels, dtype)
    memory[:] = np.random.default_rng(0).integers(0, 255, memory.size)
    buffer = source_buffer(memory.reshape(height, width, channels))
    rect = Rect(top, 0, height, width)
    cut = in_chunks(buffer, rect)
    assert cut.base % channels == 0
    assert all(np.asarray(chunk).ctypes.data % 64 == 0 for chunk in cut.chunks)
    assert sum(np.shares_memory(chunk, memory) for chunk in cut.chunks) >= 1
    out = np.zeros((rect.height, width * channels), dtype)
    cut.copy_to(out, rect)
    np.testing.assert_array_equal(out.reshape(-1), memory[top * width * channels :])


@pytest.mark.parametrize("dtype", ["uint8", "float32"])
def test_the_last_chunk_of_rows_that_more_follow_is_read_where_it_lies(dtype):
    photo = aligned_empty(4 * CHUNK, dtype).reshape(4 * CHUNK // 3072, 1024, 3)
    photo[:] = np.random.default_rng(0).integers(0, 255, photo.shape)
    rect = Rect(0, 0, 3 * len(photo) // 8, 1024)
    cut = in_chunks(source_buffer(photo), rect)
    assert all(np.shares_memory(chunk, photo) for chunk in cut.chunks)
    np.testing.assert_array_equal(cut.pixels(rect), photo[: rect.height])


def test_the_last_chunk_of_a_photo_of_bytes_is_read_where_it_lies():
    photo = aligned_empty(997 * 1303 * 3, np.uint8).reshape(997, 1303, 3)
    photo[:] = np.random.default_rng(0).integers(0, 255, photo.shape)
    cut = in_chunks(source_buffer(photo), Rect.whole(997, 1303))
    assert all(np.shares_memory(chunk, photo) for chunk in cut.chunks)
    np.testing.assert_array_equal(cut.pixels(cut.rect), photo)
    # where nothing follows, it is a copy
    alone = photo.reshape(-1).copy()
    chunks = in_chunks(source_buffer(alone.reshape(photo.shape)), cut.rect).chunks
    assert [np.shares_memory(chunk, alone) for chunk in chunks[-2:]] == [True, False]


@pytest.mark.parametrize(("spare", "copied"), [(CHUNK // 100, False), (CHUNK, True)])
def test_a_large_buffer_is_copied_where_much_lies_between_its_rows(spare, copied):
    width, height = CHUNK // 3, 24
    pitch = width * 3 + spare
    rect = Rect.whole(height, width)
    chunks = [np.zeros(CHUNK, np.uint8) for _ in range(-(-height * pitch // CHUNK))]
    buffer = TiledBuffer(chunks, CHUNK, pitch, 0, rect, 3, np.dtype(np.uint8))
    assert (in_chunks(buffer, rect).chunks[0] is not chunks[0]) == copied


def test_cropping_a_sheet_lets_go_of_what_lies_beside():
    buffer = sheet_of(random_photo(64, 32, 1, "uint8"), 64, 0)
    assert buffer.cropped(Rect(9, 7, 11, 39)).nbytes <= 128


@pytest.mark.parametrize("dtype", ["uint8", "uint16", "float32"])
@pytest.mark.parametrize("channels", [1, 2, 3, 4])
def test_reduced_photos_are_averages(dtype, channels):
    pixels = random_photo(13, 18, channels, dtype)
    source = Source(pixels)
    assert source.level(0) is source
    half = source.level(1).pixels
    assert half.shape == (7, 9, channels)
    assert half.dtype == pixels.dtype
    values = np.pad(pixels.astype(np.float64), ((0, 1), (0, 0), (0, 0)), "edge")
    colours = channels - 1 if channels in (2, 4) else channels
    # colours are weighed by their alpha; so is the error that a rounded weight may make
    alpha = values[..., -1:] if colours < channels else np.ones((14, 18, 1))
    weight, weighed = (
        array.reshape(7, 2, 9, 2, -1).mean(axis=(1, 3)) for array in (alpha, values[..., :colours] * alpha)
    )
    error = np.abs(half[..., :colours] * weight - weighed) / alpha.max()
    rounded = 2.0 if colours < channels and dtype == "uint8" else 0.51
    assert error.max() <= (1e-6 if dtype == "float32" else rounded)
    if colours < channels:
        assert np.abs(half[..., -1:] - weight).max() <= (1e-6 if dtype == "float32" else 0.51)
    assert source.level(4).pixels.shape == (1, 2, channels)
    assert source.level(1) is source.level(1)


@pytest.mark.parametrize(
    "pixels",
    [
        np.zeros((3, 4), np.uint8),
        np.zeros((3, 4, 5), np.uint8),
        np.zeros((0, 4, 3), np.uint8),
        np.zeros((3, 4, 3)),
    ],
    ids=["no channels", "5 channels", "empty", "float64"],
)
def test_what_is_no_photo_is_refused(pixels):
    with pytest.raises(ValueError, match="expected"):
        Source(pixels)


def sheet_at(rect):
    return TiledBuffer([np.zeros(100, np.uint8)], 100, 10, 0, rect, 1, np.dtype(np.uint8))


def test_cache_serves_what_lies_inside():
    cache = BufferCache(1000)
    buffer = sheet_at(Rect(0, 0, 10, 10))
    cache.keep("a", buffer)
    assert cache.find("a", Rect(2, 3, 5, 10)) is buffer
    assert cache.find("a", Rect(2, 3, 5, 11)) is None
    assert cache.find("b", Rect(2, 3, 5, 6)) is None


def test_cache_stays_within_its_bound_and_forgets_the_least_used():
    cache = BufferCache(1000)
    for number in range(10):
        cache.keep(number, sheet_at(Rect(0, 0, 10, 10)))
    assert cache.nbytes == 1000
    assert cache.find(0, Rect(0, 0, 1, 1))
    for number in range(10, 15):
        cache.keep(number, sheet_at(Rect(0, 0, 10, 10)))
        assert cache.nbytes <= 1000
    assert cache.find(0, Rect(0, 0, 1, 1))
    assert not cache.find(1, Rect(0, 0, 1, 1))
    assert cache.find(14, Rect(0, 0, 1, 1))
    cache.clear()
    assert cache.nbytes == 0
    assert not cache.find(14, Rect(0, 0, 1, 1))


def test_cache_replaces_what_a_larger_sheet_covers_and_refuses_what_fills_it():
    cache = BufferCache(1000)
    cache.keep("a", sheet_at(Rect(0, 0, 5, 5)))
    cache.keep("a", sheet_at(Rect(0, 0, 10, 10)))
    assert cache.nbytes == 100
    small = BufferCache(150)
    small.keep("a", sheet_at(Rect(0, 0, 10, 10)))
    assert small.nbytes == 0


def test_values_are_bounded_by_number():
    values = ValueCache(limit=3)
    for number in range(3):
        values.keep(number, number * 10)
    assert values.find(0) == 0
    values.keep(3, 30)
    assert [values.find(number) for number in range(4)] == [0, None, 20, 30]
