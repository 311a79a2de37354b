"""What the first pictures will need, fetched while nobody waits: kernels of single operations, SciPy."""

from __future__ import annotations

import importlib

from jaxstudio.functions.curves.evaluator import BESIDE
from jaxstudio.functions.derivatives.methods import Method
from jaxstudio.functions.service.composing import Composer
from jaxstudio.functions.service.paths import DTYPES
from jaxstudio.runtime.compile_counter import COMPILES

# Between them they hold the operations that most functions are made of.
USUAL = ("a x^3 - 2x^2 + x/3 - 1/x + 1", "sin(x) cos(2x)", "exp(-x^2)", "sqrt(x) log(x)", "|x|")


def warm(composer: Composer) -> None:
    """Compute some usual functions operation by operation, and load what studying a curve takes."""
    for function in composer.reader.read(USUAL).functions:
        assert function is not None
        program = composer.programs.program(function, BESIDE, Method.TAYLOR, DTYPES["f64"])
        with COMPILES.ahead():
            composer.programs.get_to_know(program)
    importlib.import_module("jaxstudio.functions.service.studying")
