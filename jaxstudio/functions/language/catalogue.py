"""Every function that may be called by name: declared once, with its aliases, its doc and its meaning.

A function is a primitive, which each algebra of `functions.meaning` supplies by itself, or it has a
`definition` in the language over the primitives. Whoever knows it better (as JAX does, where `jax` names a
function) may take that.
"""

from __future__ import annotations

from jaxstudio.functions.language import activations, elementary, special
from jaxstudio.functions.language.declaration import Function

__all__ = ["ALIASES", "FUNCTIONS", "PRIMITIVES", "Function", "find"]

_ALL = (*elementary.FUNCTIONS, *special.FUNCTIONS, *activations.FUNCTIONS)
FUNCTIONS: dict[str, Function] = {function.name: function for function in _ALL}
ALIASES: dict[str, str] = {alias: function.name for function in _ALL for alias in function.aliases}
PRIMITIVES = frozenset(function.name for function in _ALL if not function.definition)


def find(name: str) -> Function | None:
    """The function of that name or alias."""
    return FUNCTIONS.get(ALIASES.get(name, name))
