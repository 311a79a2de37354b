"""Boxes of JPEG 2000 and JPEG XL files (ISO 15444-1, ISO 18181-2), with EXIF, XMP, IPTC and profiles."""

from __future__ import annotations

import struct
from collections.abc import Iterator

MAX_PAYLOAD = 64 << 20  # of a box that is read for its metadata
JP2_EXIF = b"JpgTiffExif->JP2"
JP2_XMP = bytes.fromhex("BE7ACFCB97A942E89C71999491E3AFAC")
JP2_IPTC = bytes.fromhex("33C7A4D2B81D4723A0BAF1A3E097AD38")
JP2_PHOTOSHOP = bytes.fromhex("2C4C0100850440B9A03E562148D6DFEB")
JP2_UUIDS = {JP2_EXIF: "exif", JP2_XMP: "xmp", JP2_IPTC: "iptc", JP2_PHOTOSHOP: "photoshop"}
JPEG_2000_SIGNATURE = b"\0\0\0\x0cjP  \r\n\x87\n"
JPEG_XL_SIGNATURE = b"\0\0\0\x0cJXL \r\n\x87\n"
RESTRICTED_ICC, ANY_ICC = 2, 3  # methods of a colour specification box


def read_boxes(data: bytes) -> Iterator[tuple[bytes, int, int]]:
    """(type, start, end) of each box's payload in `data`, in order; ends where one is damaged."""
    at = 0
    while at + 8 <= len(data):
        size, kind, header = *struct.unpack_from(">I4s", data, at), 8
        if size == 1 and at + 16 <= len(data):
            (size,), header = struct.unpack_from(">Q", data, at + 8), 16
        end = len(data) if size == 0 else at + size
        if end < at + header or end > len(data):
            return
        yield kind, at + header, end
        at = end


def box(kind: bytes, payload: bytes) -> bytes:
    """One box with its header."""
    return struct.pack(">I4s", 8 + len(payload), kind) + payload


def read_jpeg_2000_boxes(data: bytes) -> dict[str, bytes]:
    """What a JP2 file holds: "exif" (from its TIFF header on), "xmp", "iptc", "photoshop", "icc"."""
    blocks: dict[str, bytes] = {}
    if not data.startswith(JPEG_2000_SIGNATURE):
        return blocks
    for kind, start, end in read_boxes(data):
        if end - start > MAX_PAYLOAD:
            continue
        if kind == b"uuid" and data[start : start + 16] in JP2_UUIDS:
            blocks.setdefault(JP2_UUIDS[data[start : start + 16]], data[start + 16 : end])
        elif kind == b"jp2h":
            header = data[start:end]
            for inner, first, last in read_boxes(header):
                if inner == b"colr" and header[first : first + 1] in (b"\2", b"\3"):
                    blocks.setdefault("icc", header[first + 3 : last])
    return blocks


def jpeg_2000_codestream(data: bytes) -> bytes:
    """The pixels of a JP2 file alone, without its profile, which decoders apply; other files as they are."""
    if not data.startswith(JPEG_2000_SIGNATURE):
        return data
    return next((data[start:end] for kind, start, end in read_boxes(data) if kind == b"jp2c"), data)


def with_jpeg_2000_boxes(data: bytes, blocks: dict[str, bytes]) -> bytes:
    """A JP2 file with `blocks`: the profile in place of its colour space, the others behind its pixels."""
    parts = [JPEG_2000_SIGNATURE]
    for kind, start, end in read_boxes(data):
        payload = data[start:end]
        if kind == b"jP  ":
            continue
        if kind == b"jp2h" and "icc" in blocks:
            payload = _with_profile(payload, blocks["icc"])
        parts.append(box(kind, payload))
    # behind the pixels: Pillow finds a comment only where these follow the header
    for uuid, name in JP2_UUIDS.items():
        if name in blocks:
            parts.append(box(b"uuid", uuid + blocks[name]))
    return b"".join(parts)


def _with_profile(header: bytes, icc: bytes) -> bytes:
    colour = box(b"colr", bytes((RESTRICTED_ICC, 0, 0)) + icc)
    boxes = ((kind, header[start:end]) for kind, start, end in read_boxes(header))
    return b"".join(colour if kind == b"colr" else box(kind, payload) for kind, payload in boxes)


def read_jpeg_xl_boxes(data: bytes) -> dict[str, bytes]:
    """What a JPEG XL container holds: "exif" (from its TIFF header on), "xmp"; no compressed boxes."""
    blocks: dict[str, bytes] = {}
    if not data.startswith(JPEG_XL_SIGNATURE):
        return blocks
    for kind, start, end in read_boxes(data):
        if end - start > MAX_PAYLOAD:
            continue
        if kind == b"Exif" and end - start > 4:
            (offset,) = struct.unpack_from(">I", data, start)
            blocks.setdefault("exif", data[start + 4 + offset : end])
        elif kind == b"xml ":
            blocks.setdefault("xmp", data[start:end])
    return blocks


def with_jpeg_xl_boxes(data: bytes, blocks: dict[str, bytes]) -> bytes:
    """A JPEG XL container with `blocks` behind its pixels."""
    parts = [box(kind, data[start:end]) for kind, start, end in read_boxes(data)]
    if "exif" in blocks:
        parts.append(box(b"Exif", bytes(4) + blocks["exif"]))
    if "xmp" in blocks:
        parts.append(box(b"xml ", blocks["xmp"]))
    return b"".join(parts)
