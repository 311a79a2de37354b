"""Integrals by balls, proper, singular and endless, beside what mpmath knows of their values."""

from pathlib import Path

from flint import arb
from mpmath import mp, mpf

from functions.derivatives.typed import typed
from jaxstudio.functions.interpreters import evaluate
from jaxstudio.functions.interpreters.ball_algebra import BallAlgebra
from jaxstudio.functions.interpreters.ball_integrals import integral
from jaxstudio.functions.interpreters.ball_numbers import NOWHERE, decimal, digits, is_known

# each line: the integrand, its range, and the value; empty where the integral diverges
KNOWN = [
    line.split("\t")
    for line in (Path(__file__).parent / "integrals.tsv").read_text().splitlines()
    if not line.startswith("#")
]
ENDS = {
    "inf": arb.pos_inf, "-inf": arb.neg_inf, "pi": arb.pi, "2*pi": lambda: 2 * arb.pi(),
    "pi/2": lambda: arb.pi() / 2, "e": arb.const_e,
}  # fmt: skip


def known(text, low, high):
    tree, algebra = typed(text).tree, BallAlgebra()
    with digits(35):
        ends = [ENDS[end]() if end in ENDS else decimal(float(end)) for end in (low, high)]
        return integral(algebra, lambda x: evaluate(tree, algebra, {"x": x}), *ends)


def test_integrals_have_the_values_that_mpmath_knows():
    """Nearly all, and none is wrong: a value where there is none, or the other way round."""
    names = {name: getattr(mp, name) for name in dir(mp)}
    wrong, unknown = [], []
    with mp.workdps(30):
        for text, low, high, value in KNOWN:
            found = known(text, low, high).value
            if found is not NOWHERE and (not is_known(found) or arb(found).rad() > 1e-15):
                unknown.append(text)
            elif found is NOWHERE or not value:
                if (found is NOWHERE) != (not value):
                    wrong.append((text, low, high, str(found)))
            elif abs(mpf(arb(found).str(28, radius=False)) - mpf(eval(value, names))) > 1e-13:
                wrong.append((text, low, high, str(found)))
    assert not wrong
    assert len(unknown) <= len(KNOWN) // 20, unknown


def test_a_simple_pole_has_a_principal_value():
    with digits(35):
        assert known("1/x", "-1", "2").principal.overlaps(arb(2).log())
        assert known("tan(x)", "0", "2").principal.overlaps(-abs(arb(2).cos()).log())
        # as mpmath has them without the pole, and with its logarithm
        assert abs(known("zeta(x)", "0", "2").principal - arb("1.151239868226418796885")) < 1e-20
        assert abs(known("zeta(x^2)", "0", "2").principal - arb("0.63815495223133956323")) < 1e-19
    assert known("1/x^2", "-1", "2").principal is None
    assert known("1/x", "0", "2").principal is None
