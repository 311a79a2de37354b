"""Every stage as a file of its own, in the order of the compilation, with the report and the page beside "
"them."""

from __future__ import annotations

import json
import re
from pathlib import Path

from jaxstudio.errors import SaveError
from jaxstudio.ir.export.json_text import report_json
from jaxstudio.ir.export.page import page
from jaxstudio.ir.report import Report
from jaxstudio.ir.stages import Language
from jaxstudio.runtime.atomic_write import write_text

ENDINGS = {
    Language.PYTHON: ".py",
    Language.EXPRESSION: ".txt",
    Language.JAXPR: ".jaxpr",
    Language.STABLEHLO: ".mlir",
    Language.HLO: ".hlo",
    Language.LLVM: ".ll",
    Language.ASM: ".s",
    Language.PTX: ".ptx",
    Language.TEXT: ".txt",
}
UNSAFE = re.compile(r"[^A-Za-z0-9.\-]+")
MOST_NAME = 100


def save_folder(report: Report, folder: Path) -> list[Path]:
    """Write the stages, `report.json` and `index.html` to a folder, which is made where it is missing.

    Returns the files, in order.

    Raises:
        SaveError: the folder or a file cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SaveError(f"{folder}: {error.strerror or error}") from None
    written = []
    for number, stage in enumerate(report.stages):
        name = UNSAFE.sub("-", stage.name).strip("-")[:MOST_NAME]
        path = folder / f"{number:03d}-{name}{ENDINGS[stage.language]}"
        write_text(path, stage.text)
        written.append(path)
    for name, text in (
        ("report.json", json.dumps(report_json(report, texts=False), indent=1, ensure_ascii=False)),
        ("index.html", page(report)),
    ):
        write_text(folder / name, text)
        written.append(folder / name)
    return written
