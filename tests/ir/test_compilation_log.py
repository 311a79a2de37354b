"""Each compilation, its cause and its cost; nothing of it is printed."""

import logging
import os
import subprocess
import sys
from functools import partial

import jax
import msgspec
import numpy as np
import pytest

from jaxstudio.ir.compilation_listener import (
    AGAIN,
    CLEARED,
    FIRST_IN,
    PART,
    changes_between,
    compared,
    explained,
    start_logging,
    stop_logging,
)
from jaxstudio.ir.compilation_log import (
    FIRST,
    OPERATION,
    Change,
    CompilationLog,
    Entry,
    advice_for,
    cause_of,
)


@pytest.fixture
def log():
    log = CompilationLog()
    start_logging(log)
    yield log
    stop_logging(log)


def ones(*shape, dtype="float32"):
    return np.ones(shape, dtype)


def of(log, name):
    return [entry for entry in log.entries() if entry.function == name]


def test_shapes_types_and_static_values_are_named(log):
    @partial(jax.jit, static_argnums=2)
    def scaled(x, y, n):
        return x * n + y

    scaled(ones(3), ones(3), 2)
    scaled(ones(3), ones(3), 2)
    scaled(ones(4), ones(4), 2)
    scaled(ones(4), ones(4), 3)
    scaled(ones(4, dtype="int32"), ones(4, dtype="int32"), 3)
    found = of(log, "scaled")
    assert [entry.why for entry in found] == [
        FIRST,
        "x: f32[3] → f32[4]; y: f32[3] → f32[4]",
        "argument 2: 2 → 3",
        "argument 0: f32[4] → i32[4]; argument 1: f32[4] → i32[4]",
    ]
    assert found[1].changes == (Change("x", "f32[4]", "f32[3]"), Change("y", "f32[4]", "f32[3]"))
    assert found[0].arguments == ("f32[3]", "f32[3]")
    for entry in found:
        assert entry.compile > 0
        assert entry.trace > 0
        assert entry.seconds == entry.trace + entry.lower + entry.compile
        assert entry.cache in ("hit", "miss", "off")


def test_an_argument_given_by_name_and_left_out(log):
    @partial(jax.jit, static_argnames="n")
    def named(x, n=2):
        return x * n

    named(ones(3))
    named(ones(3), n=5)
    assert of(log, "named")[1].why == "n: left out → given"


def test_a_function_made_anew_says_so(log):
    for _ in range(3):

        @jax.jit
        def anew(x):
            return x + 1

        anew(ones(5))
    whys = [entry.why for entry in of(log, "anew")]
    assert whys == [FIRST, AGAIN, AGAIN]


def adder(step):
    def closure(x):
        return x + step

    return jax.jit(closure)


def test_a_closure_made_anew_for_every_call(log):
    """Also where the one before is gone: another object may then have its identity."""
    for step in range(3):
        adder(step)(ones(4))
    assert [entry.why for entry in of(log, "closure")] == [FIRST, AGAIN, AGAIN]


def test_caches_that_were_cleared(log):
    @jax.jit
    def cleared(x):
        return x * 3.25

    cleared(ones(3))
    jax.clear_caches()
    cleared(ones(3))
    cleared(ones(4))
    assert [entry.why for entry in of(log, "cleared")] == [FIRST, CLEARED, "x: f32[3] → f32[4]"]


def test_lambdas_are_told_apart_by_their_lines(log):
    first = jax.jit(lambda x: x + 1.25)
    second = jax.jit(lambda x: x + 1.75)
    first(ones(3))
    second(ones(3))
    first(ones(4))
    found = of(log, "<lambda>")
    line = adder.__code__.co_filename, test_lambdas_are_told_apart_by_their_lines.__code__.co_firstlineno
    assert [entry.place for entry in found] == [f"{line[0]}:{line[1] + by}" for by in (1, 2, 1)]
    assert found[0].title == f"<lambda> test_compilation_log.py:{line[1] + 1}"
    assert [entry.why for entry in found] == [FIRST, FIRST, "x: f32[3] → f32[4]"]
    assert of(log, "closure") == []


