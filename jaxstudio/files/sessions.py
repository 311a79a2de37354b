"""Sessions: photos with their recipes, histories and views, functions and the window's layout, as JSON text.

What is read is checked member by member, and nothing in it is executed. Members of later versions that stand
beside the known ones of a session or of a photo are kept, and written again.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field, replace
from functools import partial
from pathlib import Path, PurePosixPath
from typing import Any, NoReturn

from jaxstudio.errors import RecipeError, SessionError
from jaxstudio.lazy_dataclass import dataclass
from jaxstudio.pipeline.op import OpSpec
from jaxstudio.pipeline.recipe import Recipe
from jaxstudio.pipeline.recipe_text import FORMAT as RECIPE_FORMAT
from jaxstudio.pipeline.recipe_text import from_document
from jaxstudio.pipeline.recipe_text import from_json as recipe_from_json
from jaxstudio.pipeline.recipe_text import to_json as recipe_to_json
from jaxstudio.runtime.atomic_write import atomic_write
from jaxstudio.runtime.text_files import read_text

Members = dict[str, Any]
Parts = dict[str, tuple[str, ...]]
LISTS = ("masks", "steps")  # of a recipe
SEPARATOR = ",\n  "
FORMAT = "jaxstudio-session"
VERSION = 1
SUFFIX = ".jaxstudio"
MAX_CHARACTERS = 64_000_000
MAX_BYTES = 4 * MAX_CHARACTERS
MAX_PHOTOS = 10_000
MAX_UNDO = 100  # recipes before and after the present one that a file holds, of each photo
FLAGS = ("", "pick", "reject")
MOST_STARS = 5
LARGEST = 1e12  # of a coordinate of a view


@dataclass(frozen=True)
class PhotoView:
    """A photo's view, as `backend.viewport.Viewport`; `split`: 0 to 1 of the canvas, or None."""

    zoom: float = 1.0
    y: float = 0.0
    x: float = 0.0
    fitted: bool = True
    split: float | None = None


@dataclass(frozen=True, eq=False)
class SessionPhoto:
    """A photo of a session with what was done to it.

    path: of its file, absolute; "" for a sample, whose name is `sample`, and for a picture that was pasted:
    `pasted` is the PNG that the program keeps of it, `name` what it is called.
    page: of several in the file, from 1. rating: 0 to 5. flag: one of FLAGS.
    past, future: the recipes that undo and redo bring back, in the order of `History`. snapshots: recipes
    that are kept, by name. extra: members that are not known.
    """

    path: str = ""
    page: int = 1
    sample: str = ""
    name: str = ""
    pasted: str = ""
    rating: int = 0
    flag: str = ""
    recipe: Recipe = field(default_factory=Recipe)
    past: tuple[Recipe, ...] = ()
    future: tuple[Recipe, ...] = ()
    snapshots: Mapping[str, Recipe] = field(default_factory=dict)
    view: PhotoView = field(default_factory=PhotoView)
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Session:
    """A session: photos, recipes, functions and views.

    current: the index of the photo that is shown. functions: the document of the Functions tab as
    `functions.document` writes it, or None. playground: the program of the Playground tab, or None.
    layout: values of the window by name. file: the session's own file; only in an autosaved one.
    """

    photos: tuple[SessionPhoto, ...] = ()
    current: int = 0
    functions: Mapping[str, Any] | None = None
    layout: Mapping[str, str] = field(default_factory=dict)
    file: str = ""
    extra: Mapping[str, Any] = field(default_factory=dict)
    playground: Mapping[str, Any] | None = None


def chosen_photos(
    photos: Iterable[SessionPhoto], stars: int = 0, picked: bool = False
) -> tuple[list[SessionPhoto], list[str]]:
    """The photos to export, and the names of samples, which have no file.

    Rejected photos are left out; `stars` is the least rating, `picked` leaves out all that are not picked. A
    pasted picture is exported from the PNG that the session keeps of it.
    """
    kept = [each for each in photos if each.flag != "reject" and each.rating >= stars]
    kept = [each for each in kept if not picked or each.flag == "pick"]
    found = [replace(each, path=each.path or each.pasted) for each in kept]
    return [each for each in found if each.path], [each.sample for each in found if not each.path]


