"""Adaptive resolution: coarser while frames take too long, the screen's own once the hand rests."""

import numpy as np
import pytest
from pictures import random_photo

from jaxstudio.engine.adaptive import FRAME_S, AdaptiveResolution
from jaxstudio.engine.buffers import Rect
from jaxstudio.engine.display import BAND_ROWS, bands_from_the_middle
from jaxstudio.engine.requests import JobControl, View
from jaxstudio.engine.source import Source
from jaxstudio.errors import Cancelled
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.recipe import Recipe

PIXELS = 1_600_000
GAMMA = CATALOGUE["gamma"]


def levels_of(paces, finest=0, usual=0, coarsest=3):
    """The levels of a drag's frames, of which each takes so many seconds for a pixel."""
    resolution, levels = AdaptiveResolution(), []
    for number, pace in enumerate(paces):
        level = resolution.level("stack", PIXELS, finest, usual, coarsest)
        steady = number > 0 and (not levels or level == levels[-1])
        levels.append(level)
        resolution.record("stack", PIXELS >> 2 * level, pace * (PIXELS >> 2 * level), steady=steady)
    return levels


@pytest.mark.parametrize(("seconds", "level"), [(0.5, 0), (1.1, 1), (3.9, 1), (4.2, 2), (1000, 3)])
def test_frames_are_as_fine_as_is_in_time(seconds, level):
    """A full frame takes so many times as long as it may; a level coarser takes a quarter."""
    assert levels_of([seconds * FRAME_S / PIXELS] * 12)[-1] == level


def test_one_slow_frame_changes_nothing():
    quick, slow = 0.5 * FRAME_S / PIXELS, 10 * FRAME_S / PIXELS
    assert set(levels_of([quick] * 5 + [slow] + [quick] * 5)) == {0}


def test_it_does_not_change_to_and_fro():
    """Where a finer frame would just be in time, the coarser ones stay."""
    just_too_slow, just_in_time = 1.02 * FRAME_S / PIXELS, 0.98 * FRAME_S / PIXELS
    levels = levels_of([just_too_slow] * 6 + [just_in_time, just_too_slow] * 20)
    assert set(levels[6:]) == {1}
    assert levels_of([just_too_slow] * 6 + [0.5 * FRAME_S / PIXELS] * 6)[-1] == 0


def test_a_stack_that_is_not_faithful_when_reduced_is_as_fine_as_is_in_time():
    assert levels_of([0.1 * FRAME_S / PIXELS] * 6, finest=0, usual=2)[-1] == 0
    assert levels_of([0.1 * FRAME_S / PIXELS] * 6, finest=2, usual=2)[-1] == 2


def test_a_frame_after_another_kind_does_not_count():
    """It may compute more than the next one."""
    resolution = AdaptiveResolution()
    resolution.record("stack", PIXELS, 5 * FRAME_S, steady=False)
    assert resolution.level("stack", PIXELS, 0, 0, 3) == 0
    resolution.record("stack", PIXELS, 5 * FRAME_S, steady=True)
    assert resolution.level("stack", PIXELS, 0, 0, 3) == 2


class Coarser:
    """Always one level coarser than usual."""

    def level(self, key, pixels, finest, usual, coarsest, assumed_pace=None):
        return usual + 1

    def record(self, key, pixels, seconds, *, steady):
        pass


@pytest.fixture
def source():
    return Source(random_photo(240, 340, dtype="uint8"))


def moving(source, zoom, **values):
    return View(source, Recipe().added(GAMMA, {"gamma": 1.5}), Rect.whole(240, 340), zoom, True, **values)


def test_zoomed_out_the_screens_resolution_follows_and_then_the_exact_frame(listener):
    ramp = np.linspace(0, 255, 340).astype(np.uint8)
    source = Source(np.broadcast_to(ramp[None, :, None], (240, 340, 3)).copy())
    listener.live.moving_frames.resolution = Coarser()
    listener.live.request(moving(source, 0.5))
    frames = [listener.frame() for _ in range(3)]
    assert [(frame.level, frame.exact) for frame in frames] == [(2, False), (1, False), (1, True)]
    # no jump beyond what the reduction makes
    assert np.abs(frames[0].pixels.mean() - frames[2].pixels.mean()) < 1


def test_at_full_size_the_exact_frame_follows(listener, source, engine):
    listener.live.moving_frames.resolution = Coarser()
    listener.live.request(moving(source, 1.0))
    frames = [listener.frame() for _ in range(2)]
    assert [(frame.level, frame.exact) for frame in frames] == [(1, False), (0, True)]
    whole = engine.render(source, frames[1].view.recipe, dtype="uint8")
    np.testing.assert_array_equal(frames[1].pixels, whole)


def test_switched_off_a_moving_frame_has_the_screens_resolution(listener, source):
    listener.live.moving_frames.resolution = Coarser()
    listener.live.request(moving(source, 1.0, adaptive=False))
    frame = listener.frame()
    assert (frame.level, frame.exact) == (0, True)


class Finest(Coarser):
    def level(self, key, pixels, finest, usual, coarsest, assumed_pace=None):
        return finest


@pytest.mark.parametrize("rect", [Rect.whole(240, 340), Rect(33, 18, 201, 337)])
def test_computed_finer_a_frame_is_the_same_part_of_the_picture(listener, source, monkeypatch, rect):
    """Of a stack that is not faithful when reduced; at full resolution it is the exact frame already."""
    monkeypatch.setitem(GAMMA.__dict__, "preview_note", "Differs.")
    asked = View(source, Recipe().added(GAMMA, {"gamma": 1.5}), rect, 0.25)
    listener.live.request(asked)
    usual, exact = listener.frame(), listener.frame()
    assert (usual.exact, exact.exact) == (False, True)
    listener.live.moving_frames.resolution = Finest()
    listener.live.request(View(source, asked.recipe, rect, 0.25, True))
    fine = listener.frame()
    assert fine.exact
    assert (fine.level, fine.rect) == (exact.level, exact.rect)
    np.testing.assert_array_equal(fine.pixels, exact.pixels)


@pytest.mark.parametrize(("height", "level"), [(4000, 2), (999, 1), (3, 4), (700, 0)])
def test_bands_cover_the_frame_once_from_the_middle(height, level):
    rect = Rect(16, 3, 16 + height, 50)
    bands = bands_from_the_middle(rect, level)
    rows = np.concatenate([np.arange(band.y0, band.y1) for band in bands])
    assert sorted(rows) == list(range(16, 16 + height))
    assert all((band.y0 - 16) % 2**level == 0 for band in bands)
    assert all(band.height <= BAND_ROWS for band in bands)
    off = [abs(band.y0 + band.y1 - 32 - height) for band in bands]
    assert off == sorted(off)


def test_work_is_given_up_between_two_chunks(engine):
    """Once it is asked to end, no chunk is begun beside those that the other threads are at."""
    source = Source(random_photo(2048, 2048, dtype="uint8"))
    recipe = Recipe().added(CATALOGUE["saturation"]).added(CATALOGUE["vignette"])
    asked = []

    def cancel():
        asked.append(None)
        return len(asked) > 4

    with pytest.raises(Cancelled):
        engine.exporter().render(source, recipe, dtype="uint8", cancel=JobControl(cancel))
    assert 4 < len(asked) <= 4 + 2 + engine.executor.threads
    everything = []
    engine.exporter().render(source, recipe, cancel=JobControl(lambda: bool(everything.append(None))))
    assert len(everything) > 2048 * 2048 * 3 // (3 << 18)
