"""The steps of a recipe as the engine computes them: masked runs, conversions to and from light.

A run of consecutive steps with one mask becomes a step that blends their result with their input. Steps that
compute in linear light get a conversion before and after them; neighbours share theirs. All these are steps
that the engine plans, fuses, caches and compiles like any other.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby

import jax.numpy as jnp

from jaxstudio.engine.plan.masked import masked_run
from jaxstudio.errors import UsageError
from jaxstudio.kernels.array_types import FloatArray
from jaxstudio.kernels.colour_spaces import linear_to_srgb, srgb_to_linear
from jaxstudio.pipeline.expand import expand, size_after
from jaxstudio.pipeline.kinds import Filling, Op, Pointwise
from jaxstudio.pipeline.lenses import Lens, with_lens
from jaxstudio.pipeline.masks import Mask
from jaxstudio.pipeline.op import Params, Part
from jaxstudio.pipeline.params import Float, file_stamp
from jaxstudio.pipeline.recipe import AUTO, ENCODED, LINEAR, Recipe, Step


def identities(steps: Iterable[Step]) -> tuple[Hashable, ...]:
    """Everything that decides the steps' results: ops, values, keys, and their files' present stamps."""
    return tuple((step.identity(), *map(file_stamp, step.files)) for step in steps)


def recipe_identity(recipe: Recipe) -> Hashable:
    """Return everything that decides a recipe's result except its seed: its active steps and their masks."""
    used = {step.mask for step in recipe.active}
    masks = tuple(mask for mask in recipe.masks if mask.key in used)
    return identities(recipe.active), masks


def with_masked_runs(recipe: Recipe, size: tuple[int, int], curve: Curve | None = None) -> Recipe:
    """The active steps of an expanded recipe, each run under one mask replaced by one step.

    Args:
        size: (height, width) of the photo.

    Raises:
        UsageError: a masked step changes the picture's size, or names a mask that does not exist.
    """
    if all(step.mask is None for step in recipe.active):
        return recipe
    masks = {mask.key: mask for mask in recipe.masks}
    steps: list[Step] = []
    for key, group in groupby(recipe.active, lambda step: step.mask):
        run = tuple(group)
        for step in run:
            size = size_after(step, size)
        if key is None:
            steps += run
            continue
        bare = tuple(replace(step, mask=None) for step in run)
        if recipe.working_space == AUTO:
            bare = tuple(_in_their_spaces(bare, conversions(curve)))
        mask = _mask(masks, run[0])
        linear = recipe.working_space == LINEAR
        if not mask.everywhere:
            bare = tuple(_told_of_its_mask(step, mask, linear=linear) for step in bare)
        steps.append(masked_run(bare, mask, identities(bare), linear=linear))
    return replace(recipe, steps=tuple(steps))


def _told_of_its_mask(step: Step, mask: Mask, *, linear: bool) -> Step:
    """The step; one that fills holes gets the mask among its values."""
    if not isinstance(step.implementation.kind, Filling):
        return step
    return replace(step, params={**step.params, "mask": mask, "linear": linear})  # type: ignore[dict-item]


def _mask(masks: dict[int, Mask], step: Step) -> Mask:
    assert step.mask is not None
    mask = masks.get(step.mask)
    if mask is None:
        raise UsageError("{0}: mask = {1}: the recipe has no mask of this key", step.op.name, step.mask)
    return mask


IMPLICIT_KEY = 0  # the steps of a recipe have keys from 1


to_linear = Op(
    name="srgb_to_linear",
    title="To linear light",
    category="tone",
    doc="Makes encoded values proportional to light.",
    formula="y = ((x + 0.055) / 1.055)^2.4, near black x / 12.92",
    source="IEC 61966-2-1 (sRGB)",
    kind=Pointwise(lambda x, p: srgb_to_linear(x)),
)
to_encoded = Op(
    name="linear_to_srgb",
    title="To encoded values",
    category="tone",
    doc="Encodes values that are proportional to light.",
    formula="y = 1.055·x^(1/2.4) − 0.055, near black 12.92·x",
    source="IEC 61966-2-1 (sRGB)",
    kind=Pointwise(lambda x, p: linear_to_srgb(x)),
)
TO_LINEAR, TO_ENCODED = Step(to_linear, {}, IMPLICIT_KEY), Step(to_encoded, {}, IMPLICIT_KEY)
# The same by the curve of a photo's own profile: light = (scale·x + offset)^exponent, below limit slope·x.
Curve = tuple[float, float, float, float, float]  # exponent, scale, offset, slope, limit
PROPORTIONAL: Curve = (1.0, 1.0, 0.0, 1.0, 0.0)
CURVE = tuple(Float(name, 1.0, -100.0, 100.0) for name in ("exponent", "scale", "offset", "slope", "limit"))


