"""The interface that the window expects of each tab."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QMimeData, QSettings, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from jaxstudio.app.shared.messages import MessageBar


class Tab(QWidget):
    """A place to work in.

    `toolbar` is shown above it. `actions_changed` asks the window to call `draw_actions` again.
    """

    actions_changed = Signal()
    title_changed = Signal(str)
    help_asked = Signal(str)

    name = ""
    toolbar: QWidget
    commands: dict[str, Callable[[], object]]

    def words(self) -> dict[str, str]:
        """Texts of commands that mean something else here."""
        return {}

    def draw_actions(self, actions: dict[str, QAction]) -> None:
        """Enable and check the commands as the work stands."""

    def show_engine_details(self) -> None:
        """Show or hide times, compilations, device and memory in the status bar, as the settings say."""

    def fill_recent(self, menu: QMenu) -> None:
        """Add what was opened here last."""

    def fill_filters(self, menu: QMenu) -> None:
        """Add what can be applied, by category."""

    def fill_panels(self, menu: QMenu) -> None:
        """Add what shows, hides and floats the panels."""

    def reset_layout(self) -> None:
        """Put the panels back where they are at first."""

    def takes(self, path: str) -> bool:
        """Whether this file is one to be opened here."""
        return False

    def open_path(self, path: str) -> None:
        """Open a file that this tab takes."""

    def open_mime(self, mime: QMimeData) -> bool:
        """Open what was dropped or pasted; False if it is nothing for this tab."""
        return False

    def current_topic(self) -> str | None:
        """The name of the page about what has the focus."""
        return None

    def title(self) -> str:
        """The name of the open document, for the window's title."""
        return ""

    def say(self, kind: str, text: str, about: str = "") -> None:
        """Show a message over the work; `kind` is error, info or done, `about` its cause (`messages`)."""

    def message_bar(self) -> MessageBar:
        """The bar for messages that offer something."""
        raise NotImplementedError

    def entered(self) -> None:
        """The tab was brought to the front."""

    def keep_layout(self, settings: QSettings) -> None:
        """Write how the parts are laid out."""

    def keeps_open(self, close: Callable[..., object]) -> bool:
        """Whether something must be finished first; `close()`, or `close(now=True)`, is then called later."""
        return False

    def close_tab(self) -> None:
        """The window closes: stop all work and wait for it."""
