"""A file that is dropped goes to the field that takes files, and from any other place to the window."""

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QLineEdit

from jaxstudio.ops import CATALOGUE

HOW = (Qt.DropAction.CopyAction,)
HAND = (Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)


def files(*paths):
    """As a file manager gives them: addresses, and the same as text."""
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    mime.setText("\n".join(url.toString() for url in mime.urls()))
    return mime


def drop(widget, mime):
    """Whether the widget took it."""
    enters = QDragEnterEvent(QPoint(4, 4), *HOW, mime, *HAND)
    QApplication.sendEvent(widget, enters)
    drops = QDropEvent(QPointF(4, 4), *HOW, mime, *HAND)
    QApplication.sendEvent(widget, drops)
    return enters.isAccepted() and drops.isAccepted()


@pytest.fixture
def photo(tmp_path):
    path = tmp_path / "a reference.png"
    path.write_bytes(b"")
    return path


def test_a_field_for_a_file_takes_its_path(window, photo):
    document = window.image.document
    key = document.add_step(CATALOGUE["match_histogram"]).key
    field = window.image.panel.stack.card(key).form.rows["reference"].field
    assert drop(field, files(photo))
    assert document.recipe.step(key).params["reference"] == str(photo)
    assert field.text() == str(photo)


def test_other_fields_leave_it_to_the_window(window):
    document = window.image.document
    window.image.panel.stack.card(document.add_step(CATALOGUE["gamma"]).key)
    fields = list(window.image.panel.findChildren(QLineEdit))
    assert len(fields) >= 3
    assert not [field.accessibleName() for field in fields if field.acceptDrops()]


def test_several_files_are_photos_of_the_session_and_the_first_is_shown(window, tmp_path, pixels, qtbot):
    from PIL import Image

    paths = [tmp_path / "one.png", tmp_path / "two.png"]
    for path in paths:
        Image.fromarray(pixels[:9]).save(path)
    drop(window, files(*paths))
    photo = window.image.document.photo
    qtbot.waitUntil(lambda: window.image.document.photo not in (photo, None))
    assert window.image.document.photo.path == str(paths[0])
    assert [entry.path for entry in window.image.photos.entries][-2:] == [str(path) for path in paths]
