"""JPEG decoded by imagecodecs: Pillow's pixels, and Pillow itself where that might differ."""

import io
import sys

import numpy as np
import pytest
from PIL import Image, ImageCms

from jaxstudio.errors import PhotoError
from jaxstudio.files.jpeg import JpegEncoding, decode_jpeg, encodes_directly
from jaxstudio.files.photo import load_photo
from jaxstudio.files.save import save

SRGB = ImageCms.createProfile("sRGB")
KINDS = {
    "4:2:0": {"quality": 90, "subsampling": "4:2:0"},
    "4:2:2, progressive": {"quality": 75, "subsampling": "4:2:2", "progressive": True},
    "4:4:4": {"quality": 98, "subsampling": "4:4:4", "optimize": True},
    "RGB": {"quality": 90, "keep_rgb": True},
    "restart markers": {"quality": 40, "restart_marker_blocks": 3},
}


def jpeg(mode="RGB", size=(75, 53), **options):
    rng = np.random.default_rng(3)
    shape = (size[1] // 4 + 1, size[0] // 4 + 1, 3)
    image = Image.fromarray(rng.integers(0, 256, shape, np.uint8)).resize(size).convert(mode)
    memory = io.BytesIO()
    image.save(memory, "JPEG", **options)
    return memory.getvalue()


@pytest.mark.parametrize("mode", ["RGB", "L"])
@pytest.mark.parametrize("kind", KINDS)
def test_pixels_are_pillows(tmp_path, kind, mode):
    path = tmp_path / "a.jpg"
    path.write_bytes(jpeg(mode, **{k: v for k, v in KINDS[kind].items() if mode == "RGB" or k != "keep_rgb"}))
    with Image.open(path) as image:
        decoded = decode_jpeg(path.read_bytes(), image)
        assert decoded is not None
        assert decoded.ctypes.data % 64 == 0
        expected = np.asarray(image)
    np.testing.assert_array_equal(decoded.reshape(expected.shape), expected)
    np.testing.assert_array_equal(load_photo(path).pixels.reshape(expected.shape), expected)


def test_ends_cut_off_and_bytes_behind_the_end_are_left_to_pillow(tmp_path):
    whole = jpeg()
    for name, data in {"short.jpg": whole[: len(whole) // 2], "long.jpg": whole + b"more"}.items():
        path = tmp_path / name
        path.write_bytes(data)
        with Image.open(path) as image:
            assert decode_jpeg(path.read_bytes(), image) is None
    assert load_photo(tmp_path / "long.jpg").pixels.shape == (53, 75, 3)
    with pytest.raises(PhotoError, match="damaged or cut short"):
        load_photo(tmp_path / "short.jpg")


def test_inks_are_left_to_pillow(tmp_path):
    path = tmp_path / "inks.jpg"
    path.write_bytes(jpeg("CMYK"))
    with Image.open(path) as image:
        assert decode_jpeg(path.read_bytes(), image) is None


def test_flipped_bits_give_what_pillow_gives_or_its_refusal(tmp_path, monkeypatch):
    data, rng, path = jpeg(quality=80), np.random.default_rng(7), tmp_path / "a.jpg"

    def outcome():
        try:
            return load_photo(path).pixels.tobytes()
        except PhotoError:
            return None

    for _ in range(60):
        damaged = bytearray(data)
        for at in rng.integers(2, len(data) - 2, 3):
            damaged[at] ^= 1 << rng.integers(8)
        path.write_bytes(damaged)
        ours = outcome()
        with monkeypatch.context() as patch:
            patch.setitem(sys.modules, "imagecodecs", None)
            assert ours == outcome()


@pytest.mark.parametrize("subsampling", [0, 1, 2])
def test_files_are_pillows_byte_for_byte(tmp_path, monkeypatch, subsampling):
    """With all metadata, at odd sizes, with a quality or its tables, and where Pillow must encode."""
    exif = Image.Exif()
    exif[270] = "a photo"
    options = {"exif": exif, "comment": b"no", "icc_profile": ImageCms.ImageCmsProfile(SRGB).tobytes()}
    for kind in ({"quality": 77}, {"quality": 90, "progressive": True}, {"qtables": [[7] * 64, [9] * 64]}):
        path = tmp_path / "source.jpg"
        path.write_bytes(jpeg(subsampling=subsampling, dpi=(300, 200), **kind, **options))
        photo = load_photo(path)
        for quality in (None, 1, 61, 100):
            written = []
            for package in ("with", "without"):
                with monkeypatch.context() as patch:
                    if package == "without":
                        patch.setitem(sys.modules, "imagecodecs", None)
                    save(tmp_path / "a.jpg", photo.pixels[1:], photo=photo, quality=quality)
                written.append((tmp_path / "a.jpg").read_bytes())
            assert written[0] == written[1]


def test_which_files_are_encoded_directly(tmp_path):
    path = tmp_path / "a.jpg"
    for options, direct in (
        ({"quality": 77}, True),
        ({"qtables": [[7] * 64]}, False),
        ({"progressive": True}, False),
    ):
        path.write_bytes(jpeg(subsampling="4:2:0", **options))
        assert encodes_directly(3, load_photo(path).metadata.jpeg) == direct
    assert not encodes_directly(1, JpegEncoding())


def test_without_the_package_pillow_decodes(tmp_path, monkeypatch):
    path = tmp_path / "a.jpg"
    path.write_bytes(jpeg())
    monkeypatch.setitem(sys.modules, "imagecodecs", None)
    with Image.open(path) as image:
        assert decode_jpeg(path.read_bytes(), image) is None
        expected = np.asarray(image)
    np.testing.assert_array_equal(load_photo(path).pixels, expected)
