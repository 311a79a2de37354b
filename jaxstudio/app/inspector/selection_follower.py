"""Follows the selection in the current tab while the inspector is open."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication, QWidget

from jaxstudio.app.image.engine_bridge import await_answer
from jaxstudio.app.image.image_tab import ImageTab
from jaxstudio.app.inspector.inspectables import (
    Inspectable,
    line_inspectables,
    step_inspectables,
)
from jaxstudio.app.inspector.scheduling import IdleGate
from jaxstudio.app.plot.plot_tab import PlotTab
from jaxstudio.backend.protocol import SampleRequest
from jaxstudio.inspect_targets.requests import SIDE

REST_MS = 250  # a value that rests this long is inspected


class Follower(QObject):
    """Emits `changed(inspectables, item_id, selected)`: what there is, what is selected (None: as before),
    and whether the user selected it just now.
    """

    changed = Signal(object, object, bool)

    def __init__(self, image: ImageTab, functions: PlotTab, idle_gate: IdleGate, parent: QObject) -> None:
        super().__init__(parent)
        self.image, self.functions, self.idle_gate = image, functions, idle_gate
        self._tab: QWidget | None = None
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
        """Inspect filters as plain functions of a small picture, or as what the engine runs."""
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
            pixels = partial(await_answer, lambda *calls: live.ask("sample", request, *calls))
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
