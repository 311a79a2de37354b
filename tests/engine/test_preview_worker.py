"""The live worker: the newest view wins, every finished frame is handed out, exact follows approximate."""

import queue
import threading

import numpy as np
import pytest
from pictures import random_photo

from jaxstudio.engine.buffers import Rect
from jaxstudio.engine.metrics import read_pixel
from jaxstudio.engine.preview_worker import PreviewWorker
from jaxstudio.engine.requests import View
from jaxstudio.engine.source import Source, halved
from jaxstudio.errors import DeviceError
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.display_mode import DisplayMode, preview_level
from jaxstudio.pipeline.recipe import Recipe

GAMMA, BOX, EQUALIZE, ROTATE = (CATALOGUE[name] for name in ("gamma", "box_blur", "equalize_hist", "rotate"))
RECIPE = Recipe().added(GAMMA, {"gamma": 2.0}).added(BOX)
SECONDS = 120


@pytest.fixture(scope="module")
def source():
    return Source(random_photo(120, 170, dtype="uint8"))


def view(source, recipe=RECIPE, rect=None, zoom=1.0, moving=False):
    return View(source, recipe, rect or Rect.whole(source.height, source.width), zoom, moving)


def gammas(count):
    return [RECIPE.with_param(1, "gamma", 1 + number / 10) for number in range(count)]


def test_a_frame_at_100_percent_is_a_crop_of_the_export(listener, source, engine):
    rect = Rect(11, 20, 90, 133)
    for moving in (True, False):
        asked = view(source, rect=rect, moving=moving)
        listener.live.request(asked)
        frame = listener.frame()
        assert frame.exact
        assert frame.level == 0
        assert frame.view is asked
        assert frame.rect == frame.original_rect == rect
        whole = engine.render(source, RECIPE, dtype="uint8")
        np.testing.assert_array_equal(frame.pixels, whole[11:90, 20:133])
        np.testing.assert_array_equal(frame.original, source.pixels[11:90, 20:133])
        assert frame.seconds > 0
    assert listener.busy.empty()


@pytest.mark.parametrize("moving", [False, True])
def test_zoomed_out_the_exact_frame_follows_and_is_the_export_reduced(listener, source, engine, moving):
    listener.live.request(view(source, rect=Rect(10, 21, 101, 150), zoom=0.25, moving=moving))
    guess, exact = listener.frame(), listener.frame()
    assert (guess.exact, exact.exact) == (False, True)
    assert guess.level == exact.level == 2
    assert guess.rect == exact.rect == Rect(8, 20, 104, 152)
    whole = engine.render(source, RECIPE, dtype="uint8")
    expected = halved(halved(np.ascontiguousarray(whole[8:104, 20:152])))
    np.testing.assert_array_equal(exact.pixels, expected)
    assert guess.pixels.shape == expected.shape
    assert abs(guess.pixels.mean() - expected.mean()) < 30
    np.testing.assert_array_equal(exact.original, source.level(2).pixels[2:26, 5:38])
    assert [listener.busy.get(timeout=SECONDS) for _ in range(2)] == [True, False]


def test_the_newest_wins_and_nothing_finished_is_thrown_away(listener, source):
    recipes = gammas(6)
    listener.hold = True
    listener.live.request(view(source, recipes[0], moving=True))
    assert listener.held.wait(SECONDS)
    # the first frame is done but its worker has not returned: these pile up
    for recipe in recipes[1:]:
        listener.live.request(view(source, recipe, moving=True))
    listener.go_on.set()
    shown = [listener.frame().view.recipe for _ in range(2)]
    assert shown == [recipes[0], recipes[-1]]
    listener.live.close()
    assert listener.frames.empty()


def test_a_newer_view_replaces_what_was_to_be_refined(listener, source):
    listener.hold = True
    listener.live.request(view(source, zoom=0.5))
    assert listener.held.wait(SECONDS)
    listener.live.request(view(source, gammas(5)[4], zoom=0.5))
    listener.go_on.set()
    frames = [listener.frame() for _ in range(3)]
    assert [frame.exact for frame in frames] == [False, False, True]
    assert frames[2].view.recipe == gammas(5)[4]


