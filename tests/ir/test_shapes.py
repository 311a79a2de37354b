"""Shapes as people write them."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jaxstudio.errors import UsageError
from jaxstudio.ir.shapes import SHORT, parse_shapes


def test_what_people_write():
    found = parse_shapes("f32[3,3], f32[ 3 ],i32[],bf16,pred[2],float16[1,2,3]")
    assert [(shape.shape, shape.dtype) for shape in found] == [
        ((3, 3), jnp.float32),
        ((3,), jnp.float32),
        ((), jnp.int32),
        ((), jnp.bfloat16),
        ((2,), jnp.bool_),
        ((1, 2, 3), jnp.float16),
    ]
    assert parse_shapes("") == ()
    with jax.enable_x64(True):
        assert parse_shapes("f64[2]")[0].dtype == np.float64


@pytest.mark.parametrize(
    "text",
    ["f32[3", "f32[3,]]", "f32[a]", "f33[3]", "f32[3] f32", "f32[3],", ",f32", "f32[-1]", "[3]", "f64[2]",
     "f32[1000000,1000000,1000000]", "string[2]", "f32[1.5]", "f32[3];", "f32[²]"],
)  # fmt: skip
def test_one_line_for_what_is_wrong(text):
    with pytest.raises(UsageError, match=r"^--args: .*") as caught:
        parse_shapes(text)
    assert "\n" not in str(caught.value)


@given(st.text(alphabet="fiu1632[], x", max_size=30))
def test_any_text_is_shapes_or_one_line(text):
    said = ""
    try:
        parse_shapes(text)
    except UsageError as error:
        said = str(error)
    assert "\n" not in said


@given(
    st.lists(
        st.tuples(st.sampled_from(["f32", "i32", "u8", "bf16"]), st.lists(st.integers(0, 99), max_size=4))
    )
)
def test_what_is_written_is_read(shapes):
    text = ",".join(f"{name}[{','.join(map(str, sizes))}]" for name, sizes in shapes)
    found = parse_shapes(text)
    assert [(shape.dtype, list(shape.shape)) for shape in found] == [
        (np.dtype(SHORT[name]), sizes) for name, sizes in shapes
    ]
