"""A first look is the photo reduced, or what the camera embedded, upright, and far cheaper than all of it."""

from __future__ import annotations

import io
import struct

import numpy as np
import pytest
import skimage.data
import tifffile
from PIL import Image, ImageOps

from jaxstudio.files import preview
from jaxstudio.files.photo import load_photo
from jaxstudio.files.preview import load_embedded, load_preview


@pytest.fixture(scope="module")
def picture():
    return Image.fromarray(skimage.data.astronaut()).resize((3000, 2000))


@pytest.mark.samples(4)
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


PHOTO = Image.fromarray(skimage.data.astronaut()).resize((3000, 2000))


def jpeg(image, **options):
    file = io.BytesIO()
    image.save(file, "JPEG", **options)
    return file.getvalue()


def tag(number, kind, value):
    return struct.pack("<HHI", number, kind, 1) + (
        struct.pack("<HH", value, 0) if kind == 3 else struct.pack("<I", value)
    )


def exif(thumbnail, orientation=1, own=None):
    """A block of EXIF with a thumbnail, put together by hand (CIPA DC-008, 4.5)."""
    first = struct.pack("<H", 1) + tag(0x112, 3, orientation) + struct.pack("<I", 8 + 2 + 12 + 4)
    entries = [] if own is None else [tag(0x112, 3, own)]
    start = 8 + len(first) + 2 + 12 * (3 + len(entries)) + 4
    entries = [tag(0x103, 3, 6), *entries, tag(0x201, 4, start), tag(0x202, 4, len(thumbnail))]
    second = struct.pack("<H", len(entries)) + b"".join(entries) + struct.pack("<I", 0)
    return b"Exif\0\0II*\0" + struct.pack("<I", 8) + first + second + thumbnail


def same(found, image, most=6.0):
    """Whether pixels look like an image, at their own size."""
    expected = np.asarray(image.convert("RGB").resize(found.shape[1::-1], Image.Resampling.BOX), float)
    return np.abs(found.astype(float) - expected).mean() < most


@pytest.mark.samples(3)
@pytest.mark.parametrize("orientation", range(1, 9))
def test_the_one_in_exif_is_shown_upright(tmp_path, orientation):
    path = tmp_path / "x.jpg"
    PHOTO.save(path, exif=exif(jpeg(PHOTO.resize((160, 107))), orientation))
    found = load_embedded(path)
    with Image.open(path) as image:
        upright = ImageOps.exif_transpose(image)
    assert (found.height, found.width) == upright.size[::-1]
    assert sorted(found.photo.pixels.shape) == [3, 107, 160]
    assert same(found.photo.pixels, upright)
    assert not found.is_enough()


def test_one_of_other_proportions_is_left_out(tmp_path):
    """Cameras put a photo of 3:2 between black bars into a thumbnail of 4:3."""
    bars = ImageOps.pad(PHOTO, (160, 120))
    PHOTO.save(tmp_path / "bars.jpg", exif=exif(jpeg(bars)))
    PHOTO.save(tmp_path / "turned.jpg", exif=exif(jpeg(PHOTO.resize((107, 160))), 6))
    PHOTO.save(tmp_path / "halfway.jpg", exif=exif(jpeg(PHOTO.resize((160, 107))), 1, own=3))
    assert [load_embedded(path) for path in sorted(tmp_path.iterdir())] == [None] * 3


def test_small_photos_broken_thumbnails_and_files_without_one_have_none(tmp_path):
    small = jpeg(PHOTO.resize((160, 107)))
    PHOTO.resize((1500, 1000)).save(tmp_path / "small.jpg", exif=exif(small))
    PHOTO.save(tmp_path / "tiny.jpg", exif=exif(jpeg(PHOTO.resize((48, 32)))))
    PHOTO.save(tmp_path / "cut.jpg", exif=exif(small[:50]))
    PHOTO.save(tmp_path / "noise.jpg", exif=exif(b"no picture"))
    PHOTO.save(tmp_path / "none.jpg")
    PHOTO.resize((300, 200)).save(tmp_path / "x.png")
    (tmp_path / "text.jpg").write_text("no photo")
    for path in [*tmp_path.iterdir(), tmp_path, tmp_path / "missing.jpg"]:
        assert load_embedded(path) is None, path


