"""The preview looked at: differences, snapshots, what is not a number, and measures that follow it."""

import threading

import numpy as np
import pytest
from pictures import random_photo

from jaxstudio.engine import metrics
from jaxstudio.engine.buffers import Rect
from jaxstudio.engine.display import MARK
from jaxstudio.engine.metrics import measure_pixels
from jaxstudio.engine.requests import View
from jaxstudio.engine.source import Source, halved
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.display_mode import DisplayMode
from jaxstudio.pipeline.recipe import Recipe

SOURCE = Source(random_photo(60, 84, dtype="uint8"))
DARKER = Recipe().added(CATALOGUE["gamma"], {"gamma": 2.0})
RECIPE = DARKER.added(CATALOGUE["box_blur"])


def asked(source, recipe, zoom=1.0, **more):
    return View(source, recipe, Rect.whole(source.height, source.width), zoom, **more)


def exact_frame(listener, wanted):
    listener.live.request(wanted)
    frame = listener.frame()
    while not frame.exact:
        frame = listener.frame()
    return frame


@pytest.mark.parametrize("zoom", [1.0, 0.5])
def test_a_difference_from_the_photo(listener, engine, zoom):
    frame = exact_frame(listener, asked(SOURCE, DARKER, zoom, display_mode=DisplayMode("", "absolute", 1.0)))
    result = engine.render(SOURCE, DARKER)
    expected = np.rint(np.abs(result - SOURCE.pixels / 255) * 255)
    if zoom == 0.5:
        expected = expected.reshape(30, 2, 42, 2, 3).mean(axis=(1, 3))
    assert np.abs(frame.shown - expected).max() <= 1


@pytest.mark.parametrize("zoom", [1.0, 0.5])
def test_a_snapshot_stands_beside_the_result(listener, engine, zoom):
    frame = exact_frame(listener, asked(SOURCE, RECIPE, zoom, against=DARKER))
    expected = engine.render(SOURCE, DARKER, dtype="uint8").astype(float)
    if zoom == 0.5:
        expected = expected.reshape(30, 2, 42, 2, 3).mean(axis=(1, 3))
    assert np.abs(frame.original - expected).max() <= 0.5
    assert frame.original_rect == Rect.whole(60, 84)


@pytest.mark.parametrize("zoom", [1.0, 0.25])
def test_what_is_no_number_is_shown_and_counted(listener, zoom):
    pixels = random_photo(60, 84)
    pixels[8, 12, 1], pixels[9, 13, 0], pixels[50, 60, 2] = np.nan, np.inf, -np.inf
    frame = exact_frame(listener, asked(Source(pixels), Recipe(), zoom))
    step = round(1 / zoom)
    assert frame.not_numbers == 3
    for picture in (frame.shown, frame.original):
        marked = np.argwhere((picture == MARK).all(axis=2)) * step
        assert sorted({tuple(place) for place in marked // 4 * 4}) == [(8, 12), (48, 60)]


@pytest.mark.parametrize("zoom", [1.0, 0.5])
def test_a_float_photo_is_shown_as_it_will_be_saved(listener, engine, zoom):
    source = Source(random_photo(60, 84) * np.float32(1.4) - np.float32(0.2))
    frame = exact_frame(listener, asked(source, RECIPE, zoom))
    expected = engine.render(source, RECIPE, dtype="uint8")
    expected = halved(expected) if zoom == 0.5 else expected
    np.testing.assert_array_equal(frame.pixels, expected)
    np.testing.assert_array_equal(frame.shown, expected)


def test_measures_follow_when_nothing_else_waits(listener, engine):
    found = []
    listener.live._on_measured = lambda measured: (found.append(measured), listener.probes.put(None))
    listener.live.measure(SOURCE, DARKER, Recipe())
    listener.probe()
    expected = measure_pixels(engine.render(SOURCE, DARKER, dtype="uint8"), SOURCE.pixels)
    assert found[0].measures == expected
    assert found[0].exact


def test_a_large_photo_is_measured_roughly_first(listener, monkeypatch):
    monkeypatch.setattr(metrics, "QUICK_MEASURE", 2000)
    found = []
    listener.live._on_measured = lambda measured: (found.append(measured), listener.probes.put(None))
    listener.live.measure(SOURCE, DARKER, Recipe())
    listener.probe()
    listener.probe()
    assert [measured.exact for measured in found] == [False, True]
    assert found[0].measures.psnr == pytest.approx(found[1].measures.psnr, abs=3)


def test_how_far_the_measuring_is_is_told_and_it_can_be_stopped(listener, monkeypatch):
    monkeypatch.setattr(metrics, "BLOCK", 32)
    told, found, going, stopped = [], [], threading.Event(), threading.Event()

    def hear(done):
        told.append(done)
        going.set()
        stopped.wait(20)

    listener.live._on_measuring, listener.live._on_measured = hear, found.append
    listener.live.measure(SOURCE, DARKER, Recipe())
    assert going.wait(60)
    listener.live.stop_measuring()
    stopped.set()
    listener.live.probe(SOURCE, DARKER, 1, 1)
    listener.probe()
    assert told == [0.0]
    assert found == []
    listener.live._on_measured = lambda measured: (found.append(measured), listener.probes.put(None))
    listener.live.measure(SOURCE, DARKER, Recipe())
    listener.probe()
    assert told[1:] == sorted(told[1:])
    assert 0.8 < told[-1] < 1
    assert found[0].exact
