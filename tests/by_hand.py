"""An op's pure functions called one operation at a time on a small picture: no engine, no jit.

What the engine compiles, cuts into chunks and tiles and reads through slabs must come out the same.
"""

import jax
import jax.numpy as jnp
import numpy as np

from jaxstudio.engine.kernels import traced
from jaxstudio.engine.plan.neighbourhood import later_columns, total_reach
from jaxstudio.kernels.borders import source_indices
from jaxstudio.kernels.random_fields import threefry
from jaxstudio.kernels.stencil import FlatWindow
from jaxstudio.pipeline.kinds import (
    Colour,
    ColourMatrix,
    Combined,
    Geometry,
    Global,
    Magnified,
    Neighbourhood,
    Place,
    Placed,
    Random,
    Stencil,
    Tiled,
    Whole,
)


def bordered(pixels, rows, columns, border, cval):
    """`pixels` with so many rows and columns of border on every side."""
    down = source_indices(-rows, pixels.shape[0] + rows, pixels.shape[0], border)
    across = source_indices(-columns, pixels.shape[1] + columns, pixels.shape[1], border)
    wide = pixels[down][:, across]
    outside = (down < 0)[:, None] | (across < 0)[None, :]
    wide[outside] = cval
    return wide


def parameters(op, values):
    """The traced parameters an op's functions are given."""
    radius = op.kind.radius(values) if isinstance(op.kind, Neighbourhood) else 0
    return traced(op, values, radius)


def neighbourhood(op, pixels, values, p):
    """All passes of a neighbourhood op; with straight alpha kept, and no blending by alpha."""
    kind, (height, width, channels) = op.kind, pixels.shape
    radius = kind.radius(values)
    rows, columns = total_reach(kind, radius)
    padded = bordered(pixels, rows, columns, values["border"], values["cval"])
    pitch = padded.shape[1] * channels
    flat = jnp.concatenate([jnp.asarray(padded.reshape(-1)), jnp.zeros(2 * columns * channels + 8)])
    if kind.prepare is not None:
        p = kind.prepare(p, radius)
    start, count, result = rows * pitch + columns * channels, height * pitch, None
    for number, each in enumerate(kind.passes):
        wider = later_columns(kind, number, radius) * channels
        source = FlatWindow(flat, start - wider, pitch, channels, count + 2 * wider)
        window = source
        if number:
            reach = each.reach(radius)[1] * channels
            window = jax.tree.map(
                lambda x, start=reach, n=count + 2 * wider: FlatWindow(x, start, None, channels, n), result
            )
        result = each.apply(window, {**p, "radius": radius}, *((source,) if each.uses_source else ()))
    return result.reshape(height, pitch)[:, : width * channels].reshape(pixels.shape)


def moved(kind, pixels, values):
    """A geometry op that moves whole pixels, to the right and down."""
    size = kind.size(values, pixels.shape[:2])
    right, down = (round(offset) for offset in kind.matrix(values, pixels.shape[:2])[:, 2])
    border, cval = values.get("border", "nearest"), values.get("cval", 0.0)
    rows, columns = max(-down, 0), max(-right, 0)
    wide = bordered(pixels, max(rows, size[0]), max(columns, size[1]), border, cval)
    top, left = max(rows, size[0]) + down, max(columns, size[1]) + right
    return wide[top : top + size[0], left : left + size[1]]


def magnified(factors, pixels):
    """The mean of pictures magnified about their middle, one after the other."""
    total = np.zeros(pixels.shape, np.float64)
    for factor in factors:
        result = pixels.astype(np.float64)
        for axis, size in enumerate(pixels.shape[:2]):
            middle = (size - 1) / 2
            place = np.clip(middle + (np.arange(size) - middle) / factor, 0, size - 1)
            low = np.floor(place).astype(int)
            share = np.expand_dims(place - low, (1, 2) if axis == 0 else (0, 2))
            high = np.minimum(low + 1, size - 1)
            result = result.take(low, axis) * (1 - share) + result.take(high, axis) * share
        total += result
    return total / len(factors)