class SessionWriter:
    """Writes recipes. Their texts are kept by the recipe, a value, until they are not needed any more.

    The recipes of a history differ in one step or mask, mostly: each distinct one is written once, and a
    recipe as the numbers of its steps and masks.
    """

    def __init__(self) -> None:
        self._recipes: dict[int, tuple[Recipe, str, Parts]] = {}
        self._used: dict[int, tuple[Recipe, str, Parts]] = {}
        self._texts: dict[int, tuple[object, str]] = {}
        self._used_texts: dict[int, tuple[object, str]] = {}

    def end(self) -> None:
        """A session is written: drop the texts of what is in it no more."""
        self._recipes, self._used = self._used, {}
        self._texts, self._used_texts = self._used_texts, {}

    def text(self, value: object, make: Callable[[], str]) -> str:
        """The text of a value that does not change: made once."""
        found = self._texts.get(id(value))
        if found is None or found[0] is not value:
            found = value, make()
        self._used_texts[id(value)] = found
        return found[1]

    def _parts(self, recipe: Recipe) -> tuple[str, Parts]:
        """The members that are no lists, as text without braces, and the items of each list as texts."""
        found = self._used.get(id(recipe)) or self._recipes.get(id(recipe))
        if found is None or found[0] is not recipe:
            document = json.loads(recipe_to_json(recipe))
            lists = {
                name: tuple(json.dumps(item, ensure_ascii=False) for item in document.pop(name))
                for name in LISTS
                if name in document
            }
            found = recipe, json.dumps(document, ensure_ascii=False)[1:-1], lists
        self._used[id(recipe)] = found
        return found[1:]

    def recipe(self, recipe: Recipe) -> str:
        """A whole recipe, as in a file of its own."""
        head, lists = self._parts(recipe)
        rest = "".join(f', "{name}": [{", ".join(items)}]' for name, items in lists.items())
        return f"{{{head}{rest}}}"

    def history(self, past: tuple[Recipe, ...], future: tuple[Recipe, ...]) -> str:
        """The recipes of a history as numbers of steps and masks."""
        places: dict[str, dict[str, int]] = {name: {} for name in LISTS}

        def entry(recipe: Recipe) -> str:
            head, lists = self._parts(recipe)
            rest = "".join(f', "{name}": [{numbers(name, items)}]' for name, items in lists.items())
            return f"{{{head}{rest}}}"

        def numbers(name: str, items: tuple[str, ...]) -> str:
            of = places[name]
            return ", ".join(str(of.setdefault(item, len(of))) for item in items)

        sides = [", ".join(map(entry, side)) for side in (past, future)]
        pools = [f'"{name}": [{SEPARATOR.join(of)}]' for name, of in places.items() if of]
        return "{" + ",\n  ".join([*pools, f'"past": [{sides[0]}]', f'"future": [{sides[1]}]']) + "}"


