"""What the kinds of steps do to the values they are given, as far as the formats between them go."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jaxstudio.pipeline.kinds import Geometry, Magnified, Neighbourhood, Warp
from jaxstudio.pipeline.op import Kind


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


def constant_is_a_level(values: Mapping[str, Any]) -> bool:
    """Whether what lies beyond the edge is a value that 8-bit integers can hold."""
    cval = values["cval"] if values.get("border") == "constant" else 0.0
    return 0.0 <= cval <= 1.0 and (cval * 255) % 1 == 0
