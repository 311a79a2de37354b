"""Lessons 18 to 25: the numbers they teach, out of the stages themselves."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

from ir import examples
from ir.conftest import floats
from jaxstudio.ir.error_explanations import explain
from jaxstudio.ir.inspection import Inspection, inspect
from jaxstudio.ir.parse.jaxpr import equations_of
from jaxstudio.ir.target import Target


def primitives(function, *arguments):
    return [equation.primitive for equation in equations_of(jax.make_jaxpr(function)(*arguments))]


def test_19_a_print_runs_once_and_a_global_is_frozen(capsys):
    scale = {"value": 2.0}

    @jax.jit
    def prints(x):
        print("traced")
        return x * scale["value"]

    x = np.ones(3, np.float32)
    assert prints(x)[0] == 2
    scale["value"] = 5.0
    assert prints(x)[0] == 2, "the old value is a constant of the program"
    assert capsys.readouterr().out == "traced\n"
    assert "2.0:f32[]" in str(jax.make_jaxpr(lambda x: x * 2.0)(x))


def test_19_a_python_loop_unrolls_and_fori_loop_does_not():
    def unrolled(x):
        for _ in range(5):
            x = x + 1
        return x

    assert primitives(unrolled, floats(3)) == ["add"] * 5
    looped = inspect(
        Target("looped", lambda x, n: lax.fori_loop(0, n, lambda i, v: v + 1, x), (floats(3), jnp.int32(5))),
        passes=False, kernels=False, exact=False,
    )  # fmt: skip
    assert "while" in {equation.primitive for equation in looped.equations}
    assert "stablehlo.while" in looped.stage("stablehlo").text
    assert " while(" in looped.stage("optimized").text


def test_19_a_decision_on_a_value_is_explained_and_cond_is_not_needed_to_be():
    def decides(x):
        if x > 0:
            return x
        return -x

    with pytest.raises(TypeError) as caught:
        list(Inspection(Target("decides", decides, (floats(),))).run())
    assert "jax.lax.cond" in explain(caught.value).suggestion
    found = primitives(lambda x: lax.cond(x > 0, lambda y: y, lambda y: -y, x), floats())
    assert "cond" in found
    static = Target("decides", decides, (3.0,), static_argnums=(0,))
    assert Inspection(static, passes=False, kernels=False, exact=False).run()


def test_20_selu():
    assert examples.selu(17.8) == pytest.approx(18.702477, abs=2e-6)
    assert examples.selu(17.0) == pytest.approx(17.861917, abs=2e-6)
    mapped = jax.vmap(examples.selu)(jnp.array([42.0, 78.0, -12.3]))
    np.testing.assert_allclose(mapped, [44.129444, 81.95468, -1.7580913], rtol=1e-6)
    inspection = inspect(
        Target("selu", jax.jit(examples.selu), (floats(1_000_000),)), passes=False, exact=False
    )
    timing = inspection.report(seconds=0.05).timing
    assert 0 < timing.dispatch <= timing.ready


def test_22_ahead_of_time(many):
    timed = [many.stage(name) for name in ("jaxpr", "stablehlo", "optimized")]
    assert all(stage.seconds > 0 and stage.text for stage in timed)
    report = many.report(seconds=0.02)
    assert report.timing.ready > 0
    assert report.cost.flops > 0
    assert report.cost.peak_bytes > 0
    x = jnp.ones((8, 8))
    for call, words in (
        (lambda: many.compiled(x.astype("int32"), x), "compiled for float32[8,8]"),
        (lambda: jax.grad(lambda y: many.compiled(y, x)[0].sum())(x), "cannot be differentiated"),
    ):
        with pytest.raises(TypeError) as caught:
            call()
        assert words in explain(caught.value).title


@pytest.mark.parametrize("length", [5, 40])
def test_23_a_running_sum_as_a_loop_and_as_a_scan(length):
    def looped(xs):
        total, sums = jnp.float32(0), []
        for k in range(length):
            total = total + xs[k]
            sums.append(total)
        return sums

    def scanned(xs):
        return lax.scan(lambda total, x: (total + x, total + x), jnp.float32(0), xs)[1]

    assert len(primitives(looped, floats(length))) == 3 * length
    closed = jax.make_jaxpr(scanned)(floats(length))
    assert [equation.primitive.name for equation in closed.jaxpr.eqns] == ["scan"]


def test_25_which_operations_became_one_kernel():
    inspection = inspect(Target("selu", examples.selu, (floats(1000),)), passes=False)
    optimized = inspection.links.parsed("optimized")
    fusions = [item for item, kind in enumerate(optimized.kinds) if kind == "fusion"]
    assert len(fusions) == 1
    stage = next(stage.name for stage in inspection.stages if stage.kind == "asm")
    inside = {optimized.kinds[item] for item in inspection.links.follow(stage, [0], "optimized")}
    assert {"exponential", "select", "multiply", "compare"} <= inside
    kernels = [stage for stage in inspection.stages if stage.kind == "asm"]
    assert len(kernels) == 1, "all of selu is one kernel"
