"""The image document: recipe and history, photo, view, and the engine's latest results.

Widgets send it intents and are drawn anew from it; it knows no widget.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace
from PySide6.QtCore import QObject, QTimer, Signal

from jaxstudio.app.image.canvas.handle_geometry import steps_below, steps_with_outlines
from jaxstudio.app.image.engine_bridge import Backend, Measured, Picture, StepTimes, picture_from_look
from jaxstudio.app.image.gray_point import GrayPoint
from jaxstudio.app.image.masks.editing import MaskEditing
from jaxstudio.app.image.recipe_editor import PhotoWork, RecipeEditor
from jaxstudio.app.image.sensitivity import Sensitivity
from jaxstudio.app.image.stack.ticks import Ticks
from jaxstudio.app.shared import background_tasks
from jaxstudio.app.shared.text import of_catalogue
from jaxstudio.backend.protocol import (
    Busy,
    EngineLost,
    EngineStarted,
    EngineStatus,
    EngineUnavailable,
    ExpectRequest,
    Measurement,
    MeasureRequest,
    Notice,
    Opened,
    PhotoInfo,
    ProbeRequest,
    Progress,
    RecipeDescription,
    ScopesAnswer,
    ViewRequest,
    WarmRequest,
    pack_recipe,
)
from jaxstudio.backend.viewport import Size, Viewport
from jaxstudio.errors import Cancelled, StudioError
from jaxstudio.pipeline.display_mode import PLAIN, DisplayMode
from jaxstudio.pipeline.measures import Probe
from jaxstudio.pipeline.recipe import Recipe

if TYPE_CHECKING:
    from jaxstudio.backend.client import EngineClient

Look = tuple[Recipe, Viewport | None, Size, DisplayMode, Recipe]
STILL_MS = 180  # a view that rests this long is drawn exactly


class ImageDocument(RecipeEditor):
    """Recipe with its history, photo and view, and the intents that change them."""

    photo_changed = Signal()
    view_changed = Signal()
    backend_changed = Signal()
    device_changed = Signal()
    picture_arrived = Signal(object)
    probe_changed = Signal()
    measured = Signal(object)
    scopes_arrived = Signal(object, object)  # `ScopesAnswer` and the recipe whose whole result they are of
    measuring = Signal(float)  # how far the exact measures are, from 0 to 1
    busy_changed = Signal(bool)
    progressed = Signal(float)  # how far the frame is that is computed, from 0 to 1
    described = Signal()  # what is known of the recipe's steps on this photo
    engine_started = Signal()  # for the first time or again
    engine_lost = Signal(str)  # it has ended by itself, and is being started again
    engine_stopped = Signal(str)  # the engine cannot start, or keeps ending
    failed = Signal(str)
    noticed = Signal(str)
    sweep_asked = Signal(int, str)  # pictures of a step's parameter at several values are wanted

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.backend: Backend | None = None
        self.engine_client: EngineClient | None = None  # also while its catalogue is not known yet
        self.photo: PhotoInfo | None = None
        self.description = RecipeDescription()  # of the recipe of the last frame
        self.viewport = Viewport()
        self.canvas: Size = (1, 1)
        self.split: float | None = None
        self.display_mode: DisplayMode = PLAIN
        self.scopes_wanted: tuple[str, ...] = ()  # of `pipeline.measures.SCOPES`
        self.adaptive = True  # whether a moving view may be computed coarser than the screen
        self.against = Recipe()  # what the result stands beside; empty: the photo itself
        self.ticks = Ticks(self)  # what a search may change
        self.snapshots: Mapping[str, Recipe] = {}  # recipes of this photo that are kept, by name
        self.kept_open: frozenset[int] = frozenset()  # tokens of photos that are not to be forgotten
        self.sensitivity = Sensitivity(self)
        self.handle_key: int | None = None  # the key of the step whose handles are on the canvas
        self.mask_editing = MaskEditing(self)
        self.gray_point = GrayPoint(self)
        self.collapsed: frozenset[int] = frozenset()
        self.picture: Picture | None = None
        self.refused = False  # the picture is an earlier one: what is asked for now cannot be computed
        self.step_ms: dict[int, float] = {}  # of the steps of the picture that is shown, by key
        self._times = StepTimes()
        self.frames, self.busy = 0, False
        self.probe: Any = None
        self.probed_at: tuple[int, int] | None = None
        self._device = ""
        self._size: Size | None = None  # of the result in the last frame of this photo
        self._against_size: Size | None = None  # of the picture that the result stood beside
        self._asked: dict[int, Look] = {}  # what was to be shown, by the number of the request
        self._measure_asked: tuple[int, PhotoInfo, Recipe, Recipe] | None = None
        self.shown_look: Look | None = None  # that of the picture
        self._still = QTimer(self, singleShot=True, interval=STILL_MS)
        self._still.timeout.connect(self.request)
        self.recipe_changed.connect(self._forget_replaced)
        self.recipe_changed.connect(self._outdate_probe)
        for changed in (self.recipe_changed, self.photo_changed, self.backend_changed, self.view_changed):
            changed.connect(self._tell_sensitivity)

    # What there is

    @property
    def moving(self) -> bool:
        """Whether a slider, the wheel or the picture is being moved."""
        return self.in_gesture or self._still.isActive()

    @property
    def engine_ready(self) -> bool:
        """Whether the engine has started: its devices are known."""
        return self.backend is not None and bool(self.backend.devices)

    @property
    def photo_size(self) -> Size:
        return self.photo.size if self.photo is not None else (0, 0)

    @property
    def displayed_recipe(self) -> Recipe:
        """The recipe of the picture on the canvas: all steps, or those below the edited handles or mask."""
        if self.handle_key is not None:
            return steps_below(self.recipe, self.handle_key)
        masked = self.mask_editing.step_key
        return self.recipe if masked is None else steps_with_outlines(self.recipe, masked, self.description)

    @property
    def look(self) -> Look:
        """What decides the picture on the canvas: of a fitted view not the zoom, which follows from it."""
        place = None if self.viewport.fitted else self.viewport
        return self.displayed_recipe, place, self.canvas, self.display_mode, self.against

    @property
    def shown_recipe(self) -> Recipe | None:
        """The recipe of the picture in sight."""
        return None if self.shown_look is None else self.shown_look[0]

    @property
    def result_size(self) -> Size:
        """Height and width of the last frame's picture; steps may change the photo's size."""
        return self._size or self.photo_size

    @property
    def reference_size(self) -> Size:
        """Height and width of the reference picture."""
        return (self._against_size or self.photo_size) if self.against.active else self.photo_size

    # The view

    def set_canvas(self, canvas: Size) -> None:
        """The canvas has this height and width in device pixels."""
        self.canvas = canvas
        self.set_viewport(self._fitted() if self.viewport.fitted else self.viewport)

    def _fitted(self) -> Viewport:
        return self.viewport.fit(self.canvas, self.result_size)

    def set_viewport(self, viewport: Viewport) -> None:
        """Look elsewhere."""
        if self.photo is None:
            return
        self.viewport = viewport
        self._still.start()
        self.request()
        self.view_changed.emit()

    def fit(self) -> None:
        self.set_viewport(self._fitted())

    def zoom_to(self, zoom: float, at: tuple[float, float] | None = None) -> None:
        self.set_viewport(self.viewport.at_zoom(self.canvas, self.result_size, zoom, at))

    def pan(self, down: float, right: float) -> None:
        self.set_viewport(self.viewport.pan(self.result_size, down, right))

    def set_split(self, split: float | None) -> None:
        """Show the photo left of this part of the canvas's width; None shows only the result."""
        self.split = None if split is None else min(max(split, 0.0), 1.0)
        self.view_changed.emit()

    def set_display_mode(self, mode: DisplayMode) -> None:
        """Look at the picture in another way."""
        if mode != self.display_mode:
            self.display_mode = mode
            self._still.start()
            self.request()
            self.view_changed.emit()
            self._probe()

    def set_against(self, against: Recipe) -> None:
        """Let the result stand beside another one; an empty recipe is the photo itself."""
        if against != self.against:
            self.against = against
            self.request()
            self.view_changed.emit()

    def set_snapshots(self, snapshots: Mapping[str, Recipe]) -> None:
        """Keep these recipes of the photo under their names."""
        self.snapshots = snapshots
        self.view_changed.emit()

    def handle(self, key: int | None) -> None:
        """Show the handles of this step on the canvas, over its input; None shows the result again."""
        if key != self.handle_key:
            self.handle_key = key
            if key is not None:
                self.mask_editing.edit(None)
            self.request()
            self.view_changed.emit()
            self.recipe_changed.emit()

    def set_collapsed(self, key: int, collapsed: bool) -> None:
        self.collapsed = self.collapsed | {key} if collapsed else self.collapsed - {key}
        self.recipe_changed.emit()

    def probe_at(self, position: tuple[int, int] | None) -> None:
        """Ask for the values at (y, x) of the result; None forgets them."""
        height, width = self.result_size
        if position is not None and not (0 <= position[0] < height and 0 <= position[1] < width):
            position = None
        if position == self.probed_at:
            return
        self.probed_at = position
        self.probe = None if position is None else self.probe
        self._probe()
        self.probe_changed.emit()

    def _forget_replaced(self) -> None:
        """Forget what the last frame said about keys that belong to other filters now."""
        names = {step.key: step.op.name for step in (self.shown_recipe or self.recipe).steps}
        known = {step.key for step in self.recipe.steps if names.get(step.key) == step.op.name}
        self.step_ms = {key: ms for key, ms in self.step_ms.items() if key in known}
        left = tuple(each for each in self.description.steps if each.key in known)
        self.description = replace(self.description, steps=left)

    def _outdate_probe(self) -> None:
        """Mark the read pixel values as outdated; the next exact frame brings new ones."""
        height, width = self.result_size
        at = self.probed_at
        if at is not None and not (at[0] < height and at[1] < width):
            self.probed_at = None
        if self.probe is not None and at is not None:
            self.probe = None
            self.probe_changed.emit()

    def _tell_sensitivity(self) -> None:
        self.sensitivity.set_work(self.engine_client, self.photo, self.recipe, (self.viewport, self.canvas))

    def _probe(self) -> None:
        if self.probed_at is not None and self.engine_client is not None and self.photo is not None:
            recipe = pack_recipe(self.displayed_recipe)
            self.engine_client.probe(
                ProbeRequest(self.photo.token, recipe, *self.probed_at, self.display_mode.space)
            )

    # The photo and the engine

    def set_photo(
        self, photo: PhotoInfo | None, first_look: Picture | None = None, work: PhotoWork | None = None
    ) -> None:
        """Show another photo, or none. The recipe stays, unless `work` holds the photo's own."""
        before = self.photo
        self.photo = photo
        kept = self.kept_open if photo is None else self.kept_open | {photo.token}
        if before is not None and self.engine_client is not None and before.token not in kept:
            self.engine_client.forget(before.token)
        self._size = self._against_size = None
        self.probe = self.probed_at = None
        self.against = Recipe()
        self.snapshots = {}
        self.picture, self.refused = first_look, False
        self.shown_look = None
        self.step_ms, self._times = {}, StepTimes()
        if work is not None:
            self._nudge.stop()
            self._gesture = self.handle_key = None
            self.history, self.viewport, self.split = work.history, work.viewport, work.split
            self.snapshots, self.collapsed = work.snapshots, work.collapsed
        if self.viewport.fitted or work is None:
            self.viewport = self._fitted()
        self.probe_changed.emit()
        if work is not None:
            self.recipe_changed.emit()
        self.photo_changed.emit()
        if first_look is not None:
            self.picture_arrived.emit(first_look)
        self.view_changed.emit()
        self.warm()
        self.request()

    @property
    def work(self) -> PhotoWork:
        """The photo's recipe, history and view; the history is shared, not copied."""
        return PhotoWork(self.history, self.viewport, self.split, self.snapshots, self.collapsed)

    def take_start(self, started: EngineStarted) -> None:
        """The engine is there, for the first time or again."""
        catalogue = self.engine_client.catalogue if self.engine_client is not None else None
        if self.engine_client is None or catalogue is None:  # the window is closed
            return
        known = self.backend is not None and self.backend.catalogue is catalogue
        backend = Backend(catalogue, self.engine_client, started.devices, started.unavailable)
        if known:
            self.backend = backend
            self.device_changed.emit()
        else:
            self.set_backend(backend)
        self.engine_started.emit()

    def set_backend(self, backend: Backend) -> None:
        """The filters are known, and what computes them."""
        self.backend, self.engine_client = backend, backend.client
        before = self.recipe
        # of a filter of one's own that was edited the sliders stay where they are
        self.history.replace_all(lambda recipe: recipe.renewed(backend.catalogue))
        if self.recipe != before:
            self.recipe_changed.emit()
        self.backend_changed.emit()
        self.device_changed.emit()
        self.warm()
        self.request()

    def set_device(self, name: str) -> None:
        if self.engine_client is not None and name != self.engine_client.device_name:
            # The engine changes between two frames; the first one on the new device tells.
            self.engine_client.set_device(name)
            self.request()

    def restart_engine(self) -> None:
        """Try once more to start an engine that could not be started."""
        if self.engine_client is not None:
            self.engine_client.retry()

    def request(self, started: float = 0.0) -> None:
        """Ask the engine for the view on the canvas."""
        if self.engine_client is None or self.photo is None:
            return
        if self.viewport.fitted:
            self.viewport = self._fitted()
        number, recipe, look = self.engine_client.next_number(), self.recipe, self.look
        self._asked[number] = look
        view = ViewRequest(
            number, self.photo.token, pack_recipe(recipe), self.viewport, self.canvas,
            None if look[0] is recipe else pack_recipe(look[0]),
            self.moving, started or time.perf_counter(),
            pack_recipe(self.against), self.display_mode, self.adaptive, self.scopes_wanted,
        )  # fmt: skip
        self.engine_client.request(view)

    def close(self) -> None:
        self._nudge.stop()
        self._still.stop()
        if self.engine_client is not None:
            self.engine_client.close()
            self.backend = self.engine_client = None

    def warm(self) -> None:
        if self.engine_client is not None and self.photo is not None:
            self.engine_client.warm(WarmRequest(self.photo.token, pack_recipe(self.recipe)))

    def expect(self, key: int) -> None:
        """The step with this key is about to move: the first frame of a drag comes as fast as the next."""
        if self.engine_client is not None:
            self.engine_client.expect(ExpectRequest(key))

    # What the engine says

    def take_picture(self, picture: Picture) -> None:
        frame = picture.frame
        assert frame is not None
        look = self._asked.get(frame.request)
        if self.photo is None or frame.token != self.photo.token or look is None:
            return  # of the photo before this one
        self._asked = {number: each for number, each in self._asked.items() if number >= frame.request}
        self.picture, self.shown_look, self.refused = picture, look, False
        self.frames += 1
        self._take_sizes(picture)
        if frame.status.device != self._device:
            self._device = frame.status.device
            self._times = StepTimes()
            self.device_changed.emit()
        self.step_ms = self._times.take(frame.step_ms, look[0])
        self.picture_arrived.emit(picture)
        if picture.exact:
            self._probe()

    def _take_sizes(self, picture: Picture) -> None:
        """A step may have turned the picture: a fitted view is fitted anew, as the engine has done."""
        frame, before = picture.frame, (self.result_size, self.reference_size)
        assert frame is not None
        self._size, self._against_size = frame.size, frame.against_size
        if picture.description is not None and picture.description != self.description:
            self.description = picture.description
            self.described.emit()
        if (self.result_size, self.reference_size) != before:
            if self.viewport.fitted:
                self.viewport = self._fitted()
            self.view_changed.emit()

    def take_probe(self, probe: Probe) -> None:
        if self.probed_at == (probe.y, probe.x):
            self.probe = probe
            self.probe_changed.emit()

    def measure(self) -> None:
        """Ask for the difference between the result and its reference; `measured` brings the answer."""
        if self.engine_client is not None and self.photo is not None:
            number = self.engine_client.next_number()
            self._measure_asked = number, self.photo, self.recipe, self.against
            pair = pack_recipe(self.recipe), pack_recipe(self.against)
            self.engine_client.measure(MeasureRequest(number, self.photo.token, *pair))

    def stop_measuring(self) -> None:
        if self.engine_client is not None:
            self.engine_client.stop_measuring()

    def take_measured(self, answer: Measurement) -> None:
        asked = self._measure_asked
        if asked is not None and asked[0] == answer.request and asked[1] is self.photo:
            self.measured.emit(Measured(*asked[1:], answer.measures, answer.exact, answer.words))

    def take_scopes(self, answer: ScopesAnswer) -> None:
        if answer.request in self._asked:  # else of an earlier frame
            self.scopes_arrived.emit(answer, self._asked[answer.request][0])

    # How the engine is

    def take_status(self, status: EngineStatus) -> None:
        """The engine may be on another device now."""
        if self.engine_client is not None and self.engine_client.device_name != self._device:
            self._device = self.engine_client.device_name
            self.device_changed.emit()

    def take_loss(self, lost: EngineLost) -> None:
        """The engine's process has ended by itself; the client starts it again."""
        self.take_busy(Busy(False))
        self.engine_lost.emit(background_tasks.in_one_line(lost.error))

    def take_unavailable(self, unavailable: EngineUnavailable) -> None:
        """The engine cannot start, or keeps ending."""
        self.take_busy(Busy(False))
        self.refused = True
        self.engine_stopped.emit(background_tasks.in_one_line(unavailable.error))

    def take_reopened(self, opened: Opened) -> None:
        """The photo is open in a new process; its file may have changed meanwhile."""
        if self.photo is None or opened.photo.token != self.photo.token:
            return
        if opened.photo == self.photo:
            if self._measure_asked is not None:
                self.measure()
        else:
            self.set_photo(opened.photo, picture_from_look(opened.look))

    def take_busy(self, busy: Busy) -> None:
        self.busy = busy.busy
        self.busy_changed.emit(self.busy)

    def take_progress(self, progress: Progress) -> None:
        """A frame or the exact measures are so far."""
        if progress.of != "frame":
            self.measuring.emit(progress.done)
        elif self.busy:
            self.progressed.emit(progress.done)

    def take_notice(self, notice: Notice) -> None:
        self.noticed.emit(of_catalogue(notice.text))

    def take_error(self, error: Exception) -> None:
        if isinstance(error, Cancelled):  # of an engine's process that was ended for another one
            return
        if not isinstance(error, StudioError):
            import traceback

            traceback.print_exception(error)
        self.refused = True
        self.device_changed.emit()
        self.failed.emit(background_tasks.in_one_line(error))
