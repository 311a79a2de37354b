"""Fog: a veil of light that is thicker here and thinner there."""

from __future__ import annotations

from random import Random

from jaxstudio.kernels.array_types import FloatArray
from jaxstudio.kernels.random_fields import plasma_map, sample_plasma
from jaxstudio.pipeline.kinds import Blocks, Composed, Global, Op, Parts, Place
from jaxstudio.pipeline.op import Params, Size, Values
from jaxstudio.pipeline.params import Float, Int


def statistic(blocks: Blocks, values: Values) -> Params:
    """The fog's thickness; nothing of the picture is looked at."""
    return {"map": plasma_map(values["order"], values["roughness"])}


def add_fog(x: FloatArray, at: Place, p: Params) -> FloatArray:
    thickness = sample_plasma(p["map"], at.row, at.column, at.height, at.width)
    return (x + p["amount"] * thickness) / (1.0 + p["amount"])


def roughness_param() -> Float:
    return Float("roughness", 0.5, 0.0, 1.0, doc="0 is one smooth bank, 1 is noise.")


# in a list, which hides it from the catalogue
VEIL = [
    Op(
        name="fog_veil",
        title="Fog veil",
        category="augmentation",
        doc=".",
        source=".",
        own_params=(
            Float("amount", 1.0, 0.0, 10.0),
            roughness_param(),
            Int("order", 0, 0, 2**31 - 1, doc="Seeds the map."),
        ),
        kind=Global(statistic, add_fog, placed=True),
    )
]


def steps(values: Values, size: Size, chance: Random) -> Parts:
    if chance.random() >= values["p"]:
        return []
    drawn = {"amount": chance.uniform(0.0, values["amount"]), "order": chance.randrange(2**31)}
    return [(VEIL[0], {**drawn, "roughness": values["roughness"]})]


fog = Op(
    name="fog",
    title="Fog",
    category="augmentation",
    keywords=("augment", "weather", "haze", "mist"),
    doc="Veils the picture in fog, thicker here and thinner there, or not, as the seed has it.",
    use="To train or test a model that must see in bad weather.",
    formula="With the probability p: y = (x + a·m) / (1 + a), a = U(0, amount), m a plasma map between 0 "
    "and 1; U(a, b) is drawn evenly between a and b",
    source="(x + amount·plasma) ÷ (1 + amount): fog of Hendrycks and Dietterich, Benchmarking neural network "
    "robustness, ICLR 2019; compare albumentations.RandomFog",
    notes="The paper divides by the largest value of the picture plus amount; here white stands for it, so "
    "that a dark picture is treated as any other. Its severities 1 to 5 are amounts of 1.5 to 3. "
    "albumentations paints discs of fog one over the other instead, and blurs them.",
    own_params=(
        Float("p", 0.5, 0.0, 1.0, doc="How likely the change is."),
        Float("amount", 1.5, 0.0, 10.0, slider_high=3.0, doc="The strength is drawn up to this."),
        roughness_param(),
    ),
    kind=Composed(steps, ops=(VEIL[0],)),
)
