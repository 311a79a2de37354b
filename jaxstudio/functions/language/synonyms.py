"""Suggestions for a name that is unknown: names of other programs, similar spelling, words run together.

All these names may be defined in a document, and then are what the document says.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from difflib import get_close_matches
from functools import cache
from importlib.resources import files

from jaxstudio.functions.language.catalogue import ALIASES, FUNCTIONS, find
from jaxstudio.functions.language.tokens import GREEK_WORDS, WORDS

_DATA = tomllib.loads(files(__package__).joinpath("synonyms.toml").read_text("utf-8"))
# what others call a function of the catalogue, and its name here
SYNONYMS: dict[str, str] = {name: own for own, names in _DATA["functions"].items() for name in names}
# functions that are composed of others: their parameters, and the text over them
EXPANSIONS: dict[str, tuple[tuple[str, ...], str]] = {
    name: (tuple(declared.partition(": ")[0].split(", ")), declared.partition(": ")[2])
    for declared, names in _DATA["expanded"].items()
    for name in names
}
# calls that may mean several things: the suggestions, the likeliest first
AMBIGUOUS_CALLS: dict[str, tuple[str, ...]] = {name: tuple(texts) for name, texts in _DATA["calls"].items()}
# names that stand alone: the suggestion, and what they may mean
AMBIGUOUS_NAMES: dict[str, tuple[str, str]] = {
    name: (entry["write"], meaning) for meaning, entry in _DATA["names"].items() for name in entry["names"]
}
# spelt in another case, so short a name may be anything
FOLDED = 3
PI = frozenset({"Pi", "PI"})


@cache
def function_of(name: str) -> str:
    """The catalogue's name of a function that others call `name`, or spell in another case; or empty."""
    lower = name.lower()
    if name in AMBIGUOUS_CALLS or find(name) is not None:
        return ""
    if name in SYNONYMS:
        return SYNONYMS[name]
    if lower in SYNONYMS and len(name) >= FOLDED:
        return SYNONYMS[lower]
    if (len(name) >= FOLDED or lower in ("ln", "lg", "tg")) and lower not in GREEK_WORDS:
        for known in (*FUNCTIONS, *ALIASES):
            if known.lower() == lower:
                return ALIASES.get(known, known)
    return ""


def expansion_of(name: str) -> tuple[tuple[str, ...], str] | None:
    """The parameters and the text of a function that others have and that is put together here."""
    found = EXPANSIONS.get(name)
    return found if found is not None or len(name) < FOLDED else EXPANSIONS.get(name.lower())


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
# other letters beside a variable: ax, kx, wt, axy; not longer, since words such as rate have a t in them
LETTERS = re.compile(r"pi[a-zA-Z]\Z|(?=.*[xyzt])(?:[a-zA-Z]{2}|(?=.*[xy])[abckmnxy]{3,4})\Z")
INDEXED = re.compile(r"([a-zA-Z])([0-9]{1,2})([xyzt][0-9]?)\Z")  # a1x, e2x, x1x2
DIFFERENTIAL = re.compile(r"d[xyzt]\Z")
# what a function takes in sin2x: a number, pi, a letter, variables
ARGUMENT = "(?:[0-9]*(?:pi)?[abckmnw]?(?:theta|[xyzt])+[0-9]?|[0-9]*pi|[0-9]+(?=[a-z]))"


@cache
def _spelled() -> dict[str, str]:
    """The functions of one argument by all their names, the longest first."""
    names = {name: FUNCTIONS[own].name for name, own in {**ALIASES, **SYNONYMS}.items() if own in FUNCTIONS}
    names |= {name: name for name in FUNCTIONS}
    ones = {name: own for name, own in names.items() if FUNCTIONS[own].counts[0] == 1 and len(name) > 1}
    return {name: ones[name] for name in sorted(ones, key=len, reverse=True)}


@cache
def _pattern() -> re.Pattern[str]:
    functions = "|".join(map(re.escape, _spelled()))
    return re.compile(
        rf"(?P<before>(?:[a-z](?=.))?[0-9]?(?:[xyzt])?)(?P<calls>(?:(?:{functions}){ARGUMENT})+)(?P<last>)\Z"
    )


@cache
def _call() -> re.Pattern[str]:
    return re.compile(rf"({'|'.join(map(re.escape, _spelled()))})({ARGUMENT})")


def run_together(name: str, power: bool = False) -> tuple[str, ...]:
    """sinx as sin(x), xy as x y, sin2xcosx as sin(2x)*cos(x), the likeliest first; nothing for a plain name.

    With `power` an exponent follows: sin x^2 leaves it to the x.
    """
    if FACTORS.match(name):
        return (" ".join(re.findall("pi|.", name)),)
    indexed = INDEXED.match(name)
    if indexed is not None:
        letter, index, variable = indexed.groups()
        return (f"e^({index}{variable})",) if letter == "e" else (f"{letter}{index} {variable}",)
    if DIFFERENTIAL.match(name):
        return ()
    if LETTERS.match(name) and find(name) is None:
        return (" ".join(re.findall("pi|.", name)),)
    found = []
    for spelled in (name, name.lower()):
        text = _calls(spelled, power)
        if text and text not in found:
            found.append(text)
    other = re.match("(log)(2|10)(.*)", name.lower()) or re.match("(exp)(2)(.*)", name.lower())
    if found and other is not None and other[3]:
        found.append(f"{other[1]}({other[2]}{other[3]})")
    return tuple(found)


def _calls(name: str, power: bool) -> str:
    found = _pattern().match(name)
    if found is None:
        return ""
    calls = _call().findall(found["calls"])
    if "".join(function + inner for function, inner in calls) != found["calls"]:
        return ""
    texts = [f"{_spelled()[function]}({_spaced(inner)})" for function, inner in calls]
    if power:
        function, inner = calls[-1]
        texts[-1] = f"{_spelled()[function]} {_spaced(inner)}"
    before = re.findall("[0-9]+|[a-z]", found["before"])
    return "*".join([*before, *texts])


def _spaced(inner: str) -> str:
    """2xy as 2x y: a number may stand before a name, names have blanks between them."""
    parts = re.findall("[0-9]+|pi|theta|[a-z][0-9]?", inner)
    text = ""
    for part in parts:
        text += (" " if text and not text[-1].isdigit() else "") + part
    return text


def number_behind(name: str) -> tuple[str, str]:
    """sin2 as (sin, 2); empty where it is not a function of one argument with a number behind it."""
    found = re.fullmatch("(.*?[a-z])([0-9]+)", name)
    if found is None or found[1] not in _spelled():
        return "", ""
    return _spelled()[found[1]], found[2]


def product_with_function(name: str) -> str:
    """xsin of xsin(x) as x*sin, sinxcos as sin(x)*cos; empty when nothing of the kind was typed."""
    for function in sorted([*FUNCTIONS, *ALIASES], key=len, reverse=True):
        rest = name.removesuffix(function)
        if rest == name or not rest:
            continue
        if rest in ("pi", "theta") or len(rest) == 1:
            return f"{rest}*{function}"
        inner = run_together(rest)
        if inner:
            return (
                f"{inner[0].replace(' ', '*')}*{function}"
                if "(" not in inner[0]
                else f"{inner[0]}*{function}"
            )
    return ""
