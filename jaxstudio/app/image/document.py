"""The image document: recipe and history, photo, view, and the engine's latest results.

Widgets send it intents and are drawn anew from it; it knows no widget.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from jaxstudio.app.image.engine_bridge import Backend, Picture
from jaxstudio.app.image.handle_geometry import steps_below
from jaxstudio.app.shared import background_tasks
from jaxstudio.backend.viewport import Size, Viewport
from jaxstudio.errors import StudioError
from jaxstudio.pipeline.expand import result_size
from jaxstudio.pipeline.history import History
from jaxstudio.pipeline.look import PLAIN, Look
from jaxstudio.pipeline.op import OpSpec
from jaxstudio.pipeline.params import Steps
from jaxstudio.pipeline.recipe import MAX_SEED, Recipe, Step

NUDGE_MS = 1000  # wheel and keyboard steps closer than this are one undo
MOST_TIMES = 1000  # values of steps whose times are known
STILL_MS = 180  # a view that rests this long is drawn exactly


class ImageDocument(QObject):
    """Recipe with its history, photo and view, and the intents that change them.

    Values of one gesture (a control that is held) are one undo, and so are successive nudges by wheel or key.
    """

    recipe_changed = Signal()
    photo_changed = Signal()
    view_changed = Signal()
    backend_changed = Signal()
    device_changed = Signal()
    picture_arrived = Signal(object)
    probe_changed = Signal()
    measured = Signal(object)
    measuring = Signal(float)  # how far the exact measures are, from 0 to 1
    busy_changed = Signal(bool)
    progressed = Signal(float)  # how far the frame is that is computed, from 0 to 1
    failed = Signal(str)
    noticed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.history = History(Recipe())
        self._gesture: object = None
        self._nudge = QTimer(self, singleShot=True, interval=NUDGE_MS)
        self._nudge.timeout.connect(self._let_go)
        self.backend: Backend | None = None
        self.photo: Any = None
        self.source: Any = None
        self.viewport = Viewport()
        self.canvas: Size = (1, 1)
        self.covered = 0  # rows of the canvas, from its top
        self.split: float | None = None
        self.look: Look = PLAIN
        self.against = Recipe()  # what the result stands beside; empty: the photo itself
        self.handle_key: int | None = None  # the key of the step whose handles are on the canvas
        self.collapsed: frozenset[int] = frozenset()
        self.picture: Picture | None = None
        self.refused = False  # the picture is an earlier one: what is asked for now cannot be computed
        self.step_ms: dict[int, float] = {}  # of the steps of the picture that is shown, by key
        self._times: dict[object, float] = {}  # by what decides a step's result
        self.frames = 0
        self.busy = False
        self.probe: Any = None
        self.probed_at: tuple[int, int] | None = None
        self._device = ""
        self._sized: tuple[tuple[Any, ...], Size] | None = None
        self._still = QTimer(self, singleShot=True, interval=STILL_MS)
        self._still.timeout.connect(self.request)
        self.recipe_changed.connect(self._outdate_probe)

    # What there is

    @property
    def moving(self) -> bool:
        """Whether a slider, the wheel or the picture is being moved."""
        return self.in_gesture or self._still.isActive()

    @property
    def photo_size(self) -> Size:
        return self.photo.pixels.shape[:2] if self.photo is not None else (0, 0)

    @property
    def displayed_recipe(self) -> Recipe:
        """The steps whose result is on the canvas: all, or those that a step's handles are drawn over."""
        return self.recipe if self.handle_key is None else steps_below(self.recipe, self.handle_key)

    @property
    def result_size(self) -> Size:
        """Height and width of what is shown: the steps that move pixels may change them."""
        recipe = self.displayed_recipe
        moving = tuple(step for step in recipe.active if step.op.may_move(step.values))
        cache_key = (tuple(step.identity() for step in moving), recipe.seed, self.photo_size)
        if self._sized is None or self._sized[0] != cache_key:
            self._sized = (cache_key, self._size_or_last(recipe))
        return self._sized[1]

    def _size_or_last(self, recipe: Recipe) -> Size:
        """Values that do not go together leave the last picture standing, and its size with it."""
        try:
            return result_size(recipe, self.photo_size)
        except StudioError:  # the engine reports it
            of_this_photo = self._sized is not None and self._sized[0][-1] == self.photo_size
            return self._sized[1] if self._sized is not None and of_this_photo else self.photo_size

    @property
    def reference_size(self) -> Size:
        """Height and width of what the result stands beside."""
        return self.size_of(self.against) if self.against.active else self.photo_size

    def size_of(self, recipe: Recipe) -> Size:
        """Height and width of a recipe's result on this photo."""
        try:
            return result_size(recipe, self.photo_size)
        except StudioError:  # inconsistent values: the engine reports them
            return self.photo_size

    # The recipe

    @property
    def recipe(self) -> Recipe:
        return self.history.present

    @property
    def in_gesture(self) -> bool:
        """Whether a control is held, or was nudged a moment ago."""
        return self._gesture is not None or self._nudge.isActive()

    def set_param(self, key: int, name: str, value: object, *, nudge: bool = False) -> None:
        """Change one parameter; ParameterError, with nothing changed, if the value is not allowed."""
        self._record(self.recipe.with_param(key, name, value), ("param", key, name) if nudge else None)
        if isinstance(self.recipe.step(key).op.by_name[name], Steps):
            self.warm()  # other filters may be drawn now

    def set_params(self, key: int, values: Mapping[str, object], *, nudge: bool = False) -> None:
        """Change several parameters of one step at once (to a preset's, say)."""
        self._record(self.recipe.with_params(key, values), ("params", key) if nudge else None)

    def set_seed(self, seed: int, *, nudge: bool = False) -> None:
        self._record(self.recipe.with_seed(seed), "seed" if nudge else None)

    def set_working_space(self, working_space: str) -> None:
        """Compute with encoded values or with linear light."""
        if working_space != self.recipe.working_space:
            self._record(self.recipe.with_working_space(working_space))
            self.warm()

    def add_step(self, op: OpSpec, position: int | None = None) -> Step:
        """Put a step with its defaults at `position`, or at the end."""
        recipe = self.recipe.added(op, position=position)
        self._record(recipe)
        self.warm()
        return recipe.steps[-1 if position is None else position]

    def remove_step(self, key: int) -> None:
        self._record(self.recipe.removed(key))

    def duplicate_step(self, key: int) -> None:
        self._record(self.recipe.duplicated(key))

    def reset_step(self, key: int) -> None:
        self._record(self.recipe.reset(key))

    def switch_step(self, key: int, enabled: bool) -> None:
        self._record(self.recipe.switched(key, enabled))

    def move_step(self, key: int, position: int) -> None:
        """Put the step at `position`, counted in the list without it."""
        self._record(self.recipe.moved(key, position))

    def clear_steps(self) -> None:
        self._record(replace(self.recipe, steps=()))

    def set_recipe(self, recipe: Recipe) -> None:
        """Put a whole recipe in place of the present one (opened from a file, say)."""
        self._record(recipe)
        self.warm()

    def append_recipe(self, recipe: Recipe) -> None:
        """Put the steps of another recipe after the present ones; the seed stays."""
        self._record(self.recipe.joined(recipe))
        self.warm()

    def undo(self) -> None:
        self._end_nudge()
        if self.history.can_undo:
            self.history.undo()
            self._recipe_is_new()

    def redo(self) -> None:
        self._end_nudge()
        if self.history.can_redo:
            self.history.redo()
            self._recipe_is_new()

    def begin_gesture(self) -> None:
        """A control is held: until `end_gesture` all changes are one undo."""
        self._end_nudge()
        self.history.end_gesture()
        self._gesture = object()

    def end_gesture(self) -> None:
        """The control is released: the next change is a separate undo, and an exact frame is requested."""
        self._end_nudge()
        self._gesture = None
        self.history.end_gesture()
        self.request()

    def _record(self, recipe: Recipe, nudge: object = None) -> None:
        started = time.perf_counter()
        if recipe == self.recipe:
            return
        gesture = self._gesture or nudge
        self.history.record(recipe, gesture)
        if gesture is None:
            self._end_nudge()
        elif self._gesture is None:
            self._nudge.start()
        self._recipe_is_new(started)

    def _recipe_is_new(self, started: float = 0.0) -> None:
        # Ask first, draw the controls while the engine computes.
        self.request(started)
        self.recipe_changed.emit()

    def _end_nudge(self) -> None:
        self._nudge.stop()

    def _let_go(self) -> None:
        self.history.end_gesture()
        self.request()

    # The view

    def set_canvas(self, canvas: Size) -> None:
        """The canvas has this height and width in device pixels."""
        self.canvas = canvas
        self._refit()

    def set_covered(self, rows: int) -> None:
        """So many device pixels at the canvas's top lie under messages: a fitted picture begins below."""
        if rows != self.covered:
            self.covered = rows
            self._refit()

    def _fitted(self) -> Viewport:
        return self.viewport.fit(self.canvas, self.result_size, self.covered)

    def _refit(self) -> None:
        view = self._fitted() if self.viewport.fitted else self.viewport
        self.set_viewport(view)

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

    def set_look(self, look: Look) -> None:
        """Look at the picture in another way."""
        if look != self.look:
            self.look = look
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

    def handle(self, key: int | None) -> None:
        """Show the handles of this step on the canvas, over its input; None shows the result again."""
        if key != self.handle_key:
            self.handle_key = key
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
        if position is None:
            self.probe = None
        else:
            self._probe()
        self.probe_changed.emit()

    def _outdate_probe(self) -> None:
        """The values that were read are not those of the changed steps: the next exact frame brings them."""
        height, width = self.result_size
        at = self.probed_at
        if at is not None and not (at[0] < height and at[1] < width):
            self.probed_at = None
        if self.probe is not None and at is not None:
            self.probe = None
            self.probe_changed.emit()

    def _probe(self) -> None:
        if self.probed_at is not None and self.backend is not None and self.source is not None:
            self.backend.live.probe(self.source, self.displayed_recipe, *self.probed_at, self.look.space)

    # The photo and the engine

    def set_photo(self, photo: Any, first_look: Picture | None = None) -> None:
        """Work on another photo; the recipe stays."""
        self.photo = photo
        self.source = self.backend.make_source(photo.pixels) if self.backend is not None else None
        self.probe = self.probed_at = None
        self.probe_changed.emit()
        self.against = Recipe()
        self.picture, self.refused = first_look, False
        self.step_ms, self._times = {}, {}
        self.viewport = self._fitted()
        self.photo_changed.emit()
        if first_look is not None:
            self.picture_arrived.emit(first_look)
        self.view_changed.emit()
        self.warm()
        self.request()

    def set_backend(self, backend: Backend) -> None:
        """The engine is there."""
        self.backend = backend
        if self.photo is not None:
            self.source = backend.make_source(self.photo.pixels)
        self.backend_changed.emit()
        self.device_changed.emit()
        self.warm()
        self.request()

    def set_device(self, name: str) -> None:
        if self.backend is not None and name != self.backend.live.device_name:
            # The engine changes between two frames; the first one on the new device tells.
            self.backend.live.set_device(name)
            self.request()

    def request(self, started: float = 0.0) -> None:
        """Ask the engine for what is on the canvas now."""
        if self.viewport.fitted and self.photo is not None:
            # A step may have turned the picture.
            self.viewport = self._fitted()
        if self.backend is None or self.source is None:
            return
        rect = self.viewport.visible(self.canvas, self.result_size)
        start = started or time.perf_counter()
        view = self.backend.make_view(
            *(self.source, self.displayed_recipe, rect, self.viewport.zoom, self.moving, start),
            *(self.against, self.look),
        )
        self.backend.live.request(view)

    def close(self) -> None:
        self._end_nudge()
        self._still.stop()
        if self.backend is not None:
            if self.backend.thumbnails is not None:
                self.backend.thumbnails.close()
            self.backend.live.close()
            self.backend = None

    def warm(self) -> None:
        if self.backend is not None and self.source is not None:
            self.backend.live.warm(self.recipe, self.source)

    # What the engine says

    def take_picture(self, picture: Picture) -> None:
        if self.source is None or picture.frame.view.source is not self.source:
            return  # of the photo before this one
        self.picture, self.refused = picture, False
        self.frames += 1
        if self.backend is not None and self.backend.live.device_name != self._device:
            self._device = self.backend.live.device_name
            self._times = {}
            self.device_changed.emit()
        self._take_times(picture.frame)
        self.picture_arrived.emit(picture)
        if picture.exact:
            self._probe()

    def _take_times(self, frame: Any) -> None:
        """A step that was taken from a cache took what it took when it was computed with these values."""
        if len(self._times) > MOST_TIMES:
            self._times = {}
        steps = {step.key: step.identity() for step in frame.view.recipe.active}
        self._times |= {steps[key]: ms for key, ms in frame.step_ms.items() if key in steps}
        self.step_ms = {key: self._times[values] for key, values in steps.items() if values in self._times}

    def take_probe(self, probe: Any) -> None:
        if self.probed_at == (probe.y, probe.x):
            self.probe = probe
            self.probe_changed.emit()

    def measure(self) -> None:
        """Ask how much the result differs from what it stands beside; `measured` brings the answer."""
        if self.backend is not None and self.source is not None:
            self.backend.live.measure(self.source, self.recipe, self.against)

    def stop_measuring(self) -> None:
        if self.backend is not None:
            self.backend.live.stop_measuring()

    def take_measured(self, measured: Any) -> None:
        if measured.source is self.source:
            self.measured.emit(measured)

    def take_busy(self, busy: bool) -> None:
        self.busy = busy
        self.busy_changed.emit(busy)

    def take_progress(self, done: float) -> None:
        if self.busy:
            self.progressed.emit(done)

    def take_error(self, error: Exception) -> None:
        if not isinstance(error, StudioError):
            import traceback

            traceback.print_exception(error)
        self.refused = True
        self.device_changed.emit()
        self.failed.emit(background_tasks.in_one_line(error))


def new_seed(old: int) -> int:
    """A seed nobody chose, different from `old`."""
    import random

    seed = random.randrange(MAX_SEED)
    return seed if seed != old else (seed + 1) % MAX_SEED
