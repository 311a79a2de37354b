"""JPEG: the segments in front of its pixels, the bytes behind the picture's end, how the pixels are encoded.

A segment is a marker, a length of two bytes, and at most 65,533 bytes (ITU T.81, B.1.1.4). Where imagecodecs
is there, pixels are decoded straight into an array and encoded straight from one: Pillow keeps four bytes for
each RGB pixel, which costs more passes over the memory. Both use libjpeg-turbo: their results are the same.
"""

from __future__ import annotations

import io
import re
import struct
from collections.abc import Iterator
from dataclasses import field
from functools import cache
from typing import Any

import numpy as np
from PIL import Image, JpegImagePlugin

from jaxstudio.files.packets import extension_of, split_xmp
from jaxstudio.files.quantise import Array
from jaxstudio.files.tiff_directory import UNDEFINED, read_directory, read_header, reader_of
from jaxstudio.lazy_dataclass import dataclass
from jaxstudio.runtime.aligned_memory import aligned_empty

APP0, APP1, APP2, APP13, APP14, COMMENT = 0xE0, 0xE1, 0xE2, 0xED, 0xEE, 0xFE
START_OF_SCAN = 0xDA
ALONE = frozenset({0x01, *range(0xD0, 0xD9)})  # markers without a length
MOST = 65_533
EXIF, XMP = b"Exif\0\0", b"http://ns.adobe.com/xap/1.0/\0"
XMP_EXTENSION = b"http://ns.adobe.com/xmp/extension/\0"
PHOTOSHOP, ICC, PICTURES = b"Photoshop 3.0\0", b"ICC_PROFILE\0", b"MPF\0"
JFIF, THUMBNAIL = b"JFIF\0", b"JFXX\0"
PICTURES_TAG = 0xB002
# Whether such a byte behind 0xFF makes a marker, apart from those of restarts.
IS_MARKER = np.ones(256, bool)
IS_MARKER[[0x00, 0xFF, *range(0xD0, 0xD8)]] = False


@dataclass
class Segments:
    """A JPEG taken apart. `jfif` is the payload without a thumbnail; `others` are (name, whole segment).

    `behind` are the bytes behind the picture's end that belong to no other picture of the file; `pictures`
    says whether there were others.
    """

    jfif: bytes | None = None
    exif: bytes | None = None
    xmp: bytes | None = None
    extension: bytes | None = None
    photoshop: bytes = b""
    comments: list[bytes] = field(default_factory=list)
    others: list[tuple[str, bytes]] = field(default_factory=list)
    behind: bytes = b""
    pictures: bool = False
    thumbnail: bool = False


def segment(marker: int, payload: bytes) -> bytes:
    """Return a segment with its marker."""
    return struct.pack(">BBH", 0xFF, marker, 2 + len(payload)) + payload


def read_segments(data: bytes) -> Segments:
    """A JPEG file taken apart, as far as it is whole."""
    parts, extensions, index = Segments(), dict[bytes, dict[int, bytes]](), None
    at = 2
    for marker, at, payload in _segments(data):
        whole = data[at : at + 4 + len(payload)]
        if marker == APP0 and payload.startswith(JFIF) and parts.jfif is None and len(payload) >= 14:
            parts.jfif = payload[:12] + b"\0\0"
            parts.thumbnail = parts.thumbnail or any(payload[12:14])
        elif marker == APP0 and payload.startswith(THUMBNAIL):
            parts.thumbnail = True
        elif (
            marker == APP1 and payload.startswith(EXIF[:5]) and (parts.exif is None or not _is_tiff(payload))
        ):
            parts.exif = (parts.exif or b"") + payload[6:]
        elif marker == APP1 and payload.startswith(XMP) and parts.xmp is None:
            parts.xmp = payload[len(XMP) :]
        elif marker == APP1 and payload.startswith(XMP_EXTENSION):
            start = len(XMP_EXTENSION)
            if len(payload) >= start + 40:
                (offset,) = struct.unpack_from(">I", payload, start + 36)
                extensions.setdefault(payload[start : start + 32], {})[offset] = payload[start + 40 :]
        elif marker == APP2 and payload.startswith(ICC):
            continue  # the decoder puts it together
        elif marker == APP2 and payload.startswith(PICTURES):
            index = (at + 4 + len(PICTURES), payload[len(PICTURES) :])
        elif marker == APP13 and payload.startswith(PHOTOSHOP):
            parts.photoshop += payload[len(PHOTOSHOP) :]
        elif marker == COMMENT:
            parts.comments.append(payload)
        elif APP0 <= marker <= 0xEF:
            parts.others.append((_name(marker, payload), whole))
    parts.extension = _extension(parts.xmp, extensions)
    _read_behind(parts, data, at, index)
    return parts


def _segments(data: bytes) -> Iterator[tuple[int, int, bytes]]:
    """(marker, place, payload) in front of the first scan, the last one with the scan's marker."""
    at = 2
    while at + 4 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker == 0xFF:  # filled up
            at += 1
            continue
        if marker in ALONE:
            at += 2
            continue
        (size,) = struct.unpack_from(">H", data, at + 2)
        yield marker, at, data[at + 4 : at + 2 + size]
        if marker == START_OF_SCAN:
            return
        at += 2 + size


