"""The page of the stages: their list, two texts side by side, the filters, the search."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QWidget

from jaxstudio.app.inspector.controller import InspectorController
from jaxstudio.app.inspector.pane import (
    Page,
    Pane,
    StageList,
    about_the_rest,
    quantity_words,
    said_of,
    side_by_side,
    stage_words,
)
from jaxstudio.app.inspector.search import SearchBar, SearchController
from jaxstudio.app.inspector.text_model import USUAL_NOISE
from jaxstudio.app.shared.background_tasks import Question
from jaxstudio.app.shared.buttons import small_button
from jaxstudio.app.shared.choice_box import small_box
from jaxstudio.app.shared.colours import is_dark, link_colour
from jaxstudio.app.shared.layouts import FlowLayout, OneLine, across, down, make_label
from jaxstudio.app.shared.text import of_catalogue
from jaxstudio.ir.links.index import NO_LINES, Linked
from jaxstudio.ir.stages import Kind, Stage
from jaxstudio.ir.text_view.filters import Noise

MOST_TOLD = 4


class CodePage(Page):
    """A click in either text marks what belongs to it in the other.

    `lit(colours)` says what the mouse is over, `followed(stage, line, column)` where a text was clicked,
    `released` when Escape or a second click takes the marks away.
    """

    lit = Signal(list)
    followed = Signal(str, int, int)
    released = Signal()

    def __init__(self, controller: InspectorController, parent: QWidget | None = None) -> None:
        super().__init__(controller, parent)
        self.stages = StageList(controller, self)
        self.left = Pane(controller, "jaxpr", self.tr("left"), self)
        self.right = Pane(controller, "optimized", self.tr("right"), self)
        self.search = SearchBar(self)
        self.searching = SearchController(controller, self.search, self)
        self.link_label = OneLine(self)
        self.filters = {noise: self._filter(noise) for noise in self._noises()}
        self.colours = small_box(self.tr("Colours"), self, self.tr("What the colours of lines stand for"))
        self.colours.offer(
            [
                (self.tr("Source lines"), "line"),
                (self.tr("Equations"), "equation"),
                (self.tr("Transforms"), "transform"),
            ]
        )
        about = self.tr("Run it on random numbers, and show beside each line its part")
        self.quantity = small_box(self.tr("Beside the lines"), self, about)
        quantities = ("time", "flops", "bytes", "memory")
        self.quantity.offer(
            [(self.tr("nothing"), ""), *((quantity_words(each), each) for each in quantities)]
        )
        about = self.tr("The list of all stages; each text has a box of them, too")
        self.list_button = small_button(self.tr("Stages"), self, about, checkable=True)
        self.list_button.setChecked(True)
        self._listed = {False: True, True: False}  # whether the list is shown: below the tab, beside it
        self.beside = False
        self.legend = QLabel(self)
        self.legend.hide()
        # the pane, its stage, and the line and column of the whole text (−1: all of the line)
        self._chosen: tuple[Pane, Stage, int, int] | None = None
        self._following = self.question("inspector links", self.link_label.setText)
        self._assemble()
        for pane in (self.left, self.right):
            pane.view.chosen.connect(lambda line, column, pane=pane: self.follow(pane, line, column))
            pane.view.hovered.connect(lambda line, pane=pane: self._light(pane, line))
            pane.view.entered.connect(lambda pane=pane: self.searching.use(pane))
            pane.view.followed.connect(lambda pane=pane: self._go_over(pane))
            pane.view.released.connect(self.let_go)
            pane.shown_changed.connect(lambda pane=pane: self._on_pane_shown(pane))
        self.stages.chosen.connect(lambda name: self.current_pane.show_stage(name))
        self.search.closed.connect(lambda: self.current_pane.focus())
        self.colours.activated.connect(lambda _: self._show_colours())
        self.quantity.activated.connect(lambda _: self._show_quantity())
        self.list_button.toggled.connect(self._show_list)
        controller.report_changed.connect(self._draw_legend)
        controller.report_changed.connect(self._measure)
        self._filter_both()
        self.searching.use(self.left)

    def _noises(self) -> dict[Noise, tuple[str, str]]:
        return {
            Noise.METADATA: (self.tr("Metadata"), self.tr("Where operations come from, and compiler data")),
            Noise.LAYOUTS: (self.tr("Layouts"), self.tr("The order of axes in memory")),
            Noise.LOCATIONS: (self.tr("Locations"), self.tr("Source locations and their tables")),
            Noise.CONSTANTS: (self.tr("Constants"), self.tr("The elements of constants")),
            Noise.ADDRESSES: (self.tr("Addresses"), self.tr("Offsets of instructions")),
        }

    def _filter(self, noise: Noise) -> QPushButton:
        words, about = self._noises()[noise]
        button = small_button(words, self, self.tr("Show: {0}").format(about), checkable=True)
        button.setChecked(noise not in USUAL_NOISE)
        button.setAccessibleName(self.tr("Show {0}").format(words))
        button.toggled.connect(lambda _: self._filter_both())
        return button

    def _assemble(self) -> None:
        tools = QFrame(self)
        tools.setObjectName("toolbar")
        line = FlowLayout(tools, spacing=4, margins=(8, 3, 8, 3))
        line.add(self.list_button)
        line.add_space(6)
        line.add(make_label(self.tr("Show"), "muted", tools))
        for button in self.filters.values():
            line.add(button)
        line.add_space(6)
        for box in (self.colours, self.quantity):
            named = QWidget(tools)  # the words stay beside their box
            words = make_label(box.accessibleName(), "muted", named)
            words.setBuddy(box)
            across(named, words, box, spacing=4)
            line.add(named)
            line.add_space(6)
        line.add(self.legend)
        line.add_space(6)
        self.search.setMaximumWidth(460)
        line.add(self.search, 2)
        self.splitter = side_by_side(self, (self.stages, self.left, self.right), (280, 560, 560), fixed=1)
        said = across(None, (self.link_label, 1), margins=(12, 1, 12, 2))
        down(self, tools, (self.splitter, 1), said, spacing=0)
        self._say_nothing()

    @property
    def current_pane(self) -> Pane:
        """The pane that was used last."""
        return self.searching.pane or self.left

    @property
    def settled(self) -> bool:
        return super().settled and self.left.settled and self.right.settled and self.searching.settled

    def _other(self, pane: Pane) -> Pane:
        return self.right if pane is self.left else self.left

    def _filter_both(self) -> None:
        hidden = frozenset(noise for noise, button in self.filters.items() if not button.isChecked())
        for pane in (self.left, self.right):
            pane.set_noise(hidden)

    def set_beside(self, beside: bool) -> None:
        """It lies beside the tab, where there is less room: the list of stages is shown as it was there."""
        self.beside = beside
        for pane in (self.left, self.right):
            pane.keeps = beside
        self.list_button.setChecked(self._listed[beside])

    def set_outdated(self, outdated: bool) -> None:
        """Gray both texts while they belong to an earlier subject; a key press changes nothing else here."""
        for pane in (self.left, self.right):
            pane.set_outdated(outdated)

    def _show_list(self, listed: bool) -> None:
        self._listed[self.beside] = listed
        self.stages.setVisible(listed)

    def _show_colours(self) -> None:
        for pane in (self.left, self.right):
            pane.show_colours(str(self.colours.currentData()))
        self._draw_legend()

    def _show_quantity(self) -> None:
        for pane in (self.left, self.right):
            pane.show_quantity(str(self.quantity.currentData()))
        self._measure()
        self._draw_legend()

    def _measure(self) -> None:
        """Measure the shown function with the times of its parts, once."""
        if self.quantity.currentData():
            self.controller.measure_lines()

    def _light(self, pane: Pane, line: int) -> None:
        """Light up, in both texts, the lines with the colours of the line under the mouse."""
        hues = pane.view.colours.of(pane.view.model.number(line)) if line else []
        self.light(hues)
        self.lit.emit(hues)

    def light(self, hues: Sequence[int]) -> None:
        """Light up, in both texts, the lines with one of these colours."""
        for each in (self.left, self.right):
            each.view.light(hues)

    def _draw_legend(self) -> None:
        """Explain the colours of the transforms, and the share of the run that is not attributed."""
        report = self.controller.report
        words = report.transforms if report is not None and self.colours.currentData() == "transform" else ()
        parts = [
            f'<span style="color:{link_colour(number, is_dark()).name()}">■</span>&nbsp;'
            f"{escape(each) or self.tr('as written')}"
            for number, each in enumerate(words[:MOST_TOLD])
        ]
        if len(words) > MOST_TOLD:
            parts.append("…")
        quantity = str(self.quantity.currentData())
        run = said_of(report, quantity) if report is not None and quantity else ""
        parts.append(escape(run))
        # the legend may be cut and widens no window, but what is not attributed is read whole
        self.legend.setMinimumWidth(1 + self.legend.fontMetrics().horizontalAdvance(run))
        self.legend.setText("&nbsp; ".join(filter(None, parts)))
        self.legend.setToolTip(", ".join(words) or about_the_rest(quantity))
        self.legend.setVisible(bool(self.legend.text()))

    def follow(self, pane: Pane, line: int, column: int) -> None:
        """Mark what stands at a place of a pane's shown text, and what belongs to it in the other pane."""
        if pane.stage is None or pane.stage is not pane.view.model.stage:
            return  # a text that still stands while the next one is prepared has no links any more
        original = pane.view.model.original(line, max(column, 0))
        self._chosen = pane, pane.stage, original[0], original[1] if column >= 0 else -1
        self._follow()
        self.followed.emit(pane.stage.name, *self._chosen[2:])

    def let_go(self) -> None:
        """Take away the marks of a click."""
        self._chosen = None
        self._following.drop()
        for pane in (self.left, self.right):
            pane.view.show_links(NO_LINES, NO_LINES)
        self._say_nothing()
        self.released.emit()

    def show_partners(self, source_line: int, partners: Mapping[str, Linked]) -> None:
        """Mark in the texts of these stages what belongs to a source line that was clicked elsewhere."""
        self._chosen = None
        for pane in (self.left, self.right):
            linked = partners.get(pane.stage.name) if pane.stage is not None else None
            if linked is not None:
                pane.view.show_links(linked.linked[:0], linked.linked, linked.linked_spans)
                pane.view.go_to_linked()
                self._say_linked(pane, linked, source_line)

    def _follow(self) -> None:
        """Ask for the links of the clicked line once both texts are there."""
        state, chosen = self.controller.state, self._chosen
        if state is None or chosen is None:
            return
        pane, stage, line, column = chosen
        to = self._other(pane).stage
        if to is None or to is not self._other(pane).view.model.stage:
            return
        self._following.run(
            lambda job: state.inspection.follow(stage.name, line, column, to.name, job.cancelled),
            lambda linked: self._show_links(pane, linked, line if stage.kind is Kind.SOURCE else 0),
        )

    def reveal(self, pane: Pane, line: int) -> bool:
        """Bring a line of a pane's whole text to sight; whether it is shown at all."""
        model = pane.view.model.lines_of(np.array([line]))
        if len(model):
            pane.view.line = int(model[0])
            pane.view.reveal(pane.view.line)
        return bool(len(model))

    def go_to(self, pane: Pane, line: int) -> None:
        """Bring a line of a pane's whole text to sight, take the keyboard there and follow its links."""
        if self.reveal(pane, line):
            pane.view.setFocus(Qt.FocusReason.OtherFocusReason)
            self.follow(pane, pane.view.line, -1)

    def _show_links(self, pane: Pane, linked: Linked, source_line: int) -> None:
        other = self._other(pane)
        pane.view.show_links(linked.picked, NO_LINES, linked.picked_spans)
        other.view.show_links(NO_LINES, linked.linked, linked.linked_spans)
        other.view.go_to_linked()
        self._say_linked(other, linked, source_line)

    def _say_nothing(self) -> None:
        self.link_label.setText(self.tr("A click on a line keeps its partners marked; Esc lets them go"))

    def _say_linked(self, other: Pane, linked: Linked, source_line: int) -> None:
        """Say what was clicked, by its line if that is one of the source, and how its partners are known."""
        if other.stage is None:
            return
        where = stage_words(other.stage)
        if not len(linked.linked):
            said = self.tr("nothing in {0} is known to belong to it").format(where)
        else:
            count = len(linked.linked)
            words = self.tr("1 line in {1}, {2}") if count == 1 else self.tr("{0} lines in {1}, {2}")
            said = words.format(count, where, of_catalogue(linked.how))
        clicked = self.tr("line {0}").format(source_line) if source_line else linked.items
        self.link_label.setText(f"{clicked}  →  {said}" if clicked else said)

    def _go_over(self, pane: Pane) -> None:
        """Move the keyboard focus to the linked line of the other pane."""
        other = self._other(pane)
        if len(other.view.linked):
            other.view.line = int(other.view.linked[0])
            other.view.reveal(other.view.line)
        other.focus()

    def _on_pane_shown(self, pane: Pane) -> None:
        self._following.drop()  # its answer is about the text that was here
        self._say_nothing()
        self._other(pane).view.show_links(NO_LINES, NO_LINES)
        if self._chosen is not None and self._chosen[0].stage is not self._chosen[1]:
            self._chosen = None
        self._follow()
        if pane is self.searching.pane:
            self.searching.on_stage_shown()

    def close(self) -> bool:
        self.searching.close()
        self.left.close()
        self.right.close()
        return super().close()


