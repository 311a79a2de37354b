"""Finds the first equation that produces a NaN, and says why its inputs have no defined result."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from typing import Any

import jax.numpy as jnp
import numpy as np
from jax.extend import core

from jaxstudio.errors import Cancelled, UsageError
from jaxstudio.ir.parse.jaxpr import inner_jaxprs, walked
from jaxstudio.ir.report import NanFound
from jaxstudio.runtime.jax_internals import primitive_name, printed_jaxprs, scan_operand_counts

Values = tuple[float, ...]
GUARD = (
    "keep the input where it is defined, f(jnp.where(good, x, 1.0)), and choose the result by another where"
)


def _domain(what: str, where: str) -> Callable[[Values], str]:
    def describe(values: Values) -> str:
        return f"{what} of {_number(values[0])} has no value: it is defined for {where}"

    return describe


def _division(values: Values) -> str:
    if values[:2] == (0.0, 0.0):
        return "0 / 0 has no value"
    return f"{_number(values[0])} / {_number(values[1])} has no value"


def _pair(sign: str) -> Callable[[Values], str]:
    return lambda values: f"{_number(values[0])} {sign} {_number(values[1])} has no value"


def _power(values: Values) -> str:
    return f"{_number(values[0])} to the power {_number(values[1])} is no real number"


REASONS: dict[str, Callable[[Values], str]] = {
    "log": _domain("the logarithm", "positive numbers"),
    "log1p": _domain("log(1 + x)", "x above −1"),
    "sqrt": _domain("the square root", "numbers from 0"),
    "rsqrt": _domain("1 / √x", "positive numbers"),
    "asin": _domain("arcsin", "−1 to 1"),
    "acos": _domain("arccos", "−1 to 1"),
    "acosh": _domain("arcosh", "numbers from 1"),
    "atanh": _domain("artanh", "−1 to 1"),
    "erf_inv": _domain("the inverse error function", "−1 to 1"),
    "lgamma": _domain("log Γ", "numbers that are not infinite"),
    "digamma": _domain("the digamma function", "numbers other than 0, −1, −2, …"),
    "sin": _domain("the sine", "finite numbers"),
    "cos": _domain("the cosine", "finite numbers"),
    "tan": _domain("the tangent", "finite numbers"),
    "div": _division,
    "rem": _pair("modulo"),
    "sub": _pair("−"),
    "add": _pair("+"),
    "add_any": _pair("+"),
    "mul": _pair("×"),
    "pow": _power,
}
MATRICES = {
    "triangular_solve": "the matrix has a zero on its diagonal (it is singular), or an infinity",
    "cholesky": "the matrix is not positive definite",
}
INFINITE = {"add", "add_any", "sub", "mul", "reduce_sum", "dot_general", "cumsum"}


def reason(primitive: str, values: Values) -> tuple[str, str]:
    """Return the reason why `primitive` of these inputs is NaN, and a suggested fix.

    Args:
        values: the inputs at the NaN's place; NaN for one whose place is not known.
    """
    known = [value for value in values if not math.isnan(value)]
    if any(map(math.isinf, known)) or primitive in INFINITE:
        suggestion = (
            "find where the infinity comes from (an overflow, a division by 0), and keep it finite there"
        )
    else:
        suggestion = GUARD
    if primitive in REASONS and len(known) == len(values) and values:
        return REASONS[primitive](values), suggestion
    if primitive in MATRICES:
        return MATRICES[primitive], "check the matrix before it is solved, for example its smallest pivot"
    if primitive in INFINITE:
        return f"{primitive} met infinities of both signs, or 0 × ∞", suggestion
    return f"{primitive} has no value for what it was given", suggestion


def _number(value: float) -> str:
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    return f"{value:.6g}".replace("-", "−")


# Loops are followed round by round within this time; beyond it the loop itself is named.
SECONDS = 10.0
OUT_OF_TIME = f"which of its steps made it is not known: they take longer than {SECONDS:.0f} s one by one"
NOT_FOLLOWED = "which of its steps made it is not known: JAX does not tell what they are given"
# Their inner jaxprs combine two numbers, and make no NaN of their own.
COMBINING = ("scatter", "reduce", "select_and", "arg")


class _Found(Exception):
    """Carries the result out of nested jaxprs."""

    def __init__(self, nan: NanFound) -> None:
        self.nan = nan


def first_nan(
    closed: core.ClosedJaxpr,
    arguments: Sequence[Any],
    seconds: float = SECONDS,
    cancelled: Callable[[], bool] = lambda: False,
) -> NanFound | None:
    """The first equation that makes a NaN of these arguments; None where none does.

    Args:
        arguments: one array for each of the jaxpr's inputs, flat.

    Raises:
        Cancelled: `cancelled`, called before each equation, returned True.
    """
    arguments = [argument if hasattr(argument, "dtype") else jnp.asarray(argument) for argument in arguments]
    for place, argument in enumerate(arguments):
        if _has_nan(argument):
            return NanFound(-1, "", argument=place, why=f"argument {place} holds a NaN already")
    follower = _Follower(closed, time.perf_counter() + seconds, cancelled)
    try:
        follower.jaxpr(closed.jaxpr, closed.consts, list(arguments))
    except _Found as stopped:
        return stopped.nan
    return None


class _OutOfTime(Exception):
    """A loop takes longer than it may be followed."""


class _Follower:
    def __init__(self, closed: core.ClosedJaxpr, until: float, cancelled: Callable[[], bool]) -> None:
        self._numbers = {id(equation): number for number, (_, equation, _) in enumerate(walked(closed))}
        self._until, self._cancelled = until, cancelled
        self._rounds: list[int] = []
        self._infinite = -1

    def jaxpr(self, jaxpr: core.Jaxpr, constants: Sequence[Any], arguments: Sequence[Any]) -> list[Any]:
        """The results of a jaxpr; raises _Found where an equation makes a NaN."""
        held: dict[Any, Any] = dict(zip(jaxpr.constvars, constants, strict=True))
        held |= zip(jaxpr.invars, arguments, strict=True)

        def read(variable: Any) -> Any:
            return variable.val if isinstance(variable, core.Literal) else held[variable]

        for equation in jaxpr.eqns:
            if self._cancelled():
                raise Cancelled("cancelled")
            inputs = [read(variable) for variable in equation.invars]
            outputs = self._results(jaxpr, equation, inputs)
            held |= zip(equation.outvars, outputs, strict=True)
        return [read(variable) for variable in jaxpr.outvars]

    def _results(self, jaxpr: core.Jaxpr, equation: Any, inputs: list[Any]) -> list[Any]:
        outputs = _computed(jaxpr, equation, inputs)
        number = self._numbers[id(equation)]
        if any(map(_has_nan, outputs)) and not any(map(_has_nan, inputs)):
            stopped = self._inside(equation, inputs)
            raise _Found(self._report(equation, number, inputs, outputs, stopped))
        if self._infinite < 0 and any(map(_has_infinity, outputs)) and not any(map(_has_infinity, inputs)):
            self._infinite = number
        return outputs

    def _inside(self, equation: Any, inputs: list[Any]) -> str:
        """Look for the NaN within an equation that holds others; where it is not found there, say why."""
        if not any(True for _ in inner_jaxprs(equation)):
            return ""
        rounds = len(self._rounds)
        try:
            if time.perf_counter() <= self._until:
                return "" if self._follow(equation, inputs) else NOT_FOLLOWED
        except _OutOfTime:
            del self._rounds[rounds:]
        return OUT_OF_TIME

    def _follow(self, equation: Any, inputs: list[Any]) -> bool:
        """Compute an equation's inner jaxpr step by step; False if its parameters do not tell how."""
        loops = {
            "scan": self._scan, "while": self._while, "cond": self._cond,
            "custom_linear_solve": self._linear_solve,
        }  # fmt: skip
        follow = loops.get(equation.primitive.name)
        if follow is not None:
            return follow(equation.params, inputs)
        if equation.primitive.name.startswith(COMBINING):
            return True
        inner = None if equation.primitive.name == "shard_map" else _called(equation)
        if inner is None or len(inner.jaxpr.invars) > len(inputs):
            return False
        self.jaxpr(inner.jaxpr, inner.consts, inputs[: len(inner.jaxpr.invars)])
        return True

    def _linear_solve(self, params: dict[str, Any], inputs: list[Any]) -> bool:
        """The operands are the constants of four functions, the third of which solves, then the vector."""
        lengths, solve = params["const_lengths"], params["jaxprs"].solve
        begin = lengths.matvec + lengths.vecmat
        constants, vector = inputs[begin : begin + lengths.solve], inputs[sum(lengths) :]
        self.jaxpr(solve.jaxpr, solve.consts, [*constants, *vector])
        return True

    def _cond(self, params: dict[str, Any], inputs: list[Any]) -> bool:
        branch = params["branches"][int(np.clip(int(inputs[0]), 0, len(params["branches"]) - 1))]
        self.jaxpr(branch.jaxpr, branch.consts, inputs[1:])
        return True

    def _scan(self, params: dict[str, Any], inputs: list[Any]) -> bool:
        counts = scan_operand_counts(params)
        if counts is None:
            return False
        body, (constants, carried) = params["jaxpr"], counts
        fixed, carry, stacked = (
            inputs[:constants],
            inputs[constants : constants + carried],
            inputs[constants + carried :],
        )
        order = range(params["length"])
        for count, place in enumerate(reversed(order) if params["reverse"] else order):
            results = self._round(count, body, [*fixed, *carry, *(each[place] for each in stacked)])
            carry = results[:carried]
        return True

    def _while(self, params: dict[str, Any], inputs: list[Any]) -> bool:
        tests, constants = params["cond_nconsts"], params["body_nconsts"]
        for_test, fixed, carry = (
            inputs[:tests],
            inputs[tests : tests + constants],
            inputs[tests + constants :],
        )
        condition = params["cond_jaxpr"]
        count = 0
        while self.jaxpr(condition.jaxpr, condition.consts, [*for_test, *carry])[0]:
            carry = self._round(count, params["body_jaxpr"], [*fixed, *carry])
            count += 1
        return True

    def _round(self, count: int, body: core.ClosedJaxpr, inputs: list[Any]) -> list[Any]:
        if time.perf_counter() > self._until:
            raise _OutOfTime
        self._rounds.append(count)
        results = self.jaxpr(body.jaxpr, body.consts, inputs)
        self._rounds.pop()
        return results

    def _report(
        self, equation: Any, number: int, inputs: list[Any], outputs: list[Any], stopped: str
    ) -> NanFound:
        result = next(np.asarray(output) for output in outputs if _has_nan(output))
        index = tuple(int(place) for place in np.argwhere(np.isnan(result))[0])
        values = tuple(_value_at(each, result.shape, index) for each in inputs)
        name = primitive_name(equation)
        why, suggestion = reason(name, values)
        why = f"{why}; {stopped}" if stopped else why
        return NanFound(number, name, index, values, tuple(self._rounds), self._infinite, -1, why, suggestion)


