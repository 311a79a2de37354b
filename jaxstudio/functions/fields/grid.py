"""A function of several variables evaluated: at many points by kernels of one shape, on grids, at one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxstudio.errors import UsageError
from jaxstudio.functions.protocol.scene import Boxes, Ellipse, HessianAt, JacobianAt, ProductsAt, View

# large enough that a call's overhead (0.2 ms) is small beside the work
PIXELS = 1 << 14
# small enough that a few points are cheap: most calls polish a few
POINTS = 1 << 11

Field = Callable[..., Any]
Parameters = Mapping[str, Any]


@dataclass(frozen=True)
class Kernel:
    """A compiled function of f, p and columns of `chunk` numbers, giving arrays of `chunk` rows."""

    run: Callable[..., tuple[jax.Array, ...]]
    chunk: int


def kernel(chunk: int) -> Callable[[Callable[..., tuple[jax.Array, ...]]], Kernel]:
    """Make a function of f, p and columns a kernel."""
    return lambda run: Kernel(jax.jit(run, static_argnums=0), chunk)


def traced(p: Parameters) -> dict[str, Any]:
    """Parameters as strong floats, so that 2, 2.0 and np.float64(2) are one type to the compiler."""
    return {name: jax.tree.map(lambda leaf: np.asarray(leaf, np.float64), value) for name, value in p.items()}


def number(f: Field, p: Parameters) -> Field:
    """f as a function of its variables whose result is a float, whatever it was (a truth value is 0 or 1)."""

    def value(*variables: jax.Array) -> jax.Array:
        result = jnp.asarray(f(*variables, p))
        if result.shape != ():
            raise TypeError(f"a field has one number at each point, this function has shape {result.shape}")
        return result.astype(float)

    return value


def sampled(kernel: Kernel, f: Field, p: Parameters, *columns: np.ndarray) -> list[np.ndarray]:
    """The kernel's results at all points: each of shape (n, …) for columns of shape (n,).

    It runs even for no points at all: whatever a later frame may need is then compiled by the first.
    """
    count, chunk = len(columns[0]), kernel.chunk
    p = traced(p)
    parts = []
    for start in range(0, max(count, 1), chunk):
        results = kernel.run(f, p, *(_filled(column[start : start + chunk], chunk) for column in columns))
        parts.append([np.asarray(result)[: count - start] for result in results])
    return [part[0] if len(part) == 1 else np.concatenate(part) for part in zip(*parts, strict=True)]


def _filled(column: np.ndarray, chunk: int) -> np.ndarray:
    if len(column) == chunk:
        return column
    full = np.zeros(chunk, np.float64)
    full[: len(column)] = column
    full[len(column) :] = column[-1] if len(column) else 0.5
    return full


@kernel(PIXELS)
def values(f: Field, p: Parameters, x: jax.Array, y: jax.Array) -> tuple[jax.Array]:
    """f at the points."""
    return (jax.vmap(number(f, p))(x, y),)


@kernel(POINTS)
def pairs(f: Field, p: Parameters, x: jax.Array, y: jax.Array) -> tuple[jax.Array]:
    """The two numbers that f gives at the points, (…, 2)."""

    def at(x: jax.Array, y: jax.Array) -> jax.Array:
        return jnp.stack([jnp.asarray(each, x.dtype) for each in f(x, y, p)])

    return (jax.vmap(at)(x, y),)


@kernel(POINTS)
def slopes(f: Field, p: Parameters, x: jax.Array, y: jax.Array) -> tuple[jax.Array, ...]:
    """f, ∂f/∂x and ∂f/∂y at the points. Forward mode: it also passes through loops that do not reverse."""

    def at(x: jax.Array, y: jax.Array) -> tuple[jax.Array, ...]:
        value, along = jax.linearize(number(f, p), x, y)
        one, none = jnp.ones_like(x), jnp.zeros_like(x)
        return value, along(one, none), along(none, one)

    return jax.vmap(at)(x, y)


@kernel(POINTS)
def curvatures(f: Field, p: Parameters, x: jax.Array, y: jax.Array) -> tuple[jax.Array, ...]:
    """f, its gradient (…, 2) and its Hessian (…, 2, 2) at the points."""
    height = number(f, p)

    def at(point: jax.Array) -> tuple[jax.Array, ...]:
        def value_twice(point: jax.Array) -> tuple[jax.Array, jax.Array]:
            value = height(point[0], point[1])
            return value, value

        def gradient(point: jax.Array) -> tuple[jax.Array, tuple[jax.Array, jax.Array]]:
            slope, value = jax.jacfwd(value_twice, has_aux=True)(point)
            return slope, (value, slope)

        hessian, (value, slope) = jax.jacfwd(gradient, has_aux=True)(point)
        return value, slope, hessian

    return jax.vmap(at)(jnp.stack([x, y], -1))


# the grid's lines are shifted by this part of a cell, so that axes, and curves at round numbers, do not
# fall onto them
SHIFT = 0.3819660112501051


@dataclass(frozen=True)
class Grid:
    """Columns at `x` (nx,), rows at `y` (ny,), ascending and equally far apart, past the view's edges."""

    x: np.ndarray
    y: np.ndarray

    @property
    def dx(self) -> float:
        return float(self.x[1] - self.x[0])

    @property
    def dy(self) -> float:
        return float(self.y[1] - self.y[0])

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.y), len(self.x)

    def points(self) -> tuple[np.ndarray, np.ndarray]:
        """x and y of all points, each (ny·nx,), row by row."""
        x, y = np.meshgrid(self.x, self.y)
        return x.ravel(), y.ravel()

    def boxes(self, row: np.ndarray, column: np.ndarray) -> np.ndarray:
        """The corners (n, 4) x0, y0, x1, y1 of cells."""
        return np.stack([self.x[column], self.y[row], self.x[column + 1], self.y[row + 1]], 1)