def test_the_photos_profile_is_the_thumbnails(tmp_path):
    from PIL import ImageCms

    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    PHOTO.save(tmp_path / "x.jpg", exif=exif(jpeg(PHOTO.resize((160, 107)))), icc_profile=profile)
    assert load_embedded(tmp_path / "x.jpg").photo.metadata.icc == profile


def test_a_large_thumbnail_of_a_multi_picture_file_comes_first(tmp_path):
    path = tmp_path / "x.jpg"
    large = PHOTO.resize((1920, 1280))
    options = {"save_all": True, "append_images": [large], "exif": exif(jpeg(PHOTO.resize((160, 107))))}
    PHOTO.save(path, "MPO", **options)
    # Pillow writes them as undefined pictures, which may be gain maps or depths, and are left alone
    assert max(load_embedded(path).photo.pixels.shape) == 160
    with Image.open(path) as image:
        size = image.mpinfo[0xB002][1]["Size"]
    data = path.read_bytes()
    place = data.index(struct.pack("<II", 0, size), data.index(b"MPF\0"))  # an entry: its kind, then its size
    path.write_bytes(data[:place] + struct.pack("<I", 0x010002) + data[place + 4 :])
    found = load_embedded(path)
    assert max(found.photo.pixels.shape) == 1920
    assert found.is_enough()
    assert same(found.photo.pixels, PHOTO)


def test_the_preview_of_a_camera_raw_file(tmp_path):
    """A DNG whose first directory is a JPEG and whose second is a Bayer sensor's values."""
    pytest.importorskip("rawpy")
    ones = tuple(n for row in np.eye(3, dtype=int).ravel() for n in (int(row), 1))
    common = [(50706, "B", 4, (1, 4, 0, 0), True), (50708, "s", 0, "Maker Model", True)]
    common += [(50721, "2i", 9, ones, True), (50728, "2I", 3, (1, 1, 1, 1, 1, 1), True)]
    common += [(50778, "H", 1, 21, True), (274, "H", 1, 6, True)]
    sensor = [
        (33421, "H", 2, (2, 2), True),
        (33422, "B", 4, (0, 1, 1, 2), True),
        (50717, "I", 1, 65535, True),
    ]
    path = tmp_path / "x.dng"
    with tifffile.TiffWriter(path) as file:
        small = np.asarray(PHOTO.convert("L").resize((768, 512)))
        options = {"compression": "jpeg", "rowsperstrip": 512, "subfiletype": 1, "subifds": 1}
        file.write(small, photometric="minisblack", extratags=common, metadata=None, **options)
        mosaic = np.asarray(PHOTO.convert("L")).astype(np.uint16) * 256
        file.write(mosaic, photometric=32803, subfiletype=0, extratags=sensor, metadata=None)
    found = load_embedded(path)
    assert (found.height, found.width) == (3000, 2000)
    assert found.photo.pixels.shape == (768, 512, 1)
    turned = PHOTO.convert("L").transpose(Image.Transpose.ROTATE_270)
    assert same(found.photo.pixels.repeat(3, axis=2), turned)


@pytest.mark.parametrize("turned", [False, True])
def test_the_thumbnail_of_a_heic_file(tmp_path, monkeypatch, turned):
    pillow_heif = pytest.importorskip("pillow_heif")
    monkeypatch.setattr(preview, "LEAST_PHOTO", 100_000)
    heif = pillow_heif.from_pillow(PHOTO.resize((600, 400)))
    options = {"exif": exif(b"", 6)} if turned else {}
    heif.save(tmp_path / "x.heic", quality=80, thumbnails=[256], **options)
    found = load_embedded(tmp_path / "x.heic")
    assert max(found.photo.pixels.shape) == 256
    whole = load_photo(tmp_path / "x.heic").pixels
    assert (found.height, found.width) == whole.shape[:2]
    # libheif leaves pixels out; turned otherwise they would differ by 80
    assert same(found.photo.pixels, Image.fromarray(whole), most=25)
