"""Effects of the settings on a window: all when it is made, then each one when it changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from jaxstudio.app.actions import give_keys
from jaxstudio.app.shared.layouts import show_in_front
from jaxstudio.app.shared.settings import (
    ADAPTIVE,
    CACHE_MB,
    DEVICE,
    MB,
    OPEN_INSPECTOR,
    REDUCED_MOTION,
    SCREEN_PROFILE,
    START_TAB,
    THEME,
    read_keys,
)
from jaxstudio.app.shared.theme import reduce_motion
from jaxstudio.backend.protocol import PreviewOptions

if TYPE_CHECKING:
    from PySide6.QtCore import QSettings
    from PySide6.QtGui import QAction
    from PySide6.QtWidgets import QWidget

    from jaxstudio.app.image.image_tab import ImageTab
    from jaxstudio.app.inspector.dock import Dock
    from jaxstudio.app.settings_dialog import SettingsDialog
    from jaxstudio.app.window_parts import ThemeMenu


class Window(Protocol):
    """The parts of a window that settings change."""

    settings: QSettings
    actions_by_name: dict[str, QAction]
    image: ImageTab
    inspector: Dock
    theme_menu: ThemeMenu

    @property
    def tabs(self) -> tuple[Any, ...]: ...
    def show_tab(self, index: int) -> None: ...
    def do_inspector(self) -> None: ...


class Preferences:
    """The settings of a window, and the dialog that changes them."""

    def __init__(self, window: Window, parent: QWidget) -> None:
        self.window, self.settings, self._parent = window, window.settings, parent
        self.dialog: SettingsDialog | None = None
        keys = read_keys(self.settings)
        if keys:  # else they have their usual ones
            give_keys(window.actions_by_name, keys)
        reduce_motion(REDUCED_MOTION.read(self.settings))

    def start(self, device_is_given: bool) -> None:
        """Apply the settings that act once at the start; a device given on the command line stays."""
        self._set_preview()
        device = DEVICE.read(self.settings)
        if device and not device_is_given:
            self.window.image.document.set_device(device)
        first = [tab.name for tab in self.window.tabs].index(START_TAB.read(self.settings))
        if first:
            self.window.show_tab(first)
        if OPEN_INSPECTOR.read(self.settings) and self.window.inspector.isHidden():
            self.window.do_inspector()

    def show_dialog(self) -> None:
        """Open the settings."""
        if self.dialog is None:
            from jaxstudio.app.settings_dialog import SettingsDialog

            backend = self.window.image.document.backend
            devices = [] if backend is None else [(each.name, each.name) for each in backend.devices]
            self.dialog = SettingsDialog(self.settings, self.window.actions_by_name, devices, self._parent)
            self.dialog.changed.connect(self.apply)
            self.dialog.finished.connect(lambda _: self._drop_dialog())
        show_in_front(self.dialog)

    def _drop_dialog(self) -> None:
        """Made anew next time, with the devices that are known by then."""
        if self.dialog is not None:
            self.dialog.deleteLater()
        self.dialog = None

    def apply(self, key: str) -> None:
        """A setting was changed: have it take effect. Those not named here are read where they are used."""
        document = self.window.image.document
        if key == THEME.key:
            self.window.theme_menu.choose(THEME.read(self.settings))
        elif key == REDUCED_MOTION.key:
            reduce_motion(REDUCED_MOTION.read(self.settings))
        elif key == ADAPTIVE.key:
            document.adaptive = ADAPTIVE.read(self.settings)
            self.window.image.actions_changed.emit()
        elif key == DEVICE.key and DEVICE.read(self.settings):
            document.set_device(DEVICE.read(self.settings))
        elif key in (CACHE_MB.key, SCREEN_PROFILE.key):
            self._set_preview()

    def _set_preview(self) -> None:
        live = self.window.image.document.engine_client
        options = PreviewOptions(CACHE_MB.read(self.settings) * MB, SCREEN_PROFILE.read(self.settings))
        if live is not None:
            live.set_options(options)
