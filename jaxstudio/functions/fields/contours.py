"""Lines of equal height, at levels that are round numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence

from jaxstudio.functions.fields.heatmap import robust_range
from jaxstudio.functions.fields.implicit import level_set, sample
from jaxstudio.functions.fields.samples import Field, Parameters
from jaxstudio.functions.fields.shapes import Contour
from jaxstudio.functions.protocol.scene import View

CELL_PX = 4.0
NICE = (1.0, 2.0, 2.5, 5.0, 10.0)


def contours(
    f: Field,
    view: View,
    p: Parameters,
    levels: Sequence[float] | None = None,
    *,
    count: int = 10,
    refined: bool = True,
) -> tuple[Contour, ...]:
    """The contours in view, at the levels given or at about `count` round ones.

    `refined=False`: at once, their chords not looked into.
    """
    samples = sample(f, view, p, CELL_PX)
    if levels is None:
        levels = nice_levels(*robust_range(samples.heights), count)
    found = []
    for level in levels:
        curve = level_set(f, p, samples, float(level), view, refined=refined, only_lines=True)
        found.append(Contour(float(level), curve.lines, curve.unresolved))
    return tuple(found)


def nice_levels(low: float, high: float, count: int = 10) -> tuple[float, ...]:
    """Multiples of 1, 2, 2.5 or 5 times a power of ten strictly between low and high, about so many."""
    rough = (high - low) / max(count, 1)
    power = 10.0 ** math.floor(math.log10(rough))
    factor = next(nice for nice in NICE if nice * power >= rough * (1 - 1e-9))
    step = factor * power
    first, last = math.floor(low / step) + 1, math.ceil(high / step) - 1
    # the decimal number meant, not a sum of steps: 0.3, not 0.30000000000000004
    digits = max(0, 2 - math.floor(math.log10(step)))
    return tuple(round(number * step, digits) + 0.0 for number in range(first, last + 1))
