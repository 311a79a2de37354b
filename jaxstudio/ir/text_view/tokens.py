"""The words of a line: their kinds, for syntax colours, and a line of help on each (help/*.json).

A line needs only the state after the one before it.
"""

from __future__ import annotations

import json
import keyword
import re
from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import cache
from importlib.resources import files

from jaxstudio.ir.stages import Language
from jaxstudio.ir.text_view.operands import operands_in_words
from jaxstudio.lazy_dataclass import dataclass


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
        (TokenKind.OPERATION, r"(?<=:  ) *[a-z][\w.]*|^ *[a-z][\w.]*"),
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
    """Return one pattern with an alternative for each rule; a group's number tells the rule."""
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


WORD = re.compile(r"[A-Za-z_][\w.\-]*")
INSTRUCTION = re.compile(r"(?: *[0-9a-f]+:)? +([a-z][\w.]*) ")
DIALECT = re.compile(r"^(?:stablehlo|chlo|mhlo)\.")
# AVX-512: the width in a name, a comparison by its condition, a fused multiply-add.
WIDTH = re.compile(r"(?:\d+x\d+|ps|pd|ss|sd|[bwdq]|8|16|32|64)$")
INTEGER_COMPARISON = re.compile(r"vpcmp(eq|lt|le|neq|nlt|nle)u?[bwdq]$")
COMPARISON = re.compile(r"^vcmp(eq|lt|le|unord|neq|nlt|nle|ord|ge|gt|nge|ngt|true|false)?\w*?([ps])[sd]$")
FUSED = re.compile(r"^vf(n?)m(add|sub)(\d\d\d)([ps])[sd]$")
CONDITIONS = {
    "eq": "equal", "lt": "less", "le": "less or equal", "unord": "one is NaN", "neq": "not equal",
    "nlt": "not less", "nle": "not less or equal", "ord": "none is NaN", "ge": "greater or equal",
    "gt": "greater", "nge": "not greater or equal", "ngt": "not greater",
}  # fmt: skip


@cache
def table(name: str) -> Mapping[str, str]:
    """Help texts by name. `stablehlo_names` maps names of StableHLO to HLO's."""
    return json.loads((files(__package__) / "help" / f"{name}.json").read_text(encoding="utf-8"))


def help_for(word: str, language: Language) -> str:
    """Return one line about a primitive, opcode or instruction; empty for an unknown one."""
    if language is Language.JAXPR:
        return table("jaxpr").get(word, "")
    if language is Language.HLO:
        return table("hlo").get(word, "")
    if language is Language.STABLEHLO:
        name = DIALECT.sub("", word)
        opcode = table("stablehlo_names").get(name, name.replace("_", "-"))
        return table("hlo").get(opcode) or table("jaxpr").get(name, "")
    if language is Language.LLVM:
        return table("llvm").get(word, "")
    if language is Language.ASM:
        return table("x86").get(word) or table("aarch64").get(word) or _by_stem(word)
    return _ptx(word) if language is Language.PTX else ""


def help_at(line: str, column: int, language: Language) -> str:
    """`word: its help` for the word at a column; empty for an unknown one.

    Of machine code, for the whole line: what it does, and then what it writes and reads.
    """
    if language is Language.ASM:
        found = INSTRUCTION.match(f"{line} ")
        text = help_for(found[1], language) if found else ""
        return (
            "\n".join(filter(None, (text and f"{found[1]}: {text}", operands_in_words(line))))
            if found
            else ""
        )
    for match in WORD.finditer(line):
        if match.start() <= column < match.end():
            text = help_for(match[0], language)
            return f"{match[0]}: {text}" if text else ""
    return ""


def _by_stem(word: str) -> str:
    """x86 instructions that come in many widths and conditions, by their common stem."""
    x86 = table("x86")
    if word in ("cmovp", "cmovnp", "setp", "setnp", "jp", "jnp"):
        condition = "none is NaN" if "np" in word else "one is NaN"
        return f"{'jumps' if word[0] == 'j' else 'copies' if word[0] == 'c' else '1'} if {condition}"
    for stem in ("cmov", "set", "j"):
        if word.startswith(stem) and len(word) > len(stem):
            jump = x86.get("j" + word[len(stem) :], "")
            if jump.startswith("jumps if "):
                condition = jump.removeprefix("jumps if ")
                return {"cmov": f"copies if {condition}", "set": f"1 if {condition}, else 0"}.get(stem, jump)
    if word.startswith("v") and word[1:] in x86:
        return x86[word[1:]]
    return _avx512(word)


def _avx512(word: str) -> str:
    """An AVX-512 instruction, whatever the width in its name."""
    if match := INTEGER_COMPARISON.match(word):
        return f"compares integers into a mask: {CONDITIONS[match[1]]}"
    if match := COMPARISON.match(word):
        return f"compares floats: {CONDITIONS.get(match[1] or '', 'by a condition')}"
    if match := FUSED.match(word):
        sign, added = "−" if match[1] else "", "+" if match[2] == "add" else "−"
        return f"{sign}a·b {added} c in one rounding"
    stem, shorter = word, WIDTH.sub("", word)
    while stem not in table("avx512") and shorter != stem:
        stem, shorter = shorter, WIDTH.sub("", shorter)
    return table("avx512").get(stem, "")


def _ptx(word: str) -> str:
    """A PTX instruction, whatever types follow it."""
    while word and word not in table("ptx"):
        word = word.rpartition(".")[0]
    return table("ptx").get(word, "")
