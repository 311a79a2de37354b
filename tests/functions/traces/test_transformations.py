"""vmap's axes and random keys (lessons 26 and 27), against JAX itself."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from jaxstudio.errors import UsageError
from jaxstudio.functions.traces import key_table, vmap_axes


def layer(W, x, b):
    return W @ x + b


def test_lesson_26_over_x_only_and_over_x_and_w():
    only_x = vmap_axes(layer, (None, 0, None), ((2, 3), (5, 3), (2,)))
    assert [(array.name, array.axis, array.example) for array in only_x.inputs] == [
        ("W", None, (2, 3)),
        ("x", 0, (3,)),
        ("b", None, (2,)),
    ]
    assert only_x.calls == 5
    assert only_x.outputs[0].shape == (5, 2)
    both = vmap_axes(layer, (0, 0, None), ((5, 2, 3), (5, 3), (2,)))
    assert both.inputs[0].example == (2, 3)
    assert both.outputs[0].shape == (5, 2)


def test_what_it_says_is_what_vmap_does(subtests):
    for in_axes, out_axes, shapes in (
        ((None, 0, None), 0, ((2, 3), (5, 3), (2,))),
        ((2, -1, 0), 1, ((2, 3, 4), (3, 4), (4, 2))),
        ((1, 1, None), -1, ((2, 6, 3), (3, 6), (2,))),
    ):
        with subtests.test(in_axes=in_axes):
            found = vmap_axes(layer, in_axes, shapes, out_axes)
            arrays = [jnp.ones(shape, jnp.float32) for shape in shapes]
            result = jax.vmap(layer, in_axes, out_axes)(*arrays)
            (output,) = found.outputs
            assert output.shape == result.shape
            assert result.shape[output.axis] == found.calls
            for array, shape in zip(found.inputs, shapes, strict=True):
                assert array.shape == shape
                if array.axis is not None:
                    assert array.example == tuple(np.delete(shape, array.axis).tolist())


def test_what_does_not_fit_is_said_in_words(subtests):
    for in_axes, shapes, message in (
        ((None, 0), ((2, 3), (5, 3), (2,)), "in_axes has 2 entries; there are 3 arrays"),
        ((None, None, None), ((2, 3), (3,), (2,)), "at least one axis to map over"),
        ((0, 0, None), ((4, 2, 3), (5, 3), (2,)), "equally long, not W: 4, x: 5"),
        ((None, 2, None), ((2, 3), (5, 3), (2,)), "x of shape 5×3 has no axis 2"),
        ((None, 0, None), ((2, 3), (5, 4), (2,)), "one call sees W 2×3, x 4, b 2, and that does not fit"),
    ):
        with subtests.test(in_axes=in_axes):
            with pytest.raises(UsageError, match=message) as caught:
                vmap_axes(layer, in_axes, shapes)
            assert "\n" not in str(caught.value)


def test_no_room_for_the_results_axis():
    with pytest.raises(UsageError, match="out_axes is 3"):
        vmap_axes(layer, (None, 0, None), ((2, 3), (5, 3), (2,)), out_axes=3)


def test_lesson_27_same_key_split_and_one_by_one():
    once, again, left, right, singly = key_table(7)
    np.testing.assert_array_equal(once.numbers, again.numbers)
    assert once.key == again.key
    assert "the same numbers" in again.remark
    for other in (left, right, singly):
        assert not np.isin(other.numbers, once.numbers).any()
        assert "other numbers" in other.remark
    assert len({once.key, left.key, right.key}) == 3


def test_the_numbers_are_jaxs_own():
    key = jax.random.key(123)
    once, _, left, _, singly = key_table(123, 6)
    np.testing.assert_array_equal(once.numbers, np.asarray(jax.random.normal(key, (6,))))
    np.testing.assert_array_equal(left.numbers, np.asarray(jax.random.normal(jax.random.split(key)[0], (6,))))
    assert left.key == tuple(np.asarray(jax.random.key_data(jax.random.split(key)[0])).tolist())
    drawn = [float(jax.random.normal(part)) for part in jax.random.split(key, 6)]
    assert singly.numbers.tolist() == drawn
    assert not np.array_equal(once.numbers, key_table(124, 6)[0].numbers)
