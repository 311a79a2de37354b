"""Blend modes: how the result of a step is mixed with its input.

Source: W3C, Compositing and Blending Level 1; the step's input is the backdrop, its result the source.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import jax.numpy as jnp

from jaxstudio.kernels.array_types import FloatArray

Colour = tuple[FloatArray, FloatArray, FloatArray]


def overlay(b: FloatArray, s: FloatArray) -> FloatArray:
    return jnp.where(b <= 0.5, 2.0 * b * s, 1.0 - 2.0 * (1.0 - b) * (1.0 - s))


def soft_light(b: FloatArray, s: FloatArray) -> FloatArray:
    curve = jnp.where(b <= 0.25, ((16.0 * b - 12.0) * b + 4.0) * b, jnp.sqrt(b))
    return jnp.where(s <= 0.5, b - (1.0 - 2.0 * s) * b * (1.0 - b), b + (2.0 * s - 1.0) * (curve - b))


SEPARABLE: dict[str, Callable[[FloatArray, FloatArray], FloatArray]] = {
    "multiply": lambda b, s: b * s,
    "screen": lambda b, s: b + s - b * s,
    "overlay": overlay,
    "soft_light": soft_light,
}


def _lightness(colour: Sequence[FloatArray]) -> FloatArray:
    return 0.3 * colour[0] + 0.59 * colour[1] + 0.11 * colour[2]


def with_lightness(colour: Colour, lightness: FloatArray) -> tuple[FloatArray, ...]:
    """A colour moved to a lightness, and towards gray as far as it takes to lie in [0, 1]."""
    apart = lightness - _lightness(colour)
    moved = [plane + apart for plane in colour]
    least = jnp.minimum(jnp.minimum(moved[0], moved[1]), moved[2])
    most = jnp.maximum(jnp.maximum(moved[0], moved[1]), moved[2])
    down = jnp.where(least < 0.0, lightness / jnp.where(least < 0.0, lightness - least, 1.0), 1.0)
    up = jnp.where(most > 1.0, (1.0 - lightness) / jnp.where(most > 1.0, most - lightness, 1.0), 1.0)
    share = jnp.minimum(down, up)
    return tuple(lightness + (plane - lightness) * share for plane in moved)


def blend_mode(before: FloatArray, after: FloatArray, mode: str, colours: int) -> FloatArray:
    """The blend of two pictures at full opacity, by a mode other than normal.

    Args:
        before, after: float32 (pixels, channels), encoded; colours are cut off to [0, 1].
        mode: one of `pipeline.masks.BLENDS`.
        colours: how many channels are colours, 1 or 3; the others are those of `after`. Of one colour the
            luminosity is the whole colour, and there is no other.
    """
    b, s = ([jnp.clip(x[:, plane], 0.0, 1.0) for plane in range(colours)] for x in (before, after))
    if mode in SEPARABLE:
        mixed = [SEPARABLE[mode](*pair) for pair in zip(b, s, strict=True)]
    elif colours == 1:
        mixed = s if mode == "luminosity" else b
    elif mode == "luminosity":
        mixed = list(with_lightness((b[0], b[1], b[2]), _lightness(s)))
    else:
        mixed = list(with_lightness((s[0], s[1], s[2]), _lightness(b)))
    return jnp.stack([*mixed, *(after[:, plane] for plane in range(colours, after.shape[1]))], axis=1)