def curve_to_linear(x: FloatArray, p: Params) -> FloatArray:
    bright = x >= p["limit"]
    base = jnp.maximum(p["scale"] * jnp.where(bright, x, 1.0) + p["offset"], 1e-12)
    return jnp.where(bright, jnp.exp(p["exponent"] * jnp.log(base)), p["slope"] * x)


def linear_to_curve(x: FloatArray, p: Params) -> FloatArray:
    turn = jnp.maximum(p["scale"] * p["limit"] + p["offset"], 1e-12)
    bright = x >= jnp.exp(p["exponent"] * jnp.log(turn))
    base = jnp.exp(jnp.log(jnp.where(bright, jnp.maximum(x, 1e-12), 1.0)) / p["exponent"])
    flat = p["slope"] == 0
    dark = jnp.where(flat, 0.0, x / jnp.where(flat, 1.0, p["slope"]))
    return jnp.where(bright, (base - p["offset"]) / p["scale"], dark)


OWN_TO_LINEAR = Part(name="curve_to_linear", own_params=CURVE, kind=Pointwise(curve_to_linear))
OWN_TO_ENCODED = Part(name="linear_to_curve", own_params=CURVE, kind=Pointwise(linear_to_curve))


def conversions(curve: Curve | None) -> tuple[Step, Step] | None:
    """The steps to and from light of a photo with this curve; None where its values are light."""
    if curve is None:
        return TO_LINEAR, TO_ENCODED
    if curve == PROPORTIONAL:
        return None
    values = dict(zip((param.name for param in CURVE), curve, strict=True))
    return Step(OWN_TO_LINEAR, values, IMPLICIT_KEY), Step(OWN_TO_ENCODED, values, IMPLICIT_KEY)


def expand_for_engine(
    recipe: Recipe, size: tuple[int, int], curve: Curve | None = None, lens: Lens | None = None
) -> Recipe:
    """The steps that the engine computes on a photo of (height, width), with conversions and masked runs.

    Args:
        curve: from the photo's values to light, for steps that choose linear light; None for sRGB's.
        lens: finds the numbers of the photo's lens, for steps that ask for them.

    Raises:
        UsageError: a masked step changes the picture's size.
    """
    expanded = expand(with_lens(recipe, lens), size)
    return with_conversions(with_masked_runs(expanded, size, curve), curve)


def with_conversions(recipe: Recipe, curve: Curve | None = None) -> Recipe:
    """The active steps with conversions, where the recipe or a step of it computes in linear light.

    The returned recipe works in encoded values, so that to convert it again changes nothing.
    """
    if not recipe.active or recipe.working_space == ENCODED:
        return recipe
    if recipe.working_space == LINEAR:
        steps = (TO_LINEAR, *recipe.active, TO_ENCODED)
    else:
        steps = tuple(_in_their_spaces(recipe.active, conversions(curve)))
    return replace(recipe, steps=steps, working_space=ENCODED)


def _in_their_spaces(steps: Sequence[Step], between: tuple[Step, Step] | None) -> Iterator[Step]:
    """Expanded steps, from encoded values to encoded values, with the conversions that "auto" needs."""
    if between is None:
        yield from steps
        return
    there, back = between
    space, belongs_to = ENCODED, None
    for step in steps:
        if not _only_moves(step):
            wanted = step.op.space or ENCODED
            if wanted == LINEAR:
                belongs_to = step.part_of or step.key  # whose card shows the time of the conversions
            if wanted != space:
                yield replace(there if wanted == LINEAR else back, part_of=belongs_to)
            space = wanted
        yield step
    if space == LINEAR:
        yield replace(back, part_of=belongs_to)


def _only_moves(step: Step) -> bool:
    """Whether the step moves whole pixels and adds no colour, so that any space gives the same picture."""
    kind = step.implementation.kind
    whole = getattr(kind, "exact", False) or getattr(kind, "nearest", False)
    return whole and step.values.get("border") != "constant"
