"""A result is stored as its source is, where its format has several ways, or as is asked for."""

import io
import json
import shutil
import struct
import subprocess

import cv2
import exiftool_corpus as corpus
import numpy as np
import pytest
import tifffile
from PIL import Image

from jaxstudio.batch.photo import PhotoWork
from jaxstudio.errors import SaveError, UsageError
from jaxstudio.files.formats import check_storage, default_depth, parse_storage
from jaxstudio.files.metadata import Metadata
from jaxstudio.files.photo import Photo, load_photo
from jaxstudio.files.save import losses, save

ICC = corpus.ICC
RNG = np.random.default_rng(8)
BYTES = RNG.integers(0, 256, (301, 530, 4), dtype=np.uint8)
RGB = np.ascontiguousarray(BYTES[..., :3])
WORDS = RNG.integers(0, 65536, (301, 530, 3), dtype=np.uint16)
FLOATS = RNG.normal(0.5, 1.0, (301, 530, 1)).astype(np.float32)


@pytest.mark.parametrize("tile", [None, (64, 128)])
def test_a_tiff_keeps_its_compression_and_its_tiles(tmp_path, tile):
    """tifffile and libtiff (in OpenCV, which multiplies alpha into bytes) read each kind."""
    pytest.importorskip("imagecodecs")
    wrong = []
    for compression in (None, "adobe_deflate", "lzw", "packbits", "zstd"):
        for pixels in (BYTES, BYTES[..., :1], WORDS, FLOATS):
            source, target = tmp_path / "in.tif", tmp_path / "out.tif"
            plain = pixels if pixels.shape[2] > 1 else pixels[..., 0]
            options = {"photometric": "rgb" if pixels.shape[2] > 1 else "minisblack", "metadata": None}
            tifffile.imwrite(source, plain, compression=compression, tile=tile, rowsperstrip=37, **options)
            photo = load_photo(source)
            save(target, photo.pixels, photo=photo)
            case = f"{compression} {pixels.dtype} {pixels.shape}"
            with tifffile.TiffFile(target) as file:
                page = file.pages[0]
                kind = (page.compression, page.tile if page.is_tiled else None)
                wrong += [] if np.array_equal(page.asarray(), plain) else [f"{case}: values differ"]
            with tifffile.TiffFile(source) as file:
                page = file.pages[0]
                expected = (page.compression, page.tile if page.is_tiled else None)
            wrong += [] if kind == expected else [f"{case}: {kind}, expected {expected}"]
            seen = (
                cv2.imread(str(target), cv2.IMREAD_UNCHANGED)
                if compression != "zstd" and pixels is not BYTES
                else None
            )
            if seen is not None:
                order = {1: [0], 3: [2, 1, 0], 4: [2, 1, 0, 3]}[pixels.shape[2]]
                same = np.array_equal(seen.reshape(pixels.shape)[..., order], pixels)
                wrong += [] if same else [f"{case}: OpenCV reads others"]
    assert not wrong


def test_jpeg_keeps_4_1_1_and_4_4_0(tmp_path):
    """Pillow says how many colours a file holds."""
    imagecodecs = pytest.importorskip("imagecodecs")
    wrong = []
    for subsampling in ("444", "422", "420", "411", "440"):
        source, target = tmp_path / "in.jpg", tmp_path / "out.jpg"
        source.write_bytes(imagecodecs.jpeg8_encode(RGB, level=90, subsampling=subsampling))
        photo = load_photo(source)
        save(target, photo.pixels, photo=photo)
        with Image.open(source) as before, Image.open(target) as after:
            layers = [[layer[1:3] for layer in image.layer] for image in (before, after)]
        wrong += [] if layers[0] == layers[1] else [f"{subsampling}: {layers}"]
    save(target, photo.pixels, photo=photo, storage=parse_storage(["4:1:1"]))
    with Image.open(target) as image:
        assert [layer[1:3] for layer in image.layer] == [(4, 1), (1, 1), (1, 1)]
    assert not wrong


def test_openexr_keeps_half_floats_its_compression_and_attributes(tmp_path):
    OpenEXR = pytest.importorskip("OpenEXR")
    source, target = tmp_path / "in.exr", tmp_path / "out.exr"
    half = FLOATS.repeat(3, 2).astype(np.float16)
    said = {"owner": "Jörg", "comments": "a remark", "whiteLuminance": 80.0, "pixelAspectRatio": 2.0}
    header = {"compression": OpenEXR.PIZ_COMPRESSION, "type": OpenEXR.scanlineimage, **said}
    with OpenEXR.File(header, {"RGB": half}) as file:
        file.write(str(source))
    photo = load_photo(source)
    save(target, photo.pixels, photo=photo)
    with OpenEXR.File(str(target)) as file:
        assert {name: file.header()[name] for name in said} == said
        assert file.header()["compression"] == OpenEXR.PIZ_COMPRESSION
        np.testing.assert_array_equal(file.channels()["RGB"].pixels, half)
    assert any("owner" in line for line in losses("x.tif", photo))
    save(tmp_path / "x.tif", photo.pixels, photo=photo)
    assert tifffile.imread(tmp_path / "x.tif").dtype == np.float16
    save(target, photo.pixels * 1e9, photo=photo, storage=parse_storage(["float,zip"]))
    with OpenEXR.File(str(target)) as file:
        assert file.channels()["RGB"].pixels.dtype == np.float32
        assert file.header()["compression"] == OpenEXR.ZIP_COMPRESSION


