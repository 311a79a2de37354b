"""Wavelet denoising against PyWavelets' stationary transform, and against scikit-image's picture."""

import numpy as np
import pytest
import pywt
import skimage.data
from pictures import random_photo
from scipy import ndimage
from skimage import restoration
from skimage.metrics import peak_signal_noise_ratio

PAD = {"reflect": "symmetric", "mirror": "reflect", "nearest": "edge", "wrap": "wrap", "constant": "constant"}


def denoised(plane, sigma, wavelet, levels, border="reflect", cval=0.0):
    """Şendur and Selesnick's threshold √2·σ²/σ_x in the transform of the picture continued on all sides."""
    margin = 64
    side = [-(-size // 16) * 16 - size for size in plane.shape]
    beyond = {"constant_values": cval} if border == "constant" else {}
    wide = np.pad(plane.astype(np.float64), [(margin, margin + rest) for rest in side], PAD[border], **beyond)
    coarse, *scales = pywt.swt2(wide, wavelet, levels, trim_approx=True)
    # the filters' length in ℓ² is 1: white noise is as strong in every band
    kept = [coarse, *(tuple(soft(each, sigma) for each in details) for details in scales)]
    return pywt.iswt2(kept, wavelet)[margin:, margin:][: plane.shape[0], : plane.shape[1]]


def soft(detail, noise):
    around = ndimage.uniform_filter(detail**2, 7)
    strength = np.sqrt(np.maximum(around - noise**2, 1e-6 * noise**2))
    return pywt.threshold(detail, np.sqrt(2) * noise**2 / strength, "soft")


@pytest.mark.samples(2)
@pytest.mark.parametrize("border", list(PAD))
@pytest.mark.parametrize(("wavelet", "levels"), [("haar", 1), ("haar", 4), ("db2", 3)])
def test_is_the_paper_in_pywavelets_transform(filtered, wavelet, levels, border):
    pixels = random_photo(37, 53, 1)
    expected = denoised(pixels[..., 0], 0.2, wavelet, levels, border, 0.3)
    result = filtered(
        "wavelet", pixels, noise="given", sigma=0.2, wavelet=wavelet, levels=levels, border=border, cval=0.3
    )
    np.testing.assert_allclose(result[..., 0], expected, atol=5e-6)


@pytest.mark.thorough
@pytest.mark.parametrize("sigma", [0.05, 0.12])
def test_is_at_least_as_good_as_scikit_image(filtered, sigma):
    clean = skimage.data.astronaut()[100:292, 150:342].astype(np.float32) / 255
    noisy = clean + np.random.default_rng(3).normal(0, sigma, clean.shape).astype(np.float32)
    theirs = restoration.denoise_wavelet(noisy, channel_axis=-1, rescale_sigma=False)
    ours = filtered("wavelet", noisy)
    better = [peak_signal_noise_ratio(clean, each, data_range=1) for each in (noisy, theirs, ours)]
    assert better[2] > better[1] + 1 > better[0] + 1


def test_estimates_the_noise_of_each_channel_as_scikit_image(filtered):
    """Given what scikit-image estimates, the picture is nearly the one that is made of one's own estimate."""
    sigmas = (0.03, 0.06, 0.12)
    pixels = np.full((257, 301, 3), 0.5, np.float32)
    pixels += np.random.default_rng(5).normal(0, sigmas, pixels.shape).astype(np.float32)
    estimated = restoration.estimate_sigma(pixels, channel_axis=-1)
    ours = filtered("wavelet", pixels)
    for channel, sigma in enumerate(estimated):
        plane = pixels[..., channel : channel + 1]
        given = filtered("wavelet", plane, noise="given", sigma=float(sigma))
        np.testing.assert_allclose(ours[..., channel], given[..., 0], atol=0.15 * sigma)
        assert ours[..., channel].std() < 0.25 * sigma


def test_no_strength_changes_no_bit(filtered):
    pixels = random_photo(37, 53)
    np.testing.assert_array_equal(filtered("wavelet", pixels, strength=0.0), pixels)


def test_a_picture_without_noise_stays(filtered):
    pixels = np.full((20, 30, 3), 0.7, np.float32)
    np.testing.assert_array_equal(filtered("wavelet", pixels), pixels)


def test_not_a_number_stays_where_it_is(filtered):
    pixels = random_photo(37, 53)
    pixels[18, 20, 1] = np.nan
    result = filtered("wavelet", pixels)
    np.testing.assert_array_equal(np.isnan(result), np.isnan(pixels))
