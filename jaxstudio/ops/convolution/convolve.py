"""Convolve: every pixel becomes a weighted sum of its neighbours, with the weights of a matrix."""

from __future__ import annotations

import math
from dataclasses import replace

import jax.numpy as jnp
import numpy as np

from jaxstudio.kernels.fir import correlate, weighted_sum
from jaxstudio.pipeline.kinds import Neighbourhood, Op, Pass, Shortcut
from jaxstudio.pipeline.matrices import CANCELLED, factorise, weights_cancel
from jaxstudio.pipeline.op import Params, Values
from jaxstudio.pipeline.params import Bool, Choice, Float, Matrix
from jaxstudio.pipeline.preview_notes import SMALL_DETAIL


def _gaussian(size: int, sigma: float) -> tuple[tuple[float, ...], ...]:
    """Samples of 1/(2πσ²)·exp(−r²/2σ²), not normalised."""
    half = size // 2
    return tuple(
        tuple(
            math.exp(-(x * x + y * y) / (2 * sigma * sigma)) / (2 * math.pi * sigma * sigma)
            for x in range(-half, half + 1)
        )
        for y in range(-half, half + 1)
    )


def _centred(size: int, centre: float, rest: float, divisor: float = 1.0) -> tuple[tuple[float, ...], ...]:
    half = size // 2
    return tuple(
        tuple((centre if (x, y) == (half, half) else rest) / divisor for x in range(size))
        for y in range(size)
    )


IDENTITY = ((0.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 0.0))
SHARPEN = ((0.0, -1.0, 0.0), (-1.0, 5.0, -1.0), (0.0, -1.0, 0.0))

# Matrices that people know by name, offered beside the grid.
PRESETS = (
    ("Identity 3×3", IDENTITY),
    ("Box 5×5", _centred(5, 0.04, 0.04)),
    ("Gaussian 5×5", _gaussian(5, 1.0)),
    ("Sharpen 3×3", SHARPEN),
    ("Sharpen 5×5", _centred(5, 50.0, -1.0, 26.0)),
    ("Emboss", ((-2.0, -1.0, 0.0), (-1.0, 1.0, 1.0), (0.0, 1.0, 2.0))),
    ("Edge", _centred(3, 8.0, -1.0)),
    ("Laplacian", ((0.0, 1.0, 0.0), (1.0, -4.0, 1.0), (0.0, 1.0, 0.0))),
)

BEHAVIOURS = ("convolution", "correlation")
# Smaller kernels are done in one pass sooner than in two.
SMALLEST_RADIUS = 2


def weights(p: Params, radius: int) -> Params:
    matrix = p["kernel"]
    total = jnp.sum(matrix)
    sums_to_something = jnp.abs(total) > CANCELLED * jnp.sum(jnp.abs(matrix))
    divisor = jnp.where(p["normalize"] & sums_to_something, jnp.where(sums_to_something, total, 1.0), 1.0)
    flipped = jnp.where(p["behaviour"] == BEHAVIOURS.index("convolution"), matrix[::-1, ::-1], matrix)
    return {"matrix": flipped / divisor, "offset": p["offset"]}


def reduced(values: Values, level: int) -> Values:
    """The kernel whose taps lie 2^level times as close: each is shared between the three nearest pixels.

    They stand for it up to the second derivative, so that what a kernel does to smooth pictures stays.
    """
    kernel = np.asarray(values["kernel"], np.float64)
    for _ in range(2):  # rows, then columns
        places = (np.arange(len(kernel)) - len(kernel) // 2) / 2**level
        nearest = np.rint(places).astype(int)
        half = int(np.abs(nearest).max()) + 1
        beside, shares = places - nearest, np.zeros((2 * half + 1, len(places)))
        for offset, share in (
            (-1, beside * (beside - 1) / 2),
            (0, 1 - beside**2),
            (1, beside * (beside + 1) / 2),
        ):
            shares[nearest + half + offset, np.arange(len(places))] = share
        kernel = (shares @ kernel).T
    return {**values, "kernel": tuple(map(tuple, kernel.tolist()))}


def column_and_row(p: Params, radius: int) -> Params:
    """The two vectors whose product the weights are: those through the largest weight."""
    prepared = weights(p, radius)
    matrix = prepared["matrix"]
    row = matrix[jnp.argmax(jnp.max(jnp.abs(matrix), axis=1))]
    x = jnp.argmax(jnp.abs(row))
    column = matrix[:, x] / jnp.where(row[x] == 0, 1.0, row[x])
    return {"column": column, "row": row, "offset": prepared["offset"]}


def radius_of(values: Values) -> int:
    return max(len(values["kernel"]), len(values["kernel"][0])) // 2


def worth_two_passes(values: Values) -> bool:
    """Whether the kernel is a column times a row, and large enough."""
    return radius_of(values) >= SMALLEST_RADIUS and factorise(values["kernel"]) is not None


def caution(values: Values) -> str:
    if values["normalize"] and weights_cancel(values["kernel"]):
        return "The weights sum to 0: they cannot be divided by their sum and are taken as they are."
    return ""


IN_ONE_PASS = Neighbourhood(
    buckets=(0, 1, 2, 4, 7),
    bucket=radius_of,
    prepare=weights,
    mixes=False,
    passes=(Pass(lambda w, p: correlate(w, p["matrix"]) + p["offset"], reach=lambda r: (r, r)),),
)

IN_TWO_PASSES = replace(
    IN_ONE_PASS,
    prepare=column_and_row,
    passes=(
        Pass(lambda w, p: weighted_sum(w, p["column"], axis=0), reach=lambda r: (r, 0)),
        Pass(lambda w, p: weighted_sum(w, p["row"], axis=1) + p["offset"], reach=lambda r: (0, r)),
    ),
)

PARAMETERS = (
    Matrix("kernel", SHARPEN, largest=15, presets=PRESETS, doc="The weights, row by row."),
    Bool("normalize", False, doc="Divide the weights by their sum."),
    Float("offset", 0.0, -1.0, 1.0, doc="Added to the result."),
    Choice("behaviour", "convolution", BEHAVIOURS,
        doc="Convolution flips the matrix both ways; correlation does not."),
)  # fmt: skip

# not in the catalogue: what the engine takes in its place
two_passes = Shortcut(
    worth_two_passes,
    Op(
        name="convolve_in_two_passes",
        title="Convolve, in two passes",
        category="convolution",
        doc="The same with a kernel that is a column times a row.",
        source="scipy.ndimage.convolve1d",
        own_params=PARAMETERS,
        kind=IN_TWO_PASSES,
        reduced=reduced,
    ),
)

convolve = Op(
    name="convolve",
    title="Convolve",
    category="convolution",
    keywords=("kernel", "matrix", "filter2d", "emboss", "sharpen", "edge", "laplacian"),
    doc="Every pixel becomes a weighted sum of its neighbours, with the weights of a matrix of your own.",
    use="To try any linear filter: sharpen, emboss, find edges, or a kernel from a textbook.",
    formula="y(i, j) = offset + Σ k(u, v)·x(i − u, j − v), (0, 0) the middle of the matrix; "
    "correlation: x(i + u, j + v)",
    source="scipy.ndimage.convolve, scipy.ndimage.correlate",
    notes="Alpha is left as it is. A kernel that sums to 0 is not normalised. A kernel from 5×5 on that "
    "is a column times a row is done in two passes, which is faster and the same to within rounding.",
    own_params=PARAMETERS,
    preview_note=SMALL_DETAIL,
    kind=replace(IN_ONE_PASS, shortcut=two_passes),
    reduced=reduced,
    caution=caution,
)
