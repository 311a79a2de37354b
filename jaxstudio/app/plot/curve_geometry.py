"""What is drawn of a line, made ready once when its scene comes: few points, still in units of the plane."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from PySide6.QtGui import QImage

from jaxstudio.app.plot.palette import heat_image, region_image
from jaxstudio.app.plot.pen import needed_of_each
from jaxstudio.app.plot.viewing import to_pixels
from jaxstudio.app.shared.text import of_number
from jaxstudio.functions.language import LineKind
from jaxstudio.functions.protocol.requests import DrawnLine, Phase
from jaxstudio.functions.protocol.scene import Contour, Curve, Mark, Piece, Proof, View
from jaxstudio.functions.protocol.scene import Line as FieldLine

FADED = 0.3  # the opacity of what a line was before it became wrong


@dataclass(frozen=True)
class Stroke:
    """A polyline of the plane, float64 (n, 2). `sure`: whether its proof was looked for."""

    points: np.ndarray
    order: int = 0
    proof: Proof = Proof.PROVEN
    sure: bool = True
    thin: bool = False
    dashed: bool = False
    share: float | None = None  # of a contour's level between the lowest and the highest
    label: str = ""


@dataclass(frozen=True)
class Band:
    """Between `low` and `high` at `x` the curve could not be followed."""

    x: np.ndarray
    low: np.ndarray
    high: np.ndarray
    order: int = 0


@dataclass(frozen=True)
class Art:
    """All of one line, with the view it was computed for; `faded`: its text is wrong now."""

    key: int
    hue: int
    drawn: DrawnLine
    view: View
    phase: Phase
    strokes: tuple[Stroke, ...] = ()
    bands: tuple[Band, ...] = ()
    marks: tuple[tuple[int, Mark], ...] = ()
    boxes: np.ndarray | None = None
    solid: np.ndarray | None = None
    dots: np.ndarray | None = None
    image: QImage | None = None
    faded: bool = False

    @property
    def opacity(self) -> float:
        return FADED if self.faded else 1.0


def art_of(key: int, hue: int, drawn: DrawnLine, view: View, phase: Phase) -> Art:
    """Make a drawn line ready to be painted; `view` is the one it was asked for."""
    refined = phase is Phase.REFINED
    strokes: list[Stroke] = []
    bands: list[Band] = []
    marks: list[tuple[int, Mark]] = []
    strokes += _curves(drawn.curves, view, refined)
    for curve in drawn.curves:
        bands += [band for piece in curve.pieces if (band := _band(piece, curve.order)) is not None]
        marks += [(curve.order, mark) for mark in curve.marks]
    marks += [(0, mark) for found in drawn.found for mark in found.marks]
    boxes, solid, dots, image = [], None, None, None
    if drawn.implicit is not None:
        strokes += _field_lines(drawn.implicit.lines, view)
        boxes.append(drawn.implicit.unresolved.corners)
        solid, dots = drawn.implicit.solid.corners, drawn.implicit.points
    if drawn.kind == LineKind.POINT and len(drawn.value) == 2 and np.isfinite(drawn.value).all():
        dots = np.array([drawn.value])
    if drawn.region is not None:
        for strict in (False, True):
            edges = [edge.line for edge in drawn.region.boundary if edge.strict is strict]
            strokes += [replace(edge, dashed=strict) for edge in _field_lines(edges, view)]
        boxes.append(drawn.region.unresolved.corners)
        image = region_image(drawn.region)
    if drawn.heatmap is not None:
        image = heat_image(drawn.heatmap)
    for contour in drawn.contours:
        strokes += _contour(contour, drawn.contours, view)
        boxes.append(contour.unresolved.corners)
    corners = np.concatenate(boxes) if boxes else None
    return Art(
        key,
        hue,
        drawn,
        view,
        phase,
        tuple(strokes),
        tuple(bands),
        tuple(marks),
        corners if corners is not None and len(corners) else None,
        solid if solid is not None and len(solid) else None,
        dots if dots is not None and len(dots) else None,
        image,
    )


def _few(lines: Sequence[tuple[np.ndarray, np.ndarray]], view: View) -> list[np.ndarray]:
    """Of polylines, x and y (n,) each, the points (m, 2) that the picture needs; all are done at once."""
    if not lines:
        return []
    x, y = (np.concatenate(each) for each in zip(*lines, strict=True))
    across, along = to_pixels(view, x, y)
    reach = 4.0 * view.height_px
    np.clip(along, -reach, reach, out=along)
    starts = [0, *itertools.accumulate(len(each) for each, _ in lines)]
    kept = np.flatnonzero(needed_of_each(across, along, starts[:-1]))
    points = np.stack([x[kept], y[kept]], axis=1)
    return np.split(points, np.searchsorted(kept, starts[1:-1]))


def _curves(curves: Sequence[Curve], view: View, refined: bool) -> list[Stroke]:
    drawn = [
        (curve.order, piece)
        for curve in curves
        for piece in curve.pieces
        if len(piece.x) and (piece.proof is not Proof.UNRESOLVED or piece.low is None)
    ]
    few = _few([(piece.x, piece.y) for _, piece in drawn], view)
    return [
        Stroke(points, order, piece.proof, refined) for (order, piece), points in zip(drawn, few, strict=True)
    ]


def _band(piece: Piece, order: int) -> Band | None:
    if piece.proof is not Proof.UNRESOLVED or piece.low is None or piece.high is None:
        return None
    return Band(piece.x, piece.low, piece.high, order)


def _contour(contour: Contour, every: tuple[Contour, ...], view: View) -> list[Stroke]:
    """The lines of one level, the longest of them labelled."""
    levels = [each.level for each in every]
    span = max(levels) - min(levels)
    share = (contour.level - min(levels)) / span if span > 0 else 0.5
    lines = sorted(contour.lines, key=lambda line: len(line.points), reverse=True)
    label = of_number(contour.level).replace("-", "−")
    return [
        replace(stroke, thin=True, share=share, label=label if place == 0 else "")
        for place, stroke in enumerate(_field_lines(lines, view))
    ]


def _field_lines(lines: Sequence[FieldLine], view: View) -> list[Stroke]:
    lines = [line for line in lines if len(line.points)]
    rings = [np.concatenate([line.points, line.points[:1]]) if line.closed else line.points for line in lines]
    few = _few([(points[:, 0], points[:, 1]) for points in rings], view)
    return [Stroke(points, proof=line.proof) for line, points in zip(lines, few, strict=True)]
