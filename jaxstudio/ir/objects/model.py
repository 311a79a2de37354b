"""What object files have in common: sections of code, symbols in them, places that refer elsewhere."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass


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
