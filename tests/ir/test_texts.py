"""The texts are JAX's own, whole and in their order."""

from pathlib import Path

import jax
import pytest

from ir import examples
from ir.conftest import floats
from jaxstudio.ir.inspection import Inspection
from jaxstudio.ir.links.origins import Origins
from jaxstudio.ir.parse.hlo import parse_hlo
from jaxstudio.ir.stages import Kind
from jaxstudio.ir.target import Target, python_source
from jaxstudio.ir.xla_dumps import compile_uncached

CASES = {
    "many": (examples.many, (floats(8, 8), floats(8, 8))),
    "selu": (examples.selu, (floats(3),)),
    "gradient": (examples.gradient, (floats(8, 8), floats(8, 8))),
}


def instructions(text):
    """Names and opcodes; since jaxlib 0.11 XLA writes `%while#0` where JAX writes a get-tuple-element."""
    parsed = parse_hlo(text, Origins()).parsed
    return [pair for pair in zip(parsed.names, parsed.kinds, strict=True) if pair[1] != "get-tuple-element"]


@pytest.mark.samples(2)
@pytest.mark.parametrize("name", CASES)
def test_equal_what_jax_says(name):
    function, arguments = CASES[name]
    jitted = jax.jit(function)
    traced = jitted.trace(*arguments)
    lowered = traced.lower()
    inspection = Inspection(Target(name, jitted, arguments), passes=False, kernels=False, exact=False)
    texts = {stage.name: stage.text for stage in inspection.run()}
    assert texts["jaxpr"] == str(traced.jaxpr)
    assert texts["stablehlo"] == lowered.as_text(debug_info=True)
    ours, jaxs = (
        instructions(text) for text in (texts["hlo"], lowered.as_text(dialect="hlo", debug_info=True))
    )
    assert ours == jaxs, "XLA prints it with %, JAX without"
    # a kernel out of the persistent cache would carry the lines of whoever compiled it first
    assert texts["optimized"] == compile_uncached(lowered, {}).as_text()
    assert texts["source"] == Path(examples.__file__).read_text(encoding="utf-8")


def test_stages_come_as_they_are_made_and_are_held_in_order():
    inspection = Inspection(Target("selu", examples.selu, (floats(3),)))
    came = []
    for stage in inspection.run():
        came.append(stage.kind)
        assert stage in inspection.stages
    assert came[:5] == [Kind.SOURCE, Kind.JAXPR, Kind.STABLEHLO, Kind.HLO, Kind.OPTIMIZED]
    kinds = [stage.kind for stage in inspection.stages]
    assert kinds == sorted(kinds, key=list(Kind).index)
    assert {Kind.PASS, Kind.BUFFERS, Kind.LLVM, Kind.ASM} <= set(kinds)
    for stage in inspection.stages:
        assert stage.name.startswith(stage.kind.value)
        assert stage.size == len(stage.text.encode())


def test_the_source_is_the_file_that_defines_the_function(many):
    source = python_source(examples.selu)
    assert source.text.splitlines()[source.first - 1] == "def selu(x):"
    assert source.last == source.first + 1
    assert many.stage("source").path == examples.__file__
    assert python_source(len) is None


def test_static_and_donated_arguments(inspected):
    target = Target(
        "power",
        lambda x, n: x**n,
        (floats(4), 3),
        static_argnums=(1,),
        donate_argnums=(0,),
    )
    inspection = Inspection(target, passes=False, kernels=False)
    texts = {stage.name: stage.text for stage in inspection.run()}
    assert "integer_pow[y=3]" in texts["jaxpr"]
    assert "input_output_alias" in texts["optimized"]


def test_numbers_of_64_bits_only_where_they_are_wanted():
    wide = Target("wide", examples.selu, (jax.ShapeDtypeStruct((2,), "float64"),), x64=True)
    for stage in Inspection(wide, passes=False, kernels=False).run():
        # the thread's own setting is untouched while a stage is handed out
        assert jax.numpy.zeros(1).dtype == "float32"
        if stage.kind is Kind.JAXPR:
            assert "f64[2]" in stage.text
