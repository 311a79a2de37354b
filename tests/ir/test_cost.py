"""Counts against JAX's own analyses and arithmetic by hand; measured values against plain sense."""

import os
import subprocess
import sys
import time
from functools import partial
from types import SimpleNamespace

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from ir.conftest import floats
from jaxstudio.ir import measurement as roofs
from jaxstudio.ir.cost import Cost, Loop, Roofline, describe_loops
from jaxstudio.ir.links.origins import Origins
from jaxstudio.ir.measurement import (
    Event,
    _divided_time,
    _read_profile,
    _without_profiler,
    arguments_maker,
    cost_of,
    kernel_seconds,
    reason_not_to_run,
    roofline,
    timed,
)
from jaxstudio.ir.parse.hlo import parse_hlo


def compiled(function, *arguments, **options):
    return jax.jit(function, **options).lower(*arguments).compile()


def test_counts_are_those_of_jax():
    product = compiled(jnp.matmul, floats(64, 32), floats(32, 16))
    cost = cost_of(product)
    assert cost.flops == 2 * 64 * 32 * 16 == product.cost_analysis()["flops"]
    assert cost.bytes_accessed == 4 * (64 * 32 + 32 * 16 + 64 * 16)
    assert cost.argument_bytes == 4 * (64 * 32 + 32 * 16)
    assert cost.output_bytes == 4 * 64 * 16
    assert cost.intensity == cost.flops / cost.bytes_accessed
    sines = cost_of(compiled(jnp.sin, floats(100)))
    assert sines.transcendentals == 100
    assert sines.flops == 0
    assert sines.intensity is None


def nested(x, outer, inner, loop):
    """The same arithmetic in loops, or with each iteration written out."""
    y = loop(outer, lambda v: jnp.sin(loop(inner, lambda u: u @ u * 0.5, v)) * v, x)
    return y + 1


def fori(count, body, x):
    return jax.lax.fori_loop(0, count, lambda _, v: body(v), x)


def unrolled(count, body, x):
    for _ in range(count):
        x = body(x)
    return x


@pytest.mark.parametrize(("outer", "inner"), [(10, 1), (7, 3), (1, 5)])
def test_loops_count_as_often_as_they_run(outer, inner):
    """Against the count of the same program without loops."""
    cost = cost_of(compiled(partial(nested, outer=outer, inner=inner, loop=fori), floats(8, 8)))
    reference = cost_of(compiled(partial(nested, outer=outer, inner=inner, loop=unrolled), floats(8, 8)))
    assert reference.loops == ()
    assert reference.run_flops == reference.flops
    # a loop counts its iterations, and asks whether another one comes
    counting = 2 * (outer + outer * inner) + 8
    assert reference.flops <= cost.run_flops <= reference.flops + counting
    assert cost.run_transcendentals == reference.transcendentals == outer * 64
    assert cost.flops < reference.flops, "XLA counts once"
    assert cost.run_bytes_accessed > cost.bytes_accessed
    assert cost.of_a_run == (cost.run_flops, cost.run_bytes_accessed)


def test_a_loop_that_only_the_run_ends():
    def halves(x):
        return jax.lax.while_loop(lambda v: v.sum() > 1, lambda v: v / 2, fori(6, jnp.sin, x))

    cost = cost_of(compiled(halves, floats(8)))
    assert sorted((loop.trips or 0, loop.depth) for loop in cost.loops) == [(0, 0), (6, 0)]
    assert cost.run_flops is None
    assert cost.of_a_run == (cost.flops, cost.bytes_accessed)
    words = describe_loops(cost.loops, multiplied=False)
    assert " 6 times; how often while" in words
    assert "runs is known only at run time" in words
    loops = (Loop("while.2", 10), Loop("while.1", 3, 1))
    assert describe_loops(loops, multiplied=True) == (
        "XLA counts a loop's body once: a run does while.2 10 times, while.1 in it 3 times"
    )
    assert describe_loops(loops[:1], multiplied=False).endswith("; what one iteration costs is not known")


