"""Filters that happen or not, with random values: changes that a model should learn to ignore."""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random

from jaxstudio.ops.blur.gaussian_blur import gaussian_blur
from jaxstudio.ops.colour.colours import hue
from jaxstudio.ops.colour.matrices import ORDERS, channel_shuffle, grayscale, saturation
from jaxstudio.ops.noise.additive import gaussian_noise
from jaxstudio.ops.sharpen.detail import unsharp_mask
from jaxstudio.ops.tone.curves import gamma, posterize, solarize
from jaxstudio.ops.tone.light import contrast, exposure, invert
from jaxstudio.pipeline.kinds import Composed, Op, Parts
from jaxstudio.pipeline.op import Size, Values
from jaxstudio.pipeline.params import Float
from jaxstudio.pipeline.preview_notes import GRAINS, STEEP

Draw = Callable[[Values, Random], Values]

LIKELY = Float("p", 0.5, 0.0, 1.0, doc="How likely the change is.")


def perhaps(op: Op, draw: Draw = lambda values, chance: {}) -> Composed:
    """`op` with the values that `draw` draws, with the probability `p`."""

    def steps(values: Values, size: Size, chance: Random) -> Parts:
        return [(op, draw(values, chance))] if chance.random() < values["p"] else []

    return Composed(steps, ops=(op,))


random_blur = Op(
    name="random_blur",
    title="Random blur",
    category="augmentation",
    keywords=("augment", "soft"),
    doc="Blurs the picture a little or more, or leaves it, as the seed has it.",
    use="To train a model that must not mind pictures out of focus.",
    formula="With the probability p: gaussian_blur with sigma = U(0.1, most); U(a, b) is drawn evenly "
    "between a and b",
    source="torchvision.transforms.v2.GaussianBlur",
    notes="torchvision blurs every picture, with a kernel of a fixed size.",
    own_params=(
        LIKELY,
        Float("most", 2.0, 0.1, 20.0, unit="px", doc="The deviation is drawn up to this."),
    ),
    kind=perhaps(
        gaussian_blur, lambda values, chance: {"sigma": chance.uniform(0.1, max(values["most"], 0.1))}
    ),
)

random_sharpness = Op(
    name="random_sharpness",
    title="Random sharpness",
    category="augmentation",
    keywords=("augment", "crisp"),
    doc="Sharpens the picture a little or more, or leaves it, as the seed has it.",
    use="To train a model that must not mind how much a camera sharpens by itself.",
    formula="With the probability p: y = x + U(0, most)·(x − G(1) ∗ x); U(a, b) is drawn evenly between a "
    "and b; G(s) ∗ x is x blurred by a Gaussian of deviation s",
    source="torchvision.transforms.v2.RandomAdjustSharpness",
    notes="By an unsharp mask of radius 1, its amount drawn; torchvision weighs the picture against one "
    "smoothed by 3 × 3 pixels, by a given factor.",
    own_params=(
        LIKELY,
        Float("most", 2.0, 0.0, 8.0, doc="The amount is drawn up to this."),
    ),
    kind=perhaps(
        unsharp_mask, lambda values, chance: {"radius": 1.0, "amount": chance.uniform(0.0, values["most"])}
    ),
)

random_noise = Op(
    name="random_noise",
    title="Random noise",
    category="augmentation",
    keywords=("augment", "grain"),
    doc="Adds a little or more grain, or leaves the picture, as the seed has it.",
    use="To train a model that must cope with high sensitivities and little light.",
    formula="With the probability p: y = x + n, n normal of variance U(0, most); U(a, b) is drawn evenly "
    "between a and b",
    source="albumentations.GaussNoise",
    notes="The variance is drawn evenly; albumentations draws the deviation, of much stronger noise by "
    "default, and cuts off below 0 and above 1.",
    own_params=(
        LIKELY,
        Float("most", 0.01, 0.0, 1.0, slider_high=0.1, doc="The variance is drawn up to this."),
    ),
    preview_note=GRAINS,
    kind=perhaps(gaussian_noise, lambda values, chance: {"var": chance.uniform(0.0, values["most"])}),
)

random_gamma = Op(
    name="random_gamma",
    title="Random gamma",
    category="augmentation",
    keywords=("augment", "midtones"),
    doc="Brightens or darkens the midtones, as the seed has it.",
    use="To train a model that must not mind over- and underexposed midtones.",
    formula="With the probability p: y = x^(most^U(−1, 1)); U(a, b) is drawn evenly between a and b",
    source="albumentations.RandomGamma",
    notes="Drawn evenly in the logarithm, so that lighter and darker are as likely; albumentations draws "
    "the exponent itself evenly, by default between 0.8 and 1.2.",
    own_params=(
        LIKELY,
        Float("most", 1.5, 1.0, 5.0, doc="Gamma is drawn between one over this and this."),
    ),
    kind=perhaps(gamma, lambda values, chance: {"gamma": values["most"] ** chance.uniform(-1.0, 1.0)}),
)

