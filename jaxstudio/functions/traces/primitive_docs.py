"""JAX's primitives in plain words, and as the formula of a step."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

# the word, and the formula with the inputs' names and the primitive's parameters put in
WORDS: dict[str, tuple[str, str]] = {
    "add": ("add", "{0} + {1}"),
    "add_any": ("add", "{0} + {1}"),
    "sub": ("subtract", "{0} − {1}"),
    "mul": ("multiply", "{0} · {1}"),
    "div": ("divide", "{0} / {1}"),
    "rem": ("remainder", "{0} rem {1}"),
    "neg": ("negate", "−{0}"),
    "pow": ("power", "{0} ^ {1}"),
    "integer_pow": ("whole power", "{0} ^ {y}"),
    "square": ("square", "{0} ^ 2"),
    "sqrt": ("square root", "√{0}"),
    "rsqrt": ("one over square root", "1 / √{0}"),
    "cbrt": ("cube root", "∛{0}"),
    "exp": ("exponential", "exp {0}"),
    "exp2": ("power of two", "2 ^ {0}"),
    "expm1": ("exponential less one", "exp {0} − 1"),
    "log": ("logarithm", "log {0}"),
    "log1p": ("logarithm of one more", "log(1 + {0})"),
    "logistic": ("logistic function", "1 / (1 + exp −{0})"),
    "abs": ("absolute value", "|{0}|"),
    "sign": ("sign", "sign {0}"),
    "floor": ("round down", "⌊{0}⌋"),
    "ceil": ("round up", "⌈{0}⌉"),
    "round": ("round", "round {0}"),
    "max": ("larger of two", "max({0}, {1})"),
    "min": ("smaller of two", "min({0}, {1})"),
    "clamp": ("clip", "{1} between {0} and {2}"),
    "select_n": ("choose", "{2} if {0}, else {1}"),
    "lt": ("less than", "{0} < {1}"),
    "le": ("at most", "{0} ≤ {1}"),
    "gt": ("greater than", "{0} > {1}"),
    "ge": ("at least", "{0} ≥ {1}"),
    "eq": ("equal", "{0} = {1}"),
    "ne": ("not equal", "{0} ≠ {1}"),
    "and": ("and", "{0} and {1}"),
    "or": ("or", "{0} or {1}"),
    "xor": ("either", "{0} xor {1}"),
    "not": ("not", "not {0}"),
    "is_finite": ("is finite", "{0} is finite"),
    "erf_inv": ("inverse error function", "erf⁻¹ {0}"),
    "erf": ("error function", "erf {0}"),
    "erfc": ("error function's complement", "erfc {0}"),
    "lgamma": ("logarithm of gamma", "log |Γ({0})|"),
    "digamma": ("digamma", "ψ({0})"),
    "atan2": ("angle", "atan2({0}, {1})"),
    "stop_gradient": ("stop the gradient", "stop {0}"),
    "reduce_sum": ("sum over axes", "Σ {0}"),
    "reduce_max": ("largest over axes", "max {0}"),
    "reduce_min": ("smallest over axes", "min {0}"),
    "reduce_prod": ("product over axes", "Π {0}"),
    "reduce_and": ("all over axes", "all {0}"),
    "reduce_or": ("any over axes", "any {0}"),
    "dot_general": ("matrix product", "{0} @ {1}"),
    "broadcast_in_dim": ("repeat along axes", "{0} repeated to {shape}"),
    "reshape": ("reshape", "{0} as {new_sizes}"),
    "squeeze": ("drop axes of length 1", "{0} without axes {dimensions}"),
    "expand_dims": ("add axes", "{0} with axes {dimensions}"),
    "transpose": ("swap axes", "{0} with axes {permutation}"),
    "convert_element_type": ("convert", "{0} as {new_dtype}"),
    "iota": ("count", "0, 1, 2, …"),
    "while": ("loop", "loop from {all}"),
    "scan": ("loop", "loop of {length} steps from {all}"),
    "cond": ("choose a branch", "branch {0} of {rest}"),
}


def words_for(primitive: str) -> str:
    """What a primitive does, in plain words; its own name where there are none."""
    return WORDS[primitive][0] if primitive in WORDS else primitive.replace("_", " ")


def formula_for(primitive: str, inputs: Sequence[str], params: Mapping[str, Any]) -> str:
    """The step as a formula of its inputs' names."""
    everything = ", ".join(inputs)
    if primitive not in WORDS:
        return f"{primitive} {everything}" if len(inputs) == 1 else f"{primitive}({everything})"
    known = {name: value for name, value in params.items() if name.isidentifier()}
    return WORDS[primitive][1].format(*inputs, **known, all=everything, rest=", ".join(inputs[1:]))


def number_text(value: float) -> str:
    """A literal as it would be typed, in parentheses where negative."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if math.isnan(value):
        return "undefined"
    text = f"{value:.12g}"
    return f"({text})" if value < 0 else text


def subscript(number: int) -> str:
    return str(number).translate(str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉"))
