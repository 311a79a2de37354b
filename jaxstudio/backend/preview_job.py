"""The live preview's job: it lasts as long as the process, receives requests, and sends frames.

The worker of `engine.preview_worker` decides what to compute next. This module turns its callbacks into
messages: pixels are written into shared memory in the window's format.
"""

from __future__ import annotations

import gc
import time
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from jaxstudio.backend import specs
from jaxstudio.backend.frames import paint_clipping, painted
from jaxstudio.backend.protocol import (
    Busy,
    Corners,
    DeviceRequest,
    EngineStarted,
    EngineStatus,
    ExpectRequest,
    Failure,
    ForgetPhoto,
    FrameAnswer,
    Measurement,
    MeasureRequest,
    Notice,
    PreviewJob,
    PreviewOptions,
    ProbeRequest,
    Progress,
    RecipeDescription,
    RecipeValues,
    ScopesAnswer,
    StopMeasuring,
    ViewRequest,
    WarmRequest,
    unpack_recipe,
)
from jaxstudio.backend.recipes import counted_part, describe_recipe
from jaxstudio.backend.state import STATE
from jaxstudio.engine.buffers import Rect
from jaxstudio.engine.kernels import WATCH
from jaxstudio.engine.metrics import Comparison
from jaxstudio.engine.preview_worker import PreviewWorker
from jaxstudio.engine.render import memory_share
from jaxstudio.engine.requests import Frame, View
from jaxstudio.engine.scopes import Scopes
from jaxstudio.errors import DeviceError, StudioError
from jaxstudio.own_filters.folder import FilterActivity
from jaxstudio.own_filters.in_use import files_in_use, load_troubles
from jaxstudio.pipeline.expand import result_size
from jaxstudio.pipeline.recipe import Recipe
from jaxstudio.processes.errors import record_error
from jaxstudio.processes.serve import Work
from jaxstudio.runtime.compile_counter import COMPILES
from jaxstudio.runtime.devices import list_devices, system_memory

# Seconds between two updates of the status bar.
STATUS_SECONDS = 0.5
NO_SHARED_MEMORY = "There is no shared memory left: pictures are copied, which is slower"


@dataclass(frozen=True)
class AskedView(View):
    """A view with its request, and the whole recipe (the view may show only some of its steps)."""

    asked: ViewRequest | None = None
    whole: Recipe = field(default_factory=Recipe)


def run_preview(request: PreviewJob, work: Work) -> None:
    """Serve until the process ends.

    Raises:
        ComputeError: JAX or the ops cannot be imported.
        DeviceError: no device is available.
    """
    catalogue = STATE.catalogue(work)
    preview = Preview(work, request.device)
    STATE.use_live(preview.live)
    troubles = load_troubles()
    failed = {trouble.path for trouble in troubles}
    stamp = specs.catalogue_stamp(file for file in files_in_use() if file.path not in failed)
    text = "" if stamp == request.stamp else specs.to_text(catalogue.specs())
    if text:
        specs.keep(stamp, text)
    available, missing = list_devices()
    work.tell(EngineStarted(stamp, text, tuple(available), tuple(missing), preview.status(), troubles))
    for trouble in troubles:
        work.tell(Notice(str(trouble)))
    try:
        preview.serve()
    finally:
        preview.live.close()


