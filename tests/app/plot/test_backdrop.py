"""The picture below the cursor: what takes long is painted quickly first, and finely bit by bit."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtGui import QFont, QPainter, QPixmap

from jaxstudio.app.plot import backdrop as backdrop_module
from jaxstudio.app.plot.backdrop import Backdrop, Sight
from jaxstudio.app.plot.gallery import Gallery
from jaxstudio.app.plot.look import look_of
from jaxstudio.app.plot.picture import paint
from jaxstudio.functions.scene import View


@pytest.fixture
def sight(session, qtbot):
    """What is seen of a sheet of twelve curves."""
    for _ in range(11):
        session.add_line("x^2")
    session.set_text(session.document.lines[0].key, "sin(x)")
    qtbot.waitUntil(lambda: session.settled)
    gallery = Gallery()
    gallery.take(session.scene, session.document)
    return Sight(gallery.scenery(session.document, None), session.view, QFont(), 1.0, True)


def pixels(pixmap):
    made = pixmap.toImage()
    return np.frombuffer(made.constBits(), np.uint8).reshape(made.height(), made.bytesPerLine()).copy()


def painted(sight):
    """All of it painted in one go."""
    made = QPixmap(sight.view.width_px, sight.view.height_px)
    painter = QPainter(made)
    paint(painter, sight.scenery, sight.view, look_of(sight.font))
    painter.end()
    return made


def test_what_is_quick_is_fine_at_once(qapp, sight, monkeypatch):
    monkeypatch.setattr(backdrop_module, "MUCH_MS", 1e9)
    backdrop = Backdrop(lambda: sight)
    assert backdrop.empty
    assert np.array_equal(pixels(backdrop.pixmap()), pixels(painted(sight)))
    assert backdrop.done
    assert not backdrop.empty


def test_what_takes_long_becomes_fine_in_slices(qapp, sight, monkeypatch, qtbot):
    monkeypatch.setattr(backdrop_module, "MUCH_MS", 0.0)
    monkeypatch.setattr(backdrop_module, "SLICE_MS", 0.0)
    backdrop = Backdrop(lambda: sight)
    fine = pixels(backdrop.pixmap())  # nobody knows yet how long it takes
    backdrop.renew()
    quick = pixels(backdrop.pixmap())
    assert not backdrop.done
    with qtbot.waitSignal(backdrop.refined):
        pass
    assert backdrop.done
    assert np.array_equal(pixels(backdrop.pixmap()), fine)
    assert quick.shape == fine.shape


def test_a_picture_of_the_same_view_stays_until_the_next_is_fine(qapp, sight, monkeypatch, qtbot):
    monkeypatch.setattr(backdrop_module, "MUCH_MS", 0.0)
    backdrop = Backdrop(lambda: sight)
    before = backdrop.pixmap()
    backdrop.renew()
    assert not backdrop.empty
    assert backdrop.pixmap() is before
    qtbot.waitUntil(lambda: backdrop.done)
    assert backdrop.pixmap() is not before


def test_while_a_hand_moves_nothing_fine_is_begun_and_what_was_is_left(qapp, sight, monkeypatch):
    monkeypatch.setattr(backdrop_module, "MUCH_MS", 0.0)
    seen = [sight]
    backdrop = Backdrop(lambda: seen[0])
    backdrop.pixmap()
    backdrop.renew()
    assert not backdrop.done
    seen[0] = replace(sight, still=False, view=View((0.0, 4.0), (0.0, 3.0), 800, 600))
    backdrop.renew()
    assert backdrop.done
    assert backdrop.empty
    backdrop.pixmap()
    assert backdrop.done
