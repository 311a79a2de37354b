"""Values that are no numbers, where an op must not meet them: in statistics and in libraries."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

Block = tuple[Any, Any]


def around(
    apply: Callable[[Any, Mapping[str, Any]], Any], pixels: np.ndarray, values: Mapping[str, Any]
) -> tuple[np.ndarray, int]:
    """What a library makes of a whole picture whose NaN and infinities it does not see, and how many.

    They are filled with the mean of the others for it and put back into its result.

    Args:
        pixels: float32 (height, width, channels); it may be written to.
    """
    finite = np.isfinite(pixels)
    if finite.all():
        return apply(np.ascontiguousarray(pixels), values), 0
    bad = ~finite
    count = int(bad.sum())
    sound = pixels[~bad]
    filled = np.where(bad, np.float32(sound.mean(dtype=np.float64)) if sound.size else np.float32(0), pixels)
    result = np.array(apply(filled, values), np.float32)
    result[bad] = pixels[bad]
    return result, count


# From what share of a new pixel on a value that is no number makes it none.
SPOILT = 0.25


def resampled(
    apply: Callable[[Any, Mapping[str, Any]], Any],
    pixels: np.ndarray,
    with_alpha: bool,
    values: Mapping[str, Any],
) -> tuple[np.ndarray, int]:
    """What a linear `apply` makes of a whole picture, its colours weighed by alpha, and how many are NaN.

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
        result[np.abs(apply(bad.astype(np.float32), values)) > SPOILT] = np.nan
    return result, count


def counted(blocks: Callable[[], Iterator[Block]], found: list[int]) -> Callable[[], Iterator[Block]]:
    """The same blocks; each time all of them were seen, `found` gets the count of what is no number."""

    def counting() -> Iterator[Block]:
        count = 0
        for block in blocks():
            yield block
            values = block[1] if isinstance(block[0], tuple) else block[0]
            if values.dtype.kind == "f":
                count += values.size - int(np.isfinite(values).sum())
        found.append(count)

    return counting


def words_left_out(title: str, count: int | None) -> str:
    """One line about values that a step did not look at; None for a count that is not known."""
    if count is None:
        what = "values that are not numbers were"
    elif count == 1:
        what = "1 value that is not a number was"
    else:
        what = f"{count:,} values that are not numbers were"
    return f"{title}: {what} left out"
