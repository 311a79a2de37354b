"""Values of two variables as pictures: a scale of colours from dark to light, and shaded regions."""

from __future__ import annotations

from functools import cache

import numpy as np
from PySide6.QtGui import QColor, QImage, QPainter

from jaxstudio.app.shared.colours import oklch
from jaxstudio.functions.protocol.scene import Heatmap, Region

SHADES = 256


@cache
def scale() -> np.ndarray:
    """256 colours as uint32 0xAARRGGBB, evenly lighter from violet over green to yellow."""
    share = np.linspace(0.0, 1.0, SHADES)
    colours = [oklch(0.28 + 0.64 * s, 0.11 + 0.05 * s, 290.0 - 185.0 * s).rgba() for s in share.tolist()]
    return np.array(colours, np.uint32)


def shade(value: float) -> QColor:
    """The colour at a share of the scale, 0 to 1."""
    index = round(min(max(value, 0.0), 1.0) * (SHADES - 1))
    return QColor.fromRgba(int(scale()[index]))


def shares(values: np.ndarray, low: float, high: float) -> np.ndarray:
    """Indices into the scale for values between `low` and `high`; 0 for values that are not finite."""
    with np.errstate(invalid="ignore", over="ignore"):
        share = (np.clip(values, low, high) - low) * ((SHADES - 1) / (high - low))
    return np.nan_to_num(share, nan=0.0).astype(np.uint8)


def heat_image(heatmap: Heatmap) -> QImage:
    """A heatmap as a picture, clear where there is no value."""
    pixels = scale()[shares(heatmap.values, heatmap.low, heatmap.high)]
    pixels[np.isnan(heatmap.values)] = 0
    return image_of(pixels)


def region_image(region: Region) -> QImage:
    """Return a region as a white mask, tinted when it is painted."""
    return image_of(np.where(region.inside, np.uint32(0xFFFFFFFF), np.uint32(0)))


def image_of(pixels: np.ndarray) -> QImage:
    """A picture of uint32 (height, width), 0xAARRGGBB, with memory of its own."""
    pixels = np.ascontiguousarray(pixels, np.uint32)
    height, width = pixels.shape
    return QImage(pixels.data, width, height, 4 * width, QImage.Format.Format_ARGB32).copy()


def tinted(mask: QImage, colour: QColor) -> QImage:
    """A mask in a colour; where it is clear the picture is."""
    made = QImage(mask)
    painter = QPainter(made)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
    painter.fillRect(made.rect(), colour)
    painter.end()
    return made