def test_without_an_analysis_the_loops_are_said_and_nothing_is_multiplied(monkeypatch):
    monkeypatch.setattr("jaxstudio.ir.measurement.analysed_cost", lambda text, device: {})
    cost = cost_of(compiled(partial(nested, outer=4, inner=2, loop=fori), floats(8, 8)))
    assert [loop.trips for loop in cost.loops] == [4, 2]
    assert cost.run_flops is None


def test_the_roofline_counts_iterations():
    roof = Roofline(1e9, 1e12)
    loop = Cost(
        flops=1e6, bytes_accessed=1.0, loops=(Loop("while", 100),), run_flops=1e8, run_bytes_accessed=1.0
    )
    assert roof.least_seconds(loop) == 0.1


def test_arguments_have_the_shapes_asked_for():
    jitted = jax.jit(lambda x, other, scale=1: (x + other["a"].astype("float32")) * scale, donate_argnums=0)
    other = {"a": jax.ShapeDtypeStruct((3,), "int32")}
    function = jitted.lower(floats(3), other, scale=floats()).compile()
    make = arguments_maker(function)
    (x, other), kwargs = make()
    assert x.shape == (3,)
    assert other["a"].dtype == "int32"
    np.testing.assert_array_equal(other["a"], [1, 1, 1])
    values = np.array(x)  # a copy: it is donated
    assert len(set(values.tolist())) == 3, "a sort of equal numbers takes no time"
    assert 0.1 <= values.min() <= values.max() <= 1
    np.testing.assert_allclose(function(x, other, **kwargs), (values + 1) * np.asarray(kwargs["scale"]))
    again, _ = make()
    assert again[0] is not x, "a donated argument is made anew"
    assert again[1]["a"] is other["a"]


def test_a_donated_argument_is_written_where_it_lies():
    """Else the timing is that of a copy into fresh memory, 25 times as long as the kernel."""
    function = compiled(lambda x: x + 1, floats(1 << 20), donate_argnums=0)
    (x,), _ = arguments_maker(function)()
    where = x.unsafe_buffer_pointer()
    assert function(x).unsafe_buffer_pointer() == where


def test_what_cannot_be_made_is_not_run(monkeypatch):
    keys = compiled(jax.random.uniform, jax.eval_shape(lambda: jax.random.key(0, impl="rbg")))
    assert timed(keys) is None
    assert reason_not_to_run(keys) == "no arguments of type key<rbg> can be made up"
    monkeypatch.setattr("jaxstudio.ir.measurement.MOST_ARGUMENT_BYTES", 10)
    sines = compiled(jnp.sin, floats(1 << 28))
    assert timed(sines) is None
    assert reason_not_to_run(sines).startswith("the arguments take 1 GB, and at most ")


def test_kernels_by_the_profiler():
    function = compiled(lambda x: jnp.sin(x).sum() + jnp.cos(x @ x).max(), floats(200, 200))
    text = function.as_text()
    spent, run = kernel_seconds(function)
    assert 0 < sum(spent.values()) <= run
    for name, seconds in spent.items():
        assert f"%{name} = " in text
        assert 0 <= seconds <= run


def test_a_kernel_that_returned_before_it_was_done_took_until_its_end(monkeypatch, tmp_path):
    """A product computed on other threads: its event is short, a later one tells that it is done."""

    def event(name, start, duration, **stats):
        return SimpleNamespace(name=name, start_ns=start, duration_ns=duration, stats=stats.items())

    ours = {"hlo_module": "jit_f", "hlo_op": "dot.1"}
    lines = [
        [
            event("dot.1", 1000.0, 50.0, _p=7, **ours),
            event("add", 1100.0, 300.0, _p=8, **(ours | {"hlo_op": "add"})),
        ],
        [event("end: dot.1", 3000.0, 1.0, _c=7), event("end: add", 1400.0, 1.0, _c=8)],
        [event("dot.1", 0.0, 9e9, _p=9, **(ours | {"hlo_module": "jit_g"}))],
    ]  # fmt: skip
    plane = SimpleNamespace(lines=[SimpleNamespace(events=events) for events in lines])
    data = SimpleNamespace(from_file=lambda _: SimpleNamespace(planes=[plane]))
    monkeypatch.setattr("jax.profiler.ProfileData", data)
    (tmp_path / "a.xplane.pb").touch()
    events = {event.name: event for event in _read_profile(tmp_path, "jit_f")}
    assert events["dot.1"] == pytest.approx(("dot.1", 1e-6, 3e-6))
    assert events["add"] == pytest.approx(("add", 1.1e-6, 1.4e-6))


