"""Richardson-Lucy deblurring: a picture is looked for which the chosen kernel blurs to the photo."""

from __future__ import annotations

import math

import numpy as np

from jaxstudio.kernels.array_types import Float32
from jaxstudio.ops.convolution.convolve import reduced as reduced_kernel
from jaxstudio.pipeline.kinds import Op, Tiled
from jaxstudio.pipeline.op import LINEAR, Values
from jaxstudio.pipeline.params import Choice, Float, Int, Matrix
from jaxstudio.pipeline.preview_notes import SMALL_DETAIL

SHAPES = GAUSSIAN, DISC, MOTION, OWN = "gaussian", "disc", "motion", "own kernel"
# After 100 iterations what lies farther away than 8 radii decides less than rounding does.
FAR, LEAST_SIDE, LARGEST_SIDE = 8, 384, 512
DARKEST, SEEN = np.float32(1e-6), np.float32(1e-2)
CROSS = ((0.0, 0.1, 0.0), (0.1, 0.6, 0.1), (0.0, 0.1, 0.0))


def radius_of(values: Values) -> int:
    """How far the kernel reaches in pixels."""
    if values["shape"] == OWN:
        return max(len(values["kernel"]), len(values["kernel"][0])) // 2
    if values["shape"] == GAUSSIAN:
        return math.ceil(3 * values["sigma"])
    return math.ceil((values["radius"] if values["shape"] == DISC else values["length"] / 2) + 0.5)


def kernel_of(values: Values) -> Float32[np.ndarray, "side side"]:
    """The kernel's weights, which add up to 1; all 0 but the middle where an own kernel has no sum."""
    half = radius_of(values)
    down, right = np.mgrid[-half : half + 1, -half : half + 1].astype(np.float64)
    if values["shape"] == OWN:
        own = np.maximum(values["kernel"], 0.0)
        weights = np.zeros(down.shape)
        top, left = (half - size // 2 for size in own.shape)
        weights[top : top + own.shape[0], left : left + own.shape[1]] = own
    elif values["shape"] == GAUSSIAN:
        weights = np.exp(-(down**2 + right**2) / (2 * values["sigma"] ** 2))
    elif values["shape"] == DISC:
        weights = np.clip(values["radius"] + 0.5 - np.hypot(down, right), 0.0, 1.0)
    else:
        cos, sin = (f(math.radians(values["angle"])) for f in (math.cos, math.sin))
        along, across = np.abs(cos * right - sin * down), np.abs(sin * right + cos * down)
        weights = np.clip(values["length"] / 2 + 0.5 - along, 0.0, 1.0) * np.clip(1.0 - across, 0.0, 1.0)
    if not weights.any():
        weights[half, half] = 1.0
    return (weights / weights.sum()).astype(np.float32)


def deblur(
    pixels: Float32[np.ndarray, "height width channels"], values: Values
) -> Float32[np.ndarray, "height width channels"]:
    """Iterate each channel apart; what lies outside the picture is not known, and is estimated too."""
    import scipy.fft

    kernel = kernel_of(values)
    half, (height, width) = len(kernel) // 2, pixels.shape[:2]
    size = tuple(scipy.fft.next_fast_len(side + 4 * half, real=True) for side in (height, width))
    inner = np.s_[2 * half : 2 * half + height, 2 * half : 2 * half + width]

    def blurred(plane: np.ndarray, by: np.ndarray) -> np.ndarray:
        return scipy.fft.irfft2(scipy.fft.rfft2(plane) * by, size)

    weights = np.zeros(size, np.float32)
    weights[: len(kernel), : len(kernel)] = kernel
    there = scipy.fft.rfft2(np.roll(weights, (-half, -half), (0, 1)))
    back = there.conj()
    ratio = np.zeros(size, np.float32)
    ratio[inner] = 1.0
    seen = blurred(ratio, back)
    gain = np.where(seen > SEEN, 1.0 / np.maximum(seen, SEEN), np.float32(0))
    for channel in range(pixels.shape[2]):
        photo = np.maximum(pixels[..., channel], 0.0)
        estimate = np.where(seen > SEEN, np.float32(0.5), np.float32(0))
        for _ in range(values["iterations"]):
            ratio[inner] = photo / np.maximum(blurred(estimate, there)[inner], DARKEST)
            estimate *= np.maximum(blurred(ratio, back) * gain, 0.0)
        pixels[..., channel] = estimate[inner]
    return pixels


def reach_px(values: Values) -> int:
    return radius_of(values) * min(2 * values["iterations"], FAR)


def of_reduced(values: Values, level: int) -> Values:
    return reduced_kernel(values, level) if values["shape"] == OWN else values


def caution(values: Values) -> str:
    if values["shape"] == OWN and not (np.maximum(values["kernel"], 0.0) > 0).any():
        return "The kernel has no weight above 0: the picture stays as it is."
    return ""


richardson_lucy = Op(
    name="richardson_lucy",
    title="Deblur",
    category="repair",
    keywords=(
        "richardson lucy", "deconvolution", "deconvolve", "rl deconvolution", "camera shake", "out of focus",
        "motion blur removal", "unblur",
    ),
    doc="Undoes a known blur: of a lens out of focus, a shaken camera, or a kernel of your own.",
    use="For photos slightly out of focus or shaken; before other sharpening, with few iterations where "
    "there is noise.",
    formula="y ← y·(k* ⋆ (x / (k ⋆ y))) / (k* ⋆ 1), so many times from y = 0.5; k the kernel, k* the kernel "
    "turned by 180°",
    source="Richardson, 1972; Lucy, 1974; skimage.restoration.richardson_lucy; at the borders Bertero and "
    "Boccacci, A simple method for the reduction of boundary effects, 2005",
    notes="In linear light, where blurs happen. Not clipped. scikit-image takes black outside the picture, "
    "which rings at the borders; here it is unknown. Computed by SciPy on the CPU, tile by tile: which "
    "equals the whole picture to 1e-4. A kernel that was learnt for a blur may be given as the own kernel.",
    space=LINEAR,
    own_params=(
        Choice("shape", GAUSSIAN, SHAPES, doc="What blurred the photo."),
        Float("sigma", 1.0, 0.1, 10.0, slider_low=0.3, slider_high=4.0, unit="px",
            doc="Width of the Gaussian.", needs=("shape", GAUSSIAN)),
        Float("radius", 2.0, 0.5, 20.0, slider_high=8.0, unit="px", doc="Radius of the disc.",
            needs=("shape", DISC)),
        Float("length", 7.0, 1.0, 40.0, slider_high=30.0, unit="px", doc="Length of the motion.",
            needs=("shape", MOTION)),
        Float("angle", 0.0, -180.0, 180.0, unit="°", doc="Direction of the motion, counter-clockwise.",
            needs=("shape", MOTION)),
        Matrix("kernel", CROSS, largest=15, doc="The own kernel, row by row; weights below 0 count as 0.",
            needs=("shape", OWN)),
        Int("iterations", 10, 1, 200, slider_high=50, doc="More are sharper, and bring out noise."),
    ),
    preview_note=SMALL_DETAIL,
    kind=Tiled(deblur, reach_px, lambda values: min(max(LEAST_SIDE, 2 * reach_px(values)), LARGEST_SIDE)),
    reduced=of_reduced,
    caution=caution,
)  # fmt: skip
