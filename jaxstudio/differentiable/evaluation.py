"""Each kind of op as one plain function of a whole picture, an array (height, width, channels).

The engine computes the same functions of the ops in tiles and chunks; here nothing is cut up. JAX traces the
functions, and differentiates them by the parameters that an op reads while it computes pixels. Pictures have
1 or 3 channels; alpha is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from random import Random as RandomGenerator
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxstudio.differentiable.neighbours import NUMPY_BORDERS, bilinear, compute_stencil, stencil_reach
from jaxstudio.engine.expansion import with_conversions
from jaxstudio.engine.kernels import traced
from jaxstudio.engine.plan.neighbourhood import later_columns, total_reach
from jaxstudio.errors import UsageError
from jaxstudio.kernels.random_fields import threefry
from jaxstudio.kernels.stencil import FlatWindow
from jaxstudio.pipeline.expand import branches, part
from jaxstudio.pipeline.kinds import (
    Colour,
    ColourMatrix,
    Combined,
    Composed,
    Geometry,
    Global,
    Magnified,
    Neighbourhood,
    Place,
    Placed,
    Pointwise,
    Random,
    Stencil,
    Tiled,
    Warp,
    Whole,
)
from jaxstudio.pipeline.recipe import Recipe, Step

Parameters = Mapping[str, Any]


def evaluate(recipe: Recipe, pixels: Any, parameters: Parameters | None = None) -> Any:
    """Compute the result of a recipe, float32 (height, width, channels), also inside `jax.jit`.

    Args:
        pixels: float32 (height, width, 1 or 3), encoded values.
        parameters: traced values by name, which stand in for the values of the steps' own parameters where an
            op computes pixels. What an op reads before that (a kernel's radius, a rotation's matrix) stays.

    Raises:
        UsageError: an active step is under a mask.
    """
    steps = with_conversions(recipe).active
    if any(step.mask is not None for step in steps):
        raise UsageError("steps under a mask have no plain form yet: take off their masks or switch them off")
    image = jnp.asarray(pixels)
    for step in steps:
        image = evaluate_step(step, image, recipe.seed, parameters or {})
    return image


def evaluate_step(step: Step, image: Any, seed: int, overrides: Parameters) -> Any:
    """Compute one step's result of a picture; `overrides` replace values of its parameters."""
    kind = step.implementation.kind
    return EVALUATORS[type(kind)](step, kind, image, seed, overrides)


def _parameters(step: Step, overrides: Parameters, radius: int = 0) -> dict[str, Any]:
    """The parameters that an op's functions are traced with, by name."""
    own = traced(step.implementation, dict(step.values), radius)
    return {name: jnp.asarray(overrides.get(name, value)) for name, value in own.items()}


def _pointwise(step: Step, kind: Pointwise, image: Any, seed: int, overrides: Parameters) -> Any:
    return _of_shape(image, kind.apply(image, _parameters(step, overrides)))


def _of_shape(image: Any, result: Any) -> Any:
    return jnp.broadcast_to(result, image.shape)


def _colour_matrix(step: Step, kind: ColourMatrix, image: Any, seed: int, overrides: Parameters) -> Any:
    if image.shape[2] < 3:
        return image
    return jnp.einsum("oi,yxi->yxo", kind.matrix(_parameters(step, overrides)), image, precision="highest")


def _colour(step: Step, kind: Colour, image: Any, seed: int, overrides: Parameters) -> Any:
    p = _parameters(step, overrides)
    if image.shape[2] < 3:
        return image if kind.gray is None else _of_shape(image, kind.gray(image, p))
    planes = kind.apply(image[..., 0], image[..., 1], image[..., 2], p)
    return jnp.stack([jnp.broadcast_to(plane, image.shape[:2]) for plane in planes], axis=-1)


def _place(shape: tuple[int, ...]) -> Place:
    row, column, channel = (jax.lax.broadcasted_iota(jnp.int32, shape, axis) for axis in range(3))
    return Place(
        row.astype(jnp.float32),
        column.astype(jnp.float32),
        channel,
        jnp.float32(shape[0]),
        jnp.float32(shape[1]),
    )


def _noise_key(step: Step, seed: int) -> Any:
    return jnp.array([seed, step.key], jnp.uint32)


