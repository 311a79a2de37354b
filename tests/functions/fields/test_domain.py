"""Functions of z: their values against mpmath, their zeros and poles against mpmath and SymPy."""

import mpmath
import numpy as np
import pytest
import sympy

from jaxstudio.errors import ExpressionError, UsageError
from jaxstudio.functions.colour_wheel import wheel
from jaxstudio.functions.fields.domain import DomainField
from jaxstudio.functions.language import LineKind
from jaxstudio.functions.language.document import read_line
from jaxstudio.functions.protocol.requests import SheetLine
from jaxstudio.functions.protocol.scene import MarkKind, View
from jaxstudio.functions.service import planes
from jaxstudio.functions.service.reading import Reader

VIEW = View((-4.0, 4.0), (-3.0, 3.0), 200, 150)
# pi i and the like lie on no pixel
VALUES = {
    "(z^2 - 1)/(z^2 + 1)": lambda z: (z**2 - 1) / (z**2 + 1),
    "sqrt(z^2 - 1) + log(z)": lambda z: mpmath.sqrt(z**2 - 1) + mpmath.log(z),
    "gamma(z)": mpmath.gamma,
    "z^i + 2i": lambda z: mpmath.power(z, 1j) + 2j,
    "sin(z) + asin(z) + tanh(z)": lambda z: mpmath.sin(z) + mpmath.asin(z) + mpmath.tanh(z),
    "sum(z^n/n!, n, 0, 8)": lambda z: sum(z**n / mpmath.factorial(n) for n in range(9)),
    "d/dz sin(z^2)": lambda z: 2 * z * mpmath.cos(z**2),
    "conj(z) + i re(z) + im(z)^2": lambda z: mpmath.conj(z) + 1j * z.real + z.imag**2,
    "abs(z) exp(i arg(z)/2)": lambda z: abs(z) * mpmath.expj(mpmath.arg(z) / 2),
    "{abs(z) < 2: z^2, re(z) > 0: 1/z, i}": lambda z: z**2 if abs(z) < 2 else 1 / z if z.real > 0 else 1j,
    "integral(exp(-t^2), t, 0, z)": lambda z: mpmath.erf(z) * mpmath.sqrt(mpmath.pi) / 2,
}


def field(text):
    line = read_line(f"color({text})")
    assert line.kind is LineKind.COMPLEX
    return DomainField(line.tree, line.index)


def test_values_are_those_of_mpmath(subtests):
    for text, reference in VALUES.items():
        with subtests.test(text):
            domain = field(text).draw(VIEW, {})
            for row, column in ((7, 13), (60, 170), (75, 100), (120, 41)):
                x = -4 + 8 * (column + 0.5) / 200
                y = 3 - 6 * (row + 0.5) / 150
                exact = complex(reference(mpmath.mpc(x, y)))
                assert domain.values[row, column] == pytest.approx(exact, rel=1e-12)


def test_colours_are_those_of_the_argument():
    domain = field("z").draw(View((-1.0, 1.0), (-1.0, 1.0), 101, 101), {})
    red, green, blue = ((domain.pixels >> shift & 0xFF).astype(float) for shift in (16, 8, 0))
    for row, column, share in ((50, 99, 0.5), (1, 50, 0.75), (99, 50, 0.25)):
        shown = np.array([red[row, column], green[row, column], blue[row, column]])
        ideal = wheel()[round(share * 511)].astype(float)
        assert np.allclose(shown / shown.max(), ideal / ideal.max(), atol=0.03)
    assert domain.pixels[50, 50] == 0xFF000000  # a zero


ZEROS = (
    "z^5 - 2z + 1/10", "(z - 1)^2 (z + i)/(z - 2i)^3", "(z^2 + z + 1)/(z^3 - 8)", "sin(z)/(z - 1)", "tan(z)",
    "1/z + 1/(z - 1)", "gamma(z)", "exp(z) - 1",
)  # fmt: skip


def places_of(text):
    """The zeros and poles in view with their orders, by SymPy where it solves and known otherwise."""
    pi = np.pi
    known = {
        "sin(z)/(z - 1)": {-pi: 1, 0: 1, pi: 1, 1: -1},
        "tan(z)": {-pi: 1, 0: 1, pi: 1, -pi / 2: -1, pi / 2: -1},
        "gamma(z)": {0: -1, -1: -1, -2: -1, -3: -1},
        "exp(z) - 1": {0: 1},
    }
    if text in known:
        return known[text]
    z = sympy.Symbol("z")
    written = text.replace("^", "**").replace("2z", "2*z").replace("2i", "2*I").replace("i)", "I)")
    quotient = sympy.cancel(sympy.sympify(written.replace("2 (", "2*("), {"z": z, "I": sympy.I}))
    over, under = sympy.fraction(sympy.together(quotient))
    found: dict[complex, int] = {}
    for part, sign in ((over, 1), (under, -1)):
        polynomial = sympy.Poly(part, z)
        roots = sympy.roots(polynomial)  # with their multiplicities, where there are formulas
        if sum(roots.values()) < polynomial.degree():
            roots = dict.fromkeys(polynomial.nroots(n=20), 1)
        found |= {complex(root): sign * count for root, count in roots.items()}
    return {each: order for each, order in found.items() if abs(each.real) < 4 and abs(each.imag) < 3}


def test_zeros_and_poles_are_all_and_each_where_it_is(subtests):
    for text in ZEROS:
        with subtests.test(text):
            drawn = field(text)
            places = list(drawn.places(drawn.draw(VIEW, {}), VIEW, {}))
            expected = places_of(text)
            assert sorted(place.order for place in places) == sorted(expected.values())
            for place in places:
                nearest = min(expected, key=lambda each: abs(each - place.z))
                assert expected[nearest] == place.order
                assert abs(nearest - place.z) <= max(1.5 * place.radius, 1e-12)


@pytest.mark.parametrize(
    "text",
    [
        "exp(1/z)",
        "sqrt(z)",
        "sin(z)/z",
        "abs(z)",
        "conj(z)",
        "re(z) + i im(z)",
        "(z^2 - 1)/(z - 1)",
        "z^(1/3)",
    ],
)
def test_nothing_is_claimed_of_branch_points_and_essential_singularities(text):
    drawn = field(text)
    places = [place.z for place in drawn.places(drawn.draw(VIEW, {}), VIEW, {})]
    assert all(abs(place) > 0.5 and abs(place - 1) > 0.5 for place in places)


def test_a_scene_has_its_marks_and_says_what_it_cannot():
    read = Reader().read(("color((z - a)/(z + 2i)^2)", "color(x + z)", "color(floor(z))"))
    line, wrong, unknown = read.sheet.lines
    assert line.sliders == ("a",)
    drawn = planes.draw(SheetLine(line.text), read.functions[0], {"a": 1.5}, VIEW, True)
    (zeros, poles) = drawn.features
    assert (zeros.kind, zeros.marks[0].x, zeros.marks[0].y) == (MarkKind.ZERO, 1.5, 0.0)
    assert (poles.marks[0].x, poles.marks[0].y) == (0.0, -2.0)
    assert poles.marks[0].detail.startswith("order 2")
    assert "x has no place in it" in str(wrong.error)
    with pytest.raises(ExpressionError, match="floor is not computed here"):
        planes.draw(SheetLine(unknown.text), read.functions[2], {}, VIEW, False)
    with pytest.raises(UsageError, match="linear axes"):
        planes.draw(
            SheetLine(line.text), read.functions[0], {"a": 1.5}, View((1, 9), (1, 9), 90, 90, "x"), False
        )
