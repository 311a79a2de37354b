"""Names that schools, other programs and languages use: what they are here, or what is asked about them.

All of them may be defined in a sheet, and then are what the sheet says.
"""

from __future__ import annotations

from functools import cache

from jaxstudio.functions.language.catalogue import ALIASES, FUNCTIONS, find
from jaxstudio.functions.language.names import GREEK_WORDS

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
