"""Before a step moves, its input is kept; a drag begins at the level that its steps' times ask for."""

import numpy as np
import pytest
from pictures import random_photo

from jaxstudio.engine.adaptive import FRAME_S, AdaptiveResolution, StepPaces
from jaxstudio.engine.buffers import Rect
from jaxstudio.engine.job import Job
from jaxstudio.engine.requests import View
from jaxstudio.engine.source import Source, halved
from jaxstudio.errors import Cancelled
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.masks import Mask
from jaxstudio.pipeline.recipe import Recipe

BLUR, BOX, SATURATION, GAMMA = (
    CATALOGUE[name] for name in ("gaussian_blur", "box_blur", "saturation", "gamma")
)
RECIPE = Recipe().added(BLUR, {"sigma": 2.0}).added(SATURATION).added(BOX).added(GAMMA, {"gamma": 1.5})
WITH_SHARPENING = RECIPE.added(CATALOGUE["unsharp_mask"], {"radius": 3.0})
PIXELS = 1_600_000


@pytest.fixture(scope="module")
def source():
    return Source(random_photo(600, 800, dtype="uint8"))


def view(source, recipe, rect=None, zoom=0.5, moving=True, adaptive=False):
    return View(source, recipe, rect or Rect.whole(600, 800), zoom, moving, adaptive=adaptive)


def rest(listener):
    """Wait until the worker has nothing to do."""
    while listener.live._expected is not None or not listener.live.at_rest.wait(0.001):
        pass


def show(listener, asked):
    listener.live.request(asked)
    while not listener.frame().exact:
        pass
    rest(listener)


def expect(listener, key):
    listener.live.at_rest.clear()
    listener.live.expect(key)
    rest(listener)


@pytest.mark.parametrize("rect", [None, Rect(40, 60, 440, 560)])
@pytest.mark.parametrize(
    ("key", "name", "value", "computed"),
    [(3, "size", 9, {3, 4, 5}), (1, "sigma", 4.0, {1, 2, 3, 4, 5}), (5, "radius", 5.0, {5})],
)
def test_the_first_move_of_a_step_computes_only_what_comes_after(
    listener, source, engine, rect, key, name, value, computed
):
    show(listener, view(source, WITH_SHARPENING, rect, moving=False))
    expect(listener, key)
    recipe = WITH_SHARPENING.with_param(key, name, value)
    listener.live.request(view(source, recipe, rect))
    moved = listener.frame()
    assert set(moved.step_ms) == computed
    small = moved.rect.reduced(1)
    expected = engine.exporter().render(source, recipe, small, "uint8", level=1)
    np.testing.assert_array_equal(moved.pixels, expected)


def test_a_blur_that_grows_finds_its_input_although_it_reads_further(listener, source, engine):
    """Where a part of the picture is seen; what comes before is computed twice at most."""
    rect = Rect(150, 200, 400, 600)
    recipe = Recipe().added(SATURATION).added(BOX).added(BLUR, {"sigma": 1.0})
    show(listener, view(source, recipe, rect, zoom=1.0, moving=False))
    expect(listener, 3)
    anew = 0
    for sigma in (1.5, 2.0, 3.0, 4.0, 5.0, 6.0):
        recipe = recipe.with_param(3, "sigma", sigma)
        listener.live.request(view(source, recipe, rect, zoom=1.0))
        frame = listener.frame()
        anew += set(frame.step_ms) != {3}
        expected = engine.exporter().render(source, recipe, rect, "uint8")
        np.testing.assert_array_equal(frame.pixels, expected)
    assert anew <= 2


def test_without_a_hint_the_first_move_computes_all_steps(listener, source):
    show(listener, view(source, RECIPE, moving=False))
    listener.live.request(view(source, RECIPE.with_param(3, "size", 7)))
    assert set(listener.frame().step_ms) == {1, 2, 3, 4}


def test_within_a_masked_run_what_comes_before_the_step_is_kept(listener, source, engine):
    recipe = Recipe().added(BLUR, {"sigma": 2.0}).with_mask(Mask(1)).added(BOX).added(BLUR, {"sigma": 3.0})
    for key in (2, 3):
        recipe = recipe.masked(key, 1)
    show(listener, view(source, recipe, moving=False))
    expect(listener, 3)
    moved = recipe.with_param(3, "sigma", 5.0)
    listener.live.request(view(source, moved))
    frame = listener.frame()
    assert 1 not in frame.step_ms
    assert 2 not in frame.step_ms
    expected = engine.exporter().render(source, moved, dtype="uint8", level=1)
    np.testing.assert_array_equal(frame.pixels, expected)


