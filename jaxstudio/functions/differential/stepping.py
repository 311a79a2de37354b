"""DOP853 in one loop of XLA: explicit steps of order 8 for many initial values at once, with dense output.

diffrax has this method, too, but copies the right side into each of 14 stages: that takes four times as long
to trace and compile. Here the stages are a loop, and the right side is compiled once. The tableau is SciPy's;
steps are controlled as in Hairer, Norsett and Wanner, Solving Ordinary Differential Equations I, II.4.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from scipy.integrate import DOP853

# Of a row of `Path.rows`: the value at its beginning, then the coefficients of a polynomial of degree 7.
ROWS = 8
ORDER = 8
SAFETY, LEAST, MOST = 0.9, 0.2, 10.0
# The first step, as a share of the way; the control makes it what it should be.
FIRST = 1e-3

STAGES = len(DOP853.A) + 1 + len(DOP853.A_EXTRA)


def _padded(row: np.ndarray) -> np.ndarray:
    return np.pad(row, (0, STAGES - len(row)))


# Each stage from those before; after the twelve the end of the step, then three for the dense output.
TABLEAU = np.stack([_padded(row) for row in (*DOP853.A, DOP853.B, *DOP853.A_EXTRA)])
PLACES = np.concatenate([DOP853.C, [1.0], DOP853.C_EXTRA])
END = len(DOP853.A)
ERRORS = np.stack([_padded(DOP853.E5), _padded(DOP853.E3)])


class Path(NamedTuple):
    """The steps of n ways.

    Step i goes from `begin[i]` to `end[i]` (m, n). Both are the same if it was refused; steps that were not
    taken end at infinity. `rows` (m, ROWS, n, d) is the dense output. `last`, `steps` (n,): where a way
    ended, and after how many steps; `full`: it took as many as it may.
    """

    begin: Any
    end: Any
    rows: Any
    last: Any
    steps: Any
    full: Any

    def at(self, places: Any) -> Any:
        """The values (n, m, d) at places (n, m) between 0 and `last`."""

        def one(begin: Any, end: Any, rows: Any, places: Any) -> Any:
            row = jnp.minimum(jnp.searchsorted(end, places), len(end) - 1)
            width = end[row] - begin[row]
            share = ((places - begin[row]) / jnp.where(width > 0, width, 1.0))[:, None]
            value = jnp.zeros_like(rows[0, 0] + share)
            for number in reversed(range(1, ROWS)):
                value = (value + rows[row, number]) * (share if number % 2 else 1 - share)
            return value + rows[row, 0]

        return jax.vmap(one, (1, 1, 2, 0))(self.begin, self.end, self.rows, places)


def follow(
    field: Callable[[Any, Any], Any],
    values: Any,
    length: Any,
    tolerance: Any,
    least: Any,
    shortest: Any,
    most: int,
) -> Path:
    """Follow y' = field(t, y), of (n,) and (n, d), from `values` (n, d) at 0 to `length` (n,).

    Errors of a step stay below `tolerance` of a value plus `least` (n,). A way ends early where its steps are
    shorter than `shortest` (n,), and after `most` steps, refused ones counted. Derivatives by `values`, and
    by what `field` closes over, are those of the steps taken.
    """
    count, size = values.shape
    begin = jnp.full((most, count), jnp.inf)

    def going(state: Any) -> Any:
        number, *_, alive = state
        return alive.any() & (number < most)

    def step(state: Any) -> Any:
        number, t, width, y, refused, steps, path, alive = state
        h = jnp.minimum(width, length - t)

        def stage(at: Any, slopes: Any) -> Any:
            along = jnp.tensordot(jnp.asarray(TABLEAU)[at], slopes, 1)
            here = field(t + jnp.asarray(PLACES)[at] * h, y + h[:, None] * along)
            return lax.dynamic_update_index_in_dim(slopes, here, at, 0)

        slopes = lax.fori_loop(0, STAGES, stage, jnp.zeros((STAGES, count, size)))
        rise = h[:, None] * jnp.tensordot(TABLEAU[END], slopes, 1)
        scale = least[:, None] + tolerance[:, None] * jnp.maximum(abs(y), abs(y + rise))
        fifth, third = (
            jnp.tensordot(ERRORS, lax.stop_gradient(slopes), 1) / lax.stop_gradient(scale)
        ) ** 2 @ jnp.ones(size)
        error = h * fifth / jnp.sqrt(jnp.maximum((fifth + 0.01 * third) * size, 1e-300))
        good = alive & (error < 1)
        factor = jnp.clip(
            SAFETY * jnp.maximum(error, 1e-30) ** (-1 / ORDER), LEAST, jnp.where(refused, 1.0, MOST)
        )
        wider = h * jnp.where(jnp.isfinite(error), factor, LEAST)
        first, last = h[:, None] * slopes[0], h[:, None] * slopes[END]
        curved = h[:, None] * jnp.tensordot(DOP853.D, slopes, 1)
        rows = jnp.stack([y, rise, first - rise, 2 * rise - first - last, *curved])
        until = jnp.where(good, t + h, t)
        until = jnp.where(good & (h >= length - t), length, until)
        path = tuple(
            lax.dynamic_update_index_in_dim(whole, part, number, 0)
            for whole, part in zip(path, (t, until, rows), strict=True)
        )
        going_on = alive & (until < length) & (wider >= shortest)
        return (
            number + 1,
            until,
            jnp.where(alive, wider, width),
            jnp.where(good[:, None], y + rise, y),
            ~good,
            jnp.where(good, steps + 1, steps),
            path,
            going_on,
        )

    path = (begin, begin, jnp.zeros((most, ROWS, count, size)))
    number = jnp.zeros((), int)
    refused = jnp.zeros(count, bool)
    nothing = jnp.zeros(count)
    state = (number, nothing, FIRST * length, values, refused, jnp.zeros(count, int), path, length > 0)
    _, last, _, _, _, steps, path, alive = lax.while_loop(going, step, state)
    return Path(*path, last, steps, alive)
