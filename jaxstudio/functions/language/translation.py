"""What to write for a line of another program or language: `translations.toml` has the rules."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Collection
from dataclasses import dataclass
from importlib.resources import files

from jaxstudio.errors import ExpressionError
from jaxstudio.functions.language import idioms

_DATA = tomllib.loads(files(__package__).joinpath("translations.toml").read_text("utf-8"))
LONGEST = 300  # characters of a line for which the rules are tried
ROUNDS = 6  # faults that are mended one after the other before a suggestion is made


@dataclass(frozen=True, slots=True)
class Rewrite:
    """`decimal`: its commas may also separate numbers, so that the line is tried without it first."""

    say: str
    rules: tuple[tuple[re.Pattern[str], str], ...]
    decimal: bool


REWRITES = tuple(
    Rewrite(
        each["say"],
        tuple((re.compile(pattern), text) for pattern, text in each["rules"]),
        each.get("decimal", False),
    )
    for each in _DATA["rewrites"]
)
WORDS = {word: sign for sign, words in _DATA["words"].items() for word in words}
# words of several languages; a short sign such as * takes the blanks around its word
_WORDS = re.compile(
    r"\s*(?<![\w\\.])(" + "|".join(map(re.escape, sorted(WORDS, key=len, reverse=True))) + r")(?!\w)\s*"
)
ADVICE = tuple((re.compile(each["find"]), each["say"], each.get("write", [])) for each in _DATA["advice"])
SIGNS_SAY = "in signs it is"

Read = Callable[[str], ExpressionError | None]


@dataclass(frozen=True, slots=True)
class Advice:
    """`sure` is better than any other error of the line; `question` than one that offers no choice."""

    sure: ExpressionError | None = None
    question: ExpressionError | None = None


def advice(text: str, names: Collection[str], read: Read) -> Advice:
    """What to write for a line that cannot be read.

    `names` are those that the sheet defines, which are no words of other languages; `read` says what is wrong
    with a text in place of the line, None if it can be read.
    """
    end = len(text)
    found = [(match, say, write) for pattern, say, write in ADVICE if (match := pattern.search(text))]
    for match, say, write in found:
        if write:
            first, *others = (match.expand(each) for each in write)
            message = f"{say}; write {' or '.join([first, *others])}"
            return Advice(ExpressionError(message, 0, end, first, tuple(others)))
    question = None
    for decimal in (";" in text, ";" not in text):
        rewritten, say = rewrite(text, names, decimal)
        if rewritten == text:
            continue
        mended, left = followed(rewritten, read)
        mended = mended.strip()
        error = ExpressionError(f"{say}: {mended}", 0, end, mended)
        if left is None:
            return Advice(error)
        if question is None and decimal is (";" in text) and (left.suggestion or left.slider):
            question = error
    whole = idioms.whole_line(text)
    if whole is None and found:
        match, say, _ = found[0]
        whole = ExpressionError(say, *match.span())
    return Advice(whole, question)


def rewrite(text: str, names: Collection[str], decimal: bool) -> tuple[str, str]:
    """The text by all rules, and what to say before it."""
    said = ""
    for each in REWRITES:
        if each.decimal and not decimal:
            continue
        before = text
        for pattern, replacement in each.rules:
            # a rule may apply inside what it has made
            for _ in range(ROUNDS):
                text, count = pattern.subn(replacement, text)
                if not count:
                    break
        if text != before:
            said = said or each.say
    before = text
    text = _WORDS.sub(lambda word: word[0] if word[1] in names else _sign(word), text)
    if text != before:
        said = said or SIGNS_SAY
    return text, said


def _sign(word: re.Match[str]) -> str:
    sign = WORDS[word[1]]
    return f" {sign}" if sign[0].isalpha() else sign


def followed(text: str, read: Read) -> tuple[str, ExpressionError | None]:
    """The text after all suggestions that leave no choice, and what is still wrong with it."""
    for _ in range(ROUNDS):
        error = read(text)
        guessed = error is not None and str(error).startswith("no function")
        if error is None or not error.suggestion or error.others or error.slider or guessed:
            return text, error
        text = text[: error.start] + error.suggestion + text[error.end :]
    return text, read(text)