def test_a_newer_view_that_is_exact_leaves_nothing_to_be_refined(listener, source):
    listener.hold = True
    listener.live.request(view(source, zoom=0.5))
    assert listener.held.wait(SECONDS)
    # the probe is answered before the refining, and stops the worker between the two
    listener.live.probe(source, RECIPE, 3, 4)
    listener.held.clear()
    listener.hold = True
    listener.go_on.set()
    listener.go_on.clear()
    assert listener.held.wait(SECONDS)
    listener.live.request(view(source))
    listener.go_on.set()
    assert [(frame.exact, frame.level) for frame in (listener.frame(), listener.frame())] == [
        (False, 1),
        (True, 0),
    ]
    listener.live.probe(source, RECIPE, 3, 4)
    assert [listener.probe() for _ in range(2)]
    assert listener.frames.empty()


def test_a_moving_statistic_is_a_guess_and_the_exact_one_follows(listener, engine):
    """On a photo too large to count at every move."""
    pixels = random_photo(1100, 1000, 1, "uint8")
    pixels[:300] //= 3
    large, recipe, rect = Source(pixels), Recipe().added(EQUALIZE), Rect(100, 100, 140, 150)
    listener.live.request(view(large, recipe, rect, moving=True))
    guess, exact = listener.frame(), listener.frame()
    assert (guess.exact, exact.exact) == (False, True)
    expected = engine.render(Source(pixels), recipe, rect, "uint8")
    np.testing.assert_array_equal(exact.pixels, expected)
    listener.live.request(view(large, recipe, rect))
    still = listener.frame()
    assert still.exact
    np.testing.assert_array_equal(still.pixels, expected)


def test_an_error_is_handed_on_and_the_worker_goes_on(listener, source, monkeypatch):
    render = listener.live.engine.render
    monkeypatch.setattr(listener.live.engine, "render", lambda *_, **__: 1 / 0)
    listener.live.request(view(source))
    assert isinstance(listener.errors.get(timeout=SECONDS), ZeroDivisionError)
    monkeypatch.setattr(listener.live.engine, "render", render)
    listener.live.request(view(source))
    assert listener.frame().exact


def test_a_view_of_nothing_is_passed_over(listener, source):
    listener.live.request(view(source, rect=Rect(500, 500, 600, 600)))
    listener.live.request(view(source))
    assert listener.frame().rect == Rect(0, 0, 120, 170)


def test_probe_tells_the_values_before_and_after(listener, source, engine):
    recipe = RECIPE.added(ROTATE, {"angle": 90, "expand": True})
    after = engine.render(source, recipe)
    y, x = np.mgrid[:120, :170]
    turned = np.rot90(np.stack([y, x], axis=-1))  # where each pixel of the result was in the photo
    for y, x in ((0, 0), (169, 119), (100, 100), (5, 130), (140, 5), (-1, 3), (500, 500)):
        listener.live.probe(source, recipe, y, x)
        probe = listener.probe()
        assert (probe.y, probe.x) == (y, x)
        inside = 0 <= y < 170 and 0 <= x < 120
        assert (probe.after is not None) == inside
        assert (probe.before is not None) == inside
        if inside:
            np.testing.assert_array_equal(np.float32(probe.after), after[y, x])
            assert probe.place == tuple(turned[y, x])
            assert probe.before == tuple(source.pixels[probe.place] / 255.0)


MOVES = (
    (("crop", {"left": 20, "top": 10, "right": 60}),),
    (("rotate", {"angle": 20, "border": "nearest"}),),
    (("flip_horizontal", {}), ("crop", {"left": 3, "bottom": 15})),
    (("swirl", {}),),
    (("lens", {"k1": 0.3}),),
    (("resize", {"width": 85, "height": 60}),),
    (("perspective", {"top_left_x": 12.0, "bottom_right_y": -9.0}),),
    (("elastic", {}),),
)


