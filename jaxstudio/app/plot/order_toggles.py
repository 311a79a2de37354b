"""Small buttons to be ticked: a derivative's order in the colour of its curve."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QToolButton, QWidget

from jaxstudio.app.plot.colours import curve_colour, is_dark

FEW, MOST = 3, 12
PRIMES = ("f", "f′", "f″", "f‴")


def order_name(order: int, function: str = "f") -> str:
    """f, f′, f″, f‴, f⁽⁴⁾."""
    if order <= FEW:
        return PRIMES[order].replace("f", function)
    raised = str(order).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
    return f"{function}⁽{raised}⁾"


class Chip(QToolButton):
    """A rounded button with a word on it, filled with a colour when ticked."""

    def __init__(self, text: str, about: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("chip")
        self.setText(text)
        self.setCheckable(True)
        self.setToolTip(about)
        self.setAccessibleName(about)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.colour: QColor | None = None

    def sizeHint(self) -> QSize:
        wide = self.fontMetrics().horizontalAdvance(self.text()) + 14
        return QSize(max(wide, 28), 22)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette, role = self.palette(), QPalette.ColorRole
        box = QRectF(self.rect()).adjusted(1.5, 1.5, -1.5, -1.5)
        colour = self.colour or palette.color(role.Highlight)
        if self.isChecked():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour)
            ink = QColor("#14151a") if is_dark() else QColor("#ffffff")
        else:
            painter.setPen(QPen(palette.color(role.Mid), 1))
            hovered = self.underMouse() and self.isEnabled()
            painter.setBrush(palette.color(role.Midlight if hovered else role.Base))
            ink = palette.color(role.Text if self.isEnabled() else role.Mid)
        painter.drawRoundedRect(box, 6, 6)
        painter.setPen(ink)
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self.text())
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(palette.color(role.Highlight), 2))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 7, 7)


class OrderChips(QWidget):
    """Which derivatives are drawn: 0 to 3 at once, up to 12 when unfolded."""

    toggled = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(3)
        first = QHBoxLayout()
        first.setSpacing(3)
        second = QGridLayout()
        second.setSpacing(3)
        self.chips: list[Chip] = []
        for order in range(MOST + 1):
            about = self.tr("Function") if order == 0 else self.tr("Derivative {0}").format(order)
            chip = Chip(order_name(order) if order <= FEW else str(order), about, self)
            chip.clicked.connect(lambda _=False, order=order: self.toggled.emit(order))
            self.chips.append(chip)
            if order <= FEW:
                first.addWidget(chip)
            else:
                second.addWidget(chip, (order - FEW - 1) // 9, (order - FEW - 1) % 9)
        self.more = Chip("…", self.tr("Derivatives 4 to 12"), self)
        self.more.clicked.connect(self._unfold)
        first.addWidget(self.more)
        first.addStretch(1)
        grid.addLayout(first, 0, 0)
        grid.addLayout(second, 1, 0, Qt.AlignmentFlag.AlignLeft)
        self.first = first
        self._unfold(False)

    def _unfold(self, on: bool) -> None:
        self.more.setChecked(on)
        for chip in self.chips[FEW + 1 :]:
            chip.setVisible(on or chip.isChecked())

    def show_orders(self, orders: tuple[int, ...], hue: int) -> None:
        """Tick these orders, in the colours of the line."""
        dark = is_dark()
        for order, chip in enumerate(self.chips):
            colour = curve_colour(hue, order, dark)
            chip.setChecked(order in orders)
            if chip.colour != colour:
                chip.colour = colour
                chip.update()
            if order > FEW:
                chip.setVisible(self.more.isChecked() or order in orders)
