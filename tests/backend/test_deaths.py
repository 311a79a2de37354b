"""The engine's process is killed: it comes back with the photo and the view, and files are whole."""

import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest
from desk import Desk
from PIL import Image

from jaxstudio.backend.protocol import (
    EngineLost,
    EngineStarted,
    EngineStatus,
    EngineUnavailable,
    Notice,
    Opened,
    Shown,
    pack_recipe,
)
from jaxstudio.backend.requests import SaveRequest
from jaxstudio.processes import shared_arrays
from jaxstudio.processes.tree import is_alive


def kill(desk):
    os.kill(desk.client.pid, signal.SIGKILL)


@pytest.mark.parametrize("times", [2, pytest.param(50, marks=pytest.mark.big)])
def test_a_killed_engine_comes_back_with_the_photo_and_the_view(desk, pixels, times):
    photo, recipe = desk.open(pixels=pixels), desk.recipe(("invert", {}))
    desk.frame(photo, recipe)
    for _ in range(times):
        start = len(desk.heard.reports)
        kill(desk)
        desk.heard.wait(EngineLost, start=start)
        reopened = desk.heard.wait(Opened, start=start)
        start = next(at for at, report in enumerate(desk.heard.reports) if report is reopened)
        frame = desk.heard.wait(Shown, lambda shown: shown.frame.exact, start).frame
        assert frame.image.values[0, 0] == 0xFF000000 | int.from_bytes((255 - pixels[0, 0]).tobytes(), "big")
        assert frame.original is not None  # the new process does not know what the window has
        assert not any(isinstance(each, EngineUnavailable) for each in desk.heard.reports)
    desk.client.forget(photo.token)


@pytest.mark.thorough
def test_a_file_that_was_being_written_is_written_again(desk, tmp_path):
    large = np.random.default_rng(0).integers(0, 256, (1500, 2000, 3), np.uint8)
    photo, recipe = (
        desk.open(pixels=large),
        desk.recipe(("median", {"size": 3}), ("gaussian_blur", {"sigma": 9.0})),
    )
    path, told, done = tmp_path / "out.png", [], []
    request = SaveRequest(photo.token, pack_recipe(recipe), str(path))

    def report(share):
        told.append(share)
        if len(told) == 1:
            kill(desk)

    start = len(desk.heard.reports)
    desk.client.call(request, done.append, done.append, report)
    desk.heard.wait(Opened, start=start)
    desk.do(desk.client.call, SaveRequest(photo.token, pack_recipe(recipe), str(tmp_path / "whole.png")))
    while not done:
        desk.heard.wait(EngineStatus)
    assert done == [0]
    assert np.array_equal(np.asarray(Image.open(path)), np.asarray(Image.open(tmp_path / "whole.png")))
    desk.client.forget(photo.token)


def test_an_engine_that_keeps_dying_is_left_alone_until_asked(pixels):
    desk = Desk()
    try:
        for _ in range(3):
            start = len(desk.heard.reports)
            desk.heard.wait(EngineStarted, start=start)
            kill(desk)
        desk.heard.wait(EngineUnavailable)
        desk.client.set_device("cpu")
        start = len(desk.heard.reports)
        desk.heard.wait(EngineStarted, start=start)
        photo = desk.open(pixels=pixels)
        assert desk.frame(photo, desk.recipe(("invert", {}))).size == (40, 60)
    finally:
        desk.client.close()


def test_the_engine_ends_with_a_window_that_is_killed():
    script = """
import sys, time
from jaxstudio.backend.client import EngineClient
class Deaf:
    def __getattr__(self, name):
        return lambda *values: None
client = EngineClient(Deaf())
while client.pid is None:
    time.sleep(0.01)
print(client.pid, flush=True)
time.sleep(600)
"""
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as window:
        engine = int(window.stdout.readline())
        assert is_alive(engine)
        window.kill()
    for _ in range(600):
        if not is_alive(engine):
            return
        time.sleep(0.05)
    raise AssertionError("the engine's process outlives the window's")


def test_without_shared_memory_frames_cross_through_the_pipe_and_that_is_said_once(monkeypatch):
    def refuse(capacity):
        raise OSError("no shared memory")

    monkeypatch.setattr(shared_arrays, "_create", refuse)  # of this process: the child then uses none either
    desk = Desk()
    try:
        large = np.random.default_rng(1).integers(0, 256, (400, 500, 3), np.uint8)
        photo = desk.open(pixels=large)
        for _ in range(2):
            frame = desk.frame(photo, desk.recipe(("invert", {})))
            red = (frame.image.values >> 16 & 255).astype(np.uint8)
            assert np.array_equal(red, 255 - large[..., 0])
        desk.heard.wait(Notice, lambda notice: "shared memory" in notice.text)
        assert [type(each) for each in desk.heard.reports].count(Notice) == 1
    finally:
        desk.client.close()
