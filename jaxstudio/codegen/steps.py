"""A step of a recipe as a function of a script: one writer for each kind of op."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from jaxstudio.codegen import host, masks, resampling, stencils, whole_image
from jaxstudio.codegen.expression_writer import write_expression
from jaxstudio.codegen.layout import laid_out
from jaxstudio.codegen.mask_writer import write_mask
from jaxstudio.codegen.sources import Sources
from jaxstudio.codegen.symbols import Reference, resolve
from jaxstudio.engine.job import substitute
from jaxstudio.engine.kernels import centred
from jaxstudio.engine.mask_raster import Placement
from jaxstudio.engine.plan import plan_of
from jaxstudio.engine.plan.base import Plan
from jaxstudio.engine.plan.fusion import is_fusible, shapes_of
from jaxstudio.engine.plan.masked import MaskedRun
from jaxstudio.errors import UsageError
from jaxstudio.pipeline.expand import branches, expand, size_after
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
from jaxstudio.pipeline.params import Bool, Choice, Float, Int, Matrix, Param, Points, border_params
from jaxstudio.pipeline.recipe import Recipe, Step

WIDTH = 110
# Channels that decide whether a kind's pixel function is compiled with its products rounded one by one.
RGB = 3
BORDER_PARAMS = frozenset(param.name for param in border_params("reflect"))


@dataclass(frozen=True)
class StepFunction:
    """A step as it stands in a script.

    Attributes:
        name: of its function.
        takes_dtype: whether it also takes the number format of the result.
        on_host: why it cannot be traced, if it cannot.
    """

    name: str
    takes_dtype: bool = False
    on_host: str = ""

    def call(self, image: str, dtype: str = '"float32"') -> str:
        return f"{self.name}({image}, {dtype})" if self.takes_dtype else f"{self.name}({image})"


class StepWriter:
    """Writes the functions of steps.

    Args:
        sources: where they are added.
        values: where the recipe's values are added, text by text.
        seed: of the recipe, which the script has as SEED.
    """

    def __init__(self, sources: Sources, values: list[str], seed: int) -> None:
        self._sources, self._values, self._seed = sources, values, seed
        self._done: dict[object, StepFunction] = {}

    def write(self, step: Step, size: tuple[int, int], place: Placement | None = None) -> StepFunction:
        """Add the function of a step that is not composed; steps that are equal share one.

        Args:
            size: (height, width) of what it is applied to.
            place: where that lies on the photo, for a mask; None where it lies as the photo does.
        """
        step = substitute(step)
        identity = step.identity()
        if identity not in self._done:
            kind = step.implementation.kind
            if isinstance(kind, MaskedRun):
                self._done[identity] = self._write_masked(step, kind.steps, size, place)
            else:
                self._done[identity] = self._write(step, size)
        return self._done[identity]

    def _write_masked(
        self, run: Step, steps: Sequence[Step], size: tuple[int, int], place: Placement | None
    ) -> StepFunction:
        changed, on_host = self._written(steps, size)
        name = self._sources.unique("masked_" + "_".join(each.op.name for each in steps[:3]))
        mask = write_mask(self._sources, self._values, run.values, place, name)
        blend = self._sources.named(masks.blend_masked)
        titles = ", ".join(each.op.title for each in steps)
        self._sources.add(
            f"def {name}(image, dtype):\n{_wrapped(f'{titles}, where the mask says so.')}"
            f"    return {blend}(image, {changed}, {mask}(image), dtype)"
        )
        return StepFunction(name, True, on_host)

    def _written(self, steps: Sequence[Step], size: tuple[int, int]) -> tuple[str, str]:
        """Steps in turn as an expression of `image`, and why that cannot be traced, if it cannot."""
        expression, on_host = "image", ""
        for step in expand(Recipe(tuple(steps), self._seed), size).active:
            function = self.write(step, size)
            expression, on_host = function.call(expression), on_host or function.on_host
            size = size_after(step, size)
        return expression, on_host

    def _write(self, step: Step, size: tuple[int, int]) -> StepFunction:
        body = _Body(self._sources, step)
        kind = step.implementation.kind
        if type(kind) not in WRITERS:
            raise UsageError(
                f"{step.op.name}: a script holds filters in Python, expected one without a formula"
            )
        WRITERS[type(kind)](body, kind)
        if isinstance(kind, Combined):
            self._write_branches(body, kind, step, size)
        if body.uses_values:
            self._values.append(_values_text(body.values_name, step, body.left_out))
        name = body.name
        parameters = "image, dtype" if body.takes_dtype else "image"
        lines = "\n".join(laid_out(line.strip(), 4 + len(line) - len(line.lstrip())) for line in body.lines)
        doc = _wrapped(step.op.doc if len(step.op.doc) > 1 else step.op.title)
        self._sources.add(f"def {name}({parameters}):\n{doc}{lines}")
        return StepFunction(name, body.takes_dtype, body.on_host)

    def _write_branches(self, body: _Body, kind: Combined, step: Step, size: tuple[int, int]) -> None:
        """The branches as functions, before the line that combines them."""
        names, picks, combines = [], [], False
        for number, steps in enumerate(branches(step), 1):
            expression, on_host = self._written(steps, size)
            body.on_host = body.on_host or on_host
            name = self._sources.unique(f"{body.name}_{number}")
            self._sources.add(f"def {name}(image):\n    return {expression}")
            names.append(name)
            # a branch without steps picks, too
            plans = _plans(steps, self._seed, size)
            picks.append(all(plan.keeps_integers for plan in plans))
            combines = combines or any(isinstance(plan.kind, Combined) for plan in plans)
        line = body.lines[-1].replace("BRANCHES", _tuple_of(names)).replace("PICKS", repr(tuple(picks)))
        body.lines[-1] = line[:-1] + ", floats=True)" if combines else line


def _plans(steps: Sequence[Step], seed: int, size: tuple[int, int]) -> list[Plan]:
    active = [substitute(step) for step in expand(Recipe(tuple(steps), seed), size).active]
    return [plan_of(each.implementation)(each.implementation, each.values, size, RGB) for each in active]


class _Body:
    """The lines of a step's function."""

    def __init__(self, sources: Sources, step: Step) -> None:
        self.sources, self.step, self.op = sources, step, step.implementation
        self.name = sources.unique(step.op.name)
        self.values_name = sources.unique(self.name.upper())
        self.lines: list[str] = []
        self.takes_dtype, self.uses_values, self.on_host = False, False, ""
        self.left_out: frozenset[str] = frozenset()

    def add(self, line: str) -> None:
        self.lines.append(line)

    def use(self, function: Callable[..., Any]) -> str:
        """A function of this program by its name in the script."""
        return self.sources.named(function)

    def function(self, value: Any, role: str) -> str:
        """A function that the op has, by its name in the script."""
        return self.sources.expression(value, f"{self.name}_{role}")

    @property
    def values(self) -> str:
        self.uses_values = True
        return self.values_name

    def traced(self, radius: str = "0") -> str:
        """What the op's functions find in p: an expression."""
        if not self.op.own_params:
            return "{}"
        self.sources.add_import("import numpy as np")
        numbers = [param.name for param in self.op.own_params if isinstance(param, Float | Int)]
        if len(numbers) == len(self.op.own_params) and len(numbers) > 1:
            return f"{{name: np.float32({self.values}[name]) for name in {_quoted(numbers)}}}"
        return (
            "{" + ", ".join(filter(None, (self._array(param, radius) for param in self.op.own_params))) + "}"
        )

    def _array(self, param: Param, radius: str) -> str:
        value = f'{self.values}["{param.name}"]'
        if isinstance(param, Float | Int):
            return f'"{param.name}": np.float32({value})'
        if isinstance(param, Choice):
            return f'"{param.name}": np.int32({_quoted(param.choices)}.index({value}))'
        if isinstance(param, Bool):
            return f'"{param.name}": np.bool_({value})'
        if isinstance(param, Matrix):
            side = f"2 * {radius} + 1"
            return f'"{param.name}": {self.use(centred)}(np.array({value}, np.float32), {side})'
        if isinstance(param, Points):
            more = f"((0, {param.largest} - len({value})), (0, 0))"
            return f'"{param.name}": np.pad(np.array({value}, np.float32), {more}, "edge")'
        return ""

    def reach(self, function: Any, role: str) -> str:
        """Rows and columns that a pass reads, in terms of the radius."""
        text = self.sources.inline(function, "radius")
        return f"{self.function(function, role)}(radius)" if text is None else text

    @property
    def noise_key(self) -> str:
        self.sources.add_import("import numpy as np")
        return f'"key": np.array([SEED, {self.step.key}], np.uint32)'

    def is_rounded(self, dtype: str = "float32") -> bool:
        """Whether the engine rounds each product of the op's function by itself."""
        plan: Any = plan_of(self.op)(self.op, self.step.values, (64, 64), RGB)
        function = plan.pixel_function(dtype)
        if function is None:
            return False
        parameters = plan.parameters() | (plan.sample_statistic() if plan.needs_statistic else {})
        if isinstance(self.op.kind, Placed) or getattr(self.op.kind, "placed", False):
            import numpy as np

            parameters = {**parameters, "key": np.zeros(2, np.uint32)}
        return is_fusible(function, RGB, shapes_of(parameters))

    def rounded(self, way: Callable[..., Any], apply: str, p: str) -> str:
        """map_colours with a function whose products are rounded."""
        self.sources.add_import("from functools import partial")
        function = self.sources.unique(f"{self.name}_colours")
        self.sources.add(f"{function} = partial({self.use(way)}, {apply})")
        zero = self.sources.symbol(_symbol_of("ZERO"))
        return f"{self.use(whole_image.map_colours)}(image, {p}, {zero}, function={function})"


