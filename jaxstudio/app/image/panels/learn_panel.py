"""Learn a kernel: the pair of pictures, the constraints, the found kernel, and the step made of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QRectF, QSettings, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.image.panels.side_panel import PictureField, SidePanel
from jaxstudio.app.shared.background_tasks import Question
from jaxstudio.app.shared.buttons import Switch
from jaxstudio.app.shared.choice_box import ChoiceBox
from jaxstudio.app.shared.layouts import across, make_button, set_look
from jaxstudio.app.shared.text import of_number, tr
from jaxstudio.backend.fitting import FittingProcess
from jaxstudio.backend.frames import colour_of
from jaxstudio.backend.protocol import OpenRequest
from jaxstudio.backend.requests import LearnAnswer, LearnRequest
from jaxstudio.pipeline.params import Matrix

SIZES = range(3, 32, 2)
USUAL_SIZE = 7
KERNEL_PX = 150
CONVOLVE, DEBLUR = "convolve", "richardson_lucy"


class KernelPicture(QWidget):
    """The weights as squares: blue below 0, orange above, grey at 0."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: Sequence[Sequence[float]] = ()
        self.setFixedHeight(KERNEL_PX)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Kernel"))

    def sizeHint(self) -> QSize:
        return QSize(KERNEL_PX, KERNEL_PX)

    def show_rows(self, rows: Sequence[Sequence[float]]) -> None:
        self.rows = rows
        lines = [" ".join(of_number(weight, ".4f") for weight in row) for row in rows]
        self.setToolTip("\n".join(lines) if len(rows) <= 15 else "")
        self.setAccessibleDescription("; ".join(lines))
        self.setVisible(bool(rows))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self.rows:
            return
        painter = QPainter(self)
        side = min(self.width(), self.height()) / len(self.rows)
        most = max(abs(weight) for row in self.rows for weight in row) or 1.0
        left = (self.width() - side * len(self.rows)) / 2
        for y, row in enumerate(self.rows):
            for x, weight in enumerate(row):
                cell = QRectF(left + x * side, y * side, side - 0.5, side - 0.5)
                painter.fillRect(cell, QColor(*colour_of(weight / most)))


