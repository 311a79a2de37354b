"""Recipes in files: size checked before reading, text before meaning, every error naming the file."""

from __future__ import annotations

import difflib
import os
from collections.abc import Mapping
from pathlib import Path

import platformdirs

from jaxstudio.errors import RecipeError, SaveError, UsageError, Wording
from jaxstudio.lazy_dataclass import dataclass
from jaxstudio.pipeline.op import OpSpec
from jaxstudio.pipeline.recipe import Recipe
from jaxstudio.pipeline.recipe_text import MAX_CHARACTERS, from_json, to_json
from jaxstudio.runtime.atomic_write import atomic_write
from jaxstudio.runtime.text_files import read_text

MAX_BYTES = 4 * MAX_CHARACTERS  # UTF-8 takes at most four bytes a character


def load_recipe(path: str | os.PathLike[str], catalogue: Mapping[str, OpSpec]) -> Recipe:
    """Read a recipe file. Raises RecipeError of one line with the path and the cause."""
    text = read_text(path, MAX_BYTES, "a recipe", RecipeError)
    try:
        return from_json(text, catalogue)
    except RecipeError as error:
        raise RecipeError("{0}: {1}", path, error) from None


def save_recipe(path: str | os.PathLike[str], recipe: Recipe) -> None:
    """Write the recipe as JSON; SaveError where it cannot be written."""
    with atomic_write(path) as file:
        file.write(to_json(recipe).encode())


SHIPPED = Path(__file__).parent / "shipped"
SUFFIX = ".json"
LONGEST_NAME = 80
# What no name of a file may hold on one system or another.
FORBIDDEN = '<>:"/\\|?*'


@dataclass(frozen=True)
class Preset:
    """`op` is the filter whose values it keeps, or empty for a whole stack; `own` ones can be changed."""

    name: str
    path: Path
    own: bool
    op: str = ""

    @property
    def title(self) -> str:
        """Its name on the command line."""
        return f"{self.op}/{self.name}" if self.op else self.name


def presets_folder() -> Path:
    """The folder of the user's presets: JAXSTUDIO_PRESETS_DIR, or a folder of the user's data directory."""
    chosen = os.environ.get("JAXSTUDIO_PRESETS_DIR")
    return Path(chosen) if chosen else platformdirs.user_data_path("jaxstudio", appauthor=False) / "presets"


def list_presets(op: str = "") -> list[Preset]:
    """The shipped presets of a filter (or of the stack), then the user's, each by name; none is opened."""
    return _in(SHIPPED / op, own=False, op=op) + _in(presets_folder() / op, own=True, op=op)


def every_preset() -> list[Preset]:
    """The presets of the stack, then those of each filter."""
    folders = {each.name for root in (SHIPPED, presets_folder()) for each in _entries(root) if each.is_dir()}
    return [preset for op in ("", *sorted(folders)) for preset in list_presets(op)]


def _entries(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir(), key=lambda path: path.name.casefold())
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        raise RecipeError("{0}: cannot be read: {1}", folder, error.strerror or error) from None


def _in(folder: Path, own: bool, op: str) -> list[Preset]:
    # a name that begins with a dot is a file that is being written, or none of ours
    files = [path for path in _entries(folder) if path.suffix == SUFFIX and not path.name.startswith(".")]
    return [Preset(path.stem, path, own, op) for path in files if not path.is_dir()]


def _plain(name: str) -> str:
    """A name as it is compared: `film-look` finds “Film look”."""
    return " ".join(name.replace("-", " ").replace("_", " ").casefold().split())


def find_preset(name: str) -> Preset:
    """The preset called `name` (`FILTER/NAME` for one of a filter), or UsageError with the nearest."""
    op, _, own_name = name.rpartition("/")
    op = op.strip()
    known = [preset for preset in every_preset() if preset.op == op]
    exact = [preset for preset in known if preset.name == own_name]
    found = exact or [preset for preset in known if _plain(preset.name) == _plain(own_name)]
    if found:
        return found[0]
    titles = {_plain(preset.name): preset.title for preset in known}
    near = difflib.get_close_matches(_plain(own_name), titles, n=1)
    hint = (
        Wording("did you mean {0}?", repr(titles[near[0]]))
        if near
        else Wording("`jaxstudio presets` lists them")
    )
    raise UsageError("no preset is called {0}: {1}", repr(name), hint)


def load_preset(preset: Preset, catalogue: Mapping[str, OpSpec]) -> Recipe:
    """Read a preset, or raise RecipeError: one line with the path and the mistake."""
    recipe = load_recipe(preset.path, catalogue)
    if not recipe.steps:
        raise RecipeError("{0}: no steps, expected at least one", preset.path)
    if preset.op and [step.op.name for step in recipe.steps] != [preset.op]:
        raise RecipeError("{0}: expected one step of {1}", preset.path, preset.op)
    return recipe


def check_name(name: str, op: str = "") -> str:
    """`name` without outer spaces, or UsageError where no preset of the user can have this name."""
    name = name.strip()
    if not name:
        raise UsageError("a preset needs a name")
    if len(name) > LONGEST_NAME:
        raise UsageError("a name of {0} characters: expected at most {1}", len(name), LONGEST_NAME)
    wrong = next((each for each in name if each in FORBIDDEN or not each.isprintable()), None)
    if wrong is not None:
        raise UsageError("{0}: {1} cannot stand in a preset's name", repr(name), repr(wrong))
    if name.startswith(".") or name.endswith("."):
        raise UsageError("{0}: a preset's name neither begins nor ends with a point", repr(name))
    if any(_plain(preset.name) == _plain(name) for preset in list_presets(op) if not preset.own):
        raise UsageError("{0} comes with the studio: choose another name", repr(name))
    return name


def _own_path(name: str, op: str) -> Path:
    """The path of the user's preset of this name, in the spelling that it already has."""
    same = [preset for preset in list_presets(op) if preset.own and _plain(preset.name) == _plain(name)]
    return same[0].path if same else presets_folder() / op / (name + SUFFIX)


def save_preset(name: str, recipe: Recipe, op: str = "") -> Preset:
    """Save a recipe under a name, replacing the user's preset of that name."""
    name = check_name(name, op)
    if not recipe.steps:
        raise UsageError("there are no filters to keep: add one first")
    old = _own_path(name, op)
    path = old.with_name(name + SUFFIX)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SaveError("{0}: {1}, expected a folder", path.parent, error.strerror or error) from None
    save_recipe(path, recipe)
    if old != path and old.exists() and not old.samefile(path):
        _unlink(old)
    return Preset(name, path, own=True, op=op)


def rename_preset(preset: Preset, name: str) -> Preset:
    """Rename a preset of the user; the new name must be free."""
    name = check_name(name, preset.op)
    taken = _own_path(name, preset.op)
    path = preset.path.with_name(name + SUFFIX)
    if taken != preset.path and taken.exists():
        raise UsageError("{0} exists already: choose another name", repr(taken.stem))
    try:
        preset.path.rename(path)
    except OSError as error:
        raise SaveError("cannot rename {0}: {1}", preset.path, error.strerror or error) from None
    return Preset(name, path, own=True, op=preset.op)


def delete_preset(preset: Preset) -> None:
    """Remove a preset of the user; SaveError if that fails."""
    _unlink(preset.path)


def _unlink(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise SaveError("cannot remove {0}: {1}", path, error.strerror or error) from None
