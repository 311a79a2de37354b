"""The picture below the cursor: what takes long is painted quickly first, and finely bit by bit."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtGui import QFont, QPainter, QPixmap

from jaxstudio.app.plot import cached_layer as backdrop_module
from jaxstudio.app.plot.cached_layer import Backdrop, Sight
from jaxstudio.app.plot.gallery import Gallery
from jaxstudio.app.plot.picture import Scenery, paint
from jaxstudio.app.plot.theme import look_of
from jaxstudio.app.plot.viewing import panned, zoomed
from jaxstudio.functions.protocol.scene import View


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


def test_a_picture_moves_with_the_view_and_nothing_is_made_up(qapp, sight, monkeypatch):
    monkeypatch.setattr(backdrop_module, "MUCH_MS", 1e9)
    seen = [sight]
    backdrop = Backdrop(lambda: seen[0])
    before = pixels(backdrop.pixmap())
    right, down = 30, -12
    seen[0] = replace(sight, view=panned(sight.view, right, down), still=False)
    backdrop.follow()
    assert backdrop.empty
    moved = pixels(backdrop.pixmap())
    assert np.array_equal(moved[:down, 4 * right :], before[-down:, : -4 * right])
    # where nothing is known yet there is the grid and no curve
    bare = pixels(painted(replace(seen[0], scenery=Scenery())))
    edge = moved[: 600 + down, : 4 * right]
    assert (edge == bare[: 600 + down, : 4 * right]).mean() > 0.97  # numbers may be missing
    backdrop.renew()
    assert np.array_equal(pixels(backdrop.pixmap()), pixels(painted(seen[0])))


def test_moving_begins_with_what_was_painted_and_not_with_what_was_moved(qapp, sight, monkeypatch):
    monkeypatch.setattr(backdrop_module, "MUCH_MS", 1e9)
    seen = [sight]
    backdrop = Backdrop(lambda: seen[0])
    before = pixels(backdrop.pixmap())
    for right in (30.4, -12.9, -17.5):
        seen[0] = replace(seen[0], view=panned(seen[0].view, right, 0), still=False)
        backdrop.follow()
        moved = pixels(backdrop.pixmap())
    assert np.array_equal(moved, before)


def test_what_takes_long_is_magnified_at_once_and_painted_when_the_hand_rests(
    qapp, sight, monkeypatch, qtbot
):
    monkeypatch.setattr(backdrop_module, "MUCH_MS", 0.0)
    seen = [replace(sight, still=False)]
    backdrop = Backdrop(lambda: seen[0])
    backdrop.pixmap()
    backdrop.renew()
    quick = backdrop.pixmap()
    seen[0] = replace(seen[0], view=zoomed(sight.view, 2.0, (400.0, 300.0)))
    backdrop.follow()
    magnified = pixels(backdrop.pixmap())
    assert np.abs(magnified[0::2, 0::8].astype(int) - pixels(quick)[150:450, 800:2400:4]).mean() < 12
    with qtbot.waitSignal(backdrop.refined):
        pass
    backdrop.pixmap()
    with qtbot.waitSignal(backdrop.refined):
        pass
    assert np.array_equal(pixels(backdrop.pixmap()), pixels(painted(seen[0])))


def test_what_is_quickly_painted_is_painted_where_a_view_is_magnified(qapp, sight, monkeypatch):
    monkeypatch.setattr(backdrop_module, "MUCH_MS", 1e9)
    seen = [sight]
    backdrop = Backdrop(lambda: seen[0])
    backdrop.pixmap()
    seen[0] = replace(sight, view=zoomed(sight.view, 2.0, (400.0, 300.0)), still=False)
    backdrop.follow()
    assert np.array_equal(pixels(backdrop.pixmap()), pixels(painted(seen[0])))


def test_a_view_far_from_the_last_picture_is_painted(qapp, sight, monkeypatch):
    monkeypatch.setattr(backdrop_module, "MUCH_MS", 1e9)
    for view in (panned(sight.view, 5000, 0), zoomed(sight.view, 1e6, (1.0, 1.0))):
        seen = [sight]
        backdrop = Backdrop(lambda seen=seen: seen[0])
        backdrop.pixmap()
        seen[0] = replace(sight, view=view, still=False)
        backdrop.follow()
        assert np.array_equal(pixels(backdrop.pixmap()), pixels(painted(seen[0])))


def test_very_much_is_painted_roughly_until_the_hand_rests(qapp, sight, monkeypatch, qtbot):
    monkeypatch.setattr(backdrop_module, "MUCH_MS", 0.0)
    monkeypatch.setattr(backdrop_module, "VERY_MUCH_MS", 0.0)
    moving = replace(sight, still=False)
    backdrop = Backdrop(lambda: moving)
    fine = pixels(backdrop.pixmap())
    backdrop.renew()
    rough = pixels(backdrop.pixmap())
    assert not np.array_equal(rough, fine)
    assert len(np.unique(rough)) < len(np.unique(fine))
    assert abs(float(rough.mean()) - float(fine.mean())) < 1
    with qtbot.waitSignal(backdrop.refined):
        pass
    assert np.array_equal(pixels(backdrop.pixmap()), fine)
