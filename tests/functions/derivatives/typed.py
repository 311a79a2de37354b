"""Typed functions and their derivatives, for the tests beside."""

import jax
import numpy as np

from jaxstudio.functions.derivatives.target import Subject
from jaxstudio.functions.derivatives.taylor import taylor
from jaxstudio.functions.language import Sheet
from jaxstudio.runtime.setup import configure

configure()  # with the cache of compiled operations


def typed(text, *others, by=""):
    """The function that is typed; `others` are further lines of its sheet."""
    sheet = Sheet.read([text, *others])
    assert sheet.lines[0].error is None, sheet.lines[0].error
    return Subject.of_line(sheet.lines[0], sheet, by)


# Fewer points are padded to so many: an operation is compiled anew for every shape.
POINTS = 8


def orders(text, at, order, *others, **p):
    """The derivatives 0 to `order` by power series at points, float64 (order + 1, n), without jit."""
    derivatives = taylor(typed(text, *others), order)
    places = np.atleast_1d(np.asarray(at, float))
    padded = np.pad(places, (0, max(POINTS - len(places), 0)), mode="edge")
    return np.asarray(jax.vmap(derivatives, (0, None), 1)(padded, p))[:, : len(places)]
