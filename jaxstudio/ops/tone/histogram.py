"""Tones by their histogram: spread evenly, stretched over the range, or matched to another photo."""

from __future__ import annotations

import os
from functools import lru_cache

import jax.numpy as jnp
import numpy as np
from PIL import Image

from jaxstudio.errors import PhotoError
from jaxstudio.kernels.array_types import Float64, FloatArray
from jaxstudio.kernels.colour_spaces import REC709
from jaxstudio.kernels.histograms import percentiles, value_range
from jaxstudio.kernels.random_fields import Place
from jaxstudio.pipeline.kinds import Blocks, Global, Op
from jaxstudio.pipeline.op import Params, Values
from jaxstudio.pipeline.params import Float, Path, file_stamp
from jaxstudio.runtime.decoder_messages import collect_messages

BINS = 256


def cumulative(blocks: Blocks, values: Values) -> Params:
    """The cumulative distribution of all finite values in 256 bins from the least to the greatest."""
    low, high = value_range(blocks)
    if high - low < np.finfo(np.float32).tiny:  # which XLA takes for 0
        low, high = low - 0.5, high + 0.5
    histogram = np.zeros(BINS)
    for block, counts in blocks():
        histogram += np.histogram(block, bins=BINS, range=(low, high), weights=counts)[0]
    cdf = np.cumsum(histogram) / max(1, histogram.sum())
    return {"low": np.float32(low), "high": np.float32(high), "cdf": cdf.astype(np.float32)}


def equalise(x: FloatArray, p: Params) -> FloatArray:
    place = jnp.clip((x - p["low"]) / (p["high"] - p["low"]) * BINS - 0.5, 0.0, BINS - 1.0)
    below = jnp.floor(place)
    index = below.astype(jnp.int32)
    left = p["cdf"].at[index].get(mode="clip")
    right = p["cdf"].at[jnp.minimum(index + 1, BINS - 1)].get(mode="clip")
    return left + (place - below) * (right - left)


equalize_hist = Op(
    name="equalize_hist",
    title="Equalize histogram",
    category="tone",
    keywords=("contrast", "histogram", "cdf", "equalize"),
    doc="Spreads the tones so that every brightness is equally frequent.",
    use="To see into a flat, foggy or underexposed picture.",
    formula="y = the share of all values up to x",
    source="skimage.exposure.equalize_hist",
    notes="One curve for all channels, from 256 bins between the least and the greatest value of the image, "
    "as scikit-image has it for floats; of integers it counts each level by itself. OpenCV takes one "
    "channel only.",
    kind=Global(statistic=cumulative, apply=equalise),
)


def percentile_ends(blocks: Blocks, values: Values) -> Params:
    low, high = percentiles(blocks, (values["low"], values["high"]))
    return {"from": np.float32(low), "spread": np.float32(high - low)}


def stretch_range(x: FloatArray, p: Params) -> FloatArray:
    flat = p["spread"] <= 0
    share = jnp.clip((x - p["from"]) / jnp.where(flat, 1.0, p["spread"]), 0.0, 1.0)
    return jnp.where(flat, x, share)


rescale_intensity = Op(
    name="rescale_intensity",
    title="Rescale intensity",
    category="tone",
    keywords=("stretch", "normalize", "auto levels", "percentile", "stretch contrast"),
    doc="Stretches the tones so that the darkest becomes black and the lightest white.",
    use="To use the whole range; percentiles leave out a few stray pixels.",
    formula="y = (x − a) / (b − a) cut off to 0 … 1, a and b the percentiles low and high of all values",
    source="skimage.exposure.rescale_intensity(in_range=percentiles, out_range=(0, 1))",
    notes="One scale for all channels. A picture of one tone stays as it is, and so does any where low is "
    "not below high.",
    own_params=(
        Float("low", 0.0, 0.0, 100.0, unit="%", slider_high=20.0, doc="Percentile that becomes black."),
        Float("high", 100.0, 0.0, 100.0, unit="%", slider_low=80.0, doc="Percentile that becomes white."),
    ),
    kind=Global(statistic=percentile_ends, apply=stretch_range, cheap=True),
)


# The picture's values are told apart in so many steps from the least to the greatest.
STEPS = 65536
KEPT = 4


def decode(path: str) -> np.ndarray:
    """The values as the file holds them; whatever a decoder raises."""
    if path.lower().endswith((".tif", ".tiff")):
        import tifffile

        try:
            return np.asarray(tifffile.imread(path))
        except ValueError:
            pass  # a compression that tifffile has no decoder for, and Pillow may have
    with Image.open(path) as image:
        plain = image.mode in ("L", "RGB", "I;16")
        return np.asarray(image if plain else image.convert("RGB"))


