"""Weights trained by descent, some steps at a time: to be paused, resumed and stopped between any two."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxstudio.errors import UsageError
from jaxstudio.functions.descent.methods import Method, check_rate, method_of, optimiser
from jaxstudio.functions.descent.repeat import log_rows
from jaxstudio.functions.fitting.penalties import Penalty, penalty_of
from jaxstudio.functions.fitting.steps import (
    Data,
    Knobs,
    Plan,
    SampleLoss,
    TrainingState,
    each_gradient,
    loop_of,
    op_by_op,
    whole_loss,
)


@dataclass(frozen=True)
class Progress:
    """What `advance` did. `losses[i]` is the loss before step `first + i`; float64 (n,).

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
    multiplies the losses that are reported; `shown` makes of the weights what the model takes. Computes
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
        shown: Callable[[Any], Any] = lambda weights: weights,
    ) -> None:
        self.data, self.seed = jax.tree.map(jnp.asarray, data), seed
        self.samples = int((np.asarray(data.weight) > 0).sum())
        if batch is not None and not 1 <= batch <= self.samples:
            raise UsageError(f"batch is {batch}; expected 1 to {self.samples} samples a step, or all")
        self.rate, self.momentum, self.strength = rate, momentum, strength
        self.unit, self._shown = unit, shown
        self._plan = Plan(loss, method_of(method), penalty_of(penalty), batch, watch)
        self._share = jax.tree.map(lambda leaf: 1.0, weights) if share is None else share
        self._state = _beginning(self._plan, weights, len(data.weight))
        self._check()

    @property
    def step(self) -> int:
        """How many steps have been taken."""
        return int(self._state.step)

    @property
    def names(self) -> tuple[str, ...]:
        """The watched weights, in the order of the columns of `Progress.path`."""
        return self._plan.watch

    @property
    def weights(self) -> Any:
        """The weights as they are trained."""
        return self._state.weights

    @property
    def parameters(self) -> Any:
        """The weights as the model takes them."""
        return self._shown(self._state.weights)

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
        loop = loop_of(self._plan, log_rows(steps)) if jit else partial(op_by_op, self._plan)
        self._state, (losses, path), done = loop(self._state, self.data, self._knobs(), steps, self.seed)
        count = int(done)
        return Progress(
            first,
            self.unit * np.asarray(losses, np.float64)[:count],
            np.asarray(path)[:count] if self._plan.watch else None,
            bool(self._state.ended),
            time.perf_counter() - began,
        )

    def loss(self) -> float:
        """The loss over all samples, now."""
        whole = whole_loss(self._plan.loss, self._plan.penalty)
        return self.unit * float(whole(self._state.weights, self.data, self._knobs()))

    def sample_gradients(self) -> Any:
        """The gradient of each sample's own loss, a tree like the weights with a leading axis of samples."""
        gradients = each_gradient(self._plan.loss)(self._state.weights, self.data)
        return jax.tree.map(lambda leaf: self.unit * np.asarray(leaf)[: self.samples], gradients)

    def _check(self) -> None:
        check_rate(self.rate, self.momentum)
        if not 0 <= self.strength < float("inf"):
            raise UsageError(f"strength is {self.strength}; expected 0 or more")

    def _knobs(self) -> Knobs:
        dtype = jnp.result_type(*jax.tree.leaves(self._state.weights))
        return Knobs(
            rate=jnp.asarray(self.rate, dtype),
            momentum=jnp.asarray(self.momentum, dtype),
            strength=jnp.asarray(self.strength / self.unit, dtype),
            share=jax.tree.map(lambda part: jnp.asarray(part, dtype), self._share),
        )


def _beginning(plan: Plan, weights: Any, samples: int) -> TrainingState:
    weights = jax.tree.map(jnp.asarray, weights)
    memory = optimiser(plan.method, jnp.float32(0), jnp.float32(0)).init(weights)
    return TrainingState(
        weights, memory, jnp.int32(0), jnp.arange(samples, dtype=jnp.int32), jnp.asarray(False)
    )
