"""The state of the tab in one object: document and history, view, scene, pinned point.

Widgets send it intents and are drawn anew from it; no widget is known here.
"""

from __future__ import annotations

import math
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from PySide6.QtCore import QObject, Qt, Signal

from jaxstudio.app.plot.editing import Editing
from jaxstudio.app.plot.lines.playback import DescentPlayback, SliderAnimation
from jaxstudio.app.plot.plane import viewing
from jaxstudio.app.plot.qt_client import Drawer
from jaxstudio.app.shared.background_tasks import in_one_line
from jaxstudio.errors import StudioError
from jaxstudio.functions.document import Data, Document, PlotLine
from jaxstudio.functions.language import LineKind
from jaxstudio.functions.protocol.queries import ScriptQuestion, Target
from jaxstudio.functions.protocol.requests import DrawnLine, DrawRequest, Phase, Scene, SheetLine
from jaxstudio.functions.protocol.scene import Interval, MarkKind, View
from jaxstudio.processes.channel import Request

CURVES = frozenset({LineKind.CURVE})
# What belongs to a curve's picture whether it is asked for or not.
STRUCTURE = frozenset({MarkKind.POLE, MarkKind.JUMP, MarkKind.HOLE, MarkKind.END})


@dataclass(frozen=True)
class Spot:
    """A place on a curve: which line, which derivative, where, and of a line with lists which curve."""

    key: int
    order: int
    x: float
    member: int = 0


@dataclass(frozen=True)
class ConfidenceBand:
    """The confidence band of a fitted curve: float64 (n,) each, for its line's text and these values."""

    text: str
    values: Mapping[str, float]
    x: np.ndarray
    y: np.ndarray
    error: np.ndarray


