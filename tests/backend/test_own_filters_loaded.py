"""Filters of one's own in the engine's process: computed, exchanged, and left out where they end it."""

import threading
import time

import numpy as np
import pytest
from desk import Desk, colours

from jaxstudio.backend.client import WITHOUT_OWN
from jaxstudio.backend.protocol import EngineStarted, Notice, Opened
from jaxstudio.errors import ComputeError
from jaxstudio.own_filters.folder import FilterFile, file_digest

OP = """
import os
import jax.numpy as jnp
from jaxstudio.pipeline.kinds import Op, Pointwise
from jaxstudio.pipeline.params import Float
{more}

def compute(x, p):
    return {body}

op = Op(name="mine", title="Mine", category="custom", doc="D.", source="S.", kind=Pointwise(compute),
    own_params=(Float(name="k", value=0.5, low=0.0, high={high}, doc="K."),))
"""


def own_file(folder, body, high=1.0, more=""):
    path = folder / "mine.py"
    path.write_text(OP.format(body=body, high=high, more=more), encoding="utf-8")
    return FilterFile(str(path), file_digest(str(path)))


@pytest.fixture
def desk():
    made = []

    def make(**options):
        made.append(Desk(**options))
        return made[0]

    yield make
    made[0].client.close()


def started(desk, start):
    desk.heard.wait(EngineStarted, start=start)
    return desk.client.catalogue


def test_a_filter_is_computed_and_exchanged_with_photo_and_sliders_kept(desk, tmp_path, pixels):
    desk = desk(own=(own_file(tmp_path, 'x * p["k"]'),))
    photo, recipe = desk.open(pixels=pixels), desk.recipe(("mine", {"k": 0.25}))
    assert abs(colours(desk.frame(photo, recipe).image) - pixels * 0.25).max() <= 0.501
    start = len(desk.heard.reports)
    desk.client.use_own_files((own_file(tmp_path, '1 - x * p["k"]', high=2.0),))
    renewed = recipe.renewed(started(desk, start))
    assert renewed.steps[0].params["k"] == 0.25
    assert renewed.steps[0].op.by_name["k"].high == 2.0
    desk.heard.wait(Opened, start=start)
    frame = desk.frame(photo, renewed)
    assert abs(colours(frame.image).astype(int) - (255 - pixels * 0.25)).max() <= 0.501
    start = len(desk.heard.reports)
    desk.client.use_own_files(())
    without = started(desk, start)
    assert "mine" not in without
    desk.heard.wait(Opened, start=start)
    desk.view(photo, renewed)
    assert "no op is called 'mine'" in str(desk.heard.wait(Exception, start=start))
    # its file is there again, under another name
    start = len(desk.heard.reports)
    own_file(tmp_path, 'x * p["k"]')
    (tmp_path / "mine.py").rename(tmp_path / "other.py")
    path = str(tmp_path / "other.py")
    desk.client.use_own_files((FilterFile(path, file_digest(path)),))
    again = renewed.renewed(without).renewed(started(desk, start))
    assert again.steps[0].params["k"] == 0.25
    desk.heard.wait(Opened, start=start)
    assert abs(colours(desk.frame(photo, again).image) - pixels * 0.25).max() <= 0.501


@pytest.mark.thorough
def test_filters_that_end_the_engine_again_and_again_are_left_out(desk, tmp_path, pixels):
    desk = desk(own=(own_file(tmp_path, "x", more="os._exit(5)"),))
    desk.heard.wait(Notice, lambda notice: notice.text == WITHOUT_OWN)
    catalogue = started(desk, 0)
    assert "mine" not in catalogue
    photo = desk.open(pixels=pixels)
    assert np.array_equal(colours(desk.frame(photo, desk.recipe(("invert", {}))).image), 255 - pixels)


def test_a_file_that_changed_since_it_was_allowed_is_said_and_left_out(desk, tmp_path):
    file = own_file(tmp_path, "x")
    own_file(tmp_path, "1 - x")
    desk = desk(own=(file,))
    assert "it has changed since it was allowed" in desk.heard.wait(Notice).text
    assert "mine" not in started(desk, 0)


HANGS = {
    "while tracing": ("spin(x)", "def spin(x):\n    while True:\n        pass"),
    "while computing": (
        "lax.while_loop(lambda y: jnp.all(y > -1), lambda y: y * 0.5, x)",
        "from jax import lax",
    ),
}


@pytest.mark.samples(1)
@pytest.mark.parametrize("how", HANGS)
def test_a_filter_that_hangs_is_named_and_left_out_with_its_step_off(
    desk, tmp_path, pixels, how, monkeypatch
):
    monkeypatch.setattr("jaxstudio.backend.client.HANG_SECONDS", 1.5)
    body, more = HANGS[how]
    desk = desk(own=(own_file(tmp_path, body, more=more),))
    photo, recipe = desk.open(pixels=pixels), desk.recipe(("invert", {}), ("mine", {}))
    assert desk.client.hanging_filter() is None
    desk.view(photo, recipe)
    deadline = time.monotonic() + 60
    while (found := desk.client.hanging_filter()) is None:
        assert time.monotonic() < deadline
        time.sleep(0.1)
    assert found[0] == "mine"
    start = len(desk.heard.reports)
    desk.client.use_own_files(())
    assert "mine" not in started(desk, start)
    desk.heard.wait(Opened, start=start)
    off = recipe.switched(recipe.steps[1].key, False)
    assert np.array_equal(colours(desk.frame(photo, off).image), 255 - pixels)
    assert desk.client.hanging_filter() is None


@pytest.mark.thorough
def test_slow_filters_of_the_program_are_not_watched(desk, tmp_path, monkeypatch):
    monkeypatch.setattr("jaxstudio.backend.client.HANG_SECONDS", 0.2)
    desk = desk(own=(own_file(tmp_path, "x"),))
    photo = desk.open(pixels=np.random.default_rng(0).integers(0, 256, (300, 400, 3), np.uint8))
    found, over = [], threading.Event()

    def ask():
        while not over.wait(0.05):
            found.append(desk.client.hanging_filter())

    thread = threading.Thread(target=ask)
    thread.start()
    try:
        desk.frame(photo, desk.recipe(("nl_means", {})))
    finally:
        over.set()
        thread.join()
    assert set(found) == {None}


def test_an_error_while_computing_is_told_with_the_line_of_the_file(desk, tmp_path, pixels):
    desk = desk(own=(own_file(tmp_path, "x + jnp.ones(7)"),))
    desk.view(desk.open(pixels=pixels), desk.recipe(("mine", {})))
    error = desk.heard.wait(Exception)
    assert isinstance(error, ComputeError)
    assert str(error).startswith("mine.py, line 9: TypeError: add got incompatible shapes")
