"""Scopes in suite `live`: what the histogram, all scopes, and painted clipping add to a moving frame.

OpenCV counts the tones of every pixel of the same canvas, and paints its clipped pixels. The two alternate,
each behind the packing of the frame, which leaves its pixels in the cache.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

import cv2
import numpy as np

from benchmarks.measurement import Row, percentile, spelled
from benchmarks.workload import photo
from jaxstudio.backend.frames import paint_clipping, painted
from jaxstudio.engine.buffers import Rect
from jaxstudio.engine.scopes import rough_scopes
from jaxstudio.pipeline.display_mode import OVER, UNDER
from jaxstudio.pipeline.measures import HISTOGRAM, SCOPES

CORNERS = (0, 0, 0, 0)
FRAMES, QUICK_FRAMES, FIRST = 200, 40, 3  # the first frames are not counted: they compile


def counted_by_opencv(pixels: np.ndarray) -> None:
    """The tones of red, green, blue and luma."""
    for plane in (*cv2.split(pixels), cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)):
        cv2.calcHist([plane], [0], None, [256], [0, 256])


def painted_by_opencv(pixels: np.ndarray) -> None:
    """The pixels with a channel at 255, and the black ones, in the colours of the canvas."""
    red, green, blue = cv2.split(pixels)
    lightest = cv2.max(cv2.max(red, green), blue)
    shown = pixels.copy()
    shown[lightest == 255] = OVER
    shown[lightest == 0] = UNDER


def rows(canvas: tuple[int, int], names: tuple[str, ...], *, quick: bool, most_ms: float) -> list[Row]:
    """A row of processor time for each of `names`: the histogram, all scopes, and clipping."""
    pixels = photo(*canvas)
    whole, picture = Rect.whole(*canvas), painted(pixels, CORNERS, np.empty)
    ours: tuple[Callable[[], object], ...] = (
        lambda: rough_scopes({HISTOGRAM}, whole, pixels, None, None),
        lambda: rough_scopes(SCOPES, whole, pixels, None, None),
        lambda: paint_clipping(picture, pixels),
    )
    peers = counted_by_opencv, counted_by_opencv, painted_by_opencv
    cases = zip(names, ours, (partial(peer, pixels) for peer in peers), strict=True)
    return [_row(name, pixels, own, theirs, quick, most_ms) for name, own, theirs in cases]


def _row(
    name: str,
    pixels: np.ndarray,
    own: Callable[[], object],
    theirs: Callable[[], object],
    quick: bool,
    most_ms: float,
) -> Row:
    times: tuple[list[float], list[float]] = [], []
    for _ in range(FIRST + (QUICK_FRAMES if quick else FRAMES)):
        for call, taken in zip((own, theirs), times, strict=True):
            painted(pixels, CORNERS, np.empty)
            began = time.process_time()
            call()
            taken.append((time.process_time() - began) * 1e3)
    mine, other = (percentile(taken[FIRST:], 95) for taken in times)
    return Row(
        suite="live",
        name=name,
        size=spelled(*pixels.shape[:2]),
        ours_ms=mine,
        peers={"opencv": other},
        ratio=mine / other,
        target=f"p95 <= {most_ms:.0f} ms of processor time",
        met=mine <= most_ms,
        more={"p50_ms": percentile(times[0][FIRST:], 50)},
        remark=f"p50 {percentile(times[0][FIRST:], 50):.1f} ms",
    )
