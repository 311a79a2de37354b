"""What a script says of each kind of op: one writer for each, which adds the lines of a step's function."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from jaxstudio.codegen import host, neighbours, resampling, stencils, whole_image
from jaxstudio.codegen.expression_writer import write_expression
from jaxstudio.codegen.step_body import StepBody, quoted
from jaxstudio.codegen.symbols import Reference, resolve
from jaxstudio.kernels.pixels import to_float
from jaxstudio.pipeline.kinds import (
    Colour,
    ColourMatrix,
    Combined,
    Geometry,
    Global,
    Magnified,
    Neighbourhood,
    PixelStencil,
    Placed,
    Pointwise,
    Random,
    Stencil,
    Tiled,
    Warp,
    Whole,
)
from jaxstudio.pipeline.params import border_params

BORDER_PARAMS = frozenset(param.name for param in border_params("reflect"))


def _values_of_pixels(body: StepBody, apply: str, cheap: bool) -> None:
    """The lines that compute each value by itself from p."""
    if not cheap:
        keep = body.use(whole_image.with_alpha_of)
        body.sources.add_import("import numpy as np")
        body.add("if image.dtype == np.uint8:")
        table = f"{body.use(whole_image.table_of_bytes)}(p, apply={apply})"
        body.add(f"    return {keep}(image, {table}[image])")
    if body.add_rounded(lambda: f"{apply}(x, p)", by_channel=True):
        body.add(f"return {body.use(whole_image.with_alpha_of)}(image, changed)")
    else:
        body.add(f"return {_computed(body, apply)}")


def _computed(body: StepBody, apply: str) -> str:
    """apply(x, p) of each value of an image, compiled: an expression."""
    compute = body.use(whole_image.compute_values)
    flat = f"{compute}(image.reshape(-1), p, apply={apply}, channels=image.shape[2])"
    return f"{flat}.reshape(image.shape)"


def _places_of_pixels(body: StepBody, apply: str, cheap: bool) -> None:
    """The lines that compute each value by its place from p."""
    if body.add_rounded(lambda: f"{apply}(x, {body.use(whole_image.places_in)}(x), p)"):
        body.sources.add_import("import jax.numpy as jnp")
        body.add(
            f"return {body.use(whole_image.with_alpha_of)}(image, jnp.broadcast_to(changed, image.shape))"
        )
    else:
        by = whole_image.map_places_of_pixels if cheap else whole_image.map_places
        body.add(f"return {body.use(by)}(image, p, {apply})")


def _pointwise(body: StepBody, kind: Pointwise) -> None:
    apply = body.function(kind.apply, "value")
    body.add(f"p = {body.traced()}")
    _values_of_pixels(body, apply, kind.cheap)


def _colour_matrix(body: StepBody, kind: ColourMatrix) -> None:
    matrix = body.function(kind.matrix, "matrix")
    body.add(f"matrix = {body.use(whole_image.compute_matrix)}({body.traced()}, apply={matrix})")
    body.add(f"return {body.use(whole_image.mix_channels)}(image, matrix)")


def _colour(body: StepBody, kind: Colour) -> None:
    apply = body.function(kind.apply, "pixel")
    body.add(f"p = {body.traced()}")
    body.add("if image.shape[2] < 3:")
    if kind.gray is None:
        body.add(f"    return {body.use(to_float)}(image)")
    else:
        body.add(f"    return {_computed(body, body.function(kind.gray, 'gray'))}")
    if body.add_rounded(lambda: f"{body.use(whole_image.map_colours)}(x, p, {apply})"):
        body.add("return changed")
        return
    pixels = "image.reshape(-1, image.shape[2])"
    compute = body.use(whole_image.compute_colours)
    body.add(f"changed = {compute}({pixels}, p, apply={apply}).reshape(image.shape)")
    body.add(f"return {body.use(whole_image.with_alpha_of)}(image, changed)")


def _placed(body: StepBody, kind: Placed) -> None:
    apply = body.function(kind.apply, "value")
    body.add(f"p = {{**{body.traced()}, {body.noise_key}}}")
    _places_of_pixels(body, apply, kind.cheap)


def _random(body: StepBody, kind: Random) -> None:
    apply = body.function(kind.apply, "value")
    body.add(f"p = {{**{body.traced()}, {body.noise_key}}}")
    body.add("_, width, channels = image.shape")
    compute = body.use(whole_image.compute_noise)
    body.add(
        f"noisy = {compute}(image.reshape(-1), p, apply={apply}, pitch=width * channels, channels=channels)"
    )
    body.add("return noisy.reshape(image.shape)")


def _global(body: StepBody, kind: Global) -> None:
    statistic = body.function(kind.statistic, "statistic")
    apply = body.function(kind.apply, "value")
    body.on_host = "measures the whole image on the host"
    by = host.measure_places if kind.placed else host.measure
    found = f"{body.use(by)}(image, {body.values}, {statistic})"
    if kind.placed:
        body.add(f"p = {{**{body.traced()}, **{found}, {body.noise_key}}}")
        _places_of_pixels(body, apply, kind.cheap)
    else:
        body.add(f"p = {{**{body.traced()}, **{found}}}")
        _values_of_pixels(body, apply, kind.cheap)


# NumPy's names of SciPy's borders.
PAD_MODES = {"reflect": "symmetric", "mirror": "reflect", "nearest": "edge", "wrap": "wrap"}


def _radius(body: StepBody, kind: Neighbourhood) -> None:
    """The line that finds the radius."""
    if len(kind.buckets) == 1:
        body.add(f"radius = {kind.buckets[0]}")
    else:
        needed = f"{body.function(kind.bucket, 'radius')}({body.values})"
        found = resolve(kind.bucket.__module__, "BUCKETS")
        buckets = body.sources.symbol(found) if isinstance(found, Reference) else repr(kind.buckets)
        body.add(f"radius = next(size for size in {buckets} if size >= {needed})")


# The length for which weights of a Gaussian are computed, on which the last bit of their sum depends.
MOST_TAPS = 512


def _padded(body: StepBody, kind: Neighbourhood) -> None:
    """The lines that find the radius, and the image with so wide a border as x."""
    _radius(body, kind)
    body.add("border = ((radius, radius), (radius, radius), (0, 0))")
    image = f"{body.use(whole_image.weigh_by_alpha)}(image)" if kind.mixes else "image"
    if (mode := str(body.step.values["border"])) == "constant":
        body.add(f"x = {body.use(neighbours.pad_constant)}({image}, border, {body.values})")
    else:
        body.left_out |= BORDER_PARAMS
        body.add(f'x = jnp.pad({image}, border, "{PAD_MODES[mode]}")')
    for statement in ("import jax.numpy as jnp", "import numpy as np"):
        body.sources.add_import(statement)


def _gaussian_blur(body: StepBody, kind: Neighbourhood) -> None:
    _padded(body, kind)
    weights = body.symbol(neighbours, "gaussian_weights")
    body.add(f'for axis, sigma in enumerate(({body.values}["sigma_y"], {body.values}["sigma"])):')
    numbers = f'np.float32(sigma), np.float32({body.values}["truncate"])'
    body.add(f"    weights = {weights}({numbers}, radius={MOST_TAPS})")
    body.add(f"    x = {body.symbol(neighbours, 'sum_along')}(x, weights[: radius + 1], axis=axis)")
    body.add(f"return {body.use(whole_image.divide_by_alpha)}(x)")


# Filters that read better by functions of their own, by the function of their last pass.
SPECIAL = {
    ("jaxstudio.ops.blur.gaussian_blur", "rows"): _gaussian_blur,
}


def _neighbourhood(body: StepBody, kind: Neighbourhood) -> None:
    final = kind.passes[-1].apply
    if special := SPECIAL.get((final.__module__, final.__name__)):
        special(body, kind)
        return
    _radius(body, kind)
    body.add(f"p = {body.traced('radius')}")
    if kind.prepare is not None:
        prepare = body.function(kind.prepare, "weights")
        radius = kind.buckets[-1] if kind.prepares_all_taps else "radius"
        body.add(f"p = {body.use(neighbours.prepare_weights)}(p, prepare={prepare}, radius={radius})")
    passes = []
    for number, each in enumerate(kind.passes, 1):
        apply = body.function(each.apply, f"pass_{number}" if len(kind.passes) > 1 else "pixel")
        passes.append((apply, body.reach(each.reach, f"reach_{number}")))
    body.add(f"pad = {_padding(body)}")
    image = f"{body.use(whole_image.weigh_by_alpha)}(image)" if kind.mixes else "image"
    rest = f"radius, p, pad{f', {body.use(neighbours.StoredWindow)}' if kind.any_dtype else ''}"
    last = kind.passes[-1]
    if len(passes) == 1 and not last.uses_source and not kind.any_dtype:
        more = f"radius, p, pad, mixes={kind.mixes}"
        filtered = f"{body.use(neighbours.filter_flat)}({image}, {', '.join(passes[0])}, {more})"
    else:
        body.add(f"passes = [{', '.join(f'({apply}, {reach})' for apply, reach in passes)}]")
        if any(last.is_identity(bucket) for bucket in kind.buckets):
            body.add(f"if {body.function(last.is_identity, 'is_done')}(radius):")
            body.add("    passes = passes[:-1]")
        by: Callable[..., Any] = (
            neighbours.filter_beside_source if last.uses_source else neighbours.filter_neighbours
        )
        filtered = f"{body.use(by)}({image}, passes, {rest})"
        if not kind.mixes:
            filtered = f"{body.use(whole_image.with_alpha_of)}(image, {filtered})"
    body.add(
        f"return {body.use(whole_image.divide_by_alpha)}({filtered})" if kind.mixes else f"return {filtered}"
    )


def _padding(body: StepBody) -> str:
    """What adds the step's border to an image: an expression."""
    body.sources.add_import("from functools import partial")
    if (border := body.step.values["border"]) == "constant":
        return f"partial({body.use(neighbours.pad_constant)}, values={body.values})"
    body.left_out |= BORDER_PARAMS
    body.sources.add_import("import jax.numpy as jnp")
    return f'partial(jnp.pad, mode="{PAD_MODES[str(border)]}")'


