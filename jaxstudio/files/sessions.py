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
from typing import Annotated, Any, Literal, NoReturn, cast

from msgspec import Meta

from jaxstudio.errors import RecipeError, SessionError
from jaxstudio.lazy_dataclass import dataclass
from jaxstudio.pipeline.op import OpSpec
from jaxstudio.pipeline.recipe import Recipe
from jaxstudio.pipeline.recipe_text import FORMAT as RECIPE_FORMAT
from jaxstudio.pipeline.recipe_text import from_document
from jaxstudio.pipeline.recipe_text import from_json as recipe_from_json
from jaxstudio.pipeline.recipe_text import to_json as recipe_to_json
from jaxstudio.pipeline.recipe_text import whole as whole_number
from jaxstudio.runtime.atomic_write import atomic_write
from jaxstudio.runtime.json_values import changed_members, read_value
from jaxstudio.runtime.text_files import read_text, read_version

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
Coordinate = Annotated[float, Meta(ge=-1e12, le=1e12)]
Text = Annotated[str, Meta(pattern=r"^[^\0]*\Z", description="a text")]
Objects = Annotated[list[dict[str, Any]], Meta(max_length=MAX_UNDO)]


@dataclass(frozen=True)
class PhotoView:
    """A photo's view, as `backend.viewport.Viewport`; `split`: 0 to 1 of the canvas, or None."""

    zoom: Annotated[float, Meta(ge=1e-6, le=1e6)] = 1.0
    y: Coordinate = 0.0
    x: Coordinate = 0.0
    fitted: bool = True
    split: Annotated[float, Meta(ge=0, le=1)] | None = None


@dataclass(frozen=True, eq=False)
class PhotoFacts:
    """What a session says of a photo beside its recipes.

    path: of its file, absolute; "" for a sample, whose name is `sample`, and for a picture that was pasted:
    `pasted` is the PNG that the program keeps of it, `name` what it is called.
    page: of several in the file, from 1. rating: 0 to 5.
    """

    path: Text = ""
    page: Annotated[int, Meta(ge=1, le=2**31 - 1)] = 1
    sample: Text = ""
    name: Text = ""
    pasted: Text = ""
    rating: Annotated[int, Meta(ge=0, le=MOST_STARS)] = 0
    flag: Literal["", "pick", "reject"] = ""


@dataclass(frozen=True, eq=False)
class SessionPhoto(PhotoFacts):
    """A photo of a session with its recipe, history and view.

    past, future: the recipes that undo and redo bring back, in the order of `History`. snapshots: recipes
    that are kept, by name. extra: members that are not known.
    """

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
        """Drop the texts of recipes that the written session does not hold."""
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
    facts = {name: getattr(photo, name) for name in FACTS}
    facts |= {name: _relative(facts[name], folder) for name in ("path", "pasted")}
    told = changed_members(PhotoFacts(**facts))
    parts = [
        _text({**told, "view": vars(photo.view), **photo.extra})[1:-1],
        f'"recipe": {writer.recipe(photo.recipe)}',
    ]
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
        raise SessionError("session of {0:,} characters: expected at most {1:,}", len(text), MAX_CHARACTERS)
    try:
        whole = json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise SessionError("not JSON: {0}", str(error).splitlines()[0]) from None
    if not isinstance(whole, dict) or whole.get("format") != FORMAT:
        raise SessionError('not a session: expected "format": "{0}"', FORMAT)
    read_version(whole, (VERSION,), "session", SessionError)
    told = {name: value for name, value in whole.items() if name in MEMBERS and name != "current"}
    members = read_value(told, _Members, "", SessionError)
    functions = members.functions
    if functions is not None and check_functions is not None:
        try:
            check_functions(functions)
        except RecipeError as error:
            raise SessionError("functions: {0}", error) from None
    read_value(members.playground.get("text", ""), str, "playground: text", SessionError)
    reader = _PhotoReader(catalogue, folder)
    return Session(
        photos=tuple(reader.read(photo, f"photo {place}") for place, photo in enumerate(members.photos, 1)),
        current=_index(whole.get("current", 0), max(len(members.photos), 1), "current"),
        functions=functions,
        playground=members.playground or None,
        layout={
            name: read_value(text, str, f"layout: {name}", SessionError)
            for name, text in members.layout.items()
        },
        file=members.file,
        extra={name: value for name, value in whole.items() if name not in MEMBERS},
    )


