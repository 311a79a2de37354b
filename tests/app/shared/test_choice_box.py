"""The list of a choice box shows every row in full, as long as they fit."""

from PySide6.QtWidgets import QStyleOptionComboBox

from jaxstudio.app.shared.choice_box import ChoiceBox


def test_no_row_of_the_list_is_cut_off(qtbot, follow, subtests):
    for count in (1, 2, 9, 10):
        with subtests.test(count=count):
            box = ChoiceBox()
            qtbot.addWidget(box)
            box.addItems([f"Row {row}" for row in range(count)])
            box.setCurrentIndex(count - 1)
            box.show()
            box.showPopup()
            view = box.view()
            for row in range(count):
                place = view.visualRect(box.model().index(row, 0))
                assert place.top() >= 0, row
                assert place.bottom() < view.viewport().height(), row
            assert box.screen().availableGeometry().contains(view.window().geometry())
            box.hidePopup()


def test_the_list_of_channels_ends_with_its_last_entry(window):
    box = window.image.toolbar.channel
    box.showPopup()
    view = box.view()
    last = view.visualRect(box.model().index(box.count() - 1, 0))
    assert box.itemText(box.count() - 1).startswith("Lab: b")
    assert 0 < last.bottom() < view.viewport().height()
    longest = max(view.fontMetrics().horizontalAdvance(box.itemText(row)) for row in range(box.count()))
    assert view.viewport().width() > longest
    box.hidePopup()


def test_a_text_that_has_no_room_ends_in_an_ellipsis(qtbot):
    box = ChoiceBox()
    qtbot.addWidget(box)
    box.addItem("a long name of a filter that nobody would cut")
    for width, whole in ((120, False), (600, True)):
        box.resize(width, 30)
        option = QStyleOptionComboBox()
        box.initStyleOption(option)
        assert option.currentText.endswith("…") is not whole
        assert (option.currentText == box.currentText()) is whole


def test_its_longest_text_is_whole_at_the_size_it_asks_for(window):
    box = ChoiceBox(window)
    for word in ("SSIM", "Mean square", "Wide words"):
        box.addItem(word)
    box.resize(box.sizeHint())
    for row in range(box.count()):
        box.setCurrentIndex(row)
        option = QStyleOptionComboBox()
        box.initStyleOption(option)
        assert option.currentText == box.itemText(row)
