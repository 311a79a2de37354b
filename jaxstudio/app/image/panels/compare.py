"""Compare and measure: the reference picture, how the difference is shown, and the measures."""

from __future__ import annotations

import math
from typing import Any

from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame, QLabel, QWidget

from jaxstudio.app.image.canvas.display_words import of_not_numbers
from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.image.engine_bridge import Measured, Picture
from jaxstudio.app.shared.buttons import GlyphButton
from jaxstudio.app.shared.choice_box import ChoiceBox
from jaxstudio.app.shared.layouts import FlowLayout, across, down, make_button, make_label, set_look
from jaxstudio.app.shared.number_field import NumberField
from jaxstudio.app.shared.slider import Slider
from jaxstudio.app.shared.text import of_number
from jaxstudio.pipeline.display_mode import DIFFERENCES, HIGHEST_GAIN
from jaxstudio.pipeline.params import Float
from jaxstudio.pipeline.recipe import Recipe


class Comparing(QObject):
    """State of the comparison and the intents that change it; emits `changed` when it must be drawn again."""

    changed = Signal()

    def __init__(self, document: ImageDocument, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self.open = False
        self.measured: Measured | None = None
        self.progress = 0.0  # of the exact measures that are not there yet
        document.picture_arrived.connect(self._take_picture)
        document.measured.connect(self._take_measured)
        document.measuring.connect(self._take_progress)
        document.photo_changed.connect(self._forget)
        document.recipe_changed.connect(self._outdate)
        document.view_changed.connect(self._outdate)

    # What there is

    @property
    def sizes_differ(self) -> bool:
        document = self.document
        return document.photo is not None and document.result_size != document.reference_size

    @property
    def fresh(self) -> bool:
        """Whether the last measures belong to the shown picture."""
        measured, document = self.measured, self.document
        if measured is None or document.photo is None or measured.photo.token != document.photo.token:
            return False
        return (measured.recipe, measured.against) == (document.recipe, document.against)

    # Intents

    def set_open(self, open_: bool) -> None:
        """Measure from now on, or no more; without the bar no difference is shown."""
        self.open = open_
        if open_:
            self._measure()
        else:
            self.document.stop_measuring()
            self.document.set_display_mode(replace(self.document.display_mode, difference=""))
        self.changed.emit()

    def take_snapshot(self) -> None:
        """Keep the present recipe under a new name, and compare later results with it."""
        kept, number = self.document.snapshots, len(self.document.snapshots) + 1
        while self.tr("Snapshot {0}").format(number) in kept:
            number += 1
        recipe = self.document.recipe
        self.document.set_snapshots({**kept, self.tr("Snapshot {0}").format(number): recipe})
        self.compare_with(recipe)

    def compare_with(self, recipe: Recipe) -> None:
        """Compare with another recipe's result; an empty recipe is the photo itself."""
        self.document.set_against(recipe)
        self._measure()
        self.changed.emit()

    def set_difference(self, difference: str) -> None:
        self.document.set_display_mode(replace(self.document.display_mode, difference=difference))

    def toggle_difference(self) -> None:
        """Show the difference instead of the picture, or the picture again."""
        shown = bool(self.document.display_mode.difference)
        if not shown and not self.open:
            self.set_open(True)
        self.set_difference("" if shown else "absolute")

    def set_gain(self, gain: float) -> None:
        self.document.set_display_mode(
            replace(self.document.display_mode, gain=min(max(gain, 1.0), HIGHEST_GAIN))
        )

    # What the engine says

    def _outdate(self) -> None:
        """Measure again, if the measures are shown: the recipe or the view changed."""
        if self.open:
            self.changed.emit()

    def _forget(self) -> None:
        self.measured = None
        self.changed.emit()

    def _take_picture(self, picture: Picture) -> None:
        done = self.fresh and self.measured is not None and self.measured.exact
        # while something is dragged every frame is soon outdated
        if self.open and picture.exact and not self.document.moving and not done:
            self._measure()

    def _measure(self) -> None:
        if self.open:
            self.progress = 0.0
            self.document.measure()

    def _take_progress(self, done: float) -> None:
        if self.open and int(done * 100) != int(self.progress * 100):
            self.progress = done
            self.changed.emit()

    def _take_measured(self, measured: Measured) -> None:
        self.measured = measured
        self.changed.emit()


GAIN_PX, FIELD_PX = 110, 66
SMALL = 1e-3


class CompareBar(QFrame):
    """Two lines, shown while `comparing` is open and updated whenever it changes."""

    help_asked = Signal()

    def __init__(
        self, comparing: Comparing, actions: dict[str, QAction], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("status")
        self.comparing = comparing
        self.setAccessibleName(self.tr("Compare and measure"))
        down(self, self._controls(actions), self._measures(), spacing=5, margins=(12, 6, 12, 6))
        comparing.changed.connect(self.draw)
        self.draw()

    def _controls(self, actions: dict[str, QAction]) -> FlowLayout:
        line = FlowLayout(spacing=8)
        self.other = self._box(line, self.tr("Compare with"))
        self.other.setSizeAdjustPolicy(ChoiceBox.SizeAdjustPolicy.AdjustToContents)
        self.other.chosen.connect(self._choose_other)
        keep = self.tr("Keep the present result, to compare later ones with (Ctrl+Shift+B)")
        self.snap = make_button(self.tr("Take snapshot"), actions["snapshot"].trigger, self, tip=keep)
        line.add(self.snap)
        line.add_space(10)
        self.difference = self._box(line, self.tr("Difference"))
        for words, kind in zip((self.tr("Absolute"), self.tr("Signed")), DIFFERENCES, strict=True):
            self.difference.addItem(words, kind)
        self.difference.insertItem(0, self.tr("Off"), "")
        self.difference.chosen.connect(self.comparing.set_difference)
        self.gain_label = QLabel(self.tr("Gain"), self)
        self.gain = Slider(0.0, math.log2(HIGHEST_GAIN), 0.5, parent=self)
        self.gain.setFixedWidth(GAIN_PX)
        self.gain.setAccessibleName(self.tr("Gain slider"))
        self.gain.setToolTip(self.tr("By how much a difference is enlarged to be seen"))
        gain = Float("gain", 1.0, 0.0, math.inf, unit="×")  # `set_gain` clamps
        self.gain_field = NumberField(gain, self.tr("Gain"), wide=FIELD_PX, parent=self)
        together = QWidget(self)  # the word stays beside its slider
        across(together, self.gain_label, self.gain, self.gain_field, spacing=8)
        line.add(together)
        self.gain.sent.connect(lambda power, _: self.comparing.set_gain(2.0**power))
        self.gain.reset_asked.connect(lambda: self.comparing.set_gain(1.0))
        self.gain_field.sent.connect(self._send_gain)
        line.add_stretch()
        about = GlyphButton("help", self.tr("About comparing"), self)
        about.clicked.connect(self.help_asked)
        line.add(about)
        close = GlyphButton("close", self.tr("Close the comparison (F9)"), self)
        close.clicked.connect(lambda: actions["compare"].trigger())
        line.add(close)
        return line

    def _box(self, line: FlowLayout, words: str) -> ChoiceBox:
        label = make_label(words, "muted", self)
        box = ChoiceBox(self, words)
        label.setBuddy(box)
        line.add(label)
        line.add(box)
        return box

    def _measures(self) -> FlowLayout:
        line = FlowLayout(spacing=18)
        measures = (
            ("psnr", self.tr("Peak signal to noise ratio: higher is nearer, above 40 dB hardly seen")),
            ("ssim", self.tr("Structural similarity: 1 is the same, near 0 has nothing in common")),
            ("mse", self.tr("Mean squared difference of all values, from 0 to 1")),
            ("delta", self.tr("The greatest difference of any value, from 0 to 1")),
            ("delta_e", self.tr("CIEDE2000, the mean over all pixels: about 1 is just seen")),
            ("delta_e_most", self.tr("CIEDE2000 of the pixel that differs most")),
        )
        self.labels = {}
        for name, about in measures:
            self.labels[name] = make_label("", parent=self, tip=about)
            line.add(self.labels[name])
        line.add_stretch()
        self.state = make_label(
            "", parent=self, tip=self.tr("Measured over the whole result, at full size, as it would be saved")
        )
        line.add(self.state)
        return line

    def _choose_other(self, name: str | None) -> None:
        if name is not None:
            self.comparing.compare_with(self.comparing.document.snapshots[name] if name else Recipe())

    def _send_gain(self, gain: float, _: bool) -> None:
        self.comparing.set_gain(gain)
        self.draw()

    def draw(self) -> None:
        """Draw the reference, the display of the difference, and the measures."""
        comparing, mode = self.comparing, self.comparing.document.display_mode
        self.setVisible(comparing.open)
        if not comparing.open:
            return
        snapshots, against = comparing.document.snapshots, comparing.document.against
        name = next((name for name, recipe in snapshots.items() if recipe == against), None)
        known = not against.active or name is not None
        earlier = [] if known else [(self.tr("Earlier state"), None)]
        self.other.offer([(self.tr("Original"), ""), *((each, each) for each in snapshots), *earlier])
        self.other.show_value(name if against.active else "")
        self.difference.show_value(mode.difference)
        for widget in (self.gain_label, self.gain, self.gain_field):
            widget.setEnabled(bool(mode.difference))
        self.gain.show_value(math.log2(mode.gain), 0.0)
        self.gain_field.show_value(round(mode.gain, 2))
        self._draw_measures()

    def _draw_measures(self) -> None:
        comparing = self.comparing
        measured = comparing.measured if comparing.fresh else None
        words = measured.words if measured is not None else ""
        if comparing.sizes_differ:
            words = self._sizes()
        measures = measured.measures if measured is not None and not words else None
        shown = self._numbers(measures) if measures is not None else {}
        for name, label in self.labels.items():
            label.setText(shown.get(name, ""))
            label.setVisible(bool(shown.get(name)))
        look = "muted"
        if not words and measured is None:
            words = self.tr("measuring…") + self._progress()
        elif not words:
            words, look = self._truth(measured)
        self.state.setText(words)
        set_look(self.state, look)

    def _sizes(self) -> str:
        (height, width), (other_height, other_width) = (
            self.comparing.document.result_size,
            self.comparing.document.reference_size,
        )
        text = self.tr("The sizes differ, {0} and {1}: nothing to compare pixel by pixel")
        return text.format(f"{width} × {height}", f"{other_width} × {other_height}")

    def _progress(self) -> str:
        done = self.comparing.progress
        return self.tr(" · {0} %").format(int(done * 100)) if done else ""

    def _truth(self, measured: Any) -> tuple[str, str]:
        left_out = measured.measures.left_out if measured.measures is not None else 0
        words = self.tr("exact")
        if not measured.exact:
            words = self.tr("approximate: of a smaller copy") + self._progress()
        if left_out:
            words += " · " + self.tr("{0} and left out").format(of_not_numbers(left_out))
        return words, "exact" if measured.exact else "approximate"

    def _numbers(self, measures: Any) -> dict[str, str]:
        """Return each label's text; a measure that does not exist has an empty text."""
        mse = measures.mse
        if mse is None:
            return {}
        decibels = self.tr("PSNR {0} dB").format(of_number(measures.psnr, ".2f"))
        if math.isinf(measures.psnr):
            decibels = self.tr("PSNR ∞ (nothing differs)")
        return {
            "psnr": decibels,
            "ssim": ""
            if measures.ssim is None
            else self.tr("SSIM {0}").format(of_number(measures.ssim, ".4f")),
            "mse": self.tr("MSE {0}").format(
                of_number(mse, ".4f") if mse == 0 or mse >= SMALL else of_number(mse, ".2e")
            ),
            "delta": self.tr("max |Δ| {0}").format(of_number(measures.delta, ".4f")),
            "delta_e": self.tr("ΔE {0}").format(of_number(measures.delta_e, ".2f")),
            "delta_e_most": self.tr("max ΔE {0}").format(of_number(measures.delta_e_most, ".2f")),
        }