def _is_tiff(payload: bytes) -> bool:
    return payload[6:10] in (b"II*\0", b"MM\0*")


def _name(marker: int, payload: bytes) -> str:
    word = re.match(rb"[\x20-\x7e]{2,32}", payload)
    return f"APP{marker - APP0}" + (f" ({word[0].decode()})" if word else "")


def _extension(xmp: bytes | None, packets: dict[bytes, dict[int, bytes]]) -> bytes | None:
    """The second packet, of the identifier that the first one names; None where a part is missing."""
    pieces = packets.get(extension_of(xmp or b"") or b"", {})
    whole = b""
    for offset in sorted(pieces):
        if offset != len(whole):
            return None
        whole += pieces[offset]
    return whole or None


def _read_behind(parts: Segments, data: bytes, at: int, index: tuple[int, bytes] | None) -> None:
    for place in _markers(data, at + 2):
        if place < at + 2:
            continue
        at = place
        if data[at + 1] == 0xD9:
            break
        if at + 4 <= len(data):  # a table, or the next scan of a progressive file
            at += struct.unpack_from(">H", data, at + 2)[0]
    else:
        return
    end = at + 2
    areas = []
    if index is not None:
        parts.pictures = True
        areas = sorted(_pictures(*index))
    for start, size in areas:
        if start >= end:
            parts.behind += data[end:start]
            end = start + size
    parts.behind = (parts.behind + data[end:]) if any(data[end:]) or any(parts.behind) else b""


def _markers(data: bytes, start: int) -> list[int]:
    """The places of all markers from one place on; NumPy looks through pixels twice as fast as a pattern."""
    values = np.frombuffer(data, np.uint8)
    places = np.flatnonzero(values[start:-1] == 0xFF) + start
    markers: list[int] = places[IS_MARKER[values[places + 1]]].tolist()
    return markers


def _pictures(base: int, block: bytes) -> Iterator[tuple[int, int]]:
    """(place, size) of the pictures behind the first one (CIPA DC-007, 5.2.3.3)."""
    try:
        read = reader_of(block)
        header = read_header(read)
        directory, _, _ = read_directory(read, header, header.first)
        entry = directory.entries[PICTURES_TAG]
    except (ValueError, KeyError, struct.error):
        return
    if entry.kind != UNDEFINED:
        return
    for at in range(16, len(entry.data) - 15, 16):
        size, place = struct.unpack_from(header.order + "II", entry.data, at + 4)
        if place:
            yield base + place, size


def xmp_segments(xmp: bytes, extension: bytes | None) -> Iterator[bytes]:
    """A packet, and the second one in as many segments as it takes."""
    if len(xmp) > MOST - len(XMP):
        if extension is not None:
            return
        xmp, extension = split_xmp(xmp)
    yield segment(APP1, XMP + xmp)
    identifier = extension_of(xmp)
    if extension and identifier:
        room = MOST - len(XMP_EXTENSION) - 40
        for at in range(0, len(extension), room):
            place = identifier + struct.pack(">II", len(extension), at)
            yield segment(APP1, XMP_EXTENSION + place + extension[at : at + room])


def long_segments(marker: int, start: bytes, payload: bytes) -> Iterator[bytes]:
    """A payload in as many segments as it takes, each with the same start."""
    room = MOST - len(start)
    for at in range(0, len(payload), room):
        yield segment(marker, start + payload[at : at + room])


