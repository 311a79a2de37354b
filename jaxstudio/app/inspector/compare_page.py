"""The page that holds the pinned compilation beside the one in sight: counts, and two texts."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent, QTextOption
from PySide6.QtWidgets import (
    QHBoxLayout,
    QPushButton,
    QSplitter,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from jaxstudio.app.inspector.code_view import EMPTY, CodeView
from jaxstudio.app.inspector.compare_words import comparison_html
from jaxstudio.app.inspector.inspection_state import Looked
from jaxstudio.app.inspector.latest_only import Latest
from jaxstudio.app.inspector.one_line import OneLine
from jaxstudio.app.inspector.passes_page import HIDDEN
from jaxstudio.app.inspector.session import Session
from jaxstudio.app.inspector.side_by_side import Sides, compared, sides
from jaxstudio.app.inspector.stage_words import stage_words
from jaxstudio.app.shared.buttons import GlyphButton
from jaxstudio.app.shared.choice_box import ChoiceBox
from jaxstudio.ir.stages import Kind, Stage

LIST_PX = 420
USUAL = "optimized"


class ComparePage(QWidget):
    """Drawn only while it is in sight."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.sides: Sides | None = None
        self._drawn: tuple[Any, ...] = ()
        self._at = -1
        self.pin = QPushButton(self.tr("Pin this"), self)
        self.pin.setObjectName("small")
        self.pin.setToolTip(self.tr("Keep the compilation in sight, to compare others with it"))
        self.pin.clicked.connect(session.pin)
        self.about = OneLine(self)
        self.box = ChoiceBox(self)
        self.box.setObjectName("small")
        self.box.setAccessibleName(self.tr("Stage to compare"))
        self.box.setSizeAdjustPolicy(ChoiceBox.SizeAdjustPolicy.AdjustToContents)
        self.whole = QPushButton(self.tr("Whole text"), self)
        self.whole.setObjectName("small")
        self.whole.setCheckable(True)
        self.measure = QPushButton(self.tr("Measure both"), self)
        self.measure.setObjectName("small")
        self.measure.setToolTip(self.tr("Run each for a fifth of a second"))
        self.before = GlyphButton("up", self.tr("The change before (Shift+F4)"), self, small=True)
        self.after = GlyphButton("down", self.tr("The next change (F4)"), self, small=True)
        self.counts = QTextBrowser(self)
        self.counts.setWordWrapMode(QTextOption.WrapMode.WordWrap)
        self.counts.setAccessibleName(self.tr("What changed"))
        self.left = CodeView(self.tr("the pinned one"), self)
        self.right = CodeView(self.tr("the one in sight"), self)
        self._comparing = Latest("inspector compare", self)
        self._comparing.failed.connect(self.about.setText)
        self._counting = Latest("inspector counts", self)
        self._counting.failed.connect(self.about.setText)
        self._assemble()
        self._connect()

    def _assemble(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(8, 3, 8, 3)
        head.setSpacing(6)
        head.addWidget(self.pin)
        head.addWidget(self.about, 1)
        for widget in (self.measure, self.before, self.after, self.whole, self.box):
            head.addWidget(widget)
        splitter = QSplitter(Qt.Orientation.Horizontal, self)
        for part in (self.counts, self.left, self.right):
            splitter.addWidget(part)
        splitter.setHandleWidth(1)
        splitter.setChildrenCollapsible(False)
        splitter.setSizes([LIST_PX, 3 * LIST_PX // 2, 3 * LIST_PX // 2])
        for place, stretch in enumerate((0, 1, 1)):
            splitter.setStretchFactor(place, stretch)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(splitter, 1)

    def _connect(self) -> None:
        for one, other in ((self.left, self.right), (self.right, self.left)):
            for bar, follows in (
                (one.verticalScrollBar(), other.verticalScrollBar()),
                (one.horizontalScrollBar(), other.horizontalScrollBar()),
            ):
                bar.valueChanged.connect(follows.setValue)
        self.box.activated.connect(lambda _: self.draw())
        self.whole.toggled.connect(lambda _: self.draw())
        self.measure.clicked.connect(lambda: self.session.measure(pinned=True))
        self.before.clicked.connect(lambda: self.step(-1))
        self.after.clicked.connect(lambda: self.step(1))
        for signal in (self.session.report_changed, self.session.stages_changed, self.session.pinned_changed):
            signal.connect(self.draw)
        self.session.busy_changed.connect(lambda _: self._draw_buttons())

    @property
    def settled(self) -> bool:
        return not self._comparing.busy and not self._counting.busy

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.draw()

    def draw(self) -> None:
        """Compare what is pinned with what is in sight."""
        self._draw_buttons()
        if not self.isVisible():
            return
        pinned, looked = self.session.pinned, self.session.looked
        if pinned is None or pinned.report is None:
            self._clear(self.tr("Pin a compilation, then look at another: other options, another function"))
            return
        if looked is None or looked.report is None or looked is pinned:
            self._clear(self.tr("Pinned: {0}. Now look at another one.").format(pinned.title))
            return
        self.about.setText(self.tr("{0}   →   {1}").format(pinned.title, looked.title))
        self._fill_box(pinned, looked)
        name = self.box.currentData()
        stages = [self._stage(each, name) for each in (pinned, looked)]
        wanted = (pinned.report, looked.report, name, self.whole.isChecked())
        if wanted == self._drawn or stages[0] is None or stages[1] is None:
            return
        old, new = self._drawn[:2] if self._drawn else (None, None)
        self._drawn = wanted
        first, second, whole = stages[0], stages[1], self.whole.isChecked()
        self._comparing.ask(lambda _: sides(first, second, HIDDEN, whole), self._take)
        if old is not pinned.report or new is not looked.report:
            reports = pinned.report, looked.report
            self._counting.ask(
                lambda _: compared(*reports),
                lambda found: self.counts.setHtml(comparison_html(*reports, found)),
            )

    def step(self, by: int) -> None:
        """Go to the next change, or the one before."""
        if self.sides is None or not self.sides.changes:
            return
        self._at = (self._at + by) % len(self.sides.changes) if self._at >= 0 else (0 if by > 0 else -1)
        line = self.sides.changes[self._at]
        for view in (self.left, self.right):
            view.line = line
        bar = self.left.verticalScrollBar()
        bar.setValue(max(line - 1 - self.left.page_rows // 3, 0))
        self.left.viewport().update()
        self.right.viewport().update()

    def _stage(self, looked: Looked, name: str | None) -> Stage | None:
        stages = looked.report.stages if looked.report is not None else ()
        return next((stage for stage in stages if stage.name == name), None)

    def _fill_box(self, pinned: Looked, looked: Looked) -> None:
        assert pinned.report is not None
        there = {stage.name for stage in looked.report.stages} if looked.report is not None else set()
        both = [s for s in pinned.report.stages if s.name in there and s.kind is not Kind.PASS]
        names = [stage.name for stage in both]
        if names == [self.box.itemData(place) for place in range(self.box.count())]:
            return
        wanted = self.box.currentData() or USUAL
        self.box.clear()
        for stage in both:
            self.box.addItem(stage_words(stage), stage.name)
        self.box.setCurrentIndex(names.index(wanted) if wanted in names else len(names) - 1)

    def _take(self, found: Sides) -> None:
        self.sides, self._at = found, -1
        self.left.show_text(found.left)
        self.right.show_text(found.right)
        self.before.setEnabled(bool(found.changes))
        self.after.setEnabled(bool(found.changes))
        if not found.changes:
            self.about.setText(self.tr("{0}: no line differs").format(self.about.text()))

    def _clear(self, words: str) -> None:
        self.about.setText(words)
        self.sides, self._drawn = None, ()
        self._comparing.drop()
        self._counting.drop()
        self.counts.clear()
        for view in (self.left, self.right):
            view.show_text(EMPTY)

    def _draw_buttons(self) -> None:
        session = self.session
        self.pin.setEnabled(session.report is not None and session.looked is not session.pinned)
        both = session.pinned is not None and session.report is not None
        self.measure.setEnabled(both and not session.busy)

    def close(self) -> bool:
        self._comparing.close()
        self._counting.close()
        return super().close()
