"""What the suites measure: photos of any size, each op with values and target, a recipe of eight steps."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from skimage.data import data_dir

from jaxstudio.engine.buffers import aligned_empty
from jaxstudio.files.photo import sample_photo
from jaxstudio.ops import CATALOGUE
from jaxstudio.ops.convolution.convolve import SHARPEN
from jaxstudio.ops.tone.curves import PRESETS
from jaxstudio.pipeline.recipe import Recipe, Step

if TYPE_CHECKING:
    import numpy as np


@dataclass(frozen=True)
class Case:
    """`target` is the largest ratio to the fastest peer aimed at; None where nothing is promised."""

    name: str
    op: str
    params: Mapping[str, Any] = field(default_factory=dict)
    target: float | None = None


def hill(size: int) -> list[list[float]]:
    """A kernel that no two vectors make up, so that nobody can split it into rows and columns."""
    half = size // 2
    rows = [
        [1.0 / (1 + abs(x) + abs(y) + 0.1 * (x * y) ** 2) for x in range(-half, half + 1)]
        for y in range(-half, half + 1)
    ]
    total = sum(map(sum, rows))
    return [[weight / total for weight in row] for row in rows]


def bell(size: int) -> list[list[float]]:
    """A Gaussian: a column times a row, which is done in two passes."""
    half = size // 2
    column = [math.exp(-2 * (x / half) ** 2) for x in range(-half, half + 1)]
    total = sum(column) ** 2
    return [[down * across / total for across in column] for down in column]


CASES = (
    Case("gaussian_blur sigma=1.5", "gaussian_blur", {"sigma": 1.5}, 1.0),
    Case("gaussian_blur sigma=5", "gaussian_blur", {"sigma": 5.0}, 1.0),
    Case("gaussian_blur sigma=15", "gaussian_blur", {"sigma": 15.0}, 1.0),
    Case("box_blur size=3", "box_blur", {"size": 3}, 1.0),
    Case("box_blur size=31", "box_blur", {"size": 31}),
    Case("motion_blur length=9", "motion_blur", {"length": 9, "angle": 30.0}, 1.0),
    Case("motion_blur length=31", "motion_blur", {"length": 31, "angle": 30.0}, 1.0),
    Case("defocus radius=3", "defocus", {"radius": 3}, 1.0),
    Case("defocus radius=8", "defocus", {"radius": 8}, 1.0),
    Case("zoom_blur", "zoom_blur"),
    Case("glass_blur", "glass_blur"),
    Case("bilateral", "bilateral", {}, 1.0),
    Case("guided", "guided", {}, 1.0),
    Case("convolve 3x3", "convolve", {"kernel": SHARPEN}, 1.0),
    Case("convolve 5x5", "convolve", {"kernel": hill(5)}, 1.0),
    Case("convolve 9x9", "convolve", {"kernel": hill(9)}, 1.0),
    Case("convolve 15x15", "convolve", {"kernel": hill(15)}, 1.0),
    Case("convolve 5x5, a column times a row", "convolve", {"kernel": bell(5)}, 1.0),
    Case("convolve 15x15, a column times a row", "convolve", {"kernel": bell(15)}, 1.0),
    Case("expression", "expression"),
    Case("sobel", "sobel", {}, 1.0),
    Case("median size=3", "median", {"size": 3}, 1.0),
    Case("median size=5", "median", {"size": 5}),
    Case("gamma", "gamma", {"gamma": 0.7}, 1.0),
    Case("saturation", "saturation", {"factor": 1.4}, 1.0),
    Case("rotate angle=10", "rotate", {"angle": 10.0}, 2.0),
    Case("flip_horizontal", "flip_horizontal"),
    Case("unsharp_mask", "unsharp_mask", {"radius": 1.5, "amount": 1.0}),
    Case("equalize_hist", "equalize_hist"),
    Case("gaussian_noise", "gaussian_noise", {"var": 0.002}),
    Case("salt_and_pepper", "salt_and_pepper", {"amount": 0.05}),
    Case("brightness", "brightness", {"delta": 0.1}, 1.0),
    Case("contrast", "contrast", {"factor": 1.3, "about": "half"}, 1.0),
    Case("exposure", "exposure", {"stops": 0.5}, 1.0),
    Case("invert", "invert", {}, 1.0),
    Case("log", "log", {}, 1.0),
    Case("sigmoid", "sigmoid", {}, 1.0),
    Case("levels", "levels", {"black": 0.1, "white": 0.9, "gamma": 1.2}, 1.0),
    Case("curve", "curve", {"points": PRESETS[1][1]}, 1.0),
    Case("channel_curve", "channel_curve", {"points": PRESETS[1][1]}),
    Case("whites_blacks", "whites_blacks", {"whites": 40.0, "blacks": -40.0}),
    Case("shadows_highlights", "shadows_highlights", {"shadows": 50.0, "highlights": -50.0}, 1.5),
    Case("clarity", "clarity", {"clarity": 50.0, "texture": 50.0}, 1.5),
    Case("dehaze", "dehaze", {}, 1.5),
    Case("tone_map_reinhard", "tone_map_reinhard", {}, 1.5),
    Case("tone_map_filmic", "tone_map_filmic"),
    Case("tone_map_sigmoid", "tone_map_sigmoid"),
    Case("color_temperature", "color_temperature", {"kelvin": 4500.0}),
    Case("color_balance", "color_balance", {"lift": 0.05, "gain_red": 1.2}),
    Case("asc_cdl", "asc_cdl", {"slope_red": 1.2, "offset_blue": 0.05, "power_green": 1.1}),
    Case("hue_ranges", "hue_ranges", {"red_saturation": 50.0, "blue_hue": 20.0}),
    Case("split_toning", "split_toning"),
    Case("black_and_white", "black_and_white"),
    Case("lut_3d", "lut_3d", {"file": os.path.join(os.path.dirname(__file__), "warm.cube")}),
    Case("spot_removal", "spot_removal"),
    Case("hot_pixels", "hot_pixels"),
    Case("red_eye", "red_eye"),
    Case(
        "lens_correction",
        "lens_correction",
        {"profile": "numbers", "distortion_2": -0.1, "vignetting_1": -0.3},
    ),
    Case("defringe", "defringe"),
    Case("richardson_lucy", "richardson_lucy", {"sigma": 1.5}),
    Case("frame", "frame"),
    Case("watermark", "watermark", {"file": os.path.join(data_dir, "coffee.png")}),
    Case("text", "text", {"text": "Anna, 2026", "size": 8.0}),
    Case("clahe", "clahe", {}, 1.0),
    Case("match_histogram", "match_histogram", {"reference": os.path.join(data_dir, "coffee.png")}, 1.0),
    Case("solarize", "solarize", {"threshold": 0.501}, 1.0),
    Case("posterize", "posterize", {"bits": 3}, 1.0),
    Case("quantization", "quantization", {"levels": 8}, 1.0),
    Case("rescale_intensity", "rescale_intensity", {"low": 2.0, "high": 98.0}),
    Case("threshold otsu", "threshold", {"method": "otsu"}),
    Case("local_threshold", "local_threshold", {"sigma": 8.0, "offset": 0.02}),
    Case("vignette", "vignette", {"amount": 0.5}),
    Case("hue", "hue", {"delta": 0.1}, 1.0),
    Case("vibrance", "vibrance", {"amount": 0.8}),
    Case("white_balance", "white_balance", {"temperature": 0.3}),
    Case("grayscale", "grayscale", {"weights": "rec601"}, 1.0),
    Case("sepia", "sepia", {"amount": 0.9}, 1.0),
    Case("channel_mixer", "channel_mixer", {"red_from_blue": 0.3, "green_from_green": 0.8}, 1.0),
    Case("channel_shuffle", "channel_shuffle", {"order": "bgr"}, 1.0),
    Case("channel_drop", "channel_drop", {"channel": "green"}),
    Case("colormap", "colormap", {"map": "viridis"}),
    Case("scharr", "scharr", {}, 1.0),
    Case("prewitt", "prewitt", {}, 1.0),
    Case("farid", "farid", {}, 1.0),
    Case("roberts", "roberts", {}, 1.0),
    Case("laplace", "laplace", {}, 1.0),
    Case("difference_of_gaussians", "difference_of_gaussians", {"low": 1.0, "high": 3.0}, 1.0),
    Case("canny", "canny", {"sigma": 2.0}),
    Case("frangi", "frangi", {}, 1.0),
    Case("sato", "sato", {}, 1.0),
    Case("high_pass", "high_pass", {"sigma": 5.0}, 1.0),
    Case("local_contrast", "local_contrast", {"sigma": 15.0, "amount": 1.0}),
    Case("local_laplacian", "local_laplacian", {"amount": 100.0}),
    Case("erosion 3", "erosion", {"size": 3}, 1.0),
    Case("dilation disk 9", "dilation", {"size": 9, "shape": "disk"}, 1.0),
    Case("opening 5", "opening", {"size": 5}, 1.0),
    Case("closing 5", "closing", {"size": 5}, 1.0),
    Case("morphological_gradient 3", "morphological_gradient", {"size": 3}, 1.0),
    Case("white_tophat 9", "white_tophat", {"size": 9}, 1.0),
    Case("black_tophat 9", "black_tophat", {"size": 9}, 1.0),
    Case("nl_means", "nl_means", {"patch_size": 3, "patch_distance": 3}),
    Case("tv_chambolle", "tv_chambolle", {"iterations": 10}),
    Case("wiener", "wiener", {"size": 5}),
    Case("wavelet", "wavelet", {"noise": "given", "sigma": 0.05}),
    Case("flip_vertical", "flip_vertical"),
    Case("rotate_90", "rotate_90", {"k": 1}),
    Case("crop", "crop", {"left": 20.0, "top": 20.0}),
    Case("pad", "pad", {"left": 40, "top": 40, "border": "reflect"}),
    Case("translate", "translate", {"right": 10.5, "down": 3.25}, 1.5),
    Case("shear", "shear", {"horizontal": 10.0}, 1.5),
    Case("affine", "affine", {"angle": 10.0, "scale_x": 1.2}, 1.5),
    Case("perspective", "perspective", {"top_left_x": 10.0, "bottom_right_y": -10.0}, 1.5),
    Case("resize", "resize", {"scale": 50.0, "antialias": False}, 1.5),
    Case("swirl", "swirl", {"strength": 3.0, "radius": 800.0}, 1.5),
    Case("lens", "lens", {"k1": 0.2}, 1.5),
    Case("polar", "polar", {}, 1.5),
    Case("elastic", "elastic", {}),
    Case("salt", "salt"),
    Case("pepper", "pepper"),
    Case("impulse", "impulse"),
    Case("speckle", "speckle"),
    Case("uniform_noise", "uniform_noise"),
    Case("poisson_noise", "poisson_noise", {"peak": 50.0}),
    Case("film_grain", "film_grain", {"amount": 0.1}),
    Case("jpeg", "jpeg", {"quality": 30}),
    Case("random_flip", "random_flip", {"horizontal": 1.0}),
    Case("random_rotate", "random_rotate"),
    Case("random_crop", "random_crop"),
    Case("random_resized_crop", "random_resized_crop"),
    Case("random_affine", "random_affine"),
    Case("random_perspective", "random_perspective"),
    Case("color_jitter", "color_jitter"),
    Case("random_grayscale", "random_grayscale", {"p": 1.0}),
    Case("random_invert", "random_invert", {"p": 1.0}),
    Case("random_solarize", "random_solarize", {"p": 1.0}),
    Case("random_posterize", "random_posterize", {"p": 1.0}),
    Case("random_channel_shuffle", "random_channel_shuffle", {"p": 1.0}),
    Case("random_gamma", "random_gamma", {"p": 1.0}),
    Case("random_blur", "random_blur", {"p": 1.0}),
    Case("random_sharpness", "random_sharpness", {"p": 1.0}),
    Case("random_noise", "random_noise", {"p": 1.0}),
    Case("erasing", "erasing", {"p": 1.0}),
    Case("grid_shuffle", "grid_shuffle", {"p": 1.0}),
    Case("shadow", "shadow", {"p": 1.0}),
    Case("plasma", "plasma", {"p": 1.0}),
    Case("fog", "fog", {"p": 1.0}),
    Case("choose_one", "choose_one", {"ops": "gamma gamma=0.7 | gamma gamma=1.4"}),
    Case("sometimes", "sometimes", {"p": 1.0, "op": "gaussian_blur sigma=2"}),
)


STEPS: tuple[tuple[str, dict[str, object]], ...] = (
    ("gaussian_blur", {"sigma": 6.0}),
    ("gamma", {"gamma": 0.9}),
    ("saturation", {"factor": 1.3}),
    ("convolve", {"kernel": hill(5)}),
    ("convolve", {"kernel": SHARPEN}),
    ("unsharp_mask", {"radius": 4.0, "amount": 0.6}),
    ("box_blur", {"size": 9}),
    ("gaussian_blur", {"sigma": 5.0}),
)
# The steps that a photo is first developed with.
EVERYDAY: tuple[tuple[str, dict[str, object]], ...] = (
    ("crop", {"left": 2.0, "top": 2.0}),
    ("lens", {"k1": 0.05}),
    ("exposure", {"stops": 0.3}),
    ("color_temperature", {"kelvin": 5500.0}),
    ("shadows_highlights", {"shadows": 40.0, "highlights": -30.0}),
    ("hue_ranges", {"red_saturation": 20.0, "blue_lightness": -10.0}),
    ("curve", {"points": PRESETS[1][1]}),
    ("clarity", {"clarity": 30.0, "texture": 20.0}),
    ("unsharp_mask", {"radius": 1.5, "amount": 0.6}),
    ("vignette", {"amount": 0.3}),
)
FIRST, LAST = 1, len(STEPS)  # keys of the steps whose sigma is moved


def recipe_of(steps: tuple[tuple[str, dict[str, object]], ...]) -> Recipe:
    recipe = Recipe()
    for name, params in steps:
        recipe = recipe.added(CATALOGUE[name], params)
    return recipe


def eight_steps() -> Recipe:
    return recipe_of(STEPS)


def everyday_steps() -> Recipe:
    return recipe_of(EVERYDAY)


def by_opencv(steps: tuple[Step, ...], level: int, pixels: np.ndarray) -> Callable[[], np.ndarray]:
    """A call that does `steps` on `pixels`, a photo reduced by 2^level, with lengths reduced alike."""
    from benchmarks.opencv import OPENCV
    from jaxstudio.engine.plan.reduction import scaled_values

    work = [(OPENCV[step.op.name], scaled_values(step.op, step.values, level)) for step in steps]

    def call() -> np.ndarray:
        result = pixels
        for peer, values in work:
            result = peer(result, values)
        return result

    return call


SAMPLE = "coffee"


def photo(height: int, width: int, rows: slice | None = None) -> np.ndarray:
    """RGB of this size, or some rows of it: (h, w, 3) uint8, in memory that JAX takes without a copy."""
    sample = sample_photo(SAMPLE).pixels
    first, last, _ = (rows or slice(None)).indices(height)
    down = _mirrored(np.arange(first, last), sample.shape[0])
    across = _mirrored(np.arange(width), sample.shape[1])
    pixels = aligned_empty((last - first) * width * 3, np.uint8).reshape(last - first, width, 3)
    np.take(sample[:, across], down, axis=0, out=pixels)
    return pixels


def _mirrored(index: np.ndarray, length: int) -> np.ndarray:
    place = index % (2 * length)
    return np.where(place < length, place, 2 * length - 1 - place)
