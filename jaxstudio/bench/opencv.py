"""More of the work that OpenCV does as well: tables, matrices, edges, morphology, geometry."""

from __future__ import annotations

import math
from collections.abc import Callable

import cv2
import numpy as np

from jaxstudio.bench.peers import Peer, Values, _blurred
from jaxstudio.ops import CATALOGUE
from jaxstudio.ops.colour.sepia import BROWN
from jaxstudio.ops.edges.farid import DIFFERENCE, SMOOTH
from jaxstudio.ops.geometry.perspective import inverse_homography

LEVELS = np.arange(256, dtype=np.float64) / 255
REFLECT = cv2.BORDER_REFLECT


def _table(curve: Callable[[np.ndarray, Values], np.ndarray]) -> Peer:
    """A curve on 256 levels, looked up."""

    def peer(pixels: np.ndarray, values: Values) -> np.ndarray:
        return cv2.LUT(pixels, np.rint(np.clip(curve(LEVELS, values), 0, 1) * 255).astype(np.uint8))

    return peer


def _levels(x: np.ndarray, values: Values) -> np.ndarray:
    share = np.clip((x - values["black"]) / (values["white"] - values["black"]), 0, 1)
    return values["out_black"] + share ** (1 / values["gamma"]) * (values["out_white"] - values["out_black"])


def _posterize(x: np.ndarray, values: Values) -> np.ndarray:
    size = 2 ** (8 - values["bits"])
    return np.floor(np.rint(x * 255) / size) * size / 255


CURVES = {
    "brightness": lambda x, values: x + values["delta"],
    "contrast": lambda x, values: 0.5 + values["factor"] * (x - 0.5),
    "exposure": lambda x, values: x * 2 ** values["stops"],
    "invert": lambda x, values: 1 - x,
    "log": lambda x, values: values["gain"] * np.log2(1 + x),
    "sigmoid": lambda x, values: 1 / (1 + np.exp(values["gain"] * (values["cutoff"] - x))),
    "levels": _levels,
    "solarize": lambda x, values: np.where(x < values["threshold"], x, 1 - x),
    "posterize": _posterize,
    "quantization": lambda x, values: np.rint(x * (values["levels"] - 1)) / (values["levels"] - 1),
}


def _grayscale(pixels: np.ndarray, values: Values) -> np.ndarray:
    return cv2.cvtColor(cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY), cv2.COLOR_GRAY2RGB)


def _sepia(pixels: np.ndarray, values: Values) -> np.ndarray:
    amount = values["amount"]
    return cv2.transform(pixels, (np.eye(3) * (1 - amount) + BROWN * amount).astype(np.float32))


def _mixed(pixels: np.ndarray, values: Values) -> np.ndarray:
    names = ("red", "green", "blue")
    return cv2.transform(pixels, np.array([[values[f"{to}_from_{by}"] for by in names] for to in names]))


def _swapped(pixels: np.ndarray, values: Values) -> np.ndarray:
    return cv2.cvtColor(pixels, cv2.COLOR_RGB2BGR)


def _otsu(pixels: np.ndarray, values: Values) -> np.ndarray:
    flat = pixels.reshape(len(pixels), -1)  # one limit for all channels
    return cv2.threshold(flat, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)[1].reshape(pixels.shape)


def _gradient(smooth: tuple[float, ...], difference: tuple[float, ...]) -> Peer:
    def peer(pixels: np.ndarray, values: Values) -> np.ndarray:
        low, high = np.array(smooth, np.float64), np.array(difference, np.float64)
        across = cv2.sepFilter2D(pixels, cv2.CV_32F, high, low, borderType=REFLECT)
        down = cv2.sepFilter2D(pixels, cv2.CV_32F, low, high, borderType=REFLECT)
        return cv2.convertScaleAbs(cv2.magnitude(across, down), alpha=math.sqrt(0.5))

    return peer


def _laplace(pixels: np.ndarray, values: Values) -> np.ndarray:
    return cv2.Laplacian(pixels, cv2.CV_8U, ksize=1, scale=-1, borderType=REFLECT)


def _difference(pixels: np.ndarray, values: Values) -> np.ndarray:
    floats = pixels.astype(np.float32)
    low, high = (
        cv2.GaussianBlur(floats, (2 * int(4 * s + 0.5) + 1,) * 2, s, borderType=cv2.BORDER_REPLICATE)
        for s in (values["low"], values["high"])
    )
    return np.rint(np.clip(low - high, 0, 255)).astype(np.uint8)


