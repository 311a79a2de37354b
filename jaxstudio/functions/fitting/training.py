"""Weights trained by gradient descent with ridge or lasso, some steps at a time, so that it can be paused."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache, partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from jaxstudio.errors import DataError, UsageError
from jaxstudio.functions.descent import Method, check_rate, log_rows, method_of, optimiser, repeat
from jaxstudio.functions.fitting.model import Model, Net, initial, unscaled
from jaxstudio.functions.fitting.table import Points, padded

ADAM_EPSILON = 1e-8  # optax.adam's own


class Penalty(StrEnum):
    NONE = "none"
    RIDGE = "ridge"  # strength times the sum of squares
    LASSO = "lasso"  # strength times the sum of absolute values


def penalty_of(name: str) -> Penalty:
    try:
        return Penalty(name)
    except ValueError:
        raise UsageError("penalty is {0!r}; expected one of {1}", name, ", ".join(Penalty)) from None


def cost(penalty: Penalty, weights: Any, share: Any, strength: jax.Array) -> jax.Array:
    """The penalty itself; `share` is a tree like `weights`, 1 where a weight is penalised, 0 elsewhere."""
    if penalty is Penalty.NONE:
        return jnp.zeros_like(strength)
    size = jnp.square if penalty is Penalty.RIDGE else jnp.abs
    sums = jax.tree.map(lambda leaf, part: part * size(leaf).sum(), weights, share)
    return strength * sum(jax.tree.leaves(sums))


def shrunk(
    method: Method, weights: Any, memory: Any, share: Any, strength: Any, rate: Any, momentum: Any
) -> Any:
    """The proximal step of the lasso: each penalised weight moved towards zero, and onto it if it is near.

    The distance is `strength` times the length of the step that a unit of gradient leads to in the long
    run: the rate; with momentum rate / (1 - momentum); with Adam the rate over that weight's √v. So where
    the weights come to rest, the lasso's own condition holds: a slope of ±strength, or less at zero.
    """
    match method:
        case Method.GRADIENT:
            lengths = jax.tree.map(lambda leaf: rate, weights)
        case Method.MOMENTUM | Method.NESTEROV:
            lengths = jax.tree.map(lambda leaf: rate / (1 - momentum), weights)
        case Method.ADAM:
            adam = memory[0]
            old = 1 - 0.999 ** adam.count.astype(jnp.float32)
            lengths = jax.tree.map(
                lambda second: rate / (jnp.sqrt(second / old.astype(second.dtype)) + ADAM_EPSILON), adam.nu
            )
    return jax.tree.map(
        lambda leaf, length, part: jnp.sign(leaf) * jnp.maximum(jnp.abs(leaf) - part * strength * length, 0),
        weights,
        lengths,
        share,
    )


SampleLoss = Callable[[Any, Any, Any], jax.Array]


class Data(NamedTuple):
    """`inputs` and `targets` have a leading axis of N samples; `weight`, (N,), is 0 for padding."""

    inputs: Any
    targets: Any
    weight: Any


class TrainingState(NamedTuple):
    """The whole state of a training; the same steps follow from it. Arrays and trees of arrays.

    `memory` is Optax's, `order` (N,) the samples as they were last shuffled, `ended` whether the loss
    has left all finite numbers.
    """

    weights: Any
    memory: Any
    step: Any
    order: Any
    ended: Any


class Knobs(NamedTuple):
    """The traced settings of a training; changing one compiles nothing."""

    rate: Any
    momentum: Any
    strength: Any
    share: Any


@dataclass(frozen=True)
class StepProgram:
    """The static settings of a compiled step: a sample's loss, the method, the penalty, samples a step
    (None: all).

    `watch` names the weights, scalars, that are kept at every step.
    """

    loss: SampleLoss
    method: Method
    penalty: Penalty
    batch: int | None
    watch: tuple[str, ...]


def objective(loss: SampleLoss, penalty: Penalty, weights: Any, data: Data, knobs: Knobs) -> jax.Array:
    """The weighted mean of the samples' losses, and the penalty."""
    losses = jax.vmap(loss, (None, 0, 0))(weights, data.inputs, data.targets)
    # where, because a loss that is not finite would spoil a sum even with weight 0
    weighted = jnp.where(data.weight > 0, losses * data.weight, 0)
    return weighted.sum() / data.weight.sum() + cost(penalty, weights, knobs.share, knobs.strength)


