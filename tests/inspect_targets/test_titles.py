"""What the engine's kernels are called in the inspector."""

import inspect
import re

import pytest

from jaxstudio.engine.kernels import Kernels
from jaxstudio.inspect_targets.ops import op_targets, recipe_targets
from jaxstudio.inspect_targets.titles import TITLES, kernel_title
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.recipe import Recipe


def names(op, **format_):
    return [target.name for target in op_targets(op, **format_)]


def test_the_pass_the_format_and_the_radius():
    assert names("gaussian_blur") == [
        "Gaussian blur: weights, radius up to 512",
        "Gaussian blur: columns, float32, radius up to 4",
        "Gaussian blur: rows, uint8, radius up to 4",
        "all in one",
    ]
    assert names("median") == ["Median: rows and columns, uint8, radius up to 1"]
    assert names("median", dtype="uint16")[0] == "Median: rows and columns, uint16, radius up to 1"
    assert names("gamma")[0] == "Gamma: table of 256 values, uint8"


def test_the_pass_of_another_filter_keeps_its_name():
    """Unsharp masking begins with the very kernel of the Gaussian blur."""
    found = names("unsharp_mask")
    assert "Gaussian blur: columns, float32, radius up to 4" in found
    assert "Unsharp mask: rows, uint8, radius up to 4" in found


def test_every_kind_of_kernel_has_a_title():
    source = inspect.getsource(Kernels)
    kinds = set(re.findall(r"_get\(\s*\(\"(\w+)\"", source))
    assert kinds == {*TITLES, "stage"}


@pytest.mark.parametrize(
    ("key", "title"),
    [
        (("convert", "uint8"), "Conversion to uint8"),
        (("alpha", 4, True), "Colours divided by opacity"),
        (("pointwise", "erased_part", 3, "float32"), "Erased part: each value, float32"),
        (("warp", 3, True, "uint8"), "Warp: nearest pixel, uint8"),
        (("turned", False), "Flip"),
        (("something new", 3), "something new 3"),
        (("stage", "of_no_catalogue", 1, 5, 3, "uint8"), "Of no catalogue: pass 2, uint8, radius up to 5"),
    ],
)
def test_titles(key, title):
    assert kernel_title(key) == title


def test_no_two_parts_are_called_alike():
    recipe = Recipe().added(CATALOGUE["gaussian_blur"], {"sigma": 2.0}).added(CATALOGUE["unsharp_mask"])
    found = [target.name for target in recipe_targets(recipe)]
    assert len(set(found)) == len(found)
