"""Every kind of photo file arrives with the values it holds."""

import os
import struct
import zlib

import numpy as np
import pytest
import tifffile
from PIL import Image, ImageCms

from jaxstudio.errors import PhotoError
from jaxstudio.files import decode, photo, plain_formats
from jaxstudio.files.photo import SAMPLES, load_photo, photo_size, sample_photo
from jaxstudio.files.save import save

RNG = np.random.default_rng(7)
BYTES = RNG.integers(0, 256, (13, 17, 4), dtype=np.uint8)
WORDS = RNG.integers(0, 65536, (13, 17, 4), dtype=np.uint16)
FLOATS = RNG.normal(0.5, 1.0, (13, 17, 4)).astype(np.float32)


def png_bytes(width, height, *chunks, depth=8, colour=0):
    """A PNG of these chunks, for files that no writer would make."""
    header = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0)
    data = b"\x89PNG\r\n\x1a\n"
    for kind, body in ((b"IHDR", header), *chunks, (b"IEND", b"")):
        data += struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    return data


@pytest.mark.parametrize("interlaced", [False, True])
def test_16_bit_colour_png_of_another_writer(tmp_path, interlaced):
    cv2 = pytest.importorskip("cv2")
    assert cv2.imwrite(str(tmp_path / "x.png"), WORDS[..., [2, 1, 0]])
    if interlaced:
        # Adam7 of a 1 × 1 image is a single pass of a single pixel: enough to meet the other code path.
        raw = zlib.compress(b"\0" + WORDS[0, 0, :3].astype(">u2").tobytes())
        data = bytearray(png_bytes(1, 1, (b"IDAT", raw), depth=16, colour=2))
        data[28] = 1
        data[29:33] = struct.pack(">I", zlib.crc32(bytes(data[12:29])))
        (tmp_path / "x.png").write_bytes(data)
    loaded = load_photo(tmp_path / "x.png").pixels
    np.testing.assert_array_equal(loaded, WORDS[:1, :1, :3] if interlaced else WORDS[..., :3])


def test_16_bit_transparent_colour_becomes_alpha(tmp_path):
    pixels = WORDS[:2, :2, :3].copy()
    rows = b"".join(b"\0" + row.astype(">u2").tobytes() for row in pixels)
    key = pixels[1, 1].astype(">u2").tobytes()
    chunks = ((b"tRNS", key), (b"IDAT", zlib.compress(rows)))
    (tmp_path / "x.png").write_bytes(png_bytes(2, 2, *chunks, depth=16, colour=2))
    loaded = load_photo(tmp_path / "x.png").pixels
    np.testing.assert_array_equal(loaded[..., :3], pixels)
    assert loaded[..., 3].tolist() == [[65535, 65535], [65535, 0]]


@pytest.mark.parametrize(
    "options",
    [
        {"byteorder": ">"},
        {"compression": "zlib"},
        {"tile": (16, 16)},
        {"bigtiff": True},
        {"rowsperstrip": 2},
        {"photometric": "minisblack"},
    ],
)
@pytest.mark.parametrize("values", [BYTES, FLOATS.astype(np.float64), FLOATS.astype(np.float16)])
def test_tiff_layouts(tmp_path, options, values):
    wanted = values[..., :3]
    tifffile.imwrite(tmp_path / "x.tif", wanted, **{"photometric": "rgb", **options})
    loaded = load_photo(tmp_path / "x.tif").pixels
    dtype = np.float32 if values.dtype.kind == "f" else values.dtype
    assert loaded.dtype == dtype
    np.testing.assert_array_equal(loaded, wanted.astype(dtype))


def test_tiff_white_is_zero_is_turned_over(tmp_path):
    tifffile.imwrite(tmp_path / "x.tif", BYTES[..., 0], photometric="miniswhite")
    np.testing.assert_array_equal(load_photo(tmp_path / "x.tif").pixels[..., 0], 255 - BYTES[..., 0])


def test_tiff_premultiplied_alpha_becomes_straight(tmp_path):
    stored = np.array([[[64, 0, 32, 128], [0, 0, 0, 0]]], np.uint8)
    tifffile.imwrite(tmp_path / "x.tif", stored, photometric="rgb", extrasamples=["assocalpha"])
    assert load_photo(tmp_path / "x.tif").pixels.tolist() == [[[128, 0, 64, 128], [0, 0, 0, 0]]]


