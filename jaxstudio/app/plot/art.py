"""What is drawn of a line, made ready once when its scene comes: few points, still in units of the plane."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from PySide6.QtGui import QImage

from jaxstudio.app.plot.strokes import needed
from jaxstudio.app.plot.tints import heat_image, region_image
from jaxstudio.app.plot.viewing import to_pixels
from jaxstudio.app.text import of_number
from jaxstudio.functions.drawing import DrawnLine, Phase
from jaxstudio.functions.fields.shapes import Contour
from jaxstudio.functions.fields.shapes import Line as FieldLine
from jaxstudio.functions.language import LineKind
from jaxstudio.functions.scene import Curve, Mark, Piece, Proof, View


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
    """All of one line, with the view it was computed for."""

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


def art_of(key: int, hue: int, drawn: DrawnLine, view: View, phase: Phase) -> Art:
    """Make a drawn line ready to be painted; `view` is the one it was asked for."""
    refined = phase is Phase.REFINED
    strokes: list[Stroke] = []
    bands: list[Band] = []
    marks: list[tuple[int, Mark]] = []
    for curve in drawn.curves:
        strokes += _curve(curve, view, refined)
        bands += [band for piece in curve.pieces if (band := _band(piece, curve.order)) is not None]
        marks += [(curve.order, mark) for mark in curve.marks]
    marks += [(0, mark) for found in drawn.found for mark in found.marks]
    boxes, solid, dots, image = [], None, None, None
    if drawn.implicit is not None:
        strokes += [_field_line(line, view) for line in drawn.implicit.lines]
        boxes.append(drawn.implicit.unresolved.corners)
        solid, dots = drawn.implicit.solid.corners, drawn.implicit.points
    if drawn.kind == LineKind.POINT and len(drawn.value) == 2 and np.isfinite(drawn.value).all():
        dots = np.array([drawn.value])
    if drawn.region is not None:
        strokes += [_field_line(edge.line, view, dashed=edge.strict) for edge in drawn.region.boundary]
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


def _few(points: np.ndarray, view: View) -> np.ndarray:
    """Those points that the picture needs."""
    pixels = np.stack(to_pixels(view, points[:, 0], points[:, 1]), axis=1)
    reach = 4.0 * view.height_px
    np.clip(pixels[:, 1], -reach, reach, out=pixels[:, 1])
    return points[needed(pixels)]


def _curve(curve: Curve, view: View, refined: bool) -> list[Stroke]:
    return [
        Stroke(_few(np.stack([piece.x, piece.y], axis=1), view), curve.order, piece.proof, refined)
        for piece in curve.pieces
        if piece.proof is not Proof.UNRESOLVED or piece.low is None
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
    return [
        replace(
            _field_line(line, view, thin=True),
            share=share,
            label=of_number(contour.level).replace("-", "−") if place == 0 else "",
        )
        for place, line in enumerate(lines)
    ]


def _field_line(line: FieldLine, view: View, *, thin: bool = False, dashed: bool = False) -> Stroke:
    points = line.points
    if line.closed and len(points):
        points = np.concatenate([points, points[:1]])
    return Stroke(_few(points, view), proof=line.proof, thin=thin, dashed=dashed)
