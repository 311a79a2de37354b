"""Scripts of steps under masks: the same bits as the engine, in a process that has no JAXStudio."""

import json
import subprocess
import sys

import numpy as np
import pytest
from jax import export
from pictures import lively

from codegen.test_script import assert_same, namespace_of, photo
from jaxstudio.codegen.script import recipe_script
from jaxstudio.codegen.stablehlo import export_stablehlo
from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.errors import UsageError
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.masks import (
    Brush,
    ColourRange,
    Ellipse,
    Gradient,
    Luminosity,
    Mask,
    MaskPart,
    Polygon,
    Rectangle,
    Stroke,
)
from jaxstudio.pipeline.recipe import LINEAR, Recipe

SIZE = (70, 280)  # more blocks than one, down and across
STAR = ((0.5, 0.05), (0.7, 0.95), (0.1, 0.35), (0.9, 0.4), (0.25, 0.9))
ANGLES = np.linspace(0, 6.2, 200)
ROUND = tuple((0.5 + 0.4 * np.cos(a), 0.5 + 0.4 * np.sin(3 * a)) for a in ANGLES)  # crosses itself
STROKES = Brush(
    (
        Stroke(((0.1, 0.2), (0.5, 0.5), (0.9, 0.3)), 0.1),
        Stroke(((0.5, 0.5),), 0.2, 0.3, erase=True),
        Stroke(ROUND, 0.02, 1.0, source=(0.1, 0.2)),
    )
)
BOX = Rectangle(0.5, 0.4, 0.5, 0.6, 20.0)
MASKS = {
    "rectangle": Mask(1, (MaskPart(BOX),)),
    "feathered rectangle": Mask(1, (MaskPart(BOX, feather=0.3),)),
    "inverted ellipse": Mask(1, (MaskPart(Ellipse(0.4, 0.5, 0.9, 0.4, 70.0), feather=0.1, inverted=True),)),
    "polygon": Mask(1, (MaskPart(Polygon(STAR)),)),
    "feathered polygon of many edges": Mask(1, (MaskPart(Polygon(ROUND), feather=0.05),)),
    "gradient": Mask(1, (MaskPart(Gradient(0.1, 0.2, 0.7, 0.9)),), name='sky "1"\\'),
    "brush": Mask(1, (MaskPart(STROKES),)),
    "feathered brush": Mask(1, (MaskPart(STROKES, feather=0.1, opacity=0.4),)),
    "no stroke": Mask(1, (MaskPart(Brush()),), inverted=True),
    "luminosity": Mask(1, (MaskPart(Luminosity(0.3, 0.6, 0.1)),)),
    "colour range": Mask(1, (MaskPart(ColourRange(0.6, 0.5, 0.4, 0.1, 0.2)),)),
    "combined": Mask(
        1,
        (
            MaskPart(Ellipse(0.5, 0.4, 0.5, 0.6), feather=0.2, combine="subtract", opacity=0.6),
            MaskPart(BOX, combine="subtract", opacity=0.4),
            MaskPart(BOX, enabled=False),
            MaskPart(Luminosity(0.3, 0.6, 0.1), combine="intersect", inverted=True, opacity=0.9),
            MaskPart(Ellipse(0.1, 0.1, 0.5, 0.5), opacity=0.5),
        ),
        inverted=True,
    ),
    "nothing": Mask(1),
}
FORMATS = (("uint8", 3), ("float32", 4), ("uint16", 1), ("float32", 3), ("uint8", 4))


@pytest.fixture(scope="module")
def engine():
    return Engine(cache_bytes=0)


def under(mask, *names, before=(), after=(), **recipe):
    """A recipe with the steps of these names under the mask, and others before and after them."""
    made = Recipe(seed=3, **recipe).with_mask(mask)
    for name in before:
        made = made.added(CATALOGUE[name], lively(CATALOGUE[name]))
    for name in names:
        made = made.added(CATALOGUE[name], lively(CATALOGUE[name]), mask=mask.key)
    for name in after:
        made = made.added(CATALOGUE[name], lively(CATALOGUE[name]))
    return made


