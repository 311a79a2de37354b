"""Colours mixed linearly: each new channel is a weighted sum of the old ones."""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np

from jaxstudio.kernels.array_types import Array, Float32
from jaxstudio.kernels.colour_spaces import REC601, REC709
from jaxstudio.pipeline.kinds import ColourMatrix, Op
from jaxstudio.pipeline.op import LINEAR, Params
from jaxstudio.pipeline.params import Choice, Float

CHANNELS = ("red", "green", "blue")


def weight(to: int, source: int) -> Float:
    return Float(
        f"{CHANNELS[to]}_from_{CHANNELS[source]}",
        float(to == source),
        -8.0,
        8.0,
        slider_low=-2.0,
        slider_high=2.0,
        doc=f"How much of the old {CHANNELS[source]} the new {CHANNELS[to]} holds.",
    )


def mixer_matrix(p: Params) -> Float32[Array, "3 3"]:
    return jnp.stack([jnp.stack([p[f"{to}_from_{source}"] for source in CHANNELS]) for to in CHANNELS])


channel_mixer = Op(
    name="channel_mixer",
    title="Channel mixer",
    category="colour",
    keywords=("matrix", "infrared", "swap", "color calibration"),
    doc="Makes each colour anew out of all three.",
    use="For black and white with chosen weights, infrared looks, or to correct a camera's colours.",
    formula="y = M·x, M the nine weights: red = red_from_red·r + red_from_green·g + red_from_blue·b, "
    "and so on",
    source="cv2.transform",
    space=LINEAR,
    notes="Gray pictures stay as they are. Not clipped.",
    own_params=tuple(weight(to, source) for to in range(3) for source in range(3)),
    kind=ColourMatrix(mixer_matrix),
)

ORDERS = ("rgb", "rbg", "grb", "gbr", "brg", "bgr")
MATRICES = np.array(
    [[[float(source == name) for name in "rgb"] for source in order] for order in ORDERS], np.float32
)

channel_shuffle = Op(
    name="channel_shuffle",
    title="Channel shuffle",
    category="colour",
    keywords=("swap", "bgr", "permute"),
    doc="Lets red, green and blue change places.",
    use="To read a picture whose channels were stored in another order, or to vary training pictures.",
    formula="(r, g, b) becomes the three in the order named: bgr is (b, g, r)",
    source="numpy indexing: pixels[..., order]",
    notes="Gray pictures stay as they are.",
    own_params=(Choice("order", "bgr", ORDERS, doc="Which channels become red, green and blue."),),
    kind=ColourMatrix(lambda p: jnp.asarray(MATRICES)[p["order"]], picks=True),
)


def gray_matrix(p: Params) -> Float32[Array, "3 3"]:
    weights = jnp.where(p["weights"] == 0, jnp.asarray(REC709), jnp.asarray(REC601))
    return jnp.broadcast_to(weights, (3, 3))


grayscale = Op(
    name="grayscale",
    title="Grayscale",
    category="colour",
    keywords=("black and white", "luma", "desaturate", "monochrome"),
    doc="Turns colours into their brightness.",
    use="For black and white, or before a step that should not tell colours apart.",
    formula="y = 0.2125·r + 0.7154·g + 0.0721·b; rec601: 0.299·r + 0.587·g + 0.114·b",
    source="skimage.color.rgb2gray (rec709); OpenCV's cvtColor (rec601)",
    notes="The picture keeps three equal channels.",
    own_params=(
        Choice("weights", "rec709", ("rec709", "rec601"),
            doc="How much each colour counts: as in HDTV, or as in older television and OpenCV."),
    ),
    kind=ColourMatrix(gray_matrix),
)  # fmt: skip


def saturation_matrix(p: Params) -> Float32[Array, "3 3"]:
    return p["factor"] * jnp.eye(3, dtype=jnp.float32) + (1.0 - p["factor"]) * jnp.asarray(REC601)[None, :]


saturation = Op(
    name="saturation",
    title="Saturation",
    category="colour",
    keywords=("vivid", "colourful", "desaturate", "chroma"),
    doc="Makes colours stronger or paler: moves every colour away from, or towards, its own gray.",
    use="A little above 1 to enliven, 0 for a gray picture.",
    formula="y = luma + factor·(x − luma), luma = 0.299·r + 0.587·g + 0.114·b",
    source="Pillow's ImageEnhance.Color; chroma scaled in skimage.color.rgb2yuv",
    notes="Gray is Rec. 601 luma. Gray images stay as they are. Not clipped.",
    own_params=(
        Float("factor", 1.0, -4.0, 8.0, slider_low=0.0, slider_high=3.0,
            doc="0 is gray, 1 leaves the picture, above 1 is stronger."),
    ),
    kind=ColourMatrix(saturation_matrix),
)  # fmt: skip

BROWN = np.array([[0.393, 0.769, 0.189], [0.349, 0.686, 0.168], [0.272, 0.534, 0.131]], np.float32)

sepia = Op(
    name="sepia",
    title="Sepia",
    category="colour",
    keywords=("old", "brown", "vintage", "tone"),
    doc="Gives the picture the brown of an old print.",
    use="For an old look.",
    formula="y = (1 − amount)·x + amount·M·x, M = ((0.393, 0.769, 0.189), (0.349, 0.686, 0.168), "
    "(0.272, 0.534, 0.131))",
    source="kornia.enhance.sepia (without its rescaling); albumentations.ToSepia",
    notes="Gray pictures stay as they are. Not clipped: light tones exceed 1.",
    own_params=(Float("amount", 1.0, 0.0, 1.0, doc="From none to all of it."),),
    kind=ColourMatrix(
        lambda p: jnp.eye(3, dtype=jnp.float32) * (1.0 - p["amount"]) + jnp.asarray(BROWN) * p["amount"]
    ),
)
