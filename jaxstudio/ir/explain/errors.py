"""An exception from tracing or compiling, explained at the innermost line of the user's code."""

from __future__ import annotations

import ast
import linecache
import os
import re
import sysconfig
import traceback
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import jax
import jaxlib

from jaxstudio.ir.explain.diagnosis import Explanation
from jaxstudio.ir.explain.error_rules import RULES, Rule, Situation
from jaxstudio.runtime.text_files import character_column

ARGUMENT = re.compile(r"depends on the values? of the arguments? ([\w\[\].', ]+?)\.(?:\s|$)")
FUNCTION = re.compile(
    r"while tracing the function ([\w.<>]+)|function being traced when the value leaked was (\S+)"
)

TRACEBACK = "Traceback (most recent call last):"
MOST_TITLE, MOST_VALUE = 300, 100
OURS = Path(__file__).resolve().parents[2]
# Folders of this program that trace other functions; in the others stand functions that are traced.
CALLERS = ("ir", "inspect_targets", "processes", "app", "cli")


def explain(error: BaseException, own_paths: Sequence[str] = ()) -> Explanation:
    """Explain an exception that was caught with its traceback.

    Args:
        own_paths: the user's files; without them, every file that belongs neither to JAX nor to Python.
    """
    frame = _own_frame(error, own_paths)
    code = "" if frame is None else (linecache.getline(frame.filename, frame.lineno or 0)).strip()
    message = _message(error)
    argument = ARGUMENT.search(message)
    function = FUNCTION.search(message)
    situation = Situation(
        message,
        code,
        argument[1] if argument else "",
        (function[1] or function[2]) if function else "",
        _statement(code),
    )
    name = type(error).__name__
    rule = next((rule for rule in RULES if rule.fits(name, message)), None)
    if rule is None:
        return _at(frame, code, Explanation(name, f"{name}: {_title(message)}", "", "", known=False))
    return _at(frame, code, _apply_rule(rule, name, situation))


def _title(message: str) -> str:
    """The first line, or the error itself where the message holds its traceback, as of a callback."""
    lines = message.splitlines()
    title = lines[0]
    if title.endswith(TRACEBACK):
        title = next((line for line in lines[1:] if line[:1].strip()), title)
    return _in_one_line(title, MOST_TITLE)


def _in_one_line(text: str, most: int) -> str:
    """Without line breaks, those that a `repr` spells out too; cut in the middle where it is longer."""
    line = " ".join(text.replace("\\n", " ").split())
    return line if len(line) <= most else f"{line[: most - most // 3]} … {line[-most // 3 :]}"


def _apply_rule(rule: Rule, name: str, situation: Situation) -> Explanation:
    found = re.search(rule.message, situation.message, re.DOTALL)
    groups = {
        key: _in_one_line(value, MOST_VALUE)
        for key, value in (found.groupdict() if found else {}).items()
        if value is not None
    }
    words, suggestion = rule.tell(situation, groups)
    return Explanation(name, rule.title.format_map(_Blank(groups)), words, suggestion)


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
    return Explanation(
        explanation.error, explanation.title, explanation.words, explanation.suggestion,
        frame.filename, frame.lineno or 0, column, end, code, explanation.known,
    )  # fmt: skip


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
    if real.startswith(str(OURS / "ir" / "lessons") + os.sep):
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
