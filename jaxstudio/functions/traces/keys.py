"""Random keys: the same key gives the same numbers, a split gives new ones, and one by one is not at once."""

from __future__ import annotations

import jax
import numpy as np

from jaxstudio.functions.traces.shapes import Draw, KeyTable

COUNT = 4


def key_table(seed: int, count: int = COUNT) -> KeyTable:
    """`count` normal numbers drawn from a key, again from it, from its parts, and one by one."""
    key = jax.random.key(seed)
    left, right = jax.random.split(key)
    once = _draw(f"normal(key, {count})", key, count)
    again = _draw(f"normal(key, {count})", key, count)
    parts = [_draw(f"normal(split(key)[{n}], {count})", part, count) for n, part in enumerate((left, right))]
    singly = _singly(key, count)
    return KeyTable(
        (
            Draw(*once, "the key from the seed"),
            Draw(*again, _compared(again, once, "the same key")),
            *(Draw(*part, _compared(part, once, "a part of the key")) for part in parts),
            Draw(*singly, _compared(singly, once, "one by one, each from a key of its own")),
        )
    )


Drawn = tuple[str, tuple[int, ...], np.ndarray]


def _words(key: jax.Array) -> tuple[int, ...]:
    return tuple(np.asarray(jax.random.key_data(key)).ravel().tolist())


def _draw(expression: str, key: jax.Array, count: int) -> Drawn:
    numbers = np.asarray(jax.random.normal(key, (count,)))
    return expression, _words(key), numbers.astype(np.float64)


def _singly(key: jax.Array, count: int) -> Drawn:
    parts = jax.random.split(key, count)
    numbers = np.array([jax.random.normal(part) for part in parts])
    return f"[normal(k) for k in split(key, {count})]", _words(key), numbers.astype(np.float64)


def _compared(drawn: Drawn, first: Drawn, what: str) -> str:
    same = np.array_equal(drawn[2], first[2])
    return f"{what}: {'the same' if same else 'other'} numbers"
