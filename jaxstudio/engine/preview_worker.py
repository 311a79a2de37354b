"""The live preview: one worker renders the newest view; every finished frame is handed out.

While the hand moves, frames may be approximate: they are computed on a photo reduced to the screen's
resolution, or a coarser one if that takes too long. Once the hand rests, a frame at the screen's resolution
and the exact frame follow.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import numpy as np

from jaxstudio.engine.buffers import Rect
from jaxstudio.engine.display import (
    DisplayFrame,
    exact_bands,
    reference,
    render_reduced,
    render_view,
    see,
    to_uint8,
)
from jaxstudio.engine.expansion import recipe_identity
from jaxstudio.engine.job import QUICK_PIXELS, Job
from jaxstudio.engine.metrics import Comparison, measure_twice, read_pixel
from jaxstudio.engine.moving_frames import MovingFrames, approximates, expanded, frame_rects, shape_at
from jaxstudio.engine.plan import plan_of
from jaxstudio.engine.plan.base import clock
from jaxstudio.engine.precompile import Precompiler
from jaxstudio.engine.render import Engine
from jaxstudio.engine.requests import Frame, JobControl, View
from jaxstudio.engine.scopes import SAMPLES, BandCounter, Scopes, rough_scopes
from jaxstudio.engine.source import Source
from jaxstudio.errors import Cancelled
from jaxstudio.pipeline.display_mode import PLAIN, preview_level
from jaxstudio.pipeline.measures import Probe
from jaxstudio.pipeline.recipe import Recipe

# A frame that takes longer is cancelled when a newer one is requested. If it has a library's filter, the next
# frame is coarser, so that something is shown all the same.
PATIENCE_S, LIBRARY_PATIENCE_S = 1.0, 0.1
# For a library's filter: its seconds per frame while the hand moves, and when it rests; assumed seconds per
# pixel before the first measurement; and the shorter side below which the photo is not reduced further.
MOVING_FRAME_S, STILL_FRAME_S, FIRST_PACE, SMALLEST_SIDE = 0.06, 0.25, 1e-6, 256
# A hand that did not move for so many seconds is at rest.
REST_S = 0.1
# Seconds between two counts of the scopes while a control is held.
SCOPES_S = 0.04
# Seconds between two reports of progress.
PROGRESS_S = 0.1


class PreviewWorker:
    """Owns the worker. Callbacks are called on the worker's thread, `on_progress` on any.

    Args:
        device: a name such as `cpu:0`; None for JAX's default.
        on_busy: called with True when a frame that may take long begins, with False when it ends.
        on_progress: called with the share done of such a frame, from 0 to 1.
        on_measuring: called with the share done of the exact measures, from 0 to 1.
        on_scopes: called with the scopes of a view's whole result: roughly counted first, then exactly.
    """

    def __init__(
        self,
        device: str | None,
        on_frame: Callable[[Frame], None],
        on_error: Callable[[Exception], None],
        on_probe: Callable[[Probe], None],
        on_busy: Callable[[bool], None],
        on_notice: Callable[[str], None] = lambda text: None,
        on_measured: Callable[[Comparison], None] = lambda comparison: None,
        on_measuring: Callable[[float], None] = lambda done: None,
        on_progress: Callable[[float], None] = lambda done: None,
        on_scopes: Callable[[View, Scopes], None] = lambda view, scopes: None,
    ) -> None:
        self._on_scopes = on_scopes
        self._on_progress = on_progress
        self._on_notice, self._on_measured, self._on_measuring = on_notice, on_measured, on_measuring
        self.engine = Engine(device, notice=on_notice)
        self._on_frame, self._on_error = on_frame, on_error
        self._on_probe, self._on_busy = on_probe, on_busy
        self._wake = threading.Condition()
        # pending requests of any thread: read and written only under the lock of `_wake`
        self._view: View | None = None
        self._refine: View | None = None
        self._count: View | None = None  # its scopes are to be counted exactly
        self._probe: tuple[Source, Recipe, int, int, str] | None = None
        self._expected: int | None = None  # the key of the step that is about to change
        self._measure: tuple[Source, Recipe, Recipe] | None = None
        self._stop_measuring = False  # whether the measurement in progress is to end
        self._precompile: tuple[Recipe, Source] | None = None
        self._device: str | None = None
        # used by the worker alone
        self._original: tuple[object, np.ndarray] | None = None
        self._pace: dict[Hashable, float] = {}
        self.moving_frames = MovingFrames()
        self._counted_at = 0.0  # when scopes were counted last while a control was held
        self._closed = False
        # set while no request is computed or waits; background work waits for it
        self.at_rest = threading.Event()
        self.precompiler = Precompiler(self.engine.executor.kernels)
        self._thread = threading.Thread(target=self._work, name="jaxstudio-live", daemon=True)
        self._thread.start()

    @property
    def device_name(self) -> str:
        return self.engine.device_name

    def memory_bytes(self) -> int:
        """Bytes held in the cache of steps."""
        return self.engine.memory_bytes()

    def request(self, view: View) -> None:
        """Ask for a frame; replaces a view that still waits.

        The frame in progress is cancelled only if it takes longer than PATIENCE_S or LIBRARY_PATIENCE_S.
        """
        with self._wake:
            self._view, self._refine, self._count = view, None, None
            if view.moving:
                self._expected = None
            self.at_rest.clear()
            self._wake.notify()

    def expect(self, key: int) -> None:
        """The step with this key is about to change: keep what comes before it; every view goes first."""
        with self._wake:
            self._expected = key
            self._wake.notify()

    def probe(self, source: Source, recipe: Recipe, y: int, x: int, space: str = "") -> None:
        """Ask for the values of one pixel of the result, in colour space `space` too; frames come first."""
        with self._wake:
            self._probe = (source, recipe, y, x, space)
            self._wake.notify()

    def measure(self, source: Source, recipe: Recipe, against: Recipe) -> None:
        """Ask how much two results differ; answered when nothing else waits, cancelled by a newer frame.

        For a large photo an approximate answer comes first; `on_measuring` gets the exact one's progress.
        """
        with self._wake:
            self._measure, self._stop_measuring = (source, recipe, against), False
            self._wake.notify()

    def stop_measuring(self) -> None:
        """Cancel the measurement: nobody looks at it any more."""
        with self._wake:
            self._measure, self._stop_measuring = None, True

    def set_device(self, name: str | None) -> None:
        """Switch to another device; if that fails, the old one stays and `on_error` is told why."""
        with self._wake:
            self._device = name or ""
            self._wake.notify()

    def warm(self, recipe: Recipe, source: Source) -> None:
        """Compile in the background what this recipe's sliders may need, once its frame is out."""
        with self._wake:
            self._precompile = (recipe, source)
            self.precompiler.announce()
            self._wake.notify()

    def close(self) -> None:
        """Stop the worker and wait for it."""
        with self._wake:
            self._closed = True
            self._wake.notify()
        self.precompiler.close()
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
                    return lambda: self._frame(view, adaptive=view.adaptive and view.moving)
                if self._probe is not None:
                    probe, self._probe = self._probe, None
                    return lambda: self._answer(*probe)
                if self._expected is not None:
                    expected, self._expected = self._expected, None
                    return lambda: self._prepare(expected)
                if self._refine is not None:
                    refine, self._refine = self._refine, None
                    return lambda: self._exact(refine)
                if self._count is not None:
                    count, self._count = self._count, None
                    return lambda: self._count_scopes(count)
                if self._measure is not None:
                    pair, self._measure = self._measure, None
                    return lambda: self._compare(*pair)
                self._start_precompiling()
                self.at_rest.set()
                self._wake.wait()

    def _start_precompiling(self) -> None:
        """Start compiling ahead; called only after a frame is out, which compiling would delay."""
        if self._precompile is not None:
            request, self._precompile = self._precompile, None
            self.precompiler.request(*request)

    def _work(self) -> None:
        while True:
            task = self._next()
            if task is None:
                return
            try:
                task()
            except Cancelled:
                continue
            except Exception as error:  # reported: a failed frame must not stop the preview
                self._on_error(error)

    def _switch(self, name: str) -> None:
        engine = Engine(name or None, notice=self._on_notice)
        with self._wake:
            self.engine = engine
        self.precompiler.use(engine.executor.kernels)

    def _interrupted(self) -> bool:
        """Whether a request waits that is more urgent than an exact frame."""
        with self._wake:
            return self._view is not None or self._closed or self._device is not None

    def _watched(self, patience: float) -> JobControl:
        """The control of a frame: a newer view cancels the frame once it has taken `patience` seconds."""
        began, last = time.perf_counter(), -math.inf

        def outdated() -> bool:
            late = time.perf_counter() - began > patience
            with self._wake:
                return self._closed or self._device is not None or (late and self._view is not None)

        def report(done: float) -> None:
            nonlocal last
            if time.perf_counter() - last > PROGRESS_S:
                last = time.perf_counter()
                self._on_progress(done)

        return JobControl(outdated, report)

    def _extra_level(self, view: View, level: int) -> tuple[int, Hashable, int]:
        """Return how much coarser to compute a frame, so that a library's filter stays within its time.

        Returns:
            the number of halvings, the op names that identify the filter's pace, and how many pixels the
            filter must compute.
        """
        names = tuple(step.op.name for step in view.recipe.active)
        extra = pixels = 0
        # before the first measurement: about the pace of the quickest library filters
        pace = self._pace.get(names, FIRST_PACE)
        while True:
            photo = view.source.level(level + extra)
            job = Job(view.source, view.recipe, level + extra)
            rect = view.rect.reduced(level + extra).clipped(*job.sizes[-1])
            pixels = self.engine.executor.pending_pixels(job, rect)
            if (
                pixels * pace <= (MOVING_FRAME_S if view.moving else STILL_FRAME_S)
                or min(photo.height, photo.width) < SMALLEST_SIDE
            ):
                return extra, names, pixels
            extra += 1

    def _frame(self, view: View, *, adaptive: bool) -> None:
        """Compute a view at its zoom's level; if `adaptive`, at a level that keeps up with the hand."""
        usual = level = preview_level(view.zoom)
        recipe = expanded(view)
        plans = [plan_of(step.implementation) for step in recipe.active]
        by_library = any(plan.by_library for plan in plans)
        approximate_statistics = approximates(view, recipe)
        extra, names, pixels = self._extra_level(view, level) if by_library else (0, (), 0)
        level += extra
        key: Hashable = None
        if adaptive and not by_library:
            key, level = self.moving_frames.level(self.engine, view)
        began, clock_began = time.perf_counter(), clock()
        small, rect = frame_rects(self.engine, view, level)
        if not small.area:
            return
        exact, computed_level = level == 0 and not approximate_statistics, level
        control = self._watched(LIBRARY_PATIENCE_S if by_library else PATIENCE_S)
        try:
            with self._busy(bool(pixels)):
                how: Any = {"level": level, "approximate_statistics": approximate_statistics}
                whole = Rect.whole(*self.engine.size(view.recipe, *shape_at(view.source, level)))
                how["keep_result"] = self.moving_frames.keeps_result(view, whole=small == whole)
                frame = render_view(self.engine, view, small, cancel=control, **how)
        finally:
            if pixels:
                # a frame cancelled before it reported progress gives only a lower bound: assume a tenth
                self._pace[names] = (time.perf_counter() - began) / (pixels * max(control.done, 0.1))
        if level < usual:
            frame, level = frame.halved(usual - level), usual
        now = clock()
        seconds = now[0] - clock_began[0] - (now[1] - clock_began[1])
        self.moving_frames.record(view, computed_level, small.area, control.step_ms, key, seconds)
        self._publish(view, frame, rect, level, exact, began, control)
        due = not view.moving or time.perf_counter() - self._counted_at > SCOPES_S
        size = self.engine.size(view.recipe, view.source.height, view.source.width)
        if view.scopes and due and rect == Rect.whole(*size):
            self._counted_at = time.perf_counter()
            part = rect.reduced(level) if view.counted is None else view.counted.reduced(level)
            counts = rough_scopes(view.scopes, part, frame.pixels, frame.marks, frame.out_of_gamut)
            self._on_scopes(view, counts)
        with self._wake:
            self._start_precompiling()
            if self._view is None:
                self._refine = None if exact else view
                self._count = view if view.scopes else None

    @contextmanager
    def _busy(self, long: bool = True) -> Iterator[None]:
        """Report through `on_busy` that a frame which may take long is computed."""
        if not long:
            yield
            return
        self._on_busy(True)
        try:
            yield
        finally:
            self._on_busy(False)

    def _exact(self, view: View) -> None:
        """Compute the exact frame of a view once the hand rests; cancelled when a newer view is requested."""
        if view.moving and not self._still():
            return
        level = preview_level(view.zoom)
        if view.moving and level and self.moving_frames.last_level > level:
            self._frame(replace(view, moving=False), adaptive=False)
            with self._wake:
                self._refine = None  # the exact frame follows below
        size = self.engine.size(view.recipe, view.source.height, view.source.width)
        rect = view.rect.reduced(level).enlarged(level).clipped(*size)
        began = time.perf_counter()
        control = self._watched(0.0)
        with self._busy():
            whole = rect == Rect.whole(*size)
            part = view.counted or rect
            counter = BandCounter(view.scopes, part, control) if view.scopes and whole else None
            frame = render_reduced(self.engine, view, rect, level, control, self._answer_waiting, counter)
        self._publish(view, frame, rect, level, True, began, control)
        if counter is not None:
            self._on_scopes(view, counter.scopes())
            with self._wake:
                self._count = None

    def _count_scopes(self, view: View) -> None:
        """Count the scopes of a whole result of which a part is seen; newer views come first."""
        size = self.engine.size(view.recipe, view.source.height, view.source.width)
        view = replace(view, display_mode=view.display_mode.of_picture)
        whole, control = Rect.whole(*size), self._watched(0.0)
        if view.rect.clipped(*size) != whole:
            level = preview_level(math.sqrt(SAMPLES / whole.area))
            small = Rect.whole(*self.engine.size(view.recipe, *shape_at(view.source, level)))
            how: Any = {"level": level, "approximate_statistics": True, "cancel": control}
            frame = render_view(self.engine, replace(view, moving=True), small, **how)
            part = small if view.counted is None else view.counted.reduced(level)
            counts = rough_scopes(view.scopes, part, frame.pixels, frame.marks, frame.out_of_gamut)
            self._on_scopes(view, counts)
        if view.moving and not self._still():
            return
        counter = BandCounter(view.scopes, view.counted or whole, control)
        for band, frame in exact_bands(self.engine.exporter(), view, whole, 0, control, self._answer_waiting):
            counter.add(frame.pixels, band.y0, frame.marks, frame.out_of_gamut)
        self._on_scopes(view, counter.scopes())

    def _still(self) -> bool:
        """Wait REST_S; returns whether no newer request came meanwhile."""
        with self._wake:
            self._wake.wait_for(self._interrupted, timeout=REST_S)
            return not self._interrupted()

    def _publish(
        self,
        view: View,
        frame: DisplayFrame,
        rect: Rect,
        level: int,
        exact: bool,
        began: float,
        control: JobControl,
    ) -> None:
        original, original_rect = self._beside(view, rect, level, exact)
        floats = frame.marks is not None
        shown, count = frame.marked() if floats else None, frame.marked_count if exact or not floats else None
        rects = (rect, original_rect, level, exact)
        seconds, steps = time.perf_counter() - began, dict(control.step_ms)
        self._on_frame(Frame(view, frame.pixels, original, *rects, seconds, steps, shown, count))

    def _beside(self, view: View, rect: Rect, level: int, exact: bool) -> tuple[np.ndarray, Rect]:
        """The picture that the result is compared with (often the photo) under `rect`, and its rectangle."""
        source, against = view.source, view.against
        whole = self.engine.size(against, source.height, source.width)
        small = self.engine.size(against, *shape_at(source, level))
        part = rect.reduced(level).clipped(*small)
        full = part.enlarged(level).clipped(*whole)
        # the same array while the view stays, so that the window need not convert it again
        reduced = bool(against.active) and exact and level > 0 and bool(part.area)
        key = (source.token, level, against.seed, recipe_identity(against), part, reduced)
        if self._original is None or self._original[0] != key:
            if reduced:
                other, control = View(source, against, full, view.zoom), self._watched(0.0)
                original = render_reduced(
                    self.engine, other, full, level, control, self._answer_waiting
                ).marked()
            elif not part.area:
                original = np.zeros((part.height, part.width, source.channels), np.uint8)
            else:
                floats = "float32" if source.pixels.dtype == np.float32 else None
                control = self._watched(PATIENCE_S)
                compared = reference(self.engine, source, against, part, level, floats, control)
                original = see(compared, None, PLAIN).marked() if floats else to_uint8(compared)
            self._original = (key, original)
        return self._original[1], full

    def _compare(self, source: Source, recipe: Recipe, against: Recipe) -> None:
        """Measure how much two results differ; requests for pixels are answered in between."""

        def interrupted() -> bool:
            self._answer_waiting()
            with self._wake:
                return self._interrupted() or self._measure is not None or self._stop_measuring

        for measured in measure_twice(
            self.engine, source, recipe, against, progress=self._on_measuring, cancel=interrupted
        ):
            self._on_measured(measured)

    def _answer_waiting(self) -> None:
        """Do what is quick and waits, in the middle of longer work."""
        with self._wake:
            probe, self._probe = self._probe, None
            expected, self._expected = self._expected, None
        if probe is not None:
            self._answer(*probe)
        if expected is not None:
            self._prepare(expected)

    def _prepare(self, key: int) -> None:
        self.moving_frames.prepare(self.engine, key, self._watched(0.0))

    def _answer(self, source: Source, recipe: Recipe, y: int, x: int, space: str) -> None:
        pixels = self.engine.executor.pending_pixels(Job(source, recipe), Rect(y, x, y + 1, x + 1))
        with self._busy(pixels > QUICK_PIXELS):
            control = self._watched(0.0)
            self._on_probe(read_pixel(self.engine, source, recipe, y, x, space, cancel=control))
