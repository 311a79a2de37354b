"""Thumbnails: what is shown, in which order, and that they wait, stop and are not made twice."""

import threading

import numpy as np
import pytest

from jaxstudio.engine.buffers import Rect
from jaxstudio.engine.live import Live, View
from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.engine.thumbnails import EDGE, Gallery, Thumbnails, brighten, visible_variants
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
    live = Live("cpu:0", lambda frame: None, failed.append, lambda probe: None, lambda busy: None)
    yield live
    live.close()
    assert failed == []


@pytest.fixture
def thumbnails(live):
    failed = []
    made = Thumbnails(live, failed.append)
    yield made
    made.close()
    assert failed == []


class Made:
    """Collects what is made, and waits for it."""

    def __init__(self):
        self.pictures, self._new = {}, threading.Condition()

    def __call__(self, key, pixels):
        with self._new:
            self.pictures[key] = pixels
            self._new.notify_all()

    def wait(self, count):
        with self._new:
            assert self._new.wait_for(lambda: len(self.pictures) >= count, SECONDS)
        return self.pictures


def gallery(source, made, stack=None, **recipes):
    return Gallery(source, stack or Recipe(), tuple(recipes.items()), made)


def test_a_thumbnail_is_the_recipe_on_the_reduced_result(thumbnails, photo):
    source, made = Source(photo), Made()
    stack = alone("rotate_90")
    thumbnails.want("box", gallery(source, made, stack, blur=alone("gaussian_blur"), gray=alone("grayscale")))
    pictures = made.wait(2)
    assert list(pictures) == ["blur", "gray"]
    reduced = np.rot90(source.level(2).pixels)
    assert pictures["blur"].shape == (120, 75, 3)
    assert max(pictures["blur"].shape) <= EDGE
    small = Source(np.ascontiguousarray(reduced))
    expected = Engine("cpu:0").render(small, alone("gaussian_blur"), dtype="uint8")
    np.testing.assert_array_equal(pictures["blur"], expected)


def test_a_filter_that_does_nothing_by_default_is_shown_at_work(thumbnails, photo):
    made = Made()
    idle = gallery(Source(photo), made, brightness=alone("brightness"), move=alone("translate"))
    thumbnails.want("box", idle)
    plain = Source(photo).level(2).pixels
    for pixels in made.wait(2).values():
        assert np.abs(pixels.astype(int) - plain).mean() > 2
        assert pixels.std() > 5
    assert [recipe.steps[0].params["delta"] for recipe in visible_variants(alone("brightness"))] == [0.25]
    assert (
        list(visible_variants(alone("rotate").added(CATALOGUE["median"]))) == []
    )  # a stack is shown as it is


def test_a_whole_look_is_the_large_result_made_small(thumbnails, photo):
    source, made = Source(photo), Made()
    recipe = alone("gaussian_blur", sigma=3).added(CATALOGUE["rotate_90"])
    thumbnails.want("presets", Gallery(source, Recipe(), (("look", recipe),), made, whole=True))
    small = made.wait(1)["look"]
    assert small.shape == (120, 75, 3)
    large = Engine("cpu:0").render(source, recipe)
    expected = large.reshape(120, 4, 75, 4, 3).mean((1, 3))
    np.testing.assert_allclose(small / 255, expected, atol=3 / 255)


def test_what_a_filter_leaves_out_is_said_of_the_stack_and_not_of_a_thumbnail(photo):
    said, failed, made = [], [], Made()
    live = Live("cpu:0", lambda _: None, failed.append, lambda _: None, lambda _: None, said.append)
    thumbnails = Thumbnails(live, failed.append)
    broken = photo.astype(np.float32) / 255
    broken[:40, :40] = np.nan
    thumbnails.want("box", gallery(Source(broken), made, equalize=alone("equalize_hist")))
    made.wait(1)
    thumbnails.close()
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


def test_what_does_not_go_with_the_photo_has_no_picture_and_the_next_one_does(thumbnails, photo):
    made = Made()
    wide = alone("pad", left=4096)
    thumbnails.want("box", gallery(Source(photo), made, wide=wide.joined(wide), blur=alone("box_blur")))
    pictures = made.wait(2)
    assert pictures["blur"] is not None


def test_they_wait_for_the_preview_and_stop_when_asked(live, thumbnails, photo):
    source, made = Source(photo), Made()
    assert live.at_rest.wait(SECONDS)
    live.at_rest.clear()  # as while a frame is computed
    thumbnails.want("box", gallery(source, made, blur=alone("box_blur")))
    thumbnails.want("box", None)
    thumbnails.want("dialog", gallery(source, made, gray=alone("grayscale")))
    live.at_rest.set()
    assert list(made.wait(1)) == ["gray"]


def test_a_frame_ends_with_the_preview_at_rest(live, photo):
    live.request(View(Source(photo), alone("gaussian_blur"), Rect(0, 0, 300, 480), 1.0))
    assert live.at_rest.wait(SECONDS)


def test_in_another_order_nothing_is_made_twice(thumbnails, photo):
    source, made, calls = Source(photo), Made(), []

    def counted(key, pixels):
        calls.append(key)
        made(key, pixels)

    names = ("grayscale", "invert", "gamma", "posterize")
    thumbnails.want("box", gallery(source, counted, **{name: alone(name) for name in names}))
    made.wait(1)
    left = [name for name in reversed(names) if name not in made.pictures]
    thumbnails.want("box", gallery(source, counted, **{name: alone(name) for name in left}))
    made.wait(4)
    assert sorted(calls) == sorted(names)


@pytest.mark.parametrize("dtype", ["uint16", "float32"])
@pytest.mark.parametrize("channels", [1, 4])
def test_every_format_of_photo_has_small_pictures(thumbnails, photo, dtype, channels):
    top = 1.0 if dtype == "float32" else 65535
    pixels = np.concatenate([photo, photo[..., :1]], axis=-1)[..., :channels] / 255 * top
    made = Made()
    thumbnails.want("box", gallery(Source(pixels.astype(dtype)), made, invert=alone("invert")))
    shown = made.wait(1)["invert"]
    assert shown.dtype == np.uint8
    assert shown.shape == (75, 120, channels)