def _placed(step: Step, kind: Placed, image: Any, seed: int, overrides: Parameters) -> Any:
    p = {**_parameters(step, overrides), "key": _noise_key(step, seed)}
    return _of_shape(image, kind.apply(image, _place(image.shape), p))


def _random(step: Step, kind: Random, image: Any, seed: int, overrides: Parameters) -> Any:
    key = _noise_key(step, seed)
    row, column, channel = (jax.lax.broadcasted_iota(jnp.uint32, image.shape, axis) for axis in range(3))
    bits = threefry((key[0], key[1]), row, column * np.uint32(image.shape[2]) + channel)
    return _of_shape(image, kind.apply(image, bits, _parameters(step, overrides)))


def _global(step: Step, kind: Global, image: Any, seed: int, overrides: Parameters) -> Any:
    def statistic(pixels: np.ndarray) -> dict[str, Any]:
        if kind.placed:
            sized = {**step.values, "height": pixels.shape[0], "width": pixels.shape[1]}
            return dict(kind.statistic(lambda: iter([((0, 0), pixels)]), sized))
        return dict(kind.statistic(lambda: iter([(pixels, None)]), step.values))

    p = {**_parameters(step, overrides), **_by_numpy(statistic, image)}
    if kind.placed:
        return _of_shape(image, kind.apply(image, _place(image.shape), {**p, "key": _noise_key(step, seed)}))
    return _of_shape(image, kind.apply(image, p))


def _by_numpy(function: Callable[[np.ndarray], Any], image: Any) -> Any:
    """`function(pixels)` of a NumPy function, a pytree of arrays; a callback where JAX traces."""

    def compute(pixels: Any) -> Any:
        return jax.tree.map(_float32, function(np.array(pixels)))

    if not isinstance(image, jax.core.Tracer):
        return jax.tree.map(jnp.asarray, compute(image))
    shapes = jax.eval_shape(lambda: compute(np.zeros(image.shape, np.float32)))
    return jax.pure_callback(compute, shapes, image)


def _float32(leaf: Any) -> np.ndarray:
    """Floats as float32; whole numbers and booleans as they are."""
    array = np.asarray(leaf)
    return array.astype(np.float32) if array.dtype.kind == "f" else array


def _neighbourhood(step: Step, kind: Neighbourhood, image: Any, seed: int, overrides: Parameters) -> Any:
    height, width, channels = image.shape
    radius = kind.radius(step.values)
    rows, columns = total_reach(kind, radius)
    pitch = (width + 2 * columns) * channels
    start, count = rows * pitch + columns * channels, height * pitch
    flat = _with_border(step, image, rows, columns).reshape(-1)
    # a wider pass of the last row reads a little beyond it
    padded = jax.lax.pad(flat, jnp.float32(0), [(0, 2 * columns * channels, 0)])
    p = _parameters(step, overrides, radius)
    if kind.prepare is not None:
        p = dict(kind.prepare(p, radius))
    result: Any = None
    for number, each in enumerate(kind.passes):
        wider = later_columns(kind, number, radius) * channels
        length, reach = count + 2 * wider, each.reach(radius)[1] * channels
        source = FlatWindow(padded, start - wider, pitch, channels, length)
        window = source
        if number:
            of_result = partial(FlatWindow, start=reach, pitch=None, channels=channels, count=length)
            window = jax.tree.map(of_result, result)
        more = (source,) if each.uses_source else ()
        result = each.apply(window, {**p, "radius": radius}, *more)
    return result.reshape(height, pitch)[:, : width * channels].reshape(image.shape)


def _with_border(step: Step, image: Any, rows: int, columns: int) -> Any:
    """The picture with so many rows and columns more on each side, as the step's border has them."""
    border = str(step.values["border"])
    if border == "constant":
        around = ((rows, rows), (columns, columns), (0, 0))
        return jnp.pad(image, around, constant_values=step.values.get("cval", 0.0))
    down, across = (
        np.pad(np.arange(side), reach, NUMPY_BORDERS[border])  # type: ignore[call-overload]
        for side, reach in zip(image.shape[:2], (rows, columns), strict=True)
    )
    return image.at[down[:, None], across].get(mode="promise_in_bounds", wrap_negative_indices=False)


