"""Object code as text that can be read: Intel's or Arm's syntax, with the names that it refers to.

Each function begins with its name and a colon; each instruction is a line of its offset and its
text. Where a relocation stands, the name of what it will point to takes the place of the zero in
the code. The lines of a loop are set in, behind a line that says what the loop does.
"""

from __future__ import annotations

import importlib
import re
import struct
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

from jaxstudio.ir.machine_code.instructions import Instruction, detailed
from jaxstudio.ir.machine_code.loops import Loop, described, find_loops
from jaxstudio.lazy_dataclass import dataclass


class UnknownObject(ValueError):
    """An object file that cannot be read here."""


@dataclass(frozen=True)
class Symbol:
    """A named place: `offset` bytes into section number `section`."""

    name: str
    section: int
    offset: int


@dataclass(frozen=True)
class Relocation:
    """A place in the code (`offset`, in its section) that will hold the address of `target`."""

    offset: int
    target: str


@dataclass(frozen=True)
class CodeSection:
    """Machine code, the functions that begin in it, by offset, and its relocations, by offset."""

    name: str
    code: bytes
    symbols: tuple[Symbol, ...]
    relocations: tuple[Relocation, ...]


@dataclass(frozen=True)
class ObjectCode:
    """`machine` is x86_64 or aarch64."""

    machine: str
    sections: tuple[CodeSection, ...]


def with_addend(name: str, addend: int) -> str:
    """`.rodata+0x8`."""
    if addend == 0:
        return name
    return f"{name}{'+' if addend > 0 else '-'}{abs(addend):#x}"


def text_at(data: bytes, offset: int) -> str:
    """The string that ends with a zero byte."""
    end = data.index(b"\0", offset)
    return data[offset:end].decode("utf-8", "replace")


def records(layout: str, data: bytes, offset: int, count: int) -> Iterator[tuple[int, ...]]:
    """`count` records of one layout, one after the other."""
    size = struct.calcsize(layout)
    if offset + count * size > len(data):
        raise ValueError("it ends too early")
    for index in range(count):
        yield struct.unpack_from(layout, data, offset + index * size)


ELF_MAGIC = b"\x7fELF\x02\x01"
ELF_MACHINES = {62: "x86_64", 183: "aarch64"}
ELF_EXECUTABLE = 0x4
ELF_SYMTAB, ELF_RELA = 2, 4
# section header: name, type, flags, address, offset, size, link, info, alignment, entry size
ELF_SECTION = "<IIQQQQIIQQ"
# symbol: name, info, other, section, value, size
ELF_SYMBOL = "<IBBHQQ"
ELF_RELOCATION = "<QQq"
ELF_FUNCTION = 2


def read_elf(data: bytes) -> ObjectCode:
    """The executable sections of a relocatable ELF file."""
    machine = struct.unpack_from("<H", data, 18)[0]
    if machine not in ELF_MACHINES:
        raise UnknownObject(f"ELF for machine {machine}: no disassembler is used for it here")
    headers, names = _elf_headers(data)
    symbols = _elf_symbols(data, headers, names)
    sections = []
    for number, header in enumerate(headers):
        if header[2] & ELF_EXECUTABLE and header[5]:
            own = sorted(
                (symbol for symbol, kind in symbols if symbol.section == number and kind == ELF_FUNCTION),
                key=lambda symbol: symbol.offset,
            )
            code = data[header[4] : header[4] + header[5]]
            relocations = _elf_relocations(data, headers, number, [symbol for symbol, _ in symbols])
            sections.append(CodeSection(names[number], code, tuple(own), tuple(relocations)))
    return ObjectCode(ELF_MACHINES[machine], tuple(sections))


