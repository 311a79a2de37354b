"""The cached picture of the curves: what takes long is painted quickly first, and finely bit by bit."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtGui import QFont, QImage, QPainter, QPixmap

from jaxstudio.app.plot.plane import items
from jaxstudio.app.plot.plane.curve_geometry import LineDrawings
from jaxstudio.app.plot.plane.items import CachedItem, Snapshot
from jaxstudio.app.plot.plane.picture import paint_below_numbers
from jaxstudio.app.plot.plane.viewing import panned, zoomed
from jaxstudio.app.shared.colours import plot_style
from jaxstudio.functions.protocol.scene import View


@pytest.fixture
def snapshot(controller, qtbot):
    """What is seen of a sheet of twelve curves."""
    for _ in range(11):
        controller.add_line("x^2")
    controller.set_text(controller.document.lines[0].key, "sin(x)")
    qtbot.waitUntil(lambda: controller.settled)
    drawings = LineDrawings()
    drawings.take(controller.scene, controller.document)
    return Snapshot(drawings.scenery(controller.document, None), controller.view, QFont(), 1.0, True)


def pixels(pixmap):
    image = pixmap.toImage().convertToFormat(QImage.Format.Format_RGB32)
    return np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine()).copy()


def on_pixmap(draw):
    """What `draw(painter)` leaves on a pixmap of 800 × 600."""
    pixmap = QPixmap(800, 600)
    pixmap.fill("white")
    painter = QPainter(pixmap)
    draw(painter)
    painter.end()
    return pixmap


def shown(item):
    return on_pixmap(item.paint)


def painted(snapshot):
    """All of it painted in one go."""
    style = plot_style(snapshot.font)
    return on_pixmap(
        lambda painter: list(paint_below_numbers(painter, snapshot.scenery, snapshot.view, style))
    )


def test_what_is_quick_is_fine_at_once(qapp, snapshot, monkeypatch):
    monkeypatch.setattr(items, "SLOW_MS", 1e9)
    curves = CachedItem(paint_below_numbers, lambda: snapshot)
    assert curves.stale
    assert np.array_equal(pixels(shown(curves)), pixels(painted(snapshot)))
    assert curves.done
    assert not curves.stale


def test_what_takes_long_becomes_fine_in_slices(qapp, snapshot, monkeypatch, qtbot):
    monkeypatch.setattr(items, "SLOW_MS", 0.0)
    monkeypatch.setattr(items, "SLICE_MS", 0.0)
    curves = CachedItem(paint_below_numbers, lambda: snapshot)
    fine = pixels(shown(curves))  # nobody knows yet how long it takes
    curves.renew()
    quick = pixels(shown(curves))
    assert not curves.done
    with qtbot.waitSignal(curves.refined):
        pass
    assert curves.done
    assert np.array_equal(pixels(shown(curves)), fine)
    assert quick.shape == fine.shape


def test_a_picture_of_the_same_view_stays_until_the_next_is_fine(qapp, snapshot, monkeypatch, qtbot):
    monkeypatch.setattr(items, "SLOW_MS", 0.0)
    curves = CachedItem(paint_below_numbers, lambda: snapshot)
    before = pixels(shown(curves))
    curves.renew()
    assert not curves.stale
    assert not curves.done
    assert np.array_equal(pixels(shown(curves)), before)
    with qtbot.waitSignal(curves.refined):
        pass
    assert np.array_equal(pixels(shown(curves)), before)


def test_while_a_hand_moves_nothing_fine_is_begun_and_what_was_is_left(qapp, snapshot, monkeypatch):
    monkeypatch.setattr(items, "SLOW_MS", 0.0)
    seen = [snapshot]
    curves = CachedItem(paint_below_numbers, lambda: seen[0])
    shown(curves)
    curves.renew()
    assert not curves.done
    seen[0] = replace(snapshot, still=False, view=View((0.0, 4.0), (0.0, 3.0), 800, 600))
    curves.renew()
    assert curves.done
    assert curves.stale
    shown(curves)
    assert curves.done


def test_a_picture_moves_with_the_view_and_nothing_is_made_up(qapp, snapshot, monkeypatch):
    monkeypatch.setattr(items, "SLOW_MS", 1e9)
    seen = [snapshot]
    curves = CachedItem(paint_below_numbers, lambda: seen[0])
    before = pixels(shown(curves))
    right, down = 30, -12
    seen[0] = replace(snapshot, view=panned(snapshot.view, right, down), still=False)
    curves.follow()
    assert curves.stale
    moved = pixels(shown(curves))
    assert np.array_equal(moved[:down, 4 * right :], before[-down:, : -4 * right])
    assert (moved[: 600 + down, : 4 * right] == 255).all()  # where nothing is known yet there is no curve
    curves.renew()
    assert np.array_equal(pixels(shown(curves)), pixels(painted(seen[0])))


def test_moving_begins_with_what_was_painted_and_not_with_what_was_moved(qapp, snapshot, monkeypatch):
    monkeypatch.setattr(items, "SLOW_MS", 1e9)
    seen = [snapshot]
    curves = CachedItem(paint_below_numbers, lambda: seen[0])
    before = pixels(shown(curves))
    for right in (30.4, -12.9, -17.5):
        seen[0] = replace(seen[0], view=panned(seen[0].view, right, 0), still=False)
        curves.follow()
        moved = pixels(shown(curves))
    assert np.array_equal(moved, before)


def test_what_takes_long_is_magnified_at_once_and_painted_when_the_hand_rests(
    qapp, snapshot, monkeypatch, qtbot
):
    monkeypatch.setattr(items, "SLOW_MS", 0.0)
    seen = [replace(snapshot, still=False)]
    curves = CachedItem(paint_below_numbers, lambda: seen[0])
    shown(curves)
    curves.renew()
    quick = shown(curves)
    seen[0] = replace(seen[0], view=zoomed(snapshot.view, 2.0, (400.0, 300.0)))
    curves.follow()
    magnified = pixels(shown(curves))
    assert np.abs(magnified[0::2, 0::8].astype(int) - pixels(quick)[150:450, 800:2400:4]).mean() < 12
    with qtbot.waitSignal(curves.refined):
        pass
    shown(curves)
    with qtbot.waitSignal(curves.refined):
        pass
    assert np.array_equal(pixels(shown(curves)), pixels(painted(seen[0])))


def test_what_is_quickly_painted_is_painted_where_a_view_is_magnified(qapp, snapshot, monkeypatch):
    monkeypatch.setattr(items, "SLOW_MS", 1e9)
    seen = [snapshot]
    curves = CachedItem(paint_below_numbers, lambda: seen[0])
    shown(curves)
    seen[0] = replace(snapshot, view=zoomed(snapshot.view, 2.0, (400.0, 300.0)), still=False)
    curves.follow()
    assert np.array_equal(pixels(shown(curves)), pixels(painted(seen[0])))


def test_a_view_far_from_the_last_picture_is_painted(qapp, snapshot, monkeypatch):
    monkeypatch.setattr(items, "SLOW_MS", 1e9)
    for view in (panned(snapshot.view, 5000, 0), zoomed(snapshot.view, 1e6, (1.0, 1.0))):
        seen = [snapshot]
        curves = CachedItem(paint_below_numbers, lambda seen=seen: seen[0])
        shown(curves)
        seen[0] = replace(snapshot, view=view, still=False)
        curves.follow()
        assert np.array_equal(pixels(shown(curves)), pixels(painted(seen[0])))


def test_very_much_is_painted_roughly_until_the_hand_rests(qapp, snapshot, monkeypatch, qtbot):
    monkeypatch.setattr(items, "SLOW_MS", 0.0)
    monkeypatch.setattr(items, "VERY_SLOW_MS", 0.0)
    moving = replace(snapshot, still=False)
    curves = CachedItem(paint_below_numbers, lambda: moving)
    fine = pixels(shown(curves))
    curves.renew()
    rough = pixels(shown(curves))
    assert not np.array_equal(rough, fine)
    assert len(np.unique(rough)) < len(np.unique(fine))
    assert abs(float(rough.mean()) - float(fine.mean())) < 1
    with qtbot.waitSignal(curves.refined):
        pass
    assert np.array_equal(pixels(shown(curves)), fine)
