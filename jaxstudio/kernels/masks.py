"""Masks as pixels: 0 to 1 by the distance to a shape's outline, or by a pixel's luma or colour.

Masks are computed in blocks of BLOCK pixels. A (2, 3) float32 matrix maps (column, row, 1) in the block to x,
y in pixels of the photo; shapes are given in the same units. Across an edge of width w the value falls as 1 −
smoothstep. The closer w is to a pixel's size, the more of a straight line is mixed in: across an edge as
narrow as a pixel, the value is the share of the pixel's area that the shape covers.
"""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jaxstudio.kernels.array_types import Array, Bool, Float32, Int32, Shaped
from jaxstudio.kernels.blending import blend_mode
from jaxstudio.kernels.colour_spaces import linear_to_srgb, srgb_to_linear
from jaxstudio.kernels.pixels import channel_of, has_alpha, prevent_fusion, quantise, to_float

BLOCK = (64, 256)  # rows, columns
# Edges of a polygon and pieces of strokes that one call takes: more are given in several calls.
EDGES, SEGMENTS = 128, 64
# Steps towards the nearest point of an ellipse: its distance is then right to 1e-3 of the longer half axis.
ELLIPSE_STEPS = 5
Block = Float32[Array, "64 256"]


def _place(matrix: jax.Array) -> tuple[jax.Array, jax.Array]:
    row = lax.broadcasted_iota(jnp.float32, BLOCK, 0)
    column = lax.broadcasted_iota(jnp.float32, BLOCK, 1)
    x = matrix[0, 0] * column + matrix[0, 1] * row + matrix[0, 2]
    y = matrix[1, 0] * column + matrix[1, 1] * row + matrix[1, 2]
    return x, y


def soft_edge(distance: Any, sharpness: Any, straight: Any) -> Any:
    """1 inside an outline, 0 outside.

    Args:
        distance: to the outline, negative inside.
        sharpness: 1 / the width of the edge.
        straight: how much of the fall is a straight line, 0 to 1.
    """
    share = jnp.clip(0.5 - distance * sharpness, 0.0, 1.0)
    smooth = share * share * (3.0 - 2.0 * share)
    return smooth + straight * (share - smooth)


def rectangle(matrix: Float32[Array, "2 3"], half: Float32[Array, 2], edge: Float32[Array, 2]) -> Block:
    """Around the origin, of these half sizes; `edge` is sharpness and straightness (see `soft_edge`)."""
    x, y = _place(matrix)
    return soft_edge(rectangle_distance(jnp, x, y, half), edge[0], edge[1])


def rectangle_distance(xp: Any, x: Any, y: Any, half: Any) -> Any:
    """Signed distance to a rectangle around the origin, by jax.numpy or numpy."""
    across, down = xp.abs(x) - half[0], xp.abs(y) - half[1]
    outside = xp.sqrt(xp.maximum(across, 0.0) ** 2 + xp.maximum(down, 0.0) ** 2)
    return outside + xp.minimum(xp.maximum(across, down), 0.0)


def ellipse(matrix: Float32[Array, "2 3"], half: Float32[Array, 2], edge: Float32[Array, 2]) -> Block:
    """Around the origin, of these half axes, which are positive."""
    x, y = _place(matrix)
    return soft_edge(ellipse_distance(jnp, x, y, half), edge[0], edge[1])


def ellipse_distance(xp: Any, x: Any, y: Any, half: Any) -> Any:
    """Signed distance to an ellipse around the origin, right to 1e-3 of its longer half axis.

    The nearest point is looked for by moving along circles that touch the ellipse, around the centres of its
    curvature (C. Chatfield, "A simple method for distance to ellipse", 2017).
    """
    a, b = half[0], half[1]
    px, py = xp.abs(x), xp.abs(y)
    tx = ty = xp.full_like(px, np.sqrt(0.5))
    for _ in range(ELLIPSE_STEPS):
        centre_x = (a * a - b * b) * tx**3 / a
        centre_y = (b * b - a * a) * ty**3 / b
        rx, ry = a * tx - centre_x, b * ty - centre_y
        qx, qy = px - centre_x, py - centre_y
        scale = xp.sqrt(rx * rx + ry * ry) / xp.maximum(xp.sqrt(qx * qx + qy * qy), 1e-9)
        tx = xp.clip((qx * scale + centre_x) / a, 0.0, 1.0)
        ty = xp.clip((qy * scale + centre_y) / b, 0.0, 1.0)
        length = xp.maximum(xp.sqrt(tx * tx + ty * ty), 1e-9)
        tx, ty = tx / length, ty / length
    distance = xp.sqrt((px - a * tx) ** 2 + (py - b * ty) ** 2)
    return xp.where((px / a) ** 2 + (py / b) ** 2 < 1.0, -distance, distance)


