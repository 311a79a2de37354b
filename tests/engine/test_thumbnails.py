"""Thumbnails: what is shown, in which order, and that they wait, stop and are not made twice."""

import threading

import numpy as np
import pytest

from jaxstudio.engine.preview_worker import PreviewWorker
from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.engine.thumbnails import EDGE, ThumbnailBase, Thumbnails, brighten, with_moved_sliders
from jaxstudio.errors import Cancelled
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.recipe import Recipe

SECONDS = 60


def alone(name, **values):
    return Recipe().added(CATALOGUE[name], values)


@pytest.fixture(scope="module")
def photo():
    smooth = np.random.default_rng(3).integers(0, 256, (15, 24, 3), dtype=np.uint8)
    return np.ascontiguousarray(np.kron(smooth, np.ones((20, 20, 1), np.uint8)))  # 300 × 480


@pytest.fixture
def live():
    failed = []
    live = PreviewWorker("cpu:0", lambda frame: None, failed.append, lambda probe: None, lambda busy: None)
    yield live
    live.close()
    assert failed == []


@pytest.fixture
def thumbnails(live):
    return Thumbnails(live)


def made(thumbnails, base, recipe):
    return thumbnails.make(base, recipe, lambda: False)


def test_a_thumbnail_is_the_recipe_on_the_reduced_result(thumbnails, photo):
    source = Source(photo)
    base = ThumbnailBase(source, alone("rotate_90"))
    blur = made(thumbnails, base, alone("gaussian_blur"))
    gray = made(thumbnails, base, alone("grayscale"))
    reduced = np.rot90(source.level(2).pixels)
    assert blur.shape == gray.shape == (120, 75, 3)
    assert max(blur.shape) <= EDGE
    small = Source(np.ascontiguousarray(reduced))
    expected = Engine("cpu:0").render(small, alone("gaussian_blur"), dtype="uint8")
    np.testing.assert_array_equal(blur, expected)


def test_a_filter_that_does_nothing_by_default_is_shown_at_work(thumbnails, photo):
    base = ThumbnailBase(Source(photo), Recipe())
    plain = Source(photo).level(2).pixels
    for name in ("brightness", "translate"):
        pixels = made(thumbnails, base, alone(name))
        assert np.abs(pixels.astype(int) - plain).mean() > 2
        assert pixels.std() > 5
    assert [recipe.steps[0].params["delta"] for recipe in with_moved_sliders(alone("brightness"))] == [0.25]
    assert (
        list(with_moved_sliders(alone("rotate").added(CATALOGUE["median"]))) == []
    )  # a stack is shown as it is


def test_a_whole_look_is_the_large_result_made_small(thumbnails, photo):
    source = Source(photo)
    recipe = alone("gaussian_blur", sigma=3).added(CATALOGUE["rotate_90"])
    small = made(thumbnails, ThumbnailBase(source, Recipe(), whole=True), recipe)
    assert small.shape == (120, 75, 3)
    large = Engine("cpu:0").render(source, recipe)
    expected = large.reshape(120, 4, 75, 4, 3).mean((1, 3))
    np.testing.assert_allclose(small / 255, expected, atol=3 / 255)


def test_what_a_filter_leaves_out_is_said_of_the_stack_and_not_of_a_thumbnail(photo):
    said, failed = [], []
    live = PreviewWorker("cpu:0", lambda _: None, failed.append, lambda _: None, lambda _: None, said.append)
    broken = photo.astype(np.float32) / 255
    broken[:40, :40] = np.nan
    assert made(Thumbnails(live), ThumbnailBase(Source(broken), Recipe()), alone("equalize_hist")) is not None
    assert (said, failed) == ([], [])
    live.engine.render(Source(broken), alone("equalize_hist"))
    assert len(said) == 1
    live.close()


def test_what_is_almost_black_is_made_lighter_and_a_dark_photo_is_not():
    plain = np.full((10, 10, 4), 180, np.uint8)
    edges = np.zeros((10, 10, 4), np.uint8)
    edges[2:4, :, :3], edges[..., 3] = 20, 77
    shown = brighten(edges, plain)
    assert shown[2, 0].tolist() == [200, 200, 200, 77]
    assert shown[5, 5].tolist() == [0, 0, 0, 77]
    assert brighten(edges, edges) is edges
    assert brighten(plain, plain) is plain


def test_what_does_not_go_with_the_photo_has_no_picture(thumbnails, photo):
    wide = alone("pad", left=4096)
    base = ThumbnailBase(Source(photo), Recipe())
    assert made(thumbnails, base, wide.joined(wide)) is None
    assert made(thumbnails, base, alone("box_blur")) is not None


def test_they_wait_for_the_preview_and_stop_when_asked(live, thumbnails, photo):
    base = ThumbnailBase(Source(photo), Recipe())
    assert live.at_rest.wait(SECONDS)
    live.at_rest.clear()  # as while a frame is computed
    asked = threading.Event()

    def given_up():
        asked.set()
        return True

    with pytest.raises(Cancelled):
        thumbnails.make(base, alone("box_blur"), given_up)
    assert asked.is_set()
    later = threading.Timer(0.05, live.at_rest.set)
    later.start()
    assert made(thumbnails, base, alone("grayscale")) is not None
    assert live.at_rest.is_set()
    later.join()


def test_the_small_photo_is_kept_while_the_stack_stays(thumbnails, photo, monkeypatch):
    reductions = []
    render = Engine.render

    def counted(engine, source, recipe, *rest, **options):
        reductions.append(options.get("level", 0))
        return render(engine, source, recipe, *rest, **options)

    monkeypatch.setattr(Engine, "render", counted)
    source = Source(photo)
    for _ in range(2):  # equal previews, as a list that is scrolled asks for them
        base = ThumbnailBase(source, alone("rotate_90"))
        for name in ("grayscale", "invert"):
            made(thumbnails, base, alone(name))
    assert sum(level > 0 for level in reductions) == 1
    made(thumbnails, ThumbnailBase(source, alone("invert")), alone("grayscale"))
    assert sum(level > 0 for level in reductions) == 2


@pytest.mark.parametrize("dtype", ["uint16", "float32"])
@pytest.mark.parametrize("channels", [1, 4])
def test_every_format_of_photo_has_small_pictures(thumbnails, photo, dtype, channels):
    top = 1.0 if dtype == "float32" else 65535
    pixels = np.concatenate([photo, photo[..., :1]], axis=-1)[..., :channels] / 255 * top
    shown = made(thumbnails, ThumbnailBase(Source(pixels.astype(dtype)), Recipe()), alone("invert"))
    assert shown.dtype == np.uint8
    assert shown.shape == (75, 120, channels)
