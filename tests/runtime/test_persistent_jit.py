"""Executables on disk: the same bits, found by all that decides them, and anything wrong is compiled anew."""

import logging
import threading
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from jaxstudio.engine.kernels import traced
from jaxstudio.kernels import pixels
from jaxstudio.ops import CATALOGUE
from jaxstudio.runtime import fingerprint, persistent_jit
from jaxstudio.runtime.compile_counter import COMPILES
from jaxstudio.runtime.devices import find_device
from jaxstudio.runtime.persistent_jit import PersistentJit

FUNCTION = partial(pixels.unpremultiply, channels=4)
VALUES = np.random.default_rng(4).random(4000, np.float32)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Where executables are kept during a test."""
    find_device(None)
    monkeypatch.setattr(persistent_jit, "configure", lambda: tmp_path)
    return tmp_path


def kept(function=FUNCTION):
    """A jit that knows nothing yet, as a new process makes it."""
    jax.clear_caches()
    return PersistentJit(function, find_device(None))


def compiled_and_loaded(call):
    """How many executables `call` compiles, and how many it loads."""
    count, loaded = COMPILES.count, COMPILES.loaded
    call()
    return COMPILES.count - COMPILES.loaded - (count - loaded), COMPILES.loaded - loaded


def test_the_second_one_loads_and_computes_the_same_bits(folder):
    expected = np.asarray(jax.jit(FUNCTION)(VALUES))
    results = []
    assert compiled_and_loaded(lambda: results.append(kept()(VALUES))) == (1, 0)
    assert [path.suffix for path in folder.iterdir()] == [".kernel"]
    second = kept()
    assert compiled_and_loaded(lambda: results.append(second(VALUES))) == (0, 1)
    assert compiled_and_loaded(lambda: results.append(second(VALUES))) == (0, 0)
    for result in results:
        np.testing.assert_array_equal(np.asarray(result).view(np.uint32), expected.view(np.uint32))


def test_results_are_committed_to_the_device(folder):
    first, second = kept()(VALUES), kept()(VALUES)
    assert first.committed
    assert second.committed
    assert first.sharding == second.sharding == jax.sharding.SingleDeviceSharding(find_device(None))
    # not `aval ==`: since JAX 0.11 it compares identities, and one of them was read from a file
    assert (first.dtype, first.shape, first.weak_type) == (second.dtype, second.shape, second.weak_type)
    traces = []
    after = jax.jit(lambda x: traces.append(x.shape) or x * 2)
    after(first), after(second)
    assert len(traces) == 1, "what was compiled for one is found for the other"


def test_every_kind_of_argument_that_the_engine_gives(folder):
    gamma = CATALOGUE["gamma"]
    p = traced(gamma, gamma.resolve(gamma.defaults()))
    earlier = kept()(VALUES)
    for _ in range(2):
        function = kept(gamma.kind.apply)
        for x in (VALUES, np.zeros(7, np.float32), jnp.asarray(VALUES), earlier):
            np.testing.assert_array_equal(function(x, p), jax.jit(gamma.kind.apply)(x, p))


def test_ready_computes_nothing_and_calls_find_it(folder):
    first, second = kept(), kept()
    assert compiled_and_loaded(lambda: first.ready(VALUES)) == (1, 0)
    assert compiled_and_loaded(lambda: first(VALUES)) == (0, 0)
    assert compiled_and_loaded(lambda: second.ready(VALUES)) == (0, 1)
    assert compiled_and_loaded(lambda: second.ready(VALUES)) == (0, 0)


def test_other_types_are_other_executables(folder):
    first = kept()
    for x in (VALUES, VALUES[:400], jnp.asarray(VALUES[:400])):
        first(x)
    assert len(list(folder.iterdir())) == 2
    with jax.enable_x64(True):
        first(VALUES)
    assert len(list(folder.iterdir())) == 3


def test_within_another_function_it_is_a_plain_jit(folder):
    traced = jax.jit(lambda x: kept()(x) + 1)(VALUES)
    np.testing.assert_array_equal(traced, np.asarray(kept()(VALUES)) + 1)


@pytest.mark.parametrize(
    "spoilt",
    [
        lambda text: b"",
        lambda text: text[: len(text) // 2],
        lambda text: text[:-1],
        lambda text: text[:200] + bytes([text[200] ^ 1]) + text[201:],
        lambda text: text[:-20] + bytes([text[-20] ^ 128]) + text[-19:],
        lambda text: b"something else altogether",
        lambda text: b"jaxstudio kernel 0\n" + text[19:],
    ],
    ids=["empty", "half", "a byte short", "a bit", "a bit near the end", "foreign", "old"],
)
def test_a_file_that_is_not_what_was_written_is_compiled_anew(folder, caplog, spoilt):
    expected = kept()(VALUES)
    (path,) = folder.iterdir()
    path.write_bytes(spoilt(path.read_bytes()))
    with caplog.at_level(logging.WARNING, "jaxstudio"):
        assert compiled_and_loaded(lambda: np.testing.assert_array_equal(kept()(VALUES), expected)) == (1, 0)
    assert str(path) in caplog.text
    assert compiled_and_loaded(lambda: kept()(VALUES)) == (0, 1), "the good one took its place"


def test_what_xla_refuses_is_compiled_anew(folder, caplog, monkeypatch):
    kept()(VALUES)

    def refuse(*_, **__):
        raise jax.errors.JaxRuntimeError("INTERNAL: made for another machine")

    with monkeypatch.context() as patch, caplog.at_level(logging.WARNING, "jaxstudio"):
        patch.setattr(persistent_jit.serialize_executable, "deserialize_and_load", refuse)
        assert compiled_and_loaded(lambda: kept()(VALUES)) == (1, 0)
    assert "another machine" in caplog.text


@pytest.mark.parametrize("what", ["sources", "flags", "processors", "jax", "function"])
def test_whatever_decides_the_code_decides_the_file(folder, monkeypatch, what):
    kept()(VALUES)
    function = FUNCTION
    persistent_jit.machine_of.cache_clear()
    if what == "sources":
        monkeypatch.setattr(fingerprint, "sources", lambda: "others")
    elif what == "flags":
        monkeypatch.setenv("XLA_FLAGS", "--xla_cpu_enable_fast_math=true")
    elif what == "processors":
        monkeypatch.setattr(persistent_jit.os, "sched_getaffinity", lambda _: range(77), raising=False)
    elif what == "jax":
        monkeypatch.setattr(jax, "__version__", "0.0.1")
    else:
        function = partial(pixels.unpremultiply, channels=2)
    assert compiled_and_loaded(lambda: kept(function)(VALUES)) == (1, 0)
    persistent_jit.machine_of.cache_clear()


def test_a_test_s_own_function_is_not_kept(folder):
    for _ in range(2):
        assert compiled_and_loaded(lambda: kept(lambda x: x * 3.5)(VALUES)) == (1, 0)
    assert not list(folder.iterdir())


def test_where_nothing_can_be_written_it_still_computes(folder, monkeypatch, caplog):
    gone = folder / "gone"
    monkeypatch.setattr(persistent_jit, "configure", lambda: gone)
    with caplog.at_level(logging.WARNING, "jaxstudio"):
        np.testing.assert_array_equal(kept()(VALUES), jax.jit(FUNCTION)(VALUES))
    assert str(gone) in caplog.text


def test_without_a_folder_nothing_is_kept(folder, monkeypatch):
    monkeypatch.setattr(persistent_jit, "configure", lambda: None)
    np.testing.assert_array_equal(kept()(VALUES), jax.jit(FUNCTION)(VALUES))
    assert not list(folder.iterdir())


def test_who_is_killed_while_it_writes_leaves_nothing(folder, monkeypatch):
    def killed(*_):
        raise SystemExit

    with monkeypatch.context() as patch:
        patch.setattr(persistent_jit.os, "replace", killed)
        with pytest.raises(SystemExit):
            kept()(VALUES)
    assert not list(folder.iterdir())


def test_many_at_once_make_one(folder):
    shared, others = kept(), [kept() for _ in range(4)]
    results, begin = [], threading.Barrier(8)

    def work(function):
        begin.wait(60)
        results.append(np.asarray(function(VALUES)))

    threads = [threading.Thread(target=work, args=(each,)) for each in (shared,) * 4 + tuple(others)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 8
    for result in results:
        np.testing.assert_array_equal(result, results[0])
    assert len(list(folder.iterdir())) == 1


def test_a_wait_for_what_another_thread_compiles_counts_as_compiling(folder):
    begun, go_on = threading.Event(), threading.Event()

    def slow(x):
        begun.set()  # while it is traced
        assert go_on.wait(30)
        return x + 1

    kernel = kept(slow)
    other = threading.Thread(target=kernel, args=(VALUES,))
    other.start()
    assert begun.wait(30)
    before = COMPILES.seconds_here
    threading.Timer(0.2, go_on.set).start()
    kernel(VALUES)
    other.join()
    # less than the timer's 0.2 s, if this thread came late; nothing at all, were the wait not noted
    assert COMPILES.seconds_here > before
