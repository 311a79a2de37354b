"""Small pictures of what recipes make of a photo, computed one by one whenever the preview is at rest.

The thumbnail of a filter is a photo of its own: the photo, with the stack already done, reduced by a
power of two; the filter is done to that. Lengths in pixels are then those of the small picture, so
that it is seen at work where its true effect would vanish with the reduction. The thumbnail of a
whole look is the look itself, reduced.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from jaxstudio.engine.live import Live
from jaxstudio.engine.masked_runs import recipe_identity
from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source, halved
from jaxstudio.errors import Cancelled, StudioError
from jaxstudio.pipeline.params import Float, Int, Param
from jaxstudio.pipeline.recipe import Recipe, Step

# The longest side of a reduced photo, at most; a result may be larger (an enlarged or padded one).
EDGE = 160
LARGEST_RESULT = 4 * EDGE
# A whole look is computed on a photo so many times halved less, and then halved.
FINER = 2
# How far from its default towards its end a slider stands for a filter that does nothing by default.
SHARE = 0.25
# A picture whose lightest parts lie below DIM (of 255) is shown with them at LIT.
DIM, LIT = 90, 200.0
REST_SECONDS = 0.1  # between two looks at whether the thumbnails are still wanted
Cancel = Callable[[], bool]


@dataclass(frozen=True)
class Gallery:
    """What the thumbnails of several recipes have in common: the photo, and the `stack` done to it before.

    With `whole` the large result is made small, else the recipes are done to a small photo.
    """

    source: Source
    stack: Recipe
    whole: bool = False

    @cached_property
    def _steps(self) -> Hashable:
        return recipe_identity(self.stack)

    @property
    def base(self) -> Hashable:
        """What decides the small photo that all thumbnails begin with."""
        return self.source.token, self._steps, self.stack.seed, self.whole


class Thumbnails:
    """Computes thumbnails with the kernels of the preview's engine; one thread at a time may call it.

    The small photo of the gallery that was asked for last is kept.
    """

    def __init__(self, live: Live) -> None:
        self._live = live
        self._small: tuple[Hashable, Source, np.ndarray] | None = None

    def make(self, gallery: Gallery, recipe: Recipe, cancel: Cancel) -> np.ndarray | None:
        """The thumbnail of a recipe, uint8 (h, w, channels), once the preview is at rest.

        None where it has no small picture: it does not go with this photo, or would be far larger.

        Raises:
            Cancelled: it is not wanted any more.
        """
        while not self._live.at_rest.wait(REST_SECONDS):  # the picture under the hand comes first
            if cancel():
                raise Cancelled("cancelled")
        try:
            return self._thumbnail(gallery, recipe, cancel)
        except Cancelled:
            raise
        except StudioError:  # of values that do not go with this photo: reported when the step is added
            return None

    def _thumbnail(self, gallery: Gallery, recipe: Recipe, cancel: Cancel) -> np.ndarray | None:
        # a filter that is only looked at has nothing to say, nor may it use up what the stack has to say
        engine = self._live.engine.beside(lambda text: None)
        if gallery.whole:
            return _look(engine, gallery.source, gallery.stack.joined(recipe), cancel)
        small, plain = self._reduced(engine, gallery, cancel)
        fits = False
        for tried in (recipe, *visible_variants(recipe)):
            if max(engine.size(tried, small.height, small.width)) > LARGEST_RESULT:
                continue
            fits = True
            pixels = engine.render(small, tried, dtype="uint8", cancel=cancel)
            if not np.array_equal(pixels, plain):
                return brighten(pixels, plain)
        return plain if fits else None

    def _reduced(self, engine: Engine, gallery: Gallery, cancel: Cancel) -> tuple[Source, np.ndarray]:
        """The small photo with the stack done, in the photo's own format, and as it is shown."""
        if self._small is None or self._small[0] != gallery.base:
            source, stack = gallery.source, gallery.stack
            level = _level(engine, source, stack)
            dtype = source.pixels.dtype.name
            pixels = engine.render(
                source, stack, None, dtype, level=level, approximate_statistics=True, cancel=cancel
            )
            small = Source(pixels)
            self._small = gallery.base, small, engine.render(small, Recipe(), dtype="uint8")
        return self._small[1:]


def _level(engine: Engine, source: Source, recipe: Recipe) -> int:
    """How often the result is halved until it is small."""
    level, size = 0, engine.size(recipe, source.height, source.width)
    while -(-max(size) // 2**level) > EDGE:
        level += 1
    return level


def _look(engine: Engine, source: Source, recipe: Recipe, cancel: Cancel) -> np.ndarray:
    """The result, reduced: computed on a photo that is larger than the thumbnail."""
    level = _level(engine, source, recipe)
    coarse = max(0, level - FINER)
    pixels = engine.render(
        source, recipe, None, "uint8", level=coarse, approximate_statistics=True, cancel=cancel
    )
    for _ in range(level - coarse):
        pixels = halved(pixels)
    return pixels


def brighten(pixels: np.ndarray, plain: np.ndarray) -> np.ndarray:
    """Edges and the like fill little of the range: a picture almost black beside `plain` is made lighter."""
    colours = pixels.shape[2] - (pixels.shape[2] in (2, 4))
    lightest, usual = (max(1.0, float(np.percentile(image[..., :colours], 99))) for image in (pixels, plain))
    if lightest > DIM or lightest > usual / 2:
        return pixels
    lighter = pixels.copy()
    lighter[..., :colours] = np.minimum(pixels[..., :colours] * (LIT / lightest), 255).astype(np.uint8)
    return lighter


def visible_variants(recipe: Recipe) -> Iterator[Recipe]:
    """For a step alone that may do nothing by default: the step with one slider after the other moved."""
    if len(recipe.steps) != 1:
        return
    step = recipe.steps[0]
    for param in (*step.op.own_params, *step.op.declared):
        value = shifted_value(param, step)
        if value is not None:
            yield recipe.with_param(step.key, param.name, value)


def shifted_value(param: Param, step: Step) -> float | None:
    """A value on the way from the present one to the slider's far end; None for what has no slider."""
    present = step.values[param.name]
    if not isinstance(param, Float | Int) or not isinstance(present, int | float):
        return None
    low, high = param.slider
    way = (high if high - present >= present - low else low) - present
    way *= SHARE
    if param.unit == "px":
        way = max(-EDGE / 4, min(way, EDGE / 4))  # the picture itself is small
    value = present + way
    if isinstance(param, Int):
        return param.low + round((value - param.low) / param.step) * param.step
    return value
