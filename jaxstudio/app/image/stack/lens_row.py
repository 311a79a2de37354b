"""Camera and lens of Lens correction, chosen from lensfun's names while one types."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QStringListModel, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCompleter, QListView

from jaxstudio.app.image.stack.param_rows import TextRow
from jaxstudio.app.shared.background_tasks import Question
from jaxstudio.backend.requests import LensNamesRequest
from jaxstudio.pipeline.recipe import Step
from jaxstudio.pipeline.search import holds_all

MOST_NAMES = 200  # in the list
SHOWN_NAMES = 10


class LensRow(TextRow):
    """A field with a list of the names that hold the typed words; without the names it is a field alone.

    The engine's process knows the names. It is asked for them when the field gets the keyboard.
    """

    names = ("camera", "lens")  # of the parameters

    def build(self, step: Step) -> None:
        super().build(step)
        self.known: tuple[str, ...] = ()
        self._camera = str(step.params["camera"])
        self._asked: object = None
        self._question = Question(self)
        self.completer = QCompleter(QStringListModel(self), self.field)
        self.completer.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
        self.completer.setMaxVisibleItems(SHOWN_NAMES)
        self.list = QListView()
        self.list.setObjectName("names")
        self.list.setUniformItemSizes(True)
        self.completer.setPopup(self.list)  # which the completer owns from now on
        self.field.setCompleter(self.completer)
        self.field.textEdited.connect(self._offer)
        self.completer.activated.connect(self._choose)
        self.field.installEventFilter(self)

    def show_step(self, step: Step) -> None:
        self._camera = str(step.params["camera"])
        super().show_step(step)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The field got the keyboard; the down key shows the list."""
        if event.type() == QEvent.Type.FocusIn:
            self._ask()
        down = event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent)
        if down and event.key() == Qt.Key.Key_Down and self.known:  # type: ignore[attr-defined]
            self._offer(self.field.text())
            self.completer.complete()
            return True
        return False

    def _ask(self) -> None:
        client, photo = self.document.engine_client, self.document.photo
        if client is None or photo is None or self._asked == (photo.token, self._camera):
            return
        self._asked = photo.token, self._camera
        request = LensNamesRequest(photo.token, self._camera)
        self._question.ask(client.call, request, self._take)

    def _take(self, known: tuple[tuple[str, ...], tuple[str, ...]]) -> None:
        self.known = known[self.names.index(self.param.name)]
        if self.field.hasFocus():
            self._offer(self.field.text())

    def _offer(self, words: str) -> None:
        fitting = [name for name in self.known if holds_all(name, words)]
        model = self.completer.model()
        assert isinstance(model, QStringListModel)
        model.setStringList(fitting[:MOST_NAMES])
        names = self.list.sizeHintForColumn(0) + 2 * self.list.verticalScrollBar().sizeHint().width()
        self.list.setMinimumWidth(names)

    def _choose(self, name: str) -> None:
        self.field.setText(name)
        self.field.setModified(True)
        self._type()
