"""The options of a saved result: bits, quality, size, colours, metadata; the file's size is foreseen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QSettings, Qt, QTimer
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QLabel, QWidget

from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.image.engine_bridge import image_of
from jaxstudio.app.image.photos.photo_io import PhotoIO, SaveOptions
from jaxstudio.app.shared.background_tasks import Question
from jaxstudio.app.shared.buttons import CheckBox
from jaxstudio.app.shared.choice_box import ChoiceBox
from jaxstudio.app.shared.file_dialogs import FORMATS, SAME_FORMAT
from jaxstudio.app.shared.layouts import across, down, make_label
from jaxstudio.app.shared.number_field import NumberField, NumberSlider
from jaxstudio.app.shared.settings import (
    ASK_OPTIONS,
    LONGEST,
    METADATA,
    QUALITY,
    REDUCE,
    TO_SRGB,
    groups_to_drop,
)
from jaxstudio.app.shared.text import of_bytes, of_catalogue
from jaxstudio.backend.requests import Foreseen, ForeseeRequest
from jaxstudio.files.formats import FORMATS as WRITTEN
from jaxstudio.pipeline.params import Int

PART = 300, 420  # height and width of the part that is shown; the screen may have room for less
LEAST_PX, BESIDE_PX = 160, 450  # its least width, and what the form beside it takes
WAIT_MS = 250  # until nothing has changed for so long, no file is foreseen
USUAL_QUALITY = 95
SIDE = Int("longest", 2048, 16, 100_000, unit="px")


def saved_options(settings: QSettings, path: str) -> SaveOptions:
    """The options that were last chosen for results of this path's format."""
    suffix = _suffix(path)
    known = WRITTEN.get(suffix)
    ways = _ways(suffix)
    usual = next(iter(ways.values()), (None, ()))
    depth, store = ways.get(str(settings.value(f"export/{suffix}", "")), usual)
    return SaveOptions(
        depth=depth or "",
        quality=QUALITY.read(settings) if known is not None and known.quality else 0,
        drop=groups_to_drop(METADATA.read(settings)),
        store=store,
        longest=LONGEST.read(settings) if REDUCE.read(settings) else 0,
        to_srgb=TO_SRGB.read(settings),
    )


def _suffix(path: str) -> str:
    suffix = Path(path).suffix.lower()
    return SAME_FORMAT.get(suffix, suffix)


def _ways(suffix: str) -> dict[str, tuple[str | None, tuple[str, ...]]]:
    """The ways to store pixels in a format: words, then depth (None: the photo's) and words of --store."""
    return {words: (depth, store) for words, of, depth, store in FORMATS if of == suffix}


