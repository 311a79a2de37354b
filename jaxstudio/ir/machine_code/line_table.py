"""The line of LLVM IR that each instruction of a kernel was made of, by compiling the IR once more.

XLA's object has no line table, but llvmlite's LLVM makes one if each line of the IR carries its number. It
holds for XLA's object where both have the same instructions: whole loops, and whole stretches between loops.
Of the others nothing is said.
Processor and features are the host's, as XLA's are, and products are fused into sums as XLA lets LLVM do.
"""

from __future__ import annotations

import contextlib
import importlib.util
import logging
import re
import struct
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING, Any

import numpy as np

from jaxstudio.errors import ComputeError
from jaxstudio.ir.machine_code.disassembly import INSTRUCTION_LINE, disassemble, elf_section
from jaxstudio.processes.channel import Request
from jaxstudio.processes.child import Program, SingleJob

if TYPE_CHECKING:
    from jaxstudio.processes.serve import Handlers, Work

LOG = logging.getLogger(__name__)
MOST_CHARACTERS = 4_000_000
FLAGS = "!llvm.module.flags = !{"


class CompileRequest(Request[None, bytes], frozen=True):
    """Compile texts of LLVM IR; the objects come in order, b"" for a text that LLVM cannot read."""

    texts: tuple[str, ...]


# In a process of its own: IR of a newer LLVM can abort it, not only raise an error.
COMPILER = Program("jaxstudio.ir.machine_code.line_table:handlers")
SECONDS = 60.0


def handlers() -> Handlers:
    """The jobs of the process: compiling."""
    return {CompileRequest: compile_texts}


def compile_texts(request: CompileRequest, work: Work) -> None:
    """Tell the object of each text, in order."""
    binding, machine = _compiler()
    for text in request.texts:
        data = b""
        if text:
            with contextlib.suppress(RuntimeError):  # IR of a newer LLVM
                module = binding.parse_assembly(with_line_numbers(for_older_llvm(text)))
                data = machine.emit_object(module)
        work.tell(data)


def compile_again(texts: Sequence[str]) -> list[bytes]:
    """Compile texts of LLVM IR with llvmlite; b"" for an unreadable text, and without llvmlite."""
    readable = [text if len(text) <= MOST_CHARACTERS and FLAGS in text else "" for text in texts]
    objects: list[bytes] = []
    if any(readable) and importlib.util.find_spec("llvmlite") is not None:
        try:
            with contextlib.closing(
                SingleJob(COMPILER, CompileRequest(tuple(readable)), SECONDS).run()
            ) as found:
                objects.extend(found)
        except ComputeError as reason:  # of what came before the text that ended it the objects are there
            LOG.warning("llvmlite: %s", reason)
    return objects + [b""] * (len(texts) - len(objects))


def ir_lines(data: bytes, listing: str) -> tuple[int, ...]:
    """The line of the IR (from 1) of each line of an object's listing, 0 for not known; empty if none is.

    Args:
        data: the object that `compile_again` made of the IR. None is known if it is other code.
    """
    if not data:
        return ()
    program = elf_section(data, ".debug_line")
    table = dict(read_line_table(program)) if program else {}
    copy = disassemble(data)[0]
    lines, line = [], 0
    for text in copy.split("\n"):
        address = INSTRUCTION_LINE.match(text)
        line = table.get(int(address[1], 16), line) if address else line
        lines.append(line)
    found = [0] * len(listing.split("\n"))
    same = stretches(copy)
    for code, places in stretches(listing).items():
        others = same.get(code, [])
        if len(places) == len(others) == 1:
            for place, other in zip(*places, *others, strict=True):
                found[place] = lines[other]
    return tuple(found) if any(found) else ()


# What differs with the place of the code: its address, and those that it jumps to.
PLACE = re.compile(r"^ *[0-9a-f]+:|(?<= )[^\s.\[]\S*\+0x[0-9a-f]+$")


def stretches(listing: str) -> dict[tuple[str, ...], list[list[int]]]:
    """The lines (from 0) of each loop and of each stretch between loops, by its instructions."""
    by_code: dict[tuple[str, ...], list[list[int]]] = {}
    lines = listing.split("\n")
    matches = [INSTRUCTION_LINE.match(line) for line in lines]
    depths = [match.start(2) if match else -1 for match in matches]
    for _, places in groupby(range(len(lines)), key=depths.__getitem__):
        stretch = list(places)
        if depths[stretch[0]] >= 0:
            code = tuple(PLACE.sub("", lines[place]) for place in stretch)
            by_code.setdefault(code, []).append(stretch)
    return by_code


@cache
def _compiler() -> tuple[Any, Any]:
    binding: Any = importlib.import_module("llvmlite.binding")
    # an instruction of no line has none, in place of the line of the one before it
    binding.set_option("jaxstudio", "-use-unknown-locations=Enable")
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    target = binding.Target.from_default_triple()
    machine = target.create_target_machine(
        cpu=binding.get_host_cpu_name(),
        features=binding.get_host_cpu_features().flatten(),
        opt=3,
        reloc="default",
        codemodel="jitdefault",
        jit=True,
    )
    return binding, machine


