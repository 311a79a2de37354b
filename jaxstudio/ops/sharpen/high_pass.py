"""High pass: only detail, on gray."""

from __future__ import annotations

from jaxstudio.ops.blur.gaussian_blur import gaussian_blur
from jaxstudio.pipeline.kinds import Branches, Combined, Op
from jaxstudio.pipeline.op import Values
from jaxstudio.pipeline.params import Float, border_of, border_params


def branches(values: Values) -> Branches:
    return [[(gaussian_blur, {"sigma": values["sigma"], **border_of(values)})]]


high_pass = Op(
    name="high_pass",
    title="High pass",
    category="sharpen",
    keywords=("detail", "frequency", "local"),
    doc="Keeps only detail, on a middle gray: what a blur would take away.",
    use="To judge detail, or to even out a picture before finding edges.",
    formula="y = x − G(sigma) ∗ x + offset; G(s) ∗ x is x blurred by a Gaussian of deviation s",
    source="x less scipy.ndimage.gaussian_filter of x; GEGL's high-pass operation",
    notes="GEGL's has a contrast too. Not clipped. Alpha is left as it is.",
    own_params=(
        Float("sigma", 10.0, 0.0, 64.0, slider_high=30.0, unit="px", doc="Detail larger than this is lost."),
        Float("offset", 0.5, -1.0, 2.0, slider_low=0.0, slider_high=1.0, doc="The gray that flat becomes."),
        *border_params("reflect"),
    ),
    kind=Combined(branches, lambda x, results, p: x - results[0] + p["offset"], ops=(gaussian_blur,)),
)
