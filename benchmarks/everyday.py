"""What people do to a photo first, as OpenCV, OpenColorIO, Pillow, scikit-image and SciPy compute it."""

from __future__ import annotations

from functools import lru_cache

import cv2
import jax.numpy as jnp
import numpy as np
import PyOpenColorIO as ocio
import skimage.color
from PIL import Image, ImageDraw, ImageFont
from scipy import ndimage, stats
from scipy.interpolate import PchipInterpolator

from benchmarks.opencv import BYTES, LEVELS, REC709, REFLECT, Peer, Values, _encoded, _in_light, _light
from jaxstudio.ops.colour.hues import RANGES
from jaxstudio.ops.colour.temperature import adaptation
from jaxstudio.ops.colour.text import shipped_font

FLOATS = LEVELS.astype(np.float32)
LIGHT_FLOATS = _light(LEVELS).astype(np.float32)
CHANNELS = ("red", "green", "blue")


def _table(curves: list[np.ndarray], pixels: np.ndarray) -> np.ndarray:
    """A curve of 256 levels for each channel, looked up."""
    table = np.rint(np.clip(np.stack(curves, -1), 0, 1) * 255).astype(np.uint8)
    return cv2.LUT(pixels, table[None])


def _floats(pixels: np.ndarray) -> np.ndarray:
    return cv2.LUT(pixels, FLOATS)


def _bytes(floats: np.ndarray) -> np.ndarray:
    return cv2.convertScaleAbs(cv2.max(floats, 0), alpha=255)  # type: ignore[call-overload]


def _from_light(light: np.ndarray) -> np.ndarray:
    return cv2.LUT(_words(np.clip(light, 0, 1)), BYTES)


# -- tones


def tone_map_reinhard(pixels: np.ndarray, values: Values) -> np.ndarray:
    operator = cv2.createTonemapReinhard(
        1.0, values["intensity"], values["light_adapt"], values["color_adapt"]
    )
    return _from_light(operator.process(cv2.LUT(pixels, LIGHT_FLOATS)))


def tone_map_filmic(pixels: np.ndarray, values: Values) -> np.ndarray:
    def curve(x: np.ndarray) -> np.ndarray:
        return (x * (0.15 * x + 0.05) + 0.004) / (x * (0.15 * x + 0.5) + 0.06) - 0.02 / 0.3

    light = curve(2 ** (values["exposure"] + 1) * _light(LEVELS)) / curve(values["white"])
    return _table([_encoded(light)] * 3, pixels)


def tone_map_sigmoid(pixels: np.ndarray, values: Values) -> np.ndarray:
    tail, gray = 2 ** values["skew"], 0.1845
    scale = gray * (gray ** (-1 / tail) - 1) ** (1 / values["contrast"])
    light = stats.burr.cdf(_light(LEVELS) * 2 ** values["exposure"], values["contrast"], tail, scale=scale)
    return _table([_encoded(light)] * 3, pixels)


def whites_blacks(pixels: np.ndarray, values: Values) -> np.ndarray:
    t = LEVELS
    return _table(
        [t + 0.0025 * values["whites"] * t**3 + 0.001 * values["blacks"] * (1 - t) ** 3] * 3, pixels
    )


def channel_curve(pixels: np.ndarray, values: Values) -> np.ndarray:
    """That of luma, which is what the case asks for."""
    x, y = np.array(values["points"]).T
    luma = cv2.transform(_floats(pixels), REC709)
    moved = PchipInterpolator(x, y)(np.linspace(0, 1, 4096)) - np.linspace(0, 1, 4096)
    added = moved.astype(np.float32)[np.rint(luma * 4095).astype(np.uint16)]
    return cv2.add(pixels, cv2.merge([added * 255] * 3), dtype=cv2.CV_8U)


def _mean(x: np.ndarray, radius: int) -> np.ndarray:
    return cv2.blur(x, (2 * radius + 1,) * 2, borderType=REFLECT)


