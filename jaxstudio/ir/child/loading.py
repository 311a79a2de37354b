"""A function out of a Python file. The file's code is run: only ever in a process of its own."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from jaxstudio.errors import UsageError

MODULE = "__inspected__"


def load_function(path: Path, name: str) -> Callable[..., Any]:
    """The function `name` of the file, whose folder is put first on the path of imports.

    Raises:
        UsageError: the file has a syntax error, its code fails, or there is no such function.
    """
    module = _loaded(path)
    value: Any = module
    for part in name.split("."):
        if not hasattr(value, part):
            functions = [key for key, held in vars(module).items() if callable(held) and key[0] != "_"]
            known = f": it has {', '.join(functions[:12])}" if functions else ""
            raise UsageError(f"{path.name} has no function {name!r}{known}")
        value = getattr(value, part)
    if not callable(value):
        raise UsageError(f"{path.name}: {name} is no function but {type(value).__name__}")
    return value


def _loaded(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(MODULE, path)
    if spec is None or spec.loader is None:
        raise UsageError(f"{path}: a Python file (.py) was expected")
    module = importlib.util.module_from_spec(spec)
    sys.modules[MODULE] = module
    sys.path.insert(0, str(path.parent.resolve()))
    try:
        spec.loader.exec_module(module)
    except SyntaxError as error:
        where = f"{Path(error.filename or path).name}, line {error.lineno}"
        raise UsageError(f"{where}: {error.msg}: {(error.text or '').strip()}") from None
    except ImportError as error:
        raise UsageError(f"{path.name}: an import fails: {error}") from None
    except SystemExit as error:
        raise UsageError(f"{path.name} ended its process itself (exit code {error.code})") from None
    return module
