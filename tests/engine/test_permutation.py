"""Whole pixels moved against NumPy, and integers counted against numpy.bincount."""

import jax
import numpy as np
import pytest
from pictures import random_photo

from jaxstudio.engine.buffers import Rect, TiledBuffer, source_buffer
from jaxstudio.engine.kernels import Kernels
from jaxstudio.engine.plan import statistics
from jaxstudio.engine.plan.permutation import permute, permute_into
from jaxstudio.engine.plan.statistics import PART, counted_once, counts_of

HEIGHT, WIDTH = 300, 210
TURNS = {
    "as it is": ([[1, 0, 0], [0, 1, 0]], lambda x: x),
    "flipped across": ([[-1, 0, WIDTH - 1], [0, 1, 0]], lambda x: x[:, ::-1]),
    "flipped down": ([[1, 0, 0], [0, -1, HEIGHT - 1]], lambda x: x[::-1]),
    "turned": ([[0, -1, WIDTH - 1], [1, 0, 0]], lambda x: np.rot90(x, 1)),
    "turned back": ([[0, 1, 0], [-1, 0, HEIGHT - 1]], lambda x: np.rot90(x, 3)),
    "transposed": ([[0, 1, 0], [1, 0, 0]], lambda x: x.transpose(1, 0, 2)),
}


@pytest.mark.parametrize("chunked", [False, True])
@pytest.mark.parametrize(("channels", "dtype"), [(3, "uint8"), (4, "uint16"), (1, "float32")])
@pytest.mark.parametrize("turn", TURNS)
def test_moved(turn, channels, dtype, chunked):
    pixels = random_photo(HEIGHT, WIDTH, channels, dtype)
    before = source_buffer(pixels)
    if chunked:  # its rows go on from one piece of memory to the next
        size = 1000 * channels
        flat = np.pad(pixels.reshape(-1), (0, -pixels.size % size))
        before = TiledBuffer(
            flat.reshape(-1, size), size, WIDTH * channels, 0, before.rect, channels, pixels.dtype
        )
    matrix, expected = np.array(TURNS[turn][0], np.float64), TURNS[turn][1](pixels)
    buffer = permute(before, before.rect, matrix, Rect.whole(*expected.shape[:2]))
    out = np.empty((expected.shape[0], expected.shape[1] * channels), dtype)
    buffer.copy_to(out, buffer.rect)
    np.testing.assert_array_equal(out.reshape(expected.shape), expected)


KERNELS = Kernels(jax.devices("cpu")[0])


@pytest.mark.samples(6)
@pytest.mark.parametrize(("channels", "dtype"), [(3, "uint8"), (4, "uint8"), (2, "uint8"), (3, "uint16")])
@pytest.mark.parametrize("turn", TURNS)
def test_moved_into_a_part_of_a_picture(turn, channels, dtype):
    """Larger than a block both ways, into rows that lie apart, nothing beside them touched."""
    height, width = 300, 1100
    pixels = random_photo(height, width, channels, dtype)
    matrix, turned = np.array(TURNS[turn][0], np.float64), TURNS[turn][1]
    expected = turned(pixels)
    out = np.full((expected.shape[0] + 2, expected.shape[1] + 2, channels), 7, dtype)
    rows = out.reshape(len(out), -1)[1:-1, channels:-channels]
    before = source_buffer(pixels)
    permute_into(rows, before, before.rect, matrix, KERNELS)
    np.testing.assert_array_equal(out[1:-1, 1:-1], expected)
    out[1:-1, 1:-1] = 7
    assert (out == 7).all()


@pytest.mark.parametrize("dtype", ["uint8", "uint16"])
def test_counts(dtype, monkeypatch):
    values = random_photo(50, 60, 4, dtype)[..., :3]
    # and in pieces of any size
    for part in (PART, 997):
        monkeypatch.setattr(statistics, "PART", part)
        expected = np.bincount(values.reshape(-1), minlength=np.iinfo(dtype).max + 1)
        np.testing.assert_array_equal(counts_of(values), expected)


def test_integers_are_read_once_and_floats_each_time():
    reads = []

    def colours(dtype):
        reads.append(dtype)
        for seed in (1, 3):
            yield [random_photo(5, 7, 3, dtype, seed), random_photo(2, 7, 3, dtype, seed + 1)]

    tiles = counted_once(lambda: colours("uint8"))
    for _ in range(3):
        [[(levels, counts)]] = tiles()
        assert counts.sum() == 2 * (5 + 2) * 7 * 3
        assert levels[[0, -1]].tolist() == [0.0, 1.0]
    assert reads == ["uint8"]
    floats = counted_once(lambda: colours("float32"))
    for _ in range(2):
        assert [[counts for _, counts in tile] for tile in floats()] == [[None, None]] * 2
    assert reads == ["uint8", "float32", "float32"]