@lru_cache(maxsize=32)
def whole_loss(loss: SampleLoss, penalty: Penalty) -> Callable[..., jax.Array]:
    """The objective, compiled, of (weights, data, knobs)."""
    return jax.jit(lambda weights, data, knobs: objective(loss, penalty, weights, data, knobs))


@lru_cache(maxsize=32)
def each_gradient(loss: SampleLoss) -> Callable[..., Any]:
    """The gradient of every sample's own loss, compiled, of (weights, data)."""
    gradients = jax.vmap(jax.grad(loss), (None, 0, 0))
    return jax.jit(lambda weights, data: gradients(weights, data.inputs, data.targets))


@lru_cache(maxsize=32)
def loop_of(program: StepProgram, rows: int) -> Callable[..., Any]:
    """Up to `rows` steps, compiled, of (state, data, knobs, steps, seed): last state, rows, their number."""

    @jax.jit
    def loop(state: TrainingState, data: Data, knobs: Knobs, steps: Any, seed: Any) -> Any:
        def step(here: TrainingState) -> tuple[TrainingState, Any]:
            return one_step(program, here, data, knobs, seed)

        return repeat(step, lambda here: ~here.ended, state, steps, rows)

    return loop


def op_by_op(
    program: StepProgram, state: TrainingState, data: Data, knobs: Knobs, steps: int, seed: int
) -> Any:
    """A training step, operation by operation, not compiled."""
    rows: list[Any] = []
    while len(rows) < steps and not state.ended:
        state, row = one_step(program, state, data, knobs, seed)
        rows.append(row)
    empty = (jnp.zeros(0), jnp.zeros((0, 0)))
    return state, jax.tree.map(lambda *parts: jnp.stack(parts), *rows) if rows else empty, len(rows)


def one_step(
    program: StepProgram, state: TrainingState, data: Data, knobs: Knobs, seed: Any
) -> tuple[TrainingState, tuple[jax.Array, jax.Array]]:
    """Train one step; return also the loss before it and, if watched, the weights before it."""
    order, batch = _batch(program, state, data, seed)
    value, slope = jax.value_and_grad(_smooth, argnums=2)(program, batch, state.weights, knobs)
    rule = optimiser(program.method, knobs.rate, knobs.momentum)
    change, memory = rule.update(slope, state.memory, state.weights)
    weights = jax.tree.map(jnp.add, state.weights, change)
    if program.penalty is Penalty.LASSO:
        value += cost(program.penalty, state.weights, knobs.share, knobs.strength)
        weights = shrunk(
            program.method, weights, memory, knobs.share, knobs.strength, knobs.rate, knobs.momentum
        )
    finite = [jnp.isfinite(leaf).all() for leaf in (value, *jax.tree.leaves(slope))]
    ended = ~jnp.stack(finite).all()
    after = TrainingState(weights, memory, state.step + 1, order, ended)
    before = state._replace(ended=ended)
    kept = jax.tree.map(lambda new, old: jnp.where(ended, old, new), after, before)
    watched = [state.weights[name] for name in program.watch]
    return kept, (value, jnp.stack(watched) if watched else jnp.zeros(0))


def _smooth(program: StepProgram, batch: Data, weights: Any, knobs: Knobs) -> jax.Array:
    """Return the differentiable part of the loss: everything but the lasso's penalty."""
    penalty = Penalty.NONE if program.penalty is Penalty.LASSO else program.penalty
    return objective(program.loss, penalty, weights, batch, knobs)


