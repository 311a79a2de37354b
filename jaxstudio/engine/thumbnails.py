"""Thumbnails of recipes on a photo, computed one by one while the preview is at rest.

For a filter's thumbnail the stack is rendered on a photo reduced by a power of two, and the filter is applied
to that small picture. Its lengths in pixels are then those of the small picture: the filter stays visible
where its true effect would vanish with the reduction. The thumbnail of a whole look is its result, reduced.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from functools import cached_property

import numpy as np

from jaxstudio.engine.expansion import recipe_identity
from jaxstudio.engine.preview_worker import PreviewWorker
from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source, halved
from jaxstudio.errors import Cancelled, StudioError
from jaxstudio.lazy_dataclass import dataclass
from jaxstudio.pipeline.params import Float, Int, Param
from jaxstudio.pipeline.recipe import Recipe, Step

# The longest side of a reduced photo, at most; a result may be larger (an enlarged or padded one).
EDGE = 160
LARGEST_RESULT = 4 * EDGE
# A whole look is computed so many levels finer than the thumbnail, and then halved.
FINER = 2
# For a filter that does nothing by default: how far its slider is moved towards its far end.
SHARE = 0.25
# A picture whose lightest parts lie below DIM (of 255) is lightened until they are at LIT.
DIM, LIT = 90, 200.0
REST_SECONDS = 0.1  # between two checks whether the thumbnails are still wanted
Cancel = Callable[[], bool]


@dataclass(frozen=True)
class ThumbnailBase:
    """The common start of several thumbnails: the photo, with `stack` applied.

    With `whole` each result is computed large and reduced; else the recipes are applied to a small photo.
    """

    source: Source
    stack: Recipe
    whole: bool = False

    @cached_property
    def _steps(self) -> Hashable:
        return recipe_identity(self.stack)

    @property
    def key(self) -> Hashable:
        """Everything that decides the small photo from which all thumbnails are computed."""
        return self.source.token, self._steps, self.stack.seed, self.whole


class Thumbnails:
    """Computes thumbnails with the kernels of the preview's engine; one thread at a time may call it.

    The small photo of the last base is kept.
    """

    def __init__(self, live: PreviewWorker) -> None:
        self._live = live
        self._small: tuple[Hashable, Source, np.ndarray] | None = None

    def make(self, base: ThumbnailBase, recipe: Recipe, cancel: Cancel) -> np.ndarray | None:
        """The thumbnail of a recipe, uint8 (h, w, channels), once the preview is at rest.

        None if the recipe does not fit this photo, or if its result would be far larger than the thumbnail.

        Raises:
            Cancelled: it is not wanted any more.
        """
        while not self._live.at_rest.wait(REST_SECONDS):  # the picture under the hand comes first
            if cancel():
                raise Cancelled("cancelled")
        try:
            return self._thumbnail(base, recipe, cancel)
        except Cancelled:
            raise
        except StudioError:  # values that do not fit this photo: reported when the step is added
            return None

    def _thumbnail(self, base: ThumbnailBase, recipe: Recipe, cancel: Cancel) -> np.ndarray | None:
        # a thumbnail reports nothing, nor may it use up the stack's notices, which come only once
        engine = self._live.engine.beside(lambda text: None)
        if base.whole:
            return _look(engine, base.source, base.stack.joined(recipe), cancel)
        small, plain = self._reduced(engine, base, cancel)
        fits = False
        for tried in (recipe, *with_moved_sliders(recipe)):
            if max(engine.size(tried, small.height, small.width)) > LARGEST_RESULT:
                continue
            fits = True
            pixels = engine.render(small, tried, dtype="uint8", cancel=cancel)
            if not np.array_equal(pixels, plain):
                return brighten(pixels, plain)
        return plain if fits else None

    def _reduced(self, engine: Engine, base: ThumbnailBase, cancel: Cancel) -> tuple[Source, np.ndarray]:
        """The small photo with the stack applied, in the photo's own number format and as uint8."""
        if self._small is None or self._small[0] != base.key:
            source, stack = base.source, base.stack
            level = _level(engine, source, stack)
            dtype = source.pixels.dtype.name
            pixels = engine.render(
                source, stack, None, dtype, level=level, approximate_statistics=True, cancel=cancel
            )
            small = Source(pixels)
            self._small = base.key, small, engine.render(small, Recipe(), dtype="uint8")
        return self._small[1:]


def _level(engine: Engine, source: Source, recipe: Recipe) -> int:
    """Return how often the result must be halved to fit EDGE."""
    level, size = 0, engine.size(recipe, source.height, source.width)
    while -(-max(size) // 2**level) > EDGE:
        level += 1
    return level


def _look(engine: Engine, source: Source, recipe: Recipe, cancel: Cancel) -> np.ndarray:
    """The result, computed on a photo larger than the thumbnail and then reduced."""
    level = _level(engine, source, recipe)
    coarse = max(0, level - FINER)
    pixels = engine.render(
        source, recipe, None, "uint8", level=coarse, approximate_statistics=True, cancel=cancel
    )
    return halved(pixels, level - coarse)


def brighten(pixels: np.ndarray, plain: np.ndarray) -> np.ndarray:
    """Brighten a picture that is almost black compared with `plain`, such as an edge filter's."""
    colours = pixels.shape[2] - (pixels.shape[2] in (2, 4))
    lightest, usual = (max(1.0, float(np.percentile(image[..., :colours], 99))) for image in (pixels, plain))
    if lightest > DIM or lightest > usual / 2:
        return pixels
    lighter = pixels.copy()
    lighter[..., :colours] = np.minimum(pixels[..., :colours] * (LIT / lightest), 255).astype(np.uint8)
    return lighter


def with_moved_sliders(recipe: Recipe) -> Iterator[Recipe]:
    """Yield a single step with each slider moved in turn, for a step that may do nothing by default."""
    if len(recipe.steps) != 1:
        return
    step = recipe.steps[0]
    for param in (*step.op.own_params, *step.op.declared):
        value = shifted_value(param, step)
        if value is not None:
            yield recipe.with_param(step.key, param.name, value)


def shifted_value(param: Param, step: Step) -> float | None:
    """A value between the present one and the slider's far end; None for a parameter without a slider."""
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