class LearnPanel(SidePanel):
    """The kernel becomes the first step of the stack."""

    def __init__(
        self,
        document: ImageDocument,
        process: FittingProcess,
        settings: QSettings,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(tr("Learn a kernel"), parent)
        self.document, self.process = document, process
        self.answer: LearnAnswer | None = None
        self.failure = ""
        self._question = Question(self)
        self.add_label(self.tr("Before: the photo that is open, without its filters, or another picture"))
        self.before = PictureField(document, settings, self.tr("Picture before"), self.body)
        self.before_line = self.add_label(look="muted")
        self.column.insertWidget(self.column.indexOf(self.before_line), self.before)
        self.use_photo = make_button(self.tr("&Use the photo"), self._use_photo, self.body)
        self.column.addWidget(self.use_photo, 0, Qt.AlignmentFlag.AlignLeft)
        self.add_label(self.tr("After: the same picture, filtered"))
        self.after = PictureField(document, settings, self.tr("Picture after"), self.body)
        self.column.addWidget(self.after)
        self.first_field = self.after
        self.after_line = self.add_label(look="muted")
        self.sizes = ChoiceBox(self.body, items=((f"{size} × {size}", size) for size in SIZES))
        self.sizes.show_value(USUAL_SIZE)
        self.add_line(self.tr("&Size"), self.sizes)
        fewer = self.tr("A column times a row: fewer weights, filtered faster")
        total = self.tr("The weights add up to 1: an even grey stays as it is")
        self.switches = {
            "separable": self._switch(self.tr("Separable"), fewer),
            "symmetric": self._switch(self.tr("Symmetric"), self.tr("Equal to its mirror images")),
            "nonnegative": self._switch(self.tr("Non-negative"), self.tr("No weight below 0")),
            "sum_one": self._switch(self.tr("Sum 1"), total),
        }
        first = self.tr("A convolution with these weights, as the first step")
        undone = self.tr("Deblur with this kernel, as the first step: it takes back what the kernel does")
        self.learn = make_button(self.tr("&Learn"), self.begin, self.body)
        self.stop = make_button(self.tr("&Cancel"), self.cancel, self.body)
        self.add = make_button(self.tr("&Add as a Step"), self.add_step, self.body, tip=first)
        self.deblur = make_button(self.tr("Add to De&blur"), self.add_deblur, self.body, tip=undone)
        buttons = (self.learn, self.stop, self.add, self.deblur)
        for button in (self.use_photo, *buttons):
            button.setObjectName("narrow")
        self.column.addLayout(across(None, *buttons, None))
        self.result = self.add_label()
        self.picture = KernelPicture(self.body)
        self.picture.hide()
        self.column.addWidget(self.picture)
        self.column.addStretch(1)
        self._connect()
        self.draw()

    def _switch(self, words: str, about: str) -> Switch:
        switch = Switch(words, self.body)
        switch.setToolTip(about)
        self.add_line(words, switch)
        switch.clicked.connect(lambda on: self.draw())
        return switch

    def _connect(self) -> None:
        for field in (self.before, self.after):
            field.changed.connect(self.draw)
        self.document.photo_changed.connect(self.draw)
        self.document.backend_changed.connect(self.draw)

    # Intents

    def restrictions(self) -> dict[str, bool]:
        """Return the restrictions of the kernel as arguments of the request."""
        return {name: switch.isChecked() and switch.isEnabled() for name, switch in self.switches.items()}

    def _source(self) -> OpenRequest | None:
        """Return the source of the picture before: its own field, or the photo."""
        client, photo = self.document.engine_client, self.document.photo
        if self.before.photo is not None:
            return self.before.request
        return client.opened_from(photo.token) if client is not None and photo is not None else None

    def _use_photo(self) -> None:
        self.before.clear()
        self.before.update()
        self.draw()

    def begin(self) -> None:
        """Learn from the pair."""
        before, after = self._source(), self.after.request
        if before is None or after is None or self._question.busy:
            return
        self.answer, self.failure = None, ""
        request = LearnRequest(before, after, self.sizes.currentData(), **self.restrictions())
        self._question.ask(
            self.process.call,
            request,
            self._take_answer,
            self._fail,
            cancelled=lambda: self._fail(self.tr("The process of the search has ended")),
        )
        self.draw()

    def cancel(self) -> None:
        """End what runs."""
        if self._question.busy:
            self._question.drop()
            self.draw()

    def add_step(self) -> None:
        """Put the kernel before all other steps; one undo."""
        self._add(CONVOLVE, {})

    def add_deblur(self) -> None:
        """Put Deblur with the kernel before all other steps; one undo."""
        self._add(DEBLUR, {"shape": "own kernel"})

    def _add(self, name: str, values: Mapping[str, Any]) -> None:
        document, answer = self.document, self.answer
        if answer is not None and document.backend is not None:
            op = document.backend.catalogue[name]
            document.set_recipe(document.recipe.added(op, {**values, "kernel": answer.rows}, position=0))

    def _takes(self, name: str) -> int:
        """The side of the largest kernel that the step takes; 0 before the catalogue is there."""
        backend = self.document.backend
        kernel = backend.catalogue[name].by_name["kernel"] if backend is not None else None
        return kernel.largest if isinstance(kernel, Matrix) else 0

    # What the process says

    def _take_answer(self, answer: LearnAnswer) -> None:
        self.answer = answer
        self.draw()

    def _fail(self, reason: str) -> None:
        self.failure = reason
        self.draw()

    # Drawing

    def draw(self) -> None:
        """Draw the pair, the choices, and the found kernel."""
        running, document = self._question.busy, self.document
        photo = document.photo
        source = self.before.photo or photo
        words = self.before.error
        if not words and self.before.photo is None:
            words = self.tr("The photo is used") if photo is not None else self.tr("No photo is open")
        elif not words:
            words = self.before.toolTip()
        self.before_line.setText(words)
        set_look(self.before_line, "refused" if self.before.error else "muted")
        self.use_photo.setVisible(self.before.photo is not None and photo is not None)
        after, refused = self.after.photo, self.after.error
        if not refused and after is not None and source is not None and after.size != source.size:
            refused = self.tr("Both pictures must have the same size: {0} × {1} and {2} × {3}").format(
                source.width, source.height, after.width, after.height
            )
        self.after_line.setText(refused or (self.after.toolTip() if after is not None else ""))
        self.after_line.setVisible(bool(self.after_line.text()))
        set_look(self.after_line, "refused" if refused else "muted")
        separable = self.switches["separable"].isChecked()
        for name, switch in self.switches.items():
            switch.setEnabled(not running and not (separable and name in ("nonnegative", "sum_one")))
        for control in (self.sizes, self.before, self.after):
            control.setEnabled(not running)
        self.learn.setEnabled(not running and not refused and after is not None and source is not None)
        self.stop.setVisible(running)
        for button, name in ((self.add, CONVOLVE), (self.deblur, DEBLUR)):
            button.setVisible(self.answer is not None)
            button.setEnabled(self.answer is not None and len(self.answer.rows) <= self._takes(name))
        self._draw_result(running)

    def _draw_result(self, running: bool) -> None:
        answer = self.answer
        lines, look = [], ""
        if running:
            lines = [self.tr("Learning…")]
        elif self.failure:
            lines, look = [self.failure], "refused"
        elif answer is not None:
            total = sum(map(sum, answer.rows))
            lines = [
                self.tr("Differences that remain (root mean square): {0}; of the pair itself: {1}").format(
                    of_number(answer.rms, ".2g"), of_number(answer.before_rms, ".2g")
                ),
                self.tr("Sum of the weights: {0}").format(of_number(total, ".4g")),
            ]
            most = self._takes(CONVOLVE)
            if len(answer.rows) > most:
                lines.append(
                    self.tr("A step takes {0} × {0} weights; jaxstudio learn writes more").format(most)
                )
        self.result.setText("\n".join(lines))
        self.result.setVisible(bool(lines))
        set_look(self.result, look)
        if answer is not None and not running:
            self.show_whole(self.picture)
        self.picture.show_rows(answer.rows if answer is not None and not running else ())
