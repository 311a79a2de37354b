"""Hard functions in several views: what is said to be all is all, and nothing is drawn across a break."""

import mpmath
import numpy as np
import pytest
from mpmath import mp, mpf

from functions.curves.hard_functions import FUNCTIONS, ranges_of
from functions.curves.plain import typed
from jaxstudio.functions.curves.framing import fit_y
from jaxstudio.functions.curves.gallery import GALLERY
from jaxstudio.functions.curves.study import Study
from jaxstudio.functions.curves.track import Graph
from jaxstudio.functions.scene import MarkKind, Proof, View

KINDS = {"poles": MarkKind.POLE, "jumps": MarkKind.JUMP, "holes": MarkKind.HOLE, "ends": MarkKind.END}
# Places at the border of a view may be in it or not; places are the same within this share of the view.
BORDER, SAME = 1e-7, 1e-11


def study_over(text, x):
    evaluator = typed(text)
    return Study(Graph(evaluator, view := View(x, fit_y([evaluator], [], x), 800, 560)), view)


def differences(function, x):
    """What is found and not true, or true and not found, in a view; and whether all is said to be found."""
    study, span, wrong = study_over(function.text, x), x[1] - x[0], []
    for name, kind in KINDS.items():
        found = [b.at for b in study.breaks if b.kind is kind]
        found = [at for at in found if x[0] + BORDER * span < at < x[1] - BORDER * span]
        true = [float(at) for at in function.places(name, x[0] + BORDER * span, x[1] - BORDER * span)]
        wrong += [f"no {kind} at {at!r}" for at in found if not _near(at, true, SAME * span)]
        wrong += [f"{kind} at {at!r} missed" for at in true if not _near(at, found, SAME * span)]
    return wrong, study.has_all_breaks, study


def _near(at, places, within):
    return any(abs(at - place) <= within for place in places)


def joins(function, study, x):
    """Poles, jumps and ends of the domain over which a line, and no band, is drawn."""
    clear = 1e-9 * (x[1] - x[0])
    found = []
    for name in ("poles", "jumps", "ends"):
        for place in map(float, function.places(name, *x)):
            found += [
                (name, place)
                for piece in study.pieces
                if piece.proof is not Proof.UNRESOLVED
                and piece.x[0] < place - clear
                and piece.x[-1] > place + clear
            ]
    return found


def judge(number):
    """Assert that nothing wrong is claimed or drawn; whether all is claimed, per view."""
    function, claims = FUNCTIONS[number], []
    for x in ranges_of(number):
        wrong, claimed, study = differences(function, x)
        assert not (claimed and wrong), f"{function.text} over {x}, all found: {wrong}"
        assert not joins(function, study, x), f"{function.text} over {x}"
        claims.append(claimed)
    return claims
