"""Files that steps read: a change on disk is a new picture."""

import os

import numpy as np
import pytest
from PIL import Image

from jaxstudio.app.image.photos.photo_io import ReferenceFiles
from jaxstudio.ops import CATALOGUE


@pytest.fixture
def watched(document, live, monkeypatch, tmp_path):
    """The path of a reference in use, and how often a picture was asked for."""
    monkeypatch.setattr("jaxstudio.app.image.photos.photo_io.SETTLED_MS", 1)
    asked = []
    monkeypatch.setattr(live, "request", asked.append)
    files = ReferenceFiles(document)
    path = tmp_path / "reference.png"
    Image.new("RGB", (4, 4), "red").save(path)
    document.add_step(CATALOGUE["match_histogram"])
    document.set_param(document.recipe.steps[0].key, "reference", str(path))
    asked.clear()
    yield path, asked
    files.setParent(None)


def test_a_reference_that_is_written_again_is_read_again(watched, qtbot):
    path, asked = watched
    Image.new("RGB", (4, 4), "blue").save(path)
    qtbot.waitUntil(lambda: len(asked) >= 1)


def test_so_is_one_that_another_file_took_the_place_of_and_one_that_was_away(watched, qtbot, tmp_path):
    path, asked = watched
    for number, colour in enumerate(("green", "white"), 1):
        other = tmp_path / "new.png"
        Image.new("RGB", (4, 4), colour).save(other)
        os.replace(other, path)
        qtbot.waitUntil(lambda least=number: len(asked) >= least)
    asked.clear()
    path.unlink()
    qtbot.waitUntil(lambda: len(asked) >= 1)
    asked.clear()
    np.save(tmp_path / "beside.npy", np.zeros(3))  # another file of the folder is none of its business
    Image.new("RGB", (4, 4), "black").save(path)
    qtbot.waitUntil(lambda: len(asked) >= 1)
