"""Object files as little as a disassembler needs: code, symbols, relocations, in three formats."""

from __future__ import annotations

import struct

from jaxstudio.ir.objects import coff, elf, macho
from jaxstudio.ir.objects.model import ObjectCode, UnknownObject

READERS = {elf.MAGIC: elf.read, macho.MAGIC: macho.read, **dict.fromkeys(coff.MAGICS, coff.read)}


def read_object(data: bytes) -> ObjectCode:
    """What an object file of ELF, Mach-O or COFF (64 bits, little-endian) holds.

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
