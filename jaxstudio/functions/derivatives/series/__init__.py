"""Truncated power series: the recurrences of every function of the language, over any algebra.

algebra.py      SeriesAlgebra: an algebra in which a tree is evaluated
arithmetic.py   coefficients (LaxAlgebra: JAX's numbers), Ring: sums, products, quotients, ∫ g du, composition
elementary.py, special.py   a rule for each function
"""

from jaxstudio.functions.derivatives.series.algebra import SeriesAlgebra
from jaxstudio.functions.derivatives.series.arithmetic import LaxAlgebra

__all__ = ["LaxAlgebra", "SeriesAlgebra"]
