"""Results out to files: the suffix chooses the format, rows are written as they come, metadata is kept."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import BinaryIO

import numpy as np

from jaxstudio.errors import SaveError
from jaxstudio.files import encode, extra_formats, pnm, write_png, write_tiff
from jaxstudio.files.formats import FORMATS as FORMATS
from jaxstudio.files.formats import Storage, format_of
from jaxstudio.files.formats import check_depth as check_depth
from jaxstudio.files.formats import default_depth as default_depth
from jaxstudio.files.losses import losses as losses
from jaxstudio.files.metadata import JpegEncoding, Metadata
from jaxstudio.files.photo import Photo
from jaxstudio.files.quantise import Array, count_unsound, to_depth
from jaxstudio.runtime.atomic_write import atomic_write

Shape = tuple[int, int, int]
JPEG_SUBSAMPLINGS = {"4:4:4": 0, "4:2:2": 1, "4:2:0": 2, "4:1:1": 3, "4:4:0": 4}
Writer = Callable[[BinaryIO, Iterator[Array], Shape, str, Metadata], None]


def _write_npy(file: BinaryIO, rows: Iterator[Array], shape: Shape, depth: str, metadata: Metadata) -> None:
    # Not `open_memmap`: a full disk would then kill the program (SIGBUS) instead of raising.
    header = {"descr": "<f4", "fortran_order": False, "shape": shape}
    np.lib.format.write_array_header_1_0(file, header)
    for band in rows:
        file.write(np.ascontiguousarray(band, "<f4").data)


WRITERS: dict[str, Writer] = {
    "PNG": write_png.write,
    "JPEG": encode.write_jpeg,
    "TIFF": write_tiff.write,
    "WebP": encode.write_webp,
    "BMP": encode.write_bmp,
    "GIF": encode.write_gif,
    "PNM": pnm.write_pnm,
    "PFM": pnm.write_pfm,
    "JPEG 2000": encode.write_jpeg_2000,
    "npy": _write_npy,
    "AVIF": extra_formats.write_avif,
    "HEIC": extra_formats.write_heic,
    "JPEG XL": extra_formats.write_jpeg_xl,
    "OpenEXR": extra_formats.write_exr,
}


def save(
    path: str | os.PathLike[str],
    pixels: Array | Iterable[tuple[int, Array]],
    depth: str | int | None = None,
    photo: Photo | None = None,
    *,
    shape: Shape | None = None,
    quality: int | None = None,
    strict: bool = False,
    storage: Storage | None = None,
) -> int:
    """Write `pixels` to `path`, whose suffix chooses the format; `path` is replaced only when all is written.

    `pixels` is an array (H, W, C) or (H, W) of uint8, uint16 or float32, or bands (first row,
    rows) from top to bottom with `shape` (H, W, C) of the whole. They are brought to `depth`
    ("8", "16", "float32"; by default their own where the format holds it): clipped to [0, 1] and
    rounded half to even; float32 is written unclipped. `photo` is where the metadata comes from.

    PNG, TIFF, PNM, PFM and .npy are written band by band in bounded memory. WebP, JPEG 2000 and JPEG XL are
    lossless. JPEG is compressed as the JPEG that `photo` came from is (its quantisation tables and
    subsampling), else at quality 95 without colour subsampling, as are AVIF and HEIC; `quality` (1 to 100)
    asks for another. TIFF and OpenEXR are compressed as the source of the same format is, TIFF in its tiles;
    `storage` asks for something else. A format that holds no alpha drops one that is 1 everywhere and raises
    SaveError for any other. Raises UsageError for an unknown suffix or depth, SaveError for whatever keeps
    the file from being written.

    Returns how many pixels of a float result were not numbers and could not be written as integers:
    NaN became 0, infinity the end of the range. `words_changed` says it. With `strict` they raise SaveError,
    and nothing is written.
    """
    known = format_of(path)
    if isinstance(pixels, np.ndarray):
        pixels = pixels[..., np.newaxis] if pixels.ndim == 2 else pixels
        shape = (pixels.shape[0], pixels.shape[1], pixels.shape[2])
        depth = depth or default_depth(path, {1: "8", 2: "16"}.get(pixels.dtype.itemsize, "float32"))
        bands: Iterable[tuple[int, Array]] = _cut(pixels)
    else:
        bands = pixels
        depth = depth or (photo and default_depth(path, photo.depth)) or known.depths[0]
    if shape is None:
        raise TypeError("bands need the shape of the whole")
    depth = str(depth)
    check_depth(path, depth)
    if min(shape[:2]) < 1:
        raise SaveError(f"cannot write {path}: the result is {shape[1]} × {shape[0]}, no pixels")
    if max(shape[:2]) > known.longest:
        raise SaveError(
            f"cannot write {path}: {shape[1]:,} × {shape[0]:,} pixels, "
            f"{known.name} holds {known.longest:,} a side; use PNG or TIFF"
        )
    changed: list[int] = []
    rows = _in_order(path, bands, shape, depth, changed)
    if known.name == "GIF" and shape[2] in (2, 4):
        rows = _of_one_bit(path, rows)
    if not known.alpha and shape[2] in (2, 4):
        rows, shape = _without_alpha(path, rows, known.name), (*shape[:2], shape[2] - 1)
    metadata = photo.metadata if photo else Metadata()
    if quality is not None:
        subsampling = metadata.jpeg.subsampling if metadata.jpeg else 0
        metadata = replace(metadata, jpeg=JpegEncoding(quality, subsampling))
    if storage is not None:
        metadata = _stored(metadata, storage)
    with atomic_write(path) as file:
        WRITERS[known.name](file, rows, shape, depth, metadata)
        count = sum(changed)
        if strict and count:
            raise SaveError(f"cannot write {path}: {words_changed(count)}")
    return count


def _stored(metadata: Metadata, storage: Storage) -> Metadata:
    """The metadata with another way to store pixels."""
    jpeg = metadata.jpeg
    if storage.subsampling is not None:
        jpeg = replace(jpeg or JpegEncoding(), subsampling=JPEG_SUBSAMPLINGS[storage.subsampling])
    return replace(metadata, jpeg=jpeg, storage=storage.over(metadata.storage))


def computed_depth(depth: str, photo: Photo) -> str:
    """The depth to compute a result in that is saved as `depth`: of a float photo, that which tells NaN."""
    return "float32" if photo.depth == "float32" else depth


def words_changed(count: int) -> str:
    """One line about what integers could not hold; empty for nothing."""
    if not count:
        return ""
    what = "1 pixel was not a number" if count == 1 else f"{count:,} pixels were not numbers"
    return f"{what}: NaN is written as 0, infinity as the end of the range"


def _cut(pixels: Array) -> Iterator[tuple[int, Array]]:
    rows = max(1, 4_000_000 // max(1, pixels.shape[1]))
    for top in range(0, len(pixels), rows):
        yield top, pixels[top : top + rows]


def _in_order(
    path: str | os.PathLike[str],
    bands: Iterable[tuple[int, Array]],
    shape: Shape,
    depth: str,
    changed: list[int],
) -> Iterator[Array]:
    """The rows at their depth; ValueError if the bands do not make up the whole, which is a bug.

    `changed` gets the count of each band's pixels that its depth cannot hold.
    """
    expected = 0
    for top, rows in bands:
        if top != expected or rows.shape[1:] != shape[1:]:
            raise ValueError(f"{path}: band {rows.shape} at row {top}, expected {shape} from row {expected}")
        expected += len(rows)
        changed.append(count_unsound(rows) if depth != "float32" else 0)
        yield to_depth(rows, depth)
    if expected != shape[0]:
        raise ValueError(f"{path}: {expected} rows came, expected {shape[0]}")


def _without_alpha(path: str | os.PathLike[str], bands: Iterator[Array], name: str) -> Iterator[Array]:
    for rows in bands:
        if (rows[..., -1] != 255).any():
            raise SaveError(f"cannot write {path}: {name} holds no transparency; use PNG, TIFF or WebP")
        yield rows[..., :-1]


def _of_one_bit(path: str | os.PathLike[str], bands: Iterator[Array]) -> Iterator[Array]:
    """Rows whose alpha a GIF can hold: 0 or 255."""
    for rows in bands:
        if not np.isin(rows[..., -1], (0, 255)).all():
            raise SaveError(f"cannot write {path}: GIF holds no half transparency; use PNG, TIFF or WebP")
        yield rows
