"""Lines that fill the plane, for a plot on paper."""

from __future__ import annotations

from collections.abc import Mapping

from jaxstudio.functions.drawing import DrawnLine, SheetLine, Style
from jaxstudio.functions.language import Line, Sheet
from jaxstudio.functions.scene import View
from jaxstudio.functions.studio import planes
from jaxstudio.functions.studio.reading import Function


def draw_field(
    line: Line, sheet: Sheet, p: Mapping[str, float], view: View, *, gradient: bool = False
) -> DrawnLine:
    """An implicit curve, the region of an inequality, a surface as a heatmap, arrows: refined."""
    function = Function(f"line {line.index}", line, sheet)
    return planes.draw(
        SheetLine(line.text, style=Style.HEATMAP, gradient=gradient), function, p, view, refined=True
    )
