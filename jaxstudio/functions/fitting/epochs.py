"""What the training of a classifier tells, as values: each epoch, and what jit gains."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Epoch:
    """After epoch `number`: `loss` is the mean cross-entropy of its steps, the accuracies from 0 to 1.

    `seconds` is the time of its steps, which `jit` says were compiled.
    """

    number: int
    loss: float
    accuracy: float
    test_accuracy: float
    seconds: float
    jit: bool = True


@dataclass(frozen=True)
class JitTimes:
    """Seconds an epoch takes; `compiling` is what the first one took more."""

    with_jit: float
    without_jit: float
    compiling: float

    @property
    def factor(self) -> float:
        return self.without_jit / self.with_jit