def reference(path: str) -> Float64[np.ndarray, "height width channels"]:
    """A photo as float64 (height, width, 1 or 3), encoded; PhotoError of one line."""
    if os.path.exists(path) and not os.path.isfile(path):
        # opening a pipe may wait for ever
        raise PhotoError("match_histogram: reference = {0}: a folder or a pipe, expected a photo", path)
    try:
        with collect_messages():
            pixels = decode(path)
    except FileNotFoundError:
        raise PhotoError("match_histogram: reference = {0}: no such file", path) from None
    except Exception as error:
        # decoders raise what they like on damaged files
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise PhotoError("match_histogram: reference = {0}: not a photo ({1})", path, reason) from None
    if pixels.ndim not in (2, 3) or 0 in pixels.shape or pixels.dtype.kind not in "uf":
        raise PhotoError("match_histogram: reference = {0}: expected a photo, gray or RGB", path)
    return encoded(pixels)


def encoded(pixels: np.ndarray) -> Float64[np.ndarray, "height width channels"]:
    """A photo's gray or colours as floats, 0 to 1 where they are integers: (height, width, 1 or 3)."""
    pixels = pixels.reshape(*pixels.shape[:2], -1)
    pixels = pixels[..., :1] if pixels.shape[2] < 3 else pixels[..., :3]
    return pixels / (np.iinfo(pixels.dtype).max if pixels.dtype.kind == "u" else 1.0)


def distribution(plane: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The values there are, ascending, and the share of pixels up to each."""
    values, counts = np.unique(plane[np.isfinite(plane)], return_counts=True)
    return (values, np.cumsum(counts) / counts.sum()) if values.size else (np.zeros(1), np.ones(1))


@lru_cache(KEPT)
def distributions(path: str, stamp: tuple[int, ...], gray: bool) -> list[tuple[np.ndarray, np.ndarray]]:
    """Return the distributions of a reference's channels.

    `stamp` is the file's, so that a changed file is read again.
    """
    pixels = reference(path)
    if gray and pixels.shape[2] == 3:
        pixels = pixels @ REC709.astype(np.float64)[:, None]
    return [distribution(pixels[..., c]) for c in range(pixels.shape[2])]


def count_steps(blocks: Blocks) -> tuple[np.ndarray, np.float32, np.float32]:
    """Count each of STEPS values between the least and the greatest, channel by channel."""
    low, high = value_range(lambda: ((block, None) for _, block in blocks()))
    channels = next(iter(blocks()))[1].shape[2]
    scale = np.float32((STEPS - 1) / (high - low) if high > low else 0.0)
    counts = np.zeros((channels, STEPS))
    for _, block in blocks():
        for c in range(channels):
            plane = block[..., c]
            places = np.rint((plane[np.isfinite(plane)] - np.float32(low)) * scale)
            counts[c] += np.bincount(places.astype(np.int64), minlength=STEPS)
    return counts, np.float32(low), scale


def tables(blocks: Blocks, values: Values) -> Params:
    """Return each channel's table of new values."""
    path = values["reference"]
    found = np.zeros((3, STEPS), np.float32)
    if not path:
        return {"table": found, "low": np.float32(0), "scale": np.float32(0), "given": np.bool_(False)}
    counts, low, scale = count_steps(blocks)
    wanted = distributions(path, file_stamp(path), len(counts) == 1)
    for c in range(3):
        shares = np.cumsum(counts[min(c, len(counts) - 1)])
        tones, up_to = wanted[min(c, len(wanted) - 1)]
        found[c] = np.interp(shares / max(1.0, shares[-1]), up_to, tones)
    return {"table": found, "low": low, "scale": scale, "given": np.bool_(True)}


def match(x: FloatArray, at: Place, p: Params) -> FloatArray:
    place = jnp.clip(jnp.round((x - p["low"]) * p["scale"]), 0.0, STEPS - 1.0)
    place = jnp.where(jnp.isfinite(x), place, 0.0).astype(jnp.int32)
    channel = jnp.minimum(at.channel, 2)
    new = p["table"].reshape(-1).at[channel * STEPS + place].get(mode="clip")
    return jnp.where(p["given"] & jnp.isfinite(x), x + p["amount"] * (new - x), x)


def caution(values: Values) -> str:
    if not values["reference"]:
        return "Choose a reference photo: without one the picture stays as it is."
    return ""


match_histogram = Op(
    name="match_histogram",
    title="Match histogram",
    category="tone",
    keywords=("transfer", "reference", "look", "colour transfer", "same light"),
    doc="Gives the picture the tones and colours of another photo: each channel gets its distribution.",
    use="To make a series look alike, or to borrow the light of another picture.",
    formula="y = x + amount·(t − x), t the reference's value below which as large a share of its pixels "
    "lies as of the picture's below x",
    source="skimage.exposure.match_histograms(channel_axis=-1)",
    notes="The reference is a PNG, JPEG, TIFF, WebP, BMP or GIF, read anew when it changes; a path that is "
    "not absolute counts from the folder the program was started in. Without one the picture stays. Values "
    "of a float picture are told apart in 65,536 steps.",
    own_params=(
        Path("reference", doc="The photo whose tones and colours are taken."),
        Float("amount", 1.0, 0.0, 1.0, doc="How much of the change is made."),
    ),
    kind=Global(statistic=tables, apply=match, placed=True, by_channel=True),
    caution=caution,
)
