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
    """Return a box with its header."""
    return struct.pack(">I4s", 8 + len(payload), kind) + payload


def read_jpeg_2000_boxes(data: bytes) -> dict[str, bytes]:
    """The blocks of a JP2 file: "exif" (from its TIFF header on), "xmp", "iptc", "photoshop", "icc"."""
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
    """The blocks of a JPEG XL container: "exif" (from its TIFF header on), "xmp"; compressed boxes are not
    read.
    """
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


def with_avif_items(data: bytes, blocks: dict[str, bytes]) -> bytes:
    """An AVIF of one picture, as libavif writes it, with "exif", "xmp" and "icc" of `blocks` added.

    EXIF and XMP become items that describe item 1, the picture; the profile becomes one of its properties
    (ISO 14496-12, 8.11; ISO 23008-12, annex A).
    """
    payload = {kind: data[start:end] for kind, start, end in read_boxes(data)}
    meta = {kind: payload[b"meta"][4:][start:end] for kind, start, end in read_boxes(payload[b"meta"][4:])}
    (count,) = struct.unpack_from(">H", meta[b"iinf"], 4)
    contents: list[bytes] = []
    for name, kind, more in (("exif", b"Exif", b""), ("xmp", b"mime", b"application/rdf+xml\0")):
        if name in blocks:
            number = count + len(contents) + 1
            entry = struct.pack(">BxxxHH", 2, number, 0) + kind + b"\0" + more
            meta[b"iinf"] += box(b"infe", entry)
            meta[b"iref"] = meta.get(b"iref", bytes(4)) + box(b"cdsc", struct.pack(">HHH", number, 1, 1))
            contents.append((bytes(4) if name == "exif" else b"") + blocks[name])
    meta[b"iinf"] = meta[b"iinf"][:4] + struct.pack(">H", count + len(contents)) + meta[b"iinf"][6:]
    if "icc" in blocks:
        meta[b"iprp"] = _with_avif_profile(meta[b"iprp"], blocks["icc"])
    places = [list(each) for each in struct.iter_unpack(">HHHII", meta[b"iloc"][8:])]
    places += [[count + number, 0, 1, 0, len(each)] for number, each in enumerate(contents, 1)]
    grown = 14 * len(contents) + sum(len(each) + 8 for kind, each in meta.items() if kind != b"iloc")
    grown += 8 + len(meta[b"iloc"]) - (len(payload[b"meta"]) - 4)
    end = len(data) + grown + 8
    for place in places:
        new = place[0] > count
        place[3] = end if new else place[3] + grown
        end += place[4] if new else 0
    head = meta[b"iloc"][:6] + struct.pack(">H", len(places))
    meta[b"iloc"] = head + b"".join(struct.pack(">HHHII", *place) for place in places)
    payload[b"meta"] = payload[b"meta"][:4] + b"".join(box(*each) for each in meta.items())
    return b"".join(box(*each) for each in payload.items()) + box(b"mdat", b"".join(contents))


def _with_avif_profile(properties: bytes, icc: bytes) -> bytes:
    """The properties of an AVIF's items with a profile at their end, which item 1 has."""
    found = {kind: properties[start:end] for kind, start, end in read_boxes(properties)}
    found[b"ipco"] += box(b"colr", b"prof" + icc)
    number = len(list(read_boxes(found[b"ipco"])))
    items = found[b"ipma"]
    at = 10  # item 1, the first one: its number, the count of its properties, a byte for each
    if struct.unpack_from(">H", items, 8)[0] != 1:
        raise ValueError("the first item of the AVIF is not its picture")
    count = items[at]
    found[b"ipma"] = (
        items[:at]
        + bytes((count + 1,))
        + items[at + 1 :][:count]
        + bytes((number,))
        + items[at + 1 + count :]
    )
    return b"".join(box(*each) for each in found.items())


LINEAR, SRGB = 8, 13  # curves of colours (ITU-T H.273)


def jpeg_xl_curve(codestream: bytes) -> tuple[int | None, int]:
    """The curve of a JPEG XL with the primary colours and the white of sRGB, and the bit where it is written.

    None for other colours, for an ICC profile, and for headers that say more than size, bits, alpha and
    colours. The place is -1 where the curve is sRGB's by default (ISO 18181-1, annex D).
    """
    at = 16  # bits, the lowest of a byte first; behind the signature
    bits = int.from_bytes(codestream[:96], "little")

    def take(count: int) -> int:
        nonlocal at
        at += count
        return bits >> (at - count) & ((1 << count) - 1)

    def number(*choices: tuple[int, int]) -> int:
        low, count = choices[take(2)]
        return low + take(count)

    def kind() -> int:
        return number((0, 0), (1, 0), (2, 4), (18, 6))

    def depth() -> None:
        if take(1):
            number((32, 0), (16, 0), (24, 0), (1, 6)), take(4)
        else:
            number((8, 0), (10, 0), (12, 0), (1, 6))

    small = take(1)
    for side in range(2):
        if side == 0 or take(3) == 0:
            take(5) if small else number((1, 9), (1, 13), (1, 18), (1, 30))
    if take(1):
        return SRGB, -1
    if take(1):
        return None, -1
    depth()
    take(1)
    more = number((0, 0), (1, 0), (2, 4), (1, 12))
    if more and not take(1):
        more += kind()  # 0 is alpha
        depth()
        number((0, 0), (3, 0), (4, 0), (1, 3))
        take(8 * number((0, 0), (0, 4), (16, 5), (48, 10)))
        take(1)
    if more > 1:
        return None, -1
    take(1)
    if take(1):
        return SRGB, -1
    if take(1):
        return None, -1  # a profile
    space, white = kind(), kind()
    gray = space == 1
    if space > 1 or white != 1 or (not gray and kind() != 1) or take(1):
        return None, -1
    place = at
    return kind(), place


def jpeg_xl_codestream(data: bytes) -> tuple[bytes, int]:
    """The begin of a JPEG XL's codestream, and where it lies in the file."""
    if not data.startswith(JPEG_XL_SIGNATURE):
        return data, 0
    for kind, start, end in read_boxes(data):
        if kind in (b"jxlc", b"jxlp"):
            return data[start + 4 * (kind == b"jxlp") : end], start + 4 * (kind == b"jxlp")
    return b"", 0


def with_srgb_curve(data: bytes) -> bytes:
    """A JPEG XL of whole numbers whose curve is called linear, as imagecodecs writes it, with sRGB's."""
    codestream, start = jpeg_xl_codestream(data)
    curve, place = jpeg_xl_curve(codestream)
    if curve != LINEAR:
        return data
    place += 8 * start + 2
    whole = bytearray(data)
    for bit in range(4):  # both are written as 2 and four bits more
        at, on = divmod(place + bit, 8)
        whole[at] = whole[at] & ~(1 << on) | ((SRGB - 2 >> bit & 1) << on)
    return bytes(whole)
