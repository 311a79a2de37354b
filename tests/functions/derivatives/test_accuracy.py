"""No derivative claims more digits than it has: a corpus of hard functions against mpmath."""

import math

import pytest
from flint import arb
from mpmath import mp, mpf

from functions.by_mpmath import exact_derivatives
from jaxstudio.functions.derivatives import accuracy
from jaxstudio.functions.derivatives.accuracy import Reference, best, references
from jaxstudio.functions.interpreters.ball_numbers import digits

from .hard_functions import FUNCTIONS, INTEGRALS, SPECIAL
from .typed import orders, typed

# a value of such a function takes mpmath long at the precision that twelve differences need
SLOW = {*SPECIAL, "integral(cosh(x sin(t)), t, 0, pi)"}


def overclaims(text, places, order, places_kept=60):
    """The derivatives that are further off than the digits claimed for them, and how many were compared."""
    found, wrong, compared = orders(text, places, order), [], 0
    judged = typed(INTEGRALS.get(text, text))
    for x, values in zip(places, found.T, strict=True):
        known = references(typed(text), (x,), {}, order, seconds=60)
        # 1.2 is twelve tenths; a number of more digits than 15 is the float64 itself
        place = repr(float(x)) if float(f"{x:.15g}") == x else x
        before_point = len(f"{abs(x):.0f}")
        exact = exact_derivatives(judged, [place], {}, order, digits=places_kept + before_point)
        for k, (value, (reference,), true) in enumerate(zip(values, known, exact, strict=True)):
            for number, claimed in (best(float(value), reference), (float(value), reference.digits(value))):
                if not claimed or mp.isnan(true):
                    continue
                compared += 1
                # in which the differences have no digits left of an exact 0
                off = max(abs(mpf(number) - true) - mpf(10) ** -(places_kept // 2), 0)
                if off > mpf(10) ** -claimed * abs(true) / 2 * (1 + mpf(10) ** -6):
                    wrong.append((x, k, number, claimed, mp.nstr(true, 20)))
    return wrong, compared


@pytest.mark.samples(2)
@pytest.mark.parametrize("text", list(FUNCTIONS)[::21])
def test_no_derivative_claims_more_digits_than_it_has(text):
    places = FUNCTIONS[text][:2]
    wrong, compared = overclaims(text, places, 3, places_kept=30)
    assert not wrong
    assert compared


@pytest.mark.big
@pytest.mark.parametrize("text", FUNCTIONS)
def test_none_of_many_hard_functions_claims_more_digits_than_it_has(text):
    wrong, compared = overclaims(text, FUNCTIONS[text], 12, places_kept=25 if text in SLOW else 60)
    assert not wrong
    assert compared


def test_digits_are_those_of_the_relative_error():
    with digits(50):
        reference = Reference(arb(2) / 3)
    assert reference.digits(2 / 3) == 15
    assert reference.digits(0.666) == 2
    assert reference.digits(0.0) == 0
    assert reference.digits(math.nan) is None
    assert Reference(arb(4)).digits(4.0) == 17
    assert Reference(arb(4, 4e-6)).digits(4.0) == 5
    assert Reference(arb(0)).digits(1e-30) == 0
    assert best(0.7, reference) == (2 / 3, 15)
    assert best(0.7, accuracy.UNKNOWN) == (0.7, None)


def test_a_rounded_number_is_never_exact():
    ((reference,),) = references(typed("x^2 - 3"), (1.7320508075688772,), {}, 0)
    assert reference.digits(reference.rounded) == 15
    ((reference,),) = references(typed("x^2 - 3"), (1.75,), {}, 0)
    assert reference.digits(0.0625) == 17


def test_an_integral_over_corners_and_jumps_is_known_at_once():
    for text, x, exact in (
        ("integral(|sin(20t)|, t, 0, x)", 3.0, lambda: (39 - mp.cos(60 - 19 * mp.pi)) / 20),
        ("integral(|t - 1|, t, 3, x)", -1.0, lambda: mpf(-4)),
        ("integral({t < 1: t, t^2}, t, 0, x)", 4.0, lambda: mpf(43) / 2),
    ):
        ((reference,),) = references(typed(text), (x,), {}, 0, seconds=60)
        with mp.workdps(40):
            assert abs(mpf(reference.text(30)) - exact()) < mpf(10) ** -20, text


def test_a_reference_that_takes_too_long_is_none():
    ((found,),) = references(typed("sum(sin(n x), n, 1, 9999)"), (0.4999,), {}, 0, seconds=0.01)
    assert found == accuracy.UNKNOWN
    for text in ("x^x^x^x", "exp(exp(exp(exp(x))))", "gamma(1e300 x)", "sum(x^n, n, 1, 9999)"):
        references(typed(text), (8.0,), {}, 2, seconds=0.1)
