"""A first look at a JPEG is the photo reduced, upright, and far cheaper than all of it."""

import time

import numpy as np
import pytest
import skimage.data
from PIL import Image, ImageOps

from jaxstudio.files.photo import load_photo
from jaxstudio.files.preview import load_preview


@pytest.fixture(scope="module")
def picture():
    return Image.fromarray(skimage.data.astronaut()).resize((3000, 2000))


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("mode", ["RGB", "L"])
def test_it_shows_the_photo_upright(tmp_path, picture, orientation, mode):
    exif = Image.Exif()
    exif[0x112] = orientation
    picture.convert(mode).save(tmp_path / "x.jpg", exif=exif)
    found = load_preview(tmp_path / "x.jpg", 500)
    with Image.open(tmp_path / "x.jpg") as image:
        upright = ImageOps.exif_transpose(image)
        expected = upright.resize(found.photo.pixels.shape[1::-1], Image.Resampling.BOX)
    assert (found.height, found.width) == upright.size[::-1]
    assert max(found.photo.pixels.shape) == 375
    difference = np.abs(found.photo.pixels.squeeze().astype(int) - np.asarray(expected))
    assert difference.mean() < 4


@pytest.mark.parametrize(("side", "longest"), [(300, 375), (1000, 750), (1600, 1500), (2500, None)])
def test_it_is_about_as_large_as_asked_for(tmp_path, picture, side, longest):
    picture.save(tmp_path / "x.jpg")
    found = load_preview(tmp_path / "x.jpg", side)
    assert (found and max(found.photo.pixels.shape)) == longest


@pytest.mark.thorough
def test_inks_become_colours(tmp_path, picture):
    picture.convert("CMYK").save(tmp_path / "x.jpg")
    found = load_preview(tmp_path / "x.jpg", 500)
    assert found.photo.channels == 3
    whole = load_photo(tmp_path / "x.jpg").pixels[4::8, 4::8]
    assert np.abs(found.photo.pixels.astype(int) - whole).mean() < 12


def test_there_is_none_of_other_files(tmp_path, picture):
    picture.save(tmp_path / "x.png")
    (tmp_path / "text.jpg").write_text("no photo")
    picture.save(tmp_path / "whole.jpg")
    (tmp_path / "cut.jpg").write_bytes((tmp_path / "whole.jpg").read_bytes()[:400])
    for name in ("x.png", "text.jpg", "missing.jpg", "cut.jpg", "."):
        assert load_preview(tmp_path / name, 500) is None


@pytest.mark.big
def test_24_megapixels_are_there_in_300_ms(tmp_path, picture):
    """Processor time, the least of some: other programs do not count."""
    picture.resize((6000, 4000)).save(tmp_path / "x.jpg", quality=92)
    times = []
    for _ in range(5):
        began = time.process_time()
        assert load_preview(tmp_path / "x.jpg") is not None
        times.append(time.process_time() - began)
    assert min(times) < 0.3
