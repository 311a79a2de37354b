"""What JAX does with an index that is out of bounds: a reading is clamped, a writing is dropped."""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np

from jaxstudio.functions.precision.shapes import IndexFact

NUMBERS = (10.0, 20.0, 30.0)


def indexing_facts(index: int = 5) -> tuple[IndexFact, ...]:
    """Reading and writing at an index of x = [10, 20, 30], by default one beyond its end."""
    x = jnp.asarray(NUMBERS, jnp.float32)
    return (
        _read(f"x[{index}]", np.asarray(x[index])),
        _read(f'x.at[{index}].get(mode="fill")', np.asarray(x.at[index].get(mode="fill"))),
        _written(f"x.at[{index}].set(99)", np.asarray(x.at[index].set(99.0))),
        _written(f"x.at[{index}].add(1)", np.asarray(x.at[index].add(1.0))),
    )


def _read(expression: str, result: np.ndarray) -> IndexFact:
    number = float(result)
    places = {value: f"the number at {place}" for place, value in enumerate(NUMBERS)}
    places[NUMBERS[-1]] = "the last number"
    return IndexFact(expression, f"{number:g}", places.get(number, "none of the numbers"))


def _written(expression: str, result: np.ndarray) -> IndexFact:
    changed = np.flatnonzero(result != np.asarray(NUMBERS, np.float32)).tolist()
    remark = f"written at {changed[0]}" if changed else "nothing is written"
    return IndexFact(expression, "[" + ", ".join(f"{number:g}" for number in result) + "]", remark)
