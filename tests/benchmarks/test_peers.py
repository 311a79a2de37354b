"""The bench compares equal work: every peer's pixels are ours, as far as its arithmetic allows."""

import numpy as np
import pytest

pytest.importorskip("cv2")

from benchmarks.ops import contestants
from benchmarks.peers import LIBRARIES, peers_of
from benchmarks.workload import CASES, photo
from jaxstudio.ops import CATALOGUE

NOISE = {
    *("gaussian_noise", "salt_and_pepper", "glass_blur", "salt", "pepper", "impulse", "speckle"),
    *("uniform_noise", "poisson_noise", "film_grain"),
}
PAIRS = [(case, library) for case in CASES for library in peers_of(case.op)]
# Their borders differ (nearest where ours reflects) or are sharp where ours blend with what lies beyond.
OTHER_BORDERS = {
    ("box_blur size=31", "pillow"): 16,
    ("median size=5", "opencv"): 2,
    ("median size=5", "pillow"): 2,
    ("frangi", "scikit-image"): 24,
    ("sato", "scikit-image"): 24,
}


@pytest.fixture(scope="module")
def pixels():
    return photo(173, 211)


@pytest.mark.samples(8)
@pytest.mark.parametrize(("case", "library"), PAIRS, ids=lambda part: getattr(part, "name", part))
def test_peers_do_the_same_work(engine, pixels, case, library):
    ours, peers = contestants(engine, case, pixels)
    expected, result = ours(), peers[library]()
    assert (result.dtype, result.shape) == (np.dtype(np.uint8), expected.shape)
    off = np.abs(expected.astype(int) - result.astype(int))
    margin = OTHER_BORDERS.get((case.name, library), 0)
    off = off[margin : off.shape[0] - margin, margin : off.shape[1] - margin]
    if case.op in NOISE:
        for statistic in (np.mean, np.std):
            assert statistic(result) == pytest.approx(statistic(expected), abs=1)
        assert np.mean(off > 0) > 0.02
    elif case.op == "rotate":
        # Pillow cuts the turned photo's edge sharp, and rounds down
        assert np.mean(off > 2) < 0.01
        assert off.mean() < 0.7
    elif case.op == "dehaze":
        # OpenCV takes the least of a square of pixels, ours that of cells
        assert off.mean() < 0.7
        assert np.mean(off > 6) < 0.02
    elif case.op == "wavelet":
        # the same transform, filters and noise, but not averaged over all shifts, and one threshold for all
        assert off.mean() < 4
        assert np.abs(pixels.astype(int) - result).mean() > off.mean()
    else:
        assert off.max() <= 2
    np.testing.assert_array_equal(pixels, photo(173, 211))  # nobody wrote to the input


@pytest.mark.thorough
def test_the_cases_are_changes_one_can_see(engine, pixels):
    for case in CASES:
        ours, _ = contestants(engine, case, pixels)
        result = ours()
        if result.shape == pixels.shape:
            off = np.abs(result.astype(int) - pixels)
            # a repair changes a spot, and there a lot
            assert off.mean() > 0.3 or (CATALOGUE[case.op].category == "repair" and off.max() > 8), case.name


def test_every_op_is_measured_and_every_peer_is_of_an_op():
    # inpaint changes nothing without a mask
    assert {case.op for case in CASES} == set(CATALOGUE) - {"inpaint"}
    for peers in LIBRARIES.values():
        assert set(peers) <= set(CATALOGUE)


def test_photos_are_real_and_of_any_size():
    whole = photo(900, 700)
    assert (whole.shape, whole.dtype) == ((900, 700, 3), np.uint8)
    assert whole.ctypes.data % 64 == 0
    np.testing.assert_array_equal(photo(900, 700, slice(350, 820)), whole[350:820])
    steps = np.abs(np.diff(whole.astype(int), axis=0)).mean()
    assert 1 < steps < 12  # neither flat nor noise
