"""Ridge filters share parameters and the work around them; only the library's function differs."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import skimage.filters

from jaxstudio.pipeline.op import Op, Whole
from jaxstudio.pipeline.params import Bool, Float

WIDTHS = 4


def strongest_is_one(name: str) -> Callable[[Any, Mapping[str, Any]], np.ndarray]:
    """A whole picture's ridges between two widths, each channel apart, by scikit-image's filter `name`."""

    def found(pixels: Any, values: Mapping[str, Any]) -> np.ndarray:
        ridges = getattr(skimage.filters, name)  # imported on first use: much of SciPy comes with it
        thin, thick = sorted((values["thin"], values["thick"]))
        widths = np.linspace(thin, thick, WIDTHS)
        planes = [
            ridges(np.nan_to_num(pixels[..., c]), sigmas=widths, black_ridges=values["dark"])
            for c in range(pixels.shape[2])
        ]
        strength = np.stack(planes, axis=-1)
        greatest = strength.max()
        return (strength / greatest if greatest > 0 else strength).astype(np.float32)

    return found


def half_width(name: str, value: float, which: str) -> Float:
    return Float(
        name=name,
        value=value,
        low=0.5,
        high=20.0,
        slider_high=10.0,
        unit="px",
        doc=f"Half the width of the {which}.",
    )


def ridge_op(name: str, title: str, use: str, source: str) -> Op:
    """The op of one of scikit-image's ridge filters, called as it is there."""
    return Op(
        name=name,
        title=title,
        category="edges",
        keywords=("ridge", "vessel", "line", "hessian"),
        doc="Shows lines and tubes bright on black.",
        use=use,
        source=source,
        notes="Computed by scikit-image for the whole picture at four widths; the strongest becomes 1.",
        own_params=(
            half_width("thin", 1.0, "thinnest"),
            half_width("thick", 4.0, "thickest"),
            Bool(name="dark", value=True, doc="Dark lines on a light ground."),
        ),
        kind=Whole(strongest_is_one(name)),
    )
