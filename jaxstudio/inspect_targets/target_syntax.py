"""A target in words: `op:NAME`, `recipe:FILE`, `expr:TEXT`, `py:FILE.py:FUNCTION`, `py:MODULE:FUNCTION`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from jaxstudio.errors import UsageError

KINDS = {
    "op": "an op of the catalogue, as the engine runs it",
    "recipe": "a recipe file, every stage and all in one",
    "expr": "a typed function, at each order of its derivative",
    "py": "a function of a Python file or module, whose code is run in a process of its own",
}


@dataclass(frozen=True)
class TargetSpec:
    """`kind` is one of KINDS; `what` is the name, the path or the text.

    `function` belongs to py, and so does `module`: the dotted name, where no path was given.
    """

    kind: str
    what: str
    function: str = ""
    module: str = ""


def parse_target(text: str) -> TargetSpec:
    """Read a target.

    Raises:
        UsageError: another form; the message shows those there are.
    """
    kind, colon, what = text.partition(":")
    if not colon or kind not in KINDS or not what.strip():
        forms = ", ".join(("op:NAME", "recipe:FILE", 'expr:"TEXT"', "py:FILE.py:FUNCTION"))
        raise UsageError(f"{text!r} is no target: expected {forms}")
    if kind != "py":
        return TargetSpec(kind, what)
    # a path may hold a colon itself (C:\\…)
    path, colon, function = what.rpartition(":")
    if not colon or not path or not function.strip():
        raise UsageError(f"{text!r}: expected py:FILE.py:FUNCTION or py:PACKAGE.MODULE:FUNCTION")
    if all(map(str.isidentifier, path.split("."))) and not path.endswith(".py") and not Path(path).exists():
        from jaxstudio.ir.user_process.loading import find_module

        return TargetSpec(kind, str(find_module(path)), function.strip(), path)
    return TargetSpec(kind, path, function.strip())


def parse_options(texts: Sequence[str]) -> Mapping[str, bool | int | float | str]:
    """Compiler options from texts `name=value`; true, false and numbers are read as such."""
    options: dict[str, bool | int | float | str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name.strip() or not value.strip():
            raise UsageError(f"--option {text!r}: expected name=value, such as xla_cpu_enable_fast_math=true")
        options[name.strip()] = _value(value.strip())
    return options


def _value(text: str) -> bool | int | float | str:
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
