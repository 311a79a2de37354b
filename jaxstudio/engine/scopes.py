"""Scopes of a result, counted band by band: histogram, waveform, vectorscope, clipped pixels."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from functools import reduce

import numpy as np

from jaxstudio.engine.buffers import Rect
from jaxstudio.errors import Cancelled
from jaxstudio.kernels.byte_counts import byte_counts
from jaxstudio.lazy_dataclass import dataclass
from jaxstudio.pipeline.measures import HISTOGRAM, TONES, VECTORSCOPE, WAVEFORM

# Pixels that are counted while a control is held, and in any case for the waveform and the vectorscope.
SAMPLES = 1 << 16
STRIP = 1 << 16  # pixels that are counted in one go: a millisecond
ROWS, COLUMNS = 128, 256  # of the waveform, at most
CHROMA = 128  # rows and columns of the vectorscope
# Rec. 709 in 256ths: luma of encoded values, to half a level.
LUMA = (54, 183, 19)
# Rec. 709: Cb and Cr are the distances from luma of blue and red, scaled to −128 … 127.
CB, CR = 1.8556, 1.5748
# The brightness of a count: a tenfold count is lighter by the same amount, 256 and more are white.
BRIGHTNESS = np.r_[0, np.rint(70 + 77 * np.log10(np.arange(1, 257)))].clip(0, 255).astype(np.uint8)


@dataclass(frozen=True, eq=False)
class Scopes:
    """The distributions of a result's encoded values; None for those that nobody asked for.

    `histogram`: int64 (rows, 256), how many pixels have each tone; the rows are red, green, blue and luma, or
    gray alone. `waveform`: uint8 (rows, columns, colours), how many pixels below each other have a tone, as
    brightness; the top row is white. `vectorscope`: uint8 (rows, columns), how many pixels have a chroma, as
    brightness; Cb grows to the right, Cr upwards.

    Of `pixels` that were counted, `over` have a channel at its greatest value, `under` are black in every
    channel, and `out_of_gamut` have a negative channel beside a positive one; None where it is not known.
    If not `exact`, the histogram counts only some pixels or a reduced picture. Waveform and vectorscope
    always show a grid of pixels.
    """

    histogram: np.ndarray | None
    waveform: np.ndarray | None
    vectorscope: np.ndarray | None
    pixels: int
    over: int
    under: int
    out_of_gamut: int | None
    exact: bool


class ScopeCounter:
    """Counts a part of a picture in bands of uint8 pixels (h, w, channels); alpha is left out.

    Args:
        wants: names of `pipeline.measures.SCOPES` to be counted; the clipped pixels are always counted.
        part: what is counted, in the pixels of the picture that `add` gets.
        every: the histogram counts every pixel; otherwise a grid of at most SAMPLES pixels.
    """

    def __init__(self, wants: Collection[str], part: Rect, *, every: bool) -> None:
        self._wants, self._part, self._every = wants, part, every
        self._step = max(1, math.ceil(math.sqrt(part.area / SAMPLES)))
        self._tones: np.ndarray | None = None
        self._waves: np.ndarray = np.zeros(0)
        self._chroma: np.ndarray = np.zeros(0)
        self._over = self._under = self._pixels = 0

    def add(self, pixels: np.ndarray, top: int = 0, left_out: np.ndarray | None = None) -> None:
        """Count a band of whole rows.

        Args:
            top: the row of the picture at which the band begins.
            left_out: bool (h, w), true for pixels that are not numbers.
        """
        part = self._part
        inside = slice(max(part.y0 - top, 0), max(part.y1 - top, 0)), slice(part.x0, part.x1)
        pixels, top = pixels[inside], max(top - part.y0, 0)
        left_out = None if left_out is None else left_out[inside]
        if not pixels.size:
            return
        colours = pixels[..., : pixels.shape[2] - (pixels.shape[2] in (2, 4))]
        rows, columns = slice(-top % self._step, None, self._step), slice(None, None, self._step)
        grid = _planes(colours[rows, columns])
        counted = _planes(colours) if self._every else grid
        kept = [plane.reshape(-1) for plane in counted]
        if left_out is not None and left_out.any():
            numbers = ~(left_out if self._every else left_out[rows, columns]).reshape(-1)
            kept = [plane[numbers] for plane in kept]
        light = luma(kept) if len(kept) == 3 and (HISTOGRAM in self._wants or counted is grid) else None
        self._count_tones(kept, light)
        if WAVEFORM in self._wants:
            self._count_waves(grid)
        if VECTORSCOPE in self._wants and len(grid) == 3:
            flat = [plane.reshape(-1) for plane in grid]
            of_grid = luma(flat) if light is None or len(light) != len(flat[0]) else light
            self._count_chroma(flat, of_grid)

    def _count_tones(self, planes: list[np.ndarray], light: np.ndarray | None) -> None:
        over, under = clipped(planes)
        self._pixels += len(planes[0])
        self._over += int(np.count_nonzero(over))
        self._under += int(np.count_nonzero(under))
        if HISTOGRAM in self._wants:
            counts = tone_counts(planes if light is None else [*planes, light])
            self._tones = counts if self._tones is None else self._tones + counts

    def _count_waves(self, grid: list[np.ndarray]) -> None:
        (height, width), colours = grid[0].shape, len(grid)
        columns = min(COLUMNS, width)
        begin = np.arange(width, dtype=np.intp) * columns // width * colours
        places = np.empty((colours, height, width), np.intp)
        for number, (plane, place) in enumerate(zip(grid, places, strict=True)):
            np.multiply(plane >> 1, columns * colours, out=place, dtype=np.intp)
            place += begin + number
        counts = np.bincount(places.reshape(-1), minlength=ROWS * columns * colours)
        counts = counts.reshape(ROWS, columns, colours)  # as they are shown: nothing is transposed
        self._waves = counts if self._waves.size == 0 else self._waves + counts

    def _count_chroma(self, planes: list[np.ndarray], light: np.ndarray) -> None:
        """Count the pixels of each chroma; `light`: their luma, uint8."""
        red, blue, light = (plane.astype(np.float32) for plane in (planes[0], planes[2], light))
        half = CHROMA / 2
        across = np.clip((blue - light) / (CB * 2) + half, 0, CHROMA - 1).astype(np.int32)
        down = np.clip(half - (red - light) / (CR * 2), 0, CHROMA - 1).astype(np.int32)
        counts = np.bincount(down * CHROMA + across, minlength=CHROMA * CHROMA)
        self._chroma = counts if self._chroma.size == 0 else self._chroma + counts

    def scopes(self, *, exact: bool, out_of_gamut: int | None = None) -> Scopes:
        """The scopes of all bands so far.

        Args:
            exact: every pixel of the whole result at full resolution was counted.
            out_of_gamut: how many pixels have a colour that the picture's colour space cannot hold.
        """
        waves = chroma = None
        if self._waves.size:
            waves = np.ascontiguousarray(_brightness(self._waves)[::-1])
        if self._chroma.size:
            chroma = _brightness(self._chroma).reshape(CHROMA, CHROMA)
        return Scopes(
            self._tones,
            waves,
            chroma,
            self._pixels,
            self._over,
            self._under,
            out_of_gamut,
            exact,
        )


_THREAD = ThreadPoolExecutor(1, "jaxstudio-scopes")


class BandCounter:
    """Counts every pixel of a result whose bands are computed meanwhile: one band is counted in a thread.

    Args:
        part: what is counted, in pixels of the result.
        cancel: asked between strips of a band; when true, the rest is left out: nobody wants the scopes.
    """

    def __init__(self, wants: Collection[str], part: Rect, cancel: Callable[[], bool]) -> None:
        self._part, self._cancel = part, cancel
        self._counter = ScopeCounter(wants, part, every=True)
        self._out_of_gamut: int | None = 0
        self._counting: Future[None] | None = None

    def add(
        self, pixels: np.ndarray, top: int, left_out: np.ndarray | None, out_of_gamut: int | None
    ) -> None:
        """Count a band as `ScopeCounter.add` does; `out_of_gamut` of its pixels are; None: not known.

        Where only a part of the band is counted it is not known which of them lie there.
        """
        if not self._part.contains(Rect(top, 0, top + pixels.shape[0], pixels.shape[1])):
            out_of_gamut = None
        self._wait()
        self._counting = _THREAD.submit(self._count, pixels, top, left_out)
        found = self._out_of_gamut
        self._out_of_gamut = None if out_of_gamut is None or found is None else found + out_of_gamut

    def _count(self, pixels: np.ndarray, top: int, left_out: np.ndarray | None) -> None:
        """Count a band in strips: NumPy holds Python's lock while it counts, and a frame may wait for it."""
        rows = max(1, STRIP // pixels.shape[1])
        for y in range(0, len(pixels), rows):
            if self._cancel():
                raise Cancelled("cancelled")
            strip = slice(y, y + rows)
            self._counter.add(pixels[strip], top + y, None if left_out is None else left_out[strip])

    def _wait(self) -> None:
        if self._counting is not None:
            self._counting.result()

    def scopes(self) -> Scopes:
        """The scopes of all bands, exact; Cancelled where some were left out."""
        self._wait()
        return self._counter.scopes(exact=True, out_of_gamut=self._out_of_gamut)


def rough_scopes(
    wants: Collection[str],
    part: Rect,
    pixels: np.ndarray,
    left_out: np.ndarray | None,
    out_of_gamut: int | None,
) -> Scopes:
    """The scopes of a part of a reduced picture of a whole result."""
    counter = ScopeCounter(wants, part, every=False)
    counter.add(pixels, 0, left_out)
    counted = counter.scopes(exact=False)
    if out_of_gamut is None or not part.contains(Rect.whole(*pixels.shape[:2])):
        return counted
    share = out_of_gamut / (pixels.shape[0] * pixels.shape[1])
    return replace(counted, out_of_gamut=round(share * counted.pixels))


def _planes(colours: np.ndarray) -> list[np.ndarray]:
    """The colours of (h, w, n) uint8 as (h, w) each, rows without gaps."""
    return [np.ascontiguousarray(colours[..., plane]) for plane in range(colours.shape[2])]


def clipped(planes: list[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """Of colours as uint8 planes of one shape: where one is at its greatest value, where all are at 0."""
    return _at_ends(reduce(np.maximum, planes))


def clipped_pixels(colours: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The same of uint8 pixels (h, w, colours): bool (h, w) each."""
    height, width, count = colours.shape
    if count != 3 or not colours.flags.c_contiguous:
        return clipped([colours[..., plane] for plane in range(count)])
    flat, lightest = colours.reshape(-1), np.empty(height * width, np.uint8)
    for first in range(0, lightest.size, STRIP):
        # the greatest of any three bytes in a row, in vectors, of which every third is that of a pixel
        part = flat[3 * first : 3 * (first + STRIP)]
        most = np.maximum(part[:-2], part[1:-1])
        np.maximum(most, part[2:], out=most)
        lightest[first : first + STRIP] = most[::3]
    return _at_ends(lightest.reshape(height, width))


def _at_ends(lightest: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    return lightest == TONES - 1, lightest == 0


def luma(planes: list[np.ndarray]) -> np.ndarray:
    """Luma by Rec. 709 of encoded red, green and blue, uint8 (n,) each; uint8 (n,)."""
    weighted = sum(plane * np.uint32(weight) for plane, weight in zip(planes, LUMA, strict=True))
    return ((np.asarray(weighted) + np.uint32(128)) >> np.uint32(8)).astype(np.uint8)


def tone_counts(planes: list[np.ndarray]) -> np.ndarray:
    """How often each of 256 tones occurs in each of some uint8 (n,) arrays: int64 (len(planes), 256)."""
    return np.array([byte_counts(plane) for plane in planes], np.int64)


def _brightness(counts: np.ndarray) -> np.ndarray:
    return BRIGHTNESS.take(counts, mode="clip")
