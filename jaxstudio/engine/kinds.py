"""What the kinds of steps do to the values they are given, as far as the formats between them go."""

from __future__ import annotations

from jaxstudio.pipeline.op import Geometry, Kind, Magnified, Neighbourhood, Warp

# Reading integers costs a conversion for every tap: beyond this radius one conversion up front is cheaper.
CONVERT_FIRST_RADIUS = 12


def keeps_integers(kind: Kind) -> bool:
    """Whether a step hands on integers as it was given them: it picks or moves values."""
    if isinstance(kind, Neighbourhood):
        return kind.any_dtype
    return (isinstance(kind, Geometry) and kind.exact) or (isinstance(kind, Warp) and kind.nearest)


def blends(kind: Neighbourhood | Geometry | Warp | Magnified) -> bool:
    """Whether a step mixes pixels, and so must weigh them by their alpha."""
    if isinstance(kind, Neighbourhood):
        return kind.mixes
    if isinstance(kind, Magnified):
        return True
    return not (kind.exact if isinstance(kind, Geometry) else kind.nearest)


def converts_first(kind: Neighbourhood, radius: int) -> bool:
    """Whether integers are made floats before a step reads them, and not each time that it does."""
    handed_on = kind.passes[0].hands_on("uint8")
    adds_integers = isinstance(handed_on, str) and handed_on != "float32"
    return radius > CONVERT_FIRST_RADIUS and not (kind.any_dtype or adds_integers)
