"""The pictures of a sweep, as a contact sheet or as the frames of an animation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

import numpy as np

from jaxstudio.engine.executor import never
from jaxstudio.engine.plan.base import Cancel
from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.pipeline.recipe import Recipe
from jaxstudio.variants.axes import SweptRecipe
from jaxstudio.variants.contact_sheet import contact_sheet, thumbnail


def pictures(
    engine: Engine,
    source: Source,
    recipes: Sequence[Recipe],
    side: int,
    report: Callable[[float], None] = lambda share: None,
    cancel: Cancel = never,
) -> Iterator[np.ndarray]:
    """Each result no larger than side × side: (height, width, 3 or 4) uint8; see `thumbnail`."""
    for number, recipe in enumerate(recipes):
        yield thumbnail(engine, source, recipe, side, cancel)
        report((number + 1) / len(recipes))


def sweep_sheet(
    engine: Engine, source: Source, swept: Sequence[SweptRecipe], side: int, columns: int = 0
) -> np.ndarray:
    """A contact sheet of what `axes.sweep` returned: (height, width, 3) uint8."""
    made = list(pictures(engine, source, [each.recipe for each in swept], side))
    return contact_sheet(made, [each.label for each in swept], side, columns)


def in_order(frames: Iterable[np.ndarray], back: bool = False) -> Iterable[np.ndarray]:
    """The frames of an animation; with `back` it runs back to its start, ends shown once."""
    if not back:
        return frames
    forward = list(frames)
    return forward + forward[-2:0:-1]
