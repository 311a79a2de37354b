"""Bilateral: blurred, but not across edges."""

from __future__ import annotations

import math
from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import Array, lax

from jaxstudio.kernels.array_types import FloatArray, Int32
from jaxstudio.kernels.powers import power_of_two
from jaxstudio.kernels.stencil import Window
from jaxstudio.pipeline.kinds import Neighbourhood, Op, Pass
from jaxstudio.pipeline.op import Params
from jaxstudio.pipeline.params import Float

# Neighbours whose weights are in memory at once, to be read by the sums of all channels: of weights that are
# computed in one loop with the sums XLA computes each again for every channel.
TURN = 4
NEVER = -1e4
# Pixels that a processor computes at once, so that the rows around them stay in its cache: a part of every
# chunk. What has a thousand cores computes a chunk at once.
BLOCK = 4096
BUCKETS = (6, 15)


def places(
    radius: int,
) -> tuple[Int32[np.ndarray, " places"], Int32[np.ndarray, " places"], Int32[np.ndarray, " places"]]:
    """The neighbours within a circle, the nearest first, in whole turns: rows, columns, squared distances."""
    offset = np.arange(-radius, radius + 1, dtype=np.int32)
    down, right = (part.ravel() for part in np.meshgrid(offset, offset, indexing="ij"))
    square = down**2 + right**2
    order = np.argsort(square, kind="stable")[1 : np.count_nonzero(square <= radius**2)]
    # what fills up the last turn is the pixel itself
    down, right = (np.pad(part[order], (0, -len(order) % TURN)) for part in (down, right))
    return down, right, down**2 + right**2


def logarithms(p: Params, radius: int) -> Params:
    """Return the factors of the binary logarithm of a neighbour's weight: by distance and by colour."""
    down, right, square = places(radius)
    reach = jnp.maximum(jnp.round(1.5 * p["sigma_spatial"]), 1.0)
    near = (square > 0) & (square <= reach.astype(jnp.int32) ** 2)
    scale = np.float32(-0.5 / math.log(2))
    return {
        # in place of those beyond the circle the pixel itself: a NaN further off is not looked at
        "down": jnp.where(near, down, 0),
        "right": jnp.where(near, right, 0),
        "spatial": jnp.where(near, scale * square.astype(np.float32) / p["sigma_spatial"] ** 2, NEVER),
        "colour": scale / p["sigma_color"] ** 2,
        "reach": reach.astype(jnp.int32),
        "turns": (jnp.sum(near, dtype=jnp.int32) + TURN - 1) // TURN,
    }


def smooth(window: Window, p: Params) -> FloatArray:
    pixels = window.shape[-1] // window.channels
    if pixels % BLOCK:
        return in_blocks(window, p, pixels)
    return lax.platform_dependent(
        cpu=lambda: in_blocks(window, p, BLOCK), default=lambda: in_blocks(window, p, pixels)
    )


