"""A line of help for the word under the pointer."""

from __future__ import annotations

import re

from jaxstudio.ir.stages import Language
from jaxstudio.ir.text_view.help.avx512 import help_for_wide
from jaxstudio.ir.text_view.help.instructions import ARM, X86
from jaxstudio.ir.text_view.help.llvm import LLVM
from jaxstudio.ir.text_view.help.opcodes import OPCODES, STABLEHLO
from jaxstudio.ir.text_view.help.primitives import PRIMITIVES
from jaxstudio.ir.text_view.help.ptx import help_for_ptx

WORD = re.compile(r"[A-Za-z_][\w.\-]*")


def help_for(word: str, language: Language) -> str:
    """What a primitive, opcode or instruction does, in one line; empty where nothing is known."""
    if language is Language.JAXPR:
        return PRIMITIVES.get(word, "")
    if language is Language.HLO:
        return OPCODES.get(word, "")
    if language is Language.STABLEHLO:
        name = re.sub(r"^(?:stablehlo|chlo|mhlo)\.", "", word)
        return OPCODES.get(STABLEHLO.get(name, name.replace("_", "-")), "") or PRIMITIVES.get(name, "")
    if language is Language.LLVM:
        return LLVM.get(word, "")
    if language is Language.ASM:
        return X86.get(word) or ARM.get(word) or _by_stem(word)
    return help_for_ptx(word) if language is Language.PTX else ""


def help_at(line: str, column: int, language: Language) -> str:
    """`word: what it does` for the word at a column; empty where nothing is known."""
    for found in WORD.finditer(line):
        if found.start() <= column < found.end():
            said = help_for(found[0], language)
            return f"{found[0]}: {said}" if said else ""
    return ""


def _by_stem(word: str) -> str:
    """Instructions that come in many widths and conditions, by their common beginning."""
    if word in ("cmovp", "cmovnp", "setp", "setnp", "jp", "jnp"):
        condition = "none is NaN" if "np" in word else "one is NaN"
        return f"{'jumps' if word[0] == 'j' else 'copies' if word[0] == 'c' else '1'} if {condition}"
    for stem in ("cmov", "set", "j"):
        if word.startswith(stem) and len(word) > len(stem):
            known = X86.get("j" + word[len(stem) :], "")
            if known.startswith("jumps if "):
                condition = known.removeprefix("jumps if ")
                return {"cmov": f"copies if {condition}", "set": f"1 if {condition}, else 0"}.get(stem, known)
    if word.startswith("v") and word[1:] in X86:
        return X86[word[1:]]
    return help_for_wide(word)
