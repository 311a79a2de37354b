"""Which input becomes which file: decided, and every conflict found, before anything is computed."""

from __future__ import annotations

import glob
import os
import string
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from jaxstudio.errors import UsageError

FIELDS = ("stem", "name", "suffix", "index")


@dataclass(frozen=True)
class Job:
    """One photo to be read and where its result goes."""

    source: Path
    target: Path


def expand(words: Sequence[str]) -> list[Path]:
    """The inputs; a pattern that the shell left alone (as on Windows) is expanded here."""
    paths: list[Path] = []
    for word in words:
        if not word:
            raise UsageError("IN: an empty name, expected a photo")
        matches = sorted(glob.glob(word)) if glob.has_magic(word) and not os.path.lexists(word) else []
        paths.extend(Path(match) for match in matches or [word])
    return paths


def plan(sources: Sequence[Path], out: str) -> list[Job]:
    """A target for each source, or UsageError.

    `out` is a file (for one source), a folder (one that exists, or a name that ends with /), or a
    pattern of {stem}, {name}, {suffix} (with its dot) and {index} (from 1).
    """
    if not out:
        raise UsageError("-o: an empty name, expected a file, a folder or a pattern")
    pattern = "{" in out or "}" in out
    folder = not pattern and (out.endswith(("/", os.sep)) or Path(out).is_dir())
    jobs = []
    for index, source in enumerate(sources, 1):
        if pattern:
            target = Path(_filled(out, source, index))
        else:
            target = Path(out) / source.name if folder else Path(out)
        jobs.append(Job(source, target))
    _check_names(jobs)
    if not folder:
        _check_folders(jobs)
    _check_apart(jobs)
    if pattern or folder:
        _check_inputs_survive(jobs)
    return jobs


def _filled(pattern: str, source: Path, index: int) -> str:
    values = {"stem": source.stem, "name": source.name, "suffix": source.suffix, "index": index}
    known = ", ".join(f"{{{name}}}" for name in FIELDS)
    try:
        for _, field, _, _ in string.Formatter().parse(pattern):
            if field is not None and field not in FIELDS:
                raise UsageError(f"-o {pattern}: {{{field}}} is not known, expected {known}")
        return pattern.format(**values)
    except ValueError as error:
        raise UsageError(f"-o {pattern}: {error}, expected {known}") from None


def _check_names(jobs: Sequence[Job]) -> None:
    """Names that no file can have, such as one too long, are told before anything is computed."""
    for job in jobs:
        try:
            job.target.lstat()
        except (FileNotFoundError, NotADirectoryError):
            continue
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise UsageError(f"-o {job.target}: {reason}, expected a file name") from None


def _check_folders(jobs: Sequence[Job]) -> None:
    for job in jobs:
        if not job.target.parent.is_dir():
            raise UsageError(f"-o {job.target}: there is no folder {job.target.parent}")
        if job.target.is_dir():
            raise UsageError(f"-o {job.target}: a folder, expected a file name")


def _check_apart(jobs: Sequence[Job]) -> None:
    sources: dict[str, Path] = {}
    for job in jobs:
        place = os.path.normcase(os.path.realpath(job.target))
        if place in sources:
            raise UsageError(
                f"{sources[place]} and {job.source} would both be written to {job.target}; "
                "name a folder or a pattern such as -o '{stem}-{index}.png'"
            )
        sources[place] = job.source


def _check_inputs_survive(jobs: Sequence[Job]) -> None:
    inputs = {_identity(job.source): job.source for job in jobs}
    for job in jobs:
        overwritten = inputs.get(_identity(job.target))
        if overwritten is not None and job.target.exists():
            raise UsageError(
                f"{job.source} would be written over the input {overwritten}; "
                "an input is replaced only where it is itself named after -o"
            )


def _identity(path: Path) -> object:
    """Equal for two names of one file, links included."""
    try:
        status = path.stat()
    except OSError:
        return os.path.realpath(path)
    return status.st_dev, status.st_ino
