"""The command palette: every command is in it, found by any part of its name, and run."""

import itertools

import fakes
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from jaxstudio.app import actions
from jaxstudio.app.actions import commands, plain
from jaxstudio.app.command_palette import entries
from jaxstudio.app.shared import text as text_module
from jaxstudio.app.shared.text import tr

CONTROL_SHIFT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def palette(window):
    QTest.keyClick(window, Qt.Key.Key_A, CONTROL_SHIFT)
    yield window._palette
    window._palette.close()


def test_every_command_that_can_be_run_is_there(window):
    for tab, command in itertools.product((0, 1), commands()):
        window.show_tab(tab)
        found = {entry.action for entry in entries(window.actions_by_name)}
        action = window.actions_by_name.get(command.name)
        if action is None or action.menu() is not None or command.name == "palette":
            continue
        assert (action in found) == (action.isVisible() and action.isEnabled()), command.name
        assert plain(action.text()).strip()
    assert set(window.theme_menu.actions()) <= found


def test_every_action_is_in_a_menu(window):
    def reached(menu):
        for action in menu.actions():
            yield action
            if action.menu() is not None:
                yield from reached(action.menu())

    everywhere = {action for top in window.menuBar().actions() for action in reached(top.menu())}
    assert set(window.actions_by_name.values()) <= everywhere


def test_typed_words_find_it_and_enter_runs_it(window, palette):
    assert palette.isVisible()
    QTest.keyClicks(palette.field, "func view")
    assert palette.listed_names() == ["View: Functions"]
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    assert not palette.isVisible()
    assert window.tab is window.functions


def test_arrow_keys_choose_while_typing(window, palette):
    window.image.document.add_step(fakes.brighten)
    palette.open_over(window)
    QTest.keyClicks(palette.field, "Zoom")
    assert palette.listed_names() == ["View: Zoom In", "View: Zoom Out"]
    QTest.keyClick(palette.field, Qt.Key.Key_Down)
    assert palette.list.currentItem().text(0) == "View: Zoom Out"
    QTest.keyClick(palette.field, Qt.Key.Key_Up)
    assert palette.list.currentItem().text(0) == "View: Zoom In"
    # nothing fits and nothing happens
    palette.field.clear()
    QTest.keyClicks(palette.field, "xyzzy")
    assert palette.listed_names() == []
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    assert palette.isVisible()


def test_commands_are_found_in_english_too_in_spite_of_slips_and_what_is_near_is_not_run(window, monkeypatch):
    german = {"&Undo": "&Rückgängig", "&Edit": "&Bearbeiten", "Zoom &In": "&Vergrößern"}
    monkeypatch.setattr(
        actions, "tr", lambda text: tr(text) if text_module._in_source_language else german.get(text, text)
    )
    for name, words in (("undo", "&Rückgängig"), ("zoom_in", "&Vergrößern")):
        window.actions_by_name[name].setText(words)
        window.actions_by_name[name].setEnabled(True)
    window.do_palette()
    palette = window._palette
    for typed, first in (
        ("undo", "Bearbeiten: Rückgängig"),
        ("ruckgangig", "Bearbeiten: Rückgängig"),
        ("rueckgaengig", "Bearbeiten: Rückgängig"),
        ("vergrossern", "View: Vergrößern"),
        ("zomo in", "View: Vergrößern"),
    ):
        palette.field.setText(typed)
        assert palette.listed_names()[:1] == [first], typed
    palette.field.setText("undo everything now")
    assert "Bearbeiten: Rückgängig" in palette.listed_names()
    assert palette.list.currentItem() is None
    palette.close()