def grid_over(view: View, cell_px: float) -> Grid:
    """A grid with cells of about so many pixels, larger than the view by up to a cell on each side."""
    return Grid(_axis(view.x, view.width_px, cell_px), _axis(view.y, view.height_px, cell_px))


def _axis(interval: tuple[float, float], size_px: int, cell_px: float) -> np.ndarray:
    low, high = interval
    cells = max(2, round(size_px / cell_px))
    step = (high - low) / cells
    return low + step * (np.arange(cells + 2) - SHIFT)


NO_BOXES = Boxes(np.empty((0, 4)))


def boxes_of(grid: Grid, cells: np.ndarray) -> Boxes:
    """Rectangles that cover exactly the marked cells (bool, ny - 1 by nx - 1): equal runs of rows joined."""
    if not cells.any():
        return NO_BOXES
    padded = np.zeros((cells.shape[0], cells.shape[1] + 2), np.int8)
    padded[:, 1:-1] = cells
    change = np.diff(padded, axis=1)
    row, start = np.nonzero(change == 1)
    end = np.nonzero(change == -1)[1]
    open_runs: dict[tuple[int, int], int] = {}
    corners: list[list[int]] = []
    for at, left, right in zip(row.tolist(), start.tolist(), end.tolist(), strict=True):
        last = open_runs.get((left, right))
        if last is not None and corners[last][3] == at:
            corners[last][3] = at + 1
        else:
            open_runs[left, right] = len(corners)
            corners.append([left, at, right, at + 1])
    left, low, right, high = np.array(corners).T
    return Boxes(np.stack([grid.x[left], grid.y[low], grid.x[right], grid.y[high]], 1))


def cells_beside(shape: tuple[int, int], index: np.ndarray) -> np.ndarray:
    """The cells (ny - 1, nx - 1) on both sides of the edges with these indices (see `edges.Edges`)."""
    ny, nx = shape
    upright = index >= ny * nx
    row, column = np.divmod(index % (ny * nx), nx)
    # a rim of one cell around takes what lies outside
    marked = np.zeros((ny + 1, nx + 1), bool)
    marked[row + 1, column + 1] = True
    marked[row + upright, column + ~upright] = True
    return marked[1:-1, 1:-1]


def pixel_centres(view: View) -> np.ndarray:
    """(height·width, 2), from the top left pixel along each row."""
    (x0, x1), (y0, y1) = view.x, view.y
    x = x0 + (x1 - x0) * (np.arange(view.width_px) + 0.5) / view.width_px
    y = y1 - (y1 - y0) * (np.arange(view.height_px) + 0.5) / view.height_px
    across, down = np.meshgrid(x, y)
    return np.stack([across.ravel(), down.ravel()], 1)


Vector = Callable[[jax.Array], jax.Array]


