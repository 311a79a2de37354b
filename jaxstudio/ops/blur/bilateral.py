"""Bilateral: blurred, but not across edges."""

import jax.numpy as jnp
import numpy as np
from jax import lax

from jaxstudio.kernels.taps import rings
from jaxstudio.kernels.windows import FlatWindow
from jaxstudio.pipeline.op import Neighbourhood, Op, Pass
from jaxstudio.pipeline.params import Float

# Neighbours in one turn of the loop: more take longer to compile, fewer go to memory more often.
TURN = 8
NEVER = -1e4
# Where the rings of neighbours end that are computed with one kernel: nothing outside the one that is needed.
BUCKETS = {1: (1,), 2: (2,), 3: (3,), 6: (4, 5, 6), 10: (8, 10), 15: (12, 15)}
FAR = 99


def places(radius):
    """The neighbours within a circle, ring by ring, in whole turns: rows, columns, rings."""
    places = rings(BUCKETS[radius])
    others = (places[0] != 0) | (places[1] != 0)
    down, right, ring = (part[others] for part in places)
    # what fills up the last turn is the pixel itself, without weight
    spare = (0, -len(ring) % TURN)
    return np.pad(down, spare), np.pad(right, spare), np.pad(ring, spare, constant_values=FAR)


def logarithms(p, radius):
    """What the exponent of a neighbour's weight is made of: its distance, and the scale of its colour."""
    down, right, ring = places(radius)
    square = np.asarray(down**2 + right**2, np.float32)
    reach = jnp.maximum(jnp.round(1.5 * p["sigma_spatial"]), 1.0)
    near = (square > 0) & (square <= reach**2)
    last = jnp.searchsorted(jnp.asarray(BUCKETS[radius], jnp.float32), reach)
    return {
        "spatial": jnp.where(near, -0.5 * square / p["sigma_spatial"] ** 2, NEVER),
        "colour": -0.5 / p["sigma_color"] ** 2,
        # the others are further off: one kernel serves several radii, each in its own time
        "turns": (jnp.sum(ring <= last, dtype=jnp.int32) + TURN - 1) // TURN,
    }


def planes(window, radius):
    """The rows that are looked at, each channel by itself: (2·radius + 1, channels, pixels + 2·radius).

    Weights are the same for all channels of a pixel; in the file's order of memory they would be
    computed once for each.
    """
    channels = window.channels
    wide = window.count + 2 * radius * channels
    around = FlatWindow(window.x, window.start - radius * channels, window.pitch, channels, wide)

    def row(down):
        return around.raw(down, 0).reshape(-1, channels).T * window.unit

    # a loop, so that the rows are written to memory before they are read again and again
    return lax.map(row, jnp.arange(-radius, radius + 1))


def smoothed(window, p):
    radius, channels = p["radius"], window.channels
    pixels = window.count // channels
    rows = planes(window, radius)
    down, right = (jnp.asarray(part + radius, jnp.int32) for part in places(radius)[:2])
    here = [rows[radius, c, radius : radius + pixels] for c in range(channels)]

    def neighbour(k, c):
        found = lax.dynamic_slice(rows, (down[k], np.int32(c), right[k]), (1, 1, pixels))
        return found.reshape(pixels)

    def turn(number, sums):
        weighted, weights = sums
        for step in range(TURN):
            k = number * TURN + step
            there = [neighbour(k, c) for c in range(channels)]
            apart = sum(jnp.abs(one - other) for one, other in zip(there, here, strict=True))
            weight = jnp.exp(p["colour"] * apart * apart + p["spatial"][k])
            weighted = tuple(each + weight * value for each, value in zip(weighted, there, strict=True))
            weights = weights + weight
        return weighted, weights

    # the pixel itself weighs 1
    start = tuple(here), jnp.ones(pixels, jnp.float32)
    # XLA makes no loop of one turn
    turns = p["turns"] if len(BUCKETS[radius]) > 1 else down.shape[0] // TURN
    weighted, weights = lax.fori_loop(0, turns, turn, start)
    return jnp.stack([each / weights for each in weighted], axis=-1).reshape(-1)


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
        Float(
            name="sigma_color",
            value=0.1,
            low=0.001,
            high=10.0,
            slider_low=0.01,
            slider_high=1.0,
            doc="How different colours may be: the larger, the more it is a plain blur.",
        ),
        Float(
            name="sigma_spatial",
            value=3.0,
            low=0.1,
            high=10.0,
            slider_low=0.5,
            slider_high=10.0,
            unit="px",
            doc="How far off neighbours may be.",
        ),
    ),
    kind=Neighbourhood(
        buckets=tuple(BUCKETS),
        slow=lambda bucket: bucket > 1,
        bucket=lambda values: max(1, round(1.5 * values["sigma_spatial"])),
        prepare=logarithms,
        passes=(Pass(smoothed, reach=lambda r: (r, r)),),
    ),
)
