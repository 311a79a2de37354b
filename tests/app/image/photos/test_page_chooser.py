"""The pages of a file with several pictures: shown in the status bar, chosen by number, key and command."""

import fakes
import numpy as np
import pytest
import tifffile
from hands import enter
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

KEY = Qt.Key


@pytest.fixture
def scan(window, qtbot, tmp_path):
    """A window with a TIFF of four pages, each of another tone."""
    path = tmp_path / "scan.tif"
    pages = np.stack([np.full((20, 30, 3), 40 * page, np.uint8) for page in range(1, 5)])
    tifffile.imwrite(path, pages, photometric="rgb")
    window.image.io.open(str(path))
    qtbot.waitUntil(lambda: window.image.document.photo.pages == 4)
    return window


def page_open(window, qtbot, page):
    """Wait until this page is open, and nothing else is on its way."""
    document = window.image.document
    qtbot.waitUntil(lambda: document.photo.page == page and not window.image.io.opening)
    assert fakes.PIXELS[document.photo.token].max() == 40 * page
    assert window.image.page_chooser.field.text() == str(page)


def test_a_photo_alone_has_no_page(window):
    assert not window.image.page_chooser.isVisible()
    assert not window.actions_by_name["page_after"].isEnabled()
    assert "page" not in window.image.title()


def test_the_page_is_chosen_by_number_and_by_key(scan, qtbot):
    chooser = scan.image.page_chooser
    assert chooser.isVisible()
    assert (chooser.field.text(), chooser.count.text()) == ("1", "of 4")
    enter(chooser.field, "3")
    page_open(scan, qtbot, 3)
    assert scan.image.title() == "scan.tif, page 3"
    QTest.keyClick(chooser.field, KEY.Key_Up)
    page_open(scan, qtbot, 4)
    QTest.keyClick(chooser.field, KEY.Key_Up)  # there is none after it
    assert scan.image.document.photo.page == 4


def test_commands_turn_the_pages_and_end_at_the_last(scan, qtbot):
    before, after = (scan.actions_by_name[name] for name in ("page_before", "page_after"))
    assert (before.isEnabled(), after.isEnabled()) == (False, True)
    for page in (2, 3, 4):
        after.trigger()
        page_open(scan, qtbot, page)
    assert (before.isEnabled(), after.isEnabled()) == (True, False)
    before.trigger()
    page_open(scan, qtbot, 3)


def test_a_page_that_is_not_there_is_refused_in_a_line(scan, subtests):
    for typed in ("0", "5", "1.5", "two"):
        with subtests.test(typed=typed):
            field = scan.image.page_chooser.field
            enter(field, typed)
            assert field.property("refused")
            assert scan.image.messages.messages[-1].text.text() == "Page: expected a whole number from 1 to 4"
            assert not scan.image.io.opening


def test_a_page_that_cannot_be_read_leaves_the_present_one(scan, qtbot):
    document = scan.image.document
    photo = document.photo
    document.set_photo(replace(photo, pages=6))  # the file was cut short meanwhile
    scan.image.io.open_page(6)
    qtbot.waitUntil(lambda: not scan.image.io.opening)
    assert document.photo.page == 1
    assert scan.image.page_chooser.field.text() == "1"
    assert "scan.tif" in scan.image.messages.messages[-1].text.text()