random_posterize = Op(
    name="random_posterize",
    title="Random posterize",
    category="augmentation",
    keywords=("augment", "bits"),
    doc="Leaves 2 to 6 bits of each value, or all, as the seed has it.",
    use="To train a model that must not mind few tones, as of old screens and strong compression.",
    formula="With the probability p: posterize with 2, 3, 4, 5 or 6 bits, each as likely",
    source="torchvision.transforms.v2.RandomPosterize",
    notes="The number of bits is drawn too; torchvision's is given.",
    own_params=(LIKELY,),
    preview_note=STEEP,
    kind=perhaps(posterize, lambda values, chance: {"bits": chance.randint(2, 6)}),
)

random_solarize = Op(
    name="random_solarize",
    title="Random solarize",
    category="augmentation",
    keywords=("augment", "negative"),
    doc="Turns bright tones over, or leaves them, as the seed has it.",
    use="As one of many changes that a model must see through, as in RandAugment and AutoAugment.",
    formula="With the probability p: y = x below the threshold, 1 − x from there on",
    source="torchvision.transforms.v2.RandomSolarize",
    notes="None; torchvision has no default threshold.",
    own_params=(
        LIKELY,
        Float("threshold", 0.5, 0.0, 1.0, doc="Tones from here on are turned over."),
    ),
    preview_note=STEEP,
    kind=perhaps(solarize, lambda values, chance: {"threshold": values["threshold"]}),
)

random_invert = Op(
    name="random_invert",
    title="Random invert",
    category="augmentation",
    keywords=("augment", "negative"),
    doc="Turns the picture into its negative, or leaves it, as the seed has it.",
    use="To train a model on drawings and scans that may be dark on light or light on dark.",
    formula="With the probability p: y = 1 − x",
    source="torchvision.transforms.v2.RandomInvert",
    notes="No clipping: a float below 0 becomes one above 1. Otherwise none.",
    own_params=(LIKELY,),
    kind=perhaps(invert),
)

random_grayscale = Op(
    name="random_grayscale",
    title="Random grayscale",
    category="augmentation",
    keywords=("augment", "gray"),
    doc="Takes the colours away, or leaves them, as the seed has it.",
    use="To train a model that must tell things by their shape, not by their colour.",
    formula="With the probability p: y = 0.2125·r + 0.7154·g + 0.0721·b",
    source="torchvision.transforms.v2.RandomGrayscale",
    notes="Brightness is Rec. 709; torchvision's is Rec. 601. Gray pictures stay as they are.",
    own_params=(Float("p", 0.1, 0.0, 1.0, doc="How likely the change is."),),
    kind=perhaps(grayscale),
)

random_channel_shuffle = Op(
    name="random_channel_shuffle",
    title="Random channel shuffle",
    category="augmentation",
    keywords=("augment", "permute", "swap", "colours"),
    doc="Lets red, green and blue change places, or leaves them, as the seed has it.",
    use="To train a model that must not rely on what colour things usually have.",
    formula="With the probability p: (r, g, b) becomes one of its six orders, each as likely",
    source="albumentations.ChannelShuffle; torchvision.transforms.v2.RandomChannelPermutation",
    notes="torchvision's happens always. The order that changes nothing is one of the six, as in both. Gray "
    "pictures stay as they are.",
    own_params=(LIKELY,),
    kind=perhaps(channel_shuffle, lambda values, chance: {"order": chance.choice(ORDERS)}),
)


def jitter_steps(values: Values, size: Size, chance: Random) -> Parts:
    def factor(name: str) -> float:
        return chance.uniform(1.0 - values[name], 1.0 + values[name])

    changes = [
        (exposure.in_working_space, {"stops": math.log2(factor("brightness"))}),
        (contrast, {"factor": factor("contrast")}),
        (saturation, {"factor": factor("saturation")}),
        (hue, {"delta": chance.uniform(-values["hue"], values["hue"])}),
    ]
    chance.shuffle(changes)
    return changes


color_jitter = Op(
    name="color_jitter",
    title="Colour jitter",
    category="augmentation",
    keywords=("augment", "brightness", "contrast", "saturation", "hue"),
    doc="Changes brightness, contrast, saturation and hue, in an order as the seed has it.",
    use="To train a model that must not mind the camera, its white balance or the hour of the day.",
    formula="In an order drawn evenly: exposure × U(1 − brightness, 1 + brightness), contrast U(1 − "
    "contrast, 1 + contrast), saturation U(1 − saturation, 1 + saturation), hue U(−hue, hue); U(a, b) is "
    "drawn evenly between a and b",
    source="torchvision.transforms.v2.ColorJitter",
    notes="Contrast is about the mean of all values, torchvision's about that of the gray picture. Nothing "
    "is cut off between the four; torchvision cuts off after each.",
    own_params=(
        Float("brightness", 0.1, 0.0, 0.99,
            doc="The light is multiplied by a factor between one minus and one plus this."),
        Float("contrast", 0.1, 0.0, 1.0, doc="So is the contrast."),
        Float("saturation", 0.1, 0.0, 1.0, doc="So is the saturation."),
        Float("hue", 0.1, 0.0, 0.5, doc="Hue is turned by up to this part of a full turn."),
    ),
    kind=Composed(jitter_steps, ops=(exposure.in_working_space, contrast, saturation, hue)),
)  # fmt: skip
