"""Converts pixels to the window's format: 32 bits each, written once, into shared memory."""

from __future__ import annotations

import sys
from collections.abc import Callable

import numpy as np

from jaxstudio.backend.protocol import Corners, Pixels
from jaxstudio.engine.scopes import clipped_pixels
from jaxstudio.pipeline.display_mode import OVER, UNDER

# The longest side of a photo's first look.
LOOK_PX = 2048
BAND_PIXELS = 1 << 17
OPAQUE = np.uint32(0xFF000000)
Empty = Callable[[tuple[int, ...], str], np.ndarray]


def painted(pixels: np.ndarray, corners: Corners, empty: Empty) -> Pixels:
    """uint8 pixels (h, w, 1 to 4) in the format that Qt's raster engine paints without conversion.

    empty: makes the array for the result, (h, w) uint32.
    """
    height, width, channels = pixels.shape
    out = empty((height, width), "uint32")
    pack = {1: _pack_gray, 3: _pack_rgb}.get(channels, _pack_with_alpha)
    rows = max(1, BAND_PIXELS // max(width, 1))  # bands, so that later passes find their pixels in the cache
    for y in range(0, height, rows):
        pack(pixels[y : y + rows], out[y : y + rows])
    return Pixels(out, corners, alpha=channels in (2, 4))


def paint_clipping(picture: Pixels, pixels: np.ndarray) -> None:
    """Paint the clipped pixels of a packed picture; `pixels` are its uint8 (h, w, channels) before."""
    colours = pixels.shape[2] - (pixels.shape[2] in (2, 4))
    over, under = clipped_pixels(pixels[..., :colours])
    for where, (red, green, blue) in ((over, OVER), (under, UNDER)):
        np.copyto(picture.values, OPAQUE | np.uint32(red << 16 | green << 8 | blue), where=where)


def _pack_gray(pixels: np.ndarray, out: np.ndarray) -> None:
    np.multiply(pixels[..., 0], np.uint32(0x010101), out=out, dtype=np.uint32)
    np.bitwise_or(out, OPAQUE, out=out)


def _pack_rgb(pixels: np.ndarray, out: np.ndarray) -> None:
    """Read four bytes at each pixel, the last of them the next pixel's, and reverse their order."""
    height, width, _ = pixels.shape
    if not pixels.flags.c_contiguous or sys.byteorder != "little" or height * width < 2:
        _pack_planes(pixels, out)
        return
    count = height * width - 1  # the last pixel has no byte behind it
    flat = out.reshape(-1)
    quads = np.ndarray((count,), "<u4", pixels, 0, (3,))
    np.copyto(flat[:-1], quads)
    flat[:-1].byteswap(inplace=True)
    np.right_shift(flat, 8, out=flat)
    np.bitwise_or(flat, OPAQUE, out=flat)
    _pack_planes(pixels[-1:, -1:], out[-1:, -1:])


def _pack_planes(pixels: np.ndarray, out: np.ndarray) -> None:
    red, green, blue = (pixels[..., plane].astype(np.uint32) for plane in range(3))
    np.copyto(out, OPAQUE | red << np.uint32(16) | green << np.uint32(8) | blue)


def _pack_with_alpha(pixels: np.ndarray, out: np.ndarray) -> None:
    """Colours times alpha, rounded to the nearest."""
    alpha = np.ascontiguousarray(pixels[..., -1], np.uint32)
    np.left_shift(alpha, 24, out=out)
    planes = (0, 1, 2) if pixels.shape[2] == 4 else (0, 0, 0)
    for plane, shift in zip(planes, (16, 8, 0), strict=True):
        product = pixels[..., plane] * alpha + np.uint32(128)
        np.bitwise_or(out, (product + (product >> 8) >> 8) << np.uint32(shift), out=out)


def to_uint8(pixels: np.ndarray) -> np.ndarray:
    """Display values of uint8, uint16 or float32 pixels; magenta where a float photo is NaN or infinite."""
    if pixels.dtype == np.uint8:
        return pixels
    if pixels.dtype == np.uint16:
        return ((pixels.astype(np.uint32) * 255 + 32895) >> 16).astype(np.uint8)
    shown = np.rint(np.clip(np.nan_to_num(pixels), 0, 1) * 255).astype(np.uint8)
    if np.isfinite(pixels).all():
        return shown
    if shown.shape[2] < 3:
        shown = shown[:, :, [0, 0, 0, *range(1, shown.shape[2])]]
    shown[~np.isfinite(pixels).all(axis=2)] = (255, 0, 255, 255)[: shown.shape[2]]
    return shown


def first_look(
    pixels: np.ndarray, empty: Empty, on_screen: Callable[[np.ndarray], np.ndarray] = lambda shown: shown
) -> Pixels:
    """A quick, coarse look at a whole photo, shown until the engine answers.

    on_screen: takes 8-bit pixels to the colours of the screen.
    """
    height, width = pixels.shape[:2]
    stride = -(-max(height, width) // LOOK_PX)
    small = np.ascontiguousarray(pixels[::stride, ::stride])
    return painted(on_screen(to_uint8(small)), (0, 0, height, width), empty)


# A diverging palette for any colour vision: its ends, blue and orange, differ along blue–yellow, which both
# common kinds of colour blindness can tell apart.
BELOW, ABOVE = (33, 102, 205), (240, 130, 10)
GREY = (127, 127, 127)


def colour_of(share: float, ground: tuple[int, int, int] = GREY) -> tuple[int, int, int]:
    """The colour of a value from −1 to 1, over the colour of 0."""
    end = ABOVE if share > 0 else BELOW
    part = min(abs(share), 1.0)
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(ground, end, strict=True))
    return red, green, blue