@pytest.mark.parametrize("suffix", [".tif", ".npy"])
def test_a_large_file_is_mapped_not_read(tmp_path, suffix, monkeypatch):
    monkeypatch.setattr(decode, "MAP_FROM_BYTES", 100)
    monkeypatch.setattr(plain_formats, "MAP_FROM_BYTES", 100)
    save(tmp_path / f"x{suffix}", FLOATS)
    pixels = load_photo(tmp_path / f"x{suffix}").pixels
    base = pixels
    while not isinstance(base, np.memmap):
        assert base.base is not None
        base = base.base
    np.testing.assert_array_equal(pixels, FLOATS)


@pytest.mark.parametrize(
    ("mode", "suffix", "shape"),
    [
        ("1", ".png", (13, 17, 1)),
        ("L", ".bmp", (13, 17, 1)),
        ("P", ".png", (13, 17, 3)),
        ("P", ".gif", (13, 17, 3)),
        ("RGB", ".webp", (13, 17, 3)),
        ("RGBA", ".webp", (13, 17, 4)),
        ("LA", ".png", (13, 17, 2)),
        ("CMYK", ".jpg", (13, 17, 3)),
        ("CMYK", ".tif", (13, 17, 3)),
    ],
)
def test_modes(tmp_path, mode, suffix, shape):
    source = Image.fromarray(BYTES if mode == "RGBA" else BYTES[..., :3].copy())
    image = source.convert("L").convert(mode) if mode == "LA" else source.convert(mode)
    image.save(tmp_path / f"x{suffix}", **({"lossless": True} if suffix == ".webp" else {}))
    loaded = load_photo(tmp_path / f"x{suffix}").pixels
    assert (loaded.shape, loaded.dtype) == (shape, np.uint8)
    with Image.open(tmp_path / f"x{suffix}") as again:
        wanted = np.asarray(again.convert({1: "L", 2: "LA", 3: "RGB", 4: "RGBA"}[shape[2]]))
    np.testing.assert_array_equal(loaded, wanted.reshape(shape))


def test_palette_with_transparency_has_alpha(tmp_path):
    image = Image.fromarray(BYTES[..., :3].copy()).convert("P")
    image.save(tmp_path / "x.png", transparency=int(np.asarray(image)[0, 0]))
    assert load_photo(tmp_path / "x.png").pixels[0, 0, 3] == 0


def test_a_gray_value_that_is_transparent(tmp_path):
    words = WORDS[..., 0].copy()
    Image.fromarray(words).save(tmp_path / "x.png", transparency=int(words[3, 4]))
    loaded = load_photo(tmp_path / "x.png").pixels
    np.testing.assert_array_equal(loaded[..., 0], words)
    np.testing.assert_array_equal(loaded[..., 1], np.where(words == words[3, 4], 0, 65535))


def test_the_content_tells_the_format_not_the_name(tmp_path):
    Image.fromarray(BYTES).save(tmp_path / "x.jpg", "PNG")
    np.testing.assert_array_equal(load_photo(tmp_path / "x.jpg").pixels, BYTES)


def test_cmyk_with_an_unusable_profile_is_still_read(tmp_path):
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()  # of RGB, not of inks
    Image.fromarray(BYTES[..., :3].copy()).convert("CMYK").save(tmp_path / "x.jpg", icc_profile=profile)
    loaded = load_photo(tmp_path / "x.jpg")
    assert loaded.channels == 3


def test_not_a_number_is_carried(tmp_path):
    values = FLOATS.copy()
    values[0, 0, 0] = np.nan
    np.save(tmp_path / "x.npy", values)
    np.testing.assert_array_equal(load_photo(tmp_path / "x.npy").pixels, values)


@pytest.mark.parametrize(
    "values",
    [BYTES[..., 0], WORDS, FLOATS.astype(np.float64), FLOATS.astype(">f4"), np.asfortranarray(FLOATS)],
)
def test_npy_of_any_order_and_type(tmp_path, values):
    np.save(tmp_path / "x.npy", values)
    loaded = load_photo(tmp_path / "x.npy").pixels
    assert loaded.flags.c_contiguous
    assert loaded.dtype.isnative
    np.testing.assert_array_equal(loaded, values.reshape(loaded.shape).astype(loaded.dtype))