def _stencil(body: StepBody, kind: Stencil) -> None:
    text = kind.text(body.step.values)
    compute = stencils.compute_flat_stencil if kind.by_value(text) else stencils.compute_stencil
    apply = write_expression(body.sources, text, f"{body.name}_of_pixel")
    body.left_out |= {"text"}
    body.sources.add_import("import numpy as np")
    names = [param.name for param in body.step.op.declared]
    p = f"{{name: np.float32({body.values}[name]) for name in {quoted(names)}}}" if names else "{}"
    if isinstance(kind, PixelStencil):
        sides = '"image_sides": np.array(image.shape[:2], np.float32)'
        start = len(body.lines)
        body.add(f"p = {{**{p}, {sides}}}")
        if body.add_rounded(lambda: f"{body.use(stencils.compute_text)}(x, p, {apply})", traced=True):
            body.left_out |= BORDER_PARAMS
            body.add("return changed")
            return
        del body.lines[start:]
    pad = _padding(body)
    body.add(f"p = {p}")
    call = f"{body.use(stencils.map_stencil)}(image, p, {pad}, {apply}, {body.use(compute)}"
    body.add(f"return {call}, {kind.neighbours(text)!r})")


def _geometry(body: StepBody, kind: Geometry) -> None:
    size, matrix = body.function(kind.size, "size"), body.function(kind.matrix, "matrix")
    body.add(f"size = {size}({body.values}, image.shape[:2])")
    body.add(f"matrix = {matrix}({body.values}, image.shape[:2])")
    if kind.exact:
        body.add(f"return {body.use(resampling.move_pixels)}(image, {body.values}, size, matrix)")
        return
    body.takes_dtype = True
    by = resampling.scale if kind.upright else resampling.transform
    body.add(f"return {body.use(by)}(image, {body.values}, size, matrix, dtype)")


