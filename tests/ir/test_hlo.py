"""HLO's text in all its forms, the known traps among them."""

import numpy as np

from ir import examples
from ir.conftest import floats
from jaxstudio.ir.links.inherit import origins_of
from jaxstudio.ir.links.origins import Origins
from jaxstudio.ir.parse.hlo import parse_hlo

TUPLES = """HloModule traps, is_scheduled=true

%region (a: (s32[], (f32[2], u32[4]))) -> pred[] {
  %a = (s32[], (f32[2]{0:T(8,128)}, /*index=1*/u32[4])) parameter(0)
  ROOT %less-than.1 = pred[] compare(%a, %a), direction=LT
}

ENTRY %main.7 (p.1: f32[2], q: s32[]) -> (s32[], f32[2]) {
  %p.1 = f32[2]{0} parameter(0)
  %c = s32[] constant(3), metadata={op_name="jit(f)/odd } name" stack_frame_id=4}
  %t = (s32[], (f32[2]{0}, u32[4]{0})) tuple(%c, %p.1)
  %w.2 = (s32[], /*index=1*/f32[2]{0}) while(%t), condition=%region, body=%region, backend_config={"a":{}}
  %s = f32[2]{0} custom-call(%p.1, /*index=1*/%w.2), custom_call_target="= a(", called_computations={%region}
  %dash-name = f32[2]{0} get-tuple-element((s32[], f32[2]{0}) %w.2), index=1
  ROOT %r = (s32[], f32[2]) tuple(%c, %dash-name), metadata={op_name="jit(f)/\\"q\\"/add"}
}
"""


def test_tuple_shapes_and_comments():
    origins = Origins()
    hlo = parse_hlo(TUPLES, origins)
    parsed = hlo.parsed
    assert not parsed.problem
    assert parsed.names == ["a", "less-than.1", "p.1", "c", "t", "w.2", "s", "dash-name", "r"]
    assert parsed.kinds == [
        "parameter", "compare", "parameter", "constant", "tuple", "while", "custom-call",
        "get-tuple-element", "tuple",
    ]  # fmt: skip
    assert [region.name for region in parsed.regions] == ["region", "main.7"]
    assert parsed.region_of.tolist() == [0, 0, 1, 1, 1, 1, 1, 1, 1]
    assert hlo.entry == 1
    assert hlo.arguments(6) == [2, 5]
    assert hlo.arguments(7)[-1] == 5
    assert hlo.calls.of([5]).tolist() == [0]
    assert hlo.calls.of([6]).tolist() == [0]
    assert hlo.parameter_number(2) == 0
    assert origins.paths == ["jit(f)/odd } name", 'jit(f)/"q"/add']
    lines = TUPLES.split("\n")
    for (line, start, last, end), name in zip(parsed.spans.tolist(), parsed.names, strict=True):
        assert line == last
        assert lines[line - 1][start:].removeprefix("ROOT ").startswith(f"%{name} = ")
        assert end == len(lines[line - 1])


def test_elements_of_tuples_are_read_as_their_tuples():
    """XLA since jaxlib 0.11 writes `%w#1` in place of a get-tuple-element."""
    text = """HloModule m

ENTRY %main (x: f32[2]) -> f32[2] {
  %x = f32[2]{0} parameter(0)
  %w = (f32[2]{0}, /*index=1*/f32[2]{0}) custom-call(%x, %x), custom_call_target="two"
  %sum = f32[2]{0} add(%w#0, /*index=1*/%x)
  ROOT %call.1 = f32[2]{0} subtract(%w#1, %sum)
}
"""
    hlo = parse_hlo(text, Origins())
    assert [hlo.arguments(item) for item in range(4)] == [[], [0, 0], [1, 0], [1, 2]]


def test_every_operand_of_every_pass_is_an_instruction(many):
    for stage in many.stages:
        if stage.kind.value in ("hlo", "pass", "optimized"):
            hlo = parse_hlo(stage.text, Origins())
            for item, name in enumerate(hlo.parsed.names):
                assert -1 not in hlo.arguments(item), (stage.name, name)


def test_a_module_of_a_form_that_is_not_known_is_said_to_be():
    broken = TUPLES.replace("%c = s32[] constant(3)", "%c : s32[] := constant 3")
    assert "1 of 9 lines" in parse_hlo(broken, Origins()).parsed.problem
    for text in ("", "nonsense", "HloModule x\n"):
        hlo = parse_hlo(text, Origins())
        assert hlo.parsed.problem
        assert not len(hlo.parsed)


def test_text_with_and_without_percent_signs_is_read_alike(inspected):
    """Before XLA optimises it prints no % and no types in the computations' heads."""
    inspection = inspected(examples.selu, floats(3), kernels=False, exact=False)
    before = parse_hlo(inspection.stage("hlo").text, Origins())
    assert not before.parsed.problem
    assert before.entry >= 0
    assert before.operands.counts.sum() > 5
    last = before.parsed.kinds.index("multiply")
    assert [before.parsed.kinds[item] for item in before.arguments(last)] != []


def test_every_instruction_of_every_pass_is_read(many):
    passes = [stage for stage in many.stages if stage.kind == "pass"]
    assert len(passes) > 10
    for stage in passes:
        assert not parse_hlo(stage.text, Origins()).parsed.problem, stage.name


def test_what_is_inserted_has_the_origin_of_what_it_is_inserted_for():
    text = """HloModule flow

%fused (p0: f32[2]) -> f32[2] {
  %p0 = f32[2]{0} parameter(0)
  %one = f32[] constant(1)
  %ones = f32[2]{0} broadcast(%one), dimensions={}
  ROOT %add = f32[2]{0} add(%p0, %ones), metadata={op_name="jit(f)/add"}
}

ENTRY %main (x: f32[2]) -> f32[2] {
  %x = f32[2]{0} parameter(0), metadata={op_name="x"}
  %sine = f32[2]{0} sine(%x), metadata={op_name="jit(f)/sin"}
  %copy = f32[2]{0} copy(%sine)
  ROOT %fusion = f32[2]{0} fusion(%copy), kind=kLoop, calls=%fused
}
"""
    origins = Origins()
    hlo = parse_hlo(text, origins)
    leads_to = np.array([number if "/" in path else -1 for number, path in enumerate(origins.paths)])
    relation, _ = origins_of(hlo, origins, leads_to)
    paths = [[origins.paths[key] for key in relation.of([item])] for item in range(len(hlo.parsed))]
    found = dict(zip(hlo.parsed.names, paths, strict=True))
    assert found["copy"] == found["p0"] == found["fusion"] == ["jit(f)/add"]
    assert found["one"] == found["ones"] == ["jit(f)/add"]
    assert found["x"] == ["jit(f)/sin"], "an argument belongs to what reads it first"


def test_three_hundred_thousand_instructions():
    body = "".join(
        f'  %add.{n} = f32[8]{{0}} add(%add.{n - 1}, %p), metadata={{op_name="jit(f)/add.{n % 50}"}}\n'
        for n in range(1, 300_000)
    )
    text = (
        f"HloModule big\n\nENTRY %main (p: f32[8]) -> f32[8] {{\n  %p = f32[8]{{0}} parameter(0)\n{body}}}\n"
    )
    hlo = parse_hlo(text, Origins())
    assert len(hlo.parsed) == 300_000
    assert not hlo.parsed.problem
    assert hlo.parsed.spans[-1].tolist()[0] == 300_003
    assert hlo.parsed.at(150_000, 10) == 149_996