def _symbol_of(name: str) -> Any:
    return resolve(whole_image.__name__, name)


def _values_of_pixels(body: _Body, apply: str, cheap: bool) -> None:
    """The lines that compute each value by itself from p."""
    if not cheap:
        body.sources.add_import("import numpy as np")
        body.add("if image.dtype == np.uint8:")
        body.add(f"    return {body.use(whole_image.look_up_values)}(image, p, {apply})")
    if body.is_rounded():
        body.add(f"return {body.rounded(whole_image.each_value, apply, 'p')}")
    else:
        body.add(f"return {body.use(whole_image.map_values)}(image, p, {apply})")


def _places_of_pixels(body: _Body, apply: str, cheap: bool) -> None:
    """The lines that compute each value by its place from p."""
    if body.is_rounded():
        body.add(f"return {body.rounded(whole_image.each_place, apply, 'p')}")
        return
    if cheap:
        body.add(f"return {body.use(whole_image.map_places_of_pixels)}(image, p, {apply})")
        return
    compute = body.use(whole_image.compute_places)
    body.add(f"return {body.use(whole_image.map_places)}(image, p, {apply}, {compute})")


def _pointwise(body: _Body, kind: Pointwise) -> None:
    apply = body.function(kind.apply, "value")
    body.add(f"p = {body.traced()}")
    _values_of_pixels(body, apply, kind.cheap)