def module_of_two_products():
    return parse_hlo(
        """HloModule m

ENTRY %main (p: f32[4,4]) -> f32[16] {
  %p = f32[4,4]{1,0} parameter(0)
  %a = f32[4,4]{1,0} dot(%p, %p)
  %b = f32[4,4]{1,0} dot(%p, %p)
  %loop = f32[4,4]{1,0} while(%p)
  %flat = f32[16]{0} bitcast(%a)
  ROOT %c = f32[16]{0} sort(%flat)
}
""",
        Origins(),
    )


def test_the_parts_of_a_run_are_never_more_than_the_run():
    """Two products at the same time share it; a loop has what its body leaves."""
    events = [Event("loop", 0.0, 10.0), Event("a", 1.0, 5.0), Event("b", 3.0, 7.0), Event("b", 9.0, 9.0)]
    spent = _divided_time(events, module_of_two_products())
    assert spent == pytest.approx({"loop": 4.0, "a": 3.0, "b": 3.0})
    counts = {"loop": 1, "a": 1, "b": 2}
    assert _without_profiler(spent, counts, 12.0, 24.0) == pytest.approx({"loop": 8.0, "a": 6.0, "b": 6.0})
    assert _without_profiler(spent, counts, 12.0, 10.0) == pytest.approx(spent), "the gaps shrink first"
    assert _without_profiler(spent, counts, 12.0, 5.0) == pytest.approx({"loop": 2.0, "a": 1.5, "b": 1.5})


def test_an_instruction_is_done_when_its_reader_begins():
    """XLA may run the reader before it tells the end of what it reads."""
    events = [Event("a", 1.0, 9.0), Event("c", 3.0, 9.0), Event("a", 11.0, 12.0), Event("c", 14.0, 15.0)]
    spent = _divided_time(events, module_of_two_products())
    assert spent == pytest.approx({"a": 3.0, "c": 7.0})


def test_the_profiler_s_own_time_is_the_loop_s_whose_events_it_notes():
    """Beside one long product a loop of 10,000 short instructions: the counter's addition takes no time."""
    spent = {"product": 10e-3, "add": 4e-3, "sine": 5e-3}
    counts = {"product": 1, "add": 10_000, "sine": 10_000}
    found = _without_profiler(spent, counts, 19.1e-3, 12e-3)  # the runs were disturbed by 0.9 ms
    assert found == pytest.approx({"product": 10.81e-3, "add": 0.0, "sine": 1.08e-3}, rel=0.02)
    spent |= {"add": 20e-3, "sine": 25e-3}
    found = _without_profiler(spent, counts, 55e-3, 45e-3)
    assert found == pytest.approx({"product": 10e-3, "add": 15e-3, "sine": 20e-3}, rel=0.02), "at most 0.5 µs"


def test_roofline_by_hand():
    roof = Roofline(100e9, 10e9)
    assert roof.ridge(Cost()) == 10
    memory = Cost(flops=1e9, bytes_accessed=1e9)
    assert roof.bound(memory) == "memory"
    assert roof.least_seconds(memory) == pytest.approx(0.1)
    arithmetic = Cost(flops=1e12, bytes_accessed=1e9)
    assert roof.bound(arithmetic) == "arithmetic"
    assert roof.least_seconds(arithmetic) == pytest.approx(10)
    assert roof.least_seconds(Cost()) is None
    assert roof.bound(Cost()) == ""
    assert roof.bound(Cost(flops=0.0, bytes_accessed=8.0)) == "memory", "a transposition computes nothing"


