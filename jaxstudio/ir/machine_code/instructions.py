"""The instructions of machine code as values: which registers, constants and memory they read and write."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from jaxstudio.lazy_dataclass import dataclass


@dataclass(frozen=True)
class Memory:
    """The address `base + index × scale + offset` ("" for no register), in bytes, of `size` bytes."""

    base: str
    index: str
    scale: int
    offset: int
    size: int
    writes: bool


@dataclass(frozen=True)
class Instruction:
    """One instruction of machine code.

    `target` is the address that a jump goes to, inside the code; None of other instructions, and of a jump
    elsewhere. `symbol` names what the linker puts in. The rest is known once `detailed`: `registers` are
    the operands, `written` all registers that change (flags too), by the names of their full width;
    `immediate` is the constant among the operands.
    """

    address: int
    size: int
    mnemonic: str
    operands: str
    target: int | None = None
    symbol: str = ""
    registers: tuple[str, ...] = ()
    written: frozenset[str] = frozenset()
    immediate: int | None = None
    memory: Memory | None = None


# Capstone's kinds of operands, the same for both machines.
REGISTER, IMMEDIATE, MEMORY = 1, 2, 3
# Capstone is often wrong about what AVX writes: all but these write their first operand.
READS_ONLY = re.compile(
    r"cmp|test|bt|push|call|i?mul|i?div|v?u?comis[sdh]|k(?:or)?test\w|v?ptest|cmn|tst|fcmpe?"
)
NO_ACCESS = re.compile(r"lea|nop\w*|prefetch\w*|prfm|adrp?")
X86_WORDS = {
    f"{prefix}{name}{suffix}": f"r{name}{'x' if name in 'abcd' else ''}"
    for name, spellings in {
        **dict.fromkeys("abcd", (("", "x"), ("e", "x"), ("r", "x"), ("", "l"), ("", "h"))),
        **dict.fromkeys(("si", "di", "bp", "sp"), (("", ""), ("e", ""), ("r", ""), ("", "l"))),
        **dict.fromkeys(map(str, range(8, 16)), (("r", ""), ("r", "d"), ("r", "w"), ("r", "b"))),
    }.items()
    for prefix, suffix in spellings
}
VECTOR = re.compile(r"[xyz]mm(\d+)")
ARM_WORD = re.compile(r"[wx](\d+)")
ARM_SIZE = {"b": 1, "h": 2, "s": 4, "w": 4, "d": 8, "x": 8, "q": 16, "v": 16}


def full_register(name: str) -> str:
    """The name of the whole register that `name` is a part of: rax of al, zmm1 of xmm1, x3 of w3."""
    if found := VECTOR.fullmatch(name):
        return f"zmm{found[1]}"
    if found := ARM_WORD.fullmatch(name):
        return f"x{found[1]}"
    return X86_WORDS.get(name, name)


def detailed(engine: Any, data: bytes, code: Sequence[Instruction]) -> list[Instruction]:
    """The instructions with all that the disassembler (with details on) knows of their operands.

    `data` is the section that the addresses count in.
    """
    return [
        instruction
        if instruction.mnemonic.startswith(".")
        else _detailed(
            instruction, engine, data[instruction.address : instruction.address + instruction.size]
        )
        for instruction in code
    ]


def _detailed(instruction: Instruction, engine: Any, code: bytes) -> Instruction:
    parts = _operands(engine, code)
    return replace(instruction, **{**parts, "immediate": None if instruction.symbol else parts["immediate"]})


@lru_cache(maxsize=1 << 14)
def _operands(engine: Any, code: bytes) -> dict[str, Any]:
    """The parts of an `Instruction` that its bytes alone tell; kernels repeat most of their instructions."""
    (known,) = engine.disasm(code, 0)
    mnemonic, first_operand = known.mnemonic, known.op_str[:1]

    def name(number: int) -> str:
        return _register(engine, number) if number else ""

    registers = tuple(name(operand.reg) for operand in known.operands if operand.type == REGISTER)
    constants = [operand.imm for operand in known.operands if operand.type == IMMEDIATE]
    reads_only = bool(READS_ONLY.fullmatch(mnemonic))
    memory = None
    for place, operand in enumerate(known.operands):
        if operand.type == MEMORY and not NO_ACCESS.fullmatch(mnemonic):
            base, index, offset = name(operand.mem.base), name(operand.mem.index), operand.mem.disp
            if hasattr(operand, "size"):
                scale, size, stores = operand.mem.scale, operand.size, not place and not reads_only
            else:
                pair = 2 if "p" in mnemonic else 1
                scale, size = 1 << operand.shift.value, pair * ARM_SIZE.get(first_operand, 0)
                stores = mnemonic.startswith("st")
            memory = Memory(base, index, scale, offset, size, stores)
    written = set(map(name, known.regs_access()[1]))
    if mnemonic[0] in "vk" and registers and not reads_only:
        written.add(registers[0])
    return {
        "registers": registers,
        "written": frozenset(written),
        "immediate": constants[-1] if constants else None,
        "memory": memory,
    }


@lru_cache(maxsize=1 << 12)
def _register(engine: Any, number: int) -> str:
    return full_register(engine.reg_name(number))
