"""TIFF as science writes it: 16 bits, float, memory-mapped when large; the rest is left to Pillow."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import tifffile

from jaxstudio.errors import PhotoError
from jaxstudio.files.quantise import Array
from jaxstudio.files.read_pillow import ORIENTED, check_size

MAP_FROM_BYTES = 256_000_000
# Those that tifffile decodes without optional codecs: none, deflate, PackBits.
COMPRESSIONS = frozenset({1, 8, 32946, 32773})
GRAY_INVERTED, GRAY, RGB = 0, 1, 2
ASSOCIATED_ALPHA = 1


def read_tiff(path: Path) -> Array | None:
    """Pixels (H, W, C) uint8, uint16 or float32 of the first image, upright; None where Pillow should try.

    An uncompressed file of more than 256 MB is mapped, not read: it must not change while it is in use.
    """
    with tifffile.TiffFile(path) as file:
        page: Any = file.pages[0]
        if page.compression not in COMPRESSIONS or page.photometric not in (GRAY_INVERTED, GRAY, RGB):
            return None
        if page.predictor == 3 or page.bitspersample not in (8, 16, 32, 64):
            return None
        series = file.series[0]
        whole = page
        if series.kind == "shaped" and series.ndim == 3 and page.ndim == 2 and series.shape[-1] <= 4:
            whole = series  # a float array (H, W, C) that was written as H pages of (W, C)
        shape = _shape(path, page, whole.shape)
        check_size(path, shape[0], shape[1])
        dtype = page.dtype.newbyteorder("=")
        stored = np.dtype(file.byteorder + dtype.char) if dtype.itemsize > 1 else dtype
        planar = whole is page and page.planarconfig == 2 and page.samplesperpixel > 1
        if page.is_memmappable and stored == dtype and not planar and page.nbytes > MAP_FROM_BYTES:
            pixels = tifffile.memmap(path, page=0, mode="r") if whole is page else whole.asarray()
        else:
            pixels = whole.asarray()
        if planar:
            pixels = np.moveaxis(pixels, 0, -1)
        alpha_kinds = tuple(page.extrasamples)
        orientation_tag = page.tags.get(274)
        inverted = page.photometric == GRAY_INVERTED
    pixels = to_supported(path, pixels.reshape(shape))
    if inverted:
        pixels = 1 - pixels if pixels.dtype == np.float32 else np.iinfo(pixels.dtype).max - pixels
    if alpha_kinds[:1] == (ASSOCIATED_ALPHA,) and shape[2] in (2, 4):
        pixels = _straight(pixels)
    orientation = ORIENTED.get(orientation_tag.value) if orientation_tag is not None else None
    return np.ascontiguousarray(orientation(pixels) if orientation else pixels)


def _shape(path: Path, page: Any, shape: tuple[int, ...]) -> tuple[int, int, int]:
    if page.planarconfig == 2 and page.samplesperpixel > 1 and len(shape) == 3:
        shape = (*shape[1:], shape[0])
    shape = (*shape, 1) if len(shape) == 2 else shape
    if len(shape) != 3 or not 1 <= shape[2] <= 4:
        raise PhotoError(
            f"{path}: an array of shape {shape}, expected (height, width) or (height, width, 1 to 4)"
        )
    return shape


def to_supported(path: Path, pixels: Array) -> Array:
    """`pixels` as uint8, uint16 or float32 in native byte order, copied only where needed.

    float16 and float64 become float32; PhotoError for other types.
    """
    dtype = pixels.dtype.newbyteorder("=")
    if dtype.kind == "f":
        dtype = np.dtype(np.float32)
    if dtype not in (np.uint8, np.uint16, np.float32):
        raise PhotoError(f"{path}: values of type {pixels.dtype.name}, expected uint8, uint16 or float")
    with np.errstate(over="ignore"):
        return pixels if pixels.dtype == dtype else pixels.astype(dtype)


def _straight(pixels: Array) -> Array:
    """Divide colours that were multiplied by their alpha."""
    top = 1.0 if pixels.dtype == np.float32 else float(np.iinfo(pixels.dtype).max)
    values = pixels.astype(np.float32) / np.float32(top)
    alpha = values[..., -1:]
    values[..., :-1] = np.divide(
        values[..., :-1], alpha, out=np.zeros_like(values[..., :-1]), where=alpha > 0
    )
    if pixels.dtype == np.float32:
        return values
    return np.rint(np.clip(values, 0, 1) * np.float32(top)).astype(pixels.dtype)