def gradient(line: Float32[Array, 3]) -> Block:
    """A value that is linear in (column, row, 1), limited to 0 … 1."""
    matrix = jnp.stack([line, line])
    return jnp.clip(_place(matrix)[0], 0.0, 1.0)


def polygon_edges(
    state: tuple[Block, Bool[Array, "64 256"]],
    matrix: Float32[Array, "2 3"],
    edges: Float32[Array, "edges 4"],
    count: Int32[Array, ""],
) -> tuple[Block, Bool[Array, "64 256"]]:
    """(squared distance, inside) after the first `count` of some edges (x0, y0, x1, y1); even-odd."""
    x, y = _place(matrix)

    def add(number: Any, state: Any) -> Any:
        nearest, inside = state
        ax, ay, bx, by = (edges[number, at] for at in range(4))
        dx, dy = bx - ax, by - ay
        along = dx * dx + dy * dy
        share = jnp.clip(((x - ax) * dx + (y - ay) * dy) / jnp.where(along > 0, along, 1.0), 0.0, 1.0)
        off_x, off_y = x - ax - share * dx, y - ay - share * dy
        rise = jnp.where(dy != 0, dy, 1.0)
        crosses = ((ay > y) != (by > y)) & (x < dx * ((y - ay) / rise) + ax)
        return jnp.minimum(nearest, off_x * off_x + off_y * off_y), inside ^ crosses

    return lax.fori_loop(jnp.int32(0), count, add, state)


def polygon(squared: Block, inside: Bool[Array, "64 256"], edge: Float32[Array, 2]) -> Block:
    """The value at these squared distances."""
    distance = jnp.sqrt(squared)
    return soft_edge(jnp.where(inside, -distance, distance), edge[0], edge[1])


# What a piece of a stroke is given by: where it starts, its extent in x and y, 1 / its squared length, the
# radius at which it is half, sharpness, straightness, and whether it erases.
SEGMENT = 9


def strokes(
    before: Block,
    matrix: Float32[Array, "2 3"],
    segments: Float32[Array, "segments 9"],
    count: Int32[Array, ""],
) -> Block:
    """Draw the first `count` pieces of strokes, one after the other, over the values `before`."""
    x, y = _place(matrix)

    def draw(number: Any, value: Any) -> Any:
        x0, y0, dx, dy, inverse, radius, sharpness, straight, erases = (
            segments[number, at] for at in range(SEGMENT)
        )
        share = jnp.clip(((x - x0) * dx + (y - y0) * dy) * inverse, 0.0, 1.0)
        off_x, off_y = x - x0 - share * dx, y - y0 - share * dy
        own = soft_edge(jnp.sqrt(off_x * off_x + off_y * off_y) - radius, sharpness, straight)
        return jnp.where(erases > 0, jnp.minimum(value, 1.0 - own), jnp.maximum(value, own))

    return lax.fori_loop(jnp.int32(0), count, draw, before)


def combine(before: Block, value: Block, how: Float32[Array, 4]) -> Block:
    """Combine a part's value with the parts before it.

    Args:
        how: 1 if it is inverted, its opacity, 1 if it subtracts, 1 if it intersects; otherwise it adds.
    """
    value = jnp.where(how[0] > 0, 1.0 - value, value) * how[1]
    return jnp.where(
        how[2] > 0,
        jnp.minimum(before, 1.0 - value),
        jnp.where(how[3] > 0, jnp.minimum(before, value), jnp.maximum(before, value)),
    )


def _encoded(pixels: jax.Array, linear: jax.Array) -> jax.Array:
    value = to_float(pixels)
    return jnp.clip(jnp.where(linear > 0, linear_to_srgb(value), value), 0.0, 1.0)


