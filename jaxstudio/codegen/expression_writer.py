"""A typed expression of pixels as a function of a script, which reads as the expression does."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from jaxstudio.codegen.layout import laid_out
from jaxstudio.codegen.sources import Sources
from jaxstudio.functions.interpreters import jax_functions
from jaxstudio.functions.interpreters.evaluate import evaluate
from jaxstudio.functions.interpreters.python_text import Piece, PythonAlgebra, called, spelling
from jaxstudio.functions.language.catalogue import FUNCTIONS
from jaxstudio.functions.language.nodes import Node
from jaxstudio.pipeline.pixel_program import (
    COLOURS,
    NEIGHBOURS,
    VARIABLES,
    Neighbour,
    PixelProgram,
    read_program,
)

# How a neighbour is read: Python of the function that an expression calls, and of the pixel itself.
LUMA = "sum(weight * read(dy, dx, channel) for channel, weight in enumerate((0.2126, 0.7152, 0.0722)))"
READERS = {
    "at": "read(dy, dx, None)",
    "at_r": "read(dy, dx, 0)",
    "at_g": "read(dy, dx, 1)",
    "at_b": "read(dy, dx, 2)",
    "at_luma": LUMA,
}
PLACES = {
    "x": "place.column", "y": "place.row", "w": "place.width", "width": "place.width", "h": "place.height",
    "height": "place.height",
}  # fmt: skip
# Names that the function has for itself.
OWN = frozenset({"read", "place", "sum", "enumerate", *READERS})


def write_expression(sources: Sources, text: str, name: str) -> str:
    """The name of a function of (read, place, p), which is added: a pixel's new values as the text says."""
    program = read_program(text)
    name = sources.unique(name)
    writer = _Expression(sources, program, name)
    sources.add_import("import numpy as np")
    sources.add_import("import jax.numpy as jnp")
    lines = writer.lines()
    body = "\n".join(laid_out(line.strip(), 4 + len(line) - len(line.lstrip())).rstrip() for line in lines)
    quoted = "".join(f"    # {_printable(line)}\n" for line in text.strip().splitlines())
    sources.add(f"def {name}(read, place, p):\n{quoted}{body}")
    return name


def _printable(line: str) -> str:
    """A line as it may stand in a comment."""
    return "".join(letter for letter in line if letter.isprintable())


class _Expression:
    """The lines of the function."""

    def __init__(self, sources: Sources, program: PixelProgram, name: str) -> None:
        self._program = program
        self._algebra = _Algebra(sources)
        sliders = tuple(line.name for line in program.sliders)
        self._spelled = {
            slider: f"{word}_" if word in OWN else word for slider, word in spelling(sliders, name).items()
        }
        self._readers: dict[str, None] = {}
        self._variables: dict[str, str] = {}

    def lines(self) -> list[str]:
        program = self._program
        if program.all_channels is not None:
            result = self._value(program.all_channels, "v")
        else:
            trees = zip(program.colours, COLOURS, strict=True)
            result = ", ".join([self._value(tree, colour) for tree, colour in trees])
        unpacked = [f'{word} = p["{slider}"]' for slider, word in self._spelled.items()]
        readers = [
            line
            for name in self._readers
            for line in (f"def {name}(dx, dy):", f"    return {READERS[name]}", "")
        ]
        variables = [f"{name} = {text}" for name, text in self._variables.items()]
        return [*readers, *variables, *unpacked, *self._algebra.lines, f"return {result}"]

    def _value(self, tree: Node | None, own: str) -> str:
        """A tree as Python; `own` is the channel that is computed: v for all of them."""
        program = self._program
        if tree is None:
            return self._variable(own)
        values = {slider: Piece(word) for slider, word in self._spelled.items()}
        names = [name for name in VARIABLES if name in program.names]
        values |= {name: Piece(self._variable(own if name == "v" else name)) for name in names}
        values |= {each.name: Piece(self._neighbour(each, own)) for each in program.neighbours}
        return self._algebra.typed(evaluate(tree, self._algebra, values)).text

    def _reader(self, what: str, own: str) -> str:
        """The function that reads a neighbour's v, r, g, b or luma."""
        what = own if what == "v" else what
        name = next(name for name, read in NEIGHBOURS.items() if read == what)
        self._readers[name] = None
        return name

    def _neighbour(self, each: Neighbour, own: str) -> str:
        return f"{self._reader(each.what, own)}({each.dx}, {each.dy})"

    def _variable(self, name: str) -> str:
        if name in PLACES:
            self._variables[name] = PLACES[name]
        elif name == "alpha":
            self._variables[name] = "read(0, 0, 3)"
        else:
            self._variables[name] = f"{self._reader(name, name)}(0, 0)"
        return name


class _Helpers:
    """Calls of helpers, which are added to the script."""

    def __init__(self, sources: Sources) -> None:
        self._sources = sources

    def __getattr__(self, name: str) -> Callable[..., Piece]:
        return lambda *arguments: called(self._sources.named(getattr(jax_functions, name)))(*arguments)


class _Algebra(PythonAlgebra):
    """Writes the engine's expressions; the helpers that they call are added to the script."""

    def __init__(self, sources: Sources) -> None:
        self.own, self._sources = _Helpers(sources), sources
        super().__init__("np.float32")

    def guard(self, condition: Piece, value: Piece) -> Piece:
        return self.share(value)  # a guard holds back derivatives alone

    def integer_power(self, a: Piece, n: int) -> Piece:
        if a.number:
            self._sources.add_import("from jax import lax")
        return super().integer_power(a, n)

    def call(self, name: str, arguments: Sequence[Piece]) -> Piece:
        module, function = FUNCTIONS[name].jax.split(".")
        if module == "own":
            helper: Callable[..., Piece] = getattr(self.own, function)
            return helper(*map(self.typed, arguments))
        statement = {"lax": "from jax import lax", "special": "from jax.scipy import special"}.get(module)
        if statement is not None:
            self._sources.add_import(statement)
        return super().call(name, arguments)
