"""Object code as text that can be read: Intel's or Arm's syntax, with the names that it refers to.

Each function begins with its name and a colon; each instruction is a line of its offset and its
text. Where a relocation stands, the name of what it will point to takes the place of the zero in
the code.
"""

from __future__ import annotations

import importlib
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from functools import cache
from typing import Any

from jaxstudio.ir.compiling.object_files import CodeSection, UnknownObject, read_object

NUMBER = re.compile(r"(?<![\w.])#?(-?(?:0x[0-9a-f]+|\d+))(?![\w.])")
BRANCH = re.compile(r"^(?:j[a-z]+|call|loop\w*|b|bl|b\.\w+|cbn?z|tbn?z)$")
ADDRESS = re.compile(r"#?(0x[0-9a-f]+|\d+)$")


def disassembled(data: bytes) -> tuple[str, str]:
    """The assembly of an object file, and a note for its reader (empty when all is well)."""
    try:
        code = read_object(data)
        engine = _engine(code.machine)
    except UnknownObject as error:
        return "", f"not disassembled: {error}"
    lines: list[str] = []
    for section in code.sections:
        lines += _section(engine, section)
    return "\n".join(lines), ""


@cache
def _engine(machine: str) -> Any:
    try:
        capstone: Any = importlib.import_module("capstone")
    except (ImportError, OSError) as error:  # OSError: its library is not for this platform
        raise UnknownObject(f"no disassembler: {error}") from None
    if machine == "x86_64":
        engine = capstone.Cs(capstone.CS_ARCH_X86, capstone.CS_MODE_64)
    else:
        # its name from version 6 on, and the one before
        arm = getattr(capstone, "CS_ARCH_AARCH64", None) or capstone.CS_ARCH_ARM64
        engine = capstone.Cs(arm, capstone.CS_MODE_LITTLE_ENDIAN)
    engine.skipdata = True  # go on behind bytes that are no instruction known to it
    return engine


def _section(engine: Any, section: CodeSection) -> Iterator[str]:
    functions = list(section.symbols)
    starts = [symbol.offset for symbol in functions]
    named = {symbol.offset: symbol.name for symbol in functions}
    places = [relocation.offset for relocation in section.relocations]
    for address, size, mnemonic, operands in engine.disasm_lite(section.code, 0):
        if address in named:
            yield f"{named[address]}:"
        first, last = bisect_left(places, address), bisect_left(places, address + size)
        targets = [section.relocations[index].target for index in range(first, last)]
        if targets:
            operands = _resolved(operands, targets)
        elif BRANCH.match(mnemonic):
            operands = ADDRESS.sub(lambda found: _inside(int(found[1], 0), starts, functions), operands)
        yield f"{address:6x}:  {mnemonic:<10} {operands}".rstrip()


def _resolved(operands: str, targets: list[str]) -> str:
    """Operands with the name in place of the number that the linker will write.

    It is a zero where the code was not linked yet, or the last number (a branch to itself).
    """
    name = " ".join(targets)
    if "[rip]" in operands:
        return operands.replace("[rip]", f"[rip + {name}]")
    numbers = list(NUMBER.finditer(operands))
    if not numbers:
        return f"{operands}  ; {name}"
    zeros = [found for found in numbers if int(found[1], 0) == 0]
    chosen = (zeros or numbers)[-1]
    return operands[: chosen.start()] + name + operands[chosen.end() :]


def _inside(address: int, starts: list[int], functions: list[Any]) -> str:
    """An address as a function and the bytes beyond its beginning."""
    index = bisect_right(starts, address) - 1
    if index < 0:
        return f"{address:#x}"
    beyond = address - starts[index]
    return f"{functions[index].name}+{beyond:#x}" if beyond else functions[index].name
