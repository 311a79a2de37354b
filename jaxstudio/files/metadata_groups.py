"""Groups of metadata that can be left out of a result: where a photo was taken, say, or all of its EXIF."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from types import MappingProxyType

from PIL import ExifTags, Image

from jaxstudio.files import iptc
from jaxstudio.files.metadata import Metadata

COMMENT_TAGS = (int(ExifTags.Base.ImageDescription), int(ExifTags.Base.XPComment))
# The properties of XMP that say a place, by the namespace that their prefix stands for.
LOCATION_PROPERTIES = {
    "http://ns.adobe.com/exif/1.0/": r"GPS\w+",
    "http://ns.adobe.com/photoshop/1.0/": "City|State|Country",
    "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/": "Location|CountryCode",
    "http://iptc.org/std/Iptc4xmpExt/2008-02-29/": "LocationCreated|LocationShown",
}


def without_location(metadata: Metadata) -> Metadata:
    """Without GPS in EXIF, and without the properties of XMP and IPTC that name a place."""

    def drop_gps(exif: Image.Exif) -> None:
        exif.pop(ExifTags.IFD.GPSInfo, None)

    return replace(
        metadata,
        exif=_edited(metadata.exif, drop_gps),
        xmp=_xmp_without_location(metadata.xmp) if metadata.xmp else None,
        iptc=iptc.without_location(metadata.iptc) if metadata.iptc else None,
    )


def without_comments(metadata: Metadata) -> Metadata:
    """Without comments, texts, and EXIF's description and user comment."""

    def drop_comments(exif: Image.Exif) -> None:
        for tag in COMMENT_TAGS:
            exif.pop(tag, None)
        exif.get_ifd(ExifTags.IFD.Exif).pop(ExifTags.Base.UserComment, None)

    return replace(metadata, text=MappingProxyType({}), exif=_edited(metadata.exif, drop_comments))


def without_resolution(metadata: Metadata) -> Metadata:
    """Without pixels per inch."""

    def drop_resolution(exif: Image.Exif) -> None:
        for tag in (ExifTags.Base.XResolution, ExifTags.Base.YResolution, ExifTags.Base.ResolutionUnit):
            exif.pop(tag, None)

    return replace(metadata, dpi=None, exif=_edited(metadata.exif, drop_resolution))


GROUPS: dict[str, Callable[[Metadata], Metadata]] = {
    "location": without_location,
    "exif": lambda metadata: replace(metadata, exif=None, thumbnail=False),
    "xmp": lambda metadata: replace(metadata, xmp=None),
    "iptc": lambda metadata: replace(metadata, iptc=None),
    "profile": lambda metadata: replace(metadata, icc=None),
    "comments": without_comments,
    "resolution": without_resolution,
    "thumbnail": lambda metadata: replace(metadata, thumbnail=False),
}


def without(metadata: Metadata, groups: Iterable[str]) -> Metadata:
    """Metadata without these groups of `GROUPS`."""
    for group in groups:
        metadata = GROUPS[group](metadata)
    return metadata


def _edited(block: bytes | None, edit: Callable[[Image.Exif], None]) -> bytes | None:
    """An EXIF block after `edit`; None where nothing is left of it."""
    if not block:
        return None
    exif = Image.Exif()
    exif.load(block)
    for directory in (ExifTags.IFD.Exif, ExifTags.IFD.GPSInfo):
        exif.get_ifd(directory)
    edit(exif)
    return exif.tobytes() if len(exif) else None


def _xmp_without_location(xmp: bytes) -> bytes:
    for namespace, names in LOCATION_PROPERTIES.items():
        declared = re.findall(
            rb"xmlns:([\w.-]+)\s*=\s*[\"']" + re.escape(namespace.encode()) + rb"[\"']", xmp
        )
        for prefix in set(declared):
            name = re.escape(prefix) + rb":(?:" + names.encode() + rb")"
            xmp = re.sub(rb"<(" + name + rb")(?:\s[^<>]*)?(?:/>|>.*?</\1\s*>)", b"", xmp, flags=re.DOTALL)
            xmp = re.sub(rb"\s" + name + rb"\s*=\s*(?:\"[^\"]*\"|'[^']*')", b"", xmp)
    return xmp