def profile_segments(icc: bytes) -> Iterator[bytes]:
    """A colour profile in numbered segments."""
    room = MOST - len(ICC) - 2
    count = -(-len(icc) // room)
    for number in range(count):
        part = icc[number * room : (number + 1) * room]
        yield segment(APP2, ICC + bytes((number + 1, count)) + part)


def jfif_payload(unit: int, across: int, down: int) -> bytes:
    """JFIF's own segment: 0 for no unit, 1 for an inch, 2 for a centimetre."""
    return JFIF + struct.pack(">HBHHBB", 0x0101, unit, across, down, 0, 0)


CHANNELS = {"L": 1, "RGB": 3}
END_OF_IMAGE = b"\xff\xd9"
QUANTISATION_TABLE = 0xDB
# How many colours a JPEG holds, in the order of their numbers: of the last two Pillow knows none.
SUBSAMPLINGS = ("4:4:4", "4:2:2", "4:2:0", "4:1:1", "4:4:0")


@dataclass(frozen=True)
class JpegEncoding:
    """A JPEG's compression: a `quality` (1 to 100), or the tables of the file it came from.

    `tables`: one to four quantisation tables of 64 numbers from 1 to 65535, row by row. `subsampling`: 0
    for colours at full resolution (4:4:4), 1 for 4:2:2, 2 for 4:2:0, 3 for 4:1:1, 4 for 4:4:0.
    `progressive` files come in passes.
    """

    quality: int = 95
    subsampling: int = 0
    tables: tuple[tuple[int, ...], ...] = ()
    progressive: bool = False

    def options(self) -> dict[str, Any]:
        """Return the options of Pillow's encoder, which knows three kinds of subsampling."""
        subsampling = self.subsampling if self.subsampling < 3 else 0
        how = {"subsampling": subsampling, "progressive": self.progressive}
        if self.tables:
            return {"qtables": [list(table) for table in self.tables], **how}
        return {"quality": self.quality, **how}


def quantisation_tables(image: Image.Image) -> tuple[tuple[int, ...], ...]:
    """The quantisation tables of a JPEG opened by Pillow, in the order of their numbers, row by row."""
    found = getattr(image, "quantization", None) or {}
    return tuple(tuple(found[number]) for number in sorted(found))


SAMPLINGS = ((1, 1), (2, 1), (2, 2), (4, 1), (1, 2))  # of the first component against the others
TURNED = (0, 4, 2, 0, 1)  # of a photo turned by a quarter


def encoding_of(image: Image.Image, orientation: int) -> JpegEncoding | None:
    """A JPEG's tables and subsampling; None for a kind that no encoder here writes."""
    if not isinstance(image, JpegImagePlugin.JpegImageFile) or image.mode not in ("L", "RGB"):
        return None
    tables = quantisation_tables(image)
    if not 1 <= len(tables) <= 4 or any(len(table) != 64 or min(table) < 1 for table in tables):
        return None
    layers = [layer[1:3] for layer in getattr(image, "layer", ())]
    subsampling = 0
    if image.mode == "RGB" and len(layers) == 3 and layers[1] == layers[2]:
        (wide, high), (across, down) = layers[0], layers[1]
        ratio = wide // across, high // down
        subsampling = SAMPLINGS.index(ratio) if ratio in SAMPLINGS else 0
    if orientation >= 5:
        subsampling = TURNED[subsampling]
        tables = tuple(tuple(table[8 * (n % 8) + n // 8] for n in range(64)) for table in tables)
    progressive = bool(image.info.get("progressive"))
    return JpegEncoding(subsampling=subsampling, tables=tables, progressive=progressive)


def decode_jpeg(data: bytes, image: Image.Image) -> Array | None:
    """The pixels (H, W, C) uint8 of the bytes of a JPEG that Pillow has opened, as they are stored.

    None where Pillow should decode: without imagecodecs, for inks, and for whatever is damaged. libjpeg fills
    the rest of a file that is cut short with gray and says so to nobody, so that a file must end as a JPEG
    does.
    """
    channels = CHANNELS.get(image.mode)
    if channels is None or not data.endswith(END_OF_IMAGE):
        return None
    try:
        from imagecodecs import jpeg8_decode
    except ImportError:
        return None
    shape = (image.height, image.width) if channels == 1 else (image.height, image.width, channels)
    pixels = aligned_empty(image.height * image.width * channels, np.uint8).reshape(shape)
    try:
        jpeg8_decode(data, out=pixels)
    except (RuntimeError, ValueError, ImportError):  # Pillow says what is wrong with the file
        return None
    return pixels.reshape(image.height, image.width, channels)


def encodes_directly(channels: int, encoding: JpegEncoding) -> bool:
    """Whether `encode_jpeg` writes such a JPEG.

    Not gray and progressive ones, nor those with quantisation tables that are of no quality of libjpeg:
    imagecodecs takes no others.
    """
    known = not encoding.tables or encoding.tables in _qualities()
    try:
        from imagecodecs import JPEG8
    except ImportError:
        return False
    return bool(JPEG8.available) and known and channels == 3 and not encoding.progressive


def encode_jpeg(pixels: Array, encoding: JpegEncoding) -> bytes:
    """The file that Pillow writes of pixels (H, W, 3) uint8 without metadata, where `encodes_directly`."""
    from imagecodecs import jpeg8_encode

    level = _qualities()[encoding.tables] if encoding.tables else encoding.quality
    subsampling = SUBSAMPLINGS[encoding.subsampling].replace(":", "")
    # of one pixel NumPy calls any strides contiguous, and the encoder refuses those of a pixel with alpha
    pixels = pixels.copy() if pixels.size < 4 else np.ascontiguousarray(pixels)
    return bytes(jpeg8_encode(pixels, level=level, subsampling=subsampling))


def end_of_metadata(data: bytes) -> int:
    """Return the start of a JPEG's first quantisation table: libjpeg writes all metadata before it."""
    at = 2
    while data[at + 1] != QUANTISATION_TABLE:
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return at


@cache
def _qualities() -> dict[tuple[tuple[int, ...], ...], int]:
    """The quality, 1 to 100, whose quantisation tables in libjpeg are these."""
    found = {}
    for quality in range(1, 101):
        memory = io.BytesIO()
        Image.new("RGB", (8, 8)).save(memory, "JPEG", quality=quality)
        with Image.open(memory) as image:
            found[quantisation_tables(image)] = quality
    return found
