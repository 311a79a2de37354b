"""A whole sheet as a plot: its lines as the window shows them, its sliders, its view, its points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from jaxstudio.functions.document.values import Document
from jaxstudio.functions.export.compose import compose
from jaxstudio.functions.export.plot import Measured, Plot
from jaxstudio.functions.language import LineKind, Sheet
from jaxstudio.functions.progress import Progress
from jaxstudio.functions.protocol.scene import Interval

WIDE, LEAST, MOST = 1000, 100, 8000


def slider_values(document: Document) -> dict[str, float]:
    """The value of every free name: as its line says, or as its slider was set, or 1."""
    sheet = Sheet.read([line.text for line in document.lines])
    written = {line.name for line in sheet.lines if line.kind is LineKind.SLIDER}
    kept = {name: slider.value for name, slider in document.sliders.items() if name not in written}
    return {name: kept.get(name, value) for name, value in sheet.values.items()}


def compose_document(
    document: Document,
    ranges: Mapping[str, Interval] | None = None,
    sliders: Mapping[str, float] | None = None,
    orders: tuple[int, ...] | None = None,
    size: tuple[int, int] | None = None,
    progress: Progress | None = None,
) -> Plot:
    """The plot of a sheet; `ranges`, `sliders` and `orders`, where given, count instead of its own.

    Without a `size` in pixels it is 1000 wide and as high as the view's proportions, or 700. Raises
    what `compose` raises.
    """
    lines = [line.line for line in document.lines]
    if orders is not None:
        lines = [replace(line, orders=orders) for line in lines]
    within = {"x": document.x, "y": document.y, **(ranges or {})}
    plot = compose(
        lines,
        within,
        {**slider_values(document), **(sliders or {})},
        (0,),
        *(size or _size(document, within)),
        progress=progress,
    )
    return with_points(plot, document)


def with_points(plot: Plot, document: Document) -> Plot:
    """The plot of a sheet, with the points that belong to it."""
    data = document.data
    return plot if data is None else replace(plot, points=Measured(data.x, data.y, data.sigma))


def _size(document: Document, within: Mapping[str, Interval]) -> tuple[int, int]:
    if not document.equal:
        return WIDE, 700
    (left, right), (low, high) = within["x"], within["y"]
    return WIDE, min(max(round(WIDE * (high - low) / (right - left)), LEAST), MOST)
