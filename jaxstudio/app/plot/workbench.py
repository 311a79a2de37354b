"""The inside of the Functions tab: lines on the left, the plane, the pages on the right, the status bar."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QMimeData, QPoint, QSettings, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QLabel, QMenu, QSizePolicy, QWidget

from jaxstudio.app.manual import ASKING, KINDS, READING
from jaxstudio.app.plot.controller import FunctionsController, Spot
from jaxstudio.app.plot.examples import Example, examples
from jaxstudio.app.plot.files import Files
from jaxstudio.app.plot.lines.line_list import LineList
from jaxstudio.app.plot.pages.arrays import ArraysPage, MatrixPage
from jaxstudio.app.plot.pages.ask import AskPage
from jaxstudio.app.plot.pages.classify import ClassifyPage
from jaxstudio.app.plot.pages.derivatives import DerivativesPage
from jaxstudio.app.plot.pages.descent import DescentPage
from jaxstudio.app.plot.pages.fit import FitPage
from jaxstudio.app.plot.pages.page import Asking, Page
from jaxstudio.app.plot.pages.precision import PrecisionPage
from jaxstudio.app.plot.pages.side import USUAL_PX, Rail, Side
from jaxstudio.app.plot.pages.trace import TracePage
from jaxstudio.app.plot.plane.plane import Plane
from jaxstudio.app.plot.qt_client import Drawer, make_client
from jaxstudio.app.shared.background_tasks import in_one_line
from jaxstudio.app.shared.buttons import small_button
from jaxstudio.app.shared.docks import DockArea, DockPanel
from jaxstudio.app.shared.layouts import Layers, OneLine, across, down, make_label
from jaxstudio.app.shared.messages import MessageBar
from jaxstudio.app.shared.row_list import chain_tabs, focusables
from jaxstudio.app.shared.settings import TYPESET
from jaxstudio.app.shared.text import of_milliseconds

EXAMPLE = "example"  # that a message is about
LIST_PX, LIST_LEAST_PX = 320, 190
LAYOUT, PAGE = "layout/functions", "layout/functions_page"  # in the settings


class Workbench(QWidget):
    """One sheet of functions, its view, its pages and its commands."""

    title_changed = Signal(str)
    panel_changed = Signal()

    def __init__(self, settings: QSettings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings = settings
        self.controller = FunctionsController(self)
        self.messages = MessageBar(self)
        self.plane = Plane(self.controller, self)
        self.left = QWidget(self)
        self.lines = LineList(self.controller, self.left)
        self.lines.typesetting.switch(TYPESET.read(settings))
        self.status = Status(self.controller, self)
        self.rail = Rail(self._pages(), self)
        self.side = Side(self._makers(), self)
        self.files = Files(self.controller, self.plane, settings, self.open_points, self)
        self._assemble()
        self.lines.tabs_after = [self.plane, *focusables(self.plane)]
        chain_tabs([self.lines.add, *self.lines.tabs_after])
        self.controller.reported.connect(self.say)
        self.controller.sheet_changed.connect(self.messages.drop_outdated)
        self.files.failed.connect(self.messages.error)
        self.files.done.connect(self.messages.done)
        self.files.recording.connect(self._show_recording)
        self.files.opened.connect(lambda _: self.title_changed.emit(self.title()))
        self.plane.cursor_on.text_changed.connect(self.status.say)
        self.plane.cursor_on.probe.changed.connect(lambda: self.status.say(self.plane.cursor_on.words()))
        self.plane.plotItem.vb.copy_requested.connect(self.files.copy_picture)
        self.plane.plotItem.vb.export_requested.connect(self.files.ask_export)
        self.rail.chosen.connect(self.side.toggle)
        self.side.page_changed.connect(self._side_shown)

    def _assemble(self) -> None:
        self.left.setObjectName("lines")
        self.left.setMinimumWidth(LIST_LEAST_PX)
        down(self.left, self.lines)
        layers = Layers(self.plane, self.messages, self)
        self.docks = DockArea(layers, self)
        self.lines_dock = DockPanel("lines", self.tr("Lines"), self.left, QSize(LIST_PX, 400), self.docks)
        self.side_dock = DockPanel("side", self.tr("Side Panel"), self.side, QSize(USUAL_PX, 400), self.docks)
        self.docks.add(self.lines_dock, Qt.DockWidgetArea.LeftDockWidgetArea)
        self.docks.add(self.side_dock, Qt.DockWidgetArea.RightDockWidgetArea, visible=False)
        self.side.put_into(self.side_dock)
        self.lines_dock.visibilityChanged.connect(lambda _: self.panel_changed.emit())
        beside = across(None, (self.docks, 1), self.rail, spacing=0)
        down(self, (beside, 1), self.status, spacing=0)
        self.docks.restore(self.settings.value(LAYOUT))
        page = str(self.settings.value(PAGE, ""))
        if page in self.side.makers and not self.side_dock.isHidden():
            self.side.open(page)
            self.rail.show_page(page)
        else:
            self.side_dock.hide()

    def _pages(self) -> list[tuple[str, str, str, str]]:
        return [
            ("ask", "ask", self.tr("Evaluate"), self.tr("Roots, extrema, area, a table of values")),
            ("derivatives", "slope", self.tr("Derivatives"), self.tr("Every way to a derivative, compared")),
            ("trace", "graph", self.tr("Trace"), self.tr("How a value is computed, step by step")),
            ("matrix", "matrix", self.tr("Matrix"), self.tr("Jacobian and Hessian at a point")),
            ("precision", "ruler", self.tr("Precision"), self.tr("Formats of numbers and their errors")),
            ("descent", "descent", self.tr("Descent"), self.tr("Walk downhill")),
            ("fit", "scatter", self.tr("Fit"), self.tr("Fit a model to points")),
            ("classify", "faces", self.tr("Classify"), self.tr("Learn to tell faces from other pictures")),
            ("arrays", "layers", self.tr("Arrays"), self.tr("vmap and random keys")),
        ]

    def _makers(self) -> dict[str, Callable[[QWidget], Page]]:
        return {
            "ask": partial(AskPage, self.controller),
            "derivatives": partial(DerivativesPage, self.controller),
            "trace": partial(TracePage, self.controller),
            "matrix": partial(MatrixPage, self.controller),
            "precision": partial(PrecisionPage, self.controller),
            "descent": partial(DescentPage, self.controller),
            "fit": partial(FitPage, self.controller, self.settings),
            "classify": partial(ClassifyPage, self.controller),
            "arrays": partial(ArraysPage, self.controller),
        }

    def _side_shown(self, name: str) -> None:
        self.rail.show_page(name)
        self.panel_changed.emit()

    def start(self) -> None:
        """Let the child processes begin, unless they have."""
        if self.controller.drawer is None:
            self.controller.set_drawer(Drawer(make_client, self))

    def take_focus(self) -> None:
        """Put the caret into the line that was worked on last, or the last one."""
        key = self.lines.focused_key()
        self.lines.go_to(self.controller.document.lines[-1].key if key is None else key)

    def focus_lines(self) -> None:
        """Show the lines, and put the keyboard on them."""
        self.lines_dock.show()
        self.take_focus()

    @property
    def settled(self) -> bool:
        """Whether everything that was asked for is drawn and answered."""
        page = self.side.pages.get(self.side.open_page)
        asked = page.findChildren(Asking) if page is not None else []
        quiet = not any(strip.busy for strip in asked)
        probe = self.plane.cursor_on.probe
        pinned = self.controller.pinned is None or probe.answered == self.controller.pinned
        painted = self.plane.surface.settled and self.plane.done
        return self.controller.settled and quiet and pinned and painted

    def title(self) -> str:
        return Path(self.files.path).name if self.files.path else ""

    def _show_recording(self, text: str) -> None:
        message = self.messages.info(text, "animation")
        message.add_button(self.tr("Stop"), self.files.stop_recording)

    def say(self, kind: str, text: str, about: str = "") -> None:
        bar = self.messages
        {"error": bar.error, "info": bar.info, "done": bar.done}[kind](text, about)

    def open_mime(self, mime: QMimeData) -> bool:
        return False

    def open_points(self, path: str) -> None:
        """Read points from a table, on the page that fits to them."""
        self.side.open("fit")
        page = self.side.page("fit")
        assert isinstance(page, FitPage)
        page.points.open(path)

    def show_examples(self, at: QPoint | None = None) -> None:
        """Offer sheets to begin with, at a place of the screen."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setToolTipsVisible(True)
        for example in examples():
            action = menu.addAction(example.title)
            action.setToolTip(example.about)
            action.triggered.connect(lambda _=False, example=example: self.offer_example(example))
        menu.popup(at or self.mapToGlobal(QPoint(20, 10)))

    def offer_example(self, example: Example) -> None:
        """Show an example; a sheet that somebody has written is replaced only when that is confirmed."""
        if not self._is_written():
            self.open_example(example)
            return
        words = self.tr("{0} would take the place of this sheet.").format(example.title)
        question = self.messages.info(words, EXAMPLE)
        question.add_button(self.tr("Replace the Sheet"), lambda: self.open_example(example))

    def _is_written(self) -> bool:
        """Whether the sheet holds lines that are no example's."""
        lines = self.controller.document.lines
        untouched = any(lines == example.document.lines for example in examples())
        return any(line.text.strip() for line in lines) and not untouched

    def open_example(self, example: Example) -> None:
        """Show an example; the sheet there is now becomes an undo."""
        if example.page != self.side.open_page:
            self.side.toggle(example.page)
        self.controller.set_document(example.document)
        self.files.path = ""
        self.title_changed.emit(self.title())
        self.controller.hold(self.controller.document.lines[0].key)
        if example.pinned is not None:
            self.controller.pin(Spot(self.controller.document.lines[0].key, 0, example.pinned))
        if example.about:
            self.messages.info(example.about, EXAMPLE)

    def toggle_typeset(self) -> None:
        """Show lines as mathematics, or as they are typed."""
        on = not self.lines.typesetting.on
        TYPESET.write(self.settings, on)
        self.lines.typesetting.switch(on)
        self.panel_changed.emit()

    def copy_python(self) -> None:
        """Put a script that computes the same numbers on the clipboard."""

        def then(text: str) -> None:
            QGuiApplication.clipboard().setText(text)
            self.messages.done(self.tr("The sheet is on the clipboard as a Python script"))

        self.controller.ask_script(then, lambda error: self.messages.error(in_one_line(error)))

    def current_topic(self) -> str:
        """The help page of the focused widget."""
        focused = QApplication.focusWidget()
        if focused is not None and self.side.isAncestorOf(focused):
            return ASKING
        on_plane = focused is self.plane or (focused is not None and self.plane.isAncestorOf(focused))
        return READING if on_plane else KINDS

    def keep_layout(self, settings: QSettings) -> None:
        self.docks.keep(settings, LAYOUT)
        settings.setValue(PAGE, self.side.open_page)

    def close(self) -> bool:
        self.files.close()
        self.plane.surface.close_view()
        self.plane.stop()
        self.controller.close()
        return super().close()


