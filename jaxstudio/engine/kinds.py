"""What the kinds of steps do to the values they are given, as far as the formats between them go."""

from __future__ import annotations

from jaxstudio.pipeline.op import Geometry, Kind, Neighbourhood, Warp


def keeps_integers(kind: Kind) -> bool:
    """Whether a step hands on integers as it was given them: it picks or moves values."""
    if isinstance(kind, Neighbourhood):
        return kind.any_dtype
    return (isinstance(kind, Geometry) and kind.exact) or (isinstance(kind, Warp) and kind.nearest)


def blends(kind: Neighbourhood | Geometry | Warp) -> bool:
    """Whether a step mixes pixels, and so must weigh them by their alpha."""
    if isinstance(kind, Neighbourhood):
        return kind.mixes
    return not (kind.exact if isinstance(kind, Geometry) else kind.nearest)
