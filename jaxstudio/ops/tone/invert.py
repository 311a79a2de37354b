"""Invert: the negative."""

from jaxstudio.pipeline.kinds import Op, Pointwise

invert = Op(
    name="invert",
    title="Invert",
    category="tone",
    keywords=("negative",),
    doc="Turns the picture into its negative: light becomes dark.",
    use="For scanned negatives, or to see dark detail as light.",
    formula="y = 1 − x",
    source="skimage.util.invert",
    notes="No clipping: a float below 0 becomes one above 1. Otherwise none.",
    kind=Pointwise(lambda x, p: 1.0 - x, cheap=True),
)
