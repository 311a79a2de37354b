"""Filters of a library: tiles and bands fit together bit for bit, and end where they are cancelled."""

import threading

import numpy as np
import pytest
import skimage.color
import skimage.feature
import skimage.restoration
import skimage.transform
from pictures import random_photo

from jaxstudio.engine.buffers import Rect, ValueCache
from jaxstudio.engine.render import Engine
from jaxstudio.engine.requests import JobControl
from jaxstudio.engine.source import Source
from jaxstudio.errors import Cancelled
from jaxstudio.ops import CATALOGUE
from jaxstudio.ops.denoise import averages, tv_chambolle
from jaxstudio.ops.edges import canny
from jaxstudio.ops.geometry import resize
from jaxstudio.pipeline.kinds import Whole
from jaxstudio.pipeline.op import Op
from jaxstudio.pipeline.params import Float
from jaxstudio.pipeline.recipe import Recipe

SECONDS = 120
PHOTO = random_photo(150, 170)


def rendered(name, pixels=PHOTO, rect=None, **values):
    recipe = Recipe(working_space="encoded").added(CATALOGUE[name], values)
    return Engine().render(Source(pixels), recipe, rect)


def test_tiles_of_non_local_means_are_scikit_images_and_any_part_is_that_of_the_whole(monkeypatch):
    monkeypatch.setattr(averages, "TILE_S", 0.0)
    values = {"patch_size": 5, "patch_distance": 4, "h": 0.3}
    assert averages.tile_side(values) < 30
    whole = rendered("nl_means", **values)
    expected = skimage.restoration.denoise_nl_means(PHOTO, **values, fast_mode=True, channel_axis=-1)
    np.testing.assert_allclose(whole, expected, atol=1e-6)
    part = rendered("nl_means", rect=Rect(31, 5, 77, 120), **values)
    np.testing.assert_array_equal(part, whole[31:77, 5:120])


def test_a_part_of_a_tiled_filter_computes_only_its_tiles(monkeypatch):
    seen = []
    monkeypatch.setattr(
        averages.skimage.restoration, "denoise_nl_means", lambda x, **_: seen.append(x.shape) or x
    )
    monkeypatch.setattr(averages, "TILE_S", 0.0)
    values = {"patch_distance": 2}
    side, halo = (
        averages.tile_side({"patch_size": 5, **values}),
        averages.patch_reach({"patch_size": 5, **values}),
    )
    engine, source = Engine(), Source(PHOTO)
    recipe = Recipe().added(CATALOGUE["nl_means"], values)
    engine.render(source, recipe, Rect(side + 1, side + 1, side + 2, side + 2))
    assert seen == [(side + 2 * halo, side + 2 * halo, 3)]
    engine.render(source, recipe, Rect(side + 3, side + 1, side + 4, side + 9))
    assert len(seen) == 1, "a tile that is kept is not computed again"


@pytest.mark.parametrize("channels", [1, 3])
@pytest.mark.parametrize("iterations", [1, 2, 17])
def test_total_variation_in_bands_is_scikit_images_bit_for_bit(monkeypatch, channels, iterations):
    monkeypatch.setattr(tv_chambolle, "BAND_PIXELS", 7 * 170)
    pixels = PHOTO[..., :channels].copy()
    expected = skimage.restoration.denoise_tv_chambolle(
        pixels, weight=0.2, max_num_iter=iterations, eps=0.0, channel_axis=-1
    )
    np.testing.assert_array_equal(
        rendered("tv_chambolle", pixels, weight=0.2, iterations=iterations), expected
    )


@pytest.mark.parametrize(("sigma", "low", "high"), [(0.0, 0.5, 1.5), (1.0, 0.1, 0.35), (2.5, 0.05, 0.05)])
def test_canny_in_squares_is_scikit_images(monkeypatch, sigma, low, high):
    """Lines that cross many squares and bands hang together, however they wind."""
    monkeypatch.setattr(canny, "SIDE", 23)
    monkeypatch.setattr(canny, "ROWS", 5)
    gray = skimage.color.rgb2gray(PHOTO)
    expected = skimage.feature.canny(gray, sigma, low, high)
    assert 0 < expected.sum() < skimage.feature.canny(gray, sigma, low, low).sum() or low == high
    result = rendered("canny", sigma=sigma, low=low, high=high)
    np.testing.assert_array_equal(result[..., 0], expected)