RUN = """
import json, sys
sys.modules["jaxstudio"] = None  # to import it is an error
import numpy as np
for script, photo, result in json.load(open(sys.argv[1])):
    names = {"__name__": "script"}
    exec(compile(open(script, encoding="utf-8").read(), script, "exec"), names)
    np.save(result, names["apply"](np.load(photo)))
"""


@pytest.mark.parametrize(
    "masks",
    [
        pytest.param(("feathered rectangle", "colour range"), id="some"),
        pytest.param(tuple(MASKS), id="all", marks=pytest.mark.thorough),
    ],
)
def test_every_mask_gives_the_same_bits_in_a_process_without_this_program(engine, tmp_path, masks):
    jobs, expected = [], {}
    for number, name in enumerate(masks):
        mask = MASKS[name]
        dtype, channels = FORMATS[number % len(FORMATS)]
        recipe, pixels = under(mask, "invert"), photo(dtype, channels, SIZE)
        files = [str(tmp_path / f"{number}{ending}") for ending in (".py", ".npy", "_result.npy")]
        (tmp_path / f"{number}.py").write_text(recipe_script(recipe).text, encoding="utf-8")
        np.save(files[1], pixels)
        jobs.append(files)
        expected[name] = engine.render(Source(pixels), recipe, dtype=dtype)
    (tmp_path / "jobs.json").write_text(json.dumps(jobs))
    subprocess.run([sys.executable, "-c", RUN, str(tmp_path / "jobs.json")], check=True, timeout=240)
    for (_, _, result), (name, image) in zip(jobs, expected.items(), strict=True):
        found = np.load(result)
        assert found.dtype == image.dtype
        assert np.array_equal(found, image), (name, np.mean(found != image))


@pytest.mark.samples("values of integers")
@pytest.mark.parametrize(
    "recipe",
    [
        under(MASKS["feathered rectangle"], "gaussian_noise", "median", "saturation", after=("invert",)),
        under(MASKS["combined"], "high_pass", "contrast", before=("gaussian_blur",), working_space=LINEAR),
        under(MASKS["luminosity"], "erosion", before=("median",)),
    ],
    ids=["run", "linear light", "values of integers"],
)
def test_runs_of_steps_give_the_same_bits(engine, recipe):
    assert_same(engine, recipe, [("uint8", 3)], SIZE)


def test_a_mask_lies_on_the_photo_that_is_moved_before(engine):
    recipe = under(MASKS["feathered polygon of many edges"], "invert", before=("crop", "flip_vertical"))
    with pytest.raises(UsageError, match=r"the place of a mask .* depends on the size of the image"):
        recipe_script(recipe)
    assert_same(engine, recipe, [("uint8", 3)], SIZE)


def test_the_numbers_of_a_mask_can_be_changed(engine):
    text = recipe_script(under(MASKS["feathered rectangle"], "invert")).text
    assert text.count('"feather": 0.3') == 1
    names = namespace_of(text.replace('"feather": 0.3', '"feather": 0.1'))
    pixels = photo("uint8", 3, SIZE)
    recipe = under(Mask(1, (MaskPart(BOX, feather=0.1),)), "invert")
    expected = engine.render(Source(pixels), recipe, dtype="uint8")
    assert np.array_equal(np.asarray(names["apply"](pixels)), expected)


@pytest.mark.thorough
@pytest.mark.parametrize(
    "name",
    [
        "feathered polygon of many edges",
        "colour range",
        *(pytest.param(name, marks=pytest.mark.big) for name in ("combined", "brush")),
    ],
)
def test_masks_are_in_stablehlo_with_the_same_bits(engine, name):
    recipe = under(MASKS[name], "invert")
    content = export_stablehlo(recipe, SIZE, 4, "float32").serialize()
    pixels = photo("float32", 4, SIZE)
    found = np.asarray(export.deserialize(content).call(pixels))
    assert np.array_equal(found, engine.render(Source(pixels), recipe, dtype="float32"))
