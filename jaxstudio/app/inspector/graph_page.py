"""The page of the graph: a jaxpr or an HLO module, fusions and calls as boxes that open."""

from __future__ import annotations

from typing import Any

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from jaxstudio.app.inspector.controller import InspectorController
from jaxstudio.app.inspector.graph_view import GraphView
from jaxstudio.app.inspector.scheduling import LatestOnly
from jaxstudio.app.inspector.stage_list import stage_words
from jaxstudio.app.shared.choice_box import ChoiceBox
from jaxstudio.app.shared.elided_label import OneLine
from jaxstudio.ir.graph import KINDS, Drawn, Graph
from jaxstudio.ir.report import Summary
from jaxstudio.ir.stages import Kind, Language

USUAL = "optimized"


class GraphPage(QWidget):
    """Drawn only while it is visible. `item_asked(stage, item)` to see a node in its text."""

    item_asked = Signal(str, int)

    def __init__(self, controller: InspectorController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.controller = controller
        self.graph: Graph | None = None
        self._drawn: tuple[Any, ...] = ()
        self.box = ChoiceBox(self)
        self.box.setObjectName("small")
        self.box.setAccessibleName(self.tr("Stage of the graph"))
        self.box.setSizeAdjustPolicy(ChoiceBox.SizeAdjustPolicy.AdjustToContents)
        about = self.tr("Show all that the chosen node depends on")
        self.inputs = self._button(self.tr("Inputs"), about, True)
        about = self.tr("Show all that depends on the chosen node")
        self.outputs = self._button(self.tr("Outputs"), about, True)
        self.around = self._button(self.tr("Around it"), self.tr("Show the nodes nearest to the chosen one"))
        self.open_all = self._button(self.tr("Open all"), self.tr("Open every box"))
        self.shut_all = self._button(self.tr("Shut all"), self.tr("Shut every box"))
        self.fit = self._button(self.tr("Show all"), self.tr("Show all of it (0)"))
        self.text = self._button(self.tr("In the code"), self.tr("Show the chosen node in the text (Enter)"))
        self.about = OneLine(self)
        self.view = GraphView(self.tr("Graph"), self)
        self._building = LatestOnly("inspector graph", self)
        self._building.failed.connect(self.about.setText)
        head = QHBoxLayout()
        head.setContentsMargins(8, 3, 8, 3)
        head.setSpacing(6)
        head.addWidget(self.box)
        for button in (self.inputs, self.outputs, self.text):
            head.addWidget(button)
        head.addWidget(self.about, 1)
        for button in (self.around, self.open_all, self.shut_all, self.fit):
            head.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self.view, 1)
        self._connect()

    def _button(self, words: str, about: str, checkable: bool = False) -> QPushButton:
        button = QPushButton(words, self)
        button.setObjectName("small")
        button.setToolTip(about)
        button.setCheckable(checkable)
        return button

    def _connect(self) -> None:
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
    def settled(self) -> bool:
        return not self._building.busy

    @property
    def _opened(self) -> frozenset[int]:
        return self.view.drawn.opened if self.view.drawn is not None else frozenset()

    @property
    def _all_boxes(self) -> frozenset[int]:
        return frozenset(self.graph.boxes.tolist()) if self.graph is not None else frozenset()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.draw()

    def draw(self) -> None:
        """Draw the chosen stage of a finished inspection."""
        if not self.isVisible():
            return
        state = self.controller.state
        report = state.report if state is not None else None
        self._fill_box(report)
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

    def _fill_box(self, report: Summary | None) -> None:
        stages = [stage for stage in report.stages if stage.kind in KINDS] if report is not None else []
        names = [stage.name for stage in stages]
        if names == [self.box.itemData(place) for place in range(self.box.count())]:
            return
        wanted = self.box.currentData() or USUAL
        self.box.clear()
        for stage in stages:
            self.box.addItem(stage_words(stage), stage.name)
        self.box.setCurrentIndex(names.index(wanted) if wanted in names else len(names) - 1)

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

    def close(self) -> bool:
        self._building.close()
        return super().close()
