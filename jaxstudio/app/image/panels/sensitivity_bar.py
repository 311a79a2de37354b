"""The bar below the canvas that names the derivative on it: the palette with a scale, and the metric."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAction, QColor, QLinearGradient, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QFrame, QWidget

from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.image.sensitivity import METRICS
from jaxstudio.app.shared.buttons import GlyphButton
from jaxstudio.app.shared.choice_box import ChoiceBox
from jaxstudio.app.shared.layouts import FlowLayout, OneLine, across, down, make_label
from jaxstudio.app.shared.text import in_words, of_catalogue, of_number, tr
from jaxstudio.backend.frames import colour_of
from jaxstudio.backend.requests import JUMPS
from jaxstudio.pipeline.param_refs import ParamRef, param_of
from jaxstudio.pipeline.params import Float, Int

LEGEND_PX, BAR_PX = 260, 10
STOPS = 8


def of_slope(value: float) -> str:
    """A derivative with its sign, three digits."""
    return of_number(value, "+.3g").replace("-", "\N{MINUS SIGN}")


def of_metric(metric: str) -> str:
    """A metric in words."""
    return {
        "mean": tr("Mean brightness"),
        "contrast": tr("Contrast"),
        "sharpness": tr("Sharpness"),
        "loss": tr("Difference from the target"),
    }[metric]


WORDS_LETTERS, VALUE_LETTERS = 46, 12


class Legend(QWidget):
    """The palette, and the derivatives at its ends and middle."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.most = 0.0
        self.setAccessibleName(self.tr("Scale of the derivative"))
        self.setFixedSize(LEGEND_PX, BAR_PX + self.fontMetrics().height() + 4)

    def show_scale(self, most: float) -> None:
        """The ends of the palette mean so much, below 0 and above."""
        self.most = most
        self.setAccessibleDescription(
            self.tr("Blue: {0}, grey: 0, orange: {1}").format(of_slope(-most), of_slope(most))
        )
        self.update()

    def sizeHint(self) -> QSize:
        return self.size()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        ramp = QLinearGradient(0, 0, self.width(), 0)
        for stop in range(2 * STOPS + 1):
            ramp.setColorAt(stop / (2 * STOPS), QColor(*colour_of(stop / STOPS - 1)))
        painter.fillRect(QRectF(0, 0, self.width(), BAR_PX), ramp)
        painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
        below = self.rect().adjusted(0, BAR_PX + 1, 0, 0)
        sides = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignHCenter, Qt.AlignmentFlag.AlignRight
        for side, text in zip(sides, (of_slope(-self.most), "0", of_slope(self.most)), strict=True):
            painter.drawText(below, int(side | Qt.AlignmentFlag.AlignTop), text)


class SensitivityBar(QFrame):
    """Shown while sensitivity is switched on."""

    help_asked = Signal()

    def __init__(
        self, document: ImageDocument, actions: dict[str, QAction], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("status")
        self.setAccessibleName(self.tr("Sensitivity"))
        self.document, self.sensitivity = document, document.sensitivity
        line = FlowLayout(spacing=10)
        self.words = OneLine(self, look="")
        letter = (
            self.fontMetrics().averageCharWidth()
        )  # widths stay, or the picture would move with the words
        self.words.setFixedWidth(WORDS_LETTERS * letter)
        self.legend = Legend(self)
        policy = self.legend.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.legend.setSizePolicy(policy)
        line.add(self.words)
        line.add(self.legend)
        line.add_stretch()
        label = make_label(self.tr("Arrows on the sliders"), "muted", self)
        name = self.tr("Number whose derivatives the arrows show")
        tip = self.tr("An arrow points to where the number grows; the longest slider moves it most")
        metrics = ((of_metric(metric), metric) for metric in METRICS)
        self.metrics = ChoiceBox(self, name, metrics, tip=tip)
        self.value = make_label("", "muted", self)
        self.value.setFixedWidth(VALUE_LETTERS * letter)
        arrows = QWidget(self)  # in one piece where the line is wrapped
        across(arrows, label, self.metrics, self.value)
        line.add(arrows)
        about = GlyphButton("help", self.tr("About sensitivity"), self)
        about.clicked.connect(self.help_asked)
        close = GlyphButton("close", self.tr("Switch sensitivity off (Ctrl+Shift+I)"), self)
        close.clicked.connect(lambda: actions["sensitivity"].trigger())
        line.add(about)
        line.add(close)
        down(self, line, margins=(12, 6, 12, 6))
        self.metrics.chosen.connect(self.sensitivity.choose_metric)
        self.sensitivity.changed.connect(self.draw)
        self.draw()

    def draw(self) -> None:
        """Name the shown sensitivity, or say why there is none."""
        shown = self.sensitivity
        if not shown.on:
            return
        self.metrics.show_value(shown.metric)
        item = self.metrics.model().item(METRICS.index("loss"))  # type: ignore[attr-defined]
        item.setEnabled(bool(shown.target))
        gradient = shown.gradient
        self.value.setText("" if gradient is None else f"= {of_number(gradient.value, '.4g')}")
        answer = shown.answer
        self.legend.setVisible(answer is not None and answer.pixels is not None)
        if answer is not None:
            self.legend.show_scale(answer.most)
        self.words.setText(self._words())
        self.words.setToolTip(self._details())

    def _details(self) -> str:
        """Say how the derivative was computed."""
        answer = self.sensitivity.answer
        if answer is None or answer.pixels is None:
            return ""
        if answer.by_differences:
            how = self.tr("The difference of two renders, with the slider a little lower and higher")
        else:
            how = self.tr("The exact derivative, by jax.jvp through the filters")
        if not answer.level:
            return how
        where = self.tr("Computed on the photo reduced to 1/{0}, as the canvas shows it").format(
            2**answer.level
        )
        return f"{how}\n{where}"

    def _words(self) -> str:
        shown, answer = self.sensitivity, self.sensitivity.answer
        if shown.failure:
            return shown.failure
        known = {step.key: step for step in self.document.recipe.steps}
        ref = shown.ref
        if ref is None or ref.step not in known:
            return self.tr("Point at a slider, or go to it with Tab")
        name = f"{of_catalogue(known[ref.step].op.title)}: {in_words(ref.name)}"
        if not shown.real:
            return self.tr("{0}: {1}").format(name, self._why_not(ref))
        if answer is None:
            return self.tr("{0}: computing…").format(name)
        if answer.reason == JUMPS:
            return self.tr("{0}: no derivative, the picture changes in jumps").format(name)
        if answer.most == 0:
            return self.tr("{0}: changes nothing here").format(name)
        param = known[ref.step].op.by_name[ref.name]
        unit = getattr(param, "unit", "") or "1"
        words = self.tr("{0}: change per {1}").format(name, unit)
        if answer.level:
            words += self.tr(", at 1/{0}").format(2**answer.level)
        if answer.by_differences:
            words += self.tr(", by differences")
        return words

    def _why_not(self, ref: ParamRef) -> str:
        """Say why a parameter has no derivative."""
        param = param_of(self.document.recipe, ref)
        if not self.document.recipe.step(ref.step).enabled:
            return self.tr("its filter is switched off")
        if isinstance(param, Int):
            return self.tr("a whole number has no derivative")
        if isinstance(param, Float):
            return self.tr("it follows another value, or is that of a border")
        return self.tr("what is no number has no derivative")
