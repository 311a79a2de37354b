"""Is a mark true? Judged by values of the function in hundreds of digits of mpmath, and by nothing else.

`python` text is computed with typed decimals as decimals. Of a place that is known to float64 alone the exact
one is found first: a number that people write (a fraction, a multiple of π, a root), or the end of a
bisection.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import pairwise

import mpmath
from mpmath import mp, mpf

from functions.curves.hard_functions import REAL, _real, _with_exact_numbers

DIGITS = 300
# A number that small is 0 to floor, sign and comparisons.
NOTHING = mpf(10) ** -85
DISTANCES = (5, 10, 16, 24, 35)
# Numbers by which the arguments of the functions are moved.
OFFSETS = ("0", "0.3", "-0.7", "1.1", "0.5")


def _whole(function: Callable[[mpf], mpf]) -> Callable[[mpf], mpf]:
    """Of what is whole but for rounding."""
    return lambda x: x if mp.isnan(x) else mp.nint(x) if abs(x - mp.nint(x)) < NOTHING else function(x)


def _sign(x: mpf) -> mpf:
    return mpf(0) if abs(x) < NOTHING else mp.sign(x)


def _mod(x: mpf, y: mpf) -> mpf:
    return x - y * NAMES["floor"](x / y)


def _round(x: mpf) -> mpf:
    halves = _whole(lambda twice: twice)(2 * x)
    return mp.nint(halves / 2)


def _real_power(x: mpf, y: mpf) -> mpf:
    return mp.power(x, y)


NAMES = {**REAL} | {
    "floor": _whole(mp.floor), "ceil": _whole(mp.ceil), "sign": _sign, "mod": _mod, "round": _round,
    "trunc": lambda x: NAMES["floor"](x) if x >= 0 else NAMES["ceil"](x), "sum": mp.fsum,
    "range": lambda a, b: [mpf(k) for k in range(int(a), int(b))],
    "tan": lambda x: mpf(mp.nan) if abs(mp.cos(x)) < NOTHING else mp.tan(x),
    **{name: _real(getattr(mp, name)) for name in ("zeta", "besselj", "airyai", "airybi", "lambertw", "ei")},
}  # fmt: skip


def _exp(x: mpf) -> mpf:
    """Numbers of a million digits are as good as those of more."""
    return mp.exp(x) if abs(x) < 2_000_000 else mp.ldexp(1, -3_000_000 if x < 0 else 3_000_000)


NAMES["exp"] = _exp
BOUNDED = {  # roundings take the argument across the end of the domain
    name: (lambda function: lambda x: function(mp.sign(x) if abs(abs(x) - 1) < NOTHING else x))(REAL[name])
    for name in ("asin", "acos", "acosh")
} | {
    name: (lambda function: lambda x: function(mpf(0) if abs(x) < NOTHING else x))(REAL[name])
    for name in ("sqrt", "log", "abs", "cbrt")
}
NAMES |= BOUNDED


@cache
def function_of(python: str) -> Callable[[mpf], mpf]:
    """In the working precision; NaN where there is no real value."""
    text = re.sub(r"mpf\('([^']*)'\)", r"\1", python)
    code = eval(f"lambda x: {_with_exact_numbers(text)}", {**NAMES, "pi": None, "e": None})
    code.__globals__.update(pi=mp.pi, e=mp.e)

    def value(x: mpf) -> mpf:
        try:
            result = code(x)
        except (ZeroDivisionError, ValueError, OverflowError, TypeError):
            return mpf(mp.nan)
        if isinstance(result, mpmath.mpc) or mp.isinf(result):
            return mpf(mp.nan)
        return mpf(result)

    return value


def exact_places(x: float, within: mpf) -> Iterator[mpf]:
    """Numbers that people write, no farther from x than that, and x itself."""
    for offset in map(mpf, OFFSETS):
        moved = mpf(x) - offset
        for unit in (mpf(1), mp.pi, 1 / mp.pi, mp.e):
            fraction = Fraction(mp.nstr(moved / unit, 40)).limit_denominator(2_000)
            place = offset + unit * fraction.numerator / fraction.denominator
            if abs(place - x) <= within:
                yield place
        for inverse, function in ((lambda t: t**2, mp.sqrt), (mp.exp, mp.log), (lambda t: t**3, mp.cbrt)):
            try:
                fraction = Fraction(mp.nstr(inverse(abs(moved)), 40)).limit_denominator(2_000)
                place = offset + function(mpf(fraction.numerator) / fraction.denominator) * mp.sign(moved)
            except (ValueError, OverflowError, ZeroDivisionError):
                continue
            if not isinstance(place, mpmath.mpc) and abs(place - x) <= within:
                yield place
    for p, q, r in ((1, 5, 2), (-1, 5, 2)):  # (±1 ± √5)/2
        for s in (-1, 1):
            place = (p + s * mp.sqrt(q)) / r
            if abs(place - x) <= within:
                yield place
    yield mpf(x)


class Side:
    """What values do at distances that shrink: `kind` is none, finite, infinite or open."""

    def __init__(self, f: Callable[[mpf], mpf], x: mpf, way: int, last: int) -> None:
        values = [f(x + way * mpf("0.618") * mpf(10) ** -n) for n in DISTANCES[:last]]
        self.limit = values[-1]
        steps = [abs(b - a) for a, b in pairwise(values[1:])]
        if all(map(mp.isnan, values[1:])):
            self.kind = "none"
        elif abs(self.limit) > mpf(10) ** 200 and abs(self.limit) > abs(values[0]):
            self.kind = "infinite"
        elif any(map(mp.isnan, values[1:])):
            self.kind = "open"
        elif steps[-1] <= max(
            steps[-2] / 5, mpf(10) ** -(DISTANCES[last - 1] // 4) * max(abs(self.limit), mpf(10) ** -12)
        ):
            self.kind = "finite"
        elif steps[-1] >= steps[-2] * mpf("0.9") and abs(values[-1]) > abs(values[-2]) > abs(values[-3]):
            self.kind = "infinite"
        else:
            self.kind = "open"


def located(f: Callable[[mpf], mpf], x: float, within: mpf, better: Callable[[mpf, mpf], bool]) -> mpf:
    """The best place near x by golden section: better(a, b) says that values say a rather than b."""
    a, b = mpf(x) - within, mpf(x) + within
    share = (3 - mp.sqrt(5)) / 2
    c, d = a + share * (b - a), b - share * (b - a)
    fc, fd = f(c), f(d)
    for _ in range(160):
        if better(fc, fd):
            b, d, fd = d, c, fc
            c = a + share * (b - a)
            fc = f(c)
        else:
            a, c, fc = c, d, fd
            d = b - share * (b - a)
            fd = f(d)
    return (a + b) / 2


def _smaller(a: mpf, b: mpf) -> bool:
    return not mp.isnan(a) and (bool(mp.isnan(b)) or abs(a) < abs(b))


def _same(a: mpf, b: mpf) -> bool:
    return bool(abs(a - b) <= mpf(10) ** -8 * max(1, abs(a)))


def why_false(python: str, kind: str, x: float, digits: float, detail: str, span: float) -> str:
    """What is wrong with a mark, or nothing. `span` is the width of the view."""
    with mp.workdps(DIGITS):
        f = function_of(python)
        size = max(abs(mpf(x)), mpf(span) / 256)
        within = max(8 * mpf(2) ** -52 * abs(mpf(x)), mpf(span) * mpf(2) ** -55, size * mpf(10) ** -digits)
        return JUDGES[kind](f, mpf(x), within, detail)


def _root(f, x, within, detail):
    if " from " in detail:
        low, high = (mpf(part) for part in re.search(r"from (\S+) to (\S+)", detail).groups())
        inside = [f(low + (high - low) * share / 10) for share in (mpf("1.3"), 3, mpf("5.7"), 8, mpf("9.1"))]
        if any(mp.isnan(v) or abs(v) > NOTHING for v in inside):
            return f"not zero along the stretch: {mp.nstr(inside[0], 5)}"
        if not any(abs(f(place)) <= NOTHING for place in exact_places(x, within)):
            return f"the mark of the stretch lies where the value is {mp.nstr(f(x), 5)}"
        return ""
    a, b = f(x - within), f(x + within)
    crosses = not mp.isnan(a) and not mp.isnan(b) and mp.sign(a) * mp.sign(b) < 0
    if crosses:
        low, high, at_low = x - within, x + within, a
        for _ in range(120):
            middle = (low + high) / 2
            value = f(middle)
            if mp.isnan(value):
                break
            if mp.sign(value) == mp.sign(at_low):
                low, at_low = middle, value
            else:
                high = middle
        if abs(at_low) <= mpf(10) ** -6 * max(abs(a), abs(b)):
            return ""
    for place in exact_places(x, within):
        if abs(f(place)) <= NOTHING:
            return ""
    if crosses and "jump" not in detail:
        return "it jumps over 0 there"
    if "jump" in detail:
        if any(abs(f(place)) <= NOTHING for place in _places_of_break(f, x, within)):
            return ""
        return f"no value 0 at the jump: {mp.nstr(f(x), 5)}"
    place = located(f, x, within, _smaller)
    beside = [v for v in (a, b) if not mp.isnan(v)]
    if len(beside) < 2:  # at an end of the domain, which need not belong to it
        return "it is at no number of the domain that is known to be a root"
    if abs(f(place)) <= mpf(10) ** -30 * max(map(abs, beside)):
        return ""
    return f"the least value is {mp.nstr(f(place), 5)}, beside it {mp.nstr(beside[0], 5)}"


def _extremum(sign):
    def judge(f, x, within, detail):
        def higher(a, b):
            return not mp.isnan(a) and (bool(mp.isnan(b)) or sign * a > sign * b)

        def candidates():
            yield x
            yield located(f, x, within, higher)
            yield from exact_places(x, within)

        for at in candidates():
            for reach in (4 * within, 64 * within, 1024 * within):
                values = f(at - reach), f(at), f(at + reach)
                if any(map(mp.isnan, values)):
                    continue
                if sign * values[1] > sign * max(sign * values[0], sign * values[2]) * sign:
                    return ""
        return (
            f"no higher than beside it: {[mp.nstr(f(at), 8) for at in (x - 4 * within, x, x + 4 * within)]}"
        )

    return judge


def _inflection(f, x, within, detail):
    def bend(at, step):
        return f(at - step) - 2 * f(at) + f(at + step)

    for reach in (4 * within, 64 * within, 1024 * within):
        step = reach / 64
        signs = [mp.sign(bend(x + way * reach, step)) for way in (-1, 1)]
        if signs[0] * signs[1] < 0:
            low, high = x - reach, x + reach
            step = reach * mpf(10) ** -40
            for _ in range(110):
                middle = (low + high) / 2
                if mp.sign(bend(middle, step)) == signs[0]:
                    low = middle
                else:
                    high = middle
            away = (high - low) + 4 * step
            change = abs(f(high + away) - f(low - away))
            if not change <= mpf(10) ** -6 * max(1, abs(f(low - away))):
                return "it is no inflection: the curve jumps"
            return ""
    return f"the bend has one sign: {signs}"


def _corner(f, x, within, detail):
    for at in (*exact_places(x, within), _kink(f, x, within)):
        sides = []
        for way in (-1, 1):
            steps = [mpf(10) ** -n for n in (8, 16, 32)]
            sides.append([(f(at + 2 * way * h) - f(at + way * h)) / (way * h) for h in steps])
        if any(mp.isnan(s) for side in sides for s in side) or not _same(
            f(at - mpf(10) ** -40), f(at + mpf(10) ** -40)
        ):
            continue
        left, right = sides
        if mp.isnan(f(at)):
            continue
        infinite = [
            abs(s[2]) - abs(s[1]) > (abs(s[1]) - abs(s[0])) * mpf("0.9") > mpf(10) ** -6 * abs(s[1])
            for s in sides
        ]
        differ = (
            abs(left[2] - right[2]) > mpf(10) ** -5 * max(1, abs(left[2]))
            and abs(left[2] - right[2]) > abs(left[1] - right[1]) / 2
        )
        if not differ:
            continue
        if all(infinite) and mp.sign(left[2]) == mp.sign(right[2]):
            continue
        cusp = all(infinite)
        if cusp != (detail == "cusp"):
            return f"called {detail or 'corner'} with slopes {mp.nstr(left[2], 5)}, {mp.nstr(right[2], 5)}"
        return ""
    return "no corner there"


def _kink(f, x, within):
    """Where the slope changes most, by trisection."""
    low, high = x - within, x + within
    for _ in range(200):
        points = [low + (high - low) * k / 4 for k in range(5)]
        values = list(map(f, points))
        bends = [abs(values[k - 1] - 2 * values[k] + values[k + 1]) for k in (1, 2, 3)]
        bends = [mpf(-1) if mp.isnan(b) else b for b in bends]
        k = bends.index(max(bends)) + 1
        low, high = points[k - 1], points[k + 1]
    return (low + high) / 2


def _places_of_break(f, x, within):
    yield from exact_places(x, within)
    # where values change most
    low, high = x - within, x + within
    for _ in range(320):
        middle = (low + high) / 2
        a, m, b = f(low), f(middle), f(high)
        if mp.isnan(a) != mp.isnan(b):
            to_left = mp.isnan(a) != mp.isnan(m)
        else:
            to_left = not abs(b - m) > abs(m - a)
        low, high = (low, middle) if to_left else (middle, high)
    yield (low + high) / 2
    yield located(f, x, within, lambda a, b: _smaller(b, a))


def _break(kind):
    def judge(f, x, within, detail):
        seen = []
        for at in _places_of_break(f, x, within):
            left, right = Side(f, at, -1, 5), Side(f, at, 1, 5)
            value = f(at)
            kinds = {left.kind, right.kind}
            seen.append(f"{left.kind} {mp.nstr(left.limit, 4)}, {right.kind} {mp.nstr(right.limit, 4)}")
            same = kinds == {"finite"} and _same(left.limit, right.limit)
            what = {
                "pole": "infinite" in kinds,
                "jump": kinds == {"finite"} and not same,
                "hole": same and (mp.isnan(value) or not _same(value, left.limit)),
                "end": "none" in kinds and kinds & {"finite", "open"},
            }
            if what[kind]:
                return ""
        return f"no {kind}: {'; '.join(dict.fromkeys(seen))}"

    return judge


JUDGES = {
    "root": _root,
    "intersection": _root,
    "maximum": _extremum(1),
    "minimum": _extremum(-1),
    "inflection": _inflection,
    "corner": _corner,
    **{kind: _break(kind) for kind in ("pole", "jump", "hole", "end")},
}
