"""The handlers of the child process, by the class of the request; kernels that are compiled ahead."""

from __future__ import annotations

import importlib
import sys
import threading
from collections.abc import Mapping
from functools import partial

import jax
from msgspec.structs import replace

from jaxstudio.functions.curves.evaluator import BESIDE
from jaxstudio.functions.derivatives.methods import Method
from jaxstudio.functions.protocol import queries
from jaxstudio.functions.protocol.queries import FramesQuestion, ScriptQuestion
from jaxstudio.functions.protocol.requests import DrawRequest, Phase, Scene
from jaxstudio.functions.service.composing import Composer
from jaxstudio.functions.service.curve_lines import DTYPES
from jaxstudio.processes.channel import Request
from jaxstudio.processes.serve import Handler, Work
from jaxstudio.runtime.compile_counter import COMPILES
from jaxstudio.runtime.setup import configure


def script(composer: Composer, question: ScriptQuestion, work: Work) -> str:
    """The script's text; it draws the window's picture, each line with its own orders."""
    from jaxstudio.functions.document import Axes
    from jaxstudio.functions.export.compose import compose
    from jaxstudio.functions.export.script import as_script

    view = question.view
    within = {"x": view.x, "y": view.y}
    size = view.width_px, view.height_px
    return as_script(compose(question.lines, within, question.sliders, (0,), *size, axes=Axes(log=view.log)))


def frames(composer: Composer, question: FramesQuestion, work: Work) -> None:
    """Send a refined scene for each value, and the incomplete ones before."""
    settings = [{question.slider: value} for value in question.values] or [{}]
    for number, setting in enumerate(settings):
        sliders = {**question.draw.sliders, **setting}
        request = replace(question.draw, sliders=sliders, phase=Phase.REFINED, number=number)
        work.tell(composer.draw(request, work))


# Between them they hold the operations that most functions are made of.
USUAL = ("a x^3 - 2x^2 + x/3 - 1/x + 1", "sin(x) cos(2x)", "exp(-x^2)", "sqrt(x) log(x)", "|x|")


def warm(composer: Composer) -> None:
    """Compute some usual functions operation by operation."""
    for function in composer.reader.read(USUAL).functions:
        assert function is not None
        program = composer.programs.program(function, BESIDE, Method.TAYLOR, DTYPES["f64"])
        with COMPILES.ahead():
            composer.programs.get_to_know(program)


# The threads of this process hand the interpreter over more often than by default: one compiles, one draws.
SWITCH_SECONDS = 0.0005
# Where each answer is found; a module is loaded when it is first asked, since some bring SymPy or Optax.
ANSWERS: Mapping[type[Request], str] = {
    queries.CursorQuestion: "curve_queries:cursor",
    queries.AreaQuestion: "curve_queries:area",
    queries.TableQuestion: "curve_queries:table",
    queries.TableTextQuestion: "curve_queries:csv",
    queries.CompareQuestion: "answering:answer_compare",
    queries.StepsQuestion: "answering:steps",
    queries.SwellQuestion: "answering:swell",
    queries.TraceQuestion: "answering:trace",
    queries.MatrixQuestion: "answering:matrix",
    queries.PrecisionQuestion: "answering:precision",
    queries.DtypesQuestion: "answering:dtypes",
    queries.VmapQuestion: "answering:vmap",
    queries.KeysQuestion: "answering:keys",
    queries.DescentQuestion: "answering:descent",
    queries.GenerateQuestion: "training:answer_generate",
    queries.ColumnsQuestion: "training:columns",
    queries.FitQuestion: "training:answer_fit",
    queries.ConfidenceBandQuestion: "training:band",
    queries.TrainQuestion: "training:answer_train",
    queries.PicturesQuestion: "training:pictures",
    queries.ClassifyQuestion: "training:answer_classify",
    queries.ScriptQuestion: "handlers:script",
    queries.FramesQuestion: "handlers:frames",
    queries.TypesetQuestion: "typesetting:typeset",
}


def draw(composer: Composer, request: DrawRequest, work: Work) -> Scene:
    """The scene of a request."""
    return composer.draw(request, work)


def answer(composer: Composer, question: Request, work: Work) -> object:
    """The answer to any other question."""
    module, _, name = ANSWERS[type(question)].partition(":")
    found = getattr(importlib.import_module(f"jaxstudio.functions.service.{module}"), name)
    return found(composer, question, work)


def handlers() -> Mapping[type[Request], Handler]:
    """Set up JAX for this process, and all that answers."""
    sys.setswitchinterval(SWITCH_SECONDS)
    configure()
    jax.config.update("jax_enable_x64", True)
    # Optax mixes formats, and everything here is float64 anyway
    jax.config.update("jax_numpy_dtype_promotion", "standard")
    composer = Composer()
    threading.Thread(target=warm, args=(composer,), name="jaxstudio-warm", daemon=True).start()
    return {DrawRequest: partial(draw, composer), **dict.fromkeys(ANSWERS, partial(answer, composer))}
