"""What OpenCV's parts, or NumPy's generator, make of filters that neither has by name."""

from __future__ import annotations

import math

import cv2
import numpy as np

from jaxstudio.bench.peers import Peer, Values

REFLECT = cv2.BORDER_REFLECT
REC709 = np.array([[0.2125, 0.7154, 0.0721]], np.float32)


def roberts(pixels: np.ndarray, values: Values) -> np.ndarray:
    one, other = (
        cv2.filter2D(pixels, cv2.CV_32F, np.array(kernel, np.float32), anchor=(0, 0), borderType=REFLECT)
        for kernel in ([[1, 0], [0, -1]], [[0, 1], [-1, 0]])
    )
    return cv2.convertScaleAbs(cv2.magnitude(one, other), alpha=math.sqrt(0.5))


def _softly(pixels: np.ndarray, sigma: float) -> tuple[np.ndarray, np.ndarray]:
    floats = pixels.astype(np.float32)
    size = 2 * int(4 * sigma + 0.5) + 1
    return floats, cv2.GaussianBlur(floats, (size, size), sigma, borderType=REFLECT)


def local_threshold(pixels: np.ndarray, values: Values) -> np.ndarray:
    floats, around = _softly(pixels, values["sigma"])
    return cv2.compare(floats, around - np.float32(values["offset"] * 255), cv2.CMP_GT)


def local_contrast(pixels: np.ndarray, values: Values) -> np.ndarray:
    x, around = _softly(pixels, values["sigma"])
    x += values["amount"] * 4 / 255 * x * (1 - x / 255) * (x - around)
    return _bytes(x)


def wiener(pixels: np.ndarray, values: Values) -> np.ndarray:
    side, noise = (values["size"],) * 2, values["noise"]
    x = pixels.astype(np.float32) * np.float32(1 / 255)
    mean = cv2.blur(x, side, borderType=REFLECT)
    variance = cv2.sqrBoxFilter(x, -1, side, borderType=REFLECT) - mean * mean
    kept = np.maximum(variance - noise, 0) / np.maximum(variance, noise)
    return cv2.convertScaleAbs(mean + kept * (x - mean), alpha=255)


def colormap(pixels: np.ndarray, values: Values) -> np.ndarray:
    chosen = getattr(cv2, f"COLORMAP_{values['map'].upper()}")
    return cv2.cvtColor(cv2.applyColorMap(cv2.transform(pixels, REC709), chosen), cv2.COLOR_BGR2RGB)


def jpeg(pixels: np.ndarray, values: Values) -> np.ndarray:
    blue_first = cv2.cvtColor(pixels, cv2.COLOR_RGB2BGR)
    encoded = cv2.imencode(".jpg", blue_first, [cv2.IMWRITE_JPEG_QUALITY, values["quality"]])[1]
    decoded = cv2.imdecode(encoded, cv2.IMREAD_COLOR)
    assert decoded is not None
    return cv2.cvtColor(decoded, cv2.COLOR_BGR2RGB)


def white_balance(pixels: np.ndarray, values: Values) -> np.ndarray:
    warm, tint = values["temperature"], values["tint"]
    gains = 2.0 ** np.array([warm + tint / 2, -tint, -warm + tint / 2])
    levels = np.rint(np.clip(np.arange(256)[None, :, None] * gains, 0, 255)).astype(np.uint8)
    return cv2.LUT(pixels, levels)


def vignette(pixels: np.ndarray, values: Values) -> np.ndarray:
    down, across = (np.square(np.linspace(-1, 1, n, dtype=np.float32)) for n in pixels.shape[:2])
    kept = 1 - np.float32(values["amount"] / 2) * np.add.outer(down, across)
    return cv2.multiply(pixels, cv2.merge([kept] * 3), dtype=cv2.CV_8U)


def polar(pixels: np.ndarray, values: Values) -> np.ndarray:
    height, width = pixels.shape[:2]
    centre = (width - 1) / 2, (height - 1) / 2
    flags = cv2.INTER_LINEAR | cv2.WARP_FILL_OUTLIERS
    return cv2.warpPolar(pixels, (width, height), centre, math.hypot(*centre), flags)


OPENCV_REST: dict[str, Peer] = {
    peer.__name__: peer
    for peer in (
        *(roberts, local_threshold, local_contrast, wiener, colormap),
        *(jpeg, white_balance, vignette, polar),
    )
}


def _bytes(floats: np.ndarray) -> np.ndarray:
    return np.rint(floats.clip(0, 255, out=floats), out=floats).astype(np.uint8)


def _dropped(pixels: np.ndarray, values: Values) -> np.ndarray:
    kept = pixels.copy()
    kept[..., ("red", "green", "blue").index(values["channel"])] = round(values["fill"] * 255)
    return kept


def _specks(level: int) -> Peer:
    def peer(pixels: np.ndarray, values: Values) -> np.ndarray:
        hit = np.random.default_rng(1).random(pixels.shape, np.float32) < values["amount"]
        return np.where(hit, np.uint8(level), pixels)

    return peer


def _impulses(pixels: np.ndarray, values: Values) -> np.ndarray:
    generator = np.random.default_rng(1)
    hit = generator.random(pixels.shape, np.float32) < values["amount"]
    return np.where(hit, generator.integers(0, 256, pixels.shape, np.uint8), pixels)


def _speckled(pixels: np.ndarray, values: Values) -> np.ndarray:
    noise = np.random.default_rng(1).standard_normal(pixels.shape, np.float32)
    noise *= np.float32(math.sqrt(values["var"]))
    noise += np.float32(1 + values["mean"])
    noise *= pixels
    return _bytes(noise)


def _shaken(pixels: np.ndarray, values: Values) -> np.ndarray:
    noise = np.random.default_rng(1).random(pixels.shape, np.float32)
    noise *= np.float32(255 * (values["high"] - values["low"]))
    noise += np.float32(255 * values["low"])
    noise += pixels
    return _bytes(noise)


def _counted(pixels: np.ndarray, values: Values) -> np.ndarray:
    peak = values["peak"]
    counts = np.random.default_rng(1).poisson(pixels * np.float32(peak / 255))
    return _bytes(counts * np.float32(255 / peak))


NUMPY_REST: dict[str, Peer] = {
    "channel_drop": _dropped,
    "salt": _specks(255),
    "pepper": _specks(0),
    "impulse": _impulses,
    "speckle": _speckled,
    "uniform_noise": _shaken,
    "poisson_noise": _counted,
}
