"""The search bar and its results, in the order of the stages, with the current hit."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from jaxstudio.app.inspector.controller import InspectorController
from jaxstudio.app.inspector.pane import Pane, stage_words
from jaxstudio.app.inspector.scheduling import stopped
from jaxstudio.app.inspector.text_model import visible_hits
from jaxstudio.app.shared.background_tasks import BackgroundTask, Question
from jaxstudio.app.shared.buttons import GlyphButton, small_button
from jaxstudio.app.shared.layouts import across, make_label, set_look
from jaxstudio.app.shared.text import of_number
from jaxstudio.ir.text_view.search import Found, Hit

TYPED_MS = 120


class SearchBar(QWidget):
    """`asked` when the pattern or the scope changed, `stepped(by)` for the next or the one before."""

    asked = Signal()
    stepped = Signal(int)
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field = QLineEdit(self)
        self.field.setPlaceholderText(self.tr("Search, by regular expression"))
        self.field.setAccessibleName(self.tr("Search the stages"))
        self.field.setClearButtonEnabled(True)
        self._tip = self.tr(
            "Search by regular expression (Ctrl+F); Enter finds the next, Shift+Enter the one before"
        )
        self.field.setToolTip(self._tip)
        about = self.tr("Search all stages, not only the one in front")
        self.all = small_button(self.tr("All stages"), self, about, checkable=True)
        self.before = GlyphButton("up", self.tr("The one before (Shift+F3)"), self, small=True)
        self.after = GlyphButton("down", self.tr("The next one (F3)"), self, small=True)
        self.count = make_label("", "muted", self)
        self.count.setMinimumWidth(self.count.fontMetrics().horizontalAdvance("10000 of 10000"))
        across(self, (self.field, 1), self.before, self.after, self.all, self.count, spacing=4)
        self._typed = QTimer(self, singleShot=True, interval=TYPED_MS)
        self._typed.timeout.connect(self.asked)
        self.field.textChanged.connect(lambda _: self._typed.start())
        self.all.toggled.connect(lambda _: self.asked.emit())
        self.before.clicked.connect(lambda: self.stepped.emit(-1))
        self.after.clicked.connect(lambda: self.stepped.emit(1))

    @property
    def pattern(self) -> str:
        return self.field.text()

    def open(self, text: str = "") -> None:
        """Put the keyboard into the field."""
        if text:
            self.field.setText(text)
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    def say(self, text: str, wrong: bool = False) -> None:
        """Show the number of hits, or the error of the pattern."""
        self.count.setText(text)
        self.field.setToolTip(text if wrong else self._tip)
        set_look(self.field, wrong, "refused")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.field.clear()
            self.closed.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            back = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            self.stepped.emit(-1 if back else 1)
        else:
            super().keyPressEvent(event)


MOST_SHOWN = 10_000


class SearchController(QObject):
    """Answers the search bar, in the pane that was used last."""

    failed = Signal(str)

    def __init__(self, controller: InspectorController, bar: SearchBar, parent: QObject) -> None:
        super().__init__(parent)
        self.controller, self.bar = controller, bar
        self.pane: Pane | None = None
        self.hits: tuple[Hit, ...] = ()
        self.at = -1
        self._more = self._late = False
        self._finding = Question(self, "inspector search", self._refuse)
        bar.asked.connect(self.find)
        bar.stepped.connect(self.step)

    @property
    def settled(self) -> bool:
        return not self._finding.busy

    def use(self, pane: Pane) -> None:
        """Search here from now on."""
        if pane is not self.pane:
            if self.pane is not None:
                self.pane.view.show_hits({})
            self.pane = pane
            self.find()

    def find(self) -> None:
        """Search again for the text of the bar."""
        pane, pattern = self.pane, self.bar.pattern
        self.hits, self.at = (), -1
        if pane is None or pane.stage is None or not pattern:
            self._finding.drop()
            self.bar.say("")
            if pane is not None:
                pane.view.show_hits({})
            return
        state = self.controller.state
        if state is None:
            return
        name = pane.stage.name
        all_names = [stage.name for stage in self.controller.stages]
        names = all_names if self.bar.all.isChecked() else [name]

        def work(job: BackgroundTask) -> tuple[Found, dict[int, list[Hit]]]:
            found = state.inspection.search(names, pattern, lambda: stopped(job))
            return found, by_line(found.hits, name)

        self._finding.run(work, lambda answer: self._take(*answer))

    def step(self, by: int) -> None:
        """Go to the next hit, or the one before."""
        if not self.hits or self.pane is None:
            return
        if self.at < 0:
            self.at = self._nearest(by)
        else:
            self.at = (self.at + by) % len(self.hits)
        self._say()
        hit = self.hits[self.at]
        self.pane.show_stage(hit.stage, lambda: self._go(hit))

    def on_stage_shown(self) -> None:
        """Another stage is in front: its own hits are marked; the current one may not be in another."""
        if not self.bar.all.isChecked():
            self.find()
        elif self.pane is not None and self.pane.stage is not None and self.hits:
            stage = self.pane.stage.name
            if self.at >= 0 and self.hits[self.at].stage != stage:
                self.at = -1
            self.pane.view.show_hits(by_line(self.hits, stage))
            self._say()

    def close(self) -> None:
        self._finding.close()

    def _nearest(self, by: int) -> int:
        """The first hit from the current line on, or the last before it."""
        assert self.pane is not None
        assert self.pane.stage is not None
        line = self.pane.view.model.number(self.pane.view.line) if self.pane.view.model.lines else 1
        own = [place for place, hit in enumerate(self.hits) if hit.stage == self.pane.stage.name]
        if by > 0:
            return next((place for place in own if self.hits[place].line >= line), own[0] if own else 0)
        return next((place for place in reversed(own) if self.hits[place].line <= line), len(self.hits) - 1)

    def _go(self, hit: Hit) -> None:
        if self.pane is None or self.pane.stage is None or self.pane.stage.name != hit.stage:
            return
        view = self.pane.view
        if self.bar.all.isChecked():
            view.show_hits(by_line(self.hits, hit.stage))
        found = visible_hits((hit,), view.model)
        if found:
            view.go_to_hit(found[0])
        else:
            self.bar.say(self.tr("hidden by a filter"))

    def _take(self, result: Found, model: dict[int, list[Hit]]) -> None:
        self.hits = result.hits
        self._more, self._late = not result.complete, result.late
        if self.pane is not None:
            self.pane.view.show_hits(model)
        self._say()

    def _refuse(self, text: str) -> None:
        self.bar.say(text.removeprefix("search: "), wrong=True)

    def _say(self) -> None:
        count = of_number(len(self.hits), ",") + ("+" if self._more else "")
        if not self.hits and self._late:
            self.bar.say(self.tr("no end in sight: stopped"), wrong=True)
        elif not self.hits:
            self.bar.say(self.tr("nothing found"))
        elif self.at < 0:
            self.bar.say(self.tr("{0} found").format(count))
        else:
            at = self.tr("{0} of {1}").format(of_number(self.at + 1, ","), count)
            stage = self.controller.stage(self.hits[self.at].stage)
            everywhere = self.bar.all.isChecked() and stage is not None
            self.bar.say(self.tr("{0}, {1}").format(at, stage_words(stage)) if everywhere and stage else at)


def by_line(hits: Sequence[Hit], stage: str) -> dict[int, list[Hit]]:
    """The hits of one stage by their lines, for a view."""
    hits_by_line: dict[int, list[Hit]] = {}
    for hit in hits[:MOST_SHOWN]:
        if hit.stage == stage:
            hits_by_line.setdefault(hit.line, []).append(hit)
    return hits_by_line
