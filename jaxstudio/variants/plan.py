"""Which photos become which files: a folder in, the same folders out, decided before anything is computed."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from jaxstudio.errors import UsageError
from jaxstudio.files.formats import SUFFIXES
from jaxstudio.pipeline.recipe import Recipe
from jaxstudio.variants.manifest import NAME, Entry, Header
from jaxstudio.variants.seeds import seeds_of

if TYPE_CHECKING:
    from jaxstudio.files.photo import Photo


@dataclass(frozen=True)
class Variant:
    """A file to be written, its seed, and the manifest entry that it must match, if it has one."""

    file: str
    seed: int
    expected: Entry | None = None


@dataclass(frozen=True)
class Task:
    """A photo and its variants; `photo` is there where it was read already."""

    source: str
    path: Path
    variants: tuple[Variant, ...]
    photo: Photo | None = None


@dataclass(frozen=True)
class Plan:
    """All the work of one folder of variants; `again` makes what a manifest says and nothing else."""

    header: Header
    out: Path
    tasks: tuple[PhotoTask, ...]
    again: bool = False

    @property
    def manifest(self) -> Path:
        return self.out / NAME

    @property
    def count(self) -> int:
        """How many files there will be."""
        return sum(len(task.variants) for task in self.tasks)


def photos_in(inputs: Sequence[str | os.PathLike[str]]) -> tuple[Path, list[Path]]:
    """The folder that holds all inputs, and the photos: those named, and all in the folders named.

    Raises:
        UsageError: an input that does not exist, or a folder without photos.
    """
    roots, photos = [], []
    for given in inputs:
        path = Path(os.path.abspath(given))
        if path.is_dir():
            found = sorted(_below(path))
            if not found:
                raise UsageError(f"{given}: a folder without photos, expected some of {', '.join(SUFFIXES)}")
            roots.append(path)
            photos += found
        elif path.exists():
            roots.append(path.parent)
            photos.append(path)
        else:
            raise UsageError(f"{given}: no such file or folder")
    try:
        root = Path(os.path.commonpath(roots))
    except ValueError:  # on several drives
        raise UsageError("the inputs lie on several drives, expected photos of one") from None
    return root, list(dict.fromkeys(photos))


def _below(folder: Path) -> list[Path]:
    found = []
    for place, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        photos = [name for name in files if Path(name).suffix.lower() in SUFFIXES]
        found += [Path(place, name) for name in photos if not name.startswith(".")]
    return found


def new_dataset(
    inputs: Sequence[str | os.PathLike[str]],
    out: Path,
    recipe: Recipe,
    variants: int,
    suffix: str = ".png",
    depth: str | None = None,
) -> Plan:
    """`variants` files for each photo, `cats/tom.jpg` becoming `cats/tom-000.png` and so on.

    Raises:
        UsageError: no photos, or a result folder among the photos.
    """
    root, photos = photos_in(inputs)
    inside = Path(os.path.abspath(out))
    for given in inputs:
        folder = Path(os.path.abspath(given))
        if folder.is_dir() and (inside == folder or folder in inside.parents):
            raise UsageError(f"{out}: lies in the folder of the photos, {given}: expected another folder")
    sources = [photo.relative_to(root).as_posix() for photo in photos]
    stems = _stems(sources)
    tasks = [
        PhotoTask(source, path, named(stems[source], seeds_of(recipe.seed, source, variants), suffix))
        for source, path in zip(sources, photos, strict=True)
    ]
    return Dataset(Header(recipe, str(root), depth), out, tuple(tasks))


def named(stem: str, seeds: Sequence[int], suffix: str) -> tuple[Variant, ...]:
    """Files numbered from 0 with as many digits as it takes, three at least."""
    digits = max(3, len(str(len(seeds) - 1)))
    return tuple(Variant(f"{stem}-{n:0{digits}}{suffix}", seed) for n, seed in enumerate(seeds))


def _stems(sources: Sequence[str]) -> Mapping[str, str]:
    """Each source without its suffix, or with it where two would be alike."""
    short = {
        source: source[: -len(Path(source).suffix)] if Path(source).suffix else source for source in sources
    }
    seen: dict[str, int] = {}
    for stem in short.values():
        seen[stem.casefold()] = seen.get(stem.casefold(), 0) + 1
    return {source: source if seen[stem.casefold()] > 1 else stem for source, stem in short.items()}


def dataset_again(header: Header, entries: Sequence[Entry], out: Path, root: str | None = None) -> Plan:
    """The files of a manifest once more, their photos below `root` (by default where they were)."""
    header = Header(header.recipe, os.path.abspath(root) if root else header.root, header.depth)
    by_source: dict[str, list[Variant]] = {}
    for entry in entries:
        by_source.setdefault(entry.source, []).append(Variant(entry.file, entry.seed, entry))
    tasks = [
        PhotoTask(source, Path(header.root, source), tuple(variants)) for source, variants in by_source.items()
    ]
    return Dataset(header, out, tuple(tasks), again=True)
