"""A user's Python file: its functions and their parameters, read without running it; and a function loaded.

Loading runs the code: only ever in a process of its own.
"""

from __future__ import annotations

import ast
import difflib
import importlib
import importlib.util
import json
import os
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType
from typing import Any

from jaxstudio.errors import UsageError
from jaxstudio.lazy_dataclass import dataclass
from jaxstudio.runtime.text_files import read_python

MOST_BYTES = 4 << 20


@dataclass(frozen=True)
class Written:
    """A function as it is written: its name (`Class.name` inside a class), its parameters, its line from 1.

    `parameters` is empty where the file does not tell them, as for `f = jax.jit(g)`.
    """

    name: str
    parameters: tuple[str, ...] = ()
    line: int = 1


def read_functions(path: Path) -> list[Written]:
    """The functions of a file, in their order; names that begin with an underscore are left out.

    Raises:
        UsageError: the file cannot be read, or is no Python; the message names the line.
    """
    return functions_of(read_tree(path))


def functions_of(tree: ast.Module) -> list[Written]:
    """The functions of a program, as `read_functions` gives those of a file."""
    return list(_functions(tree.body, ""))


def read_tree(path: Path) -> ast.Module:
    """The syntax tree of a Python file; raises as `read_source` does, or UsageError where it is no Python."""
    return parse_python(read_source(path), path.name)


def read_source(path: Path) -> str:
    """The text of a Python file, in whatever encoding it says it is (PEP 263).

    Raises:
        UsageError: the file cannot be read, or is too large.
    """
    try:
        size = path.stat().st_size
        if size > MOST_BYTES:
            raise UsageError(
                "{0}: {1:.1f} MB, and a Python file of at most {2} MB is read: import the function "
                "into a smaller file",
                path.name,
                size / 2**20,
                MOST_BYTES >> 20,
            )
        return read_python(path)
    except OSError as error:
        raise UsageError("{0}: {1}", path.name, error.strerror or error) from None
    except UnicodeDecodeError as error:
        raise UsageError(
            "{0}: a Python file in {1} was expected: another encoding is named in its first "
            "line, as in # coding: latin-1",
            path.name,
            error.encoding.upper(),
        ) from None
    except SyntaxError as error:  # an encoding that there is not
        raise UsageError("{0}: {1}", path.name, error.msg) from None