def _computed(jaxpr: core.Jaxpr, equation: Any, inputs: list[Any]) -> list[Any]:
    """The results of one equation, as a jaxpr of its own; None for unused ones."""
    given = {
        variable: value
        for variable, value in zip(equation.invars, inputs, strict=True)
        if not isinstance(variable, core.Literal)
    }
    kept = [variable for variable in equation.outvars if not isinstance(variable, core.DropVar)]
    alone = jaxpr.replace(constvars=[], invars=list(given), outvars=kept, eqns=[equation])
    results = iter(core.jaxpr_as_fun(core.ClosedJaxpr(alone, []))(*given.values()))
    return [None if isinstance(variable, core.DropVar) else next(results) for variable in equation.outvars]


def _called(equation: Any) -> core.ClosedJaxpr | None:
    """The jaxpr that a call of a function runs: jit, custom_jvp, remat, custom_root and the like have one."""
    shown = {**equation.params}
    for param in equation.params.values():
        shown |= printed_jaxprs(param)
    names = ("jaxpr", "call_jaxpr", "fun_jaxpr", "solve_jaxpr")
    inner: Any = next((shown[name] for name in names if name in shown), None)
    if isinstance(inner, core.Jaxpr):
        return core.ClosedJaxpr(inner, [])
    return inner if isinstance(inner, core.ClosedJaxpr) else None


