"""Instructions of machine code linked to lines of LLVM IR and to HLO, by a compilation that is the same."""

import difflib
import re

import jax
import jax.numpy as jnp
import pytest

from ir.conftest import floats
from jaxstudio.ir.machine_code.line_table import compile_again, ir_lines, read_line_table
from jaxstudio.ir.report import coverage

pytest.importorskip("llvmlite")
MNEMONIC = re.compile(r" *[0-9a-f]+:  +(\S+)")


def assembly(inspection):
    """The only kernel's assembly; skips the test where llvmlite's LLVM makes other code of its IR."""
    (stage,) = (stage for stage in inspection.stages if stage.kind == "asm")
    if not inspection.links.stages[stage.name].instructions:
        pytest.skip("llvmlite's LLVM makes other code for this processor")
    return stage


def linked(inspection):
    """(mnemonic, opcodes of the HLO that it is linked to) of each instruction."""
    stage, links = assembly(inspection), inspection.links
    parsed, kinds = links.parsed(stage.name), links.parsed("optimized").kinds
    opcodes = {}
    for item, kind in enumerate(parsed.kinds):
        if kind == "line":
            items = links.follow(stage.name, [item], "optimized")
            opcodes[int(parsed.spans[item, 0])] = {kinds[each] for each in items}
    return [
        (found[1], opcodes.get(number, set()))
        for number, line in enumerate(stage.lines, 1)
        if (found := MNEMONIC.match(line))
    ]


def mixed(x, y):
    return jnp.sqrt(x * 2.5) / y + jnp.exp(x - y)


def test_instructions_are_linked_to_what_they_compute(inspected):
    inspection = inspected(mixed, floats(1000), floats(1000))
    instructions = linked(inspection)
    for pattern, opcode in (
        (r"v?f?sqrt.*", "sqrt"),
        (r"v?f?div.*", "divide"),
        (r"vrndscale.*|v?round.*|frintm", "exponential"),
    ):
        found = [opcodes for mnemonic, opcodes in instructions if re.fullmatch(pattern, mnemonic)]
        assert found, pattern
        assert all(opcode in opcodes and opcodes <= {opcode, "parameter"} for opcodes in found), pattern
    found = coverage(inspection.links, assembly(inspection).name)
    assert found.items == len(instructions)
    assert found.linked == sum(bool(opcodes) for _, opcodes in instructions) > 20


def test_instructions_lead_to_lines_of_ir_and_back(inspected):
    inspection = inspected(mixed, floats(1000), floats(1000))
    stage, links = assembly(inspection), inspection.links
    ir = f"llvm {stage.kernel} after"
    known = lines_of(inspection.stage(ir).text, stage.text)
    lines = {number + 1: line for number, line in enumerate(known) if line}
    parsed = links.parsed(stage.name)
    for item, kind in enumerate(parsed.kinds):
        if kind == "line":
            there = links.follow(stage.name, [item], ir)
            assert lines[parsed.spans[item, 0]] in links.parsed(ir).spans[there, 0]
            assert item in links.follow(ir, there, stage.name)


def test_another_operation_changes_what_is_linked_to_it(inspected):
    """A sum and a difference: mnemonics that change are linked to it, those that stay to what stays."""

    def function(operation):
        return lambda x, y: jnp.maximum(operation(jnp.tanh(x), 1 / y), 0.25) * y

    first, second = (
        linked(inspected(function(operation), floats(1000), floats(1000)))
        for operation in (jax.lax.add, jax.lax.sub)
    )
    texts = ([mnemonic for mnemonic, _ in each] for each in (first, second))
    changed = 0
    for tag, begin, end, start, last in difflib.SequenceMatcher(None, *texts, autojunk=False).get_opcodes():
        if tag == "equal":
            assert all(
                was - {"add"} == now - {"subtract"}
                for (_, was), (_, now) in zip(first[begin:end], second[start:last], strict=True)
            )
        else:
            assert all("add" in was or not was for _, was in first[begin:end])
            assert all("subtract" in now or not now for _, now in second[start:last])
            changed += sum("add" in was for _, was in first[begin:end])
    assert changed


def lines_of(ir, listing):
    return ir_lines(*compile_again([ir]), listing)


def test_other_code_is_not_linked(inspected):
    inspection = inspected(mixed, floats(1000), floats(1000))
    stage = assembly(inspection)
    ir = inspection.stage(f"llvm {stage.kernel} after").text
    known = lines_of(ir, stage.text)
    other = stage.text.replace("sqrt", "div", 1)
    (place,) = (number for number, line in enumerate(other.split("\n")) if line not in stage.text.split("\n"))
    changed = lines_of(ir, other)
    assert known[place]
    assert not changed[place]
    assert not changed[place + 1], "nothing is said of the rest of its loop"
    assert set(changed) <= set(known)
    assert lines_of(ir.replace(" = fdiv ", " = fmul "), stage.text)[place] == 0
    assert lines_of("no IR, with !llvm.module.flags = !{}", stage.text) == ()


def test_code_that_ends_the_compiler_ends_nothing_else(inspected):
    inspection = inspected(mixed, floats(1000), floats(1000))
    (stage,) = (stage for stage in inspection.stages if stage.kind == "asm")
    ir = inspection.stage(f"llvm {stage.kernel} after").text
    deadly = re.sub(r"(\n  )(ret )", r'\1call void asm "no_such_instruction", ""()\n  \2', ir)
    assert deadly != ir
    if not compile_again([ir])[0]:
        pytest.skip("llvmlite's LLVM is older than this JAX's and cannot read its IR")
    first, second, third = compile_again([ir, deadly, ir])
    assert len(first) > 1000
    assert second == third == b""


def test_a_line_program():
    """The example's opcodes are those of section 6.2.5 of the DWARF 4 standard."""
    header = bytes((1, 1, 1, 0xFB, 14, 13)) + bytes((0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1))
    program = (
        b"\x00\x09\x02" + bytes(8)  # the address 0
        + b"\x03\x09\x01"  # 9 lines on, a row
        + bytes((13 + 4 * 14 + 6,))  # special: 4 bytes and 1 line on
        + b"\x08\x02\x81\x01"  # 17 bytes on as special opcode 255 does, then 129
        + b"\x03\x7f\x01"  # a line back
        + b"\x00\x01\x01"  # the end
    )  # fmt: skip
    data = b"\0\0\0\0\x04\0" + len(header).to_bytes(4, "little") + header + program
    assert list(read_line_table(data)) == [(0, 10), (4, 11), (4 + 17 + 129, 10)]
