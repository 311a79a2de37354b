"""Averages that leave detail: of patches that look alike, and of squares where nothing happens."""

from __future__ import annotations

import math

import jax.numpy as jnp
import numpy as np
import skimage.restoration

from jaxstudio.kernels.array_types import Float32, FloatArray
from jaxstudio.ops.blur.square import SQUARE, about, box_blur, local_variance
from jaxstudio.pipeline.kinds import Branches, Combined, Op, Tiled
from jaxstudio.pipeline.op import Params, Values
from jaxstudio.pipeline.params import Float, Int, border_of, border_params
from jaxstudio.pipeline.preview_notes import SMALL_DETAIL

# What a tile may take, and what one patch compared with another does, in seconds.
TILE_S, PAIR_S = 0.05, 1e-8
LARGEST_SIDE = 512


def average_patches(
    pixels: Float32[np.ndarray, "height width channels"], values: Values
) -> Float32[np.ndarray, "height width channels"]:
    smooth = skimage.restoration.denoise_nl_means(
        pixels,
        patch_size=values["patch_size"],
        patch_distance=values["patch_distance"],
        h=values["h"],
        fast_mode=True,
        channel_axis=-1,
    )
    # scikit-image drops an axis of length 1
    return smooth.reshape(pixels.shape).astype(np.float32)


def patch_reach(values: Values) -> int:
    """Return the search distance plus half a patch and the one pixel that scikit-image adds."""
    return values["patch_distance"] + values["patch_size"] // 2 + 1


def tile_side(values: Values) -> int:
    """The side of a tile that takes TILE_S with its halo, at least so large that the halo is the smaller
    part.
    """
    distance, halo = values["patch_distance"], patch_reach(values)
    pairs = (distance + 1) * (2 * distance + 1)
    wanted = int(math.sqrt(TILE_S / (pairs * PAIR_S))) - 2 * halo
    return min(max(wanted, 3 * halo), LARGEST_SIDE)


nl_means = Op(
    name="nl_means",
    title="Non-local means",
    category="denoise",
    keywords=("denoise", "remove noise", "nlm", "patches", "noise reduction"),
    doc="Removes noise and keeps textures: every patch is averaged with those around it that look like it.",
    use="On noisy pictures with repeating textures, where a blur would smear them.",
    formula="y = Σ w·x(q) / Σ w over the pixels q up to patch_distance away, w = exp(−d² / h²), d² the "
    "mean squared difference of the patches around both",
    source="skimage.restoration.denoise_nl_means(fast_mode=True)",
    notes="Computed by scikit-image on the CPU, tile by tile: which equals the whole picture to 1e-7.",
    own_params=(
        Int("patch_size", 5, 1, 15, step=2, unit="px", doc="Side of a patch."),
        Int("patch_distance", 6, 1, 21, unit="px", doc="How far to look for others."),
        Float("h", 0.1, 0.001, 1.0, slider_high=0.5,
            doc="How different patches may be: the larger, the smoother."),
    ),
    preview_note=SMALL_DETAIL,
    kind=Tiled(average_patches, patch_reach, tile_side),
)  # fmt: skip


def branches(values: Values) -> Branches:
    size = values["size"]
    return [
        [(box_blur, {"size": size, **border_of(values)})],
        [(SQUARE, about(values)), (box_blur, {"size": size, **border_of(values, 0.0)})],
    ]


def wiener_estimate(x: FloatArray, results: tuple[FloatArray, ...], p: Params) -> FloatArray:
    mean, variance = results[0], local_variance(results[0], results[1], p)
    kept = jnp.maximum(variance - p["noise"], 0.0) / jnp.maximum(jnp.maximum(variance, p["noise"]), 1e-12)
    return mean + kept * (x - mean)


wiener = Op(
    name="wiener",
    title="Wiener",
    category="denoise",
    keywords=("adaptive", "lee", "variance"),
    doc="Smooths where nothing happens and leaves detail: the more a region varies, the less it is smoothed.",
    use="On pictures with even grain of a known strength.",
    formula="y = m + max(v − noise, 0) / max(v, noise)·(x − m), m and v the mean and variance of the "
    "size × size values around",
    source="scipy.signal.wiener",
    notes="The noise is given, not estimated as the mean of all local variances; SciPy's border is zero. "
    "Colours are weighed by their alpha, which is left as it is.",
    own_params=(
        Int("size", 5, 1, 65, slider_high=21, unit="px", doc="Side of the region looked at."),
        Float("noise", 0.01, 0.0, 1.0, slider_high=0.1, doc="Variance of the noise."),
        *border_params("reflect"),
    ),
    preview_note=SMALL_DETAIL,
    kind=Combined(branches, wiener_estimate, ops=(box_blur, SQUARE)),
)