def _colour_matrix(body: _Body, kind: ColourMatrix) -> None:
    matrix = body.function(kind.matrix, "matrix")
    body.add(f"return {body.use(whole_image.mix_channels)}(image, {body.traced()}, {matrix})")


def _colour(body: _Body, kind: Colour) -> None:
    apply = body.function(kind.apply, "pixel")
    body.add(f"p = {body.traced()}")
    body.add("if image.shape[2] < 3:")
    if kind.gray is None:
        body.add(f'    return {body.use(whole_image.convert)}(image, dtype="float32")')
    else:
        gray = body.function(kind.gray, "gray")
        body.add(f"    return {body.use(whole_image.map_values)}(image, p, {gray})")
    if body.is_rounded():
        body.add(f"return {body.rounded(whole_image.each_colour, apply, 'p')}")
    else:
        body.add(f"return {body.use(whole_image.map_pixels)}(image, p, {apply})")


def _placed(body: _Body, kind: Placed) -> None:
    apply = body.function(kind.apply, "value")
    sides = body.use(whole_image.sides)
    body.add(f"p = {{**{body.traced()}, **{sides}(image), {body.noise_key}}}")
    _places_of_pixels(body, apply, kind.cheap)


def _random(body: _Body, kind: Random) -> None:
    apply = body.function(kind.apply, "value")
    body.add(f"p = {{**{body.traced()}, {body.noise_key}}}")
    compute = body.use(whole_image.compute_noise)
    body.add(f"return {body.use(whole_image.map_places)}(image, p, {apply}, {compute})")


