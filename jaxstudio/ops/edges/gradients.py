"""Edges as differences of neighbours: gradients, the Laplacian, a difference of Gaussians."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import jax.numpy as jnp

from jaxstudio.kernels.array_types import FloatArray
from jaxstudio.kernels.stencil import Window, finish
from jaxstudio.ops.blur.gaussian_blur import blurred, gaussian_blur
from jaxstudio.pipeline.kinds import Combined, Neighbourhood, Op, Pass
from jaxstudio.pipeline.op import Params
from jaxstudio.pipeline.params import Choice, Float, border_params
from jaxstudio.pipeline.preview_notes import EDGES

AXIS = (
    Choice("axis", "magnitude", ("magnitude", "horizontal", "vertical"),
        doc="The gradient's length, or one direction of edges (signed)."),
)  # fmt: skip
NOTES = "Each channel apart; horizontal finds horizontal edges. Alpha is left as it is."


def window_kind(apply: Callable[[Window, Params], FloatArray], radius: int = 1) -> Neighbourhood:
    """The kind of an op that looks at the pixels up to `radius` around, whatever its parameters are."""
    return Neighbourhood(
        buckets=(radius,),
        bucket=lambda values: radius,
        mixes=False,
        passes=(Pass(apply, reach=lambda r: (r, r)),),
    )


def along_axis(down: FloatArray, right: FloatArray, p: Params) -> FloatArray:
    """The gradient's length, or one of its directions, as `axis` says."""
    magnitude = jnp.sqrt((down * down + right * right) * 0.5)
    return jnp.where(p["axis"] == 0, magnitude, jnp.where(p["axis"] == 1, down, right))


def gradient_kind(smooth: Sequence[float], difference: Sequence[float]) -> Neighbourhood:
    """The gradient by the outer product of two odd vectors; the difference weighs what comes after."""
    half = len(smooth) // 2
    places = range(-half, half + 1)

    def separable_sum(w: Any, down: Sequence[float], across: Sequence[float]) -> FloatArray:
        terms = [
            w.raw(dy, dx) * (down[dy + half] * across[dx + half])
            for dy in places
            for dx in places
            if down[dy + half] * across[dx + half]
        ]
        return sum(terms[1:], terms[0])

    def gradient(w: Window, p: Params) -> FloatArray:
        down, right = separable_sum(w, difference, smooth), separable_sum(w, smooth, difference)
        return finish(w, along_axis(down, right, p))

    return window_kind(gradient, half)


def sobel_gradient(w: Window, p: Params) -> FloatArray:
    corner = w.raw(1, 1) - w.raw(-1, -1)
    other = w.raw(1, -1) - w.raw(-1, 1)
    # smoothing 1 2 1 over 4, difference 1 0 −1: scikit-image does not halve it
    down = (corner + other + 2.0 * (w.raw(1, 0) - w.raw(-1, 0))) * 0.25
    right = (corner - other + 2.0 * (w.raw(0, 1) - w.raw(0, -1))) * 0.25
    return finish(w, along_axis(down, right, p))


gradient_op = partial(
    Op, category="edges", keywords=("gradient", "outline", "derivative"), own_params=AXIS, preview_note=EDGES
)

sobel = gradient_op(
    name="sobel",
    title="Sobel edges",
    doc="Shows edges bright on black: how fast brightness changes at every pixel.",
    use="To see outlines, or as a first step of edge detection.",
    formula="a: weights (−1, 0, 1) down the columns and (1, 2, 1) / 4 along the rows, b the other way "
    "round; y = √((a² + b²) / 2), or a (horizontal), or b (vertical)",
    source="skimage.filters.sobel",
    notes="Each channel apart; horizontal finds horizontal edges (sobel_h). OpenCV's Sobel is four times as "
    "large. Alpha is left as it is.",
    kind=window_kind(sobel_gradient),
)

scharr = gradient_op(
    name="scharr",
    title="Scharr edges",
    doc="Shows edges bright on black, slanted ones as bright as level and upright ones.",
    use="Where the direction of edges matters: it is turned less wrong than by Sobel.",
    formula="a: weights (−1, 0, 1) down the columns and (3, 10, 3) / 16 along the rows, b the other way "
    "round; y = √((a² + b²) / 2), or a (horizontal), or b (vertical)",
    source="skimage.filters.scharr",
    notes=NOTES,
    kind=gradient_kind((3 / 16, 10 / 16, 3 / 16), (-1.0, 0.0, 1.0)),
)

