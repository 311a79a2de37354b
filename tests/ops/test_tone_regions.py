"""Histograms made even region by region, and made like another's, against scikit-image."""

import os

import numpy as np
import pytest
import skimage.data
import skimage.exposure
from pictures import encoded, random_photo
from PIL import Image

from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.errors import PhotoError
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.recipe import Recipe


@pytest.mark.samples(5)
@pytest.mark.parametrize(
    ("limit", "tiles"), [(0.01, 8), (0.03, 8), (0.0, 8), (0.02, 3), (0.5, 1), (0.01, 16)]
)
@pytest.mark.parametrize("channels", [1, 3])
def test_clahe_is_scikit_images(filtered, limit, tiles, channels):
    pixels = np.ascontiguousarray(skimage.data.chelsea()[20:215, 40:300, :channels])
    sides = [size // tiles for size in pixels.shape[:2]]
    shown = pixels if channels == 3 else pixels[..., 0]
    expected = skimage.exposure.equalize_adapthist(shown, sides, limit).reshape(pixels.shape)
    # scikit-image cuts off to whole levels of 16,384
    np.testing.assert_allclose(filtered("clahe", pixels, clip_limit=limit, tiles=tiles), expected, atol=2e-4)


def test_clahe_of_one_tone(filtered):
    result = filtered("clahe", np.full((9, 11, 3), 0.4, np.float32))
    assert np.isfinite(result).all()
    assert np.ptp(result) == 0


@pytest.fixture
def coffee(tmp_path):
    pixels = np.ascontiguousarray(skimage.data.coffee()[::8, ::8])
    path = tmp_path / "coffee.png"
    Image.fromarray(pixels).save(path)
    return pixels, str(path)


@pytest.mark.parametrize("dtype", ["uint8", "uint16", "float32"])
def test_match_histogram_is_scikit_images(filtered, coffee, dtype):
    pixels = random_photo(37, 53, dtype=dtype)
    expected = skimage.exposure.match_histograms(encoded(pixels), encoded(coffee[0]), channel_axis=-1)
    result = filtered("match_histogram", pixels, reference=coffee[1])
    # of floats, two that share one of 65,536 steps are one
    np.testing.assert_allclose(result, expected, atol=1e-6 if dtype != "float32" else 6e-3)


def test_a_gray_picture_takes_brightness(filtered, coffee):
    pixels = random_photo(20, 30, 1, "uint8")
    gray = encoded(coffee[0]) @ [0.2125, 0.7154, 0.0721]
    expected = skimage.exposure.match_histograms(encoded(pixels)[..., 0], gray)
    result = filtered("match_histogram", pixels, reference=coffee[1])[..., 0]
    np.testing.assert_allclose(result, expected, atol=1e-6)


def test_half_the_change_and_none(filtered, coffee):
    pixels = random_photo(20, 30, dtype="uint8")
    full = filtered("match_histogram", pixels, reference=coffee[1])
    half = filtered("match_histogram", pixels, reference=coffee[1], amount=0.5)
    np.testing.assert_allclose(half, (full + encoded(pixels)) / 2, atol=1e-6)
    np.testing.assert_allclose(filtered("match_histogram", pixels), encoded(pixels), atol=1e-7)


def test_deep_references(filtered, tmp_path):
    """16 bits are read as they are, palettes and CMYK as their colours."""
    deep = random_photo(30, 40, 1, "uint16")
    Image.fromarray(deep[..., 0]).save(tmp_path / "deep.png")
    pixels = random_photo(20, 30, 1, "uint8")
    expected = skimage.exposure.match_histograms(encoded(pixels), encoded(deep), channel_axis=-1)
    result = filtered("match_histogram", pixels, reference=str(tmp_path / "deep.png"))
    np.testing.assert_allclose(result, expected, atol=1e-6)
    Image.fromarray(random_photo(30, 40, 4, "uint8"), "CMYK").save(tmp_path / "print.tif")
    assert np.isfinite(filtered("match_histogram", pixels, reference=str(tmp_path / "print.tif"))).all()


def test_a_reference_that_changed_is_read_again(filtered, tmp_path):
    path, pixels = tmp_path / "reference.png", random_photo(20, 30, 1, "uint8")
    results = []
    for value in (30, 200):
        Image.fromarray(np.full((5, 5), value, np.uint8)).save(path)
        results.append(filtered("match_histogram", pixels, reference=str(path)).mean() * 255)
    assert results == pytest.approx([30, 200], abs=1e-3)


def test_a_reference_that_is_gone_or_is_none(filtered, tmp_path):
    pixels = random_photo(5, 7)
    with pytest.raises(PhotoError, match=r"reference = .*gone\.png: no such file") as caught:
        filtered("match_histogram", pixels, reference=str(tmp_path / "gone.png"))
    assert "\n" not in str(caught.value)
    (tmp_path / "words.png").write_text("no picture")
    with pytest.raises(PhotoError, match=r"words\.png: not a photo") as caught:
        filtered("match_histogram", pixels, reference=str(tmp_path / "words.png"))
    assert "\n" not in str(caught.value)


def test_match_histogram_follows_a_reference_that_changes_on_disk(coffee, tmp_path):
    """One engine that keeps what it computed: neither its pictures nor its statistics are those of before."""
    engine, path = Engine(), tmp_path / "reference.png"
    pixels = np.random.default_rng(5).integers(0, 256, (40, 50, 3)).astype(np.uint8)
    recipe = Recipe().added(CATALOGUE["match_histogram"], {"reference": str(path)})
    source = Source(pixels)
    before = None
    for wanted in (coffee[0], coffee[0][:, ::2] // 2, coffee[0] // 2):
        Image.fromarray(wanted).save(path)
        if before is not None:  # a copy that keeps the time of the old one
            os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
        before = path.stat()
        expected = skimage.exposure.match_histograms(encoded(pixels), encoded(wanted), channel_axis=-1)
        np.testing.assert_allclose(engine.render(source, recipe), expected, atol=2e-5)


def test_without_a_reference_match_histogram_says_what_is_missing():
    op = CATALOGUE["match_histogram"]
    assert "reference photo" in op.caution(op.defaults())
    assert not op.caution({**op.defaults(), "reference": "/photo.png"})