def test_functions_of_one_name_are_not_compared(log):
    def made(size):
        if size == 3:

            def same(x):
                return x + 1
        else:

            def same(x):
                return x + 2

        return jax.jit(same)

    made(3)(ones(3))
    made(4)(ones(4))
    assert [entry.why for entry in of(log, "same")] == [FIRST, FIRST]


def test_by_keyword_and_by_position(log):
    @jax.jit
    def called(x, y):
        return x * y

    called(ones(3), y=ones(3))
    called(ones(3), ones(3))
    called(x=ones(3), y=ones(3))
    whys = [entry.why for entry in of(log, "called")]
    assert whys == [FIRST, "y: by keyword → by position", "x: by position → by keyword"]


SEVERAL = """
import jax, msgspec, numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P
from jaxstudio.ir.compilation_listener import start_logging
from jaxstudio.ir.compilation_log import COMPILATION_LOG
start_logging()
@jax.jit
def f(x):
    return x * 2
x, devices = np.ones(8, "float32"), jax.devices()
mesh = Mesh(np.array(devices), ("x",))
f(x)
f(jax.device_put(x, devices[1]))
f(jax.device_put(x, devices[2]))
f(jax.device_put(x, NamedSharding(mesh, P("x"))))
f(jax.device_put(x, NamedSharding(mesh, P())))
with jax.default_device(devices[3]):
    f(x)
print(msgspec.json.encode([entry for entry in COMPILATION_LOG.entries() if entry.function == "f"]).decode())
"""


def test_another_device_and_another_sharding():
    """In a process that has four devices."""
    done = subprocess.run(
        [sys.executable, "-c", SEVERAL],
        env={**os.environ, "JAX_NUM_CPU_DEVICES": "4", "JAX_PLATFORMS": "cpu"},
        capture_output=True, text=True, timeout=120, check=True,
    )  # fmt: skip
    entries = msgspec.json.decode(done.stdout, type=list[Entry])
    assert [entry.why for entry in entries] == [
        FIRST,
        "device: the usual device → cpu:1",
        "device: cpu:1 → cpu:2",
        "sharding of argument 0: cpu:2 → P('x') over mesh(x=4)",
        "sharding of argument 0: P('x') over mesh(x=4) → P() over mesh(x=4)",
        "default device: the usual → cpu:3; sharding of argument 0: P() over mesh(x=4) → the usual device",
    ]
    assert entries[1].changes == (Change("device", "cpu:1", "the usual device"),)


def test_what_the_cache_had_is_a_hit(log):
    def kept(x):
        return x * 2.5 - 7

    jax.jit(kept)(ones(6))
    jax.clear_caches()
    jax.jit(kept)(ones(6))
    assert of(log, "kept")[-1].cache == "hit"


def test_the_reason_that_was_given(log):
    with log.because("to be looked at"):
        jax.jit(lambda x: x + 3.5).lower(ones(2)).compile()
    jax.jit(lambda x: x + 4.5)(ones(2))
    whys = [entry.why for entry in of(log, "<lambda>")]
    assert whys[0] == "to be looked at"
    assert whys[1] != "to be looked at"


def test_what_measures_the_machine_is_left_out(log):
    with log.paused():
        jax.jit(lambda x: x * 5 + 1)(3.0)
    jax.jit(lambda x: x * 5 + 2)(3.0)
    assert len(log.entries()) == 1


def test_it_is_bounded_and_counts_on(log, monkeypatch):
    monkeypatch.setattr("jaxstudio.ir.compilation_log.MOST_ENTRIES", 3)
    small = CompilationLog()
    start_logging(small)
    for size in range(1, 6):
        jax.jit(lambda x: x * 1.5)(ones(size))
    assert small.count >= 5
    numbers = [entry.number for entry in small.entries()]
    assert numbers == [small.count - 2, small.count - 1, small.count]
    assert small.entries(since=small.count - 1)[0].number == small.count
    stop_logging(small)
    count = small.count
    jax.jit(lambda x: x * 1.75)(ones(2))
    assert small.count == count


