"""COFF, the object files of Windows (Microsoft's "PE Format", sections 3 to 5)."""

from __future__ import annotations

import struct

from jaxstudio.ir.objects.model import CodeSection, ObjectCode, Relocation, Symbol, records, text_at

MACHINES = {0x8664: "x86_64", 0xAA64: "aarch64"}
MAGICS = tuple(struct.pack("<H", machine) for machine in MACHINES)
CODE = 0x20
FUNCTION = 0x20
# section: name, virtual size, address, size, offset, relocations, line numbers, counts, flags
SECTION = "<8sIIIIIIHHI"
# symbol: name, value, section, type, class, number of further records
SYMBOL = "<8sIhHBB"
RELOCATION = "<IIH"
HEADER_SIZE = 20


def read(data: bytes) -> ObjectCode:
    """The sections with code of a COFF object file."""
    machine, count, _, symbols_at, symbol_count, optional = struct.unpack_from("<HHIIIH", data)
    strings = symbols_at + symbol_count * struct.calcsize(SYMBOL)
    symbols = _symbols(data, symbols_at, symbol_count, strings)
    functions = [symbol for symbol, is_function in symbols.values() if is_function]
    sections = []
    for number, header in enumerate(records(SECTION, data, HEADER_SIZE + optional, count), start=1):
        name, size, offset, relocations_at, relocations, flags = (header[i] for i in (0, 3, 4, 5, 7, 9))
        if flags & CODE and size:
            own = sorted(
                (symbol for symbol in functions if symbol.section == number), key=lambda symbol: symbol.offset
            )
            found = [
                Relocation(place, symbols[index][0].name)
                for place, index, _ in records(RELOCATION, data, relocations_at, relocations)
            ]
            found.sort(key=lambda relocation: relocation.offset)
            code = data[offset : offset + size]
            sections.append(CodeSection(_name(data, name, strings), code, tuple(own), tuple(found)))
    return ObjectCode(MACHINES[machine], tuple(sections))


def _symbols(data: bytes, offset: int, count: int, strings: int) -> dict[int, tuple[Symbol, bool]]:
    """Symbols by their number, and whether they are functions."""
    found = {}
    skip = 0
    for index, (name, value, section, kind, _, more) in enumerate(records(SYMBOL, data, offset, count)):
        if skip:
            skip -= 1
            continue
        skip = more
        found[index] = (Symbol(_name(data, name, strings), section, value), kind == FUNCTION)
    return found


def _name(data: bytes, field: int | bytes, strings: int) -> str:
    """Up to 8 characters stand in place; a longer name is an offset in the table of strings."""
    assert isinstance(field, bytes)
    if field[:4] == b"\0\0\0\0":
        return text_at(data, strings + struct.unpack_from("<I", field, 4)[0])
    name = field.rstrip(b"\0").decode("utf-8", "replace")
    if name.startswith("/") and name[1:].isdigit():
        return text_at(data, strings + int(name[1:]))
    return name
