"""The ops as SciPy, scikit-image, Pillow and NumPy compute them, and all peers of an op (`peers_of`)."""

from __future__ import annotations

import math

import cv2
import numpy as np
import skimage.color
import skimage.exposure
import skimage.filters
import skimage.restoration
import skimage.transform
from PIL import Image, ImageEnhance, ImageFilter
from scipy import ndimage

from benchmarks.everyday import EVERYDAY
from benchmarks.opencv import (
    BYTES,
    LEVELS,
    LIGHT,
    MORE_OPENCV,
    OPENCV,
    OPENCV_BLURS,
    REC709,
    Peer,
    Values,
    gamma_table,
)
from jaxstudio.ops.repair.deblur import kernel_of

REFLECT = cv2.BORDER_REFLECT


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


def local_laplacian(pixels: np.ndarray, values: Values) -> np.ndarray:
    """Aubry's fast filter on OpenCV's pyramids, with as many lightnesses as here."""
    floats = pixels.astype(np.float32) * np.float32(1 / 255)
    luma = cv2.transform(floats, REC709)
    depth, sigma = int(np.log2(min(luma.shape) / 8)), values["range"]

    def pyramid(x: np.ndarray) -> list[np.ndarray]:
        found = [x]
        for _ in range(depth):
            found.append(cv2.pyrDown(found[-1]))
        return found

    def larger(x: np.ndarray, like: np.ndarray) -> np.ndarray:
        return cv2.pyrUp(x, dstsize=like.shape[::-1])

    own = pyramid(luma)
    details = [np.zeros_like(level) for level in own[:-1]]
    apart = 1 / np.ceil(2 / sigma)
    for about in np.arange(0.0, float(1 + apart / 2), float(apart)).astype(np.float32):
        off = luma - about
        levels = pyramid(luma + values["amount"] / 100 * off * np.exp(-off * off / (2 * sigma**2)))
        for detail, near, fine, coarse in zip(details, own, levels, levels[1:], strict=False):
            detail += np.maximum(1 - np.abs(near - about) / apart, 0) * (fine - larger(coarse, fine))
    result = own[-1]
    for detail in reversed(details):
        result = detail + larger(result, detail)
    return _bytes(255 * (floats + (result - luma)[..., None]))


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


def vibrance(pixels: np.ndarray, values: Values) -> np.ndarray:
    amount = values["amount"]
    x = pixels.astype(np.float32)
    luma = cv2.transform(x, REC709)
    red, green, blue = cv2.split(x)
    spread = cv2.max(cv2.max(red, green), blue) - cv2.min(cv2.min(red, green), blue)
    factor = np.float32(1 + amount) - np.float32(amount * np.sign(amount) / 255) * spread
    rest = luma * (1 - factor)
    return _bytes(cv2.merge([factor * colour + rest for colour in (red, green, blue)]))


