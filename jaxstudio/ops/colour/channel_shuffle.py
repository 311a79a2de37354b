"""Channel shuffle: red, green and blue change places."""

import jax.numpy as jnp
import numpy as np

from jaxstudio.pipeline.kinds import ColourMatrix, Op
from jaxstudio.pipeline.params import Choice

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
    kind=ColourMatrix(lambda p: jnp.asarray(MATRICES)[p["order"]]),
)
