"""Files of every format, written by other programs, arrive bit for bit; what a format cannot hold is said."""

import sys

import numpy as np
import pytest
import tifffile
from PIL import Image

from jaxstudio.errors import PhotoError, UsageError
from jaxstudio.files.boxes import with_jpeg_2000_boxes
from jaxstudio.files.formats import ALL, identify
from jaxstudio.files.metadata import Metadata
from jaxstudio.files.photo import Photo, load_photo
from jaxstudio.files.save import losses, save

RNG = np.random.default_rng(11)
BYTES = RNG.integers(0, 256, (13, 17, 4), dtype=np.uint8)
WORDS = RNG.integers(0, 65536, (13, 17, 4), dtype=np.uint16)
FLOATS = RNG.normal(0.5, 1.0, (13, 17, 4)).astype(np.float32)
SMOOTH = np.linspace(0, 255, 64 * 64 * 3).reshape(64, 64, 3).astype(np.uint8)
PNM_KINDS = [(1, 255), (3, 255), (1, 65535), (3, 65535), (3, 1023), (1, 15)]


@pytest.mark.parametrize("suffix", [".jpg", ".avif", ".heic"])
def test_a_lossy_format_stays_near(tmp_path, suffix):
    save(tmp_path / f"x{suffix}", SMOOTH)
    assert np.abs(load_photo(tmp_path / f"x{suffix}").pixels.astype(int) - SMOOTH).max() < 16
    save(tmp_path / f"low{suffix}", SMOOTH, quality=20)
    assert (tmp_path / f"low{suffix}").stat().st_size < (tmp_path / f"x{suffix}").stat().st_size


def test_gif_holds_gray_exactly(tmp_path):
    save(tmp_path / "x.gif", BYTES[..., :1])
    np.testing.assert_array_equal(load_photo(tmp_path / "x.gif").pixels[..., 0], BYTES[..., 0])


