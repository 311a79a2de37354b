"""The page of the graph: a jaxpr or an HLO module, fusions and calls as boxes that open."""

from __future__ import annotations

from typing import Any

import numpy as np
from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QWidget

from jaxstudio.app.inspector.controller import InspectorController
from jaxstudio.app.inspector.graph_view import GraphView
from jaxstudio.app.inspector.pane import Page, offer_stages
from jaxstudio.app.shared.buttons import small_button
from jaxstudio.app.shared.choice_box import small_box
from jaxstudio.app.shared.layouts import FlowLayout, OneLine, down, set_look
from jaxstudio.app.shared.text import of_number
from jaxstudio.ir.graph import KINDS, Drawn, Graph
from jaxstudio.ir.stages import Kind, Language


class GraphPage(Page):
    """Drawn only while it is visible. `item_asked(stage, item)` to see a node in its text.

    `save_asked` to write what is drawn to a file.
    """

    item_asked = Signal(str, int)
    save_asked = Signal()

    def __init__(self, controller: InspectorController, parent: QWidget | None = None) -> None:
        super().__init__(controller, parent)
        self.graph: Graph | None = None
        self._drawn: tuple[Any, ...] = ()
        self._hits = np.zeros(0, np.int64)
        self.box = small_box(self.tr("Stage of the graph"), self)
        self.box.setMinimumContentsLength(13)
        self.field = QLineEdit(self)
        self.field.setMinimumWidth(150)
        self.field.setPlaceholderText(self.tr("Search names and types"))
        self.field.setAccessibleName(self.tr("Search the graph"))
        self.field.setToolTip(self.tr("Enter goes to the next node, Shift+Enter to the one before"))
        self.field.setClearButtonEnabled(True)
        about = self.tr("Run it on random numbers, and colour each node by its part of the time")
        self.time = small_button(self.tr("Time"), self, about, checkable=True)
        about = self.tr("Show all that the chosen node depends on")
        self.inputs = small_button(self.tr("Inputs"), self, about, checkable=True)
        about = self.tr("Show all that depends on the chosen node")
        self.outputs = small_button(self.tr("Outputs"), self, about, checkable=True)
        about = self.tr("Show the nodes nearest to the chosen one")
        self.around = small_button(self.tr("Around it"), self, about)
        self.open_all = small_button(self.tr("Open all"), self, self.tr("Open every box"))
        self.shut_all = small_button(self.tr("Shut all"), self, self.tr("Shut every box"))
        self.fit = small_button(self.tr("Show all"), self, self.tr("Show all of it (0)"))
        about = self.tr("Show the chosen node in the text (Enter)")
        self.text = small_button(self.tr("In the code"), self, about)
        about = self.tr("Write what is drawn to an SVG file")
        self.save = small_button(self.tr("Save as SVG…"), self, about)
        self.about = OneLine(self)
        self.view = GraphView(self.tr("Graph"), self)
        self._building = self.question("inspector graph", self.about.setText)
        self._finding = self.question("inspector graph search", self.about.setText)
        tools = QFrame(self)
        tools.setObjectName("toolbar")
        line = FlowLayout(tools, spacing=6, margins=(8, 3, 8, 3))
        for part in (
            self.box, self.time, self.inputs, self.outputs, self.text, self.around, self.open_all,
            self.shut_all, self.fit, self.save,
        ):  # fmt: skip
            line.add(part)
        line.add(self.field, 1)
        line.add(self.about, 2)
        down(self, tools, (self.view, 1), spacing=0)
        self.box.activated.connect(lambda _: self.draw())
        self.inputs.toggled.connect(lambda _: self._light())
        self.outputs.toggled.connect(lambda _: self._light())
        self.around.clicked.connect(lambda: self._redraw(self._opened, focus=self.view.node))
        self.open_all.clicked.connect(lambda: self._redraw(self._all_boxes))
        self.shut_all.clicked.connect(lambda: self._redraw(frozenset()))
        self.fit.clicked.connect(lambda: self.view.fit())
        self.save.clicked.connect(self.save_asked)
        self.time.toggled.connect(lambda _: self._heat())
        self.field.textChanged.connect(lambda _: self._search())
        self.field.installEventFilter(self)
        self.text.clicked.connect(lambda: self._ask(self.view.node))
        self.view.chosen.connect(lambda _: self._light())
        self.view.toggled.connect(self._toggle)
        self.view.followed.connect(self._ask)
        for signal in (self.controller.report_changed, self.controller.stages_changed):
            signal.connect(self.draw)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.field and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self.step(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
                return True
            if event.key() == Qt.Key.Key_Escape and self.field.text():
                self.field.clear()
                return True
        return super().eventFilter(watched, event)

    def step(self, by: int) -> None:
        """Go to the next node that the search found, or the one before; boxes around it open."""
        if not len(self._hits) or self.graph is None:
            return
        node = self.view.node
        after = int(np.searchsorted(self._hits, node, side="right" if by > 0 else "left"))
        hit = int(self._hits[(after if by > 0 else after - 1) % len(self._hits)])
        opened = self._opened | set(self.graph.around(hit))
        if opened != self._opened or self.view.drawn is None or self.view.drawn.place(hit) < 0:
            self._redraw(opened, focus=hit, choose=hit)
        else:
            self.view.choose(hit)

    def _search(self) -> None:
        graph, words = self.graph, self.field.text().strip()
        if graph is None or not words:
            self._finding.drop()
            self._take_hits(np.zeros(0, np.int64))
        else:
            self._finding.run(lambda _: graph.search(words), self._take_hits)

    def _take_hits(self, hits: np.ndarray) -> None:
        self._hits = hits
        self.view.show_matches(hits)
        set_look(self.field, bool(self.field.text().strip()) and not len(hits), "refused")
        self._light()

    def _heat(self) -> None:
        """Colour the nodes by their time, once it is measured."""
        shares = None
        if self.time.isChecked():
            self.controller.measure_lines()
            shares = self.shares
        self.view.show_shares(shares)

    @property
    def shares(self) -> np.ndarray | None:
        """The part of a measured run that each node takes; None where it is not known."""
        report, name = self.controller.report, self.box.currentData()
        profile = report.line_profiles.get("time") if report is not None else None
        values = profile.items.get(name) if profile is not None and self.time.isChecked() else None
        return None if values is None or profile is None or not profile.total else values / profile.total

    @property
    def _opened(self) -> frozenset[int]:
        return self.view.drawn.opened if self.view.drawn is not None else frozenset()

    @property
    def _all_boxes(self) -> frozenset[int]:
        return frozenset(self.graph.boxes.tolist()) if self.graph is not None else frozenset()

    def draw(self, *_: object) -> None:
        """Draw the chosen stage of a finished inspection."""
        if not self.isVisible():
            return
        state = self.controller.state
        report = state.report if state is not None else None
        offer_stages(self.box, [s for s in report.stages if s.kind in KINDS] if report is not None else [])
        name = self.box.currentData()
        if state is None or report is None or name is None:
            self._drawn, self.graph = (), None
            self._building.drop()
            self.view.show_graph(None)
            self.about.clear()
            return
        if self._drawn and self._drawn[0] is state.inspection and self._drawn[1] == name:
            self._heat()  # it may be measured by now
            return
        self._drawn = (state.inspection, name)
        self.view.language = Language.JAXPR if report.stage(name).kind is Kind.JAXPR else Language.HLO
        inspection = state.inspection
        self._building.run(
            lambda job: inspection.graph(name, cancelled=job.cancelled), lambda drawn: self._take(drawn, -1)
        )

    def _redraw(self, opened: frozenset[int], focus: int | None = None, choose: int = -1) -> None:
        graph, node = self.graph, self.view.node
        if graph is not None and self._drawn:
            inspection, name = self._drawn
            at = focus if focus is not None and focus >= 0 else None
            self._building.run(
                lambda job: inspection.graph(name, graph, opened, at, cancelled=job.cancelled),
                lambda drawn: self._take(drawn, node, choose),
            )

    def _take(self, drawn: Drawn, node: int, choose: int = -1) -> None:
        same = drawn.graph is self.graph
        self.graph = drawn.graph
        self.view.show_graph(drawn, node if same else -1, keep=same)
        self.view.show_shares(self.shares)
        if choose >= 0:
            self.view.choose(choose)
        self.view.show_matches(self._hits) if same else self._search()
        self._light()

    def _toggle(self, node: int) -> None:
        if self.graph is not None and node in self.graph.boxes:
            self._redraw(self._opened ^ {node}, focus=node if self.view.drawn and self._hidden else None)

    @property
    def _hidden(self) -> int:
        return self.view.drawn.view.hidden if self.view.drawn is not None else 0

    def _light(self) -> None:
        """Highlight the nodes that the chosen one depends on, or its dependents, and describe it."""
        graph, node = self.graph, self.view.node
        lit = np.zeros(0, np.int64)
        if graph is not None and node >= 0:
            if self.inputs.isChecked():
                lit = np.union1d(lit, graph.upstream(node))
            if self.outputs.isChecked():
                lit = np.union1d(lit, graph.downstream(node))
        self.view.light(lit.astype(np.int64))
        for button in (self.inputs, self.outputs, self.text, self.save):
            button.setEnabled(graph is not None)
        self.around.setVisible(bool(self._hidden))
        self.about.setText("   ·   ".join(self._words(graph, node, len(lit))))

    def _words(self, graph: Graph | None, node: int, lit: int) -> list[str]:
        if graph is None or self.view.drawn is None:
            return []
        words = []
        if node >= 0:
            words.append(f"{graph.labels[node]}  {graph.details[node]}".strip()[:80])
            inside = int(self.view.drawn.inside[node])
            if inside:
                words.append(self.tr("{0} inside").format(inside))
        if self.field.text().strip():
            words.append(self.tr("{0} found").format(of_number(len(self._hits), ",")))
        if lit:
            words.append(self.tr("{0} followed").format(of_number(lit, ",")))
        shown = len(self.view.drawn.view.nodes)
        words.append(
            self.tr("{0} of {1} nodes shown").format(of_number(shown, ","), of_number(len(graph), ","))
        )
        return words

    def _ask(self, node: int) -> None:
        name = self.box.currentData()
        if node >= 0 and name is not None:
            self.item_asked.emit(name, node)
