"""A typed line as Python source for JAX that computes the same numbers, to the last bit."""

from __future__ import annotations

import inspect
import keyword
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from jaxstudio.errors import ExpressionError, Wording
from jaxstudio.functions.interpreters import jax_functions
from jaxstudio.functions.interpreters.algebra import COMPARISONS, Algebra
from jaxstudio.functions.interpreters.evaluate import evaluate
from jaxstudio.functions.language import limits
from jaxstudio.functions.language.catalogue import FUNCTIONS
from jaxstudio.functions.language.nodes import Network, Node

IMPORTS = "import jax\nimport jax.numpy as jnp\nfrom jax import lax"
# How tightly Python binds.
COMPARE, SUM, PRODUCT, SIGN, POWER, ATOM = range(6)
# The same operations as functions, for two numbers that Python itself would put together.
AS_FUNCTIONS = {
    "+": "jnp.add",
    "-": "jnp.subtract",
    "*": "jnp.multiply",
    "/": "jnp.divide",
    "<": "jnp.less",
    "<=": "jnp.less_equal",
    ">": "jnp.greater",
    ">=": "jnp.greater_equal",
    "==": "jnp.equal",
    "!=": "jnp.not_equal",
}
REDUCE = {"sum": "jnp.sum", "prod": "jnp.prod"}
CONSTANTS = {"pi": "jnp.pi", "e": "jnp.e", "tau": "2 * jnp.pi"}
RESERVED = frozenset({"p", "jax", "jnp", "lax", "np", "special", "float"})
HELPERS: dict[str, Any] = dict(
    inspect.getmembers(jax_functions, lambda each: inspect.isfunction(inspect.unwrap(each)))
)


@dataclass(frozen=True)
class PythonText:
    """`definition` is `def f(x, p): …`, which needs `imports` and the functions in `helpers`."""

    imports: str
    helpers: str
    definition: str

    def __str__(self) -> str:
        return "\n\n\n".join(part for part in (self.imports, self.helpers, self.definition) if part) + "\n"


@dataclass(frozen=True)
class Piece:
    """An expression of Python; `number`: Python computes it by itself, without JAX."""

    text: str
    binding: int = ATOM
    number: bool = False

    def within(self, binding: int) -> str:
        """In parentheses where something around it binds as tightly as that."""
        return self.text if self.binding >= binding else f"({self.text})"


def tree_to_python(
    tree: Node, variables: tuple[str, ...], sliders: tuple[str, ...], name: str = "f"
) -> PythonText:
    """The function of a tree as source: `name(*variables, p)` for scalars, as `tree_to_jax` gives it.

    Its variables are arrays of one dtype; p maps the names of sliders to numbers.
    """
    spelled = spelling((*variables, *sliders), name)
    dtype = f"{spelled[variables[0]]}.dtype" if variables else "float"
    algebra = PythonAlgebra(dtype, name)
    for slider in sliders:
        algebra.lines.append(f'{spelled[slider]} = jnp.asarray(p["{slider}"], {dtype})')
    values = {each: Piece(spelled[each]) for each in (*variables, *sliders)}
    result = evaluate(tree, algebra, values)
    head = f"def {name}({', '.join([*(spelled[each] for each in variables), 'p'])}):"
    body = [*algebra.lines, f"return {algebra.typed(result)}"]
    definition = "\n".join([head, *("    " + text for text in body)])
    sources = "\n\n\n".join(inspect.getsource(function).rstrip() for function in _with_parts(algebra.helpers))
    imports = IMPORTS
    if "pairwise(" in sources:
        imports = f"from itertools import pairwise\n\n{imports}"
    for used, statement in (("np", "import numpy as np"), ("special", "from jax.scipy import special")):
        imports += f"\n{statement}" if re.search(rf"\b{used}\.", sources + definition) else ""
    return PythonText(imports, sources, definition)


def _with_parts(names: Iterable[str]) -> list[Callable[..., Any]]:
    """The helpers of these names, each after the helpers that it calls."""
    helpers: dict[str, Callable[..., Any]] = {}

    def add(name: str) -> None:
        codes = [inspect.unwrap(HELPERS[name]).__code__]
        while codes:
            code = codes.pop()
            codes += [part for part in code.co_consts if inspect.iscode(part)]
            for part in code.co_names:
                if part in HELPERS and part not in helpers and part != name:
                    add(part)
        helpers.setdefault(name, HELPERS[name])

    for name in names:
        add(name)
    return list(helpers.values())


def spelling(names: tuple[str, ...], function: str) -> dict[str, str]:
    """Names of the sheet as names of Python: none is a keyword, a module or a helper."""
    reserved = RESERVED | {function} | HELPERS.keys()

    def spelled(name: str) -> str:
        numbered = re.fullmatch(r"(part|body|at)[0-9]+", name) is not None
        return f"{name}_" if name in reserved or keyword.iskeyword(name) or numbered else name

    return {name: spelled(name) for name in names}


def _infix(sign: str, binding: int) -> Callable[[Piece, Piece], Piece]:
    def written(a: Piece, b: Piece) -> Piece:
        if a.number and b.number:
            return Piece(f"{AS_FUNCTIONS[sign]}({a.text}, {b.text})")
        return Piece(f"{a.within(binding)} {sign} {b.within(binding + 1)}", binding)

    return written


def _called(function: str) -> Callable[..., Piece]:
    return lambda *pieces: Piece(f"{function}({', '.join(piece.text for piece in pieces)})")


