"""The same function in another format, for another device, with other options."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from jaxstudio.errors import DeviceError, UsageError
from jaxstudio.ir.inspection import inspect
from jaxstudio.ir.nans import values_for
from jaxstudio.ir.target import Target, apply_variation
from jaxstudio.ir.user_process.request import Request, Variation, apply_to_request


def floats(*shape):
    return jax.ShapeDtypeStruct(shape, jnp.float32)


def double(x, n):
    return x * 2, n


@pytest.mark.parametrize(("dtype", "short"), [("float64", "f64"), ("float16", "f16"), ("bfloat16", "bf16")])
def test_real_numbers_change_and_whole_ones_do_not(dtype, short):
    target = Target("double", double, (floats(3), jax.ShapeDtypeStruct((), jnp.int32)))
    inspection = inspect(apply_variation(target, Variation(dtype)), passes=False, kernels=False, exact=False)
    text = inspection.stage("jaxpr").text
    assert f"a:{short}[3] b:i32[]" in text
    assert jax.dtypes.canonicalize_dtype(np.float64) == np.float32, "the process is left alone"


def test_options_and_device_reach_the_target():
    target = Target("double", double, (floats(3), 1), options={"a": 1})
    other = apply_variation(target, Variation(device="cpu:0", options={"b": True}))
    assert other.options == {"a": 1, "b": True}
    assert other.device == jax.devices()[0]
    assert apply_variation(target, Variation()) == target
    with pytest.raises(DeviceError):
        apply_variation(target, Variation(device="tpu:9"))


def test_a_request_is_varied_in_words():
    request = Request("a.py", "f", "f32[3], i32[], float16[2]")
    other = apply_to_request(request, Variation("float64", "cpu:0", {"xla_a": 1}))
    assert other.arguments == "f64[3], i32[], f64[2]"
    assert (other.x64, other.device, other.options) == (True, "cpu:0", {"xla_a": 1})


def test_values_to_try():
    shapes = [floats(2, 3), jax.ShapeDtypeStruct((4,), jnp.int32), jax.ShapeDtypeStruct((2,), jnp.bool_)]
    spread, whole, flags = values_for(shapes, "spread")
    assert spread.dtype == np.float32
    np.testing.assert_allclose(spread.ravel(), np.linspace(-1, 1, 6), rtol=1e-6)
    assert whole.tolist() == [-1, 0, 0, 1]
    assert not flags.any()
    first, again = values_for(shapes[:1], "random"), values_for(shapes[:1], "random")
    np.testing.assert_array_equal(first[0], again[0])
    assert values_for(shapes[:1], "ones")[0].tolist() == [[1, 1, 1]] * 2
    with pytest.raises(UsageError, match="expected one of"):
        values_for(shapes, "sevens")
    with pytest.raises(UsageError, match=r"arguments of 40\.0 GB"):
        values_for([floats(100_000, 100_000)], "zeros")


def test_a_nan_of_such_values_is_followed_to_its_equation():
    target = Target("roots", lambda x: jnp.log(x + 2) + jnp.sqrt(x), (floats(5),))
    inspection = inspect(target, passes=False, kernels=False, exact=False)
    found = inspection.first_nan("spread")
    assert (found.primitive, found.index, found.inputs) == ("sqrt", (0,), (-1.0,))
    assert inspection.first_nan("ones") is None
    assert inspection.first_nan([np.array([0, 1, 2, 3, -0.25], np.float32)]).index == (4,)
