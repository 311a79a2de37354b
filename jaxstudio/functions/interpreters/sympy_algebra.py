"""A tree as a SymPy expression, for derivatives as readable formulas."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import sympy  # type: ignore[import-untyped]
from sympy import Expr, Piecewise, Rational, Symbol

from jaxstudio.functions.interpreters.algebra import COMPARISONS, Algebra
from jaxstudio.functions.interpreters.evaluate import evaluate
from jaxstudio.functions.language.nodes import Node


def tree_to_sympy(tree: Node, names: Sequence[str]) -> Any:
    """The formula of a tree whose free names are `names`: an Expr, a Tuple of them, or a condition.

    Names are real symbols, as `symbol` makes them. A number typed is the fraction that its digits spell.
    Where there is no value the formula is NaN.
    """
    return evaluate(tree, SympyAlgebra(), {name: symbol(name) for name in names})


def symbol(name: str) -> Symbol:
    return Symbol(name, real=True)


def _exact(value: float) -> Expr:
    return sympy.nan if value != value else Rational(repr(float(value)))


FUNCTIONS: dict[str, Callable[..., Expr]] = {
    "sin": sympy.sin,
    "cos": sympy.cos,
    "tan": sympy.tan,
    "cot": sympy.cot,
    "sec": sympy.sec,
    "csc": sympy.csc,
    "asin": sympy.asin,
    "acos": sympy.acos,
    "atan": sympy.atan,
    "atan2": sympy.atan2,
    "sinc": lambda x: sympy.sinc(sympy.pi * x),
    "exp": sympy.exp,
    "expm1": lambda x: sympy.exp(x) - 1,
    "log": sympy.log,
    "log1p": lambda x: sympy.log(1 + x),
    "sinh": sympy.sinh,
    "cosh": sympy.cosh,
    "tanh": sympy.tanh,
    "coth": sympy.coth,
    "sech": sympy.sech,
    "csch": sympy.csch,
    "asinh": sympy.asinh,
    "acosh": sympy.acosh,
    "atanh": sympy.atanh,
    "sqrt": sympy.sqrt,
    "cbrt": lambda x: sympy.sign(x) * sympy.Abs(x) ** Rational(1, 3),
    "abs": sympy.Abs,
    "sign": sympy.sign,
    "floor": sympy.floor,
    "ceil": sympy.ceiling,
    "round": lambda x: sympy.floor(x + Rational(1, 2)),
    "trunc": lambda x: Piecewise((sympy.floor(x), x >= 0), (sympy.ceiling(x), True)),
    "min": sympy.Min,
    "max": sympy.Max,
    "stop": lambda x: x,
    "erf": sympy.erf,
    "erfc": sympy.erfc,
    "erfinv": sympy.erfinv,
    "ndtri": lambda x: sympy.sqrt(2) * sympy.erfinv(2 * x - 1),
    "Ei": sympy.Ei,
    "E1": lambda x: sympy.expint(1, x),
    "lambertw": sympy.LambertW,
    "gamma": sympy.gamma,
    "lgamma": sympy.loggamma,
    "digamma": sympy.digamma,
    "polygamma": sympy.polygamma,
    "betainc": lambda a, b, x: sympy.betainc_regularized(a, b, 0, x),
    "gammainc": lambda a, x: sympy.lowergamma(a, x) / sympy.gamma(a),
    "gammaincc": lambda a, x: sympy.uppergamma(a, x) / sympy.gamma(a),
    "zeta": sympy.zeta,
    "i0": lambda x: sympy.besseli(0, x),
    "i1": lambda x: sympy.besseli(1, x),
    "i0e": lambda x: sympy.besseli(0, x) * sympy.exp(-sympy.Abs(x)),
    "i1e": lambda x: sympy.besseli(1, x) * sympy.exp(-sympy.Abs(x)),
}
CONSTANTS = {"pi": sympy.pi, "e": sympy.E, "tau": 2 * sympy.pi}


# A power of numbers with more binary digits is no longer exact; a function of a larger number is left as it
# stands: SymPy would work out all the digits.
BITS, LARGE = 4_096, 100


def _number_power(a: Expr, b: Expr) -> Expr:
    """A power of two numbers, in floating point where it would have very many digits."""
    exact = a.is_Rational and b.is_Rational
    if not exact or (a.p.bit_length() + a.q.bit_length()) * abs(b) <= BITS:
        return a**b
    try:
        return sympy.Float(float(a) ** float(b))
    except OverflowError:
        return -sympy.oo if a < 0 and b % 2 == 1 else sympy.oo
    except ZeroDivisionError:
        return sympy.nan


class SympyAlgebra(Algebra[Any, Any]):
    """Values are expressions of real symbols.

    `round` takes halves upwards here, and `stop` does not stop derivatives: SymPy knows neither.
    """

    functions = FUNCTIONS
    comparisons = {**COMPARISONS, "==": sympy.Eq, "!=": sympy.Ne}

    def __init__(self) -> None:
        self._count = 0

    def constant(self, value: float) -> Expr:
        return _exact(value)

    def named_constant(self, name: str, value: float) -> Expr:
        return CONSTANTS[name]

    def divide(self, a: Expr, b: Expr) -> Expr:
        return sympy.nan if b == 0 else a / b

    def integer_power(self, a: Expr, n: int) -> Expr:
        if a == 0 and n < 0:
            return sympy.nan
        return self.power(a, sympy.Integer(n))

    def rational_power(self, a: Expr, p: int, q: int) -> Expr:
        size = sympy.Abs(a) ** Rational(p, q)
        return sympy.sign(a) * size if p % 2 else size

    def power(self, a: Expr, b: Expr) -> Expr:
        return _number_power(a, b) if a.is_number and b.is_number else a**b

    def call(self, name: str, arguments: Sequence[Expr]) -> Expr:
        if any(argument.is_Rational and abs(argument) > LARGE for argument in arguments):
            with sympy.evaluate(False):
                return FUNCTIONS[name](*arguments)
        return FUNCTIONS[name](*arguments)

    def select(self, condition: Any, a: Expr, b: Expr) -> Expr:
        return Piecewise((a, condition), (b, True))

    def _index(self) -> Symbol:
        self._count += 1
        return Symbol(f"k_{self._count}", integer=True)

    def total(self, kind: str, body: Callable[[Expr], Expr], low: int, count: int) -> Expr:
        index = self._index()
        form = sympy.Sum if kind == "sum" else sympy.Product
        return form(body(index), (index, low, low + count - 1))

    def open_total(self, kind: str, body: Callable[[Expr], Expr], low: Expr, high: Expr) -> Expr:
        index = self._index()
        form = sympy.Sum if kind == "sum" else sympy.Product
        return form(body(index), (index, low, high))

    def integral(self, body: Callable[[Expr], Expr], low: Expr, high: Expr) -> Expr:
        self._count += 1
        at = symbol(f"t_{self._count}")
        return sympy.Integral(body(at), (at, low, high))

    def derivative(self, body: Callable[[Expr], Expr], at: Expr, order: int) -> Expr:
        self._count += 1
        free = symbol(f"u_{self._count}")
        return sympy.diff(body(free), free, order).subs(free, at)

    def several(self, items: Sequence[Expr]) -> Any:
        return sympy.Tuple(*items)
