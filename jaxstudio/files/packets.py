"""Packets of metadata that several formats hold as bytes: Photoshop's image resources, IPTC-IIM, XMP.

A resource is "8BIM", its number, a name, and its bytes (Adobe Photoshop File Formats, image resources);
IPTC is one of them. A record of IPTC is 0x1C, the record's number, the dataset's
number, and a length with its bytes (IIM 4.2, 1.5).
"""

from __future__ import annotations

import hashlib
import re
import struct
from collections.abc import Iterator
from xml.parsers import expat

SIGNATURES = (b"8BIM", b"MeSa", b"PHUT", b"AgHg", b"DCSR")
IPTC_RESOURCE, THUMBNAILS = 0x0404, (0x0409, 0x040C)
RESOLUTION_RESOURCE = 0x03ED


def read_resources(data: bytes) -> Iterator[tuple[int, bytes, bytes]]:
    """(number, content, the whole resource as it lies in the block); ends where the block is damaged."""
    at = 0
    while at + 12 <= len(data) and data[at : at + 4] in SIGNATURES:
        (number, length) = struct.unpack_from(">HB", data, at + 4)
        begin = at + 6 + 1 + length + (length + 1) % 2
        if begin + 4 > len(data):
            return
        (size,) = struct.unpack_from(">I", data, begin)
        end = begin + 4 + size
        if end > len(data):
            return
        following = end + size % 2
        yield number, data[begin + 4 : end], data[at:following] + (b"\0" if following > len(data) else b"")
        at = following


def taken_apart(data: bytes) -> tuple[bytes | None, bytes | None, bool]:
    """IPTC, the other resources as one block without a picture of the photo, and whether there was one."""
    iptc, others, thumbnail, end = None, b"", False, 0
    for number, content, whole in read_resources(data):
        end += len(whole)
        if number == IPTC_RESOURCE and iptc is None:
            iptc = content
        elif number in THUMBNAILS:
            thumbnail = True
        else:
            others += whole
    others += data[end:] if any(data[end:]) else b""  # behind a damaged one
    return iptc, others or None, thumbnail


def without_resources(block: bytes, numbers: tuple[int, ...]) -> bytes | None:
    """The block without the resources of these numbers."""
    return b"".join(whole for number, _, whole in read_resources(block) if number not in numbers) or None


def resource(number: int, content: bytes) -> bytes:
    """Return a resource without a name, padded to even length."""
    return struct.pack(">4sHHI", b"8BIM", number, 0, len(content)) + content + b"\0" * (len(content) % 2)


def put_together(iptc: bytes | None, others: bytes | None) -> bytes:
    """Return one block made of both."""
    return (resource(IPTC_RESOURCE, iptc) if iptc else b"") + (others or b"")


MARKER = 0x1C
# Content location, its name, city, sub-location, province, country's code and name, of record 2.
LOCATION_DATASETS = frozenset({26, 27, 90, 92, 95, 100, 101})


def iptc_block(data: bytes | None, order: str) -> bytes | None:
    """The records in a TIFF's tag, which may be written as 32-bit numbers, and be filled up behind the last.

    Args:
        order: the byte order of the TIFF, "<" or ">".
    """
    if not data:
        return None
    if data[0] != MARKER and len(data) % 4 == 0:
        swapped = struct.pack(f"<{len(data) // 4}I", *struct.unpack(f">{len(data) // 4}I", data))
        data = swapped if swapped[0] == MARKER else data
    if data[0] != MARKER:
        return None
    end = sum(len(whole) for *_, whole in iptc_records(data))
    return data[:end] if not any(data[end:]) else data


def iptc_records(iptc: bytes) -> Iterator[tuple[int, int, bytes]]:
    """(record, dataset, the whole record as it lies in the block); ends where the block is damaged."""
    at = 0
    while at + 5 <= len(iptc) and iptc[at] == MARKER:
        record, dataset, size = struct.unpack_from(">BBH", iptc, at + 1)
        begin = at + 5
        if size & 0x8000:  # the length of the length
            digits = size & 0x7FFF
            size = int.from_bytes(iptc[begin : begin + digits], "big")
            begin += digits
        if begin + size > len(iptc):
            return
        yield record, dataset, iptc[at : begin + size]
        at = begin + size


def iptc_without_location(iptc: bytes) -> bytes | None:
    """The block without the records that name a place; None where nothing is left."""
    kept = (
        whole
        for record, dataset, whole in iptc_records(iptc)
        if not (record == 2 and dataset in LOCATION_DATASETS)
    )
    return b"".join(kept) or None


# Patterns begin with a literal: no pattern may walk twice over the kilobytes of spaces in a packet.
EXTENSION = re.compile(
    rb""":HasExtendedXMP(?:\s*=\s*["']|\s*>\s*)([0-9A-Fa-f]{32})(?:["']|\s*</[\w.-]+:HasExtendedXMP\s*>)"""
)
PREFIX = re.compile(rb"(?:\s|<)[\w.-]{1,64}$")
RDF_END = re.compile(rb"</[\w.-]+:RDF\s*>")
RDF_CONTENT = re.compile(rb"<([\w.-]+):RDF(?:\s[^<>]*)?>(.*)</\1:RDF\s*>", re.DOTALL)
STUB = (
    b'<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
    b'<rdf:Description rdf:about="" xmlns:xmpNote="http://ns.adobe.com/xmp/note/"'
    b' xmpNote:HasExtendedXMP="%s"/>'
    b"</rdf:RDF></x:xmpmeta>"
)


def upright_xmp(xmp: bytes) -> bytes:
    """XMP whose orientation is 1, as the pixels' is once they are read."""
    return re.sub(rb"(tiff:Orientation(?:\s*=\s*[\"']|>))[2-8]", rb"\g<1>1", xmp)


def extension_of(xmp: bytes) -> bytes | None:
    """The identifier (32 hexadecimal digits) of the second packet that a packet names."""
    match = EXTENSION.search(xmp)
    return match[1] if match else None


def _without_extension(xmp: bytes) -> bytes:
    match = EXTENSION.search(xmp)
    prefix = PREFIX.search(xmp, max(0, match.start() - 65), match.start()) if match else None
    return xmp[: prefix.start()] + xmp[match.end() :] if match and prefix else xmp


def joined_xmp(xmp: bytes, extension: bytes) -> bytes | None:
    """Both packets as one, for formats that hold packets of any length; None where that is no longer XML.

    The second packet's descriptions follow those of the first.
    """
    content, end = RDF_CONTENT.search(extension), list(RDF_END.finditer(xmp))
    if content is None or not end:
        return None
    at = end[-1].start()
    whole = _without_extension(xmp[:at] + content[2] + xmp[at:])
    return whole if _is_xml(whole) else None


def split_xmp(xmp: bytes) -> tuple[bytes, bytes]:
    """Split a packet that is too long for a JPEG's segment: a short one that names the second."""
    return STUB % hashlib.md5(xmp, usedforsecurity=False).hexdigest().upper().encode(), xmp


def _is_xml(text: bytes) -> bool:
    parser = expat.ParserCreate(namespace_separator=" ")
    try:
        parser.Parse(text.rstrip(b"\0"), True)
    except expat.ExpatError:
        return False
    return True
