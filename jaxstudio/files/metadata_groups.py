"""Groups of metadata that can be left out of a result: where a photo was taken, say, or all of its EXIF."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from types import MappingProxyType

from jaxstudio.files import packets, tiff_directory
from jaxstudio.files.metadata import (
    COMMENTS,
    EXIF_START,
    OTHER,
    PROFILE,
    RESOLUTION,
    RESOLUTION_TAGS,
    Metadata,
)
from jaxstudio.files.tiff_directory import Block

IMAGE_DESCRIPTION, XP_COMMENT, USER_COMMENT = 270, 40092, 37510
# The properties of XMP that say a place, by the namespace that their prefix stands for.
LOCATION_PROPERTIES = {
    "http://ns.adobe.com/exif/1.0/": r"GPS\w+",
    "http://ns.adobe.com/photoshop/1.0/": "City|State|Country",
    "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/": "Location|CountryCode",
    "http://iptc.org/std/Iptc4xmpExt/2008-02-29/": "LocationCreated|LocationShown",
}


def without_location(metadata: Metadata) -> Metadata:
    """Without GPS in EXIF, and without the properties of XMP and IPTC that name a place.

    Of a JPEG without its private segments and what lies behind the picture: the video of a motion photo names
    the place, too.
    """
    metadata = _without_pieces(metadata, OTHER) if metadata.format == "JPEG" else metadata
    return replace(
        metadata,
        exif=_without_tags(metadata.exif, [tiff_directory.GPS_IFD]),
        xmp=_xmp_without_location(metadata.xmp) if metadata.xmp else None,
        extension=_xmp_without_location(metadata.extension) if metadata.extension else None,
        iptc=packets.iptc_without_location(metadata.iptc) if metadata.iptc else None,
    )


def without_comments(metadata: Metadata) -> Metadata:
    """Without comments, texts, and EXIF's description and user comment."""
    exif = _without_tags(metadata.exif, [IMAGE_DESCRIPTION, XP_COMMENT, USER_COMMENT])
    return _without_pieces(replace(metadata, text=MappingProxyType({}), exif=exif), COMMENTS)


def without_resolution(metadata: Metadata) -> Metadata:
    """Without pixels per inch."""
    resources = metadata.photoshop and packets.without_resources(
        metadata.photoshop, (packets.RESOLUTION_RESOURCE,)
    )
    exif = _without_tags(metadata.exif, RESOLUTION_TAGS)
    less = replace(metadata, dpi=None, unitless=None, exif=exif, photoshop=resources)
    return _without_pieces(less, RESOLUTION)


def _without_pieces(metadata: Metadata, group: str) -> Metadata:
    return replace(metadata, pieces=tuple(piece for piece in metadata.pieces if piece.group != group))


GROUPS: dict[str, Callable[[Metadata], Metadata]] = {
    "location": without_location,
    "exif": lambda metadata: replace(metadata, exif=None, thumbnail=False),
    "xmp": lambda metadata: replace(metadata, xmp=None, extension=None),
    "iptc": lambda metadata: replace(metadata, iptc=None, photoshop=None),
    "profile": lambda metadata: _without_pieces(replace(metadata, icc=None), PROFILE),
    "comments": without_comments,
    "resolution": without_resolution,
    "thumbnail": lambda metadata: replace(metadata, thumbnail=False),
    "other": lambda metadata: _without_pieces(metadata, OTHER),
}


def without(metadata: Metadata, groups: Iterable[str]) -> Metadata:
    """Metadata without these groups of `GROUPS`."""
    for group in groups:
        metadata = GROUPS[group](metadata)
    return metadata


def _without_tags(block: bytes | None, tags: Iterable[int]) -> bytes | None:
    """An EXIF block without these tags; None where nothing is left of it."""
    if not block:
        return None
    patched = Block(block[len(EXIF_START) :])
    patched.remove(tags)
    return EXIF_START + bytes(patched) if patched.directory()[0].entries else None


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