def film_grain(pixels: np.ndarray, values: Values) -> np.ndarray:
    size, drawn = values["size"], 3 if values["colour"] else 1
    height, width = pixels.shape[:2]
    # normal numbers on a lattice, linear in between, brought back to variance 1
    lattice = np.empty((math.ceil(height / size) + 1, math.ceil(width / size) + 1, drawn), np.float32)
    cv2.randn(lattice, np.zeros(drawn), np.ones(drawn))
    back = np.array([[1 / size, 0, 0], [0, 1 / size, 0]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    grain = cv2.warpAffine(lattice, back, (width, height), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    down, across = (np.arange(n, dtype=np.float32) / np.float32(size) % 1 for n in (height, width))
    grain = grain.reshape(height, width, drawn)
    power = np.outer(*(1 / np.hypot(1 - part, part) for part in (down, across)))
    tone = cv2.LUT(pixels, (values["amount"] * 4 * 255 * LEVELS * (1 - LEVELS)).astype(np.float32))
    tone = cv2.multiply(tone, cv2.merge([power] * 3))
    tone = cv2.multiply(tone, cv2.merge([grain[..., channel % drawn] for channel in range(3)]))
    return cv2.add(pixels, tone, dtype=cv2.CV_8U)


def rescale_intensity(pixels: np.ndarray, values: Values) -> np.ndarray:
    flat = pixels.reshape(len(pixels), -1)
    share = np.cumsum(cv2.calcHist([flat], [0], None, [256], [0, 256]).reshape(-1), dtype=np.float64)
    low, high = np.searchsorted(share, np.array([values["low"], values["high"]]) / 100 * share[-1]) / 255
    stretched = np.clip((LEVELS - low) / (high - low), 0, 1)
    return cv2.LUT(pixels, np.rint(stretched * 255).astype(np.uint8))


def polar(pixels: np.ndarray, values: Values) -> np.ndarray:
    height, width = pixels.shape[:2]
    centre = (width - 1) / 2, (height - 1) / 2
    flags = cv2.INTER_LINEAR | cv2.WARP_FILL_OUTLIERS
    return cv2.warpPolar(pixels, (width, height), centre, math.hypot(*centre), flags)


OPENCV_REST: dict[str, Peer] = {
    peer.__name__: peer
    for peer in (
        *(roberts, local_threshold, local_contrast, local_laplacian, wiener, colormap),
        *(jpeg, vibrance, film_grain, rescale_intensity, polar),
    )
}


def _bytes(floats: np.ndarray) -> np.ndarray:
    return np.rint(floats.clip(0, 255, out=floats), out=floats).astype(np.uint8)


def _dropped(pixels: np.ndarray, values: Values) -> np.ndarray:
    kept = pixels.copy()
    kept[..., ("red", "green", "blue").index(values["channel"])] = round(values["fill"] * 255)
    return kept


def _noise_peer(level: int) -> Peer:
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
    "salt": _noise_peer(255),
    "pepper": _noise_peer(0),
    "impulse": _impulses,
    "speckle": _speckled,
    "uniform_noise": _shaken,
    "poisson_noise": _counted,
}


def _rounded(encoded: np.ndarray) -> np.ndarray:
    return np.rint(np.clip(encoded, 0, 1) * 255).astype(np.uint8)


def _scipy_gaussian(pixels: np.ndarray, values: Values) -> np.ndarray:
    sigma = (values["sigma_y"], values["sigma"], 0)
    return ndimage.gaussian_filter(pixels, sigma, truncate=values["truncate"])


def _scipy_convolve(pixels: np.ndarray, values: Values) -> np.ndarray:
    kernel = np.array(values["kernel"], np.float32)[:, :, None]
    return _rounded(ndimage.convolve(pixels, kernel, output=np.float32) / 255)


def _scipy_sobel(pixels: np.ndarray, values: Values) -> np.ndarray:
    def along(axis: int) -> np.ndarray:  # ndimage.sobel would smooth across the channels too
        smooth = ndimage.correlate1d(pixels, (1, 2, 1), 1 - axis, np.float32)
        return ndimage.correlate1d(smooth, (-1, 0, 1), axis)

    return (
        np.rint(np.hypot(along(0), along(1)) * np.float32(0.25 / math.sqrt(2))).clip(0, 255).astype(np.uint8)
    )


def _skimage_rotate(pixels: np.ndarray, values: Values) -> np.ndarray:
    turned = skimage.transform.rotate(pixels, values["angle"], order=1, preserve_range=True)
    return np.rint(turned).astype(np.uint8)


def _skimage_equalize(pixels: np.ndarray, values: Values) -> np.ndarray:
    flat = pixels.reshape(len(pixels), -1)  # one curve for all channels
    return _rounded(skimage.exposure.equalize_hist(flat)).reshape(pixels.shape)


def _skimage_ridges(name: str) -> Peer:
    def ridges(pixels: np.ndarray, values: Values) -> np.ndarray:
        widths = np.linspace(values["thin"], values["thick"], 4)
        strength = np.stack(
            [
                getattr(skimage.filters, name)(pixels[..., c] / np.float32(255), widths, values["dark"])
                for c in range(pixels.shape[2])
            ],
            axis=-1,
        )
        return _rounded(strength / strength.max())

    return ridges


def _skimage_swirl(pixels: np.ndarray, values: Values) -> np.ndarray:
    centre = ((pixels.shape[1] - 1) / 2, (pixels.shape[0] - 1) / 2)
    twist = {name: values[name] for name in ("strength", "radius", "rotation")}
    swirled = skimage.transform.swirl(
        pixels, center=centre, order=1, preserve_range=True, mode="reflect", **twist
    )
    return np.rint(swirled).astype(np.uint8)


def _skimage_hue(pixels: np.ndarray, values: Values) -> np.ndarray:
    hsv = skimage.color.rgb2hsv(pixels)
    hsv[..., 0] = (hsv[..., 0] + values["delta"]) % 1
    return _rounded(skimage.color.hsv2rgb(hsv))


def _skimage_clahe(pixels: np.ndarray, values: Values) -> np.ndarray:
    sides = [size // values["tiles"] for size in pixels.shape[:2]]
    return _rounded(skimage.exposure.equalize_adapthist(pixels, sides, values["clip_limit"]))


def _skimage_match(pixels: np.ndarray, values: Values) -> np.ndarray:
    reference = np.asarray(Image.open(values["reference"]))
    return _rounded(skimage.exposure.match_histograms(pixels, reference, channel_axis=-1) / 255)


def _skimage_rescale(pixels: np.ndarray, values: Values) -> np.ndarray:
    ends = tuple(np.percentile(pixels, (values["low"], values["high"])))
    return np.rint(skimage.exposure.rescale_intensity(pixels, ends, (0.0, 255.0))).astype(np.uint8)


def _skimage_wavelet(pixels: np.ndarray, values: Values) -> np.ndarray:
    smooth = skimage.restoration.denoise_wavelet(
        pixels,
        sigma=values["sigma"],
        wavelet=values["wavelet"],
        wavelet_levels=values["levels"],
        channel_axis=-1,
        rescale_sigma=False,
    )
    return _rounded(smooth)


def _skimage_variation(pixels: np.ndarray, values: Values) -> np.ndarray:
    floats = pixels * np.float32(1 / 255)
    weight, count = values["weight"], values["iterations"]
    smooth = skimage.restoration.denoise_tv_chambolle(
        floats, weight, eps=0, max_num_iter=count, channel_axis=-1
    )
    return _rounded(smooth)


def _skimage_means(pixels: np.ndarray, values: Values) -> np.ndarray:
    sides = {name: values[name] for name in ("patch_size", "patch_distance", "h")}
    return _rounded(
        skimage.restoration.denoise_nl_means(pixels * np.float32(1 / 255), channel_axis=-1, **sides)
    )


def _skimage_deblur(pixels: np.ndarray, values: Values) -> np.ndarray:
    light, kernel, count = LIGHT[pixels] / np.float32(65535), kernel_of(values), values["iterations"]
    planes = [
        skimage.restoration.richardson_lucy(np.ascontiguousarray(light[..., channel]), kernel, count)
        for channel in range(3)
    ]
    return BYTES[np.rint(np.stack(planes, -1).clip(0, 1) * 65535).astype(np.uint16)]


def _pillow_point(pixels: np.ndarray, values: Values) -> np.ndarray:
    return np.asarray(Image.fromarray(pixels).point(gamma_table(values).tolist() * 3))


def _pillow_box(pixels: np.ndarray, values: Values) -> np.ndarray:
    return np.asarray(Image.fromarray(pixels).filter(ImageFilter.BoxBlur((values["size"] - 1) / 2)))


def _numpy_noise(pixels: np.ndarray, values: Values) -> np.ndarray:
    noise = np.random.default_rng(1).standard_normal(pixels.shape, np.float32)
    noise *= np.float32(math.sqrt(values["var"]) * 255)
    noise += pixels
    noise += np.float32(values["mean"] * 255)
    return np.rint(noise.clip(0, 255, out=noise), out=noise).astype(np.uint8)


def _numpy_specks(pixels: np.ndarray, values: Values) -> np.ndarray:
    chance = np.random.default_rng(1).random(pixels.shape, np.float32)
    specked = np.where(chance < values["amount"], np.uint8(0), pixels)
    specked[chance < values["amount"] * values["salt_vs_pepper"]] = 255
    return specked


SCIPY: dict[str, Peer] = {
    "gaussian_blur": _scipy_gaussian,
    "box_blur": lambda pixels, values: ndimage.uniform_filter(pixels, (values["size"], values["size"], 1)),
    "convolve": _scipy_convolve,
    "sobel": _scipy_sobel,
    "median": lambda pixels, values: ndimage.median_filter(pixels, (values["size"], values["size"], 1)),
}
SKIMAGE: dict[str, Peer] = {
    "gamma": lambda pixels, values: skimage.exposure.adjust_gamma(pixels, values["gamma"], values["gain"]),
    "rotate": _skimage_rotate,
    "equalize_hist": _skimage_equalize,
    "swirl": _skimage_swirl,
    "clahe": _skimage_clahe,
    "frangi": _skimage_ridges("frangi"),
    "sato": _skimage_ridges("sato"),
    "match_histogram": _skimage_match,
    "hue": _skimage_hue,
    "rescale_intensity": _skimage_rescale,
    "wavelet": _skimage_wavelet,
    "tv_chambolle": _skimage_variation,
    "nl_means": _skimage_means,
    "richardson_lucy": _skimage_deblur,
}
PILLOW: dict[str, Peer] = {
    "box_blur": _pillow_box,
    "median": lambda pixels, values: np.asarray(
        Image.fromarray(pixels).filter(ImageFilter.MedianFilter(values["size"]))
    ),
    "gamma": _pillow_point,
    "saturation": lambda pixels, values: np.asarray(
        ImageEnhance.Color(Image.fromarray(pixels)).enhance(values["factor"])
    ),
    "rotate": lambda pixels, values: np.asarray(
        Image.fromarray(pixels).rotate(values["angle"], Image.Resampling.BILINEAR)
    ),
    "flip_horizontal": lambda pixels, values: np.asarray(
        Image.fromarray(pixels).transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    ),
}
NUMPY: dict[str, Peer] = {
    "flip_horizontal": lambda pixels, values: np.ascontiguousarray(pixels[:, ::-1]),
    "gaussian_noise": _numpy_noise,
    "salt_and_pepper": _numpy_specks,
}
LIBRARIES = {
    "opencv": OPENCV | MORE_OPENCV | OPENCV_BLURS | OPENCV_REST | EVERYDAY["opencv"],
    "opencolorio": EVERYDAY["opencolorio"],
    "scipy": SCIPY | EVERYDAY["scipy"],
    "scikit-image": SKIMAGE | EVERYDAY["scikit-image"],
    "pillow": PILLOW | EVERYDAY["pillow"],
    "numpy": NUMPY | NUMPY_REST,
}


def peers_of(op: str) -> dict[str, Peer]:
    """Every library that does this op's work, by name."""
    return {library: peers[op] for library, peers in LIBRARIES.items() if op in peers}
