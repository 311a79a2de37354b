"""Small pictures of what recipes make of a photo, computed one by one whenever the preview is at rest.

The thumbnail of a filter is a photo of its own: the photo, with the stack already done, reduced by a
power of two; the filter is done to that. Lengths in pixels are then those of the small picture, so
that it is seen at work where its true effect would vanish with the reduction. The thumbnail of a
whole look is the look itself, reduced.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from jaxstudio.engine.job import identities
from jaxstudio.engine.live import Live
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
OnThumbnail = Callable[[Hashable, np.ndarray | None], None]


@dataclass(frozen=True)
class Gallery:
    """Thumbnails wanted, the first one first.

    `stack` is done to the photo before each of `items` (key, recipe); `on_made` is called on the
    worker's thread with a key and uint8 pixels (h, w, channels), or None where the recipe has no
    small picture (it does not go with this photo, or would be far larger). With `whole` the large
    result is made small, else the items are done to a small photo.
    """

    source: Source
    stack: Recipe
    items: tuple[tuple[Hashable, Recipe], ...]
    on_made: OnThumbnail
    whole: bool = False

    @cached_property
    def _steps(self) -> Hashable:
        return identities(self.stack.active)

    @property
    def base(self) -> Hashable:
        """What decides the small photo that all items begin with."""
        return self.source.token, self._steps, self.stack.seed, self.whole


class Thumbnails:
    """Owns the worker, on the kernels of the preview's engine; the client that asked last comes first."""

    def __init__(self, live: Live, on_error: Callable[[Exception], None]) -> None:
        self._live, self._on_error = live, on_error
        self._galleries: dict[Hashable, Gallery] = {}
        self._small: tuple[Hashable, Source, np.ndarray] | None = None
        self._wake = threading.Condition()
        self._closed = False
        self._thread = threading.Thread(target=self._work, name="jaxstudio-thumbnails", daemon=True)
        self._thread.start()

    def want(self, client: Hashable, gallery: Gallery | None) -> None:
        """Replace what a client waits for; None stops its work."""
        with self._wake:
            self._galleries.pop(client, None)
            if gallery is not None:
                self._galleries[client] = gallery
            self._wake.notify()

    def close(self) -> None:
        """Stop the worker and wait for it."""
        with self._wake:
            self._closed = True
            self._galleries.clear()
            self._wake.notify()
        self._thread.join()

    def _next(self) -> tuple[Hashable, Gallery] | None:
        with self._wake:
            while not self._closed:
                for client, gallery in reversed(self._galleries.items()):
                    if gallery.items:
                        return client, gallery
                self._wake.wait()
            return None

    def _work(self) -> None:
        while (task := self._next()) is not None:
            client, gallery = task
            key, recipe = gallery.items[0]
            try:
                self._wait_for_rest(client, gallery)
                pixels = self._thumbnail(client, gallery, recipe)
            except Cancelled:
                continue
            except StudioError:
                pixels = None  # of values that do not go with this photo: said when the step is added
            except Exception as error:  # handed on: one picture that fails must not keep back the others
                self._on_error(error)
                pixels = None
            self._done(client, gallery, key)
            gallery.on_made(key, pixels)

    def _done(self, client: Hashable, gallery: Gallery, key: Hashable) -> None:
        """Cross an item off, also in an order that was changed meanwhile."""
        with self._wake:
            present = self._galleries.get(client)
            if present is not None and present.base == gallery.base:
                left = tuple(item for item in present.items if item[0] != key)
                self._galleries[client] = replace(present, items=left)

    def _wait_for_rest(self, client: Hashable, gallery: Gallery) -> None:
        """The picture under the hand comes first."""
        while not self._live.at_rest.wait(0.1):
            if self._stale(client, gallery):
                raise Cancelled("cancelled")

    def _stale(self, client: Hashable, gallery: Gallery) -> bool:
        with self._wake:
            present = self._galleries.get(client)
        return present is None or (present is not gallery and present.base != gallery.base)

    def _thumbnail(self, client: Hashable, gallery: Gallery, recipe: Recipe) -> np.ndarray | None:
        def stale() -> bool:
            return self._stale(client, gallery)

        # a filter that is only looked at has nothing to say, nor may it use up what the stack has to say
        engine = self._live.engine.beside(lambda text: None)
        if gallery.whole:
            return _look(engine, gallery.source, gallery.stack.joined(recipe), stale)
        small, plain = self._reduced(engine, gallery, stale)
        for tried in (recipe, *visible_variants(recipe)):
            if max(engine.size(tried, small.height, small.width)) > LARGEST_RESULT:
                continue
            pixels = engine.render(small, tried, dtype="uint8", cancel=stale)
            if not np.array_equal(pixels, plain):
                return brighten(pixels, plain)
        return plain

    def _reduced(
        self, engine: Engine, gallery: Gallery, cancel: Callable[[], bool]
    ) -> tuple[Source, np.ndarray]:
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


def _look(engine: Engine, source: Source, recipe: Recipe, cancel: Callable[[], bool]) -> np.ndarray:
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
    for param in step.op.own_params:
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
