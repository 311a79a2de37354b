"""Borders against numpy.pad, however far outside."""

import numpy as np
import pytest

from jaxstudio.kernels.borders import source_indices

NUMPY = {"reflect": "symmetric", "mirror": "reflect", "nearest": "edge", "wrap": "wrap"}


@pytest.mark.parametrize("border", NUMPY)
@pytest.mark.parametrize("size", [1, 2, 3, 7])
def test_as_numpy_pads(border, size):
    expected = np.pad(np.arange(size), (29, 31), NUMPY[border])
    np.testing.assert_array_equal(source_indices(-29, size + 31, size, border), expected)
    np.testing.assert_array_equal(
        source_indices(size + 10, size + 20, size, border), expected[size + 39 :][:10]
    )


def test_constant_has_no_source():
    assert source_indices(-2, 5, 3, "constant").tolist() == [-1, -1, 0, 1, 2, -1, -1]
