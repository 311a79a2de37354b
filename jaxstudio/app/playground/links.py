"""Connects the editor with the inspector's texts: colours, light, times, links of a click."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QObject

from jaxstudio.app.inspector.inspectables import PLAYGROUND
from jaxstudio.app.inspector.pane import about_line
from jaxstudio.app.inspector.panel import Panel
from jaxstudio.app.inspector.text_model import LineColours
from jaxstudio.app.playground.code import PlaygroundCode
from jaxstudio.app.playground.editor import CodeEditor
from jaxstudio.app.shared.background_tasks import Question
from jaxstudio.ir.stages import Kind, Stage


class EditorLinks(QObject):
    """Treats the editor as the inspector's source text."""

    def __init__(self, code: PlaygroundCode, editor: CodeEditor, panel: Panel, parent: QObject) -> None:
        super().__init__(parent)
        self.code, self.editor, self.panel = code, editor, panel
        self.page, self.controller = panel.code, panel.controller
        self._colouring = Question(self, "playground colours")
        self._following = Question(self, "playground links")
        self._stage: Stage | None = None  # whose text is coloured
        self._hues: np.ndarray | None = None
        editor.hovered.connect(self._light)
        editor.chosen.connect(self._follow)
        editor.released.connect(self.page.let_go)
        self.page.released.connect(self._let_go)
        panel.passes.view.released.connect(self.page.let_go)
        for texts in (self.page, panel.passes):
            texts.lit.connect(editor.light)
            texts.followed.connect(self._show_partners)
        self.page.colours.activated.connect(lambda _: self._colour())
        self.page.quantity.activated.connect(lambda _: self._draw())
        self.controller.inspectables_changed.connect(self._compare)
        self.controller.report_changed.connect(self._colour)
        self.controller.stages_changed.connect(self._show_error)
        self.controller.failed.connect(lambda _: self._show_error())
        panel.error.line_asked.connect(self._go_to)
        code.changed.connect(self._show_error)
        code.typed.connect(self._compare)
        code.changed.connect(self._compare)

    @property
    def is_shown(self) -> bool:
        """Whether the inspector shows the typed program."""
        inspectable = self.controller.inspectable
        return inspectable is not None and inspectable.item_id == PLAYGROUND

    def _compare(self) -> None:
        """Gray the stages while they belong to an older text."""
        inspectable = self.controller.inspectable
        self.panel.mark_outdated(
            self.is_shown and inspectable is not None and inspectable.key != self.code.key
        )

    def _source(self) -> Stage | None:
        return next(
            (
                stage
                for stage in self.controller.stages
                if stage.kind is Kind.SOURCE and stage.path == str(self.code.path)
            ),
            None,
        )

    def _colour(self) -> None:
        """Ask for the colours of the source once all is linked; those before stay until then."""
        state, stage = self.controller.state, self._source() if self.is_shown else None
        if state is None or state.report is None or stage is None:
            return
        inspection, by = state.inspection, str(self.page.colours.currentData())
        self._colouring.run(
            lambda job: inspection.hues(stage.name, by, job.cancelled), lambda hues: self._take(stage, hues)
        )

    def _take(self, stage: Stage, hues: np.ndarray | None) -> None:
        self._stage, self._hues = stage, hues
        self._draw()

    def _draw(self) -> None:
        report, stage = self.controller.report, self._stage
        if stage is None:
            return
        quantity = str(self.page.quantity.currentData())
        profile = report.line_profiles.get(quantity) if report is not None else None
        self.editor.show_colours(
            LineColours(
                self._hues,
                self.page.colours.currentData() == "line",
                profile.lines.get(stage.name) if profile is not None else None,
                profile.total if profile is not None else 0.0,
            ),
            stage.text,
            lambda line: about_line(self.controller.report, stage, line),
        )

    def _light(self, line: int) -> None:
        for texts in (self.page, self.panel.passes):
            texts.light(self.editor.hues_of(line) if line else [])

    def _follow(self, line: int) -> None:
        """Mark, in all texts, a line and its partners."""
        state, stage = self.controller.state, self._source() if self.is_shown else None
        compiled = self.editor.compiled_line(line)
        if state is None or stage is None or not compiled:
            return
        self.editor.show_linked([compiled])
        self.panel.passes.follow_source(stage.name, compiled)
        shown = [pane for pane in (self.page.left, self.page.right) if pane.stage is not None]
        names = [pane.stage.name for pane in shown if pane.stage is not None]
        inspection = state.inspection
        self._following.run(
            lambda job: [inspection.follow(stage.name, compiled, -1, name, job.cancelled) for name in names],
            lambda partners: self.page.show_partners(line, dict(zip(names, partners, strict=True))),
        )

    def _let_go(self) -> None:
        self._following.drop()
        self.editor.show_linked([])
        self.panel.passes.let_go()

    def _show_partners(self, stage: str, line: int, column: int) -> None:
        """Mark the lines of the editor that a place of a stage was made of."""
        state, source = self.controller.state, self._source() if self.is_shown else None
        if state is None or source is None or stage == source.name:
            return
        inspection, name = state.inspection, source.name
        self._following.run(
            lambda job: inspection.follow(stage, line, column, name, job.cancelled),
            lambda linked: self.editor.show_linked(linked.linked.tolist()),
        )

    def _show_error(self) -> None:
        """Mark the line of an error: a syntax error, or an exception's."""
        if self.code.error_line:
            self.editor.show_error(self.code.error_line, self.code.error)
            return
        state = self.controller.state
        said = state.explanation if state is not None and self.is_shown else None
        if said is not None and self.controller.error and said.path == str(self.code.path):
            self.editor.show_error(said.line, f"{said.title}\n{said.suggestion}".strip())
        else:
            self.editor.show_error(0)

    def _go_to(self, path: str, line: int) -> None:
        if path == str(self.code.path):
            self.editor.go_to(line)
            self.editor.setFocus()

    def close(self) -> None:
        self._colouring.close()
        self._following.close()
