"""Four hundred functions with every pole, jump, hole and end of the domain that they have.

What is true of them (`hard_functions.tsv`) was worked out by hand; `test_hard_functions` checks it by limits
in mpmath, and none of it by the program's own code. Places are expressions in mpmath's names; with a k in it
one stands for all whole k, those for which a condition behind | holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import mpmath
from mpmath import mp, mpf

MOST_K = 70
RANGES = (
    (-5.0, 5.0),
    (-2.0, 2.0),
    (-1.0, 3.0),
    (-2.13, 3.37),
    (-0.71, 1.19),
    (-9.7, 9.6),
    (-4.4, 0.83),
    (0.11, 4.9),
)


@dataclass(frozen=True)
class HardFunction:
    """`text` as it is typed and `python` as mpmath computes it, with the places of each kind."""

    text: str
    poles: str = ""
    jumps: str = ""
    holes: str = ""
    ends: str = ""
    python: str = ""
    ranges: tuple[tuple[float, float], ...] = ()

    def places(self, kind: str, low: float, high: float) -> list[mpf]:
        """Those of a kind ("poles", "jumps", "holes", "ends") strictly between two numbers, ascending."""
        with mp.workdps(max(mp.dps, 60)):
            found = {+x for spec in getattr(self, kind).split(";") if spec.strip() for x in _expanded(spec)}
            return sorted(x for x in found if low < x < high)

    def value(self, x: mpf) -> mpf:
        """In the working precision; NaN where there is no real value."""
        try:
            result = _compiled(self.python or self.text.replace("^", "**"))(x)
        except (ZeroDivisionError, ValueError, OverflowError, TypeError):
            return mpf(mp.nan)
        return mpf(mp.nan) if isinstance(result, mpmath.mpc) or mp.isinf(result) else mpf(result)


def _expanded(spec: str) -> Iterator[mpf]:
    place, _, condition = spec.partition("|")
    names = {"mpf": mpf} | {
        name: getattr(mp, name)
        for name in ("pi", "sqrt", "e", "log", "asin", "acos", "atan", "cbrt", "tan", "exp")
    }
    if "k" not in place:
        yield mpf(eval(_with_exact_numbers(place), names))
        return
    for k in range(-MOST_K, MOST_K + 1):
        if not condition or eval(condition, {"k": k}):
            x = eval(_with_exact_numbers(place), {**names, "k": mpf(k)})
            if not isinstance(x, mpmath.mpc):
                yield mpf(x)


def _real(function):
    def of(*arguments):
        if any(mp.isnan(argument) for argument in arguments):
            return mpf(mp.nan)
        result = function(*arguments)
        return mpf(mp.nan) if isinstance(result, mpmath.mpc) else result

    return of


NAMES = """sin cos tan exp sqrt log asin acos atan sinh cosh tanh asinh acosh atanh floor ceil sign gamma
digamma erf expm1 sec csc cot coth csch sech"""
REAL = {
    name: _real(getattr(mp, name))
    for name in NAMES.split()
} | {
    "abs": abs, "min": min, "max": max, "pi": mp.pi, "e": mp.e, "nan": mpf("nan"),
    "round": _real(mp.nint), "cbrt": _real(lambda x: mp.sign(x) * mp.cbrt(abs(x))),
    "mod": _real(lambda x, y: x - y * mp.floor(x / y)), "frac": _real(lambda x: x - mp.floor(x)),
    "trunc": _real(lambda x: mp.floor(x) if x >= 0 else mp.ceil(x)), "mpf": mpf,
    "log1p": _real(mp.log1p), "lgamma": _real(lambda x: mp.log(abs(mp.gamma(x)))),
    "rt": _real(lambda x, p, q: mp.root(abs(x), int(q)) ** p * (mp.sign(x) if p % 2 else 1)),
    "atan2": _real(mp.atan2),
}  # fmt: skip


@cache
def _compiled(text):
    return eval(f"lambda x: {_with_exact_numbers(text)}", REAL)


def _with_exact_numbers(text):
    """Numbers as mpmath reads them: 0.1 is one tenth."""
    return re.sub(r"(?<![\w.])(\d+(?:\.\d+)?(?:e-?\d+)?)", r"mpf('\1')", text)


def _read() -> Iterator[HardFunction]:
    for line in Path(__file__).with_suffix(".tsv").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            *cells, ranges = (line.split("\t") + [""] * 6)[:7]
            own = [tuple(map(float, each.split(":"))) for each in ranges.split()]
            yield HardFunction(*cells, ranges=tuple(own))


FUNCTIONS = tuple(_read())


def ranges_of(number: int) -> tuple[tuple[float, float], ...]:
    """Three ranges of x for the function of a number, its own ones if it has any."""
    own = FUNCTIONS[number].ranges
    return own or tuple(RANGES[(number + shift) % len(RANGES)] for shift in (0, 3, 5))