def _batch(program: StepProgram, state: TrainingState, data: Data, seed: Any) -> tuple[jax.Array, Data]:
    """The samples of this step, every one once before any comes again, shuffled anew for each round."""
    if program.batch is None:
        return state.order, data
    real = data.weight > 0
    # what does not fill a batch is left out of this round
    rounds = jnp.maximum(real.sum() // program.batch, 1)
    place = state.step % rounds
    order = jax.lax.cond(place == 0, _shuffled, _as_it_is, state.order, real, state.step, seed)
    chosen = jax.lax.dynamic_slice(order, (place * program.batch,), (program.batch,))
    return order, jax.tree.map(lambda column: column[chosen], data)


# Functions of the module, so that the choice between them is compiled once, in steps op by op too.


def _shuffled(order: jax.Array, real: jax.Array, step: Any, seed: Any) -> jax.Array:
    drawn = jax.random.uniform(jax.random.fold_in(jax.random.key(seed), step), real.shape)
    return jnp.argsort(jnp.where(real, drawn, 2)).astype(jnp.int32)


def _as_it_is(order: jax.Array, real: jax.Array, step: Any, seed: Any) -> jax.Array:
    return order


@dataclass(frozen=True)
class Progress:
    """The result of `advance`. `losses[i]` is the loss before step `first + i`; float64 (n,).

    `path`: (n, m), the watched weights that belong to these losses, float64. `diverged`: the last loss was
    not finite; that step was not taken, and none will be.
    """

    first: int
    losses: np.ndarray
    path: np.ndarray | None
    diverged: bool
    seconds: float

    @property
    def steps(self) -> int:
        return len(self.losses)


class Training:
    """The loss is the weighted mean of `loss(weights, input, target)` over the samples, plus the penalty.

    `rate`, `momentum` and `strength` may be set between calls. `share` is a tree like `weights`: 1 where
    the penalty counts a weight. `watch` names the weights, scalars, that are kept at every step. `unit`
    multiplies the losses that are reported; `to_parameters` makes the model's parameters. Computes
    only inside `advance`; holds no thread. Raises UsageError for an unknown method or penalty, or a number
    out of range.
    """

    def __init__(
        self,
        loss: SampleLoss,
        data: Data,
        weights: Any,
        *,
        method: str = Method.ADAM,
        rate: float = 0.01,
        momentum: float = 0.9,
        penalty: str = Penalty.NONE,
        strength: float = 0.0,
        share: Any = None,
        batch: int | None = None,
        seed: int = 0,
        watch: tuple[str, ...] = (),
        unit: float = 1.0,
        to_parameters: Callable[[Any], Any] = lambda weights: weights,
    ) -> None:
        self.data, self.seed = jax.tree.map(jnp.asarray, data), seed
        self.samples = int((np.asarray(data.weight) > 0).sum())
        if batch is not None and not 1 <= batch <= self.samples:
            raise UsageError("batch is {0}; expected 1 to {1} samples a step, or all", batch, self.samples)
        self.rate, self.momentum, self.strength = rate, momentum, strength
        self.unit, self._to_parameters = unit, to_parameters
        self._program = StepProgram(loss, method_of(method), penalty_of(penalty), batch, watch)
        self._share = jax.tree.map(lambda leaf: 1.0, weights) if share is None else share
        self._state = _beginning(self._program, weights, len(data.weight))
        self._check()

    @property
    def step(self) -> int:
        """The number of steps taken."""
        return int(self._state.step)

    @property
    def names(self) -> tuple[str, ...]:
        """The watched weights, in the order of the columns of `Progress.path`."""
        return self._program.watch

    @property
    def weights(self) -> Any:
        """The weights as they are trained."""
        return self._state.weights

    @property
    def parameters(self) -> Any:
        """The weights as the model takes them."""
        return self._to_parameters(self._state.weights)

    @property
    def state(self) -> TrainingState:
        return self._state

    def resume(self, state: TrainingState) -> None:
        """Go on from a state of a training of the same kind and data."""
        self._state = state

    def advance(self, steps: int = 1, *, jit: bool = True) -> Progress:
        """Take up to `steps` steps, fewer only if the loss leaves all finite numbers.

        Without `jit` the same steps are taken by Python, one operation after the other, for comparison.
        """
        self._check()
        began, first = time.perf_counter(), self.step
        loop = loop_of(self._program, log_rows(steps)) if jit else partial(op_by_op, self._program)
        self._state, (losses, path), done = loop(self._state, self.data, self._knobs(), steps, self.seed)
        count = int(done)
        return Progress(
            first,
            self.unit * np.asarray(losses, np.float64)[:count],
            np.asarray(path)[:count] if self._program.watch else None,
            bool(self._state.ended),
            time.perf_counter() - began,
        )

    def loss(self) -> float:
        """The loss over all samples, now."""
        whole = whole_loss(self._program.loss, self._program.penalty)
        return self.unit * float(whole(self._state.weights, self.data, self._knobs()))

    def sample_gradients(self) -> Any:
        """The gradient of each sample's own loss, a tree like the weights with a leading axis of samples."""
        gradients = each_gradient(self._program.loss)(self._state.weights, self.data)
        return jax.tree.map(lambda leaf: self.unit * np.asarray(leaf)[: self.samples], gradients)

    def _check(self) -> None:
        check_rate(self.rate, self.momentum)
        if not 0 <= self.strength < float("inf"):
            raise UsageError("strength is {0}; expected 0 or more", self.strength)

    def _knobs(self) -> Knobs:
        dtype = jnp.result_type(*jax.tree.leaves(self._state.weights))
        return Knobs(
            rate=jnp.asarray(self.rate, dtype),
            momentum=jnp.asarray(self.momentum, dtype),
            strength=jnp.asarray(self.strength / self.unit, dtype),
            share=jax.tree.map(lambda part: jnp.asarray(part, dtype), self._share),
        )


def _beginning(program: StepProgram, weights: Any, samples: int) -> TrainingState:
    weights = jax.tree.map(jnp.asarray, weights)
    memory = optimiser(program.method, jnp.float32(0), jnp.float32(0)).init(weights)
    return TrainingState(
        weights, memory, jnp.int32(0), jnp.arange(samples, dtype=jnp.int32), jnp.asarray(False)
    )


def train(
    model: Model,
    points: Points,
    start: Mapping[str, float] | None = None,
    *,
    method: str = Method.ADAM,
    rate: float = 0.01,
    momentum: float = 0.9,
    penalty: str = Penalty.NONE,
    strength: float = 0.0,
    penalised: Iterable[str] | None = None,
    batch: int | None = None,
    seed: int = 0,
) -> Training:
    """A training that makes the mean of (f(x) - y)² small, each point weighed by 1 / sigma².

    Scalars begin at `start` (1 where nothing is given), weights of networks as `seed` draws them, which
    also shuffles the samples if `batch` of them are taken a step. The penalty is `strength` times the sum
    of squares (ridge) or absolute values (lasso, by a proximal step) of the parameters named in
    `penalised`, by default all; of a network its weights count, not its biases. A network that is the
    whole model is trained on points brought to mean 0 and deviation 1; `parameters` undo that.

    `training.advance(n)` takes n steps, `training.parameters` is p for drawing model.f(x, p).
    """
    model.check(points)
    scalars = model.started(start, {})
    names = (*scalars, *(net.name for net in model.networks))
    if not names:
        raise DataError("the model has no parameter; expected at least one, as a in y ~ a x")
    counted = set(names if penalised is None else penalised)
    unknown = ", ".join(sorted(counted - set(names)))
    if unknown:
        raise DataError("there is no parameter {0}; expected one of {1}", unknown, ", ".join(names))
    weights: dict[str, Any] = {name: jnp.asarray(value, float) for name, value in scalars.items()}
    share: dict[str, Any] = {name: float(name in counted) for name in scalars}
    for number, net in enumerate(model.networks):
        layers = initial(seed + number, net.widths, net.activation)
        weights[net.name] = layers
        share[net.name] = [(float(net.name in counted), 0.0) for _ in layers]
    alone = model.networks[0] if model.is_network else None
    scale = _Scale(points) if alone else None
    data = padded(scale.scaled(points) if scale else points)
    return Training(
        squared_error(model.f),
        Data(data.inputs.T, data.y, data.weight**2),
        weights,
        method=method,
        rate=rate,
        momentum=momentum,
        penalty=penalty,
        strength=strength,
        share=share,
        batch=batch,
        seed=seed,
        watch=tuple(scalars),
        unit=scale.unit if scale else 1.0,
        to_parameters=partial(scale.undone, alone) if scale and alone else dict,
    )


@lru_cache(maxsize=64)
def squared_error(f: Callable[..., jax.Array]) -> Callable[[Any, Any, Any], jax.Array]:
    """(f(*inputs, p) - y)² of one point."""
    return lambda p, inputs, y: (f(*inputs, p) - y) ** 2


class _Scale:
    """Points brought to mean 0 and standard deviation 1, and a network brought back."""

    def __init__(self, points: Points) -> None:
        self.middle, self.spread = points.inputs.mean(1), _spread(points.inputs)
        self.y_middle, self.y_spread = points.y.mean(), float(_spread(points.y))
        self.unit = self.y_spread**2

    def scaled(self, points: Points) -> Points:
        inputs = (points.inputs - self.middle[:, None]) / self.spread[:, None]
        return Points(inputs, (points.y - self.y_middle) / self.y_spread, points.sigma, points.names)

    def undone(self, net: Net, weights: Mapping[str, Any]) -> dict[str, Any]:
        layers = unscaled(weights[net.name], self.middle, self.spread, self.y_middle, self.y_spread)
        return {**weights, net.name: layers}


def _spread(values: np.ndarray) -> np.ndarray:
    """The standard deviation, 1 where it is 0."""
    spread = np.asarray(values.std(-1))
    return np.where(spread > 0, spread, 1.0)
