"""Four hundred functions with every pole, jump, hole and end of the domain that they have.

What is true of them was worked out by hand; `test_hard_functions` checks it by limits in mpmath, and none of
it by the program's own code. Places are expressions in mpmath's names; with a k in it one stands for all
whole k, those for which a condition behind | holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

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


F = HardFunction

REMOVABLE = (
    F("(exp(x)-1)/x", holes="0"),
    F("(sqrt(x+1)-1)/x", holes="0", ends="-1"),
    F("(exp(2*x)-1)/(3*x)", holes="0"),
    F("(exp(x)-1-x)/x^2", holes="0"),
    F("(x-sin(x))/x^3", holes="0"),
    F("(tan(x)-x)/x^3", holes="0", poles="pi/2+k*pi"),
    F("(cos(x)-1)/x", holes="0"),
    F("(cos(3*x)-cos(x))/x^2", holes="0"),
    F("log(1+x)/x", holes="0", poles="-1"),
    F("log(x)/(x-1)", holes="1", poles="0"),
    F("sin(3*x)/sin(x)", holes="k*pi"),
    F("sin(5*x)/x", holes="0"),
    F("sin(x)/(x*(x-2))", holes="0", poles="2"),
    F("sin(pi*x)/(x-1)", holes="1"),
    F("sin(pi*x)/(x*(x-1)*(x+2))", holes="0;1;-2"),
    F("cos(x)/(x-pi/2)", holes="pi/2"),
    F("cos(x)/(pi/2+x)", holes="-pi/2"),
    F("tan(x)/x", holes="0", poles="pi/2+k*pi"),
    F("tan(x)*tan(2*x)", holes="pi/2+k*pi", poles="pi/4+k*pi/2"),
    F("tan(x)/tan(x)", holes="k*pi/2"),
    F("tan(3*x)*cos(3*x)", holes="pi/6+k*pi/3"),
    F("(x^3-1)/(x^2-1)", holes="1", poles="-1"),
    F("(x^4-16)/(x^2-4)", holes="2;-2"),
    F("(x^2-3)/(x-sqrt(3))", holes="sqrt(3)"),
    F("(x^2-5)/(x+sqrt(5))", holes="-sqrt(5)"),
    F("(x^3-2)/(x-cbrt(2))", holes="cbrt(2)"),
    F("(x^2-0.01)/(x-0.1)", holes="0.1"),
    F("(x^2-0.49)/(x+0.7)", holes="-0.7"),
    F("(x-0.3)*(x+1.7)/(x-0.3)", holes="0.3"),
    F("(9*x^2-1)/(3*x-1)", holes="1/3"),
    F("(sqrt(x)-1)/(x-1)", holes="1", ends="0"),
    F("(sqrt(x)-2)/(x-4)", holes="4", ends="0"),
    F("(cbrt(x)-1)/(x-1)", holes="1"),
    F("(sqrt(4+x)-2)/x", holes="0", ends="-4"),
    F("(sqrt(1+x)-sqrt(1-x))/x", holes="0", ends="-1;1"),
    F("(1-sqrt(1-x^2))/x^2", holes="0", ends="-1;1"),
    F("(1/(1+x)-1)/x", holes="0", poles="-1"),
    F("1/x-1/sin(x)", holes="0", poles="k*pi|k!=0"),
    F("1/x-1/(exp(x)-1)", holes="0"),
    F("1/x^2-1/sin(x)^2", holes="0", poles="k*pi|k!=0"),
    F("1/log(x)-1/(x-1)", holes="1", ends="0"),
    F("x/(exp(x)-1)", holes="0"),
    F("x/tanh(x)", holes="0"),
    F("sinh(x)/x", holes="0"),
    F("asin(x)/x", holes="0", ends="-1;1"),
    F("atan(x)/x", holes="0"),
    F("atanh(x)/x", holes="0", poles="-1;1"),
    F("(2^x-1)/x", holes="0"),
    F("(2^x-4)/(x-2)", holes="2"),
    F("(x^x-1)/(x-1)", holes="1", ends="0"),
    F("(exp(sin(x))-1)/x", holes="0"),
    F("(exp(x)-exp(-x))/(2*x)", holes="0"),
    F("(1-cos(x))/sin(x)", holes="k*pi|k%2==0", poles="k*pi|k%2"),
    F("sin(x)/(1+cos(x))", poles="k*pi|k%2"),
    F("(1-cos(x)^2)/sin(x)", holes="k*pi"),
    F("x^2*cos(3/x)", holes="0"),
    F("exp(-1/(x-1)^2)", holes="1"),
    F("exp(-1/abs(x))", holes="0"),
    F("x/(abs(x)+x^2)*abs(x)", holes="0"),
    F("abs(x)*x/x", holes="0"),
    F("x*floor(1/x)", holes="0", jumps="1/k|k!=0", ranges=((0.11, 4.9), (0.31, 2.0), (0.07, 1.3))),
    F("(x^2-1)/(x-1)/(x+1)", holes="-1;1"),
    F("1/(1/x)", holes="0"),
    F("1/(1+1/x)", holes="0", poles="-1"),
    F("1/(1/(x-1)+1/(x+1))", holes="-1;1", poles="0"),
    F("(x^3-x)/(x^3-x)", holes="-1;0;1"),
    F("log(x^2)/log(abs(x))", holes="-1;1;0"),
    F("cot(x)*sin(x)", holes="k*pi"),
    F("cot(x)*tan(x)", holes="k*pi/2"),
    F("sec(x)*cos(x)", holes="pi/2+k*pi"),
    F("x/(x*(x^2-2))", holes="0", poles="sqrt(2);-sqrt(2)"),
    F("(erf(x))/x", holes="0"),
    F("gamma(x)*sin(pi*x)", holes="k|k<=0", python="gamma(x)*sin(pi*x)"),
    F("gamma(x)/gamma(x)", holes="k|k<=0"),
    F("1/gamma(x-1)", holes="k|k<=1"),
    F(
        "1/digamma(x)",
        holes="k|k<=0",
        poles="1.4616321449683623412626595423257213;-0.50408300826445540925852679045193645;-1.5734984731623904587782860437153413;-2.6107208684441446500015377157258;-3.6352933664369010978391815669463",
        ranges=((-2.13, 3.37), (-1.3, 2.2), (-0.71, 3.19)),
    ),
)

SINGLE_VALUES = (
    F("{x == 1: 5, x^2}", holes="1", python="5 if x == 1 else x**2"),
    F("{x == 0: 1, cos(x)+1}", holes="0", python="1 if x == 0 else cos(x)+1"),
    F("{x == 2: 0, 1/(x-2)}", poles="2", python="0 if x == 2 else 1/(x-2)"),
    F("{x == 0: 1, sin(x)/x}", python="1 if x == 0 else sin(x)/x"),
    F("{x != 1: x, 3}", holes="1", python="x if x != 1 else 3"),
    F("{x == 0.5: -1, x == 1.5: 1, 0}", holes="0.5;1.5", python="-1 if x == 0.5 else 1 if x == 1.5 else 0"),
    F("{x != 0: x^2}", holes="0", python="x**2 if x != 0 else nan"),
    F("{x^2 == 2: 7, x}", holes="sqrt(2);-sqrt(2)", python="7 if x*x == 2 else x"),
    F("floor(x)+floor(-x)", holes="k"),
    F("ceil(x)-floor(x)", holes="k"),
    F("floor(2*x)+floor(-2*x)", holes="k/2"),
    F("floor(sin(x))", jumps="k*pi", holes="pi/2+2*k*pi"),
    F("floor(cos(x))", jumps="pi/2+k*pi", holes="2*k*pi"),
    F(
        "floor(2*sin(x))",
        jumps="k*pi;pi/6+2*k*pi;5*pi/6+2*k*pi;-pi/6+2*k*pi;7*pi/6+2*k*pi",
        holes="pi/2+2*k*pi",
    ),
    F("ceil(cos(x))", jumps="pi/2+k*pi", holes="pi+2*k*pi"),
    F(
        "floor(1-x^2)",
        jumps="sqrt(k)|k>0;-sqrt(k)|k>0",
        holes="0",
        ranges=((-2.13, 3.37), (-2.0, 2.0), (-0.71, 1.19)),
    ),
    F("floor(exp(-x^2))", holes="0"),
    F(
        "ceil(x^2)",
        jumps="sqrt(k)|k>0;-sqrt(k)|k>0",
        holes="0",
        ranges=((-2.13, 3.37), (-1.9, 2.05), (-0.71, 1.19)),
    ),
    F("sign(x^2)", holes="0"),
    F("sign(x)^2", holes="0"),
    F("sign(sin(x))^2", holes="k*pi"),
    F("sign(abs(x)-abs(x))+1"),
    F("abs(sign(x-1))", holes="1"),
    F("2 (x == 1)", holes="1", python="2 if x == 1 else 0"),
    F("(x != 2) x", holes="2", python="x if x != 2 else 0"),
    F("(x^2 == 1) + x", holes="-1;1", python="x + (1 if x*x == 1 else 0)"),
    F("{x >= 0: x, -x}", python="x if x >= 0 else -x"),
    F("{x < 1: x^2, x >= 1: 2*x-1}", python="x**2 if x < 1 else 2*x-1"),
    F("{x < 0: exp(x), x > 0: 1+x}", holes="0", python="exp(x) if x < 0 else 1+x if x > 0 else nan"),
    F("0^x", ranges=((0.11, 4.9), (0.3, 2.2), (0.5, 3.1)), python="0"),
    F("0^abs(x)", holes="0", python="1 if x == 0 else 0"),
    F("floor(abs(sin(x)))", holes="pi/2+k*pi"),
    F("heaviside(x)+heaviside(-x)", python="1"),
    F("step(x)+step(-x)", holes="0", python="2 if x == 0 else 1"),
    F("floor(x/2)+ceil(-x/2)", python="0"),
    F("max(floor(x), floor(-x))", jumps="k|k!=0", python="max(floor(x), floor(-x))"),
)

POLES = (
    F("1/(1-cos(x))", poles="2*k*pi"),
    F("1/(1+cos(x))", poles="pi+2*k*pi"),
    F("1/(1-sin(x))", poles="pi/2+2*k*pi"),
    F("1/(1-cos(x))^2", poles="2*k*pi"),
    F("1/(2-2*cos(3*x))", poles="2*k*pi/3"),
    F("1/(x^2-2*x+1)", poles="1"),
    F("1/(x^2-2)^2", poles="sqrt(2);-sqrt(2)"),
    F("1/(x^3-3*x+2)", poles="1;-2"),
    F("1/(x^4-2*x^2+1)", poles="1;-1"),
    F("1/(x-sin(x))", poles="0"),
    F(
        "1/(x-tan(x))",
        poles="0;4.493409457909064175307880927280322;-4.493409457909064175307880927280322",
        holes="pi/2+k*pi",
        ranges=((-5.0, 5.0), (-2.0, 2.0), (0.11, 4.9)),
    ),
    F("1/(exp(x)-1-x)", poles="0"),
    F("1/(exp(x)-2)", poles="log(2)"),
    F("1/(2^x-3)", poles="log(3)/log(2)"),
    F("1/(x^2-x-1)", poles="(1+sqrt(5))/2;(1-sqrt(5))/2"),
    F("1/(cos(x)-1/2)", poles="pi/3+2*k*pi;-pi/3+2*k*pi"),
    F("1/(sin(x)+cos(x))", poles="-pi/4+k*pi"),
    F("1/sin(x)^2", poles="k*pi"),
    F("1/sin(pi*x)", poles="k"),
    F(
        "1/sin(x^2)",
        poles="sqrt(k*pi)|k>=0;-sqrt(k*pi)|k>0",
        ranges=((-5.0, 5.0), (-2.13, 3.37), (0.11, 4.9)),
    ),
    F("1/(x*sin(x))", poles="k*pi"),
    F("1/sinh(x)", poles="0"),
    F("1/tanh(x-1)", poles="1"),
    F("coth(2*x)", poles="0"),
    F("tan(x)^2", poles="pi/2+k*pi"),
    F("tan(pi*x)", poles="1/2+k"),
    F("tan(2*x+1)", poles="pi/4-1/2+k*pi/2"),
    F("tan(x)+1/x", poles="pi/2+k*pi;0"),
    F("tan(x)-tan(x/2)", poles="pi/2+k*pi;pi+2*k*pi"),
    F("sec(x)^3", poles="pi/2+k*pi"),
    F("csc(2*x)", poles="k*pi/2"),
    F("cot(x)^2", poles="k*pi"),
    F("cot(3*x)", poles="k*pi/3"),
    F("exp(tan(x))", poles="pi/2+k*pi"),
    F("exp(1/(x-1))", poles="1"),
    F("exp(1/(x-1)^2)", poles="1"),
    F("exp(-1/x)", poles="0"),
    F("exp(1/sin(x))", poles="k*pi"),
    F("exp(1/(x^2-1))", poles="-1;1"),
    F("2^(1/x)", poles="0"),
    F("x*exp(1/x)", poles="0"),
    F("x^2*exp(1/abs(x))", poles="0"),
    F("sinh(1/x)", poles="0"),
    F("cosh(1/(x-2))", poles="2"),
    F("log(abs(x-1))", poles="1"),
    F("log((x-1)^2)", poles="1"),
    F("log(x^2-2)", poles="sqrt(2);-sqrt(2)"),
    F("log(1-x^2)", poles="-1;1"),
    F("log(cos(x))", poles="pi/2+k*pi"),
    F("log(tan(x))", poles="k*pi/2"),
    F("log(abs(sin(x)))", poles="k*pi"),
    F("log(1-cos(x))", poles="2*k*pi"),
    F("log(abs(x^2-x-1))", poles="(1+sqrt(5))/2;(1-sqrt(5))/2"),
    F("log(x)^2", poles="0"),
    F("log(x)*x", ends="0"),
    F("log(x)/x", poles="0"),
    F("1/log(x)", poles="1", ends="0"),
    F("1/log(x)^2", poles="1", ends="0"),
    F("log(log(x+2))", poles="-1"),
    F("log(log(log(x+10)))", poles="e-10"),
    F("log(exp(x)-1)", poles="0"),
    F("atanh(x^2-1)", poles="0;sqrt(2);-sqrt(2)"),
    F("atanh(sin(x))", poles="pi/2+k*pi"),
    F("atanh(x/2)", poles="-2;2"),
    F("atanh(1-x^2)", poles="0;sqrt(2);-sqrt(2)"),
    F("1/atan(x)", poles="0"),
    F("1/asin(x)", poles="0", ends="-1;1"),
    F("1/acos(x)", poles="1", ends="-1"),
    F("1/sqrt(1-cos(x))", poles="2*k*pi"),
    F("1/sqrt(sin(x))", poles="k*pi"),
    F("1/sqrt(abs(x-1))", poles="1"),
    F("1/cbrt(x-2)", poles="2"),
    F("x^(-2/3)", poles="0", python="1/rt(x,2,3)"),
    F("(x-1)^(-3/5)", poles="1", python="1/rt(x-1,3,5)"),
    F("abs(x)^(-0.1)", poles="0"),
    F("abs(x-1)^(-1.5)", poles="1"),
    F("x^(-0.5)", poles="0"),
    F("gamma(x)^2", poles="k|k<=0"),
    F("gamma(x+1)", poles="k|k<0"),
    F("gamma(2*x)", poles="k/2|k<=0", ranges=((-2.13, 3.37), (-2.3, 2.0), (-0.71, 1.19))),
    F("digamma(x-1)", poles="k|k<=1"),
    F("lgamma(x+1)", poles="k|k<0"),
    F("gamma(x)*x", poles="k|k<0", holes="0"),
    F("gamma(x)-1/x", poles="k|k<0", holes="0"),
    F("1/floor(x)^2", jumps="k|k<0;k|k>1", ends="0;1"),
    F("1/floor(x)", jumps="k|k<0;k|k>1", ends="0;1"),
    F("1/(x-floor(x))", poles="k"),
    F("1/frac(2*x)", poles="k/2"),
    F("1/mod(x,3)", poles="3*k"),
    F("1/(abs(x)-2)", poles="-2;2"),
    F("1/(abs(x-1)-abs(x+1))", poles="0"),
    F("1/max(x,0)", poles="0"),
    F("1/min(x,1)", poles="0"),
    F("1/(x^2+1e-9)"),
    F("1/(x^2-1e-6)", poles="0.001;-0.001"),
    F("1e-9/(x-1)", poles="1"),
    F("x+1e-8/(x-2)^2", poles="2"),
    F("1e-5*log(abs(x-1))", poles="1"),
    F("1/(x-1)+1/(1-x)+x", holes="1"),
    F("1/x+1/(x-1)+1/(x+1)", poles="-1;0;1"),
    F("sum(1/(x-n), n, 1, 4)", poles="1;2;3;4", python="1/(x-1)+1/(x-2)+1/(x-3)+1/(x-4)"),
    F("prod(1/(x-n), n, 1, 3)", poles="1;2;3", python="1/(x-1)/(x-2)/(x-3)"),
    F("{x < 1: 1/x, x >= 1: 1/(x-3)}", poles="0;3", jumps="1", python="1/x if x < 1 else 1/(x-3)"),
    F("{x < 0: 1/x, x^2}", poles="0", python="1/x if x < 0 else x**2"),
    F("{x > 1: log(x-1), 0}", poles="1", python="log(x-1) if x > 1 else 0"),
    F("{x < 0: 1, x > 0: -1/x}", poles="0", python="1 if x < 0 else -1/x if x > 0 else nan"),
)

JUMPS = (
    F(
        "floor(40*sin(x))",
        jumps=";".join(f"asin({m}/40);pi-asin({m}/40)" for m in range(-39, 40)),
        holes="pi/2",
        ranges=((1.3, 1.9), (-0.71, 1.19), (1.1, 1.61)),
    ),
    F(
        "floor(10*cos(x))",
        jumps=";".join(f"acos({m}*0.1)+2*k*pi;-acos({m}*0.1)+2*k*pi" for m in range(-9, 10)),
        holes="2*k*pi",
        ranges=((-2.0, 2.0), (-1.0, 3.0), (-0.71, 1.19)),
    ),
    F("floor(3*x)", jumps="k/3"),
    F("floor(x+0.1)", jumps="k-0.1"),
    F("floor(x/0.3)", jumps="3*k/10", ranges=((-2.0, 2.0), (-1.0, 3.0), (-0.71, 1.19))),
    F("floor(pi*x)", jumps="k/pi"),
    F("floor(sqrt(x))", jumps="k**2|k>0", ends="0"),
    F("floor(exp(x))", jumps="log(k)|k>0", ranges=((-2.0, 2.0), (-1.0, 3.0), (-4.4, 0.83))),
    F("floor(log(x))", jumps="exp(k)", ranges=((0.11, 4.9), (0.31, 8.3), (0.05, 2.2))),
    F("floor(x)^2", jumps="k|k!=0;0"),
    F("floor(x)*x", jumps="k|k!=0"),
    F("x-2*floor(x/2)", jumps="2*k"),
    F("x*frac(x)", jumps="k|k!=0"),
    F("frac(x)^2", jumps="k"),
    F("frac(x)*(1-frac(x))"),
    F("abs(frac(x)-1/2)"),
    F("mod(x,pi)", jumps="k*pi"),
    F("mod(x,0.7)", jumps="7*k/10"),
    F("mod(x^2,1)", jumps="sqrt(k)|k>0;-sqrt(k)|k>0", ranges=((-2.0, 2.0), (-2.13, 3.37), (0.11, 2.9))),
    F("mod(-x,2)", jumps="2*k"),
    F("round(2*x)", jumps="k/2+1/4"),
    F("round(x)-x", jumps="k+1/2"),
    F("abs(x-round(x))"),
    F("trunc(x)", jumps="k|k!=0"),
    F("trunc(2*x)/2", jumps="k/2|k!=0"),
    F("ceil(x)+x", jumps="k"),
    F("sign(cos(x))", jumps="pi/2+k*pi"),
    F("sign(x^2-2)", jumps="sqrt(2);-sqrt(2)"),
    F("sign(x^3-x)", jumps="-1;0;1"),
    F("sign(tan(x))", jumps="k*pi/2"),
    F("sign(sin(3*x))*x", jumps="k*pi/3|k!=0"),
    F("sign(x)*cos(x)", jumps="0"),
    F("sign(x)*sin(x)"),
    F("sign(x-1/3)", jumps="1/3"),
    F("sign(exp(x)-2)", jumps="log(2)"),
    F("abs(x-1)/(x-1)", jumps="1"),
    F("abs(x^2-1)/(x-1)", jumps="1"),
    F("abs(x^2-2)/(x^2-2)", jumps="sqrt(2);-sqrt(2)"),
    F("sin(x)/abs(x)", jumps="0"),
    F("sin(x)/abs(sin(x))", jumps="k*pi"),
    F("cos(x)/abs(cos(x))", jumps="pi/2+k*pi"),
    F("sqrt(x^2)/x", jumps="0"),
    F("sqrt(1-cos(x))/x", jumps="0"),
    F("sqrt(1-cos(2*x))/sin(x)", jumps="k*pi"),
    F("atan(1/(x-1))", jumps="1"),
    F("atan(1/x)*x", holes="0"),
    F("atan(1/sin(x))", jumps="k*pi"),
    F("atan(tan(2*x))", jumps="pi/4+k*pi/2"),
    F("atan(log(abs(x)))", holes="0"),
    F("atan(x/(x^2-1))", jumps="-1;1"),
    F("atan(1/(x^2-3))", jumps="sqrt(3);-sqrt(3)"),
    F("atan(tan(x)^2)", holes="pi/2+k*pi"),
    F("tanh(1/x)", jumps="0"),
    F("tanh(tan(x))", jumps="pi/2+k*pi"),
    F("tanh(1/(x-2))", jumps="2"),
    F("erf(1/x)", jumps="0"),
    F("1/(1+exp(1/(x-1)))", jumps="1"),
    F("1/(1+2^tan(x))", jumps="pi/2+k*pi"),
    F("exp(-exp(1/x))", jumps="0"),
    F("(exp(1/x)-1)/(exp(1/x)+1)", jumps="0"),
    F("x/(1+exp(1/x))", holes="0"),
    F("atan2(x,0-1)", jumps="0", python="atan2(x,-1)"),
    F("atan2(x-1,-2)", jumps="1", python="atan2(x-1,-2)"),
    F("acot(1/x)", jumps="0", python="pi/2-atan(1/x)"),
    F("asec(x)", ends="-1;1", python="acos(1/x)"),
    F("{x < 0: x, x+1}", jumps="0", python="x if x < 0 else x+1"),
    F("{x < 1: 2, x <= 2: 3, 2}", jumps="1;2", python="2 if x < 1 else 3 if x <= 2 else 2"),
    F("{x^2 < 2: 1, 0}", jumps="sqrt(2);-sqrt(2)", python="1 if x*x < 2 else 0"),
    F("{sin(x) > 1/2: 1, 0}", jumps="pi/6+2*k*pi;5*pi/6+2*k*pi", python="1 if sin(x) > 1/2 else 0"),
    F("{x > 0: 1e-3, 0}", jumps="0", python="0.001 if x > 0 else 0"),
    F("{x < 1/3: x, x^2}", jumps="1/3", python="x if 3*x < 1 else x**2"),
    F("{cos(x) > 0: cos(x), 0}", python="cos(x) if cos(x) > 0 else 0"),
    F("(x > 1) x^2", jumps="1", python="x**2 if x > 1 else 0"),
    F("2 (0 < x < 2)", jumps="0;2", python="2 if 0 < x < 2 else 0"),
    F("x + 1e-4 floor(x)", jumps="k", python="x + floor(x)/10000"),
    F("1000 x + sign(x-1)", jumps="1", python="1000*x+sign(x-1)"),
    F("step(x-1)-step(x-2)", jumps="1;2", python="(1 if x >= 1 else 0)-(1 if x >= 2 else 0)"),
    F("heaviside(sin(x))", jumps="k*pi", python="(1+sign(sin(x)))/2"),
    F("max(sign(x), 0) x", python="max(sign(x),0)*x"),
    F("max(sign(x-1), 0)", jumps="1"),
    F("acos(cos(x))*sign(sin(x))", jumps="pi+2*k*pi"),
    F("sum(floor(n*x), n, 1, 3)", jumps="k/2;k/3", python="floor(x)+floor(2*x)+floor(3*x)"),
    F("prod(sign(x-n), n, 0, 2)", jumps="0;1;2", python="sign(x)*sign(x-1)*sign(x-2)"),
    F("floor(abs(x))", jumps="k|k!=0"),
    F("floor(x)/x", jumps="k|k!=0", poles="0"),
    F("floor(x)/(x-1)", jumps="k|k!=1", poles="1"),
    F("sign(sin(pi*x))/x", jumps="k|k!=0", poles="0"),
    F("x^floor(x)", jumps="k|k!=1", poles="0", ranges=((0.11, 4.9), (0.31, 3.3), (0.05, 2.2))),
    F("2^floor(x)", jumps="k"),
    F("floor(x+1/2)-round(x)", holes="k+1/2|k%2==0", python="floor(x+1/2)-round(x)"),
)

ENDS = (
    F("sqrt(cos(x)-1)"),
    F("sqrt(sin(x)-1)"),
    F("sqrt(-x^2)", python="0 if x == 0 else nan"),
    F("sqrt(-(x-1)^2)+x", python="1 if x == 1 else nan"),
    F("sqrt(cos(x))", ends="pi/2+k*pi"),
    F("sqrt(1-x^2)", ends="-1;1"),
    F("sqrt(x^2-3)", ends="sqrt(3);-sqrt(3)"),
    F("sqrt(x^2*(x-1))", ends="1"),
    F("sqrt(x^3-x^2)", ends="1"),
    F("sqrt(x)+sqrt(2-x)", ends="0;2"),
    F("sqrt(sqrt(x)-1)", ends="1"),
    F("sqrt(1-sqrt(x))", ends="0;1"),
    F("sqrt(log(x))", ends="1"),
    F("sqrt(exp(x)-2)", ends="log(2)"),
    F("sqrt(1/x)", poles="0"),
    F("sqrt(1/x-1)", poles="0", ends="1"),
    F("sqrt(tan(x))", ends="k*pi", poles="pi/2+k*pi"),
    F("sqrt((x-1)/(x+1))", poles="-1", ends="1"),
    F("sqrt(abs(x)-1)", ends="-1;1"),
    F("sqrt(floor(x))", jumps="k|k>0", ends="0"),
    F("sqrt(sin(x))*x", ends="k*pi"),
    F("sqrt(1-cos(x))"),
    F("sqrt(x-x^2)", ends="0;1"),
    F("(x-1)^0.5", ends="1"),
    F("(2-x)^1.5", ends="2"),
    F("x^(1/x)", ends="0", ranges=((-1.0, 3.0), (-0.71, 1.19), (0.11, 4.9))),
    F("x^sin(x)", ends="0", ranges=((-0.9, 3.0), (-0.71, 1.19), (0.11, 4.9))),
    F("x^sqrt(2)", ends="0"),
    F("x^pi", ends="0"),
    F("x^(2*x)", ends="0", ranges=((-0.4, 3.0), (-0.41, 1.19), (0.11, 4.9))),
    F(
        "(1+1/x)^x",
        ends="0",
        poles="-1",
        ranges=((-0.93, 3.0), (-4.4, 0.83), (0.11, 4.9)),
        python="nan if -1 < x <= 0 else (1+1/x)**x",
    ),
    F("(1+x)^(1/x)", holes="0", poles="-1", ranges=((-0.93, 3.0), (-0.71, 1.19), (0.11, 4.9))),
    F("x*log(x)^2", ends="0"),
    F("x^2*log(x)", ends="0"),
    F("x^x*log(x)", poles="0", ranges=((-0.4, 3.0), (-0.41, 1.19), (0.11, 4.9))),
    F("x/(x>1)", ends="1", python="x if x > 1 else nan"),
    F("x/(x<2)", ends="2", python="x if x < 2 else nan"),
    F("1/(x>=0)", ends="0", python="1 if x >= 0 else nan"),
    F("{x > 1: x^2}", ends="1", python="x**2 if x > 1 else nan"),
    F(
        "{-1 < x < 1: cos(x), x > 2: 1}",
        ends="-1;1;2",
        python="cos(x) if -1 < x < 1 else 1 if x > 2 else nan",
    ),
    F("{x^2 > 2: x}", ends="sqrt(2);-sqrt(2)", python="x if x*x > 2 else nan"),
    F("{sin(x) > 0: x}", ends="k*pi", python="x if sin(x) > 0 else nan"),
    F("{x < 1: x, x > 1: 2-x}", holes="1", python="x if x < 1 else 2-x if x > 1 else nan"),
    F("asin(x/2)", ends="-2;2"),
    F("asin(x^2)", ends="-1;1"),
    F("asin(2*x-1)", ends="0;1"),
    F("asin(1/x)", ends="-1;1"),
    F("asin(tan(x))", ends="-pi/4+k*pi;pi/4+k*pi"),
    F("acos(x-1)", ends="0;2"),
    F("acos(x^2-2)", ends="1;-1;sqrt(3);-sqrt(3)"),
    F("acos(exp(x))", ends="0"),
    F("acos(floor(x))", ends="-1;2", jumps="0;1"),
    F("acosh(x^2)", ends="-1;1"),
    F("acosh(cosh(x))"),
    F("acosh(1+x)", ends="0"),
    F("acosh(2-x)", ends="1"),
    F("acosh(1/x)", poles="0", ends="1"),
    F("asin(cos(x))"),
    F("asin(x)+acos(x)", ends="-1;1"),
    F("sqrt(1-x^2)/x", poles="0", ends="-1;1"),
    F("sqrt(x)/x", poles="0"),
    F("sqrt(x)/(x-2)", poles="2", ends="0"),
    F("sqrt(x)/sin(x)", poles="k*pi|k>=0"),
    F("sqrt(4-x^2)/(x^2-1)", poles="-1;1", ends="-2;2"),
    F("sqrt(x-1)*sqrt(3-x)", ends="1;3"),
    F("sqrt(x-1)/sqrt(3-x)", ends="1", poles="3"),
    F("sqrt(x-2)+sqrt(1-x)"),
    F("log(x-3)+log(2-x)"),
    F("log(sqrt(x)-1)", poles="1"),
    F("log(1+sqrt(x))", ends="0"),
    F("log(x)*sin(x)", ends="0"),
    F("exp(-1/x)*sqrt(x)", ends="0"),
    F("sqrt(x)*log(x)", ends="0"),
    F("exp(log(x))", ends="0"),
    F("log(exp(x))"),
    F("sqrt(x)^2", ends="0"),
    F("1/sqrt(x-1)-1/sqrt(2-x)", poles="1;2"),
    F("x^1.5/x", ends="0"),
    F("log(x)^0", ends="0", python="1 if x > 0 else nan"),
    F("0*log(x)+1", ends="0", python="1 if x > 0 else nan"),
    F("0*sqrt(x-1)", ends="1", python="0 if x >= 1 else nan"),
)

SMOOTH = (
    F("x^3-x+1"),
    F("exp(-x^2)*sin(5*x)"),
    F("atan(50*x)"),
    F("tanh(30*(x-1))"),
    F("1/(1+x^2)"),
    F("1/(x^2+x+1)"),
    F("1/(2+sin(x))"),
    F("sqrt(x^2+0.01)"),
    F("log(1+x^2)"),
    F("log(2+cos(3*x))"),
    F("cbrt(x^2-1)"),
    F("abs(sin(2*x))+abs(cos(x))"),
    F("max(sin(x),cos(x))"),
    F("min(x^2,2-x)"),
    F("exp(sin(x)*cos(x))"),
    F("x/(1+abs(x))"),
    F("sin(x)^2+cos(x)^2"),
    F("asinh(10*x)"),
    F("erf(5*x)"),
    F("acos(sin(x)/2)"),
    F("1/(1+exp(-20*x))"),
    F("abs(abs(x)-1)"),
    F("(x^2+1)/(x^4+1)"),
    F("exp(-50*(x-0.3)^2)"),
)

FUNCTIONS = (*REMOVABLE, *SINGLE_VALUES, *POLES, *JUMPS, *ENDS, *SMOOTH)


def ranges_of(number: int) -> tuple[tuple[float, float], ...]:
    """Three ranges of x for the function of a number, its own ones if it has any."""
    own = FUNCTIONS[number].ranges
    return own or tuple(RANGES[(number + shift) % len(RANGES)] for shift in (0, 3, 5))