def _warp(body: StepBody, kind: Warp) -> None:
    size, inverse = body.function(kind.size, "size"), body.function(kind.inverse, "places")
    prepare = body.function(kind.prepare, "prepare")
    traced = f"{body.use(resampling.in_double_precision)}({body.traced()})"
    body.takes_dtype = True
    body.add(f"size = {size}({body.values}, image.shape[:2])")
    body.add(f"p = {{**{traced}, {body.noise_key}, **{prepare}({body.values}, image.shape[:2])}}")
    call = f"image, {body.values}, size, p, {inverse}, {kind.nearest}, dtype"
    body.add(f"return {body.use(resampling.warp)}({call})")


def _magnified(body: StepBody, kind: Magnified) -> None:
    factors = f"{body.function(kind.factors, 'factors')}({body.values})"
    body.add(f"return {body.use(resampling.average_magnified)}(image, {factors})")


def _whole(body: StepBody, kind: Whole) -> None:
    by = host.filter_whole if kind.size is None else host.resample_whole
    body.on_host = "is computed by a library on the host"
    body.add(f"return {body.use(by)}(image, {body.values}, {body.function(kind.apply, 'image')})")


def _tiled(body: StepBody, kind: Tiled) -> None:
    apply, side, reach = (body.function(getattr(kind, name), name) for name in ("apply", "side", "reach"))
    levels = "None" if kind.levels is None else body.function(kind.levels, "levels")
    body.on_host = "is computed by a library on the host"
    call = f"image, {body.values}, {apply}, {levels}, {side}({body.values}), {reach}({body.values})"
    body.add(f"return {body.use(host.filter_squares)}({call})")


def _combined(body: StepBody, kind: Combined) -> None:
    apply = body.function(kind.apply, "combination")
    body.add(f"return {body.use(whole_image.combine)}(image, BRANCHES, PICKS, {body.traced()}, {apply})")


WRITERS: Mapping[type, Callable[[StepBody, Any], None]] = {
    Pointwise: _pointwise,
    ColourMatrix: _colour_matrix,
    Colour: _colour,
    Placed: _placed,
    Random: _random,
    Stencil: _stencil,
    PixelStencil: _stencil,
    Global: _global,
    Neighbourhood: _neighbourhood,
    Geometry: _geometry,
    Warp: _warp,
    Magnified: _magnified,
    Whole: _whole,
    Tiled: _tiled,
    Combined: _combined,
}
