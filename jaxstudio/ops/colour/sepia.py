"""Sepia: the brown of old prints."""

import jax.numpy as jnp
import numpy as np

from jaxstudio.pipeline.kinds import ColourMatrix, Op
from jaxstudio.pipeline.params import Float

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