def _global(body: _Body, kind: Global) -> None:
    statistic = body.function(kind.statistic, "statistic")
    apply = body.function(kind.apply, "value")
    body.on_host = "measures the whole image on the host"
    by = host.measure_places if kind.placed else host.measure
    found = f"{body.use(by)}(image, {body.values}, {statistic})"
    if kind.placed:
        sides = body.use(whole_image.sides)
        body.add(f"p = {{**{body.traced()}, **{found}, **{sides}(image), {body.noise_key}}}")
        _places_of_pixels(body, apply, kind.cheap)
    else:
        body.add(f"p = {{**{body.traced()}, **{found}}}")
        _values_of_pixels(body, apply, kind.cheap)


# NumPy's names of SciPy's borders.
PAD_MODES = {"reflect": "symmetric", "mirror": "reflect", "nearest": "edge", "wrap": "wrap"}


def _neighbourhood(body: _Body, kind: Neighbourhood) -> None:
    if len(kind.buckets) == 1:
        body.add(f"radius = {kind.buckets[0]}")
    else:
        needed = f"{body.function(kind.bucket, 'radius')}({body.values})"
        found = resolve(kind.bucket.__module__, "BUCKETS")
        buckets = body.sources.symbol(found) if isinstance(found, Reference) else repr(kind.buckets)
        body.add(f"radius = next(size for size in {buckets} if size >= {needed})")
    body.add(f"p = {body.traced('radius')}")
    if kind.prepare is not None:
        prepare = body.function(kind.prepare, "weights")
        radius = kind.buckets[-1] if kind.prepares_all_taps else "radius"
        body.add(f"p = {body.use(whole_image.prepare_weights)}(p, prepare={prepare}, radius={radius})")
    passes = []
    for number, each in enumerate(kind.passes, 1):
        apply = body.function(each.apply, f"pass_{number}" if len(kind.passes) > 1 else "pixel")
        passes.append(f"({apply}, {body.reach(each.reach, f'reach_{number}')})")
    body.add(f"passes = [{', '.join(passes)}]")
    last = kind.passes[-1]
    if any(last.is_identity(bucket) for bucket in kind.buckets):
        body.add(f"if {body.function(last.is_identity, 'is_done')}(radius):")
        body.add("    passes = passes[:-1]")
    pad = _padding(body)
    more = ", convert=False" if kind.any_dtype else ""
    if last.uses_source:
        more += ", reads_source=True"
    call = body.use(whole_image.filter_neighbours)
    body.add(f"pad = {pad}")
    body.add(f"return {call}(image, passes, radius, p, pad, mixes={kind.mixes}{more})")


def _padding(body: _Body) -> str:
    """What adds the step's border to an image: an expression."""
    body.sources.add_import("from functools import partial")
    if (border := body.step.values["border"]) == "constant":
        return f"partial({body.use(whole_image.pad_constant)}, values={body.values})"
    body.left_out |= BORDER_PARAMS
    body.sources.add_import("import jax.numpy as jnp")
    return f'partial(jnp.pad, mode="{PAD_MODES[str(border)]}")'


def _stencil(body: _Body, kind: Stencil) -> None:
    text = kind.text(body.step.values)
    compute = stencils.compute_flat_stencil if kind.by_value(text) else stencils.compute_stencil
    apply = write_expression(body.sources, text, f"{body.name}_of_pixel")
    body.left_out |= {"text"}
    body.sources.add_import("import numpy as np")
    names = [param.name for param in body.step.op.declared]
    p = f"{{name: np.float32({body.values}[name]) for name in {_quoted(names)}}}" if names else "{}"
    if isinstance(kind, PixelStencil) and body.is_rounded():
        body.left_out |= BORDER_PARAMS
        body.add(f"p = {{**{p}, **{body.use(whole_image.sides)}(image)}}")
        body.add(f"return {body.rounded(stencils.each_text, apply, 'p')}")
        return
    pad = _padding(body)
    body.add(f"p = {p}")
    call = f"{body.use(stencils.map_stencil)}(image, p, {pad}, {apply}, {body.use(compute)}"
    body.add(f"return {call}, {kind.neighbours(text)!r})")


