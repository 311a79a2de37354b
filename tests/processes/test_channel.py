"""What crosses between two processes arrives as it was; what may not is refused by name."""

import math
import os
import sys
import threading
from contextlib import contextmanager
from io import FileIO
from types import ModuleType

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jaxstudio import errors
from jaxstudio.functions.protocol.requests import DrawnLine, DrawRequest, Phase, Scene, SheetLine
from jaxstudio.functions.protocol.scene import Curve, Mark, MarkKind, Piece, Proof, View
from jaxstudio.processes.channel import (
    MAGIC,
    PIPE_BYTES,
    PREFIX,
    Array,
    Channel,
    Encoded,
    Message,
    Plain,
    encode,
)
from jaxstudio.processes.errors import ErrorRecord, WorkerBug, rebuild_error, record_error

VIEW = View((-10.0, 10.0), (-5.0, 5.0), 800, 600)


@contextmanager
def pipe(**more):
    """A channel whose messages come back to it."""
    read, write = os.pipe()
    with FileIO(read, "r") as source, FileIO(write, "w") as sink:
        yield Channel(source, sink, **more), sink


def crossed(value, expected=Plain):
    """The value after a pipe."""
    with pipe() as (channel, _):
        sender = threading.Thread(target=channel.send, args=(Message("answer", 7, value),))
        sender.start()
        message = channel.receive()
        sender.join()
    assert (message.kind, message.number) == ("answer", 7)
    return message.value.decode(expected)


def crossed_error(error):
    return rebuild_error(crossed(record_error(error), ErrorRecord))


INTEGERS = st.integers(-(2**63), 2**64 - 1)
TEXTS = st.text(st.characters())  # with surrogates, as in names of files that are no UTF-8
plain = st.recursive(
    st.none() | st.booleans() | INTEGERS | st.floats() | TEXTS | st.binary(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4).map(tuple) | st.dictionaries(TEXTS | INTEGERS, inner, max_size=4)
    ),
    max_leaves=12,
)


@given(plain)
def test_plain_values_arrive_as_they_were(value):
    assert repr(crossed(value)) == repr(value)


@pytest.mark.parametrize("dtype", ["float64", "float32", "float16", "int64", "uint8", "bool", "complex128"])
@pytest.mark.parametrize("shape", [(), (0,), (5,), (3, 0, 2), (3, 4)])
def test_arrays_arrive_as_they_were(dtype, shape):
    rng = np.random.default_rng(0)
    array = np.asarray(rng.standard_normal(shape) * 100).astype(dtype)
    arrived = crossed(array)
    assert (arrived.dtype, arrived.shape) == (array.dtype, array.shape)
    assert np.array_equal(arrived, array)


def test_views_of_other_arrays_arrive_too():
    array = np.arange(24.0).reshape(4, 6)
    for view in (array.T, array[::2, ::-1], np.broadcast_to(array[0], (3, 6))):
        assert np.array_equal(crossed(view), view)


def test_nan_infinity_and_minus_zero_keep_their_bits():
    special = np.array([np.nan, np.inf, -np.inf, -0.0, 5e-324])
    assert crossed(special).tobytes() == special.tobytes()
    assert math.copysign(1, crossed(-0.0)) == -1


def test_the_same_array_is_sent_once():
    x = np.zeros(10_000)
    pieces = tuple(Piece(x, x, Proof.SAMPLED) for _ in range(10))
    assert len(encode(pieces).arrays) == 1
    arrived = crossed(pieces, tuple[Piece, ...])
    assert all(piece.x is arrived[0].x for piece in arrived)


def test_values_cross_while_another_thread_imports_numpy(monkeypatch):
    monkeypatch.setitem(sys.modules, "numpy", ModuleType("numpy"))  # as it is when its import begins
    with pipe() as (channel, _):
        channel.send(Message("answer", 7, {"seeds": (1, 2)}))
        assert channel.receive().value.decode(Plain) == {"seeds": (1, 2)}


def test_a_scene_and_its_request_arrive_as_they_were():
    x = np.linspace(0, 1, 5)
    mark = Mark(MarkKind.POLE, 1.5, math.nan, 12.0, Proof.PROVEN)
    curve = Curve(0, 2, (Piece(x, x**2, Proof.PROVEN),), (mark,), method="taylor", samples=5)
    scene = Scene(3, Phase.REFINED, VIEW, (DrawnLine("curve", curves=(curve,)),), seconds={"trace": 0.1})
    request = DrawRequest((SheetLine("sin(x)", orders=(0, 3)),), VIEW, {"a": 2.0})
    assert repr(crossed((scene, request), tuple[Scene, DrawRequest])) == repr((scene, request))


@pytest.mark.parametrize(
    "value",
    [object(), 2**64, np.array([object()]), lambda: 0, errors.ComputeError("x")],
    ids=lambda value: type(value).__name__,
)
def test_anything_else_is_refused(value):
    with pytest.raises(TypeError, match="cross to another process"):
        encode((1.0, value))


@pytest.mark.parametrize(
    ("value", "expected", "said"),
    [
        ("long", Mark, "Expected `object`, got `str`"),
        ({"kind": "knot", "x": 1.0}, Mark, r"Invalid enum value .knot. - at `\$.kind`"),
        ({"kind": "pole", "x": 1.0, "y": (2.0,)}, Mark, r"Expected `float`, got `array` - at `\$.y`"),
        ({"x": 1}, Array, "Expected an array"),
        ((1, (2.0, np.zeros(2))), tuple[int, tuple[float, float]], r"Expected `float`.* - at `\$\[1\]\[1\]`"),
        ({"text": "\udc80"}, Mark, "missing required field `kind`"),
    ],
)
def test_a_value_of_another_type_is_refused_by_the_place_in_it(value, expected, said):
    with pytest.raises(ValueError, match=said):
        crossed(value, expected)