@pytest.mark.parametrize("text", [False, True])
@pytest.mark.parametrize(("channels", "top"), PNM_KINDS)
def test_pnm_of_any_depth(tmp_path, channels, top, text):
    values = (WORDS[..., :channels].astype(np.uint32) * top // 65535).astype(">u2" if top > 255 else "u1")
    kind = {(1, False): 5, (3, False): 6, (1, True): 2, (3, True): 3}[channels, text]
    body = " ".join(map(str, values.ravel())).encode() if text else values.tobytes()
    (tmp_path / "x.pnm").write_bytes(b"P%d # a remark\n# another\n17 13\n%d\n" % (kind, top) + body)
    full = 65535 if top > 255 else 255
    expected = np.floor(values.astype(np.float64) * full / top + 0.5)
    loaded = load_photo(tmp_path / "x.pnm").pixels
    assert loaded.dtype == (np.uint16 if top > 255 else np.uint8)
    np.testing.assert_array_equal(loaded, expected)


@pytest.mark.parametrize("compression", ["lzw", "lerc", "jpegxl"])
def test_tiff_of_any_compression(tmp_path, compression):
    pytest.importorskip("imagecodecs")
    values = FLOATS[..., :3]
    options = {"predictor": True} if compression == "lzw" else {}
    tifffile.imwrite(tmp_path / "x.tif", values, photometric="rgb", compression=compression, **options)
    np.testing.assert_array_equal(load_photo(tmp_path / "x.tif").pixels, values)


def test_jpeg_xl_and_deep_jpeg_2000_of_another_writer(tmp_path):
    imagecodecs = pytest.importorskip("imagecodecs")
    words = WORDS[..., :3].copy()
    (tmp_path / "x.jxl").write_bytes(imagecodecs.jpegxl_encode(words, lossless=True))
    (tmp_path / "x.jp2").write_bytes(imagecodecs.jpeg2k_encode(words, reversible=True, codecformat="jp2"))
    (tmp_path / "y.j2k").write_bytes(imagecodecs.jpeg2k_encode(words, reversible=True, codecformat="j2k"))
    for name in ("x.jxl", "x.jp2", "y.j2k"):
        np.testing.assert_array_equal(load_photo(tmp_path / name).pixels, words)


def test_deep_jpeg_2000_keeps_its_values_beside_a_profile(tmp_path):
    imagecodecs = pytest.importorskip("imagecodecs")
    words = WORDS[..., :3].copy()
    data = bytes(imagecodecs.jpeg2k_encode(words, reversible=True, codecformat="jp2"))
    profile = bytes(imagecodecs.cms_profile("adobergb"))
    (tmp_path / "x.jp2").write_bytes(with_jpeg_2000_boxes(data, {"icc": profile}))
    photo = load_photo(tmp_path / "x.jp2")
    np.testing.assert_array_equal(photo.pixels, words)
    assert photo.metadata.icc == profile


def test_hdr_of_another_writer(tmp_path):
    cv2 = pytest.importorskip("cv2")
    values = np.abs(FLOATS[..., :3]).copy()
    cv2.imwrite(str(tmp_path / "x.hdr"), values[..., ::-1])
    loaded = load_photo(tmp_path / "x.hdr").pixels
    assert loaded.dtype == np.float32
    np.testing.assert_allclose(loaded, values, atol=values.max() / 128)


def test_heic_of_more_than_8_bits_keeps_them(tmp_path):
    pillow_heif = pytest.importorskip("pillow_heif")
    deep = np.linspace(0, 65535, 64 * 64 * 3).reshape(64, 64, 3).astype(np.uint16)
    heif = pillow_heif.from_bytes("RGB;16", (64, 64), deep.tobytes())
    heif.save(tmp_path / "x.heic", quality=-1, chroma=444)
    loaded = load_photo(tmp_path / "x.heic").pixels
    assert loaded.dtype == np.uint16
    assert np.abs(loaded.astype(int) - deep).max() < 65536 // 64


@pytest.mark.parametrize("bits", [10, 12])
def test_avif_of_more_than_8_bits_keeps_them(tmp_path, monkeypatch, bits):
    imagecodecs = pytest.importorskip("imagecodecs")
    deep = np.linspace(0, 2**bits - 1, 64 * 64 * 3).reshape(64, 64, 3).astype(np.uint16)
    (tmp_path / "x.avif").write_bytes(imagecodecs.avif_encode(deep, level=100, bitspersample=bits))
    loaded = load_photo(tmp_path / "x.avif")
    expected = np.rint(deep / (2**bits - 1) * 65535)
    assert loaded.pixels.dtype == np.uint16
    assert np.abs(loaded.pixels - expected).max() <= 1
    monkeypatch.setitem(sys.modules, "imagecodecs", None)
    cut = load_photo(tmp_path / "x.avif")
    assert cut.pixels.dtype == np.uint8
    assert f"{bits} bits of the AVIF become 8" in losses("x.avif", cut)[0]


def test_a_camera_raw_file_is_developed(tmp_path):
    """A DNG of a Bayer sensor, as tifffile writes it."""
    pytest.importorskip("rawpy")
    mosaic = np.full((64, 96), 16000, np.uint16)
    mosaic[0::2, 0::2] = 40000  # red
    tags = [
        (50706, "B", 4, (1, 4, 0, 0), True),
        (50708, "s", 0, "Maker Model", True),
        (33421, "H", 2, (2, 2), True),
        (33422, "B", 4, (0, 1, 1, 2), True),
        (50717, "I", 1, 65535, True),
        (50721, "2i", 9, tuple(n for row in np.eye(3, dtype=int).ravel() for n in (int(row), 1)), True),
        (50728, "2I", 3, (1, 1, 1, 1, 1, 1), True),
        (50778, "H", 1, 21, True),
    ]
    tifffile.imwrite(tmp_path / "x.dng", mosaic, photometric=32803, extratags=tags, metadata=None)
    photo = load_photo(tmp_path / "x.dng")
    assert (photo.pixels.dtype, photo.channels) == (np.dtype(np.uint16), 3)
    red, green, blue = photo.pixels[20:40, 20:40].reshape(-1, 3).mean(axis=0)
    assert red > 1.2 * max(green, blue)


def animation(path):
    frames = [Image.fromarray(np.roll(SMOOTH, 8 * number, axis=0)) for number in range(3)]
    options = {"lossless": True} if path.suffix == ".webp" else {}
    form = "MPO" if path.suffix == ".mpo" else None
    frames[0].save(path, form, save_all=True, append_images=frames[1:], **options)
    return [np.asarray(frame) for frame in frames]


@pytest.mark.parametrize("suffix", [".tif", ".webp", ".png", ".gif", ".mpo", ".avif"])
def test_every_picture_of_several_can_be_chosen(tmp_path, suffix):
    frames = animation(tmp_path / f"x{suffix}")
    for number, frame in enumerate(frames, 1):
        photo = load_photo(tmp_path / f"x{suffix}", number)
        assert (photo.page, photo.pages) == (number, 3)
        difference = np.abs(photo.pixels[..., :3].astype(int) - frame).max()
        assert difference == 0 if suffix in (".tif", ".webp", ".png") else difference < 40
    for page in (0, 4):
        with pytest.raises(PhotoError, match=rf"there is no page {page}, expected 1 to 3"):
            load_photo(tmp_path / f"x{suffix}", page)


def test_pages_of_other_sizes_depths_and_compressions(tmp_path):
    pages = [BYTES[..., :3], WORDS[:5, :, :3], FLOATS[:, :9, 0]]
    with tifffile.TiffWriter(tmp_path / "x.tif") as tiff:
        for page, compression in zip(pages, (None, "deflate", None), strict=True):
            photometric = "rgb" if page.ndim == 3 else "minisblack"
            tiff.write(page, photometric=photometric, compression=compression, metadata=None)
    for number, page in enumerate(pages, 1):
        photo = load_photo(tmp_path / "x.tif", number)
        np.testing.assert_array_equal(photo.pixels.squeeze(), page)
        assert photo.pages == 3


@pytest.mark.parametrize("known", [known for known in ALL if known.needs], ids=lambda known: known.name)
def test_a_missing_package_is_named_with_the_extra(tmp_path, monkeypatch, known):
    monkeypatch.setitem(sys.modules, known.needs, None)
    at, mark = known.starts[0]
    path = tmp_path / f"x{known.suffixes[0]}"
    path.write_bytes(bytes(at) + mark + bytes(64))
    with pytest.raises(PhotoError, match=rf"{known.name} needs the package {known.needs}: pip") as caught:
        load_photo(path)
    assert "jaxstudio[formats]" in str(caught.value)
    if known.depths:
        with pytest.raises(UsageError, match=r"jaxstudio\[formats\]"):
            save(path, SMOOTH)


def test_what_a_format_cannot_hold_is_said_with_one_that_can():
    deep = Photo(WORDS, Metadata(exif=b"Exif\0\0II*\0", icc=bytes(16) + b"RGB "))
    assert losses("x.png", deep) == losses("x.tif", deep) == losses("x.npy", Photo(BYTES)) == []
    depth, fields = losses("x.bmp", deep)
    assert depth == "BMP holds 8 bits, the photo has 16 bits: PNG, TIFF, PNM hold them"
    assert fields == "BMP does not hold EXIF and the colour profile of the photo: PNG, JPEG, TIFF do"
    assert losses("x.bmp", deep, "8") == [fields]
    assert losses("x.png", Photo(FLOATS))[0].endswith("floating point values: TIFF, PFM, npy hold them")
    assert "256 colours" in losses("x.gif", Photo(BYTES))[0]


def test_a_raw_file_is_known_by_its_name_the_others_by_content():
    assert identify(b"II*\0rest", ".nef").name == "camera raw"
    assert identify(b"II*\0rest", ".jpg").name == "TIFF"
    assert identify(b"\xff\xd8\xff\xe0", ".nef").name == "JPEG"
    assert identify(b"%PDF-1.7", ".png") is None
