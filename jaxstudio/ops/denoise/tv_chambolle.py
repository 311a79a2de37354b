"""Total variation: flat regions, sharp borders."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from jaxstudio.kernels.array_types import Float32
from jaxstudio.pipeline.kinds import Op, Report, Whole
from jaxstudio.pipeline.op import Values
from jaxstudio.pipeline.params import Float, Int

# The step of the iteration in two dimensions, 1/(2·dimensions), which makes it converge.
TAU = 0.25
# Pixels of a band of rows: its arrays stay in the processor's cache.
BAND_PIXELS = 1 << 16


def divergence(
    dual: Float32[np.ndarray, "2 height width"], first: int, last: int
) -> Float32[np.ndarray, "rows width"]:
    """Rows first to last (excluded) of the negative divergence of a dual field (2, height, width)."""
    down, right = dual
    result = -(down[first:last] + right[first:last])
    result[first == 0 :] += down[max(first - 1, 0) : last - 1]
    result[:, 1:] += right[first:last, :-1]
    return result


def iterate(
    plane: Float32[np.ndarray, "height width"],
    dual: Float32[np.ndarray, "2 height width"],
    weight: float,
    rows: int,
) -> Iterator[Any]:
    """Compute one iteration of scikit-image's algorithm, band of rows by band; yields after each band."""
    height = len(plane)
    above = plane[:1] + divergence(dual, 0, 1)
    for first in range(0, height, rows):
        last = min(first + rows, height)
        below = min(last + 1, height)
        # the row after the band is computed before the band changes what it depends on
        following = plane[first + 1 : below] + divergence(dual, first + 1, below)
        smooth = np.concatenate([above, following])
        above = smooth[last - first :]
        gradient = np.zeros((2, last - first, plane.shape[1]), plane.dtype)
        gradient[0, : below - 1 - first] = np.diff(smooth, axis=0)
        gradient[1, :, :-1] = np.diff(smooth[: last - first], axis=1)
        norm = np.sqrt((gradient**2).sum(axis=0))
        norm *= TAU / weight
        norm += 1.0
        band = dual[:, first:last]
        band -= TAU * gradient
        band /= norm
        yield (last - first) / height


def denoise(
    pixels: Float32[np.ndarray, "height width channels"], values: Values, report: Report
) -> Float32[np.ndarray, "height width channels"]:
    weight, count = values["weight"], values["iterations"]
    height, width, channels = pixels.shape
    rows = max(1, BAND_PIXELS // width)
    done, everything = 0.0, channels * count
    for channel in range(channels):
        plane = np.ascontiguousarray(pixels[..., channel])
        dual = np.zeros((2, height, width), np.float32)
        # the last iteration's result does not depend on what it would change for the next
        for _ in range(count - 1):
            for share in iterate(plane, dual, weight, rows):
                done += share
                report(done / everything)
        for first in range(0, height, rows):
            last = min(first + rows, height)
            pixels[first:last, :, channel] = plane[first:last] + divergence(dual, first, last)
        done = (channel + 1) * count
        report(done / everything)
    return pixels


tv_chambolle = Op(
    name="tv_chambolle",
    title="Total variation",
    category="denoise",
    keywords=("tv", "rof", "smooth", "flat"),
    doc="Removes noise and keeps borders: regions become flat, their borders stay sharp.",
    use="On noisy pictures of shapes rather than textures.",
    formula="y makes Σ |∇y| + Σ (y − x)² / (2·weight) least, approached in so many iterations",
    source="skimage.restoration.denoise_tv_chambolle",
    notes="None: bit for bit scikit-image's result with eps=0, which always takes so many iterations.",
    own_params=(
        Float("weight", 0.1, 0.001, 10.0, slider_high=1.0, doc="The larger, the flatter."),
        Int("iterations", 50, 1, 1000, slider_high=200, doc="How often it is repeated."),
    ),
    kind=Whole(denoise),
    # a gradient is 2^level times as steep on the reduced photo
    reduced=lambda values, level: {**values, "weight": values["weight"] / 2**level},
)
