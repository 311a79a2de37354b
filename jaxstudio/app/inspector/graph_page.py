"""The page of the graph: a jaxpr or an HLO module, fusions and calls as boxes that open."""

from __future__ import annotations

from typing import Any

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from jaxstudio.app.inspector.controller import InspectorController
from jaxstudio.app.inspector.graph_view import GraphView
from jaxstudio.app.inspector.pane import Page, offer_stages
from jaxstudio.app.shared.buttons import small_button
from jaxstudio.app.shared.choice_box import small_box
from jaxstudio.app.shared.elided_label import OneLine
from jaxstudio.app.shared.layouts import across, down
from jaxstudio.ir.graph import KINDS, Drawn, Graph
from jaxstudio.ir.stages import Kind, Language


class GraphPage(Page):
    """Drawn only while it is visible. `item_asked(stage, item)` to see a node in its text."""

    item_asked = Signal(str, int)

    def __init__(self, controller: InspectorController, parent: QWidget | None = None) -> None:
        super().__init__(controller, parent)
        self.graph: Graph | None = None
        self._drawn: tuple[Any, ...] = ()
        self.box = small_box(self.tr("Stage of the graph"), self)
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
        self.about = OneLine(self)
        self.view = GraphView(self.tr("Graph"), self)
        self._building = self.question("inspector graph", self.about.setText)
        head = across(
            None, self.box, self.inputs, self.outputs, self.text, (self.about, 1),
            self.around, self.open_all, self.shut_all, self.fit, spacing=6, margins=(8, 3, 8, 3),
        )  # fmt: skip
        down(self, head, (self.view, 1), spacing=0)
        self.box.activated.connect(lambda _: self.draw())
        self.inputs.toggled.connect(lambda _: self._light())
        self.outputs.toggled.connect(lambda _: self._light())
        self.around.clicked.connect(lambda: self._redraw(self._opened, focus=self.view.node))
        self.open_all.clicked.connect(lambda: self._redraw(self._all_boxes))
        self.shut_all.clicked.connect(lambda: self._redraw(frozenset()))
        self.fit.clicked.connect(self.view.fit)
        self.text.clicked.connect(lambda: self._ask(self.view.node))
        self.view.chosen.connect(lambda _: self._light())
        self.view.toggled.connect(self._toggle)
        self.view.followed.connect(self._ask)
        for signal in (self.controller.report_changed, self.controller.stages_changed):
            signal.connect(self.draw)

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
            return
        self._drawn = (state.inspection, name)
        self.view.language = Language.JAXPR if report.stage(name).kind is Kind.JAXPR else Language.HLO
        inspection = state.inspection
        self._building.ask(
            lambda job: inspection.graph(name, cancelled=job.cancelled), lambda drawn: self._take(drawn, -1)
        )

    def _redraw(self, opened: frozenset[int], focus: int | None = None) -> None:
        graph, node = self.graph, self.view.node
        if graph is not None and self._drawn:
            inspection, name = self._drawn
            at = focus if focus is not None and focus >= 0 else None
            self._building.ask(
                lambda job: inspection.graph(name, graph, opened, at, cancelled=job.cancelled),
                lambda drawn: self._take(drawn, node),
            )

    def _take(self, drawn: Drawn, node: int) -> None:
        same = drawn.graph is self.graph
        self.graph = drawn.graph
        self.view.show_graph(drawn, node if same else -1, keep=same)
        self._light()

    def _toggle(self, node: int) -> None:
        if self.graph is not None and node in self.graph.boxes:
            self._redraw(self._opened ^ {node}, focus=node if self.view.drawn and self._hidden else None)

    @property
    def _hidden(self) -> int:
        return self.view.drawn.view.hidden if self.view.drawn is not None else 0

    def _light(self) -> None:
        """Show what the chosen node depends on, or what depends on it, and say what it is."""
        graph, node = self.graph, self.view.node
        lit = np.zeros(0, np.int64)
        if graph is not None and node >= 0:
            if self.inputs.isChecked():
                lit = np.union1d(lit, graph.upstream(node))
            if self.outputs.isChecked():
                lit = np.union1d(lit, graph.downstream(node))
        self.view.light(lit.astype(np.int64))
        for button in (self.inputs, self.outputs, self.text):
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
        if lit:
            words.append(self.tr("{0} followed").format(f"{lit:,}"))
        shown = len(self.view.drawn.view.nodes)
        words.append(self.tr("{0} of {1} nodes shown").format(f"{shown:,}", f"{len(graph):,}"))
        return words

    def _ask(self, node: int) -> None:
        name = self.box.currentData()
        if node >= 0 and name is not None:
            self.item_asked.emit(name, node)