@pytest.mark.parametrize("key", [4, 99])
def test_a_hint_about_a_step_that_computes_nothing_changes_nothing(listener, source, key):
    recipe = RECIPE.switched(4, False)
    show(listener, view(source, recipe, moving=False))
    before = listener.live.memory_bytes()
    expect(listener, key)
    assert listener.live.memory_bytes() == before


def test_a_second_hint_computes_nothing(listener, source, monkeypatch):
    show(listener, view(source, RECIPE, moving=False))
    expect(listener, 3)
    monkeypatch.setattr(listener.live.engine.executor, "image", lambda *_, **__: 1 / 0)
    expect(listener, 3)


def test_the_hint_is_given_up_for_a_move(engine, source):
    """Between two pieces of work, and what is not finished is not kept."""
    job = Job(source, RECIPE, 1)
    other = Job(source, RECIPE.switched(3, False), 1)
    rect, executor = Rect.whole(300, 400), engine.exporter().executor
    with pytest.raises(Cancelled):
        executor.keep_input(job, other, rect, lambda: True)
    assert not executor.keeps_input(job, other, rect)
    executor.keep_input(job, other, rect, lambda: False)
    assert executor.keeps_input(job, other, rect)


def test_a_move_goes_before_a_hint(listener, source):
    listener.hold = True
    listener.live.request(view(source, RECIPE, zoom=1.0))
    assert listener.held.wait(60)
    listener.live.expect(3)
    listener.live.request(view(source, RECIPE.with_param(3, "size", 7), zoom=1.0))
    with listener.live._wake:
        assert listener.live._expected is None
    listener.go_on.set()
    assert [listener.frame().view.recipe.step(3).params["size"] for _ in range(2)] == [
        RECIPE.step(3).params["size"],
        7,
    ]


def looks(names, **values):
    recipe = Recipe()
    for name in names:
        recipe = recipe.added(CATALOGUE[name], values.get(name, {}))
    return recipe


MOVED = (
    looks(["gaussian_blur", "unsharp_mask", "box_blur"], gaussian_blur={"sigma": 3.0}),
    looks(["rotate", "median", "gaussian_noise"], rotate={"angle": 7.0}),
    looks(["lens", "clarity", "vignette"], lens={"k1": 0.1}, clarity={"clarity": 40.0}),
    looks(["flip_horizontal", "crop"], crop={"left": 3.0}),
)
PLACES = [(150, 200), (143, 223), (136, 246), (120, 300), (190, 180), (10, 20), (15, 0), (0, 0)]


@pytest.mark.parametrize("recipe", MOVED, ids=lambda recipe: recipe.steps[0].op.name)
def test_a_picture_that_moves_has_the_pixels_of_the_export(listener, source, engine, recipe):
    whole = engine.exporter().render(source, recipe, dtype="uint8")
    for zoom, grown in ((1.0, 0), (1.3, -20), (1.6, -60), (1.2, -10), (1.0, 30)):
        for y, x in PLACES:
            rect = Rect(y, x, y + 260, x + 340).grown(grown, grown).clipped(*whole.shape[:2])
            listener.live.request(view(source, recipe, rect, zoom))
            frame = listener.frame()
            assert frame.rect == rect
            np.testing.assert_array_equal(frame.pixels, whole[rect.y0 : rect.y1, rect.x0 : rect.x1])


def test_of_a_picture_that_moves_only_what_comes_to_sight_is_computed(listener, source, monkeypatch):
    executor, computed = listener.live.engine.executor, []
    compute = executor._computed

    def counted(job, k, rect, dtype, cancel):
        if k == len(job.plans):
            computed.append(rect.area)
        return compute(job, k, rect, dtype, cancel)

    monkeypatch.setattr(executor, "_computed", counted)
    rects = [Rect(200 + 3 * n, 300 - 8 * n, 500 + 3 * n, 700 - 8 * n) for n in range(16)]
    show(listener, view(source, RECIPE, rects[0], 1.0, moving=False))
    assert sum(computed) == rects[0].area
    for rect in rects[1:]:
        listener.live.request(view(source, RECIPE, rect, 1.0, adaptive=True))
        assert listener.frame().exact
    assert sum(computed) < 1.7 * rects[0].area
    assert listener.live.moving_frames.last_level == 0
    # closer to the same place nothing is computed
    listener.live.request(view(source, RECIPE, rects[-1].grown(-50, -50), 1.3))
    assert listener.frame().step_ms == {}


