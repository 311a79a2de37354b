"""The inspector's inside: what is inspected above, one of its pages below."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QByteArray, QCoreApplication, QMimeData, QSettings, Qt, QTimer, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QAbstractButton, QMenu, QStackedWidget, QVBoxLayout, QWidget

from jaxstudio.app.inspector.code_page import CodePage, Going
from jaxstudio.app.inspector.compare_page import ComparePage
from jaxstudio.app.inspector.controller import Session
from jaxstudio.app.inspector.cost_page import CostPage
from jaxstudio.app.inspector.graph_page import GraphPage
from jaxstudio.app.inspector.header import Explained, Head, VariationBar
from jaxstudio.app.inspector.ledger_page import LedgerPage
from jaxstudio.app.inspector.lesson_page import HAND as LESSON
from jaxstudio.app.inspector.lesson_page import LessonPage, lesson_subject
from jaxstudio.app.inspector.nan_page import NanPage
from jaxstudio.app.inspector.own_bar import OwnBar
from jaxstudio.app.inspector.own_file import HAND, OwnFile
from jaxstudio.app.inspector.passes_page import PassesPage
from jaxstudio.app.inspector.saving import Saving
from jaxstudio.ir.lessons import LESSONS
from jaxstudio.ir.lessons.lesson import Lesson

BUSY_SHOWN_AFTER_MS, PRINTED_EVERY_MS = 200, 300
PYTHON = (".py", ".pyw")


class Panel(QWidget):
    """Assembles what shows a session. A Python file dropped on it is opened."""

    closed = Signal()
    window_asked = Signal()
    help_asked = Signal()

    def __init__(self, session: Session, settings: QSettings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session, self.settings = session, settings
        self.setAcceptDrops(True)
        self.head = Head(self)
        self.error = Explained(self)
        self.own = OwnFile(settings, self)
        self.own_bar = OwnBar(self.own, settings, self)
        self.own_bar.hide()
        self.variation = VariationBar(session, self)
        self.variation.hide()
        self.pages = QStackedWidget(self)
        self.code = CodePage(session, self)
        self.passes = PassesPage(session, self)
        self.cost = CostPage(session, self)
        self.lesson = LessonPage(session, self)
        self.graph = GraphPage(session, self)
        self.compare = ComparePage(session, self)
        self.nan = NanPage(session, self)
        self.ledger = LedgerPage(self)
        self.going = Going(session, self.code, self.show_page)
        self.saving = Saving(session, self.code, settings, self)
        self._patience = QTimer(self, singleShot=True, interval=BUSY_SHOWN_AFTER_MS)
        self._patience.timeout.connect(lambda: self.head.busy.setText(self.tr("compiling…")))
        self._hearing = QTimer(self, interval=PRINTED_EVERY_MS)
        self._hearing.timeout.connect(self._draw_printed)
        self._assemble()
        self._connect()
        self._draw_subjects()

    def _assemble(self) -> None:
        for page, words in (
            (self.lesson, self.tr("Lesson")),
            (self.code, self.tr("Code")),
            (self.passes, self.tr("Passes")),
            (self.graph, self.tr("Graph")),
            (self.cost, self.tr("Cost")),
            (self.compare, self.tr("Compare")),
            (self.nan, self.tr("NaN")),
            (self.ledger, self.tr("Ledger")),
        ):
            self.pages.addWidget(page)
            self.head.add_page(words)
        self.head.finish()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for widget in (self.head, self.variation, self.own_bar, self.error):
            column.addWidget(widget)
        column.addWidget(self.pages, 1)
        self.show_page(self.code)
        self._button(self.lesson).hide()
        kept = self.settings.value("inspector/code")
        if isinstance(kept, QByteArray):
            self.code.splitter.restoreState(kept)

    def _button(self, page: QWidget) -> QAbstractButton:
        return self.head.switch.button(self.pages.indexOf(page))

    def _connect(self) -> None:
        session, head = self.session, self.head
        head.page_chosen.connect(self.pages.setCurrentIndex)
        head.subjects.activated.connect(lambda place: session.choose(session.subjects[place]))
        head.parts.activated.connect(session.choose_part)
        for asked, do in (
            (head.own_asked, self.show_own),
            (head.otherwise_asked, self._show_variation),
            (head.pin_asked, self._pin),
            (head.lessons_asked, self._offer_lessons),
            (head.save_asked, self._offer_to_save),
            (head.help_asked, self.help_asked.emit),
            (head.close_asked, self.closed.emit),
            (head.window_asked, self.window_asked.emit),
        ):
            asked.connect(do)
        session.subjects_changed.connect(self._draw_subjects)
        session.parts_changed.connect(self._draw_subjects)
        session.parts_changed.connect(self._draw_variation)
        session.stages_changed.connect(self._draw_error)
        session.failed.connect(lambda _: self._draw_error())
        session.busy_changed.connect(self._draw_busy)
        session.stages_changed.connect(self._draw_own)
        self.own.wanted.connect(session.bring)
        self.own_bar.stopped.connect(self._stop)
        self.error.line_asked.connect(self.going.to_line)
        self.nan.equation_asked.connect(self.going.to_equation)
        self.graph.item_asked.connect(self.going.to_item)
        self.saving.failed.connect(self.say)
        self.saving.done.connect(
            lambda path: head.busy.setText(self.tr("written: {0}").format(Path(path).name))
        )
        for keys, do in (
            (QKeySequence.StandardKey.Find, self._search),
            ("F3", lambda: self.code.searching.step(1)),
            ("Shift+F3", lambda: self.code.searching.step(-1)),
            ("F4", lambda: self.compare.step(1)),
            ("Shift+F4", lambda: self.compare.step(-1)),
        ):
            self._shortcut(keys, do)

    def _shortcut(self, keys: QKeySequence.StandardKey | str, do: Callable[[], object]) -> None:
        shortcut = QShortcut(QKeySequence(keys), self)
        shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        shortcut.activated.connect(do)

    @property
    def settled(self) -> bool:
        """Whether everything that was asked for is there."""
        pages = self.lesson, self.code, self.passes, self.graph, self.compare
        return not self.session.busy and all(page.settled for page in pages)

    def show_page(self, page: QWidget) -> None:
        place = self.pages.indexOf(page)
        self.pages.setCurrentIndex(place)
        self._button(page).setChecked(True)

    def say(self, text: str) -> None:
        """Say what went wrong, above the page."""
        self.error.say(text)

    def show_own(self) -> None:
        """Show the form for one's own function; without a file yet, ask for one."""
        self.own_bar.setVisible(self.own_bar.isHidden() or self.own.path is None)
        if self.own.path is None:
            self.own_bar.ask()

    def open_python(self, path: str) -> None:
        """Open somebody's Python file; nothing of it is run before the person agrees."""
        self.own.open(path)
        self.own_bar.show()

    def _pin(self) -> None:
        if self.session.report is not None:
            self.session.pin()
            self.head.busy.setText(self.tr("pinned"))

    def _show_variation(self) -> None:
        self.variation.setVisible(self.variation.isHidden())
        self._draw_variation()

    def _draw_variation(self) -> None:
        """The button stays lit while anything is compiled otherwise than it is."""
        words = self.session.variation.words
        self.head.otherwise.setChecked(bool(words) or not self.variation.isHidden())
        about = self.tr("Number format, device, options of the compiler")
        self.head.otherwise.setToolTip(f"{about}\n{words}".strip())

    def _stop(self) -> None:
        self.session.stop()
        self.say(self.tr("stopped"))

    def _search(self) -> None:
        self.show_page(self.code)
        taken = self.code.pane_in_hand.view.taken
        lines = self.code.pane_in_hand.view.shown.lines
        self.code.search.open(taken.text(lines) if taken and "\n" not in taken.text(lines) else "")

    def _offer_lessons(self) -> None:
        menu = QMenu(self)
        for lesson in LESSONS:
            action = menu.addAction(QCoreApplication.translate("Lessons", lesson.title))
            action.triggered.connect(lambda _=False, lesson=lesson: self.open_lesson(lesson))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.head.lessons.mapToGlobal(self.head.lessons.rect().bottomLeft()))

    def open_lesson(self, lesson: Lesson) -> None:
        """Inspect a lesson's functions and show its page."""
        self.lesson.show_lesson(lesson)
        self.session.bring(lesson_subject(lesson))
        self.show_page(self.lesson)

    def _draw_lesson(self) -> None:
        """Its page is offered only while it is in hand."""
        subject = self.session.subject
        there = subject is not None and subject.hand == LESSON
        self._button(self.lesson).setVisible(there)
        if not there and self.pages.currentWidget() is self.lesson:
            self.show_page(self.code)

    def _offer_to_save(self) -> None:
        menu = QMenu(self)
        self.saving.fill(menu)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.mapToGlobal(self.rect().topRight()) - menu.rect().topRight())

    def _draw_subjects(self) -> None:
        self._draw_lesson()
        self.head.draw(self.session)
        self._draw_error()

    def _draw_error(self) -> None:
        session = self.session
        nothing = self.tr("Nothing to inspect yet: add a filter, or type a function.")
        looked = session.looked
        said = looked.explanation if looked is not None and looked.error == session.error else None
        if session.error:
            new = said is not None and said is not self.error.said
            self.error.say(said.title if said is not None else session.error, said)
            if said is not None and new:
                self.going.reveal_line(said.path, said.line)
        else:
            self.error.say("" if session.subjects else nothing, wrong=False)

    def _draw_own(self) -> None:
        subject = self.session.subject
        running = self.session.busy and subject is not None and subject.hand == HAND
        self.own_bar.show_running(running)
        if not running:
            self._hearing.stop()
        elif not self._hearing.isActive():
            self._hearing.start()
        self._draw_printed()

    def _draw_printed(self) -> None:
        subject = self.session.subject
        own = subject is not None and subject.hand == HAND
        self.own_bar.show_printed(self.session.printed if own else "")

    def _draw_busy(self, busy: bool) -> None:
        self._draw_own()
        if busy:
            self._patience.start()
        else:
            self._patience.stop()
            self.head.busy.clear()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if _python_file(event.mimeData()):
            event.acceptProposedAction()
        else:
            event.ignore()  # the window takes photos and recipes

    def dropEvent(self, event: QDropEvent) -> None:
        path = _python_file(event.mimeData())
        if path:
            self.open_python(path)
            event.acceptProposedAction()

    def rest(self) -> None:
        """It is closed: nothing is inspected or run until `wake`."""
        self.own.awake = False
        self.session.stop()

    def wake(self) -> None:
        """It is open again: what changed meanwhile is seen."""
        self.own.awake = True
        self.own.look()

    def keep_layout(self, settings: QSettings) -> None:
        settings.setValue("inspector/code", self.code.splitter.saveState())

    def close(self) -> bool:
        self.saving.close()
        self.code.close()
        self.passes.close()
        self.lesson.close()
        self.graph.close()
        self.compare.close()
        self.session.close()
        return super().close()


def _python_file(mime: QMimeData) -> str:
    """The first Python file among what is dragged; empty without one, which is then the window's affair."""
    paths = [url.toLocalFile() for url in mime.urls() if url.isLocalFile()]
    return next((path for path in paths if path.endswith(PYTHON)), "")
