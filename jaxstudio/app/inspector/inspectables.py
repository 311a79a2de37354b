"""The items that can be inspected in the tab in front: steps of a recipe, lines of the functions tab.

`Follower` watches the selection there while the inspector is open.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication, QWidget

from jaxstudio.app.image.engine_bridge import await_answer
from jaxstudio.app.image.image_tab import ImageTab
from jaxstudio.app.inspector.scheduling import IdleGate
from jaxstudio.app.plot.plot_tab import PlotTab
from jaxstudio.app.shared.text import of_catalogue, of_wording, tr
from jaxstudio.backend.requests import SampleRequest
from jaxstudio.inspect_targets.client import InspectionProcess
from jaxstudio.inspect_targets.requests import (
    ALL_IN_ONE,
    PASS,
    SAMPLES,
    SIDE,
    InspectionRequest,
    LineSubject,
    RecipeSubject,
)
from jaxstudio.own_filters.in_use import files_in_use
from jaxstudio.pipeline.recipe import Recipe, Step
from jaxstudio.pipeline.recipe_text import to_json

if TYPE_CHECKING:
    from jaxstudio.functions.language import Line

ORDERS = ("f", "f′", "f″", "f‴", "f⁗")
MOST_TITLE = 48
PLAYGROUND = "playground"  # the id of what is typed in that tab


@dataclass(frozen=True)
class Part:
    """One compiled function of an inspectable item; a thread calls `values`.

    `values` gives the arguments that it has in the window at the moment, flat, where it has any; where
    they are of a photo, a sample of it (`sampled`), which the kernels before this one compute first. The
    first part of an item that is `main` is shown first.
    """

    title: str
    request: InspectionRequest
    values: Callable[[], Sequence[Any]] | None = None
    main: bool = False
    sampled: bool = False


Make = Callable[[InspectionProcess, Callable[[], bool]], Sequence[Part]]


@dataclass(frozen=True)
class Inspectable:
    """A step, a line, a lesson, a user's function. Equal keys mean equal code.

    `make` is called in a thread, with the process that inspects and whether it is cancelled. `item_id`
    identifies it in its tab, whatever its values are: the key of a step or of a line. `step`: a filter of
    the image tab, which may also be inspected as one plain function. `details` tells two of a title apart.
    """

    key: Hashable
    item_id: Hashable
    title: str
    make: Make
    step: bool = False
    details: str = ""


def step_inspectables(
    recipe: Recipe,
    photo: Mapping[str, Any],
    pixels: Callable[[], Any] | None = None,
    *,
    plain: bool = False,
) -> list[Inspectable]:
    """Each step by itself, then all that are on; `photo` has the photo's format and the device.

    `pixels` gives a sample of the photo. plain: each step as one function of a small picture, without
    tiling, and its derivatives by its parameters.
    """
    filters = {step.op.name for step in recipe.steps}
    if own := tuple(file.digest for file in files_in_use() if filters & set(file.ops)):
        photo = {**photo, "own": own}  # a filter that was edited is another function
    known = (*sorted(photo.items()), recipe.working_space, plain)
    parts = partial(_plain_parts, photo=photo) if plain else partial(_parts_of, photo=photo, pixels=pixels)
    found = [
        Inspectable(
            ("step", *_identity(step), recipe.working_space, known),
            step.key,
            f"{place}  {of_catalogue(step.op.title)}",
            partial(parts, replace(recipe, steps=(replace(step, enabled=True),))),
            step=True,
            details=_values_text(step),
        )
        for place, step in enumerate(recipe.steps, 1)
    ]
    if len(recipe.active) > 1 and not plain:
        names = tuple(_identity(step) for step in recipe.active)
        whole = Inspectable(
            ("recipe", names, recipe.working_space, known),
            "recipe",
            tr("The whole recipe"),
            partial(parts, recipe),
        )
        found.append(whole)
    return found


def _values_text(step: Step) -> str:
    """`sigma = 2, …`: the values that are not the default ones."""
    usual = {param.name: param.default for param in step.op.params}
    changed = {name: value for name, value in step.params.items() if value != usual.get(name)}
    return ", ".join(
        f"{name} = {value:.6g}" if isinstance(value, float) else f"{name} = {value}"
        for name, value in changed.items()
    )


def _identity(step: Step) -> tuple[object, ...]:
    name, _, values, *mask = step.identity()
    return name, values, bool(mask)


def _plain_parts(
    recipe: Recipe,
    process: InspectionProcess,
    cancelled: Callable[[], bool],
    *,
    photo: Mapping[str, Any],
) -> list[Part]:
    """The step of the recipe without its mask as one function, then the derivatives of that."""
    (step,) = recipe.steps
    bare = replace(recipe, steps=(replace(step, mask=None),), masks=())
    subject = RecipeSubject(to_json(bare), **photo, plain=True)
    titles = [of_wording(each.title) for each in process.parts(subject, cancelled)]
    return [Part(title, InspectionRequest(subject, place)) for place, title in enumerate(titles)]


def _parts_of(
    recipe: Recipe,
    process: InspectionProcess,
    cancelled: Callable[[], bool],
    *,
    photo: Mapping[str, Any],
    pixels: Callable[[], Any] | None,
) -> list[Part]:
    subject = RecipeSubject(to_json(recipe), **photo)
    values = None if pixels is None else lambda: [pixels()]
    # of one step what works on pixels, not what prepares it; of several all in one
    telling = (PASS, ALL_IN_ONE) if len(recipe.active) == 1 else (ALL_IN_ONE,)
    own = f"{of_catalogue(recipe.active[0].op.title)}: " if len(recipe.active) == 1 else ""
    return [
        Part(
            _within(own, of_wording(each.title)),
            InspectionRequest(subject, place),
            values,
            each.kernel in telling,
            True,
        )
        for place, each in enumerate(process.parts(subject, cancelled))
    ]


def _within(own: str, title: str) -> str:
    """A kernel's title below its filter's, the telling part first, as the rest may be cut off."""
    rest = title.removeprefix(own)
    return rest[:1].upper() + rest[1:] if own and rest != title else title


def line_inspectables(
    texts: Sequence[str],
    lines: Sequence[Line],
    keys: Sequence[int],
    view: Callable[[], Any] | None = None,
) -> list[Inspectable]:
    """Each line that is a function, at several orders where it is a curve.

    `view` gives the document of the tab as it is when it is asked.
    """
    from jaxstudio.functions.language import LineKind

    # a slider's value is an argument: another one is the same code
    code = tuple(
        line.name if line.kind is LineKind.SLIDER else text for text, line in zip(texts, lines, strict=True)
    )
    found = []
    for text, line, key in zip(texts, lines, keys, strict=True):
        if line.error is None and line.kind in _drawn():
            orders = range(len(ORDERS)) if line.kind is LineKind.CURVE else range(1)
            make = partial(_orders_of, tuple(texts), line, orders, view)
            title = text.strip()
            short = title if len(title) <= MOST_TITLE else title[: MOST_TITLE - 1] + "…"
            found.append(Inspectable(("line", line.index, code), key, short, make))
    return found


def _drawn() -> frozenset[Any]:
    from jaxstudio.functions.language import LineKind as Is

    return frozenset({Is.CURVE, Is.PARAMETRIC, Is.POLAR, Is.IMPLICIT, Is.SURFACE, Is.SCALAR, Is.VECTOR})


def _orders_of(
    texts: tuple[str, ...],
    line: Line,
    orders: Sequence[int],
    view: Callable[[], Any] | None,
    process: InspectionProcess,
    cancelled: Callable[[], bool],
) -> list[Part]:
    values = None if view is None else lambda: _in_view(line, view())
    subject = LineSubject(texts, line.index)
    return [Part(ORDERS[order], InspectionRequest(subject, order), values) for order in orders]


def _in_view(line: Line, document: Any) -> list[Any]:

    sliders = {name: slider.value for name, slider in document.sliders.items()}
    return curve_values(line, (document.x, document.y), sliders)


GOLDEN = 0.6180339887498949


def curve_values(
    line: Line, spans: Sequence[tuple[float, float]], sliders: Mapping[str, float]
) -> list[np.ndarray]:
    """Points across the view for each variable (spread evenly for two), then the sliders by name."""
    held: list[np.ndarray] = []
    for place in range(max(len(line.variables), 1)):
        low, high = spans[min(place, len(spans) - 1)]
        spread = (np.arange(SAMPLES) * GOLDEN * place) % 1.0
        steps = spread if place else np.linspace(0.0, 1.0, SAMPLES)
        held.append((low + (high - low) * steps).astype(np.float64))
    return held + [np.asarray(sliders.get(name, 1.0), np.float64) for name in sorted(line.sliders)]


REST_MS = 250  # a value that rests this long is inspected


class Playground(Protocol):
    """The tab of typed programs, as far as it is followed."""

    inspection_requested: Any

    def inspectables(self) -> Sequence[Inspectable]:
        """The subjects that can be inspected now."""


class Follower(QObject):
    """Emits `changed(inspectables, item_id, selected)`: what there is, what is selected (None: as before),
    and whether the user selected it just now.
    """

    changed = Signal(object, object, bool)

    def __init__(
        self,
        image: ImageTab,
        functions: PlotTab,
        playground: Playground,
        idle_gate: IdleGate,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self.image, self.functions, self.idle_gate = image, functions, idle_gate
        self.playground = playground
        playground.inspection_requested.connect(self.look)
        self._tab: Any = None  # the image, the functions or the playground
        self._selected_id: Hashable = None
        self._selected = False
        # the step and the line that were selected last, whether the inspector was open or not
        self._step: Hashable = None
        self._line: Hashable = None
        self._bench: Any = None
        self._plain = False
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self.look)
        session = image.document
        for signal in (session.recipe_changed, session.photo_changed, session.backend_changed):
            signal.connect(self._look_soon)
        session.device_changed.connect(self._look_soon)
        session.busy_changed.connect(self._listen)
        session.picture_arrived.connect(self._listen)
        session.recipe_changed.connect(self._listen)
        session.view_changed.connect(self._listen)
        self._again = QTimer(self, interval=60)
        self._again.timeout.connect(self._listen)
        QApplication.instance().focusChanged.connect(self._focus)  # type: ignore[union-attr]

    def follow(self, tab: QWidget | None) -> None:
        """This tab is in front; None: the inspector is closed."""
        self._tab = tab
        step = self.image.panel.stack.focused_step()  # from before this listened
        self._step = self._step if step is None else step.key
        self._selected_id, self._selected = self._step if tab is self.image else None, False
        self._line = None
        if tab is None:
            self._rest.stop()
            self._again.stop()
            return
        if tab is self.functions and self._bench is None and self.functions.bench is not None:
            self._bench = self.functions.bench
            self._bench.controller.document_changed.connect(self._look_soon)
            self._bench.controller.current_changed.connect(self._look_soon)
        self.look()

    def show_plain(self, plain: bool) -> None:
        """Inspect filters as plain functions of a small picture, or as the engine's kernels."""
        self._plain = plain
        self.look()

    def look(self) -> None:
        """Say what there is now, once no hand moves."""
        if self._tab is None:
            return
        session = self.image.document
        if self._tab is self.image:
            if session.in_gesture:
                self._rest.start()
                return
            self.changed.emit(self._steps(), self._selected_id, self._selected)
        elif self._tab is self.playground:
            self.changed.emit(self.playground.inspectables(), PLAYGROUND, True)
        elif self._bench is not None:
            line, before = self._bench.controller.current, self._line
            self._line = line
            # a line that is only edited replaces no lesson
            another = before is not None and line != before
            self.changed.emit(self._lines(), line, another or self._selected)
        self._selected_id, self._selected = None, False

    def _steps(self) -> list[Inspectable]:
        session = self.image.document
        if session.backend is None:
            return []
        photo: dict[str, Any] = {"device": session.backend.client.device_name}
        if session.photo is not None:
            photo |= {"channels": session.photo.channels, "dtype": session.photo.dtype}
        live, pixels = session.backend.client, None
        if session.photo is not None:
            request = SampleRequest(session.photo.token, SIDE)
            pixels = partial(await_answer, lambda *calls: live.call(request, *calls))
        return step_inspectables(session.recipe, photo, pixels, plain=self._plain)

    def _lines(self) -> list[Inspectable]:
        session = self._bench.controller
        keys = [line.key for line in session.document.lines]
        return line_inspectables(session.reading.texts, session.reading.lines, keys, lambda: session.document)

    def _look_soon(self) -> None:
        if self._tab is not None:
            self._rest.start()

    def _focus(self, _: QWidget | None, now: QWidget | None) -> None:
        """A step's card took the focus: it is the selected one."""
        if now is None:
            return
        step = self.image.panel.stack.focused_step()
        if step is not None:
            self._step = step.key
            if self._tab is self.image:
                self._selected_id, self._selected = step.key, True
                self._rest.start()
        elif self._tab is self.functions and self._bench is not None and self.functions.isAncestorOf(now):
            self._selected = True
            self._rest.start()

    def _listen(self, *_: object) -> None:
        """Pause inspections while a frame is due."""
        session = self.image.document
        waits = self._tab is not None and (session.moving or session.busy)
        self.idle_gate.set(not waits)
        # a hand that rests says nothing
        if waits and not self._again.isActive():
            self._again.start()
        elif not waits:
            self._again.stop()
