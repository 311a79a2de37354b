"""A request to draw a document of functions, and the scene that answers it.

Frozen values, with those of `scene` (curves) and `fields.shapes` (functions of two variables) inside.
They cross a thread and a process, so that nothing in them is shared or changed afterwards.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from jaxstudio.errors import Wording
from jaxstudio.functions.protocol.scene import (
    Arrows,
    Band,
    Contour,
    Curve,
    Domain,
    Found,
    Handle,
    Heatmap,
    Implicit,
    Interval,
    MarkKind,
    Mesh,
    Region,
    Surface,
    View,
)
from jaxstudio.processes.channel import Request

# Where t runs for solutions that are paths in the plane, unless the line says otherwise.
USUAL_TIME: Interval = (0.0, 20.0)


class Style(StrEnum):
    """The way a function of two variables is shown, or a sequence that is a map."""

    HEATMAP = "heatmap"
    CONTOURS = "contours"
    SURFACE = "surface"
    COBWEB = "cobweb"


class Phase(StrEnum):
    """The level of detail of a scene."""

    COARSE = "coarse"  # at once, while a hand moves: a fixed grid, no marks
    REFINED = "refined"  # once it is still: refined by bend and span, with the marks asked for


@dataclass(frozen=True)
class SheetLine:
    """A typed line and its display options.

    orders     the derivatives ticked; 0 is the function itself
    method     how orders above 0 are computed: auto, reverse, forward, taylor, finite, symbolic
    precision  f64, f32, f16, bf16
    parameter  the interval of t or theta of a parametric or polar curve, None for the usual one
    marks      the kinds of features to find in the refined phase
    sensitivity  the slider whose small change is shown by a band around solutions, if any
    degrees    angles are in degrees; of one line in a sheet this holds for all
    """

    text: str
    visible: bool = True
    orders: tuple[int, ...] = (0,)
    method: str = "auto"
    precision: str = "f64"
    style: Style = Style.HEATMAP
    gradient: bool = False
    parameter: Interval | None = None
    marks: tuple[MarkKind, ...] = ()
    sensitivity: str = ""
    degrees: bool = False


@dataclass(frozen=True)
class LineError:
    """A mistake in a line between the columns `start` and `end` (from 0, end excluded).

    `suggestion` is a text that would correct it, or empty. `bug` is a traceback where the fault is the
    program's, and empty where the user can correct the line.
    """

    text: Wording
    start: int = 0
    end: int = 0
    suggestion: str = ""
    bug: str = ""


@dataclass(frozen=True)
class DrawnLine:
    """The drawing of one line; fields that its kind does not have are empty.

    kind        curve, parametric, polar, implicit, inequality, field, vector, definition, number, empty
                or error
    name        what the line defines, as f in f(x) = x^2; or empty
    parameters  the sliders that it depends on
    features    points of interest of its curve of order 0
    bands       where solutions go when the slider `SheetLine.sensitivity` moves by a tenth of its value
    handles     points that can be moved by hand
    value       of a number or a vector without free variables
    answer      to a line that asks: a text, and how sure it is (proven, by SymPy, not proven),
                or the estimated error of a value
    pending     more of it follows in another scene of the same number: what is drawn of it may stay
    error       what is wrong; the last good curves may stay
    """

    kind: str
    name: str = ""
    parameters: tuple[str, ...] = ()
    curves: tuple[Curve, ...] = ()
    features: tuple[Found, ...] = ()
    implicit: Implicit | None = None
    region: Region | None = None
    heatmap: Heatmap | None = None
    contours: tuple[Contour, ...] = ()
    arrows: Arrows | None = None
    surface: Surface | None = None
    domain: Domain | None = None
    mesh: Mesh | None = None
    handles: tuple[Handle, ...] = ()
    bands: tuple[Band, ...] = ()
    value: tuple[float, ...] = ()
    answer: tuple[Wording, ...] = ()
    pending: bool = False
    error: LineError | None = None


@dataclass(frozen=True)
class Scene:
    """A drawn sheet: one entry for each line of the request, in its order.

    `complete` is False while other scenes of the same number follow. `sliders` are the free names of the
    sheet in the order of their first appearance; `intersections` those of the visible curves of order 0,
    where asked for. `compiles` counts what was compiled meanwhile and not for later, `seconds` says
    where the time went.
    """

    number: int
    phase: Phase
    view: View
    lines: tuple[DrawnLine, ...]
    complete: bool = True
    sliders: tuple[str, ...] = ()
    intersections: Found | None = None
    compiles: int = 0
    seconds: Mapping[str, float] = field(default_factory=dict)


class DrawRequest(Request[Scene, Scene], frozen=True):
    """Everything that a scene depends on; the scene has the same `number`.

    stopped: the programs to leave out, and why. While something is compiled, scenes that are not complete are
    told.
    """

    lines: tuple[SheetLine, ...]
    view: View
    sliders: Mapping[str, float] = {}
    phase: Phase = Phase.COARSE
    number: int = 0
    stopped: Mapping[str, Wording] = {}
