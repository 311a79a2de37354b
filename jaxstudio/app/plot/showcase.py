"""Sheets that show the Functions tab from its best sides, for pictures of it."""

from __future__ import annotations

from dataclasses import dataclass

from jaxstudio.app.plot.session import Session, Spot
from jaxstudio.functions.document import Document, Slider
from jaxstudio.functions.protocol.requests import SheetLine, Style


@dataclass(frozen=True)
class Show:
    """A sheet, the page beside it, and where on its first line a point is pinned."""

    name: str
    document: Document
    page: str = ""
    pinned: float | None = None


def shows() -> list[Show]:
    """A function with its derivatives, a pole, a circle; a surface; a walk downhill on a map."""
    curves = Document(x=(-7.0, 7.0), y=(-6.0, 6.0), equal=False)
    curves = curves.adding(SheetLine("f(x) = x^3/12 - a x + sin(2x)", orders=(0, 1, 2)))
    curves = curves.adding(SheetLine("g(x) = 1/(x - 4)"), hue=3)
    curves = curves.adding(SheetLine("x^2 + y^2 = 9"), hue=2)
    curves = curves.with_slider("a", Slider(1.0, 0.0, 4.0))
    curves = curves.with_page("cursor", tangent=True)
    surface = Document(x=(-4.0, 4.0), y=(-4.0, 4.0))
    hills = "3(1-x)^2 exp(-x^2-(y+1)^2) - exp(-(x+1)^2-y^2)/3"
    surface = surface.adding(SheetLine(hills, style=Style.SURFACE))
    valley = Document(x=(-6.0, 6.0), y=(-5.0, 5.0))
    valley = valley.adding(SheetLine("log(1 + (x^2+y-11)^2 + (x+y^2-7)^2)", gradient=True))
    valley = valley.with_page("descent", x=-0.5, y=0.5, rate=0.05, steps=120)
    return [
        Show("functions", curves, "ask", -1.2),
        Show("surface", surface),
        Show("descent", valley, "descent"),
    ]


def show(session: Session, wanted: Show) -> None:
    """Bring a session into a state."""
    session.set_document(wanted.document)
    if wanted.pinned is not None:
        session.pin(Spot(session.document.lines[0].key, 0, wanted.pinned))