class PythonAlgebra(Algebra[Piece, Piece]):
    """Writes what JaxAlgebra computes, operation for operation."""

    add, subtract = staticmethod(_infix("+", SUM)), staticmethod(_infix("-", SUM))
    multiply, divide = staticmethod(_infix("*", PRODUCT)), staticmethod(_infix("/", PRODUCT))
    comparisons = {sign: _infix(sign, COMPARE) for sign in COMPARISONS}
    both, either = staticmethod(_called("jnp.logical_and")), staticmethod(_called("jnp.logical_or"))
    invert, select = staticmethod(_called("jnp.logical_not")), staticmethod(_called("jnp.where"))

    def __init__(self, dtype: str, name: str) -> None:
        self.dtype = dtype
        self.lines: list[str] = []  # of the function's body so far
        self.helpers: dict[str, None] = {}
        self.inside = False  # an integral
        self._count = 0

    def fresh(self, word: str) -> str:
        self._count += 1
        return f"{word}{self._count}"

    def typed(self, piece: Piece) -> str:
        """The value as an argument; a number by itself becomes an array of the dtype."""
        return f"jnp.asarray({piece.text}, {self.dtype})" if piece.number else piece.text

    def share(self, value: Any) -> Any:
        if value.text.isidentifier() or value.number:
            return value
        name = self.fresh("part")
        self.lines.append(f"{name} = {value.text}")
        return Piece(name)

    def constant(self, value: float) -> Piece:
        if value != value:
            return Piece("jnp.nan", number=True)
        text = repr(float(value))
        return Piece(text, SIGN if text.startswith("-") else ATOM, number=True)

    def named_constant(self, name: str, value: float) -> Piece:
        text = CONSTANTS[name]
        return Piece(text, PRODUCT if "*" in text else ATOM, number=True)

    def negate(self, a: Piece) -> Piece:
        return Piece(f"jnp.negative({a.text})") if a.number else Piece(f"-{a.within(SIGN)}", SIGN)

    def integer_power(self, a: Piece, n: int) -> Piece:
        if a.number:
            return Piece(f"lax.integer_pow({self.typed(a)}, {n})")
        return Piece(f"{a.within(ATOM)}**{n}", POWER)

    def rational_power(self, a: Piece, p: int, q: int) -> Piece:
        return self.helper("real_root", self.typed(a), str(p), str(q))

    def power(self, a: Piece, b: Piece) -> Piece:
        return Piece(f"jnp.power({self.typed(a)}, {self.typed(b)})")

    def helper(self, name: str, *arguments: str) -> Piece:
        self.helpers[name] = None
        return Piece(f"{name}({', '.join(arguments)})")

    def knows(self, name: str) -> bool:
        if FUNCTIONS[name].slopes is not None:
            raise ExpressionError(Wording("{0} is no function of JAX: a script cannot have it", name))
        return bool(FUNCTIONS[name].jax)

    def call(self, name: str, arguments: Sequence[Piece]) -> Piece:
        module, function = FUNCTIONS[name].jax.split(".")
        texts = [self.typed(argument) for argument in arguments]
        if module == "own":
            return self.helper(function, *texts)
        return Piece(f"{'jax.nn' if module == 'nn' else module}.{function}({', '.join(texts)})")

    def guard(self, condition: Piece, value: Piece) -> Piece:
        return value if value.number else self.share(self.helper("guard", condition.text, value.text))

    def body(self, function: Callable[[Piece], Piece]) -> str:
        """A function inside the function; its name."""
        name, argument = self.fresh("body"), self.fresh("at")
        outer, self.lines = self.lines, []
        result = self.typed(function(Piece(argument)))
        inner, self.lines = self.lines, outer
        self.lines.append(f"def {name}({argument}):")
        self.lines += ["    " + text for text in (*inner, f"return {result}")]
        return name

    def total(self, kind: str, body: Callable[[Piece], Piece], low: int, count: int) -> Piece:
        return self.helper("total", REDUCE[kind], self.body(body), str(low), str(count), self.dtype)

    def open_total(self, kind: str, body: Callable[[Piece], Piece], low: Piece, high: Piece) -> Piece:
        ends = (self.typed(low), self.typed(high))
        name = self.body(body)
        return self.helper("open_total", REDUCE[kind], name, *ends, str(limits.OPEN_TERMS), self.dtype)

    def endless_total(self, kind: str, body: Callable[[Piece], Piece], low: Piece) -> Piece:
        return self.helper("endless_total", REDUCE[kind], self.body(body), self.typed(low), self.dtype)

    def integral(self, body: Callable[[Piece], Piece], low: Piece, high: Piece) -> Piece:
        ends = (self.typed(low), self.typed(high))
        rule, outer = ("gauss_legendre" if self.inside else "integral"), self.inside
        self.inside = True
        name = self.body(body)
        self.inside = outer
        points = limits.INNER_QUADRATURE if outer else limits.QUADRATURE
        return self.helper(rule, name, *ends, str(points), self.dtype)

    def derivative(self, body: Callable[[Piece], Piece], at: Piece, order: int) -> Piece:
        place = self.typed(at)
        return self.helper("derivative", self.body(body), place, str(order))

    def several(self, items: Sequence[Piece]) -> Piece:
        return Piece(f"jnp.stack([{', '.join(self.typed(item) for item in items)}])")

    def network(self, node: Network, arguments: Sequence[Piece]) -> Piece:
        inputs = ", ".join(self.typed(argument) for argument in arguments)
        return self.helper("network", f'p["{node.name}"]', f"[{inputs}]")
