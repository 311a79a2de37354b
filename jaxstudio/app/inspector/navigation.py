"""Brings a place to sight: a line of a source, an equation, an item of a stage."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from jaxstudio.app.inspector.code_page import CodePage
from jaxstudio.app.inspector.session import Session


class Going:
    """Always to the left text; `show_page` turns to the page of the code."""

    def __init__(self, session: Session, code: CodePage, show_page: Callable[[QWidget], object]) -> None:
        self.session, self.code, self._show_page = session, code, show_page

    def to_line(self, path: str, line: int) -> None:
        """A line of a source file."""
        name = self._source(path)
        if name:
            self._go(name, line)

    def to_equation(self, number: int) -> None:
        """An equation of the jaxpr, with what it came from on the right."""
        self.code.right.show_stage("source")
        self.to_item("jaxpr", number)

    def to_item(self, stage: str, item: int) -> None:
        """An item of a stage: an equation, an instruction."""
        looked = self.session.looked
        if looked is None or stage not in looked.inspection.links.stages:
            return
        spans = looked.inspection.links.parsed(stage).spans
        if 0 <= item < len(spans):
            self._go(stage, int(spans[item, 0]))

    def reveal_line(self, path: str, line: int) -> None:
        """Only scroll there: the page, the keyboard and the chosen stages stay as they are."""
        left, name = self.code.left, self._source(path)
        if name and line:
            wanted = left.wanted
            left.show_stage(name, lambda: self.code.reveal(left, line))
            left.wanted = wanted

    def _source(self, path: str) -> str:
        return next((stage.name for stage in self.session.stages if stage.path == path), "")

    def _go(self, stage: str, line: int) -> None:
        self._show_page(self.code)
        self.code.left.show_stage(stage, lambda: self.code.go_to(self.code.left, line))
