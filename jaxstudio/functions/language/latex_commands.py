r"""The commands of LaTeX that a line may hold, and what each is as a token.

What has arguments of its own, as \frac and \sum, is read in `latex.py`.
"""

from __future__ import annotations

import re

from jaxstudio.functions.language.names import GREEK_WORDS

SIGNS = {
    "cdot": "*",
    "cdotp": "*",
    "times": "*",
    "ast": "*",
    "div": "/",
    "le": "<=",
    "leq": "<=",
    "leqslant": "<=",
    "ge": ">=",
    "geq": ">=",
    "geqslant": ">=",
    "ne": "!=",
    "neq": "!=",
    "lt": "<",
    "gt": ">",
    "land": "and",
    "wedge": "and",
    "lor": "or",
    "vee": "or",
    "lnot": "not",
    "neg": "not",
    "sim": "~",
    "infty": "∞",
    "degree": "°",
    "circ": "°",
    "pm": "±",
    "lvert": "|",
    "rvert": "|",
    "vert": "|",
    "mid": "|",
    "lfloor": "⌊",
    "rfloor": "⌋",
    "lceil": "⌈",
    "rceil": "⌉",
    "lbrace": "{",
    "rbrace": "}",
    "lbrack": "[",
    "rbrack": "]",
    "sum": "∑",
    "prod": "∏",
    "int": "∫",
    "sqrt": "√",
    "{": "{",
    "}": "}",
    "|": "|",
    "%": "%",
    "\\": "\\\\",
}
# read in `latex.py`, under these names
READ = {
    **dict.fromkeys(("frac", "dfrac", "tfrac", "cfrac"), "\\frac"),
    **dict.fromkeys(("binom", "dbinom", "tbinom"), "\\binom"),
}
# what only says how something is set
SPACES = frozenset(
    (
        *(",", ";", ":", "!", " ", "(", ")", "quad", "qquad", "thinspace", "displaystyle", "textstyle"),
        *(
            "left",
            "right",
            "bigl",
            "bigr",
            "Bigl",
            "Bigr",
            "biggl",
            "biggr",
            "big",
            "Big",
            "limits",
            "nolimits",
        ),
    )
)
NAMES = {
    "varphi": "phi",
    "vartheta": "theta",
    "varepsilon": "epsilon",
    "varrho": "rho",
    "varsigma": "sigma",
    "mathe": "e",
}
CALLS = frozenset(
    (
        *("sin", "cos", "tan", "cot", "sec", "csc", "sinh", "cosh", "tanh", "coth"),
        *("arcsin", "arccos", "arctan", "arccot", "exp", "ln", "log", "lg", "min", "max"),
    )
)
# \operatorname{sgn}, \mathrm{e}: the word inside
WORDS = re.compile(
    r"\\(?:operatorname|mathrm|mathit|mathbf|mathsf|text|textrm|rm)\s*\*?\s*\{\s*([A-Za-z][A-Za-z0-9]*)\s*\}"
)
# \begin{cases} … \end{cases}
CASES = re.compile(r"\\(begin|end)\s*\{cases\}")
COMMAND = re.compile(r"\\([A-Za-z]+|.)")
# \omega_0, \log_{2}: what is set low belongs to the name
INDEX = re.compile(r"_(?:\{\s*([A-Za-z0-9]+)\s*\}|([A-Za-z0-9]))")


def named(command: str) -> str:
    """The name that a command writes, or an empty text."""
    name = NAMES.get(command, command)
    return name if name in GREEK_WORDS or name in CALLS else ""