def test_a_cubic_spline_in_blocks_of_lines_is_scikit_images(monkeypatch):
    monkeypatch.setattr(resize, "AT_ONCE", 5000)
    result = rendered("resize", interpolation="cubic", scale=130, antialias=False)
    expected = skimage.transform.resize(
        PHOTO, result.shape[:2], order=3, mode="reflect", anti_aliasing=False, clip=False
    )
    np.testing.assert_allclose(result, expected, atol=1e-5)


LIBRARY = {
    "nl_means": {"patch_distance": 2},
    "tv_chambolle": {"iterations": 20},
    "canny": {},
    "jpeg": {},
    "resize": {"interpolation": "cubic", "antialias": False},
}


@pytest.mark.samples(3)
@pytest.mark.parametrize("name", LIBRARY)
def test_it_tells_its_progress_and_ends_in_between(name, monkeypatch):
    monkeypatch.setattr(averages, "TILE_S", 0.0)
    monkeypatch.setattr(tv_chambolle, "BAND_PIXELS", 7 * 170)
    monkeypatch.setattr(canny, "SIDE", 23)
    monkeypatch.setattr(resize, "AT_ONCE", 5000)
    monkeypatch.setattr("jaxstudio.ops.noise.coding.SIDE", 32)
    source, recipe = Source(PHOTO), Recipe().added(CATALOGUE[name], LIBRARY[name])
    shares = []
    whole = Engine().render(source, recipe, progress=shares.append)
    assert len(shares) >= 10
    assert shares == sorted(set(shares))
    assert shares[-1] == 1.0

    engine, asked = Engine(), []
    control = JobControl(lambda: bool(asked and asked[-1] > 0.3), asked.append)
    with pytest.raises(Cancelled):
        engine.render(source, recipe, cancel=control)
    assert asked[-1] < 0.7, "it goes on after it was cancelled"
    np.testing.assert_array_equal(engine.render(source, recipe), whole)


class Slow:
    """A filter of the whole picture that takes for ever once it is told to; values of `go_on` are quick."""

    def __init__(self):
        self.begun, self.ended = threading.Event(), threading.Event()
        self.wait = threading.Event()
        self.op = Op(
            name="slow",
            title="Slow",
            category="denoise",
            kind=Whole(self.apply),
            doc=".",
            source=".",
            own_params=(Float(name="amount", value=0.0, low=0.0, high=1.0, doc="."),),
        )

    def apply(self, pixels, values, report):
        if values["amount"] < 0.5:
            return pixels
        self.begun.set()
        try:
            report(0.42)
            while True:
                self.wait.wait(0.001)
                report(0.42)
        finally:
            self.ended.set()


def test_a_newer_value_ends_a_slow_frame(listener):
    slow = Slow()
    recipe = Recipe().added(slow.op, {"amount": 1.0})
    source = Source(random_photo(40, 50, dtype="uint8"))
    listener.ask(source, recipe)
    assert listener.progress.get(timeout=SECONDS) == pytest.approx(0.9 * 0.42)
    listener.ask(source, recipe.with_param(1, "amount", 0.25))
    assert slow.ended.wait(SECONDS)
    assert listener.frame().view.recipe.step(1).values["amount"] == 0.25
    assert [listener.busy.get(timeout=SECONDS) for _ in range(2)] == [True, False]


def test_a_newer_value_ends_the_exact_frame_of_an_older_one(listener):
    slow = Slow()
    quick = slow.op.kind.apply

    def apply(pixels, values, report):
        return pixels if pixels.shape[0] < 40 else quick(pixels, values, report)

    object.__setattr__(slow.op.kind, "apply", apply)
    recipe = Recipe().added(slow.op, {"amount": 1.0})
    source = Source(random_photo(40, 50, dtype="uint8"))
    listener.ask(source, recipe, zoom=0.25)
    assert not listener.frame().exact
    assert slow.begun.wait(SECONDS)
    listener.ask(source, recipe.with_param(1, "amount", 0.25), zoom=0.25)
    assert slow.ended.wait(SECONDS)
    frames = [listener.frame() for _ in range(2)]
    assert [frame.exact for frame in frames] == [False, True]
    assert {frame.view.recipe.step(1).values["amount"] for frame in frames} == {0.25}


