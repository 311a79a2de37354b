"""The filmstrip's list: rows come and go where photos do, and a thumbnail is scaled once."""

import pytest
from PySide6.QtCore import QModelIndex, QSettings, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QWidget

from jaxstudio.app.image.photos.collection import PhotoCollection
from jaxstudio.app.image.photos.filmstrip import Filmstrip
from jaxstudio.app.image.photos.lighttable import WIDTH_KEY, Lighttable
from jaxstudio.app.image.photos.photo_io import PhotoIO


@pytest.fixture
def strip(document, qtbot):
    document.set_photo(None)
    document.engine_client = None
    io = PhotoIO(document)
    photos = PhotoCollection(document, io)
    photos.entries[0].opened = None
    photos.add([f"/nowhere/{number}.png" for number in range(8)])
    strip = Filmstrip(photos, {})
    qtbot.addWidget(strip)
    yield strip
    io.close()


def names(strip):
    return [entry.title[0] for entry in strip.listed]


def test_rows_come_and_go_where_photos_do(strip, qtbot):
    tester = QAbstractItemModelTester(strip.model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    photos, changes = strip.photos, []
    strip.model.rowsInserted.connect(lambda parent, first, last: changes.append(("in", first, last)))
    strip.model.rowsRemoved.connect(lambda parent, first, last: changes.append(("out", first, last)))
    strip.model.modelReset.connect(lambda: changes.append("reset"))
    photos.add(["/nowhere/a.png", "/nowhere/b.png"])
    photos.remove(photos.entries[2:4])
    assert changes == [("in", 8, 9), ("out", 2, 3)]
    assert names(strip) == list("014567ab")
    assert [strip.model.index_of(entry).row() for entry in strip.listed] == list(range(8))
    assert not strip.model.index_of(photos._entry()).isValid()
    del tester


@pytest.mark.parametrize("rated", [(0,), (7,), (0, 7), (3, 4), (1, 3, 6), range(8), ()])
def test_a_filter_lists_what_passes_it_and_back(strip, rated):
    tester = QAbstractItemModelTester(strip.model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    strip.photos.rate([strip.photos.entries[place] for place in rated], 4)
    strip.model.least = 3
    strip.draw()
    assert names(strip) == [str(place) for place in rated]
    strip.model.least = 0
    strip.draw()
    assert names(strip) == list("01234567")
    assert [strip.model.index(row).data() for row in range(8)] == [f"{n}.png" for n in range(8)]
    del tester


def test_what_is_selected_stays_selected_while_photos_come_and_go(strip):
    strip.select_all()
    assert len(strip.selected) == 8
    strip.photos.add(["/nowhere/a.png"])
    entries = strip.photos.entries
    strip.photos.go(entries[3])
    strip.list.selectionModel().clearSelection()
    for place in (2, 5):
        strip.list.selectionModel().select(
            strip.model.index(place), strip.list.selectionModel().SelectionFlag.Select
        )
    strip.photos.remove([entries[0]])
    assert [entry.title for entry in strip.selected] == ["2.png", "5.png"]


def test_a_thumbnail_is_scaled_once_for_each_picture(strip, qtbot, monkeypatch):
    scaled = []
    from jaxstudio.app.image.photos import filmstrip

    real = filmstrip.paint_thumbnail
    monkeypatch.setattr(filmstrip, "paint_thumbnail", lambda *args: (scaled.append(args[2]), real(*args)))
    first = strip.listed[0]
    image = QImage(300, 200, QImage.Format.Format_RGB32)
    image.fill(0xFF00FF)
    for entry in strip.listed:
        strip.thumbnails._images[entry.number] = image
    strip.resize(1200, 130)
    strip.grab()
    count = len(scaled)
    assert count == 8
    colour = strip.list.grab().toImage().pixelColor(strip.list.visualRect(strip.model.index(0)).center())
    assert colour.rgb() & 0xFFFFFF == 0xFF00FF
    assert len(scaled) == count
    other = image.copy()
    other.fill(0x00FF00)
    strip.thumbnails._images[first.number] = other
    strip.grab()
    assert len(scaled) == count + 1
    assert isinstance(strip.model.index_of(first), QModelIndex)


def test_the_lighttable_sorts_the_list_and_shares_the_selection(strip, qtbot, tmp_path):
    over = QWidget()
    qtbot.addWidget(over)
    over.resize(700, 500)
    over.show()
    settings = QSettings(str(tmp_path / "s.ini"), QSettings.Format.IniFormat)
    table = Lighttable(strip, settings, over)
    table.open_over()
    entries = strip.photos.entries
    for entry, date in zip(entries, ("2024:03", "", "2024:01", "2024:02"), strict=False):
        entry.date = date
    for words, expected in (("By date", "23014567"), ("By name", "01234567"), ("As added", "01234567")):
        table.order.setCurrentText(words)
        table.order.chosen.emit(table.order.currentData())
        assert names(strip) == list(expected)
    strip.photos.rate([entries[5]], 3)
    table.order.setCurrentText("By rating")
    table.order.chosen.emit(table.order.currentData())
    assert names(strip)[0] == "5"
    table.list.setCurrentIndex(strip.model.index(3))
    assert strip.selected == [strip.listed[3]]
    table._resize_cells(300)
    assert len(table.visible_entries()) == 8
    with qtbot.waitSignal(table.closed):
        QTest.keyClick(table.list, Qt.Key.Key_Escape)
    assert str(settings.value(WIDTH_KEY)) == "300"
