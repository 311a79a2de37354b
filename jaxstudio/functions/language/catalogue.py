"""Every function that may be called by name: its aliases, its parameters, its doc, its meaning.

`catalogue.toml` declares them. A function is a primitive, which each algebra of `functions.interpreters`
supplies, or it has a `definition` in the language over the primitives. An algebra that has a better one uses
that, as JAX does where `jax` names a function.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib.resources import files
from typing import Any


@dataclass(frozen=True, slots=True)
class Function:
    """A function of the catalogue.

    `jax` is the dotted name of JAX's own, or empty: jnp, lax, nn and special stand for jax.numpy, jax.lax,
    jax.nn and jax.scipy.special, own for what `functions.meaning` has instead. `definition` is a text of the
    language in `parameters`, or empty for a primitive. `defaults` are the values of the last parameters where
    they are not given. A variadic function takes as many arguments as it has parameters, or more.
    """

    name: str
    doc: str
    aliases: tuple[str, ...] = ()
    parameters: tuple[str, ...] = ("x",)
    defaults: tuple[float, ...] = ()
    variadic: bool = False
    definition: str = ""
    jax: str = ""

    @property
    def usage(self) -> str:
        """How it is written: atan2(y, x), elu(x, alpha=1), max(x, y, …)."""
        needed = len(self.parameters) - len(self.defaults)
        optional = zip(self.parameters[needed:], self.defaults, strict=True)
        words = [*self.parameters[:needed], *(f"{name}={value:g}" for name, value in optional)]
        return f"{self.name}({', '.join([*words, *(['…'] if self.variadic else [])])})"

    @property
    def counts(self) -> tuple[int, int | None]:
        """The least and the greatest number of arguments; None where there is no greatest."""
        most = len(self.parameters)
        return most - len(self.defaults), None if self.variadic else most


def _declarations() -> dict[str, Function]:
    entries = tomllib.loads(files(__package__).joinpath("catalogue.toml").read_text("utf-8"))
    functions = {}
    for name, entry in entries.items():
        fields: dict[str, Any] = {key: tuple(v) if isinstance(v, list) else v for key, v in entry.items()}
        functions[name] = Function(name, **fields)
    return functions


FUNCTIONS = _declarations()
ALIASES = {alias: function.name for function in FUNCTIONS.values() for alias in function.aliases}
PRIMITIVES = frozenset(function.name for function in FUNCTIONS.values() if not function.definition)


def find(name: str) -> Function | None:
    """The function of that name or alias."""
    return FUNCTIONS.get(ALIASES.get(name, name))
