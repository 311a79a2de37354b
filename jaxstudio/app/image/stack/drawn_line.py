"""Filters in lines, each with its values: what a seed draws, and which of them to put on the clipboard."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QLabel, QListWidget, QListWidgetItem, QWidget

from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.shared.layouts import across, down, make_button, make_label, resize_on_screen
from jaxstudio.app.shared.text import in_words, of_catalogue, of_number, of_value, within
from jaxstudio.backend.protocol import unpack_drawn
from jaxstudio.pipeline.recipe import Recipe, Step
from jaxstudio.pipeline.recipe_text import to_json

AUGMENTATION = "augmentation"
HIDDEN = re.compile(r"order|[xy]\d")  # numbers that say nothing to a person: seeds, corners of a shape


class DrawnLine(QLabel):
    """Shown on the cards of augmentations: the values that the present seed draws for this photo."""

    def __init__(self, document: ImageDocument, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self.setProperty("look", "muted")
        self.setWordWrap(True)
        self.hide()
        self._step: Step | None = None
        document.photo_changed.connect(self._show_again)
        document.described.connect(self._show_again)

    def _show_again(self) -> None:
        if self._step is not None:
            self.show_step(self._step)

    def show_step(self, step: Step) -> None:
        """Draw the filters and values drawn for `step`; nothing where chance has no part in it."""
        self._step = step
        shown = step.op.category == AUGMENTATION and step.enabled and self.document.photo is not None
        text = self._text(step) if shown else ""
        self.setText(text)
        seed = self.tr("Drawn from the seed {0} and the step's own key {1}")
        self.setToolTip(seed.format(self.document.recipe.seed, step.key))
        self.setVisible(bool(text))

    def _text(self, step: Step) -> str:
        described, backend = self.document.description.step(step.key), self.document.backend
        if described is None or described.error or backend is None:
            return ""
        drawn = [in_short(part) for part in unpack_drawn(described.drawn, backend.catalogue)]
        return self.tr("Drawn: {0}").format("; ".join(drawn) if drawn else self.tr("nothing"))


def in_short(step: Step) -> str:
    """A drawn filter with the values that differ from the defaults; all numbers of a part."""
    params, values = step.op.by_name, []
    for name, value in step.params.items():
        if HIDDEN.fullmatch(name) or (name in params and value == params[name].default):
            continue
        value = float(f"{value:.3g}") if isinstance(value, float) else value
        if name in params:
            written = of_value(params[name], value).replace(" ", "\N{NO-BREAK SPACE}")
        elif isinstance(value, float):
            written = of_number(value)
        else:
            continue
        values.append(f"{within(in_words(name))} {written}")
    title = of_catalogue(step.op.title) if params else in_words(step.op.name)
    return f"{title} ({', '.join(values)})" if values else title


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
