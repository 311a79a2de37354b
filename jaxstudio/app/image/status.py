"""The status bar: the pixel under the cursor, how true the frame is, and what it cost."""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QWidget

from jaxstudio.app.image.canvas.display_words import of_levels, of_not_numbers, of_planes, of_values
from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.image.engine_bridge import Picture
from jaxstudio.app.shared.elided_label import OneLine
from jaxstudio.app.shared.text import of_bytes, of_milliseconds
from jaxstudio.pipeline.look import preview_level

MEMORY_EVERY_MS = 1000
BUSY_SHOWN_AFTER_MS = 300


class Status(QFrame):
    """One line of labels, drawn from the document."""

    def __init__(self, document: ImageDocument, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("status")
        self.document = document
        line = QHBoxLayout(self)
        line.setContentsMargins(12, 4, 12, 4)
        line.setSpacing(18)
        self.pixel = OneLine(self)
        # what is read under the cursor must not change how narrow the window may be
        self.pixel.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        line.addWidget(self.pixel, 1)
        self.line = line
        self.numbers = self._add(
            line, self.tr("NaN or infinite, painted in magenta; statistics leave them out")
        )
        self.work = self._add(
            line, self.tr("A newer picture is being computed; the one in sight stays until then")
        )
        self.work.hide()
        self.truth = self._add(
            line,
            self.tr(
                "Exact: as it will be saved. Approximate: a quick look. "
                "Thumbnail: the small picture in the photo's file, until the photo is decoded. "
                "Earlier: what is asked for now is not there yet, or cannot be computed"
            ),
        )
        self.extent = self._add(line, self.tr("Width and height of the result"))
        self.zoom = self._add(line, self.tr("Zoom"))
        self.time = self._add(line, self.tr("Time of the last frame"))
        self.compiles = self._add(line, self.tr("Kernels compiled since the start"))
        self.device = self._add(line, self.tr("Where the pixels are computed"))
        self.memory = self._add(line, self.tr("Memory of the engine's caches"))
        self._timer = QTimer(self, interval=MEMORY_EVERY_MS)
        self._timer.timeout.connect(self.draw_engine)
        self._busy = QTimer(self, singleShot=True, interval=BUSY_SHOWN_AFTER_MS)
        self._busy.timeout.connect(self._draw_busy)
        document.busy_changed.connect(self._busy_changed)
        document.progressed.connect(self._draw_progress)
        document.picture_arrived.connect(self.draw_frame)
        document.failed.connect(self._draw_refused)
        document.probe_changed.connect(self.draw_pixel)
        document.view_changed.connect(self.draw_view)
        document.recipe_changed.connect(self.draw_view)
        document.device_changed.connect(self.draw_engine)
        document.backend_changed.connect(self._timer.start)
        self._share: float | None = None  # of the frame that is computed, where it is known
        self.numbers.setProperty("look", "approximate")
        self._draw_numbers(0)
        self.draw_pixel()
        self.draw_view()
        self.draw_engine()

    def add_chooser(self, chooser: QWidget) -> None:
        """Put a control before the labels."""
        self.line.insertWidget(1, chooser)

    def _add(self, line: QHBoxLayout, about: str) -> QLabel:
        label = QLabel(self)
        label.setToolTip(about)
        label.setProperty("look", "muted")
        line.addWidget(label)
        return label

    def draw_frame(self, picture: Picture) -> None:
        if self.document.refused:
            self._draw_truth(self.tr("earlier picture"), "refused")
        elif picture.thumbnail:
            self._draw_truth(self.tr("Thumbnail"), "approximate")
        elif picture.exact:
            self._draw_truth(self.tr("exact"), "exact")
        else:
            level = picture.frame.level if picture.frame is not None else 0
            coarser = level - preview_level(self.document.viewport.zoom)
            words = self.tr("Preview 1/{0}").format(1 << coarser) if coarser > 0 else self.tr("approximate")
            self._draw_truth(words, "approximate")
        if self.document.busy and not self._busy.isActive():
            self._draw_busy()
        if picture.frame is not None:
            if picture.frame.not_numbers is not None:  # else not yet known exactly
                self._draw_numbers(picture.frame.not_numbers)
            self.time.setText(of_milliseconds(picture.frame.seconds * 1000))
            self._draw_compiles()

    def _draw_numbers(self, count: int) -> None:
        self.numbers.setText(of_not_numbers(count))
        self.numbers.setVisible(bool(count))

    def _draw_truth(self, words: str, look: str) -> None:
        self.truth.setText(words)
        if self.truth.property("look") != look:
            self.truth.setProperty("look", look)
            self.truth.style().polish(self.truth)

    def _draw_refused(self) -> None:
        if self.document.picture is not None:
            self.draw_frame(self.document.picture)

    def _busy_changed(self, busy: bool) -> None:
        self._share = None
        if busy:
            self._busy.start()
        else:
            self._busy.stop()
            self.work.hide()
            if self.document.picture is not None:
                self.draw_frame(self.document.picture)

    def _draw_busy(self) -> None:
        """Say how far the next frame is, beside how true the picture in sight is."""
        share = "…" if self._share is None else f" {self._share * 100:.0f} %"
        self.work.setText(self.tr("computing{0}").format(share))
        self.work.show()
        picture = self.document.picture
        exact = picture is not None and picture.exact and picture.frame is not None
        if exact and self.document.shown_recipe != self.document.displayed_recipe:
            self._draw_truth(self.tr("earlier picture"), "muted")

    def _draw_progress(self, share: float) -> None:
        self._share = share
        if self.document.busy and not self._busy.isActive():
            self._draw_busy()

    def draw_view(self) -> None:
        document = self.document
        if document.photo is not None:
            height, width = document.result_size
            self.extent.setText(f"{width} × {height}")
            percent = document.viewport.zoom * 100
            self.zoom.setText(f"{percent:.0f} %" if percent >= 10 else f"{percent:.1f} %")
        else:
            for label in (self.extent, self.zoom, self.time, self.truth):
                label.clear()

    def draw_pixel(self) -> None:
        at, probe = self.document.probed_at, self.document.probe
        if at is None:
            self.pixel.setText("")
            self.pixel.setToolTip("")
            return
        place = f"x {at[1]}  y {at[0]}"
        if probe is None:
            self.pixel.setText(place)
            self.pixel.setToolTip("")
            return
        if probe.place not in (None, at):
            place += "  " + self.tr("(in the photo x {0}  y {1})").format(probe.place[1], probe.place[0])
        arrow = "\N{RIGHTWARDS ARROW}"
        if probe.before is not None:
            values = f"{of_values(probe.before)}  {arrow}  {of_values(probe.after)}"
        else:
            values = self.tr("{0}  (no pixel of the photo)").format(of_values(probe.after))
        parts = [place, values, of_levels(probe.after)]
        if probe.planes and self.document.look.space:
            parts.append(of_planes(self.document.look.space, probe.planes))
        self.pixel.setText("     ".join(part for part in parts if part))
        before, after = of_levels(probe.before), of_levels(probe.after)
        levels = f"{before}  {arrow}  {after}" if before else after
        self.pixel.setToolTip("\n".join([place, values, levels, *parts[3:]]))

    def draw_engine(self) -> None:
        live = self.document.live
        if live is None or not self.document.engine_ready:
            self.device.setText(self.tr("starting the engine…"))
            return
        self.device.setText(live.device_name)
        self.memory.setText(of_bytes(live.memory_bytes()))
        self._draw_compiles()

    def _draw_compiles(self) -> None:
        if self.document.live is not None:
            count = self.document.live.compiles()
            words = self.tr("1 compile") if count == 1 else self.tr("{0} compiles").format(count)
            self.compiles.setText(words)
