"""File > Export of a sheet: the format, the picture's size and ground, and a slider that is animated."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QHBoxLayout, QLabel, QWidget

from jaxstudio.app.plot.controller import FunctionsController
from jaxstudio.app.plot.picture_files import Animation, PictureOptions
from jaxstudio.app.shared.buttons import CheckBox
from jaxstudio.app.shared.choice_box import ChoiceBox
from jaxstudio.app.shared.layouts import across, down, make_label
from jaxstudio.app.shared.number_field import NumberField
from jaxstudio.app.shared.text import of_error
from jaxstudio.errors import UsageError
from jaxstudio.files.animation import check_animation
from jaxstudio.pipeline.params import Float, Int

PICTURES, DRAWINGS, ANIMATIONS = (".png",), (".svg", ".pdf"), (".gif", ".webp", ".mp4")
SIZED = (*PICTURES, *DRAWINGS, *ANIMATIONS)
FORMAT, SCALE, CLEAR, THEME = "functions/export", "functions/scale", "functions/clear", "functions/theme"
SCALES = (1.0, 2.0, 3.0, 4.0)
LEAST_PX, MOST_PX, MOST_PIXELS = 100, 8000, 64_000_000
MOST_FRAMES = 600


class ExportDialog(QDialog):
    """Asks what to write; `export(suffix, options, animation)` asks where, and writes it."""

    def __init__(
        self,
        controller: FunctionsController,
        settings: QSettings,
        export: Callable[[str, PictureOptions, Animation | None], object],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.controller, self.settings, self._export = controller, settings, export
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Export"))
        self.numbers: dict[NumberField, float] = {}
        self._make()
        self._lay_out()
        self._changed()

    def _make(self) -> None:
        settings = self.settings
        formats = [
            (self.tr("PNG picture"), ".png"),
            (self.tr("SVG drawing"), ".svg"),
            (self.tr("PDF page"), ".pdf"),
            (self.tr("TikZ for LaTeX"), ".tex"),
            (self.tr("Points as CSV"), ".csv"),
            (self.tr("Python script"), ".py"),
        ]
        sliders = self.controller.reading.sliders
        if sliders:
            formats += [
                (self.tr("Animation: GIF"), ".gif"),
                (self.tr("Animation: WebP"), ".webp"),
                (self.tr("Animation: MP4"), ".mp4"),
            ]
        self.format = ChoiceBox(self, self.tr("Format"), formats)
        self.format.setCurrentIndex(max(self.format.findData(str(settings.value(FORMAT, ".png"))), 0))
        self.format.chosen.connect(lambda _: self._changed())
        view = self.controller.view
        self.wide = self._field(Int("width", 1000, LEAST_PX, MOST_PX), self.tr("Width"), view.width_px)
        self.high = self._field(Int("height", 700, LEAST_PX, MOST_PX), self.tr("Height"), view.height_px)
        self.scale = ChoiceBox(self, self.tr("Scale"), [(f"{scale:g}×", scale) for scale in SCALES])
        self.scale.show_value(float(str(settings.value(SCALE, 2.0))))
        self.scale.chosen.connect(lambda _: self._changed())
        self.clear = CheckBox(self.tr("Transparent ground"), self)
        self.clear.setChecked(str(settings.value(CLEAR, False)).lower() == "true")
        themes = ((self.tr("As the window"), None), (self.tr("Light"), False), (self.tr("Dark"), True))
        self.theme = ChoiceBox(self, self.tr("Theme"), themes)
        self.theme.setCurrentIndex(min(int(str(settings.value(THEME, 0))), 2))
        self.slider = ChoiceBox(self, self.tr("Slider"), [(name, name) for name in sliders])
        self.slider.chosen.connect(self._show_range)
        self.low = self._field(Float("low", 0.0, -1e9, 1e9), self.tr("From"), 0.0)
        self.high_end = self._field(Float("high", 1.0, -1e9, 1e9), self.tr("To"), 1.0)
        self.frames = self._field(Int("frames", 60, 2, MOST_FRAMES), self.tr("Frames"), 60)
        self.rate = self._field(Float("rate", 20.0, 0.5, 60.0), self.tr("Frames a second"), 20.0)
        self.back = CheckBox(self.tr("And back to the start"), self)
        self.facts = make_label("", "muted", self, wraps=True)

    def _field(self, param: Int | Float, name: str, value: float) -> NumberField:
        field = NumberField(param, name, wide=84, parent=self)
        field.sent.connect(lambda value, _: self._set(field, value))
        field.show_value(value)
        self.numbers[field] = value
        return field

    def _set(self, field: NumberField, value: float) -> None:
        field.show_value(value)
        self.numbers[field] = value
        self._changed()

    def _lay_out(self) -> None:
        self.form = QFormLayout()
        self.size_row = across(None, self.wide, QLabel("×", self), self.high, None, spacing=6)
        self.range_row = across(None, self.low, QLabel("…", self), self.high_end, None, spacing=6)
        rows: list[tuple[str, QWidget | QHBoxLayout]] = [
            (self.tr("Format"), self.format),
            (self.tr("Size"), self.size_row),
            (self.tr("Scale"), self.scale),
            (self.tr("Theme"), self.theme),
            ("", self.clear),
            (self.tr("Slider"), self.slider),
            (self.tr("Range"), self.range_row),
            (self.tr("Frames"), self.frames),
            (self.tr("Frames a second"), self.rate),
            ("", self.back),
        ]
        for words, row in rows:
            self.form.addRow(words, row)
        self.buttons = QDialogButtonBox(self)
        save = self.buttons.addButton(self.tr("Export…"), QDialogButtonBox.ButtonRole.AcceptRole)
        save.setDefault(True)
        self.buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        self.buttons.accepted.connect(self._accept)
        self.buttons.rejected.connect(self.reject)
        down(self, self.form, self.facts, None, self.buttons, margins=None)
        self._show_range()

    @property
    def suffix(self) -> str:
        return str(self.format.currentData())

    def _show_range(self, _: object = None) -> None:
        """The range of the slider that was chosen."""
        if self.slider.count():
            slider = self.controller.slider(str(self.slider.currentData()))
            for field, value in ((self.low, slider.low), (self.high_end, slider.high)):
                field.show_value(value)
                self.numbers[field] = value

    def options(self) -> PictureOptions:
        """What was chosen for the picture; without a size where it is the plane's."""
        view, size = self.controller.view, (round(self.numbers[self.wide]), round(self.numbers[self.high]))
        is_own = size == (view.width_px, view.height_px)
        return PictureOptions(
            0 if is_own else size[0],
            0 if is_own else size[1],
            scale=float(self.scale.currentData()) if self.suffix not in DRAWINGS else 1.0,
            clear=self.clear.isChecked() and self.suffix in (*PICTURES, *DRAWINGS),
            dark=self.theme.currentData(),
        )

    def animation(self) -> Animation | None:
        """The animation, for a format of such."""
        if self.suffix not in ANIMATIONS:
            return None
        low, high, frames, rate = (
            self.numbers[field] for field in (self.low, self.high_end, self.frames, self.rate)
        )
        return Animation(
            str(self.slider.currentData()), (low, high), round(frames), rate, self.back.isChecked()
        )

    def _changed(self) -> None:
        suffix = self.suffix
        animated = suffix in ANIMATIONS
        rows: dict[QWidget | QHBoxLayout, bool] = {
            self.size_row: suffix in SIZED,
            self.scale: suffix in (*PICTURES, *ANIMATIONS),
            self.theme: suffix in SIZED,
            self.clear: suffix in (*PICTURES, *DRAWINGS),
            **dict.fromkeys((self.slider, self.range_row, self.frames, self.rate, self.back), animated),
        }
        for row, needed in rows.items():
            self.form.setRowVisible(row, needed)
        fault, facts = "", ""
        wide, high = (round(self.numbers[field] * self.options().scale) for field in (self.wide, self.high))
        if suffix in SIZED and wide * high > MOST_PIXELS:
            fault = self.tr("More than {0} megapixels").format(MOST_PIXELS // 1_000_000)
        elif suffix in (*PICTURES, *ANIMATIONS):
            facts = self.tr("{0} × {1} pixels").format(wide, high)
        animation = self.animation()
        if animation is not None:
            try:
                check_animation(f"animation{suffix}")
            except UsageError as error:
                fault = of_error(error)
            facts += ", " + self.tr("{0} s").format(f"{animation.seconds:.3g}")
            if not animation.ends[0] < animation.ends[1]:
                fault = self.tr("The range ends where it begins")
        self.facts.setText(fault or facts)
        self.facts.setVisible(bool(fault or facts))
        self.buttons.buttons()[0].setEnabled(not fault)
        self.adjustSize()

    def _accept(self) -> None:
        self.settings.setValue(FORMAT, self.suffix)
        self.settings.setValue(SCALE, self.scale.currentData())
        self.settings.setValue(CLEAR, self.clear.isChecked())
        self.settings.setValue(THEME, self.theme.currentIndex())
        self.accept()
        self._export(self.suffix, self.options(), self.animation())