def placed(kind, pixels, values, p, key):
    """An op to which the place of a value counts."""
    height, width = pixels.shape[:2]
    row, column, channel = np.indices(pixels.shape)
    if isinstance(kind, Global):
        sized = {**values, "height": height, "width": width}
        p = {**p, **jax.tree.map(jnp.asarray, dict(kind.statistic(lambda: iter([((0, 0), pixels)]), sized)))}
    at = Place(
        jnp.float32(row), jnp.float32(column), jnp.int32(channel), jnp.float32(height), jnp.float32(width)
    )
    return kind.apply(jnp.asarray(pixels), at, {**p, "key": key})


def stencil(kind, pixels, values, p):
    """An op whose text says which neighbours it reads."""
    text, (height, width, channels) = kind.text(values), pixels.shape
    reach = max((abs(d) for pair in kind.neighbours(text) for d in pair), default=0)
    wide = jnp.asarray(bordered(pixels, reach, reach, values["border"], values["cval"]))

    def read(dy, dx, channel):
        shifted = wide[reach + dy :, reach + dx :][:height, :width]
        return shifted if channel is None else shifted[..., min(channel, channels - 1), None]

    row, column, _ = np.indices((height, width, 1)).astype(np.float32)
    at = Place(row, column, None, jnp.float32(height), jnp.float32(width))
    result = kind.apply(text, read, at, p)
    return jnp.concatenate(result, axis=2) if isinstance(result, tuple) else result


def computed(op, pixels, values, p=None, seed=0, step=1):
    """The result of any op that does not turn or bend the picture, on float32 of 1 or 3 channels."""
    kind, channels = op.kind, pixels.shape[2]
    p = parameters(op, values) if p is None else p
    if isinstance(kind, Neighbourhood):
        return neighbourhood(op, pixels, values, p)
    if isinstance(kind, Stencil):
        return stencil(kind, pixels, values, p)
    if isinstance(kind, Geometry):
        assert kind.exact
        return moved(kind, pixels, values)
    if isinstance(kind, ColourMatrix):
        mixed = kind.matrix(p) if channels >= 3 else jnp.eye(channels, dtype=jnp.float32)
        return jnp.einsum("oi,yxi->yxo", mixed, pixels, precision="highest")
    if isinstance(kind, Colour):
        x = jnp.asarray(pixels)
        if channels < 3:
            return kind.gray(x, p) if kind.gray is not None else x
        return jnp.stack(kind.apply(x[..., 0], x[..., 1], x[..., 2], p), axis=-1)
    if isinstance(kind, Magnified):
        return magnified(kind.factors(values), pixels)
    if isinstance(kind, Whole):
        return kind.apply(pixels.copy(), values, lambda share: None)
    if isinstance(kind, Tiled):
        return kind.apply(pixels.copy(), values)
    if isinstance(kind, Combined):
        results = []
        for branch in kind.branches(values):
            result = pixels
            for part, given in branch:
                given = part.resolve(part.check(given))
                result = np.asarray(computed(part, result, given))
            results.append(jnp.asarray(result))
        return kind.apply(jnp.asarray(pixels), tuple(results), p)
    if isinstance(kind, Random):
        rows, elements = np.mgrid[: pixels.shape[0], : pixels.shape[1] * channels].astype(np.uint32)
        bits = threefry((np.uint32(seed), np.uint32(step)), jnp.asarray(rows), jnp.asarray(elements))
        return kind.apply(jnp.asarray(pixels), tuple(word.reshape(pixels.shape) for word in bits), p)
    if isinstance(kind, Placed) or (isinstance(kind, Global) and kind.placed):
        return placed(kind, pixels, values, p, np.array([seed, step], np.uint32))
    if isinstance(kind, Global):
        p = {**p, **jax.tree.map(jnp.asarray, dict(kind.statistic(lambda: iter([(pixels, None)]), values)))}
    return kind.apply(jnp.asarray(pixels), p)
