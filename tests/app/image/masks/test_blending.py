"""Opacity and blend mode on a card: alone, with a mask, in undo, and gone again at 100 % normal."""

import fakes
import pytest
from hands import enter
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from jaxstudio.pipeline.masks import Ellipse


@pytest.fixture
def card(window):
    key = window.image.document.add_step(fakes.brighten).key
    card = window.image.panel.stack.card(key)
    assert card.blending is None
    next(action for action in card._menu().actions() if action.text() == "Opacity and blending").trigger()
    assert card.blending.isVisible()
    return card


def mask_of(card):
    recipe = card.document.recipe
    return recipe.mask_of(recipe.step(card.step.key))


def test_a_step_is_blended_without_a_mask(window, card, live):
    document, line = card.document, card.blending
    enter(line.opacity.field, "40")
    assert (mask_of(card).opacity, mask_of(card).everywhere) == (0.4, True)
    line.mode.setCurrentIndex(line.mode.findText("Soft light"))
    line.mode.chosen.emit("soft_light")
    assert (mask_of(card).opacity, mask_of(card).blend) == (0.4, "soft_light")
    assert live.views[-1].recipe.masks[0].blend == "soft_light"  # the engine hears of it
    assert not card.mask_line.isVisible()  # it is limited to no region
    assert not card.mask_button.isChecked()
    document.undo()
    assert mask_of(card).blend == "normal"
    QTest.mouseDClick(line.opacity.field, Qt.MouseButton.LeftButton)
    assert mask_of(card) is None
    assert document.recipe.masks == ()
    assert line.isVisible()  # it was asked for


def test_a_mask_that_is_drawn_later_keeps_the_blending(card):
    document, editing = card.document, card.document.mask_editing
    enter(card.blending.opacity.field, "40")
    editing.edit(card.step.key, "ellipse")
    assert editing.mask is None  # nothing is drawn yet
    editing.add_part(Ellipse(0.5, 0.5, 0.3, 0.3))
    assert mask_of(card).opacity == 0.4
    assert not mask_of(card).inverted
    assert len(document.recipe.without_unused_masks().masks) == 1
    editing.remove_part(0)
    assert mask_of(card).everywhere
    assert mask_of(card).opacity == 0.4


def test_the_menu_shows_it_on_a_folded_card(window):
    document = window.image.document
    key = document.add_step(fakes.brighten).key
    document.set_collapsed(key, True)
    window.actions_by_name["blending"].trigger()
    card = window.image.panel.stack.card(key)
    assert card.blending.isVisible()
    assert card.blending.mode.hasFocus()
