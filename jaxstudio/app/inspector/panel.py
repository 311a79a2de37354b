"""The inspector's inside: the subject above one of the pages, and the export of what they show."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QByteArray, QEvent, QMimeData, QObject, QSettings, Qt, QTimer, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPalette,
    QShortcut,
    QShowEvent,
)
from PySide6.QtWidgets import QAbstractButton, QMenu, QStackedWidget, QWidget

from jaxstudio.app.inspector.code_page import CodePage, Navigator
from jaxstudio.app.inspector.compare_page import ComparePage
from jaxstudio.app.inspector.compilation_log_page import CompilationLogPage
from jaxstudio.app.inspector.controller import InspectorController
from jaxstudio.app.inspector.cost_page import CostPage
from jaxstudio.app.inspector.graph_page import GraphPage
from jaxstudio.app.inspector.header import ErrorBanner, Head, VariationBar
from jaxstudio.app.inspector.inspectables import PLAYGROUND
from jaxstudio.app.inspector.lesson_page import ITEM_ID as LESSON
from jaxstudio.app.inspector.lesson_page import LessonPage, lesson_inspectable
from jaxstudio.app.inspector.nan_page import NanPage
from jaxstudio.app.inspector.pane import Page
from jaxstudio.app.inspector.passes_page import PassesPage
from jaxstudio.app.manual import INSPECTOR
from jaxstudio.app.shared import file_dialogs
from jaxstudio.app.shared.background_tasks import BackgroundTask, Question
from jaxstudio.app.shared.layouts import down
from jaxstudio.app.shared.text import of_catalogue
from jaxstudio.ir.graph_svg import graph_svg
from jaxstudio.ir.lessons import LESSONS, Lesson
from jaxstudio.runtime.atomic_write import write_text

BUSY_SHOWN_AFTER_MS, PRINTED_EVERY_MS = 200, 300
VEIL = 0.7  # how opaque
PYTHON = (".py", ".pyw")


class Veil(QWidget):
    """A veil as large as its parent; grays it and keeps clicks away."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._covered = parent
        parent.installEventFilter(self)
        self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and watched is self._covered:
            self.setGeometry(self._covered.rect())
        return False

    def showEvent(self, event: QShowEvent) -> None:
        self.setGeometry(self._covered.rect())
        self.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:
        colour = self.palette().color(QPalette.ColorRole.Window)
        colour.setAlphaF(VEIL)
        QPainter(self).fillRect(self.rect(), colour)


