"""Messages and running tasks, shown over the work.

Confirmations and hints fade by themselves. An error stays until it is closed or its cause is gone: `about`
names the cause, a newer message about the same cause takes its place, and `settle` closes it. Another photo
or sheet closes all messages about the one before (`drop_outdated`), but for those that offer to do something.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPropertyAnimation, Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QGraphicsOpacityEffect, QLabel, QProgressBar, QPushButton, QWidget

from jaxstudio.app.shared.background_tasks import BackgroundTask
from jaxstudio.app.shared.buttons import GlyphButton
from jaxstudio.app.shared.layouts import across, down, make_label
from jaxstudio.app.shared.text import without_flags
from jaxstudio.app.shared.theme import motion_is_reduced

MOST = 3
GAP_PX = 6
GOES_AFTER_MS, FADES_MS = 6000, 400
OFFER_GOES_AFTER_MS = 20_000
MS_PER_LETTER = 70  # longer texts are given the time to read them
WORK_SHOWN_AFTER_MS = 300


class Message(QFrame):
    """A message of one line with a button to close it."""

    gone = Signal()

    def __init__(self, kind: str, text: str, parent: QWidget, about: str = "") -> None:
        super().__init__(parent)
        self.setObjectName("message")
        self.setProperty("kind", kind)
        self.kind, self.about = kind, about
        self.lasting = False  # it offers something, whatever else happens
        self._fading: QPropertyAnimation | None = None
        self._goes = QTimer(self, singleShot=True, interval=max(GOES_AFTER_MS, MS_PER_LETTER * len(text)))
        self._goes.timeout.connect(self._fade)
        self.text = make_label(text, parent=self, wraps=True)
        self.text.setTextFormat(Qt.TextFormat.PlainText)
        self.text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.text.setAccessibleName(text)
        self.close_button = GlyphButton("close", self.tr("Close this message"), self, small=True)
        self.close_button.clicked.connect(self.go)
        self.line = across(self, (self.text, 1), self.close_button, margins=(12, 6, 8, 6))

    def add_button(self, text: str, do: Callable[[], object]) -> None:
        """Offer something to do about it."""
        button = QPushButton(text, self)
        button.clicked.connect(do)
        button.clicked.connect(self.go)
        self.line.insertWidget(self.line.count() - 1, button)
        self.lasting = True
        self._goes.stop()

    def go_soon(self) -> None:
        """Fade after a while, later where there is something to be chosen, but not under the mouse."""
        if self.lasting:
            self._goes.setInterval(OFFER_GOES_AFTER_MS)
        self._goes.start()

    def _fade(self) -> None:
        if self.underMouse():
            self._goes.start()
            return
        if motion_is_reduced():
            self.go()
            return
        effect = QGraphicsOpacityEffect(self)
        self.setGraphicsEffect(effect)
        self._fading = QPropertyAnimation(effect, b"opacity", self)
        self._fading.setDuration(FADES_MS)
        self._fading.setStartValue(1.0)
        self._fading.setEndValue(0.0)
        self._fading.finished.connect(self.go)
        self._fading.start()

    def go(self) -> None:
        self.hide()
        self.gone.emit()
        self.deleteLater()


class Work(QFrame):
    """A running job: its name, its progress, and a button that stops it."""

    def __init__(self, job: BackgroundTask, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("message")
        self.setProperty("kind", "work")
        self.bar = QProgressBar(self)
        self.bar.setRange(0, 0)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(job.title)
        self.cancel = QPushButton(self.tr("Cancel"), self)
        self.cancel.setAccessibleName(self.tr("Cancel: {0}").format(job.title))
        self.cancel.clicked.connect(self._cancel)
        self.job = job
        across(self, QLabel(job.title, self), (self.bar, 1), self.cancel, spacing=12, margins=(12, 6, 8, 6))
        job.progressed.connect(self.show_progress)
        if job.done is not None:
            self.show_progress(job.done)
        job.ended.connect(self._end)

    def show_progress(self, done: float) -> None:
        self.bar.setRange(0, 1000)
        self.bar.setValue(round(done * 1000))

    def _cancel(self) -> None:
        self.cancel.setEnabled(False)
        self.job.cancel()

    def _end(self) -> None:
        self.hide()
        self.deleteLater()


class MessageBar(QWidget):
    """The newest few messages, newest last."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.column = down(self, spacing=GAP_PX)
        self.messages: list[Message] = []

    def error(self, text: str, about: str = "") -> Message:
        """Say what went wrong; nothing else has changed."""
        return self._say("error", text, about)

    def info(self, text: str, about: str = "") -> Message:
        """Show a message until its cause `about` is settled; a hint without a cause goes by itself."""
        message = self._say("info", text, about)
        if not about:
            message.go_soon()
        return message

    def done(self, text: str, about: str = "") -> Message:
        """Say that something worked; goes by itself. An error that named the same file is true no more."""
        for error in [each for each in self.messages if each.kind == "error"]:
            file, colon, _ = error.text.text().partition(": ")
            if colon and file in text:
                error.go()
        message = self._say("done", text, about)
        message.go_soon()
        return message

    def settle(self, *about: str) -> None:
        """Close the messages of these causes."""
        for message in list(self.messages):
            if message.about in about:
                message.go()

    def drop_outdated(self) -> None:
        """Another photo or sheet is opened: close messages about the one before."""
        for message in list(self.messages):
            if message.kind != "done" and not message.lasting:
                message.go()

    def work(self, job: BackgroundTask) -> None:
        """Show a job that is still running after a moment."""
        wait = QTimer(self, singleShot=True, interval=WORK_SHOWN_AFTER_MS)
        wait.timeout.connect(lambda: self._show_work(job))
        for over in (wait.timeout, job.ended):
            over.connect(wait.stop)
            over.connect(wait.deleteLater)
        wait.start()

    def _show_work(self, job: BackgroundTask) -> None:
        work = Work(job, self)
        self.column.addWidget(work)
        work.show()

    def _say(self, kind: str, text: str, about: str) -> Message:
        text = without_flags(text)
        for old in list(self.messages):
            if (about and old.about == about) or (old.kind, old.text.text()) == (kind, text):
                old.go()
        message = Message(kind, text, self, about)
        message.gone.connect(lambda: self._forget(message))
        self.messages.append(message)
        self.column.addWidget(message)
        message.show()
        others = [old for old in self.messages if not old.lasting and old is not message]
        for old in others[: max(len(self.messages) - MOST, 0)]:
            old.go()
        # its enumerations take 5 ms to make, which the window's start need not wait for
        from PySide6.QtGui import QAccessible, QAccessibleEvent

        QAccessible.updateAccessibility(QAccessibleEvent(message, QAccessible.Event.Alert))
        return message

    def _forget(self, message: Message) -> None:
        self.messages = [other for other in self.messages if other is not message]
