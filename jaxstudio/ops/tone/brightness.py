"""Brightness: the same amount added to every value."""

from jaxstudio.pipeline.kinds import Op, Pointwise
from jaxstudio.pipeline.params import Float

brightness = Op(
    name="brightness",
    title="Brightness",
    category="tone",
    keywords=("lighter", "darker", "offset"),
    doc="Makes everything lighter or darker by the same amount.",
    use="For a quick correction; exposure or gamma keep black where it is.",
    formula="y = x + delta",
    source="dm_pix.adjust_brightness; tf.image.adjust_brightness",
    notes="Not clipped.",
    own_params=(Float("delta", 0.0, -4.0, 4.0, slider_low=-1.0, slider_high=1.0, doc="What is added."),),
    kind=Pointwise(lambda x, p: x + p["delta"], cheap=True),
)