def to_json(session: Session, folder: Path | None = None, writer: SessionWriter | None = None) -> str:
    """The session as text.

    Args:
        folder: of the session's file: photos below or beside it are named relative to it.
        writer: what keeps the texts of values that were written before, for the same folder.
    """
    writer = writer or SessionWriter()
    photos = [writer.text(photo, partial(_photo_out, photo, folder, writer)) for photo in session.photos]
    functions = session.functions
    functions_text = "null" if functions is None else writer.text(functions, lambda: _text(functions))
    writer.end()
    rest: Members = {"format": FORMAT, "version": VERSION, "current": session.current}
    if session.file:
        rest["file"] = session.file
    rest |= {"layout": dict(session.layout), **session.extra}
    if session.playground is not None:
        rest["playground"] = dict(session.playground)
    lines = [f"{json.dumps(name)}: {_text(value)}" for name, value in rest.items()]
    lines.append(f'"functions": {functions_text}')
    lines.append('"photos": [' + ",".join(f"\n{photo}" for photo in photos) + "\n]")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _photo_out(photo: SessionPhoto, folder: Path | None, writer: SessionWriter) -> str:
    view = photo.view
    first: Members = {
        "path": _relative(photo.path, folder),
        "page": photo.page,
        "sample": photo.sample,
        "name": photo.name,
        "pasted": _relative(photo.pasted, folder),
        "rating": photo.rating,
        "flag": photo.flag,
        "view": {"zoom": view.zoom, "y": view.y, "x": view.x, "fitted": view.fitted, "split": view.split},
        **photo.extra,
    }
    usual = {"path": "", "page": 1, "sample": "", "name": "", "pasted": "", "rating": 0, "flag": ""}
    told = {name: value for name, value in first.items() if name not in usual or value != usual[name]}
    parts = [_text(told)[1:-1], f'"recipe": {writer.recipe(photo.recipe)}']
    if photo.past or photo.future:
        parts.append(f'"history": {writer.history(photo.past[-MAX_UNDO:], photo.future[-MAX_UNDO:])}')
    if photo.snapshots:
        kept = (f"{_text(name)}: {writer.recipe(recipe)}" for name, recipe in photo.snapshots.items())
        parts.append(f'"snapshots": {{{SEPARATOR.join(kept)}}}')
    return "{" + ",\n ".join(parts) + "}"


def _relative(path: str, folder: Path | None) -> str:
    """A path below the folder or beside it without the folder's own; others stay."""
    if not path or folder is None:
        return path
    try:
        relative = Path(os.path.relpath(path, folder.absolute()))
    except ValueError:  # on another drive
        return path
    if relative.parts[:2] == ("..", "..") or (relative.parts[:1] == ("..",) and folder.parent == folder):
        return path
    return relative.as_posix()


def _absolute(path: str, folder: Path | None) -> str:
    if not path:
        return path
    # without links followed, and with `..` taken away: the name that is shown and compared
    return os.path.normpath(
        os.path.join(folder.absolute() if folder is not None else "", PurePosixPath(path))
    )


def from_json(
    text: str,
    catalogue: Mapping[str, OpSpec],
    folder: Path | None = None,
    check_functions: Callable[[Any], object] | None = None,
) -> Session:
    """Read a session, or raise SessionError naming the photo and the member that is wrong.

    Args:
        folder: of the session's file.
        check_functions: raises RecipeError for a document of functions that cannot be read.
    """
    if len(text) > MAX_CHARACTERS:
        raise SessionError(f"session of {len(text):,} characters: expected at most {MAX_CHARACTERS:,}")
    try:
        whole = json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise SessionError(f"not JSON: {str(error).splitlines()[0]}") from None
    if not isinstance(whole, dict) or whole.get("format") != FORMAT:
        raise SessionError(f'not a session: expected "format": "{FORMAT}"')
    version = whole.get("version")
    if isinstance(version, int) and not isinstance(version, bool) and version > VERSION:
        raise SessionError(f"session version {version} is newer than this program reads ({VERSION})")
    if version != VERSION or isinstance(version, bool):
        raise SessionError(f"version = {version!r}: expected {VERSION}")
    known = {"format", "version", "photos", "current", "functions", "playground", "layout", "file"}
    photos = whole.get("photos", [])
    if not isinstance(photos, list) or len(photos) > MAX_PHOTOS:
        raise SessionError(f"photos: expected a list of at most {MAX_PHOTOS:,}")
    functions = whole.get("functions")
    if functions is not None:
        try:
            members(functions, "functions")
            if check_functions is not None:
                check_functions(functions)
        except RecipeError as error:
            raise SessionError(f"functions: {error}") from None
    program = members(whole.get("playground", {}), "playground")
    _string(program, "text", "playground")
    reader = _PhotoReader(catalogue, folder)
    return Session(
        photos=tuple(reader.read(photo, f"photo {place}") for place, photo in enumerate(photos, 1)),
        current=integer(whole.get("current", 0), "current", 0, max(len(photos) - 1, 0)),
        functions=functions,
        playground=program or None,
        layout=texts(whole.get("layout", {}), "layout"),
        file=_string(whole, "file", "session"),
        extra={name: value for name, value in whole.items() if name not in known},
    )


