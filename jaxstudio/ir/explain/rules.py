"""A rule knows a kind of error by its class and message, and words it in terms of the person's line."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

Groups = Mapping[str, str]


@dataclass(frozen=True)
class Situation:
    """What is known of an error: JAX's message, the person's line, and what the message names.

    `statement` is the keyword at work in the line (if, while, assert, and, …).
    """

    message: str
    code: str
    argument: str
    function: str
    statement: str

    @property
    def named(self) -> str:
        """`the argument x`, or `an argument`."""
        return f"the argument {self.argument}" if self.argument else "an argument"


@dataclass(frozen=True)
class Rule:
    """Errors of these classes whose message matches; `tell` gives the words and the mend."""

    errors: tuple[str, ...]
    message: str
    title: str
    tell: Callable[[Situation, Groups], tuple[str, str]]

    def fits(self, name: str, message: str) -> bool:
        return name in self.errors and re.search(self.message, message, re.DOTALL) is not None


def plain(words: str, mend: str) -> Callable[[Situation, Groups], tuple[str, str]]:
    """Words with the message's groups, and with {named}, {function} and {argument}, filled in."""

    def tell(situation: Situation, groups: Groups) -> tuple[str, str]:
        known = {
            "named": situation.named,
            "function": situation.function or "the function",
            "argument": situation.argument or "the argument",
            **groups,
        }
        return words.format_map(known), mend.format_map(known)

    return tell


def boolean(situation: Situation, groups: Groups) -> tuple[str, str]:
    asks = f"`{situation.statement}` asks" if situation.statement else "Python asks"
    words = (
        f"{asks} for True or False, but while JAX traces the function there are only shapes and types: "
        f"the answer depends on {situation.named}, which has no value yet."
    )
    mends = {
        "while": "use jax.lax.while_loop(condition, body, start), whose loop runs on the device",
        "assert": "check values outside the jitted function, or with jax.experimental.checkify",
        "and": "use & between arrays (jnp.logical_and)",
        "or": "use | between arrays (jnp.logical_or)",
        "not": "use ~ on arrays (jnp.logical_not)",
    }
    choose = "choose values with jnp.where(condition, a, b), or code with jax.lax.cond(condition, f, g, x)"
    mend = mends.get(situation.statement, choose)
    if situation.statement in ("and", "or", "not"):
        mend += f", and {choose}"
    static = f"mark it static: jax.jit(f, static_argnames={situation.argument!r})"
    if situation.argument.isidentifier():
        mend += f"; if {situation.argument} is a plain number or flag that rarely changes, {static}"
    return words, mend
