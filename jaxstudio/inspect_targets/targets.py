"""An op or a recipe as targets: each compiled stage as the engine runs it, or one plain function.

Which kernels run, on what, and what goes from one to the next is recorded while the engine renders a small
photo: nothing here repeats what the engine knows.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxstudio import ops
from jaxstudio.engine.buffers import BufferCache
from jaxstudio.engine.definitions import evaluate
from jaxstudio.engine.executor import Executor, Notices
from jaxstudio.engine.expansion import to_encoded, to_linear
from jaxstudio.engine.kernels import Kernel, KernelKey, Kernels, KernelSpec, traced
from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source as Photo
from jaxstudio.errors import Wording
from jaxstudio.inspect_targets.requests import ALL_IN_ONE, SIDE
from jaxstudio.ir.stages import Language
from jaxstudio.ir.target import Source, Target
from jaxstudio.ir.user_process.request import Option
from jaxstudio.ops import CATALOGUE
from jaxstudio.own_filters.in_use import source_path
from jaxstudio.pipeline.op import Op
from jaxstudio.pipeline.recipe import Recipe, Step
from jaxstudio.runtime.devices import find_device
from jaxstudio.runtime.persistent_jit import compiler_options

EXPRESSION = "expression"  # the op whose kernels are compiled for a typed text


def op_targets(
    name: str,
    values: Mapping[str, object] | None = None,
    *,
    channels: int = 3,
    dtype: str = "uint8",
    device: str | None = None,
    options: Mapping[str, Option] | None = None,
) -> list[Target]:
    """The compiled stages of one op with these parameter values on a photo of this format.

    Raises:
        UsageError: no such op, parameter or device.
    """
    recipe = Recipe().added(CATALOGUE[name], dict(values or {}))
    return recipe_targets(recipe, channels=channels, dtype=dtype, device=device, options=options)


def recipe_targets(
    recipe: Recipe,
    *,
    channels: int = 3,
    dtype: str = "uint8",
    device: str | None = None,
    options: Mapping[str, Option] | None = None,
) -> list[Target]:
    """The compiled stages of all steps that are on, each once, in the order in which they run.

    The last is all of them in one program: what XLA would make of the recipe in one jit.
    """
    calls = record_calls(recipe, np.zeros((SIDE, SIDE, channels), dtype), device)
    once = {call.key: call for call in reversed(calls)}
    targets = _apart([_target(call) for call in calls if once[call.key] is call])
    if len(targets) > 1:
        function, shapes = fuse_calls(calls)
        sources = [target.source for target in targets]
        written = next((each for each in sources if each is not None and not each.scopes), sources[0])
        targets.append(Target(Wording("all in one"), function, shapes, source=written, kernel=ALL_IN_ONE))
    found = find_device(device) if device else None
    every = {**compiler_options(find_device(device).platform), **(options or {})}
    return [replace(target, device=found, options=every) for target in targets]


def recipe_values(
    recipe: Recipe, part: int, pixels: np.ndarray, device: str | None = None
) -> list[np.ndarray]:
    """The arrays that the target number `part` of `recipe_targets` gets for these pixels of SIDE × SIDE."""
    calls = record_calls(recipe, pixels, device, keep=True)
    once = {call.key: call for call in reversed(calls)}
    parts = [call for call in calls if once[call.key] is call]
    if part < len(parts):
        return list(parts[part].values)
    return [
        value
        for call in calls
        for value, source in zip(call.values, call.inputs, strict=True)
        if source is None
    ]


def _apart(targets: list[Target]) -> list[Target]:
    """Targets of one title, such as of two formats that it does not tell, are numbered."""
    counts: Counter[str] = Counter()
    found = []
    for target in targets:
        counts[target.name] += 1
        number = counts[target.name]
        found.append(
            target if number == 1 else replace(target, name=Wording("{0} ({1})", target.name, number))
        )
    return found


def op_title(name: str) -> Wording:
    """A filter's title; for an op that is part of one, its name in words."""
    if name in CATALOGUE:
        return Wording(CATALOGUE[name].title)
    for op in (to_linear, to_encoded):
        if op.name == name:
            return Wording(op.title)
    words = name.replace("_", " ")
    return Wording(words[:1].upper() + words[1:])


def _target(call: RecordedCall) -> Target:
    name = call.key.op
    source = op_source(CATALOGUE[name]) if name in CATALOGUE else None
    if name == EXPRESSION and call.key.text:  # what was typed tells more than what reads it
        source = Source(call.key.text, Language.EXPRESSION, scopes=True)
    title = call.spec.title(op_title, call.input_dtype)
    return Target(title, call.kernel, call.arguments, source=source, kernel=call.key.role)


