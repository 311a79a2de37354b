"""The exact frame of a view that is zoomed out: the export under it, computed and reduced band by band.

Bands are computed once each, from the middle outwards. The work can be cancelled between two chunks of a
band. At full resolution only one band is in memory.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from jaxstudio.engine.buffers import Rect
from jaxstudio.engine.display import DisplayFrame, render_for_display
from jaxstudio.engine.job import Job
from jaxstudio.engine.render import Engine
from jaxstudio.engine.requests import JobControl, View
from jaxstudio.engine.source import halved

# Rows of a full-resolution band. With fewer, the margins that neighbouring bands both compute would matter.
BAND_ROWS = 512


def bands_from_the_middle(rect: Rect, level: int) -> list[Rect]:
    """`rect` in bands, the middle one first; each begins k·2^level rows below the top of `rect`."""
    step = max(1, BAND_ROWS >> level) << level
    bands = [Rect(y, rect.x0, min(y + step, rect.y1), rect.x1) for y in range(rect.y0, rect.y1, step)]
    middle = rect.y0 + rect.y1
    return sorted(bands, key=lambda band: abs(band.y0 + band.y1 - middle))


def render_reduced(
    engine: Engine,
    view: View,
    rect: Rect,
    level: int,
    control: JobControl,
    between_bands: Callable[[], None] = lambda: None,
) -> np.ndarray | tuple[DisplayFrame, int]:
    """The export under `rect` reduced by 2^level; for a view of floats its display and the number of marks.

    Args:
        between_bands: called before each band, for requests that cannot wait for the whole frame.

    Raises:
        Cancelled: the control asked for it, between two chunks.
    """
    engine = engine.exporter() if level else engine
    dtype = "float32" if view.wants_floats else "uint8"
    job = Job(view.source, view.recipe)
    begin = engine.executor.prepare_whole_images(job, rect, dtype, control)
    # a quick frame at full resolution is computed in one piece, which the next frame may find in the cache
    whole = level == 0 and not any(plan.by_library for plan in job.plans)
    parts: dict[int, np.ndarray | DisplayFrame] = {}
    count = done = 0
    for band in [rect] if whole else bands_from_the_middle(rect, level):
        between_bands()
        shares = (begin + (1 - begin) * rows / rect.height for rows in (done, done + band.height))
        with control.part(*shares):
            if view.wants_floats:
                question = (view.source, view.recipe, view.against, view.look, band)
                display = render_for_display(engine, *question, cancel=control)
                count += int(display.marks.sum())
                parts[band.y0] = reduced_display(display, level)
            else:
                pixels = engine.render(view.source, view.recipe, band, "uint8", cancel=control)
                parts[band.y0] = halved(pixels, level)
            control.report(1.0)
        done += band.height
    ordered = [parts[y] for y in sorted(parts)]
    displays = [part for part in ordered if isinstance(part, DisplayFrame)]
    if displays:
        return DisplayFrame(
            *(np.concatenate(each) for each in zip(*(part.parts() for part in displays), strict=True))
        ), count
    arrays = [part for part in ordered if isinstance(part, np.ndarray)]
    return arrays[0] if len(arrays) == 1 else np.concatenate(arrays)


def reduced_display(display: DisplayFrame, times: int) -> DisplayFrame:
    """A display halved `times` times."""
    for _ in range(times):
        display = display.halved()
    return display
