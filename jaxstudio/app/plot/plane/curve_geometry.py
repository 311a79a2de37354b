"""Drawn lines prepared for painting: thinned polylines, points and images in units of the plane, per line.

`Art` holds one line, `LineDrawings` the newest of each, `Scenery` all that is on the plane.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from PySide6.QtGui import QImage

from jaxstudio.app.plot.pages.numbers import short
from jaxstudio.app.plot.plane.palette import heat_image, image_of, region_image
from jaxstudio.app.plot.plane.ticks import RAISED
from jaxstudio.app.plot.plane.viewing import to_pixels
from jaxstudio.functions.curves.thinning import REACH, needed_of_each
from jaxstudio.functions.document import Axes, Data, Document
from jaxstudio.functions.language import LineKind
from jaxstudio.functions.protocol.requests import DrawnLine, Phase, Scene
from jaxstudio.functions.protocol.scene import Contour, Curve, Found, Mark, Piece, Proof, View
from jaxstudio.functions.protocol.scene import Line as FieldLine

FADED = 0.3  # the opacity of what a line was before it became wrong


@dataclass(frozen=True)
class Polyline:
    """A polyline of the plane, float64 (n, 2). `sure`: whether its proof was looked for."""

    points: np.ndarray
    order: int = 0
    proof: Proof = Proof.PROVEN
    sure: bool = True
    thin: bool = False
    dashed: bool = False
    share: float | None = None  # of a contour's level between the lowest and the highest
    label: str = ""
    member: int = 0


@dataclass(frozen=True)
class UnresolvedBand:
    """Between `low` and `high` at `x` the curve could not be followed."""

    x: np.ndarray
    low: np.ndarray
    high: np.ndarray
    order: int = 0


@dataclass(frozen=True)
class Art:
    """The drawing of one line and the view it was computed for; `faded` if its text is wrong now."""

    key: int
    hue: int
    drawn: DrawnLine
    view: View
    phase: Phase
    polylines: tuple[Polyline, ...] = ()
    bands: tuple[UnresolvedBand, ...] = ()
    marks: tuple[tuple[int, Mark], ...] = ()
    boxes: np.ndarray | None = None
    solid: np.ndarray | None = None
    dots: np.ndarray | None = None
    area: np.ndarray | None = None
    image: QImage | None = None
    faded: bool = False

    @property
    def opacity(self) -> float:
        return FADED if self.faded else 1.0


def art_of(key: int, hue: int, drawn: DrawnLine, view: View, phase: Phase) -> Art:
    """Make a drawn line ready to be painted; `view` is the one it was asked for."""
    refined = phase is Phase.REFINED
    polylines: list[Polyline] = []
    bands: list[UnresolvedBand] = []
    marks: list[tuple[int, Mark]] = []
    polylines += _curves(drawn.curves, view, refined)
    for curve in drawn.curves:
        bands += [band for piece in curve.pieces if (band := _band(piece, curve.order)) is not None]
        marks += [(curve.order, mark) for mark in curve.marks]
    marks += [(0, mark) for found in drawn.features for mark in found.marks]
    boxes, solid, dots, area, image = [], None, None, None, None
    if drawn.implicit is not None:
        polylines += _field_lines(drawn.implicit.lines, view)
        boxes.append(drawn.implicit.unresolved.corners)
        solid, dots = drawn.implicit.solid.corners, drawn.implicit.points
        if drawn.kind == LineKind.CHART and not len(solid) and drawn.implicit.lines[:1]:
            first = drawn.implicit.lines[0]
            area = first.points if first.closed else None
    if drawn.kind == LineKind.POINT and len(drawn.value) % 2 == 0:
        dots = np.reshape(drawn.value, (-1, 2))
        dots = dots[np.isfinite(dots).all(axis=1)]
    if drawn.handles:
        dots = np.array([(handle.x, handle.y) for handle in drawn.handles])
    if drawn.region is not None:
        for strict in (False, True):
            edges = [edge.line for edge in drawn.region.boundary if edge.strict is strict]
            polylines += [replace(edge, dashed=strict) for edge in _field_lines(edges, view)]
        boxes.append(drawn.region.unresolved.corners)
        image = region_image(drawn.region)
    if drawn.heatmap is not None:
        image = heat_image(drawn.heatmap)
    if drawn.domain is not None:
        image = image_of(drawn.domain.pixels)
    for contour in drawn.contours:
        polylines += _contour(contour, drawn.contours, view)
        boxes.append(contour.unresolved.corners)
    corners = np.concatenate(boxes) if boxes else None
    return Art(
        key,
        hue,
        drawn,
        view,
        phase,
        tuple(polylines),
        tuple(bands),
        tuple(marks),
        corners if corners is not None and len(corners) else None,
        solid if solid is not None and len(solid) else None,
        dots if dots is not None and len(dots) else None,
        area,
        image,
    )


def _few(lines: Sequence[tuple[np.ndarray, np.ndarray]], view: View) -> list[np.ndarray]:
    """Return the points (m, 2) of each polyline (x and y, (n,) each) that the picture needs; all at once."""
    if not lines:
        return []
    x, y = (np.concatenate(each) for each in zip(*lines, strict=True))
    across, along = to_pixels(view, x, y)
    reach = REACH * view.height_px
    np.clip(along, -reach, reach, out=along)
    starts = [0, *itertools.accumulate(len(each) for each, _ in lines)]
    arts = np.flatnonzero(needed_of_each(across, along, starts[:-1]))
    points = np.stack([x[arts], y[arts]], axis=1)
    return np.split(points, np.searchsorted(arts, starts[1:-1]))


def _curves(curves: Sequence[Curve], view: View, refined: bool) -> list[Polyline]:
    drawn = [
        (curve, piece)
        for curve in curves
        for piece in curve.pieces
        if len(piece.x) and (piece.proof is not Proof.UNRESOLVED or piece.low is None)
    ]
    whole = [(piece.x, piece.y) for curve, piece in drawn if not curve.sketched]
    few = iter(_few(whole, view))
    return [
        Polyline(
            np.stack([piece.x, piece.y], axis=1) if curve.sketched else next(few),
            curve.order,
            piece.proof,
            refined,
            member=curve.member,
        )
        for curve, piece in drawn
    ]


def _band(piece: Piece, order: int) -> UnresolvedBand | None:
    if piece.proof is not Proof.UNRESOLVED or piece.low is None or piece.high is None:
        return None
    return UnresolvedBand(piece.x, piece.low, piece.high, order)


def _contour(contour: Contour, every: tuple[Contour, ...], view: View) -> list[Polyline]:
    """The lines of one level, the longest of them labelled."""
    levels = [each.level for each in every]
    span = max(levels) - min(levels)
    share = (contour.level - min(levels)) / span if span > 0 else 0.5
    lines = sorted(contour.lines, key=lambda line: len(line.points), reverse=True)
    label = short(contour.level)
    return [
        replace(polyline, thin=True, share=share, label=label if place == 0 else "")
        for place, polyline in enumerate(_field_lines(lines, view))
    ]


def _field_lines(lines: Sequence[FieldLine], view: View) -> list[Polyline]:
    lines = [line for line in lines if len(line.points)]
    rings = [np.concatenate([line.points, line.points[:1]]) if line.closed else line.points for line in lines]
    few = _few([(points[:, 0], points[:, 1]) for points in rings], view)
    return [Polyline(points, proof=line.proof) for line, points in zip(lines, few, strict=True)]


@dataclass(frozen=True)
class LegendEntry:
    """A name in the legend, and the colour before it."""

    text: str
    hue: int
    order: int


@dataclass(frozen=True)
class Scenery:
    """The contents of the plane: visible lines, intersections, data points."""

    arts: tuple[Art, ...] = ()
    intersections: Found | None = None
    data: Data | None = None
    held: int | None = None
    axes: Axes = field(default_factory=Axes)
    legend: tuple[LegendEntry, ...] = ()

    @property
    def heatmaps(self) -> tuple[Art, ...]:
        return tuple(
            art for art in self.arts if art.drawn.heatmap is not None or art.drawn.domain is not None
        )

    @property
    def crossings(self) -> tuple[Mark, ...]:
        return self.intersections.marks if self.intersections is not None else ()


class LineDrawings:
    """Art by the key of its line."""

    def __init__(self) -> None:
        self.arts: dict[int, Art] = {}
        self.wrong: frozenset[int] = frozenset()  # lines that keep the picture of what they were
        self.faded: frozenset[int] = frozenset()
        self.intersections: Found | None = None
        self._composed: tuple[tuple[object, ...], Scenery] | None = None  # of what, and the last scenery

    def forget(self) -> None:
        """Forget the drawn curves: another sheet begins."""
        self.arts, self.intersections = {}, None
        self.wrong = self.faded = frozenset()

    def take(self, scene: Scene, document: Document) -> None:
        """Put up what came; a line that is wrong or still in work keeps its last picture."""
        arts: dict[int, Art] = {}
        wrong = set()
        for plot_line, drawn in zip(document.lines, scene.lines, strict=True):
            old = self.arts.get(plot_line.key)
            if (drawn.error is not None or drawn.pending) and old is not None and not _brings(drawn):
                arts[plot_line.key] = old
                if drawn.error is not None or plot_line.key in self.wrong:
                    wrong.add(plot_line.key)
            else:
                arts[plot_line.key] = art_of(plot_line.key, plot_line.hue, drawn, scene.view, scene.phase)
        self.arts = arts
        self.wrong = frozenset(wrong)
        self.faded &= self.wrong
        self.intersections = scene.intersections

    def fade(self) -> bool:
        """Fade the pictures of lines that are wrong; whether any was not yet."""
        new = self.wrong != self.faded
        self.faded = self.wrong
        return new

    def scenery(self, document: Document, held: int | None) -> Scenery:
        """Return the contents of the plane for this document."""
        parts = (document, held, self.arts, self.faded, self.intersections)
        if self._composed is None or any(a is not b for a, b in zip(self._composed[0], parts, strict=True)):
            self._composed = parts, self._compose(document, held)
        return self._composed[1]

    def _compose(self, document: Document, held: int | None) -> Scenery:
        shown, legend, hidden = [], [], document.hidden_keys
        for line in document.lines:
            art = self.arts.get(line.key)
            if art is None or art.drawn.kind == LineKind.NOTE:
                continue
            if line.key not in hidden and line.text.strip():
                shown.append(replace(art, faded=True) if line.key in self.faded else art)
                if document.axes.legend:
                    orders = sorted({curve.order for curve in art.drawn.curves}) or [0]
                    name = line.caption or line.text.strip()
                    legend += [LegendEntry(derivative_of(name, order), line.hue, order) for order in orders]
        return Scenery(tuple(shown), self.intersections, document.data, held, document.axes, tuple(legend))


def scenery_of(scene: Scene, document: Document) -> Scenery:
    """The contents of a picture of one scene."""
    drawings = LineDrawings()
    drawings.take(scene, document)
    return drawings.scenery(document, None)


def derivative_of(name: str, order: int) -> str:
    """The name of a derivative in the legend."""
    if not order:
        return name
    return f"({name}){'′' * order}" if order <= 3 else f"({name})⁽{str(order).translate(RAISED)}⁾"


def _brings(drawn: DrawnLine) -> bool:
    """Whether there is anything to draw."""
    return bool(drawn.curves or drawn.contours) or any(
        part is not None
        for part in (
            drawn.implicit,
            drawn.region,
            drawn.heatmap,
            drawn.arrows,
            drawn.surface,
            drawn.domain,
            drawn.mesh,
        )
    )
