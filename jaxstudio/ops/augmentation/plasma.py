"""Plasma: brightness or contrast changed by a fractal map."""

from __future__ import annotations

from random import Random

import jax.numpy as jnp

from jaxstudio.kernels.array_types import FloatArray
from jaxstudio.kernels.random_fields import plasma_map, sample_plasma
from jaxstudio.pipeline.kinds import Blocks, Composed, Global, Op, Parts, Place
from jaxstudio.pipeline.op import Params, Size, Values
from jaxstudio.pipeline.params import Choice, Float, Int

EFFECTS = ("brightness", "contrast", "shade")
LEAST_ROUGHNESS = 0.1


def statistic(blocks: Blocks, values: Values) -> Params:
    """The map; nothing of the picture is looked at."""
    return {"map": plasma_map(values["order"], values["roughness"])}


def apply_plasma(x: FloatArray, at: Place, p: Params) -> FloatArray:
    level = sample_plasma(p["map"], at.row, at.column, at.height, at.width)
    lighter = x + p["amount"] * (2.0 * level - 1.0)
    harder = (x - 0.5) * (1.0 + p["amount"] * (4.0 * level - 1.0)) + 0.5
    shaded = jnp.where(level < p["share"], x - p["amount"], x)
    return jnp.where(p["effect"] == 0, lighter, jnp.where(p["effect"] == 1, harder, shaded))


def effect_param() -> Choice:
    return Choice(
        "effect",
        "brightness",
        EFFECTS,
        doc="Light added and taken, contrast raised and lowered, or dark patches.",
    )


# in a list, which hides it from the catalogue
MAPPED = [
    Op(
        name="plasma_map",
        title="Plasma map",
        category="augmentation",
        doc=".",
        source=".",
        own_params=(
            effect_param(),
            Float("amount", 0.5, 0.0, 1.0),
            Float("roughness", 0.5, 0.0, 1.0),
            Float("share", 0.5, 0.0, 1.0),
            Int("order", 0, 0, 2**31 - 1, doc="Seeds the map."),
        ),
        kind=Global(statistic, apply_plasma, placed=True),
    )
]


def steps(values: Values, size: Size, chance: Random) -> Parts:
    if chance.random() >= values["p"]:
        return []
    drawn = {
        "amount": chance.uniform(0.0, values["amount"]),
        "roughness": chance.uniform(min(LEAST_ROUGHNESS, values["roughness"]), values["roughness"]),
        "share": chance.uniform(0.0, values["share"]),
        "order": chance.randrange(2**31),
    }
    return [(MAPPED[0], {"effect": values["effect"], **drawn})]


plasma = Op(
    name="plasma",
    title="Plasma",
    category="augmentation",
    keywords=("augment", "fractal", "clouds", "diamond square", "illumination"),
    doc="Changes brightness or contrast from place to place, as clouds do, or not, as the seed has it.",
    use="To train a model that must not mind uneven light, under a microscope for one.",
    formula="With the probability p, m a plasma map between 0 and 1, a = U(0, amount): x + a·(2m − 1) "
    "(brightness), 0.5 + (x − 0.5)·(1 + a·(4m − 1)) (contrast), x − a where m < U(0, share) (shade); U(a, "
    "b) is drawn evenly between a and b",
    source="kornia.augmentation.RandomPlasmaBrightness, RandomPlasmaContrast, RandomPlasmaShadow",
    notes="The map has 257 points along the longer side, and is the same for all colours; Kornia draws one "
    "for each, as fine as the picture. Kornia's contrast is that of amount 1. Not clipped.",
    own_params=(
        Float("p", 0.5, 0.0, 1.0, doc="How likely the change is."),
        effect_param(),
        Float("amount", 0.5, 0.0, 1.0, doc="The strength is drawn up to this."),
        Float("roughness", 0.7, 0.0, 1.0, doc="0 is smooth, 1 is noise; drawn between 0.1 and this."),
        Float(
            "share",
            1.0,
            0.0,
            1.0,
            doc="With shade: the level of the map below which it is dark is drawn up to this.",
        ),
    ),
    kind=Composed(steps, ops=(MAPPED[0],)),
)
