"""Evaluators of plain NumPy functions, without intervals, and of typed lines, compiled once."""

from functools import cache

import numpy as np

from benchmarks import hard_functions
from jaxstudio.functions.curves.analysis import CurveAnalysis
from jaxstudio.functions.curves.evaluator import Evaluator, Graph
from jaxstudio.functions.protocol.scene import View

VIEW = View((-9.7, 9.6), (-7.0, 7.0), 800, 560)


def plain(*functions):
    """f, f', f'' as NumPy functions."""

    def values(x, p):
        with np.errstate(all="ignore"):
            return np.stack([np.broadcast_to(f(x), x.shape) for f in functions])

    return Evaluator(values, 2, {})


typed = cache(hard_functions.typed)


def study_of(evaluator, view=VIEW):
    return CurveAnalysis(Graph(evaluator, view), view)
