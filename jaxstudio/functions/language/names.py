"""Names: which letters are variables, which are constants, and how Greek is spelt."""

from __future__ import annotations

import re

_WORDS = """alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau
upsilon phi chi psi omega"""
GREEK = dict(zip("αβγδεζηθικλμνξοπρστυφχψω", _WORDS.split(), strict=True)) | {
    "ϕ": "phi",
    "ϑ": "theta",
    "ϵ": "epsilon",
    "ς": "sigma",
    "µ": "mu",
}
GREEK |= {letter.upper(): word.capitalize() for letter, word in GREEK.items() if letter not in "ςµ"}
GREEK_WORDS = frozenset(GREEK.values())
SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")

CONSTANTS = {"pi": 3.141592653589793, "e": 2.718281828459045, "tau": 6.283185307179586}
# the letters that run along an axis; each may carry an index, as x0 or y12
AXES = ("x", "y", "z", "t", "theta")
# words that are written like functions and are none
WORDS = ("sum", "prod", "integral", "where", "mlp")
KEYWORDS = frozenset({"and", "or", "not", "if", "else"})
# letters that without a definition are more likely a function that is missing than a factor
FUNCTION_LETTERS = frozenset("fghFGH")
_VARIABLE = re.compile(r"(x|y|z|t|theta)([0-9]{0,2})\Z")


def is_variable(name: str) -> bool:
    """Whether the name runs along an axis: x, y, z, t, theta, or x, y, z, t with an index of its own."""
    return _VARIABLE.match(name) is not None


def variable_order(name: str) -> tuple[int, int]:
    """Sorts x, x0, x1, …, y, y0, …, z, t, theta."""
    found = _VARIABLE.match(name)
    assert found is not None, name
    return AXES.index(found[1]), int(found[2]) if found[2] else -1


# x_1, x_{1}: one letter with a number set low
_INDEXED = re.compile(r"([A-Za-z]|[a-z]{2,7}|[A-Z][a-z]{1,6})_([0-9]{1,3})\Z")


def canonical(typed: str) -> str:
    """The name that is meant: α as alpha, x₁, x_1 and x_{1} as x1, ω_max as omega_max."""
    low = typed.replace("{", "").replace("}", "").translate(SUBSCRIPTS)
    name = "".join(GREEK.get(letter, letter) for letter in low)
    found = _INDEXED.match(name)
    if found is not None and (len(found[1]) == 1 or found[1] in GREEK_WORDS):
        return found[1] + found[2]
    return name
