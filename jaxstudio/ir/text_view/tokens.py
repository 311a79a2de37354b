"""The words of a line by their kind, for syntax colours; a line needs only the state of the one before it."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from jaxstudio.ir.stages import Language


class Word(StrEnum):
    """Kinds of words, the same for all languages."""

    KEYWORD = "keyword"
    OPERATION = "operation"
    NAME = "name"
    FUNCTION = "function"
    TYPE = "type"
    NUMBER = "number"
    STRING = "string"
    COMMENT = "comment"
    ATTRIBUTE = "attribute"
    LOCATION = "location"
    LABEL = "label"
    REGISTER = "register"


@dataclass(frozen=True)
class Token:
    """Columns `start:end` of a line, from 0."""

    start: int
    end: int
    word: Word


# Between lines only Python has a state: the quotes of a string that is still open.
PLAIN = ""
NUMBER = r"(?<![\w.])[-+]?(?:0x[0-9A-Fa-f]+|\d+\.?\d*(?:[eE][-+]?\d+)?|inf|nan)(?![\w.])"
STRING = r'"(?:[^"\\]|\\.)*"'
ELEMENT = r"(?:pred|bool|token|key<\w+>|bf16|[suif]\d{1,2}|f8\w+|c64|c128)"
PYTHON_WORDS = "|".join([*keyword.kwlist, "match", "case"])

RULES: dict[Language, tuple[tuple[Word, str], ...]] = {
    Language.PYTHON: (
        (Word.STRING, r"[rbfuRBFU]{0,2}(?:'''|\"\"\"|'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")"),
        (Word.COMMENT, r"#.*"),
        (Word.ATTRIBUTE, r"@[\w.]+"),
        (Word.FUNCTION, r"(?<=def )\w+|(?<=class )\w+"),
        (Word.KEYWORD, rf"\b(?:{PYTHON_WORDS})\b"),
        (Word.NUMBER, NUMBER),
    ),
    Language.EXPRESSION: (
        (Word.NUMBER, r"\d+\.?\d*(?:e[-+]?\d+)?|\.\d+"),
        (Word.FUNCTION, r"[a-zA-Z_]\w*(?=\()"),
        (Word.KEYWORD, r"[{}]|\b(?:and|or|not|if|else)\b"),
        (Word.NAME, r"[a-zA-Z_α-ω]\w*'*"),
    ),
    Language.JAXPR: (
        (Word.KEYWORD, r"\b(?:lambda|let|in)\b"),
        (Word.TYPE, rf"(?<=:){ELEMENT}(?:\[[\d,a-z]*\])?(?:\{{[^}}]*\}})?"),
        (Word.OPERATION, r"(?<= = )[a-z][\w\-]*"),
        (Word.ATTRIBUTE, r"\b\w+(?==)"),
        (Word.STRING, r"'[^']*'|" + STRING),
        (Word.NUMBER, NUMBER),
        (Word.NAME, r"(?<![\w.])[a-z]{1,4}(?![\w.=(])"),
    ),
    Language.STABLEHLO: (
        (Word.LOCATION, r"\bloc\((?:[^()\"]|\"[^\"]*\"|\([^()]*\))*\)|#loc\d*"),
        (Word.KEYWORD, r"\b(?:module|func\.func|func\.call|return|call|public|private|dense|attributes)\b"),
        (Word.OPERATION, r"\b(?:stablehlo|chlo|mhlo|sdy|arith|tensor)\.\w+"),
        (Word.TYPE, r"\b(?:tensor|tuple|complex)<[^>]*>|\b(?:u?i\d+|b?f\d+)\b"),
        (Word.FUNCTION, r"@[\w.$\-]+"),
        (Word.NAME, r"%[\w#.$\-]+"),
        (Word.STRING, STRING),
        (Word.COMMENT, r"//.*"),
        (Word.ATTRIBUTE, r"\b[a-z_][\w.]*(?= = )"),
        (Word.NUMBER, NUMBER),
    ),
    Language.HLO: (
        (Word.LOCATION, r"metadata=\{(?:[^\"}]|\"[^\"]*\")*\}"),
        (Word.COMMENT, r"/\*.*?\*/"),
        (
            Word.KEYWORD,
            r"\b(?:HloModule|ENTRY|ROOT)\b|^(?:FileNames|FunctionNames|FileLocations|StackFrames)$",
        ),
        (Word.TYPE, rf"\b{ELEMENT}\[[\d,<=]*\](?:\{{[^}}]*\}})?"),
        (Word.OPERATION, r"(?<= )[a-z][a-z0-9\-]*(?=\()"),
        (Word.ATTRIBUTE, r"\b\w+(?==)"),
        (Word.STRING, STRING),
        (Word.NAME, r"%[\w.\-]+"),
        (Word.NUMBER, NUMBER),
    ),
    Language.LLVM: (
        (Word.COMMENT, r";.*"),
        (Word.LABEL, r"^[\w.$\-]+:"),
        (Word.FUNCTION, r"@(?:[\w.$\-]+|\"[^\"]*\")"),
        (Word.NAME, r"%[\w.$\-]+"),
        (Word.LOCATION, r"![\w.]*|#\d+"),
        (Word.TYPE, r"<\d+ x \w+>|\[\d+ x \w+\]|\b(?:i\d+|half|bfloat|float|double|ptr|void|label)\b"),
        (Word.KEYWORD, r"\b(?:define|declare|internal|target|attributes|to|nuw|nsw|inbounds|tail|align)\b"),
        (
            Word.OPERATION,
            r"(?<= = )(?:tail )?[a-z]\w*|^\s+(?:store|br|ret|call|switch|unreachable|tail call|fence)\b",
        ),
        (Word.STRING, STRING),
        (Word.NUMBER, NUMBER),
    ),
    Language.ASM: (
        (Word.LABEL, r"^\S.*:$"),
        (Word.COMMENT, r";.*"),
        (Word.LOCATION, r"^ *[0-9a-f]+:"),
        (Word.OPERATION, r"(?<=:  )[a-z][\w.]*"),
        (
            Word.REGISTER,
            r"\b(?:[re]?[abcd]x|[abcd][lh]|[re]?[sd]i|[re]?[sb]p|rip|r\d+[dwb]?|[xyz]mm\d+|k[0-7]|"
            r"[xwvqdsh]\d+|sp|lr)\b",
        ),
        (Word.KEYWORD, r"\b(?:byte|dword|qword|xmmword|ymmword|zmmword|word|ptr|lsl|lsr|asr)\b"),
        (Word.NUMBER, r"#?-?\b(?:0x[0-9a-f]+|\d+)\b"),
        (Word.FUNCTION, r"[A-Za-z_.][\w.$\-]*(?:\+0x[0-9a-f]+)?"),
    ),
    Language.PTX: (
        (Word.COMMENT, r"//.*"),
        (Word.LABEL, r"^\$?\w+:"),
        (
            Word.KEYWORD,
            r"(?<!\w)\.(?:version|target|address_size|visible|entry|func|param|reg|pragma|align)\b",
        ),
        (Word.REGISTER, r"%[\w.]+"),
        (Word.OPERATION, r"^\s*(?:@!?%\w+ )?[a-z][\w.]*"),
        (Word.TYPE, r"\.[busf]\d+\b|\.pred\b"),
        (Word.NUMBER, NUMBER),
    ),
    Language.TEXT: ((Word.NUMBER, NUMBER), (Word.STRING, STRING)),
}


def _pattern(rules: tuple[tuple[Word, str], ...]) -> tuple[re.Pattern[str], tuple[Word, ...]]:
    """One alternative for each rule; a group's number tells which."""
    return re.compile("|".join(f"({rule})" for _, rule in rules)), tuple(word for word, _ in rules)