def test_how_pixels_are_stored_can_be_asked_for(tmp_path):
    save(tmp_path / "x.tif", WORDS, storage=parse_storage(["tiles", "deflate,lzw"]))
    with tifffile.TiffFile(tmp_path / "x.tif") as file:
        assert file.pages[0].tile == (256, 256)
        assert file.pages[0].compression == 5
        np.testing.assert_array_equal(file.asarray(), WORDS)
    with pytest.raises(UsageError, match="--store gold: expected uncompressed, deflate"):
        parse_storage(["deflate,gold"])
    for word, form, said in (
        ("lzw", "PNG", "is for TIFF, expected no such word: PNG is stored in one way"),
        (
            "piz",
            "TIFF",
            "is for OpenEXR, expected for TIFF uncompressed, deflate, lzw, packbits, zstd, strips",
        ),
        ("4:2:0", "AVIF", "is for JPEG, expected for AVIF 10-bit, 12-bit"),
    ):
        with pytest.raises(UsageError, match=f"--store {word}: {said}"):
            check_storage([word], [form])
    check_storage(["lzw,half", "4:2:0", "10-bit"], ["TIFF", "JPEG", "PNG", "AVIF"])


def bits_told(path):
    """The bits of an AVIF or HEIC as exiftool lists them, with the maker and the profile that it finds."""
    words = ["exiftool", "-j", "-ImagePixelDepth", "-Make", "-ProfileDescription", "-Creator", path]
    (found,) = json.loads(subprocess.run(words, capture_output=True, check=True).stdout)
    return int(str(found["ImagePixelDepth"]).split()[0]), found["Make"], found["Creator"]


@pytest.mark.parametrize("suffix", ["avif", "heic"])
def test_ten_and_twelve_bits_are_kept(tmp_path, suffix):
    """Read again by imagecodecs and pillow-heif; exiftool tells the bits and the metadata."""
    imagecodecs, pillow_heif = pytest.importorskip("imagecodecs"), pytest.importorskip("pillow_heif")

    def read(path):
        if suffix == "avif":
            return imagecodecs.avif_decode(path.read_bytes())
        picture = pillow_heif.open_heif(path, convert_hdr_to_8bit=False)[0]
        return np.asarray(picture) >> 16 - picture.info["bit_depth"]

    exif = Image.Exif()
    exif[271] = "Maker"
    xmp = b'<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
    xmp += (
        b'<rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" dc:creator="J"/></rdf:RDF></x:xmpmeta>'
    )
    metadata = Metadata(exif.tobytes(), ICC, xmp)
    smooth = np.add.outer(np.arange(90.0), np.arange(120.0)) / 208 * 65535
    smooth = np.repeat(smooth.astype(np.uint16)[..., np.newaxis], 4, axis=2)
    target, other = tmp_path / f"x.{suffix}", tmp_path / f"y.{suffix}"
    for words, bits in (([], 10), (["12-bit"], 12)):
        for channels in (1, 3, 4):
            photo = Photo(np.ascontiguousarray(smooth[..., :channels]), metadata)
            save(target, photo.pixels, photo=photo, storage=parse_storage(words))
            found = read(target)
            assert (
                np.abs(found.reshape(photo.pixels.shape) / (2**bits - 1) - photo.pixels / 65535).max() < 0.01
            )
            if shutil.which("exiftool"):
                assert bits_told(target) == (bits, "Maker", "J")
            again = load_photo(target)
            assert again.metadata.storage.bits == bits
            assert again.metadata.icc == photo.metadata.icc_for(channels)
            save(other, again.pixels, photo=again)  # as its source does
            assert load_photo(other).metadata.storage.bits == bits
            assert losses(other, again) == []
    assert any("JPEG holds 8 bits, the photo has 12 bits" in line for line in losses("x.jpg", again))
    name = {"avif": "AVIF", "heic": "HEIC"}[suffix]
    lines = losses(target, Photo(smooth))
    assert lines == [f"{name} holds 10 bits, the photo has 16 bits: PNG, TIFF, PNM hold them"]
    assert losses(target, Photo(smooth), storage=parse_storage(["12-bit"])) == []
    assert default_depth(target, "8", parse_storage(["10-bit"])) == "16"
    if suffix == "avif":  # of integers nothing is lost at quality 100
        values = (RNG.integers(0, 1024, (40, 50, 3)) * 65535 + 511) // 1023
        save(target, values.astype(np.uint16), quality=100)
        np.testing.assert_array_equal(load_photo(target).pixels, values)


