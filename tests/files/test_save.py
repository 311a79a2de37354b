"""What is written is what was computed, or nothing is written."""

from __future__ import annotations

import contextlib
import errno
import os
import sys

import numpy as np
import pytest
from PIL import Image

from jaxstudio.errors import Cancelled, SaveError, UsageError
from jaxstudio.files.photo import Photo, load_photo, sample_photo
from jaxstudio.files.quantise import to_depth
from jaxstudio.files.save import computed_depth, default_depth, save, words_changed
from jaxstudio.runtime import atomic_write
from jaxstudio.script import Script

RNG = np.random.default_rng(5)
FLOATS = RNG.normal(0.5, 1.0, (40, 23, 4)).astype(np.float32)
BYTES = RNG.integers(0, 256, (40, 23, 4), dtype=np.uint8)
SUFFIXES = ("png", "jpg", "tif", "webp", "bmp", "npy", "gif", "ppm", "pfm", "jp2", "avif")


def left_over(folder):
    return sorted(path.name for path in folder.iterdir())


def bands(pixels, rows):
    return ((top, pixels[top : top + rows]) for top in range(0, len(pixels), rows))


@pytest.mark.parametrize(("depth", "top"), [("8", 255), ("16", 65535)])
def test_values_are_clipped_and_rounded_half_to_even(depth, top):
    halves = np.arange(0, 9, dtype=np.float64) + 0.5
    values = np.concatenate([halves / top, [-1.0, 2.0, np.nan, np.inf, -np.inf, 0.0, 1.0]])
    # In float32 a half may fall to either side; compare with what rounding the product gives.
    single = values.astype(np.float32)
    wanted = np.rint(np.clip(np.nan_to_num(single), 0, 1) * np.float32(top))
    np.testing.assert_array_equal(to_depth(single, depth), wanted)
    assert to_depth(single, depth)[-7:].tolist() == [0, top, 0, top, 0, 0, top]


def test_between_integer_depths():
    every = np.arange(65536, dtype=np.uint16)
    np.testing.assert_array_equal(to_depth(every, "8"), np.rint(every / 257))
    np.testing.assert_array_equal(to_depth(np.arange(256, dtype=np.uint8), "16"), np.arange(256) * 257)
    np.testing.assert_allclose(to_depth(every, "float32"), every / 65535, rtol=1e-7)


@pytest.mark.parametrize("channels", [1, 2, 3, 4])
@pytest.mark.parametrize(
    ("suffix", "depth"),
    [("png", "8"), ("png", "16"), ("tif", "8"), ("tif", "16"), ("tif", "float32"), ("npy", "float32")],
)
@pytest.mark.parametrize("rows", [1, 7, 40])
def test_bands_make_the_same_file_as_the_whole(tmp_path, suffix, depth, channels, rows):
    pixels = FLOATS[..., :channels]
    save(tmp_path / f"whole.{suffix}", pixels, depth)
    save(tmp_path / f"bands.{suffix}", bands(pixels, rows), depth, shape=pixels.shape)
    loaded = load_photo(tmp_path / f"bands.{suffix}").pixels
    np.testing.assert_array_equal(loaded, to_depth(pixels, depth))
    np.testing.assert_array_equal(loaded, load_photo(tmp_path / f"whole.{suffix}").pixels)


