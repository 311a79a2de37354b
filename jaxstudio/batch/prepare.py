"""The tasks of a batch, its work, its queue and its log: from names, a recipe and options.

Which input becomes which file is decided, and every conflict found, before anything is computed.
"""

from __future__ import annotations

import glob
import importlib.util
import os
import re
import string
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jaxstudio.batch.log import BatchLog, usual_path, work_id
from jaxstudio.batch.queue import BatchQueue, Task
from jaxstudio.errors import UsageError
from jaxstudio.files.formats import SUFFIXES
from jaxstudio.lazy_dataclass import dataclass

if TYPE_CHECKING:
    from jaxstudio.batch.photo import PhotoWork
    from jaxstudio.pipeline.recipe import Recipe, Step


FIELDS = ("stem", "name", "ext", "suffix", "index", "folder", "width", "height")
OF_SIZE = ("width", "height")
EXISTING = ("overwrite", "skip", "rename")
ZARR = ".zarr"
# (height, width) of the result of a photo, by its number from 0; None where its file cannot be read
SizeOf = Callable[[int, Path], tuple[int, int] | None]


def expand(words: Sequence[str], out: str = "") -> tuple[list[Path], list[Path]]:
    """Return the photos that the inputs name, each once, and the folders among the inputs.

    A pattern that the shell left alone (as on Windows) is expanded here. A folder stands for the photos in it
    and in its subfolders, without those in the folder that `out` (see `plan`) names.
    """
    results = os.path.dirname(out.split("{")[0]) if "{" in out else out
    photos: dict[Path, None] = {}
    folders = []
    for word in words:
        if not word:
            raise UsageError("IN: an empty name, expected a photo or a folder")
        matches = sorted(glob.glob(word)) if glob.has_magic(word) and not os.path.lexists(word) else []
        for path in map(Path, matches or [word]):
            if not path.suffix and not os.path.lexists(path):
                raise UsageError("{0}: no such file or folder", word)
            if not path.is_dir() or path.suffix.lower() == ZARR:
                photos[path] = None
                continue
            found = list(photos_below(path, leave_out=results))
            if not found:
                raise UsageError("{0}: no photo in this folder, expected JPEG, PNG, TIFF, WebP, …", word)
            folders.append(path)
            photos.update(dict.fromkeys(found))
    return list(photos), folders


def photos_below(
    folder: Path, *, subfolders: bool = True, leave_out: str = "", check: Callable[[], None] = lambda: None
) -> Iterator[Path]:
    """The photos of a folder, known by their suffixes, ordered by name, without hidden files and folders.

    Args:
        leave_out: a folder inside, such as that of the results.
        check: called in each folder; it may raise.
    """
    left_out = os.path.abspath(leave_out) if leave_out else None
    for place, folders, files in os.walk(folder):
        check()
        kept = [each for each in folders if os.path.abspath(os.path.join(place, each)) != left_out]
        folders[:] = sorted(each for each in kept if not each.startswith(".")) if subfolders else []
        for name in sorted(files):
            if os.path.splitext(name)[1].lower() in SUFFIXES and not name.startswith("."):
                yield Path(place, name)


