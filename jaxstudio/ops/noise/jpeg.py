"""JPEG artefacts: what compression leaves behind."""

from io import BytesIO

import numpy as np
from PIL import Image

from jaxstudio.errors import ParameterError
from jaxstudio.pipeline.op import Op, Whole
from jaxstudio.pipeline.params import Bool, Int

# What libjpeg takes.
LONGEST = 65_500


def compressed(pixels, values):
    height, width = pixels.shape[:2]
    if max(height, width) > LONGEST:
        raise ParameterError(f"jpeg: a picture of {width} × {height}, expected sides of at most {LONGEST} px")
    levels = np.rint(np.clip(np.nan_to_num(pixels), 0, 1) * 255).astype(np.uint8)
    image = Image.fromarray(levels[..., 0] if levels.shape[2] == 1 else levels)
    memory = BytesIO()
    subsampling = {} if levels.shape[2] == 1 else {"subsampling": 2 if values["subsampling"] else 0}
    image.save(memory, "JPEG", quality=values["quality"], **subsampling)
    decoded = np.asarray(Image.open(memory))
    return decoded.reshape(pixels.shape).astype(np.float32) * np.float32(1 / 255)


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
    notes="Compressed and read again as a whole, at 8 bits; a side may be 65,500 pixels long at most.",
    own_params=(
        Int(name="quality", value=50, low=1, high=100, doc="The encoder's quality."),
        Bool(name="subsampling", value=True, doc="Colours at half the resolution, as most files have them."),
    ),
    kind=Whole(compressed),
)