def _fast_guided(
    guide: np.ndarray, radius: int, eps: float, least: np.ndarray | None = None, size: int = 1
) -> np.ndarray:
    """He and Sun's fast guided filter, made smaller and larger by OpenCV."""
    side = 8 if radius >= 32 else 4 if radius >= 16 else 2 if radius >= 4 else 1
    height, width = guide.shape
    small = -(-width // side), -(-height // side)
    cells = [cv2.resize(each, small, interpolation=cv2.INTER_AREA) for each in (guide, guide * guide)]
    own = max(1, round(((2 * radius + 1) / side - 1) / 2))
    mean, square = (_mean(each, own) for each in cells)
    variance = square - mean * mean
    if least is None:
        target, together = mean, variance
    else:
        dark = cv2.erode(least, np.ones((size, size), np.uint8), borderType=REFLECT)
        dark = cv2.resize(dark, small, interpolation=cv2.INTER_AREA)
        target = _mean(dark, own)
        together = _mean(cells[0] * dark, own) - mean * target
    slope = together / (variance + np.float32(eps))
    lines = (_mean(each, own) for each in (slope, target - slope * mean))
    slope, offset = (cv2.resize(each, (width, height), interpolation=cv2.INTER_LINEAR) for each in lines)
    return slope * guide + offset


def shadows_highlights(pixels: np.ndarray, values: Values) -> np.ndarray:
    light = cv2.LUT(pixels, LIGHT_FLOATS)
    luma = cv2.transform(light, REC709)
    around = _fast_guided(cv2.LUT(_words(luma), ENCODED_FLOATS), values["radius"], 0.01)

    def step(low: float, high: float) -> np.ndarray:
        t = np.clip((around - np.float32(low)) * np.float32(1 / (high - low)), 0, 1)
        return t * t * (3 - 2 * t)

    stops = values["shadows"] * (1 - step(0, 0.6)) + values["highlights"] * step(0.4, 1)
    factor = cv2.exp(stops.astype(np.float32) * np.float32(0.015 * np.log(2)))
    return _from_light(cv2.multiply(light, cv2.merge([factor] * 3)))


ENCODED_FLOATS = _encoded(np.arange(65536) / 65535).astype(np.float32)


def _words(light: np.ndarray) -> np.ndarray:
    return (light * np.float32(65535) + np.float32(0.5)).astype(np.uint16)


def clarity(pixels: np.ndarray, values: Values) -> np.ndarray:
    luma = cv2.transform(_floats(pixels), REC709)
    fine, coarse = _fast_guided(luma, values["fine"], 0.0025), _fast_guided(luma, values["radius"], 0.01)
    added = values["texture"] * (luma - fine) + values["clarity"] * 4 * luma * (1 - luma) * (fine - coarse)
    return cv2.add(pixels, cv2.merge([added.astype(np.float32) * np.float32(2.55)] * 3), dtype=cv2.CV_8U)


def dehaze(pixels: np.ndarray, values: Values) -> np.ndarray:
    light = cv2.LUT(pixels, LIGHT_FLOATS)
    red, green, blue = cv2.split(light)
    least = cv2.min(cv2.min(red, green), blue)
    counts = cv2.calcHist([least], [0], None, [4096], [0, 1])[::-1].cumsum()
    limit = (4095 - np.searchsorted(counts, max(1, 0.001 * counts[-1]))) / 4096
    haze = np.maximum(cv2.mean(light, cv2.compare(least, limit, cv2.CMP_GE))[:3], 1e-3)
    dark = _fast_guided(cv2.transform(light, REC709), values["radius"], 1e-3, least, values["size"])
    clear = []
    for plane, colour in zip((red, green, blue), haze.astype(np.float32), strict=True):
        through = 1 - np.float32(values["amount"] / 100) * np.clip(dark / colour, 0, 1)
        clear.append((plane - colour) / cv2.max(through, 0.1) + colour)  # type: ignore[call-overload]
    return _from_light(cv2.merge(clear))


# -- colours


@lru_cache(4)
def _bradford(kelvin: float, tint: float) -> np.ndarray:
    return np.asarray(adaptation({"kelvin": jnp.float32(kelvin), "tint": jnp.float32(tint)}), np.float64)


def color_temperature(pixels: np.ndarray, values: Values) -> np.ndarray:
    return _in_light(lambda light, values: cv2.transform(light, _bradford(values["kelvin"], values["tint"])))(
        pixels, values
    )


def color_balance(pixels: np.ndarray, values: Values) -> np.ndarray:
    def curve(name: str) -> np.ndarray:
        lift = values["lift"] + values[f"lift_{name}"]
        gamma, gain = (values[each] * values[f"{each}_{name}"] for each in ("gamma", "gain"))
        return np.maximum(gain * (LEVELS + lift * (1 - LEVELS)), 0) ** (1 / gamma)

    return _table([curve(name) for name in CHANNELS], pixels)


def _by_ocio(transform: ocio.Transform, pixels: np.ndarray) -> np.ndarray:
    (height, width, channels), depth = pixels.shape, ocio.BIT_DEPTH_UINT8
    processor = ocio.Config.CreateRaw().getProcessor(transform)
    result = pixels.copy()
    processor.getOptimizedCPUProcessor(depth, depth, ocio.OPTIMIZATION_DEFAULT).apply(
        ocio.PackedImageDesc(result, width, height, channels, depth, 1, channels, channels * width)
    )
    return result


def asc_cdl(pixels: np.ndarray, values: Values) -> np.ndarray:
    transform = ocio.CDLTransform()
    transform.setStyle(ocio.CDL_ASC)
    for name in ("slope", "offset", "power"):
        setter = getattr(transform, f"set{name.title()}")
        setter([values[f"{name}_{channel}"] for channel in CHANNELS])
    transform.setSat(values["saturation"])
    return _by_ocio(transform, pixels)


def lut_3d(pixels: np.ndarray, values: Values) -> np.ndarray:
    return _by_ocio(ocio.FileTransform(values["file"], interpolation=ocio.INTERP_TETRAHEDRAL), pixels)


def split_toning(pixels: np.ndarray, values: Values) -> np.ndarray:
    x = _floats(pixels)
    tone = np.arange(4096) / 4095
    weight = tone**2 ** (-values["balance"] / 50)
    tints = []
    for name in ("shadows", "highlights"):
        colour = skimage.color.hsv2rgb(np.array([[[values[f"{name}_hue"] / 360, 1.0, 1.0]]]))[0, 0]
        tints.append((colour - REC709[0] @ colour) * values[f"{name}_saturation"] / 100)
    share = 2 * tone * (1 - tone)
    added = share[:, None] * ((1 - weight[:, None]) * tints[0] + weight[:, None] * tints[1])
    place = np.rint(cv2.transform(x, REC709) * 4095).astype(np.uint16)
    return cv2.add(pixels, np.take((added * 255).astype(np.float32), place, axis=0), dtype=cv2.CV_8U)


def black_and_white(pixels: np.ndarray, values: Values) -> np.ndarray:
    red, green, blue = cv2.split(_floats(pixels))
    most, least = cv2.max(cv2.max(red, green), blue), cv2.min(cv2.min(red, green), blue)
    middle = red + green + blue - most - least
    weights = {name: np.float32(values[name] / 100) for name in values if isinstance(values[name], float)}
    primary = np.where(
        red == most, weights["red"], np.where(green == most, weights["green"], weights["blue"])
    )
    secondary = np.where(
        blue == least, weights["yellow"], np.where(red == least, weights["cyan"], weights["magenta"])
    )
    gray = least + (most - middle) * primary + (middle - least) * secondary
    return cv2.merge([_bytes(gray)] * 3)


def hue_ranges(pixels: np.ndarray, values: Values) -> np.ndarray:
    hue, saturation, value = cv2.split(cv2.cvtColor(_floats(pixels), cv2.COLOR_RGB2HSV))
    degrees = np.arange(3600) / 10
    place = (hue * np.float32(10)).astype(np.uint16) % 3600

    def of(what: str) -> np.ndarray:
        ends = [values[f"{name}_{what}"] for name in RANGES]
        table = np.interp(degrees, [*RANGES.values(), 360], [*ends, ends[0]]).astype(np.float32)
        return table[place]

    turned = (hue + of("hue")) % np.float32(360)
    value = value * (1 + saturation * of("lightness") / 100)
    saturation = cv2.min(saturation * (1 + of("saturation") / 100), 1.0)  # type: ignore[call-overload]
    return _bytes(cv2.cvtColor(cv2.merge([turned, saturation, value]), cv2.COLOR_HSV2RGB))


# -- repair and finish


def hot_pixels(pixels: np.ndarray, values: Values) -> np.ndarray:
    middle = cv2.medianBlur(cv2.copyMakeBorder(pixels, 1, 1, 1, 1, REFLECT), 3)[1:-1, 1:-1]
    return np.where(cv2.absdiff(pixels, middle) > values["threshold"] * 255, middle, pixels)


def frame(pixels: np.ndarray, values: Values) -> np.ndarray:
    least = round(values["width"] / 100 * min(pixels.shape[:2]))
    colour = [round(values[name] * 255) for name in CHANNELS]
    return cv2.copyMakeBorder(pixels, least, least, least, least, cv2.BORDER_CONSTANT, value=colour)


def watermark(pixels: np.ndarray, values: Values) -> np.ndarray:
    """At the lower right, which is where the case has it."""
    height, width = pixels.shape[:2]
    shorter = min(height, width)
    with Image.open(values["file"]) as opened:
        mark = opened.convert("RGBA")
    scale = round(values["size"] / 100 * shorter) / max(mark.size)
    mark = mark.resize([max(1, round(length * scale)) for length in mark.size], Image.Resampling.LANCZOS)
    margin = values["margin"] / 100 * shorter
    photo = Image.fromarray(pixels)
    photo.paste(mark, (round(width - mark.width - margin), round(height - mark.height - margin)), mark)
    return np.asarray(photo)


def text(pixels: np.ndarray, values: Values) -> np.ndarray:
    height, width = pixels.shape[:2]
    shorter = min(height, width)
    font = ImageFont.truetype(shipped_font(values["font"]), values["size"] / 100 * shorter)
    left, top, right, bottom = font.getbbox(values["text"])
    margin = values["margin"] / 100 * shorter
    corner = (
        round(width - (right - left) - margin) - left,
        round(height - (bottom - top) - margin) - top,
    )
    photo = Image.fromarray(pixels)
    fill = tuple(round(values[name] * 255) for name in CHANNELS)
    ImageDraw.Draw(photo).text(corner, values["text"], font=font, fill=fill)
    return np.asarray(photo)


def _skimage_hues(pixels: np.ndarray, values: Values) -> np.ndarray:
    hue, saturation, value = np.moveaxis(skimage.color.rgb2hsv(_floats(pixels)), -1, 0)

    def of(what: str) -> np.ndarray:
        ends = [values[f"{name}_{what}"] for name in RANGES]
        return np.interp(hue * 360, [*RANGES.values(), 360], [*ends, ends[0]])

    turned = (hue + of("hue") / 360) % 1
    stronger = np.minimum(saturation * (1 + of("saturation") / 100), 1)
    lighter = value * (1 + saturation * of("lightness") / 100)
    changed = skimage.color.hsv2rgb(np.stack([turned, stronger, lighter], -1))
    return np.rint(np.clip(changed, 0, 1) * 255).astype(np.uint8)


def _scipy_hot_pixels(pixels: np.ndarray, values: Values) -> np.ndarray:
    middle = ndimage.median_filter(pixels, (3, 3, 1))
    return np.where(cv2.absdiff(pixels, middle) > values["threshold"] * 255, middle, pixels)


EVERYDAY: dict[str, dict[str, Peer]] = {
    "opencv": {
        peer.__name__: peer
        for peer in (
            *(tone_map_reinhard, tone_map_filmic, tone_map_sigmoid, whites_blacks, channel_curve),
            *(shadows_highlights, clarity, dehaze, color_temperature, color_balance),
            *(split_toning, black_and_white, hue_ranges, hot_pixels, frame),
        )
    },
    "opencolorio": {"asc_cdl": asc_cdl, "lut_3d": lut_3d},
    "pillow": {"watermark": watermark, "text": text},
    "scikit-image": {"hue_ranges": _skimage_hues},
    "scipy": {"hot_pixels": _scipy_hot_pixels},
}
