"""A stage on the way from source to machine code: its name, its language, its text, its time."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from enum import StrEnum
from functools import cached_property

from jaxstudio.lazy_dataclass import dataclass


class Kind(StrEnum):
    """The kind of a stage; a stage's name begins with its kind."""

    SOURCE = "source"
    JAXPR = "jaxpr"
    STABLEHLO = "stablehlo"
    HLO = "hlo"
    PASS = "pass"
    OPTIMIZED = "optimized"
    BUFFERS = "buffers"
    LLVM = "llvm"
    ASM = "asm"
    PTX = "ptx"
    SASS = "sass"


class Language(StrEnum):
    """The language of a stage's text."""

    PYTHON = "python"
    EXPRESSION = "expression"
    JAXPR = "jaxpr"
    STABLEHLO = "stablehlo"
    HLO = "hlo"
    LLVM = "llvm"
    ASM = "asm"
    PTX = "ptx"
    TEXT = "text"


@dataclass(frozen=True)
class Stage:
    """`seconds` is None if not measured. `kernel` names the kernel of LLVM IR and assembly.

    `note` says what is missing from the text, and why.
    `path` is the file that a source stage shows.
    """

    name: str
    kind: Kind
    language: Language
    text: str
    seconds: float | None = None
    kernel: str = ""
    note: str = ""
    path: str = ""

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The text by lines; a stage's lines are counted from 1."""
        return tuple(self.text.split("\n"))

    @property
    def size(self) -> int:
        """Bytes of the text in UTF-8."""
        return len(self.text) if self.text.isascii() else len(self.text.encode())


# A text above this is no use to a reader, and a message to another process must end somewhere.
MOST_CHARACTERS = 64_000_000


def shortened(stage: Stage) -> Stage:
    """The stage cut to whole lines of up to MOST_CHARACTERS, with a note of the cut."""
    if len(stage.text) <= MOST_CHARACTERS:
        return stage
    end = stage.text.rfind("\n", 0, MOST_CHARACTERS) + 1 or MOST_CHARACTERS
    cut = f"cut: the first {end:,} of {len(stage.text):,} characters; a part of the function is shown whole"
    return replace(stage, text=stage.text[:end], note="; ".join(filter(None, [stage.note, cut])))


def kinds_with_prefix(name: str) -> tuple[Kind, ...]:
    """The kinds of the stages whose names may begin with `name`, in the order of the compilation.

    A stage's name is its kind, or goes on behind it with a space: `pass 0001 …`, `llvm kernel`.
    """
    return tuple(kind for kind in Kind if kind.startswith(name) or name.startswith(f"{kind} "))


HLO_KINDS = (Kind.HLO, Kind.PASS, Kind.OPTIMIZED)
UNCOMPILED_KINDS = (Kind.SOURCE, Kind.JAXPR, Kind.STABLEHLO)
KERNEL_KINDS = (Kind.LLVM, Kind.ASM, Kind.PTX, Kind.SASS)


def in_order(stages: Iterable[Stage]) -> tuple[Stage, ...]:
    """Sort stages in the order of the compilation."""
    kinds = tuple(Kind)
    return tuple(sorted(stages, key=lambda stage: kinds.index(stage.kind)))
