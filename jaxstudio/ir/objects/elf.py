"""ELF, the object files of Linux (System V ABI, chapters 4 and 5; 64 bits, little-endian)."""

from __future__ import annotations

import struct

from jaxstudio.ir.objects.model import (
    CodeSection,
    ObjectCode,
    Relocation,
    Symbol,
    UnknownObject,
    records,
    text_at,
    with_addend,
)

MAGIC = b"\x7fELF\x02\x01"
MACHINES = {62: "x86_64", 183: "aarch64"}
EXECUTABLE = 0x4
SYMTAB, RELA = 2, 4
# section header: name, type, flags, address, offset, size, link, info, alignment, entry size
SECTION = "<IIQQQQIIQQ"
# symbol: name, info, other, section, value, size
SYMBOL = "<IBBHQQ"
RELOCATION = "<QQq"
FUNCTION = 2


def read(data: bytes) -> ObjectCode:
    """The executable sections of a relocatable ELF file."""
    machine = struct.unpack_from("<H", data, 18)[0]
    if machine not in MACHINES:
        raise UnknownObject(f"ELF for machine {machine}: no disassembler is used for it here")
    table = struct.unpack_from("<Q", data, 40)[0]
    entry_size, count, names_at = struct.unpack_from("<HHH", data, 58)
    if entry_size != struct.calcsize(SECTION):
        raise UnknownObject("ELF with section headers of another size")
    headers = list(records(SECTION, data, table, count))
    strings = headers[names_at][4]
    names = [text_at(data, strings + header[0]) for header in headers]
    symbols = _symbols(data, headers, names)
    sections = []
    for number, header in enumerate(headers):
        if header[2] & EXECUTABLE and header[5]:
            own = sorted(
                (symbol for symbol, kind in symbols if symbol.section == number and kind == FUNCTION),
                key=lambda symbol: symbol.offset,
            )
            code = data[header[4] : header[4] + header[5]]
            relocations = _relocations(data, headers, number, [symbol for symbol, _ in symbols])
            sections.append(CodeSection(names[number], code, tuple(own), tuple(relocations)))
    return ObjectCode(MACHINES[machine], tuple(sections))


def _symbols(data: bytes, headers: list[tuple[int, ...]], names: list[str]) -> list[tuple[Symbol, int]]:
    """All symbols with their type; one without a name stands for its section."""
    for header in headers:
        if header[1] == SYMTAB:
            strings = headers[header[6]][4]
            found = []
            for name, info, _, section, value, _ in records(
                SYMBOL, data, header[4], header[5] // struct.calcsize(SYMBOL)
            ):
                text = text_at(data, strings + name)
                if not text and section < len(names):
                    text = names[section]
                found.append((Symbol(text, section, value), info & 15))
            return found
    return []


def _relocations(
    data: bytes, headers: list[tuple[int, ...]], section: int, symbols: list[Symbol]
) -> list[Relocation]:
    found = []
    for header in headers:
        if header[1] == RELA and header[7] == section:
            count = header[5] // struct.calcsize(RELOCATION)
            for offset, info, addend in records(RELOCATION, data, header[4], count):
                found.append(Relocation(offset, with_addend(symbols[info >> 32].name, addend)))
    return sorted(found, key=lambda relocation: relocation.offset)