def _elf_headers(data: bytes) -> tuple[list[tuple[int, ...]], list[str]]:
    """The headers of the sections, and the sections' names."""
    table = struct.unpack_from("<Q", data, 40)[0]
    entry_size, count, names_at = struct.unpack_from("<HHH", data, 58)
    if entry_size != struct.calcsize(ELF_SECTION):
        raise UnknownObject("ELF with section headers of another size")
    headers = list(records(ELF_SECTION, data, table, count))
    strings = headers[names_at][4]
    return headers, [text_at(data, strings + header[0]) for header in headers]


def elf_section(data: bytes, name: str) -> bytes:
    """The contents of a section of an ELF file; empty if it has none of that name."""
    headers, names = _elf_headers(data)
    _, _, _, _, offset, size, *_ = headers[names.index(name)] if name in names else (0,) * 10
    return data[offset : offset + size]


def _elf_symbols(data: bytes, headers: list[tuple[int, ...]], names: list[str]) -> list[tuple[Symbol, int]]:
    """Return all symbols with their types; a symbol without a name stands for its section."""
    for header in headers:
        if header[1] == ELF_SYMTAB:
            strings = headers[header[6]][4]
            found = []
            for name, info, _, section, value, _ in records(
                ELF_SYMBOL, data, header[4], header[5] // struct.calcsize(ELF_SYMBOL)
            ):
                text = text_at(data, strings + name)
                if not text and section < len(names):
                    text = names[section]
                found.append((Symbol(text, section, value), info & 15))
            return found
    return []


def _elf_relocations(
    data: bytes, headers: list[tuple[int, ...]], section: int, symbols: list[Symbol]
) -> list[Relocation]:
    found = []
    for header in headers:
        if header[1] == ELF_RELA and header[7] == section:
            count = header[5] // struct.calcsize(ELF_RELOCATION)
            for offset, info, addend in records(ELF_RELOCATION, data, header[4], count):
                found.append(Relocation(offset, with_addend(symbols[info >> 32].name, addend)))
    return sorted(found, key=lambda relocation: relocation.offset)


MACHO_MAGIC = b"\xcf\xfa\xed\xfe"
MACHO_MACHINES = {0x01000007: "x86_64", 0x0100000C: "aarch64"}
MACHO_SEGMENT_64, MACHO_SYMTAB = 0x19, 0x2
MACHO_INSTRUCTIONS = 0x80000000
MACHO_IN_SECTION = 0x0E
# section: name, segment, address, size, offset, alignment, relocations, count, flags, 3 reserved
MACHO_SECTION = "<16s16sQQIIIIIIII"
MACHO_SYMBOL = "<IBBHQ"
MACHO_HEADER_SIZE = 32


def read_macho(data: bytes) -> ObjectCode:
    """The sections with instructions of a relocatable Mach-O file; names lose their leading underscore."""
    machine, _, _, commands = struct.unpack_from("<IIII", data, 4)
    if machine not in MACHO_MACHINES:
        raise UnknownObject(f"Mach-O for machine {machine:#x}: no disassembler is used for it here")
    headers: list[tuple] = []
    symbols: list[Symbol] = []
    position = MACHO_HEADER_SIZE
    for _ in range(commands):
        command, size = struct.unpack_from("<II", data, position)
        if command == MACHO_SEGMENT_64:
            count = struct.unpack_from("<I", data, position + 64)[0]
            headers += records(MACHO_SECTION, data, position + 72, count)
        elif command == MACHO_SYMTAB:
            symbols = _macho_symbols(data, *struct.unpack_from("<III", data, position + 8))
        position += max(size, 8)
    sections = []
    for number, header in enumerate(headers, start=1):
        address, size, offset, flags = header[2], header[3], header[4], header[8]
        if flags & MACHO_INSTRUCTIONS and size:
            own = [
                Symbol(symbol.name, number, symbol.offset - address)
                for symbol in sorted(symbols, key=lambda symbol: symbol.offset)
                if symbol.section == number and not symbol.name.startswith("ltmp")
            ]
            name = header[0].rstrip(b"\0").decode("ascii", "replace")
            relocations = _macho_relocations(data, header, headers, symbols)
            sections.append(CodeSection(name, data[offset : offset + size], tuple(own), tuple(relocations)))
    return ObjectCode(MACHO_MACHINES[machine], tuple(sections))


