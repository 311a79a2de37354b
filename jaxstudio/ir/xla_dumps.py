"""A compilation that bypasses the persistent cache, and the stages read from XLA's dumps of it.

HLO after each pass, buffer assignment, LLVM IR, assembly, PTX, SASS.

A cache hit would dump nothing. The folder is removed after the compilation; one that a killed process left
behind is removed by the next compilation, once its owner no longer holds the lock in it.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from jaxstudio.errors import UsageError
from jaxstudio.ir.machine_code.disassembly import disassemble
from jaxstudio.ir.stages import Kind, Language, Stage
from jaxstudio.ir.user_process.request import Option
from jaxstudio.lazy_dataclass import dataclass
from jaxstudio.runtime.jax_internals import without_persistent_cache

PREFIX = "jaxstudio-ir-"
LOCK = "owner.lock"
MOST_BYTES = 256 << 20


@dataclass(frozen=True)
class Dumps:
    """The files of one compilation, by name, and when each was finished."""

    folder: Path

    @cached_property
    def files(self) -> list[Path]:
        """Return the files in the order in which XLA finished them."""
        entries = [entry for entry in os.scandir(self.folder) if entry.is_file() and entry.name != LOCK]
        return [Path(entry.path) for entry in sorted(entries, key=lambda e: (e.stat().st_mtime_ns, e.name))]

    def finished(self, path: Path) -> float:
        """Seconds since the epoch."""
        return path.stat().st_mtime_ns / 1e9

    def text(self, path: Path, limit: int = MOST_BYTES) -> tuple[str, str]:
        """Return a file's text up to `limit` bytes, and a note if anything was left out."""
        size = path.stat().st_size
        with path.open("rb") as file:
            text = file.read(limit).decode("utf-8", "replace")
        return text, f"cut: the first {limit >> 20} MB of {size >> 20} MB" if size > limit else ""


@contextmanager
def dump_folder() -> Iterator[Dumps]:
    """A new folder only this user can enter, removed at the end."""
    _tidied()
    folder = Path(tempfile.mkdtemp(prefix=PREFIX))
    lock = FileLock(folder / LOCK)
    try:
        lock.acquire()
        yield Dumps(folder)
    finally:
        lock.release()
        shutil.rmtree(folder, ignore_errors=True)


@cache
def _tidied() -> int:
    return remove_leftovers()


def remove_leftovers() -> int:
    """Remove the folders of ended runs, and return their number; running ones are locked."""
    removed = 0
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        if not folder.is_dir() or not _own(folder) or not (folder / LOCK).exists():
            continue
        lock = FileLock(folder / LOCK)
        try:
            lock.acquire(timeout=0)
        except Timeout:
            continue
        except OSError:  # it went away meanwhile
            continue
        lock.release()
        shutil.rmtree(folder, ignore_errors=True)
        removed += 1
    return removed


def _own(folder: Path) -> bool:
    return not hasattr(os, "getuid") or folder.stat().st_uid == os.getuid()


# Where XLA dumps to is no part of the cache's key. This option is: with a value never used before
# it makes a key that cannot be found. It is a regular expression over the code generators whose output is
# dumped; since jaxlib 0.11 one that does not match theirs leaves LLVM IR out.
UNIQUE = "xla_dump_emitter_re"
EMITTERS = "llvm|ptx|asm"


