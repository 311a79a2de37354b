"""Lines as outlines: Matplotlib's own path of the same formula, and nothing where there is no formula."""

import numpy as np
from matplotlib.textpath import TextPath

from jaxstudio.functions.protocol.queries import TypesetQuestion
from jaxstudio.functions.service.typesetting import FONT, outlines, typeset

TEXTS = (
    "f(x) = (x^2 + 1)/sqrt(x - 1)", "integral(exp(-t^2), t, 0, x)", "sum(1/n!, n, 0, 9)",
    "integral(sin(t)/t, t, -oo, oo)", "alpha_1 <= |x| != 2", "f'(x) + d/dx x^3", "{x > 1: x^2, -x}",
    "[x, sin(y)]", "asin(x) log10(x)", "limit(sin(x)/x, x -> 0)", "limit(|x|/x, x -> 0)",
)  # fmt: skip


class Work:
    def check(self):
        pass


def test_every_formula_can_be_set_and_what_has_none_is_left_out():
    found = typeset(
        None, TypesetQuestion((*TEXTS, "x +", "solve(x = 2)", "normaldist(0, 1)"), ("f",)), Work()
    )
    assert [line is None for line in found] == [*[False] * len(TEXTS), True, True, True]
    for line in found[: len(TEXTS)]:
        assert len(line.points) == len(line.codes) > 20
        low, high = line.points.min(axis=0), line.points.max(axis=0)
        assert -line.descent - 1e-6 < low[1] < high[1] < line.ascent + 1e-6
        assert -0.2 < low[0] < high[0] < line.width + 0.2


def test_values_of_solutions_are_no_products():
    rules = ("y' = x - y",)
    found = typeset(None, TypesetQuestion(("y(3)", "x y(3)", "x y"), (), (), rules), Work())
    assert (found[0].points == outlines(r"y\left(3\right)").points).all()
    assert None not in found
    product = typeset(None, TypesetQuestion(("y(3)",), (), (), ()), Work())[0]
    assert len(product.points) != len(found[0].points)


def test_outermost_fractions_are_set_in_full_size():
    reference = TextPath((0, 0), r"$\dfrac{\frac{1}{x}}{2} + e^{\frac{x}{2}}$", prop=FONT)
    line = outlines(r"\frac{\frac{1}{x}}{2} + e^{\frac{x}{2}}")
    assert np.allclose(line.points * 100, reference.vertices, atol=1e-3)
    assert (line.codes == reference.codes).all()