def test_200_000_pixels_wide(tmp_path):
    wide = RNG.integers(0, 256, (3, 200_000, 3), dtype=np.uint8)
    save(tmp_path / "x.png", wide)
    np.testing.assert_array_equal(load_photo(tmp_path / "x.png").pixels, wide)
    assert photo_size(tmp_path / "x.png") == (3, 200_000)


@pytest.mark.parametrize("name", SAMPLES)
def test_samples_need_no_network(name, monkeypatch):
    def refuse(*args, **kwargs):
        raise AssertionError("a sample was to be downloaded")

    monkeypatch.setattr("socket.socket.connect", refuse)
    sample = sample_photo(name)
    assert sample.pixels.dtype == np.uint8
    assert sample.channels == (1 if name == "camera" else 3)


def npy(array):
    return lambda path: np.save(path, array, allow_pickle=True)


BAD = {
    "text.png": (lambda p: p.write_text("no picture"), "not a photo"),
    "empty.png": (lambda p: p.write_bytes(b""), "empty file"),
    "folder.png": (lambda p: p.mkdir(), "a folder"),
    "missing.png": (lambda p: None, "no such file"),
    "cut.png": (lambda p: save(p, BYTES), "cut short"),
    "cut.jpg": (lambda p: save(p, BYTES[..., :3]), "cut short"),
    "cut.tif": (lambda p: save(p, WORDS), "cut short"),
    "cut.webp": (lambda p: save(p, BYTES), "cut short"),
    "cut.bmp": (lambda p: save(p, BYTES[..., :3]), "cut short"),
    "cut.npy": (lambda p: save(p, FLOATS), "not an .npy array"),
    "zero.npy": (npy(np.zeros((0, 5, 3), np.float32)), "no pixels"),
    "zero.png": (lambda p: p.write_bytes(png_bytes(0, 5)), "zero.png"),
    "bomb.png": (lambda p: p.write_bytes(png_bytes(40_000, 40_000, (b"IDAT", b"x"))), "1,600 megapixels"),
    "one.npy": (npy(np.zeros(5, np.float32)), "shape (5,)"),
    "five.npy": (npy(np.zeros((4, 4, 5), np.float32)), "shape (4, 4, 5)"),
    "long.npy": (npy(np.zeros((4, 4, 3), np.int64)), "int64"),
    "object.npy": (npy(np.array([[{}]], dtype=object)), "not an .npy array"),
    "text.npy": (lambda p: p.write_text("no array"), "not an .npy array"),
    "rare.tif": (
        lambda p: p.write_bytes(b"II*\0\x08\0\0\0" + bytes(range(256))),
        "a TIFF that is cut short or of a rare kind, expected one that is not compressed",
    ),
    "five.tif": (
        lambda p: tifffile.imwrite(
            p, np.zeros((6, 7, 5), np.uint8), photometric="rgb", planarconfig="contig"
        ),
        "shape (6, 7, 5)",
    ),
    "int.tif": (lambda p: tifffile.imwrite(p, np.zeros((4, 4), np.int32)), "int32"),
}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_is_one_clear_line(tmp_path, name):
    make, expected = BAD[name]
    path = tmp_path / name
    make(path)
    if name.startswith("cut"):
        path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    with pytest.raises(PhotoError) as caught:
        load_photo(path)
    line = str(caught.value)
    assert expected in line
    assert str(path) in line
    assert "\n" not in line


def test_what_the_system_says_is_not_called_damage(tmp_path):
    os.symlink("loop.png", tmp_path / "loop.png")
    for name in ("loop.png", 300 * "x" + ".png"):
        with pytest.raises(PhotoError, match="cannot be read"):
            load_photo(tmp_path / name)


def test_no_permission(tmp_path, monkeypatch):
    save(tmp_path / "x.png", BYTES)

    def refuse(*args, **kwargs):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(photo, "open", refuse, raising=False)
    with pytest.raises(PhotoError, match="no permission"):
        load_photo(tmp_path / "x.png")
