"""Lines that fill the plane: implicit curves, inequalities, functions of two variables, fields of vectors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from jaxstudio.errors import UsageError
from jaxstudio.functions.fields.bounds import PlaneBounds
from jaxstudio.functions.fields.critical import critical_points, found_of
from jaxstudio.functions.fields.domain import DomainField
from jaxstudio.functions.fields.heatmap import (
    contours_by_values,
    gradient_field,
    heatmap,
    heatmap_by_values,
    implicit_by_values,
    region_by_values,
    surface,
    surface_by_values,
    vector_field,
)
from jaxstudio.functions.fields.implicit import contours, implicit, region
from jaxstudio.functions.fields.intersections import PlaneCurve, extrema, roots
from jaxstudio.functions.fields.meshes import Patch, Solid, SpaceCurve
from jaxstudio.functions.language import Line, LineKind
from jaxstudio.functions.logarithmic import back
from jaxstudio.functions.protocol.requests import DrawnLine, SheetLine, Style
from jaxstudio.functions.protocol.scene import Found, MarkKind, View
from jaxstudio.functions.service.reading import Function

KINDS = frozenset({LineKind.IMPLICIT, LineKind.INEQUALITY, LineKind.SURFACE})
CRITICAL = frozenset({MarkKind.MINIMUM, MarkKind.MAXIMUM, MarkKind.SADDLE})
# Points are looked for on the curve of an equation that makes no more operations than this.
MOST_WORK = 80
# While a hand moves, pictures have one value for so many pixels each way.
COARSE_PX = 3
# A picture by values alone has so many of them each way; of a function of more operations fewer.
SIDE, FEW_SIDE, MOST_AT_ALL_PLACES = 90, 45, 20_000


def draw(line: SheetLine, function: Function, p: Mapping[str, float], view: View, refined: bool) -> DrawnLine:
    """The line's picture; `refined` is slower and exact to the pixel. UsageError if it has none."""
    typed = function.line
    if not typed.fills_plane:
        raise UsageError("{0!r} has no picture: expected an equation or a condition of x and y", typed.text)
    try:
        if typed.kind is LineKind.COMPLEX:
            if view.log:
                raise UsageError("a function of z is shown on linear axes")
            return _drawn(line, function, p, view, refined)
        if typed.kind in (LineKind.PATCH, LineKind.SOLID):
            return _mesh(line, function, p, view, refined)
        if view.log and line.style is not Style.SURFACE:
            picture = _drawn(line, function.in_exponents(view.log), p, view.exponents, refined)
            drawn = back(picture, view.log)
        else:
            drawn = _drawn(line, function, p, view, refined)
        return replace(drawn, features=_features(line, function, p, view)) if refined else drawn
    except NotImplementedError as error:
        # as the second derivative of gammainc(a, x) by a
        message = str(error).partition("\n")[0]
        raise UsageError(
            "this cannot be drawn, since JAX lacks a derivative that it needs: {0}", message
        ) from error


def has_values(line: Line) -> bool:
    """Whether `draw_values` has a picture of it."""
    return line.kind in KINDS


def draw_values(line: SheetLine, function: Function, p: Mapping[str, float], view: View) -> DrawnLine:
    """Draw values as `_draw_values`, on logarithmic axes too."""
    if view.log and line.style is not Style.SURFACE:
        return back(_draw_values(line, function.in_exponents(view.log), p, view.exponents), view.log)
    return _draw_values(line, function, p, view)


def _draw_values(line: SheetLine, function: Function, p: Mapping[str, float], view: View) -> DrawnLine:
    """A picture by values on a coarse grid alone, which are compiled here: curves sampled, no edges of
    regions, no points. For lines that `has_values`; no derivative is needed."""
    typed = function.line
    empty = DrawnLine(str(typed.kind), typed.name, typed.sliders)
    side = SIDE if function.work <= MOST_AT_ALL_PLACES else FEW_SIDE
    if typed.kind is LineKind.INEQUALITY:
        return replace(empty, region=region_by_values(function.condition, view, p, side))
    f = function.subject.call
    if typed.kind is LineKind.IMPLICIT:
        return replace(empty, implicit=implicit_by_values(f, view, p, side))
    if line.style is Style.HEATMAP:
        return replace(empty, heatmap=heatmap_by_values(f, view, p, side))
    if line.style is Style.CONTOURS:
        return replace(empty, contours=contours_by_values(f, view, p, side))
    return replace(empty, surface=surface_by_values(f, view, p, side))


