"""Curve: every tone moved along a line drawn by hand."""

from jaxstudio.kernels.curves import monotone_curve
from jaxstudio.pipeline.kinds import Op, Pointwise
from jaxstudio.pipeline.params import Points

STRAIGHT = ((0.0, 0.0), (1.0, 1.0))
PRESETS = (
    ("straight", STRAIGHT),
    ("contrast", ((0.0, 0.0), (0.25, 0.18), (0.75, 0.82), (1.0, 1.0))),
    ("softer", ((0.0, 0.0), (0.25, 0.32), (0.75, 0.68), (1.0, 1.0))),
    ("lighter", ((0.0, 0.0), (0.5, 0.62), (1.0, 1.0))),
    ("darker", ((0.0, 0.0), (0.5, 0.38), (1.0, 1.0))),
    ("faded", ((0.0, 0.1), (0.3, 0.28), (0.75, 0.78), (1.0, 0.94))),
    ("negative", ((0.0, 1.0), (1.0, 0.0))),
)

curve = Op(
    name="curve",
    title="Curve",
    category="tone",
    keywords=("tone curve", "gradation", "contrast", "s curve", "shadows", "highlights"),
    doc="Moves every tone along a curve that you draw: left are the dark tones, up is lighter.",
    use="To lift shadows, hold highlights, add contrast in the middle: any change of tone there is.",
    formula="y = f(x), f the monotone cubic through the points",
    source="scipy.interpolate.PchipInterpolator",
    notes="A monotone cubic through the points: between two of them it never goes beyond either. Tones "
    "darker than the first point or lighter than the last become as these. One curve for all channels.",
    own_params=(
        Points(
            name="points",
            value=STRAIGHT,
            largest=16,
            presets=PRESETS,
            doc="The points the curve goes through, from dark to light: [tone, new tone].",
        ),
    ),
    kind=Pointwise(lambda x, p: monotone_curve(x, p["points"])),
)
