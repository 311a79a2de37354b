"""Derivatives by mpmath's differences of values: no rule of differentiation is shared with the program."""

from mpmath import mp, mpf

from functions.mpmath_algebra import MpmathAlgebra
from jaxstudio.functions.interpreters import evaluate


def exact_derivatives(subject, at, p, order, *, digits=50):
    """The derivatives 0 to `order` at a point with a coordinate for each input; NaN where there is none."""

    def value(x, algebra):
        values = {name: mpf(number) for name, number in {**subject.defaults, **p}.items()}
        values |= {name: mpf(number) for name, number in zip(subject.inputs, at, strict=True)}
        values[subject.inputs[subject.by]] = x
        return evaluate(subject.tree, algebra, values, subject.line)

    with mp.workdps(digits):
        x = mpf(at[subject.by])
        if mp.isnan(value(x, MpmathAlgebra())):
            return [mpf(mp.nan)] * (order + 1)
        return [+found for found in mp.diffs(lambda x: value(x, MpmathAlgebra()), x, order)]
