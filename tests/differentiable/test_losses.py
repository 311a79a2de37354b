"""The distances that a match makes small are those of scikit-image and NumPy."""

import numpy as np
import pytest
from skimage.metrics import structural_similarity

from jaxstudio.differentiable.losses import BINS, histogram_distance, structural_dissimilarity


@pytest.fixture
def pictures():
    """Two pictures of different contrast, with values beyond [0, 1]."""
    random = np.random.default_rng(3)
    picture = random.normal(0.5, 0.4, (24, 31, 3)).astype(np.float32)
    return picture, (0.3 * picture + random.normal(0.4, 0.1, picture.shape)).astype(np.float32)


def test_structural_dissimilarity_is_one_minus_scikit_images_mean(pictures):
    expected = structural_similarity(*pictures, win_size=7, data_range=1, channel_axis=2)
    assert structural_dissimilarity(*pictures) == pytest.approx(1 - expected, abs=1e-5)


def test_histograms_are_cumulative_with_values_beyond_the_range_at_its_ends(pictures):
    levels = np.arange(BINS) / (BINS - 1)

    def shares(picture):
        """The mean of a step down over one bin: 1 for values up to a level, 0 from the next level on."""
        values = np.clip(picture.reshape(-1, 3).astype(float), 0, 1)
        return np.clip(1 - (values - levels[:, None, None]) * (BINS - 1), 0, 1).mean(axis=1)

    expected = np.mean((shares(pictures[0]) - shares(pictures[1])) ** 2)
    assert histogram_distance(*pictures) == pytest.approx(expected, rel=1e-3)
