"""JPEG artefacts: what compression leaves behind."""

import os
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO

import numpy as np
from PIL import Image

from jaxstudio.errors import ParameterError
from jaxstudio.pipeline.op import Op, Whole
from jaxstudio.pipeline.params import Bool, Int

# What libjpeg takes.
WIDEST = 65_500
# Rows that are compressed at once, and the rows around them that count: blocks, with halved colours 16 × 16,
# are compressed each by itself; to smooth the colours a decoder looks a row further.
STRIP, BESIDE = 128, 16
POOL = ThreadPoolExecutor(min(8, os.cpu_count() or 1), "jaxstudio-jpeg")


def read_again(levels, values):
    """A picture of 256 levels after it was a JPEG file."""
    gray = levels.shape[2] == 1
    memory = BytesIO()
    subsampling = {} if gray else {"subsampling": 2 if values["subsampling"] else 0}
    image = Image.fromarray(levels[..., 0] if gray else levels)
    image.save(memory, "JPEG", quality=values["quality"], **subsampling)
    return np.asarray(Image.open(memory)).reshape(levels.shape)


def compressed_levels(levels, values):
    """uint8 (height, width, 1 or 3), strip by strip on several threads."""
    height, width = levels.shape[:2]
    if width > WIDEST:
        raise ParameterError(f"jpeg: a picture {width} px wide, expected at most {WIDEST}")
    result = np.empty_like(levels)

    def strip(top):
        first, bottom = max(0, top - BESIDE), min(top + STRIP, height)
        around = np.ascontiguousarray(levels[first : bottom + BESIDE])
        result[top:bottom] = read_again(around, values)[top - first :][: bottom - top]

    for _ in POOL.map(strip, range(0, height, STRIP)):
        pass  # an error is raised here
    return result


def compressed(pixels, values):
    """float32 (height, width, 1 or 3): as the nearest of 256 levels."""
    levels = np.rint(pixels.clip(0, 1) * np.float32(255)).astype(np.uint8)
    return compressed_levels(levels, values) * np.float32(1 / 255)


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
    notes="At 8 bits, compressed and read again by Pillow in strips that fit together as one file would; a "
    "picture may be 65,500 pixels wide at most.",
    own_params=(
        Int(name="quality", value=50, low=1, high=100, doc="The encoder's quality."),
        Bool(name="subsampling", value=True, doc="Colours at half the resolution, as most files have them."),
    ),
    kind=Whole(compressed, levels=compressed_levels),
)
