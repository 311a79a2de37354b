"""Bounds over boxes: every value lies within, and what is called certain is."""

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from functions.mpmath_algebra import MpmathAlgebra
from functions.of_lines import to_mpmath
from jaxstudio.functions.interpreters import evaluate, intervals
from jaxstudio.functions.language import FUNCTIONS, Sheet
from tests.functions.interpreters.boxes import enclose, enclose_tree
from tests.functions.interpreters.domains import line_of, points
from tests.functions.language.trees import smooth
from tests.functions.language.written import text_of

DIGITS = 30


def check(found, at, value, where):
    """What is known of box `at` holds for a value in it; NaN and the infinite stand for none."""
    if not mpmath.isfinite(value):
        assert not found.defined[at], where
    else:
        assert not found.empty[at], where
        assert found.low[at] <= value <= found.high[at], where


def boxes(count, arguments, seed):
    """Boxes of many widths within [-6, 6], some of them points, some with whole ends; (arguments, count)."""
    generator = np.random.default_rng(seed)
    middle = generator.uniform(-6, 6, (arguments, count))
    half = 10.0 ** generator.uniform(-3, 0.5, (arguments, count))
    half[:, ::5] = 0
    low, high = middle - half, middle + half
    low[:, 1::5], high[:, 1::5] = np.floor(low[:, 1::5]), np.ceil(high[:, 1::5])
    return low, high


@pytest.mark.samples(15)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_values_of_a_function_lie_within(name):
    line, sheet = line_of(name)
    exact = to_mpmath(line, sheet, DIGITS)
    generator = np.random.default_rng(1)
    arguments = len(line.variables)
    low, high = boxes(20, arguments, seed=len(name))
    inside = points(name, 10, seed=2)
    low = np.concatenate([low, inside, inside - 0.01], axis=1)
    high = np.concatenate([high, inside, inside + 0.01], axis=1)
    found = enclose(line, sheet)(low[0] if arguments == 1 else low, high[0] if arguments == 1 else high, {})
    for at in range(low.shape[1]):
        for share in (0.0, 1.0, generator.random()):
            place = np.clip(low[:, at] + share * (high - low)[:, at], low[:, at], high[:, at])
            check(found, at, exact(*map(float, place), {}), (name, low[:, at], high[:, at], place))
    with_value = found.defined[20:30] & (found.low[20:30] != 0)
    width = (found.high - found.low)[20:30][with_value]
    assert (width <= 1e-7 * np.abs(found.low[20:30][with_value]) + 1e-300).all(), (
        "at a point little is unknown"
    )


@settings(max_examples=50)
@given(smooth(), st.integers(0, 1000))
def test_values_of_a_tree_lie_within(tree, seed):
    low, high = (ends[0] for ends in boxes(6, 1, seed))
    found = enclose_tree(tree, ("x",), {})(low, high, {})
    generator = np.random.default_rng(seed)
    for at in range(len(low)):
        for share in (0.0, 1.0, generator.random()):
            x = float(np.clip(low[at] + share * (high - low)[at], low[at], high[at]))
            with mpmath.workdps(DIGITS):
                value = evaluate(tree, MpmathAlgebra(), {"x": mpmath.mpf(x)})
            check(found, at, value, (text_of(tree), low[at], high[at], x))


# text: boxes over which it jumps, boxes over which it is continuous and everywhere defined
JUMPS = {
    "floor(x)": ([(0.5, 1.5), (-1, 0)], [(0.1, 0.9), (1, 1.5)]),
    "sign(x)": ([(-1, 1), (0, 1)], [(0.5, 1), (-2, -1)]),
    "1/x": ([(-1, 1), (0, 1), (-1, 0)], [(1e-9, 1), (-1, -1e-9)]),
    "tan(x)": ([(1, 2), (-2, 5)], [(-1.57, 1.57), (1.58, 4.7)]),
    "gamma(x)": ([(-1.5, -0.5), (0, 1), (-3, 3)], [(0.1, 5), (-0.9, -0.1), (-2.9, -2.1)]),
    "{x > 0: 1, x}": ([(-1, 1)], [(0.1, 1), (-1, 0)]),
    "x^2 {x > 0}": ([(-1, 1), (-2, -1), (0, 1)], [(0.1, 1)]),
    "sqrt(x)": ([(-1, 1), (-2, -1)], [(0, 1), (1, 2)]),
    "mod(x, 2)": ([(1, 3), (-0.5, 0.5)], [(0.5, 1.5), (2.1, 3.9)]),
    "x^x": ([(-1, 1), (-2, -1.5)], [(0.1, 2)]),
    "log(x)/(x - 1)": ([(0.5, 1.5)], [(0.1, 0.9), (1.1, 2)]),
    "atan2(x, -1)": ([(-1, 1)], [(0.1, 1), (-1, -0.1)]),
    "(x^2 - 1)/(x - 1)": ([(0, 2)], [(1.5, 2)]),
    "Ei(x)": ([(-1, 1)], [(0.1, 1), (-2, -1)]),
    "|x|^(1/3)": ([], [(-1, 1)]),
    "x^(1/3)": ([], [(-1, 1)]),
    "sum(x^n/n!, n, 0, 9)": ([], [(-1, 1)]),
    "sin(x)/x": ([(-1, 1)], [(1, 2)]),
    "sinc(x) + relu(x) + |x|": ([], [(-3, 3)]),
}