def compile_uncached(
    lowered: Any, options: Mapping[str, Option], dumps: Dumps | None = None, passes: bool = False
) -> Any:
    """Compile `lowered` and neither read nor write the persistent cache, in this thread alone.

    Args:
        dumps: where XLA writes what it made on the way; with `passes` the module after each pass too.

    Raises:
        UsageError: an option that XLA does not know, or with a value that it does not take.
    """
    every: dict[str, Option] = {}
    if dumps is not None:
        every |= {"xla_dump_to": str(dumps.folder), "xla_dump_hlo_as_text": True}
        if passes:
            every["xla_dump_hlo_pass_re"] = ".*"
    every |= options
    try:
        return _compile(lowered, {**every, UNIQUE: f"{EMITTERS}|jaxstudio-{uuid.uuid4().hex}"})
    except RuntimeError as error:
        if UNIQUE in str(error):  # an XLA without it: a cache hit then leaves the later stages out
            return _compile(lowered, every)
        wrong = [name for name in options if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", str(error))]
        if wrong:
            raise UsageError(
                "--option {0}={1}: {2}", wrong[0], options[wrong[0]], first_line(error)
            ) from None
        raise


def _compile(lowered: Any, options: Mapping[str, Option]) -> Any:
    with without_persistent_cache():
        return lowered.compile(compiler_options=dict(options))


def first_line(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]


FILE = re.compile(r"\.(\d{4,})\.(.+)\.after_(.+?)(?:\.before_(.+))?\.txt$")
BEFORE = ".before_optimizations.txt"
MOST_CHARACTERS = 64_000_000


@dataclass(frozen=True)
class PassStages:
    """The passes in their order.

    `stages` hold the module after each pass that changed it. `quiet` names the others that are known
    to have run: XLA writes down the names of those beside a change alone, so that more may have run.
    """

    stages: tuple[Stage, ...]
    quiet: tuple[str, ...]


def pass_stages(dumps: Dumps) -> PassStages:
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
    return PassStages(
        tuple(stages), tuple(name for name in quiet if name not in changed and "/pipeline-end" not in name)
    )


def _stage(name: str, text: str, seconds: float | None, note: str, characters: int) -> Stage:
    if characters > MOST_CHARACTERS:
        note = f"left out: {len(text):,} characters; the passes before it hold the {MOST_CHARACTERS:,} kept"
        text = ""
    return Stage(name, Kind.PASS, Language.HLO, text, seconds, note=note)


def before_optimisation(dumps: Dumps) -> Stage | None:
    """The module as XLA was given it.

    JAX can print it too, but converts StableHLO for that while no other thread of Python runs.
    """
    for path in dumps.files:
        if path.name.endswith(BEFORE):
            text, note = dumps.text(path)
            return Stage("hlo", Kind.HLO, Language.HLO, text, note=note)
    return None


def buffer_assignment(dumps: Dumps) -> Stage | None:
    """XLA's report of each buffer's place in memory, of its life, and of the buffers at the peak."""
    found = [
        dumps.text(path)
        for ending in ("buffer-assignment.txt", "live-range.txt")
        for path in dumps.files
        if path.name.endswith(f"after_optimizations-{ending}")
    ]
    if not found:
        return None
    note = "; ".join(filter(None, (note for _, note in found)))
    return Stage("buffers", Kind.BUFFERS, Language.TEXT, "\n".join(text for text, _ in found), note=note)


UNOPTIMISED, OPTIMISED = ".ir-no-opt.ll", ".ir-with-opt.ll"
MOST_KERNEL_BYTES = 16 << 20
TOOL_SECONDS = 60.0


@dataclass(frozen=True)
class Files:
    """The files of one kernel's module, where there are any."""

    kernel: str
    before: Path | None = None
    after: Path | None = None
    binary: Path | None = None


def kernel_files(dumps: Dumps) -> list[Files]:
    """The files of each kernel, in alphabetical order; a kernel in several objects has one entry for each."""
    files: dict[str, dict[str, Path]] = {}
    prefix = _module_prefix(dumps)
    for path in dumps.files:
        if not path.name.startswith(prefix):
            continue
        for role, ending in (("before", UNOPTIMISED), ("after", OPTIMISED), ("binary", ".o")):
            if path.name.endswith(ending):
                files.setdefault(_kernel(path.name.removeprefix(prefix).removesuffix(ending)), {})[role] = (
                    path
                )
    return [Files(name, **files[name]) for name in sorted(files)]


def _module_prefix(dumps: Dumps) -> str:
    """`module_0004.jit_f.`: the prefix of the names of the module's files."""
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
        text, cut = dumps.text(path, MOST_KERNEL_BYTES)
        seconds = None
        if when == "after" and began is not None:
            seconds = max(0.0, dumps.finished(path) - began)
        yield Stage(
            f"llvm {files.kernel} {when}", Kind.LLVM, Language.LLVM, text, seconds, files.kernel, cut,
        )  # fmt: skip


def _assembly(dumps: Dumps, files: Files) -> Stage:
    assert files.binary is not None
    text, note = disassemble(files.binary.read_bytes())
    seconds = None
    if files.after is not None:
        seconds = max(0.0, dumps.finished(files.binary) - dumps.finished(files.after))
    return Stage(f"asm {files.kernel}", Kind.ASM, Language.ASM, text, seconds, files.kernel, note)


def _gpu(dumps: Dumps) -> Iterator[Stage]:
    """PTX of the whole module, and SASS where NVIDIA's disassembler is installed.

    Several files of a kind are distinguished by the parts of their names that differ.
    """
    prefix = _module_prefix(dumps)
    files = [path for path in dumps.files if path.name.startswith(prefix)]
    ptx = [path for path in files if path.suffix == ".ptx"]
    for path in ptx:
        text, cut = dumps.text(path, MOST_KERNEL_BYTES)
        yield Stage(_named("ptx", path, ptx, prefix), Kind.PTX, Language.PTX, text, note=cut)
    code = [path for path in files if path.suffix == ".cubin"]
    tool = shutil.which("cuobjdump")
    if tool is not None:
        yield from (_sass(tool, path, _named("sass", path, code, prefix)) for path in code)


def _named(kind: str, path: Path, files: list[Path], prefix: str) -> str:
    return kind if len(files) == 1 else f"{kind} {path.stem.removeprefix(prefix) or path.stem}"


def _sass(tool: str, path: Path, name: str) -> Stage:
    """Return the stage of the tool's listing; if the tool fails, a stage that says so."""
    try:
        done = subprocess.run(
            [tool, "-sass", path], capture_output=True, text=True, errors="replace",
            timeout=TOOL_SECONDS, check=True,
        )  # fmt: skip
    except (OSError, subprocess.SubprocessError) as error:
        return Stage(name, Kind.SASS, Language.TEXT, "", note=f"not disassembled: {error}")
    return Stage(name, Kind.SASS, Language.TEXT, done.stdout[:MOST_KERNEL_BYTES])
