"""Counts against JAX's own analyses and arithmetic by hand; measured values against plain sense."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from ir.conftest import floats
from jaxstudio.ir.cost import roofline as roofs
from jaxstudio.ir.cost.analysis import Cost, cost_of
from jaxstudio.ir.cost.roofline import Roofline, roofline
from jaxstudio.ir.cost.running import arguments_maker, kernel_seconds, timed
from jaxstudio.ir.inspection import module_name


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
    assert cost.as_json()["intensity"] == cost.intensity


def test_memory_of_donated_arguments_counts_once():
    plain = cost_of(compiled(lambda x: x + 1, floats(1000)))
    donated = cost_of(compiled(lambda x: x + 1, floats(1000), donate_argnums=0))
    assert donated.alias_bytes == 4000
    assert plain.alias_bytes == 0


def test_arguments_have_the_shapes_asked_for():
    jitted = jax.jit(lambda x, other, scale=1: (x + other["a"].astype("float32")) * scale, donate_argnums=0)
    other = {"a": jax.ShapeDtypeStruct((3,), "int32")}
    function = jitted.lower(floats(3), other, scale=floats()).compile()
    make = arguments_maker(function)
    (x, other), kwargs = make()
    assert x.shape == (3,)
    assert other["a"].dtype == "int32"
    np.testing.assert_array_equal(function(x, other, **kwargs), [2, 2, 2])
    again, _ = make()
    assert again[0] is not x, "a donated argument is made anew"
    assert again[1]["a"] is other["a"]


def test_what_cannot_be_made_is_not_run(monkeypatch):
    keys = compiled(lambda key: jax.random.uniform(key), jax.eval_shape(lambda: jax.random.key(0)))
    assert timed(keys) is None
    monkeypatch.setattr("jaxstudio.ir.cost.running.MOST_ARGUMENT_BYTES", 10)
    assert timed(compiled(jnp.sin, floats(100))) is None


def test_times():
    timing = timed(compiled(lambda x: jnp.sin(x) @ x, floats(300, 300)), seconds=0.05)
    assert 0 < timing.dispatch <= timing.ready
    assert timing.runs >= 3
    assert timing.as_json()["ready_ms"] == timing.ready * 1e3


def test_kernels_by_the_profiler():
    function = compiled(lambda x: jnp.sin(x).sum() + jnp.cos(x @ x).max(), floats(200, 200))
    text = function.as_text()
    spent = kernel_seconds(function, module_name(text))
    assert spent
    for name, seconds in spent.items():
        assert f"%{name} = " in text
        assert 0 < seconds < 1


def test_roofline_by_hand():
    roof = Roofline(100e9, 10e9)
    assert roof.ridge == 10
    memory = Cost(flops=1e9, bytes_accessed=1e9)
    assert roof.bound(memory) == "memory"
    assert roof.least_seconds(memory) == pytest.approx(0.1)
    arithmetic = Cost(flops=1e12, bytes_accessed=1e9)
    assert roof.bound(arithmetic) == "arithmetic"
    assert roof.least_seconds(arithmetic) == pytest.approx(10)
    assert roof.least_seconds(Cost()) is None
    assert roof.bound(Cost()) == ""


def test_the_machine_is_measured_once(monkeypatch):
    monkeypatch.setattr(roofs, "_held", {})
    monkeypatch.setattr(roofs, "SIDE", 128)
    monkeypatch.setattr(roofs, "COPIED", 1 << 20)
    first = roofline()
    assert 1e8 < first.flops_per_second < 1e15
    assert 1e8 < first.bytes_per_second < 1e14
    assert roofline() is first


def test_names_of_modules():
    assert module_name("HloModule jit_f, is_scheduled=true\n") == "jit_f"