def _drawn(
    line: SheetLine, function: Function, p: Mapping[str, float], view: View, refined: bool
) -> DrawnLine:
    typed = function.line
    empty = DrawnLine(str(typed.kind), typed.name, typed.sliders)
    pixels = view if refined else _reduced(view)
    if typed.kind is LineKind.INEQUALITY:
        return replace(empty, region=region(function.condition, pixels, p, refined=refined))
    if typed.kind is LineKind.COMPLEX:
        return _domain(function, p, view, pixels, refined)
    if typed.kind is LineKind.VECTOR:
        return replace(empty, arrows=vector_field(function.vector, view, p))
    f = function.subject.call
    if typed.kind is LineKind.IMPLICIT:
        return replace(empty, implicit=implicit(f, view, p, bounds=_bounds(function), refined=refined))
    parts: dict[str, Any] = {}
    if line.style is Style.HEATMAP:
        parts["heatmap"] = heatmap(f, pixels, p)
    elif line.style is Style.CONTOURS:
        parts["contours"] = contours(f, view, p, refined=refined)
    else:
        parts["surface"] = surface(f, view, p)
    if line.gradient:
        parts["arrows"] = gradient_field(f, view, p)
    return replace(empty, **parts)


def _domain(function: Function, p: Mapping[str, float], view: View, pixels: View, refined: bool) -> DrawnLine:
    """The colours of a function of z; once refined, with its proven zeros and poles."""
    typed = function.line
    assert typed.tree is not None
    field = function.programs.setdefault("domain", DomainField(typed.tree, typed.index))
    domain = field.draw(pixels, p)
    marks = field.marks(domain, view, p) if refined else ()
    return DrawnLine(str(typed.kind), typed.name, typed.sliders, domain=domain, features=marks)


def _mesh(
    line: SheetLine, function: Function, p: Mapping[str, float], view: View, refined: bool
) -> DrawnLine:
    """A surface or a curve in space."""
    typed = function.line
    if typed.kind is LineKind.PATCH:
        shape = SpaceCurve if typed.variables == ("t",) else Patch
        patch = function.programs.setdefault("mesh", shape(typed, p))
        mesh = patch.draw(view, p, line.parameter, refined)
    else:
        mesh = function.programs.setdefault("mesh", Solid(typed, p)).draw(view, p, refined)
    return DrawnLine(str(typed.kind), typed.name, typed.sliders, mesh=mesh)


def equation_of(function: Function, p: Mapping[str, float]) -> PlaneCurve | None:
    """The curve of an equation in x and y, where its points can be looked for."""
    tree, line = function.line.tree, function.line
    if tree is None or line.networks or function.subject.inputs != ("x", "y") or function.work > MOST_WORK:
        return None
    return PlaneCurve(tree, p, line.index)


def _features(line: SheetLine, function: Function, p: Mapping[str, float], view: View) -> tuple[Found, ...]:
    """Where an equation's curve meets the x axis, and is highest and lowest; where a surface is level."""
    if function.line.kind is LineKind.SURFACE:
        if not CRITICAL.intersection(line.marks):
            return ()
        found = found_of(critical_points(function.subject.call, view, p, bounds=_bounds(function)))
        return tuple(each for each in found if each.kind in line.marks)
    curve = equation_of(function, p) if function.line.kind is LineKind.IMPLICIT else None
    if curve is None:
        return ()
    points: tuple[Found, ...] = (roots(curve, view),) if MarkKind.ROOT in line.marks else ()
    if CRITICAL.intersection(line.marks):
        points += extrema(curve, view)
    return tuple(each for each in points if each.kind in line.marks)


def _bounds(function: Function) -> PlaneBounds | None:
    """Bounds over boxes of the plane, of a function of two variables."""
    subject = function.subject
    if subject.tree is None or len(subject.inputs) != 2:
        return None
    first, second = subject.inputs
    return PlaneBounds(subject.tree, (first, second), subject.defaults, subject.line)


def _reduced(view: View) -> View:
    return replace(
        view,
        width_px=max(1, view.width_px // COARSE_PX),
        height_px=max(1, view.height_px // COARSE_PX),
    )