def plan(
    sources: Sequence[Path],
    out: str,
    size_of: SizeOf | None = None,
    option: str = "-o ",
    *,
    folders_exist: bool = True,
    roots: Sequence[Path] = (),
) -> list[Task]:
    """A target for each source, or UsageError.

    `out` is a file (for one source), a folder (one that exists, or a name that ends with /), or a pattern of
    {stem}, {name}, {ext} (without its dot), {suffix} (with it), {index} (from 1), {folder} (that of the
    source), {width} and {height} (of the result, by `size_of`; 0 where the source cannot be read).
    `option` begins what is said about `out`. With `folders_exist` false, folders that a pattern names may
    have to be made. A result has the subfolders that its source has below the first of `roots` it is in.
    """
    if not out:
        raise UsageError(
            "{0}: an empty name, expected a file, a folder or a pattern", option.rstrip() or "the name"
        )
    _real_folder.cache_clear()  # links may lead elsewhere by now
    pattern = "{" in out or "}" in out
    # a Zarr is a folder that is one picture
    folder = out.endswith(("/", os.sep)) or (os.path.isdir(out) and Path(out).suffix.lower() != ZARR)
    folder = folder and not pattern
    fields = _fields(out, option) if pattern else set()
    tasks = []
    for index, source in enumerate(sources, 1):
        if pattern:
            size = (size_of(index - 1, source) if size_of and fields & set(OF_SIZE) else None) or (0, 0)
            target = Path(_filled(out, source, index, size, option))
        else:
            target = Path(out) / source.name if folder else Path(out)
        if roots:
            target = target.parent / _subfolders(source, roots) / target.name
        tasks.append(Task(index - 1, source, target, _bytes(source)))
    _check_names(tasks, option)
    if not folder:
        _check_folders(tasks, option, folders_exist)
    _check_apart(tasks)
    if pattern or folder:
        _check_inputs_survive(tasks)
    else:
        _check_same_name(tasks, option)
    return tasks


def _subfolders(source: Path, roots: Sequence[Path]) -> Path:
    """The folders from one of `roots` to a source; none where it is in no root."""
    root = next((root for root in roots if source.is_relative_to(root)), source.parent)
    return source.parent.relative_to(root)


def _bytes(source: Path) -> float:
    try:
        return float(max(1, source.stat().st_size))
    except (OSError, ValueError):
        return 1.0


def _fields(pattern: str, option: str) -> set[str]:
    known = ", ".join(f"{{{name}}}" for name in FIELDS)
    try:
        used = {field for _, field, _, _ in string.Formatter().parse(pattern) if field is not None}
    except ValueError as error:
        raise UsageError("{0}{1}: {2}, expected {3}", option, pattern, error, known) from None
    for field in sorted(used):
        if field not in FIELDS:
            raise UsageError("{0}{1}: {{{2}}} is not known, expected {3}", option, pattern, field, known)
    return used


def _filled(pattern: str, source: Path, index: int, size: tuple[int, int], option: str) -> str:
    values = {
        "stem": source.stem,
        "name": source.name,
        "ext": source.suffix.removeprefix("."),
        "suffix": source.suffix,
        "index": index,
        "folder": source.parent.name,
        "height": size[0],
        "width": size[1],
    }
    try:
        return pattern.format(**values)
    except ValueError as error:
        known = ", ".join(f"{{{name}}}" for name in FIELDS)
        raise UsageError("{0}{1}: {2}, expected {3}", option, pattern, error, known) from None


def _check_names(tasks: Sequence[Task], option: str) -> None:
    """Names that no file can have, such as one too long, are told before anything is computed."""
    for task in tasks:
        try:
            task.target.lstat()
        except (FileNotFoundError, NotADirectoryError):
            continue
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise UsageError("{0}{1}: {2}, expected a file name", option, task.target, reason) from None


def _check_folders(tasks: Sequence[Task], option: str, exist: bool) -> None:
    for task in tasks:
        if exist and not task.target.parent.is_dir():
            raise UsageError("{0}{1}: there is no folder {2}", option, task.target, task.target.parent)
        if task.target.is_dir() and task.target.suffix.lower() != ZARR:
            raise UsageError("{0}{1}: a folder, expected a file name", option, task.target)


@lru_cache(maxsize=64)
def _real_folder(folder: str) -> str:
    return os.path.realpath(folder)


def _place(path: Path) -> str:
    """Return the resolved path, the same text for all names of a place. Each folder is resolved once."""
    if os.path.islink(path):
        return os.path.normcase(os.path.realpath(path))
    folder, name = os.path.split(path)
    return os.path.normcase(os.path.join(_real_folder(os.path.abspath(folder)), name))


