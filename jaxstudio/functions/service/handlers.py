"""What the child process answers, by the kind of the question."""

from __future__ import annotations

import importlib
import sys
import threading
from collections.abc import Mapping
from functools import partial

import jax

from jaxstudio.functions.protocol.requests import DrawRequest, Scene
from jaxstudio.functions.service.composing import Composer
from jaxstudio.functions.service.warming import warm
from jaxstudio.processes.serve import Handler, Work
from jaxstudio.runtime.setup import configure

# The threads of this process hand the interpreter over more often than by default: one compiles, one draws.
SWITCH_SECONDS = 0.0005
# Where each answer is found; a module is loaded when it is first asked, since some bring SymPy or Optax.
ANSWERS = {
    "cursor": ("cursor", "cursor"),
    "area": ("area", "area"),
    "table": ("tables", "table"),
    "csv": ("tables", "csv"),
    "compare": ("answering", "compared"),
    "steps": ("answering", "steps"),
    "swell": ("answering", "swell"),
    "trace": ("answering", "trace"),
    "matrix": ("answering", "matrix"),
    "precision": ("answering", "precision"),
    "dtypes": ("answering", "dtypes"),
    "vmap": ("answering", "vmap"),
    "keys": ("answering", "keys"),
    "descent": ("answering", "descent"),
    "generate": ("training", "generated"),
    "fit": ("training", "fitted"),
    "band": ("training", "band"),
    "train": ("training", "trained"),
    "pictures": ("classifying", "pictures"),
    "classify": ("classifying", "classified"),
    "script": ("scripts", "script"),
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
