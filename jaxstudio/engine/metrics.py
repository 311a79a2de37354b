"""Measures results: a pixel's values; how much two differ (PSNR, SSIM, MSE, largest difference, ΔE)."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Any

import jax
import numpy as np

from jaxstudio.engine.buffers import Rect
from jaxstudio.engine.display import planes_of
from jaxstudio.engine.executor import never
from jaxstudio.engine.job import Job
from jaxstudio.engine.plan.base import Cancel
from jaxstudio.engine.render import Engine, Progress
from jaxstudio.engine.source import Source
from jaxstudio.errors import Cancelled, ComputeError, StudioError, UsageError
from jaxstudio.kernels.comparison import (
    REACH,
    colour_difference,
    differences,
    lab,
    planes,
    row_sums,
    structure,
)
from jaxstudio.kernels.pixels import has_alpha, integer_unit
from jaxstudio.lazy_dataclass import dataclass
from jaxstudio.pipeline.measures import Measures, Probe
from jaxstudio.pipeline.recipe import Recipe

# Pixels along a block's side: small enough for the cache; all blocks have it, so it is compiled once.
BLOCK = 512
_COMPILER = ThreadPoolExecutor(1, "jaxstudio-measure")
_compiled: dict[tuple[int, str], Future[Any]] = {}
_lock = threading.Lock()
# (first, last) → rows first … last − 1 of a picture: (rows, width, channels), any format.
Rows = Callable[[int, int], np.ndarray]
Shape = tuple[int, int, int]


@dataclass(frozen=True)
class Comparison:
    """The difference of the results of `recipe` and `against` (empty: the photo itself).

    If not `exact`, it was measured on a reduced photo. `words` say why there are no measures.
    """

    source: Source
    recipe: Recipe
    against: Recipe
    measures: Measures | None
    exact: bool
    words: str = ""


def check_alike(one: Shape, other: Shape) -> None:
    """Raise UsageError if two pictures cannot be compared pixel by pixel."""
    if one[:2] != other[:2]:
        raise UsageError(
            "the sizes differ: {0} × {1} and {2} × {3} pixels; expected two pictures of one size",
            one[1],
            one[0],
            other[1],
            other[0],
        )
    if _colours(one[2]) != _colours(other[2]):
        raise UsageError("one picture is gray, the other in colour: expected two of one kind")


def _colours(channels: int) -> int:
    return channels - 1 if has_alpha(channels) else channels


def compiled(channels: int, dtype: str) -> Future[Measures]:
    """Compile the measurement of such pictures in a thread, once; the future is done when it is compiled."""
    key = _colours(channels), dtype
    with _lock:
        if key not in _compiled:
            blank = np.zeros((1, 1, key[0]), dtype)
            _compiled[key] = _COMPILER.submit(measure_pixels, blank, blank)
        return _compiled[key]


def measure(
    one: Rows, other: Rows, shape: Shape, *, progress: Progress | None = None, cancel: Cancel = never
) -> Measures:
    """Compare two pictures, band by band.

    Args:
        one, other: both of `shape` except for alpha; integers stand for [0, 1].
        shape: (height, width, channels).
        progress: called with the share done, from 0 to 1.
        cancel: asked between blocks; when true, Cancelled is raised.

    Source: scikit-image's metrics with data_range=1 and its default window; `deltaE_ciede2000`.
    """
    height, width, channels = shape
    colours = _colours(channels)
    count = windows = 0
    squares = structures = colour_apart = 0.0
    most = most_colour = 0.0
    for y in range(0, height, BLOCK):
        bands = [_band(rows, y, height, colours) for rows in (one, other)]
        for x in range(0, width, BLOCK):
            if cancel():
                raise Cancelled("cancelled")
            if progress is not None:
                progress((y + min(BLOCK, height - y) * x / width) / height)
            a, b = (_block(band, x, y, height, width) for band in bands)
            sums = differences(a, b, colour_difference(lab(a), lab(b)))
            values, count_windows = structure(row_sums(a, b))
            count += int(_total(sums["count"]))
            squares += _total(sums["squares"])
            colour_apart += _total(sums["delta_e"])
            most = max(most, float(sums["delta"]))
            most_colour = max(most_colour, float(sums["delta_e_most"]))
            structures += _total(values)
            windows += int(_total(count_windows))
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
    """The sum of partial sums in float64, without further rounding loss."""
    return float(np.asarray(sums).astype(np.float64).sum())


def _band(rows: Rows, y: int, height: int, colours: int) -> np.ndarray:
    """BLOCK rows from y on and REACH rows on each side, as far as the picture goes."""
    pixels = rows(max(y - REACH, 0), min(y + BLOCK + REACH, height))[..., :colours]
    return pixels.astype(np.float32) if pixels.dtype == np.float64 else pixels


def _block(band: np.ndarray, x: int, y: int, height: int, width: int) -> jax.Array:
    """BLOCK columns of a band from x on and REACH on each side, as planes; NaN outside the picture."""
    side = BLOCK + 2 * REACH
    block = np.zeros((side, side, band.shape[2]), band.dtype)
    left, right = max(x - REACH, 0), min(x + BLOCK + REACH, width)
    top, at = max(REACH - y, 0), max(REACH - x, 0)
    bottom, end = top + band.shape[0], at + right - left
    block[top:bottom, at:end] = band[:, left:right]
    extent = np.array([top, at, bottom, end], np.int32)
    return planes(block, np.float32(integer_unit(band.dtype)), extent)


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
    progress: Progress | None = None,
    cancel: Cancel = never,
) -> Measures:
    """Compare the results of two recipes on a photo, in the photo's number format, as they would be saved.

    Args:
        against: an empty recipe is the photo itself.
        level: compare on the photo reduced by 2^level; approximate unless it is 0.
        progress, cancel: as in `measure`.

    Raises:
        UsageError: the results differ in size.
    """
    photo = source.level(level)
    sizes = [engine.size(compared, photo.height, photo.width) for compared in (recipe, against)]
    check_alike((*sizes[0], source.channels), (*sizes[1], source.channels))
    shape = (*sizes[0], source.channels)
    dtype = source.pixels.dtype.name

    def rows_of(compared: Recipe) -> Rows:
        if not compared.active:
            return lambda y0, y1: photo.pixels[y0:y1]
        worker = engine.exporter()

        def rows(y0: int, y1: int) -> np.ndarray:
            band = Rect(y0, 0, y1, shape[1])
            return worker.render(source, compared, band, dtype, level=level, cancel=cancel)

        return rows

    measures = measure(rows_of(recipe), rows_of(against), shape, progress=progress, cancel=cancel)
    if measures.mse is not None and not math.isfinite(measures.mse):
        raise ComputeError("the values are too large to be compared")
    return measures


# Photos of more pixels are first measured on a reduced one, for a quick answer.
QUICK_MEASURE = 1 << 20
# Seconds between two checks for cancellation while the measurement is compiled.
COMPILING_LOOK_S = 0.02


def read_pixel(
    engine: Engine, source: Source, recipe: Recipe, y: int, x: int, space: str, *, cancel: Cancel
) -> Probe:
    """The values of the result at (y, x), and of the photo's pixel that was moved there.

    Args:
        space: a colour space in which the result is reported too, or an empty text.
    """
    height, width = engine.size(recipe, source.height, source.width)
    after = before = None
    if 0 <= y < height and 0 <= x < width:
        values = engine.render(source, recipe, Rect(y, x, y + 1, x + 1), cancel=cancel)
        after = tuple(float(value) for value in values[0, 0])
    place = engine.executor.place_in_photo(Job(source, recipe), y, x) if after is not None else None
    if place is not None:
        pixel = source.pixels[place]
        top = 1.0 if pixel.dtype.kind == "f" else float(np.iinfo(pixel.dtype).max)
        before = tuple(float(value) / top for value in pixel)
    planes = planes_of(after, space) if space and after is not None else ()
    return Probe(y, x, before, after, planes, place)


def measure_twice(
    engine: Engine, source: Source, recipe: Recipe, against: Recipe, *, progress: Progress, cancel: Cancel
) -> Iterator[Comparison]:
    """Compare two results: first on a reduced photo where the whole one would take long, then exactly.

    Args:
        progress: called with the share done of the exact answer, from 0 to 1.

    Raises:
        Cancelled: `cancel` returned true.
    """
    ready = compiled(source.channels, source.pixels.dtype.name)
    while not wait([ready], timeout=COMPILING_LOOK_S).done:
        if cancel():  # a frame must not wait for the compilation
            raise Cancelled("cancelled")
    level = 0
    while (source.height >> level) * (source.width >> level) > QUICK_MEASURE:
        level += 1
    for at in dict.fromkeys((level, 0)):
        measures, words = None, ""
        try:
            measures = measure_recipes(
                engine, source, recipe, against, level=at, progress=None if at else progress, cancel=cancel
            )
        except Cancelled:
            raise
        except StudioError as error:
            words = str(error)
        yield Comparison(source, recipe, against, measures, at == 0, words)
        if words:
            return
