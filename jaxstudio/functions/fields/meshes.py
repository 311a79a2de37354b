"""Surfaces and curves in space as triangles: (x, y, z) of u and v or of t, and solutions of an equation.

A solution is found by marching cubes (Lewiner, 2003; scikit-image), its vertices are then moved onto the
surface by Newton's method along the exact gradient, which also gives the normals. Where neighbours of
different sign belong to a pole instead of a zero, there is no surface.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxstudio.functions.interpreters import tree_to_jax
from jaxstudio.functions.language import Line
from jaxstudio.functions.protocol.scene import Interval, Mesh, View

TURN: Interval = (0.0, 6.283185307179586)
PATCH, COARSE_PATCH = 161, 61  # points of u, and of v
CUBES, COARSE_CUBES = 72, 36  # along the longest side of the box
CURVE, COARSE_CURVE = 1_201, 401  # points of t
RING, THICKNESS = 6, 0.004  # points around a curve, and the radius of its tube as a share of the box
NEWTON = 3
# Three steps of Newton's method make less than this of f beside a zero, and an eighth or more beside a pole.
SETTLED, TINY = 0.05, 1e-12


def box(view: View) -> tuple[Interval, Interval, Interval]:
    """The part of space that is shown: x and y of the view, and z around 0 as far as the longer of them."""
    half = max(view.x[1] - view.x[0], view.y[1] - view.y[0]) / 2
    return view.x, view.y, (-half, half)


class Patch:
    """(x, y, z) of u and v, with its programs."""

    def __init__(self, line: Line, defaults: Mapping[str, float]) -> None:
        assert line.tree is not None
        self.function = tree_to_jax(line.tree, line.variables, defaults, line.index)

    @cached_property
    def _run(self) -> Callable[..., Any]:
        def at(u: jax.Array, v: jax.Array, p: Mapping[str, Any]) -> tuple[jax.Array, jax.Array]:
            place, along_u = jax.jvp(lambda each: self.function(each, v, p), (u,), (jnp.ones_like(u),))
            along_v = jax.jvp(lambda each: self.function(u, each, p), (v,), (jnp.ones_like(v),))[1]
            return place, jnp.cross(along_u, along_v)

        return jax.jit(jax.vmap(at, (0, 0, None)))

    def draw(self, view: View, p: Mapping[str, float], ends: Interval | None, refined: bool) -> Mesh:
        """The surface over a square of u and v, as far as it lies in the box of the view."""
        count = PATCH if refined else COARSE_PATCH
        u, v = np.meshgrid(*[np.linspace(*(ends or TURN), count)] * 2)
        places, normals = (np.asarray(each) for each in self._run(u.ravel(), v.ravel(), p))
        number = np.arange(count * count).reshape(count, count)
        a, b, c, d = number[:-1, :-1], number[:-1, 1:], number[1:, 1:], number[1:, :-1]
        triangles = np.concatenate(
            [np.stack([a, b, c], -1).reshape(-1, 3), np.stack([a, c, d], -1).reshape(-1, 3)]
        )
        return _within(places, normals, triangles, view)


class SpaceCurve:
    """(x, y, z) of t, with its program."""

    def __init__(self, line: Line, defaults: Mapping[str, float]) -> None:
        assert line.tree is not None
        self._run = jax.jit(jax.vmap(tree_to_jax(line.tree, line.variables, defaults, line.index), (0, None)))

    def draw(self, view: View, p: Mapping[str, float], ends: Interval | None, refined: bool) -> Mesh:
        """The curve as a thin tube, as far as it lies in the box of the view."""
        t = np.linspace(*(ends or TURN), CURVE if refined else COARSE_CURVE)
        return tube(np.asarray(self._run(t, p)), view)


def tube(places: np.ndarray, view: View) -> Mesh:
    """The triangles of a thin tube around a curve through places (n, 3), without those beside a gap."""
    along = np.gradient(places, axis=0)
    with np.errstate(all="ignore"):
        along /= np.linalg.norm(along, axis=1, keepdims=True)
    across = np.empty_like(along)
    # the ring of a place is that of the place before, turned no more than the curve bends
    beside = np.eye(3)[np.argmin(np.abs(np.nan_to_num(along[0])))]
    for at, direction in enumerate(along):
        turned = beside - (beside @ direction) * direction
        size = np.linalg.norm(turned)
        beside = turned / size if size > 1e-9 else beside
        across[at] = beside
    angle = np.arange(RING) * (2 * np.pi / RING)
    up = np.cross(along, across)
    outward = np.cos(angle)[:, None] * across[:, None] + np.sin(angle)[:, None] * up[:, None]
    radius = THICKNESS * max(high - low for low, high in box(view))
    number = np.arange(outward[..., 0].size).reshape(-1, RING)
    a, b, c, d = number[:-1], np.roll(number, -1, 1)[:-1], np.roll(number, -1, 1)[1:], number[1:]
    triangles = np.stack([np.stack([a, b, c], -1), np.stack([a, c, d], -1)]).reshape(-1, 3)
    rings = places[:, None] + radius * outward
    return _within(rings.reshape(-1, 3), outward.reshape(-1, 3), triangles, view)


def joined(meshes: Sequence[Mesh]) -> Mesh:
    """Several in one box as one."""
    begins = np.cumsum([0, *(len(mesh.positions) for mesh in meshes[:-1])])
    return Mesh(
        np.concatenate([mesh.positions for mesh in meshes]),
        np.concatenate([mesh.normals for mesh in meshes]),
        np.concatenate([mesh.triangles + begin for mesh, begin in zip(meshes, begins, strict=True)]),
        meshes[0].box,
    )


class Solid:
    """The solutions of f(x, y, z) = 0, with their programs."""

    def __init__(self, line: Line, defaults: Mapping[str, float]) -> None:
        assert line.tree is not None
        self.function = tree_to_jax(line.tree, ("x", "y", "z"), defaults, line.index)

    @cached_property
    def _values(self) -> Callable[..., Any]:
        return jax.jit(jax.vmap(self.function, (0, 0, 0, None)))

    @cached_property
    def _slopes(self) -> Callable[..., Any]:
        """f and its gradient at places (n, 3)."""

        def at(place: jax.Array, p: Mapping[str, Any]) -> tuple[jax.Array, jax.Array]:
            return jax.value_and_grad(lambda each: self.function(*each, p))(place)

        return jax.jit(jax.vmap(at, (0, None)))

    def draw(self, view: View, p: Mapping[str, float], refined: bool) -> Mesh:
        """The surface in the box of the view."""
        from skimage.measure import marching_cubes

        ends = box(view)
        longest = max(high - low for low, high in ends)
        side = longest / (CUBES if refined else COARSE_CUBES)
        # not symmetric about 0, where many surfaces touch planes of the grid
        axes = [
            np.linspace(low, high, max(4, round((high - low) / side) + 2)) + 1e-7 * side for low, high in ends
        ]
        grid = np.meshgrid(*axes, indexing="ij")
        values = np.asarray(self._values(*(each.ravel() for each in grid), p)).reshape(grid[0].shape)
        known = np.isfinite(values)
        if not (values[known] < 0).any() or not (values[known] > 0).any():
            return Mesh(np.empty((0, 3)), np.empty((0, 3)), np.empty((0, 3), int), ends)
        steps = tuple(float(axis[1] - axis[0]) for axis in axes)
        filled = np.where(known, values, 0.0)
        places, triangles, _, _ = marching_cubes(filled, 0.0, spacing=steps, mask=known)
        places = places + np.array([axis[0] for axis in axes])
        places, normals, on_surface = self._settled(places, p, max(steps))
        kept = triangles[on_surface[triangles].all(axis=1)]
        low, high = np.array(ends).T
        return _within(np.clip(places, low, high), normals, kept, view)

    def _settled(
        self, places: np.ndarray, p: Mapping[str, float], side: float
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The vertices on the surface, the gradient there, and which of them are no poles."""
        size = 1 << max(10, (len(places) - 1).bit_length())  # few sizes, so that few programs are compiled
        at = np.resize(places, (size, 3)).astype(np.float64)
        start, first = at, np.zeros(size)
        for step in range(NEWTON + 1):
            value, slope = (np.asarray(each) for each in self._slopes(at, p))
            steep = np.einsum("ij,ij->i", slope, slope)
            if not step:
                first = np.abs(value)
            with np.errstate(all="ignore"):
                moved = at - slope * (value / steep)[:, None]
                close = np.linalg.norm(moved - start, axis=1) <= side
            if step < NEWTON:
                at = np.where(close[:, None], moved, at)
        with np.errstate(all="ignore"):
            settled = (np.abs(value) <= SETTLED * first) | (np.abs(value) <= TINY * side * np.sqrt(steep))
        count = len(places)
        return at[:count], slope[:count], settled[:count]


def _within(places: np.ndarray, normals: np.ndarray, triangles: np.ndarray, view: View) -> Mesh:
    """The triangles whose corners have values and lie in the box."""
    ends = box(view)
    low, high = np.array(ends).T
    room = 1e-6 * (high - low)
    inside = (np.isfinite(places) & (places >= low - room) & (places <= high + room)).all(axis=1)
    kept = triangles[inside[triangles].all(axis=1)]
    used, renamed = np.unique(kept, return_inverse=True)
    with np.errstate(all="ignore"):
        length = np.linalg.norm(normals[used], axis=1, keepdims=True)
        units = np.where(length > 0, normals[used] / length, np.array([0.0, 0.0, 1.0]))
    return Mesh(places[used], np.nan_to_num(units), renamed.reshape(-1, 3), ends)
