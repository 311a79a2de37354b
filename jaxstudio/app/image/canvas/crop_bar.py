"""The bar of the crop tool: proportions, angle, a line to be levelled, the size, and how to end."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QLineEdit, QWidget

from jaxstudio.app.image.canvas.crop_geometry import FREE, MOST_DEGREES, ORIGINAL, OWN, RATIOS, ratio_of
from jaxstudio.app.image.canvas.crop_tool import CropTool
from jaxstudio.app.shared.buttons import GlyphButton
from jaxstudio.app.shared.choice_box import small_box
from jaxstudio.app.shared.layouts import FlowLayout, make_button, make_label
from jaxstudio.app.shared.number_field import NumberSlider
from jaxstudio.pipeline.params import Float

OWN_PX, ANGLE_PX, FIELD_PX = 64, 220, 66


class CropBar(QFrame):
    """Drawn from a `CropTool`, to which it passes what is chosen."""

    def __init__(self, tool: CropTool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("status")
        self.tool = tool
        self.ratio = small_box(self.tr("Proportions"), self, self.tr("Width by height of what is left"))
        for words, value in (
            (self.tr("Free"), FREE),
            (self.tr("Original"), ORIGINAL),
            *((text, text) for text in RATIOS),
            (self.tr("Own…"), OWN),
        ):
            self.ratio.addItem(words, value)
        self.own = QLineEdit(self)
        self.own.setFixedWidth(OWN_PX)
        self.own.setPlaceholderText("7:5")
        self.own.setAccessibleName(self.tr("Own proportions"))
        self.own.setToolTip(self.tr("Width by height: 7:5 or 2.35"))
        self.own.hide()
        self._types = False  # whether own proportions are asked for
        self.swap = GlyphButton("swap", self.tr("Swap width and height"), self)
        angle = Float("angle", 0.0, -MOST_DEGREES, MOST_DEGREES, unit="°", slider_step=0.1)
        tip = self.tr("Turns the photo, counter-clockwise; so does the round handle above the box")
        self.angle = NumberSlider(angle, self.tr("Angle"), tip=tip, wide=FIELD_PX, parent=self)
        self.angle.setFixedWidth(ANGLE_PX)
        self.line = GlyphButton(
            "ruler", self.tr("Straighten: draw a line along the horizon (or drag with Ctrl)"), self
        )
        self.line.setCheckable(True)
        self.largest = GlyphButton("fit", self.tr("The largest rectangle without empty corners"), self)
        self.extent = make_label(
            "", "muted", self, tip=self.tr("Width and height of what is left, in pixels")
        )
        self.cancel = make_button(self.tr("Cancel"), parent=self)
        self.done = make_button(self.tr("Done"), parent=self)
        line = FlowLayout(self, spacing=8, margins=(12, 4, 12, 4))
        groups: tuple[tuple[QWidget, ...], ...] = (
            (self.ratio, self.own, self.swap),
            (self.angle, self.line, self.largest),
            (self.extent,),
        )
        for group in groups:
            for widget in group:
                line.add(widget)
            line.add_space(8)
        line.add_stretch()
        line.add(self.cancel)
        line.add(self.done)
        self._connect()
        self.draw()

    def _connect(self) -> None:
        tool, document = self.tool, self.tool.document
        self.ratio.chosen.connect(self._choose)
        self.own.editingFinished.connect(self._take_own)
        self.swap.clicked.connect(tool.swap)
        self.angle.pressed.connect(document.begin_gesture)
        self.angle.released.connect(document.end_gesture)
        self.angle.sent.connect(lambda value, nudge: tool.set_angle(value, nudge=nudge))
        self.angle.reset_asked.connect(lambda _: tool.set_angle(0.0))
        self.angle.field.refused.connect(lambda _: self.angle.refuse())
        self.line.clicked.connect(tool.draw_line)
        self.largest.clicked.connect(tool.enlarge)
        self.cancel.clicked.connect(tool.cancel)
        self.done.clicked.connect(tool.done)
        tool.changed.connect(self.draw)

    def _choose(self, choice: str) -> None:
        self._types = choice == OWN
        self.own.setVisible(self._types)
        if self._types:
            self.own.setFocus()
            self._take_own()
        else:
            self.tool.set_ratio(choice)

    def _take_own(self) -> None:
        """Take the typed proportions; what says none is marked."""
        text = self.own.text().strip()
        right = not text or ratio_of(text) is not None
        self.own.setProperty("refused", not right)
        self.own.style().polish(self.own)
        if right and text and self._types:
            self.tool.set_ratio(text)

    def draw(self) -> None:
        """Show the tool's state."""
        tool = self.tool
        if tool.step is None:
            return
        shown = tool.choice if tool.choice in (FREE, ORIGINAL, *RATIOS) else OWN
        if not self._types:
            self.ratio.show_value(shown)
            self.own.setVisible(shown == OWN)
        self.swap.setEnabled(tool.ratio is not None)
        self.angle.show_value(tool.angle)
        self.line.setChecked(tool.draws_line)
        box = tool.box
        self.extent.setText(f"{box.width} × {box.height} px")