def jacobian(f: Field, at: Sequence[float], p: Parameters) -> JacobianAt:
    """The value and the Jacobian of f(*variables, p), forward and in reverse.

    f gives one number or several, as an array or a tuple.
    """
    point = _vector(at)
    value, forward, reverse = (np.asarray(result) for result in _jacobians(f, traced(p), point))
    # where there is no value there is no slope, although a formula may give one
    forward, reverse = (np.where(np.isnan(value)[:, None], np.nan, matrix) for matrix in (forward, reverse))
    stretch = None
    if forward.shape == (2, 2) and np.isfinite(forward).all():
        directions, semi_axes, _ = np.linalg.svd(forward)
        stretch = Ellipse(semi_axes, directions)
    return JacobianAt(point, value, forward, reverse, stretch)


def products(
    f: Field,
    at: Sequence[float],
    p: Parameters,
    direction: Sequence[float],
    weights: Sequence[float] | None = None,
) -> ProductsAt:
    """The Jacobian times a direction (as many numbers as variables); weights (all 1) times the Jacobian.

    UsageError when a length does not fit.
    """
    point, ahead = _vector(at), _vector(direction)
    if len(ahead) != len(point):
        raise UsageError("direction has {0} numbers; the function has {1} variables", len(ahead), len(point))
    outputs = jax.eval_shape(partial(_stacked, f, traced(p)), point).shape[0]
    back = np.ones(outputs) if weights is None else _vector(weights)
    if len(back) != outputs:
        raise UsageError("weights has {0} numbers; the function has {1} results", len(back), outputs)
    forward, reverse = _products(f, traced(p), point, ahead, back)
    return ProductsAt(point, ahead, back, np.asarray(forward), np.asarray(reverse))


def hessian(f: Field, at: Sequence[float], p: Parameters) -> HessianAt:
    """The value, gradient and Hessian of a scalar f(*variables, p), with the eigen-system of the Hessian.

    UsageError when f gives several numbers.
    """
    point = _vector(at)
    outputs = jax.eval_shape(partial(_stacked, f, traced(p)), point).shape[0]
    if outputs != 1:
        raise UsageError("a Hessian belongs to a function with one result, this one has {0}", outputs)
    value, gradient, matrix = (np.asarray(result) for result in _hessians(f, traced(p), point))
    if np.isnan(value):
        gradient, matrix = gradient * np.nan, matrix * np.nan
    values, vectors = np.full(len(point), np.nan), np.full(matrix.shape, np.nan)
    if np.isfinite(matrix).all():
        values, vectors = np.linalg.eigh(matrix)
    ellipse = _eigen_ellipse(values, vectors) if len(point) == 2 else None
    return HessianAt(point, float(value), gradient, matrix, values, vectors, ellipse)


def _eigen_ellipse(values: np.ndarray, vectors: np.ndarray) -> Ellipse | None:
    if not np.isfinite(values).all():
        return None
    with np.errstate(divide="ignore"):
        axes = 1 / np.sqrt(np.abs(values))
    order = np.argsort(-axes, kind="stable")
    return Ellipse(axes[order], vectors[:, order])


def _vector(numbers: Sequence[float]) -> np.ndarray:
    return np.asarray(numbers, np.float64).reshape(-1)


def _stacked(f: Field, p: Parameters, point: jax.Array) -> jax.Array:
    """f as a map of vectors, (n,) to (m,)."""
    result = f(*(point[index] for index in range(point.shape[0])), p)
    parts = [jnp.ravel(jnp.asarray(part)).astype(point.dtype) for part in jax.tree.leaves(result)]
    return jnp.concatenate(parts)


@partial(jax.jit, static_argnums=0)
def _jacobians(f: Field, p: Parameters, point: jax.Array) -> tuple[jax.Array, ...]:
    whole = partial(_stacked, f, p)
    return whole(point), jax.jacfwd(whole)(point), jax.jacrev(whole)(point)


@partial(jax.jit, static_argnums=0)
def _products(
    f: Field, p: Parameters, point: jax.Array, direction: jax.Array, weights: jax.Array
) -> tuple[jax.Array, jax.Array]:
    whole = partial(_stacked, f, p)
    forward = jax.jvp(whole, (point,), (direction,))[1]
    return forward, jax.vjp(whole, point)[1](weights)[0]


@partial(jax.jit, static_argnums=0)
def _hessians(f: Field, p: Parameters, point: jax.Array) -> tuple[jax.Array, ...]:
    def scalar(point: jax.Array) -> jax.Array:
        return _stacked(f, p, point)[0]

    return scalar(point), jax.jacfwd(scalar)(point), jax.jacfwd(jax.jacfwd(scalar))(point)
