"""Line icons, buttons that show one, and an on/off switch."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QByteArray, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QAction, QColor, QIcon, QPainter, QPaintEvent, QPalette, QPen, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import (
    QCheckBox,
    QPushButton,
    QStyle,
    QStyleOptionButton,
    QStyleOptionToolButton,
    QStylePainter,
    QToolButton,
    QWidget,
)

GLYPHS = Path(__file__).parent / "glyphs"  # strokes of one colour on a grid of 24 × 24

_renderers: dict[tuple[str, str], QSvgRenderer] = {}


def paint_glyph(painter: QPainter, name: str, rect: QRectF, colour: QColor) -> None:
    """Draw a glyph into `rect`."""
    key = (name, colour.name())
    if key not in _renderers:
        svg = (GLYPHS / f"{name}.svg").read_text("utf-8").replace("#000", key[1])
        _renderers[key] = QSvgRenderer(QByteArray(svg.encode()))
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _renderers[key].render(painter, rect)
    painter.restore()


def app_icon() -> QIcon:
    """The program's own icon: a picture, half before and half after."""
    icon, renderer = QIcon(), QSvgRenderer(str(Path(__file__).parents[1] / "icon.svg"))
    for side in (16, 32, 64, 128, 256):
        pixmap = QPixmap(side, side)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        renderer.render(painter)
        painter.end()
        icon.addPixmap(pixmap)
    return icon


GLYPH_PX = 18


class GlyphButton(QToolButton):
    """A tool button showing one glyph; its tooltip and accessible name are the same words."""

    def __init__(self, glyph: str, name: str, parent: QWidget | None = None, *, small: bool = False) -> None:
        super().__init__(parent)
        self.glyph = glyph
        self._px = 14 if small else GLYPH_PX
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.rename(name)

    @classmethod
    def for_action(cls, glyph: str, action: QAction, parent: QWidget | None = None) -> GlyphButton:
        """A button that shows and triggers `action`."""
        button = cls(glyph, "", parent)
        button.setDefaultAction(action)  # which gives it its tip, now and whenever the action is renamed

        def name() -> None:
            button.setAccessibleName(action.text().replace("&", "").rstrip("…"))

        action.changed.connect(name)
        name()
        return button

    def rename(self, name: str) -> None:
        self.setToolTip(name)
        self.setAccessibleName(name)

    def show_glyph(self, glyph: str) -> None:
        if glyph != self.glyph:
            self.glyph = glyph
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._px + 12, self._px + 12)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        option = QStyleOptionToolButton()
        self.initStyleOption(option)
        option.text = ""
        option.icon = option.icon.__class__()
        painter = QPainter(self)
        self.style().drawComplexControl(QStyle.ComplexControl.CC_ToolButton, option, painter, self)
        group = QPalette.ColorGroup.Normal if self.isEnabled() else QPalette.ColorGroup.Disabled
        colour = self.palette().color(group, QPalette.ColorRole.ButtonText)
        if self.isCheckable() and self.isChecked():
            colour = self.palette().color(QPalette.ColorRole.Highlight)
        side = float(self._px)
        corner = QPointF((self.width() - side) / 2, (self.height() - side) / 2)
        paint_glyph(painter, self.glyph, QRectF(corner.x(), corner.y(), side, side), colour)


def small_button(
    words: str, parent: QWidget | None = None, tip: str = "", *, checkable: bool = False
) -> QPushButton:
    """A button for a bar of tools."""
    button = QPushButton(words, parent)
    button.setObjectName("small")
    button.setToolTip(tip)
    button.setCheckable(checkable)
    return button


class CheckBox(QCheckBox):
    """A check box whose outline is seen on a dark window, too."""

    def paintEvent(self, event: QPaintEvent) -> None:
        option = QStyleOptionButton()
        self.initStyleOption(option)
        roles = QPalette.ColorRole
        option.palette.setColor(roles.Window, self.palette().color(roles.PlaceholderText))
        painter = QStylePainter(self)
        painter.drawControl(QStyle.ControlElement.CE_CheckBox, option)


class Switch(QCheckBox):
    """A check box drawn as a switch."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setToolTip(name)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def sizeHint(self) -> QSize:
        return QSize(36, 22)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def hitButton(self, position: object) -> bool:
        return True

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette = self.palette()
        track = QRectF(4, (self.height() - 16) / 2, 28, 16)
        on = self.isChecked()
        colour = palette.color(QPalette.ColorRole.Highlight if on else QPalette.ColorRole.Mid)
        if not self.isEnabled():
            colour = palette.color(QPalette.ColorRole.Mid)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawRoundedRect(track, 8, 8)
        painter.setBrush(palette.color(QPalette.ColorRole.HighlightedText) if on else QColor("#ffffff"))
        x = track.right() - 8 if on else track.left() + 8
        painter.drawEllipse(QPointF(x, track.center().y()), 5.5, 5.5)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(palette.color(QPalette.ColorRole.Highlight), 1.5))
            painter.drawRoundedRect(track.adjusted(-3, -3, 3, 3), 10, 10)
