"""An exception from tracing or compiling, explained at the innermost line of the user's code."""

from __future__ import annotations

import ast
import linecache
import os
import re
import sysconfig
import tomllib
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import jax
import jaxlib

from jaxstudio.ir.report import Explanation
from jaxstudio.runtime.text_files import character_column

ARGUMENT = re.compile(r"depends on the values? of the arguments? ([\w\[\].', ]+?)\.(?:\s|$)")
FUNCTION = re.compile(
    r"while tracing the function ([\w.<>]+)|function being traced when the value leaked was (\S+)"
)

TRACEBACK = "Traceback (most recent call last):"
MOST_TITLE, MOST_VALUE = 300, 100
OURS = Path(__file__).resolve().parents[1]
# Folders of this program that trace other functions; in the others stand functions that are traced.
CALLERS = ("ir", "inspect_targets", "processes", "app", "cli")
Rule = Mapping[str, Any]  # of error_rules.toml


def explain(error: BaseException, own_paths: Sequence[str] = ()) -> Explanation:
    """Explain an exception that was caught with its traceback.

    Args:
        own_paths: the user's files; without them, every file that belongs neither to JAX nor to Python.
    """
    frame = _own_frame(error, own_paths)
    code = "" if frame is None else (linecache.getline(frame.filename, frame.lineno or 0)).strip()
    name, message = type(error).__name__, _message(error)
    for rule in _rules():
        match = name in rule["errors"] and re.search(rule.get("message", ""), message, re.DOTALL)
        if match:
            return _at(frame, code, _apply_rule(rule, name, message, match, code))
    return _at(frame, code, Explanation(name, f"{name}: {_title(message)}", "", "", known=False))


@cache
def _rules() -> Sequence[Rule]:
    rules: Sequence[Rule] = tomllib.loads((files(__package__) / "error_rules.toml").read_text("utf-8"))[
        "rule"
    ]
    return rules


def _apply_rule(rule: Rule, name: str, message: str, match: re.Match[str], code: str) -> Explanation:
    argument, function = ARGUMENT.search(message), FUNCTION.search(message)
    known = _Blank(
        named=f"the argument {argument[1]}" if argument else "an argument",
        argument=argument[1] if argument else "",
        function=(function[1] or function[2]) if function else "the function",
    )
    known |= {
        key: _in_one_line(value, MOST_VALUE) for key, value in match.groupdict().items() if value is not None
    }
    tell = TELL.get(rule.get("tell", ""))
    words, suggestion = tell(known, code) if tell else (rule["words"], rule["suggestion"])
    title, words, suggestion = (text.format_map(known) for text in (rule["title"], words, suggestion))
    return Explanation(name, title, words, suggestion)


def _decision(known: Mapping[str, str], code: str) -> tuple[str, str]:
    """Explain the use of a traced value as True or False, by the statement that uses it."""
    statement, argument = _statement(code), known["argument"]
    asks = f"`{statement}` asks" if statement else "Python asks"
    words = (
        f"{asks} for True or False, but while JAX traces the function there are only shapes and types: "
        "the answer depends on {named}, which has no value yet."
    )
    suggestions = {
        "while": "use jax.lax.while_loop(condition, body, start), whose loop runs on the device",
        "assert": "check values outside the jitted function, or with jax.experimental.checkify",
        "and": "use & between arrays (jnp.logical_and)",
        "or": "use | between arrays (jnp.logical_or)",
        "not": "use ~ on arrays (jnp.logical_not)",
    }
    choose = "choose values with jnp.where(condition, a, b), or code with jax.lax.cond(condition, f, g, x)"
    suggestion = suggestions.get(statement, choose)
    if statement in ("and", "or", "not"):
        suggestion += f", and {choose}"
    static = f"mark it static: jax.jit(f, static_argnames={argument!r})"
    if argument.isidentifier():
        suggestion += f"; if {argument} is a plain number or flag that rarely changes, {static}"
    return words, suggestion


