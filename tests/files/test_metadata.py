"""What a photo says about itself is found again in the exported file."""

import numpy as np
import pytest
from PIL import ExifTags, Image, ImageCms
from PIL.PngImagePlugin import PngInfo
from PIL.TiffImagePlugin import IFDRational

from jaxstudio.files.photo import load_photo
from jaxstudio.files.save import losses, save

PIXELS = np.random.default_rng(3).integers(0, 256, (6, 9, 3), dtype=np.uint8)
ICC = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
XMP = b'<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:Description tiff:Orientation="6"/></x:xmpmeta>'


def camera_exif(orientation=1):
    exif = Image.Exif()
    exif[ExifTags.Base.Make] = "Maker"
    exif[ExifTags.Base.Orientation] = orientation
    exif[ExifTags.Base.Copyright] = "CC0"
    inner = exif.get_ifd(ExifTags.IFD.Exif)
    inner[ExifTags.Base.ExposureTime] = IFDRational(1, 250)
    inner[ExifTags.Base.ExifImageWidth] = 9
    inner[ExifTags.Base.MakerNote] = b"private notes"
    exif.get_ifd(ExifTags.IFD.GPSInfo)[ExifTags.GPS.GPSLatitudeRef] = "N"
    return exif


@pytest.fixture
def camera_photo(tmp_path):
    path = tmp_path / "camera.jpg"
    options = {"exif": camera_exif(6), "icc_profile": ICC, "dpi": (300, 300), "quality": 100}
    Image.fromarray(PIXELS).save(path, xmp=XMP, comment="a remark", **options)
    return load_photo(path)


@pytest.mark.parametrize("target", ["png", "jpg", "tif", "webp"])
def test_exif_profile_and_xmp_go_along(tmp_path, camera_photo, target):
    out = tmp_path / f"out.{target}"
    save(out, camera_photo.pixels, "8", camera_photo)
    with Image.open(out) as image:
        image.load()
        exif = image.getexif()
        assert exif[ExifTags.Base.Make] == "Maker"
        assert exif[ExifTags.Base.Copyright] == "CC0"
        assert exif.get(ExifTags.Base.Orientation, 1) == 1
        inner = exif.get_ifd(ExifTags.IFD.Exif)
        assert float(inner[ExifTags.Base.ExposureTime]) == 1 / 250
        assert inner[ExifTags.Base.ExifImageWidth] == 6, "the upright photo is six pixels wide"
        assert inner[ExifTags.Base.MakerNote] == b"private notes"
        assert exif.get_ifd(ExifTags.IFD.GPSInfo)[ExifTags.GPS.GPSLatitudeRef] == "N"
        assert image.info["icc_profile"] == ICC
    again = load_photo(out)
    assert again.metadata.xmp == XMP.replace(b'"6"', b'"1"')
    if target != "webp":
        assert again.metadata.dpi == pytest.approx((300, 300), abs=0.1)
    if target in ("png", "jpg"):
        assert again.metadata.text["Comment"] == "a remark"


def test_png_text_survives(tmp_path):
    text = PngInfo()
    text.add_text("Author", "someone")
    text.add_itxt("Title", "Größe")
    Image.fromarray(PIXELS).save(tmp_path / "x.png", pnginfo=text, dpi=(72, 144))
    photo = load_photo(tmp_path / "x.png")
    save(tmp_path / "y.png", photo.pixels, "16", photo)
    again = load_photo(tmp_path / "y.png")
    assert dict(again.metadata.text) == {"Author": "someone", "Title": "Größe"}
    assert again.metadata.dpi == pytest.approx((72, 144), abs=0.1)


def test_a_profile_of_other_channels_is_left_out(tmp_path, camera_photo):
    save(tmp_path / "gray.png", camera_photo.pixels[..., :1], "8", camera_photo)
    assert load_photo(tmp_path / "gray.png").metadata.icc is None


def test_broken_exif_does_not_cost_the_photo(tmp_path):
    Image.fromarray(PIXELS).save(tmp_path / "x.png", exif=b"Exif\0\0II*\0\xff\xff\xff\xff garbage")
    photo = load_photo(tmp_path / "x.png")
    assert photo.pixels.shape == PIXELS.shape
    assert photo.metadata.exif is None
    assert any("EXIF is damaged" in line for line in losses("y.png", photo))


def test_exif_too_large_for_a_jpeg_loses_only_the_makers_notes(tmp_path, camera_photo):
    exif = camera_exif()
    exif.get_ifd(ExifTags.IFD.Exif)[ExifTags.Base.MakerNote] = bytes(100_000)
    Image.fromarray(PIXELS).save(tmp_path / "x.png", exif=exif)
    photo = load_photo(tmp_path / "x.png")
    save(tmp_path / "x.jpg", photo.pixels, "8", photo)
    with Image.open(tmp_path / "x.jpg") as image:
        assert image.getexif()[ExifTags.Base.Make] == "Maker"
