"""The trees of those functions of the catalogue that are defined by others."""

from __future__ import annotations

from functools import cache

from jaxstudio.functions.language.catalogue import FUNCTIONS
from jaxstudio.functions.language.nodes import Node
from jaxstudio.functions.language.parser import Parser
from jaxstudio.functions.language.tokens import tokenize


@cache
def definition(name: str) -> Node | None:
    """The tree of a derived function in its own parameters; None for a primitive."""
    function = FUNCTIONS[name]
    if not function.definition:
        return None
    parser = Parser(tokenize(function.definition), (), function.parameters)
    return parser.restricted()