def _check_apart(tasks: Sequence[Task]) -> None:
    sources: dict[str, Path] = {}
    for task in tasks:
        place = _place(task.target)
        if place in sources:
            raise UsageError(
                "{0} and {1} would both be written to {2}; expected a folder, or a pattern such as "
                "'{{stem}}-{{index}}.png'",
                sources[place],
                task.source,
                task.target,
            )
        sources[place] = task.source


def _check_inputs_survive(tasks: Sequence[Task]) -> None:
    inputs = {_identity(task.source): task.source for task in tasks}
    for task in tasks:
        overwritten = inputs.get(_identity(task.target))
        if overwritten is not None and task.target.exists():
            raise UsageError(
                "{0} would be written over the input {1}; expected another folder or name: an input "
                "is replaced only where it alone is named as output",
                task.source,
                overwritten,
            )


def _check_same_name(tasks: Sequence[Task], option: str) -> None:
    """Refuse a result that would overwrite its input under another name; the same name asks for it."""
    for task in tasks:
        alike = os.path.abspath(task.target) == os.path.abspath(task.source)
        if not alike and _place(task.target) == _place(task.source):
            raise UsageError(
                "{0}{1}: leads to the input {2}, expected another file, or its own name to write over it",
                option,
                task.target,
                task.source,
            )


def _identity(path: Path) -> object:
    """Equal for two names of one file, links included."""
    try:
        status = path.stat()
    except OSError:
        return _place(path)
    return status.st_dev, status.st_ino


def rename_existing(tasks: Sequence[Task]) -> list[Task]:
    """The tasks, those whose target is there with a number behind its name that no file and no task has."""
    used = {_place(task.target) for task in tasks}
    renamed = []
    for task in tasks:
        target, number = task.target, 0
        while os.path.lexists(target) or (number and _place(target) in used):
            number += 1
            target = task.target.with_name(f"{task.target.stem}-{number}{task.target.suffix}")
        used.add(_place(target))
        renamed.append(replace(task, target=target))
    return renamed


@dataclass(frozen=True)
class Prepared:
    """Tasks with the large ones marked, each one's steps, and the identity of the results."""

    tasks: list[Task]
    work: PhotoWork
    identity: tuple[str, ...]


def check_targets(tasks: Sequence[Task], depth: str | None = None, quality: int | None = None) -> None:
    """Raise UsageError if no format of the results holds the wanted depth; no file is opened.

    Where a result is called after its source, the format of some may hold it: each of the others fails when
    it is its turn.
    """
    from jaxstudio.files.formats import FORMATS, check_depth, format_of

    firsts = {task.target.suffix.lower(): task.target for task in reversed(tasks)}
    refused: list[UsageError] = []
    for suffix, target in reversed(firsts.items()):
        try:
            if suffix == ".zarr":
                from jaxstudio.batch.ome_zarr import check_zarr_target

                check_zarr_target(target)
            elif depth:
                check_depth(target, depth)
            else:
                format_of(target)
        except UsageError as error:
            refused.append(error)
    if refused and len(refused) == len(firsts):
        raise refused[0]
    if quality is not None and not any(known.quality for known in map(FORMATS.get, firsts) if known):
        raise UsageError("--quality {0}: expected a JPEG, AVIF or HEIC after -o", quality)


LOCAL = re.compile(r"local(?::([1-9][0-9]{0,3}))?")
# A client of an address that is none complains when it is collected, after whatever was said about it.
REMOTE = re.compile(
    r"(?:(?:tcp|tls|ucx|ws|wss)://)?(?:[^\s/:\[\]]+|\[[0-9a-fA-F:.%]+\]):(?P<port>[0-9]{1,5})"
)
EXPECTED_ADDRESS = "expected the address of a Dask scheduler such as tcp://host:8786, or local:4"


