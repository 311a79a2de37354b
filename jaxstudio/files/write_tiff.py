"""TIFF of any depth, in strips or tiles; uncompressed strips are one piece, which can be memory-mapped."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from functools import partial
from typing import Any, BinaryIO

import numpy as np

from jaxstudio.files.formats import Storage, installed
from jaxstudio.files.metadata import COMMENT, RESOLUTION_TAGS, Metadata
from jaxstudio.files.png import mapped_in_threads
from jaxstudio.files.quantise import DTYPES, Array
from jaxstudio.files.tiff_directory import (
    BYTE,
    Directory,
    Entry,
    ascii_text,
    in_order,
    places,
    raw,
    read_header,
    reader_of,
    write_directory,
)
from jaxstudio.files.tiff_metadata import (
    DESCRIPTION,
    ICC,
    IPTC,
    LAYOUT_TAGS,
    LEFT_OUT,
    PHOTOSHOP,
    XMP,
    fitting_description,
)

ORDER = "<"
BIG = 2**32 - 2**25  # above this, offsets need 64 bits
ALIGNED = 4096  # bytes: where the pixels of tiles begin, a page of memory
LEVEL = 6  # of zlib
STRIP_BYTES = 1 << 18  # of a compressed strip, before it is compressed
CODECS = {"deflate": "adobe_deflate", "lzw": "lzw", "packbits": "packbits", "zstd": "zstd"}
MOST_HALF = float(np.finfo(np.float16).max)


def write(
    file: BinaryIO, rows: Iterator[Array], shape: tuple[int, int, int], depth: str, metadata: Metadata
) -> None:
    """Gray or RGB, with or without straight alpha, with colour profile, EXIF, XMP and resolution."""
    storage = metadata.storage
    dtype = _dtype(depth, storage)
    height, width, channels = shape
    layout: dict[str, Any] = {}
    codec = codec_of(storage)
    predictor = dtype.kind == "u" and codec not in (None, "packbits")
    tile = tuple(
        min(side, -(-whole // 16) * 16) for side, whole in zip(storage.tile or (0, 0), shape, strict=False)
    )
    if codec:
        layout["compression"] = codec
        layout["predictor"] = predictor or None
    if all(tile):
        layout["tile"] = tile
        segments = _tiles(_bands(rows, tile[0], dtype), tile, dtype)
    elif codec:
        at_once = max(1, STRIP_BYTES // (width * channels * dtype.itemsize))
        layout["rowsperstrip"] = min(at_once, height)
        segments = _bands(rows, layout["rowsperstrip"], dtype)
    else:
        segments = (_halved(band, dtype) for band in rows)
    # as bytes, since a full disk then says so
    encode = partial(_encoded, codec=codec, predictor=predictor)
    parts = mapped_in_threads(encode, segments) if codec else map(encode, segments)
    _write(file, parts, shape, dtype, metadata, **layout)


def _encoded(part: Array, codec: str | None, predictor: bool) -> bytes:
    """A strip or a tile (h, w, C) as it lies in the file."""
    if codec is None:
        return part.tobytes()
    if predictor:  # differences of neighbours (TIFF 6.0, section 14)
        part = np.concatenate([part[:, :1], part[:, 1:] - part[:, :-1]], axis=1)
    if codec == "adobe_deflate":
        return zlib.compress(part.tobytes(), LEVEL)
    import imagecodecs

    encode = {"lzw": imagecodecs.lzw_encode, "zstd": imagecodecs.zstd_encode}.get(codec)
    if encode is not None:
        return bytes(encode(part.tobytes()))
    # each row for itself, as the specification asks
    return b"".join(bytes(imagecodecs.packbits_encode(row.tobytes())) for row in part)


def codec_of(storage: Storage) -> str | None:
    """tifffile's name of a compression; deflate if its package is missing."""
    codec = CODECS.get(storage.compression or "")
    if codec in (None, "adobe_deflate") or installed("imagecodecs"):
        return codec
    return "adobe_deflate"


def _dtype(depth: str, storage: Storage) -> np.dtype[Any]:
    return np.dtype(np.float16) if depth == "float32" and storage.half else DTYPES[depth]


def _halved(rows: Array, dtype: np.dtype[Any]) -> Array:
    """Rows as `dtype`; numbers too large for 16-bit floats become the largest one."""
    return half_floats(rows) if dtype == np.float16 else rows


def half_floats(values: Array) -> Array:
    """float32 as float16: finite numbers too large become the largest one, infinity stays."""
    return np.where(np.isinf(values), values, np.clip(values, -MOST_HALF, MOST_HALF)).astype(np.float16)


def _bands(rows: Iterator[Array], height: int, dtype: np.dtype[Any]) -> Iterator[Array]:
    """Rows in bands of `height`; the last one may be lower."""
    waiting: list[Array] = []
    for band in rows:
        band = _halved(band, dtype)
        while waiting or len(band) >= height:
            missing = height - sum(map(len, waiting))
            if len(band) < missing:
                break
            yield np.concatenate([*waiting, band[:missing]]) if waiting else band[:missing]
            waiting, band = [], band[missing:]
        if len(band):
            waiting.append(band)
    if waiting:
        yield np.concatenate(waiting)


