"""The status bar: what is under the cursor, how far the picture is, what it cost."""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

from jaxstudio.app.plot.controller import FunctionsController
from jaxstudio.app.shared.elided_label import OneLine
from jaxstudio.app.shared.text import of_milliseconds

BUSY_SHOWN_AFTER_MS = 250


class Status(QFrame):
    """One line of labels, drawn from the controller."""

    def __init__(self, controller: FunctionsController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("status")
        self.controller = controller
        line = QHBoxLayout(self)
        line.setContentsMargins(12, 4, 12, 4)
        line.setSpacing(18)
        self.place = OneLine(self)  # what is read under the cursor must not widen the window
        self.place.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.place.setProperty("look", "")
        line.addWidget(self.place, 1)
        self.stop = QPushButton(self.tr("Stop"), self)
        self.stop.setObjectName("small")
        self.stop.clicked.connect(controller.stop)
        keeps = self.stop.sizePolicy()
        keeps.setRetainSizeWhenHidden(True)  # a bar that grows would shrink the plane, which asks anew
        self.stop.setSizePolicy(keeps)
        self.stop.hide()
        line.addWidget(self.stop)
        self.truth = self._add(line, self.tr("Refined: followed as finely as the pixels need"))
        self.time = self._add(line, self.tr("Time of the last picture"))
        self.compiles = self._add(line, self.tr("Functions compiled since the start"))
        self._compiled = 0
        self._patience = QTimer(self, singleShot=True, interval=BUSY_SHOWN_AFTER_MS)
        self._patience.timeout.connect(self._draw_busy)
        controller.scene_changed.connect(self._draw_scene)
        controller.busy_changed.connect(self._draw_busy_soon)
        self._draw_truth(self.tr("starting…"), "muted")

    def _add(self, line: QHBoxLayout, about: str) -> QLabel:
        label = QLabel(self)
        label.setToolTip(about)
        label.setProperty("look", "muted")
        line.addWidget(label)
        return label

    def say(self, text: str) -> None:
        """Write what is under the cursor."""
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
        """How far the picture is."""
        scene = self.controller.scene
        if scene is None:
            return
        if not scene.complete:
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