@dataclass(frozen=True)
class _Members:
    """The members of a session's file."""

    format: str
    version: Any
    photos: Annotated[list[Any], Meta(max_length=MAX_PHOTOS)] = field(default_factory=list)
    current: int = 0
    functions: dict[str, Any] | None = None
    playground: dict[str, Any] = field(default_factory=dict)
    layout: dict[str, Any] = field(default_factory=dict)
    file: Text = ""


MEMBERS = frozenset(_Members.__annotations__)
FACTS = tuple(PhotoFacts.__annotations__)


def _index(value: Any, count: int, where: str) -> int:
    """A whole number below `count`."""
    kind = cast("type[int]", Annotated[int, Meta(ge=0, le=count - 1)])
    return read_value(whole_number(value), kind, where, SessionError)


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number of JSON")


@dataclass(frozen=True)
class _History:
    """Recipes, whose steps and masks are numbers of those in the two lists."""

    masks: list[Any] = field(default_factory=list)
    steps: list[Any] = field(default_factory=list)
    past: Objects = field(default_factory=list)
    future: Objects = field(default_factory=list)


PHOTO_MEMBERS = frozenset((*FACTS, "recipe", "history", "view", "snapshot", "snapshots"))


class _PhotoReader:
    """Reads the photos of one file."""

    def __init__(self, catalogue: Mapping[str, OpSpec], folder: Path | None) -> None:
        self._catalogue, self._folder = catalogue, folder

    def read(self, value: object, where: str) -> SessionPhoto:
        """Read one photo; `where` names it in errors."""
        photo = read_value(value, dict[str, Any], where, SessionError)
        numbers = {name: whole_number(photo[name]) for name in ("page", "rating") if name in photo}
        told = {name: value for name, value in photo.items() if name in FACTS}
        facts = vars(read_value(told | numbers, PhotoFacts, where, SessionError))
        past, future = self._history(photo.get("history", {}), f"{where}: history")
        named = read_value(photo.get("snapshots", {}), dict[str, Any], f"{where}: snapshots", SessionError)
        if photo.get("snapshot") is not None:  # of earlier versions, which kept one
            named = {"Snapshot": photo["snapshot"], **named}
        return SessionPhoto(
            **{**facts, **{name: _absolute(facts[name], self._folder) for name in ("path", "pasted")}},
            recipe=self._recipe(photo["recipe"], where) if "recipe" in photo else Recipe(),
            past=past,
            future=future,
            snapshots={name: self._recipe(kept, f"{where}: {name}") for name, kept in named.items()},
            view=read_value(photo.get("view", {}), PhotoView, f"{where}: view", SessionError),
            extra={name: member for name, member in photo.items() if name not in PHOTO_MEMBERS},
        )

    def _recipe(self, value: object, where: str) -> Recipe:
        try:
            return from_document(value, self._catalogue)
        except RecipeError as error:
            raise SessionError("{0}: {1}", where, error) from None

    def _history(self, value: object, where: str) -> tuple[tuple[Recipe, ...], tuple[Recipe, ...]]:
        history = read_value(value, _History, where, SessionError)
        past, future = (
            tuple(self._entry(entry, history, where) for entry in side)
            for side in (history.past, history.future)
        )
        return past, future

    def _entry(self, entry: Members, history: _History, where: str) -> Recipe:
        recipe: Members = {"format": RECIPE_FORMAT, **entry}
        for name in LISTS:
            if name in entry:
                pool, what = getattr(history, name), f"{where}: {name}"
                places = read_value(entry[name], list[Any], what, SessionError)
                recipe[name] = [pool[_index(place, len(pool), f"{what}: a number")] for place in places]
        return self._recipe(recipe, where)


def load_session(
    path: str | os.PathLike[str],
    catalogue: Mapping[str, OpSpec],
    check_functions: Callable[[Any], object] | None = None,
) -> Session:
    """Read a session's file. Raises SessionError of one line with the path and the cause."""
    text = read_text(path, MAX_BYTES, "a session", SessionError)
    try:
        return from_json(text, catalogue, Path(path).parent, check_functions)
    except SessionError as error:
        raise SessionError("{0}: {1}", path, error) from None


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
        raise SessionError("{0}: not a session that can be read", path) from None
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
    """A session's text in UTF-8; lone surrogates, as in names of files, become escapes."""
    return text.encode("utf-8", "backslashreplace")
