"""The assembled window: commands, messages, devices, help, themes."""

import itertools
from dataclasses import replace

import fakes
from hands import enter
from msgspec import structs
from PySide6.QtCore import QMimeData, QPoint, QPointF, QRect, QSettings, QSize, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent, QImage, QPalette, QScreen
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLabel

from jaxstudio.app.actions import commands, distinct_mnemonics, mnemonic, native_keys
from jaxstudio.app.help import SHORTCUTS
from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.main_window import MainWindow
from jaxstudio.app.shared import file_dialogs, theme
from jaxstudio.app.shared.buttons import GlyphButton
from jaxstudio.app.shared.text import of_milliseconds
from jaxstudio.backend.protocol import Busy, Progress
from jaxstudio.pipeline.display_mode import preview_level
from jaxstudio.pipeline.measures import Probe

CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


def test_no_two_commands_of_a_menu_share_a_letter(window):
    for tab, menu in itertools.product((0, 1), window.menus.values()):
        window.show_tab(tab)
        texts = [each.text() for each in menu.actions() if each.isVisible() and not each.isSeparator()]
        letters = [letter for text in texts if (letter := mnemonic(text))]
        assert len(letters) == len(set(letters)), texts
        assert len(letters) >= min(len(texts) - 5, 20)  # stars have none
    assert distinct_mnemonics(["&Open", "Cl&ose", "&Other", "★"]) == ["&Open", "&Close", "O&ther", "★"]


def test_windows_fit_a_small_screen(window, qtbot, tmp_path, monkeypatch):
    """1600×1000 at scale 2 is 800×500: the window keeps its size, dialogs ask for no more."""
    small = MainWindow(ImageDocument(), QSettings(str(tmp_path / "s.ini"), QSettings.Format.IniFormat))
    qtbot.addWidget(small)
    small.resize(784, 444)
    small.show()
    assert small.height() == 444
    available = QSize(800, 500)
    monkeypatch.setattr(QScreen, "availableSize", lambda screen: available)
    window.do_help()
    window.do_log()
    window.do_shortcuts()
    window.commands["settings"]()
    window.do_guide()
    window.image.commands["own_filters"]()
    window.image.commands["presets"]()
    dialogs = [window.image.dialogs.variants, window.image.dialogs.sweeps, *QApplication.topLevelWidgets()]
    too_large = {
        type(dialog).__name__: dialog.size()
        for dialog in dialogs
        if isinstance(dialog, QDialog) and not QRect(0, 0, 785, 460).contains(dialog.rect())
    }
    assert not too_large


def test_every_command_is_done_by_something(window):
    missing = [
        command.name
        for command in commands()
        if command.text and window.actions_by_name[command.name].menu() is None
        if not hasattr(window, f"do_{command.name}")
        and not any(command.name in part.commands for part in (window, *window.tabs))
    ]
    assert missing == []
    assert window.image.commands.keys() <= window.actions_by_name.keys()
    # the filmstrip is not ticked while none is there
    action = window.actions_by_name["filmstrip"]
    assert window.image.panels.filmstrip_wanted
    assert not action.isChecked()
    assert not action.isEnabled()
    # adaptive resolution is switched in the view menu and remembered
    action, document = window.actions_by_name["adaptive"], window.image.document
    assert document.adaptive
    assert action.isChecked()
    action.trigger()
    assert not document.adaptive
    assert not action.isChecked()
    assert window.settings.value("adaptive_resolution", type=bool) is False
    action.trigger()
    assert document.adaptive


