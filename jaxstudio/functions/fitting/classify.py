"""A network with one hidden layer that classifies images, trained epoch by epoch; images of faces."""

from __future__ import annotations

import time
from functools import lru_cache
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxstudio.errors import DataError
from jaxstudio.functions.fitting.epochs import Epoch
from jaxstudio.functions.fitting.model import dense, initial
from jaxstudio.functions.fitting.training import Data, Training, TrainingState


def faces() -> tuple[np.ndarray, np.ndarray]:
    """200 pictures of 25 by 25 pixels, uint8 (200, 25, 25), and whether each is a face, int32 (200,).

    They ship with scikit-image: a part of Labeled Faces in the Wild (Huang et al., 2012).
    """
    from skimage.data import lfw_subset

    pictures = np.asarray(lfw_subset())
    if pictures.dtype.kind == "f":
        pictures = np.rint(pictures * 255).astype(np.uint8)
    return pictures, np.repeat([1, 0], 100).astype(np.int32)


class Classification:
    """Training of a network on pictures, (n, h, w), with labels from 0 up, (n,).

    `test_share` of each label's pictures, drawn by `seed`, is kept for testing: `tested`, bool (n,). Pixels
    are brought to mean 0 and deviation 1 over the training pictures. float32; relu; cross-entropy of a
    softmax.
    """

    def __init__(
        self,
        pictures: np.ndarray,
        labels: np.ndarray,
        *,
        hidden: int = 512,
        test_share: float = 0.2,
        method: str = "adam",
        rate: float = 1e-3,
        batch: int = 32,
        seed: int = 0,
    ) -> None:
        if len(pictures) != len(labels):
            raise DataError(
                "there are {0} pictures and {1} labels; expected as many", len(pictures), len(labels)
            )
        inputs = np.reshape(pictures, (len(pictures), -1)).astype(np.float32)
        train, test = _split(np.asarray(labels), test_share, seed)
        self.tested = np.isin(np.arange(len(labels)), test)
        self._middle, self._spread = inputs[train].mean(), inputs[train].std()
        inputs = (inputs - self._middle) / self._spread
        targets = np.asarray(labels, np.int32)
        self._train, self._test = (inputs[train], targets[train]), (inputs[test], targets[test])
        widths = (inputs.shape[1], hidden, int(targets.max()) + 1)
        self.training = Training(
            cross_entropy,
            Data(*self._train, np.ones(len(train), np.float32)),
            initial(seed, widths, dtype=jnp.float32),
            method=method,
            rate=rate,
            batch=min(batch, len(train)),
            seed=seed,
        )
        self._steps = max(len(train) // batch, 1)
        self.epochs = 0

    @property
    def state(self) -> TrainingState:
        return self.training.state

    def resume(self, state: TrainingState) -> None:
        """Go on from a state of the same kind of classification."""
        self.training.resume(state)
        self.epochs = self.training.step // self._steps

    def advance(self, *, jit: bool = True) -> Epoch:
        """Train one epoch: every training picture once, except the last incomplete batch."""
        began = time.perf_counter()
        progress = self.training.advance(self._steps, jit=jit)
        seconds = time.perf_counter() - began
        self.epochs += 1
        loss = float(progress.losses.mean())
        accuracies = self._accuracy(*self._train), self._accuracy(*self._test)
        return Epoch(self.epochs, loss, *accuracies, seconds, jit)

    def predicted(self, pictures: np.ndarray) -> np.ndarray:
        """The label that the network gives each picture, int32 (n,)."""
        inputs = np.reshape(pictures, (len(pictures), -1)).astype(np.float32)
        return np.asarray(_labels()(self.training.weights, (inputs - self._middle) / self._spread))

    def _accuracy(self, inputs: np.ndarray, labels: np.ndarray) -> float:
        return float((np.asarray(_labels()(self.training.weights, inputs)) == labels).mean())


def cross_entropy(weights: Any, pixels: jax.Array, label: jax.Array) -> jax.Array:
    """The negative logarithm of the probability that the network gives the right label."""
    return -jax.nn.log_softmax(dense(weights, pixels))[label]


@lru_cache(maxsize=1)
def _labels() -> Any:
    outputs = jax.vmap(dense, (None, 0))
    return jax.jit(lambda weights, inputs: outputs(weights, inputs).argmax(1).astype(jnp.int32))


def _split(labels: np.ndarray, test_share: float, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Indices for training and for testing, of every label alike."""
    random = np.random.default_rng(seed)
    train, test = [], []
    for label in np.unique(labels):
        drawn = random.permutation(np.flatnonzero(labels == label))
        kept = round(test_share * len(drawn))
        test.append(drawn[:kept])
        train.append(drawn[kept:])
    return np.sort(np.concatenate(train)), np.sort(np.concatenate(test))