@pytest.mark.samples(4)
@pytest.mark.parametrize("moves", MOVES, ids=lambda moves: "+".join(name for name, _ in moves))
def test_the_probe_compares_the_same_place_of_the_photo(engine, moves):
    """A photo of its own coordinates tells where each pixel of the result came from."""
    y, x = np.mgrid[:120, :170].astype(np.float32)
    source = Source(np.stack([y, x, np.zeros_like(y)], axis=-1) / 256)
    recipe = Recipe()
    for name, values in moves:
        recipe = recipe.added(CATALOGUE[name], values)
    result = engine.render(source, recipe) * 256
    height, width = result.shape[:2]
    for at in ((height // 2, width // 2), (height // 3, width // 4), (2 * height // 3, 3 * width // 4)):
        probe = read_pixel(engine, source, recipe, *at, "", cancel=lambda: False)
        assert probe.place is not None
        assert np.abs(np.array(probe.place) - result[at][:2]).max() <= 0.55 * len(moves)
        assert probe.before == tuple(float(value) for value in source.pixels[probe.place])


def test_beyond_an_edge_filled_with_a_constant_there_is_no_pixel_before(engine, source):
    recipe = Recipe().added(ROTATE, {"angle": 45, "border": "constant"})
    probe = read_pixel(engine, source, recipe, 0, 0, "", cancel=lambda: False)
    assert probe.place is None
    assert probe.before is None
    assert probe.after is not None


def test_a_device_that_is_not_there_leaves_the_old_one(listener, source):
    listener.live.set_device("cpu:77")
    error = listener.errors.get(timeout=SECONDS)
    assert isinstance(error, DeviceError)
    assert "cpu:0" in str(error)
    assert listener.live.device_name == "cpu:0"
    listener.live.request(view(source))
    assert listener.frame().exact


def test_the_device_may_change_while_requests_come(listener, source, engine):
    recipes = gammas(12)
    for number, recipe in enumerate(recipes):
        if number % 4 == 1:
            listener.live.set_device("cpu:0" if number % 8 == 1 else None)
        listener.live.warm(recipe, source)
        listener.live.request(view(source, recipe, moving=True))
    frame = listener.frame()
    while frame.view.recipe != recipes[-1]:
        frame = listener.frame()
    np.testing.assert_array_equal(frame.pixels, engine.render(source, recipes[-1], dtype="uint8"))


def test_closing_in_the_middle_of_work_does_not_wait_for_all_of_it(listener, source):

    listener.hold = True
    listener.live.request(view(source, zoom=0.5))
    assert listener.held.wait(SECONDS)
    closing = threading.Thread(target=listener.live.close)
    closing.start()
    listener.go_on.set()
    closing.join(SECONDS)
    assert not closing.is_alive()
    assert listener.errors.empty()


@pytest.mark.parametrize(
    ("zoom", "level"), [(8, 0), (1, 0), (0.7, 0), (2 / 3, 1), (0.5, 1), (1 / 3, 2), (0.25, 2), (0.1, 3)]
)
def test_the_preview_has_about_the_screens_resolution(zoom, level):
    assert preview_level(zoom) == level
    assert level == 0 or zoom * 2**level <= 4 / 3


REQUESTS = (
    *("_view", "_refine", "_expected", "_probe", "_measure"),
    *("_stop_measuring", "_precompile", "_device", "_closed"),
)


def guarded(name, faults):
    """An attribute of a worker that is looked at and changed only while the lock is held."""

    def check(live):
        if hasattr(live, "_thread") and not live._wake._is_owned():
            faults.append(name)

    def get(live):
        check(live)
        return live.__dict__[name]

    def put(live, value):
        check(live)
        live.__dict__[name] = value

    return property(get, put)


def test_what_is_asked_for_is_touched_under_the_lock_alone(source):
    faults = []
    kind = type("Guarded", (PreviewWorker,), {name: guarded(name, faults) for name in REQUESTS})
    frames, probes, measured = (queue.Queue() for _ in range(3))
    live = kind("cpu:0", frames.put, faults.append, probes.put, lambda busy: None, on_measured=measured.put)
    live.request(view(source, zoom=0.5, moving=True))
    live.warm(RECIPE, source)
    assert [frames.get(timeout=SECONDS).exact for _ in range(2)] == [False, True]
    live.measure(source, RECIPE, Recipe())
    live.probe(source, RECIPE, 3, 4)
    assert probes.get(timeout=SECONDS) is not None
    assert measured.get(timeout=SECONDS).measures is not None
    live.stop_measuring()
    live.expect(2)
    live.set_device("cpu:0")
    live.request(view(source))
    frames.get(timeout=SECONDS)
    live.close()
    assert faults == []


def test_a_frames_times_are_those_of_its_own_steps(listener, source):
    """Neither of what it stands beside nor of a pixel that was read in between."""
    beside = Recipe().added(GAMMA, {"gamma": 0.5}, key=9)
    mode = DisplayMode(difference="signed")
    rect = Rect.whole(source.height, source.width)
    listener.live.request(View(source, RECIPE, rect, 0.25, against=beside, display_mode=mode))
    listener.live.probe(source, RECIPE, 3, 4)
    for frame in (listener.frame(), listener.frame()):
        assert set(frame.step_ms) == {1, 2}
        assert all(ms > 0 for ms in frame.step_ms.values())
