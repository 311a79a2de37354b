"""Steps as one text: `convolve kernel=[[0,-1,0],[-1,5,-1],[0,-1,0]] border=reflect`; several with | between.

Values are JSON, or bare words. In a list from which steps are drawn at random, a number may be a range,
`gaussian_blur sigma=0.5..3`: the number is then drawn too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from random import Random

from jaxstudio.errors import UsageError
from jaxstudio.lazy_dataclass import dataclass
from jaxstudio.pipeline.op import OpSpec
from jaxstudio.pipeline.params import Choice, Float, Int, Steps, Value

OPEN, CLOSE = "[{", "]}"
RANGE = re.compile(r"(?P<low>[-+\d.eE]+?)\.\.(?P<high>[-+\d.eE]+)")


def read_step(text: str, catalogue: Mapping[str, OpSpec]) -> tuple[OpSpec, dict[str, object]]:
    """Read the op and the values in `text`, unchecked; UsageError is one line."""
    words = list(split(text, str.isspace))
    if not words:
        raise UsageError('an empty step, expected "OP name=value …"')
    op = catalogue[words[0]]
    params: dict[str, object] = {}
    for word in words[1:]:
        name, equals, value = word.partition("=")
        if not equals or not name:
            names = ", ".join(param.name for param in op.params) or "no parameter"
            raise UsageError("{0}: {1}: expected name=value; it has {2}", op.name, repr(word), names)
        if name in params:
            raise UsageError("{0}: {1} is given twice", op.name, name)
        params[name] = _value(op, name, value)
    return op, params


def spell_step(op: OpSpec, values: Mapping[str, Value]) -> str:
    """The step as it is written."""
    words = [op.name]
    for name, value in values.items():
        param = op.by_name[name]
        if isinstance(param, Steps):
            words.append(f"{name}=[{value}]")  # no quotes: the whole step stands in quotes already
        elif isinstance(value, str) and isinstance(param, Choice) and not any(map(str.isspace, value)):
            words.append(f"{name}={value}")
        else:
            words.append(f"{name}={json.dumps(value, separators=(',', ':'))}")
    return " ".join(words)


@dataclass(frozen=True)
class Drawable:
    """A step whose numbers may be ranges: `low` and `high` are the checked values at the ranges' ends.

    `text` is the step as it was written, with single spaces.
    """

    text: str
    op: OpSpec
    low: Mapping[str, Value]
    high: Mapping[str, Value]

    def drawn(self, chance: Random) -> dict[str, Value]:
        """The values, with a number drawn uniformly from each range (a whole number for an Int)."""
        values = dict(self.low)
        for name, low in self.low.items():
            high, param = self.high[name], self.op.by_name[name]
            if low == high:
                continue
            assert isinstance(low, int | float)
            assert isinstance(high, int | float)
            if isinstance(param, Int):
                values[name] = chance.randrange(int(low), int(high) + 1, param.step)
            else:
                values[name] = chance.uniform(low, high)
        return values


def read_drawable(text: str, catalogue: Mapping[str, OpSpec]) -> Drawable:
    """Read one step whose numbers may be ranges; UsageError is one line."""
    op, params = read_step(text, catalogue)
    low, high = dict(params), dict(params)
    for name, value in params.items():
        found = RANGE.fullmatch(value) if isinstance(value, str) else None
        if found is None or not isinstance(op.by_name.get(name), Float | Int):
            continue
        try:
            low[name], high[name] = (json.loads(found[end]) for end in ("low", "high"))
        except ValueError:
            continue  # the op's own check says what is wrong
    checked = Drawable(text, op, op.check(low), op.check(high))
    for name in params:
        first, last = checked.low[name], checked.high[name]
        if isinstance(first, int | float) and isinstance(last, int | float) and first > last:
            raise UsageError("{0}: {1} = {2}: expected the smaller number first", op.name, name, params[name])
    return checked


def read_list(text: str, catalogue: Mapping[str, OpSpec]) -> list[Drawable]:
    """Read steps with | or line breaks between them, brackets around them or not."""
    return [read_drawable(part, catalogue) for part in parts(text)]


def parts(text: str) -> list[str]:
    """The texts between bars or line breaks, with single spaces; blank lines are skipped."""
    text = text.strip()
    if text.startswith("[") and text.endswith("]") and len(list(split(text, str.isspace))) == 1:
        text = text[1:-1]
    lines = [line for line in split(text, "\n".__eq__) if line.strip()]
    found = [part for line in lines for part in split(line, "|".__eq__, keep_empty=True)]
    return [" ".join(split(part, str.isspace)) for part in found]


def split(text: str, separates: Callable[[str], bool], *, keep_empty: bool = False) -> Iterator[str]:
    """Split at characters that separate, outside quotes and brackets."""
    word, depth, quoted = "", 0, False
    for character in text:
        if character == '"' and not _escaped(word):
            quoted = not quoted
        elif not quoted:
            depth += (character in OPEN) - (character in CLOSE)
            if separates(character) and depth == 0:
                if word or keep_empty:
                    yield word
                word = ""
                continue
        word += character
    if quoted or depth:
        if quoted:
            raise UsageError("{0}: a quote is not closed", repr(text))
        raise UsageError("{0}: brackets do not match", repr(text))
    if word or keep_empty:
        yield word


def _value(op: OpSpec, name: str, text: str) -> object:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return text
    if isinstance(op.by_name.get(name), Choice) and not isinstance(value, str):
        return text
    return value


def _escaped(before: str) -> bool:
    """Whether a character after `before` is escaped, as JSON escapes a quote."""
    return (len(before) - len(before.rstrip("\\"))) % 2 == 1
