"""What is said about a function in the catalogue."""

from __future__ import annotations

from dataclasses import dataclass


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