def test_bands_are_asked_for_one_by_one(tmp_path):
    """Streaming: no more bands are alive than the writer works on at a time."""
    alive, most = 0, 0

    class Band(np.ndarray):
        def __del__(self):
            nonlocal alive
            alive -= self.base is None

    def produce():
        nonlocal alive, most
        for top in range(0, 640, 8):
            band = np.ndarray.__new__(Band, (8, 1000, 3), np.uint8)
            band[:] = top % 251
            alive += 1
            most = max(most, alive)
            yield top, band

    save(tmp_path / "x.tif", produce(), "8", shape=(640, 1000, 3))
    assert most <= 4
    assert load_photo(tmp_path / "x.tif").pixels[:, 0, 0].tolist() == [y // 8 * 8 % 251 for y in range(640)]


@pytest.mark.parametrize("suffix", ["jpg", "bmp"])
def test_formats_without_alpha(tmp_path, suffix):
    opaque = BYTES.copy()
    opaque[..., 3] = 255
    save(tmp_path / f"x.{suffix}", opaque, "8")
    assert load_photo(tmp_path / f"x.{suffix}").channels == 3
    with pytest.raises(SaveError, match=r"holds no transparency; use PNG, TIFF or WebP"):
        save(tmp_path / f"y.{suffix}", BYTES, "8")
    assert left_over(tmp_path) == [f"x.{suffix}"]


def test_jpeg_keeps_every_pixels_colour(tmp_path):
    save(tmp_path / "x.jpg", sample_photo("coffee").pixels)
    with Image.open(tmp_path / "x.jpg") as image:
        assert [layer[1:3] for layer in image.layer] == [(1, 1)] * 3


@pytest.mark.parametrize(
    ("name", "depth", "said"),
    [
        ("x.xyz", None, "expected one of .png, .jpg"),
        ("x", None, "no suffix"),
        ("x.hdr", None, ".hdr files are read, not written, expected one of .png"),
        ("x.jpg", "16", "JPEG does not hold depth 16, expected 8"),
        ("x.png", "float32", "expected 8 or 16"),
        ("x.npy", "8", "expected float32"),
    ],
)
def test_unknown_formats_and_depths(tmp_path, name, depth, said):
    with pytest.raises(UsageError) as caught:
        save(tmp_path / name, BYTES, depth)
    assert said in str(caught.value)
    assert left_over(tmp_path) == []


def test_the_default_depth_is_the_photos_where_the_format_holds_it():
    expected = {("png", "8"): "8", ("png", "16"): "16", ("png", "float32"): "16", ("jpg", "16"): "8"}
    expected |= {("npy", "8"): "float32", ("tif", "float32"): "float32", ("TIFF", "16"): "16"}
    for (suffix, depth), wanted in expected.items():
        assert default_depth(f"x.{suffix}", depth) == wanted


def test_too_large_for_the_format(tmp_path):
    with pytest.raises(SaveError, match=r"JPEG holds 65,535 a side; use PNG or TIFF"):
        save(tmp_path / "x.jpg", np.zeros((1, 70_000, 3), np.uint8))


@pytest.mark.parametrize("bad", ["folder.png", "no/such/x.png"])
def test_targets_that_cannot_be(tmp_path, bad):
    (tmp_path / "folder.png").mkdir()
    with pytest.raises(SaveError) as caught:
        save(tmp_path / bad, BYTES)
    assert "folder" in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full on this system")
def test_a_device_is_not_replaced(tmp_path):
    (tmp_path / "x.png").symlink_to("/dev/full")
    with pytest.raises(SaveError, match="device"):
        save(tmp_path / "x.png", BYTES)


@contextlib.contextmanager
def files_limited_to(size):
    """Writing beyond `size` bytes fails, as on a full disk."""
    resource = pytest.importorskip("resource", reason="no limit on file size on this system")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.skipif(sys.platform == "win32", reason="no limit on file size on Windows")
@pytest.mark.parametrize("suffix", SUFFIXES)
def test_no_half_file_where_the_disk_ends(tmp_path, suffix):
    pixels = RNG.integers(0, 256, (400, 400, 3), dtype=np.uint8)
    target = tmp_path / f"x.{suffix}"
    target.write_bytes(b"as it was")
    with files_limited_to(20_000), pytest.raises(SaveError, match=f"cannot write .*x.{suffix}"):
        save(target, pixels)
    assert target.read_bytes() == b"as it was"
    assert left_over(tmp_path) == [target.name]


def test_disk_full_is_said_in_a_line(tmp_path, monkeypatch):
    def full(descriptor):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(atomic_write.os, "fsync", full)
    with pytest.raises(SaveError) as caught:
        save(tmp_path / "x.png", BYTES)
    assert str(caught.value) == f"cannot write {tmp_path / 'x.png'}: No space left on device"
    assert left_over(tmp_path) == []


def test_no_permission_to_write(tmp_path, monkeypatch):
    def refuse(*args):
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(atomic_write.os, "replace", refuse)
    with pytest.raises(SaveError, match="Permission denied"):
        save(tmp_path / "x.png", BYTES)
    assert left_over(tmp_path) == []


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize("error", [Cancelled, KeyboardInterrupt, ZeroDivisionError])
def test_nothing_is_left_when_the_rows_stop_coming(tmp_path, suffix, error):
    def stopping():
        yield 0, FLOATS[:5, :, :3]
        raise error("stop")

    with pytest.raises(error):
        save(tmp_path / f"x.{suffix}", stopping(), shape=(40, 23, 3))
    assert left_over(tmp_path) == []


def test_bands_that_do_not_add_up_are_a_bug(tmp_path):
    with pytest.raises(ValueError, match="35 rows came, expected"):
        save(tmp_path / "x.npy", bands(FLOATS[:35], 7), shape=FLOATS.shape)
    with pytest.raises(ValueError, match="at row 7"):
        save(tmp_path / "x.npy", list(bands(FLOATS, 7))[1:], shape=FLOATS.shape)


@pytest.mark.skipif(sys.platform == "win32", reason="links and modes of POSIX")
def test_a_link_and_its_mode_stay(tmp_path):
    (tmp_path / "real.png").write_bytes(b"")
    (tmp_path / "real.png").chmod(0o640)
    (tmp_path / "link.png").symlink_to("real.png")
    save(tmp_path / "link.png", BYTES)
    assert (tmp_path / "link.png").is_symlink()
    assert (tmp_path / "real.png").stat().st_mode & 0o777 == 0o640
    np.testing.assert_array_equal(load_photo(tmp_path / "real.png").pixels, BYTES)


def coarse(path, **options):
    """A JPEG with tables of its own, and what Pillow finds in it."""
    Image.fromarray(BYTES[..., :3]).save(path, "JPEG", **options)
    return encoding(path)


def encoding(path):
    with Image.open(path) as image:
        layers = [(layer[1], layer[2]) for layer in image.layer]
        return {number: list(table) for number, table in image.quantization.items()}, layers


@pytest.mark.parametrize("quality", [3, 60, 98])
@pytest.mark.parametrize("subsampling", ["4:4:4", "4:2:2", "4:2:0"])
def test_a_jpeg_stays_compressed_as_it_was(tmp_path, quality, subsampling):
    before = coarse(tmp_path / "in.jpg", quality=quality, subsampling=subsampling)
    photo = load_photo(tmp_path / "in.jpg")
    save(tmp_path / "out.jpg", photo.pixels, photo=photo)
    assert encoding(tmp_path / "out.jpg") == before


def test_tables_turn_with_the_photo(tmp_path):
    table = [1 + number for number in range(64)]
    exif = Image.Exif()
    exif[0x112] = 6
    coarse(tmp_path / "in.jpg", qtables=[table], subsampling="4:2:0", exif=exif)
    photo = load_photo(tmp_path / "in.jpg")
    assert photo.pixels.shape[:2] == BYTES.shape[1::-1]
    save(tmp_path / "out.jpg", photo.pixels, photo=photo)
    found, layers = encoding(tmp_path / "out.jpg")
    assert found[0] == np.reshape(table, (8, 8)).T.ravel().tolist()
    assert layers[0] == (2, 2)


@pytest.mark.parametrize("mode", ["L", "CMYK"])
def test_a_jpeg_of_another_kind(tmp_path, mode):
    """Gray has one table; that of inks says nothing about colours."""
    Image.fromarray(BYTES[..., :3]).convert(mode).save(tmp_path / "in.jpg", quality=30)
    photo = load_photo(tmp_path / "in.jpg")
    save(tmp_path / "out.jpg", photo.pixels, photo=photo)
    Image.fromarray(photo.pixels.squeeze()).save(tmp_path / "at_95.jpg", quality=95, subsampling=0)
    wanted = "in.jpg" if mode == "L" else "at_95.jpg"
    assert encoding(tmp_path / "out.jpg") == encoding(tmp_path / wanted)


def test_a_quality_that_is_asked_for_is_used(tmp_path):
    coarse(tmp_path / "in.jpg", quality=30, subsampling="4:2:0")
    photo = load_photo(tmp_path / "in.jpg")
    save(tmp_path / "out.jpg", photo.pixels, photo=photo, quality=80)
    assert encoding(tmp_path / "out.jpg") == coarse(tmp_path / "80.jpg", quality=80, subsampling="4:2:0")
    save(tmp_path / "plain.jpg", photo.pixels, quality=80)
    assert encoding(tmp_path / "plain.jpg") == coarse(tmp_path / "80.jpg", quality=80, subsampling="4:4:4")


@pytest.fixture
def pixels():
    pixels = np.full((4, 5, 3), 0.5, np.float32)
    pixels[1, 2, 0], pixels[2, 3], pixels[3, 4, 1] = np.nan, np.inf, -np.inf
    return pixels


def test_integers_hold_no_nan(tmp_path, pixels):
    assert save(tmp_path / "a.png", pixels, "8") == 3
    written = np.asarray(Image.open(tmp_path / "a.png"))
    assert (written[1, 2, 0], written[2, 3, 0], written[3, 4, 1]) == (0, 255, 0)
    assert save(tmp_path / "a.npy", pixels) == 0
    np.testing.assert_array_equal(np.load(tmp_path / "a.npy"), pixels)
    assert save(tmp_path / "b.png", written) == 0


def test_a_float_photo_is_computed_in_floats(pixels):
    assert computed_depth("8", Photo(pixels)) == "float32"
    assert computed_depth("8", Photo(np.zeros((2, 2, 1), np.uint16))) == "8"
    assert words_changed(0) == ""
    assert words_changed(1).startswith("1 pixel was not a number: NaN is written as 0")


def test_a_script_warns(tmp_path, pixels):
    with pytest.warns(UserWarning, match="3 pixels were not numbers"):
        Script(pixels).save(tmp_path / "out.png")
    Script(pixels).save(tmp_path / "out.npy")