def test_keys_undo_redo_zoom_reach_parts_and_copy(window):
    window.image.document.add_step(fakes.brighten)
    QTest.keyClick(window, Qt.Key.Key_Z, CONTROL)
    assert window.image.document.recipe.steps == ()
    assert not window.actions_by_name["undo"].isEnabled()
    QTest.keyClick(window, Qt.Key.Key_Z, CONTROL | SHIFT)
    assert len(window.image.document.recipe.steps) == 1
    QTest.keyClick(window, Qt.Key.Key_Z, CONTROL)
    QTest.keyClick(window, Qt.Key.Key_Y, CONTROL)
    assert len(window.image.document.recipe.steps) == 1
    # zoom by keyboard
    QTest.keyClick(window, Qt.Key.Key_1, CONTROL)
    assert window.image.document.viewport.zoom == 1.0
    QTest.keyClick(window, Qt.Key.Key_0, CONTROL)
    assert window.image.document.viewport.fitted
    # the parts are reached by keys
    key = window.image.document.recipe.steps[0].key
    QTest.keyClick(window, Qt.Key.Key_F7)
    assert window.image.panel.stack.card(key).hasFocus()
    QTest.keyClick(window, Qt.Key.Key_F6)
    assert window.image.canvas.hasFocus()
    # the recipe is copied as python
    window.image.document.add_step(fakes.brighten)
    QTest.keyClick(window, Qt.Key.Key_C, CONTROL | SHIFT)
    text = QApplication.clipboard().text()
    assert f".{fakes.brighten.name}(" in text
    compile(text, "script.py", "exec")


def test_every_button_of_a_command_says_its_keys(window):
    """Also after the command was switched off and on, or given other words by another tab."""
    window.image.document.add_step(fakes.brighten)
    for tab in (0, 1, 0):
        window.show_tab(tab)
        seen = 0
        for button in window.findChildren(GlyphButton):
            action = button.defaultAction()
            if action is not None and not action.shortcut().isEmpty():
                assert button.toolTip().endswith(f"({native_keys(action)})"), button.toolTip()
                assert button.accessibleName()
                assert "(" not in button.accessibleName()
                seen += 1
        assert seen >= 10


def test_a_file_that_is_dragged_over_the_window_sees_where_it_may_be_dropped(window):
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile("/photo.png")])
    button, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPoint(50, 50), Qt.DropAction.CopyAction, mime, button, none)
    window.dragEnterEvent(enter)
    assert enter.isAccepted()
    assert window.drop_target.isVisible()
    assert window.drop_target.geometry() == window.centralWidget().geometry()
    window.dragLeaveEvent(QDragLeaveEvent())
    assert window.drop_target.isHidden()


def test_errors_are_shown_in_the_window_until_dismissed(window, live, qtbot):
    window.image.document.failed.emit("photo.png: not a photo")
    message = window.image.messages.messages[-1]
    assert message.isVisible()
    assert message.text.text() == "photo.png: not a photo"
    QApplication.processEvents()  # it finds its place
    QTest.mouseClick(message.close_button, Qt.MouseButton.LeftButton)
    assert not message.isVisible()
    # the same error is said once
    for _ in range(3):
        window.image.messages.error("out of memory")
    assert len(window.image.messages.messages) == 1
    # only the newest messages are kept
    for number in range(6):
        window.image.messages.error(f"error {number}")
    qtbot.waitUntil(lambda: len(window.image.messages.messages) == 3)
    assert window.image.messages.messages[-1].text.text() == "error 5"


