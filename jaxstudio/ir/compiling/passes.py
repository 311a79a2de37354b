"""The module after every pass of XLA that changed it, from the files that the passes left."""

from __future__ import annotations

import re
from dataclasses import dataclass

from jaxstudio.ir.compiling.dumps import Dumps
from jaxstudio.ir.stages import Kind, Language, Stage

FILE = re.compile(r"\.(\d{4,})\.(.+)\.after_(.+?)(?:\.before_(.+))?\.txt$")
BEFORE = ".before_optimizations.txt"
MOST_CHARACTERS = 64_000_000


@dataclass(frozen=True)
class Rail:
    """The passes in their order.

    `stages` hold the module after each pass that changed it. `quiet` names the others that are known
    to have run: XLA writes down the names of those beside a change alone, so that more may have run.
    """

    stages: tuple[Stage, ...]
    quiet: tuple[str, ...]


def rail(dumps: Dumps) -> Rail:
    """The passes of one compilation.

    `seconds` of a stage are those since the pass before it that left a file, writing included. Texts
    are kept up to MOST_CHARACTERS altogether; later stages say that theirs was left out.
    """
    found = [(int(match[1]), match, path) for path in dumps.files if (match := FILE.search(path.name))]
    found.sort(key=lambda entry: entry[0])
    before = [path for path in dumps.files if path.name.endswith(BEFORE)]
    last = dumps.text(before[0])[0] if before else ""
    clock = dumps.finished(before[0]) if before else None
    stages: list[Stage] = []
    quiet: dict[str, None] = {}
    kept = 0
    for number, match, path in found:
        text, cut = dumps.text(path)
        finished = dumps.finished(path)
        name = f"{match[2]}/{match[3]}"
        if match[4]:
            quiet[f"{match[2]}/{match[4]}"] = None
        if text == last:
            if match[3] != "pipeline-start":
                quiet[name] = None
            continue
        quiet.pop(name, None)
        seconds = None if clock is None else max(0.0, finished - clock)
        kept += len(text)
        stages.append(_stage(f"pass {number:04d} {name}", text, seconds, cut, kept))
        last, clock = text, finished
    changed = {stage.name.split(" ", 2)[2] for stage in stages}
    return Rail(
        tuple(stages), tuple(name for name in quiet if name not in changed and "/pipeline-end" not in name)
    )


def _stage(name: str, text: str, seconds: float | None, cut: bool, kept: int) -> Stage:
    note = "cut: the file is larger than what is kept" if cut else ""
    if kept > MOST_CHARACTERS:
        text, note = "", "left out: the passes before it hold as much text as is kept"
    return Stage(name, Kind.PASS, Language.HLO, text, seconds, note=note)


def before_optimisation(dumps: Dumps) -> Stage | None:
    """The module as XLA was given it.

    JAX can print it too, but converts StableHLO for that while no other thread of Python runs.
    """
    for path in dumps.files:
        if path.name.endswith(BEFORE):
            return Stage("hlo", Kind.HLO, Language.HLO, dumps.text(path)[0])
    return None


def buffer_assignment(dumps: Dumps) -> Stage | None:
    """XLA's own report of what lies where in memory."""
    for path in dumps.files:
        if path.name.endswith("after_optimizations-buffer-assignment.txt"):
            return Stage("buffers", Kind.BUFFERS, Language.TEXT, dumps.text(path)[0])
    return None
