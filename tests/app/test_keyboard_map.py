"""The keyboard map: every key of every command is in it, found by word or key, and printed."""

from collections import Counter

from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from jaxstudio.app.actions import all_keys, commands, focus_shortcuts, plain
from jaxstudio.app.keyboard_map import as_text, holding


def opened(window):
    window.actions_by_name["shortcuts"].trigger()
    return window._shortcuts


def test_every_key_is_listed(window):
    keyboard_map = opened(window)
    rows = [row for rows in keyboard_map.groups().values() for row in rows]
    for name, action in window.actions_by_name.items():
        if action.shortcuts():
            assert (all_keys(action), plain(action.text())) in rows, name
    for keys, _, what in focus_shortcuts():
        assert (keys, what) in rows
    shown = sum(
        keyboard_map.list.topLevelItem(at).childCount() for at in range(keyboard_map.list.topLevelItemCount())
    )
    assert shown == len(rows)
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


def test_every_command_has_words_and_a_menu(window):
    for command in commands():
        if command.text:
            assert plain(command.text).strip(), command.name
            assert plain(command.menu).strip(), command.name


def test_a_search_by_word_or_by_key(window):
    keyboard_map = opened(window)
    QTest.keyClicks(keyboard_map.search, "zoom in")
    assert [row for rows in keyboard_map.groups().values() for row in rows] == [("Ctrl++", "Zoom In")]
    keyboard_map.search.setText("ctrl+shift+a")
    assert [what for rows in keyboard_map.groups().values() for _, what in rows] == ["Find a Command"]
    keyboard_map.search.setText("xyzzy")
    assert keyboard_map.groups() == {}
    keyboard_map.close()


def test_the_text_has_columns_and_is_copied_and_saved(window, tmp_path, qtbot):
    groups = {"Edit": [("Ctrl+Z", "Undo"), ("Ctrl+Shift+Z", "Redo")], "Slider": [("Del", "Reset")]}
    assert as_text(groups) == (
        "Edit\n----\n  Ctrl+Z        Undo\n  Ctrl+Shift+Z  Redo\n\nSlider\n------\n  Del           Reset\n"
    )
    assert holding(groups, "shift edit") == {"Edit": [("Ctrl+Shift+Z", "Redo")]}
    keyboard_map = opened(window)
    keyboard_map.copy.click()
    assert QGuiApplication.clipboard().text() == as_text(keyboard_map.groups())
    keyboard_map.save_text(str(tmp_path / "keys.txt"))
    qtbot.waitUntil(lambda: keyboard_map.message.text().startswith("Saved"))
    assert (tmp_path / "keys.txt").read_text(encoding="utf-8") == as_text(keyboard_map.groups())
    keyboard_map.save_text(str(tmp_path / "none" / "keys.txt"))
    qtbot.waitUntil(lambda: "there is no folder" in keyboard_map.message.text())
    keyboard_map.close()
