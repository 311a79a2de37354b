"""Splits a line into tokens for syntax colours; a line needs only the state after the one before it."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from jaxstudio.ir.stages import Language


class TokenKind(StrEnum):
    """Kinds of tokens, the same for all languages."""

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
    kind: TokenKind


# Between lines only Python has a state: the quotes of a string that is still open.
PLAIN = ""
NUMBER = r"(?<![\w.])[-+]?(?:0x[0-9A-Fa-f]+|\d+\.?\d*(?:[eE][-+]?\d+)?|inf|nan)(?![\w.])"
STRING = r'"(?:[^"\\]|\\.)*"'
ELEMENT = r"(?:pred|bool|token|key<\w+>|bf16|[suif]\d{1,2}|f8\w+|c64|c128)"
PYTHON_WORDS = "|".join([*keyword.kwlist, "match", "case"])

RULES: dict[Language, tuple[tuple[TokenKind, str], ...]] = {
    Language.PYTHON: (
        (TokenKind.STRING, r"[rbfuRBFU]{0,2}(?:'''|\"\"\"|'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")"),
        (TokenKind.COMMENT, r"#.*"),
        (TokenKind.ATTRIBUTE, r"@[\w.]+"),
        (TokenKind.FUNCTION, r"(?<=def )\w+|(?<=class )\w+"),
        (TokenKind.KEYWORD, rf"\b(?:{PYTHON_WORDS})\b"),
        (TokenKind.NUMBER, NUMBER),
    ),
    Language.EXPRESSION: (
        (TokenKind.NUMBER, r"\d+\.?\d*(?:e[-+]?\d+)?|\.\d+"),
        (TokenKind.FUNCTION, r"[a-zA-Z_]\w*(?=\()"),
        (TokenKind.KEYWORD, r"[{}]|\b(?:and|or|not|if|else)\b"),
        (TokenKind.NAME, r"[a-zA-Z_α-ω]\w*'*"),
    ),
    Language.JAXPR: (
        (TokenKind.KEYWORD, r"\b(?:lambda|let|in)\b"),
        (TokenKind.TYPE, rf"(?<=:){ELEMENT}(?:\[[\d,a-z]*\])?(?:\{{[^}}]*\}})?"),
        (TokenKind.OPERATION, r"(?<= = )[a-z][\w\-]*"),
        (TokenKind.ATTRIBUTE, r"\b\w+(?==)"),
        (TokenKind.STRING, r"'[^']*'|" + STRING),
        (TokenKind.NUMBER, NUMBER),
        (TokenKind.NAME, r"(?<![\w.])[a-z]{1,4}(?![\w.=(])"),
    ),
    Language.STABLEHLO: (
        (TokenKind.LOCATION, r"\bloc\((?:[^()\"]|\"[^\"]*\"|\([^()]*\))*\)|#loc\d*"),
        (
            TokenKind.KEYWORD,
            r"\b(?:module|func\.func|func\.call|return|call|public|private|dense|attributes)\b",
        ),
        (TokenKind.OPERATION, r"\b(?:stablehlo|chlo|mhlo|sdy|arith|tensor)\.\w+"),
        (TokenKind.TYPE, r"\b(?:tensor|tuple|complex)<[^>]*>|\b(?:u?i\d+|b?f\d+)\b"),
        (TokenKind.FUNCTION, r"@[\w.$\-]+"),
        (TokenKind.NAME, r"%[\w#.$\-]+"),
        (TokenKind.STRING, STRING),
        (TokenKind.COMMENT, r"//.*"),
        (TokenKind.ATTRIBUTE, r"\b[a-z_][\w.]*(?= = )"),
        (TokenKind.NUMBER, NUMBER),
    ),
    Language.HLO: (
        (TokenKind.LOCATION, r"metadata=\{(?:[^\"}]|\"[^\"]*\")*\}"),
        (TokenKind.COMMENT, r"/\*.*?\*/"),
        (
            TokenKind.KEYWORD,
            r"\b(?:HloModule|ENTRY|ROOT)\b|^(?:FileNames|FunctionNames|FileLocations|StackFrames)$",
        ),
        (TokenKind.TYPE, rf"\b{ELEMENT}\[[\d,<=]*\](?:\{{[^}}]*\}})?"),
        (TokenKind.OPERATION, r"(?<= )[a-z][a-z0-9\-]*(?=\()"),
        (TokenKind.ATTRIBUTE, r"\b\w+(?==)"),
        (TokenKind.STRING, STRING),
        (TokenKind.NAME, r"%[\w.\-]+"),
        (TokenKind.NUMBER, NUMBER),
    ),
    Language.LLVM: (
        (TokenKind.COMMENT, r";.*"),
        (TokenKind.LABEL, r"^[\w.$\-]+:"),
        (TokenKind.FUNCTION, r"@(?:[\w.$\-]+|\"[^\"]*\")"),
        (TokenKind.NAME, r"%[\w.$\-]+"),
        (TokenKind.LOCATION, r"![\w.]*|#\d+"),
        (TokenKind.TYPE, r"<\d+ x \w+>|\[\d+ x \w+\]|\b(?:i\d+|half|bfloat|float|double|ptr|void|label)\b"),
        (
            TokenKind.KEYWORD,
            r"\b(?:define|declare|internal|target|attributes|to|nuw|nsw|inbounds|tail|align)\b",
        ),
        (
            TokenKind.OPERATION,
            r"(?<= = )(?:tail )?[a-z]\w*|^\s+(?:store|br|ret|call|switch|unreachable|tail call|fence)\b",
        ),
        (TokenKind.STRING, STRING),
        (TokenKind.NUMBER, NUMBER),
    ),
    Language.ASM: (
        (TokenKind.LABEL, r"^\S.*:$"),
        (TokenKind.COMMENT, r";.*"),
        (TokenKind.LOCATION, r"^ *[0-9a-f]+:"),
        (TokenKind.OPERATION, r"(?<=:  )[a-z][\w.]*"),
        (
            TokenKind.REGISTER,
            r"\b(?:[re]?[abcd]x|[abcd][lh]|[re]?[sd]i|[re]?[sb]p|rip|r\d+[dwb]?|[xyz]mm\d+|k[0-7]|"
            r"[xwvqdsh]\d+|sp|lr)\b",
        ),
        (TokenKind.KEYWORD, r"\b(?:byte|dword|qword|xmmword|ymmword|zmmword|word|ptr|lsl|lsr|asr)\b"),
        (TokenKind.NUMBER, r"#?-?\b(?:0x[0-9a-f]+|\d+)\b"),
        (TokenKind.FUNCTION, r"[A-Za-z_.][\w.$\-]*(?:\+0x[0-9a-f]+)?"),
    ),
    Language.PTX: (
        (TokenKind.COMMENT, r"//.*"),
        (TokenKind.LABEL, r"^\$?\w+:"),
        (
            TokenKind.KEYWORD,
            r"(?<!\w)\.(?:version|target|address_size|visible|entry|func|param|reg|pragma|align)\b",
        ),
        (TokenKind.REGISTER, r"%[\w.]+"),
        (TokenKind.OPERATION, r"^\s*(?:@!?%\w+ )?[a-z][\w.]*"),
        (TokenKind.TYPE, r"\.[busf]\d+\b|\.pred\b"),
        (TokenKind.NUMBER, NUMBER),
    ),
    Language.TEXT: ((TokenKind.NUMBER, NUMBER), (TokenKind.STRING, STRING)),
}


def _pattern(rules: tuple[tuple[TokenKind, str], ...]) -> tuple[re.Pattern[str], tuple[TokenKind, ...]]:
    """One alternative for each rule; a group's number tells which."""
    return re.compile("|".join(f"({rule})" for _, rule in rules)), tuple(word for word, _ in rules)