def op_source(op: Op) -> Source | None:
    """Return the file that declares an op; if the file holds several ops, the op's own parts of it."""
    if path := source_path(op.name):
        text = Path(path).read_text(encoding="utf-8")
        return Source(text, path=path, first=1, last=text.count("\n") + 1)
    path, name = _declarations().get(op.name, ("", ""))
    if not path:
        return None
    lines = Path(path).read_text(encoding="utf-8").split("\n")
    numbers = declaring_lines(lines, name)
    text = "\n".join(lines[number - 1] for number in numbers)
    return Source(text, path=path, first=1, last=len(lines), lines=numbers)


@cache
def _declarations() -> Mapping[str, tuple[str, str]]:
    """Each op's file, and its name in it."""
    places: dict[str, tuple[str, str]] = {}
    for module in [module for name, module in sys.modules.items() if name.startswith(f"{ops.__name__}.")]:
        text = Path(str(module.__file__)).read_text(encoding="utf-8")
        for name, value in vars(module).items():
            if isinstance(value, Op) and re.search(rf"^{name} = ", text, re.MULTILINE):
                places[value.name] = str(module.__file__), name
    return places


def declaring_lines(lines: Sequence[str], name: str) -> tuple[int, ...]:
    """The numbers of a module's lines that define `name`, and all that it leads to in its module; imports."""
    tree = ast.parse("\n".join(lines))
    definitions: dict[str, ast.stmt] = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            definitions[node.name] = node
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = (each.id for target in targets for each in ast.walk(target) if isinstance(each, ast.Name))
            definitions.update(dict.fromkeys(names, node))
    waiting, used, needed = [name], {"annotations"}, set[str]()
    while waiting:
        current = waiting.pop()
        used.add(current)
        if current in definitions and current not in needed:
            needed.add(current)
            waiting += _names_from_outside(definitions[current])
    imports = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
    kept = [node for node in imports if used & {each.asname or each.name for each in node.names}]
    numbers: set[int] = set()
    for node in (*kept, *(definitions[each] for each in needed)):
        assert node.end_lineno is not None
        first = min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", ()))])
        while first > 1 and (not lines[first - 2] or lines[first - 2].startswith("#")):
            first -= 1
        numbers |= set(range(first, node.end_lineno + 1))
    found = sorted(numbers)
    blank = next(place for place, number in enumerate(found) if lines[number - 1])
    return tuple(found[blank:])


def _names_from_outside(node: ast.stmt) -> set[str]:
    """The names that a definition reads and does not give a value itself."""
    names = [each for each in ast.walk(node) if isinstance(each, ast.Name)]
    own = {each.arg for each in ast.walk(node) if isinstance(each, ast.arg)}
    if isinstance(node, ast.FunctionDef):
        own |= {each.id for each in names if isinstance(each.ctx, ast.Store)}
    return {each.id for each in names} - own


# Rows and columns: enough for a neighbourhood, few enough to be read.
SHAPE = (8, 8)


def plain_targets(
    recipe: Recipe,
    *,
    channels: int = 3,
    device: str | None = None,
    options: Mapping[str, Option] | None = None,
) -> list[Target]:
    """The only step of a recipe as a function (picture, parameters) → picture, then its derivatives.

    There is one with respect to each real-valued parameter that the function reads.

    Pictures are float32 (8, 8, 1 or 3), encoded values; alpha is left out. A parameter that decides something
    before pixels are read (the radius of a kernel, the angle in a matrix) is a constant of the function.

    Raises:
        UsageError: no such device.
    """
    (step,) = recipe.active
    picture = jax.ShapeDtypeStruct((*SHAPE, 1 if channels < 3 else 3), jnp.float32)
    function = plain_function(recipe)
    parameters = real_parameters(step)
    title, source = step.op.title, op_source(step.implementation)
    found = find_device(device) if device else None
    whole = Wording("{0} as a plain function", Wording(title))
    targets = [Target(whole, function, (picture, parameters), source=source)]
    for name in parameters:
        derivative = derivative_function(function, name)
        if _depends(derivative, picture.shape, parameters):
            title = Wording("its derivative by {0}", name)
            targets.append(Target(title, derivative, (picture, parameters), source=source))
    return [replace(target, device=found, options=dict(options or {})) for target in targets]


def plain_function(recipe: Recipe) -> Callable[[Any, Mapping[str, Any]], Any]:
    """The steps of a recipe as one traceable function of a picture and of real-valued parameters by name."""

    def apply(picture: Any, parameters: Mapping[str, Any]) -> Any:
        return evaluate(recipe, picture, parameters)

    return apply


def derivative_function(
    function: Callable[[Any, Mapping[str, Any]], Any], name: str
) -> Callable[[Any, Mapping[str, Any]], Any]:
    """Return the forward-mode derivative of each pixel of function(picture, parameters) by one parameter."""

    def derivative(picture: Any, parameters: Mapping[str, Any]) -> Any:
        def of_parameter(value: Any) -> Any:
            return function(picture, {**parameters, name: value})

        value = jnp.asarray(parameters[name], jnp.float32)
        return jax.jvp(of_parameter, (value,), (jnp.ones_like(value),))[1]

    return derivative