class FunctionsController(Editing):
    """Lines, view and scene, with the intents that change them."""

    view_changed = Signal()
    axes_changed = Signal()
    scene_changed = Signal()
    sheet_changed = Signal()  # another sheet took the place of this one
    spot_changed = Signal()
    busy_changed = Signal(str)
    options_changed = Signal()
    current_changed = Signal()
    pointed = Signal(int, int, int)  # key, and columns from and to
    reported = Signal(str, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.drawer: Drawer | None = None
        self.size = (1, 1)
        self.ratio = 1.0
        self.scene: Scene | None = None
        self.requests: dict[int, Document] = {}
        self.scenes = 0
        self.drawn_number = 0
        self.busy = ""
        self.current: int | None = None
        self.shaded: tuple[int, float, float] | None = None
        self.fitted: tuple[np.ndarray, np.ndarray] | None = None
        self._band: ConfidenceBand | None = None
        self.ellipse: tuple[float, float, np.ndarray] | None = None
        self.hovered: Spot | None = None
        self.pinned: Spot | None = None
        self.home = (self.document.x, self.document.y, self.document.equal)
        self.animation = SliderAnimation(self)
        self.descent = DescentPlayback(self)

    @property
    def waiting(self) -> bool:
        """Whether the last request has no answer yet."""
        return self.drawer is not None and max(self.requests, default=0) > self.drawn_number

    # The view

    @property
    def view(self) -> View:
        """The plane's view in the window's own pixels."""
        return View(self.document.x, self.document.y, *self.size, self.document.axes.log)

    def set_size(self, width: int, height: int, ratio: float = 1.0) -> None:
        """The plane has this size, with so many pixels of the screen to each of its own."""
        if (width, height) == self.size and ratio == self.ratio:
            return
        first, self.ratio = self.size == (1, 1), ratio
        if first:
            made = View(self.document.x, self.document.y, width, height, self.document.axes.log)
            made = viewing.with_equal_scales(made) if self.document.equal else made
        else:
            made = viewing.resized(self.view, width, height, self.document.equal)
        self.size = (width, height)
        self.set_view(made)

    def set_view(self, view: View, equal: bool | None = None) -> None:
        """Look elsewhere."""
        document = replace(self.document, x=view.x, y=view.y)
        self.look(document if equal is None else replace(document, equal=equal))
        self.view_changed.emit()

    def pan(self, right: float, down: float) -> None:
        self.set_view(viewing.panned(self.view, right, down))

    def zoom(self, factor: float, at: tuple[float, float] | None = None, axes: str = "xy") -> None:
        """Magnify around a pixel, or the middle; along one axis alone the scales become unequal."""
        at = at or (self.size[0] / 2, self.size[1] / 2)
        equal = self.document.equal and axes == "xy"
        self.set_view(viewing.zoomed(self.view, factor, at, axes), equal)

    def show_home(self) -> None:
        """Look where one began."""
        x, y, equal = self.home
        made = View(x, y, *self.size, self.document.axes.log)
        self.set_view(viewing.with_equal_scales(made) if equal else made, equal)

    def set_equal(self, equal: bool) -> None:
        """Give both axes the same scale, or let each have its own."""
        view = viewing.with_equal_scales(self.view) if equal else self.view
        self.set_view(view, equal)

    def set_axes(self, **changes: Any) -> None:
        """Change the axes; an axis that becomes logarithmic moves to positive values."""
        document = self.document
        axes = replace(document.axes, **changes)
        x, y = (
            viewing.positive(interval) if axis in axes.log else interval
            for axis, interval in zip("xy", (document.x, document.y), strict=True)
        )
        equal = document.equal and axes.log == document.axes.log
        self.look(replace(document, x=x, y=y, equal=equal, axes=axes))
        if axes.log != document.axes.log:
            self.home = (x, y, equal)
        self.view_changed.emit()
        self.axes_changed.emit()

    def open_folder(self, key: int, is_open: bool) -> None:
        """Unfold a folder or fold it; one with a view of its own is looked at as it says."""
        folder = self.document.line(key).folder
        assert folder is not None
        self.record(self.document.changing(key, folder=replace(folder, is_open=is_open)))
        if is_open and folder.view is not None:
            log = self.document.axes.log
            x, y = (
                viewing.positive(interval) if axis in log else interval
                for axis, interval in zip("xy", folder.view, strict=True)
            )
            view = View(x, y, *self.size, log)
            self.set_view(viewing.with_equal_scales(view) if self.document.equal else view)

    def keep_folder_view(self, key: int, on: bool) -> None:
        """Show this part of the plane whenever the folder is opened, or no longer."""
        folder = self.document.line(key).folder
        assert folder is not None
        view = (self.document.x, self.document.y) if on else None
        self.record(self.document.changing(key, folder=replace(folder, view=view)))

    def bring_to_sight(self, x: float, y: float) -> None:
        """Move so that a point of the plane is seen, if it is not."""
        view = self.view
        at_x, at_y = viewing.to_pixels(view, x, y)
        margin = 30.0
        outside_x = not margin <= at_x <= view.width_px - margin
        outside_y = math.isfinite(y) and not margin <= at_y <= view.height_px - margin
        if outside_x or outside_y:
            right = view.width_px / 2 - at_x if outside_x else 0.0
            down = view.height_px / 2 - at_y if outside_y else 0.0
            self.set_view(viewing.panned(view, right, down))

    def shade(self, key: int | None, low: float = 0.0, high: float = 0.0) -> None:
        """Shade the area between a curve and the x axis; None shades nothing."""
        self.shaded = None if key is None else (key, min(low, high), max(low, high))
        self.options_changed.emit()

    def show_fitted(self, curve: tuple[np.ndarray, np.ndarray] | None) -> None:
        """Draw a model as it is being trained, or no longer."""
        self.fitted = curve
        self.options_changed.emit()

    def show_band(self, band: ConfidenceBand | None) -> None:
        """Draw how sure a fitted curve is, as long as its line and its parameters stay."""
        self._band = band
        self.options_changed.emit()

    @property
    def band(self) -> ConfidenceBand | None:
        """The band of the curve that is there now."""
        band = self._band
        if band is None or all(line.text != band.text for line in self.document.lines):
            return None
        values = self.slider_values()
        return band if all(values.get(name) == value for name, value in band.values.items()) else None

    def set_data(self, data: Data | None) -> None:
        """Work on these points."""
        self.fitted = self._band = None
        self.record(replace(self.document, data=data))

    def show_data(self) -> None:
        """Look at all points."""
        data = self.document.data
        if data is None:
            return
        (low_x, high_x), (low_y, high_y) = _around(data.x), _around(data.y)
        if "x" in self.document.axes.log:
            low_x, high_x = viewing.positive((min(data.x), high_x))
        if "y" in self.document.axes.log:
            low_y, high_y = viewing.positive((min(data.y), high_y))
        log = self.document.axes.log
        self.set_view(View((low_x, high_x), (low_y, high_y), *self.size, log), equal=False)

    def set_sliders(self, values: Mapping[str, float]) -> None:
        """Give several free names their values, as one undo."""
        self.begin_gesture()
        for name in self.reading.sliders:
            if name in values and math.isfinite(values[name]):
                self.set_slider(name, values[name])
        self.end_gesture()

    def show_ellipse(self, at: tuple[float, ...], outline: np.ndarray | None) -> None:
        """Draw an ellipse, (n, 2) in the plane, around a point; None draws none."""
        self.ellipse = (at[0], at[1], outline) if outline is not None else None
        self.options_changed.emit()

    def set_document(self, document: Document) -> None:
        self._forget_sheet()
        super().set_document(document)
        self._begin_sheet()

    def clear(self) -> None:
        """Begin anew with one empty line and the usual view; all answers are dropped."""
        self._forget_sheet()
        super().clear()
        self._begin_sheet()

    def _forget_sheet(self) -> None:
        """Forget everything known of the lines of the sheet before."""
        self.pinned = self.hovered = self.shaded = self.ellipse = self.fitted = self._band = None
        self.descent.forget()
        self.sheet_changed.emit()

    def _begin_sheet(self) -> None:
        self.home = (self.document.x, self.document.y, self.document.equal)
        if self.size != (1, 1):
            self.show_home()
        self.spot_changed.emit()

    # The line that is worked on, and questions about it

    def hold(self, key: int | None) -> None:
        """Set the line of the caret; the next questions are about it."""
        if key is not None and key != self.current:
            self.current = key
            self.current_changed.emit()

    def subject(self, kinds: frozenset[LineKind] = CURVES) -> PlotLine | None:
        """The line that questions are about: the current one, or the first of a kind they can be about."""
        hidden = self.document.hidden_keys
        lines = [
            line
            for line, read in zip(self.document.lines, self.reading.lines, strict=True)
            if read.kind in kinds and line.key not in hidden
        ]
        return next((line for line in lines if line.key == self.current), lines[0] if lines else None)

    def sheet_lines(self) -> tuple[SheetLine, ...]:
        """The lines as they are computed."""
        return self.document.computed_lines([line.kind for line in self.reading.lines])

    def target(self, key: int, order: int = 0, member: int | None = None) -> Target:
        """Return the subject of a question about a line."""
        return Target(self.sheet_lines(), self.document.place(key), dict(self.slider_values()), order, member)

    def drawn(self, key: int) -> DrawnLine | None:
        """Return the latest answer for a line."""
        if self.scene is None:
            return None
        document = self.requests.get(self.scene.number)
        for line, drawn in zip(document.lines if document else (), self.scene.lines, strict=False):
            if line.key == key:
                return drawn
        return None

    # Spots on curves

    def hover(self, spot: Spot | None) -> None:
        """The cursor is near a curve, or no longer."""
        if spot != self.hovered:
            self.hovered = spot
            self.spot_changed.emit()

    def pin(self, spot: Spot | None) -> None:
        """Keep a spot in sight; None lets it go."""
        if spot != self.pinned:
            self.pinned = spot
            self.spot_changed.emit()

    @property
    def spot(self) -> Spot | None:
        """The spot under the cursor, or the pinned one."""
        return self.pinned or self.hovered

    # Drawing

    def set_drawer(self, drawer: Drawer) -> None:
        """Set the function that draws."""
        self.drawer = drawer
        queued = Qt.ConnectionType.QueuedConnection  # never before `draw` has returned its number
        drawer.scene_came.connect(self.take_scene, queued)
        drawer.failed.connect(self.take_error, queued)
        drawer.busy.connect(self.take_busy, queued)
        self.request()

    def request(self) -> None:
        """Ask for a picture of the present document."""
        if self.drawer is None or self.size == (1, 1):
            return
        document, view = self.document, self.view
        view = replace(
            view, width_px=round(view.width_px * self.ratio), height_px=round(view.height_px * self.ratio)
        )
        number = self.drawer.draw(self.draw_request(view))
        self.requests[number] = document

    def draw_request(self, view: View) -> DrawRequest:
        """Ask for the present sheet in a view."""
        marks = tuple(sorted(self.document.marks | STRUCTURE))
        return DrawRequest(
            lines=tuple(replace(line, marks=marks) for line in self.sheet_lines()),
            view=view,
            sliders=dict(self.slider_values()),
            phase=Phase.COARSE,
        )

    def take_scene(self, scene: Scene) -> None:
        """A picture came; one of a sheet with other lines is no longer of use."""
        document = self.requests.get(scene.number)
        if document is None or scene.number < self.drawn_number:
            return
        for old in [number for number in self.requests if number < scene.number]:
            del self.requests[old]
        if [line.key for line in document.lines] != [line.key for line in self.document.lines]:
            return
        self.drawn_number = scene.number
        self.scene = scene
        self.scenes += 1
        self.scene_changed.emit()

    @property
    def still(self) -> bool:
        """Whether the shown picture is refined and belongs to the present document, or to a part of it."""
        scene = self.scene
        return (
            scene is not None
            and scene.phase is Phase.REFINED
            and self.requests.get(scene.number) == self.document
        )

    @property
    def settled(self) -> bool:
        """Whether the shown picture is refined and complete, and belongs to the present document."""
        return self.still and self.scene is not None and self.scene.complete

    def take_busy(self, text: str) -> None:
        self.busy = text
        self.busy_changed.emit(text)

    def take_error(self, error: Exception) -> None:
        if not isinstance(error, StudioError):
            traceback.print_exception(error)
        self.reported.emit("error", in_one_line(error))

    def stop(self) -> None:
        """Stop drawing; the last picture stays."""
        if self.drawer is not None:
            self.drawer.cancel()

    def close(self) -> None:
        self.animation.stop()
        self._nudge.stop()
        if self.drawer is not None:
            self.drawer.close()
            self.drawer = None

    def ask_script(self, answer: Callable[[str], object], failed: Callable[[Exception], object]) -> None:
        """Ask for a Python script that computes and draws the same."""
        self.ask(ScriptQuestion(self.sheet_lines(), dict(self.slider_values()), self.view), answer, failed)

    def ask(self, request: Request[Any, Any], answer: Any, failed: Any, progress: Any = None) -> Any:
        """Ask the child something; the callbacks come on the window's own thread."""
        if self.drawer is None:
            return None
        return self.drawer.ask(request, answer, failed, progress)


def _around(values: Sequence[float]) -> Interval:
    """The range of some numbers with a little room on both sides."""
    low, high = min(values), max(values)
    room = 0.06 * (high - low) or max(abs(low), 1.0) * 0.5
    return low - room, high + room
