"""Arguments of a call as people write them."""

import sys
from types import SimpleNamespace

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jax.sharding import NamedSharding, PartitionSpec

from jaxstudio.errors import UsageError
from jaxstudio.ir.argument_grammar import DTYPES, read_call
from jaxstudio.ir.user_process.argument_values import make_call


def parse_shapes(text):
    return make_call(read_call(text)).args


def test_what_people_write():
    found = parse_shapes("f32[3,3], f32[ 3 ],i32[],bf16,pred[2],float16[1,2,3],jnp.float32[2]")
    assert [(shape.shape, shape.dtype) for shape in found] == [
        ((3, 3), jnp.float32),
        ((3,), jnp.float32),
        ((), jnp.int32),
        ((), jnp.bfloat16),
        ((2,), jnp.bool_),
        ((1, 2, 3), jnp.float16),
        ((2,), jnp.float32),
    ]
    assert parse_shapes("") == ()
    with jax.enable_x64(True):
        assert parse_shapes("f64[2]")[0].dtype == np.float64


@pytest.mark.parametrize(
    ("text", "dtype"),
    [
        ("f8_e4m3fn[4]", jnp.float8_e4m3fn),
        ("f8e5m2", jnp.float8_e5m2),
        ("i4[2]", jnp.int4),
        ("u2", jnp.uint2),
    ],
)
def test_narrow_formats(text, dtype):
    assert parse_shapes(text)[0].dtype == dtype


def test_by_name_values_and_pytrees():
    made = make_call(
        read_call("f32[2], -3, params={'w': f32[3,3], 'b': [1.5, (True, None)]}, mode=\"a;b\", z=1+2j")
    )
    assert made.args == (jax.ShapeDtypeStruct((2,), "float32"), -3)
    assert made.kwargs == {
        "params": {"w": jax.ShapeDtypeStruct((3, 3), "float32"), "b": [1.5, (True, None)]},
        "mode": "a;b",
        "z": 1 + 2j,
    }
    assert made.static == {"mode"}, "a word cannot be traced"
    assert read_call("x=f32[2], n=3").texts == {"x": "f32[2]", "n": "3"}


def test_keys_arrays_and_weak_types():
    key, keys, raw, printed, shape = parse_shapes(
        'key(7), key<fry>[4], PRNGKey(7), key<fry>[], key(1, "rbg")'
    )
    assert jnp.array_equal(jax.random.key_data(key), jax.random.key_data(jax.random.key(7)))
    assert (keys.shape, keys.dtype) == ((4,), key.dtype)
    assert (printed.shape, printed.dtype) == ((), key.dtype)
    assert jnp.array_equal(raw, jax.random.PRNGKey(7))
    assert jax.random.key_impl(shape) == jax.random.key_impl(jax.random.key(1, impl="rbg"))
    three, row, weak, plain = parse_shapes("f32(3), i32([1, -2]), weak(f32[2]), 2.0")
    assert (three.dtype, float(three)) == (jnp.float32, 3.0)
    assert row.tolist() == [1, -2]
    assert weak.weak_type
    assert (
        jax.eval_shape(lambda a, b: a + b, weak, jax.ShapeDtypeStruct((2,), "bfloat16")).dtype == jnp.bfloat16
    )
    assert plain == 2.0


def test_shardings_as_jax_prints_them():
    made = make_call(read_call("f32[8@x,4], y=f32[2,8@(x,y)]; mesh(x=1, y=1)"))
    first, second = made.args[0], made.kwargs["y"]
    assert first.sharding == NamedSharding(made.mesh, PartitionSpec("x", None))
    assert second.sharding == NamedSharding(made.mesh, PartitionSpec(None, ("x", "y")))
    assert dict(made.mesh.shape) == {"x": 1, "y": 1}
    assert read_call("f32[8@x]; mesh(x=4)").devices == 4
    with pytest.raises(UsageError, match="the mesh has 64 devices, and this process has"):
        make_call(read_call("f32[64@x]; mesh(x=64)"))


def test_what_the_module_defines():
    known = {"init": lambda key: {"w": jax.random.normal(key, (3,))}, "Pair": lambda a, b: (a, b), "N": 3}
    made = make_call(read_call("init(key(0)), init(key<fry>[]), Pair(f32[2], b=N)"), SimpleNamespace(**known))
    concrete, shapes, pair = made.args
    assert isinstance(concrete["w"], jax.Array)
    assert shapes == {"w": jax.ShapeDtypeStruct((3,), "float32")}
    assert jax.tree.leaves(pair)[0].shape == (2,)


