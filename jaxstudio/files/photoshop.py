"""Photoshop's image resources: IPTC and whatever else lies beside it, in JPEG, TIFF and PNG files.

A resource is "8BIM", its number, a name, and its bytes (Adobe Photoshop File Formats, image resources).
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

SIGNATURES = (b"8BIM", b"MeSa", b"PHUT", b"AgHg", b"DCSR")
IPTC, THUMBNAILS = 0x0404, (0x0409, 0x040C)
EXIF, XMP, ICC = (0x0422, 0x0423), 0x0424, 0x040F
RESOLUTION = 0x03ED


def resources(data: bytes) -> Iterator[tuple[int, bytes, bytes]]:
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
    for number, content, whole in resources(data):
        end += len(whole)
        if number == IPTC and iptc is None:
            iptc = content
        elif number in THUMBNAILS:
            thumbnail = True
        else:
            others += whole
    others += data[end:] if any(data[end:]) else b""  # behind a damaged one
    return iptc, others or None, thumbnail


def without(block: bytes, numbers: tuple[int, ...]) -> bytes | None:
    """The block without the resources of these numbers."""
    return b"".join(whole for number, _, whole in resources(block) if number not in numbers) or None


def resource(number: int, content: bytes) -> bytes:
    """One resource without a name, of even length."""
    return struct.pack(">4sHHI", b"8BIM", number, 0, len(content)) + content + b"\0" * (len(content) % 2)


def put_together(iptc: bytes | None, others: bytes | None) -> bytes:
    """One block of both."""
    return (resource(IPTC, iptc) if iptc else b"") + (others or b"")
