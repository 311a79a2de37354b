"""Ops and recipes as functions of whole pictures, with the derivative with respect to their parameters.

What the engine computes in tiles and chunks is written here on one array (height, width, channels): the same
functions of the ops, without buckets of buffers. Pictures have 1 or 3 channels; alpha is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from random import Random as RandomGenerator
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxstudio.differentiable.duals import Direct, Dual, Forward, ParamValues
from jaxstudio.differentiable.neighbours import NUMPY_BORDERS, bilinear, compute_stencil, stencil_reach
from jaxstudio.engine.kernels import traced
from jaxstudio.engine.plan.neighbourhood import later_columns, total_reach
from jaxstudio.engine.working_space import with_conversions
from jaxstudio.errors import UsageError
from jaxstudio.kernels.random_fields import threefry
from jaxstudio.kernels.stencil import FlatWindow
from jaxstudio.pipeline.expand import part
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
from jaxstudio.pipeline.op import Op, OpSpec
from jaxstudio.pipeline.param_refs import ParamRef
from jaxstudio.pipeline.params import Float, Int
from jaxstudio.pipeline.recipe import Recipe, Step

Mode = Forward | Direct
# Under this name the values of a step whose text speaks of pixels hold how many of the photo's make one here.
SCALE = "scale of a pixel"


def evaluate(
    mode: Mode, recipe: Recipe, pixels: Any, moving: Sequence[ParamRef] = (), level: int = 0
) -> Dual:
    """The result of a recipe, and its derivatives with respect to the parameters `moving`.

    Args:
        mode: `Forward(len(moving))`, or `Direct()` for the value alone.
        pixels: float32 (height, width, 1 or 3), the photo reduced by 2^level; encoded values.
        level: lengths in pixels are divided by 2^level; derivatives stay those per unit of the parameter.

    Returns:
        a `Dual` of float32 (height, width, channels) and (len(moving), height, width, channels).

    Raises:
        UsageError: an active step is under a mask.
    """
    steps = with_conversions(recipe).active
    if any(step.mask is not None for step in steps):
        raise UsageError(
            "steps under a mask have no derivatives yet: take off their masks or switch them off"
        )
    places = {step.key: place for place, step in enumerate(steps)}
    # the directions of a step follow those of the steps before it, of which they then are the zero ones
    order = sorted(range(len(moving)), key=lambda number: places.get(moving[number].step, -1))
    ordered = [moving[number] for number in order]
    image = mode.constant(pixels)
    for step in steps:
        image = evaluate_step(mode, step, step_values(step, ordered, level), image, recipe.seed)
    if not isinstance(mode, Forward):
        return image
    tangents = mode.full_tangents(image)
    if order != sorted(order):
        tangents = tangents[np.argsort(order)]
    return Dual(image.primal, tangents, (0, len(moving)))


def step_values(step: Step, moving: Sequence[ParamRef], level: int = 0) -> ParamValues:
    """A step's resolved values at a level, with a direction for each parameter in `moving`."""
    scale = {
        p.name: 2.0**-level if p.unit == "px" and isinstance(p, Float | Int) else 1.0 for p in step.op.params
    }
    values = {
        name: value
        if scale[name] == 1.0 or value is None
        else _scaled(step.op.by_name[name], value, scale[name])
        for name, value in step.values.items()
    }
    if step.op.expression is not None:
        values[SCALE] = 2.0**level
    tangents = []
    for ref in moving:
        slopes: dict[str, float] = {}
        if ref.step == step.key:
            followers = (
                p.name
                for p in step.op.params
                if isinstance(p, Float) and p.linked == ref.name and step.params[p.name] is None
            )
            slopes = {name: scale[name] for name in (ref.name, *followers)}
        tangents.append(slopes)
    return ParamValues(values, tuple(tangents))


def _scaled(param: Any, value: Any, scale: float) -> Any:
    if isinstance(param, Int):
        return param.low + max(0, round((value * scale - param.low) / param.step)) * param.step
    return value * scale


