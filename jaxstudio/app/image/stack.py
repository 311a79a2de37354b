"""The stack of steps: one card each, kept while the step lives, moved by drag or by keyboard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.shared.row_list import RowList, chain_tabs, focusables
from jaxstudio.pipeline.recipe import Step

if TYPE_CHECKING:
    from jaxstudio.app.image.step_card import StepCard

SPACING = 8


class Stack(RowList):
    """Draws the recipe's steps from first to last; only what changed is touched."""

    help_asked = Signal(str)

    def __init__(self, document: ImageDocument, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self.cards: dict[tuple[int, str], StepCard] = {}
        self._order: list[tuple[int, str]] = []
        self.tabs_before: list[QWidget] = []  # after which Tab comes to the first card
        self._target: int | None = None
        self.column.setContentsMargins(10, 2, 10, 10)
        self.column.setSpacing(SPACING)
        self.empty = QLabel(self.tr("No filters yet. Search above to add one."), self.list)
        self.empty.setProperty("look", "muted")
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.empty.setWordWrap(True)
        self.empty.setMinimumHeight(120)
        self.column.addWidget(self.empty)
        self.column.addStretch(1)
        document.recipe_changed.connect(self.draw)
        document.picture_arrived.connect(self.draw_times)
        self.draw()

    def draw(self) -> None:
        """Bring the cards in line with the recipe."""
        steps = {(step.key, step.op.name): step for step in self.document.recipe.steps}
        order = list(steps)
        if order != self._order:
            self._rearrange(order)
        for name, step in steps.items():
            self.cards[name].show_step(step)
        self.draw_times()

    def draw_times(self) -> None:
        for card in self.cards.values():
            card.show_ms(self.document.step_ms)

    def _rearrange(self, order: list[tuple[int, str]]) -> None:
        focused = self.focusWidget() or self
        held = (name for name, card in self.cards.items() if card is focused or card.isAncestorOf(focused))
        lost_at = next((self._order.index(name) for name in held), None)
        for name in [name for name in self.cards if name not in order]:
            card = self.cards.pop(name)
            self.column.removeWidget(card)
            card.hide()
            card.deleteLater()
        lost = lost_at is not None and self._order[lost_at] not in order
        added = [name for name in order if name not in self.cards]
        for place, name in enumerate(order):
            if name not in self.cards:
                self.cards[name] = self._new_card(name[0])
            self.column.removeWidget(self.cards[name])
            self.column.insertWidget(place, self.cards[name])
            self.cards[name].setVisible(True)  # now, so that it can take the focus
            self.cards[name].show_place(place, len(order))
        cards = [widget for name in order for widget in (self.cards[name], *focusables(self.cards[name]))]
        chain_tabs([*self.tabs_before, *cards])
        self._order = order
        self.empty.setVisible(not order)
        if lost and order and lost_at is not None:
            self.cards[order[min(lost_at, len(order) - 1)]].setFocus()
        if len(added) == 1:
            # The new card has no size before its layout ran.
            card = self.cards[added[0]]
            QTimer.singleShot(0, card, lambda: self.ensureWidgetVisible(card, 0, SPACING))

    def _new_card(self, key: int) -> StepCard:
        from jaxstudio.app.image.step_card import (
            StepCard,  # with all kinds of rows: not before the first step
        )

        card = StepCard(self.document, self.document.recipe.step(key), self.list)
        card.dragged.connect(lambda y: self._drag(key, y))
        card.dropped.connect(lambda: self._drop(key))
        card.drag_cancelled.connect(self._end_drag)
        card.move_asked.connect(lambda by: self._move(key, by))
        card.focus_asked.connect(lambda by: self._focus(key, by))
        card.help_asked.connect(self.help_asked)
        return card

    def card(self, key: int) -> StepCard:
        return next(card for (own, _), card in self.cards.items() if own == key)

    def focused_step(self) -> Step | None:
        """The step whose card, or a control on it, has the focus."""
        focused = QApplication.focusWidget()
        for card in self.cards.values():
            if focused is not None and (card is focused or card.isAncestorOf(focused)):
                return card.step
        return None

    def _move(self, key: int, by: int) -> None:
        place = self.document.recipe.index(key) + by
        if 0 <= place < len(self._order):
            self.document.move_step(key, place)
            card = self.card(key)
            QTimer.singleShot(0, card, lambda: self.ensureWidgetVisible(card, 0, SPACING))

    def _focus(self, key: int, by: int) -> None:
        place = self.document.recipe.index(key) + by
        if 0 <= place < len(self._order):
            card = self.cards[self._order[place]]
            card.setFocus(Qt.FocusReason.TabFocusReason)
            self.ensureWidgetVisible(card, 0, SPACING)

    def _drag(self, key: int, global_y: int) -> None:
        others = [self.cards[name] for name in self._order if name[0] != key]
        self._target = self.mark_place(global_y, others)

    def _drop(self, key: int) -> None:
        target = self._target
        self._end_drag()
        if target is not None:
            self.document.move_step(key, target)

    def _end_drag(self) -> None:
        self._target = None
        self.mark.hide()
