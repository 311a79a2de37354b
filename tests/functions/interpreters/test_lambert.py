"""Lambert's W is judged by mpmath, up to the branch point at -1/e."""

import jax
import numpy as np
import pytest
from mpmath import mp, mpf

from functions.of_lines import to_jax, to_mpmath
from jaxstudio.functions.language import Sheet, read_line

PLACES = (
    -0.3678794411714423,
    -0.36787944,
    -0.3678,
    -0.367,
    -0.3,
    -1e-3,
    0.0,
    1e-300,
    0.5,
    2.9,
    10.0,
    1e10,
    1e300,
)


@pytest.mark.samples(1)
@pytest.mark.parametrize("order", [0, 1, 2])
def test_values_and_slopes_up_to_the_branch_point(order):
    sheet = Sheet.read(["W(x)"])
    function = to_jax(sheet.lines[0], sheet)
    with jax.enable_x64(True):
        for _ in range(order):
            function = jax.grad(function)
        places = PLACES if order < 2 else PLACES[3:-2]
        found = np.asarray(jax.vmap(function, (0, None))(np.asarray(places), {}))
    with mp.workdps(40):
        for place, value in zip(places, found.tolist(), strict=True):
            w = mp.lambertw(mpf(place)).real
            slopes = (w, mp.exp(-w) / (1 + w), -mp.exp(-2 * w) * (w + 2) / (1 + w) ** 3)
            # beside the branch point the slope is infinite and x has too few digits for it
            bound = 1e-6 if order and place < -0.36787944 else 1e-13
            assert abs(value - slopes[order]) <= bound * abs(slopes[order])


def test_below_the_branch_point_it_has_no_value():
    sheet = Sheet.read(["W(x)"])
    with jax.enable_x64(True):
        assert np.isnan(to_jax(sheet.lines[0], sheet)(np.float64(-0.37), {}))
    assert mp.isnan(to_mpmath(read_line("W(x)"), sheet)(-0.37, {}))