NUMBER = re.compile(r"(?:\b(half|bfloat|float|double) )?(-?\d+\.\d+e[+-]\d+|[+-](?:inf|qnan)|f0x[0-9A-F]+)")
KIND = re.compile(r"\b(half|bfloat|float|double)\b")
FUSED = re.compile(r" = (fadd|fsub|fmul) (?!(?:\w+ )*?(?:contract|fast) )")
# Attributes, and a flag of alias domains (JAX 0.12), that LLVM 22 does not know; none changes the code of a
# function that is optimised already.
NEWER = re.compile(r", target_mem\d*: none|nocreateundeforpoison |denormal_fpenv\([^)]*\) |i1 \w+, (?=!\")")


def for_older_llvm(ir: str) -> str:
    """IR of LLVM 23 as LLVM 22 reads it: floats as bits of doubles, and sums that take in products."""
    lines = []
    for line in NEWER.sub("", ir).split("\n"):
        kind = KIND.search(line)
        if kind and line.startswith((" ", "@")):
            line = NUMBER.sub(lambda match, kind=kind[1]: _older(match, kind), line)  # type: ignore[misc]
        lines.append(FUSED.sub(r" = \1 contract ", line))
    return "\n".join(lines)


def _older(match: re.Match[str], kind: str) -> str:
    """A constant by its bits, a float's by those of the equal double."""
    before, kind, text = match[1], match[1] or kind, match[2]
    size = {"float": 4, "double": 8}.get(kind)
    if size is None:  # 16 bits
        letter = "H" if kind == "half" else "R"
        if text.startswith("f0x"):
            return f"{kind} 0x{letter}{text[3:]}" if before else f"0x{letter}{text[3:]}"
        return match[0]
    if text.startswith("f0x"):
        value = np.array(int(text[3:], 16), f"u{size}").view(f"f{size}")
    else:
        value = np.dtype(f"f{size}").type(text.replace("qnan", "nan"))
    bits = int(np.array(value, np.float64).view(np.uint64))
    return f"{before} 0x{bits:016X}" if before else f"0x{bits:016X}"


def with_line_numbers(ir: str) -> str:
    """The IR with the number of its line as the location of each instruction."""
    number = 1 + max((int(each) for each in re.findall(r"!(\d+)\b", ir)), default=-1)
    flag, file, unit, kind = range(number, number + 4)
    number += 4
    lines, added = [], []
    function = 0
    for place, line in enumerate(ir.split("\n"), 1):
        if line.startswith("define ") and line.endswith(" {"):
            function, number = number, number + 1
            line = f"{line[:-2]} !dbg !{function} {{"
            added.append(
                f'!{function} = distinct !DISubprogram(name: "f{function}", file: !{file}, line: 1, '
                f"type: !{kind}, unit: !{unit}, spFlags: DISPFlagDefinition)"
            )
        elif line == "}":
            function = 0
        elif function and re.match(r"  (?:[^ ;\]]|\])", line) and not line.endswith("["):
            line += f", !dbg !{number}"
            added.append(f"!{number} = !DILocation(line: {place}, column: 1, scope: !{function})")
            number += 1
        lines.append(line)
    text = "\n".join(lines).replace(FLAGS, f"{FLAGS}!{flag}, ", 1)
    return "\n".join(
        (
            text,
            f"!llvm.dbg.cu = !{{!{unit}}}",
            f'!{flag} = !{{i32 7, !"Dwarf Version", i32 4}}',
            f'!{file} = !DIFile(filename: "kernel.ll", directory: "/")',
            f"!{unit} = distinct !DICompileUnit(language: DW_LANG_C, file: !{file}, "
            "emissionKind: LineTablesOnly)",
            f"!{kind} = !DISubroutineType(types: !{{null}})",
            *added,
            "",
        )
    )


END_OF_SEQUENCE = 1


def read_line_table(data: bytes) -> Iterator[tuple[int, int]]:
    """(address, line) of each row of the first sequence of a line program of DWARF 4 (its section 6.2)."""
    _, version, header, least, _, _, base, span, first = struct.unpack_from("<IHIBBBbBB", data)
    if version != 4:
        raise RuntimeError(f"a line table of DWARF {version}")
    lengths = data[16 : 15 + first]
    place, address, line = 10 + header, 0, 1

    def leb(signed: bool = False) -> int:
        nonlocal place
        value = shift = 0
        while True:
            byte = data[place]
            place += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if not byte & 0x80:
                return value - (1 << shift) if signed and byte & 0x40 else value

    while place < len(data):
        opcode = data[place]
        place += 1
        if opcode >= first:  # special
            address += (opcode - first) // span * least
            line += base + (opcode - first) % span
            yield address, line
        elif opcode == 0:  # extended: the address, 0, that it begins with, or its end
            length = leb()
            if data[place] == END_OF_SEQUENCE:
                return
            place += length
        elif opcode == 1:
            yield address, line
        elif opcode == 2:
            address += leb() * least
        elif opcode == 3:
            line += leb(signed=True)
        elif opcode == 8:
            address += (255 - first) // span * least
        elif opcode == 9:
            address += struct.unpack_from("<H", data, place)[0]
            place += 2
        else:
            for _ in range(lengths[opcode - 1]):
                leb()
