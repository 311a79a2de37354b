"""The right-hand panel: add a filter, the stack of its cards, the working space, the seed of all noise."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QGraphicsOpacityEffect, QLabel, QWidget

from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.image.recipe_editor import new_seed
from jaxstudio.app.image.stack.add_box import AddBox
from jaxstudio.app.shared.buttons import GlyphButton
from jaxstudio.app.shared.choice_box import ChoiceBox
from jaxstudio.app.shared.layouts import across, down, make_button, make_label
from jaxstudio.app.shared.number_field import NumberField
from jaxstudio.app.shared.row_list import RowList, chain_tabs, focusables
from jaxstudio.app.shared.text import of_catalogue
from jaxstudio.pipeline.params import Int
from jaxstudio.pipeline.recipe import AUTO, ENCODED, LINEAR, MAX_SEED, Step

if TYPE_CHECKING:
    from jaxstudio.app.image.stack.step_card import StepCard


SPACING = 8
HELD_OPACITY = 0.75
TURN_S = 0.002  # spent on building cards in one turn of the event loop; a card that is shown ends it
Name = tuple[int, str]  # a step's key and its filter's name


class Stack(RowList):
    """Draws the recipe's steps from first to last; only what changed is touched.

    Eight cards take a tenth of a second to build: they come one after the other, their rows in as many turns
    of the event loop as they need, and go one in each turn. `card` builds at once the one it is asked for.
    """

    help_asked = Signal(str)
    focus_lost = Signal()  # the card that had it is gone, and there is no other

    def __init__(self, document: ImageDocument, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self.cards: dict[Name, StepCard] = {}  # those that are built
        self._order: list[Name] = []
        self._begun: tuple[Name, StepCard] | None = None  # the card that is being built
        self._dropped: list[StepCard] = []  # hidden, to be freed
        self._painting = False  # what was shown last takes this turn
        self._focus_wanted: Name | None = None  # as soon as that card is built
        self._shown_wanted: Name | None = None  # likewise, scrolled into view
        self._drawn: object = None  # what the cards show beside their own steps
        self._drawn_times: dict[int, float] = {}
        self.tabs_before: list[QWidget] = []  # after which Tab comes to the first card
        self._target: int | None = None
        self._held: QLabel | None = None  # the picture of the card that is dragged
        self.column.setContentsMargins(10, 2, 10, 10)
        self.column.setSpacing(SPACING)
        self.empty = make_label(self.tr("No filters yet. Search above to add one."), "muted", self.list)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.empty.setWordWrap(True)
        self.empty.setMinimumHeight(120)
        self.column.addWidget(self.empty)
        self.column.addStretch(1)
        self._build = QTimer(self, interval=0)
        self._build.timeout.connect(self._build_cards)
        document.recipe_changed.connect(self.draw)
        document.picture_arrived.connect(self.draw_times)
        self.draw()

    def draw(self) -> None:
        """Bring the cards in line with the recipe; missing ones are built in later turns."""
        document, recipe = self.document, self.document.recipe
        steps = {(step.key, step.op.name): step for step in recipe.steps}
        order = list(steps)
        self._painting = self._build.isActive()
        if order != self._order:
            self._rearrange(order)
        masked = tuple(step.mask for step in recipe.steps)
        shown = (recipe.seed, recipe.masks, masked, document.collapsed, document.handle_key)
        for name, card in [*self.cards.items(), *([self._begun] if self._begun is not None else [])]:
            # while a slider moves the other steps are the very same values
            if card.step is not steps[name] or shown != self._drawn:
                card.show_step(steps[name])
                card.show_ms(document.step_ms)
        self._drawn = shown
        self.draw_times()

    def draw_times(self) -> None:
        """Show the time of each step in the last frame."""
        if self.document.step_ms != self._drawn_times:
            self._drawn_times = self.document.step_ms
            for card in self.cards.values():
                card.show_ms(self._drawn_times)

    def _rearrange(self, order: list[Name]) -> None:
        focused = self.focusWidget() or self
        held = (name for name, card in self.cards.items() if card is focused or card.isAncestorOf(focused))
        lost_at = next((self._order.index(name) for name in held), None)
        for name in [name for name in self.cards if name not in order]:
            self._drop_card(self.cards.pop(name))
        if self._begun is not None and self._begun[0] not in order:
            self._drop_card(self._begun[1])
            self._begun = None
        lost = lost_at is not None and self._order[lost_at] not in order
        added = [name for name in order if name not in self._order]
        self._order = order
        self._place_cards()
        self.empty.setVisible(not order)
        if lost and order and lost_at is not None:
            self._go_to(order[min(lost_at, len(order) - 1)])
        elif lost:
            self.focus_lost.emit()
        if len(added) == 1:
            self._shown_wanted = added[0]
        if len(self.cards) < len(order) or self._dropped:
            self._painting = True
            self.list.setUpdatesEnabled(False)  # until the next turn: the rest of the window is painted first
            self._build.start()

    def _drop_card(self, card: StepCard) -> None:
        self.column.removeWidget(card)
        card.hide()
        self._dropped.append(card)

    def _place_cards(self) -> None:
        """Put the built cards in order, and the Tab order with them."""
        above: StepCard | None = None
        for place, name in enumerate(name for name in self._order if name in self.cards):
            card = self.cards[name]
            if self.column.indexOf(card) != place:
                self.column.removeWidget(card)
                self.column.insertWidget(place, card)
                before = [above, *focusables(above)] if above is not None else self.tabs_before
                chain_tabs([*before[-1:], card, *focusables(card)])
            card.show_place(self._order.index(name), len(self._order))
            above = card

    def _build_cards(self) -> None:
        """Build cards from the first to the last for a few milliseconds, then free removed ones."""
        if self._painting:
            self._painting = False
            self.list.setUpdatesEnabled(True)
            return
        until, shown = time.perf_counter() + TURN_S, len(self.cards)
        while len(self.cards) == shown < len(self._order) and time.perf_counter() < until:
            missing = next(name for name in self._order if name not in self.cards)
            self._build_on(missing if self._begun is None else self._begun[0])
        self._painting = len(self.cards) > shown
        if len(self.cards) < len(self._order):
            return
        if self._dropped and len(self.cards) == shown:
            self._dropped.pop().deleteLater()
        if not self._dropped:
            self._build.stop()

    def _build_on(self, name: Name) -> None:
        """Do the next part of building a card."""
        if self._begun is None or self._begun[0] != name:
            if self._begun is not None:
                self._drop_card(self._begun[1])
            self._begun = name, self._new_card(name[0])
            self._begun[1].show_place(self._order.index(name), len(self._order))
        elif not self._begun[1].form.built:
            self._begun[1].form.build_row()
        else:
            self._show_card(*self._begun)

    def _show_card(self, name: Name, card: StepCard) -> None:
        """Show a card that is built."""
        self._begun, self.cards[name] = None, card
        self._place_cards()
        card.show_ms(self.document.step_ms)
        card.show()  # now, so that it can take the focus
        if name == self._focus_wanted:
            self._focus_wanted = None
            card.setFocus(Qt.FocusReason.OtherFocusReason)
        if name == self._shown_wanted:
            # The new card has no size before its layout ran.
            self._shown_wanted = None
            QTimer.singleShot(0, card, lambda: self.show_row(card))

    def _go_to(self, name: Name) -> None:
        """Put the keyboard on a card, as soon as it is built."""
        if name in self.cards:
            self.cards[name].setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self._focus_wanted = name

    def go_to(self, key: int) -> None:
        """Put the keyboard on the card of a step, as soon as it is built."""
        self._go_to(next(name for name in self._order if name[0] == key))

    def _new_card(self, key: int) -> StepCard:
        from jaxstudio.app.image.stack.step_card import (
            StepCard,  # with all kinds of rows: not before the first step
        )

        card = StepCard(self.document, self.document.recipe.step(key), self.list)
        card.dragged.connect(lambda y: self._drag(key, y))
        card.dropped.connect(lambda: self._drop(key))
        card.drag_cancelled.connect(self._end_drag)
        card.move_asked.connect(lambda by: self._move(key, by))
        card.focus_asked.connect(lambda by: self._focus(key, by))
        card.help_asked.connect(self.help_asked)
        card.mask_panel_ready.connect(lambda: self._show_panel_of(card))
        return card

    def _show_panel_of(self, card: StepCard) -> None:
        """The panel of a mask has come to a card: scroll to it, and let Tab go through it."""
        panel = card.mask_panel
        if panel is not None:
            own = focusables(card)
            after = next((other for other in self.cards.values() if other.y() > card.y()), None)
            chain_tabs([card, *own, *([after] if after is not None else [])])
            self.show_row(panel)

    def card(self, key: int) -> StepCard:
        """The card of a step, built by now."""
        name = next(name for name in self._order if name[0] == key)
        while name not in self.cards:
            self._build_on(name)
        return self.cards[name]

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
            QTimer.singleShot(0, card, lambda: self.show_row(card))

    def _focus(self, key: int, by: int) -> None:
        place = self.document.recipe.index(key) + by
        if 0 <= place < len(self._order):
            card = self.card(self._order[place][0])
            card.setFocus(Qt.FocusReason.TabFocusReason)
            self.show_row(card)

    def _drag(self, key: int, global_y: int) -> None:
        others = [self.card(name[0]) for name in self._order if name[0] != key]
        self._target = self.mark_place(global_y, others)
        self._show_held(self.card(key), global_y)

    def _drop(self, key: int) -> None:
        target = self._target
        self._end_drag()
        if target is not None:
            self.document.move_step(key, target)

    def _show_held(self, card: StepCard, global_y: int) -> None:
        """Let a picture of the card follow the pointer, where it took the card."""
        if self._held is None:
            self._held = QLabel(self.viewport())
            self._held.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            self._held.setPixmap(card.grab())
            self._held.adjustSize()
            effect = QGraphicsOpacityEffect(self._held)
            effect.setOpacity(HELD_OPACITY)
            self._held.setGraphicsEffect(effect)
            self._held.show()
        left = card.mapTo(self.viewport(), QPoint()).x()
        y = self.viewport().mapFromGlobal(QPoint(0, global_y)).y()
        self._held.move(left, y - card.taken_at)
        self._held.raise_()

    def _end_drag(self) -> None:
        if self._held is not None:
            self._held.deleteLater()
            self._held = None
        self._target = None
        self.mark.hide()


class SeedRow(QWidget):
    """Draws the recipe's seed."""

    def __init__(self, document: ImageDocument, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document = document
        about = self.tr("The same seed gives the same noise, on every device and at every zoom")
        self.field = NumberField(Int("seed", 0, 0, MAX_SEED), self.tr("Seed"), tip=about, parent=self)
        self.field.setMaximumWidth(130)
        other = self.tr("Another seed, and with it other noise (Ctrl+Shift+R)")
        self.button = make_button(self.tr("New seed"), self._take_new_seed, self, tip=other)
        label = make_label(self.tr("Seed"), tip=about)
        across(self, label, None, self.field, self.button, margins=(12, 8, 12, 10))
        self.field.sent.connect(lambda value, nudge: document.set_seed(int(value), nudge=nudge))
        self.field.resets = True
        self.field.reset_asked.connect(lambda: document.set_seed(0))
        self.field.refused.connect(self._refuse)
        document.recipe_changed.connect(self.draw)
        self.draw()

    def draw(self) -> None:
        """Show the seed where it decides something."""
        recipe = self.document.recipe
        self.field.show_value(recipe.seed)
        self.setVisible(recipe.seed != 0 or any(step.op.draws for step in recipe.steps))

    def _take_new_seed(self) -> None:
        self.document.set_seed(new_seed(self.document.recipe.seed))

    def _refuse(self, text: str) -> None:
        self.document.failed.emit(self.tr("Seed: expected a whole number from 0 to {0}").format(MAX_SEED))


class WorkingSpaceRow(QWidget):
    """Draws the values that the recipe's steps compute with."""

    def __init__(self, document: ImageDocument, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document = document
        about = self.tr(
            "Automatic: exposure, white balance, vignette, defocus and other steps of light compute with "
            "values proportional to light, all other steps with the gamma-encoded values of the file, as "
            "OpenCV and SciPy do. The other two make all steps alike"
        )
        spaces = (
            (self.tr("Automatic"), AUTO),
            (self.tr("Linear light"), LINEAR),
            (self.tr("Gamma-encoded"), ENCODED),
        )
        self.box = ChoiceBox(self, self.tr("Working space"), spaces, tip=about)
        label = make_label(self.tr("Working space"), tip=about)
        row = across(None, label, None, self.box)
        self.old = make_label("", "muted", self, wraps=True)
        self.change = make_button(self.tr("Compute in Light"), lambda: document.set_working_space(AUTO), self)
        below = across(None, (self.old, 1), self.change, spacing=8)
        down(self, row, below, spacing=6, margins=(2, 8, 2, 0))  # within the margins of the list
        self.box.chosen.connect(document.set_working_space)
        document.recipe_changed.connect(self.draw)
        self.draw()

    def draw(self) -> None:
        recipe = self.document.recipe
        self.box.show_value(recipe.working_space)
        old = recipe.steps_of_light if recipe.working_space == ENCODED else ()
        titles = ", ".join(dict.fromkeys(of_catalogue(step.op.title) for step in old))
        note = self.tr("{0}: computed with gamma-encoded values, as in recipes of earlier versions")
        self.old.setText(note.format(titles) if old else "")
        self.old.setVisible(bool(old))
        self.change.setVisible(bool(old))


MIN_PX, USUAL_PX = 300, 372
STACK_MIN_PX = 28  # in a low window the list of steps gives way, before the fields above and below are cut


class Panel(QWidget):
    """Assembles what acts on the recipe."""

    help_asked = Signal(str)
    presets_asked = Signal()

    def __init__(self, document: ImageDocument, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self.setMinimumWidth(MIN_PX)
        self.add_box = AddBox(document, self)
        self.presets = GlyphButton("layers", self.tr("Presets"), self)
        self.presets.setToolTip(self.tr("Presets (Ctrl+Shift+P)"))
        self.presets.clicked.connect(self.presets_asked)
        self.stack = Stack(document, self)
        self.stack.setMinimumHeight(STACK_MIN_PX)
        self.stack.tabs_before = [self.add_box.field, self.presets]
        self.working_space = WorkingSpaceRow(document, self)
        self.stack.column.addWidget(self.working_space)  # it scrolls with the steps in a low window
        self.seed = SeedRow(document, self)
        head = across(None, (self.add_box, 1), self.presets, spacing=4, margins=(10, 2, 10, 8))
        down(self, head, (self.stack, 1), self.seed, spacing=0)
        self.add_box.added.connect(self.stack.go_to)
        self.stack.help_asked.connect(self.help_asked)
        document.backend_changed.connect(self._draw_presets)
        self._draw_presets()

    def _draw_presets(self) -> None:
        self.presets.setEnabled(self.document.backend is not None)

    def go_to_stack(self) -> None:
        """Put the keyboard on the first card, or on the search field while there is none."""
        steps = self.document.recipe.steps
        if steps:
            self.stack.go_to(steps[0].key)
        else:
            self.add_box.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
