"""Whole pixels to whole places: a crop is another view of the same memory, a flip a copy in another order.

XLA:CPU would gather them one by one, at a tenth of the speed.
"""

from __future__ import annotations

import numpy as np

from jaxstudio.engine.rect import Rect
from jaxstudio.engine.sampling import POOL
from jaxstudio.engine.sheets import Sheet, new_sheet

# Rows of the result that one thread copies at a time, and columns of a turned one that stay in its cache.
STRIP, BLOCK = 128, 64


def moved(before: Sheet, needed: Rect, matrix: np.ndarray, rect: Rect) -> Sheet:
    """`rect` of the result, of pixels that all lie in `before`.

    Args:
        needed: where they lie there.
        matrix: (2, 3) from result to input coordinates, of 0, 1 and −1 and whole shifts.
    """
    across, down = np.rint(matrix[:, :2]).astype(int)
    if (across[0], down[1]) == (1, 1):
        place = before.index(needed.y0, needed.x0)
        view = Sheet(before.chunks, before.chunk, before.pitch, place, rect, before.channels, before.dtype)
        return view.cropped(rect)
    pixels = pixels_of(before, needed)
    if across[0]:
        ordered = pixels[:: down[1], :: across[0]]
    else:
        ordered = pixels.transpose(1, 0, 2)[:: across[1], :: down[0]]
    sheet, rows = new_sheet(rect, before.channels, before.dtype)
    _copy(rows.reshape(rect.height, rect.width, before.channels), ordered, whole_rows=across[0] == 1)
    return sheet


def pixels_of(sheet: Sheet, rect: Rect) -> np.ndarray:
    """(height, width, channels) of a sheet: its own memory where it lies in one piece, else a copy."""
    number, offset = divmod(sheet.index(rect.y0, rect.x0), sheet.chunk)
    last = sheet.index(rect.y1 - 1, rect.x1 - 1) + sheet.channels - 1
    size = sheet.dtype.itemsize
    if last // sheet.chunk == number:
        return np.lib.stride_tricks.as_strided(
            np.asarray(sheet.chunks[number])[offset:],
            (rect.height, rect.width, sheet.channels),
            (sheet.pitch * size, sheet.channels * size, size),
            writeable=False,
        )
    copied = np.empty((rect.height, rect.width * sheet.channels), sheet.dtype)
    sheet.copy_to(copied, rect)
    return copied.reshape(rect.height, rect.width, sheet.channels)


def _copy(out: np.ndarray, pixels: np.ndarray, whole_rows: bool) -> None:
    """Strip by strip on several threads; channel by channel where pixels are turned round.

    A strided copy of single values is several times as fast as one of pixels of three values.
    """

    turned = abs(pixels.strides[0]) < abs(pixels.strides[1])
    block = BLOCK if turned else out.shape[1]

    def strip(first: int) -> None:
        rows = slice(first, first + STRIP)
        if whole_rows:
            np.copyto(out[rows], pixels[rows])
            return
        for left in range(0, out.shape[1], block):
            columns = slice(left, left + block)
            for channel in range(out.shape[2]):
                np.copyto(out[rows, columns, channel], pixels[rows, columns, channel])

    list(POOL.map(strip, range(0, out.shape[0], STRIP)))
