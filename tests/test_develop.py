"""The ten photos of docs/develop.md: each recipe runs, and brings its photo nearer to what it was."""

import importlib.util
import re
import sys
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
MOST_BYTES = 60_000


@pytest.fixture(scope="module")
def develop():
    spec = importlib.util.spec_from_file_location("develop", ROOT / "resources" / "develop.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules["develop"] = module  # dataclasses look for it there
    spec.loader.exec_module(module)
    return module


def test_both_pages_have_the_picture_and_the_recipe_of_each(develop):
    names = list(develop.DEVELOPMENTS)
    assert len(names) == 10
    for page in (DOCS / "develop.md", DOCS / "de" / "develop.md"):
        text = page.read_text(encoding="utf-8")
        assert re.findall(r"images/develop/(\w+)\.webp", text) == names
        assert re.findall(r"\(\S*develop/(\w+)\.json\)", text) == names
    for name in names:
        assert (develop.PICTURES / f"{name}.webp").stat().st_size <= MOST_BYTES, name
        assert develop.recipe_of(name).steps, name


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=() if name in ("astronaut", "tissue") else pytest.mark.thorough)
        for name in ("astronaut", "coffee", "motorcycle", "cat", "moon", "hubble", "tissue", "cameraman")
    ],
)
def test_a_developed_photo_is_nearer_to_what_it_was(develop, name):
    start, end = develop.developed(name)
    original = develop.DEVELOPMENTS[name].original()
    assert develop.difference(end, original) < 0.75 * develop.difference(start, original)


def test_the_horizon_is_level_again(develop):
    """The developed frame lies in the middle of the photo that was turned."""
    start, end = develop.developed("rocket")
    original = develop.DEVELOPMENTS["rocket"].original()
    height, width = end.shape[:2]

    def middle(pixels):
        top, left = (pixels.shape[0] - height) // 2, (pixels.shape[1] - width) // 2
        return pixels[top : top + height, left : left + width]

    def likeness(pixels):  # whatever the tones
        grays = [middle(each).mean(axis=-1).ravel() for each in (pixels, original)]
        return np.corrcoef(grays)[0, 1]

    assert likeness(start) < 0.8
    assert likeness(end) > 0.9


def test_the_page_is_white_and_its_edges_are_upright(develop):
    start, end = develop.developed("page")
    assert np.median(start) < 180
    assert np.median(end) > 245
