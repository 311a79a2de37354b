"""The evaluation trace (Wengert list) of a call: values, tangents and adjoints of each step; as a graph."""

from __future__ import annotations

import math
import tomllib
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from itertools import pairwise
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.extend import core

from jaxstudio.errors import NOTHING, UsageError, Wording
from jaxstudio.functions.protocol.answers import Edge, Graph, Node, Row, RowKind, Trace
from jaxstudio.functions.traces.flatten import (
    OWN_RULES,
    FlatJaxpr,
    Literal,
    Step,
    flatten,
    rules_agree,
    runner,
)


@cache
def formulas() -> dict[str, list[str]]:
    """Each primitive's formula, and the name of the parameter that is in it, if any."""
    return tomllib.loads(files(__package__).joinpath("primitives.toml").read_text("utf-8"))


def formula_for(primitive: str, inputs: Sequence[str], params: Mapping[str, Any]) -> Wording:
    """The step as a formula of its inputs' names."""
    everything = ", ".join(inputs)
    if primitive not in formulas():
        return Wording(f"{primitive} {everything}" if len(inputs) == 1 else f"{primitive}({everything})")
    formula, *parameter = formulas()[primitive]
    first = [*inputs, "", "", ""][:3]
    return Wording(formula, *first, everything, ", ".join(inputs[1:]), *map(params.__getitem__, parameter))


def number_text(value: float) -> Wording:
    """A literal as it would be typed, in parentheses where negative."""
    if isinstance(value, bool):
        return Wording("true") if value else Wording("false")
    if math.isnan(value):
        return Wording("undefined")
    text = f"{value:.12g}"
    return Wording(f"({text})" if value < 0 else text)