def in_blocks(window: Window, p: Params, block: int) -> FloatArray:
    """Block by block: the rows around it, each channel by itself; then weights and sums, turn by turn.

    Weights are the same for all channels of a pixel; in the file's order of memory they would be
    computed once for each.
    """
    radius, channels, reach = p["radius"], window.channels, p["reach"]
    (*lines, values), noughts = window.shape, (0,) * (len(window.shape) - 1)
    wide = block + 2 * radius
    colour = p["colour"] * window.unit * window.unit

    def compute_block(number: Any, memory: tuple[Array, Array, Array]) -> tuple[Array, Array, Array]:
        rows, weights, results = memory

        def place(dy: Any, dx: Any) -> tuple[Any, ...]:
            return window.place(dy, dx + number * block - radius)

        around = Window(window.x, place, (*lines, wide * channels), channels)

        def with_row(k: Any, rows: Array) -> Array:
            planes = jnp.moveaxis(around.raw(k - reach, 0).reshape(*lines, wide, channels), -1, 0)
            return lax.dynamic_update_slice(rows, planes[None], (k, 0, *noughts, 0))

        rows = lax.fori_loop(0, 2 * reach + 1, with_row, rows)

        def planes(down: Any, right: Any, first: int = 0, count: int = channels + 1) -> Array:
            place, shape = (down + reach, first, *noughts, right + radius), (count, *lines, block)
            return lax.dynamic_slice(rows, place, (1, *shape), allow_negative_indices=False).reshape(shape)

        here = planes(0, 0)

        def turn(number: Any, memory: tuple[Array, Array]) -> tuple[Array, Array]:
            weights, sums = memory

            def with_weight(step: Any, weights: Array) -> Array:
                k = number * TURN + step
                # each channel apart: where one place leads to several, XLA looks it up for every pixel
                there = [planes(p["down"][k], p["right"][k], c, 1)[0] for c in range(channels)]
                apart = sum(jnp.abs(there[c] - here[c]) for c in range(channels))
                weight = power_of_two(colour * apart * apart + p["spatial"][k])
                return lax.dynamic_update_slice(weights, weight[None], (step, *noughts, 0))

            weights = lax.fori_loop(0, TURN, with_weight, weights)

            def with_sum(step: Any, sums: Array) -> Array:
                k = number * TURN + step
                return sums + weights[step] * planes(p["down"][k], p["right"][k])

            return weights, lax.fori_loop(0, TURN, with_sum, sums, unroll=True)

        # the pixel itself weighs 1
        weights, sums = lax.fori_loop(0, p["turns"], turn, (weights, here))
        result = jnp.moveaxis(sums[:channels] / sums[channels] * window.unit, 0, -1)
        result = result.reshape(*lines, block * channels)
        return rows, weights, lax.dynamic_update_slice(results, result, (*noughts, number * block * channels))

    memory = (
        # a plane of ones after the channels' sums up the weights
        jnp.ones((2 * radius + 1, channels + 1, *lines, wide), jnp.float32),
        jnp.zeros((TURN, *lines, block), jnp.float32),
        jnp.zeros(window.shape, jnp.float32),
    )
    return lax.fori_loop(0, values // (block * channels), compute_block, memory)[-1]


bilateral = Op(
    name="bilateral",
    title="Bilateral",
    category="blur",
    keywords=("denoise", "edge preserving", "skin", "smooth"),
    doc="Blurs what is alike and leaves edges: neighbours count less the further off and the more different "
    "they are.",
    use="To smooth skin, skies and noise without softening outlines.",
    formula="y = Σ w·x(q) / Σ w over the neighbours q, w = exp(−|q|² / 2·sigma_spatial² − d² / "
    "2·sigma_color²), d = the sum of |x(q) − x| over the channels",
    source="OpenCV's bilateralFilter on floats; Tomasi and Manduchi, ICCV 1998",
    notes="As in OpenCV, colours are as far apart as the sum of the differences of their channels, and "
    "neighbours lie within a circle of radius 1.5·sigma_spatial; scikit-image takes the root of the sum of "
    "squares, and a square. OpenCV's default border is mirror. Weights come from the exponential, not from a "
    "table.",
    own_params=(
        Float("sigma_color", 0.1, 0.001, 10.0, slider_low=0.01, slider_high=1.0,
            doc="How different colours may be: the larger, the more it is a plain blur."),
        Float("sigma_spatial", 3.0, 0.1, 10.0, slider_low=0.5, slider_high=10.0, unit="px",
            doc="How far off neighbours may be."),
    ),
    kind=Neighbourhood(
        buckets=BUCKETS,
        expensive=lambda bucket: True,
        bucket=lambda values: max(1, round(1.5 * values["sigma_spatial"])),
        prepare=logarithms,
        passes=(Pass(smooth, reach=lambda r: (r, r)),),
    ),
)  # fmt: skip