PATTERNS = {language: _pattern(rules) for language, rules in RULES.items()}
TRIPLE = re.compile(r"'''|\"\"\"")


def tokens(line: str, language: Language, state: str = PLAIN) -> tuple[list[Token], str]:
    """The words of one line that have a colour, from left to right, and the state for the next line."""
    found: list[Token] = []
    position = 0
    while True:
        if state:  # inside a string of several lines
            end = line.find(state, position)
            if end < 0:
                return [*found, Token(position, len(line), Word.STRING)], state
            end += len(state)
            found.append(Token(position, end, Word.STRING))
            position, state = end, PLAIN
        for token in _scanned(line, language, position):
            found.append(token)
            position = token.end
            state = _opened(line, token) if language is Language.PYTHON else PLAIN
            if state:
                break
        else:
            return found, PLAIN


def _opened(line: str, token: Token) -> str:
    """The quotes that a word opens and leaves open."""
    if token.word is not Word.STRING:
        return PLAIN
    quotes = TRIPLE.search(line, token.start, token.end)
    return quotes[0] if quotes and quotes.end() == token.end else PLAIN


def _scanned(line: str, language: Language, position: int) -> Iterator[Token]:
    pattern, words = PATTERNS[language]
    for match in pattern.finditer(line, position):
        if match.lastindex is not None and match.end() > match.start():
            yield Token(match.start(), match.end(), words[match.lastindex - 1])
