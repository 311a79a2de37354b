"""Keeps NaN and infinities out of statistics and library filters, which cannot handle them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np


def apply_around_nonfinite(
    apply: Callable[[Any, Mapping[str, Any]], Any], pixels: np.ndarray, values: Mapping[str, Any]
) -> tuple[np.ndarray, int]:
    """Apply a library's filter to an image with NaN and infinities; returns the result and their number.

    The filter sees the mean of the finite values in their place; the result gets them back.

    Args:
        pixels: float32 (height, width, channels); it may be written to.
    """
    finite = np.isfinite(pixels)
    if finite.all():
        return apply(np.ascontiguousarray(pixels), values), 0
    bad = ~finite
    count = int(bad.sum())
    numbers = pixels[~bad]
    filled = np.where(
        bad, np.float32(numbers.mean(dtype=np.float64)) if numbers.size else np.float32(0), pixels
    )
    result = np.array(apply(filled, values), np.float32)
    result[bad] = pixels[bad]
    return result, count


# A resampled pixel is NaN if the non-finite input pixels have more than this weight in it.
NAN_WEIGHT = 0.25


def resample_around_nonfinite(
    apply: Callable[[Any, Mapping[str, Any]], Any],
    pixels: np.ndarray,
    with_alpha: bool,
    values: Mapping[str, Any],
) -> tuple[np.ndarray, int]:
    """Apply a linear filter that changes the size, colours weighted by alpha.

    Returns the result and the number of NaN and infinities in the input.

    Args:
        pixels: float32 (height, width, channels); it is written to.
    """
    bad = ~np.isfinite(pixels)
    count = int(bad.sum())
    if count:
        pixels[bad] = pixels[~bad].mean(dtype=np.float64) if count < bad.size else 0.0
    if with_alpha:
        pixels[..., :-1] *= pixels[..., -1:]
    result = np.array(apply(pixels, values), np.float32)
    if with_alpha:
        alpha = result[..., -1:] = np.clip(result[..., -1:], 0.0, 1.0)
        result[..., :-1] /= np.where(alpha > 0, alpha, np.inf)
    if count:
        result[np.abs(apply(bad.astype(np.float32), values)) > NAN_WEIGHT] = np.nan
    return result, count


def count_nonfinite(values: np.ndarray) -> int:
    """Return how many of an array's values are NaN or infinite."""
    # A sum is not finite if a value is not. einsum adds as the values come, in a third of the time of `sum`,
    # which adds in pairs, and in a tenth of the time of a test of each.
    with np.errstate(over="ignore", invalid="ignore"):
        rows = values.reshape(len(values), -1)  # of a picture without alpha no copy
        if values.dtype.kind != "f" or np.isfinite(np.einsum("yx->", rows)):
            return 0
    return int(values.size - np.count_nonzero(np.isfinite(values)))


def left_out_message(title: str, count: int | None) -> str:
    """Return one line for the user about values that a step left out; `count` is None if unknown."""
    if count is None:
        what = "values that are not numbers were"
    elif count == 1:
        what = "1 value that is not a number was"
    else:
        what = f"{count:,} values that are not numbers were"
    return f"{title}: {what} left out"
