"""How much two pictures differ, in the numbers that people use: PSNR, SSIM, MSE, greatest difference, ΔE."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from jaxstudio.engine.rect import Rect
from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.engine.steps import Cancel, never
from jaxstudio.errors import Cancelled, ComputeError, UsageError
from jaxstudio.kernels.comparing import REACH, differences, row_sums, structure
from jaxstudio.kernels.pixels import has_alpha
from jaxstudio.kernels.windows import integer_unit
from jaxstudio.pipeline.recipe import Recipe

# Pixels along a block's side: small enough for the cache, one size so that it is compiled once.
BLOCK = 512
_COMPILER = ThreadPoolExecutor(1, "jaxstudio-measure")
_compiled: dict[int, Future[Any]] = {}
_lock = threading.Lock()
# The rows from the first to the last (excluded) of a picture: (rows, width, channels), any format.
Rows = Callable[[int, int], np.ndarray]
Shape = tuple[int, int, int]


@dataclass(frozen=True)
class Measures:
    """What two pictures of one size differ by; encoded values, [0, 1] is the range; alpha is left out.

    `psnr` is in decibels, infinite where nothing differs; `ssim` is the mean over windows of 7×7 pixels
    and over the channels, None where no window fits; `delta_e` and `delta_e_most` are the mean and
    greatest CIEDE2000 of the pixels. `left_out` pixels were no numbers in one or the other; with no
    others all is None.
    """

    mse: float | None
    psnr: float | None
    ssim: float | None
    delta: float | None
    delta_e: float | None
    delta_e_most: float | None
    left_out: int = 0

    @property
    def identical(self) -> bool:
        return self.delta == 0.0


def check_alike(one: Shape, other: Shape) -> None:
    """UsageError in clear words where two pictures cannot be compared pixel by pixel."""
    if one[:2] != other[:2]:
        raise UsageError(
            f"the sizes differ: {one[1]} × {one[0]} and {other[1]} × {other[0]} pixels; "
            "expected two pictures of one size"
        )
    if _colours(one[2]) != _colours(other[2]):
        raise UsageError("one picture is gray, the other in colour: expected two of one kind")


def _colours(channels: int) -> int:
    return channels - 1 if has_alpha(channels) else channels


def compiled(channels: int) -> Future[Measures]:
    """Compile what measures such pictures, in a thread: done once it is, at once when it was before."""
    colours = _colours(channels)
    with _lock:
        if colours not in _compiled:
            blank = np.zeros((1, 1, colours), np.uint8)
            _compiled[colours] = _COMPILER.submit(measure_pixels, blank, blank)
        return _compiled[colours]


def measure(one: Rows, other: Rows, shape: Shape, *, cancel: Cancel = never) -> Measures:
    """Compare two pictures, band by band.

    Args:
        one, other: both of `shape` but for alpha, integers standing for [0, 1].
        shape: (height, width, channels).
        cancel: asked between blocks; when true, Cancelled is raised.

    Source: scikit-image's metrics with data_range=1 and its default window; `deltaE_ciede2000`.
    """
    height, width, channels = shape
    colours = _colours(channels)
    count = windows = 0
    squares = structures = colour_apart = 0.0
    most = most_colour = 0.0
    for y in range(0, height, BLOCK):
        bands = [_band(rows, y, height, width, colours) for rows in (one, other)]
        for x in range(0, width, BLOCK):
            if cancel():
                raise Cancelled("cancelled")
            a, b = (np.ascontiguousarray(band[:, :, x : x + BLOCK + 2 * REACH]) for band in bands)
            inner = (slice(None), slice(REACH, -REACH), slice(REACH, -REACH))
            found = differences(np.ascontiguousarray(a[inner]), np.ascontiguousarray(b[inner]))
            count += int(_total(found["count"]))
            squares += _total(found["squares"])
            colour_apart += _total(found["delta_e"])
            most, most_colour = (
                max(most, float(found["delta"])),
                max(most_colour, float(found["delta_e_most"])),
            )
            values, held = structure(row_sums(a, b))
            structures += _total(values)
            windows += int(_total(held))
    left_out = height * width - count
    if not count:
        return Measures(None, None, None, None, None, None, left_out)
    mse = squares / (count * colours)
    return Measures(
        mse=mse,
        psnr=math.inf if mse == 0 else -10 * math.log10(mse),
        ssim=structures / windows if windows else None,
        delta=most,
        delta_e=colour_apart / count,
        delta_e_most=most_colour,
        left_out=left_out,
    )


def _total(sums: Any) -> float:
    """A sum of sums that loses nothing more."""
    return float(np.asarray(sums).astype(np.float64).sum())


def _band(rows: Rows, y: int, height: int, width: int, colours: int) -> np.ndarray:
    """BLOCK rows from y and REACH around, planar float32; what lies beside the picture is no number."""
    across = -(-width // BLOCK) * BLOCK
    band = np.full((colours, BLOCK + 2 * REACH, across + 2 * REACH), np.nan, np.float32)
    top, bottom = max(y - REACH, 0), min(y + BLOCK + REACH, height)
    pixels = rows(top, bottom)[..., :colours]
    planes = np.moveaxis(pixels, 2, 0).astype(np.float32)
    planes *= np.float32(integer_unit(pixels.dtype))
    at = top - (y - REACH)
    band[:, at : at + bottom - top, REACH : REACH + width] = planes
    return band


def measure_pixels(one: np.ndarray, other: np.ndarray) -> Measures:
    """Compare two arrays (height, width, channels); UsageError where their sizes or kinds differ."""
    check_alike(one.shape, other.shape)
    return measure(lambda y0, y1: one[y0:y1], lambda y0, y1: other[y0:y1], one.shape)


def measure_recipes(
    engine: Engine,
    source: Source,
    recipe: Recipe,
    against: Recipe,
    *,
    level: int = 0,
    cancel: Cancel = never,
) -> Measures:
    """Compare what two recipes make of a photo, in the photo's own depth, as it would be saved.

    Args:
        against: an empty recipe is the photo itself.
        level: compare on the photo reduced by 2^level; approximate unless it is 0.

    Raises:
        UsageError: the results differ in size.
    """
    photo = source.level(level)
    sizes = [engine.size(each, photo.height, photo.width) for each in (recipe, against)]
    check_alike((*sizes[0], source.channels), (*sizes[1], source.channels))
    shape = (*sizes[0], source.channels)
    dtype = source.pixels.dtype.name

    def rows_of(each: Recipe) -> Rows:
        if not each.active:
            return lambda y0, y1: photo.pixels[y0:y1]
        worker = engine.exporter()

        def rows(y0: int, y1: int) -> np.ndarray:
            band = Rect(y0, 0, y1, shape[1])
            return worker.render(source, each, band, dtype, level=level, cancel=cancel)

        return rows

    found = measure(rows_of(recipe), rows_of(against), shape, cancel=cancel)
    if found.mse is not None and not math.isfinite(found.mse):
        raise ComputeError("the values are too large to be compared")
    return found