def test_a_photo_is_dropped_on_the_window(window, tmp_path, qtbot):
    path = tmp_path / "photo.png"
    image = QImage(9, 8, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.red)
    image.save(str(path))
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path))])
    drop = QDropEvent(
        QPointF(50, 50),
        Qt.DropAction.CopyAction,
        mime,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    with qtbot.waitSignal(window.image.io.opened):
        window.dropEvent(drop)
    assert window.image.document.photo_size == (8, 9)
    assert window.windowTitle().startswith("photo.png")
    assert file_dialogs.recent_files(window.settings) == [str(path)]
    window._fill_recent()
    assert window.recent_menu.actions()[0].text() == str(path)


def test_devices_are_listed_and_missing_ones_say_why(window, live, qtbot):
    box = window.image.toolbar.device
    assert box.currentData() == "cpu:0"
    missing = box.model().item(3)
    assert not missing.isEnabled()
    assert missing.toolTip() == "no NVIDIA driver was found"
    box.setFocus()
    QTest.keyClick(box, Qt.Key.Key_Down)
    assert live.device_name == "cpu:1"
    qtbot.waitUntil(lambda: window.image.status.device.text() == "cpu:1")
    # a device that fails leaves the old one shown
    box = window.image.toolbar.device
    box.setCurrentIndex(2)
    with qtbot.waitSignal(window.image.document.failed):
        box.activated.emit(2)
    assert box.currentData() == "cpu:1"


def test_the_status_bar_tells_the_truth(window, qtbot):
    qtbot.waitUntil(lambda: window.image.status.truth.text() == "exact")
    status = window.image.status
    assert status.time.text() == "4.0 ms"
    assert status.compiles.text() == "3 compiles"
    assert status.memory.text() == "12 MB"
    assert status.extent.text() == "60 × 40"
    key = window.image.document.add_step(fakes.brighten).key
    window.image.document.begin_gesture()
    window.image.document.set_param(key, "amount", 0.5)
    qtbot.waitUntil(lambda: status.truth.text() == "approximate")
    window.image.document.end_gesture()
    # long work is said in the status bar
    qtbot.waitUntil(lambda: window.image.status.truth.text() == "exact")
    window.image.document.take_busy(Busy(True))
    work, truth = window.image.status.work, window.image.status.truth
    qtbot.waitUntil(work.isVisible)
    assert truth.text() == "exact"  # how true the picture in sight is stays said
    assert work.text() == "computing…"
    window.image.document.take_busy(Busy(False))
    assert work.isHidden()
    assert truth.text() == "exact"
    # a preview coarser than the screen says so
    status, document = window.image.status, window.image.document
    qtbot.waitUntil(lambda: status.truth.text() == "exact")
    usual = preview_level(document.viewport.zoom)
    frame = structs.replace(document.picture.frame, level=usual + 1)
    status.draw_frame(replace(document.picture, exact=False, frame=frame))
    assert status.truth.text() == "Preview 1/2"
    status.draw_frame(replace(document.picture, exact=False, frame=structs.replace(frame, level=usual)))
    assert status.truth.text() == "approximate"


def test_exact_is_said_of_nothing_but_what_is_asked_for(window, qtbot):
    """From the change on, before the engine has said that it is busy, and until its frame is there."""
    document, truth = window.image.document, window.image.status.truth
    key = document.add_step(fakes.brighten).key
    changes = [
        lambda: document.set_param(key, "amount", 0.5),
        lambda: document.set_params(key, {"amount": 0.2}),
        lambda: document.zoom_to(3.0),
        lambda: document.pan(2, 2),
        document.fit,
        lambda: document.set_display_mode(structs.replace(document.display_mode, channel="rgb.0")),
        document.undo,
    ]
    for change in changes:
        qtbot.waitUntil(lambda: truth.text() == "exact")
        change()
        assert truth.text() == "earlier picture"
    document.redo()
    document.undo()  # back to what is in sight
    qtbot.waitUntil(lambda: truth.text() == "exact")
    document.set_collapsed(key, True)
    assert truth.text() == "exact"


def test_the_status_bar_tells_how_far_a_long_frame_is_and_what_is_shown_meanwhile(window, qtbot):
    document, status = window.image.document, window.image.status
    qtbot.waitUntil(lambda: status.truth.text() == "exact")
    document.take_busy(Busy(True))
    document.take_progress(Progress("frame", 0.421))
    qtbot.waitUntil(lambda: status.work.isVisible() and status.work.text() == "computing 42 %")
    document.take_busy(Busy(False))
    key = document.add_step(fakes.brighten).key
    document.begin_gesture()
    document.set_param(key, "amount", 0.5)
    qtbot.waitUntil(lambda: status.truth.text() == "approximate")
    document.take_busy(Busy(True))
    document.take_progress(Progress("frame", 0.07))
    qtbot.waitUntil(lambda: status.work.isVisible() and status.work.text() == "computing 7 %")
    assert status.truth.text() == "approximate"
    assert status.truth.property("look") == "approximate"
    document.take_busy(Busy(False))
    document.take_progress(Progress("frame", 0.5))  # too late
    assert status.truth.text() == "approximate"
    assert status.work.isHidden()
    document.end_gesture()


def test_a_long_message_is_shown_whole_over_a_picture_that_stays_put(window, qtbot):
    qtbot.waitUntil(lambda: window.image.status.truth.text() == "exact")
    window.resize(window.minimumSizeHint())
    qtbot.wait(100)  # the panel's rows take their places in turns of the event loop
    before = window.image.canvas.geometry()
    message = window.image.messages.error("photo.png: " + "a very long reason, " * 20)
    label = message.text

    def fits():
        return label.height() >= label.heightForWidth(label.width()) > 3 * label.fontMetrics().height()

    qtbot.waitUntil(fits)
    assert window.image.messages.height() >= message.height()
    assert window.image.canvas.geometry() == before


def test_long_times_are_in_seconds():
    assert [of_milliseconds(ms) for ms in (4, 250.4, 46984)] == ["4.0 ms", "250 ms", "47 s"]


def test_the_probe_says_where_in_the_photo_the_pixel_was(window, qtbot, pixels):
    status, document = window.image.status, window.image.document
    qtbot.waitUntil(lambda: status.truth.text() == "exact")
    document.probed_at = (3, 7)
    values = (1.0, 0.5, 0.0)
    document.take_probe(Probe(3, 7, values, values, (), (10, 20)))
    assert "x 7  y 3  (in the photo x 20  y 10)" in status.pixel.text()
    assert "255 128 0  #ff8000" in status.pixel.text()
    document.take_probe(Probe(3, 7, None, values))
    assert "→" not in status.pixel.text()
    assert "no pixel of the photo" in status.pixel.text()
    # the probe forgets the photo before and the steps before
    status, document = window.image.status, window.image.document
    qtbot.waitUntil(lambda: status.truth.text() == "exact")
    document.probe_at((4, 7))
    qtbot.waitUntil(lambda: "→" in status.pixel.text())
    key = document.add_step(fakes.brighten).key
    qtbot.waitUntil(lambda: "→" in status.pixel.text())
    document.begin_gesture()
    document.set_param(key, "amount", 0.5)
    assert status.pixel.text() == "x 7  y 4"
    document.end_gesture()
    document.set_photo(fakes.Photo(pixels[::-1].copy()))
    assert status.pixel.text() == ""


def test_a_new_seed_is_another_seed_and_can_be_undone(window, subtests):
    before = window.image.document.recipe.seed
    QTest.mouseClick(window.image.panel.seed.button, Qt.MouseButton.LeftButton)
    assert window.image.document.recipe.seed != before
    assert window.image.panel.seed.field.text() == str(window.image.document.recipe.seed)
    window.image.document.undo()
    assert window.image.document.recipe.seed == before
    # linear light is chosen and can be undone
    document, box = window.image.document, window.image.panel.working_space.box
    assert box.currentText() == "Automatic"
    box.setFocus()
    QTest.keyClick(box, Qt.Key.Key_Down)
    assert document.recipe.working_space == "linear"
    assert box.currentText() == "Linear light"
    document.undo()
    assert document.recipe.working_space == "auto"
    assert box.currentText() == "Automatic"
    # a bad seed is refused
    for text in ("-3", "1.5", "2147483648"):
        with subtests.test(text=text):
            field = window.image.panel.seed.field
            enter(field, text)
            assert window.image.document.recipe.seed == 0
            assert "2147483647" in window.image.messages.messages[-1].text.text()


def test_help_is_written_from_the_catalogue(window):
    window.show_help("blur")
    page = window._help.page.toPlainText()
    for words in (
        "Soft blur",
        "Everything gets softer.",
        "0 – 100 px (slider: 0 – 10)",
        "as radius",
        "by hand",
    ):
        assert words in page
    window.show_help(SHORTCUTS)
    assert "Ctrl+K" in window._help.page.toPlainText()
    # f1 on a card opens its page
    key = window.image.document.add_step(fakes.brighten).key
    card = window.image.panel.stack.card(key)
    card.setFocus()
    QTest.keyClick(card, Qt.Key.Key_F1)
    assert "Brighten" in window._help.page.toPlainText()


def test_light_and_dark_follow_the_system(follow, window, qtbot, document):
    follow.follow(Qt.ColorScheme.Dark)
    assert window.palette().color(QPalette.ColorRole.Window).name() == theme.DARK.window
    follow.follow(Qt.ColorScheme.Light)
    assert window.palette().color(QPalette.ColorRole.Window).name() == theme.LIGHT.window
    # the theme is chosen in the menu and kept
    window.theme_menu.choices["dark"].trigger()
    assert window.palette().color(QPalette.ColorRole.Window).name() == theme.DARK.window
    follow.follow(Qt.ColorScheme.Light)  # the system's does not matter now
    assert window.palette().color(QPalette.ColorRole.Window).name() == theme.DARK.window
    theme.apply_theme(theme.LIGHT)
    again = MainWindow(document, window.settings)
    qtbot.addWidget(again)
    assert again.theme_menu.choices["dark"].isChecked()
    window.theme_menu.choices["system"].trigger()
    follow.follow(Qt.ColorScheme.Light)
    assert again.palette().color(QPalette.ColorRole.Window).name() == theme.LIGHT.window


def contrast(one, other):
    def luminance(colour):
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_text_can_be_read_on_what_it_lies_on(subtests):
    for which in (theme.LIGHT, theme.DARK):
        with subtests.test(which=which):
            for ink in (which.text, which.muted, which.danger, which.warning, which.good):
                for ground in (which.window, which.card):
                    assert contrast(ink, ground) >= 4.5, (ink, ground)
            assert contrast(which.on_accent, which.accent) >= 4.5
            assert contrast(which.accent, which.window) >= 3  # the focus ring


def test_no_words_are_cut_off(window, qtbot):
    window.image.document.add_step(fakes.blur)
    window.image.document.add_step(fakes.convolve)
    QApplication.processEvents()
    cut = [
        label.text()
        for label in window.findChildren(QLabel)
        if label.isVisible() and not label.wordWrap() and label.width() < label.sizeHint().width()
    ]
    assert cut == []
    # it fits half a full hd screen
    assert window.minimumSizeHint().width() <= 960
    # buttons that wrap have the height of their lines
    window.resize(1400, 600)
    QApplication.processEvents()
    one_line = window.top_bar.minimumHeight()
    window.resize(760, 600)
    QApplication.processEvents()
    tools = window.image.toolbar
    assert window.top_bar.minimumHeight() >= tools.heightForWidth(tools.width()) > one_line
    assert window.minimumSizeHint().height() > window.top_bar.minimumHeight()
    window.resize(1400, 600)
    QApplication.processEvents()
    assert window.top_bar.minimumHeight() == one_line


def test_closing_stops_the_engine(window, live):
    window.close()
    assert live.closed


def test_details_of_the_engine_are_shown_on_request(window):
    status, bench = window.image.status, window.functions.build()
    details = (*status.engine_details, *bench.status.engine_details)
    assert all(label.isHidden() for label in details)
    assert not status.truth.isHidden()
    window.actions_by_name["engine_details"].trigger()
    assert not any(label.isHidden() for label in details)
    window.actions_by_name["engine_details"].trigger()
    assert all(label.isHidden() for label in details)
