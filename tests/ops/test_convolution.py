"""Convolve against scipy.ndimage.convolve and correlate."""

import numpy as np
import pytest
import scipy.ndimage as ndimage
from pictures import encoded, random_photo

from jaxstudio.ops import CATALOGUE
from jaxstudio.ops.convolution.convolve import PRESETS, worth_two_passes
from jaxstudio.pipeline.params import BORDERS
from ops.per_channel import per_channel

REFERENCES = {"convolution": ndimage.convolve, "correlation": ndimage.correlate}
SIZES = [(1, 1), (1, 3), (3, 1), (3, 3), (3, 5), (5, 5), (9, 7), (1, 15), (15, 15)]


def random_kernel(shape):
    return np.random.default_rng(shape).normal(size=shape)


def check(filtered, pixels, kernel, behaviour="convolution", border="reflect", cval=0.0, **values):
    kernel = np.asarray(kernel)
    result = filtered(
        "convolve",
        pixels,
        kernel=kernel.tolist(),
        behaviour=behaviour,
        border=border,
        cval=cval,
        **values,
    )
    if values.get("normalize") and kernel.sum():
        kernel = kernel / kernel.sum()
    expected = per_channel(
        lambda x: REFERENCES[behaviour](x, kernel, mode=border, cval=cval), encoded(pixels)
    ) + values.get("offset", 0.0)
    np.testing.assert_allclose(result, expected, atol=2e-6 * max(1.0, np.abs(kernel).sum()), rtol=0)


@pytest.mark.samples(3)
@pytest.mark.parametrize("behaviour", REFERENCES)
@pytest.mark.parametrize("shape", SIZES, ids=str)
def test_any_size(filtered, shape, behaviour):
    for dtype in ("float32", "uint8"):
        check(filtered, random_photo(37, 53, dtype=dtype), random_kernel(shape), behaviour)


@pytest.mark.parametrize(("name", "kernel"), PRESETS, ids=[name for name, _ in PRESETS])
def test_presets(filtered, name, kernel):
    check(filtered, random_photo(37, 53, dtype="uint8"), kernel)


@pytest.mark.parametrize("border", BORDERS)
@pytest.mark.parametrize("shape", [(3, 3), (3, 5), (9, 7)], ids=str)
def test_beyond_the_edge(filtered, border, shape):
    for size in ((1, 1), (1, 8), (2, 3), (37, 53)):
        check(filtered, random_photo(*size), random_kernel(shape), border=border, cval=0.3)


@pytest.mark.parametrize(
    "kernel",
    [[[1, 2, 1], [2, 4, 2], [1, 2, 1]], [[0, 1, 0], [1, -4, 1], [0, 1, 0]], [[-2]], [[1, 1, -5]]],
    ids=["positive", "sums to 0", "one", "negative"],
)
def test_normalised(filtered, kernel):
    check(filtered, random_photo(37, 53), kernel, normalize=True)


def test_offset(filtered):
    check(filtered, random_photo(37, 53), [[0, 1, 0], [1, -4, 1], [0, 1, 0]], offset=0.5)


def test_alpha_stays(filtered):
    pixels = random_photo(20, 30, 4)
    result = filtered("convolve", pixels)
    np.testing.assert_array_equal(result[..., 3], pixels[..., 3])
    np.testing.assert_array_equal(result[..., :3], filtered("convolve", pixels[..., :3].copy()))


BELL = np.exp(-(np.linspace(-2, 2, 7) ** 2))
SEPARABLE = {
    "round": np.outer(BELL, BELL),
    "derivative": np.outer(BELL, np.linspace(-1, 1, 7)),
    "column": BELL[:, None],
    "corner": np.outer([0, 0, 0, 0, 1.5], [-2, 0, 0, 0, 0]),
    "wide": np.outer([1, 4, 6, 4, 1], np.random.default_rng(8).normal(size=15)),
    "largest": np.outer(*np.random.default_rng(9).normal(size=(2, 15))),
}


@pytest.mark.parametrize("behaviour", REFERENCES)
@pytest.mark.parametrize("name", SEPARABLE)
def test_a_column_times_a_row_is_the_same_in_two_passes(filtered, name, behaviour):
    kernel = SEPARABLE[name]
    assert worth_two_passes({"kernel": tuple(map(tuple, kernel.tolist()))})
    for dtype in ("float32", "uint8"):
        check(filtered, random_photo(37, 53, dtype=dtype), kernel, behaviour, offset=0.1)
    check(filtered, random_photo(2, 3), kernel, behaviour, "mirror", normalize=bool(abs(kernel.sum()) > 0.1))


@pytest.mark.parametrize("border", BORDERS)
def test_two_passes_know_every_border(filtered, border):
    check(filtered, random_photo(11, 6), SEPARABLE["wide"], border=border, cval=0.3)


def test_two_passes_leave_alpha_as_it_is(filtered):
    photo = random_photo(12, 9, 4)
    result = filtered("convolve", photo, kernel=SEPARABLE["round"].tolist())
    np.testing.assert_array_equal(result[..., 3], photo[..., 3])
    expected = per_channel(lambda x: ndimage.convolve(x, SEPARABLE["round"], mode="reflect"), photo)
    np.testing.assert_allclose(result[..., :3], expected[..., :3], atol=2e-5)


def test_weights_that_cancel_are_not_divided_by_their_sum(filtered):
    kernel = [[1 / 3, -2 / 3, 1 / 3]]  # whose float32 sum is not quite 0
    photo = random_photo(8, 9)
    check(filtered, photo, kernel)
    np.testing.assert_array_equal(
        filtered("convolve", photo, kernel=kernel, normalize=True), filtered("convolve", photo, kernel=kernel)
    )
    values = CATALOGUE["convolve"].check({"kernel": kernel, "normalize": True})
    assert "sum to 0" in CATALOGUE["convolve"].caution(values)
    assert not CATALOGUE["convolve"].caution({**values, "normalize": False})
    assert not CATALOGUE["convolve"].caution({**values, "kernel": ((1.0, 2.0, 1.0),)})