def _geometry(body: _Body, kind: Geometry) -> None:
    size, matrix = body.function(kind.size, "size"), body.function(kind.matrix, "matrix")
    body.add(f"size = {size}({body.values}, image.shape[:2])")
    body.add(f"matrix = {matrix}({body.values}, image.shape[:2])")
    if kind.exact:
        body.add(f"return {body.use(resampling.move_pixels)}(image, {body.values}, size, matrix)")
        return
    body.takes_dtype = True
    by = resampling.scale if kind.upright else resampling.transform
    body.add(f"return {body.use(by)}(image, {body.values}, size, matrix, dtype)")


def _warp(body: _Body, kind: Warp) -> None:
    size, inverse = body.function(kind.size, "size"), body.function(kind.inverse, "places")
    prepare = body.function(kind.prepare, "prepare")
    traced = f"{body.use(resampling.in_double_precision)}({body.traced()})"
    body.takes_dtype = True
    body.add(f"size = {size}({body.values}, image.shape[:2])")
    body.add(f"p = {{**{traced}, {body.noise_key}, **{prepare}({body.values}, image.shape[:2])}}")
    call = f"image, {body.values}, size, p, {inverse}, {kind.nearest}, dtype"
    body.add(f"return {body.use(resampling.warp)}({call})")


def _magnified(body: _Body, kind: Magnified) -> None:
    factors = f"{body.function(kind.factors, 'factors')}({body.values})"
    body.add(f"return {body.use(resampling.average_magnified)}(image, {factors})")


def _whole(body: _Body, kind: Whole) -> None:
    by = host.filter_whole if kind.size is None else host.resample_whole
    body.on_host = "is computed by a library on the host"
    body.add(f"return {body.use(by)}(image, {body.values}, {body.function(kind.apply, 'image')})")


def _tiled(body: _Body, kind: Tiled) -> None:
    apply, side, reach = (body.function(getattr(kind, name), name) for name in ("apply", "side", "reach"))
    levels = "None" if kind.levels is None else body.function(kind.levels, "levels")
    body.on_host = "is computed by a library on the host"
    call = f"image, {body.values}, {apply}, {levels}, {side}({body.values}), {reach}({body.values})"
    body.add(f"return {body.use(host.filter_squares)}({call})")


def _combined(body: _Body, kind: Combined) -> None:
    apply = body.function(kind.apply, "combination")
    body.add(f"return {body.use(whole_image.combine)}(image, BRANCHES, PICKS, {body.traced()}, {apply})")


WRITERS: Mapping[type, Callable[[_Body, Any], None]] = {
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


def _wrapped(doc: str) -> str:
    doc = doc.replace("\\", "\\\\")
    if len(doc) + 10 <= WIDTH:
        return f'    """{doc}"""\n'
    lines = textwrap.wrap(doc, WIDTH - 4)
    return '    """' + "\n    ".join(lines) + '\n    """\n'


def _tuple_of(names: Sequence[str]) -> str:
    return f"({', '.join(names)}{',' if len(names) == 1 else ''})"


def _quoted(words: Sequence[str]) -> str:
    return "(" + ", ".join(f'"{word}"' for word in words) + ("," if len(words) == 1 else "") + ")"


def _values_text(name: str, step: Step, left_out: frozenset[str]) -> str:
    """The step's values as a dictionary, a line for each, with what it means where that fits."""
    lines = []
    for param in step.op.params:
        if param.name in left_out:
            continue
        value = repr(step.values[param.name])
        value = value if '"' in value else value.replace("'", '"')
        line = f'    "{param.name}": {value},'
        unit = f"{unit}: " if (unit := getattr(param, "unit", "")) else ""
        comment = (
            f"  # {unit}{param.doc[:1].lower() + param.doc[1:].rstrip('.')}" if len(param.doc) > 1 else ""
        )
        lines.append(line + comment if len(line + comment) <= WIDTH else line)
    return f"{name} = {{\n" + "\n".join(lines) + "\n}" if lines else f"{name} = {{}}"
