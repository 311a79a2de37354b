"""Formats of plain numbers: .npy, and PGM, PPM and PFM, whose 16-bit colour Pillow cuts to 8 bits."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import numpy as np

from jaxstudio.errors import PhotoError
from jaxstudio.files.decode import DOUBLES, MAP_FROM_BYTES, check_size, to_supported
from jaxstudio.files.metadata import Metadata
from jaxstudio.files.quantise import DTYPES, Array, rescaled

_GAP = rb"(?:\s|#[^\n\r]*[\n\r])+"
_HEADER = re.compile(_GAP.join([rb"(P[2356fF])", rb"(\d{1,9})", rb"(\d{1,9})", rb"([-+.\deE]{1,20})\s"]))
HEADER_BYTES = 4096


def read_pnm(path: Path) -> Array | None:
    """Pixels (H, W, C) uint8, uint16 or float32 (H, W, C), C 1 or 3; None for bitmaps, which Pillow reads.

    Whole numbers whose largest is neither 255 nor 65535 are scaled to it. ValueError for a damaged file.
    """
    with open(path, "rb") as file:
        found = _HEADER.match(file.read(HEADER_BYTES))
        if found is None:
            return None
        kind, width, height = found[1], int(found[2]), int(found[3])
        check_size(path, height, width)
        shape = (height, width, 3 if kind in (b"P3", b"P6", b"PF") else 1)
        file.seek(found.end())
        if kind in (b"PF", b"Pf"):
            values = np.fromfile(file, "<f4" if float(found[4]) < 0 else ">f4", int(np.prod(shape)))
            return np.ascontiguousarray(_shaped(values, shape)[::-1], np.float32)
        top = int(found[4])
        if not 1 <= top <= 65535:
            raise ValueError(f"a largest value of {top}, expected 1 to 65535")
        if kind in (b"P5", b"P6"):
            values = np.fromfile(file, ">u2" if top > 255 else "u1", int(np.prod(shape)))
        else:
            values = np.array(file.read().split()[: int(np.prod(shape))], np.uint32)
    return rescaled(_shaped(values, shape), top, 65535 if top > 255 else 255)


def _shaped(values: Array, shape: tuple[int, int, int]) -> Array:
    if values.size < np.prod(shape):
        raise ValueError(f"{values.size:,} values, expected {np.prod(shape):,}")
    return values.reshape(shape)


def write_pnm(
    file: BinaryIO, rows: Iterator[Array], shape: tuple[int, int, int], depth: str, metadata: Metadata
) -> None:
    """Gray (P5) or RGB (P6), 8 or 16 bits, row by row."""
    height, width, channels = shape
    dtype = DTYPES[depth]
    kind = "P5" if channels == 1 else "P6"
    file.write(f"{kind}\n{width} {height}\n{np.iinfo(dtype).max}\n".encode())
    for band in rows:
        file.write(np.ascontiguousarray(band, dtype.newbyteorder(">")).data)


def write_pfm(
    file: BinaryIO, rows: Iterator[Array], shape: tuple[int, int, int], depth: str, metadata: Metadata
) -> None:
    """Gray (Pf) or RGB (PF), float32, whose rows go from the bottom to the top."""
    height, width, channels = shape
    header = f"{'Pf' if channels == 1 else 'PF'}\n{width} {height}\n-1.0\n".encode()
    file.write(header)
    end = len(header) + 4 * width * height * channels
    for band in rows:
        end -= 4 * band.size
        file.seek(end)
        file.write(np.ascontiguousarray(band[::-1], "<f4").data)
    file.seek(0, 2)


def read_npy(path: Path) -> tuple[Array, tuple[str, ...]]:
    """Pixels (H, W, C) of an array (H, W) or (H, W, 1 to 4), mapped where it is large, and notes."""
    large = path.stat().st_size > MAP_FROM_BYTES
    try:
        pixels = np.load(path, mmap_mode="r" if large else None, allow_pickle=False)
    except (ValueError, EOFError) as error:
        raise PhotoError(
            "{0}: not an .npy array of numbers ({1})", path, str(error).splitlines()[0]
        ) from None
    shape = pixels.shape
    if len(shape) not in (2, 3) or (len(shape) == 3 and not 1 <= shape[2] <= 4):
        raise PhotoError(
            "{0}: an array of shape {1}, expected (height, width) or (height, width, 1 to 4)", path, shape
        )
    check_size(path, shape[0], shape[1])
    notes = (DOUBLES,) if pixels.dtype == np.float64 else ()
    return np.ascontiguousarray(to_supported(path, pixels.reshape((*shape[:2], -1)))), notes


def write_npy(
    file: BinaryIO, rows: Iterator[Array], shape: tuple[int, int, int], depth: str, metadata: Metadata
) -> None:
    """float32 (H, W, C), row by row."""
    # Not `open_memmap`: a full disk would then kill the program (SIGBUS) instead of raising.
    header = {"descr": "<f4", "fortran_order": False, "shape": shape}
    np.lib.format.write_array_header_1_0(file, header)
    for band in rows:
        file.write(np.ascontiguousarray(band, "<f4").data)
