"""Dtypes: what they hold, against NumPy and ml_dtypes, and functions in narrow ones, step by step."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np
import pytest

from functions.of_lines import to_jax
from jaxstudio.errors import UsageError
from jaxstudio.functions.language import Sheet
from jaxstudio.functions.precision import (
    DTYPES,
    cast_table,
    dtype_table,
    evaluated,
    indexing_facts,
    promotion_table,
    ulp_errors,
    ulps_between,
)
from jaxstudio.runtime.compile_counter import COMPILES

FACTS = {facts.name: facts for facts in dtype_table()}


def test_lesson_8_ranges_and_digits(subtests):
    for name in DTYPES:
        with subtests.test(name=name):
            facts, info = FACTS[name], ml_dtypes.finfo(name)
            assert facts.bits == 1 + facts.exponent_bits + facts.fraction_bits == info.bits
            assert facts.eps == 2.0**-facts.fraction_bits == float(info.eps)
            assert facts.largest == float(info.max)
            assert facts.smallest_normal == float(info.smallest_normal)
            assert facts.smallest_subnormal == facts.smallest_normal * facts.eps
            one = np.ones((), name)
            assert one + np.asarray(facts.eps, name) > one
            assert one + np.asarray(facts.eps / 2, name) == one


def test_digits_survive():
    """So many significant digits come back from the dtype, and for some number not one more."""
    for name in ("float16", "float32"):
        digits = FACTS[name].digits
        numbers = [float(f"{value:.{digits - 1}e}") for value in np.geomspace(1e-3, 1e3, 999)]
        back = np.asarray(numbers, name).astype(np.float64)
        assert [f"{value:.{digits - 1}e}" for value in back] == [f"{v:.{digits - 1}e}" for v in numbers]


def test_whether_subnormals_are_kept_is_what_the_device_does():
    half = jnp.asarray(FACTS["float32"].smallest_normal, jnp.float32) * jnp.float32(0.5)
    assert FACTS["float32"].keeps_subnormals == (np.asarray(half).view(np.uint32) != 0)


def test_lesson_8_promotion():
    table = promotion_table()
    assert table.of("bfloat16", "float16") == "float32"
    assert table.of("bfloat16", "bfloat16") == "bfloat16"
    with jax.numpy_dtype_promotion("standard"):
        for first in table.names:
            for second in table.names:
                expected = str(jnp.promote_types(first, second))
                assert table.of(first, second) == table.of(second, first) == expected


def test_lesson_8_casts():
    assert cast_table().cast.tolist() == [254, 255, 0, 1]
    expected = np.array([254, 255, 256, 257, -1]).astype(np.uint8)
    assert cast_table((254, 255, 256, 257, -1)).cast.tolist() == expected.tolist()
    from_floats = cast_table((254, 255, 256, 257, -1), source="float32")
    assert from_floats.cast.tolist() == [254, 255, 255, 255, 0]


def test_lesson_8_indices_out_of_bounds():
    read, filled, written, added = indexing_facts()
    assert (read.expression, read.result, read.remark) == ("x[5]", "30", "the last number")
    assert filled.result == "nan"
    assert written.result == added.result == "[10, 20, 30]"
    assert written.remark == "nothing is written"
    inside = indexing_facts(1)
    assert [fact.result for fact in inside] == ["20", "20", "[10, 99, 30]", "[10, 21, 30]"]
    assert [fact.remark for fact in inside] == ["the number at 1"] * 2 + ["written at 1"] * 2


XS = np.linspace(-3, 3, 501)


def test_every_step_is_rounded(subtests):
    """Against NumPy, which rounds each step."""
    for dtype in ("float16", "bfloat16", "float32", "float64"):
        with subtests.test(dtype=dtype):

            def f(x, p):
                return (x * p["a"]) * x / (x * x - 10)

            x, a = XS.astype(dtype), np.asarray(1.3, dtype)
            ten = np.asarray(10, dtype)
            expected = ((x * a) * x / (x * x - ten)).astype(np.float64)
            found = evaluated(f, XS, {"a": 1.3}, dtype)
            gap = ulps_between(found, expected, dtype)
            # x·x - 10 may be computed with one rounding where NumPy has two
            assert gap.max() <= 4
            assert np.count_nonzero(gap) < 0.6 * len(XS)
            exact = evaluated(lambda x, p: (x * p["a"]) * x, XS, {"a": 1.3}, dtype)
            np.testing.assert_array_equal(exact, ((x * a) * x).astype(np.float64))


def test_an_ulp_is_the_gap_between_neighbours(subtests):
    for name, dtype in (("float16", np.float16), ("float32", np.float32), ("bfloat16", ml_dtypes.bfloat16)):
        with subtests.test(name=name):
            values = np.concatenate([np.geomspace(1e-4, 1e4, 333), [1, 2, 0.5, 1.999, 0.0]])
            low = values.astype(dtype)
            above = np.nextafter(low, np.asarray(np.inf, dtype)).astype(np.float64)
            low = low.astype(np.float64)
            np.testing.assert_array_equal(ulps_between(above, low, name), 1)
            np.testing.assert_array_equal(ulps_between(low, low, name), 0)
            halves = ulps_between(values.astype(dtype).astype(np.float64), values, name)
            assert halves.max() <= 0.5


def test_one_rounding_is_half_an_ulp():
    found = ulp_errors(lambda x, p: x * p["a"], XS, {"a": 1 / 3})
    assert 0.3 < found.worst <= 0.5
    assert 0 < found.mean < 0.3
    assert found.lost == 0
    assert found.errors[np.argmax(found.x == found.worst_x)] == found.worst


def test_cancellation_costs_digits():
    """Near 0, 1 - cos x in float32 has lost most of what float64 still has."""
    found = ulp_errors(lambda x, p: 1 - jnp.cos(x), np.linspace(1e-3, 1e-2, 99), {})
    assert found.worst > 1000
    better = ulp_errors(lambda x, p: 2 * jnp.sin(x / 2) ** 2, np.linspace(1e-3, 1e-2, 99), {})
    assert better.worst < 5


def test_both_see_the_same_numbers(subtests):
    """x and p are rounded first: the identity has no error."""
    for low in ("float16", "bfloat16", "float32"):
        with subtests.test(low=low):
            found = ulp_errors(lambda x, p: x, XS, {}, low)
            assert found.worst == 0
            np.testing.assert_array_equal(found.x, XS.astype(low).astype(np.float64))
            found = ulp_errors(lambda x, p: p["a"] + 0 * x, XS, {"a": 0.1}, low)
            assert found.worst == 0


def test_overflow_and_what_is_undefined():
    found = ulp_errors(lambda x, p: jnp.exp(x), np.array([0.0, 11.0, 12.0, 800.0]), {}, "float16")
    assert found.values[2] == np.inf
    assert found.errors[2] == np.inf
    assert found.errors[3] == 0
    assert found.lost == 1
    nowhere = ulp_errors(lambda x, p: jnp.log(x), np.array([-2.0, -1.0]), {})
    assert np.isnan(nowhere.errors).all()
    assert (nowhere.worst, nowhere.mean, nowhere.lost) == (0, 0, 0)


def test_typed_functions_have_weak_literals():
    sheet = Sheet.read(["a x^2 / 3 + sin(2 x) - 0.1"])
    line = sheet.lines[0]
    f = to_jax(line, sheet)
    narrow = evaluated(f, XS, {"a": 1.5}, "bfloat16")
    assert (narrow == narrow.astype(ml_dtypes.bfloat16).astype(np.float64)).all()
    exact = 1.5 * XS**2 / 3 + np.sin(2 * XS) - 0.1
    np.testing.assert_allclose(evaluated(f, XS, {"a": 1.5}, "float64"), exact, rtol=1e-13, atol=1e-14)
    np.testing.assert_allclose(narrow, exact, atol=0.15)


def test_a_slider_compiles_nothing():
    def f(x, p):
        return jnp.tanh(p["a"] * x)

    ulp_errors(f, XS, {"a": 1.0})
    before = COMPILES.awaited
    ulp_errors(f, XS + 1, {"a": 2})
    assert COMPILES.awaited == before


def test_what_is_wrong_is_said():
    with pytest.raises(UsageError, match="precision is float8; expected one of float16"):
        evaluated(lambda x, p: x, XS, {}, "float8")
    with pytest.raises(UsageError, match="float64 cannot be judged by float64"):
        ulp_errors(lambda x, p: x, XS, {}, "float64")
