"""What dtypes hold: lesson 8, against NumPy and ml_dtypes."""

import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np
import pytest

from jaxstudio.functions.precision import DTYPES, cast_table, dtype_table, indexing_facts, promotion_table

FACTS = {facts.name: facts for facts in dtype_table()}


@pytest.mark.parametrize("name", DTYPES)
def test_lesson_8_ranges_and_digits(name):
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
