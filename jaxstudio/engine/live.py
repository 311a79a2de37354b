"""The live preview: one worker, one pending view; the newest wins and every finished frame is handed out.

While the hand moves, a frame may be computed on a reduced photo and is then called approximate; the
exact one follows by itself once nothing newer is asked for.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np

from jaxstudio.engine.rect import Rect
from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source, halved
from jaxstudio.engine.warm import Warmer
from jaxstudio.errors import Cancelled
from jaxstudio.pipeline.op import Global
from jaxstudio.pipeline.recipe import Recipe

# A frame may be drawn enlarged by up to this factor while it is approximate.
COARSEST = 4 / 3
# Rows of a full-resolution band that is computed and reduced at once for an exact, zoomed-out frame.
BAND_ROWS = 512


@dataclass(frozen=True)
class View:
    """What the canvas asks for.

    `rect` is the visible part of the result in its own full-resolution pixels; `zoom` is screen
    pixels for each of them; `moving` says that a hand is on a control; `started` is when the value
    changed, on the clock of time.perf_counter.
    """

    source: Source
    recipe: Recipe
    rect: Rect
    zoom: float
    moving: bool = False
    started: float = field(default_factory=time.perf_counter)


@dataclass(frozen=True)
class Frame:
    """A finished picture of a view.

    `pixels`: uint8 (h, w, channels), the result under `rect` reduced by 2^level; `original`: uint8,
    the photo under `original_rect`, reduced alike. An exact frame equals the export (at level 0),
    or the export reduced.
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


@dataclass(frozen=True)
class Probe:
    """Encoded values of one pixel before and after, at full resolution; None outside the picture."""

    y: int
    x: int
    before: tuple[float, ...] | None
    after: tuple[float, ...] | None


def preview_level(zoom: float) -> int:
    """The reduction (as a power of two) that a preview at this zoom is computed on."""
    return max(0, math.floor(math.log2(COARSEST / zoom)))


