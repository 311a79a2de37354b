"""What a PNG says besides its pixels, put in front of them."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Iterator
from typing import BinaryIO

import numpy as np
from PIL.PngImagePlugin import PngInfo

from jaxstudio.files.metadata import EXIF_START, PROFILE_NAME, Metadata, whole_ratio
from jaxstudio.files.photoshop import put_together
from jaxstudio.files.png_chunks import METRES_PER_INCH, raw_profile
from jaxstudio.files.quantise import DTYPES, Array
from jaxstudio.files.threads import mapped_in_threads

COLOUR_TYPES = {1: 0, 2: 4, 3: 2, 4: 6}  # by channels: gray, gray and alpha, RGB, RGBA
CHUNK_BYTES = 1 << 20
LEVEL = 4
PAETH = 4


def write_rows(
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
    """Of left, up and corner, the one nearest to left + up − corner (PNG specification, 9.4)."""
    a, b, c = (x.astype(np.int16) for x in (left, up, corner))
    to_left, to_up, to_corner = np.abs(b - c), np.abs(a - c), np.abs(a + b - 2 * c)
    return np.where(
        (to_left <= to_up) & (to_left <= to_corner), left, np.where(to_up <= to_corner, up, corner)
    )


def write(
    file: BinaryIO, rows: Iterator[Array], shape: tuple[int, int, int], depth: str, metadata: Metadata
) -> None:
    """PNG of 8 or 16 bits with colour profile, EXIF, XMP, resolution, text, and a PNG's own chunks."""
    write_rows(file, rows, shape, DTYPES[depth], _chunks(metadata, shape, int(depth)))


def _chunks(metadata: Metadata, shape: tuple[int, int, int], depth: int) -> Iterator[tuple[bytes, bytes]]:
    icc = metadata.icc_for(shape[2])
    if icc:
        named = [piece.data[1] for piece in metadata.pieces_for("PNG") if piece.name == PROFILE_NAME]
        yield b"iCCP", (named or [b"ICC Profile"])[0] + b"\0\0" + zlib.compress(icc)
    if metadata.dpi:
        across, down = (round(dpi / METRES_PER_INCH) for dpi in metadata.dpi)
        yield b"pHYs", struct.pack(">IIB", across, down, 1)
    elif metadata.unitless:
        across, down = whole_ratio(metadata.unitless)
        yield b"pHYs", struct.pack(">IIB", across, down, 0)
    exif = metadata.exif_for(*shape[:2])
    if exif:
        yield b"eXIf", exif[len(EXIF_START) :]
    text = PngInfo()
    xmp = metadata.whole_xmp()
    if xmp:
        yield b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0" + xmp
    if metadata.iptc or metadata.photoshop:
        name = "iptc" if metadata.iptc else "8bim"
        block = put_together(metadata.iptc, metadata.photoshop)
        text.add_text(f"Raw profile type {name}", raw_profile(name, block), zip=True)
    if metadata.format != "PNG":
        for key, value in metadata.text.items():
            keyword = key.encode("latin-1", "ignore").decode("latin-1").strip()[:79]
            if keyword:
                text.add_text(keyword, value)
    for kind, data, *_ in text.chunks:
        yield kind, data
    for piece in metadata.pieces_for("PNG"):
        if piece.name == PROFILE_NAME:
            continue
        kind, data = piece.data
        fitted = {b"bKGD": _background, b"sBIT": _significant_bits}.get(kind, lambda data, *_: data)(
            data, shape[2], depth
        )
        if fitted:
            yield kind, fitted


def _background(data: bytes, channels: int, depth: int) -> bytes:
    """The background, of 16 bits, for pixels of another kind; empty where it is none of theirs."""
    values = struct.unpack(f">{len(data) // 2}H", data)
    if len(values) == 3 and channels < 3:
        values = values[:1] if len(set(values)) == 1 else ()
    elif len(values) == 1 and channels > 2:
        values *= 3
    return struct.pack(f">{len(values)}H", *(value // 257 if depth == 8 else value for value in values))


def _significant_bits(data: bytes, channels: int, depth: int) -> bytes:
    """How many bits of each channel mean something."""
    if min(len(data), channels) < 3 and len(data) > channels:
        return b""
    return bytes(min(max(1, bits), depth) for bits in data[:channels]).ljust(channels, bytes((depth,)))