def test_closing_ends_a_slow_frame(listener):
    slow = Slow()
    listener.ask(Source(random_photo(40, 50, dtype="uint8")), Recipe().added(slow.op, {"amount": 1.0}))
    assert slow.begun.wait(SECONDS)
    listener.live.close()
    assert slow.ended.is_set()
    assert listener.frames.empty()


def test_a_filter_known_to_be_slow_is_first_shown_coarser_and_then_exactly(listener, monkeypatch):
    monkeypatch.setattr("jaxstudio.engine.preview_worker.SMALLEST_SIDE", 16)
    monkeypatch.setattr("jaxstudio.engine.preview_worker.FIRST_PACE", 1e9)
    recipe = Recipe().added(CATALOGUE["tv_chambolle"], {"iterations": 3})
    source = Source(random_photo(40, 50, dtype="uint8"))
    listener.ask(source, recipe)
    coarse, exact = listener.frame(), listener.frame()
    assert [(frame.level, frame.exact) for frame in (coarse, exact)] == [(2, False), (0, True)]
    expected = Engine().render(source, recipe, dtype="uint8")
    np.testing.assert_array_equal(exact.pixels, expected)
    monkeypatch.setattr(listener.live, "_pace", {})
    listener.ask(source, recipe)
    again = listener.frame()
    assert (again.level, again.exact) == (0, True), "what is kept is shown at once"


def test_a_pixel_is_read_between_the_bands_of_an_exact_frame(listener, monkeypatch):
    """Not only after it, which may take a minute."""
    monkeypatch.setattr("jaxstudio.engine.display.BAND_ROWS", 16)
    monkeypatch.setattr(averages, "TILE_S", 0.0)
    recipe = Recipe().added(CATALOGUE["nl_means"], {"patch_distance": 2})
    source, live, said = Source(random_photo(160, 90, dtype="uint8")), listener.live, []
    asked, all_said = threading.Event(), threading.Event()

    def hear(word):
        said.append(word)
        if len(said) == 3:
            all_said.set()

    def on_progress(done):
        if said == ["approximate"] and not asked.is_set():
            asked.set()
            live.probe(source, recipe, 5, 6)

    monkeypatch.setattr(live, "_on_progress", on_progress)
    monkeypatch.setattr(live, "_on_frame", lambda frame: hear("exact" if frame.exact else "approximate"))
    monkeypatch.setattr(live, "_on_probe", lambda probe: hear("pixel"))
    listener.ask(source, recipe, zoom=0.25)
    assert all_said.wait(SECONDS)
    assert said == ["approximate", "pixel", "exact"]


def test_pictures_that_are_kept_whole_are_bounded_in_bytes():
    cache = ValueCache(4, limit_bytes=100)
    for key, size in (("a", 40), ("b", 50), ("c", 20)):
        cache.keep(key, np.zeros(size, np.uint8))
    assert cache.find("a") is None
    assert cache.find("b") is not None
    cache.keep("large", np.zeros(1000, np.uint8))
    assert [cache.find(key) is None for key in ("b", "c", "large")] == [True, True, False]


def test_of_two_whole_pictures_of_which_one_is_kept_each_is_computed_once(monkeypatch, small_tiles):
    small_tiles(2000)
    engine = Engine()
    monkeypatch.setattr(engine.executor.workspace.whole_images, "limit_bytes", 1)
    slow, counts = Slow(), []
    object.__setattr__(
        slow.op.kind, "apply", lambda pixels, values, report: counts.append(values["amount"]) or pixels
    )
    recipe = Recipe().added(slow.op, {"amount": 0.1}).added(slow.op, {"amount": 0.2})
    bands = list(engine.bands(Source(PHOTO), recipe))
    assert len(bands) > 3
    assert counts == [0.1, 0.2]
