"""Filters on the clipboard: a whole recipe, or some of its steps, which a paste adds to those of a photo."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QListWidget, QListWidgetItem, QWidget

from jaxstudio.app.image.stack.drawn_line import in_short
from jaxstudio.app.shared.layouts import across, down, make_button, make_label, resize_on_screen
from jaxstudio.pipeline.recipe import Recipe
from jaxstudio.pipeline.recipe_text import to_json

PART = "application/x-jaxstudio-filters"  # a format beside the text: it holds some steps of a recipe
KEY = Qt.ItemDataRole.UserRole


def copy_steps(recipe: Recipe, keys: Collection[int] | None = None) -> None:
    """Put the recipe on the clipboard as text, or the steps with these keys and their masks."""
    mime = QMimeData()
    if keys is not None:
        steps = tuple(step for step in recipe.steps if step.key in keys)
        recipe = replace(recipe, steps=steps).without_unused_masks()
        mime.setData(PART, b"1")
    mime.setText(to_json(recipe))
    QGuiApplication.clipboard().setMimeData(mime)


def holds_some_steps() -> bool:
    """Whether some steps of a recipe are on the clipboard."""
    return QGuiApplication.clipboard().mimeData().hasFormat(PART)


class CopyDialog(QDialog):
    """A check for each step. Crops and other steps that fit one photo alone are not checked at first."""

    copied = Signal()

    def __init__(self, recipe: Recipe, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Copy Some Filters"))
        resize_on_screen(self, 420, 360)
        self.recipe = recipe
        self.rows = QListWidget(self)
        self.rows.setSpacing(2)
        self.rows.setAccessibleName(self.tr("Filters to copy"))
        for step in recipe.steps:
            item = QListWidgetItem(in_short(step), self.rows)
            item.setData(KEY, step.key)
            item.setToolTip(item.text())
            self._check(item, step.enabled and not step.op.may_move(step.params))
        about = self.tr("A paste puts them in place of the same filters of a photo, or after all others.")
        every = make_button(self.tr("All"), lambda: self._check_all(True), self)
        none = make_button(self.tr("None"), lambda: self._check_all(False), self)
        self.button = make_button(self.tr("Copy"), self._copy, self)
        self.button.setDefault(True)
        cancel = make_button(self.tr("Cancel"), self.reject, self)
        buttons = across(None, every, none, None, cancel, self.button, spacing=8)
        down(
            self,
            make_label(about, "muted", wraps=True),
            (self.rows, 1),
            buttons,
            spacing=8,
            margins=(12,) * 4,
        )
        self.rows.itemChanged.connect(lambda _: self.button.setEnabled(bool(self.checked)))
        self.button.setEnabled(bool(self.checked))

    @property
    def checked(self) -> list[int]:
        """The keys of the steps to copy."""
        items = [self.rows.item(row) for row in range(self.rows.count())]
        return [item.data(KEY) for item in items if item.checkState() == Qt.CheckState.Checked]

    @staticmethod
    def _check(item: QListWidgetItem, on: bool) -> None:
        item.setCheckState(Qt.CheckState.Checked if on else Qt.CheckState.Unchecked)

    def _check_all(self, on: bool) -> None:
        for row in range(self.rows.count()):
            self._check(self.rows.item(row), on)

    def _copy(self) -> None:
        copy_steps(self.recipe, self.checked)
        self.copied.emit()
        self.accept()