def _stencil(step: Step, kind: Stencil, image: Any, seed: int, overrides: Parameters) -> Any:
    text = kind.text(step.values)
    padded = _with_border(step, image, *stencil_reach(kind, text))
    return compute_stencil(kind, text, image.shape, padded, _parameters(step, overrides))


def _grid(size: tuple[int, int]) -> tuple[Any, Any]:
    return tuple(jax.lax.broadcasted_iota(jnp.float32, size, axis) for axis in (1, 0))  # type: ignore[return-value]


def _sample(step: Step, kind: Geometry | Warp, image: Any, x: Any, y: Any) -> Any:
    border = str(step.values.get("border", kind.border))
    return bilinear(image, x, y, border, jnp.float32(step.values.get("cval", 0.0)))


def _geometry(step: Step, kind: Geometry, image: Any, seed: int, overrides: Parameters) -> Any:
    before = image.shape[:2]
    matrix = jnp.asarray(kind.matrix(step.values, before), jnp.float32)
    x, y = _grid(kind.size(step.values, before))
    across, down = (matrix[axis, 0] * x + matrix[axis, 1] * y + matrix[axis, 2] for axis in (0, 1))
    return _sample(step, kind, image, across, down)


def _warp(step: Step, kind: Warp, image: Any, seed: int, overrides: Parameters) -> Any:
    before = image.shape[:2]
    prepared = jax.tree.map(lambda leaf: jnp.asarray(_float32(leaf)), dict(kind.prepare(step.values, before)))
    sides = {"height": jnp.float32(before[0]), "width": jnp.float32(before[1]), "key": _noise_key(step, seed)}
    x, y = _grid(kind.size(step.values, before))
    x, y = kind.inverse(x, y, {**_parameters(step, overrides), **sides, **prepared})
    if kind.nearest:
        x, y = jnp.floor(x + 0.5), jnp.floor(y + 0.5)
    return _sample(step, kind, image, x, y)


def _magnified(step: Step, kind: Magnified, image: Any, seed: int, overrides: Parameters) -> Any:
    height, width, _ = image.shape
    factors = jnp.asarray(kind.factors(step.values), jnp.float32)

    def add(total: Any, factor: Any) -> tuple[Any, None]:
        x, y = _grid((height, width))
        across, down = (
            (side - 1) / 2 + (at - (side - 1) / 2) / factor for at, side in ((x, width), (y, height))
        )
        return total + bilinear(image, across, down, "nearest", 0.0), None

    return jax.lax.scan(add, jnp.zeros_like(image), factors)[0] / factors.shape[0]


def _library(step: Step, kind: Whole | Tiled, image: Any, seed: int, overrides: Parameters) -> Any:
    """The result of a library that computes on NumPy arrays."""
    apply: Callable[..., Any] = kind.apply
    report = (lambda share: None,) if isinstance(kind, Whole) else ()
    return _by_numpy(lambda pixels: apply(pixels, step.values, *report), image)


def _evaluate_parts(steps: Iterable[Step], image: Any, seed: int) -> Any:
    """The result of the steps that a step is made of; the overrides of the step are not theirs."""
    for each in steps:
        image = evaluate_step(each, image, seed, {})
    return image


def _composed(step: Step, kind: Composed, image: Any, seed: int, overrides: Parameters) -> Any:
    parts = kind.steps(step.values, image.shape[:2], RandomGenerator(f"{seed} {step.key}"))
    steps = (part(step, number, op, values) for number, (op, values) in enumerate(parts, 1))
    return _evaluate_parts(steps, image, seed)


def _combined(step: Step, kind: Combined, image: Any, seed: int, overrides: Parameters) -> Any:
    results = tuple(_evaluate_parts(steps, image, seed) for steps in branches(step))
    return _of_shape(image, kind.apply(image, results, _parameters(step, overrides)))


EVALUATORS: Mapping[type, Callable[..., Any]] = {
    Pointwise: _pointwise,
    ColourMatrix: _colour_matrix,
    Colour: _colour,
    Placed: _placed,
    Random: _random,
    Global: _global,
    Neighbourhood: _neighbourhood,
    Stencil: _stencil,
    Geometry: _geometry,
    Warp: _warp,
    Magnified: _magnified,
    Whole: _library,
    Tiled: _library,
    Composed: _composed,
    Combined: _combined,
}