def test_nothing_reaches_the_log_unless_it_was_asked_for(log):
    heard = []

    class Hears(logging.Handler):
        def emit(self, record):
            heard.append(record.getMessage())

    logger, handler = logging.getLogger("jax"), Hears(logging.DEBUG)
    logger.addHandler(handler)
    propagate, logger.propagate = logger.propagate, False
    try:
        jax.jit(lambda x: x * 8.5)(ones(3))
        assert not heard
        with jax.log_compiles(True):
            jax.jit(lambda x: x * 9.5)(ones(3))
        assert any(line.startswith("Compiling ") for line in heard)
    finally:
        logger.removeHandler(handler)
        logger.propagate = propagate


def test_starting_twice_counts_once(log):
    start_logging(log)
    before = log.count
    jax.jit(lambda x: x - 6.5)(ones(7))
    assert log.count == before + 1


def test_jax_explanations():
    message = """TRACING CACHE MISS at a.py:1 (f):
  for g defined at a.py:3
  all previously seen cache keys differ. For the closest previous key:
  different input types:
  * at x, now float32[4] and before float32[3]
  * at y, now float32[]{weak_type=True} and before float32[]{weak_type=False}https://docs"""
    assert explained(message) == [
        Change("x", "float32[4]", "float32[3]"),
        Change("y", "float32[] weak", "float32[]"),
    ]
    context = "TRACING CACHE MISS at a\n  * jax_enable_x64 differs: now True and before False"
    assert explained(context) == [Change("64-bit numbers", "on", "off")]


def test_types_are_compared_with_the_call_before():
    assert compared(["f32[3]"], ["f32[3]"]) == []
    assert compared(["f32[3]"], ["f32[3]", "i32[]"]) == [Change("arguments", "1", "2")]
    before = Entry(1, 0.0, "f", ("f32[3]",), 0, 0, 0, "off", FIRST, (Change("argument 1", "3", "2"),))
    static = "x\n  * at input path [0][1], now A Static(val=3) and before A Static(val=2), so different"
    assert changes_between(static, ["i32[3]"], before) == [Change("argument 0", "i32[3]", "f32[3]")]
    assert changes_between(static, ["f32[3]"], None) == [Change("argument 1", "3", "2")]


def test_another_structure_of_an_argument_is_named(log):
    """Keys of a dict are no arguments by name, and an argument that is not used has a structure, too."""

    @jax.jit
    def total(held, unused):
        return sum(each.sum() for each in held.values())

    x = ones(3)
    for held, unused in (
        ({"a": x, "b": x}, x), ({"a": x, "c": x}, x), ({"a": x}, x), ({"a": x}, {"q": x}),
        ({"a": x}, {"q": x, "r": x}),
    ):  # fmt: skip
        total(held, unused)
    first, renamed, gone, other, grown = [entry.why for entry in of(log, "total")]
    assert first == FIRST
    assert renamed == "structure of argument 0: dict with keys 'a', 'b' → dict with keys 'a', 'c'"
    assert gone == "argument 0['b']: given → left out"
    assert other == "structure of argument 1: an array or number → dict"
    # JAX compares with a call of its own choice: no other cause is made up
    assert "structure of argument 1: an array or number → dict" in grown or "'q'" in grown


def test_transforms_of_a_jitted_function_are_no_functions_made_anew(log):
    @jax.jit
    def squares(x):
        return (x**2).sum()

    x = ones(3)
    squares(x)
    jax.grad(squares)(x)
    jax.vmap(squares)(ones(2, 3))
    jax.vmap(squares)(ones(5, 3))
    squares(ones(4))
    whys = [entry.why for entry in of(log, "squares")]
    assert whys[0] == FIRST
    assert set(whys[1:-3]) == {FIRST_IN["derivative"]}
    assert whys[-3] == FIRST_IN["vmap"]
    assert "f32[2,3] → f32[5,3]" in whys[-2]
    assert whys[-1] == "x: f32[3] → f32[4]"


