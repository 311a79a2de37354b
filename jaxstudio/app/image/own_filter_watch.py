"""What happens where a filter of the user never comes to an end: it is named, and may be left out."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.shared.messages import Message, MessageBar
from jaxstudio.app.shared.text import of_catalogue, tr
from jaxstudio.own_ops.folder import OwnFile
from jaxstudio.own_ops.in_use import files_in_use

LOOK_MS = 1000


class OwnFilterWatch(QObject):
    """Asks the engine's client every second, as long as there are such filters.

    Args:
        leave_out: called with the files whose filters are to be left out, once the user has said so.
    """

    def __init__(
        self,
        document: ImageDocument,
        messages: MessageBar,
        leave_out: Callable[[tuple[OwnFile, ...]], object],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.document, self.messages, self._leave_out = document, messages, leave_out
        self.message: Message | None = None
        self._of: str | None = None  # the filter that the message is about
        self._timer = QTimer(self, interval=LOOK_MS)
        self._timer.timeout.connect(self.look)

    def start(self) -> None:
        """Look every second from now on."""
        self._timer.start()

    def look(self) -> None:
        """Show the message while a filter hangs, and take it away when that ends after all."""
        if not files_in_use():
            self._timer.stop()
        live = self.document.live
        found = None if live is None or not files_in_use() else live.hanging_filter()
        op = None if found is None else found[0]
        if op == self._of:
            return
        if self.message is not None:
            self.message.go()
        self._of = op
        if found is not None:
            self._show(*found)

    def _show(self, op: str, seconds: float) -> None:
        steps = [number for number, step in enumerate(self.document.recipe.steps, 1) if step.op.name == op]
        if not op:
            words = tr("Nothing has been heard of the engine for {0} s: one of your own filters may hang")
            words, button = words.format(round(seconds)), tr("Use No Own Filters")
        elif steps:
            words = tr("Step {0}, {1}: one part of it has taken {2} s already, and may never end")
            words = words.format(steps[0], self._title(op), round(seconds))
            button = tr("Remove This Filter")
        else:
            words = tr("{0}: one part of it has taken {1} s already, and may never end")
            words, button = words.format(self._title(op), round(seconds)), tr("Remove This Filter")
        self.message = message = self.messages.info(words)
        message.gone.connect(lambda: self._forget(message))
        message.add_button(button, lambda: self.leave_out(op))

    def _title(self, op: str) -> str:
        backend = self.document.backend
        return of_catalogue(backend.catalogue[op].title) if backend and op in backend.catalogue else op

    def _forget(self, message: Message) -> None:
        if self.message is message:
            self.message = None

    def leave_out(self, op: str) -> None:
        """Switch the steps of a filter off, and go on without its file; "" stands for all of them."""
        files = tuple(file for file in files_in_use() if not op or op in file.ops)
        names = {name for file in files for name in file.ops} | {op}
        recipe = self.document.recipe
        for step in recipe.steps:
            if step.op.name in names:
                recipe = recipe.switched(step.key, False)
        if recipe != self.document.recipe:
            self.document.set_recipe(recipe)
        self._leave_out(files)
