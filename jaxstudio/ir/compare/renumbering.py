"""Lines without what two compilations of the same function number differently."""

from __future__ import annotations

import re
from collections.abc import Callable

from jaxstudio.ir.stages import Language

# bounded, so that a word of a million letters is not looked through from each of them
HLO_NAME = re.compile(r"(%?[A-Za-z_][\w\-]{0,255})(?:\.\d+)+\b|(?<=[a-z_])_\d+\b")
HLO_ASIDE = re.compile(r", metadata=\{(?:[^\"}]|\"(?:[^\"\\]|\\.)*\")*\}|stack_frame_id=\d+")
MLIR_NAME = re.compile(r"%[\w#$.:\-]+")
MLIR_LOCATION = re.compile(r" ?loc\((?:[^()\"]|\"[^\"]*\"|\([^()]*\))*\)")
LLVM_NAME = re.compile(r"(?<=[%!#])[\w.$\-]*\d[\w.$\-]*")
JAXPR_VARIABLE = re.compile(r"(?<![\w=.\[])[a-z]{1,4}(?=:[a-z]+\d*\[|\s|$|\))")
ADDRESS = re.compile(r"^ *[0-9a-f]+:|(?<=\+)0x[0-9a-f]+")


def _hlo(line: str) -> str:
    if line[:1].isdigit():  # the tables of files and frames
        return "#"
    return HLO_NAME.sub(lambda found: found[1] or "", HLO_ASIDE.sub("", line))


def _mlir(line: str) -> str:
    if line.startswith("#loc"):
        return "#loc"
    return MLIR_NAME.sub("%", MLIR_LOCATION.sub("", line))


def _jaxpr(line: str) -> str:
    """Variables of an equation: those it makes carry a type, those it reads stand behind its name."""
    left, equals, right = line.partition(" = ")
    if not equals:
        return JAXPR_VARIABLE.sub("_", line)
    name, space, read = right.partition(" ")
    return f"{JAXPR_VARIABLE.sub('_', left)} = {name}{space}{JAXPR_VARIABLE.sub('_', read)}"


CLEANERS: dict[Language, Callable[[str], str]] = {
    Language.HLO: _hlo,
    Language.STABLEHLO: _mlir,
    Language.LLVM: lambda line: LLVM_NAME.sub("", line),
    Language.JAXPR: _jaxpr,
    Language.ASM: lambda line: ADDRESS.sub("", line),
}


def without_numbers(line: str, language: Language) -> str:
    """The line with the numbers of names taken out, to compare it by."""
    cleaner = CLEANERS.get(language)
    return cleaner(line) if cleaner else line