def _floating(value: Any) -> bool:
    return hasattr(value, "dtype") and jnp.issubdtype(value.dtype, jnp.inexact)


def _has_nan(value: Any) -> bool:
    return _floating(value) and bool(jnp.isnan(value).any())


def _has_infinity(value: Any) -> bool:
    return _floating(value) and bool(jnp.isinf(value).any())


def _value_at(value: Any, shape: tuple[int, ...], index: tuple[int, ...]) -> float:
    """Return an input's value at the result's NaN; NaN if the shapes differ."""
    array = np.asarray(value)
    if array.dtype.kind == "c":
        return float("nan")
    if array.shape == shape:
        return float(array[index])
    return float(array) if array.ndim == 0 else float("nan")


VALUES = ("spread", "zeros", "ones", "random")
MOST_BYTES = 1 << 30
SEED = 0


def values_for(shapes: Sequence[Any], how: str) -> list[np.ndarray]:
    """An array for each shape and dtype: zeros, ones, from −1 to 1 in order (`spread`), or normal numbers.

    Whole numbers are those rounded; keys of random numbers are zeros.

    Raises:
        UsageError: no such values, or arrays of more than a gigabyte together.
    """
    if how not in VALUES:
        raise UsageError("values {0}: expected one of {1}", repr(how), ", ".join(VALUES))
    total = sum(int(np.prod(shape.shape, dtype=np.int64)) * shape.dtype.itemsize for shape in shapes)
    if total > MOST_BYTES:
        raise UsageError(
            "arguments of {0:.1f} GB: at most {1} GB is tried: give smaller shapes",
            total / 1e9,
            MOST_BYTES >> 30,
        )
    numbers = np.random.default_rng(SEED)
    return [_filled(shape, how, numbers) for shape in shapes]


def _filled(shape: Any, how: str, numbers: np.random.Generator) -> np.ndarray:
    if not jnp.issubdtype(shape.dtype, jnp.number):
        return np.zeros(shape.shape, shape.dtype)
    if how in ("zeros", "ones"):
        return np.full(shape.shape, float(how == "ones"), shape.dtype)
    count = int(np.prod(shape.shape, dtype=np.int64))
    drawn = np.linspace(-1.0, 1.0, count) if how == "spread" else numbers.standard_normal(count)
    return drawn.reshape(shape.shape).astype(shape.dtype)
