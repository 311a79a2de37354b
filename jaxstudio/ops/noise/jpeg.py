"""JPEG artefacts: what compression leaves behind."""

from io import BytesIO

import numpy as np
from PIL import Image

from jaxstudio.errors import ParameterError
from jaxstudio.pipeline.op import Op, Whole
from jaxstudio.pipeline.params import Bool, Int

# What libjpeg takes.
WIDEST = 65_500
# Rows that are compressed at once: what they need stays in the processor's cache. Blocks, with halved
# colours 16 × 16, are compressed each by itself; to smooth the colours a decoder looks a row further.
STRIP, BESIDE = 128, 16


def levels_of(pixels):
    """Encoded floats as the nearest of 256 levels."""
    levels = pixels.clip(0, 1)
    levels *= np.float32(255)
    return np.rint(levels, out=levels).astype(np.uint8)


def read_again(levels, values):
    """A picture of 256 levels after it was a JPEG file."""
    gray = levels.shape[2] == 1
    memory = BytesIO()
    subsampling = {} if gray else {"subsampling": 2 if values["subsampling"] else 0}
    image = Image.fromarray(levels[..., 0] if gray else levels)
    image.save(memory, "JPEG", quality=values["quality"], **subsampling)
    return np.asarray(Image.open(memory)).reshape(levels.shape)


def compressed(pixels, values):
    height, width = pixels.shape[:2]
    if width > WIDEST:
        raise ParameterError(f"jpeg: a picture {width} px wide, expected at most {WIDEST}")
    above = pixels[:0].astype(np.uint8)
    for top in range(0, height, STRIP):
        bottom = min(top + STRIP, height)
        here = levels_of(pixels[top : bottom + BESIDE])
        decoded = read_again(np.concatenate([above, here]), values)[len(above) :][: bottom - top]
        # to memory that is there already: fresh pages would take longer than all the rest
        np.multiply(decoded, np.float32(1 / 255), out=pixels[top:bottom])
        above = here[STRIP - BESIDE : STRIP]
    return pixels


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
    kind=Whole(compressed),
)
