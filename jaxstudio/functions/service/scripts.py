"""A sheet as a Python script that computes the same numbers."""

from __future__ import annotations

from jaxstudio.functions.export.compose import compose
from jaxstudio.functions.export.script import as_script
from jaxstudio.functions.protocol.queries import ScriptQuestion
from jaxstudio.functions.service.composing import Composer
from jaxstudio.processes.serve import Work


def script(composer: Composer, question: ScriptQuestion, work: Work) -> str:
    """The text of the script; it draws what the window does, each line with its own orders."""
    view = question.view
    within = {"x": view.x, "y": view.y}
    return as_script(compose(question.lines, within, question.sliders, (0,), view.width_px, view.height_px))
