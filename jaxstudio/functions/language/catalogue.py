"""Every function that may be called by name; suggestions for names that are unknown.

`catalogue.toml` declares them, `lists.toml` those of whole lists. A function is a primitive, which each
algebra of `functions.interpreters` supplies, or it has a `definition` in the language over the primitives. An
algebra that has a better one uses that, as JAX does where `jax` names a function. `synonyms.toml` has the
names of other programs; all these may be defined in a document, and then are what the document says.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from jaxstudio.errors import Wording
from jaxstudio.functions.language.tokens import GREEK_WORDS, WORDS


@dataclass(frozen=True, slots=True)
class Function:
    """A function of the catalogue.

    `jax` is the dotted name of JAX's own, or empty: jnp, lax, nn and special stand for jax.numpy, jax.lax,
    jax.nn and jax.scipy.special, own for what `functions.meaning` has instead. `definition` is a text of the
    language in `parameters`, or empty for a primitive. `defaults` are the values of the last parameters where
    they are not given. A variadic function takes as many arguments as it has parameters, or more. Functions
    with `slopes`, derivatives by some of their parameters, have values from `interpreters.special_functions`;
    `sympy` is SymPy's name.
    """

    name: str
    doc: str
    aliases: tuple[str, ...] = ()
    parameters: tuple[str, ...] = ("x",)
    defaults: tuple[float, ...] = ()
    variadic: bool = False
    definition: str = ""
    jax: str = ""
    slopes: Mapping[str, str] | None = field(default=None, hash=False)
    sympy: str = ""

    @property
    def usage(self) -> str:
        """Return the written form: atan2(y, x), elu(x, alpha=1), max(x, y, …)."""
        needed = len(self.parameters) - len(self.defaults)
        optional = zip(self.parameters[needed:], self.defaults, strict=True)
        words = [*self.parameters[:needed], *(f"{name}={value:g}" for name, value in optional)]
        return f"{self.name}({', '.join([*words, *(['…'] if self.variadic else [])])})"

    @property
    def counts(self) -> tuple[int, int | None]:
        """The least and the greatest number of arguments; None where there is no greatest."""
        most = len(self.parameters)
        return most - len(self.defaults), None if self.variadic else most


def _declarations(file: str = "catalogue.toml") -> dict[str, Function]:
    entries = tomllib.loads(files(__package__).joinpath(file).read_text("utf-8"))
    functions = {}
    for name, entry in entries.items():
        fields: dict[str, Any] = {key: tuple(v) if isinstance(v, list) else v for key, v in entry.items()}
        functions[name] = Function(name, **fields)
    return functions


FUNCTIONS = _declarations()
# functions of whole lists, by all their names
_LISTS = _declarations("lists.toml")
LIST_FUNCTIONS = {name: each for each in _LISTS.values() for name in (each.name, *each.aliases)}
ALIASES = {alias: function.name for function in FUNCTIONS.values() for alias in function.aliases}
SPECIAL = tuple(name for name, function in FUNCTIONS.items() if function.slopes is not None)
PRIMITIVES = frozenset(function.name for function in FUNCTIONS.values() if not function.definition)


def find(name: str) -> Function | None:
    """The function of that name or alias."""
    return FUNCTIONS.get(ALIASES.get(name, name))


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
# letters that may be wrong in a name that is taken for another one: one, in a long name two
SHORTEST_MISTYPED, LONG, MOST_WRONG = 3, 7, 2
# words that are no products of their letters
PLAIN_WORDS = frozenset(_DATA["words"]["plain"])


def arguments_in_words(least: int, most: int | None = -1) -> Wording:
    """`2 arguments`, or how many there may be; None: any number."""
    if most is None:
        return Wording("{0} arguments or more", least)
    if most > least:
        return Wording("{0} or {1} arguments", least, most)
    return Wording("1 argument") if least == 1 else Wording("{0} arguments", least)


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
    known = {**SYNONYMS, **{each: each for each in (*FUNCTIONS, *ALIASES, *WORDS, *more)}}
    found = closest(name, known)
    return known[found] if found else ""


def closest(name: str, known: Iterable[str]) -> str:
    """Return the known name that was probably meant, or an empty text."""
    typed = name.lower()
    if len(name) < SHORTEST_MISTYPED:
        return next((each for each in known if each.lower() == typed), "")
    allowed = 1 if len(name) < LONG else MOST_WRONG
    letters = set(typed)
    ranked = [
        (distance(typed, each.lower()), sorted(each) != sorted(name), not name.startswith(each), each)
        for each in known
        if len(each) > 2
        and abs(len(each) - len(name)) <= allowed
        and len(letters.symmetric_difference(each.lower())) <= 2 * allowed
    ]
    far, *_, best = min(ranked, default=(MOST_WRONG + 1, ""))
    return best if far <= allowed else ""


def distance(one: str, other: str) -> int:
    """Return the number of letters that are missing, wrong, too many or exchanged with the next one."""
    if abs(len(one) - len(other)) > MOST_WRONG:
        return MOST_WRONG + 1
    before, rows = [0] * (len(other) + 1), list(range(len(other) + 1))
    for at, letter in enumerate(one, 1):
        last, before, rows = before, rows, [at]
        for place, each in enumerate(other, 1):
            least = min(before[place] + 1, rows[-1] + 1, before[place - 1] + (letter != each))
            if at > 1 and place > 1 and letter == other[place - 2] and each == one[at - 2]:
                least = min(least, last[place - 2] + 1)
            rows.append(least)
    return rows[-1]


# one letter, a Greek one too, perhaps with an index: k, k1, omega0, x_max, T_0; not growth_rate
ONE_LETTER = re.compile(rf"(?:[A-Za-z]|{'|'.join(sorted(GREEK_WORDS))})[0-9]*(?:_[A-Za-z0-9_]+)?")
# letters side by side, the last one perhaps with an index: GMm, omegat, mx_1, kq1
PRODUCT = re.compile(
    rf"((?:{'|'.join(sorted(GREEK_WORDS, key=len, reverse=True))}|[A-Za-z])+)(_?[0-9]+|_[a-z]+)?"
)
FACTOR = re.compile("|".join([*sorted(GREEK_WORDS, key=len, reverse=True), "pi", "[A-Za-z]"]))
LONGEST_PRODUCT = 3  # letters that are rather a product than a word


def is_one_letter(name: str) -> bool:
    """Whether a name is one letter with an index: these become sliders unasked."""
    return ONE_LETTER.fullmatch(name) is not None


@lru_cache(maxsize=1000)
def readings(name: str, has_operand: bool) -> tuple[str, ...]:
    """Return the possible meanings of an unknown word, the likeliest first; empty for a plain word.

    mgh is m g h; cosin before an operand is cos.
    """
    found = PRODUCT.fullmatch(name)
    letters = FACTOR.findall(found[1]) if found is not None else []
    guesses = []
    if (
        found is not None
        and len(letters) <= LONGEST_PRODUCT
        and not PLAIN_WORDS.intersection((name, found[1]))
    ):
        guesses.append(" ".join(letters) + (found[2] or ""))
    similar = nearest(name) if has_operand and len(name) > LONGEST_PRODUCT else ""
    return (similar, *guesses) if similar else tuple(guesses)


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
    if name in PLAIN_WORDS:
        return ()
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
