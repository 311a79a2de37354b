"""What the engine's kernels are called in the inspector."""

from jaxstudio.inspect_targets.targets import op_targets, recipe_targets
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
    assert names("gamma")[0] == "Gamma: each value, uint8"


def test_the_pass_of_another_filter_keeps_its_name():
    """Unsharp masking begins with the very kernel of the Gaussian blur."""
    found = names("unsharp_mask")
    assert "Gaussian blur: columns, float32, radius up to 4" in found
    assert "Unsharp mask: rows, uint8, radius up to 4" in found


def test_no_two_parts_are_called_alike():
    recipe = Recipe().added(CATALOGUE["gaussian_blur"], {"sigma": 2.0}).added(CATALOGUE["unsharp_mask"])
    found = [target.name for target in recipe_targets(recipe)]
    assert len(set(found)) == len(found)