def _high_pass(pixels: np.ndarray, values: Values) -> np.ndarray:
    blurred = _blurred(pixels, values["sigma"], values["sigma"], 4.0)
    return cv2.addWeighted(pixels, 1, blurred, -1, values["offset"] * 255)


def _element(values: Values) -> np.ndarray:
    radius = values["size"] // 2
    if values["shape"] == "square":
        return np.ones((values["size"],) * 2, np.uint8)
    y, x = np.mgrid[-radius : radius + 1, -radius : radius + 1]
    return (y * y + x * x <= radius * radius).astype(np.uint8)


def _morphology(operation: int) -> Peer:
    def peer(pixels: np.ndarray, values: Values) -> np.ndarray:
        return cv2.morphologyEx(pixels, operation, _element(values), borderType=REFLECT)

    return peer


def _affine(name: str) -> Peer:
    def peer(pixels: np.ndarray, values: Values) -> np.ndarray:
        height, width = pixels.shape[:2]
        matrix = CATALOGUE[name].kind.inverse_matrix(values, (height, width))
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        return cv2.warpAffine(pixels, matrix, (width, height), flags=flags)

    return peer


def _perspective(pixels: np.ndarray, values: Values) -> np.ndarray:
    height, width = pixels.shape[:2]
    back = inverse_homography(values, (height, width))["back"]
    return cv2.warpPerspective(pixels, back, (width, height), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)


def _resize(pixels: np.ndarray, values: Values) -> np.ndarray:
    scale = values["scale"] / 100
    size = (round(pixels.shape[1] * scale), round(pixels.shape[0] * scale))
    return cv2.resize(pixels, size, interpolation=cv2.INTER_LINEAR)


def _lens(pixels: np.ndarray, values: Values) -> np.ndarray:
    height, width = pixels.shape[:2]
    half = math.hypot(width - 1, height - 1) / 2
    camera = np.array([[half, 0, (width - 1) / 2], [0, half, (height - 1) / 2], [0, 0, 1]])
    bent = np.array([values["k1"], values["k2"], 0, 0])
    maps = cv2.initUndistortRectifyMap(camera, bent, np.eye(3), camera, (width, height), cv2.CV_32F)
    return cv2.remap(pixels, *maps, cv2.INTER_LINEAR)


def _pad(pixels: np.ndarray, values: Values) -> np.ndarray:
    top, bottom, left, right = (values[side] for side in ("top", "bottom", "left", "right"))
    return cv2.copyMakeBorder(pixels, top, bottom, left, right, REFLECT)


def _crop(pixels: np.ndarray, values: Values) -> np.ndarray:
    height, width = pixels.shape[:2]
    return pixels[round(height * values["top"] / 100) :, round(width * values["left"] / 100) :].copy()


MORE_OPENCV: dict[str, Peer] = {
    **{name: _table(curve) for name, curve in CURVES.items()},
    "grayscale": _grayscale,
    "sepia": _sepia,
    "channel_mixer": _mixed,
    "channel_shuffle": _swapped,
    "threshold": _otsu,
    "scharr": _gradient((3 / 16, 10 / 16, 3 / 16), (-1, 0, 1)),
    "prewitt": _gradient((1 / 3, 1 / 3, 1 / 3), (-1, 0, 1)),
    "farid": _gradient(SMOOTH, DIFFERENCE),
    "laplace": _laplace,
    "difference_of_gaussians": _difference,
    "high_pass": _high_pass,
    "erosion": _morphology(cv2.MORPH_ERODE),
    "dilation": _morphology(cv2.MORPH_DILATE),
    "opening": _morphology(cv2.MORPH_OPEN),
    "closing": _morphology(cv2.MORPH_CLOSE),
    "morphological_gradient": _morphology(cv2.MORPH_GRADIENT),
    "white_tophat": _morphology(cv2.MORPH_TOPHAT),
    "black_tophat": _morphology(cv2.MORPH_BLACKHAT),
    "flip_vertical": lambda pixels, values: cv2.flip(pixels, 0),
    "rotate_90": lambda pixels, values: cv2.rotate(pixels, cv2.ROTATE_90_COUNTERCLOCKWISE),
    "crop": _crop,
    "pad": _pad,
    "translate": _affine("translate"),
    "shear": _affine("shear"),
    "affine": _affine("affine"),
    "perspective": _perspective,
    "resize": _resize,
    "lens": _lens,
}
