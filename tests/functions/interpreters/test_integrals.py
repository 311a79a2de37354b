"""Integrals by balls, proper, singular and endless, beside what mpmath knows of their values."""

from flint import arb
from mpmath import mp, mpf

from functions.derivatives.typed import typed
from jaxstudio.functions.interpreters import evaluate
from jaxstudio.functions.interpreters.ball_algebra import BallAlgebra
from jaxstudio.functions.interpreters.ball_integrals import integral
from jaxstudio.functions.interpreters.ball_numbers import NOWHERE, decimal, digits

ENDLESS = arb.pos_inf()
# the integrand, its range, and the value; "" where the integral diverges
KNOWN = [
    ("sin(x)", 0, 1, "1 - cos(1)"),
    ("1/sqrt(x)", 0, 1, "2"),
    ("log(x)", 0, 1, "-1"),
    ("log(x)^2/sqrt(x)", 0, 1, "16"),
    ("x^(-0.9)", 0, 1, "10"),
    ("1/(x log(x)^2)", 0, 0.5, "1/log(2)"),
    ("x^x", 0, 1, "quad(lambda x: x**x, [0, 1])"),
    ("cbrt(x)^-2", -1, 1, "6"),
    ("log(abs(x))", -1, 1, "-2"),
    ("1/sqrt(abs(x^2 - 2))", 0, 3, "pi/2 + acosh(3/sqrt(2))"),
    ("1/sqrt(1 - x^2)", -1, 1, "pi"),
    ("sqrt(1 - x^2)", -1, 1, "pi/2"),
    ("acos(x)", -1, 1, "pi"),
    ("sin(x)/x", 0, 10, "si(10)"),
    ("(1 - cos(x))/x^2", -1, 1, "2*si(1) - 2*(1 - cos(1))"),
    ("exp(-1/x)/x^2", 0, 1, "exp(-1)"),
    ("abs(sin(20x))", 0, 3, "(39 - cos(60 - 19*pi))/20"),
    ("floor(x)", 0, 3.5, "4.5"),
    ("mod(x, 1)", 0, 3.5, "1.625"),
    ("{x < 1: x, x^2}", 0, 4, "21.5"),
    ("max(x, 1 - x)", 0, 1, "0.75"),
    ("exp(-1e6(x - 3)^2)", -1000, 1000, "sqrt(pi)/1000"),
    ("exp(-(x/(1 - x^2))^2) (1 + x^2)/(1 - x^2)^2", -1, 1, "sqrt(pi)"),
    ("exp(-x^2)", -ENDLESS, ENDLESS, "sqrt(pi)"),
    ("1/(1 + x^4)", 0, ENDLESS, "pi/sqrt(8)"),
    ("exp(-x) sqrt(x)", 0, ENDLESS, "sqrt(pi)/2"),
    ("1/x^2", 1, ENDLESS, "1"),
    ("1/x", -1, 2, ""),
    ("1/x", 1, ENDLESS, ""),
    ("1/(x log(x))", 0, 0.5, ""),
    ("1/(x^2 - 2)", 0, 3, ""),
    ("tan(x)", 0, 2, ""),
    ("gamma(x)", 0, 1, ""),
    ("1/x^2", -1, 1, ""),
    ("sqrt(x)", -1, 1, ""),
]


def known(text, low, high):
    tree = typed(text).tree
    ends = [end if isinstance(end, arb) else decimal(end) for end in (low, high)]
    algebra = BallAlgebra()
    with digits(35):
        return integral(algebra, lambda x: evaluate(tree, algebra, {"x": x}), *ends)


def test_integrals_have_the_values_that_mpmath_knows():
    names = {name: getattr(mp, name) for name in ("cos", "exp", "log", "sqrt", "pi", "si", "acosh", "quad")}
    wrong = []
    with mp.workdps(30):
        for text, low, high, value in KNOWN:
            found = known(text, low, high).value
            if not value or found is NOWHERE:
                right = (found is NOWHERE) == (not value)
            else:
                off = abs(mpf(arb(found).str(25, radius=False)) - mpf(eval(value, {}, names)))
                right = off < 1e-20 and arb(found).rel_accuracy_bits() > 70
            if not right:
                wrong.append((text, low, high, str(found)))
    assert not wrong


def test_a_simple_pole_has_a_principal_value():
    with digits(35):
        assert known("1/x", -1, 2).principal.overlaps(arb(2).log())
        assert known("tan(x)", 0, 2).principal.overlaps(-abs(arb(2).cos()).log())
    assert known("1/x^2", -1, 2).principal is None
    assert known("1/x", 0, 2).principal is None
