"""Truncated power series: the recurrences of every function of the language, over any algebra.

algebra.py      SeriesAlgebra: an algebra in which a tree is evaluated
lax_algebra.py  LaxAlgebra: JAX's numbers as coefficients
arithmetic.py   Ring: sums, products, quotients, ∫ g du, composition
elementary.py, powers.py, piecewise.py, special.py, gamma.py, incomplete.py, bessel.py   a rule a function
"""

from jaxstudio.functions.derivatives.series.algebra import SeriesAlgebra
from jaxstudio.functions.derivatives.series.arithmetic import LaxAlgebra

__all__ = ["LaxAlgebra", "SeriesAlgebra"]