def _no_array(known: Mapping[str, str], code: str) -> tuple[str, str]:
    words = "JAX traces arrays and numbers; {path} is of type {type}."
    if known["path"].isidentifier():
        return words, "mark it static (static_argnames='{path}'), or leave it out of the jitted function"
    return words, (
        "let the arrays of this argument be traced and the rest be static: jit with equinox.filter_jit for a "
        "module of Equinox, mark the field static, or split the argument in two"
    )


TELL: Mapping[str, Callable[[Mapping[str, str], str], tuple[str, str]]] = {
    "decision": _decision,
    "no_array": _no_array,
}


def _title(message: str) -> str:
    """The first line, or the error itself where the message holds its traceback, as of a callback."""
    lines = message.splitlines()
    title = lines[0]
    if title.endswith(TRACEBACK):
        title = next((line for line in lines[1:] if line[:1].strip()), title)
    return _in_one_line(title, MOST_TITLE)


def _in_one_line(text: str, most: int) -> str:
    """The text without line breaks, those spelt out by a `repr` included; a long one is cut in the middle."""
    line = " ".join(text.replace("\\n", " ").split())
    return line if len(line) <= most else f"{line[: most - most // 3]} … {line[-most // 3 :]}"


class _Blank(dict[str, str]):
    """A group that did not match is nothing."""

    def __missing__(self, key: str) -> str:
        return ""


def _message(error: BaseException) -> str:
    try:
        text = str(error)
    except Exception:  # a user's exception class may have a `__str__` that fails
        text = ""
    return text.strip() or type(error).__name__


def _at(frame: traceback.FrameSummary | None, code: str, explanation: Explanation) -> Explanation:
    if frame is None:
        return explanation
    line = linecache.getline(frame.filename, frame.lineno or 0).rstrip()
    column, end = (character_column(line, each or 0) for each in (frame.colno, frame.end_colno))
    if frame.end_lineno != frame.lineno:
        end = len(line)
    return replace(
        explanation, path=frame.filename, line=frame.lineno or 0, column=column, end_column=end, code=code
    )


def _own_frame(error: BaseException, own_paths: Sequence[str]) -> traceback.FrameSummary | None:
    """The innermost frame in the user's files."""
    frames = traceback.extract_tb(error.__traceback__)
    wanted = {os.path.realpath(path) for path in own_paths}
    own = [
        frame
        for frame in frames
        if (os.path.realpath(frame.filename) in wanted if wanted else not _foreign(frame.filename))
    ]
    return own[-1] if own else None


@cache
def _foreign(path: str) -> bool:
    """Whether a file is Python's, JAX's, or this program's own."""
    if path.startswith("<"):
        return True
    real = os.path.realpath(path)
    if real == str(OURS / "ir" / "lesson_programs.py"):
        return False
    return any(real.startswith(folder + os.sep) for folder in _foreign_folders())


@cache
def _foreign_folders() -> tuple[str, ...]:
    folders = [str(Path(jax.__file__).parent), str(Path(jaxlib.__file__).parent)]
    folders += [str(OURS / name) for name in CALLERS]
    folders += [sysconfig.get_path(name) for name in ("stdlib", "purelib", "platlib")]
    return tuple(map(os.path.realpath, folders))


def _statement(code: str) -> str:
    """The keyword that a line begins with, for words such as "this `if` asks"."""
    found = re.match(r"(if|elif|while|assert)\b", code)
    if found:
        return found[1]
    try:
        tree = ast.parse(code)
    except SyntaxError:
        return ""
    words = {type(node): node for node in ast.walk(tree)}
    if isinstance(both := words.get(ast.BoolOp), ast.BoolOp):
        return "and" if isinstance(both.op, ast.And) else "or"
    if ast.Not in words:
        return "not"
    return "if" if ast.IfExp in words else ""
