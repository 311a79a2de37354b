"""Edit > Settings: general, images, keys. Each change is stored at once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QSettings, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QTabWidget, QWidget

from jaxstudio.app.shared import file_dialogs
from jaxstudio.app.shared.buttons import CheckBox
from jaxstudio.app.shared.choice_box import ChoiceBox
from jaxstudio.app.shared.layouts import OneLine, across, down, make_button, make_label, resize_on_screen
from jaxstudio.app.shared.settings import (
    ADAPTIVE,
    ASK_OPTIONS,
    CACHE_MB,
    DEVICE,
    LANGUAGE,
    OFFER_RESTORE,
    OPEN_INSPECTOR,
    REDUCED_MOTION,
    SCREEN_PROFILE,
    START_TAB,
    THEME,
    Setting,
)
from jaxstudio.app.shared.text import LANGUAGES, tr
from jaxstudio.app.shortcuts import KeyboardPage

WIDTH, HEIGHT = 640, 480


class SettingsDialog(QDialog):
    """Emits `changed(key)` when a setting has another value.

    Args:
        devices: the names of the devices that there are, with words for each.
    """

    changed = Signal(str)

    def __init__(
        self,
        settings: QSettings,
        actions: dict[str, QAction],
        devices: Sequence[tuple[str, str]],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.settings = settings
        self.setWindowTitle(self.tr("Settings"))
        resize_on_screen(self, WIDTH, HEIGHT)
        self.widgets: dict[str, Any] = {}
        self.pages = QTabWidget(self)
        self.pages.setAccessibleName(self.tr("Pages of the settings"))
        self._add_page(self.tr("General"), self._general())
        self._add_page(self.tr("Images"), self._images(devices))
        self.keyboard = KeyboardPage(settings, actions, self, changeable=True)
        self.keyboard.changed.connect(self.changed)
        self.pages.addTab(self.keyboard, self.tr("Keyboard"))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        down(self, (self.pages, 1), buttons, margins=None)

    # Pages: label, widget, and what is to be known about it

    def _general(self) -> list[tuple[str, QWidget, str]]:
        themes = (("system", tr("As the system")), ("light", tr("Light")), ("dark", tr("Dark")))
        tabs = (("image", tr("Image")), ("functions", tr("Functions")), ("playground", tr("Playground")))
        languages = (("", tr("As the system")), *LANGUAGES.items())
        return [
            (tr("Theme"), self._choice(THEME, themes), ""),
            (tr("Language"), self._choice(LANGUAGE, languages), tr("From the next start on")),
            (tr("Start with"), self._choice(START_TAB, tabs), tr("From the next start on")),
            (
                self.tr("Inspector"),
                self._switch(OPEN_INSPECTOR, tr("Open it with the window")),
                tr("From the next start on"),
            ),
            (
                tr("After a crash"),
                self._switch(OFFER_RESTORE, tr("Offer to restore the session")),
                tr("What is in work is kept every second in any case"),
            ),
            (tr("Motion"), self._switch(REDUCED_MOTION, tr("Reduced: messages do not fade")), ""),
        ]

    def _images(self, devices: Sequence[tuple[str, str]]) -> list[tuple[str, QWidget, str]]:
        known = [("", tr("As JAX chooses")), *devices]
        kept = DEVICE.read(self.settings)
        if kept not in dict(known):
            known.append((kept, tr("{0} (not there)").format(kept)))
        memory = [(0, tr("By the machine's memory"))]
        memory += [(mb, f"{mb} MB" if mb < 1024 else f"{mb // 1024} GB") for mb in CACHE_MB.choices if mb]
        return [
            (tr("Device"), self._choice(DEVICE, known), tr("At once, and from the next start on")),
            (
                tr("Memory"),
                self._choice(CACHE_MB, memory),
                tr("At most, for images of steps that are kept, so that later steps are computed alone"),
            ),
            (
                tr("While a control moves"),
                self._switch(ADAPTIVE, tr("A coarser preview where it keeps up")),
                "",
            ),
            (
                tr("Save As"),
                self._switch(ASK_OPTIONS, tr("Ask for quality, size and metadata")),
                tr("Otherwise as it was last chosen"),
            ),
            (tr("Screen"), self._profile(), tr("An ICC profile; without one it is taken to be sRGB")),
        ]

    def _add_page(self, title: str, rows: Sequence[tuple[str, QWidget, str]]) -> None:
        page = QWidget(self)
        form = QFormLayout(page)
        form.setContentsMargins(16, 16, 16, 16)
        form.setVerticalSpacing(10)
        for words, widget, about in rows:
            if not widget.accessibleName():
                widget.setAccessibleName(words)
            form.addRow(words, widget)
            if about:
                form.addRow("", make_label(about, "muted", page, wraps=True))
        self.pages.addTab(page, title)

    # Widgets that keep a setting

    def _choice(self, setting: Setting[Any], choices: Sequence[tuple[Any, str]]) -> ChoiceBox:
        box = ChoiceBox(self, items=((words, value) for value, words in choices))
        box.setCurrentIndex(max(0, box.findData(setting.read(self.settings))))
        box.activated.connect(lambda _: self._keep(setting, box.currentData()))
        self.widgets[setting.key] = box
        return box

    def _switch(self, setting: Setting[bool], words: str) -> CheckBox:
        box = CheckBox(words, self)
        box.setChecked(setting.read(self.settings))
        box.toggled.connect(lambda on: self._keep(setting, on))
        self.widgets[setting.key] = box
        return box

    def _profile(self) -> QWidget:
        row, words = QWidget(self), OneLine(self)

        def use(path: str) -> None:
            self._keep(SCREEN_PROFILE, path)
            words.setText(path or "sRGB")

        words.setText(SCREEN_PROFILE.read(self.settings) or "sRGB")
        ask = partial(file_dialogs.ask_file, self, self.settings, "profiles", use)
        across(
            row, (words, 1), make_button(tr("Choose…"), ask, row), make_button("sRGB", partial(use, ""), row)
        )
        self.widgets[SCREEN_PROFILE.key] = words
        return row

    def _keep(self, setting: Setting[Any], value: Any) -> None:
        if value != setting.read(self.settings):
            setting.write(self.settings, value)
            self.changed.emit(setting.key)