class Preview:
    """The worker, its pending requests, and the state last sent to the window."""

    def __init__(self, work: Work, device: str) -> None:
        self._work, self._catalogue = work, STATE.catalogue(work)
        self._measures: dict[int, tuple[Any, Recipe, Recipe]] = {}
        self._original: np.ndarray | None = None  # the compared picture that the window has
        self._asked: ViewRequest | None = None  # the last one that was passed on
        self._description: RecipeDescription | None = None
        self._said_copies = False
        self._cache_bytes = 0
        self._told = EngineStatus()
        self._compiles = COMPILES.count
        self.live = self._start(device)

    def _start(self, device: str) -> PreviewWorker:
        try:
            return self._make(device or None)
        except DeviceError as error:
            if not device:
                raise
            self._fail(error)  # a wrong device is reported, and the default one is used
            return self._make(None)

    def _make(self, device: str | None) -> PreviewWorker:
        return PreviewWorker(
            device,
            self._frame,
            self._fail,
            self._work.tell,
            lambda busy: self._work.tell(Busy(busy)),
            lambda text: self._work.tell(Notice(text)),
            self._measured,
            lambda done: self._work.tell(Progress("measures", done)),
            lambda done: self._work.tell(Progress("frame", done)),
            self._scopes,
        )

    def status(self) -> EngineStatus:
        compiling = not self.live.precompiler.wait(0)
        return EngineStatus(self.live.device_name, COMPILES.count, self.live.memory_bytes(), compiling)

    # Requests of the window

    def serve(self) -> None:
        """Take requests until the job is cancelled."""
        due = 0.0
        while not self._work.stopped:
            note = self._work.note(wait=True, seconds=STATUS_SECONDS)
            if WATCH.ops and time.monotonic() > due:
                due = time.monotonic() + STATUS_SECONDS
                self._work.tell(FilterActivity(*WATCH.longest()))
            try:
                if note is None:
                    self._look_after()
                else:
                    self._hear(note)
            except StudioError as error:
                self._fail(error)

    def _hear(self, note: object) -> None:
        match note:
            case ViewRequest():
                self._request(note)
            case ProbeRequest():
                if (opened := STATE.known_photo(note.token)) is not None:
                    recipe = self._recipe(note.recipe)
                    self.live.probe(opened.source, recipe, note.y, note.x, note.space)
            case WarmRequest():
                if (opened := STATE.known_photo(note.token)) is not None:
                    self.live.warm(self._recipe(note.recipe), opened.source)
            case ExpectRequest():
                self.live.expect(note.key)
            case MeasureRequest():
                self._measure(note)
            case StopMeasuring():
                self.live.stop_measuring()
            case DeviceRequest():
                self._asked = None
                self.live.set_device(note.name)
            case PreviewOptions():
                self._set_options(note)
            case ForgetPhoto():
                STATE.forget_photo(note.token)
                self._original = self._asked = None
            case _:
                raise TypeError(f"{type(note).__name__} is no request")

    def _set_options(self, options: PreviewOptions) -> None:
        """Apply options. PhotoError: the screen's profile cannot be read; sRGB is used."""
        self._cache_bytes = options.cache_bytes or memory_share(system_memory())
        self._bound_cache()
        self._original = self._asked = None  # shown in other colours
        STATE.use_screen(options.screen_profile)

    def _bound_cache(self) -> None:
        """Set the bound of the cache, also after a change of device: the new engine has a new cache."""
        if self._cache_bytes:
            self.live.engine.cache.limit_bytes = self._cache_bytes

    def _recipe(self, values: RecipeValues) -> Recipe:
        return unpack_recipe(values, self._catalogue)

    def _request(self, asked: ViewRequest) -> None:
        """Pass a view to the worker; the part to compute follows from the size of its result."""
        opened = STATE.known_photo(asked.token)
        if opened is None:  # still being decoded, or already closed: the window asks again once it is open
            return
        if asked == self._asked:  # the client repeats it when it hears that this process has started
            return
        self._asked = asked
        whole = self._recipe(asked.recipe)
        shown = whole if asked.shown is None else self._recipe(asked.shown)
        size = result_size(shown, (opened.source.height, opened.source.width))
        viewport = asked.viewport
        if viewport.fitted:
            viewport = viewport.fit(asked.canvas, size)
        self.live.request(
            AskedView(
                opened.source,
                shown,
                Rect(*viewport.visible(asked.canvas, size)),
                viewport.zoom,
                moving=asked.moving,
                started=asked.started,
                against=self._recipe(asked.against),
                display_mode=asked.display_mode,
                adaptive=asked.adaptive,
                scopes=asked.scopes,
                counted=counted_part(whole, shown, size),
                asked=asked,
                whole=whole,
            )
        )

    def _measure(self, asked: MeasureRequest) -> None:
        opened = STATE.known_photo(asked.token)
        if opened is not None:
            question = opened.source, self._recipe(asked.recipe), self._recipe(asked.against)
            self._measures = {asked.number: question}
            self.live.measure(*question)

    # Callbacks of the worker, on its thread

    def _frame(self, frame: Frame) -> None:
        view = frame.view
        if not isinstance(view, AskedView) or view.asked is None:
            raise TypeError("a frame of a view that nobody asked for")
        size = view.source.height, view.source.width
        description: RecipeDescription | None = describe_recipe(view.whole, size, view.source.lens)
        if description == self._description:
            description = None
        else:
            self._description = description
        shown = frame.pixels if frame.shown is None else frame.shown
        if view.display_mode.plain:
            shown = self._in_screen_colours(view.asked.token, shown)
        original = None
        if frame.original is not self._original:
            before = self._in_screen_colours(view.asked.token, frame.original)
            original = painted(before, _corners(frame.original_rect), self._work.empty)
            self._original = frame.original
        image = painted(shown, _corners(frame.rect), self._work.empty)
        if view.display_mode.clipping and frame.shown is None:
            paint_clipping(image, frame.pixels)
        self._told = self.status()
        self._work.tell(
            FrameAnswer(
                view.asked.number,
                view.asked.token,
                image,
                original,
                frame.level,
                frame.exact,
                frame.seconds,
                frame.step_ms,
                frame.not_numbers,
                result_size(view.recipe, size),
                result_size(view.against, size),
                self._told,
                description,
            )
        )

        if self._work.copies and not self._said_copies:
            self._said_copies = True
            self._work.tell(Notice(NO_SHARED_MEMORY))

    def _in_screen_colours(self, token: int, pixels: np.ndarray) -> np.ndarray:
        """8-bit pixels converted from the photo's profile to the screen's."""
        opened = STATE.known_photo(token)
        return pixels if opened is None else opened.display.apply(pixels)

    def _measured(self, measured: Comparison) -> None:
        for number, (source, recipe, against) in self._measures.items():
            if (source, recipe, against) == (measured.source, measured.recipe, measured.against):
                self._work.tell(Measurement(number, measured.measures, measured.exact, measured.words))

    def _scopes(self, view: View, scopes: Scopes) -> None:
        if isinstance(view, AskedView) and view.asked is not None:
            self._work.tell(ScopesAnswer(view.asked.number, **vars(scopes)))

    def _fail(self, error: Exception) -> None:
        self._work.tell(Failure(record_error(error)))

    def _look_after(self) -> None:
        """Send a changed status, and collect garbage while nothing is computed.

        The objects that JAX traces stay: half a million, among which a full collection finds next to nothing
        while every thread waits for it. After each burst of compilations the survivors are frozen.
        """
        self._bound_cache()
        status = self.status()
        if status != self._told:
            self._told = status
            self._work.tell(status)
        if status.compiles != self._compiles and self.live.at_rest.is_set():
            self._compiles = status.compiles
            gc.collect()
            gc.freeze()


def _corners(rect: Rect) -> Corners:
    return rect.y0, rect.x0, rect.y1, rect.x1
