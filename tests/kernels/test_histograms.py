"""Percentiles of float pictures that arrive in parts, against NumPy."""

import numpy as np
import pytest

from jaxstudio.kernels.histograms import percentiles

GENERATOR = np.random.default_rng(5)
# What a sample can judge: tones that spread, two tones only, one tone, a few far outliers.
PICTURES = {
    "noise": GENERATOR.normal(size=(601, 701, 3)),
    "two tones": GENERATOR.random((601, 701, 3)) > 0.3,
    "one tone": np.full((601, 701, 3), 0.25),
    "outliers": np.where(GENERATOR.random((601, 701, 3)) > 0.9999, 1e6, GENERATOR.random((601, 701, 3))),
}


@pytest.mark.parametrize("name", PICTURES)
@pytest.mark.parametrize("shares", [(1, 99), (0, 100), (40, 41), (7, 88.5), (50,)])
def test_percentiles_are_those_of_numpy(subtests, name, shares):
    picture = PICTURES[name].astype(np.float32)
    for broken in (False, True):
        with subtests.test(broken=broken):
            if broken:
                picture[3, 5], picture[300, 600, 1], picture[600, 700, 2] = np.nan, np.inf, -np.inf
            blocks = [picture[:250], picture[250:, :, :]]
            gapped = [np.pad(block, ((0, 0), (0, 9), (0, 0)))[:, :-9] for block in blocks]
            expected = np.percentile(picture[np.isfinite(picture)].astype(np.float64), shares)
            for held in (blocks, gapped):
                found = percentiles(lambda held=held: iter([(block, None) for block in held]), shares)
                np.testing.assert_allclose(found, expected, rtol=1e-12)
