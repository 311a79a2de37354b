"""Losses of coding: JPEG artefacts, and too few levels."""

from __future__ import annotations

from io import BytesIO

import jax.numpy as jnp
import numpy as np
from PIL import Image

from jaxstudio.kernels.array_types import Float32, FloatArray, UInt8
from jaxstudio.pipeline.kinds import Op, Pointwise, Tiled
from jaxstudio.pipeline.op import Params, Values
from jaxstudio.pipeline.params import Bool, Int
from jaxstudio.pipeline.preview_notes import STEEP

# Blocks, with halved colours 16 × 16 pixels, are compressed each by itself; to smooth the colours a decoder
# looks a pixel further. Tiles and their halos are whole blocks, so that they fit together as one file would.
SIDE, HALO = 512, 16


def compress_levels(
    levels: UInt8[np.ndarray, "height width channels"], values: Values
) -> UInt8[np.ndarray, "height width channels"]:
    """uint8 (height, width, 1 or 3) after it was a JPEG file."""
    gray = levels.shape[2] == 1
    memory = BytesIO()
    subsampling = {} if gray else {"subsampling": 2 if values["subsampling"] else 0}
    image = Image.fromarray(levels[..., 0] if gray else levels)
    image.save(memory, "JPEG", quality=values["quality"], **subsampling)
    return np.asarray(Image.open(memory)).reshape(levels.shape)


def compress(
    pixels: Float32[np.ndarray, "height width channels"], values: Values
) -> Float32[np.ndarray, "height width channels"]:
    """float32 (height, width, 1 or 3): as the nearest of 256 levels."""
    levels = np.rint(pixels.clip(0, 1) * np.float32(255)).astype(np.uint8)
    return compress_levels(levels, values) * np.float32(1 / 255)


def reduced(values: Values, level: int) -> Values:
    """The quality at which the encoder rounds 2^level times less: most of the rest averages out."""
    quality = values["quality"]
    # libjpeg scales its table by 50 / quality below 50, and by 2 − quality / 50 from there on
    scale = 50 / quality if quality < 50 else 2 - quality / 50
    scale /= 2**level
    better = 50 / scale if scale > 1 else 50 * (2 - scale)
    return {**values, "quality": min(100, max(1, round(better))), "subsampling": False}


jpeg = Op(
    name="jpeg",
    title="JPEG artefacts",
    category="noise",
    keywords=("compression", "blocks", "dct", "quality"),
    doc="Shows what JPEG compression leaves behind: blocks of 8 × 8 and ringing at edges.",
    use="To choose a quality, or to train on pictures as they come from the web.",
    formula="Of every 8 × 8 pixels the cosine transform, each of its numbers rounded to a multiple of "
    "what the encoder's table has for it at this quality",
    source="Pillow's JPEG encoder (libjpeg-turbo)",
    notes="At 8 bits, compressed and read again by Pillow in tiles of whole blocks, which fit together as "
    "one file would.",
    own_params=(
        Int("quality", 50, 1, 100, doc="The encoder's quality."),
        Bool("subsampling", True, doc="Colours at half the resolution, as most files have them."),
    ),
    reduced=reduced,
    kind=Tiled(compress, lambda values: HALO, lambda values: SIDE, compress_levels),
)


def round_to_levels(x: FloatArray, p: Params) -> FloatArray:
    steps = p["levels"] - 1.0
    return jnp.round(x * steps) / steps


quantization = Op(
    name="quantization",
    title="Quantisation",
    category="noise",
    keywords=("levels", "banding", "bits", "adc"),
    doc="Rounds every value to the nearest of a few levels.",
    use="To see what a converter of few bits does; uniform noise before it dithers.",
    formula="y = round(x·(levels − 1)) / (levels − 1)",
    source="ImageMagick's -posterize, without dither",
    notes="A value in the middle goes to the even level. Values below 0 and above 1 are rounded too, not "
    "cut off.",
    own_params=(Int("levels", 16, 2, 65536, slider_high=64, doc="How many levels from black to white."),),
    preview_note=STEEP,
    kind=Pointwise(round_to_levels, cheap=True),
)