PATTERNS = {language: _pattern(rules) for language, rules in RULES.items()}
TRIPLE = re.compile(r"'''|\"\"\"")


def tokens(line: str, language: Language, state: str = PLAIN) -> tuple[list[Token], str]:
    """The words of one line that have a colour, from left to right, and the state for the next line."""
    result: list[Token] = []
    position = 0
    while True:
        if state:  # inside a string of several lines
            end = line.find(state, position)
            if end < 0:
                return [*result, Token(position, len(line), TokenKind.STRING)], state
            end += len(state)
            result.append(Token(position, end, TokenKind.STRING))
            position, state = end, PLAIN
        for token in _scanned(line, language, position):
            result.append(token)
            position = token.end
            state = _opened(line, token) if language is Language.PYTHON else PLAIN
            if state:
                break
        else:
            return result, PLAIN


def _opened(line: str, token: Token) -> str:
    """The quotes that a word opens and leaves open."""
    if token.kind is not TokenKind.STRING:
        return PLAIN
    quotes = TRIPLE.search(line, token.start, token.end)
    return quotes[0] if quotes and quotes.end() == token.end else PLAIN


def _scanned(line: str, language: Language, position: int) -> Iterator[Token]:
    pattern, words = PATTERNS[language]
    for match in pattern.finditer(line, position):
        if match.lastindex is not None and match.end() > match.start():
            yield Token(match.start(), match.end(), words[match.lastindex - 1])