def test_a_value_that_is_nested_beyond_measure_is_refused():
    with pytest.raises(RecursionError):
        Encoded(b"\x91" * 100_000, []).decode(Plain)


@pytest.mark.parametrize(
    ("table", "segments", "error", "said"),
    [
        ([("|O", (1,), -1, 0)], [], TypeError, "cross to another process"),
        ([("finfo", (1,), -1, 0)], [], TypeError, "cross to another process"),
        ([("<f8", (9,), -1, 0)], [], ValueError, "buffer is smaller"),
        ([("<f8", (1,), 3, 0)], [], IndexError, "out of range"),
        ([("<f8", ("x",), 0, 0)], [], ValueError, "Expected `int`, got `str`"),
        ([("<f8", (1,), 0, 0)], [(1, 65536, "3")], ValueError, "not agreed upon"),
    ],
)
def test_what_was_not_agreed_upon_is_neither_built_nor_mapped(table, segments, error, said):
    header = msgspec.msgpack.encode(("answer", 1, None, False, table, segments, [], []))
    with pipe() as (channel, sink):
        sink.write(PREFIX.pack(MAGIC, len(header), 0) + header)
        with pytest.raises(error, match=said):
            channel.receive()


def test_messages_of_two_threads_arrive_whole():
    """Each is so long that it goes through the pipe in several parts."""
    size = 2 * PIPE_BYTES + 100
    with pipe() as (channel, _):

        def send(number):
            for _ in range(4):
                channel.send(Message("answer", number, np.full(size, number, np.uint8)))

        senders = [threading.Thread(target=send, args=(number,), daemon=True) for number in (1, 2)]
        for sender in senders:
            sender.start()
        arrived = [channel.receive() for _ in range(8)]
        for sender in senders:
            sender.join()
    assert sorted(message.number for message in arrived) == [1] * 4 + [2] * 4
    for message in arrived:
        array = message.value.decode(Array)
        assert array.shape == (size,)
        assert (array == message.number).all()


@pytest.mark.parametrize("noise", [b"Traceback (most recent call last)", PREFIX.pack(MAGIC, 2, 1 << 40)])
def test_noise_on_the_pipe_is_not_a_message(noise):
    with pipe() as (channel, sink):
        sink.write(noise)
        with pytest.raises(ValueError, match=r"not a message|MB in one message"):
            channel.receive()


def test_half_a_message_is_the_end():
    with pipe() as (channel, sink):
        channel.send(Message("answer", 1, np.zeros(100)))
        whole = os.read(channel._read.fileno(), 1 << 16)
        sink.write(whole[:-3])
        sink.close()
        assert channel.receive() is None


STUDIO_ERRORS = [
    kind
    for kind in vars(errors).values()
    if isinstance(kind, type) and issubclass(kind, errors.StudioError) and kind is not errors.ExpressionError
]


@pytest.mark.parametrize("kind", STUDIO_ERRORS)
def test_every_error_a_person_can_meet_crosses_as_itself(kind):
    arrived = crossed_error(kind("no such thing"))
    assert type(arrived) is kind
    assert str(arrived) == "no such thing"


def test_an_expression_error_keeps_its_columns_and_its_mend():
    arrived = crossed_error(errors.ExpressionError(errors.Wording("what is ^^"), 4, 6, "^", ("**",), "E"))
    assert (str(arrived), *vars(arrived).values()) == ("what is ^^", 4, 6, "^", ("**",), "E")


def test_the_templates_of_an_error_cross_with_their_values():
    inner = errors.Wording("{0} is no list", "L")
    arrived = crossed_error(errors.DataError(errors.Wording("line {0:,}: {1}, not {{}}", 1200, inner)))
    assert str(arrived) == "line 1,200: L is no list, not {}"
    said = {
        "line {0:,}: {1}, not {{}}": "Zeile {0:,}: {1}, nicht {{}}",
        "{0} is no list": "{0} ist keine Liste",
    }
    assert arrived.wording.translated(said.get, format) == "Zeile 1,200: L ist keine Liste, nicht {}"


def test_a_bug_arrives_with_its_traceback():
    try:
        [][0]
    except IndexError as error:
        arrived = crossed_error(error)
    assert isinstance(arrived, WorkerBug)
    assert "test_channel.py" in str(arrived)
    assert "IndexError" in str(arrived)


def test_an_error_whose_class_only_looks_like_ours_is_a_bug():
    kind = type("ComputeError", (errors.StudioError,), {})
    strange = type("Strange", (errors.StudioError,), {})
    assert isinstance(rebuild_error(record_error(strange("x"))), WorkerBug)
    assert isinstance(rebuild_error(record_error(kind("x"))), errors.ComputeError)


@pytest.mark.parametrize(
    "error",
    [
        MemoryError(),
        RuntimeError("RESOURCE_EXHAUSTED: Out of memory allocating 8000 bytes."),
        RecursionError(),
    ],
    ids=repr,
)
def test_running_short_of_something_is_nobodys_bug(error):
    assert isinstance(rebuild_error(record_error(error)), errors.ComputeError)
