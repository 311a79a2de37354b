"""A frame as Qt paints it, made on the thread that computed it so that the window never converts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from PySide6.QtGui import QImage

Corners = tuple[int, int, int, int]  # y0, x0, y1, x1

PREVIEW_PX = 2048


@dataclass(frozen=True, eq=False)
class Picture:
    """`image` covers `rect` of the result, `original` covers `original_rect` of what it stands beside."""

    image: QImage
    rect: Corners
    original: QImage
    original_rect: Corners
    alpha: bool
    exact: bool
    frame: Any = None  # the engine's Frame, or None for a photo that no engine has seen yet


def to_image(pixels: Any) -> QImage:
    """uint8 (H, W, C) of 1 to 4 channels as a QImage in a format that paints fast."""
    import numpy as np

    height, width, channels = pixels.shape
    if channels == 2:
        pixels = pixels[:, :, [0, 0, 0, 1]]
        channels = 4
    pixels = np.ascontiguousarray(pixels)
    formats = {1: QImage.Format.Format_Grayscale8, 3: QImage.Format.Format_RGB888}
    image_format = formats.get(channels, QImage.Format.Format_RGBA8888)
    image = QImage(pixels.data, width, height, width * channels, image_format)
    fast = QImage.Format.Format_ARGB32_Premultiplied if channels == 4 else QImage.Format.Format_RGB32
    # The conversion copies, so the picture outlives the array.
    return image.convertToFormat(fast)


def from_image(image: QImage) -> Any:
    """A QImage (pasted, say) as uint8 (H, W, 3) or (H, W, 4)."""
    import numpy as np

    channels = 4 if image.hasAlphaChannel() else 3
    plain = image.convertToFormat(
        QImage.Format.Format_RGBA8888 if channels == 4 else QImage.Format.Format_RGB888
    )
    height, width, stride = plain.height(), plain.width(), plain.bytesPerLine()
    rows = np.frombuffer(plain.constBits(), np.uint8).reshape(height, stride)
    return rows[:, : width * channels].reshape(height, width, channels).copy()


def to_uint8(pixels: Any) -> Any:
    """Display values of uint8, uint16 or float32 pixels."""
    import numpy as np

    if pixels.dtype == np.uint8:
        return pixels
    if pixels.dtype == np.uint16:
        return ((pixels.astype(np.uint32) * 255 + 32895) >> 16).astype(np.uint8)
    return np.rint(np.clip(np.nan_to_num(pixels), 0, 1) * 255).astype(np.uint8)


def marked(pixels: Any) -> Any:
    """Display values, magenta where a float photo has no numbers."""
    import numpy as np

    shown = to_uint8(pixels)
    if pixels.dtype.kind != "f" or np.isfinite(pixels).all():
        return shown
    if shown.shape[2] < 3:
        shown = shown[:, :, [0, 0, 0, *range(1, shown.shape[2])]]
    shown[~np.isfinite(pixels).all(axis=2)] = (255, 0, 255, 255)[: shown.shape[2]]
    return shown


def of_photo(pixels: Any) -> Picture:
    """A quick, coarse look at a whole photo, shown until the engine answers."""
    height, width = pixels.shape[:2]
    stride = -(-max(height, width) // PREVIEW_PX)
    image = to_image(marked(pixels[::stride, ::stride]))
    whole = (0, 0, height, width)
    return Picture(image, whole, image, whole, image.hasAlphaChannel(), exact=False)


def of_frame(frame: Any, before: Picture | None = None) -> Picture:
    """The engine's frame; the photo beside it is converted anew only if it is not that of `before`."""
    image = to_image(frame.pixels if frame.shown is None else frame.shown)
    same = before is not None and before.frame is not None and before.frame.original is frame.original
    original = before.original if before is not None and same else to_image(frame.original)
    return Picture(
        image,
        _corners(frame.rect),
        original,
        _corners(frame.original_rect),
        image.hasAlphaChannel() or original.hasAlphaChannel(),
        frame.exact,
        frame,
    )


def _corners(rect: Any) -> Corners:
    return rect.y0, rect.x0, rect.y1, rect.x1
