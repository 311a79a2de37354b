"""Angles in degrees: what is typed is what a pocket calculator in degrees says."""

import math

import jax
import numpy as np
import pytest

from jaxstudio.functions.derivatives.target import Subject
from jaxstudio.functions.language import LineKind, Sheet

CASES = (
    ("sin(30)", 0.5),
    ("sin(30°)", 0.5),
    ("sind(30)", 0.5),
    ("cos(60) + tan(45)", 1.5),
    ("asin(1)", 90.0),
    ("asind(1)", 90.0),
    ("30°", 30.0),
    ("atan2(1, -1)", 135.0),
    ("sin(asin(0.3))", 0.3),
    ("sin(180 pi/pi)", 0.0),
)


@pytest.mark.parametrize(("text", "value"), CASES)
def test_a_value_in_degrees(text, value):
    (line,) = Sheet.read([text], degrees=True).lines
    assert line.error is None
    with jax.enable_x64(True):
        subject = Subject.of_line(line, Sheet((line,)))
        assert float(subject.call(0.0, {})) == pytest.approx(value, abs=1e-14)


def test_definitions_slopes_and_polar_curves_take_degrees_too():
    sheet = Sheet.read(["f(x) = sin(x)", "f(2x)", "f'(x)", "r = theta", "r < theta"], degrees=True)
    with jax.enable_x64(True):
        call = [Subject.of_line(line, sheet).call for line in sheet.lines[:4]]
        assert float(call[1](15.0, {})) == pytest.approx(0.5)
        assert float(call[2](60.0, {})) == pytest.approx(math.pi / 360)
        assert sheet.lines[3].kind is LineKind.POLAR
        assert np.isclose(call[3](math.pi, {}), 180)
    assert sheet.lines[4].kind is LineKind.INEQUALITY