def test_closer_to_a_picture_whose_frames_take_long_it_is_coarser_where_all_is_computed(
    listener, source, monkeypatch
):
    """However quick the frames were of which most was kept."""
    rect = Rect(4, 4, 596, 796)
    show(listener, view(source, RECIPE, rect, 0.5, moving=False, adaptive=True))
    whole = 2.0 * FRAME_S / (rect.area / 4)
    monkeypatch.setattr(listener.live.moving_frames._step_paces, "of", lambda photo, names: whole)
    for grown in range(-1, -6, -1):
        listener.live.request(view(source, RECIPE, rect.grown(grown, grown), 0.51, adaptive=True))
        while not listener.frame().exact:
            pass
        rest(listener)
        assert listener.live.moving_frames.last_level == 1
    listener.live.request(view(source, RECIPE, rect.grown(-8, -8), 0.8, adaptive=True))
    assert not listener.frame().exact
    assert listener.live.moving_frames.last_level == 1


class Finest:
    """Always as fine as is useful."""

    def level(self, key, pixels, finest, usual, coarsest, assumed_pace=None):
        return finest

    def record(self, key, pixels, seconds, *, steady):
        pass


def test_a_finer_level_is_begun_only_where_the_steps_before_are_kept(listener, source, monkeypatch):
    monkeypatch.setitem(GAMMA.__dict__, "preview_note", "Differs.")
    show(listener, view(source, RECIPE, moving=False))
    listener.live.moving_frames.resolution = Finest()
    listener.live.request(view(source, RECIPE.with_param(4, "gamma", 1.1), adaptive=True))
    assert [listener.frame().exact for _ in range(2)] == [False, True]
    rest(listener)
    show(listener, view(source, RECIPE, moving=False, adaptive=True))
    expect(listener, 4)
    listener.live.request(view(source, RECIPE.with_param(4, "gamma", 1.2), adaptive=True))
    frame = listener.frame()
    assert frame.exact
    assert set(frame.step_ms) == {4}
    # so is the screen's own level, which is prepared before: a hand may be quicker than the finer one
    for level in (0, 1, 2):
        jobs = (Job(source, each, level) for each in (RECIPE, RECIPE.switched(4, False)))
        rect = Rect.whole(600 >> level, 800 >> level)
        assert listener.live.engine.executor.keeps_input(*jobs, rect) == (level < 2)


def test_a_hint_is_taken_between_two_bands_of_an_exact_frame(listener, engine):
    tall = Source(random_photo(4000, 60, dtype="uint8"))
    recipe = Recipe().added(BLUR, {"sigma": 2.0}).added(GAMMA).added(BOX)
    exporter, events = listener.live.engine.exporter, []

    def exporting():
        # the exact frame begins: from now on nothing but a band ends before the hint
        listener.live.expect(3)
        return exporter()

    listener.live.engine.exporter = exporting
    prepare = listener.live.moving_frames.prepare

    def noted(*arguments):
        events.append("prepared")
        prepare(*arguments)

    def published(frame):
        events.append("exact" if frame.exact else "quick")
        listener.on_frame(frame)

    listener.live.moving_frames.prepare = noted
    listener.live._on_frame = published
    listener.live.request(View(tall, recipe, Rect.whole(4000, 60), 0.25))
    assert not listener.frame().exact
    frame = listener.frame()
    assert frame.exact
    assert events == ["quick", "prepared", "exact"]
    whole = engine.exporter().render(tall, recipe, dtype="uint8")
    np.testing.assert_array_equal(frame.pixels, halved(whole, 2))


def test_the_first_frame_of_a_drag_goes_by_what_its_steps_took():
    paces, resolution = StepPaces(), AdaptiveResolution()
    names = {1: "blur", 2: "gamma"}
    paces.record("photo", {1: 100.0, 2: 2.0}, names, PIXELS)
    assert paces.of("photo", {2: "gamma"}) == pytest.approx(0.002 / PIXELS)
    assert paces.of("photo", names) == pytest.approx(0.102 / PIXELS)
    assert resolution.level("gamma moves", PIXELS, 0, 0, 3, paces.of("photo", {2: "gamma"})) == 0
    assert resolution.level("blur moves", PIXELS, 0, 0, 3, paces.of("photo", names)) == 1
    resolution.record("blur moves", PIXELS >> 2, FRAME_S / 100, steady=True)
    assert resolution.level("blur moves", PIXELS, 0, 0, 3, paces.of("photo", names)) == 0


def test_of_another_photo_or_step_nothing_is_known():
    paces = StepPaces()
    paces.record("photo", {1: 100.0}, {1: "blur"}, PIXELS)
    assert paces.of("other photo", {1: "blur"}) is None
    assert paces.of("photo", {1: "gamma"}) is None
    assert paces.of("photo", {1: "blur", 2: "gamma"}) is None
    paces.record("other photo", {2: 1.0}, {2: "gamma"}, PIXELS)
    assert paces.of("photo", {1: "blur"}) is None
