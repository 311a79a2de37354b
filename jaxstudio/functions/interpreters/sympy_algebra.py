"""A tree as a SymPy expression, and SymPy's expressions as trees: derivatives are readable formulas."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import sympy  # type: ignore[import-untyped]
from sympy import Expr, Piecewise, Rational, Symbol

from jaxstudio.errors import ExpressionError, Wording
from jaxstudio.functions.interpreters.algebra import COMPARISONS, Algebra
from jaxstudio.functions.interpreters.evaluate import evaluate
from jaxstudio.functions.language import limits
from jaxstudio.functions.language.catalogue import FUNCTIONS as CATALOGUE
from jaxstudio.functions.language.nodes import (
    Bound,
    Call,
    Cases,
    Chain,
    Compare,
    Constant,
    Logic,
    Name,
    Negate,
    Node,
    Number,
    Power,
    Tuple,
)


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


# functions that SymPy and the catalogue call alike
_ALIKE = """sin cos tan cot sec csc asin acos atan atan2 sinh cosh tanh coth sech csch asinh acosh atanh exp
log sign floor erf erfc erfinv gamma digamma polygamma zeta Ei"""
SAME = tuple(_ALIKE.split())
FUNCTIONS: dict[str, Callable[..., Expr]] = {
    **{name: getattr(sympy, name) for name in SAME},
    "sinc": lambda x: sympy.sinc(sympy.pi * x),
    "expm1": lambda x: sympy.exp(x) - 1,
    "log1p": lambda x: sympy.log(1 + x),
    "sqrt": sympy.sqrt,
    "cbrt": lambda x: sympy.sign(x) * sympy.Abs(x) ** Rational(1, 3),
    "abs": sympy.Abs,
    "ceil": sympy.ceiling,
    "round": lambda x: sympy.floor(x + Rational(1, 2)),
    "trunc": lambda x: Piecewise((sympy.floor(x), x >= 0), (sympy.ceiling(x), True)),
    "min": sympy.Min,
    "max": sympy.Max,
    "stop": lambda x: x,
    "ndtri": lambda x: sympy.sqrt(2) * sympy.erfinv(2 * x - 1),
    "E1": lambda x: sympy.expint(1, x),
    "lambertw": sympy.LambertW,
    "lgamma": sympy.loggamma,
    "betainc": lambda a, b, x: sympy.betainc_regularized(a, b, 0, x),
    "gammainc": lambda a, x: sympy.lowergamma(a, x) / sympy.gamma(a),
    "gammaincc": lambda a, x: sympy.uppergamma(a, x) / sympy.gamma(a),
    "i0": lambda x: sympy.besseli(0, x),
    "i1": lambda x: sympy.besseli(1, x),
    "i0e": lambda x: sympy.besseli(0, x) * sympy.exp(-sympy.Abs(x)),
    "i1e": lambda x: sympy.besseli(1, x) * sympy.exp(-sympy.Abs(x)),
    "lambertwm1": lambda x: sympy.LambertW(x, -1),
    "hyp1f1": lambda a, b, x: sympy.hyper([a], [b], x),
    "hyp2f1": lambda a, b, c, x: sympy.hyper([a, b], [c], x),
    **{name: getattr(sympy, f.sympy) for name, f in CATALOGUE.items() if f.sympy},
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

    endless = True
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
        if name not in FUNCTIONS:
            raise ExpressionError(Wording("SymPy has no formula of {0}(…)", name))
        if any(argument.is_Rational and abs(argument) > LARGE for argument in arguments):
            with sympy.evaluate(False):
                return FUNCTIONS[name](*arguments)
        return FUNCTIONS[name](*arguments)

    def select(self, condition: Any, a: Expr, b: Expr) -> Expr:
        return Piecewise((a, condition), (b, True))

    def total(self, kind: str, body: Callable[[Expr], Expr], low: int, count: int) -> Expr:
        return self.open_total(kind, body, low, low + count - 1)

    def open_total(self, kind: str, body: Callable[[Expr], Expr], low: Expr, high: Expr) -> Expr:
        self._count += 1
        index = Symbol(f"k_{self._count}", integer=True)
        form = sympy.Sum if kind == "sum" else sympy.Product
        return form(body(index), (index, low, high))

    def endless_total(self, kind: str, body: Callable[[Expr], Expr], low: Expr) -> Expr:
        return self.open_total(kind, body, low, sympy.oo)

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


# the catalogue's name of a function of SymPy
CALLS = {name: name for name in SAME} | {
    "Abs": "abs",
    "ceiling": "ceil",
    "loggamma": "lgamma",
    "beta": "beta",
    "Min": "min",
    "Max": "max",
    **{function.sympy: name for name, function in CATALOGUE.items() if function.sympy},
}


def from_sympy(formula: Any) -> Node:
    """The tree of a real formula as `tree_to_sympy` makes them, or of a derivative of one.

    The pulses that derivatives have at jumps are left out. Raises ExpressionError where something has no
    name in the language, such as the derivative of zeta.
    """
    for kind, convert in CONVERTERS:
        if isinstance(formula, kind):
            return convert(formula)
    name = type(formula).__name__
    if name in CALLS:
        return _call(CALLS[name], *map(from_sympy, formula.args))
    raise ExpressionError(Wording("the formula contains {0}, which cannot be computed here", name))


def size(formula: Any) -> int:
    """How many operations and symbols the formula has when it is written out."""
    return sum(1 for _ in sympy.preorder_traversal(formula))


def _number(value: float) -> Node:
    return Number(0, 0, value) if not value < 0 else Negate(0, 0, Number(0, 0, -value))


def _rational(value: Any) -> Node:
    if value.q == 1:
        return _number(float(value))
    if value < 0:
        return Negate(0, 0, _rational(-value))
    is_decimal = sympy.Rational(repr(float(value))) == value
    if is_decimal or max(value.p, value.q) >= 2**53:
        return _number(float(value))
    return _quotient(_number(float(value.p)), _number(float(value.q)))


def _quotient(a: Node, b: Node) -> Node:
    return Chain(0, 0, (a, b), ("/",))


def _call(name: str, *arguments: Node) -> Node:
    return Call(0, 0, name, arguments)


def _sum(formula: Any) -> Node:
    terms = formula.as_ordered_terms()
    operands, operators = [from_sympy(terms[0])], []
    for term in terms[1:]:
        negative = term.could_extract_minus_sign()
        operators.append("-" if negative else "+")
        operands.append(from_sympy(-term if negative else term))
    return Chain(0, 0, tuple(operands), tuple(operators))


def _product(formula: Any) -> Node:
    if formula.could_extract_minus_sign():
        return Negate(0, 0, from_sympy(-formula))
    above, below = [], []
    for factor in formula.as_ordered_factors():
        power = factor.as_base_exp()[1] if isinstance(factor, sympy.Pow) else sympy.S.One
        if power.is_Rational and power < 0:
            below.append(1 / factor)
        else:
            above.append(factor)
    operands = [from_sympy(factor) for factor in (*(above or [sympy.S.One]), *below)]
    operators = ("*",) * (max(len(above), 1) - 1) + ("/",) * len(below)
    return Chain(0, 0, tuple(operands), operators) if operators else operands[0]


def _power(formula: Any) -> Node:
    base, exponent = formula.args
    if exponent == sympy.Rational(1, 2):
        return _call("sqrt", from_sympy(base))
    if exponent.is_Rational and exponent < 0:
        return _quotient(_number(1.0), from_sympy(base ** (-exponent)))
    if exponent.is_Rational and exponent.q % 2 and exponent.q > 1 and not base.is_nonnegative:
        # SymPy's root of a negative number is complex; the exponent as one number has no value there
        return Power(0, 0, from_sympy(base), _number(float(exponent)))
    return Power(0, 0, from_sympy(base), from_sympy(exponent))


def _piecewise(formula: Any) -> Node:
    pairs = list(formula.args)
    otherwise = from_sympy(pairs.pop().expr) if pairs[-1].cond == sympy.true else None
    conditions = tuple(from_sympy(pair.cond) for pair in pairs)
    values = tuple(from_sympy(pair.expr) for pair in pairs)
    if not conditions:
        return otherwise if otherwise is not None else _number(float("nan"))
    return Cases(0, 0, conditions, values, otherwise)


# sums, products and integrals
KINDS = {"Sum": "sum", "Product": "prod", "Integral": "integral"}


def _bound(formula: Any) -> Node:
    kind = KINDS[type(formula).__name__]
    if len(formula.limits) != 1 or len(formula.limits[0]) != 3:
        raise ExpressionError(Wording("the formula contains {0}(…) without bounds", kind))
    variable, low, high = formula.limits[0]
    body, low, high = map(from_sympy, (formula.function, low, high))
    return Bound(0, 0, kind, body, variable.name, low, high)


def _hyper(formula: Any) -> Node:
    above, below, x = formula.args
    name = {(1, 1): "hyp1f1", (2, 1): "hyp2f1"}.get((len(above), len(below)))
    if name is None:
        raise ExpressionError(
            Wording("the formula contains a hypergeometric function that is not known here")
        )
    return _call(name, *map(from_sympy, (*above, *below, x)))


def _elliptic(formula: Any) -> Node:
    name, most = ("ellipe", 1) if isinstance(formula, sympy.elliptic_e) else ("ellippi", 2)
    return _call(name + "inc" * (len(formula.args) > most), *map(from_sympy, formula.args))


def _polygamma(formula: Any) -> Node:
    """polygamma as a derivative of digamma, which has values below 0 too."""
    order, x = formula.args
    if not order.is_Integer:
        return _call("polygamma", from_sympy(order), from_sympy(x))
    if order > limits.ORDER:
        raise ExpressionError(Wording("the formula contains a polygamma function of too high an order"))
    return Call(0, 0, "digamma", (from_sympy(x),), int(order))


def _incomplete(formula: Any) -> Node:
    name = "gammainc" if isinstance(formula, sympy.lowergamma) else "gammaincc"
    a, x = map(from_sympy, formula.args)
    return Chain(0, 0, (_call(name, a, x), _call("gamma", a)), ("*",))


def _derivative(formula: Any) -> Node:
    """The derivative of a step function is 0 between the steps; SymPy leaves it as it stands."""
    if isinstance(formula.expr, sympy.floor | sympy.ceiling | sympy.sign):
        return _number(0.0)
    name = type(formula.expr).__name__
    raise ExpressionError(Wording("the formula contains the derivative of {0}, which has no name", name))


def _exponential_integral(formula: Any) -> Node:
    order, x = formula.args
    if order == 1:
        return _call("E1", from_sympy(x))
    if order == 0:
        return from_sympy(sympy.exp(-x) / x)
    raise ExpressionError(
        Wording("the formula contains an exponential integral of an order that is not known here")
    )


def _beta(formula: Any) -> Node:
    a, b, low, high = formula.args
    if low != 0:
        raise ExpressionError(Wording("the formula contains an incomplete beta function between two bounds"))
    return _call("betainc", from_sympy(a), from_sympy(b), from_sympy(high))


CONVERTERS: tuple[tuple[Any, Callable[[Any], Node]], ...] = (
    (sympy.Symbol, lambda formula: Name(0, 0, formula.name)),
    (sympy.Rational, _rational),
    (sympy.Float, lambda formula: _number(float(formula))),
    (type(sympy.pi), lambda formula: Constant(0, 0, "pi")),
    (type(sympy.E), lambda formula: Constant(0, 0, "e")),
    ((type(sympy.nan), type(sympy.zoo)), lambda formula: _number(float("nan"))),
    ((type(sympy.oo), type(-sympy.oo)), lambda formula: _number(float(formula))),
    (
        (type(sympy.true), type(sympy.false)),
        lambda formula: Compare(0, 0, (_number(0.0), _number(0.0)), ("==" if formula else "!=",)),
    ),
    (sympy.Add, _sum),
    (sympy.Mul, _product),
    (sympy.Pow, _power),
    (sympy.Piecewise, _piecewise),
    (
        sympy.core.relational.Relational,
        lambda formula: Compare(0, 0, tuple(map(from_sympy, formula.args)), (formula.rel_op,)),
    ),
    (
        (sympy.And, sympy.Or, sympy.Not),
        lambda formula: Logic(0, 0, type(formula).__name__.lower(), tuple(map(from_sympy, formula.args))),
    ),
    ((sympy.Sum, sympy.Product, sympy.Integral), _bound),
    (
        sympy.LambertW,
        lambda formula: _call(
            "lambertwm1" if -1 in formula.args[1:] else "lambertw", from_sympy(formula.args[0])
        ),
    ),
    (sympy.hyper, _hyper),
    ((sympy.elliptic_e, sympy.elliptic_pi), _elliptic),
    (sympy.polygamma, _polygamma),
    ((sympy.lowergamma, sympy.uppergamma), _incomplete),
    (sympy.sinc, lambda formula: _call("sinc", from_sympy(formula.args[0] / sympy.pi))),
    (sympy.expint, _exponential_integral),
    (sympy.betainc_regularized, _beta),
    (sympy.DiracDelta, lambda formula: _number(0.0)),
    (sympy.Heaviside, lambda formula: _call("heaviside", from_sympy(formula.args[0]))),
    (sympy.Derivative, _derivative),
    # the derivative of a step function at some place
    (sympy.Subs, lambda formula: from_sympy(formula.expr)),
    (sympy.Tuple, lambda formula: Tuple(0, 0, tuple(map(from_sympy, formula)))),
)
