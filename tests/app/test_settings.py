"""Settings: read with their types, changed in the dialog, in effect at once; keys of commands."""

import fakes
import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest

from jaxstudio.app.image.photos.photo_io import SaveOptions
from jaxstudio.app.main_window import MainWindow
from jaxstudio.app.shared import settings as known
from jaxstudio.app.shared import theme
from jaxstudio.backend.protocol import PreviewOptions


@pytest.fixture
def kept(tmp_path):
    return QSettings(str(tmp_path / "kept.ini"), QSettings.Format.IniFormat)


def test_what_a_file_holds_is_read_with_its_type(kept, subtests):
    for setting, text, expected in (
        (known.ADAPTIVE, "false", False),
        (known.ADAPTIVE, "nonsense", True),
        (known.CACHE_MB, "512", 512),
        (known.CACHE_MB, "513", 0),
        (known.CACHE_MB, "²", 0),
        (known.THEME, "dark", "dark"),
        (known.THEME, "pink", "system"),
        (known.LANGUAGE, ["de", "en"], ""),
        (known.DEVICE, "cpu:0", "cpu:0"),
    ):
        with subtests.test(setting=setting):
            kept.setValue(setting.key, text)
            kept.sync()
            again = QSettings(kept.fileName(), QSettings.Format.IniFormat)
            assert setting.read(again) == expected
            assert type(setting.read(again)) is type(setting.default)


def test_what_is_written_is_read(kept):
    for setting, value in ((known.ADAPTIVE, False), (known.QUALITY, 80), (known.SCREEN_PROFILE, "/a b.icc")):
        setting.write(kept, value)
        kept.sync()
        assert setting.read(QSettings(kept.fileName(), QSettings.Format.IniFormat)) == value


@pytest.fixture
def dialog(window, qtbot):
    window.actions_by_name["settings"].trigger()
    yield window.preferences.dialog
    theme.reduce_motion(False)


def choose(dialog, setting, value):
    box = dialog.widgets[setting.key]
    box.setCurrentIndex(box.findData(value))
    box.activated.emit(box.currentIndex())


def test_changes_take_effect_at_once(dialog, window, live, follow):
    choose(dialog, known.THEME, "dark")
    assert window.theme_menu.choices["dark"].isChecked()
    dialog.widgets[known.ADAPTIVE.key].setChecked(False)
    assert not window.image.document.adaptive
    assert not window.actions_by_name["adaptive"].isChecked()
    choose(dialog, known.CACHE_MB, 512)
    assert live.options == PreviewOptions(512 << 20)
    choose(dialog, known.DEVICE, "cpu:1")
    assert live.device_name == "cpu:1"
    choose(dialog, known.THEME, "light")


def test_reduced_motion_takes_messages_away_at_once(dialog, window):
    dialog.widgets[known.REDUCED_MOTION.key].setChecked(True)
    message = window.image.messages.done("Saved")
    message._fade()
    assert message not in window.image.messages.messages


def test_save_as_need_not_ask_how(dialog, window, tmp_path, monkeypatch):
    for setting, value in ((known.QUALITY, 80), (known.METADATA, "no location"), (known.REDUCE, True)):
        setting.write(window.settings, value)
    dialog.widgets[known.ASK_OPTIONS.key].setChecked(False)
    saved = []
    monkeypatch.setattr(window.image.io, "save", lambda *asked: saved.append(asked))
    window.image._ask_options("/x/a.jpg")
    assert saved == [("/x/a.jpg", SaveOptions("8", 80, ("location",), (), 2048))]


def press(page, name, keys):
    page.list.setCurrentItem(page.items[name])
    page.editor.setKeySequence(QKeySequence(keys))
    page.set_button.click()


def test_every_command_has_a_row_and_other_keys_work_at_once_and_later(dialog, window, qtbot, document):
    page = dialog.keyboard
    assert set(page.items) == set(window.actions_by_name)
    press(page, "clear", "Ctrl+Alt+X")
    document.add_step(fakes.brighten)
    dialog.close()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
    QTest.keyClick(window, Qt.Key.Key_X, both)
    assert document.recipe.steps == ()
    again = MainWindow(document, window.settings)
    qtbot.addWidget(again)
    assert again.actions_by_name["clear"].shortcut().toString() == "Ctrl+Alt+X"
    assert again.actions_by_name["clear"].toolTip().endswith("(Ctrl+Alt+X)")


def test_keys_of_another_command_are_said_and_taken(dialog, window):
    page, actions = dialog.keyboard, window.actions_by_name
    page.list.setCurrentItem(page.items["clear"])
    page.editor.setKeySequence(QKeySequence("Ctrl+K"))
    assert "Add a Filter" in page.message.text()
    page.set_button.click()
    assert actions["clear"].shortcut().toString() == "Ctrl+K"
    assert actions["add"].shortcuts() == []
    page.list.setCurrentItem(page.items["add"])
    page.reset_button.click()
    assert actions["add"].shortcut().toString() == "Ctrl+K"
    assert actions["clear"].shortcuts() == []
    page.list.setCurrentItem(page.items["undo"])
    page.none_button.click()
    assert actions["undo"].shortcuts() == []
    page.reset_all_button.click()
    assert known.read_keys(window.settings) == {}
    assert actions["undo"].shortcuts() == QKeySequence.keyBindings(QKeySequence.StandardKey.Undo)[:1]
    assert len(actions["redo"].shortcuts()) == 2
    # keys that a part of the window takes are said
    page = dialog.keyboard
    page.list.setCurrentItem(page.items["clear"])
    page.editor.setKeySequence(QKeySequence("Ctrl+D"))
    assert "Stack" in page.message.text()
    # commands are found by words and keys
    page = dialog.keyboard
    page.search.setText("ctrl+shift+f")
    assert list(page.items) == ["batch"]
    assert page.current == "batch"


def test_a_settings_file_with_nonsense_for_keys_changes_nothing(kept):
    for nonsense in ("{", "[1]", '{"add": 3}'):
        kept.setValue(known.KEYS, nonsense)
        assert known.read_keys(kept) == {}
