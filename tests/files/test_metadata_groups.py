"""Groups of metadata are left out of a result, and nothing else; what is kept is found by another library."""

import io
from dataclasses import replace

import numpy as np
import pytest
from PIL import ExifTags, Image, ImageCms, IptcImagePlugin

from jaxstudio.files.metadata_groups import GROUPS, without
from jaxstudio.files.packets import iptc_records
from jaxstudio.files.photo import Photo, load_photo
from jaxstudio.files.save import save

PIXELS = np.random.default_rng(3).integers(0, 256, (24, 36, 3), dtype=np.uint8)
ICC = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
PLACES = (
    b'exif:GPSLatitude="48,8.5N"',
    b'photoshop:City="Town"',
    b"<exif:GPSLongitude>11,34E</exif:GPSLongitude>",
    b"<Iptc4xmpExt:LocationShown><rdf:Bag><rdf:li>here</rdf:li></rdf:Bag></Iptc4xmpExt:LocationShown>",
)
XMP = (
    b'<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
    b'<rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/"'
    b' xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"'
    b' xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" '
    + b" ".join(PLACES[:2])
    + b' photoshop:Credit="someone">'
    + b"".join(PLACES[2:])
    + b"</rdf:Description></rdf:RDF></x:xmpmeta>"
)
IPTC = b"\x1c\x02\x5a\x00\x04Town" + b"\x1c\x02\x50\x00\x06Author"
EXTENDED = IPTC + b"\x1c\x02\x78\x80\x04\0\0\0\x03abc"


def photo_with_everything(path):
    exif = Image.Exif()
    exif[ExifTags.Base.Make] = "Maker"
    exif[ExifTags.Base.ImageDescription] = "described"
    exif.get_ifd(ExifTags.IFD.Exif)[ExifTags.Base.UserComment] = b"ASCII\0\0\0remark"
    exif.get_ifd(ExifTags.IFD.GPSInfo)[ExifTags.GPS.GPSLatitudeRef] = "N"
    payload = b"Photoshop 3.0\0" + b"8BIM\x04\x04\0\0" + len(IPTC).to_bytes(4, "big") + IPTC
    payload += b"\0" * (len(IPTC) % 2)
    segment = b"\xff\xed" + (2 + len(payload)).to_bytes(2, "big") + payload
    options = {"exif": exif, "icc_profile": ICC, "xmp": XMP, "comment": "a remark", "dpi": (300, 300)}
    Image.fromarray(PIXELS).save(path, extra=segment, quality=95, **options)
    return load_photo(path)


def fields(path):
    """What Pillow finds in a file."""
    with Image.open(path) as image:
        image.load()
        exif = image.getexif()
        return {
            "make": exif.get(ExifTags.Base.Make),
            "description": exif.get(ExifTags.Base.ImageDescription),
            "gps": dict(exif.get_ifd(ExifTags.IFD.GPSInfo)),
            "user comment": exif.get_ifd(ExifTags.IFD.Exif).get(ExifTags.Base.UserComment),
            "thumbnail": ExifTags.Base.JpegIFOffset in exif.get_ifd(ExifTags.IFD.IFD1),
            "xmp": image.info.get("xmp"),
            "iptc": IptcImagePlugin.getiptcinfo(image),
            "icc": image.info.get("icc_profile"),
            "comment": image.info.get("comment"),
            "unit": image.info.get("jfif_unit"),
        }


EXIF_FIELDS = {"make", "description", "gps", "user comment"}
CHANGES = {
    "location": {"gps", "xmp", "iptc"},
    "exif": EXIF_FIELDS,
    "xmp": {"xmp"},
    "iptc": {"iptc"},
    "profile": {"icc"},
    "comments": {"comment", "description", "user comment"},
    "resolution": {"unit"},
    "thumbnail": set(),
    "other": set(),
}


@pytest.mark.parametrize("group", GROUPS)
def test_a_group_is_left_out_and_nothing_else(tmp_path, group):
    photo = photo_with_everything(tmp_path / "in.jpg")
    save(tmp_path / "all.jpg", photo.pixels, photo=photo)
    everything = fields(tmp_path / "all.jpg")
    assert all(value for name, value in everything.items() if name != "thumbnail")
    less = Photo(photo.pixels, without(photo.metadata, [group]))
    save(tmp_path / "less.jpg", less.pixels, photo=less)
    found = fields(tmp_path / "less.jpg")
    assert {name for name in found if found[name] != everything[name]} == CHANGES[group]


def test_no_place_is_left(tmp_path):
    photo = photo_with_everything(tmp_path / "in.jpg")
    for suffix in ("jpg", "png", "tif", "webp", "jp2"):
        less = Photo(photo.pixels, without(photo.metadata, ["location"]))
        save(tmp_path / f"x.{suffix}", less.pixels, photo=less)
        data = (tmp_path / f"x.{suffix}").read_bytes()
        assert b"Town" not in data
        assert b"GPSL" not in data
        assert b"LocationShown" not in data.replace(b"xmlns:Iptc4xmpExt", b"")
    assert without(photo.metadata, ["location"]).xmp == b"".join(_without(XMP))


def _without(xmp):
    for place in PLACES[:2]:
        xmp = xmp.replace(b" " + place, b"")
    for place in PLACES[2:]:
        xmp = xmp.replace(place, b"")
    return [xmp]


def test_records_of_iptc_of_any_length():
    found = list(iptc_records(EXTENDED))
    assert [(record, dataset) for record, dataset, _ in found] == [(2, 90), (2, 80), (2, 120)]
    assert b"".join(whole for *_, whole in found) == EXTENDED
    assert list(iptc_records(EXTENDED[:-1])) == list(iptc_records(IPTC))


@pytest.mark.parametrize("byte_order", [b"II", b"MM"])
def test_the_thumbnail_shows_the_result(tmp_path, byte_order):
    exif = Image.Exif()
    exif.endian = "<" if byte_order == b"II" else ">"
    exif[ExifTags.Base.Make] = "Maker"
    Image.fromarray(PIXELS).save(tmp_path / "in.jpg", exif=exif)
    photo = load_photo(tmp_path / "in.jpg")
    assert not photo.metadata.thumbnail
    large = np.zeros((600, 900, 3), np.uint8)
    large[:, :450] = (200, 40, 30)
    with_one = Photo(large, replace(photo.metadata, thumbnail=True))
    save(tmp_path / "out.jpg", large, photo=with_one)
    assert load_photo(tmp_path / "out.jpg").metadata.thumbnail
    with Image.open(tmp_path / "out.jpg") as image:
        exif = image.getexif()
        assert exif[ExifTags.Base.Make] == "Maker"
        first = exif.get_ifd(ExifTags.IFD.IFD1)
        block = image.info["exif"][6:]
        start, size = first[ExifTags.Base.JpegIFOffset], first[ExifTags.Base.JpegIFByteCount]
        small = Image.open(io.BytesIO(block[start : start + size]))
    assert small.size == (160, 107)
    np.testing.assert_allclose(np.asarray(small)[50, 20], (200, 40, 30), atol=12)
    np.testing.assert_allclose(np.asarray(small)[50, 140], 0, atol=12)
