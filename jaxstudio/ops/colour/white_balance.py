"""White balance: a cast of colour taken off."""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np

from jaxstudio.kernels.array_types import FloatArray
from jaxstudio.pipeline.kinds import Blocks, Global, Op, Place
from jaxstudio.pipeline.op import Params, Values
from jaxstudio.pipeline.params import Bool, Float


def means(blocks: Blocks, values: Values) -> Params:
    """The mean of each channel, where the world is to be gray."""
    if not values["gray_world"]:
        return {"gain": np.ones(3, np.float32)}
    total, count = np.zeros(3), np.zeros(3)
    for _, block in blocks():
        sound = np.isfinite(block)
        total[: block.shape[2]] += np.where(sound, block, 0.0).sum(axis=(0, 1), dtype=np.float64)
        count[: block.shape[2]] += sound.sum(axis=(0, 1))
    if block.shape[2] < 3 or not (total > 0).all():
        return {"gain": np.ones(3, np.float32)}
    mean = total / count
    return {"gain": (mean.mean() / mean).astype(np.float32)}


def balance(x: FloatArray, at: Place, p: Params) -> FloatArray:
    # warm is more red and less blue; the tint is green against magenta
    warm, tint = p["temperature"], p["tint"]
    own = jnp.stack([jnp.exp2(warm + tint / 2), jnp.exp2(-tint), jnp.exp2(-warm + tint / 2)])
    gains = own * p["gain"]
    channel = jnp.minimum(at.channel, 2)
    gain = jnp.where(channel == 0, gains[0], jnp.where(channel == 1, gains[1], gains[2]))
    return x * gain


white_balance = Op(
    name="white_balance",
    title="White balance",
    category="colour",
    keywords=("temperature", "tint", "gray world", "cast", "warm", "cool"),
    doc="Takes a cast of colour off the picture, or gives it one: warmer, cooler, greener, more magenta.",
    use="For pictures under lamp light or shade; gray world finds the cast by itself.",
    formula="red·2^(temperature + tint/2), green·2^(−tint), blue·2^(−temperature + tint/2); with "
    "gray_world each is first multiplied by (mean of all) / (its own mean)",
    source="Gains in stops; gray world: Buchsbaum, A spatial processor model for colour perception, 1980",
    notes="Temperature and tint are stops, not kelvins: a photo does not tell the light it was taken in. "
    "Gray pictures only change if you ask for gains. Not clipped.",
    own_params=(
        Float(
            "temperature",
            0.0,
            -4.0,
            4.0,
            slider_low=-1.0,
            slider_high=1.0,
            doc="Stops more of red and fewer of blue: above 0 is warmer.",
        ),
        Float(
            "tint",
            0.0,
            -4.0,
            4.0,
            slider_low=-1.0,
            slider_high=1.0,
            doc="Above 0 more magenta, below 0 greener.",
        ),
        Bool("gray_world", False, doc="First make the mean of all colours gray."),
    ),
    kind=Global(statistic=means, apply=balance, placed=True, cheap=True),
)