class ExportDialog(QDialog):
    """Asks how a result is written; `save(path, options)` writes it."""

    def __init__(
        self,
        document: ImageDocument,
        io: PhotoIO,
        settings: QSettings,
        path: str,
        save: Callable[[str, SaveOptions], object],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.document, self.io, self.settings, self.path, self._save = document, io, settings, path, save
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Save {0}").format(Path(path).name))
        self._question = Question(self)
        self._wait = QTimer(self, singleShot=True, interval=WAIT_MS)
        self._wait.timeout.connect(self._foresee)
        self._make()
        self._lay_out()
        self.finished.connect(self._question.drop)
        self._changed()

    def _make(self) -> None:
        suffix, settings = _suffix(self.path), self.settings
        self.part = QLabel(self)
        room = self.screen().availableSize().width() - BESIDE_PX
        self.part.setFixedSize(max(min(PART[1], room), LEAST_PX), PART[0])
        self.part.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.part.setAccessibleName(self.tr("A part of the file at 100 %"))
        self.facts = make_label("", "muted", self, wraps=True)
        ways = [(of_catalogue(words), words) for words in _ways(suffix)]
        self.way = ChoiceBox(self, self.tr("Stored as"), ways)
        self.way.setCurrentIndex(max(self.way.findData(str(settings.value(f"export/{suffix}", ""))), 0))
        self.way.chosen.connect(self._changed)
        kept = QUALITY.read(settings)
        self._quality = kept or USUAL_QUALITY
        self.quality = NumberSlider(Int("quality", USUAL_QUALITY, 1, 100), self.tr("Quality"), parent=self)
        self.quality.show_value(self._quality)
        self.quality.sent.connect(self._set_quality)
        self.as_photo = CheckBox(self.tr("As the photo's file"), self)
        self.as_photo.setToolTip(self.tr("Compress a JPEG as the JPEG that was opened; 95 otherwise"))
        self.as_photo.setChecked(kept == 0)
        self.as_photo.toggled.connect(self._changed)
        self.reduce = CheckBox(self.tr("Longest side at most"), self)
        self.reduce.setChecked(REDUCE.read(settings))
        self.reduce.toggled.connect(self._changed)
        self._longest = LONGEST.read(settings)
        self.longest = NumberField(SIDE, self.tr("Longest side at most"), wide=80, parent=self)
        self.longest.show_value(self._longest)
        self.longest.sent.connect(self._set_longest)
        colours = ((self.tr("As the photo"), False), (self.tr("Convert to sRGB"), True))
        self.colours = ChoiceBox(self, self.tr("Colours"), colours)
        self.colours.show_value(TO_SRGB.read(settings))
        self.colours.chosen.connect(self._changed)
        groups = (
            (self.tr("Keep all"), "all"),
            (self.tr("Drop the location"), "no location"),
            (self.tr("Drop all"), "none"),
        )
        self.metadata = ChoiceBox(self, self.tr("Metadata"), groups)
        self.metadata.show_value(METADATA.read(settings))
        self.metadata.chosen.connect(self._changed)
        self.ask = CheckBox(self.tr("Ask each time"), self)
        self.ask.setToolTip(
            self.tr("Without it Save As writes at once, as chosen here; Settings has it, too")
        )
        self.ask.setChecked(ASK_OPTIONS.read(settings))

    def _lay_out(self) -> None:
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel, self
        )
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        form = QFormLayout()
        form.setVerticalSpacing(10)
        form.addRow(self.tr("Stored as"), self.way)
        known = WRITTEN.get(_suffix(self.path))
        self._has_quality = known is not None and known.quality
        if self._has_quality:
            form.addRow(self.tr("Quality"), self.quality)
            form.addRow("", self.as_photo)
        self.quality.setVisible(self._has_quality)
        self.as_photo.setVisible(self._has_quality)
        size = QWidget(self)
        across(size, self.reduce, self.longest, spacing=8).addStretch(1)
        form.addRow(self.tr("Size"), size)
        form.addRow(self.tr("Colours"), self.colours)
        form.addRow(self.tr("Metadata"), self.metadata)
        left, right = QWidget(self), QWidget(self)
        down(left, self.part, self.facts, spacing=8).addStretch(1)
        column = down(right, spacing=10)
        column.addLayout(form)
        column.addStretch(1)
        column.addWidget(self.ask)
        body = QWidget(self)
        across(body, left, (right, 1), spacing=18)
        down(self, body, buttons, spacing=12, margins=(16, 16, 16, 16))

    # What is chosen

    def _set_quality(self, value: float, _: bool = False) -> None:
        self._quality = round(value)
        self.as_photo.setChecked(False)
        self._changed()

    def _set_longest(self, value: float, _: bool = False) -> None:
        self._longest = round(value)
        self.reduce.setChecked(True)
        self._changed()

    def _keep(self) -> None:
        """Remember the choices for the next file."""
        settings = self.settings
        settings.setValue(f"export/{_suffix(self.path)}", self.way.currentData())
        if self._has_quality:
            QUALITY.write(settings, 0 if self.as_photo.isChecked() else self._quality)
        REDUCE.write(settings, self.reduce.isChecked())
        LONGEST.write(settings, self._longest)
        TO_SRGB.write(settings, self.colours.currentData())
        METADATA.write(settings, self.metadata.currentData())
        ASK_OPTIONS.write(settings, self.ask.isChecked())

    def options(self) -> SaveOptions:
        """The options as they are chosen."""
        depth, store = _ways(_suffix(self.path)).get(self.way.currentData(), (None, ()))
        quality = self._quality if self._has_quality and not self.as_photo.isChecked() else 0
        longest = self._longest if self.reduce.isChecked() else 0
        drop = groups_to_drop(self.metadata.currentData())
        return SaveOptions(depth or "", quality, drop, store, longest, self.colours.currentData())

    def accept(self) -> None:
        self._keep()
        super().accept()
        self._save(self.path, self.options())

    # The file as it would be

    def _changed(self, *_: object) -> None:
        self.quality.show_value(self._quality)
        self.longest.show_value(self._longest)
        self.facts.setText(self.tr("Computing the file's size…"))
        self._question.drop()
        self._wait.start()

    def _foresee(self) -> None:
        client, document = self.document.engine_client, self.document
        if client is None or document.photo is None:
            return
        view, (height, width) = document.viewport, document.result_size
        middle = view.y / max(height, 1), view.x / max(width, 1)
        request = ForeseeRequest(self.io.save_request(self.path, self.options()), middle, PART)
        self._question.ask(client.call, request, self._show, self.facts.setText)

    def _show(self, foreseen: Foreseen) -> None:
        height, width = foreseen.size
        words = self.tr("{0}, {1} × {2} pixels; above a part at 100 %")
        self.facts.setText(words.format(of_bytes(foreseen.file_bytes), width, height))
        self.part.setPixmap(QPixmap.fromImage(image_of(foreseen.part)))
