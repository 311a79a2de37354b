"""Ops as plain functions: the engine's numbers, a short jaxpr, derivatives that are central differences."""

import numpy as np
import pytest

from jaxstudio.cli.main import main
from jaxstudio.inspect_targets.targets import plain_targets
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.recipe import Recipe


@pytest.fixture(scope="module")
def picture():
    return np.random.default_rng(1).random((8, 8, 3), np.float32)


def test_derivatives_with_respect_to_the_parameters_that_it_reads(picture):
    recipe = Recipe().added(CATALOGUE["gamma"], {"gamma": 1.4})
    plain, *derivatives = plain_targets(recipe)
    assert [target.name for target in derivatives] == ["its derivative by gamma", "its derivative by gain"]
    parameters = dict(plain.args[1])
    ends = [
        plain.function(picture, {**parameters, "gamma": np.float32(1.4 + step)}) for step in (1e-2, -1e-2)
    ]
    expected = (np.asarray(ends[0], np.float64) - np.asarray(ends[1], np.float64)) / 2e-2
    np.testing.assert_allclose(derivatives[0].function(picture, parameters), expected, atol=1e-4)


def test_a_neighbourhoods_border_is_one_gather(capsys):
    assert main(["ir", "op:gaussian_blur", "--as", "plain", "--stage", "jaxpr", "--part", "1"]) == 0
    text = capsys.readouterr().out
    assert text.count("= gather[") == 1
    assert "rev[" not in text
    assert len(text.splitlines()) < 100


def test_only_ops_have_a_plain_form(capsys, tmp_path):
    from jaxstudio.files.recipes import save_recipe

    save_recipe(tmp_path / "look.json", Recipe().added(CATALOGUE["gamma"]))
    assert main(["ir", f"recipe:{tmp_path / 'look.json'}", "--as", "plain"]) == 2
    assert "expected an op as the target" in capsys.readouterr().err
