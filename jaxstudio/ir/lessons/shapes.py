"""Ten lengths are ten compilations, and then never again: the ledger tells each with its cause."""

from __future__ import annotations

from collections.abc import Iterator

import jax
import jax.numpy as jnp
import numpy as np

from jaxstudio.ir.ledger import LEDGER
from jaxstudio.ir.lessons.lesson import Lesson, Table, floats
from jaxstudio.ir.target import Target

LENGTHS = tuple(range(1, 11))


def centred(x: jax.Array) -> jax.Array:
    return x - jnp.mean(x)


def targets() -> list[tuple[str, Target]]:
    return [
        (f"of {length}", Target(f"centred of {length}", centred, (floats(length),))) for length in (1, 10)
    ]


def experiment() -> Iterator[Table]:
    """Call it with ten lengths, twice."""
    LEDGER.start()

    def centred_anew(x: jax.Array) -> jax.Array:
        return centred(x)

    call = jax.jit(centred_anew)
    rows: list[tuple[str | float, ...]] = []
    for turn in ("first", "second"):
        for length in LENGTHS:
            before = LEDGER.count
            call(np.ones(length, np.float32))
            new = [each for each in LEDGER.entries(before) if each.function == "centred_anew"]
            rows += [(", ".join(each.arguments), each.seconds, each.cache, each.why) for each in new]
        again = f"After the {turn} time over all ten lengths: {len(rows)} compilations."
        yield Table(("Argument", "Time", "Cache", "Why"), tuple(rows), frozenset({1}), note=again)


LESSON = Lesson(
    "shapes",
    "Ten shapes, ten compilations",
    "Machine code is made for one shape. A new length is a new compilation; a length that was there before "
    "costs nothing. The page Ledger has them all.",
    targets,
    experiment,
)
