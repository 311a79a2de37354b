"""Overlays of the canvas: the divider of before and after, the welcome, the reason why a photo is missing."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QAction, QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout, QWidget

from jaxstudio.app.actions import native_keys
from jaxstudio.app.image.canvas.layer import paint_line
from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.image.photos.collection import PhotoCollection
from jaxstudio.app.image.photos.photo_io import PhotoIO
from jaxstudio.app.shared.layouts import across, down, make_label

WIDTH = 28
KEY_STEP = 0.02


REASON_PX = 300


class Divider(QWidget):
    """A line with a handle over the canvas, shown while the document is split."""

    def __init__(self, document: ImageDocument, canvas: QWidget) -> None:
        super().__init__(canvas)
        self.document = document
        self.canvas = canvas
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.SplitHCursor)
        self.setAccessibleName(self.tr("Divider between before and after"))
        self.setAccessibleDescription(self.tr("Left and right arrow keys move it"))
        self.setToolTip(self.tr("Left: before. Right: after."))
        document.view_changed.connect(self.place)
        self.hide()

    def place(self) -> None:
        """Stand where the document says."""
        split, canvas = self.document.split, self.canvas
        self.setVisible(split is not None)
        if split is not None:
            self.setGeometry(round(split * canvas.width()) - WIDTH // 2, 0, WIDTH, canvas.height())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            canvas = self.canvas
            x = self.mapTo(canvas, event.position().toPoint()).x()
            self.document.set_split(x / max(1, canvas.width()))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.document.set_split(0.5)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, split = Qt.Key, self.document.split if self.document.split is not None else 0.5
        places = {
            key.Key_Left: split - KEY_STEP,
            key.Key_Right: split + KEY_STEP,
            key.Key_Home: 0.0,
            key.Key_End: 1.0,
        }
        place = places.get(key(event.key()))
        if place is None:
            super().keyPressEvent(event)
        else:
            self.document.set_split(place)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle = QPointF(WIDTH / 2, self.height() / 2)
        paint_line(
            painter,
            lambda: painter.drawLine(QPointF(middle.x(), 0), QPointF(middle.x(), self.height())),
            3.0,
            1.2,
        )
        accent = self.palette().color(QPalette.ColorRole.Highlight)
        focused = self.hasFocus()
        painter.setPen(QPen(accent if focused else QColor(0, 0, 0, 120), 2.5 if focused else 1.0))
        painter.setBrush(QColor("#ffffff"))
        painter.drawRoundedRect(QRectF(middle.x() - 8, middle.y() - 14, 16, 28), 8, 8)
        painter.setPen(QPen(QColor("#444444"), 1.6))
        for side in (-1, 1):
            tip = middle + QPointF(side * 4.5, 0)
            painter.drawPolyline([tip - QPointF(side * 2.5, 3.5), tip, tip - QPointF(side * 2.5, -3.5)])


class Welcome(QFrame):
    """A box in the middle of the canvas, gone as soon as a photo is being opened."""

    def __init__(
        self,
        document: ImageDocument,
        io: PhotoIO,
        photos: PhotoCollection,
        actions: dict[str, QAction],
        canvas: QWidget,
    ) -> None:
        super().__init__(canvas)
        self.setObjectName("welcome")
        self.document, self.io, self.photos, self.canvas = document, io, photos, canvas
        title = make_label(self.tr("Drop a photo here"), "heading", self)
        hint = make_label(
            self.tr("or paste one with {0}").format(native_keys(actions["paste"])), "muted", self
        )
        self.open = self._button(self.tr("Open a Photo…"), actions["open"])
        self.sample = self._button(self.tr("Try the Sample"), actions["sample"])
        column = down(self, spacing=6, margins=(48, 28, 48, 28))
        for label in (title, hint):
            column.addWidget(label, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addSpacing(12)
        column.addLayout(across(None, self.open, self.sample, spacing=8))
        self.go_on = QPushButton(self.tr("Continue the Last Session"), self)
        self.go_on.clicked.connect(actions["restore"].trigger)
        self.left = make_label("", "muted", self)
        for widget in (self.go_on, self.left):
            column.addWidget(widget, 0, Qt.AlignmentFlag.AlignHCenter)
            widget.hide()
        middle = QVBoxLayout(canvas)
        middle.setSizeConstraint(QVBoxLayout.SizeConstraint.SetNoConstraint)  # the canvas may be smaller
        middle.addWidget(self, 0, Qt.AlignmentFlag.AlignCenter)
        document.photo_changed.connect(self.draw)
        io.opening_changed.connect(self.draw)
        photos.current_changed.connect(self.draw)
        self.draw()

    def _button(self, text: str, action: QAction) -> QPushButton:
        button = QPushButton(text, self)
        button.clicked.connect(action.trigger)
        if not action.shortcut().isEmpty():
            button.setToolTip(native_keys(action))
        return button

    def offer_last(self, words: str) -> None:
        """Offer to go on where the last window was closed; `words` say what that is. "" offers nothing."""
        self.left.setText(words)
        for widget in (self.go_on, self.left):
            widget.setVisible(bool(words))

    def draw(self) -> None:
        """Be there while there is nothing else to see."""
        empty = self.document.photo is None and not self.io.opening and self.photos.current.empty
        if not empty and any(each.hasFocus() for each in (self.open, self.sample, self.go_on)):
            self.canvas.setFocus()  # or it would fall to whatever comes next
        self.setVisible(empty)


class MissingPhoto(QFrame):
    """A box in place of a photo that cannot be opened: why, and what can be done; its recipe is kept."""

    def __init__(self, photos: PhotoCollection, actions: dict[str, QAction], canvas: QWidget) -> None:
        super().__init__(canvas)
        self.setObjectName("welcome")
        self.photos = photos
        self.title = make_label(self.tr("This photo cannot be opened"), "heading", self)
        self.reason = make_label(parent=self, wraps=True)
        self.reason.setTextFormat(Qt.TextFormat.PlainText)
        self.reason.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.reason.setMinimumWidth(REASON_PX)
        hint = make_label(self.tr("Its steps, stars and undo are kept."), "muted", self)
        self.locate = QPushButton(self.tr("Locate the File…"), self)
        self.locate.clicked.connect(actions["locate"].trigger)
        self.again = QPushButton(self.tr("Try Again"), self)
        self.again.clicked.connect(photos.retry)
        self.remove = QPushButton(self.tr("Remove"), self)
        self.remove.setToolTip(self.tr("Take it out of the session"))
        self.remove.clicked.connect(lambda: photos.remove([photos.current]))
        column = down(self, spacing=8, margins=(28, 22, 28, 22))
        for label in (self.title, self.reason, hint):
            column.addWidget(label, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addLayout(across(None, self.locate, self.again, self.remove, spacing=8))
        layout = canvas.layout()
        assert isinstance(layout, QVBoxLayout)
        layout.addWidget(self, 0, Qt.AlignmentFlag.AlignCenter)
        photos.marked.connect(lambda entry: self.draw() if entry is photos.current else None)
        for changed in (photos.current_changed, photos.changed):
            changed.connect(self.draw)
        photos.document.photo_changed.connect(self.draw)
        self.draw()

    def draw(self) -> None:
        """Be there while the current photo is not."""
        problem = self.photos.current.problem if self.photos.document.photo is None else ""
        self.reason.setText(problem)
        self.again.setVisible(self.photos.current.has_source)
        self.setVisible(bool(problem))
