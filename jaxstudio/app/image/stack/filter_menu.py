"""The filters by category in a menu: one that is chosen is added at the end of the stack."""

from __future__ import annotations

from functools import partial
from itertools import groupby

from PySide6.QtWidgets import QMenu

from jaxstudio.app.image.canvas.handle_geometry import PLACED_FIRST
from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.shared.text import in_words, of_catalogue
from jaxstudio.pipeline.op import OpSpec


def fill_filters(menu: QMenu, document: ImageDocument) -> None:
    """Put a menu for each category at the end of `menu`, in place of those that are there."""
    for action in menu.actions():
        below = action.menu()
        if isinstance(below, QMenu):
            menu.removeAction(action)
            below.deleteLater()
    if document.backend is None:
        return
    for category, filters in groupby(document.backend.catalogue.values(), lambda op: op.category):
        below = menu.addMenu(in_words(category))
        below.setToolTipsVisible(True)
        for op in filters:
            action = below.addAction(of_catalogue(op.title).replace("&", "&&"))
            action.setToolTip(of_catalogue(op.doc))
            action.setData(op)
            action.triggered.connect(partial(_add, document, op))


def _add(document: ImageDocument, op: OpSpec, _: bool = False) -> None:
    step = document.add_step(op)
    if op.name in PLACED_FIRST:
        document.handle(step.key)
