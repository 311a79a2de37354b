"""The arguments of the window, and the NaN that they make."""

import numpy as np
import pytest

from jaxstudio.app.inspector.inspectables import (
    curve_values,
    line_inspectables,
    step_inspectables,
)
from jaxstudio.backend.photos import sample
from jaxstudio.functions.document import Document, Slider
from jaxstudio.functions.language import Sheet
from jaxstudio.inspect_targets.client import never
from jaxstudio.inspect_targets.requests import SIDE
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
    selection = sample(pixels, SIDE)
    assert (selection == np.float32([0.1, -0.25, 0.9])).all(-1).any()
    assert pixels[0, 0].tolist() == [0.5, 0.5, 0.5], "the photo itself stays as it is"


def test_the_nan_of_a_curve_is_followed_to_its_part_of_the_text(inspection_process):
    texts = ["a = 3", "sqrt(x + a) + log(x)"]
    document = Document(x=(-2.0, 6.0), sliders={"a": Slider(3.0)})
    (line,) = line_inspectables(texts, Sheet.read(texts).lines, [1, 2], lambda: document)
    part = line.make(inspection_process, never)[0]
    inspection = inspection_process.inspection(part.request)
    list(inspection.run())
    found = inspection.first_nan(part.values())
    assert (found.primitive, found.inputs) == ("log", (-2.0,))
    assert found.written == f"2: {texts[1]}"
    jaxpr = inspection.line("jaxpr", found.equation)
    (_, start, _, end), *_ = inspection.follow("jaxpr", jaxpr, -1, "source").linked_spans
    assert texts[1][start:end] == "log(x)"


def test_a_filter_gets_what_the_engine_hands_to_it(inspection_process):
    """The sample goes through the kernels before it: a NaN of the photo is one of the kernel's arguments."""
    recipe = Recipe().added(CATALOGUE["gamma"], {"gamma": 2.0})
    pixels = np.random.default_rng(2).random((60, 50, 3)).astype(np.float32)
    photo = {"channels": 3, "dtype": "float32"}
    for broken in (False, True):
        if broken:
            pixels[20, 20, 1] = np.nan
        (step,) = step_inspectables(recipe, photo, lambda: pixels)
        for part in step.make(inspection_process, never):
            found = inspection_process.inspection(part.request).first_nan(part.values())
            assert (found is not None) == broken
            if broken:
                assert (found.equation, found.argument) == (-1, 0)
