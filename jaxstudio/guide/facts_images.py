"""What the guide's pages on images compute: arrays, kernels, random choices, devices."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from scipy.signal import convolve2d

PHOTO_SHAPE = (667, 500, 3)
SIDE = 5


def photo() -> np.ndarray:
    """uint8 (667, 500, 3), every number different from its neighbours."""
    return (np.arange(np.prod(PHOTO_SHAPE)) % 251).astype(np.uint8).reshape(PHOTO_SHAPE)


def turn_four_times() -> int:
    turned = photo()
    for _ in range(4):
        turned = np.rot90(turned)
    return int(np.count_nonzero(turned != photo()))


def gaussian_kernel(sigma: float = 1.0, mean: float = 0.0) -> np.ndarray:
    """(5, 5) float64, not normalised: 1/(2πσ²)·exp(−(d − mean)²/2σ²) at distance d from the centre."""
    row, column = np.mgrid[-2:3, -2:3]
    distance = np.hypot(row, column)
    return np.exp(-((distance - mean) ** 2) / (2 * sigma**2)) / (2 * np.pi * sigma**2)


def sharpening_kernel() -> np.ndarray:
    """(5, 5) float64: −1 everywhere and 50 in the centre, divided by the sum."""
    kernel = -np.ones((SIDE, SIDE))
    kernel[2, 2] = 50.0
    return kernel / kernel.sum()


def distinct_weights() -> list[float]:
    kernel = gaussian_kernel()
    return [float(kernel[place]) for place in ((0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2))]


BINOMIAL = np.array([[1, 2, 1], [2, 4, 2], [1, 2, 1]], np.float32) / 16
SHARPEN = np.array([[0, -1, 0], [-1, 5, -1], [0, -1, 0]], np.float32)
EMBOSS = np.array([[-2, -1, 0], [-1, 1, 1], [0, 1, 2]], np.float32)
LAPLACIAN = np.array([[0, 1, 0], [1, -4, 1], [0, 1, 0]], np.float32)


def convolved(picture: Any, kernel: np.ndarray) -> jax.Array:
    return jax.scipy.signal.convolve2d(
        jnp.asarray(picture), jnp.asarray(kernel), "valid", precision="highest"
    )


def both_ways_agree() -> bool:
    picture = np.random.default_rng(0).random((40, 50), np.float32)
    in_turn = convolved(convolved(picture, BINOMIAL), SHARPEN)
    at_once = convolved(picture, convolve2d(BINOMIAL, SHARPEN))
    return bool(np.abs(in_turn - at_once).max() < 1e-6)


def on_gray(kernel: np.ndarray) -> list[float]:
    """The kernel's sum, and what it makes of a picture that is 0.5 everywhere."""
    return [float(kernel.sum()), float(convolved(np.full((9, 9), 0.5, np.float32), kernel)[0, 0])]


BRANCHES: tuple[Callable[[Any, Any], jax.Array], ...] = (
    lambda key, picture: picture + 0.1 * jax.random.normal(key, picture.shape),
    lambda key, picture: picture[:, ::-1],
    lambda key, picture: jnp.rot90(picture),
    lambda key, picture: 1.0 - picture,
)


def augmented(key: Any) -> tuple[jax.Array, jax.Array]:
    """A (8, 8) picture after one of BRANCHES, and which one the key drew."""
    choice, rest = jax.random.split(key)
    index = jax.random.randint(choice, (), 0, len(BRANCHES))
    picture = jnp.linspace(0, 1, 64).reshape(8, 8)
    return jax.lax.switch(index, BRANCHES, rest, picture), index


def same_key_same_picture() -> bool:
    first, second = (augmented(jax.random.key(3))[0] for _ in range(2))
    return bool(jnp.array_equal(first, second))


def drawn_branches() -> list[int]:
    keys = jax.random.split(jax.random.key(0), 100)
    return sorted({int(index) for index in jax.vmap(lambda key: augmented(key)[1])(keys)})


def result_stays() -> bool:
    device = jax.local_devices()[-1]
    return (jax.device_put(jnp.ones(3), device) * 2).devices() == {device}


def ready_once_waited_for() -> bool:
    """Whether a product of matrices is there when block_until_ready returns."""
    x = jnp.ones((1000, 1000))
    return jax.jit(lambda x: x @ x)(x).block_until_ready().is_ready()


def committed() -> list[bool]:
    """Whether an array is tied to its device: one made without naming any, and one that was put there."""
    made = jnp.ones(3)
    return [made.committed, jax.device_put(made, jax.local_devices()[-1]).committed]


FACTS: Mapping[str, Callable[[], object]] = {
    "array.shape": lambda: photo().shape,
    "array.size": lambda: [photo().size, photo().nbytes],
    "array.float_bytes": lambda: (photo() / np.float32(255)).nbytes,
    "array.crop": lambda: photo()[80:220, 190:330, 1].shape,
    "array.turns": turn_four_times,
    "denoise.gaussian": distinct_weights,
    "denoise.box": lambda: float((np.ones((SIDE, SIDE)) / SIDE**2).max()),
    "denoise.sharpen": lambda: [float(sharpening_kernel()[0, 0]), float(sharpening_kernel()[2, 2])],
    "combine.shape": lambda: convolve2d(BINOMIAL, SHARPEN).shape,
    "combine.difference": both_ways_agree,
    "filters.emboss": lambda: on_gray(EMBOSS),
    "filters.edges": lambda: on_gray(LAPLACIAN),
    "augment.same": same_key_same_picture,
    "augment.branches": drawn_branches,
    "devices.committed": committed,
    "devices.process": jax.process_index,
    "devices.stays": result_stays,
    "dispatch.ready": ready_once_waited_for,
}
