"""Random keys: lesson 27, against jax.random itself."""

import jax
import numpy as np

from jaxstudio.functions.traces import key_table


def test_lesson_27_same_key_split_and_one_by_one():
    once, again, left, right, singly = key_table(7).draws
    np.testing.assert_array_equal(once.numbers, again.numbers)
    assert once.key == again.key
    assert "the same numbers" in again.remark
    for other in (left, right, singly):
        assert not np.isin(other.numbers, once.numbers).any()
        assert "other numbers" in other.remark
    assert len({once.key, left.key, right.key}) == 3


def test_the_numbers_are_jaxs_own():
    key = jax.random.key(123)
    once, _, left, _, singly = key_table(123, 6).draws
    np.testing.assert_array_equal(once.numbers, np.asarray(jax.random.normal(key, (6,))))
    np.testing.assert_array_equal(left.numbers, np.asarray(jax.random.normal(jax.random.split(key)[0], (6,))))
    assert left.key == tuple(np.asarray(jax.random.key_data(jax.random.split(key)[0])).tolist())
    drawn = [float(jax.random.normal(part)) for part in jax.random.split(key, 6)]
    assert singly.numbers.tolist() == drawn
    assert not np.array_equal(once.numbers, key_table(124, 6).draws[0].numbers)