def test_only_what_is_lost_fails_a_photo_that_is_to_lose_nothing(tmp_path):
    """What goes along as it was is told, and is no loss."""
    imagecodecs = pytest.importorskip("imagecodecs")
    png, target = tmp_path / "x.png", tmp_path / "y.png"
    data = io.BytesIO()
    Image.fromarray(RGB).save(data, "PNG")
    chunks = ((b"cICP", b"\x09\x10\0\1"), (b"gAMA", struct.pack(">I", 100_000)))
    png.write_bytes(corpus.with_chunks(data.getvalue(), *chunks))
    (tmp_path / "x.jxl").write_bytes(imagecodecs.jpegxl_encode(RGB, lossless=True))
    linear = tmp_path / "linear.jxl"
    linear.write_bytes(imagecodecs.jpegxl_encode(WORDS, lossless=True))
    work = PhotoWork("", strict=True)
    photo = load_photo(png)
    lines = losses(target, photo)
    assert ["cICP" in line or "gamma" in line for line in lines] == [True, True]
    work.check_nothing_lost(target, lines)
    with pytest.raises(SaveError, match="only PNG holds cICP, gAMA") as refused:
        work.check_nothing_lost(target, losses(tmp_path / "y.jpg", photo))
    assert "converted" not in str(refused.value)
    assert losses(target, load_photo(tmp_path / "x.jxl")) == []
    assert any("JPEG XL's own colours" in line for line in losses(target, load_photo(linear)))
    save(tmp_path / "w.jxl", WORDS)  # which imagecodecs would call linear
    assert losses(target, load_photo(tmp_path / "w.jxl")) == []
    np.testing.assert_array_equal(imagecodecs.jpegxl_decode((tmp_path / "w.jxl").read_bytes()), WORDS)


def test_colours_and_packets_of_other_formats_are_read_or_announced(tmp_path):
    """BT.2020 with PQ in an AVIF, and XMP and a profile in a GIF as Adobe's specification lays them."""
    imagecodecs = pytest.importorskip("imagecodecs")
    data = imagecodecs.avif_encode(RGB[:64, :80].copy(), level=80, primaries=9, transfer=16, matrix=9)
    (tmp_path / "x.avif").write_bytes(data)
    assert any("BT.2020 with PQ" in line for line in losses("x.avif", load_photo(tmp_path / "x.avif")))
    Image.fromarray(BYTES[..., 0]).save(tmp_path / "plain.gif")
    plain = (tmp_path / "plain.gif").read_bytes()
    end = b"\1" + bytes(range(255, -1, -1)) + b"\0"
    xmp, icc = b"<x:xmpmeta xmlns:x='adobe:ns:meta/'/>", bytes(300)
    parts = b"\x21\xff\x0bXMP DataXMP" + xmp + end
    parts += b"\x21\xff\x0bICCRGBG1012" + b"\xff" + icc[:255] + bytes((45,)) + icc[255:] + b"\0"
    at = 13 + 3 * 2 ** ((plain[10] & 7) + 1)
    (tmp_path / "x.gif").write_bytes(b"GIF89a" + plain[6:at] + parts + plain[at:])
    photo = load_photo(tmp_path / "x.gif")
    assert (photo.metadata.xmp, photo.metadata.icc) == (xmp, icc)
    assert any("the colour profile and XMP" in line for line in losses("y.gif", photo))


def test_a_camera_raw_file_says_who_took_the_photo(tmp_path):
    pytest.importorskip("rawpy")
    ones = tuple(n for row in np.eye(3, dtype=int).ravel() for n in (int(row), 1))
    tags = [(50706, "B", 4, (1, 4, 0, 0), True), (50708, "s", 0, "Maker Model", True)]
    tags += [
        (50721, "2i", 9, ones, True),
        (50728, "2I", 3, (1, 1, 1, 1, 1, 1), True),
        (50778, "H", 1, 21, True),
    ]
    tags += [
        (33421, "H", 2, (2, 2), True),
        (33422, "B", 4, (0, 1, 1, 2), True),
        (315, "s", 0, "Jörg".encode(), True),
    ]
    path = tmp_path / "x.dng"
    tifffile.imwrite(path, WORDS[:300, :500, 0], photometric=32803, extratags=tags, metadata=None)
    photo = load_photo(path)
    assert photo.metadata.exif_directory().text(315) == "Jörg"
    assert any("sensor is not kept" in line for line in losses("x.png", photo))
