"""Computations of the guide's pages on images, precision, derivatives, descent and fits."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import sympy  # type: ignore[import-untyped]
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
    """The kernel's sum, and its result on a picture that is 0.5 everywhere."""
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
    """Whether an array is tied to its device: one made without a device, and one that was put on it."""
    made = jnp.ones(3)
    return [made.committed, jax.device_put(made, jax.local_devices()[-1]).committed]


IMAGES: Mapping[str, Callable[[], object]] = {
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


AT = 11.0


def four_ways(x: Any) -> Any:
    return x**4 + 12 * x + 1 / x


def swelling(x: Any) -> Any:
    return (2 * x + 7) * (17 * x**2 - 3 * x) * (x**2 - 1 / x) * (x**3 + 21 * x) / (17 * x - 5 / x**2)


def in_float64(compute: Callable[[], object]) -> Callable[[], object]:
    """Run with 64 bits switched on."""

    def run() -> object:
        with jax.enable_x64(True):
            return compute()

    return run


def symbolic_slope() -> float:
    x = sympy.Symbol("x")
    return float(sympy.diff(four_ways(x), x).subs(x, int(AT)).evalf(20))


def nested(function: Callable[..., Any], order: int) -> Callable[..., Any]:
    for _ in range(order):
        function = jax.grad(function)
    return function


def out_of_bounds() -> list[int]:
    x = jnp.array([1, 2, 3])
    return [int(x[jnp.int32(9)]), *(int(value) for value in x.at[9].set(7))]


def wraps_around() -> list[int]:
    return [int(value) for value in jnp.array([254, 255, 256, 257], jnp.int32).astype(jnp.uint8)]


def sums() -> list[str]:
    brain, half = jnp.ones((), jnp.bfloat16), jnp.ones((), jnp.float16)
    with jax.numpy_dtype_promotion("standard"):
        return [str((brain + half).dtype), str((brain + brain).dtype)]


def refused() -> bool:
    try:
        jax.grad(lambda x: x**2)(jnp.ones(3))
    except TypeError:
        return True
    return False


def stationary_points() -> list[float]:
    """Roots of the derivative of x³ − 3x by Newton's method, from both sides: a maximum and a minimum."""
    slope = jax.grad(lambda x: x**3 - 3 * x)
    found = []
    for x in (-2.0, 2.0):
        for _ in range(30):
            x = x - slope(x) / jax.grad(slope)(x)
        found.append(float(x))
    return found


def descended() -> bool:
    x, slope = 3.0, jax.grad(lambda x: x**2)
    for _ in range(100):
        x = x - 0.1 * slope(x)
    return bool(abs(x) < 1e-9)


def distance(x: Any, y: Any, p: float = 1.0) -> Any:
    return jnp.sum(jnp.abs(x - y) ** p) ** (1 / p)


def distance_slopes() -> list[float]:
    of_x, of_y = jax.grad(distance, (0, 1))(jnp.ones(3), jnp.full(3, 2.0))
    return [float(of_x[0]), float(of_y[0])]


def stopped() -> list[float]:
    slopes = jax.grad(lambda x, y: x**2 + jax.lax.stop_gradient(y**2), (0, 1))(1.0, 1.0)
    return [float(slope) for slope in slopes]


def pair(x: Any) -> Any:
    return jnp.stack([x[0] ** 2 + x[1] ** 2 - x[1] * x[2], x[0] ** 2 - x[1] ** 2 + 3 * x[0] * x[2]])


POINT = np.array([3.0, 4.0, 5.0], np.float32)


def flat(values: Any) -> list[float]:
    return [float(value) for value in np.asarray(values).ravel()]


def traced(x: Any, y: Any) -> tuple[Any, Any, Any]:
    product = x * y
    return product, jnp.sin(product), product + jnp.sin(product)


def wavy_points() -> tuple[np.ndarray, np.ndarray]:
    """1,000 points of y = 65 + 1.8x + 40·cos(x) with noise of deviation 10."""
    x = np.linspace(0, 10 * np.pi, 1000)
    noise = np.asarray(jax.random.normal(jax.random.key(0), (1000,)), np.float64)
    return x, 65 + 1.8 * x + 40 * np.cos(x) + 10 * noise


def line_slope() -> bool:
    x, y = wavy_points()
    return bool(abs(np.polyfit(x, y, 1)[0] - 1.8) < 0.2)


def residual_deviation() -> bool:
    x, y = wavy_points()
    columns = np.stack([np.ones_like(x), x, np.cos(x)], axis=1)
    weights = np.linalg.lstsq(columns, y, rcond=None)[0]
    return bool(abs(np.std(y - columns @ weights) - 10) < 1)


def network_learns() -> bool:
    """Layers 1-128-128-1 with relu on 128 points of x² in [−1, 1], 1,000 steps of gradient descent."""
    x = jnp.linspace(-1, 1, 128)[:, None]
    y = x**2
    widths = (1, 128, 128, 1)
    keys = jax.random.split(jax.random.key(0), len(widths) - 1)
    layers = [
        (jax.random.normal(key, (into, out)) * np.float32(np.sqrt(2 / into)), jnp.zeros(out))
        for key, into, out in zip(keys, widths[:-1], widths[1:], strict=True)
    ]

    def loss(layers: Any) -> Any:
        value = x
        for weights, bias in layers[:-1]:
            value = jax.nn.relu(value @ weights + bias)
        weights, bias = layers[-1]
        return jnp.mean((value @ weights + bias - y) ** 2)

    def step(_: Any, layers: Any) -> Any:
        slopes = jax.grad(loss)(layers)
        return jax.tree.map(lambda value, slope: value - 0.01 * slope, layers, slopes)

    return bool(jax.jit(lambda layers: loss(jax.lax.fori_loop(0, 1000, step, layers)))(layers) < 0.02)


def face_pictures() -> tuple[int, ...]:
    from jaxstudio.functions.fitting.classify import faces

    return faces()[0].reshape(-1, 25, 25).shape


NUMBERS: Mapping[str, Callable[[], object]] = {
    "precision.default": lambda: str(jnp.asarray(1.0).dtype),
    "precision.largest": lambda: [float(jnp.finfo(kind).max) for kind in (jnp.float16, jnp.bfloat16)],
    "precision.sum": sums,
    "precision.casts": wraps_around,
    "precision.bounds": out_of_bounds,
    "four_ways.value": in_float64(lambda: float(jax.jit(four_ways)(AT))),
    "four_ways.by_hand": lambda: 4 * AT**3 + 12 - 1 / AT**2,
    "four_ways.symbolic": symbolic_slope,
    "four_ways.difference": lambda: (four_ways(AT + 1e-6) - four_ways(AT)) / 1e-6,
    "four_ways.float32": lambda: float(jax.grad(four_ways)(jnp.float32(AT))),
    "four_ways.higher": in_float64(lambda: [float(nested(four_ways, order)(AT)) for order in (2, 3)]),
    "swell.value": in_float64(lambda: float(jax.grad(swelling)(2.0))),
    "orders.relu": lambda: [float(jax.grad(jax.nn.relu)(x)) for x in (-2.0, 2.0)],
    "orders.exponential": lambda: [float(nested(lambda x: jnp.exp(-x), n)(1.0)) for n in range(3)],
    "orders.square": lambda: [float(nested(lambda x: x**2, n)(3.0)) for n in (1, 2)],
    "orders.mapped": lambda: jax.vmap(jax.grad(lambda x: x**3))(jnp.linspace(-10, 10, 500)).shape,
    "orders.refusal": refused,
    "extrema.cubic": in_float64(stationary_points),
    "extrema.flat": lambda: [float(nested(lambda x: x**4, order)(0.0)) for order in (1, 2, 3, 4)],
    "extrema.descent": descended,
    "several.distance": distance_slopes,
    "several.stopped": stopped,
    "several.value": lambda: flat(pair(POINT)),
    "several.jacobian": lambda: flat(jax.jacrev(pair)(POINT)),
    "several.product": lambda: flat(jax.jvp(pair, (POINT,), (np.ones(3, np.float32),))[1]),
    "several.hessian": lambda: flat(jax.hessian(lambda x: pair(x)[1])(POINT)),
    "trace.values": lambda: flat(traced(7.0, 2.0)),
    "trace.tangents": lambda: flat(jax.jvp(lambda x: jnp.stack(traced(x, 2.0)), (7.0,), (1.0,))[1]),
    "trace.adjoints": lambda: flat(jax.grad(lambda x, y: traced(x, y)[2], (0, 1))(7.0, 2.0)),
    "line.slope": line_slope,
    "line.residual": residual_deviation,
    "network.loss": network_learns,
    "classify.pictures": face_pictures,
}