def _tiles(bands: Iterator[Array], tile: tuple[int, ...], dtype: np.dtype[Any]) -> Iterator[Array]:
    """Each band, which is as high as a tile, cut into tiles; what lies outside the picture is 0."""
    for band in bands:
        for left in range(0, band.shape[1], tile[1]):
            part = band[:, left : left + tile[1]]
            whole = np.zeros((*tile, band.shape[2]), dtype)
            whole[: part.shape[0], : part.shape[1]] = part
            yield whole


def write_empty_tiles(
    file: BinaryIO, shape: tuple[int, int, int], depth: str, metadata: Metadata, side: int
) -> int:
    """A TIFF of uncompressed square tiles whose pixels are to be written in place, and are 0 until then.

    Returns where the first tile begins, in bytes; each next one, row by row, follows at once.
    """
    height, width, channels = shape
    count = -(-height // side) * -(-width // side)
    _write(file, (b"" for _ in range(count)), shape, DTYPES[depth], metadata, tile=(side, side))
    size = side * side * channels * DTYPES[depth].itemsize
    begin = -(-file.seek(0, 2) // ALIGNED) * ALIGNED
    file.seek(0)
    import tifffile

    with tifffile.TiffFile(file) as tiff:
        tags: Any = tiff.pages.first.tags
        spots = [(tags[name].valueoffset, tags[name].dtype) for name in ("TileOffsets", "TileByteCounts")]
    columns = (begin + np.arange(count, dtype=np.uint64) * size, np.full(count, size, np.uint64))
    for (place, kind), values in zip(spots, columns, strict=True):
        file.seek(place)
        file.write(values.astype({3: "<u2", 4: "<u4", 16: "<u8"}[int(kind)]).tobytes())
    file.truncate(begin + count * size)
    return begin


def _write(
    file: BinaryIO,
    parts: Iterator[Any],
    shape: tuple[int, int, int],
    dtype: np.dtype[Any],
    metadata: Metadata,
    **layout: Any,
) -> None:
    import tifffile

    channels = shape[2]
    big = int(np.prod(shape, dtype=np.int64)) * dtype.itemsize > BIG
    with tifffile.TiffWriter(file, bigtiff=big, byteorder="<") as tiff:
        tiff.write(
            parts,
            shape=shape if channels > 1 else shape[:2],
            dtype=dtype,
            photometric="rgb" if channels >= 3 else "minisblack",
            planarconfig="contig" if channels > 1 else None,
            extrasamples=["unassalpha"] if channels in (2, 4) else None,
            metadata=None,
            software=False,
            **layout,
        )
    kind = {"f": "float"}.get(dtype.kind, f"uint{8 * dtype.itemsize}")
    _add_entries(file, _describing(metadata, shape, kind), big)


def _describing(metadata: Metadata, shape: tuple[int, int, int], kind: str) -> Directory:
    """Return the entries of the first directory that describe the photo, not the layout of its pixels."""
    found = in_order(metadata.exif_directory(), ORDER)
    if exif := metadata.exif_for(*shape[:2]):
        found = in_order(Metadata(exif=exif).exif_directory(), ORDER)
    found = found.without([*LAYOUT_TAGS, *LEFT_OUT])
    if not metadata.exif_says_resolution():
        found = found.without(RESOLUTION_TAGS).with_entries(metadata.resolution_entries(ORDER))
    more: dict[int, Entry] = {}
    text = found.text(DESCRIPTION)
    if text:
        fitting = fitting_description(text, shape, kind)
        more |= {} if fitting == text else {DESCRIPTION: ascii_text(fitting)}
    elif metadata.text.get(COMMENT):
        more[DESCRIPTION] = ascii_text(metadata.text[COMMENT])
    blocks = {
        XMP: metadata.whole_xmp(),
        IPTC: metadata.iptc,
        PHOTOSHOP: metadata.photoshop,
        ICC: metadata.icc_for(shape[2]),
    }
    more |= {tag: raw(data, BYTE) if tag == XMP else raw(data) for tag, data in blocks.items() if data}
    return found.with_entries(more)


def _add_entries(file: BinaryIO, added: Directory, big: bool) -> None:
    """Put a directory with the entries of the first one, and those added, at the end of the file."""
    read = reader_of(file)
    header = read_header(read)
    found, _ = places(read, header, header.first)
    _, offset_code, length = header.codes
    kept = {place.tag: read(place.at, length) for place in found if place.tag not in added.entries}
    width = struct.calcsize(offset_code)
    end = file.seek(0, 2)
    # the values first, then the table that names them
    base = end + end % 2
    body = write_directory(added, base, big)
    size = struct.calcsize(header.codes[0])
    entries = body[size : size + length * len(added.entries)]
    own = {
        struct.unpack_from(ORDER + "H", entries, at)[0]: entries[at : at + length]
        for at in range(0, len(entries), length)
    }
    table = dict(sorted((kept | own).items()))
    first = base + len(body)
    file.write(b"\0" * (end % 2) + body)
    file.write(struct.pack(header.codes[0], len(table)) + b"".join(table.values()) + bytes(width))
    file.seek(8 if big else 4)
    file.write(struct.pack(offset_code, first))