def check_scheduler(address: str) -> None:
    """UsageError where the packages for a cluster are missing, or the address is none."""
    if importlib.util.find_spec("distributed") is None:
        raise UsageError(
            "--scheduler {0}: needs the package distributed: pip install 'jaxstudio[cluster]'", address
        )
    if LOCAL.fullmatch(address):
        return
    remote = REMOTE.fullmatch(address)
    if address.split(":")[0] == "local":
        raise UsageError("--scheduler {0}: expected a number of processes such as local:4", address)
    if remote is None or not 0 < int(remote["port"]) < 1 << 16:
        raise UsageError("--scheduler {0}: {1}", address, EXPECTED_ADDRESS)


def prepare(
    tasks: Sequence[Task],
    recipe: Recipe,
    recipes: Mapping[int, Recipe] | None = None,
    pages: Mapping[int, int] | None = None,
    **how: Any,
) -> Prepared:
    """The tasks with the large ones marked, and the work; files of the recipe are named from the root.

    Args:
        recipes, pages: by number of task, those that replace the recipe and the page.
        how: the attributes of `photo.PhotoWork` that say how photos are read and results written.
    """
    from jaxstudio.batch.blocks import needs_blocks
    from jaxstudio.batch.photo import PhotoWork
    from jaxstudio.own_filters.in_use import sources_of
    from jaxstudio.pipeline.params import file_stamp
    from jaxstudio.pipeline.recipe_text import to_json

    recipes, pages = dict(recipes or {}), dict(pages or {})
    texts = {number: to_json(_with_absolute_files(own)) for number, own in recipes.items()}
    marked = []
    for task in tasks:
        page = pages.get(task.number, how.get("page", 1))
        large = needs_blocks(task, page)
        marked.append(replace(task, large=large, recipe=texts.get(task.number, ""), page=page))
    text = to_json(_with_absolute_files(recipe))
    work = PhotoWork(text, own=sources_of("\n".join(dict.fromkeys([text, *texts.values()]))), **how)
    steps = (step for each in (recipe, *recipes.values()) for step in each.active)
    files = dict.fromkeys(f"{name} {file_stamp(name)}" for step in steps for name in step.files)
    own = [f"{task.page} {task.recipe}" for task in marked] if recipes else []
    return Prepared(marked, work, (repr(work), *files, *own))


def _with_absolute_files(recipe: Recipe) -> Recipe:
    """The recipe, its files named so that a worker in another folder finds them."""
    from jaxstudio.pipeline.params import Path as PathParam

    def absolute(step: Step) -> Step:
        names = [param.name for param in step.op.params if isinstance(param, PathParam)]
        files = {name: os.path.abspath(str(step.params[name])) for name in names if step.params[name]}
        return replace(step, params=step.op.check({**step.params, **files})) if files else step

    return replace(recipe, steps=tuple(map(absolute, recipe.steps)))


def open_log(
    tasks: Sequence[Task],
    identity: Sequence[str],
    existing: str,
    path: Path | None = None,
    *,
    fresh: bool = False,
) -> BatchLog:
    """The log of these tasks, at `path` or in the cache folder; `fresh` clears it.

    Raises:
        UsageError: another run of the batch has it, or it is another batch's.
    """
    names = [f"{os.path.abspath(task.source)}\t{os.path.abspath(task.target)}" for task in tasks]
    work = work_id([*identity, existing, *names])
    return BatchLog(path if path is not None else usual_path(work), work, fresh=fresh)


def make_queue(tasks: Sequence[Task], existing: str, log: BatchLog | None) -> tuple[BatchQueue, int]:
    """The queue of tasks with the finished ones marked as skipped, and the number that the log knew."""
    if existing == "rename":
        begun = {task.number: log.target_of(task.number) if log else None for task in tasks}
        others = rename_existing([task for task in tasks if begun[task.number] is None])
        renamed = {task.number: task.target for task in others}
        tasks = [replace(task, target=begun[task.number] or renamed[task.number]) for task in tasks]
    queue, resumed = BatchQueue(tasks, log), 0
    for task in tasks:
        if log is not None and log.is_done(task.number, task.source, task.target):
            resumed += 1
            queue.skip(task)
        elif existing == "skip" and task.target.exists():
            queue.skip(task)
    return queue, resumed