def test_a_backward_pass_and_an_operation_by_itself_are_no_functions_made_anew(log):
    @jax.jit
    def shifted(x):
        return x + 1

    jax.grad(lambda x: shifted(x).sum())(ones(3))
    assert [entry.why for entry in of(log, "shifted")] == [FIRST_IN["derivative"], PART]
    x = ones(3, 4)
    jax.lax.reduce_sum_p.bind(x, axes=(0,), out_sharding=None)
    jax.lax.reduce_sum_p.bind(x, axes=(1,), out_sharding=None)
    *_, entry = of(log, "reduce_sum")
    assert entry.why == OPERATION
    assert "inside a jitted function" in advice_for(entry)


def test_cleared_caches_are_the_cause_behind_a_transform(log):
    @jax.jit
    def doubled(x):
        return x * 2

    x = ones(3)
    jax.vmap(doubled)(ones(2, 3))
    doubled(x)
    jax.clear_caches()
    doubled(x)
    jax.vmap(doubled)(ones(2, 3))
    assert [entry.why for entry in of(log, "doubled")] == [FIRST_IN["vmap"], FIRST, CLEARED, CLEARED]


def test_each_cause_has_its_advice(log):
    """A structure of a pytree, an unused argument, a setting, a function made anew, emptied caches."""

    @jax.jit
    def total(tree, unused):
        return sum(jax.tree.leaves(tree))

    @jax.jit
    def ignoring(x, unused):
        return x + 1

    @partial(jax.jit, static_argnums=1)
    def power(x, n):
        return x**n

    def made(factor):
        def scaled_anew(x):
            return x * factor

        return jax.jit(scaled_anew)

    x = ones(3)
    total({"a": x}, x)
    total([x], x)
    ignoring(x, x)
    ignoring(x, ones(5))
    power(x, 2)
    power(x, 3)
    power(ones(4), 3)
    with jax.default_matmul_precision("float32"):
        power(ones(4), 3)
    made(2.0)(x)
    made(3.0)(x)
    jax.clear_caches()
    power(ones(4), 3)
    said = {(entry.why, cause_of(entry)) for entry in log.entries()}
    assert {
        ("structure of argument 0: dict → list", "structure"),
        ("unused, not used by the program: f32[3] → f32[5]", "unused"),
        (AGAIN, "anew"),
        (CLEARED, "clear_caches"),
        (FIRST, ""),
    } <= said
    assert {"static", "shape", "context"} <= {cause for _, cause in said}
    assert any(why.startswith("precision of matrix products: ") for why, _ in said)
    assert all(advice_for(entry) for entry in log.entries() if cause_of(entry))


def test_calls_written_another_way_are_no_static_values(log):
    """Another length of a list, a keyword, a lambda made anew as a static argument, a callable object."""

    class Twice:
        def __call__(self, x):
            return x * 2

    @jax.jit
    def first_of(layers):
        return layers[0] * 2

    @jax.jit
    def biased(x, bias=None):
        return x + bias

    @partial(jax.jit, static_argnums=0)
    def apply(function, x):
        return function(x)

    x = ones(3)
    first_of([x])
    first_of([x, x])
    biased(x, x)
    biased(x, bias=x)
    for _ in range(2):
        apply(lambda y: y + 1, x)
    for _ in range(2):
        jax.jit(Twice())(x)
    said = [(entry.why, cause_of(entry)) for entry in log.entries() if entry.why != FIRST]
    assert ("structure of argument 0: list of length 1 → list of length 2", "structure") in said
    assert ("bias: by position → by keyword", "call") in said
    (made,) = (why for why, cause in said if cause == "function")
    assert made.endswith("<lambda>> → another one")
    assert "0x" not in made
    assert [why for why, cause in said if cause == "anew"] == [AGAIN]
    assert all(advice_for(entry) for entry in log.entries() if entry.why != FIRST)
