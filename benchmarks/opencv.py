"""The ops as OpenCV computes them, uint8 in and uint8 out.

Each function takes the pixels (height, width, 3) and the step's values, and computes everything that depends
on the values (kernels, tables, matrices) inside the call, as ours does. What acts on light looks its 16 bits
up in a table of 256, and the result's byte in one of 65,536; what maps a level to a level is one table.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import cv2
import numpy as np
from scipy.interpolate import PchipInterpolator

from benchmarks.machine import THREADS
from jaxstudio.ops import CATALOGUE
from jaxstudio.ops.colour.matrices import BROWN, REC601
from jaxstudio.ops.edges.gradients import FARID_DIFFERENCE, FARID_SMOOTH
from jaxstudio.ops.geometry.warps import inverse_homography

Values = Mapping[str, Any]
Peer = Callable[[np.ndarray, Values], np.ndarray]

cv2.setNumThreads(THREADS)


def gaussian_blur(pixels: np.ndarray, values: Values) -> np.ndarray:
    return _blurred(pixels, values["sigma"], values["sigma_y"], values["truncate"])


def _blurred(pixels: np.ndarray, sigma: float, sigma_y: float, truncate: float) -> np.ndarray:
    side, side_y = (2 * int(truncate * each + 0.5) + 1 for each in (sigma, sigma_y))
    if side == side_y == 1:
        return pixels
    border = cv2.BORDER_REFLECT
    return cv2.GaussianBlur(pixels, (side, side_y), max(sigma, 1e-6), sigmaY=sigma_y, borderType=border)


def box_blur(pixels: np.ndarray, values: Values) -> np.ndarray:
    return cv2.blur(pixels, (values["size"], values["size"]), borderType=cv2.BORDER_REFLECT)


def convolve(pixels: np.ndarray, values: Values) -> np.ndarray:
    kernel = np.array(values["kernel"], np.float32)[::-1, ::-1]  # filter2D correlates
    return cv2.filter2D(pixels, -1, kernel, borderType=cv2.BORDER_REFLECT)


def sobel(pixels: np.ndarray, values: Values) -> np.ndarray:
    scale = 0.25 / math.sqrt(2)
    across = cv2.Sobel(pixels, cv2.CV_32F, 1, 0, ksize=3, scale=scale, borderType=cv2.BORDER_REFLECT)
    down = cv2.Sobel(pixels, cv2.CV_32F, 0, 1, ksize=3, scale=scale, borderType=cv2.BORDER_REFLECT)
    return cv2.convertScaleAbs(cv2.magnitude(across, down))


def median(pixels: np.ndarray, values: Values) -> np.ndarray:
    return cv2.medianBlur(pixels, values["size"])


def gamma(pixels: np.ndarray, values: Values) -> np.ndarray:
    return cv2.LUT(pixels, gamma_table(values))


def gamma_table(values: Values) -> np.ndarray:
    levels = np.arange(256, dtype=np.float32) / 255
    return np.rint(np.clip(values["gain"] * levels ** values["gamma"], 0, 1) * 255).astype(np.uint8)


def saturation(pixels: np.ndarray, values: Values) -> np.ndarray:
    factor = values["factor"]
    return cv2.transform(pixels, (factor * np.eye(3) + (1 - factor) * REC601).astype(np.float32))


def rotate(pixels: np.ndarray, values: Values) -> np.ndarray:
    height, width = pixels.shape[:2]
    matrix = CATALOGUE["rotate"].kind.inverse_matrix(values, (height, width))
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return cv2.warpAffine(pixels, matrix, (width, height), flags=flags, borderMode=cv2.BORDER_CONSTANT)


def flip_horizontal(pixels: np.ndarray, values: Values) -> np.ndarray:
    return cv2.flip(pixels, 1)


def unsharp_mask(pixels: np.ndarray, values: Values) -> np.ndarray:
    blurred = _blurred(pixels, values["radius"], values["radius"], 4.0)
    return cv2.addWeighted(pixels, 1 + values["amount"], blurred, -values["amount"], 0)


def equalize_hist(pixels: np.ndarray, values: Values) -> np.ndarray:
    counts = sum(cv2.calcHist([pixels], [channel], None, [256], [0, 256]) for channel in range(3))
    share = np.cumsum(np.asarray(counts).reshape(-1), dtype=np.float64)
    return cv2.LUT(pixels, np.rint(share / share[-1] * 255).astype(np.uint8))


def gaussian_noise(pixels: np.ndarray, values: Values) -> np.ndarray:
    noise = np.empty(pixels.shape, np.int16)
    mean, deviation = values["mean"] * 255, math.sqrt(values["var"]) * 255
    cv2.randn(noise, np.full(3, mean), np.full(3, deviation))
    return cv2.add(pixels, noise, dtype=cv2.CV_8U)


def salt_and_pepper(pixels: np.ndarray, values: Values) -> np.ndarray:
    chance = np.empty(pixels.shape, np.uint16)
    cv2.randu(chance, np.zeros(3), np.full(3, 65536.0))
    salt = values["amount"] * values["salt_vs_pepper"] * 65536
    pepper = values["amount"] * 65536
    specked = np.where(chance < pepper, np.uint8(0), pixels)
    specked[chance < salt] = 255
    return specked


OPENCV: dict[str, Peer] = {
    peer.__name__: peer
    for peer in (
        gaussian_blur, box_blur, convolve, sobel, median, gamma, saturation, rotate,
        flip_horizontal, unsharp_mask, equalize_hist, gaussian_noise, salt_and_pepper,
    )
}  # fmt: skip


LEVELS = np.arange(256, dtype=np.float64) / 255
REFLECT = cv2.BORDER_REFLECT


def _table(curve: Callable[[np.ndarray, Values], np.ndarray]) -> Peer:
    """A curve on 256 levels, looked up."""

    def peer(pixels: np.ndarray, values: Values) -> np.ndarray:
        return cv2.LUT(pixels, np.rint(np.clip(curve(LEVELS, values), 0, 1) * 255).astype(np.uint8))

    return peer


def _light(levels: np.ndarray) -> np.ndarray:
    """The linear light of sRGB values, both 0 to 1 (IEC 61966-2-1)."""
    return np.where(levels > 0.04045, ((levels + 0.055) / 1.055) ** 2.4, levels / 12.92)


def _encoded(light: np.ndarray) -> np.ndarray:
    """The sRGB values of linear light, cut at 0 and 1."""
    light = np.clip(light, 0, 1)
    return np.where(light > 0.0031308, 1.055 * light ** (1 / 2.4) - 0.055, 12.92 * light)


LIGHT = np.rint(_light(LEVELS) * 65535).astype(np.uint16)
BYTES = np.rint(_encoded(np.arange(65536) / 65535) * 255).astype(np.uint8)


def _in_light(peer: Peer) -> Peer:
    """A peer that computes with 16 bits of linear light, from bytes to bytes."""

    def work(pixels: np.ndarray, values: Values) -> np.ndarray:
        return cv2.LUT(peer(cv2.LUT(pixels, LIGHT), values), BYTES)

    return work


def white_balance(pixels: np.ndarray, values: Values) -> np.ndarray:
    warm, tint = values["temperature"], values["tint"]
    gains = 2.0 ** np.array([warm + tint / 2, -tint, -warm + tint / 2])
    table = np.rint(_encoded(_light(LEVELS)[None, :, None] * gains) * 255)
    return cv2.LUT(pixels, table.astype(np.uint8))


def _vignette(pixels: np.ndarray, values: Values) -> np.ndarray:
    down, across = (np.square(np.linspace(-1, 1, n, dtype=np.float32)) for n in pixels.shape[:2])
    kept = 1 - np.float32(values["amount"] / 2) * np.add.outer(down, across)
    return cv2.multiply(pixels, cv2.merge([kept] * 3), dtype=cv2.CV_16U)


def _levels(x: np.ndarray, values: Values) -> np.ndarray:
    share = np.clip((x - values["black"]) / (values["white"] - values["black"]), 0, 1)
    return values["out_black"] + share ** (1 / values["gamma"]) * (values["out_white"] - values["out_black"])


def _posterize(x: np.ndarray, values: Values) -> np.ndarray:
    size = 2 ** (8 - values["bits"])
    return np.floor(np.rint(x * 255) / size) * size / 255


CURVES = {
    "brightness": lambda x, values: x + values["delta"],
    "contrast": lambda x, values: 0.5 + values["factor"] * (x - 0.5),
    "exposure": lambda x, values: _encoded(_light(x) * 2 ** values["stops"]),
    "invert": lambda x, values: 1 - x,
    "log": lambda x, values: values["gain"] * np.log2(1 + x),
    "sigmoid": lambda x, values: 1 / (1 + np.exp(values["gain"] * (values["cutoff"] - x))),
    "levels": _levels,
    "solarize": lambda x, values: np.where(x < values["threshold"], x, 1 - x),
    "posterize": _posterize,
    "quantization": lambda x, values: np.rint(x * (values["levels"] - 1)) / (values["levels"] - 1),
}


REC709 = np.array([[0.2125, 0.7154, 0.0721]], np.float32)


def _grayscale(pixels: np.ndarray, values: Values) -> np.ndarray:
    if values["weights"] == "rec601":
        gray = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
    else:
        gray = cv2.transform(pixels, REC709)
    return cv2.cvtColor(gray, cv2.COLOR_GRAY2RGB)


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
    "channel_mixer": _in_light(_mixed),
    "white_balance": white_balance,
    "vignette": _in_light(_vignette),
    "channel_shuffle": _swapped,
    "threshold": _otsu,
    "scharr": _gradient((3 / 16, 10 / 16, 3 / 16), (-1, 0, 1)),
    "prewitt": _gradient((1 / 3, 1 / 3, 1 / 3), (-1, 0, 1)),
    "farid": _gradient(FARID_SMOOTH, FARID_DIFFERENCE),
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
    "resize": _in_light(_resize),
    "lens": _lens,
}


def motion_blur(pixels: np.ndarray, values: Values) -> np.ndarray:
    length = values["length"]
    kernel: np.ndarray = np.zeros((length, length), np.float32)
    kernel[length // 2] = 1 / length
    turn = cv2.getRotationMatrix2D(((length - 1) / 2, (length - 1) / 2), values["angle"], 1.0)
    kernel = cv2.warpAffine(kernel, turn, (length, length))
    return cv2.filter2D(pixels, -1, kernel / kernel.sum(), borderType=cv2.BORDER_REFLECT)


def defocus(pixels: np.ndarray, values: Values) -> np.ndarray:
    radius = values["radius"]
    reach = radius + 1 + (radius > 8)
    side = np.arange(-reach, reach + 1)
    inside = (side[:, None] ** 2 + side[None, :] ** 2 <= radius**2).astype(np.float32)
    soft = (3, 3) if radius <= 8 else (5, 5)
    kernel = cv2.GaussianBlur(
        inside / inside.sum(), soft, values["alias_blur"], borderType=cv2.BORDER_CONSTANT
    )
    return cv2.filter2D(pixels, -1, kernel, borderType=cv2.BORDER_REFLECT)


def bilateral(pixels: np.ndarray, values: Values) -> np.ndarray:
    colour, spatial = values["sigma_color"] * 255, values["sigma_spatial"]
    return cv2.bilateralFilter(pixels, -1, colour, spatial, borderType=cv2.BORDER_REFLECT)


def zoom_blur(pixels: np.ndarray, values: Values) -> np.ndarray:
    height, width = pixels.shape[:2]
    total = np.zeros(pixels.shape, np.float32)
    for factor in np.linspace(1.0, values["factor"], values["steps"] + 1):
        zoom = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), 0.0, float(factor))
        cv2.accumulate(cv2.warpAffine(pixels, zoom, (width, height), borderMode=cv2.BORDER_REFLECT), total)
    return (total * np.float32(1 / (values["steps"] + 1)) + np.float32(0.5)).astype(np.uint16)


def glass_blur(pixels: np.ndarray, values: Values) -> np.ndarray:
    height, width = pixels.shape[:2]
    far = values["max_delta"]
    moved = _blurred(pixels, values["sigma"], values["sigma"], 4.0)
    across, down = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
    for _ in range(values["iterations"]):
        delta = np.empty((height, width, 2), np.int16)
        cv2.randu(delta, np.full(2, -far), np.full(2, far + 1))
        maps = across + delta[..., 0], down + delta[..., 1]
        moved = cv2.remap(moved, *maps, cv2.INTER_NEAREST, borderMode=cv2.BORDER_REFLECT)
    return _blurred(moved, values["sigma"], values["sigma"], 4.0)


def guided(pixels: np.ndarray, values: Values) -> np.ndarray:
    side = 2 * values["radius"] + 1

    def mean(x: np.ndarray) -> np.ndarray:
        return cv2.blur(x, (side, side), borderType=cv2.BORDER_REFLECT)

    x = pixels.astype(np.float32) * np.float32(1 / 255)
    average = mean(x)
    variance = cv2.sqrBoxFilter(x, -1, (side, side), borderType=cv2.BORDER_REFLECT) - average * average
    slope = variance / (variance + np.float32(values["eps"]))
    return cv2.convertScaleAbs(mean(slope) * x + mean(average - slope * average), alpha=255)


def curve(pixels: np.ndarray, values: Values) -> np.ndarray:
    x, y = np.array(values["points"]).T
    levels = PchipInterpolator(x, y)(np.clip(np.arange(256) / 255, x[0], x[-1]))
    return cv2.LUT(pixels, np.rint(levels * 255).astype(np.uint8))


OPENCV_BLURS: dict[str, Peer] = {
    **{peer.__name__: peer for peer in (bilateral, glass_blur, guided, curve)},
    **{peer.__name__: _in_light(peer) for peer in (motion_blur, defocus, zoom_blur)},
}
