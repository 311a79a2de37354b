"""A typed line as Python source for JAX that computes the same numbers, to the last bit."""

from __future__ import annotations

import inspect
import keyword
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import partial
from types import SimpleNamespace
from typing import Any

import jax.numpy as jnp

from jaxstudio.errors import ExpressionError, Wording
from jaxstudio.functions.interpreters import jax_functions
from jaxstudio.functions.interpreters.evaluate import evaluate
from jaxstudio.functions.interpreters.jax_algebra import JaxAlgebra
from jaxstudio.functions.language.catalogue import FUNCTIONS
from jaxstudio.functions.language.nodes import Network, Node

IMPORTS = "import jax\nimport jax.numpy as jnp\nfrom jax import lax"
# How tightly Python binds.
COMPARE, SUM, PRODUCT, SIGN, POWER, ATOM = range(6)
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
    algebra = PythonAlgebra(dtype)
    for slider in sliders:
        algebra.lines.append(f'{spelled[slider]} = jnp.asarray(p["{slider}"], {dtype})')
    values = {each: Piece(spelled[each]) for each in (*variables, *sliders)}
    result = evaluate(tree, algebra, values)
    head = f"def {name}({', '.join([*(spelled[each] for each in variables), 'p'])}):"
    body = [*algebra.lines, f"return {algebra.typed(result).text}"]
    definition = "\n".join([head, *("    " + text for text in body)])
    helpers = dict.fromkeys(name for name in re.findall(r"(?<![.\w])\w+", definition) if name in HELPERS)
    sources = "\n\n\n".join(inspect.getsource(function).rstrip() for function in _with_parts(helpers))
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


def _infix(sign: str, binding: int, function: Callable[..., Any], a: Piece, b: Piece) -> Piece:
    if a.number and b.number:  # which Python itself would put together
        return called(f"jnp.{function.__name__}")(a, b)
    return Piece(f"{a.within(binding)} {sign} {b.within(binding + 1)}", binding)


def _text(argument: Any) -> str:
    if isinstance(argument, list):
        return f"[{', '.join(map(_text, argument))}]"
    return argument.text if isinstance(argument, Piece) else str(argument)


def called(function: str) -> Callable[..., Piece]:
    return lambda *arguments: Piece(f"{function}({', '.join(map(_text, arguments))})")


class PythonAlgebra(JaxAlgebra):
    """Writes what JaxAlgebra computes, operation for operation."""

    functions: Mapping[str, Any] = {
        name: called(each.jax.removeprefix("own.").replace("nn.", "jax.nn."))
        for name, each in FUNCTIONS.items()
        if each.jax
    }
    own: Any = SimpleNamespace(**{name: called(name) for name in HELPERS})
    reduce = {"sum": "jnp.sum", "prod": "jnp.prod"}
    add = staticmethod(partial(_infix, "+", SUM, jnp.add))
    subtract = staticmethod(partial(_infix, "-", SUM, jnp.subtract))
    multiply = staticmethod(partial(_infix, "*", PRODUCT, jnp.multiply))
    divide = staticmethod(partial(_infix, "/", PRODUCT, jnp.divide))
    comparisons = {
        sign: partial(_infix, sign, COMPARE, each) for sign, each in JaxAlgebra.comparisons.items()
    }
    both, either = staticmethod(called("jnp.logical_and")), staticmethod(called("jnp.logical_or"))
    invert, select = staticmethod(called("jnp.logical_not")), staticmethod(called("jnp.where"))
    stack = staticmethod(called("jnp.stack"))

    def __init__(self, dtype: str) -> None:
        super().__init__(dtype, self.own.derivative)
        self.lines: list[str] = []  # of the function's body so far
        self._count = 0

    def fresh(self, word: str) -> str:
        self._count += 1
        return f"{word}{self._count}"

    def typed(self, value: Piece) -> Piece:
        """The value as an argument; a number by itself becomes an array of the dtype."""
        return Piece(f"jnp.asarray({value.text}, {self.dtype})") if value.number else value

    def typing(self, body: Callable[[Piece], Piece]) -> Piece:
        """The body as a function inside the function."""
        name, argument = self.fresh("body"), self.fresh("at")
        outer, self.lines = self.lines, []
        result = self.typed(body(Piece(argument)))
        inner, self.lines = self.lines, outer
        self.lines.append(f"def {name}({argument}):")
        self.lines += ["    " + text for text in (*inner, f"return {result.text}")]
        return Piece(name)

    def share(self, value: Piece) -> Piece:
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
            return called("lax.integer_pow")(self.typed(a), n)
        return Piece(f"{a.within(ATOM)}**{n}", POWER)

    def power(self, a: Piece, b: Piece) -> Piece:
        return called("jnp.power")(self.typed(a), self.typed(b))

    def knows(self, name: str) -> bool:
        if FUNCTIONS[name].slopes is not None:
            raise ExpressionError(Wording("{0} is no function of JAX: a script cannot have it", name))
        return name in self.functions

    def guard(self, condition: Piece, value: Piece) -> Piece:
        return value if value.number else self.share(self.own.guard(condition, value))

    def network(self, node: Network, arguments: Sequence[Piece]) -> Piece:
        return self.own.network(f'p["{node.name}"]', list(map(self.typed, arguments)))

    def scope(self, line: int, start: int, end: int) -> AbstractContextManager[object]:
        return nullcontext()