def luminosity(
    pixels: Shaped[Array, "64 256 channels"], limits: Float32[Array, 3], linear: Float32[Array, ""]
) -> Block:
    """1 where the luma lies within limits[0] … limits[1], falling to 0 within 1 / limits[2] beyond.

    Args:
        pixels: of any number format; 1 to 4 channels.
        linear: 1 if they are proportional to light, 0 if they are encoded.
    """
    value = _encoded(pixels, linear)
    luma = value[..., 0]
    if pixels.shape[2] >= 3:
        luma = 0.299 * value[..., 0] + 0.587 * value[..., 1] + 0.114 * value[..., 2]
    beyond = jnp.maximum(limits[0] - luma, luma - limits[1])
    return _fall(beyond * limits[2])


def colour_range(
    pixels: Shaped[Array, "64 256 channels"], colour: Float32[Array, 5], linear: Float32[Array, ""]
) -> Block:
    """1 within a distance of a colour in Oklab, falling to 0.

    Args:
        colour: lightness, a and b; the distance; 1 / how much farther the value is 0.
    """
    value = _encoded(pixels, linear)
    red = value[..., 0]
    green, blue = (value[..., 1], value[..., 2]) if pixels.shape[2] >= 3 else (red, red)
    lightness, a, b = oklab(jnp, *(srgb_to_linear(plane) for plane in (red, green, blue)))
    off = jnp.sqrt((lightness - colour[0]) ** 2 + (a - colour[1]) ** 2 + (b - colour[2]) ** 2)
    return _fall((off - colour[3]) * colour[4])


def _fall(beyond: jax.Array) -> jax.Array:
    """1 up to 0, 0 from 1 on and for NaN."""
    share = jnp.where(beyond < 1.0, 1.0 - jnp.maximum(beyond, 0.0), 0.0)
    return share * share * (3.0 - 2.0 * share)


def oklab(xp: Any, red: Any, green: Any, blue: Any) -> tuple[Any, Any, Any]:
    """Oklab of linear sRGB (B. Ottosson, "A perceptual color space for image processing", 2020)."""
    long = xp.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    medium = xp.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    short = xp.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    return (
        0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short,
    )


def blend(
    before: Shaped[Array, " n"],
    after: Float32[Array, " n"],
    mask: Float32[Array, " pixels"],
    channels: int,
    dtype: str,
    mode: str = "normal",
) -> Shaped[Array, " n"]:
    """before + mask·(after − before): exactly `before` where the mask is 0, exactly `after` where it is 1.

    Where the two differ in opacity, colours are weighed by it.

    Args:
        before, after: interleaved channels, of which the second or fourth is alpha.
        mask: a value for each pixel.
        dtype: number format of the result.
        mode: of `blend_mode`, which then takes the place of `after`.
    """
    if mode != "normal":
        pair = to_float(before).reshape(-1, channels), after.reshape(-1, channels)
        after = blend_mode(*pair, mode, channels - has_alpha(channels)).reshape(-1)
    if channels == 1:
        return quantise(_mixed(to_float(before), after, mask), dtype)
    pixels, others, share = before.reshape(-1, channels), after.reshape(-1, channels), mask[:, None]

    def mix(pixels: jax.Array, others: jax.Array, share: jax.Array) -> jax.Array:
        first = to_float(pixels)
        mixed = _mixed(first, others, share)
        if has_alpha(channels):
            own, other, alpha = first[:, -1:], others[:, -1:], mixed[:, -1:]
            weighed = _mixed(first * own, others * other, share) / jnp.where(alpha > 0, alpha, 1.0)
            partly = (own != other) & (share > 0) & (share < 1) & (alpha > 0)
            mixed = jnp.where(partly & (channel_of(mixed) < channels - 1), weighed, mixed)
        return quantise(mixed, dtype)

    # the loop runs over pixels, see pixels.pixel_by_pixel
    return prevent_fusion(mask[0] > -1.0, mix, pixels, others, share).reshape(-1)


def _mixed(before: jax.Array, after: jax.Array, mask: jax.Array) -> jax.Array:
    mixed = before + mask * (after - before)
    return jnp.where(mask <= 0, before, jnp.where(mask >= 1, after, mixed))
