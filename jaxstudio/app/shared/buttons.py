"""Line icons, buttons that show one, and an on/off switch."""

from __future__ import annotations

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

# Strokes on a 24 × 24 grid.
GLYPHS = {
    "open": '<path d="M3 18V6h6l2 2h8v3M3 18l3-7h15l-3 7z"/>',
    "save": '<path d="M12 4v11M7.5 10.5 12 15l4.5-4.5M4 17v3h16v-3"/>',
    "copy": '<rect x="8" y="8" width="12" height="12" rx="2"/><path d="M16 8V4H4v12h4"/>',
    "undo": '<path d="M8 5 4 9l4 4M4 9h10a6 5 0 0 1 0 10h-4"/>',
    "redo": '<path d="m16 5 4 4-4 4M20 9H10a6 5 0 0 0 0 10h4"/>',
    "fit": '<path d="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5"/>',
    "actual": '<path d="M5 8l3-2v12M16 8l3-2v12M12 9.5v.1M12 14.5v.1"/>',
    "split": '<rect x="4" y="5" width="16" height="14" rx="2"/><path d="M12 3v18M4 12h8" />',
    "compare": '<rect x="3.5" y="6" width="10" height="10" rx="1.5"/>'
    '<rect x="10.5" y="9" width="10" height="10" rx="1.5"/>'
    '<path d="M10.5 12.5h3M10.5 15.5h3"/>',
    "help": '<circle cx="12" cy="12" r="8.5"/>'
    '<path d="M9.6 9.6a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.2 1-1.2 1.9M12 16.6v.1"/>',
    "more": '<path d="M12 6v.1M12 12v.1M12 18v.1" stroke-width="2.6"/>',
    "grip": '<path d="M9 7v.1M9 12v.1M9 17v.1M15 7v.1M15 12v.1M15 17v.1" stroke-width="2.2"/>',
    "inspector": '<path d="M8.5 7 4 12l4.5 5M15.5 7 20 12l-4.5 5M13.5 5l-3 14"/>',
    "up": '<path d="m7 14 5-5 5 5"/>',
    "down": '<path d="m7 10 5 5 5-5"/>',
    "right": '<path d="m10 7 5 5-5 5"/>',
    "close": '<path d="m6.5 6.5 11 11M17.5 6.5l-11 11"/>',
    "link": '<path d="M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1"/>'
    '<path d="M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l1-1"/>',
    "dice": '<rect x="4" y="4" width="16" height="16" rx="3"/>'
    '<path d="M8.5 8.5v.1M15.5 8.5v.1M12 12v.1M8.5 15.5v.1M15.5 15.5v.1" stroke-width="2.4"/>',
    "search": '<circle cx="10.5" cy="10.5" r="6"/><path d="m15 15 5 5"/>',
    "plus": '<path d="M12 5v14M5 12h14"/>',
    "play": '<path d="M8 5.5v13l10.5-6.5z"/>',
    "pause": '<path d="M9 6v12M15 6v12" stroke-width="2.4"/>',
    "minus": '<path d="M5 12h14"/>',
    "home": '<path d="M4 11.5 12 5l8 6.5M6.5 10v9h11v-9"/>',
    "equal": '<path d="M5 19V5M5 19h14M5 12h4M12 19v-4" /><path d="M9 15 18 6M18 6h-4M18 6v4"/>',
    "axes": '<path d="M5 4v15h15M5 14h3M5 9h3M5 7.2h2M10 19v-3M15 19v-3M17.5 19v-2"/>',
    "tangent": '<path d="M4 18C8 8 14 6 20 8" /><path d="M4 14 20 4.5"/>',
    "circle": '<path d="M4 8c4 9 12 9 16 0"/><circle cx="12" cy="9.5" r="5"/>',
    "taylor": '<path d="M4 16c3-10 6-10 8-4s5 6 8-4"/>'
    '<path d="M5 7c4 0 10 10 14 10" stroke-dasharray="2 3"/>',
    "slope": '<path d="M11 19c-3 0 0-14 3-14M8.5 11h5M17 5l1.6-2.2M20 5l1.6-2.2"/>',
    "graph": '<circle cx="6" cy="6" r="2.4"/><circle cx="6" cy="18" r="2.4"/>'
    '<circle cx="18" cy="12" r="2.4"/><path d="m8.2 7.2 7.6 3.7M8.2 16.8l7.6-3.7"/>',
    "ruler": '<path d="m3.5 15.5 12-12 5 5-12 12zM8 11l2 2M11 8l2.5 2.5M14 5l2 2"/>',
    "descent": '<path d="M3 5c3 0 4 13 9 13s6-8 9-8"/><circle cx="6.3" cy="8.5" r="1.8"/>'
    '<path d="m10 14 1.8 3.4 3.4-1.6"/>',
    "scatter": '<path d="M4 18 20 6"/>'
    '<path d="M7 12v.1M10 17v.1M12 8.5v.1M15 13v.1M18 11v.1" stroke-width="2.6"/>',
    "ask": '<circle cx="8" cy="12" r="2.2"/><circle cx="17" cy="12" r="2.2"/>'
    '<path d="M2.5 8C4 10 6 12 8 12c3 0 4-6 5-6s1.5 6 4 6c2 0 3-3 4.5-5M2.5 17.5h19"/>',
    "matrix": '<path d="M7 4H4v16h3M17 4h3v16h-3M9 9v.1M12 9v.1M15 9v.1M9 15v.1M12 15v.1M15 15v.1"/>',
    "layers": '<path d="m12 4 8.5 4.5L12 13 3.5 8.5zM4 12.5l8 4.3 8-4.3M4 16.3l8 4.2 8-4.2"/>',
    "faces": '<circle cx="12" cy="12" r="8.5"/><path d="M9 10v.1M15 10v.1" stroke-width="2.4"/>'
    '<path d="M8.5 14.5c2 2.4 5 2.4 7 0"/>',
    "window": '<rect x="3.5" y="9" width="12" height="11" rx="1.5"/>'
    '<path d="M3.5 12.5h12M10 5.5v-1h10.5v10H19M13.5 4.5h7"/>',
    "pin": '<path d="M9 3.5h6l-1 6 3.5 3.5v1.5h-11V13L10 9.5zM12 14.5V21"/>',
    "options": '<path d="M4 7h9M17 7h3M4 17h3M11 17h9"/><circle cx="15" cy="7" r="2.2"/>'
    '<circle cx="9" cy="17" r="2.2"/>',
    "mask": '<rect x="3.5" y="5" width="17" height="14" rx="2"/><circle cx="12" cy="12" r="4"/>',
    "eye": '<path d="M3 12c3-5 6-6.5 9-6.5s6 1.5 9 6.5c-3 5-6 6.5-9 6.5S6 17 3 12z"/>'
    '<circle cx="12" cy="12" r="2.6"/>',
    "invert": '<circle cx="12" cy="12" r="8"/><path d="M12 4v16M14.5 5v14M17 6.5v11M19.3 9v6"/>',
    "rectangle": '<rect x="4" y="6.5" width="16" height="11"/>',
    "ellipse": '<ellipse cx="12" cy="12" rx="8.5" ry="6"/>',
    "polygon": '<path d="M5 9l8-4 6.5 6-3 8H7.5z"/>',
    "gradient": '<rect x="4" y="5" width="16" height="14" rx="1.5"/><path d="M4 9h16M4 12h16" />'
    '<path d="M4 15h16" stroke-dasharray="2 3"/>',
    "brush": '<path d="M20 4 11.5 12.5M9 12.5c-2.5 0-3.5 1.5-3.5 3.5 0 1.6-.7 2.4-2 3'
    ' 3.5 1.5 8.5.5 8.5-3.5 0-1.8-1.3-3-3-3z"/>',
    "luminosity": '<circle cx="12" cy="12" r="3.6"/><path d="M12 3.5v2M12 18.5v2M3.5 12h2M18.5 12h2'
    'M6 6l1.4 1.4M16.6 16.6 18 18M6 18l1.4-1.4M16.6 7.4 18 6"/>',
    "colour_range": '<path d="M13.5 7.5 5 16v3h3l8.5-8.5M12 6l6 6'
    'M14.5 8.5l2.2-2.7a1.8 1.8 0 0 1 2.6 2.6l-2.7 2.2"/>',
    "logarithm": '<path d="M4.5 4v15.5H20M5 19C6 10 11 6.5 20 6"/>',
    "clipping": '<path d="M12 4.5 3.5 19h17zM12 10v4M12 16.5v.1"/>',
    "crop": '<path d="M7 3v14h14M3 7h14v14"/>',
    "swap": '<path d="M4 9h14M14.5 5.5 18 9l-3.5 3.5M20 15H6M9.5 11.5 6 15l3.5 3.5"/>',
    "reset": '<path d="M5 5v5h5M5.5 10A7.5 7.5 0 1 1 4.8 14"/>',
}

SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="{colour}" '
    'stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round">{glyph}</svg>'
)

_renderers: dict[tuple[str, str], QSvgRenderer] = {}


def paint_glyph(painter: QPainter, name: str, rect: QRectF, colour: QColor) -> None:
    """Draw a glyph into `rect`."""
    key = (name, colour.name())
    if key not in _renderers:
        svg = SVG.format(colour=key[1], glyph=GLYPHS[name])
        _renderers[key] = QSvgRenderer(QByteArray(svg.encode()))
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _renderers[key].render(painter, rect)
    painter.restore()


def app_icon() -> QIcon:
    """The program's own icon: a picture, half before and half after."""
    icon = QIcon()
    for side in (16, 32, 64, 128, 256):
        pixmap = QPixmap(side, side)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor("#3457d5"))
        painter.drawRoundedRect(QRectF(0, 0, side, side), side * 0.22, side * 0.22)
        painter.end()
        painter.begin(pixmap)
        inset = side * 0.14
        paint_glyph(
            painter, "split", QRectF(inset, inset, side - 2 * inset, side - 2 * inset), QColor("#ffffff")
        )
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
