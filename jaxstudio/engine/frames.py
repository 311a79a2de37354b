"""What the canvas asks of the live preview and what it is answered: values that cross threads."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from jaxstudio.engine.buffers import Rect
from jaxstudio.engine.source import Source
from jaxstudio.pipeline.look import PLAIN, Look
from jaxstudio.pipeline.recipe import Recipe


@dataclass(frozen=True)
class View:
    """What the canvas asks for.

    `rect` is the visible part of the result in its own full-resolution pixels; `zoom` is screen
    pixels for each of them; `moving` says that a hand is on a control; `started` is when the value
    changed, on the clock of time.perf_counter. `against` is what the result stands beside (empty: the
    photo itself), `look` how it is looked at.
    """

    source: Source
    recipe: Recipe
    rect: Rect
    zoom: float
    moving: bool = False
    started: float = field(default_factory=time.perf_counter)
    against: Recipe = field(default_factory=Recipe)
    look: Look = PLAIN

    @property
    def wants_floats(self) -> bool:
        """Whether bytes would lose what is to be seen: small differences, what is not a number."""
        return not self.look.plain or self.source.pixels.dtype == np.float32


@dataclass(frozen=True)
class Frame:
    """A finished picture of a view.

    `pixels`: uint8 (h, w, channels), the result under `rect` reduced by 2^level; `original`: uint8,
    the photo under `original_rect` (or what the view has it stand beside), reduced alike. An exact frame
    equals the export (at level 0), or the export reduced. `shown`: uint8 (h, w, 1 to 4), what is painted
    where that is not the pixels themselves: a look, magenta where no numbers are. `not_numbers`: how many
    full-resolution pixels of the result under `rect` (of a difference: or of the other) are NaN or
    infinite; None while that is only known approximately.
    """

    view: View
    pixels: np.ndarray
    original: np.ndarray
    rect: Rect
    original_rect: Rect
    level: int
    exact: bool
    seconds: float
    step_ms: Mapping[int, float]
    shown: np.ndarray | None = None
    not_numbers: int | None = 0
