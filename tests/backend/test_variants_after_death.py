"""An export of variants whose engine is killed in the middle goes on in the next one, and lacks no file."""

import json
import os
import signal
import threading
import time

import numpy as np
import pytest

from jaxstudio.backend.protocol import pack_recipe
from jaxstudio.backend.requests import VariantsRequest
from jaxstudio.files.photo import load_photo
from jaxstudio.files.save import save

PATIENCE_S = 120.0
SEEDS = tuple(range(40))


@pytest.mark.thorough
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no SIGKILL")
def test_variants_are_all_written_although_the_engine_was_killed(desk, tmp_path):
    path, folder = tmp_path / "p.png", tmp_path / "out"
    save(path, np.random.default_rng(0).integers(0, 256, (300, 400, 3), np.uint8))
    photo = desk.open(path=str(path))
    recipe = desk.recipe(("gaussian_noise", {"var": 0.01}), ("gaussian_blur", {"sigma": 2.0}))
    request = VariantsRequest(photo.token, pack_recipe(recipe), SEEDS, str(folder))
    over, answers = threading.Event(), []

    def keep(answer):
        answers.append(answer)
        over.set()

    first = desk.client.pid
    desk.client.call(request, keep, keep)
    end = time.monotonic() + PATIENCE_S
    while len(list(folder.glob("*.png"))) < 3:
        assert time.monotonic() < end
        time.sleep(0.001)
    os.kill(first, signal.SIGKILL)
    assert over.wait(PATIENCE_S)
    (files,) = answers
    assert (files.written + files.skipped, files.failed) == (len(SEEDS), 0)
    assert files.skipped >= 1  # those of the process that was killed are not written again
    assert desk.client.pid != first
    lines = [json.loads(line) for line in (folder / "manifest.jsonl").read_text().splitlines()]
    assert [line["seed"] for line in lines[1:]] == list(SEEDS)
    assert all(load_photo(folder / line["file"]).pixels.shape == (300, 400, 3) for line in lines[1:])
