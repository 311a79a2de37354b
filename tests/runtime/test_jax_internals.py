"""What is private to JAX may be missing from a version, each part alone: the program says so and goes on."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

from jaxstudio.ir.compilation_listener import start_logging, stop_logging
from jaxstudio.ir.compilation_log import CompilationLog
from jaxstudio.ir.inspection import Inspection
from jaxstudio.ir.nans import first_nan
from jaxstudio.ir.stages import Kind
from jaxstudio.ir.target import Target
from jaxstudio.runtime import jax_internals, persistent_jit
from jaxstudio.runtime.devices import find_device
from jaxstudio.runtime.persistent_jit import PersistentJit

MODULES = ("compilation_cache", "config", "flattree", "partial_eval", "source_info_util", "xla_client")


def tripled(x):
    return jnp.sin(x) * 3


@pytest.mark.samples(2)
@pytest.mark.parametrize("missing", MODULES)
def test_without_one_module(missing, monkeypatch, tmp_path):
    find_device(None)
    monkeypatch.setattr(jax_internals, missing, None)
    monkeypatch.setattr(persistent_jit, "configure", lambda: tmp_path)
    values = np.linspace(-1, 1, 64, dtype=np.float32)

    inspection = Inspection(Target("tripled", tripled, (values,)), passes=False)
    kinds = {stage.kind for stage in inspection.run()}
    assert {Kind.JAXPR, Kind.STABLEHLO, Kind.HLO, Kind.OPTIMIZED, Kind.LLVM, Kind.ASM} <= kinds

    for _ in range(2):
        jax.clear_caches()
        found = PersistentJit(tripled, find_device(None))(values)
        np.testing.assert_array_equal(found, jax.jit(tripled)(values))

    log = CompilationLog()
    start_logging(log)
    try:
        jitted = jax.jit(lambda x, n: x * n, static_argnums=1)
        jitted(values, 2), jitted(values, 3)
        assert len(log.entries()) >= 2
    finally:
        stop_logging(log)


def test_without_what_a_scan_says_of_its_operands(monkeypatch):
    """The loop itself is named instead of the equation inside it."""

    def function(x):
        return lax.scan(lambda c, _: (jnp.log(c), c), x, None, length=6)[0]

    closed = jax.make_jaxpr(function)(3.0)
    monkeypatch.setattr("jaxstudio.ir.nans.scan_operand_counts", lambda params: None)
    assert first_nan(closed, [3.0]).primitive == "scan"


def test_operands_of_a_scan():
    def function(scale, start, values):
        return lax.scan(lambda c, x: (c * scale + x, c), start, values)

    closed = jax.make_jaxpr(function)(2.0, 1.0, jnp.ones(5))
    (equation,) = [each for each in closed.eqns if each.primitive.name == "scan"]
    constants, carried = jax_internals.scan_operand_counts(equation.params)
    assert (constants, carried) == (1, 1)
    assert [each.aval.shape for each in equation.invars[constants + carried :]] == [(5,)]
    assert jax_internals.scan_operand_counts({"jaxpr": None}) is None