prewitt = gradient_op(
    name="prewitt",
    title="Prewitt edges",
    doc="Shows edges bright on black, grain held back a little more than by Sobel.",
    use="As Sobel, with every neighbour weighing the same.",
    formula="a: weights (−1, 0, 1) down the columns and (1, 1, 1) / 3 along the rows, b the other way "
    "round; y = √((a² + b²) / 2), or a (horizontal), or b (vertical)",
    source="skimage.filters.prewitt",
    notes=NOTES,
    kind=gradient_kind((1 / 3, 1 / 3, 1 / 3), (-1.0, 0.0, 1.0)),
)

FARID_SMOOTH = (
    0.0376593171958126,
    0.249153396177344,
    0.426374573253687,
    0.249153396177344,
    0.0376593171958126,
)
FARID_DIFFERENCE = (-0.109603762960254, -0.276690988455557, 0.0, 0.276690988455557, 0.109603762960254)

farid = gradient_op(
    name="farid",
    title="Farid edges",
    doc="Shows edges bright on black, broader and smoother than by three pixels a side: five are looked at.",
    use="Where directions must be right: of five taps, the same whichever way the picture is turned.",
    formula="a: weights (−0.110, −0.277, 0, 0.277, 0.110) down the columns and (0.038, 0.249, 0.426, "
    "0.249, 0.038) along the rows, b the other way round; y = √((a² + b²) / 2), or a (horizontal), or b "
    "(vertical)",
    source="skimage.filters.farid",
    notes=NOTES
    + " Weights: Farid and Simoncelli, Differentiation of discrete multidimensional signals (2004).",
    kind=gradient_kind(FARID_SMOOTH, FARID_DIFFERENCE),
)


def cross(w: Window, p: Params) -> FloatArray:
    one = w.raw(0, 0) - w.raw(1, 1)
    other = w.raw(0, 1) - w.raw(1, 0)
    return finish(w, jnp.sqrt((one * one + other * other) * 0.5))


roberts = Op(
    name="roberts",
    title="Roberts cross",
    category="edges",
    keywords=("gradient", "outline", "diagonal"),
    doc="Shows edges bright on black, from the differences along the two diagonals of four pixels.",
    use="For the thinnest edges of a clean picture.",
    formula="y = √((p² + q²) / 2), p = x − the value right of and below it, q = the value to the right "
    "− the one below",
    source="skimage.filters.roberts",
    notes="Each channel apart. Alpha is left as it is.",
    preview_note=EDGES,
    kind=window_kind(cross),
)


def curvature(w: Window, p: Params) -> FloatArray:
    around = w.raw(-1, 0) + w.raw(1, 0) + w.raw(0, -1) + w.raw(0, 1)
    return finish(w, 4.0 * w.raw(0, 0) - around)


laplace = Op(
    name="laplace",
    title="Laplace",
    category="edges",
    keywords=("second derivative", "curvature", "laplacian"),
    doc="Shows fine detail: how far every pixel is from its four neighbours.",
    use="To judge sharpness, or to add it to the picture.",
    formula="y = 4·x − (above + below + left + right)",
    source="skimage.filters.laplace(ksize=3)",
    notes="Signed: flat is 0, so that the half of it is black. OpenCV's Laplacian has the other sign. Each "
    "channel apart. Alpha is left as it is.",
    preview_note=EDGES,
    kind=window_kind(curvature),
)

difference_of_gaussians = Op(
    name="difference_of_gaussians",
    title="Difference of Gaussians",
    category="edges",
    keywords=("dog", "band-pass", "blob", "detail"),
    doc="Shows detail of one range of sizes: a weak blur less a strong one.",
    use="To find edges and blobs of a known size in a noisy picture.",
    formula="y = G(low) ∗ x − G(high) ∗ x; G(s) ∗ x is x blurred by a Gaussian of deviation s",
    source="skimage.filters.difference_of_gaussians",
    notes="Signed: flat is 0. scikit-image's border is nearest. Alpha is left as it is.",
    own_params=(
        Float("low", 1.0, 0.0, 64.0, slider_high=20.0, unit="px", doc="Deviation of the weak blur."),
        Float("high", 1.6, 0.0, 64.0, slider_high=20.0, unit="px", doc="Deviation of the strong blur."),
        *border_params("nearest"),
    ),
    preview_note=EDGES,
    kind=Combined(
        blurred("low", "high"), lambda x, results, p: results[0] - results[1], ops=(gaussian_blur,)
    ),
)