def members(value: object, where: str, allowed: set[str] | None = None) -> Members:
    """An object of JSON; SessionError if it is none, or has a member that is not allowed."""
    if not isinstance(value, dict):
        raise SessionError(f"{where}: expected an object, not {type(value).__name__}")
    for name in sorted(value.keys() - allowed) if allowed is not None else ():
        raise SessionError(f"{where}: {name!r} is not known; expected {', '.join(sorted(allowed or ()))}")
    return value


def integer(value: object, where: str, low: int, high: int = 2**31 - 1) -> int:
    """A whole number between two, ends included."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise SessionError(f"{where} = {_quoted(value)}: expected a whole number from {low} to {high}")
    return value


def number(value: object, where: str, low: float, high: float) -> float:
    """A number between two, ends included."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
        raise SessionError(f"{where} = {_quoted(value)}: expected a number from {low:g} to {high:g}")
    return float(value)


def texts(value: object, where: str) -> dict[str, str]:
    """An object whose members are texts."""
    found = members(value, where)
    for name, text in found.items():
        if not isinstance(text, str):
            raise SessionError(f"{where}: {name}: expected a text")
    return found


def _quoted(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:59] + "…"


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number of JSON")


def _string(whole: Members, name: str, where: str) -> str:
    value = whole.get(name, "")
    if not isinstance(value, str) or "\0" in value:
        raise SessionError(f"{where}: {name}: expected a text")
    return value


PHOTO_MEMBERS = frozenset(
    (
        *("path", "page", "sample", "name", "pasted", "rating", "flag", "recipe", "history", "view"),
        *("snapshot", "snapshots"),
    )
)


class _PhotoReader:
    """Reads the photos of one file."""

    def __init__(self, catalogue: Mapping[str, OpSpec], folder: Path | None) -> None:
        self._catalogue, self._folder = catalogue, folder

    def read(self, value: object, where: str) -> SessionPhoto:
        """Read one photo; `where` names it in errors."""
        photo = members(value, where)
        flag = photo.get("flag", "")
        if flag not in FLAGS:
            raise SessionError(f'{where}: flag = {flag!r}: expected "pick", "reject" or ""')
        past, future = self._history(photo.get("history", {}), where)
        named = members(photo.get("snapshots", {}), f"{where}: snapshots")
        if photo.get("snapshot") is not None:  # of earlier versions, which kept one
            named = {"Snapshot": photo["snapshot"], **named}
        return SessionPhoto(
            path=_absolute(_string(photo, "path", where), self._folder),
            page=integer(photo.get("page", 1), f"{where}: page", 1),
            sample=_string(photo, "sample", where),
            name=_string(photo, "name", where),
            pasted=_absolute(_string(photo, "pasted", where), self._folder),
            rating=integer(photo.get("rating", 0), f"{where}: rating", 0, MOST_STARS),
            flag=flag,
            recipe=self._recipe(photo["recipe"], where) if "recipe" in photo else Recipe(),
            past=past,
            future=future,
            snapshots={name: self._recipe(kept, f"{where}: {name}") for name, kept in named.items()},
            view=_view(photo.get("view", {}), where),
            extra={name: member for name, member in photo.items() if name not in PHOTO_MEMBERS},
        )

    def _recipe(self, value: object, where: str) -> Recipe:
        try:
            return from_document(value, self._catalogue)
        except RecipeError as error:
            raise SessionError(f"{where}: {error}") from None

    def _history(self, value: object, where: str) -> tuple[tuple[Recipe, ...], tuple[Recipe, ...]]:
        where = f"{where}: history"
        history = members(value, where, {*LISTS, "past", "future"})
        pools = {name: history.get(name, []) for name in LISTS}
        sides = history.get("past", []), history.get("future", [])
        if not all(isinstance(each, list) for each in (*pools.values(), *sides)):
            raise SessionError(f"{where}: expected lists")
        if any(len(side) > MAX_UNDO for side in sides):
            raise SessionError(f"{where}: expected at most {MAX_UNDO} recipes before and after")
        past, future = (tuple(self._entry(entry, pools, where) for entry in side) for side in sides)
        return past, future

    def _entry(self, value: object, pools: Mapping[str, list[Any]], where: str) -> Recipe:
        entry = dict(members(value, where))
        for name, pool in pools.items():
            places = entry.get(name, [])
            if not isinstance(places, list):
                raise SessionError(f"{where}: {name}: expected a list of numbers")
            what = f"{where}: {name}: a number"
            if name in entry:
                entry[name] = [pool[integer(place, what, 0, len(pool) - 1)] for place in places]
        return self._recipe({"format": RECIPE_FORMAT, **entry}, where)


