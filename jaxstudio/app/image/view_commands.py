"""The commands of the image tab on the view, not the recipe; derivatives; the folder of own filters."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QSettings, SignalInstance
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from jaxstudio.app.image.canvas.canvas import Canvas
from jaxstudio.app.image.canvas.handle_geometry import HANDLED
from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.image.panels.compare import Comparing
from jaxstudio.app.image.photos.photo_io import PhotoIO
from jaxstudio.app.image.stack.panel import Panel
from jaxstudio.app.shared.messages import MessageBar
from jaxstudio.app.shared.settings import ADAPTIVE
from jaxstudio.app.shared.text import tr

if TYPE_CHECKING:
    from jaxstudio.app.image.own_filter_watch import OwnFilterWatch
    from jaxstudio.app.image.own_filters import OwnFilters
    from jaxstudio.app.image.panels.own_filters_dialog import OwnFiltersDialog

OWN_FILTERS = "own filters"  # that messages are about


class ViewCommands:
    """Beside the tab's own: what it says and shows is the tab's."""

    document: ImageDocument
    settings: QSettings
    comparing: Comparing
    canvas: Canvas
    panel: Panel
    messages: MessageBar
    io: PhotoIO
    _actions: dict[str, QAction]
    help_asked: SignalInstance
    actions_changed: SignalInstance

    def do_fit(self) -> None:
        self.document.fit()

    def do_actual(self) -> None:
        self.document.zoom_to(1.0)

    def do_page_before(self) -> None:
        self._turn_page(-1)

    def do_page_after(self) -> None:
        self._turn_page(1)

    def _turn_page(self, by: int) -> None:
        """Open another picture of a file that holds several."""
        if self.document.photo is not None:
            self.io.open_page(self.document.photo.page + by)

    def do_zoom_in(self) -> None:
        self.document.zoom_to(self.document.viewport.next_zoom(up=True))

    def do_zoom_out(self) -> None:
        self.document.zoom_to(self.document.viewport.next_zoom(up=False))

    def do_split(self) -> None:
        self.document.set_split(0.5 if self.document.split is None else None)

    def do_compare(self) -> None:
        """Open or close the bar that measures."""
        self.comparing.set_open(not self.comparing.open)

    def do_snapshot(self) -> None:
        self.comparing.take_snapshot()
        self.messages.done(tr("A snapshot is kept: later results are compared with it"))

    def do_handles(self) -> None:
        """Show the handles of the focused step, or else of the first that has some; or end them."""
        steps = [step for step in self.document.recipe.steps if step.op.name in HANDLED and step.enabled]
        focused = self.panel.stack.focused_step()
        if self.document.handle_key is not None:
            self.canvas.handles.done()
        elif steps:
            keys = [step.key for step in steps]
            self.document.handle(focused.key if focused is not None and focused.key in keys else keys[0])
        else:
            self.messages.info(tr("A crop or a perspective has handles: add one first"))
        self.actions_changed.emit()

    def do_adaptive(self) -> None:
        """Let a preview be coarser than the screen while a control is held, or not."""
        self.document.adaptive = not self.document.adaptive
        ADAPTIVE.write(self.settings, self.document.adaptive)
        self.actions_changed.emit()

    def do_sensitivity(self) -> None:
        """Show how each pixel changes with the slider under the cursor, or the picture again."""
        self.document.sensitivity.switch(not self.document.sensitivity.on)
        self.actions_changed.emit()

    def do_difference(self) -> None:
        """Show the difference instead of the picture, or the picture again."""
        shown = bool(self.document.look.difference)
        if not shown and not self.comparing.open:
            self.comparing.set_open(True)
        self.comparing.set_difference("" if shown else "absolute")


class OwnFilterCommands:
    """A part of the image tab: the folder of own filters."""

    document: ImageDocument
    messages: MessageBar

    @cached_property
    def own_filters(self) -> OwnFilters:
        """The folder, which is watched from the first picture on."""
        from jaxstudio.app.image.own_filters import OwnFilters, files_used_by

        assert isinstance(self, QWidget)
        own = OwnFilters(files_used_by(self.document), self)
        own.loaded.connect(lambda text: self.messages.done(text, OWN_FILTERS))
        own.failed.connect(lambda text: self.messages.error(text, OWN_FILTERS))
        own.asked.connect(self._say_own_filters_changed)
        return own

    @cached_property
    def own_filters_dialog(self) -> OwnFiltersDialog:
        """Built when it is first opened."""
        from jaxstudio.app.image.panels.own_filters_dialog import OwnFiltersDialog

        assert isinstance(self, QWidget)
        return OwnFiltersDialog(self.own_filters, self)

    @cached_property
    def own_filter_watch(self) -> OwnFilterWatch:
        """What names a filter that never comes to an end."""
        from jaxstudio.app.image.own_filter_watch import OwnFilterWatch

        assert isinstance(self, QWidget)
        return OwnFilterWatch(
            self.document, self.messages, lambda files: self.own_filters.leave_out(files), self
        )

    def watch_own_filters(self, *_: object) -> None:
        """Look at the folder now, and whenever its files change."""
        self.own_filters.start()

    def _say_own_filters_changed(self) -> None:
        words = tr("Files of your own filters have changed: they are not run unasked")
        message = self.messages.info(words, OWN_FILTERS)
        message.add_button(tr("Own Filters…"), self.do_own_filters)

    def do_own_filters(self) -> None:
        """Show the folder of own filters."""
        self.own_filters_dialog.show()
        self.own_filters_dialog.raise_()
        self.own_filters_dialog.activateWindow()
