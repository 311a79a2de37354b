"""Options below a line: orders and method of derivatives, style of a surface, range of t."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QGridLayout, QLabel, QToolButton, QWidget

from jaxstudio.app.plot.controller import FunctionsController
from jaxstudio.app.shared.choice_box import ChoiceBox
from jaxstudio.app.shared.colours import curve_colour, is_dark
from jaxstudio.app.shared.layouts import across, down
from jaxstudio.app.shared.number_field import NumberField
from jaxstudio.functions.document import PlotLine
from jaxstudio.functions.language import Line, LineKind
from jaxstudio.functions.language.sequences import uses_index
from jaxstudio.functions.protocol.requests import USUAL_TIME, DrawnLine, Style

FEW, MOST = 3, 12
PRIMES = ("f", "f′", "f″", "f‴")


def order_name(order: int) -> str:
    """f, f′, f″, f‴, f⁽⁴⁾."""
    if order <= FEW:
        return PRIMES[order]
    raised = str(order).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
    return f"f⁽{raised}⁾"


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
    """Chips for the drawn derivatives: 0 to 3 at once, up to 12 when unfolded."""

    toggled = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(3)
        first = across(None, spacing=3)
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


WITH_ORDERS = frozenset({LineKind.CURVE})
WITH_STYLE = frozenset({LineKind.SURFACE})
WITH_RANGE = frozenset({LineKind.PARAMETRIC, LineKind.POLAR, LineKind.PATCH})
USUAL_RANGE = (0.0, 6.283185307179586)


class LineOptions(QWidget):
    """The options of a line; only those of its kind are visible."""

    range_refused = Signal()

    def __init__(self, controller: FunctionsController, key: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.controller, self.key = controller, key
        column = down(self, spacing=3, margins=(0, 0, 0, 2))
        self.orders = OrderChips(self)
        self.method = self._methods()
        self.orders.first.addWidget(self.method)
        column.addWidget(self.orders)
        self.style_row = self._style_row()
        column.addWidget(self.style_row)
        self.range_row = self._range_row()
        column.addWidget(self.range_row)
        self.cobweb = Chip(self.tr("Cobweb"), self.tr("Draw the map and the way from term to term"), self)
        self.cobweb.clicked.connect(
            lambda on: controller.set_line(key, style=Style.COBWEB if on else Style.HEATMAP)
        )
        column.addWidget(self.cobweb, 0, Qt.AlignmentFlag.AlignLeft)
        self.band = ChoiceBox(self)
        self.band.setMinimumContentsLength(12)
        self.band.setObjectName("small")
        self.band.setAccessibleName(self.tr("How solutions move with a slider"))
        self.band.setToolTip(self.tr("A band shows what a tenth more or less of a slider does"))
        self.band.activated.connect(lambda _: controller.set_line(key, sensitivity=self.band.currentData()))
        column.addWidget(self.band, 0, Qt.AlignmentFlag.AlignLeft)
        self.orders.toggled.connect(lambda order: controller.toggle_order(key, order))

    def _methods(self) -> ChoiceBox:
        box = ChoiceBox(self)
        box.setObjectName("small")
        for word, name in (
            (self.tr("Auto"), "auto"),
            (self.tr("Forward"), "forward"),
            (self.tr("Reverse"), "reverse"),
            (self.tr("Taylor"), "taylor"),
            (self.tr("Finite"), "finite"),
            (self.tr("Symbolic"), "symbolic"),
        ):
            box.addItem(word, name)
        box.setAccessibleName(self.tr("How derivatives are computed"))
        box.activated.connect(lambda _: self.controller.set_line(self.key, method=box.currentData()))
        return box

    def _word_of(self, method: str) -> str:
        """A method's name in the box, where it is offered there."""
        return self.method.itemText(self.method.findData(method)) or method

    def _style_row(self) -> QWidget:
        row = QWidget(self)
        line = across(row, spacing=3)
        self.styles: dict[Style, Chip] = {}
        for style, word in (
            (Style.HEATMAP, self.tr("Heatmap")),
            (Style.CONTOURS, self.tr("Contours")),
            (Style.SURFACE, self.tr("3-D")),
        ):
            chip = Chip(word, word, row)
            chip.clicked.connect(lambda _=False, style=style: self.controller.set_line(self.key, style=style))
            line.addWidget(chip)
            self.styles[style] = chip
        line.addSpacing(8)
        self.gradient = Chip("∇f", self.tr("Arrows of the gradient"), row)
        self.gradient.clicked.connect(lambda on: self.controller.set_line(self.key, gradient=on))
        line.addWidget(self.gradient)
        line.addStretch(1)
        return row

    def _range_row(self) -> QWidget:
        row = QWidget(self)
        line = across(row, spacing=5)
        self.low = NumberField(name=self.tr("From"), step=0.1, wide=74, parent=row)
        self.high = NumberField(name=self.tr("To"), step=0.1, wide=74, parent=row)
        self.between = QLabel("≤ t ≤", row)
        for field in (self.low, self.high):
            field.setAlignment(Qt.AlignmentFlag.AlignCenter)
            field.sent.connect(partial(self._set_range, field))
        line.addWidget(self.low)
        line.addWidget(self.between)
        line.addWidget(self.high)
        line.addStretch(1)
        return row

    def _usual_range(self) -> tuple[float, float]:
        return (0.0, 360.0) if self.controller.document.axes.degrees else USUAL_RANGE

    def _set_range(self, field: NumberField, value: float, nudge: bool) -> None:
        low, high = self.shown_range
        made = (value, high) if field is self.low else (low, value)
        if made[0] < made[1]:
            self.controller.set_line(self.key, parameter=made)
        elif not nudge:
            field.refuse(True)

    def show_line(self, plot_line: PlotLine, line: Line, drawn: DrawnLine | None, held: bool) -> None:
        """Draw the options of this line; `held`: it is the one being worked on."""
        shown = plot_line.line
        derived = any(shown.orders) or shown.orders != (0,)
        self.orders.setVisible(line.kind in WITH_ORDERS and (held or derived))
        self.orders.show_orders(shown.orders, plot_line.hue)
        self.method.setVisible(any(shown.orders))
        self.method.setCurrentIndex(max(self.method.findData(shown.method), 0))
        ran = sorted({curve.method for curve in drawn.curves if curve.order}) if drawn is not None else []
        self.method.setToolTip(
            self.tr("Computed by: {0}").format(", ".join(map(self._word_of, ran)))
            if ran
            else self.method.accessibleName()
        )
        surface = line.kind in WITH_STYLE
        self.style_row.setVisible(surface)
        for style, chip in self.styles.items():
            chip.setChecked(style is shown.style)
        self.gradient.setChecked(shown.gradient)
        self.gradient.setEnabled(shown.style is not Style.SURFACE)
        # solutions that are paths in the plane run from one time to another
        runs = line.system is not None and line.system.planar and line.system.lead == line.index
        self.range_row.setVisible(line.kind in WITH_RANGE or runs)
        low, high = shown.parameter or (USUAL_TIME if runs else self._usual_range())
        names = {("theta",): "≤ θ ≤", ("u", "v"): "≤ u, v ≤"}
        self.between.setText(names.get(line.variables, "≤ t ≤"))
        self.shown_range = (low, high)
        self.low.show_value(low)
        self.high.show_value(high)
        self._show_band(line, shown.sensitivity)
        recursion = line.recursion
        self.cobweb.setVisible(
            recursion is not None
            and line.tree is not None
            and recursion.is_map
            and not uses_index(line.tree, recursion.index)
        )
        self.cobweb.setChecked(shown.style is Style.COBWEB)
        rows = (self.orders, self.style_row, self.range_row, self.cobweb, self.band)
        self.setVisible(any(not row.isHidden() for row in rows))

    def _show_band(self, line: Line, chosen: str) -> None:
        """Offer the sliders of solutions."""
        system = line.system
        sliders: tuple[str, ...] = ()
        if system is not None and line.index in {each.line for each in system.drawn}:
            sliders = self.controller.reading.lines[system.lead].sliders
        self.band.setVisible(bool(sliders))
        if [self.band.itemData(row) for row in range(self.band.count())] != ["", *sliders]:
            self.band.clear()
            self.band.addItem(self.tr("No band"), "")
            for name in sliders:
                self.band.addItem(self.tr("Band: {0} ± 10 %").format(name), name)
        self.band.setCurrentIndex(max(self.band.findData(chosen), 0))
