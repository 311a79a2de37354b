"""The same work done by OpenCV: uint8 in, uint8 out, for every op that it can do.

Each takes the pixels (height, width, 3) and the step's values, and does everything that depends on
the values (kernels, tables, matrices) inside the call, as ours does.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import cv2
import numpy as np

from jaxstudio.bench.machine import THREADS
from jaxstudio.ops import CATALOGUE
from jaxstudio.ops.colour.saturation import REC601

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
