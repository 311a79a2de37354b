"""A folder of variants: which photos become which files, decided before anything is computed; its manifest.

The manifest has a line of JSON for the whole, then one for each file. From it and the photos alone every file
can be made again, bit for bit.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from jaxstudio.batch.prepare import photos_below
from jaxstudio.errors import RecipeError, SaveError, UsageError
from jaxstudio.files.formats import SUFFIXES
from jaxstudio.pipeline.expand import expand
from jaxstudio.pipeline.op import OpSpec
from jaxstudio.pipeline.recipe import MAX_SEED, Recipe
from jaxstudio.pipeline.recipe_text import from_document, to_json
from jaxstudio.runtime.atomic_write import atomic_write
from jaxstudio.variants.axes import seeds_of

if TYPE_CHECKING:
    from jaxstudio.files.photo import Photo


FORMAT, VERSION = "jaxstudio-dataset", 1
MANIFEST = "manifest.jsonl"
LONGEST_LINE = 4_000_000


@dataclass(frozen=True)
class Header:
    """The common values of all files: recipe, folder of the photos, requested depth (None: the photo's)."""

    recipe: Recipe
    root: str
    depth: str | None = None


@dataclass(frozen=True)
class Entry:
    """A file of the dataset.

    `file` lies below the manifest's folder, `source` below the header's root, both with /.
    `drawn` are the steps that chance decided, with their values; `pixels_sha256` is of the pixels
    before they were encoded.
    """

    file: str
    source: str
    source_sha256: str
    seed: int
    height: int
    width: int
    drawn: tuple[Mapping[str, Any], ...]
    pixels_sha256: str


def drawn_steps(recipe: Recipe, size: tuple[int, int]) -> tuple[Mapping[str, Any], ...]:
    """The random choices of the recipe on a photo of (height, width): ops, values, the key of their step."""
    return tuple(
        {"step": step.part_of, "op": step.op.name, "params": dict(step.params)}
        for step in expand(recipe, size).active
        if step.part_of is not None
    )


def header_line(header: Header) -> str:
    document = {
        "format": FORMAT,
        "version": VERSION,
        "root": header.root,
        "depth": header.depth,
        "recipe": json.loads(to_json(header.recipe)),
    }
    return json.dumps(document, ensure_ascii=False) + "\n"


def entry_line(entry: Entry) -> str:
    return json.dumps(asdict(entry), ensure_ascii=False) + "\n"


def write_manifest(path: Path, header: Header, entries: Iterable[Entry]) -> None:
    """Write the whole manifest at once; SaveError where it cannot be written."""
    with atomic_write(path) as file:
        file.write(header_line(header).encode())
        for entry in entries:
            file.write(entry_line(entry).encode())


def append_entry(path: Path, entry: Entry) -> None:
    """Add a line to a manifest that is there; SaveError where it cannot be written."""
    try:
        with open(path, "ab") as file:
            file.write(entry_line(entry).encode())
    except OSError as error:
        raise SaveError("cannot write {0}: {1}", path, error.strerror or error) from None


def read_manifest(
    path: str | os.PathLike[str], catalogue: Mapping[str, OpSpec]
) -> tuple[Header, list[Entry]]:
    """Read a manifest; a last line that was not finished counts as not written.

    Raises:
        RecipeError: one line with the path, the number of the line and what is wrong.
    """
    path = Path(path)
    try:
        text = path.read_bytes().decode()
    except FileNotFoundError:
        raise RecipeError("{0}: no such file, expected a manifest", path) from None
    except OSError as error:
        raise RecipeError("{0}: cannot be read: {1}", path, error.strerror or error) from None
    except UnicodeDecodeError:
        raise RecipeError("{0}: not UTF-8 text, expected a manifest in JSON lines", path) from None
    lines = text.split("\n")[:-1]  # what stands after the last line break is half a line
    if not lines:
        raise RecipeError("{0}: empty, expected a manifest", path)
    header = _header(path, _document(path, 1, lines[0]), catalogue)
    return header, [_entry(path, number, line) for number, line in enumerate(lines[1:], 2)]


def _document(path: Path, number: int, line: str) -> dict[str, Any]:
    if len(line) > LONGEST_LINE:
        raise RecipeError("{0}: line {1}: longer than {2:,} characters", path, number, LONGEST_LINE)
    try:
        document = json.loads(line)
    except (ValueError, RecursionError):
        raise RecipeError("{0}: line {1}: not JSON", path, number) from None
    if not isinstance(document, dict):
        raise RecipeError("{0}: line {1}: expected an object", path, number)
    return document


def _header(path: Path, document: dict[str, Any], catalogue: Mapping[str, OpSpec]) -> Header:
    if document.get("format") != FORMAT:
        raise RecipeError('{0}: not a manifest: expected "format": "{1}" in its first line', path, FORMAT)
    if document.get("version") != VERSION:
        raise RecipeError("{0}: version = {1}: expected {2}", path, repr(document.get("version")), VERSION)
    root, depth = document.get("root"), document.get("depth")
    if not isinstance(root, str) or depth not in (None, "8", "16", "float32"):
        raise RecipeError("{0}: line 1: root and depth: expected a folder, and 8, 16, float32 or null", path)
    try:
        return Header(from_document(document.get("recipe"), catalogue), root, depth)
    except RecipeError as error:
        raise RecipeError("{0}: line 1: {1}", path, error) from None


def _entry(path: Path, number: int, line: str) -> Entry:
    document, where = _document(path, number, line), f"{path}: line {number}"
    kinds = {"file": str, "source": str, "source_sha256": str, "pixels_sha256": str,
             "seed": int, "height": int, "width": int, "drawn": list}  # fmt: skip
    for name, kind in kinds.items():
        if not isinstance(document.get(name), kind) or isinstance(document[name], bool):
            raise RecipeError(
                "{0}: {1} = {2}: expected {3}", where, name, repr(document.get(name)), kind.__name__
            )
    if not 0 <= document["seed"] <= MAX_SEED:
        raise RecipeError(
            "{0}: seed = {1}: expected a number from 0 to {2}", where, document["seed"], MAX_SEED
        )
    for name in ("file", "source"):
        parts = PurePosixPath(document[name])
        if not parts.parts or parts.is_absolute() or ".." in parts.parts or "\\" in document[name]:
            raise RecipeError(
                "{0}: {1} = {2}: expected a path below the folder", where, name, repr(document[name])
            )
    return Entry(**{**{name: document[name] for name in kinds}, "drawn": tuple(document["drawn"])})


@dataclass(frozen=True)
class Variant:
    """A file to be written, its seed, and the manifest entry that it must match, if it has one."""

    file: str
    seed: int
    expected: Entry | None = None


@dataclass(frozen=True)
class PhotoTask:
    """A photo and its variants; `photo` is there where it was read already."""

    source: str
    path: Path
    variants: tuple[Variant, ...]
    photo: Photo | None = None


@dataclass(frozen=True)
class Dataset:
    """A dataset: all files of one folder of variants, and their photos."""

    header: Header
    out: Path
    tasks: tuple[PhotoTask, ...]

    @property
    def manifest(self) -> Path:
        return self.out / MANIFEST

    @property
    def count(self) -> int:
        """The number of files."""
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
            found = sorted(photos_below(path))
            if not found:
                raise UsageError(
                    "{0}: a folder without photos, expected some of {1}", given, ", ".join(SUFFIXES)
                )
            roots.append(path)
            photos += found
        elif path.exists():
            roots.append(path.parent)
            photos.append(path)
        else:
            raise UsageError("{0}: no such file or folder", given)
    try:
        root = Path(os.path.commonpath(roots))
    except ValueError:  # on several drives
        raise UsageError("the inputs lie on several drives, expected photos of one") from None
    return root, list(dict.fromkeys(photos))


def new_dataset(
    inputs: Sequence[str | os.PathLike[str]],
    out: Path,
    recipe: Recipe,
    variants: int,
    suffix: str = ".png",
    depth: str | None = None,
) -> Dataset:
    """`variants` files for each photo, `cats/tom.jpg` becoming `cats/tom-000.png` and so on.

    Raises:
        UsageError: no photos, or a result folder among the photos.
    """
    root, photos = photos_in(inputs)
    inside = Path(os.path.abspath(out))
    for given in inputs:
        folder = Path(os.path.abspath(given))
        if folder.is_dir() and (inside == folder or folder in inside.parents):
            raise UsageError(
                "{0}: lies in the folder of the photos, {1}: expected another folder", out, given
            )
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


def dataset_again(header: Header, entries: Sequence[Entry], out: Path, root: str | None = None) -> Dataset:
    """The files of a manifest once more, their photos below `root` (by default where they were)."""
    header = Header(header.recipe, os.path.abspath(root) if root else header.root, header.depth)
    by_source: dict[str, list[Variant]] = {}
    for entry in entries:
        by_source.setdefault(entry.source, []).append(Variant(entry.file, entry.seed, entry))
    root = header.root
    tasks = (PhotoTask(each, Path(root, each), tuple(variants)) for each, variants in by_source.items())
    return Dataset(header, out, tuple(tasks))
