"""Parts of control panels: a scrolled column of texts and controls, a field for a picture."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import QRect, QSettings, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QDragEnterEvent,
    QDropEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
)
from PySide6.QtWidgets import QFileDialog, QFrame, QLabel, QScrollArea, QSizePolicy, QWidget

from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.image.engine_bridge import EngineTask, from_image, image_of
from jaxstudio.app.shared import file_dialogs
from jaxstudio.app.shared.background_tasks import Question
from jaxstudio.app.shared.layouts import across, down, make_label
from jaxstudio.backend.protocol import Opened, OpenRequest, PhotoInfo

LEAST_PX = 292


class SidePanel(QFrame):
    """Widgets are added to `column`; Esc emits `closed`, which asks for the panel to be closed."""

    closed = Signal()

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("status")
        self.title = title
        self.setAccessibleName(title)
        self.setMinimumWidth(LEAST_PX)
        self.body = QWidget(self)
        self.body.setObjectName("list")
        self.column = down(self.body, spacing=8, margins=(12, 4, 12, 12))
        self.area = area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(self.body)
        down(self, area)

    def add_label(self, words: str = "", look: str = "") -> QLabel:
        """A text that wraps."""
        label = make_label(words, look, self.body, wraps=True)
        label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.column.addWidget(label)
        return label

    def add_line(self, words: str, control: QWidget) -> QLabel:
        """A control with its name before it."""
        label = QLabel(words, self.body)
        label.setBuddy(control)
        control.setAccessibleName(words.replace("&", ""))
        self.column.addLayout(across(None, (label, 1), control))
        return label

    def show_whole(self, widget: QWidget) -> None:
        """Scroll to a widget, once it has its place."""
        QTimer.singleShot(0, self, lambda: self.area.ensureWidgetVisible(widget))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)


HEIGHT_PX, EDGE_PX = 76, 5
KEPT_PX = 512  # the longest side of the small picture that is kept


class PictureField(QWidget):
    """Emits `changed` when another picture is there, or none any more; `error` says why in one line."""

    changed = Signal()

    def __init__(
        self, document: ImageDocument, settings: QSettings, name: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.document, self.settings, self.name = document, settings, name
        self.photo: PhotoInfo | None = None
        self.error = ""
        self._image: QImage | None = None
        self._question = Question(self, failed=self._say)
        self.setAcceptDrops(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(name)
        self.setFixedHeight(HEIGHT_PX)
        self._describe()

    @property
    def request(self) -> OpenRequest | None:
        """Return the request by which another process opens the picture."""
        client = self.document.engine_client
        return client.opened_from(self.photo.token) if client is not None and self.photo is not None else None

    def sizeHint(self) -> QSize:
        return QSize(240, HEIGHT_PX)

    # In

    def ask(self) -> QFileDialog:
        """Ask for a file."""
        return file_dialogs.ask_photo(self, self.settings, self.open)

    def open(self, path: str) -> None:
        """Open a file; the newest request wins."""
        self._open(path=path)

    def _open(self, **what: Any) -> None:
        client = self.document.engine_client
        if client is None:
            return
        token = client.new_token()

        def then(opened: Opened) -> None:
            self.clear()
            self.photo = opened.photo
            self._image = image_of(opened.look).scaled(
                KEPT_PX,
                KEPT_PX,
                Qt.AspectRatioMode.KeepAspectRatio,
                Qt.TransformationMode.SmoothTransformation,
            )
            self._say("")

        task = EngineTask(
            lambda answer, error, _: client.open(OpenRequest(token, **what), answer, error), self.name, self
        )
        self._question.start(task, then)
        # one that came after a newer request is open in the engine, and not here
        task.succeeded.connect(lambda _: None if self._has(token) else client.forget(token))

    def _has(self, token: int) -> bool:
        return self.photo is not None and self.photo.token == token

    def _say(self, error: str) -> None:
        self.error = error
        self._describe()
        self.update()
        self.changed.emit()

    def clear(self) -> None:
        """No picture any more."""
        if self.photo is not None and self.document.engine_client is not None:
            self.document.engine_client.forget(self.photo.token)
        self.photo, self._image, self.error = None, None, ""

    def _describe(self) -> None:
        words = self.tr("Click, press Enter, or drop a file")
        if self.photo is not None:
            height, width = self.photo.size
            path = self.photo.path
            title = Path(path).name if path else self.photo.name
            words = self.tr("{0}, {1} × {2}").format(title, width, height)
        self.setToolTip(words)
        self.setAccessibleDescription(words)

    # Qt

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.ask()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.ask()
        else:
            super().keyPressEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls() or event.mimeData().hasImage():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        mime = event.mimeData()
        path = next((url.toLocalFile() for url in mime.urls() if url.isLocalFile()), "")
        image = mime.imageData() if mime.hasImage() else None
        if path:
            self.open(path)
        elif isinstance(image, QImage) and not image.isNull():
            self._open(pixels=from_image(image), name=self.tr("Dropped picture"))
        else:
            return
        event.acceptProposedAction()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHints(
            QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform, True
        )
        palette, role = self.palette(), QPalette.ColorRole
        frame = self.rect().adjusted(1, 1, -1, -1)
        painter.setBrush(palette.color(role.Base))
        pen = QPen(
            palette.color(role.Highlight if self.hasFocus() else role.Mid), 2 if self.hasFocus() else 1
        )
        if self._image is None:
            pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.drawRoundedRect(frame, 6, 6)
        inner = frame.adjusted(EDGE_PX, EDGE_PX, -EDGE_PX, -EDGE_PX)
        if self._image is None:
            muted = QColor(palette.color(role.PlaceholderText))
            painter.setPen(muted)
            flags = int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap)
            words = self.tr("Opening…") if self._question.busy else self.tr("Open or drop a picture")
            painter.drawText(inner, flags, words)
            return
        size = self._image.size().scaled(inner.size(), Qt.AspectRatioMode.KeepAspectRatio)
        target = QRect(inner.topLeft(), size)
        target.moveCenter(inner.center())
        painter.drawImage(target, self._image)