BUSY_SHOWN_AFTER_MS = 250


class Status(QFrame):
    """The status line of the functions tab, drawn from the controller."""

    def __init__(self, controller: FunctionsController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("status")
        self.controller = controller
        line = across(self, spacing=18, margins=(12, 4, 12, 4))
        self.place = OneLine(self)  # what is read under the cursor must not widen the window
        self.place.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.place.setProperty("look", "")
        line.addWidget(self.place, 1)
        self.stop = small_button(self.tr("Stop"), self)
        self.stop.clicked.connect(controller.stop)
        keeps = self.stop.sizePolicy()
        keeps.setRetainSizeWhenHidden(True)  # a bar that grows would shrink the plane, which asks anew
        self.stop.setSizePolicy(keeps)
        self.stop.hide()
        line.addWidget(self.stop)
        self.degrees = self._add(line, self.tr("Axes says whether angles are in degrees or in radians"))
        self.degrees.setText(self.tr("degrees"))
        self.degrees.hide()
        self.truth = self._add(line, self.tr("Refined: followed as finely as the pixels need"))
        self.time = self._add(line, self.tr("Time of the last picture"))
        self.compiles = self._add(line, self.tr("Functions compiled since the start"))
        self.engine_details = (self.time, self.compiles)
        self._compiled = 0
        self._patience = QTimer(self, singleShot=True, interval=BUSY_SHOWN_AFTER_MS)
        self._patience.timeout.connect(self._draw_busy)
        controller.scene_changed.connect(self._draw_scene)
        controller.busy_changed.connect(self._draw_busy_soon)
        self._draw_truth(self.tr("starting…"), "muted")

    def _add(self, line: QHBoxLayout, about: str) -> QLabel:
        label = make_label("", "muted", self, tip=about)
        line.addWidget(label)
        return label

    def say(self, text: str) -> None:
        """Write the description of the spot under the cursor."""
        self.place.setText(text)

    def _draw_scene(self) -> None:
        scene = self.controller.scene
        assert scene is not None
        self._compiled += scene.compiles
        self._draw_state()
        seconds = sum(scene.seconds.values())
        self.time.setText(of_milliseconds(seconds * 1000))
        count = self._compiled
        self.compiles.setText(self.tr("1 compile") if count == 1 else self.tr("{0} compiles").format(count))

    def _draw_busy_soon(self, text: str) -> None:
        if text:
            self._patience.start()
        else:
            self._patience.stop()
            self.stop.hide()
            self._draw_state()

    def _draw_state(self) -> None:
        """Show the progress of the picture; nothing of an empty sheet."""
        scene = self.controller.scene
        if scene is None:
            return
        self.degrees.setVisible(self.controller.document.axes.degrees)
        if not any(line.text for line in self.controller.document.lines):
            self._draw_truth("", "muted")
        elif not scene.complete:
            self._draw_truth(self.tr("computing…"), "muted")
        elif scene.phase == "refined":
            self._draw_truth(self.tr("refined"), "exact")
        else:
            self._draw_truth(self.tr("coarse"), "approximate")

    def _draw_busy(self) -> None:
        self._draw_truth(self.tr("{0}…").format(self.controller.busy), "muted")
        self.stop.show()

    def _draw_truth(self, words: str, look: str) -> None:
        self.truth.setText(words)
        if self.truth.property("look") != look:
            self.truth.setProperty("look", look)
            self.truth.style().polish(self.truth)
