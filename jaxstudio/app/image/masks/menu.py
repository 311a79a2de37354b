"""Menus about masks: what a step is limited to, and the steps that a mask limits."""

from __future__ import annotations

from functools import partial

from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.image.masks.editing import TOOLS
from jaxstudio.app.image.masks.words import of_mask, of_shape
from jaxstudio.app.shared.buttons import GlyphButton
from jaxstudio.app.shared.text import of_catalogue, tr
from jaxstudio.pipeline.masks import Mask
from jaxstudio.pipeline.recipe import Step


def why_not(document: ImageDocument, step: Step) -> str:
    """Why a step cannot be masked, or nothing."""
    described = document.description.step(step.key)
    if described is not None and described.before != described.after:
        return tr("A step that changes the picture's size cannot be limited to a region")
    return ""


def title_of(document: ImageDocument, step: Step) -> str:
    """A step with its place in the stack."""
    return f"{document.recipe.index(step.key) + 1}  {of_catalogue(step.op.title)}"


def _in_menu(words: str) -> str:
    return words.replace("&", "&&")


def _words_of_mask(document: ImageDocument, mask: Mask) -> str:
    """A mask's name with the steps that it limits, if any."""
    steps = ", ".join(title_of(document, step) for step in document.recipe.steps_of_mask(mask.key))
    return _in_menu(f"{of_mask(mask)} ({steps})" if steps else of_mask(mask))


def fill_choices(menu: QMenu, document: ImageDocument, step: Step) -> None:
    """What a step may be limited to: nothing, a mask of another step, or a new one."""
    editing = document.mask_editing
    refusal = why_not(document, step)
    if step.mask is not None:
        menu.addAction(tr("Edit the mask")).triggered.connect(lambda: editing.edit(step.key))
        menu.addSeparator()
    if refusal:
        menu.addAction(refusal).setEnabled(False)
    for tool in TOOLS:
        action = menu.addAction(_in_menu(tr("New mask: {0}").format(of_shape(tool))))
        action.triggered.connect(partial(_begin, document, step.key, tool))
        action.setEnabled(not refusal)
    group = QActionGroup(menu)
    menu.addSeparator()
    for mask in document.recipe.masks:
        action = menu.addAction(_words_of_mask(document, mask))
        action.setCheckable(True)
        action.setChecked(step.mask == mask.key)
        action.setEnabled(not refusal or step.mask == mask.key)
        action.triggered.connect(partial(_limit, document, step.key, mask.key))
        group.addAction(action)
    action = menu.addAction(tr("No mask"))
    action.setCheckable(True)
    action.setChecked(step.mask is None)
    action.triggered.connect(partial(_limit, document, step.key, None))
    group.addAction(action)


def _begin(document: ImageDocument, key: int, tool: str, _: bool = False) -> None:
    """Draw a mask of its own for a step; it has none until something is drawn."""
    editing = document.mask_editing
    if any(step.key == key for step in document.recipe.steps):
        editing.edit_new(key, tool)


def _limit(document: ImageDocument, key: int, mask: int | None, _: bool = False) -> None:
    if any(step.key == key for step in document.recipe.steps):
        document.mask_editing.limit(key, mask)


def fill_steps(menu: QMenu, document: ImageDocument) -> None:
    """All steps, those checked that the mask limits which is edited."""
    mask = document.mask_editing.mask
    if mask is None:
        return
    for step in document.recipe.steps:
        action = menu.addAction(_in_menu(title_of(document, step)))
        action.setCheckable(True)
        action.setChecked(step.mask == mask.key)
        refusal = why_not(document, step)
        action.setEnabled(not refusal or step.mask == mask.key)
        action.setToolTip(refusal)
        action.triggered.connect(lambda on, key=step.key: _limit(document, key, mask.key if on else None))


class MaskButton(GlyphButton):
    """On a step's card: the mask that limits the step; checked while there is one."""

    def __init__(self, document: ImageDocument, step: Step, parent: QWidget | None = None) -> None:
        super().__init__("mask", "", parent)
        self.document, self.key = document, step.key
        self.setCheckable(True)
        self.clicked.connect(self._show_menu)
        self.show_step(step)

    def show_step(self, step: Step) -> None:
        """Draw whether the step is masked, and by what."""
        mask = next((mask for mask in self.document.recipe.masks if mask.key == step.mask), None)
        title = of_catalogue(step.op.title)
        words = (
            self.tr("Limit {0} to a region (mask)").format(title)
            if mask is None
            else self.tr("{0} is limited to: {1}").format(title, of_mask(mask))
        )
        self.setChecked(mask is not None)
        if words != self.toolTip():
            self.rename(words)

    def menu_of_step(self) -> QMenu:
        """The menu, as it is now."""
        menu = QMenu(self)
        fill_choices(menu, self.document, self.document.recipe.step(self.key))
        return menu

    def _show_menu(self) -> None:
        self.show_step(self.document.recipe.step(self.key))  # the click has checked it
        menu = self.menu_of_step()
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.mapToGlobal(self.rect().bottomLeft()))
