"""One step of a descent on a loss over samples, and the loop of many; a slope, a step, a shrinking."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp

from jaxstudio.functions.descent.methods import Method, optimiser
from jaxstudio.functions.descent.repeat import repeat
from jaxstudio.functions.fitting.penalties import Penalty, cost, shrunk

SampleLoss = Callable[[Any, Any, Any], jax.Array]


class Data(NamedTuple):
    """`inputs` and `targets` have a leading axis of N samples; `weight`, (N,), is 0 for those of padding."""

    inputs: Any
    targets: Any
    weight: Any


class TrainingState(NamedTuple):
    """All that a training is in the middle of; from it the same steps follow. Arrays and trees of arrays.

    `memory` is Optax's, `order` (N,) the samples as they were last shuffled, `ended` whether the loss
    has left all finite numbers.
    """

    weights: Any
    memory: Any
    step: Any
    order: Any
    ended: Any


class Knobs(NamedTuple):
    """What is traced: turning it compiles nothing."""

    rate: Any
    momentum: Any
    strength: Any
    share: Any


@dataclass(frozen=True)
class Plan:
    """What is compiled for: the loss of one sample, the method, the penalty, samples a step (None: all).

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
def loop_of(plan: Plan, rows: int) -> Callable[..., Any]:
    """Up to `rows` steps, compiled, of (state, data, knobs, steps, seed): last state, rows, their number."""

    @jax.jit
    def loop(state: TrainingState, data: Data, knobs: Knobs, steps: Any, seed: Any) -> Any:
        def step(here: TrainingState) -> tuple[TrainingState, Any]:
            return one_step(plan, here, data, knobs, seed)

        return repeat(step, lambda here: ~here.ended, state, steps, rows)

    return loop


def op_by_op(plan: Plan, state: TrainingState, data: Data, knobs: Knobs, steps: int, seed: int) -> Any:
    """The same, not compiled."""
    rows: list[Any] = []
    while len(rows) < steps and not state.ended:
        state, row = one_step(plan, state, data, knobs, seed)
        rows.append(row)
    empty = (jnp.zeros(0), jnp.zeros((0, 0)))
    return state, jax.tree.map(lambda *parts: jnp.stack(parts), *rows) if rows else empty, len(rows)


def one_step(
    plan: Plan, state: TrainingState, data: Data, knobs: Knobs, seed: Any
) -> tuple[TrainingState, tuple[jax.Array, jax.Array]]:
    """One step; with the loss before it and, if watched, the weights before it."""
    order, batch = _batch(plan, state, data, seed)
    value, slope = jax.value_and_grad(_smooth, argnums=2)(plan, batch, state.weights, knobs)
    rule = optimiser(plan.method, knobs.rate, knobs.momentum)
    change, memory = rule.update(slope, state.memory, state.weights)
    weights = jax.tree.map(jnp.add, state.weights, change)
    if plan.penalty is Penalty.LASSO:
        value += cost(plan.penalty, state.weights, knobs.share, knobs.strength)
        weights = shrunk(
            plan.method, weights, memory, knobs.share, knobs.strength, knobs.rate, knobs.momentum
        )
    finite = [jnp.isfinite(leaf).all() for leaf in (value, *jax.tree.leaves(slope))]
    ended = ~jnp.stack(finite).all()
    after = TrainingState(weights, memory, state.step + 1, order, ended)
    before = state._replace(ended=ended)
    kept = jax.tree.map(lambda new, old: jnp.where(ended, old, new), after, before)
    watched = [state.weights[name] for name in plan.watch]
    return kept, (value, jnp.stack(watched) if watched else jnp.zeros(0))


def _smooth(plan: Plan, batch: Data, weights: Any, knobs: Knobs) -> jax.Array:
    """What has a slope: everything but the lasso's penalty."""
    penalty = Penalty.NONE if plan.penalty is Penalty.LASSO else plan.penalty
    return objective(plan.loss, penalty, weights, batch, knobs)


def _batch(plan: Plan, state: TrainingState, data: Data, seed: Any) -> tuple[jax.Array, Data]:
    """The samples of this step, every one once before any comes again, shuffled anew for each round."""
    if plan.batch is None:
        return state.order, data
    real = data.weight > 0
    # what does not fill a batch is left out of this round
    rounds = jnp.maximum(real.sum() // plan.batch, 1)
    place = state.step % rounds
    order = jax.lax.cond(place == 0, _shuffled, _as_it_is, state.order, real, state.step, seed)
    chosen = jax.lax.dynamic_slice(order, (place * plan.batch,), (plan.batch,))
    return order, jax.tree.map(lambda column: column[chosen], data)


# Functions of the module, so that the choice between them is compiled once, in steps op by op too.


def _shuffled(order: jax.Array, real: jax.Array, step: Any, seed: Any) -> jax.Array:
    drawn = jax.random.uniform(jax.random.fold_in(jax.random.key(seed), step), real.shape)
    return jnp.argsort(jnp.where(real, drawn, 2)).astype(jnp.int32)


def _as_it_is(order: jax.Array, real: jax.Array, step: Any, seed: Any) -> jax.Array:
    return order
