"""IPTC-IIM: captions, names and places of press photos, in JPEG, TIFF and PNG files.

A record is 0x1C, the record's number, the dataset's number, and a length with its bytes (IIM 4.2, 1.5).
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

MARKER = 0x1C
# Content location, its name, city, sub-location, province, country's code and name, of record 2.
LOCATION_DATASETS = frozenset({26, 27, 90, 92, 95, 100, 101})


def whole_block(data: bytes | None, order: str) -> bytes | None:
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
    end = sum(len(whole) for *_, whole in records(data))
    return data[:end] if not any(data[end:]) else data


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
