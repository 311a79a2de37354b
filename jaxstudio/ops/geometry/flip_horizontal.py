"""Flip horizontal: left becomes right."""

import numpy as np

from jaxstudio.pipeline.kinds import Geometry, Op

flip_horizontal = Op(
    name="flip_horizontal",
    title="Flip horizontal",
    category="geometry",
    keywords=("mirror", "reverse"),
    doc="Mirrors the picture: left becomes right.",
    use="To mend a picture taken in a mirror, or to augment training pictures whose sides mean the same.",
    formula="y(i, j) = x(i, width − 1 − j)",
    source="numpy.fliplr",
    notes="None: whole pixels change places, alpha too.",
    kind=Geometry(
        size=lambda values, shape: shape,
        matrix=lambda values, shape: np.array([[-1.0, 0.0, shape[1] - 1], [0.0, 1.0, 0.0]]),
        exact=True,
    ),
)
