"""The page of a TIFF or the frame of an animation that is open, shown and chosen in the status bar."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.image.photos.photo_io import PhotoIO
from jaxstudio.app.shared.number_field import NumberField

FIELD_PX = 52


class PageChooser(QWidget):
    """`Page 3 of 12`: a field that opens the page whose number is typed; hidden where there is but one."""

    def __init__(self, document: ImageDocument, io: PhotoIO, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document, self.io = document, io
        about = self.tr("The file holds several pictures: another one by its number, or by ↑ and ↓")
        label = QLabel(self.tr("Page"), self)
        self.field = NumberField("", 1.0, self)
        self.field.setFixedWidth(FIELD_PX)
        self.field.setAccessibleName(self.tr("Page"))
        self.field.setToolTip(about)
        label.setBuddy(self.field)
        self.count = QLabel(self)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(6)
        for widget in (label, self.field, self.count):
            line.addWidget(widget)
        for words in (label, self.count):
            words.setProperty("look", "muted")
            words.setToolTip(about)
        self.field.typed.connect(self._open)
        self.field.nudged.connect(lambda number: self._open(min(max(number, 1), self._pages)))
        self.field.unreadable.connect(lambda text: self._refuse())
        document.photo_changed.connect(self.draw)
        io.opening_changed.connect(self._opening_changed)
        self.draw()

    @property
    def _pages(self) -> int:
        photo = self.document.photo
        return 1 if photo is None else photo.pages

    def draw(self) -> None:
        """Show which page is open."""
        photo = self.document.photo
        self.setVisible(self._pages > 1)
        if photo is not None:
            self.field.show_value(photo.page)
            self.count.setText(self.tr("of {0}").format(photo.pages))
            self.field.setAccessibleDescription(self.tr("{0} of {1}").format(photo.page, photo.pages))

    def _opening_changed(self) -> None:
        if not self.io.opening:
            self.draw()  # a page that could not be opened is not the one in sight

    def _open(self, number: float) -> None:
        if not (float(number).is_integer() and 1 <= number <= self._pages):
            self._refuse()
            return
        self.field.show_value(number)
        self.io.open_page(int(number))

    def _refuse(self) -> None:
        self.field.refuse(True)
        words = self.tr("Page: expected a whole number from 1 to {0}").format(self._pages)
        self.document.failed.emit(words)
