"""A question of a page on its way: what is said meanwhile, a button that stops it, what went wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from jaxstudio.app.plot.session import Session
from jaxstudio.app.shared.background_tasks import in_one_line
from jaxstudio.errors import Cancelled

SHOWN_AFTER_MS = 250


class Asking(QWidget):
    """One question at a time; a new one stops the one before it, whose answer is not heard."""

    began = Signal()
    ended = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self._ticket: Any = None
        self._turn = 0
        self.words = QLabel(self)
        self.words.setWordWrap(True)
        self.stop_button = QPushButton(self.tr("Stop"), self)
        self.stop_button.setObjectName("small")
        self.stop_button.clicked.connect(self.stop)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.words, 1)
        line.addWidget(self.stop_button)
        self._patience = QTimer(self, singleShot=True, interval=SHOWN_AFTER_MS)
        self._patience.timeout.connect(self._show_work)
        self.hide()

    @property
    def busy(self) -> bool:
        return self._ticket is not None

    def ask(
        self,
        kind: str,
        question: object,
        then: Callable[[Any], None],
        progress: Callable[[Any], None] | None = None,
    ) -> None:
        """Ask, and call `then` with the answer."""
        self._forget()
        turn = self._turn
        self.words.setProperty("look", "muted")
        self.words.style().polish(self.words)
        self.words.setText(self.tr("computing…"))
        self._patience.start()

        def answered(answer: Any) -> None:
            if turn == self._turn:
                self._end()
                then(answer)
                self.ended.emit()

        def failed(error: Exception) -> None:
            if turn == self._turn:
                self._end()
                if not isinstance(error, Cancelled):
                    self.say(in_one_line(error))
                self.ended.emit()

        def told(value: Any) -> None:
            if turn == self._turn and progress is not None:
                progress(value)

        self._ticket = self.session.ask(kind, question, answered, failed, told)
        self.began.emit()

    def send(self, value: object) -> None:
        """Tell the running question something."""
        if self._ticket is not None:
            self._ticket.send(value)

    def stop(self) -> None:
        """Stop it; nothing more is heard of it."""
        if self._ticket is not None:
            self._forget()
            self._end()
            self.ended.emit()

    def say(self, text: str) -> None:
        """Show what is wrong, or nothing."""
        self._patience.stop()
        self.words.setProperty("look", "refused")
        self.words.style().polish(self.words)
        self.words.setText(text)
        self.stop_button.hide()
        self.setVisible(bool(text))

    def _forget(self) -> None:
        self._turn += 1
        if self._ticket is not None:
            self._ticket.cancel()
            self._ticket = None

    def _end(self) -> None:
        self._ticket = None
        self._patience.stop()
        self.hide()

    def _show_work(self) -> None:
        if self._ticket is not None:
            self.stop_button.show()
            self.show()
