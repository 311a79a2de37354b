"""Suggestions for a name that is unknown: names of other programs, similar spelling, words run together.

All these names may be defined in a document, and then are what the document says.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches
from functools import cache

from jaxstudio.functions.language.catalogue import ALIASES, FUNCTIONS, find
from jaxstudio.functions.language.tokens import GREEK_WORDS, WORDS

# names of functions of the catalogue
SAME = {
    **dict.fromkeys(("sen", "sine", "seno", "sinus"), "sin"),
    **dict.fromkeys(("cosine", "coseno", "cosinus"), "cos"),
    **dict.fromkeys(("tang", "tangent", "tangens"), "tan"),
    **dict.fromkeys(("cotan", "cotg", "cotang"), "cot"),
    **dict.fromkeys(("arcsen", "asen", "arcosen"), "asin"),
    **dict.fromkeys(("arctg", "arctang", "atg"), "atan"),
    **dict.fromkeys(("arcctg", "arccotg", "arccotan"), "acot"),
    **dict.fromkeys(("senh", "sinhyp"), "sinh"),
    **dict.fromkeys(("tgh", "tanhyp"), "tanh"),
    **dict.fromkeys(("ctgh", "cotgh"), "coth"),
    "cosech": "csch",
    "argsinh": "asinh",
    "argcosh": "acosh",
    "argtanh": "atanh",
    **dict.fromkeys(("cubrt", "cuberoot", "curt"), "cbrt"),
    **dict.fromkeys(("raiz", "wurzel", "racine", "squareroot"), "sqrt"),
    "absolute": "abs",
    **dict.fromkeys(("fix", "integerpart", "truncate", "ipart"), "trunc"),
    "entier": "floor",
    "maximum": "max",
    "minimum": "min",
    "fmax": "max",
    "fmin": "min",
    "remainder": "mod",
    "modulo": "mod",
    **dict.fromkeys(("ncr", "nchoosek", "ncomb"), "binomial"),
    **dict.fromkeys(("npr", "nperm", "perm"), "permutations"),
    **dict.fromkeys(("doublefactorial", "double_factorial"), "factorial2"),
    "fmod": "rem",
    **dict.fromkeys(("W", "productlog", "lambert", "lambert_w"), "lambertw"),
    **dict.fromkeys(("unitstep", "u_step"), "step"),
    "heavisidetheta": "heaviside",
    "ramp": "relu",
    "logisticsigmoid": "sigmoid",
    "inverseerf": "erfinv",
    "erf_inv": "erfinv",
    "expintegralei": "Ei",
    "lngamma": "lgamma",
    "Zeta": "zeta",
    "logn": "log",
}
# what is written by others, as a tree of the arguments; each argument stands once, so that nested calls
# do not double
EXPANDED: dict[str, tuple[tuple[str, ...], str]] = {
    **dict.fromkeys(("pow", "power"), (("a", "b"), "a^b")),
    **dict.fromkeys(("nthroot", "surd", "root", "nroot"), (("a", "n"), "a^(1/n)")),
    **dict.fromkeys(("floordiv", "floor_divide", "quotient", "idivide"), (("a", "b"), "floor(a/b)")),
    **dict.fromkeys(("multiply", "times"), (("a", "b"), "a*b")),
    **dict.fromkeys(("divide", "true_divide"), (("a", "b"), "a/b")),
    **dict.fromkeys(("add", "plus"), (("a", "b"), "a + b")),
    **dict.fromkeys(("subtract", "minus"), (("a", "b"), "a - b")),
    "negative": (("a",), "-a"),
    "square": (("a",), "a^2"),
    "reciprocal": (("a",), "1/a"),
    **dict.fromkeys(("exp10", "pow10"), (("a",), "10^a")),
    **dict.fromkeys(("fractionalpart", "fpart"), (("a",), "rem(a, 1)")),
    **{f"{name}d": (("a",), f"{name}(a*pi/180)") for name in ("sin", "cos", "tan", "cot", "sec", "csc")},
    **{f"{name}d": (("a",), f"{name}(a)*180/pi") for name in ("asin", "acos", "atan")},
    "sinpi": (("a",), "sin(pi*a)"),
    "cospi": (("a",), "cos(pi*a)"),
    **dict.fromkeys(("versin", "vers"), (("a",), "1 - cos(a)")),
    **dict.fromkeys(("haversin", "haversine", "hav"), (("a",), "(1 - cos(a))/2")),
    **dict.fromkeys(("gudermannian", "gd"), (("a",), "atan(sinh(a))")),
    **dict.fromkeys(("unitbox", "rect", "boxcar"), (("a",), "{|a| <= 0.5: 1, 0}")),
    **dict.fromkeys(("unittriangle", "tri"), (("a",), "max(0, 1 - |a|)")),
}
# the calls that have several meanings: what is written for each, the likeliest first
ASKED_CALLS = {
    "sigma": ("sigmoid",),
    "u": ("step", "heaviside"),
    "U": ("step", "heaviside"),
    "H": ("heaviside", "step"),
    "Phi": ("ndtr",),
    "phi": ("normpdf",),
    "sh": ("sinh",),
    "ch": ("cosh",),
    "th": ("tanh",),
    "cth": ("coth",),
    "sqr": ("sqrt", "square"),
    "int": ("trunc", "floor"),
    "LOG": ("log10", "log"),
    "ld": ("log2",),
    "lb": ("log2",),
    "C": ("binomial",),
    "P": ("permutations",),
    # an amplitude, or an inverse that a phone began with a capital
    **{f"A{name}": (f"A*{name}", f"a{name}") for name in ("sin", "cos", "tan", "sinh", "cosh", "tanh")},
}
# names that stand alone: what is written instead, and what they are taken for
ASKED = {
    "E": ("e", "the number e"),
    "Pi": ("pi", "the number pi"),
    "Tau": ("tau", "the number tau"),
    "X": ("x", "the variable x"),
    "Y": ("y", "the variable y"),
    **dict.fromkeys(("deg", "Deg", "degree", "Degree", "degs"), ("°", "degrees")),
    **dict.fromkeys(("inf", "Inf", "INF", "infty", "infinity", "Infinity", "oo"), ("∞", "infinity")),
    **dict.fromkeys(("nan", "NaN", "NAN"), ("0/0", "no number")),
    **dict.fromkeys(("True", "true", "TRUE"), ("1", "a condition that holds")),
    **dict.fromkeys(("False", "false", "FALSE"), ("0", "a condition that does not hold")),
    **dict.fromkeys(("plus",), ("+", "a sum")),
    **dict.fromkeys(("minus",), ("-", "a difference")),
    **dict.fromkeys(("times",), ("*", "a product")),
    **dict.fromkeys(("over",), ("/", "a quotient")),
    "squared": ("^2", "a square"),
    "cubed": ("^3", "a cube"),
    **dict.fromkeys(("div",), ("//", "a whole quotient")),
    "of": ("*", "a product"),
    **dict.fromkeys(("AND",), ("and", "the word and")),
    **dict.fromkeys(("OR",), ("or", "the word or")),
    **dict.fromkeys(("NOT",), ("not", "the word not")),
    **dict.fromkeys(("dx", "dy", "dz", "dt", "dtheta"), ("", "a differential")),
    **dict.fromkeys(("rad", "radians_"), ("", "the unit of all angles here, which is left out")),
    "lim": ("", "a limit, which is read off the curve"),
}
# spelt in another case, so short a name may be anything
FOLDED = 3
PI = frozenset({"Pi", "PI"})


@cache
def function_of(name: str) -> str:
    """The catalogue's name of a function that others call `name`, or spell in another case; or empty."""
    lower = name.lower()
    if name in ASKED_CALLS or find(name) is not None:
        return ""
    if name in SAME:
        return SAME[name]
    if lower in SAME and len(name) >= FOLDED:
        return SAME[lower]
    if (len(name) >= FOLDED or lower in ("ln", "lg", "tg")) and lower not in GREEK_WORDS:
        for known in (*FUNCTIONS, *ALIASES):
            if known.lower() == lower:
                return ALIASES.get(known, known)
    return ""


def expansion_of(name: str) -> tuple[tuple[str, ...], str] | None:
    """The parameters and the text of a function that others have and that is put together here."""
    found = EXPANDED.get(name)
    return found if found is not None or len(name) < FOLDED else EXPANDED.get(name.lower())


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
    names = {name: FUNCTIONS[own].name for name, own in {**ALIASES, **SAME}.items() if own in FUNCTIONS}
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