def _macho_symbols(data: bytes, offset: int, count: int, strings: int) -> list[Symbol]:
    found = []
    for name, kind, section, _, value in records(MACHO_SYMBOL, data, offset, count):
        text = text_at(data, strings + name).removeprefix("_")
        found.append(Symbol(text, section if kind & 0x0E == MACHO_IN_SECTION else 0, value))
    return found


def _macho_relocations(
    data: bytes, header: tuple, headers: list[tuple], symbols: list[Symbol]
) -> list[Relocation]:
    found = []
    for offset, packed in records("<iI", data, header[6], header[7]):
        number, external = packed & 0xFFFFFF, packed >> 27 & 1
        if external:
            target = symbols[number].name
        else:
            target = headers[number - 1][0].rstrip(b"\0").decode("ascii", "replace")
        found.append(Relocation(offset, target))
    return sorted(found, key=lambda relocation: relocation.offset)


COFF_MACHINES = {0x8664: "x86_64", 0xAA64: "aarch64"}
COFF_MAGICS = tuple(struct.pack("<H", machine) for machine in COFF_MACHINES)
COFF_CODE = 0x20
COFF_FUNCTION = 0x20
# section: name, virtual size, address, size, offset, relocations, line numbers, counts, flags
COFF_SECTION = "<8sIIIIIIHHI"
# symbol: name, value, section, type, class, number of further records
COFF_SYMBOL = "<8sIhHBB"
COFF_RELOCATION = "<IIH"
COFF_HEADER_SIZE = 20


def read_coff(data: bytes) -> ObjectCode:
    """The sections with code of a COFF object file."""
    machine, count, _, symbols_at, symbol_count, optional = struct.unpack_from("<HHIIIH", data)
    strings = symbols_at + symbol_count * struct.calcsize(COFF_SYMBOL)
    symbols = _coff_symbols(data, symbols_at, symbol_count, strings)
    functions = [symbol for symbol, is_function in symbols.values() if is_function]
    sections = []
    for number, header in enumerate(records(COFF_SECTION, data, COFF_HEADER_SIZE + optional, count), start=1):
        name, size, offset, relocations_at, relocations, flags = (header[i] for i in (0, 3, 4, 5, 7, 9))
        if flags & COFF_CODE and size:
            own = sorted(
                (symbol for symbol in functions if symbol.section == number), key=lambda symbol: symbol.offset
            )
            found = [
                Relocation(place, symbols[index][0].name)
                for place, index, _ in records(COFF_RELOCATION, data, relocations_at, relocations)
            ]
            found.sort(key=lambda relocation: relocation.offset)
            code = data[offset : offset + size]
            sections.append(CodeSection(_coff_name(data, name, strings), code, tuple(own), tuple(found)))
    return ObjectCode(COFF_MACHINES[machine], tuple(sections))


def _coff_symbols(data: bytes, offset: int, count: int, strings: int) -> dict[int, tuple[Symbol, bool]]:
    """Symbols by their number, and whether they are functions."""
    found = {}
    skip = 0
    for index, (name, value, section, kind, _, more) in enumerate(records(COFF_SYMBOL, data, offset, count)):
        if skip:
            skip -= 1
            continue
        skip = more
        found[index] = (Symbol(_coff_name(data, name, strings), section, value), kind == COFF_FUNCTION)
    return found


def _coff_name(data: bytes, field: int | bytes, strings: int) -> str:
    """Up to 8 characters stand in place; a longer name is an offset in the table of strings."""
    assert isinstance(field, bytes)
    if field[:4] == b"\0\0\0\0":
        return text_at(data, strings + struct.unpack_from("<I", field, 4)[0])
    name = field.rstrip(b"\0").decode("utf-8", "replace")
    if name.startswith("/") and name[1:].isdigit():
        return text_at(data, strings + int(name[1:]))
    return name


