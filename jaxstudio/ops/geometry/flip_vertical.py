"""Flip vertical: top becomes bottom."""

import numpy as np

from jaxstudio.pipeline.kinds import Geometry, Op

flip_vertical = Op(
    name="flip_vertical",
    title="Flip vertical",
    category="geometry",
    keywords=("mirror", "upside down"),
    doc="Mirrors the picture: top becomes bottom.",
    use="To augment training pictures taken from above.",
    formula="y(i, j) = x(height − 1 − i, j)",
    source="numpy.flipud",
    notes="None: whole pixels change places, alpha too.",
    kind=Geometry(
        size=lambda values, shape: shape,
        matrix=lambda values, shape: np.array([[1.0, 0.0, 0.0], [0.0, -1.0, shape[0] - 1]]),
        exact=True,
    ),
)
