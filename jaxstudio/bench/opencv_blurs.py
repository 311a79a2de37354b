"""Blurs of lenses and cameras, blurs that keep edges, and the curve, put together from OpenCV's parts."""

from __future__ import annotations

import cv2
import numpy as np
from scipy.interpolate import PchipInterpolator

from jaxstudio.bench.peers import Peer, Values, _blurred

REFLECT = cv2.BORDER_REFLECT


def motion_blur(pixels: np.ndarray, values: Values) -> np.ndarray:
    length = values["length"]
    kernel: np.ndarray = np.zeros((length, length), np.float32)
    kernel[length // 2] = 1 / length
    turn = cv2.getRotationMatrix2D(((length - 1) / 2, (length - 1) / 2), values["angle"], 1.0)
    kernel = cv2.warpAffine(kernel, turn, (length, length))
    return cv2.filter2D(pixels, -1, kernel / kernel.sum(), borderType=REFLECT)


def defocus(pixels: np.ndarray, values: Values) -> np.ndarray:
    radius = values["radius"]
    reach = radius + 1 + (radius > 8)
    side = np.arange(-reach, reach + 1)
    inside = (side[:, None] ** 2 + side[None, :] ** 2 <= radius**2).astype(np.float32)
    soft = (3, 3) if radius <= 8 else (5, 5)
    kernel = cv2.GaussianBlur(
        inside / inside.sum(), soft, values["alias_blur"], borderType=cv2.BORDER_CONSTANT
    )
    return cv2.filter2D(pixels, -1, kernel, borderType=REFLECT)


def bilateral(pixels: np.ndarray, values: Values) -> np.ndarray:
    colour, spatial = values["sigma_color"] * 255, values["sigma_spatial"]
    return cv2.bilateralFilter(pixels, -1, colour, spatial, borderType=REFLECT)


def zoom_blur(pixels: np.ndarray, values: Values) -> np.ndarray:
    height, width = pixels.shape[:2]
    total = np.zeros(pixels.shape, np.float32)
    for factor in np.linspace(1.0, values["factor"], values["steps"] + 1):
        zoom = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), 0.0, float(factor))
        cv2.accumulate(cv2.warpAffine(pixels, zoom, (width, height), borderMode=REFLECT), total)
    return cv2.convertScaleAbs(total, alpha=1 / (values["steps"] + 1))


def glass_blur(pixels: np.ndarray, values: Values) -> np.ndarray:
    height, width = pixels.shape[:2]
    far = values["max_delta"]
    moved = _blurred(pixels, values["sigma"], values["sigma"], 4.0)
    across, down = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
    for _ in range(values["iterations"]):
        delta = np.empty((height, width, 2), np.int16)
        cv2.randu(delta, np.full(2, -far), np.full(2, far + 1))
        maps = across + delta[..., 0], down + delta[..., 1]
        moved = cv2.remap(moved, *maps, cv2.INTER_NEAREST, borderMode=REFLECT)
    return _blurred(moved, values["sigma"], values["sigma"], 4.0)


def guided(pixels: np.ndarray, values: Values) -> np.ndarray:
    side = 2 * values["radius"] + 1

    def mean(x: np.ndarray) -> np.ndarray:
        return cv2.blur(x, (side, side), borderType=REFLECT)

    x = pixels.astype(np.float32) * np.float32(1 / 255)
    average = mean(x)
    variance = cv2.sqrBoxFilter(x, -1, (side, side), borderType=REFLECT) - average * average
    slope = variance / (variance + np.float32(values["eps"]))
    return cv2.convertScaleAbs(mean(slope) * x + mean(average - slope * average), alpha=255)


def curve(pixels: np.ndarray, values: Values) -> np.ndarray:
    x, y = np.array(values["points"]).T
    levels = PchipInterpolator(x, y)(np.clip(np.arange(256) / 255, x[0], x[-1]))
    return cv2.LUT(pixels, np.rint(levels * 255).astype(np.uint8))


OPENCV_BLURS: dict[str, Peer] = {
    peer.__name__: peer for peer in (motion_blur, defocus, bilateral, zoom_blur, glass_blur, guided, curve)
}
