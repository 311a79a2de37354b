"""What a person probably meant: names near a mistyped one, words that were run together."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches

from jaxstudio.functions.language.catalogue import ALIASES, FUNCTIONS
from jaxstudio.functions.language.names import WORDS

ARGUMENTS = frozenset({"x", "y", "z", "t", "theta", "pi"})


def nearest(name: str, more: Iterable[str] = ()) -> str:
    """The function (of the catalogue or of `more`) that is spelt most alike, or an empty text."""
    known = [*FUNCTIONS, *ALIASES, *WORDS, *more]
    for candidate in known:
        if candidate.lower() == name.lower():
            return candidate
    found = get_close_matches(name, known, n=1, cutoff=0.7)
    return found[0] if found else ""


# variables and constants one behind the other, at least one of them a variable: xy, ex, xpi
FACTORS = re.compile(r"(?=.*[xyzt])(?:pi|[xyzte]){2,}\Z")
# a logarithm whose base is set low
BASES = {"log_2": "log2", "log_10": "log10", "log_e": "log"}


def run_together(name: str) -> str:
    """sinx as sin(x), xy as x y, log_2 as log2; empty when nothing of the kind was typed."""
    if FACTORS.match(name):
        return " ".join(re.findall("pi|.", name))
    if name in BASES:
        return BASES[name]
    for function in sorted([*FUNCTIONS, *ALIASES], key=len, reverse=True):
        rest = name.removeprefix(function)
        if rest != name and rest in ARGUMENTS:
            return f"{function}({rest})"
    return ""


def product_with_function(name: str) -> str:
    """xsin of xsin(x) as x*sin; empty when nothing of the kind was typed."""
    for function in sorted([*FUNCTIONS, *ALIASES], key=len, reverse=True):
        rest = name.removesuffix(function)
        if rest != name and (rest in ARGUMENTS or len(rest) == 1):
            return f"{rest}*{function}"
    return ""
