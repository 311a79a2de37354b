"""Mach-O, the object files of macOS (Apple's `mach-o/loader.h` and `mach-o/reloc.h`; 64 bits)."""

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
)

MAGIC = b"\xcf\xfa\xed\xfe"
MACHINES = {0x01000007: "x86_64", 0x0100000C: "aarch64"}
SEGMENT_64, SYMTAB = 0x19, 0x2
INSTRUCTIONS = 0x80000000
IN_SECTION = 0x0E
# section: name, segment, address, size, offset, alignment, relocations, count, flags, 3 reserved
SECTION = "<16s16sQQIIIIIIII"
SYMBOL = "<IBBHQ"
HEADER_SIZE = 32


def read(data: bytes) -> ObjectCode:
    """The sections with instructions of a relocatable Mach-O file; names lose their leading underscore."""
    machine, _, _, commands = struct.unpack_from("<IIII", data, 4)
    if machine not in MACHINES:
        raise UnknownObject(f"Mach-O for machine {machine:#x}: no disassembler is used for it here")
    headers: list[tuple] = []
    symbols: list[Symbol] = []
    position = HEADER_SIZE
    for _ in range(commands):
        command, size = struct.unpack_from("<II", data, position)
        if command == SEGMENT_64:
            count = struct.unpack_from("<I", data, position + 64)[0]
            headers += records(SECTION, data, position + 72, count)
        elif command == SYMTAB:
            symbols = _symbols(data, *struct.unpack_from("<III", data, position + 8))
        position += max(size, 8)
    sections = []
    for number, header in enumerate(headers, start=1):
        address, size, offset, flags = header[2], header[3], header[4], header[8]
        if flags & INSTRUCTIONS and size:
            own = [
                Symbol(symbol.name, number, symbol.offset - address)
                for symbol in sorted(symbols, key=lambda symbol: symbol.offset)
                if symbol.section == number and not symbol.name.startswith("ltmp")
            ]
            name = header[0].rstrip(b"\0").decode("ascii", "replace")
            relocations = _relocations(data, header, headers, symbols)
            sections.append(CodeSection(name, data[offset : offset + size], tuple(own), tuple(relocations)))
    return ObjectCode(MACHINES[machine], tuple(sections))


def _symbols(data: bytes, offset: int, count: int, strings: int) -> list[Symbol]:
    found = []
    for name, kind, section, _, value in records(SYMBOL, data, offset, count):
        text = text_at(data, strings + name).removeprefix("_")
        found.append(Symbol(text, section if kind & 0x0E == IN_SECTION else 0, value))
    return found


def _relocations(data: bytes, header: tuple, headers: list[tuple], symbols: list[Symbol]) -> list[Relocation]:
    found = []
    for offset, packed in records("<iI", data, header[6], header[7]):
        number, external = packed & 0xFFFFFF, packed >> 27 & 1
        if external:
            target = symbols[number].name
        else:
            target = headers[number - 1][0].rstrip(b"\0").decode("ascii", "replace")
        found.append(Relocation(offset, target))
    return sorted(found, key=lambda relocation: relocation.offset)