class Panel(QWidget):
    """Assembles what shows a session.

    `output_changed(printed, running)` is about the program of the playground. `program_asked(path)`: a Python
    file was dropped, or (with an empty path) one is to be chosen.
    """

    closed = Signal()
    window_asked = Signal()
    plain_asked = Signal(bool)
    output_changed = Signal(str, bool)
    program_asked = Signal(str)
    help_asked = Signal(str)

    def __init__(
        self, controller: InspectorController, settings: QSettings, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.controller, self.settings = controller, settings
        self.setAcceptDrops(True)
        self.head = Head(self)
        self.error = ErrorBanner(self)
        self.variation = VariationBar(controller, self)
        self.variation.hide()
        self.pages = QStackedWidget(self)
        self.veil = Veil(self.pages)
        self.code = CodePage(controller, self)
        self.passes = PassesPage(controller, self)
        self.cost = CostPage(controller, self)
        self.lesson = LessonPage(controller, self)
        self.graph = GraphPage(controller, self)
        self.compare = ComparePage(controller, self)
        self.nan = NanPage(controller, self)
        self.compilation_log = CompilationLogPage(self)
        self.compilation_log.there_is_one_before = lambda: controller.before is not None
        self.compilation_log.compare_asked.connect(self._compare_with_before)
        self.navigator = Navigator(controller, self.code, self.show_page)
        self.saving = Saver(controller, self.code, self.graph, settings, self)
        self._outdated = False
        self._patience = QTimer(self, singleShot=True, interval=BUSY_SHOWN_AFTER_MS)
        self._patience.timeout.connect(self._say_busy)
        self._hearing = QTimer(self, interval=PRINTED_EVERY_MS)
        self._hearing.timeout.connect(self._draw_output)
        self._assemble()
        self._connect()
        self._draw_inspectables()

    def _assemble(self) -> None:
        for page, words in (
            (self.lesson, self.tr("Lesson")),
            (self.code, self.tr("Code")),
            (self.passes, self.tr("Passes")),
            (self.graph, self.tr("Graph")),
            (self.cost, self.tr("Cost")),
            (self.compare, self.tr("Compare")),
            (self.nan, self.tr("NaN")),
            (self.compilation_log, self.tr("Compiles")),
        ):
            self.pages.addWidget(page)
            self.head.add_page(words)
        self.head.finish()
        down(self, self.head, self.variation, self.error, (self.pages, 1), spacing=0)
        self.show_page(self.code)
        self._button(self.lesson).hide()
        kept = self.settings.value("inspector/code")
        if isinstance(kept, QByteArray):
            self.code.splitter.restoreState(kept)

    def _button(self, page: QWidget) -> QAbstractButton:
        return self.head.switch.button(self.pages.indexOf(page))

    def _connect(self) -> None:
        controller, head = self.controller, self.head
        head.page_chosen.connect(self.pages.setCurrentIndex)
        self.pages.currentChanged.connect(lambda _: self._draw_stale())
        head.inspectables.activated.connect(lambda place: controller.choose(controller.inspectables[place]))
        head.parts.activated.connect(controller.choose_part)
        commands: dict[str, Callable[[], object]] = {
            "open": lambda: self.program_asked.emit(""),
            "options": self._show_variation,
            "pin": self._pin,
            "lessons": self._offer_lessons,
            "save": self._offer_to_save,
            "help": lambda: self.help_asked.emit(INSPECTOR),
            "close": self.closed.emit,
            "window": self.window_asked.emit,
        }
        head.asked.connect(lambda name: commands[name]())
        head.plain.toggled.connect(self.plain_asked)
        controller.inspectables_changed.connect(self._draw_inspectables)
        controller.parts_changed.connect(self._draw_inspectables)
        controller.parts_changed.connect(self._draw_variation)
        controller.stages_changed.connect(self._draw_error)
        controller.stages_changed.connect(self._draw_stale)
        controller.failed.connect(lambda _: self._draw_error())
        controller.busy_changed.connect(self._draw_busy)
        controller.stages_changed.connect(self._draw_output)
        self.error.line_asked.connect(self.navigator.to_line)
        self.nan.equation_asked.connect(self.navigator.to_equation)
        self.cost.flame.line_asked.connect(self.navigator.go)
        self.compare.variation_asked.connect(self.variation.show_variation)
        self.graph.item_asked.connect(self.navigator.to_item)
        self.graph.save_asked.connect(self.saving.ask_graph)
        self.saving.failed.connect(self.say)
        self.saving.done.connect(lambda path: head.say("written", path))
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
        pages = all(page.settled for page in self._asking)
        return not self.controller.busy and pages and self.navigator.settled

    @property
    def _asking(self) -> tuple[Page, ...]:
        """The pages that ask in threads."""
        return self.lesson, self.code, self.passes, self.graph, self.compare

    def show_page(self, page: QWidget) -> None:
        place = self.pages.indexOf(page)
        self.pages.setCurrentIndex(place)
        self._button(page).setChecked(True)

    def say(self, text: str) -> None:
        """Say what went wrong, above the page."""
        self.error.say(text)

    def _pin(self) -> None:
        if self.controller.report is not None:
            self.controller.pin()
            self.head.say("pinned")

    def _compare_with_before(self) -> None:
        self.controller.pin_before()
        self.show_page(self.compare)

    def _show_variation(self) -> None:
        self.variation.setVisible(self.variation.isHidden())
        self._draw_variation()

    def _draw_variation(self) -> None:
        """The button stays lit while anything is compiled otherwise than it is."""
        words = self.controller.variation.words
        self.head.options_button.setChecked(bool(words) or not self.variation.isHidden())
        about = self.tr("Number format, device, options of the compiler")
        self.head.options_button.setToolTip(f"{about}\n{words}".strip())

    def stop(self) -> None:
        """End what goes on."""
        self.controller.stop()
        self.say(self.tr("stopped"))

    def _search(self) -> None:
        self.show_page(self.code)
        selection = self.code.current_pane.view.selection
        lines = self.code.current_pane.view.model.lines
        self.code.search.open(
            selection.text(lines) if selection and "\n" not in selection.text(lines) else ""
        )

    def _offer_lessons(self) -> None:
        menu = QMenu(self)
        for lesson in LESSONS:
            action = menu.addAction(of_catalogue(lesson.title))
            action.triggered.connect(lambda _=False, lesson=lesson: self.open_lesson(lesson))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.head.lessons.mapToGlobal(self.head.lessons.rect().bottomLeft()))

    def open_lesson(self, lesson: Lesson) -> None:
        """Inspect a lesson's functions and show its page."""
        self.lesson.show_lesson(lesson)
        self.controller.bring(lesson_inspectable(lesson))
        self.show_page(self.lesson)

    def _draw_lesson(self) -> None:
        """Its page is offered only while the lesson is selected."""
        inspectable = self.controller.inspectable
        there = inspectable is not None and inspectable.item_id == LESSON
        self._button(self.lesson).setVisible(there)
        if not there and self.pages.currentWidget() is self.lesson:
            self.show_page(self.code)

    def _offer_to_save(self) -> None:
        menu = QMenu(self)
        self.saving.fill(menu)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.mapToGlobal(self.rect().topRight()) - menu.rect().topRight())

    def _draw_inspectables(self) -> None:
        self._draw_lesson()
        self.head.draw(self.controller)
        self._draw_error()

    def _draw_error(self) -> None:
        controller = self.controller
        nothing = self.tr("Nothing to inspect yet: add a filter, or type a function.")
        if self.code.beside:
            nothing = self.tr("The stages of the function are shown here once it is run.")
        state = controller.state
        explanation = state.explanation if state is not None and state.error == controller.error else None
        if controller.error:
            new = explanation is not None and explanation is not self.error.explanation
            self.error.say(explanation.title if explanation is not None else controller.error, explanation)
            if explanation is not None and new and not self.code.beside:  # the editor marks it
                self.navigator.reveal_line(explanation.path, explanation.line)
        else:
            self.error.say("" if controller.inspectables else nothing, wrong=False)

    def _draw_output(self) -> None:
        """Show the output of the playground's program, and again while it runs."""
        inspectable, busy = self.controller.inspectable, self.controller.busy
        if inspectable is None or inspectable.item_id != PLAYGROUND:
            self._hearing.stop()
            return
        if not busy:
            self._hearing.stop()
        elif not self._hearing.isActive():
            self._hearing.start()
        self.output_changed.emit(self.controller.printed, busy)

    def _say_busy(self) -> None:
        self.head.say("measuring" if self.controller.measuring else "compiling")

    @property
    def greyed(self) -> bool:
        """Whether the shown stages are those of an earlier subject."""
        return self.controller.stale or self._outdated

    def _draw_stale(self) -> None:
        """Gray the stages of an earlier subject: the texts themselves, other pages under a veil."""
        self.code.set_outdated(self.greyed)
        self.veil.setVisible(self.greyed and self.pages.currentWidget() is not self.code)

    def set_beside(self, beside: bool) -> None:
        """Lie beside the playground's editor, or below the tab."""
        self.code.set_beside(beside)
        self.compare.set_beside(beside)
        self.head.set_beside(beside)

    def mark_outdated(self, outdated: bool) -> None:
        """Gray the stages: their program has been changed since."""
        if outdated != self._outdated:
            self._outdated = outdated
            self._draw_stale()

    def _draw_busy(self, busy: bool) -> None:
        self._draw_stale()
        self._draw_output()
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
            self.program_asked.emit(path)
            event.acceptProposedAction()

    def rest(self) -> None:
        """It is closed: nothing more is inspected."""
        self.controller.stop()
        self.controller.forget_unfinished()

    def keep_layout(self, settings: QSettings) -> None:
        settings.setValue("inspector/code", self.code.splitter.saveState())

    def close(self) -> bool:
        self.controller.process.close()
        self.saving.close()
        self.navigator.close()
        for page in (self.variation, *self._asking):
            page.close()
        self.controller.close()
        return super().close()