def test_what_fits_in_a_cache_is_held_to_what_a_cache_can():
    roof = Roofline(100e9, 10e9, cached=((1 << 20, 80e9), (1 << 24, 40e9), (1 << 26, 9e9)))

    def cost(held, alias=0):
        return Cost(1.0, 0.0, 1e6, held // 2, held // 2, alias, 0)

    assert roof.bandwidth(cost(1 << 20)) == 80e9
    assert roof.bandwidth(cost(1 << 21)) == 40e9
    assert roof.bandwidth(cost(1 << 21, alias=1 << 20)) == 80e9, "shared memory counts once"
    assert roof.bandwidth(cost(1 << 25)) == roof.bandwidth(cost(1 << 30)) == 10e9
    assert roof.bound(cost(1 << 20)) == "cache"
    assert roof.bound(cost(1 << 30)) == "memory"
    assert roof.least_seconds(cost(1 << 20)) == 1e6 / 80e9


@pytest.mark.thorough
def test_bandwidth_is_measured_on_memory_that_was_touched(monkeypatch):
    """The first touch of every page of a fresh result costs ten times what the copy does."""
    pointers, best = [], roofs._best

    def watched(call):
        pointers.append({call().unsafe_buffer_pointer() for _ in range(3)})
        return best(call)

    monkeypatch.setattr(roofs, "_best", watched)
    monkeypatch.setattr(roofs, "CPU_SIDES", (64,))
    roof = roofs._measured(jax.devices()[0])
    assert [len(each) for each in pointers[1:]] == [1] * (1 + len(roofs.CACHED_BYTES)), (
        "always the same memory"
    )
    here, there = np.ones(1 << 25, np.float32), np.zeros(1 << 25, np.float32)
    copies = []
    for _ in range(5):
        began = time.perf_counter()
        np.copyto(there, here)
        copies.append(2 * here.nbytes / (time.perf_counter() - began))
    assert roof.bytes_per_second > 0.5 * max(copies)


def test_arguments_lie_where_the_function_expects_them():
    """A function for several devices is measured on all of them."""
    script = (
        "import jax, numpy as np\n"
        "from jax.sharding import Mesh, NamedSharding, PartitionSpec as P\n"
        "from jaxstudio.ir.inspection import inspect\n"
        "from jaxstudio.ir.target import Target\n"
        "mesh = Mesh(np.array(jax.devices()), ('i',))\n"
        "g = lambda x: x * jax.lax.psum(x.sum(), 'i')\n"
        "f = jax.shard_map(g, mesh=mesh, in_specs=P('i'), out_specs=P('i'))\n"
        "x = jax.ShapeDtypeStruct((8,), 'float32', sharding=NamedSharding(mesh, P('i')))\n"
        "for given in (x, jax.ShapeDtypeStruct((8,), 'float32')):\n"
        "    measured = inspect(Target('f', f, (given,)), passes=False, exact=False).measure(0.01)\n"
        "    assert measured.timing is not None, measured.unmeasured\n"
        "    assert measured.timing.ready > 0\n"
    )
    environment = {**os.environ, "XLA_FLAGS": "--xla_force_host_platform_device_count=4"}
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr


def test_the_machine_is_measured_once(monkeypatch):
    monkeypatch.setattr(roofs, "_held", {})
    monkeypatch.setattr(roofs, "CPU_SIDES", (128,))
    monkeypatch.setattr(roofs, "ARRAY_BYTES", 1 << 20)
    monkeypatch.setattr(roofs, "CACHED_BYTES", (1 << 10,))
    first = roofline()
    assert 1e8 < first.flops_per_second < 1e15
    assert 1e8 < first.bytes_per_second < 1e14
    assert roofline() is first
