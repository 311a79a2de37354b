"""How stages are called in the window, and what is said of each."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from jaxstudio.app.shared.text import of_bytes, of_milliseconds
from jaxstudio.ir.stages import Kind, Stage


def tr(text: str) -> str:
    return QCoreApplication.translate("Inspector", text)


def stage_words(stage: Stage) -> str:
    """A stage's name as a person says it."""
    rest = stage.name.removeprefix(stage.kind.value).strip()
    if stage.kind is Kind.PASS:
        number, _, name = rest.partition(" ")
        return f"{int(number)} {name.rpartition('/')[2]}" if number.isdigit() else rest
    words = {
        Kind.SOURCE: tr("Source"),
        Kind.JAXPR: "jaxpr",
        Kind.STABLEHLO: "StableHLO",
        Kind.HLO: "HLO",
        Kind.OPTIMIZED: tr("Optimised HLO"),
        Kind.BUFFERS: tr("Buffers"),
        Kind.LLVM: "LLVM IR",
        Kind.ASM: tr("Assembly"),
        Kind.PTX: "PTX",
        Kind.SASS: "SASS",
    }[stage.kind]
    return f"{words}  {rest}" if rest else words


def time_words(stage: Stage) -> str:
    """How long it took to make, or nothing."""
    if stage.seconds is None:
        return ""
    ms = stage.seconds * 1e3
    return f"{ms * 1e3:.0f} µs" if ms < 1 else of_milliseconds(ms)


def stage_about(stage: Stage, lines: int) -> str:
    """Time, lines, size and the note, in one line."""
    height = tr("1 line") if lines == 1 else tr("{0} lines").format(f"{lines:,}")
    parts = [time_words(stage), height, of_bytes(stage.size), stage.note]
    return "  ·  ".join(part for part in parts if part)
