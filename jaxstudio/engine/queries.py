"""What is asked of a result besides its picture: a pixel's values, and how much it differs from another."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import wait

import numpy as np

from jaxstudio.engine.display import planes_of
from jaxstudio.engine.frames import Measured, Probe
from jaxstudio.engine.job import Job
from jaxstudio.engine.metrics import compiled, measure_recipes
from jaxstudio.engine.plan.base import Cancel
from jaxstudio.engine.rect import Rect
from jaxstudio.engine.render import Engine, Progress
from jaxstudio.engine.source import Source
from jaxstudio.errors import Cancelled, StudioError
from jaxstudio.pipeline.recipe import Recipe

# Photos of more pixels are first measured on a reduced one, for a quick answer.
QUICK_MEASURE = 1 << 20
# So often it is asked, while the measures are compiled, whether something else is wanted.
COMPILING_LOOK_S = 0.02


def read_pixel(
    engine: Engine, source: Source, recipe: Recipe, y: int, x: int, space: str, *, cancel: Cancel
) -> Probe:
    """The values at (y, x) of the result and of the photo's pixel moved there, None where there is none.

    Args:
        space: a colour space in which the result is told too, or an empty text.
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
) -> Iterator[Measured]:
    """Compare two results: first on a reduced photo where the whole one would take long, then exactly.

    Args:
        progress: told how far the exact answer is, from 0 to 1.

    Raises:
        Cancelled: `cancel` said so.
    """
    ready = compiled(source.channels, source.pixels.dtype.name)
    while not wait([ready], timeout=COMPILING_LOOK_S).done:
        if cancel():  # compiling would hold a frame up
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
        yield Measured(source, recipe, against, measures, at == 0, words)
        if words:
            return