class Live:
    """Owns the worker. The callbacks are called on its thread."""

    def __init__(
        self,
        device: str | None,
        on_frame: Callable[[Frame], None],
        on_error: Callable[[Exception], None],
        on_probe: Callable[[Probe], None],
        on_busy: Callable[[bool], None],
        on_notice: Callable[[str], None] = lambda text: None,
    ) -> None:
        self._on_notice = on_notice
        self.engine = Engine(device, notice=on_notice)
        self._on_frame, self._on_error = on_frame, on_error
        self._on_probe, self._on_busy = on_probe, on_busy
        self._wake = threading.Condition()
        self._view: View | None = None
        self._refine: View | None = None
        self._probe: tuple[Source, Recipe, int, int] | None = None
        self._warm: tuple[Recipe, Source] | None = None
        self._device: str | None = None
        self._original: tuple[object, np.ndarray] | None = None
        self._closed = False
        self.warmer = Warmer(self.engine.steps.kernels)
        self._thread = threading.Thread(target=self._work, name="jaxstudio-live", daemon=True)
        self._thread.start()

    @property
    def device_name(self) -> str:
        return self.engine.device_name

    def memory_bytes(self) -> int:
        """Bytes held in the cache of steps."""
        return self.engine.memory_bytes()

    def request(self, view: View) -> None:
        """Ask for a frame; a view still waiting is replaced, the one being computed is finished."""
        with self._wake:
            self._view, self._refine = view, None
            self._wake.notify()

    def probe(self, source: Source, recipe: Recipe, y: int, x: int) -> None:
        """Ask for the values of one pixel of the result; answered when nothing else waits."""
        with self._wake:
            self._probe = (source, recipe, y, x)
            self._wake.notify()

    def set_device(self, name: str | None) -> None:
        """Go on on another device; if it cannot be had the old one stays and on_error hears why."""
        with self._wake:
            self._device = name or ""
            self._wake.notify()

    def warm(self, recipe: Recipe, source: Source) -> None:
        """Compile in the background what this recipe's sliders may need, once its frame is out."""
        with self._wake:
            self._warm = (recipe, source)
            self.warmer.expect()
            self._wake.notify()

    def close(self) -> None:
        """Stop the worker and wait for it."""
        with self._wake:
            self._closed = True
            self._wake.notify()
        self.warmer.close()
        self._thread.join()

    def _next(self) -> Callable[[], None] | None:
        """The next thing to do, in order of urgency; None when closed."""
        with self._wake:
            while True:
                if self._closed:
                    return None
                if self._device is not None:
                    name, self._device = self._device, None
                    return lambda: self._switch(name)
                if self._view is not None:
                    view, self._view = self._view, None
                    return lambda: self._frame(view)
                if self._probe is not None:
                    wanted, self._probe = self._probe, None
                    return lambda: self._answer(*wanted)
                if self._refine is not None:
                    refine, self._refine = self._refine, None
                    return lambda: self._exact(refine)
                self._start_warming()
                self._wake.wait()

    def _start_warming(self) -> None:
        """Not before a frame is out: compiling would hold it up."""
        if self._warm is not None:
            wanted, self._warm = self._warm, None
            self.warmer.want(*wanted)

    def _work(self) -> None:
        while True:
            task = self._next()
            if task is None:
                return
            try:
                task()
            except Cancelled:
                continue
            except Exception as error:  # handed on: a failed frame must not stop the preview
                self._on_error(error)

    def _switch(self, name: str) -> None:
        engine = Engine(name or None, notice=self._on_notice)
        self.engine = engine
        self.warmer.use(engine.steps.kernels)

    def _interrupted(self) -> bool:
        return self._view is not None or self._closed or self._device is not None

    def _frame(self, view: View) -> None:
        """Compute a view as fast as its zoom allows, and note what is left to be refined."""
        level = preview_level(view.zoom)
        has_global = any(isinstance(step.op.kind, Global) for step in view.recipe.active)
        hurried = view.moving and has_global
        began = time.perf_counter()
        size = self.engine.size(view.recipe, view.source.height, view.source.width)
        small = view.rect.reduced(level).clipped(*self.engine.size(view.recipe, *_shape(view.source, level)))
        if not small.area:
            return
        pixels = self.engine.render(view.source, view.recipe, small, "uint8", level=level, hurried=hurried)
        exact = level == 0 and not hurried
        rect = small.enlarged(level).clipped(*size)
        self._publish(view, pixels, rect, level, exact, began)
        with self._wake:
            self._start_warming()
            if not exact and self._view is None:
                self._refine = view

    def _exact(self, view: View) -> None:
        """The exact frame of a view whose hand is still; given up when something newer is asked for."""
        if view.moving and not self._still():
            return
        level = preview_level(view.zoom)
        size = self.engine.size(view.recipe, view.source.height, view.source.width)
        rect = view.rect.reduced(level).enlarged(level).clipped(*size)
        began = time.perf_counter()
        self._on_busy(True)
        try:
            pixels = self._reduced(view, rect, level)
        finally:
            self._on_busy(False)
        self._publish(view, pixels, rect, level, True, began)

    def _still(self) -> bool:
        """Wait a moment; whether nothing newer came meanwhile."""
        with self._wake:
            self._wake.wait_for(self._interrupted, timeout=0.25)
            return not self._interrupted()

    def _reduced(self, view: View, rect: Rect, level: int) -> np.ndarray:
        """The export under `rect`, reduced by 2^level, band by band."""
        step = max(1, BAND_ROWS >> level) << level
        bands = []
        engine = self.engine.exporter() if level else self.engine
        for y in range(rect.y0, rect.y1, step):
            band = Rect(y, rect.x0, min(y + step, rect.y1), rect.x1)
            pixels = engine.render(view.source, view.recipe, band, "uint8", cancel=self._interrupted)
            for _ in range(level):
                pixels = halved(pixels)
            bands.append(pixels)
        return bands[0] if len(bands) == 1 else np.concatenate(bands)

    def _publish(
        self, view: View, pixels: np.ndarray, rect: Rect, level: int, exact: bool, began: float
    ) -> None:
        photo = view.source.level(level)
        seen = rect.reduced(level).clipped(photo.height, photo.width)
        # the same array while the view stays: whoever shows it need not convert it again
        key = (photo.token, seen)
        if self._original is None or self._original[0] != key:
            part = photo.pixels[seen.y0 : seen.y1, seen.x0 : seen.x1]
            self._original = (key, to_uint8(part))
        original = self._original[1]
        original_rect = seen.enlarged(level).clipped(view.source.height, view.source.width)
        seconds = time.perf_counter() - began
        steps = self.engine.step_ms
        self._on_frame(Frame(view, pixels, original, rect, original_rect, level, exact, seconds, steps))

    def _answer(self, source: Source, recipe: Recipe, y: int, x: int) -> None:
        height, width = self.engine.size(recipe, source.height, source.width)
        after = before = None
        if 0 <= y < height and 0 <= x < width:
            values = self.engine.render(source, recipe, Rect(y, x, y + 1, x + 1), cancel=self._interrupted)
            after = tuple(float(value) for value in values[0, 0])
        if 0 <= y < source.height and 0 <= x < source.width:
            pixel = source.pixels[y, x]
            top = 1.0 if pixel.dtype.kind == "f" else float(np.iinfo(pixel.dtype).max)
            before = tuple(float(value) / top for value in pixel)
        self._on_probe(Probe(y, x, before, after))


def _shape(source: Source, level: int) -> tuple[int, int]:
    photo = source.level(level)
    return photo.height, photo.width


def to_uint8(pixels: np.ndarray) -> np.ndarray:
    """Any photo format as uint8 for display, the rounding being the engine's."""
    if pixels.dtype == np.uint8:
        return np.ascontiguousarray(pixels)
    top = 1.0 if pixels.dtype.kind == "f" else float(np.iinfo(pixels.dtype).max)
    scaled = np.nan_to_num(np.clip(pixels / np.float32(top), 0.0, 1.0)) * np.float32(255)
    return np.rint(scaled).astype(np.uint8)
