"""The chunks of a PNG beside its pixels, as bytes (PNG, third edition)."""

from __future__ import annotations

import os
import re
import struct
import zlib
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import field
from typing import BinaryIO, TypeVar

import numpy as np

from jaxstudio.files.formats import Remark
from jaxstudio.files.quantise import Array
from jaxstudio.lazy_dataclass import dataclass

SIGNATURE = b"\x89PNG\r\n\x1a\n"
METRES_PER_INCH = 0.0254
MOST_BYTES = 64 << 20  # of a chunk, or of what it inflates to
PIXELS = frozenset({b"IHDR", b"PLTE", b"IDAT", b"IEND", b"tRNS"})
FRAMES = frozenset({b"acTL", b"fcTL", b"fdAT"})
TEXTS = frozenset({b"tEXt", b"zTXt", b"iTXt"})
XMP_KEYWORD = "XML:com.adobe.xmp"
# Raw profiles by name: what each holds.
PROFILES = {"iptc": "photoshop", "8bim": "photoshop", "exif": "exif", "xmp": "xmp"}
PROFILES |= {"icc": "icc", "icm": "icc"}
PROFILE = re.compile(r"\s*[^\n]*\n\s*(\d+)\s*\n([0-9a-fA-F\s]*)$")
EXIF_START, XMP_START = b"Exif\0\0", b"http://ns.adobe.com/xap/1.0/\0"
COLOURS = frozenset(b"cICP gAMA cHRM sRGB mDCV cLLI mDCv cLLi".split())
# Chunks that are to be left out where pixels change, unless one knows what they say.
KNOWN_UNSAFE = COLOURS | frozenset(b"sBIT bKGD tIME pCAL sCAL oFFs sTER".split())
PRIMARIES = {1: "BT.709", 9: "BT.2020", 11: "DCI-P3", 12: "Display P3"}
TRANSFERS = {1: "BT.709", 8: "linear", 13: "sRGB", 14: "BT.2020", 15: "BT.2020", 16: "PQ", 18: "HLG"}
SRGB_CODES = {(1, 13), (1, 1)}


@dataclass
class Chunks:
    """A PNG taken apart. `blocks` are "exif" (from its TIFF header on), "xmp", "iptc", "photoshop", "icc".

    `density` is (across, down, unit). `text` are keywords and texts; `others` are (type, name, whole data) of
    the chunks that go along as they are, texts among them.
    """

    blocks: dict[str, bytes] = field(default_factory=dict)
    density: tuple[int, int, int] | None = None
    profile_name: bytes | None = None
    text: list[tuple[str, str]] = field(default_factory=list)
    others: list[tuple[bytes, str, tuple[bytes, bytes]]] = field(default_factory=list)
    notes: tuple[str, ...] = ()


def chunks(file: BinaryIO) -> Iterator[tuple[bytes, bytes]]:
    """The (type, data) of a PNG's chunks without the pixels, up to the first damaged one."""
    if file.read(8) != SIGNATURE:
        return
    while len(head := file.read(8)) == 8:
        size, kind = struct.unpack(">I4s", head)
        if kind in (b"IDAT", b"fdAT") or size > MOST_BYTES:
            file.seek(size + 4, 1)
            continue
        data = file.read(size)
        check = file.read(4)
        if (
            len(data) < size
            or len(check) < 4
            or zlib.crc32(data, zlib.crc32(kind)) != int.from_bytes(check, "big")
        ):
            if kind[0] & 32:  # one that can be missed
                continue
            return
        yield kind, data
        if kind == b"IEND":
            return


def read_chunks(file: BinaryIO) -> Chunks:
    """A PNG taken apart, as far as it is whole."""
    parts, left_out = Chunks(), list[str]()
    header, palette = b"", b""
    for kind, data in chunks(file):
        name = kind.decode("latin-1")
        if kind == b"IHDR":
            header = data
        elif kind == b"PLTE":
            palette = data
        elif kind == b"eXIf":
            parts.blocks.setdefault("exif", data)
        elif kind == b"iCCP":
            parts.profile_name = data.partition(b"\0")[0]
        elif kind == b"pHYs" and len(data) == 9:
            parts.density = struct.unpack(">IIB", data)
        elif kind in TEXTS:
            _read_text(parts, kind, data)
        elif kind == b"bKGD":
            colour = _background(data, header, palette)
            if colour is None:
                left_out.append(name)
            else:
                parts.others.append((kind, name, (kind, colour)))
        elif kind == b"cICP" and (words := colours_in_words(data)):
            parts.others.append((kind, "cICP", (kind, data)))
            parts.notes += (
                Remark(
                    f"the PNG's colours ({words}, in cICP) are not converted: its values are taken for sRGB"
                ),
            )
        elif kind in PIXELS or kind in FRAMES:
            continue
        elif kind[3] & 32 or kind in KNOWN_UNSAFE:
            parts.others.append((kind, name, (kind, data)))
        else:  # the specification forbids to copy it where pixels may have changed
            left_out.append(name)
    if left_out:
        parts.notes += (
            f"chunks of the PNG that belong to its pixels are not kept: {', '.join(dict.fromkeys(left_out))}",
        )
    return parts


