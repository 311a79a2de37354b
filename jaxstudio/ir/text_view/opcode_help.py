"""One line of help for a JAX primitive, an HLO opcode or an instruction; the tables are help/*.json."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from jaxstudio.ir.stages import Language

WORD = re.compile(r"[A-Za-z_][\w.\-]*")
DIALECT = re.compile(r"^(?:stablehlo|chlo|mhlo)\.")
# AVX-512: the width in a name, a comparison by its condition, a fused multiply-add.
WIDTH = re.compile(r"(?:\d+x\d+|ps|pd|ss|sd|[bwdq]|8|16|32|64)$")
COMPARISON = re.compile(r"^vcmp(eq|lt|le|unord|neq|nlt|nle|ord|ge|gt|nge|ngt|true|false)?\w*?([ps])[sd]$")
FUSED = re.compile(r"^vf(n?)m(add|sub)(\d\d\d)([ps])[sd]$")
CONDITIONS = {
    "eq": "equal", "lt": "less", "le": "less or equal", "unord": "one is NaN", "neq": "not equal",
    "nlt": "not less", "nle": "not less or equal", "ord": "none is NaN", "ge": "greater or equal",
    "gt": "greater", "nge": "not greater or equal", "ngt": "not greater",
}  # fmt: skip


@cache
def table(name: str) -> Mapping[str, str]:
    """Help texts by name. `stablehlo_names` maps names of StableHLO to those of HLO instead."""
    return json.loads((files(__package__) / "help" / f"{name}.json").read_text(encoding="utf-8"))


def help_for(word: str, language: Language) -> str:
    """What a primitive, opcode or instruction does, in one line; empty for an unknown one."""
    if language is Language.JAXPR:
        return table("jaxpr").get(word, "")
    if language is Language.HLO:
        return table("hlo").get(word, "")
    if language is Language.STABLEHLO:
        name = DIALECT.sub("", word)
        opcode = table("stablehlo_names").get(name, name.replace("_", "-"))
        return table("hlo").get(opcode) or table("jaxpr").get(name, "")
    if language is Language.LLVM:
        return table("llvm").get(word, "")
    if language is Language.ASM:
        return table("x86").get(word) or table("aarch64").get(word) or _by_stem(word)
    return _ptx(word) if language is Language.PTX else ""


def help_at(line: str, column: int, language: Language) -> str:
    """`word: what it does` for the word at a column; empty for an unknown one."""
    for match in WORD.finditer(line):
        if match.start() <= column < match.end():
            text = help_for(match[0], language)
            return f"{match[0]}: {text}" if text else ""
    return ""


def _by_stem(word: str) -> str:
    """x86 instructions that come in many widths and conditions, by their common stem."""
    x86 = table("x86")
    if word in ("cmovp", "cmovnp", "setp", "setnp", "jp", "jnp"):
        condition = "none is NaN" if "np" in word else "one is NaN"
        return f"{'jumps' if word[0] == 'j' else 'copies' if word[0] == 'c' else '1'} if {condition}"
    for stem in ("cmov", "set", "j"):
        if word.startswith(stem) and len(word) > len(stem):
            jump = x86.get("j" + word[len(stem) :], "")
            if jump.startswith("jumps if "):
                condition = jump.removeprefix("jumps if ")
                return {"cmov": f"copies if {condition}", "set": f"1 if {condition}, else 0"}.get(stem, jump)
    if word.startswith("v") and word[1:] in x86:
        return x86[word[1:]]
    return _avx512(word)


def _avx512(word: str) -> str:
    """An AVX-512 instruction, whatever the width in its name."""
    if match := COMPARISON.match(word):
        return f"compares floats: {CONDITIONS.get(match[1] or '', 'by a condition')}"
    if match := FUSED.match(word):
        sign, added = "−" if match[1] else "", "+" if match[2] == "add" else "−"
        return f"{sign}a·b {added} c in one rounding"
    stem, shorter = word, WIDTH.sub("", word)
    while stem not in table("avx512") and shorter != stem:
        stem, shorter = shorter, WIDTH.sub("", shorter)
    return table("avx512").get(stem, "")


def _ptx(word: str) -> str:
    """A PTX instruction, whatever types follow it."""
    while word and word not in table("ptx"):
        word = word.rpartition(".")[0]
    return table("ptx").get(word, "")