def evaluate_step(mode: Mode, step: Step, values: ParamValues, image: Dual, seed: int) -> Dual:
    """One step's result; `image` is a Dual of (height, width, channels)."""
    kind = step.implementation.kind
    return EVALUATORS[type(kind)](mode, step, kind, values, image, seed)


def _split(parameters: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Real-valued parameters, which are differentiated, and the others."""
    varying = {name: value for name, value in parameters.items() if value.dtype == np.float32}
    return varying, {name: value for name, value in parameters.items() if name not in varying}


def _parameters(mode: Mode, op: Op, values: ParamValues, radius: int = 0) -> tuple[Dual, dict[str, Any]]:
    """What an op's functions are traced with: a Dual of real numbers and arrays, and the other values."""
    varying, fixed = _split(traced(op, dict(values.primal), radius))
    return mode.parameters(varying, values), fixed


def _pixelwise(
    mode: Mode,
    name: str,
    step: Step,
    image: Dual,
    values: ParamValues,
    function: Callable[..., Any],
    *fixed: Any,
    more: tuple[Dual, ...] = (),
) -> Dual:
    """function(pixels, parameters, *more, *fixed), compiled once per op and picture size."""
    varying, others = _parameters(mode, step.implementation, values)

    def apply(pixels: Any, varying: Any, *rest: Any) -> Any:
        count = len(more)
        result = function(pixels, {**varying, **rest[count]}, *rest[:count], *rest[count + 1 :])
        return jnp.broadcast_to(result, pixels.shape)

    return mode.call((name, step.op.name), apply, (image, varying, *more), others, *fixed)


def _pointwise(mode: Mode, step: Step, kind: Pointwise, values: ParamValues, image: Dual, seed: int) -> Dual:
    return _pixelwise(mode, "pointwise", step, image, values, kind.apply)


def _colour_matrix(
    mode: Mode, step: Step, kind: ColourMatrix, values: ParamValues, image: Dual, seed: int
) -> Dual:
    if image.primal.shape[2] < 3:
        return image

    def mix(pixels: Any, p: Mapping[str, Any]) -> Any:
        return jnp.einsum("oi,yxi->yxo", kind.matrix(p), pixels, precision="highest")

    return _pixelwise(mode, "colour_matrix", step, image, values, mix)


def _colour(mode: Mode, step: Step, kind: Colour, values: ParamValues, image: Dual, seed: int) -> Dual:
    def change(pixels: Any, p: Mapping[str, Any]) -> Any:
        if pixels.shape[2] < 3:
            return pixels if kind.gray is None else kind.gray(pixels, p)
        return jnp.stack(kind.apply(pixels[..., 0], pixels[..., 1], pixels[..., 2], p), axis=-1)

    return _pixelwise(mode, f"colour {image.primal.shape[2]}", step, image, values, change)


def _place(shape: tuple[int, ...]) -> Place:
    row, column, channel = (jax.lax.broadcasted_iota(jnp.int32, shape, axis) for axis in range(3))
    return Place(
        row.astype(jnp.float32),
        column.astype(jnp.float32),
        channel,
        jnp.float32(shape[0]),
        jnp.float32(shape[1]),
    )


def _noise_key(step: Step, seed: int) -> np.ndarray:
    return np.array([seed, step.key], np.uint32)


def _placed(mode: Mode, step: Step, kind: Placed, values: ParamValues, image: Dual, seed: int) -> Dual:
    def change(pixels: Any, p: Mapping[str, Any], key: Any) -> Any:
        return kind.apply(pixels, _place(pixels.shape), {**p, "key": key})

    return _pixelwise(mode, "placed", step, image, values, change, _noise_key(step, seed))


def _random(mode: Mode, step: Step, kind: Random, values: ParamValues, image: Dual, seed: int) -> Dual:
    def change(pixels: Any, p: Mapping[str, Any], key: Any) -> Any:
        row, column, channel = (jax.lax.broadcasted_iota(jnp.uint32, pixels.shape, axis) for axis in range(3))
        bits = threefry((key[0], key[1]), row, column * np.uint32(pixels.shape[2]) + channel)
        return kind.apply(pixels, bits, p)

    return _pixelwise(mode, "random", step, image, values, change, _noise_key(step, seed))


def _global(mode: Mode, step: Step, kind: Global, values: ParamValues, image: Dual, seed: int) -> Dual:
    def statistic(pixels: np.ndarray, values: Mapping[str, Any]) -> Any:
        if kind.placed:
            sized = {**values, "height": pixels.shape[0], "width": pixels.shape[1]}
            return dict(kind.statistic(lambda: iter([((0, 0), pixels)]), sized))
        return dict(kind.statistic(lambda: iter([(pixels, None)]), values))

    def change(pixels: Any, p: Mapping[str, Any], statistics: Mapping[str, Any], key: Any) -> Any:
        if kind.placed:
            return kind.apply(pixels, _place(pixels.shape), {**p, **statistics, "key": key})
        return kind.apply(pixels, {**p, **statistics})

    found = mode.of_pixels(statistic, image, values)
    return _pixelwise(mode, "global", step, image, values, change, _noise_key(step, seed), more=(found,))


# So many pixels are computed in less time than a kernel of another radius is compiled.
FEW_PIXELS = 1 << 17


def _radius(kind: Neighbourhood, values: Mapping[str, Any], pixels: int) -> int:
    """A radius that these values fit in, from few: a search that moves them compiles for each anew.

    They are powers of 2, on a small picture of 4.
    """
    needed = kind.radius(values)
    powers = {(4 if pixels <= FEW_PIXELS else 2) ** power for power in range(8)} | {max(kind.buckets)}
    return next((bucket for bucket in kind.buckets if bucket >= needed and bucket in powers), needed)


def _neighbourhood(
    mode: Mode, step: Step, kind: Neighbourhood, values: ParamValues, image: Dual, seed: int
) -> Dual:
    name, shape = step.op.name, image.primal.shape
    channels = shape[2]
    radius = _radius(kind, values.primal, shape[0] * shape[1])
    rows, columns = total_reach(kind, radius)
    border = str(values.primal["border"])
    pitch = (shape[1] + 2 * columns) * channels
    start, count = rows * pitch + columns * channels, shape[0] * pitch

    def pad(pixels: Any, cval: Any) -> Any:
        around = ((rows, rows), (columns, columns), (0, 0))
        beyond = {"constant_values": cval} if border == "constant" else {}
        flat = jnp.pad(pixels, around, NUMPY_BORDERS[border], **beyond).reshape(-1)
        # a wider pass of the last row reads a little beyond it
        return jnp.pad(flat, (0, 2 * columns * channels))

    cval = mode.of_values(lambda values: values["cval"], values)
    padded = mode.call(("pad", border, rows, columns, shape), pad, (image, cval))
    varying, fixed = _parameters(mode, step.implementation, values, radius)
    if kind.prepare is not None:
        prepare = kind.prepare
        prepared = mode.call(
            ("prepare", name, radius),
            lambda varying, fixed: prepare({**varying, **fixed}, radius),
            (varying,),
            fixed,
        )
        varying, fixed = prepared, {}
    result: Dual | None = None
    for number, each in enumerate(kind.passes):
        wider = later_columns(kind, number, radius) * channels

        def apply(
            previous: Any, padded: Any, varying: Any, fixed: Any, number: int = number, each: Any = each,
            wider: int = wider,
        ) -> Any:  # fmt: skip
            length = count + 2 * wider
            source = FlatWindow(padded, start - wider, pitch, channels, length)
            reach = each.reach(radius)[1] * channels
            window = (
                jax.tree.map(lambda x: FlatWindow(x, reach, None, channels, length), previous)
                if number
                else source
            )
            parameters = {**varying, **fixed, "radius": radius}
            return each.apply(window, parameters, *((source,) if each.uses_source else ()))

        before = padded if result is None else result
        result = mode.call(("pass", name, number, radius, shape), apply, (before, padded, varying), fixed)
    assert result is not None
    return mode.call(
        ("crop", shape, pitch),
        lambda flat: flat.reshape(shape[0], pitch)[:, : shape[1] * channels].reshape(shape),
        (result,),
    )


def _stencil(mode: Mode, step: Step, kind: Stencil, values: ParamValues, image: Dual, seed: int) -> Dual:
    shape, text, border = image.primal.shape, kind.text(values.primal), str(values.primal["border"])
    scale = float(values.primal.get(SCALE, 1.0))
    rows, columns = stencil_reach(kind, text, scale)
    varying, fixed = _parameters(mode, step.implementation, values)

    def pad(pixels: Any, cval: Any) -> Any:
        beyond = {"constant_values": cval} if border == "constant" else {}
        return jnp.pad(pixels, ((rows, rows), (columns, columns), (0, 0)), NUMPY_BORDERS[border], **beyond)

    compute = partial(compute_stencil, kind, text, shape, scale)
    padded = mode.call(("pad", border, rows, columns, shape), pad, (image, _cval(mode, values)))
    return mode.call(("stencil", text, shape, scale), compute, (padded, varying), fixed)


def _border(values: ParamValues, default: str) -> str:
    return str(values.primal.get("border", default))


def _cval(mode: Mode, values: ParamValues) -> Dual:
    return mode.of_values(lambda values: values.get("cval", 0.0), values)


def _grid(size: tuple[int, int]) -> tuple[Any, Any]:
    return tuple(jax.lax.broadcasted_iota(jnp.float32, size, axis) for axis in (1, 0))  # type: ignore[return-value]


def _geometry(mode: Mode, step: Step, kind: Geometry, values: ParamValues, image: Dual, seed: int) -> Dual:
    before = image.primal.shape[:2]
    size, border = kind.size(values.primal, before), _border(values, kind.border)
    matrix = mode.of_values(lambda values: kind.matrix(values, before), values)

    def sample(pixels: Any, matrix: Any, cval: Any) -> Any:
        x, y = _grid(size)
        across, down = (matrix[axis, 0] * x + matrix[axis, 1] * y + matrix[axis, 2] for axis in (0, 1))
        return bilinear(pixels, across, down, border, cval)

    return mode.call(("geometry", size, border), sample, (image, matrix, _cval(mode, values)))


def _warp(mode: Mode, step: Step, kind: Warp, values: ParamValues, image: Dual, seed: int) -> Dual:
    before = image.primal.shape[:2]
    size, border = kind.size(values.primal, before), _border(values, kind.border)
    prepared = mode.of_values(lambda values: dict(kind.prepare(values, before)), values)
    varying, fixed = _parameters(mode, step.implementation, values)

    def sample(pixels: Any, varying: Any, prepared: Any, cval: Any, fixed: Any, key: Any) -> Any:
        sides = {"height": jnp.float32(before[0]), "width": jnp.float32(before[1]), "key": key}
        x, y = kind.inverse(*_grid(size), {**varying, **fixed, **sides, **prepared})
        if kind.nearest:
            x, y = jnp.floor(x + 0.5), jnp.floor(y + 0.5)
        return bilinear(pixels, x, y, border, cval)

    key = ("warp", step.op.name, before, size, border)
    return mode.call(
        key, sample, (image, varying, prepared, _cval(mode, values)), fixed, _noise_key(step, seed)
    )


def _magnified(mode: Mode, step: Step, kind: Magnified, values: ParamValues, image: Dual, seed: int) -> Dual:
    height, width, _ = image.primal.shape
    factors = mode.of_values(lambda values: np.asarray(kind.factors(values)), values)

    def mean(pixels: Any, factors: Any) -> Any:
        def add(total: Any, factor: Any) -> tuple[Any, None]:
            x, y = _grid((height, width))
            across, down = (
                (side - 1) / 2 + (at - (side - 1) / 2) / factor for at, side in ((x, width), (y, height))
            )
            return total + bilinear(pixels, across, down, "nearest", 0.0), None

        return jax.lax.scan(add, jnp.zeros_like(pixels), factors)[0] / factors.shape[0]

    return mode.call(("magnified", height, width, factors.primal.shape), mean, (image, factors))


def _library(
    mode: Mode, step: Step, kind: Whole | Tiled, values: ParamValues, image: Dual, seed: int
) -> Dual:
    """What a library computes on NumPy arrays; its derivative is a central difference."""
    apply: Callable[..., Any] = kind.apply
    report = (lambda share: None,) if isinstance(kind, Whole) else ()
    return mode.of_pixels(lambda pixels, values: apply(pixels, values, *report), image, values)


def _parts(
    step: Step,
    values: ParamValues,
    parts_of: Callable[[Mapping[str, Any]], Sequence[tuple[OpSpec, Mapping[str, Any]]]],
    first: int,
) -> list[tuple[Step, ParamValues]]:
    """The steps that a step is made of, with the derivatives of their values along every direction."""
    steps = [
        part(step, first + number, op, given) for number, (op, given) in enumerate(parts_of(values.primal))
    ]
    tangents: list[list[dict[str, float]]] = [[] for _ in steps]
    for direction, slopes in enumerate(values.tangents):
        derivatives: list[dict[str, float]] = [{} for _ in steps]
        if slopes:
            size = 1e-5 * max(max(abs(float(values.primal[name])), 1.0) for name in slopes)
            after, before = (parts_of(values.shifted(direction, sign * size)) for sign in (1, -1))
            if [op for op, _ in after] == [op for op, _ in before] == [each.op for each in steps]:
                for number, each in enumerate(steps):
                    ends = [
                        each.op.resolve({**each.op.defaults(), **side[number][1]}) for side in (after, before)
                    ]
                    derivatives[number] = {
                        param.name: slope
                        for param in each.op.params
                        if isinstance(param, Float)
                        and (slope := (ends[0][param.name] - ends[1][param.name]) / (2 * size))  # type: ignore[operator]
                    }
        for number, slopes_of_part in enumerate(derivatives):
            tangents[number].append(slopes_of_part)
    return [(each, ParamValues(each.values, tuple(t))) for each, t in zip(steps, tangents, strict=True)]


def _composed(mode: Mode, step: Step, kind: Composed, values: ParamValues, image: Dual, seed: int) -> Dual:
    size = image.primal.shape[:2]

    def parts_of(values: Mapping[str, Any]) -> Sequence[tuple[OpSpec, Mapping[str, Any]]]:
        return kind.steps(values, size, RandomGenerator(f"{seed} {step.key}"))

    for each, given in _parts(step, values, parts_of, 1):
        image = evaluate_step(mode.for_parts(), each, given, image, seed)
    return image


def _combined(mode: Mode, step: Step, kind: Combined, values: ParamValues, image: Dual, seed: int) -> Dual:
    results = []
    for number in range(len(kind.branches(values.primal))):
        result = image
        branch = _parts(step, values, lambda values, n=number: kind.branches(values)[n], 1000 * (number + 1))  # type: ignore[misc]
        for each, given in branch:
            result = evaluate_step(mode.for_parts(), each, given, result, seed)
        results.append(result)

    def combine(pixels: Any, p: Mapping[str, Any], *results: Any) -> Any:
        return kind.apply(pixels, results, p)

    return _pixelwise(mode, f"combined {len(results)}", step, image, values, combine, more=tuple(results))


EVALUATORS: Mapping[type, Callable[..., Dual]] = {
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
