"""Loops read from machine code against what is known of the functions: how often each must run, on what."""

import re
from pathlib import Path

import jax
import jax.numpy as jnp
import pytest

from jaxstudio.ir.machine_code.disassembly import disassemble
from jaxstudio.ir.machine_code.instructions import Instruction, Memory
from jaxstudio.ir.machine_code.loops import find_loops
from jaxstudio.ir.stages import Language
from jaxstudio.ir.text_view.filters import Noise, filter_text, folds

DATA = Path(__file__).parent / "data"
LOOP = re.compile(
    r"^( *); (?:vector )?loop: (?:(\d+) × (\w+))?(?:, unrolled (\d+) ×)?"
    r"(?:,? ?([\d,]+) times?( and a part)?)?; (.*)$"
)


def loops(text):
    """(indentation, lanes, element, vectors, times, partly, counts) of each loop."""
    for line in text.split("\n"):
        if found := LOOP.match(line):
            yield (
                len(found[1]), int(found[2] or 1), found[3], int(found[4] or 1),
                found[5] and int(found[5].replace(",", "")), bool(found[6]), found[7],
            )  # fmt: skip


def assembly(inspection):
    return "\n".join(stage.text for stage in inspection.stages if stage.kind == "asm")


def polynomial(x):
    return ((x * 3 + 1) * x - 2) * x + 7


def test_vectors_times_iterations_are_the_elements(inspected, subtests):
    """What is left over is less than one vector for each that an iteration has."""
    for count, dtype in (
        (1000, "float32"),
        (1003, "float32"),
        (4096, "float32"),
        (999, "float64"),
        (640, "int32"),
    ):
        with subtests.test(count=count, dtype=dtype), jax.enable_x64(dtype == "float64"):
            text = assembly(inspected(polynomial, jax.ShapeDtypeStruct((count,), dtype)))
            ((_, lanes, element, vectors, times, partly, _),) = loops(text)
            assert element == {"float32": "f32", "float64": "f64", "int32": "i32"}[dtype]
            assert lanes > 1
            done = lanes * vectors * times
            assert done <= count < done + lanes * vectors * (2 if partly else 1)


def test_nested_loops_and_what_takes_long(inspected):
    def rows(x, y):
        return jnp.sqrt(x[:, None] / y[None, :]) + y  # 1 / y is computed once, by a kernel of its own

    text = assembly(inspected(rows, *(jax.ShapeDtypeStruct((count,), "float32") for count in (37, 1024))))
    outer, inner, divided = loops(text)
    assert outer[0] < inner[0]
    assert outer[4] == 37
    for loop, kind in ((inner, "square root"), (divided, "division")):
        assert loop[1] * loop[3] * loop[4] == 1024
        assert f"{loop[3]} {kind}" in loop[-1]


def test_a_loop_without_a_constant_number_of_iterations(inspected):
    def halved(x):
        return jax.lax.while_loop(lambda v: v > 1, lambda v: v / 2, x)

    assert all(
        times is None
        for *_, times, _, _ in loops(assembly(inspected(halved, jax.ShapeDtypeStruct((), "float32"))))
    )


@pytest.mark.parametrize("noise", [(), (Noise.ADDRESSES,)])
def test_aarch64(noise):
    """`polynomial` of 1003 floats for a Neoverse V1 without SVE, by LLVM 22: pairs of 4 and 3 single ones."""
    text, note = disassemble((DATA / "polynomial-aarch64.elf").read_bytes())
    assert not note
    ((_, *measured, counts),) = loops(text)
    assert measured == [4, "f32", 2, 125, False]
    assert counts == "18 instructions: 6 multiply-adds, 1 load, 1 store"
    shown = filter_text(text, Language.ASM, noise).text.split("\n")
    (fold,) = (fold for fold in folds("\n".join(shown), Language.ASM) if ";" in shown[fold.first - 1])
    assert "ldp" in shown[fold.first]
    assert "b.ne" in shown[fold.last - 1]


def test_code_that_cannot_be_followed_has_no_loops():
    """A jump to an address in a register, as a table of jumps ends; and bytes that are no instruction."""
    text, _ = disassemble((DATA / "polynomial-aarch64.elf").read_bytes())
    data = (DATA / "polynomial-aarch64.elf").read_bytes()
    assert "b.ne" in text
    nop = bytes.fromhex("1f2003d5")
    jump = bytes.fromhex("20021fd6")  # br x17
    assert data.count(nop) == 0
    first = data.index(bytes.fromhex("fd7bbfa9"))  # the function's first instruction
    for inserted in (jump, bytes.fromhex("ffffffff")):
        assert not list(loops(disassemble(data[:first] + inserted + data[first + 4 :])[0]))
    assert list(loops(disassemble(data[:first] + nop + data[first + 4 :])[0]))


def test_a_counter_in_memory():
    """A kernel with many values in flight keeps its counter on the stack."""
    for mnemonic in ("inc", "dec", "add", "sub"):
        stack = Memory("rsp", "", 1, 8, 8, True)
        (loop,) = find_loops(
            [
                Instruction(0, 5, mnemonic, "qword ptr [rsp + 8]", immediate=1, memory=stack),
                Instruction(5, 3, "dec", "rcx", registers=("rcx",), written=frozenset({"rcx", "rflags"})),
                Instruction(8, 2, "jne", "0x0", target=0),
                Instruction(10, 1, "ret", ""),
            ]
        )
        assert loop.places == (0, 1, 2)
        assert loop.counts["store"] == 1