def _background(data: bytes, header: bytes, palette: bytes) -> bytes | None:
    """The background in 16 bits: of gray or RGB, also where the picture has a palette; None where damaged."""
    if len(header) < 10:
        return None
    depth, kind = header[8], header[9]
    if kind == 3:
        colour = palette[3 * data[0] : 3 * data[0] + 3] if data else b""
        return struct.pack(">3H", *(257 * value for value in colour)) if len(colour) == 3 else None
    if len(data) not in (2, 6):
        return None
    top = 2**depth - 1
    return struct.pack(f">{len(data) // 2}H", *(v * 65535 // top for (v,) in struct.iter_unpack(">H", data)))


def _read_text(parts: Chunks, kind: bytes, data: bytes) -> None:
    keyword, _, rest = data.partition(b"\0")
    key = keyword.decode("latin-1")
    value = _text(kind, rest)
    if value is None:
        parts.others.append((kind, f"text {key}", (kind, data)))
        return
    text = value.decode("utf-8" if kind == b"iTXt" else "latin-1", "replace")
    if key == XMP_KEYWORD:
        parts.blocks.setdefault("xmp", value)
        return
    words = key.split()
    if key.startswith("Raw profile type ") and len(words) == 4:
        block = _raw_profile(text)
        name = PROFILES.get(words[3].lower())
        if block is not None and words[3] == "APP1":
            name = "exif" if block.startswith(EXIF_START) else "xmp" if block.startswith(XMP_START) else None
        if block is not None and name is not None:
            for start in (EXIF_START, XMP_START):
                block = block.removeprefix(start)
            if name == "photoshop" and not block.startswith(b"8BIM"):
                name = "iptc"
            parts.blocks.setdefault(name, block)
            return
    else:
        parts.text.append((key, text))
    parts.others.append((kind, f"text {key}", (kind, data)))


def _text(kind: bytes, rest: bytes) -> bytes | None:
    """The text behind a keyword, inflated; None where it is damaged."""
    compressed = kind == b"zTXt"
    if kind == b"zTXt":
        rest = rest[1:]
    elif kind == b"iTXt":
        compressed = rest[:1] == b"\1"
        rest = rest[2:].split(b"\0", 2)[-1]
    if not compressed:
        return rest
    try:
        inflate = zlib.decompressobj()
        value = inflate.decompress(rest, MOST_BYTES)
        return None if inflate.unconsumed_tail else value
    except zlib.error:
        return None


def _raw_profile(text: str) -> bytes | None:
    """The bytes of a raw profile: a name, a length, and hexadecimal digits."""
    match = PROFILE.match(text)
    if match is None:
        return None
    try:
        return bytes.fromhex("".join(match[2].split()))[: int(match[1])]
    except ValueError:
        return None


def raw_profile(name: str, data: bytes) -> str:
    """Bytes as the text of a raw profile."""
    digits = data.hex()
    lines = "\n".join(digits[at : at + 72] for at in range(0, len(digits), 72))
    return f"\n{name}\n{len(data):8d}\n{lines}\n"


def colours_in_words(data: bytes) -> str | None:
    """The colours that a cICP chunk names, where they are not sRGB's."""
    if len(data) < 4 or (data[0], data[1]) in SRGB_CODES:
        return None
    primaries, transfer = (
        PRIMARIES.get(data[0], f"primaries {data[0]}"),
        TRANSFERS.get(data[1], f"transfer {data[1]}"),
    )
    return f"{primaries} with {transfer}" if primaries != transfer else primaries


COLOUR_TYPES = {1: 0, 2: 4, 3: 2, 4: 6}  # by channels: gray, gray and alpha, RGB, RGBA
CHUNK_BYTES = 1 << 20
LEVEL = 4
PAETH = 4


def write_png_rows(
    file: BinaryIO,
    rows: Iterable[Array],
    shape: tuple[int, int, int],
    dtype: np.dtype[np.generic],
    chunks: Iterable[tuple[bytes, bytes]] = (),
) -> None:
    """Write `rows`, arrays (h, W, C) of uint8 or uint16 from top to bottom, as one PNG.

    `shape` is (H, W, C) of the whole; `chunks` are (type, data) placed before the pixels.
    """
    height, width, channels = shape
    file.write(b"\x89PNG\r\n\x1a\n")
    header = struct.pack(">IIBBBBB", width, height, 8 * dtype.itemsize, COLOUR_TYPES[channels], 0, 0, 0)
    _chunk(file, b"IHDR", header)
    for kind, data in chunks:
        _chunk(file, kind, data)
    check = 1
    _chunk(file, b"IDAT", b"\x78\x5e")
    for filtered, deflated in mapped_in_threads(_filter_and_deflate, _pieces(rows, shape, dtype)):
        check = zlib.adler32(filtered, check)
        _chunk(file, b"IDAT", deflated)
    _chunk(file, b"IDAT", b"\x03\x00" + struct.pack(">I", check))  # an empty last block, the checksum
    _chunk(file, b"IEND", b"")


def _chunk(file: BinaryIO, kind: bytes, data: bytes) -> None:
    file.write(struct.pack(">I", len(data)) + kind)
    file.write(data)
    file.write(struct.pack(">I", zlib.crc32(data, zlib.crc32(kind))))


def _pieces(
    rows: Iterable[Array], shape: tuple[int, int, int], dtype: np.dtype[np.generic]
) -> Iterator[tuple[Array, Array, int]]:
    """Big-endian bytes (h, W·C·size) in pieces of about a megabyte, each with the row above it."""
    bytes_per_pixel = shape[2] * dtype.itemsize
    length = shape[1] * bytes_per_pixel
    above = np.zeros(length, np.uint8)
    at_once = max(1, CHUNK_BYTES // length)
    for band in rows:
        for top in range(0, len(band), at_once):
            piece = band[top : top + at_once]
            data = (
                np.ascontiguousarray(piece, dtype.newbyteorder(">"))
                .view(np.uint8)
                .reshape(len(piece), length)
            )
            yield data, above, bytes_per_pixel
            above = data[-1].copy()


def _filter_and_deflate(piece: tuple[Array, Array, int]) -> tuple[bytes, bytes]:
    data, above, bytes_per_pixel = piece
    up = np.concatenate([above[np.newaxis], data[:-1]])
    filtered = np.empty((len(data), data.shape[1] + 1), np.uint8)
    filtered[:, 0] = PAETH
    filtered[:, 1:] = data - _paeth(_shifted(data, bytes_per_pixel), up, _shifted(up, bytes_per_pixel))
    raw = filtered.tobytes()
    deflate = zlib.compressobj(LEVEL, zlib.DEFLATED, -15, strategy=zlib.Z_FILTERED)
    return raw, deflate.compress(raw) + deflate.flush(zlib.Z_SYNC_FLUSH)


def _shifted(data: Array, by: int) -> Array:
    shifted = np.zeros_like(data)
    shifted[:, by:] = data[:, :-by]
    return shifted


def _paeth(left: Array, up: Array, corner: Array) -> Array:
    """Return whichever of left, up and corner is nearest to left + up − corner (PNG specification, 9.4)."""
    a, b, c = (x.astype(np.int16) for x in (left, up, corner))
    to_left, to_up, to_corner = np.abs(b - c), np.abs(a - c), np.abs(a + b - 2 * c)
    return np.where(
        (to_left <= to_up) & (to_left <= to_corner), left, np.where(to_up <= to_corner, up, corner)
    )


Part = TypeVar("Part")
Result = TypeVar("Result")


def mapped_in_threads(function: Callable[[Part], Result], parts: Iterable[Part]) -> Iterator[Result]:
    """The results of `function` for each part, in order; twice as many are in work as there are threads."""
    workers = min(8, os.cpu_count() or 1)
    waiting: deque[Future[Result]] = deque()
    with ThreadPoolExecutor(workers) as pool:
        for part in parts:
            waiting.append(pool.submit(function, part))
            if len(waiting) > 2 * workers:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
