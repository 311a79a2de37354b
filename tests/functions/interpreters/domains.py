"""Where each function of the catalogue is compared: intervals away from its singularities."""

import numpy as np

from jaxstudio.functions.language import FUNCTIONS, Sheet

USUAL = (-5.0, 5.0)
DOMAINS = {
    "asin": [(-1, 1)],
    "acos": [(-1, 1)],
    "asec": [(1.01, 6)],
    "acsc": [(-6, -1.01)],
    "acoth": [(1.01, 6)],
    "asech": [(0.01, 0.99)],
    "acsch": [(0.1, 5)],
    "atanh": [(-0.99, 0.99)],
    "acosh": [(1.01, 20)],
    "sqrt": [(0, 50)],
    "log": [(1e-3, 50)],
    "log10": [(1e-3, 50)],
    "log2": [(1e-3, 50)],
    "log1p": [(-0.99, 9)],
    "erfinv": [(-0.99, 0.99)],
    "ndtri": [(0.01, 0.99)],
    "logit": [(0.01, 0.99)],
    "lambertw": [(-0.36, 9)],
    "E1": [(0.01, 20)],
    "gamma": [(-5, 20)],
    "lgamma": [(-5, 20)],
    "factorial": [(-5, 20)],
    "binomial": [(2, 20), (0.1, 15)],
    "beta": [(0.2, 8), (0.2, 8)],
    "betainc": [(0.2, 6), (0.2, 6), (0, 1)],
    "gammainc": [(0.2, 9), (0.1, 20)],
    "gammaincc": [(0.2, 9), (0.1, 20)],
    "zeta": [(1.1, 12), (0.2, 5)],
    "polygamma": [(1, 4), (0.2, 12)],
    "besselj": [(-3, 12), (0, 40)],
    "bessely": [(-3, 12), (0.1, 40)],
    "besseli": [(-3, 12), (0, 40)],
    "besselk": [(-3, 12), (0.1, 40)],
    "legendre": [(-3, 12), (-0.99, 4)],
    "chebyshevt": [(-3, 12), (-1, 4)],
    "chebyshevu": [(-3, 12), (-0.99, 4)],
    "gegenbauer": [(0, 9), (0.1, 4), (-0.9, 3)],
    "hermite": [(-3, 12), (-6, 6)],
    "genlaguerre": [(0, 12), (-0.9, 4), (-5, 30)],
    "laguerre": [(0, 12), (-5, 30)],
    "ellipk": [(-20, 0.99)],
    "ellipe": [(-20, 1)],
    "ellipf": [(-6, 6), (-5, 0.99)],
    "ellipeinc": [(-6, 6), (-5, 0.99)],
    "ellippi": [(-5, 0.99), (-5, 0.99)],
    "ellippiinc": [(-5, 0.99), (-6, 6), (-5, 0.99)],
    "polylog": [(-3, 5), (-20, 0.99)],
    "lambertwm1": [(-0.3678, -1e-6)],
    "hyp1f1": [(-4, 5), (0.1, 5), (-20, 20)],
    "hyp2f1": [(-4, 5), (-4, 5), (0.1, 5), (-6, 0.98)],
    "isprime": [(0, 100)],
    "gcd": [(0, 100), (0, 100)],
    "lcm": [(0, 100), (0, 100)],
    "squareplus": [USUAL, (0.5, 5)],
    "celu": [USUAL, (0.5, 3)],
    "elu": [USUAL, (0.5, 3)],
}


def line_of(name):
    """F(a, b, …) = name(a, b, …) and the sheet it stands in."""
    parameters = [f"c{at}" for at in range(len(FUNCTIONS[name].parameters))]
    listed = ", ".join(parameters)
    sheet = Sheet.read([f"F({listed}) = {name}({listed})"])
    assert sheet.lines[0].error is None
    return sheet.lines[0], sheet


def points(name, count, seed=0):
    """float64 (arguments, count) within the function's domain."""
    intervals = DOMAINS.get(name, [USUAL] * len(FUNCTIONS[name].parameters))
    drawn = np.array([np.random.default_rng(seed).uniform(*ends, count) for ends in intervals])
    if len(drawn) > 1:
        drawn[1:] = np.roll(drawn[1:], 3, axis=1)
    if name in ("gcd", "lcm", "isprime"):
        drawn = np.floor(drawn)
    if name == "polygamma":
        drawn[0] = np.floor(drawn[0])
    return drawn