def test_jumps_and_ends_are_seen():
    for text, (broken, whole) in JUMPS.items():
        sheet = Sheet.read([text])
        low, high = np.array([*broken, *whole], float).T
        found = enclose(sheet.lines[0], sheet)(low, high, {})
        assert (found.defined & found.continuous).tolist() == [False] * len(broken) + [True] * len(whole), (
            text
        )


def test_narrow_boxes_have_narrow_bounds():
    """Over a point little more than rounding is unknown; over a small box about the slope times its width."""
    sheet = Sheet.read(["x^3 sin(x)/(1 + x^2) + exp(-x)"])
    x = np.linspace(-5, 5, 101)
    function = enclose(sheet.lines[0], sheet)
    point, small = function(x, x, {}), function(x, x + 1e-6, {})
    assert (point.high - point.low < 1e-11).all()
    assert (small.high - small.low < 1e-3).all()


def test_regions():
    sheet = Sheet.read(["x^2 + y^2 < 1", "x > 0 or y > 0"])
    low = np.array([[0, 2, 0.9], [0, 2, 0]], float)
    high = np.array([[0.5, 3, 1.1], [0.5, 3, 0.5]], float)
    disc = enclose(sheet.lines[0], sheet)(low, high, {})
    assert disc.may_hold.tolist() == [True, False, True]
    assert disc.may_fail.tolist() == [False, True, True]
    either = enclose(sheet.lines[1], sheet)(low - 1, high - 1, {})
    assert either.may_hold.tolist() == [False, True, True]


def test_several_and_sliders_and_constants():
    sheet = Sheet.read(["(a cos t, 2)", "pi", "b x"])
    first, second = enclose(sheet.lines[0], sheet)(np.array([0.0]), np.array([0.1]), {"a": 2.0})
    assert first.low[0] <= 2 * np.cos(0.1) <= 2 <= first.high[0]
    assert second.low.shape == (1,)
    pi = enclose(sheet.lines[1], sheet)(np.zeros(3), np.ones(3), {})
    assert (pi.low < mpmath.mp.pi).all()
    assert (pi.high > mpmath.mp.pi).all()
    assert enclose(sheet.lines[2], sheet)(np.array([1.0]), np.array([1.0]), {"b": 3}).low[0] <= 3


def test_a_single_box_and_a_number_are_of_one_shape():
    line = Sheet.read(["ellippi(x, 0.1)"])
    found = enclose(line.lines[0], line)(np.array([0.3]), np.array([0.3]), {})
    assert found.low[0] <= mpmath.ellippi(0.3, 0.1) <= found.high[0]


def test_what_is_not_worked_out_is_unknown():
    sheet = Sheet.read(["sum(x/n^2, n, 1, inf)", "polygamma(1, x - 5)", "d/dx x^2"])
    *unknown, derived = [enclose(line, sheet)(np.array([1.0]), np.array([2.0]), {}) for line in sheet.lines]
    for found in unknown:
        assert found.low[0] == -np.inf
        assert found.high[0] == np.inf
        assert not found.defined[0]
    assert derived.low[0] == pytest.approx(2)


def test_nothing_times_unbounded():
    with np.errstate(invalid="ignore"):
        product = intervals.multiply(intervals.exactly(0.0), intervals.unknown(intervals.exactly(1.0)))
        difference = intervals.subtract(intervals.box(0, np.inf), intervals.box(0, np.inf))
    assert product.low <= 0 <= product.high
    assert np.isfinite(product.low)
    assert (difference.low, difference.high) == (-np.inf, np.inf)
