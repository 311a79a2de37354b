"""TIFF of any depth, uncompressed and in one piece, so that the result can be memory-mapped."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Any, BinaryIO

import numpy as np
import tifffile
from PIL import ExifTags, Image, TiffImagePlugin

from jaxstudio.files.iptc import TIFF_IPTC
from jaxstudio.files.metadata import DESCRIPTIVE_TAGS, Metadata
from jaxstudio.files.quantise import DTYPES, Array

POINTERS = (int(ExifTags.IFD.Exif), int(ExifTags.IFD.GPSInfo))
BIG = 2**32 - 2**25  # above this, offsets need 64 bits
ALIGNED = 4096  # bytes: where the pixels of tiles begin, a page of memory
LONG, BYTE, ASCII, UNDEFINED = 4, 1, 2, 7


def write(
    file: BinaryIO, rows: Iterator[Array], shape: tuple[int, int, int], depth: str, metadata: Metadata
) -> None:
    """Gray or RGB, with or without straight alpha, with colour profile, EXIF, XMP and resolution."""
    # as bytes, since a full disk then says so
    _write(file, (band.tobytes() for band in rows), shape, depth, metadata)


def write_empty_tiles(
    file: BinaryIO, shape: tuple[int, int, int], depth: str, metadata: Metadata, side: int
) -> int:
    """A TIFF of uncompressed square tiles whose pixels are to be written in place, and are 0 until then.

    Returns where the first tile begins, in bytes; each next one, row by row, follows at once.
    """
    height, width, channels = shape
    count = -(-height // side) * -(-width // side)
    _write(file, (b"" for _ in range(count)), shape, depth, metadata, tile=(side, side))
    size = side * side * channels * DTYPES[depth].itemsize
    begin = -(-file.seek(0, 2) // ALIGNED) * ALIGNED
    file.seek(0)
    with tifffile.TiffFile(file) as tiff:
        tags: Any = tiff.pages.first.tags
        places = [(tags[name].valueoffset, tags[name].dtype) for name in ("TileOffsets", "TileByteCounts")]
    columns = (begin + np.arange(count, dtype=np.uint64) * size, np.full(count, size, np.uint64))
    for (place, kind), values in zip(places, columns, strict=True):
        file.seek(place)
        file.write(values.astype({3: "<u2", 4: "<u4", 16: "<u8"}[int(kind)]).tobytes())
    file.truncate(begin + count * size)
    return begin


def _write(
    file: BinaryIO,
    parts: Iterator[bytes],
    shape: tuple[int, int, int],
    depth: str,
    metadata: Metadata,
    **layout: Any,
) -> None:
    dtype = DTYPES[depth]
    channels = shape[2]
    exif = metadata.exif_for(*shape[:2]) or Image.Exif()
    big = int(np.prod(shape, dtype=np.int64)) * dtype.itemsize > BIG
    with tifffile.TiffWriter(file, bigtiff=big, byteorder="<") as tiff:
        tiff.write(
            parts,
            shape=shape if channels > 1 else shape[:2],
            dtype=dtype,
            photometric="rgb" if channels >= 3 else "minisblack",
            planarconfig="contig" if channels > 1 else None,
            extrasamples=["unassalpha"] if channels in (2, 4) else None,
            iccprofile=metadata.icc_for(channels),
            resolution=metadata.dpi,
            resolutionunit="inch" if metadata.dpi else None,
            description=_text(tiff_description(metadata, exif)),
            metadata=None,
            software=_text(exif.get(305)) or False,
            extratags=_extra_tags(exif, metadata, big),
            **layout,
        )
    if not big:
        _append_directories(file, exif)


def tiff_description(metadata: Metadata, exif: Image.Exif) -> str | None:
    """A TIFF has one description: that of EXIF, or the comment."""
    found = exif.get(270) or metadata.text.get("Comment")
    return found if isinstance(found, str) else None


def _text(value: object) -> bytes | None:
    """As UTF-8, which readers of today expect where the specification says ASCII."""
    return value.encode() if isinstance(value, str) and value else None


def _extra_tags(exif: Image.Exif, metadata: Metadata, big: bool) -> list[tuple[int, int, int, Any, bool]]:
    tags: list[tuple[int, int, int, Any, bool]] = []
    if metadata.xmp:
        tags.append((700, BYTE, len(metadata.xmp), metadata.xmp, True))
    if metadata.iptc:
        tags.append((TIFF_IPTC, UNDEFINED, len(metadata.iptc), metadata.iptc, True))
    for tag in sorted(DESCRIPTIVE_TAGS - {270, 305, *POINTERS}):
        value = exif.get(tag)
        if isinstance(value, str):
            tags.append((tag, ASCII, 0, _text(value), True))
        elif isinstance(value, bytes):
            tags.append((tag, BYTE, len(value), value, True))
    # tifffile refuses to write the pointers themselves; a neighbouring number keeps their place.
    return tags + [(tag - 1, LONG, 1, 0, True) for tag in POINTERS if not big and exif.get_ifd(tag)]


def _append_directories(file: BinaryIO, exif: Image.Exif) -> None:
    """Put the camera's and the GPS directory at the end of the file and point to them."""
    file.seek(0)
    with tifffile.TiffFile(file) as tiff:
        tags: Any = tiff.pages.first.tags
        places = {tag: tags[tag - 1] for tag in POINTERS if tag - 1 in tags}
    for tag, place in places.items():
        directory = TiffImagePlugin.ImageFileDirectory_v2(b"II*\0\0\0\0\0", group=tag)
        for key, value in exif.get_ifd(tag).items():
            directory[key] = value
        at = file.seek(0, 2)
        at += file.write(b"\0" * (at % 2))
        file.write(directory.tobytes(at))
        file.seek(place.offset)
        file.write(struct.pack("<H", tag))
        file.seek(place.valueoffset)
        file.write(struct.pack("<I", at))