def parse_python(text: str, name: str) -> ast.Module:
    """The syntax tree of a program; UsageError with this name of its file and the line where it is none."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except SyntaxError as error:
        if error.lineno is None:  # of a null byte Python does not tell where it is
            raise UsageError("{0}: no Python program: {1}", name, error.msg) from None
        raise UsageError(
            "{0}, line {1}: {2}: {3}", name, error.lineno, error.msg, (error.text or "").strip()
        ) from None
    except (ValueError, RecursionError, MemoryError) as error:
        raise UsageError("{0}: no Python program: {1}", name, error) from None


def _functions(body: Sequence[ast.stmt], within: str) -> Iterator[Written]:
    for node in body:
        if isinstance(node, ast.FunctionDef):
            if not node.name.startswith("_") and (not within or _is_static(node)):
                yield Written(within + node.name, _parameters(node.args), node.lineno)
        elif isinstance(node, ast.ClassDef):
            yield from _functions(node.body, f"{within}{node.name}.")
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Call | ast.Lambda):
            names = [each.id for each in node.targets if isinstance(each, ast.Name)]
            given = _parameters(node.value.args) if isinstance(node.value, ast.Lambda) else ()
            yield from (Written(within + name, given, node.lineno) for name in names if name[0] != "_")
        elif isinstance(node, ast.If | ast.Try):
            yield from _functions(node.body, within)


def _is_static(node: ast.FunctionDef) -> bool:
    return any(isinstance(each, ast.Name) and each.id == "staticmethod" for each in node.decorator_list)


def _parameters(arguments: ast.arguments) -> tuple[str, ...]:
    return tuple(each.arg for each in [*arguments.posonlyargs, *arguments.args])


def read_static(
    words: Iterable[str], parameters: Sequence[str] = ()
) -> tuple[dict[int | str, Any], tuple[str, ...]]:
    """Static arguments out of words such as `n=3`, `mode=same`, `2=[1, 2]`, or `n` for one given elsewhere.

    Returns the values by place in the call (from 0), or by name where `parameters` is empty, and the names or
    places of the others. A value that is no JSON is a word.

    Raises:
        UsageError: a word of another form, or a name that is no parameter.
    """
    values: dict[int | str, Any] = {}
    marked: list[str] = []
    for word in words:
        name, equals, value = (part.strip() for part in word.partition("="))
        if not (name.isdecimal() or name.isidentifier()) or (equals and not value):
            raise UsageError(
                "--static {0}: expected an argument, or one with its value, such as n=3", repr(word)
            )
        if not equals:
            marked.append(name)
            continue
        place = _place(name, parameters) if parameters or name.isdecimal() else name
        try:
            values[place] = json.loads(value)
        except ValueError:
            values[place] = {"True": True, "False": False, "None": None}.get(value, value)
    return values, tuple(marked)


def read_places(text: str, parameters: Sequence[str] = ()) -> tuple[int, ...]:
    """Places in the call (from 0) out of names or numbers with commas between.

    Raises:
        UsageError: a name that is no parameter.
    """
    return tuple(sorted({_place(word.strip(), parameters) for word in split_words(text)}))


def _place(name: str, parameters: Sequence[str]) -> int:
    if name.isdecimal() and len(name) < 4:
        return int(name)
    if name in parameters:
        return parameters.index(name)
    known = f"expected one of {', '.join(parameters)}" if parameters else "expected its place, from 0"
    raise UsageError("{0} is no parameter: {1}", repr(name), known)


def split_words(text: str) -> list[str]:
    """Split at the commas outside of brackets and quotes."""
    words, depth, quote = [""], 0, ""
    for letter in text:
        if letter == "," and not depth and not quote:
            words.append("")
            continue
        words[-1] += letter
        if quote:
            quote = "" if letter == quote else quote
        elif letter in "\"'":
            quote = letter
        else:
            depth += (letter in "[{(") - (letter in ")}]")
    return [word for word in words if word.strip()]


MODULE = "__inspected__"
MOST_NAMED = 12


def find_function(module: ModuleType, path: Path, name: str) -> Callable[..., Any]:
    """The function `name`, or `Class.name`, of a module that was loaded from `path`.

    Raises:
        UsageError: there is no such function; the message lists those that the file defines.
    """
    value: Any = module
    for part in name.split("."):
        if not hasattr(value, part):
            raise UsageError("{0} has no function {1}{2}", path.name, repr(name), _known(module, path, name))
        value = getattr(value, part)
    if not callable(value):
        raise UsageError("{0}: {1} is no function but {2}", path.name, name, type(value).__name__)
    return value


def _known(module: ModuleType, path: Path, name: str) -> str:
    """The functions that the file itself defines, without imported ones."""
    names = [each.name for each in read_functions(path)]
    names = [each for each in names if "." in each or callable(getattr(module, each, None))]
    near = difflib.get_close_matches(name, names, n=1)
    if near:
        return f": did you mean {near[0]}?"
    more = ", …" if len(names) > MOST_NAMED else ""
    return f": it has {', '.join(names[:MOST_NAMED])}{more}" if names else ""


def load_module(path: Path, module: str = "", original: Path | None = None) -> ModuleType:
    """Run the code of a file and return its module.

    A file of a package is imported as that package's module, so that its relative imports work; the folder
    of any other file is put first on the path of imports.

    Args:
        module: the dotted name under which it was asked for, where it was.
        original: the file whose edited text `path` holds: its imports are those of a file in that place.

    Raises:
        UsageError: the file has a syntax error, or its code fails to import or ends the process.
    """
    name = module or (package_name(path) if original is None else "")
    try:
        return _imported(path, name) if name else _executed(path, original or path)
    except SyntaxError as error:
        where = f"{Path(error.filename or path).name}, line {error.lineno}"
        raise UsageError("{0}: {1}: {2}", where, error.msg, (error.text or "").strip()) from None
    except ImportError as error:
        raise UsageError("{0}: an import fails: {1}", path.name, error) from None
    except SystemExit as error:
        raise UsageError("{0} ended its process itself (exit code {1})", path.name, error.code) from None


def _executed(path: Path, original: Path) -> ModuleType:
    package = package_name(original) if original.is_file() and original != path else ""
    if original.name != "__init__.py":
        package = package.rpartition(".")[0]
    name = f"{package}.{MODULE}" if package else MODULE
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise UsageError("{0}: a Python file (.py) was expected", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    sys.path.insert(0, str(original.resolve().parents[len(package.split(".")) if package else 0]))
    spec.loader.exec_module(module)
    return module


def _imported(path: Path, name: str) -> ModuleType:
    path = path.resolve()
    above = len(name.split(".")) + (path.name == "__init__.py")
    root = str(path.parents[above - 1]) if above <= len(path.parents) else str(path.parent)
    if root not in sys.path:
        sys.path.insert(0, root)
    # some files of packages are written to be run as scripts, too
    sys.path.append(str(path.parent))
    module = importlib.import_module(name)
    held = Path(module.__file__ or "").resolve()
    if held != path:
        raise UsageError("{0}: Python finds another module called {1}: {2}", path.name, name, held)
    return module


def package_name(path: Path) -> str:
    """The dotted name of a file inside a package; empty for a file that stands by itself.

    A package is told by its `__init__.py`, or by the relative imports of the file, which need one.
    """
    path = path.resolve()
    parts = [] if path.name == "__init__.py" else [path.stem]
    folder = path.parent
    while (folder / "__init__.py").is_file() and folder.name.isidentifier():
        parts.insert(0, folder.name)
        folder = folder.parent
    depth = len(parts) - (path.name != "__init__.py")
    for _ in range(depth, _relative_levels(path)):
        if folder.name.isidentifier():
            parts.insert(0, folder.name)
            folder = folder.parent
            depth += 1
    return ".".join(parts) if depth and all(map(str.isidentifier, parts)) else ""


def _relative_levels(path: Path) -> int:
    """Return how many packages above the file its imports reach: `from ..a import b` is 2; 0 without one."""
    try:
        tree = read_tree(path)
    except UsageError:
        return 0
    return max((node.level for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)), default=0)


def find_module(name: str) -> Path:
    """The file of a module by its dotted name, found as `python -m` finds it; nothing of it is run.

    Raises:
        UsageError: there is no such module, or it is not written in Python.
    """
    folders: list[str] | None = [os.getcwd(), *sys.path]
    spec: ModuleSpec | None = None
    parts = name.split(".")
    for place in range(len(parts)):
        full = ".".join(parts[: place + 1])
        spec = PathFinder.find_spec(full, folders)
        if spec is None and not place:
            spec = importlib.util.find_spec(full)  # of an editable install, say
        if spec is None:
            raise UsageError(
                "py:{0}: there is no module {1} in this folder or where Python looks", name, full
            )
        locations = spec.submodule_search_locations
        folders = None if locations is None else list(locations)
        if folders is None and place + 1 < len(parts):
            raise UsageError("py:{0}: {1} is no package", name, full)
    if spec is None or not spec.origin or not spec.origin.endswith(".py"):
        raise UsageError("py:{0}: a module written in Python was expected", name)
    return Path(spec.origin)
