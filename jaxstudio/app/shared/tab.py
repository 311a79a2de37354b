"""The interface that the window expects of each tab, and what tabs share: bar of buttons, late content."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

from PySide6.QtCore import QMimeData, QSettings, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from jaxstudio.app.shared.buttons import GlyphButton
from jaxstudio.app.shared.layouts import FlowLayout, down
from jaxstudio.app.shared.messages import MessageBar

GAP_PX = 14


class ToolBar(QWidget):
    """Buttons for actions, by their names in groups; more widgets may be added to `line`."""

    def __init__(
        self, groups: Sequence[Sequence[str]], actions: Mapping[str, QAction], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.line = FlowLayout(self, spacing=2)
        for group in groups:
            for name in group:
                self.line.add(GlyphButton.for_action(name, actions[name], self))
            self.line.add_space(GAP_PX)

    def add_words(self, words: str, tip: str) -> QToolButton:
        """A button with words in place of a glyph."""
        button = QToolButton(self)
        button.setObjectName("words")
        button.setText(words)
        button.setToolTip(tip)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.line.add(button)
        return button


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
        """Fill the menu of recently opened files."""

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
        """Open a drop or a paste; False if the tab has no use for it."""
        return False

    def current_topic(self) -> str | None:
        """The name of the focused widget's help page."""
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


class LateTab(Tab):
    """A tab whose content, the bench, is made when it is first needed (`build`).

    `doings` are its commands, each given the bench. `session_values`: what a session kept, until there is a
    bench.
    """

    work_changed = Signal()  # there is something new for a session
    doings: ClassVar[Mapping[str, Callable[[Any], object]]] = {}
    groups: ClassVar[Sequence[Sequence[str]]] = ()

    def __init__(
        self, settings: QSettings, actions: dict[str, QAction], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.settings, self.actions_by_name = settings, actions
        self.bench: Any = None
        self.session_values: Mapping[str, Any] | None = None
        self.toolbar: ToolBar = ToolBar(self.groups, actions, self)
        self.examples_button = self.toolbar.add_words(self.tr("Examples"), "")
        self.examples_button.clicked.connect(self._show_examples)
        self.commands = {name: partial(self._do, do) for name, do in self.doings.items()}
        self.commands["examples"] = self._show_examples
        self.column = down(self)

    def build(self) -> Any:
        """The bench, made now if there is none yet."""
        raise NotImplementedError

    def _do(self, doing: Callable[[Any], object]) -> None:
        doing(self.build())

    def _show_examples(self) -> None:
        button = self.examples_button
        self.build().show_examples(button.mapToGlobal(button.rect().bottomLeft()))

    def message_bar(self) -> MessageBar:
        bar: MessageBar = self.build().messages
        return bar

    def say(self, kind: str, text: str, about: str = "") -> None:
        self.build().say(kind, text, about)

    def close_tab(self) -> None:
        if self.bench is not None:
            self.bench.close()