def _view(value: object, where: str) -> PhotoView:
    where = f"{where}: view"
    view = members(value, where, {"zoom", "y", "x", "fitted", "split"})
    fitted, split = view.get("fitted", True), view.get("split")
    if not isinstance(fitted, bool):
        raise SessionError(f"{where}: fitted = {fitted!r}: expected true or false")
    return PhotoView(
        number(view.get("zoom", 1.0), f"{where}: zoom", 1e-6, 1e6),
        number(view.get("y", 0.0), f"{where}: y", -LARGEST, LARGEST),
        number(view.get("x", 0.0), f"{where}: x", -LARGEST, LARGEST),
        fitted,
        None if split is None else number(split, f"{where}: split", 0.0, 1.0),
    )


def load_session(
    path: str | os.PathLike[str],
    catalogue: Mapping[str, OpSpec],
    check_functions: Callable[[Any], object] | None = None,
) -> Session:
    """Read a session's file, or raise SessionError: one line with the path and what is wrong."""
    text = read_text(path, MAX_BYTES, "a session", SessionError)
    try:
        return from_json(text, catalogue, Path(path).parent, check_functions)
    except SessionError as error:
        raise SessionError(f"{path}: {error}") from None


def load_autosaved(
    path: str | os.PathLike[str],
    catalogue: Mapping[str, OpSpec],
    check_functions: Callable[[Any], object] | None = None,
) -> Session:
    """Read an autosaved session of this version or an earlier one, or raise SessionError, one line."""
    if Path(path).suffix == SUFFIX:
        return load_session(path, catalogue, check_functions)
    text = read_text(path, MAX_BYTES, "a session", SessionError)
    try:
        whole = json.loads(text)
        if "recipe" not in whole:
            if check_functions is not None:
                check_functions(whole)
            return Session(functions=whole)
        photo, page, sample = whole.get("photo") or "", whole.get("page", 1), whole.get("sample") or ""
        if not isinstance(photo, str) or not isinstance(sample, str) or type(page) is not int:
            raise TypeError("a photo's path, its page and a sample's name")
        recipe = recipe_from_json(whole["recipe"], catalogue)
    except (ValueError, KeyError, AttributeError, TypeError, RecursionError, RecipeError):
        raise SessionError(f"{path}: not a session that can be read") from None
    return Session((SessionPhoto(photo, page, sample, recipe=recipe),))


def save_session(path: str | os.PathLike[str], session: Session) -> None:
    """Write the session, and beside it the PNGs of pasted pictures; SaveError where that cannot be done."""
    folder = Path(path).absolute().parent
    photos = tuple(_with_picture_in(folder, photo) for photo in session.photos)
    text = to_json(replace(session, photos=photos), folder)
    with atomic_write(path) as file:
        file.write(encoded(text))


def _with_picture_in(folder: Path, photo: SessionPhoto) -> SessionPhoto:
    """The photo with the PNG of a pasted picture in this folder: copied there, unless it is there already."""
    source = Path(photo.pasted)
    target = folder / source.name
    if not photo.pasted or source == target or not source.is_file():
        return photo
    if not target.is_file():  # its name is its own: it was copied when the session was saved before
        with open(source, "rb") as picture, atomic_write(target) as file:
            shutil.copyfileobj(picture, file)
    return replace(photo, pasted=str(target))


def encoded(text: str) -> bytes:
    """A session's text in UTF-8; what is no character, as in names of files, by JSON's escapes."""
    return text.encode("utf-8", "backslashreplace")