def real_parameters(step: Step) -> dict[str, np.ndarray]:
    """A step's real-valued parameters by name: float32 scalars."""
    values = traced(step.implementation, step.values, None)
    return {name: value for name, value in values.items() if value.dtype == np.float32 and value.ndim == 0}


def _depends(derivative: Callable[..., Any], shape: tuple[int, ...], parameters: Mapping[str, Any]) -> bool:
    """Whether a derivative is anything but zero on a picture of many tones."""
    picture = np.random.default_rng(0).random(shape, np.float32)
    return bool(np.any(np.asarray(derivative(picture, parameters))))


@dataclass(frozen=True)
class RecordedCall:
    """A recorded call of a compiled kernel: the kernel, and its arguments' shapes.

    Attributes:
        spec: the kernel as its plan declares it.
        kernel: the jit.
        arguments: pytrees of shapes.
        inputs: for each array among the arguments, the result of an earlier call that it is, (call, place
            among its results), or None for what comes from elsewhere.
        results: how many arrays it returns.
        values: the arrays among the arguments, where they were asked for.
    """

    spec: KernelSpec
    kernel: Kernel
    arguments: tuple[Any, ...]
    inputs: tuple[tuple[int, int] | None, ...]
    results: int
    values: tuple[np.ndarray, ...] = ()

    @property
    def key(self) -> KernelKey:
        return self.spec.key

    @property
    def input_dtype(self) -> str:
        """The number format of the first array that it reads; empty without one."""
        return next((leaf.dtype.name for leaf in jax.tree.leaves(self.arguments) if leaf.shape), "")


class RecordingKernels(Kernels):
    """Kernels that record every call, with `keep` the arrays too."""

    def __init__(self, device: jax.Device, keep: bool = False) -> None:
        super().__init__(device)
        self._keep = keep
        self.calls: list[RecordedCall] = []
        self._results: dict[int, tuple[int, int]] = {}
        self._alive: list[Any] = []  # the id of an array that is freed could be that of another one

    def get(self, spec: KernelSpec) -> Kernel:
        kernel, call = self.jit(spec), super().get(spec)

        def record(*arguments: Any) -> Any:
            leaves = jax.tree.leaves(arguments)
            values = tuple(map(np.array, leaves)) if self._keep else ()  # now: a call may take its memory
            result = call(*arguments)
            results = jax.tree.leaves(result)
            inputs = tuple(self._results.get(id(leaf)) for leaf in leaves)
            shapes = jax.tree.map(_shape_of, arguments)
            self.calls.append(RecordedCall(spec, kernel.jitted, shapes, inputs, len(results), values))
            self._alive += results
            self._results |= {id(array): (len(self.calls) - 1, at) for at, array in enumerate(results)}
            return result

        return record


def record_calls(
    recipe: Recipe, pixels: np.ndarray, device: str | None = None, *, keep: bool = False
) -> list[RecordedCall]:
    """The calls that render `recipe` on `pixels` for the screen, in their order; with `keep` their arrays."""
    kernels = RecordingKernels(find_device(device), keep)
    # by one thread: one call after the other
    executor = Executor(kernels, BufferCache(0), Notices(lambda line: None), threads=1)
    Engine(executor=executor).render(Photo(pixels), recipe, dtype="uint8")
    return kernels.calls


def fuse_calls(calls: list[RecordedCall]) -> tuple[Callable[..., Any], tuple[jax.ShapeDtypeStruct, ...]]:
    """Return one function that makes all calls, and its arguments' shapes.

    What one call hands to the next stays inside; what goes through the engine's own memory (a border
    is put around it there) is an argument. It returns what no call reads.
    """
    free = [
        shape
        for call in calls
        for shape, source in zip(jax.tree.leaves(call.arguments), call.inputs, strict=True)
        if source is None
    ]
    read = {source for call in calls for source in call.inputs if source is not None}

    def all_in_one(*arguments: Any) -> list[Any]:
        free_arguments = iter(arguments)
        results: list[list[Any]] = []
        for call in calls:
            leaves = [next(free_arguments) if at is None else results[at[0]][at[1]] for at in call.inputs]
            structure = jax.tree.structure(call.arguments)
            results.append(jax.tree.leaves(call.kernel(*jax.tree.unflatten(structure, leaves))))
        return [
            result
            for number, of_call in enumerate(results)
            for at, result in enumerate(of_call)
            if (number, at) not in read
        ]

    return all_in_one, tuple(free)


def _shape_of(value: Any) -> jax.ShapeDtypeStruct:
    return jax.ShapeDtypeStruct(np.shape(value), value.dtype)