class Navigator:
    """Always to the left text; `show_page` turns to the page of the code."""

    def __init__(
        self, controller: InspectorController, code: CodePage, show_page: Callable[[QWidget], object]
    ) -> None:
        self.controller, self.code, self._show_page = controller, code, show_page
        self._finding = Question(code, "inspector item")

    def to_line(self, path: str, line: int) -> None:
        """A line of a source file."""
        name = self._source(path)
        if name:
            self.go(name, line)

    def to_equation(self, number: int) -> None:
        """Go to an equation of the jaxpr, with the source on the right."""
        self.code.right.show_stage("source")
        self.to_item("jaxpr", number)

    def to_item(self, stage: str, item: int) -> None:
        """An item of a stage: an equation, an instruction."""
        state = self.controller.state
        if state is not None:
            self._finding.run(
                lambda job: state.inspection.line(stage, item, job.cancelled),
                lambda line: self.go(stage, line) if line else None,
            )

    @property
    def settled(self) -> bool:
        return not self._finding.busy

    def close(self) -> None:
        self._finding.close()

    def reveal_line(self, path: str, line: int) -> None:
        """Only scroll there: the page, the keyboard and the chosen stages stay as they are."""
        left, name = self.code.left, self._source(path)
        if name and line:
            requested_stage = left.requested_stage
            left.show_stage(name, lambda: self.code.reveal(left, line))
            left.requested_stage = requested_stage

    def _source(self, path: str) -> str:
        return next((stage.name for stage in self.controller.stages if stage.path == path), "")

    def go(self, stage: str, line: int) -> None:
        """A line of a stage."""
        self._show_page(self.code)
        self.code.left.show_stage(stage, lambda: self.code.go_to(self.code.left, line))
