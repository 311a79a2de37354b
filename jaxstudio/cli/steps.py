"""A step in one word of the command line: `convolve kernel=[[0,-1,0],[-1,5,-1],[0,-1,0]] border=reflect`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from jaxstudio.errors import UsageError
from jaxstudio.pipeline.op import Op
from jaxstudio.pipeline.params import Choice, Value
from jaxstudio.pipeline.recipe import Recipe

OPEN, CLOSE = "[{", "]}"


def added_step(recipe: Recipe, text: str, catalogue: Mapping[str, Op]) -> Recipe:
    """`recipe` with the step that `text` spells at its end; UsageError of one line otherwise.

    Values are JSON, or bare words; what is wrong with a value the op's own check says.
    """
    words = list(_words(text))
    if not words:
        raise UsageError('-s: an empty step, expected "OP name=value …"')
    op = catalogue[words[0]]
    params: dict[str, object] = {}
    for word in words[1:]:
        name, equals, value = word.partition("=")
        if not equals or not name:
            raise UsageError(f"-s: {op.name}: {word!r}: expected name=value")
        if name in params:
            raise UsageError(f"-s: {op.name}: {name} is given twice")
        params[name] = _value(op, name, value)
    try:
        return recipe.added(op, params)
    except UsageError as error:
        raise UsageError(f"-s: {error}") from None


def spelled(op: Op, values: Mapping[str, Value]) -> str:
    """The step as it is written after -s."""
    words = [op.name]
    for name, value in values.items():
        plain = isinstance(value, str) and isinstance(op.by_name[name], Choice)
        words.append(f"{name}={value if plain else json.dumps(value, separators=(',', ':'))}")
    return " ".join(words)


def _value(op: Op, name: str, text: str) -> object:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return text
    if isinstance(op.by_name.get(name), Choice) and not isinstance(value, str):
        return text
    return value


def _words(text: str) -> Iterator[str]:
    """Split at white space outside quotes and brackets."""
    word, depth, quoted = "", 0, False
    for character in text:
        if character == '"' and not _escaped(word):
            quoted = not quoted
        elif not quoted:
            depth += (character in OPEN) - (character in CLOSE)
            if character.isspace() and depth == 0:
                if word:
                    yield word
                word = ""
                continue
        word += character
    if quoted or depth:
        raise UsageError(f"-s: {text!r}: {'a quote is not closed' if quoted else 'brackets do not match'}")
    if word:
        yield word


def _escaped(before: str) -> bool:
    """Whether a character after `before` is escaped, as JSON escapes a quote."""
    return (len(before) - len(before.rstrip("\\"))) % 2 == 1
