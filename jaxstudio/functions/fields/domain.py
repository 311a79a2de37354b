"""Domain colouring: a function of z as a picture, with the zeros and poles that balls prove.

The hue is the argument, the brightness runs through one period for each doubling of the modulus (E. Wegert,
Visual Complex Functions, 2012). Candidates for zeros and poles are the points around which the colours turn;
Newton's method sharpens them. A small square around each is then proven to hold them by the argument
principle: f is a quotient of functions that are holomorphic there, and balls count how often each turns along
its border.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import flint
import jax
import jax.numpy as jnp
import numpy as np
from flint import acb, arb

from jaxstudio.errors import Wording
from jaxstudio.functions.colour_wheel import SHADES, wheel
from jaxstudio.functions.fields.grid import pixel_centres
from jaxstudio.functions.interpreters.complex_numbers import (
    Quotient,
    QuotientAlgebra,
    Unproven,
    complex_function,
)
from jaxstudio.functions.interpreters.evaluate import evaluate
from jaxstudio.functions.language.nodes import Node
from jaxstudio.functions.protocol.scene import Domain, Found, Mark, MarkKind, Proof, View

CHUNK = 1 << 17
DARKEST = 0.76
MOST_CANDIDATES, STEPS = 80, 30
CORNERS, BITS = 24, 128
RADII = (1e-14, 1e-12, 1e-10, 1e-8, 1e-6, 1e-4)  # of the square, relative to the place or the view


def coloured(values: jax.Array) -> jax.Array:
    """The colours of complex numbers, uint32 0xAARRGGBB; clear where there is no value."""
    turn = (jnp.angle(values) / (2 * math.pi) + 0.5) * (SHADES - 1)
    shade = jnp.asarray(wheel(), values.real.dtype)[jnp.nan_to_num(turn).astype(jnp.int32)]
    octave = jnp.log2(jnp.abs(values))
    share = DARKEST + (1 - DARKEST) * jnp.where(jnp.isfinite(octave), octave - jnp.floor(octave), 1.0)
    # a zero is black, a pole white
    share = jnp.where(values == 0, 0.0, share)
    red, green, blue = (jnp.asarray(shade[..., k] * share, jnp.uint32) for k in range(3))
    packed = jnp.uint32(0xFF000000) | (red << 16) | (green << 8) | blue
    infinite = jnp.isinf(values.real) | jnp.isinf(values.imag)
    return jnp.where(infinite, jnp.uint32(0xFFFFFFFF), jnp.where(jnp.isnan(turn), jnp.uint32(0), packed))


@dataclass(frozen=True)
class Place:
    """A zero of this order, or a pole of minus this order, in the square of this radius around `z`."""

    z: complex
    order: int
    radius: float


class DomainField:
    """A function of z that is drawn, and its programs."""

    def __init__(self, tree: Node, line: int) -> None:
        self.tree, self.line = tree, line
        self.function = complex_function(tree, line)

    @cached_property
    def _values(self) -> Callable[..., Any]:
        def run(x: jax.Array, y: jax.Array, p: Mapping[str, Any]) -> tuple[jax.Array, ...]:
            values = self.function(jax.lax.complex(x, y), p)
            return values, coloured(values)

        return jax.jit(run)

    @cached_property
    def _newton(self) -> Callable[..., Any]:
        def run(z: jax.Array, order: jax.Array, p: Mapping[str, Any]) -> jax.Array:
            def step(_: int, z: jax.Array) -> jax.Array:
                value, slope = jax.jvp(lambda at: self.function(at, p), (z,), (jnp.ones_like(z),))
                moved = z - order * value / slope
                return jnp.where(jnp.isfinite(moved.real) & jnp.isfinite(moved.imag), moved, z)

            return jax.lax.fori_loop(0, STEPS, step, z)

        return jax.jit(run)

    def draw(self, view: View, p: Mapping[str, float]) -> Domain:
        """The picture over the view, one value a pixel."""
        x, y = pixel_centres(view).T
        shape = view.height_px, view.width_px
        values, pixels = np.empty(len(x), np.complex128), np.empty(len(x), np.uint32)
        for start in range(0, len(x), CHUNK):
            part = slice(start, start + CHUNK)
            count = len(x[part])
            columns = (np.resize(column[part], CHUNK) for column in (x, y))
            found = self._values(*columns, p)
            values[part], pixels[part] = (np.asarray(each)[:count] for each in found)
        return Domain(pixels.reshape(shape), values.reshape(shape))

    def marks(self, domain: Domain, view: View, p: Mapping[str, float]) -> tuple[Found, ...]:
        """The zeros and poles in view that are proven."""
        marks: dict[MarkKind, list[Mark]] = {MarkKind.ZERO: [], MarkKind.COMPLEX_POLE: []}
        for place in self.places(domain, view, p):
            kind = MarkKind.ZERO if place.order > 0 else MarkKind.COMPLEX_POLE
            marks[kind].append(_mark(kind, place))
        return tuple(Found(kind, tuple(each), complete=False) for kind, each in marks.items())

    def places(self, domain: Domain, view: View, p: Mapping[str, float]) -> Iterator[Place]:
        """The proven zeros and poles, each once."""
        centres, orders = candidates(domain.values, view)
        if not len(centres):
            return
        padded = [np.resize(each.astype(complex), MOST_CANDIDATES) for each in (centres, orders)]
        sharpened = np.asarray(self._newton(*padded, p))[: len(centres)]
        span = max(view.x[1] - view.x[0], view.y[1] - view.y[0])
        seen: list[complex] = []
        for z in sharpened.tolist():
            inside = view.x[0] <= z.real <= view.x[1] and view.y[0] <= z.imag <= view.y[1]
            if not inside or any(abs(z - other) < 1e-7 * span for other in seen):
                continue
            place = proven(self.tree, self.line, z, span, p)
            if place is not None:
                seen.append(place.z)
                yield place


def candidates(values: np.ndarray, view: View) -> tuple[np.ndarray, np.ndarray]:
    """Where the argument turns around a square of pixels: complex128 (n,), and how often, float64 (n,)."""
    from scipy import ndimage

    with np.errstate(all="ignore"):
        angle = np.angle(values)
        across, down = (_wrapped(np.diff(angle, axis=axis)) for axis in (1, 0))
        # anticlockwise in the plane: rows go down
        turns = (across[1:] + down[:, 1:] * -1 - across[:-1] + down[:, :-1]) / (2 * math.pi)
    turns = np.nan_to_num(np.round(turns))
    labels, count = ndimage.label(turns, np.ones((3, 3)))
    if not count:
        return np.empty(0, complex), np.empty(0)
    index = np.arange(1, count + 1)
    orders = ndimage.sum_labels(turns, labels, index)
    rows, columns = np.array(ndimage.center_of_mass(labels > 0, labels, index)).T
    chosen = np.flatnonzero(orders)[:MOST_CANDIDATES]
    x = view.x[0] + (columns[chosen] + 1) / view.width_px * (view.x[1] - view.x[0])
    y = view.y[1] - (rows[chosen] + 1) / view.height_px * (view.y[1] - view.y[0])
    return x + 1j * y, orders[chosen]


def _wrapped(angle: np.ndarray) -> np.ndarray:
    return (angle + math.pi) % (2 * math.pi) - math.pi


def proven(tree: Node, line: int, z: complex, span: float, p: Mapping[str, float]) -> Place | None:
    """The zeros or poles in the smallest square around z that is proven to hold some, and not both."""
    names = {name: Quotient(acb(arb(value))) for name, value in p.items()} | {"i": Quotient(acb(0, 1))}

    def quotient(at: acb) -> Quotient:
        return evaluate(tree, QuotientAlgebra(), {**names, "z": Quotient(at)}, line)

    with flint.ctx.workprec(BITS):
        for share in RADII:
            radius = share * max(abs(z), 1e-3 * span)
            try:
                zeros, poles = turns_around(quotient, z, radius)
            except (Unproven, ZeroDivisionError):
                continue
            if (zeros > 0) != (poles > 0):
                return Place(z, zeros - poles, radius)
    return None


def turns_around(quotient: Callable[[acb], Quotient], z: complex, radius: float) -> tuple[int, int]:
    """How often numerator and denominator turn around zero along a polygon around z; raises Unproven."""
    whole = quotient(acb(arb(z.real, 2 * radius), arb(z.imag, 2 * radius)))
    if not (whole.over.is_finite() and whole.under.is_finite()):
        raise Unproven
    corners = [z + radius * cmath.exp(2j * math.pi * k / CORNERS) for k in range(CORNERS)]
    ends = [quotient(acb(corner.real, corner.imag)) for corner in corners]
    total = [arb(0), arb(0)]
    for k, corner in enumerate(corners):
        following = corners[(k + 1) % CORNERS]
        middle, half = (corner + following) / 2, (following - corner) / 2
        slack = 1e-3 * radius / CORNERS
        side = quotient(
            acb(arb(middle.real, abs(half.real) + slack), arb(middle.imag, abs(half.imag) + slack))
        )
        for number, name in enumerate(("over", "under")):
            if getattr(side, name).contains(0):
                raise Unproven
            step = getattr(ends[(k + 1) % CORNERS], name) / getattr(ends[k], name)
            total[number] += step.arg()
    over, under = ((each / (2 * arb.pi())).unique_fmpz() for each in total)
    if over is None or under is None:
        raise Unproven
    return int(over), int(under)


def _mark(kind: MarkKind, place: Place) -> Mark:
    x, y = (0.0 if abs(part) <= place.radius else part for part in (place.z.real, place.z.imag))
    smallest = min((abs(part) for part in (x, y) if part), default=1.0)
    digits = max(1.0, math.floor(-math.log10(place.radius / smallest)))
    order = abs(place.order)
    detail = Wording("order {0}", order)
    if order > 1 and place.order > 0:
        detail = Wording("order {0}: {0} zeros within {1:.0e}", order, place.radius)
    elif order > 1:
        detail = Wording("order {0}: {0} poles within {1:.0e}", order, place.radius)
    return Mark(kind, x, y, digits, Proof.PROVEN, detail)
