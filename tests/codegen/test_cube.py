"""A recipe written as a .cube, applied by OpenColorIO, gives what the recipe gives."""

import numpy as np
import PyOpenColorIO as ocio
import pytest
from pictures import random_photo

from jaxstudio.cli.main import main
from jaxstudio.codegen.cube import cube_file
from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.errors import UsageError
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.recipe import Recipe
from jaxstudio.pipeline.recipe_text import to_json


def stack(*steps):
    recipe = Recipe()
    for name, values in steps:
        recipe = recipe.added(CATALOGUE[name], values)
    return recipe


LOOK = stack(
    ("exposure", {"stops": -0.4}),
    ("color_temperature", {"kelvin": 5200.0}),
    ("split_toning", {}),
    ("gamma", {"gamma": 1.2}),
    ("saturation", {"factor": 0.8}),
)


def test_another_program_applies_it_alike(tmp_path):
    recipe, cube = tmp_path / "look.json", tmp_path / "look.cube"
    recipe.write_text(to_json(LOOK))
    assert main(["export", str(recipe), "--nodes", "49", "-o", str(cube)]) == 0
    pixels = random_photo(30, 40)
    expected = Engine().render(Source(pixels), LOOK)
    result = pixels.copy()
    lut = ocio.FileTransform(str(cube), interpolation=ocio.INTERP_TETRAHEDRAL)
    ocio.Config.CreateRaw().getProcessor(lut).getDefaultCPUProcessor().applyRGB(result)
    np.testing.assert_allclose(result, expected, atol=1e-2)  # between nodes
    ours = Engine().render(Source(pixels), stack(("lut_3d", {"file": str(cube)})))
    np.testing.assert_allclose(ours, result, atol=2e-5)


@pytest.mark.parametrize("name", ["gaussian_blur", "vignette", "contrast", "crop", "shadows_highlights"])
def test_what_needs_more_than_a_colour_is_named(name):
    with pytest.raises(UsageError, match=r"a table of colours holds only steps"):
        cube_file(stack((name, {})))
    with pytest.raises(UsageError, match="1 nodes: expected 2 to 65"):
        cube_file(LOOK, 1)