def test_other_arguments_are_python():
    module = SimpleNamespace(N=3, LAYERS=[1.5, {"w": 2}], key=5, np=np)
    made = make_call(
        read_call(
            "[f32[2*N]] * 2, {f'w{n}': f32[n,N] for n in (1, 2)}, LAYERS[1]['w'] + 3, key, "
            "np.arange(3) + 1, n=max(4, N) if N else None, "
            "weak=weak(f32[len(LAYERS)]), out=[-inf, np.float32(2)]"
        ),
        module,
    )
    layers, named, five, key, row = made.args
    assert layers == [jax.ShapeDtypeStruct((6,), "float32")] * 2
    assert named == {f"w{n}": jax.ShapeDtypeStruct((n, 3), "float32") for n in (1, 2)}
    assert (five, key, row.tolist(), made.kwargs["n"]) == (5, 5, [1, 2, 3], 4)
    assert made.kwargs["weak"] == jax.ShapeDtypeStruct((2,), "float32", weak_type=True)
    assert made.kwargs["out"] == [-np.inf, 2]


def test_reading_evaluates_nothing(tmp_path):
    """The window and the command line read what was typed, before they may run it."""
    path = tmp_path / "made"
    call = read_call(f"open({str(path)!r}, 'w').close()")
    assert not path.exists()
    assert make_call(call).args == (None,)
    assert path.exists()


def test_an_error_of_the_file_is_raised_as_it_is():
    def fails(x):
        raise KeyError(x)

    with pytest.raises(KeyError):
        make_call(read_call("fails(3)"), SimpleNamespace(fails=fails))
    with pytest.raises(
        UsageError, match=r"--args: 'fails\(\)': .*missing 1 required positional argument: 'x'"
    ):
        make_call(read_call("fails()"), SimpleNamespace(fails=fails))
    with pytest.raises(UsageError, match=r"--args: 'n\.a\.b': 'int' object has no attribute 'a'"):
        make_call(read_call("n.a.b"), SimpleNamespace(n=3))


def test_which_arguments_have_64_bits():
    assert read_call("x={'a': [f64[3]]}").wide
    assert read_call("u64").wide
    assert not read_call("f32[64,128], c64[3], n=64").wide


@pytest.mark.parametrize(
    "text",
    ["f32[3", "f32[3,]]", "f32[a]", "f33[3]", "f32[3] f32", ",f32", "f32[-1]", "[3", "f64[2]", "f32[3];",
     "f32[1000000,1000000,1000000]", "string[2]", "f32[1.5]", "f32[²]", "n=1, n=2", "n=1, f32", "*x", "**x",
     "{**x}", "1)+(2", "f32)(3", "(lambda: x)()", "__import__('nothing')", "[x for x in y]",
     "f'{x}'", "1 / 0", "[1][2]", "f32[9**400]", "f32[" + "9" * 400 + "]", "key<fry>[-1]", "yield", "await x",
     "x.y().z", "i8(300)", "i32([[1], [2, 3]])", "key()", "key(1.5)", 'key(0, "no such")',
     "key<fry>", "1 < '2'", "f32[8@x]", "f32[8@x]; mesh(y=2)", "f32[8@x]; mesh(x=2) + 1",
     "f32[8@3]; mesh(x=2)", "weak(3)", "f32; mesh(x=0)", "f32; mesh(x=9999)", "nothing", "nothing(f32[3])",
     "{[]: 3}", "3 + None",
     "(" * 500, "-" * 5000 + "1", "9" * 5000, "x" * 30_000, "'\\N{no such}'", "\x00", "f32[2] * 2",
     "f32[x for x in 3]", "[f32 for f32 in y]"],
)  # fmt: skip
def test_one_line_for_what_is_wrong(text):
    with pytest.raises(UsageError, match=r"^--args: .*") as caught:
        parse_shapes(text)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400


def test_what_is_no_argument_is_named():
    with pytest.raises(UsageError, match=r"'f33' is no dtype: expected one of bool, i2"):
        parse_shapes("f33[3]")
    with pytest.raises(UsageError, match=r"'n' is given twice"):
        parse_shapes("n=1, n=2")
    with pytest.raises(UsageError, match=r"arguments by position were expected before those by name"):
        parse_shapes("n=1, f32")
    with pytest.raises(UsageError, match=r"'x' is no axis of the mesh: expected one of y"):
        parse_shapes("f32[8@x]; mesh(y=2)")


@pytest.mark.parametrize(
    "text",
    ["f32[]," * 660, "'\\" * 1900, '"' * 3999, "[" * 3900, "a[" * 1900, "x<" * 1900 + "y", ";" * 3900,
     "{1:" * 1000, "f32[" + " " * 3900, "é, " * 1300, "a['\\'" * 600],
)  # fmt: skip
def test_long_texts_are_read_at_once(text):
    """The window reads what is typed: steps are counted, since a clock would measure the machine."""
    steps = 0

    def count(frame, event, argument):
        nonlocal steps
        steps += event == "line"
        return count

    sys.settrace(count)
    try:
        read_call(text)
    except UsageError:
        pass
    finally:
        sys.settrace(None)
    assert steps < 40 * len(text) + 1000


@given(st.text(alphabet="fiu1632[](){}, x=:'@;<>.\\\n\"", max_size=40))
def test_any_text_is_arguments_or_one_line(text):
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
        (np.dtype(DTYPES[name]), sizes) for name, sizes in shapes
    ]
