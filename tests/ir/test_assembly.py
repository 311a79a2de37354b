"""Object files of three systems against LLVM's own disassembly of them.

data/*.o were compiled by LLVM from two functions that use a constant, call expf and each other;
data/*.txt is what `llvm-objdump -dr --no-show-raw-insn --x86-asm-syntax=intel` says of them.
"""

import re
from pathlib import Path

import pytest

from jaxstudio.ir.machine_code import disassembly
from jaxstudio.ir.machine_code.disassembly import UnknownObject, disassemble, read_object
from jaxstudio.ir.parse.listings import parse_assembly

DATA = Path(__file__).parent / "data"
TRIPLES = sorted(path.stem for path in DATA.glob("*.o"))
FUNCTION = re.compile(r"^[0-9a-f]+ <(.*)>:$")
INSTRUCTION = re.compile(r"^\s+([0-9a-f]+):\s+(\S+)")
RELOCATION = re.compile(r"^\s+([0-9a-f]{16}):\s+\S+\s+(\S+)$")


def expected(triple):
    """LLVM's: functions with their offsets, {offset: mnemonic}, {offset: symbol}."""
    functions, mnemonics, symbols = [], {}, {}
    for line in (DATA / f"{triple}.txt").read_text().splitlines():
        if found := FUNCTION.match(line):
            functions.append(found[1])
        elif found := RELOCATION.match(line):
            symbols[int(found[1], 16)] = found[2]
        elif found := INSTRUCTION.match(line):
            mnemonics[int(found[1], 16)] = found[2]
    return functions, mnemonics, symbols


def plain(name):
    """macOS puts an underscore before the names of C, and calls the section's first place ltmp0."""
    return name.removeprefix("_").replace("ltmp0", "add.1_fusion")


@pytest.mark.parametrize("triple", TRIPLES)
def test_against_llvm(triple):
    functions, mnemonics, symbols = expected(triple)
    text, note = disassemble((DATA / f"{triple}.o").read_bytes())
    assert not note
    parsed = parse_assembly(text)
    assert parsed.names == ["add.1_fusion", "twice"] == [plain(name) for name in functions]
    found = {}
    for line in text.split("\n"):
        address, colon, rest = line.partition(":  ")
        if colon:
            found[int(address, 16)] = rest.split(None, 1)
    assert {address: words[0] for address, words in found.items()} == mnemonics
    for place, symbol in symbols.items():
        holder = max(address for address in found if address <= place)
        assert plain(symbol) in found[holder][1]


@pytest.mark.parametrize("triple", TRIPLES)
def test_sections_symbols_and_relocations(triple):
    code = read_object((DATA / f"{triple}.o").read_bytes())
    assert code.machine == ("x86_64" if triple.startswith("x86") else "aarch64")
    (section,) = code.sections
    assert [symbol.name for symbol in section.symbols] == ["add.1_fusion", "twice"]
    assert section.symbols[0].offset == 0
    _, _, symbols = expected(triple)
    assert {relocation.offset: relocation.target for relocation in section.relocations} == {
        place: plain(symbol) for place, symbol in symbols.items()
    }


@pytest.mark.parametrize("triple", TRIPLES)
def test_a_damaged_file_is_an_answer(triple):
    data = (DATA / f"{triple}.o").read_bytes()
    for length in (8, 64, 200, len(data) // 2, len(data) - 30):
        text, note = disassemble(data[:length])
        assert text == "" or note == ""
    with pytest.raises(UnknownObject):
        read_object(b"nothing of the kind")
    assert disassemble(b"")[1].startswith("not disassembled")


def test_no_disassembler_for_the_platform(monkeypatch):
    def missing(name):
        raise OSError("no library for this platform")

    disassembly._engine.cache_clear()
    monkeypatch.setattr(disassembly.importlib, "import_module", missing)
    text, note = disassemble((DATA / f"{TRIPLES[0]}.o").read_bytes())
    disassembly._engine.cache_clear()
    assert text == ""
    assert "no library for this platform" in note


def test_branches_name_their_function(many):
    """XLA's own kernels: loops jump within their function."""
    texts = [stage.text for stage in many.stages if stage.kind == "asm"]
    assert len(texts) > 5
    assert not any("disassembled" in stage.note for stage in many.stages if stage.kind == "asm")
    joined = "\n".join(texts)
    assert re.search(r"(?:j[a-z]+|b\.?[a-z]*|cbn?z) +.*\+0x[0-9a-f]+$", joined, re.MULTILINE)
    for stage in many.stages:
        if stage.kind == "asm" and stage.kernel.endswith("fusion"):
            assert stage.text.startswith(f"{stage.kernel}:\n")


def test_a_register_is_no_address():
    """`call r15` and `jmp r8` go where the register says, not to address 15 or 8."""
    assert disassembly.ADDRESS.sub("f", "r15") == "r15"
    assert disassembly.ADDRESS.sub("f", "w8, #0x24") == "w8, f"
