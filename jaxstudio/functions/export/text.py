"""A plot as JSON and as CSV: all points of all segments, all marks, with all digits."""

from __future__ import annotations

import csv
import io
import json
import math
from typing import Any

import numpy as np

from jaxstudio.functions.export.plot import Plot, PlotField, PlottedCurve
from jaxstudio.functions.language import LineKind
from jaxstudio.functions.protocol.scene import Mark, Piece, Proof

HEADINGS = ("expr", "order", "piece", "state", "x", "y", "low", "high")


def as_json(plot: Plot) -> str:
    """The plot as one JSON object; null stands for a number that is not finite, and between pieces of a
    curve.
    """
    document: dict[str, Any] = {
        "view": {
            "x": list(plot.view.x),
            "y": list(plot.view.y),
            **({"log": plot.view.log} if plot.view.log else {}),
        },
        "set": dict(plot.sliders),
        "curves": [*map(_curve, plot.curves), *(each for field in plot.fields for each in _field(field))],
        "intersections": [_mark(mark) for mark in plot.crossings],
    }
    if plot.undecided:
        document["undecided"] = list(plot.undecided)
    if plot.points is not None:
        points = plot.points
        document["points"] = {"x": list(points.x), "y": list(points.y)}
        document["points"] |= {"sigma": list(points.sigma)} if points.sigma is not None else {}
    return json.dumps(document, ensure_ascii=False)


def as_csv(plot: Plot) -> str:
    """A row a place: the curve, its order, the number and state of the piece, x, y; bounds of a band."""
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(HEADINGS)
    for expr, order, pieces in _all(plot):
        for number, piece in enumerate(pieces):
            empty = np.full(len(piece.x), np.nan)
            low = empty if piece.low is None else piece.low
            high = empty if piece.high is None else piece.high
            columns = [column.tolist() for column in (piece.x, piece.y, low, high)]
            for row in zip(*columns, strict=True):
                rows.writerow([expr, order, number, piece.proof, *map(_spelled, row)])
    return out.getvalue()


def _all(plot: Plot) -> list[tuple[str, int, list[Piece]]]:
    curves = [(c.line.text, c.order, [stretch.piece for stretch in c.stretches]) for c in plot.curves]
    return [
        *curves,
        *((field.line.text, 0, lines) for field in plot.fields if (lines := field_pieces(field))),
    ]


def field_pieces(field: PlotField) -> list[Piece]:
    """The lines of an implicit curve, or of a region's edge; solutions; terms of a sequence."""
    drawn = field.drawn
    lines = list(drawn.implicit.lines) if drawn.implicit is not None else []
    lines += [edge.line for edge in drawn.region.boundary] if drawn.region is not None else []
    pieces = []
    for line in lines:
        points = np.vstack([line.points, line.points[:1]]) if line.closed else line.points
        pieces.append(Piece(points[:, 0], points[:, 1], line.proof))
    of_points = (LineKind.SEQUENCE, LineKind.POINT, LineKind.CHART)
    if field.line.kind in of_points and drawn.implicit is not None and len(drawn.implicit.points):
        points = drawn.implicit.points
        pieces.append(Piece(points[:, 0], points[:, 1], Proof.PROVEN))
    return [*pieces, *(piece for curve in drawn.curves for piece in curve.pieces)]


def _curve(curve: PlottedCurve) -> dict[str, Any]:
    pieces = [stretch.piece for stretch in curve.stretches]
    return {
        "expr": curve.line.text,
        "order": curve.order,
        **_places(pieces),
        "features": [_mark(mark) for mark in sorted(curve.marks(), key=lambda mark: mark.x)],
        "complete": {found.kind: found.complete for found in curve.features},
    }


def _field(field: PlotField) -> list[dict[str, Any]]:
    pieces = field_pieces(field)
    if not pieces and field.drawn.domain is None:
        return []
    told = field.drawn.curves or field.drawn.domain is not None
    marks = [mark for found in field.drawn.features for mark in found.marks] if told else []
    return [{"expr": field.line.text, "order": 0, **_places(pieces), "features": list(map(_mark, marks))}]


def _places(pieces: list[Piece]) -> dict[str, Any]:
    """x and y with a null in y between pieces; `pieces` counts places and says how sure each is."""
    x: list[float | None] = []
    y: list[float | None] = []
    spans: list[dict[str, Any]] = []
    for piece in pieces:
        if x:
            x.append(x[-1])
            y.append(None)
        span: dict[str, Any] = {"first": len(x), "count": len(piece.x), "state": piece.proof}
        if piece.proof is Proof.UNRESOLVED and piece.low is not None and piece.high is not None:
            span |= {"low": piece.low.tolist(), "high": piece.high.tolist()}
        spans.append(span)
        x += piece.x.tolist()
        y += piece.y.tolist()
    return {"x": x, "y": y, "pieces": spans}


def _mark(mark: Mark) -> dict[str, Any]:
    return {
        "kind": mark.kind,
        "x": mark.x,
        "y": mark.y if math.isfinite(mark.y) else None,
        "state": mark.proof,
        "digits": round(mark.digits, 1),
        "detail": mark.detail,
    }


def _spelled(value: float) -> str:
    return repr(value) if math.isfinite(value) else ""
