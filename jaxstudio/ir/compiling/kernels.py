"""LLVM IR, object code, PTX: what XLA left for each kernel, as stages."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from jaxstudio.ir.compiling.assembly import disassembled
from jaxstudio.ir.compiling.dumps import Dumps
from jaxstudio.ir.stages import Kind, Language, Stage

MODULE = re.compile(r"^(module_\d+\.)")
UNOPTIMISED, OPTIMISED = ".ir-no-opt.ll", ".ir-with-opt.ll"
MOST_BYTES = 16 << 20
TOOL_SECONDS = 60.0


@dataclass(frozen=True)
class Files:
    """The files of one kernel's module, where there are any."""

    kernel: str
    before: Path | None = None
    after: Path | None = None
    binary: Path | None = None


def kernel_files(dumps: Dumps) -> list[Files]:
    """By kernel, in alphabetical order; a kernel split in several objects has one entry each."""
    found: dict[str, dict[str, Path]] = {}
    prefix = _module_prefix(dumps)
    for path in dumps.files:
        if not path.name.startswith(prefix):
            continue
        for role, ending in (("before", UNOPTIMISED), ("after", OPTIMISED), ("binary", ".o")):
            if path.name.endswith(ending):
                found.setdefault(_kernel(path.name.removeprefix(prefix).removesuffix(ending)), {})[role] = (
                    path
                )
    return [Files(name, **found[name]) for name in sorted(found)]


def _module_prefix(dumps: Dumps) -> str:
    """`module_0004.jit_f.`: what the names of all files of the module begin with."""
    for path in dumps.files:
        if path.name.endswith(".before_optimizations.txt"):
            return path.name.removesuffix("before_optimizations.txt")
    return ""


def _kernel(name: str) -> str:
    name = name.removeprefix("obj-file.").removeprefix("__compute_module_")
    return name.removesuffix("_kernel_module")


def kernel_stages(dumps: Dumps) -> Iterator[Stage]:
    """LLVM IR before and after optimisation and assembly, kernel by kernel; then PTX and SASS."""
    files = kernel_files(dumps)
    for each in files:
        yield from _llvm(dumps, each)
    for each in files:
        if each.binary is not None:
            yield _assembly(dumps, each)
    yield from _gpu(dumps)


def _llvm(dumps: Dumps, files: Files) -> Iterator[Stage]:
    began = None if files.before is None else dumps.finished(files.before)
    for path, when in ((files.before, "before"), (files.after, "after")):
        if path is None:
            continue
        text, cut = dumps.text(path, MOST_BYTES)
        seconds = None
        if when == "after" and began is not None:
            seconds = max(0.0, dumps.finished(path) - began)
        yield Stage(
            f"llvm {files.kernel} {when}", Kind.LLVM, Language.LLVM, text, seconds, files.kernel,
            "cut" if cut else "",
        )  # fmt: skip


def _assembly(dumps: Dumps, files: Files) -> Stage:
    assert files.binary is not None
    text, note = disassembled(files.binary.read_bytes())
    seconds = None
    if files.after is not None:
        seconds = max(0.0, dumps.finished(files.binary) - dumps.finished(files.after))
    return Stage(f"asm {files.kernel}", Kind.ASM, Language.ASM, text, seconds, files.kernel, note)


def _gpu(dumps: Dumps) -> Iterator[Stage]:
    """PTX of the whole module, and SASS where NVIDIA's disassembler is installed.

    Several files of a kind are told apart by what their names do not share.
    """
    prefix = _module_prefix(dumps)
    files = [path for path in dumps.files if path.name.startswith(prefix)]
    ptx = [path for path in files if path.suffix == ".ptx"]
    for path in ptx:
        text, cut = dumps.text(path, MOST_BYTES)
        yield Stage(_named("ptx", path, ptx, prefix), Kind.PTX, Language.PTX, text, note="cut" if cut else "")
    code = [path for path in files if path.suffix == ".cubin"]
    tool = shutil.which("cuobjdump")
    if tool is not None:
        yield from (_sass(tool, path, _named("sass", path, code, prefix)) for path in code)


def _named(kind: str, path: Path, files: list[Path], prefix: str) -> str:
    return kind if len(files) == 1 else f"{kind} {path.stem.removeprefix(prefix) or path.stem}"


def _sass(tool: str, path: Path, name: str) -> Stage:
    """Where the tool fails, a stage that says so."""
    try:
        done = subprocess.run(
            [tool, "-sass", path], capture_output=True, text=True, errors="replace",
            timeout=TOOL_SECONDS, check=True,
        )  # fmt: skip
    except (OSError, subprocess.SubprocessError) as error:
        return Stage(name, Kind.SASS, Language.TEXT, "", note=f"not disassembled: {error}")
    return Stage(name, Kind.SASS, Language.TEXT, done.stdout[:MOST_BYTES])
