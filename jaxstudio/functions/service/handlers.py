"""The handlers of the child process, by the kind of the request; kernels that are compiled ahead."""

from __future__ import annotations

import importlib
import sys
import threading
from collections.abc import Mapping
from functools import partial

import jax

from jaxstudio.functions.curves.evaluator import BESIDE
from jaxstudio.functions.derivatives.methods import Method
from jaxstudio.functions.protocol.queries import ScriptQuestion
from jaxstudio.functions.protocol.requests import DrawRequest, Scene
from jaxstudio.functions.service.composing import Composer
from jaxstudio.functions.service.curve_lines import DTYPES
from jaxstudio.processes.serve import Handler, Work
from jaxstudio.runtime.compile_counter import COMPILES
from jaxstudio.runtime.setup import configure


def script(composer: Composer, question: ScriptQuestion, work: Work) -> str:
    """The text of the script; it draws what the window does, each line with its own orders."""
    from jaxstudio.functions.export.compose import compose
    from jaxstudio.functions.export.script import as_script

    view = question.view
    within = {"x": view.x, "y": view.y}
    return as_script(compose(question.lines, within, question.sliders, (0,), view.width_px, view.height_px))


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
ANSWERS = {
    "cursor": ("curve_queries", "cursor"),
    "area": ("curve_queries", "area"),
    "table": ("curve_queries", "table"),
    "csv": ("curve_queries", "csv"),
    "compare": ("answering", "answer_compare"),
    "steps": ("answering", "steps"),
    "swell": ("answering", "swell"),
    "trace": ("answering", "trace"),
    "matrix": ("answering", "matrix"),
    "precision": ("answering", "precision"),
    "dtypes": ("answering", "dtypes"),
    "vmap": ("answering", "vmap"),
    "keys": ("answering", "keys"),
    "descent": ("answering", "descent"),
    "generate": ("training", "answer_generate"),
    "fit": ("training", "answer_fit"),
    "band": ("training", "band"),
    "train": ("training", "answer_train"),
    "pictures": ("training", "pictures"),
    "classify": ("training", "answer_classify"),
    "script": ("handlers", "script"),
}


def draw(composer: Composer, argument: tuple[DrawRequest, Mapping[str, str]], work: Work) -> Scene:
    """The scene of a request, without what had to be stopped before."""
    return composer.draw(*argument, work)


def answer(kind: str, composer: Composer, question: object, work: Work) -> object:
    """The answer to any other question."""
    module, name = ANSWERS[kind]
    found = getattr(importlib.import_module(f"jaxstudio.functions.service.{module}"), name)
    return found(composer, question, work)


def handlers() -> Mapping[str, Handler]:
    """Set up JAX for this process, and all that answers."""
    sys.setswitchinterval(SWITCH_SECONDS)
    configure()
    jax.config.update("jax_enable_x64", True)
    # Optax mixes formats, and everything here is float64 anyway
    jax.config.update("jax_numpy_dtype_promotion", "standard")
    composer = Composer()
    threading.Thread(target=warm, args=(composer,), name="jaxstudio-warm", daemon=True).start()
    return {"draw": partial(draw, composer), **{kind: partial(answer, kind, composer) for kind in ANSWERS}}
