"""The keyboard map: every key of every command is in it, found by word or key, and printed."""

from collections import Counter

from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from jaxstudio.app.actions import Shortcut, all_keys, focus_shortcuts, plain
from jaxstudio.app.shared import text
from jaxstudio.app.shortcuts import as_text


def opened(window):
    window.actions_by_name["shortcuts"].trigger()
    return window._shortcuts


def listed(keyboard_map):
    return [(row.keys, row.what) for rows in keyboard_map.page.groups().values() for row in rows]


def test_every_key_is_listed(window):
    keyboard_map = opened(window)
    rows = listed(keyboard_map)
    for name, action in window.actions_by_name.items():
        if action.shortcuts():
            assert (all_keys(action), plain(action.text())) in rows, name
    for keys, _, what in focus_shortcuts():
        assert (keys, what) in rows
    tree = keyboard_map.page.list
    assert sum(tree.topLevelItem(at).childCount() for at in range(tree.topLevelItemCount())) == len(rows)
    keyboard_map.close()


def test_no_two_commands_of_a_tab_have_one_key(window):
    for tab in (0, 1):
        window.show_tab(tab)
        keys = Counter(
            keys.toString()
            for action in window.actions_by_name.values()
            if action.isVisible()
            for keys in action.shortcuts()
        )
        assert [key for key, count in keys.items() if count > 1] == []


def test_a_search_by_word_or_by_key_in_both_languages(window, monkeypatch):
    keyboard_map = opened(window)
    search = keyboard_map.page.search
    QTest.keyClicks(search, "zoom in")
    assert listed(keyboard_map) == [("Ctrl++", "Zoom In")]
    search.setText("ctrl+shift+a")
    assert listed(keyboard_map) == [("Ctrl+Shift+A", "Find a Command")]
    search.setText("edit redo ctrl+y")
    assert listed(keyboard_map) == [("Ctrl+Shift+Z, Ctrl+Y", "Redo")]
    search.setText("xyzzy")
    assert listed(keyboard_map) == []
    german = {"Duplicate the step": "Den Schritt verdoppeln"}
    monkeypatch.setattr(text.QCoreApplication, "translate", lambda _, words: german.get(words, words))
    for words in ("verdoppeln", "duplicate the step"):
        search.setText(words)
        assert listed(keyboard_map) == [("Ctrl+D", "Den Schritt verdoppeln")]
    keyboard_map.close()


def test_the_text_has_columns_and_is_copied_and_saved(window, tmp_path, qtbot):
    groups = {
        "Edit": [Shortcut("Ctrl+Z", "Undo"), Shortcut("Ctrl+Shift+Z", "Redo")],
        "Slider": [Shortcut("Del", "Reset")],
    }
    assert as_text(groups) == (
        "Edit\n----\n  Ctrl+Z        Undo\n  Ctrl+Shift+Z  Redo\n\nSlider\n------\n  Del           Reset\n"
    )
    keyboard_map = opened(window)
    keyboard_map.copy.click()
    assert QGuiApplication.clipboard().text() == as_text(keyboard_map.page.groups())
    keyboard_map.save_text(str(tmp_path / "keys.txt"))
    qtbot.waitUntil(lambda: keyboard_map.message.text().startswith("Saved"))
    assert (tmp_path / "keys.txt").read_text(encoding="utf-8") == as_text(keyboard_map.page.groups())
    keyboard_map.save_text(str(tmp_path / "none" / "keys.txt"))
    qtbot.waitUntil(lambda: "there is no folder" in keyboard_map.message.text())
    keyboard_map.close()
