"""IPTC-IIM: captions, names and places of press photos, in JPEG, TIFF and PNG files.

A record is 0x1C, the record's number, the dataset's number, and a length with its bytes (IIM 4.2, 1.5).
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from typing import Any

IPTC_RESOURCE = 0x0404
TIFF_IPTC = 33723
MARKER = 0x1C
PHOTOSHOP = b"Photoshop 3.0\0"
PNG_KEYWORD = "Raw profile type iptc"
LINE = 72  # hexadecimal digits in a line of a PNG's raw profile
# Content location, its name, city, sub-location, province, country's code and name, of record 2.
LOCATION_DATASETS = frozenset({26, 27, 90, 92, 95, 100, 101})


def read_iptc(info: dict[Any, Any], tiff_tags: Any, text: dict[str, Any]) -> bytes | None:
    """The IPTC block of an image: from a JPEG's Photoshop segment, a TIFF's tag or a PNG's raw profile."""
    data: Any = (info.get("photoshop") or {}).get(IPTC_RESOURCE)
    if data is None and tiff_tags is not None:
        data = tiff_tags.get(TIFF_IPTC)
        if isinstance(data, tuple):  # declared as 32-bit numbers, as the first writers did
            whole = all(isinstance(number, int) for number in data)
            data = struct.pack(f"<{len(data)}I", *data).rstrip(b"\0") if whole else None
    if data is None and PNG_KEYWORD in text:
        data = _raw_profile(str(text[PNG_KEYWORD]))
    return bytes(data) if isinstance(data, bytes) and data[:1] == bytes((MARKER,)) else None


def _raw_profile(text: str) -> bytes | None:
    """The bytes of a PNG's raw profile (a name, a length, digits), perhaps inside a Photoshop resource."""
    match = re.match(r"\s*\w*\s*\n\s*(\d+)\s*\n([0-9a-fA-F\s]*)$", text)
    if match is None:
        return None
    try:
        data = bytes.fromhex("".join(match[2].split()))[: int(match[1])]
    except ValueError:
        return None
    if data.startswith(b"8BIM"):
        (kind,) = struct.unpack_from(">H", data, 4)
        (size,) = struct.unpack_from(">I", data, 8) if len(data) >= 12 else (0,)
        return data[12 : 12 + size] if kind == IPTC_RESOURCE else None
    return data


def _resource(iptc: bytes) -> bytes:
    """The block as a Photoshop resource without a name, of even length."""
    return struct.pack(">4sHHI", b"8BIM", IPTC_RESOURCE, 0, len(iptc)) + iptc + b"\0" * (len(iptc) % 2)


def jpeg_segment(iptc: bytes) -> bytes:
    """The block as an application segment 13 of a JPEG; empty where it does not fit one."""
    payload = PHOTOSHOP + _resource(iptc)
    return b"\xff\xed" + struct.pack(">H", 2 + len(payload)) + payload if len(payload) < 65_534 else b""


def png_text(iptc: bytes) -> str:
    """The block as the text of a PNG's raw profile."""
    resource = _resource(iptc)
    digits = resource.hex()
    lines = "\n".join(digits[at : at + LINE] for at in range(0, len(digits), LINE))
    return f"\niptc\n{len(resource):8d}\n{lines}\n"


def records(iptc: bytes) -> Iterator[tuple[int, int, bytes]]:
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


def without_location(iptc: bytes) -> bytes | None:
    """The block without the records that name a place; None where nothing is left."""
    kept = (
        whole
        for record, dataset, whole in records(iptc)
        if not (record == 2 and dataset in LOCATION_DATASETS)
    )
    return b"".join(kept) or None
