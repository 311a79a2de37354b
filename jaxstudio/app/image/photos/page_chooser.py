"""The page of a TIFF or the frame of an animation that is open, shown and chosen in the status bar."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.image.photos.photo_io import PhotoIO
from jaxstudio.app.shared.layouts import across, make_label
from jaxstudio.app.shared.number_field import NumberField
from jaxstudio.pipeline.params import Int

FIELD_PX = 52


class PageChooser(QWidget):
    """`Page 3 of 12`: a field that opens the page whose number is typed; hidden where there is but one."""

    def __init__(self, document: ImageDocument, io: PhotoIO, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document, self.io = document, io
        about = self.tr("The file holds several pictures: another one by its number, or by ↑ and ↓")
        self.field = NumberField(name=self.tr("Page"), tip=about, wide=FIELD_PX, parent=self)
        label, self.count = (
            make_label(self.tr("Page"), "muted", tip=about),
            make_label("", "muted", tip=about),
        )
        label.setBuddy(self.field)
        across(self, label, self.field, self.count, spacing=6)
        self.field.sent.connect(self._open)
        self.field.refused.connect(self._refuse)
        document.photo_changed.connect(self.draw)
        io.opening_changed.connect(self._opening_changed)
        self.draw()

    def draw(self) -> None:
        """Show which page is open."""
        photo = self.document.photo
        self.setVisible(photo is not None and photo.pages > 1)
        if photo is not None:
            self.field.param = Int("page", 1, 1, photo.pages)
            self.field.show_value(photo.page)
            self.count.setText(self.tr("of {0}").format(photo.pages))
            self.field.setAccessibleDescription(self.tr("{0} of {1}").format(photo.page, photo.pages))

    def _opening_changed(self) -> None:
        if not self.io.opening:
            self.draw()  # a page that could not be opened is not the one in sight

    def _open(self, number: float, _: bool) -> None:
        self.field.show_value(number)
        self.io.open_page(int(number))

    def _refuse(self, text: str) -> None:
        words = self.tr("Page: expected a whole number from 1 to {0}").format(self.field.param.high)
        self.document.failed.emit(words)
