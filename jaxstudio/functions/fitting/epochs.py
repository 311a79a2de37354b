"""An epoch in the training of a classifier."""

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