READERS = {
    ELF_MAGIC: read_elf,
    MACHO_MAGIC: read_macho,
    **dict.fromkeys(COFF_MAGICS, read_coff),
}


def read_object(data: bytes) -> ObjectCode:
    """Read an object file of ELF, Mach-O or COFF (64 bits, little-endian).

    Raises:
        UnknownObject: another format, or a file that is cut.
    """
    for magic, read in READERS.items():
        if data.startswith(magic):
            try:
                return read(data)
            except (IndexError, ValueError, struct.error) as error:
                raise UnknownObject(f"the object file is damaged: {error}") from None
    raise UnknownObject(f"no object file that is known here (it begins with {data[:4].hex(' ')})")


NUMBER = re.compile(r"(?<![\w.])#?(-?(?:0x[0-9a-f]+|\d+))(?![\w.])")
BRANCH = re.compile(r"^(?:j[a-z]+|call|loop\w*|b|bl|b\.\w+|cbn?z|tbn?z)$")
ADDRESS = re.compile(r"(?<!\w)#?(0x[0-9a-f]+|\d+)$")  # not the number of a register
LOOP_INDENT = "  "
INSTRUCTION_LINE = re.compile(r" *([0-9a-f]+):  +(\S+)")


def disassemble(data: bytes) -> tuple[str, str]:
    """The assembly of an object file, and a note for its reader (empty when all is well)."""
    try:
        code = read_object(data)
        _engine(code.machine)
    except UnknownObject as error:
        return "", f"not disassembled: {error}"
    lines: list[str] = []
    for section in code.sections:
        lines += _section(code.machine, section)
    return "\n".join(lines), ""


@cache
def _engine(machine: str, detail: bool = False) -> Any:
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
    engine.detail = detail
    return engine


def _section(machine: str, section: CodeSection) -> Iterator[str]:
    """The lines of a section, function by function."""
    functions = list(section.symbols)
    starts = [symbol.offset for symbol in functions]
    named = {symbol.offset: symbol.name for symbol in functions}
    places = [relocation.offset for relocation in section.relocations]
    code: list[Instruction] = []
    for address, size, mnemonic, operands in _engine(machine).disasm_lite(section.code, 0):
        if address in named:
            yield from _listed(machine, section, code)
            yield f"{named[address]}:"
            code = []
        first, last = bisect_left(places, address), bisect_left(places, address + size)
        targets = [section.relocations[index].target for index in range(first, last)]
        target = None
        if targets:
            operands = _resolved(operands, targets)
        elif BRANCH.match(mnemonic) and (goal := ADDRESS.search(operands)):
            target = int(goal[1], 0)
            operands = ADDRESS.sub(_inside(target, starts, functions), operands)
        code.append(Instruction(address, size, mnemonic, operands, target, " ".join(targets)))
    yield from _listed(machine, section, code)


def _listed(machine: str, section: CodeSection, code: list[Instruction]) -> Iterator[str]:
    """The lines of a function, indented by loops; a line before each loop summarises it."""
    loops: list[Loop] = []
    if any(each.target is not None and code[0].address <= each.target <= each.address for each in code):
        code = detailed(_engine(machine, True), section.code, code)
        loops = find_loops(code)
    depths = Counter(place for loop in loops for place in loop.places)
    begins: dict[int, list[Loop]] = {}
    for loop in loops:
        begins.setdefault(loop.places[0], []).append(loop)
    for place, each in enumerate(code):
        for loop in begins.get(place, ()):
            yield f"{'':9}{LOOP_INDENT * (loop.depth - 1)}; {described(loop)}"
        indent = LOOP_INDENT * depths[place]
        yield f"{each.address:6x}:  {indent}{each.mnemonic:<10} {each.operands}".rstrip()


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
