"""Filters given as text: one drawn out of a list, or one that happens or not."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from jaxstudio.ops.augmentation.random_steps import LIKELY
from jaxstudio.pipeline.kinds import Composed, Op, Parts
from jaxstudio.pipeline.op import Size, Values, implementation
from jaxstudio.pipeline.params import Steps
from jaxstudio.pipeline.step_text import Drawable, read_list

MOST_STEPS = 32


@lru_cache(64)  # it is asked for at every frame
def read(text: str) -> tuple[Drawable, ...]:
    """The steps that a text lists; the catalogue is there by the time a text comes."""
    from jaxstudio.ops import CATALOGUE

    return tuple(read_list(text, CATALOGUE))


def chosen(values: Values) -> Parts:
    return [(implementation(each.op), each.high) for each in read(values["ops"])]


def steps(values: Values, size: Size, chance: Random) -> Parts:
    one = chance.choice(read(values["ops"]))
    return [(implementation(one.op), one.drawn(chance))]


choose_one = Op(
    name="choose_one",
    title="Choose one",
    category="augmentation",
    keywords=("augment", "one of", "list", "random choice", "switch"),
    doc="Applies one filter out of a list, as the seed has it.",
    use="To vary training pictures in ways that should not come together.",
    formula="y = the k-th filter of x, k drawn evenly from 1 … their number",
    source="albumentations.OneOf; torchvision.transforms.v2.RandomChoice",
    notes="Each is as likely as the others, where albumentations weighs them by their p. What is drawn is "
    "drawn before anything is computed, so that only the filter drawn runs: jax.lax.switch would compile "
    "all of them into one program, and asks for results of one size. A number may be a range: "
    "gaussian_blur sigma=0.5..3. A list may stand within a list, in square brackets: "
    "ops=[sometimes op=[invert] | choose_one ops=[sobel | median]].",
    own_params=(
        Steps("ops",
            "flip_horizontal | rotate angle=-15..15 | gamma gamma=0.7..1.4 | gaussian_noise var=0.002",
            most=MOST_STEPS,
            doc="The filters to draw from, each with its parameters, with | or a line break between them."),
    ),
    kind=Composed(steps, chosen=chosen),
)  # fmt: skip


def chosen_one(values: Values) -> Parts:
    return [(implementation(each.op), each.high) for each in read(values["op"])]


def steps_or_none(values: Values, size: Size, chance: Random) -> Parts:
    (step,) = read(values["op"])
    return [(implementation(step.op), step.drawn(chance))] if chance.random() < values["p"] else []


sometimes = Op(
    name="sometimes",
    title="Sometimes",
    category="augmentation",
    keywords=("augment", "probability", "maybe", "random apply"),
    doc="Applies a filter or leaves the picture, as the seed has it.",
    use="To vary training pictures in a way that most of them should be spared.",
    formula="y = the filter of x with the probability p, else x",
    source="imgaug.augmenters.Sometimes; torchvision.transforms.v2.RandomApply",
    notes="One filter, which may be choose_one. A number may be a range: op=[gaussian_blur sigma=0.5..3].",
    own_params=(
        LIKELY,
        Steps("op", "gaussian_blur sigma=0.5..3", most=1, doc="The filter with its parameters."),
    ),
    kind=Composed(steps_or_none, chosen=chosen_one),
)
