"""Defocus: every point becomes a disk of light."""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np

from jaxstudio.kernels.array_types import FloatArray
from jaxstudio.kernels.fir import LAST_TURN, places_by_ring, weighted_places
from jaxstudio.kernels.stencil import Window
from jaxstudio.pipeline.kinds import Neighbourhood, Op, Pass
from jaxstudio.pipeline.op import LINEAR, Params, Values
from jaxstudio.pipeline.params import Float, Int

# Beyond this radius the disk's edge is smoothed over five pixels instead of three.
SMALL = 8
# Where the rings of a disk end that are computed with one kernel: nothing outside the one that is needed.
BUCKETS = {2: (2,), 3: (3,), 5: (4, 5), 9: (6, 7, 8, 9), 17: (12, 17), 32: (24, 32)}
FAR = 99
# How far beyond a ring's end places belong to it: the soft edge is as wide along both axes, √2 at corners.
SLACK, WIDE_SLACK = 0.5, 0.85
# Buckets up to this have so few places that a loop over them would take longer.
UNROLLED = 3


def disk(p: Params, reach: int) -> Params:
    """The disk of a radius, its edge smoothed by a small Gaussian, as weights of the places near it."""
    offset = np.arange(-reach, reach + 1, dtype=np.float32)
    inside = (offset[:, None] ** 2 + offset[None, :] ** 2 <= p["radius"] ** 2).astype(jnp.float32)
    distance = np.arange(-2, 3, dtype=np.float32)
    variance = jnp.maximum(p["alias_blur"] ** 2, 1e-6)
    bell = jnp.exp(-0.5 * jnp.minimum(distance**2 / variance, 1e3))
    bell = jnp.where((np.abs(distance) > 1) & (p["radius"] <= SMALL), 0.0, bell)
    bell = bell / jnp.sum(bell)
    for axis in (0, 1):
        inside = sum(bell[k] * jnp.roll(inside, k - 2, axis) for k in range(5))
    down, right, ring = near(reach)
    end = jnp.where(p["radius"] <= SMALL, p["radius"] + 1, p["radius"] + 2)
    last = jnp.searchsorted(jnp.asarray(BUCKETS[reach], jnp.float32), end)
    weight = jnp.where(ring <= last, inside[down + reach, right + reach], 0.0)
    return {"weight": weight / jnp.sum(inside), "counting": jnp.sum(ring <= last, dtype=jnp.int32)}


def near(reach: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The places that a disk whose soft edge ends at `reach` can touch, in whole turns of a loop."""
    down, right, ring = places_by_ring(BUCKETS[reach], SLACK if reach <= SMALL + 1 else WIDE_SLACK)
    spare = (0, -len(ring) % LAST_TURN)
    return np.pad(down, spare), np.pad(right, spare), np.pad(ring, spare, constant_values=FAR)


def blur(window: Window, p: Params) -> FloatArray:
    down, right, ring = near(p["radius"])
    if p["radius"] <= UNROLLED:
        count = int(np.count_nonzero(ring < FAR))
        return weighted_places(window, down[:count], right[:count], p["weight"][:count])
    return weighted_places(window, down, right, p["weight"], p["counting"])


def reach_px(values: Values) -> int:
    return int(values["radius"]) + (1 if values["radius"] <= SMALL else 2)


defocus = Op(
    name="defocus",
    title="Defocus",
    category="blur",
    keywords=("bokeh", "lens", "disk", "out of focus"),
    doc="Puts the picture out of focus: every point becomes a disk of light.",
    use="To imitate a lens that is out of focus, or for backgrounds with round lights.",
    formula="y = Σ k·x(q) / Σ k, k = 1 within radius and 0 beyond, blurred by a Gaussian of deviation "
    "alias_blur (3 × 3, from radius 9 on 5 × 5)",
    source="albumentations.Defocus",
    space=LINEAR,
    notes="albumentations draws the radius and the softness at random, and from a radius of 8 reflects the "
    "disk's soft edge at the end of its kernel.",
    own_params=(
        Int("radius", 3, 1, 30, slider_high=15, unit="px", doc="Radius of the disk."),
        Float("alias_blur", 0.5, 0.0, 2.0, slider_high=1.0, unit="px",
            doc="Softness of the disk's edge: the standard deviation of a blur in pixels."),
    ),
    kind=Neighbourhood(
        buckets=tuple(BUCKETS),
        bucket=reach_px,
        expensive=lambda bucket: bucket > UNROLLED,
        prepare=disk,
        passes=(Pass(blur, reach=lambda r: (r, r)),),
    ),
)  # fmt: skip