def _python_file(mime: QMimeData) -> str:
    """The first Python file of a drag; empty without one."""
    paths = [url.toLocalFile() for url in mime.urls() if url.isLocalFile()]
    return next((path for path in paths if path.endswith(PYTHON)), "")


class Saver(QObject):
    """`done(path)` or `failed(reason)` follows each."""

    done = Signal(str)
    failed = Signal(str)

    def __init__(
        self,
        controller: InspectorController,
        code: CodePage,
        graph: GraphPage,
        settings: QSettings,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.controller, self.code, self.graph = controller, code, graph
        self.settings, self.window = settings, parent
        self._writing = Question(self, "inspector save", self.failed.emit)

    def fill(self, menu: QMenu) -> None:
        """Offer what there is to save."""
        stage = self.code.current_pane.stage
        report = self.controller.report
        for words, do, there in (
            (self.tr("Copy this stage"), self.copy_stage, stage),
            (self.tr("Save this stage…"), self.ask_stage, stage),
            (self.tr("Save the graph as SVG…"), self.ask_graph, self.graph.view.drawn),
            (self.tr("Save all as one HTML page…"), self.ask_page, report),
            (self.tr("Save all into a folder…"), self.ask_folder, report),
        ):
            action = menu.addAction(words)
            action.setEnabled(there is not None)
            action.triggered.connect(lambda _=False, do=do: do())

    def copy_stage(self) -> None:
        """The whole text of the stage in front, nothing hidden."""
        stage = self.code.current_pane.stage
        if stage is not None:
            QGuiApplication.clipboard().setText(stage.text)

    def ask_stage(self) -> None:
        stage = self.code.current_pane.stage
        if stage is not None:
            name = f"{stage.name.replace('/', '-').replace(' ', '-')}.txt"
            file_dialogs.ask_new_file(self.window, self.settings, "stage", name, self.save_stage)

    def save_stage(self, path: str) -> None:
        """Write the stage in front as it is, nothing hidden."""
        stage = self.code.current_pane.stage
        if stage is not None:
            self._write(path, lambda: write_text(Path(path), stage.text))

    def ask_graph(self) -> None:
        file_dialogs.ask_new_file(self.window, self.settings, "graph", "graph.svg", self.save_graph)

    def save_graph(self, path: str) -> None:
        """Save the drawn graph."""
        drawn, shares = self.graph.view.drawn, self.graph.shares
        if drawn is not None:
            self._write(path, lambda: write_text(Path(path), graph_svg(drawn, shares)))

    def ask_page(self) -> None:
        file_dialogs.ask_new_file(self.window, self.settings, "stages", "stages.html", self.save_page)

    def save_page(self, path: str) -> None:
        """Write all stages as one page."""
        self._save_all("page", path)

    def ask_folder(self) -> None:
        title = self.tr("Save all stages into a folder")
        file_dialogs.ask_folder(self.window, self.settings, title, self.save_folder)

    def save_folder(self, path: str) -> None:
        """Write each stage to a file of its own."""
        self._save_all("folder", path)

    def _save_all(self, form: str, path: str) -> None:
        state = self.controller.state
        if state is not None and state.report is not None:
            inspection, absolute = state.inspection, str(Path(path).absolute())
            self._write(path, lambda: inspection.save(form, absolute))

    def _write(self, path: str, write: Callable[[], object]) -> None:
        def work(_: BackgroundTask) -> str:
            write()
            return path

        self._writing.run(work, self.done.emit)

    def close(self) -> None:
        self._writing.close()
