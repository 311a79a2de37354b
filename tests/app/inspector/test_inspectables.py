"""The arguments of the window, and the NaN that they make."""

import numpy as np
import pytest

from jaxstudio.app.inspector.controller import begin
from jaxstudio.app.inspector.inspectables import (
    SAMPLE_SIDE,
    curve_values,
    line_inspectables,
    picture_values,
    sample,
    step_inspectables,
)
from jaxstudio.functions.document import Document, Slider
from jaxstudio.functions.language import Sheet
from jaxstudio.inspect_targets.ops import SIDE
from jaxstudio.ir.variation import Variation
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.recipe import Recipe


def test_a_curve_is_tried_where_it_is_seen():
    line = Sheet.read(["b x + a y^2"]).lines[0]
    x, y, a, b = curve_values(line, ((-1.0, 3.0), (10.0, 20.0)), {"a": 7.0, "b": 8.0})
    assert (x[0], x[-1]) == (-1.0, 3.0)
    assert 10.0 <= y.min() < 10.1
    assert 19.9 < y.max() <= 20.0
    assert (a, b) == (7.0, 8.0)


@pytest.mark.parametrize("shape", [(100, 30, 3), (10, 300, 1), (48, 48, 4)])
def test_a_sample_of_a_photo_is_a_square(shape):
    pixels = np.random.default_rng(1).random(shape).astype(np.float32)
    selection = sample(pixels, 48)
    assert selection.shape == (48, 48, shape[2])
    assert np.isin(selection, pixels).all()
    pixels[shape[0] - 1, shape[1] - 1, 0] = np.nan
    assert np.isnan(sample(pixels, 48)).any()


def test_a_sample_holds_what_a_root_fails_on():
    pixels = np.full((500, 700, 3), 0.5, np.float32)
    pixels[123, 457] = (0.1, -0.25, 0.9)
    selection = sample(pixels, SAMPLE_SIDE)
    assert (selection == np.float32([0.1, -0.25, 0.9])).all(-1).any()
    assert pixels[0, 0].tolist() == [0.5, 0.5, 0.5], "the photo itself stays as it is"
    assert SAMPLE_SIDE == SIDE


def test_the_nan_of_a_curve_is_followed_to_its_part_of_the_text():
    texts = ["a = 3", "sqrt(x + a) + log(x)"]
    document = Document(x=(-2.0, 6.0), sliders={"a": Slider(3.0)})
    part = line_inspectables(texts, Sheet.read(texts).lines, [1, 2], lambda: document)[0].make()[0]
    inspection = begin(part.make(), Variation())
    list(inspection.run())
    found = inspection.first_nan(part.values())
    assert (found.primitive, found.inputs) == ("log", (-2.0,))
    item = inspection.links.follow("jaxpr", [found.equation], "source")[0]
    _, start, _, end = inspection.links.parsed("source").spans[item]
    assert texts[1][start:end] == "log(x)"


def test_a_filter_gets_what_the_engine_hands_to_it():
    recipe = Recipe().added(CATALOGUE["gamma"], {"gamma": 2.0})
    pixels = np.random.default_rng(2).random((60, 50, 3)).astype(np.float32)
    pixels[20, 20, 1] = np.nan
    photo = {"channels": 3, "dtype": "float32"}
    parts = step_inspectables(recipe, photo, lambda: pixels)[0].make()
    for place, part in enumerate(parts):
        inspection = begin(part.make(), Variation())
        stages = inspection.run()
        while next(stages).kind != "jaxpr":
            pass
        values = part.values()
        assert [each.shape for each in values] == [each.shape for each in inspection.jaxpr.in_avals]
        assert [each.dtype for each in values] == [each.dtype for each in inspection.jaxpr.in_avals]
        assert np.isnan(picture_values(recipe, place, pixels, photo)[0]).any()
        stages.close()