def subscript(number: int) -> str:
    return str(number).translate(str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉"))


# what cannot be run backwards: how often a while turns is not known beforehand
NO_REVERSE = frozenset({"while"})
Arrays = list[Any]
Pull = Callable[[Any], Sequence[Any]]


@dataclass(frozen=True)
class _Local:
    """A step as a function from its float inputs to its float results."""

    function: Callable[..., list[jax.Array]]
    at: list[jax.Array]
    inputs: list[int]
    outputs: list[int]


def values(flat: FlatJaxpr, inputs: Arrays) -> Arrays:
    """The values of the steps."""
    known: Arrays = [*inputs, *(jnp.asarray(constant) for constant in flat.constants)]
    known += [None] * (flat.size - len(known))
    for step in flat.steps:
        results = runner(step)(*[read(known, atom) for atom in step.inputs])
        for number, result in zip(_output_numbers(step), results, strict=True):
            known[number] = result
    return known


def sweep(
    flat: FlatJaxpr, inputs: Arrays, tangents: Arrays, weights: jax.Array
) -> tuple[Arrays, Arrays, Arrays]:
    """Values, tangents and adjoints (None where there is none) of every value of the steps.

    `weights`, of the result's shape, are its adjoint.
    """
    known = values(flat, inputs)
    moving: Arrays = [*tangents, *([None] * (flat.size - len(tangents)))]
    pulls: list[tuple[Step, _Local, Pull | None]] = []
    for step in flat.steps:
        local = _local(step, known)
        pull = None
        if local.inputs and local.outputs:
            read = [step.inputs[index] for index in local.inputs]
            ahead = [_zero_if_none(moving[atom], known[atom]) for atom in read if isinstance(atom, int)]
            pushed, pull = _both_ways(step, local, ahead)
            for number, result in zip(local.outputs, pushed, strict=True):
                moving[number] = result
        pulls.append((step, local, pull))
    return known, _floats(known, moving), _backwards(flat, known, pulls, weights)


def _backwards(
    flat: FlatJaxpr, known: Arrays, pulls: list[tuple[Step, _Local, Pull | None]], weights: jax.Array
) -> Arrays:
    adjoints: Arrays = [None] * flat.size
    blocked = set()
    (result,) = flat.results
    if isinstance(result, int) and _is_float(known[result]):
        adjoints[result] = weights
    for step, local, pull in reversed(pulls):
        if not any(adjoints[number] is not None or number in blocked for number in local.outputs):
            continue
        read = [step.inputs[index] for index in local.inputs]
        if pull is None or any(number in blocked for number in local.outputs):
            blocked |= {atom for atom in read if isinstance(atom, int)}
            continue
        back = pull([_zero_if_none(adjoints[number], known[number]) for number in local.outputs])
        for atom, share in zip(read, back, strict=True):
            if isinstance(atom, int):
                adjoints[atom] = share if adjoints[atom] is None else adjoints[atom] + share
    return [None if number in blocked else adjoint for number, adjoint in enumerate(_floats(known, adjoints))]


def is_reversible(step: Step) -> bool:
    """Whether reverse mode passes through the step."""
    return not _mentions(step.equation, NO_REVERSE)


def _mentions(equation: core.JaxprEqn, names: frozenset[str]) -> bool:
    if equation.primitive.name in names:
        return True
    inner = core.jaxprs_in_params(equation.params)
    return any(_mentions(each, names) for jaxpr in inner for each in jaxpr.eqns)


def _both_ways(step: Step, local: _Local, ahead: list[Any]) -> tuple[Sequence[Any], Pull | None]:
    """The tangents of the results, and the function that takes adjoints back, if there is one."""
    if not is_reversible(step):
        return jax.jvp(local.function, tuple(local.at), tuple(ahead))[1], None
    results, pull = jax.vjp(local.function, *local.at)
    if step.equation.primitive.name == "custom_vjp_call":
        # such a rule runs backwards only; turned around, it gives the tangents
        forward = jax.linear_transpose(pull, list(results))(tuple(ahead))[0]
        return forward, pull
    return jax.jvp(local.function, tuple(local.at), tuple(ahead))[1], pull


def _local(step: Step, known: Arrays) -> _Local:
    run = runner(step)
    inputs = [read(known, atom) for atom in step.inputs]
    moving = [
        index for index, atom in enumerate(step.inputs) if isinstance(atom, int) and _is_float(inputs[index])
    ]
    kept = _output_numbers(step)
    floats = [place for place, number in enumerate(kept) if _is_float(known[number])]

    def function(*some: Any) -> list[jax.Array]:
        everything = list(inputs)
        for index, value in zip(moving, some, strict=True):
            everything[index] = value
        results = run(*everything)
        return [results[place] for place in floats]

    return _Local(function, [inputs[index] for index in moving], moving, [kept[place] for place in floats])


def _output_numbers(step: Step) -> list[int]:
    return [number for number in step.outputs if number is not None]


def read(known: Arrays, atom: int | Literal) -> Any:
    return atom.value if isinstance(atom, Literal) else known[atom]


def _is_float(value: Any) -> bool:
    return bool(jnp.issubdtype(jnp.result_type(value), jnp.floating))


def _zero_if_none(value: Any, like: Any) -> Any:
    return jnp.zeros_like(like) if value is None else value


def _floats(known: Arrays, slopes: Arrays) -> Arrays:
    """Zero where nothing flows through a float; None where there is no float."""
    return [
        (_zero_if_none(one, value) if _is_float(value) else None)
        for one, value in zip(slopes, known, strict=True)
    ]


MOST_ROWS = 2_000
SHOWN = 8  # numbers of a small array in a formula
Inputs = tuple[tuple[str, ...], Any]  # names of the inputs, structure of (variables, p)


def evaluation_trace(
    f: Callable[..., Any],
    at: Mapping[str, float],
    p: Mapping[str, Any],
    direction: str | Mapping[str, float] = "",
    weights: Sequence[float] | None = None,
    dtype: str = "float64",
) -> Trace:
    """The trace of f(*at.values(), p).

    `direction` is the input that moves, by name, or how fast each one does; by default the first. Of a
    function with several results, `weights` says which adjoints the results have, by default all 1.
    `dtype` is that of the inputs. UsageError where a name is unknown or the trace is too long.
    """
    variables = [jnp.asarray(value, dtype) for value in at.values()]
    parameters = jax.tree.map(lambda value: jnp.asarray(value, dtype), dict(p))
    leaves, structure = jax.tree.flatten((variables, parameters))
    names = (*at, *_leaf_names(parameters))
    shapes = tuple(leaf.shape for leaf in leaves)
    speeds = _speeds(direction, names, tuple(at))
    closed = _jaxpr(f, structure, shapes, dtype)
    compiled = _compiled(f, structure, shapes, dtype, _entered(f, structure, shapes, dtype, leaves))
    tangents = [jnp.full(shape, speeds[name], dtype) for name, shape in zip(names, shapes, strict=True)]
    result = closed.out_avals[0]
    back = np.ones(result.shape) if weights is None else np.asarray(weights, np.float64)
    if back.shape != result.shape:
        raise UsageError("weights has {0} numbers; the function has {1} results", back.size, result.size)
    swept = compiled.run(leaves, tangents, jnp.asarray(back, result.dtype))
    return _trace(compiled.flat, names, len(at), swept, speeds)


def _leaf_names(parameters: Mapping[str, Any]) -> list[str]:
    paths = jax.tree_util.tree_flatten_with_path(parameters)[0]
    return [str(path[0].key) + jax.tree_util.keystr(path[1:]) for path, _ in paths]


def _speeds(
    direction: str | Mapping[str, float], names: tuple[str, ...], variables: tuple[str, ...]
) -> dict[str, float]:
    requested = {direction or variables[0]: 1.0} if isinstance(direction, str) else dict(direction)
    unknown = [name for name in requested if name not in names]
    if unknown:
        raise UsageError("direction names {0}; the function has {1}", unknown[0], ", ".join(names))
    return {name: float(requested.get(name, 0.0)) for name in names}


@lru_cache(maxsize=64)
def _jaxpr(f: Callable[..., Any], structure: Any, shapes: tuple, dtype: str) -> core.ClosedJaxpr:
    def whole(*leaves: jax.Array) -> jax.Array:
        variables, p = jax.tree.unflatten(structure, leaves)
        result = f(*variables, p)
        if isinstance(result, tuple | list):
            return jnp.stack([jnp.asarray(part, dtype) for part in result])
        return jnp.asarray(result)

    return jax.make_jaxpr(whole)(*[jax.ShapeDtypeStruct(shape, dtype) for shape in shapes])


@dataclass(frozen=True)
class _Compiled:
    """The compiled functions of the steps; `judge` tells for each open step whether its rule may go."""

    flat: FlatJaxpr
    open_steps: tuple[Step, ...]
    judge: Callable[..., list[jax.Array]]
    run: Callable[..., Any]


def _entered(
    f: Callable[..., Any], structure: Any, shapes: tuple, dtype: str, leaves: list[jax.Array]
) -> frozenset[int]:
    """The equations with derivative rules of their own that may be entered: here the rules change nothing."""
    entered: set[int] = set()
    refused: set[int] = set()
    while True:
        compiled = _compiled(f, structure, shapes, dtype, frozenset(entered))
        unknown = [step for step in compiled.open_steps if id(step.equation) not in refused]
        if not unknown:
            return frozenset(entered)
        for step, agrees in zip(compiled.open_steps, compiled.judge(leaves), strict=True):
            (entered if agrees else refused).add(id(step.equation))
        entered -= refused


@lru_cache(maxsize=64)
def _compiled(
    f: Callable[..., Any], structure: Any, shapes: tuple, dtype: str, entered: frozenset[int]
) -> _Compiled:
    flat = flatten(_jaxpr(f, structure, shapes, dtype), lambda equation: id(equation) in entered)
    if flat.size > MOST_ROWS:
        raise UsageError("the trace has {0} rows; {1} at most are shown", flat.size, MOST_ROWS)
    open_steps = tuple(step for step in flat.steps if step.equation.primitive.name in OWN_RULES)

    def judge(leaves: list[jax.Array]) -> list[jax.Array]:
        known = values(flat, leaves)
        return [rules_agree(step, [read(known, atom) for atom in step.inputs]) for step in open_steps]

    return _Compiled(flat, open_steps, jax.jit(judge), jax.jit(lambda *arguments: sweep(flat, *arguments)))


def _trace(
    flat: FlatJaxpr, names: tuple[str, ...], variables: int, swept: Any, speeds: Mapping[str, float]
) -> Trace:
    value = [_plain(item) for item in swept[0]]
    tangent, adjoint = ([None if item is None else _plain(item) for item in column] for column in swept[1:])
    labels = _labels(flat, names)
    rows = []
    for number in range(flat.inputs + len(flat.constants)):
        kind = RowKind.INPUT if number < variables else RowKind.PARAMETER
        if number >= flat.inputs:
            kind = RowKind.CONSTANT
        text = _value_text(value[number])
        columns = (value[number], tangent[number], adjoint[number])
        rows.append(Row(labels[number], kind, "", text, (), *columns))
    for step in flat.steps:
        rows += _rows(step, labels, value, tangent, adjoint)
    (result,) = flat.results
    note = NOTHING if all(is_reversible(step) for step in flat.steps) else NO_REVERSE_NOTE
    shown = labels[result] if isinstance(result, int) else _atom_text(result, labels)
    return Trace(tuple(rows), shown, dict(speeds), note)


NO_REVERSE_NOTE = Wording("no reverse mode before a loop whose number of turns is only known when it runs")


def _labels(flat: FlatJaxpr, names: tuple[str, ...]) -> list[str]:
    constants = [f"c{subscript(number + 1)}" for number in range(len(flat.constants))]
    steps = flat.size - flat.inputs - len(constants)
    return [*names, *constants, *(f"v{subscript(number + 1)}" for number in range(steps))]


def _rows(step: Step, labels: list[str], value: list, tangent: list, adjoint: list) -> list[Row]:
    primitive = step.equation.primitive.name
    params = step.equation.params
    if primitive in OWN_RULES:
        primitive = params[OWN_RULES[primitive]].jaxpr.debug_info.func_name
    texts = [_atom_text(atom, labels) for atom in step.inputs]
    read = tuple(labels[atom] for atom in step.inputs if isinstance(atom, int))
    kept = [number for number in step.outputs if number is not None]
    formula = formula_for(primitive, texts, params)
    rows = []
    for place, number in enumerate(kept):
        text = Wording("{0}, part {1}", formula, place + 1) if len(kept) > 1 else formula
        columns = (value[number], tangent[number], adjoint[number])
        rows.append(
            Row(labels[number], RowKind.STEP, primitive, text, read, *columns, step.columns, step.note)
        )
    return rows


def _atom_text(atom: int | Literal, labels: list[str]) -> str:
    return labels[atom] if isinstance(atom, int) else _value_text(np.asarray(atom.value))


def _value_text(value: np.ndarray) -> Wording:
    if value.shape == ():
        return number_text(value.item())
    if value.size <= SHOWN:
        return Wording(np.array2string(value, precision=6, separator=", ").replace("\n", ""))
    return Wording("array {0}", "×".join(map(str, value.shape)))


def _plain(value: Any) -> np.ndarray:
    """float64, int64 or bool; the narrow floats have no place outside JAX."""
    array = np.asarray(value)
    if array.dtype.kind == "b":
        return array
    return array.astype(np.int64 if array.dtype.kind in "iu" else np.float64)


SWEEPS = 6


def graph_of(trace: Trace) -> Graph:
    """The rows as nodes in layers, each below its last operand; every reading is an edge.

    Within a layer the order follows the middle of the neighbours, forwards and back a few times
    (Sugiyama's method), so that few edges cross.
    """
    rows = trace.rows
    place = {row.name: index for index, row in enumerate(rows)}
    reads = [[place[name] for name in dict.fromkeys(row.inputs)] for row in rows]
    layer = [0] * len(rows)
    for index, sources in enumerate(reads):
        if sources:
            layer[index] = 1 + max(layer[source] for source in sources)
        elif rows[index].kind is RowKind.STEP:
            layer[index] = 1
    chains = _chains(reads, layer)
    height = _heights(chains, layer)
    nodes = tuple(
        Node(
            row.name,
            row.formula if row.kind is RowKind.STEP else Wording(row.name),
            row.kind,
            layer[index],
            height[index],
        )
        for index, row in enumerate(rows)
    )
    edges = []
    for chain in chains:
        start, end = chain[0], chain[-1]
        across = np.arange(layer[start], layer[start] + len(chain), dtype=np.float64)
        edges.append(Edge(start, end, np.stack([across, [height[step] for step in chain]], 1)))
    return Graph(nodes, tuple(edges))


def _chains(reads: list[list[int]], layer: list[int]) -> list[list[int]]:
    """Each edge as the nodes it passes, one in every layer; those in between are made up, `layer` grows."""
    chains = []
    for index, sources in enumerate(reads):
        for source in sources:
            between = range(layer[source] + 1, layer[index])
            made_up = list(range(len(layer), len(layer) + len(between)))
            layer.extend(between)
            chains.append([source, *made_up, index])
    return chains


def _heights(chains: list[list[int]], layer: list[int]) -> list[float]:
    """y of every node, the layers centred at 0."""
    before, after = defaultdict(list), defaultdict(list)
    for chain in chains:
        for one, other in pairwise(chain):
            after[one].append(other)
            before[other].append(one)
    layers: list[list[int]] = [[] for _ in range(max(layer, default=-1) + 1)]
    for node, at in enumerate(layer):
        layers[at].append(node)
    height = [0.0] * len(layer)
    for nodes in layers:
        _spread(nodes, height)
    for turn in range(SWEEPS):
        neighbours = after if turn % 2 else before
        for nodes in reversed(layers) if turn % 2 else layers:
            middle = {
                node: _mean([height[other] for other in neighbours[node]], height[node]) for node in nodes
            }
            nodes.sort(key=middle.__getitem__)
            _spread(nodes, height)
    return height


def _spread(nodes: list[int], height: list[float]) -> None:
    for order, node in enumerate(nodes):
        height[node] = order - (len(nodes) - 1) / 2


def _mean(heights: list[float], otherwise: float) -> float:
    return sum(heights) / len(heights) if heights else otherwise
