"""Tone mapping beside OpenCV and SciPy; local tones beside He's formulas with SciPy's filters."""

import cv2
import numpy as np
import pytest
import skimage.color
import skimage.data
import skimage.measure
from pictures import random_photo
from scipy import ndimage, stats
from scipy.interpolate import PchipInterpolator

PHOTO = random_photo(37, 53)


@pytest.mark.parametrize(
    ("intensity", "light", "colour"), [(0.0, 1.0, 0.0), (1.5, 0.6, 0.3), (-2.0, 0.0, 1.0)]
)
def test_reinhards_tone_mapping_is_opencvs(filtered, intensity, light, colour):
    wide = (PHOTO * 6) ** 2
    operator = cv2.createTonemapReinhard(1.0, intensity, light, colour)
    expected = operator.process(wide.astype(np.float32))
    values = {"intensity": intensity, "light_adapt": light, "color_adapt": colour}
    result = filtered("tone_map_reinhard", wide.astype(np.float32), **values)
    np.testing.assert_allclose(result, expected, atol=2e-4)


@pytest.mark.parametrize(("contrast", "skew"), [(1.5, 0.0), (3.0, 0.7), (0.8, -1.0)])
def test_the_sigmoid_is_a_burr_distribution_through_middle_gray(filtered, contrast, skew):
    ramp = np.geomspace(1e-4, 200, 999, dtype=np.float32).reshape(1, -1, 1)
    tail, gray = 2**skew, 0.1845
    scale = gray * (gray ** (-1 / tail) - 1) ** (1 / contrast)
    expected = stats.burr.cdf(ramp.astype(np.float64) * 2, contrast, tail, scale=scale)
    result = filtered("tone_map_sigmoid", ramp, exposure=1.0, contrast=contrast, skew=skew)
    np.testing.assert_allclose(result, expected, atol=1e-5)
    middle = filtered("tone_map_sigmoid", np.full((1, 1, 1), gray, np.float32), contrast=contrast, skew=skew)
    np.testing.assert_allclose(middle, gray, atol=1e-6)


def test_the_filmic_curve_is_hables(filtered):
    def curve(x):
        return (x * (0.15 * x + 0.05) + 0.004) / (x * (0.15 * x + 0.5) + 0.06) - 0.02 / 0.3

    ramp = np.linspace(0, 12, 500, dtype=np.float32).reshape(1, -1, 1)
    expected = curve(4 * ramp.astype(np.float64)) / curve(8.0)
    np.testing.assert_allclose(
        filtered("tone_map_filmic", ramp, exposure=1.0, white=8.0), expected, atol=2e-6
    )
    assert abs(filtered("tone_map_filmic", np.full((1, 1, 1), 5.6, np.float32))[0, 0, 0] - 1) < 1e-6


def window_mean(plane, half):
    """The mean of a window of 2·half + 1, whose ends may lie within a cell."""
    reach = int(np.ceil(half))
    weights = np.clip(half + 1 - np.abs(np.arange(-reach, reach + 1)), 0, 1) / (2 * half + 1)
    for axis in (0, 1):
        plane = ndimage.correlate1d(plane, weights, axis, mode="reflect")
    return plane


def fast_guided(guide, radius, eps, least=None, square=1):
    """He and Sun's fast guided filter, with SciPy's filters and interpolation; of the least values around."""
    side = 8 if radius >= 32 else 4 if radius >= 16 else 2 if radius >= 4 else 1
    half = ((2 * radius + 1) / side - 1) / 2

    def cells(plane, of=np.mean):
        whole = np.pad(plane, [(0, -size % side) for size in plane.shape], mode="edge")
        return skimage.measure.block_reduce(whole, side, of)

    def enlarged(plane):
        y, x = ((np.arange(size) + 0.5) / side - 0.5 for size in guide.shape)
        return ndimage.map_coordinates(plane, np.meshgrid(y, x, indexing="ij"), order=1, mode="reflect")

    guide = guide.astype(np.float64)
    mean, squares = cells(guide), cells(guide**2)
    if least is None:
        target, product = mean, squares
    else:
        reach = int(np.ceil((square / side - 1) / 2))
        target = ndimage.minimum_filter(cells(least, np.min), 2 * reach + 1, mode="reflect")
        product = mean * target
    mean, squares, target, product = (window_mean(each, half) for each in (mean, squares, target, product))
    slope = (product - mean * target) / (squares - mean**2 + eps)
    offset = target - slope * mean
    return enlarged(window_mean(slope, half)) * guide + enlarged(window_mean(offset, half))


def guided(plane, radius, eps):
    """He, Sun and Tang's filter of a plane guided by itself, with SciPy's means."""

    def mean(x):
        return ndimage.uniform_filter(x, 2 * radius + 1, mode="reflect")

    plane = plane.astype(np.float64)
    variance = mean(plane**2) - mean(plane) ** 2
    a = variance / (variance + eps)
    return mean(a) * plane + mean((1 - a) * mean(plane))


def test_the_guided_filter_on_cells_is_near_the_full_one(filtered):
    """On a photo the two differ by 50 dB and more: by less than a level of 255 in the mean."""
    photo = (skimage.data.coffee()[:256, :320] / 255).astype(np.float32)
    luma = photo @ LUMA
    for radius in (3, 6, 12, 20, 32):
        result = filtered("clarity", photo, texture=0.0, clarity=100.0, fine=1, radius=radius)
        added = (result - photo)[..., 0] / np.maximum(4 * luma * (1 - luma), 1e-3)
        coarse = guided(luma, 1, 0.0025) - added
        error = np.sqrt(np.mean((coarse - guided(luma, radius, 0.01))[luma * (1 - luma) > 0.01] ** 2))
        assert error < 10 ** (-50 / 20), radius


LUMA = np.array([0.2125, 0.7154, 0.0721])


def falling(x, low, high):
    t = np.clip((x - low) / (high - low), 0, 1)
    return 1 - t * t * (3 - 2 * t)


@pytest.mark.parametrize("radius", [2, 10, 20])
def test_shadows_and_highlights_follow_the_lightness_around(filtered, radius):
    luminance = PHOTO @ LUMA
    encoded = np.where(luminance > 0.0031308, 1.055 * luminance ** (1 / 2.4) - 0.055, 12.92 * luminance)
    base = fast_guided(encoded, radius, 0.01)
    stops = 1.5 * (0.8 * falling(base, 0, 0.6) - 0.5 * (1 - falling(base, 0.4, 1)))
    expected = PHOTO * 2 ** stops[..., None]
    result = filtered("shadows_highlights", PHOTO, shadows=80.0, highlights=-50.0, radius=radius)
    np.testing.assert_allclose(result, expected, atol=5e-5)


def test_shadows_and_highlights_make_no_halo_and_keep_the_order(filtered):
    """Beside an edge from dark to light, values stay near those far from it; a ramp stays a ramp."""
    edge = np.full((80, 120, 1), 0.02, np.float32)
    edge[:, 60:] = 0.8
    for shadows in (-100.0, 100.0):
        result = filtered("shadows_highlights", edge, shadows=shadows, highlights=-shadows)[40, :, 0]
        assert np.ptp(result[:60]) < 0.15 * result[0], shadows
        assert np.ptp(result[60:]) < 0.11 * result[-1], shadows
        ramp = np.broadcast_to(np.linspace(0, 1, 500, dtype=np.float32)[:, None, None] ** 2.2, (500, 3, 1))
        lifted = filtered("shadows_highlights", ramp.copy(), shadows=shadows, highlights=-shadows, radius=1)
        assert (np.diff(lifted[:, 1, 0]) > 0).all()


def test_whites_and_blacks_move_the_ends_and_keep_the_order(filtered):
    ramp = np.linspace(-0.5, 1.5, 401, dtype=np.float32).reshape(1, -1, 1)
    for whites, blacks in ((100.0, 100.0), (-100.0, -100.0), (100.0, -100.0), (-100.0, 100.0)):
        x, t = ramp.astype(np.float64), np.clip(ramp, 0, 1).astype(np.float64)
        expected = x + 0.0025 * whites * t**3 + 0.001 * blacks * (1 - t) ** 3
        result = filtered("whites_blacks", ramp, whites=whites, blacks=blacks)
        np.testing.assert_allclose(result, expected, atol=1e-6)
        assert (np.diff(result[0, :, 0]) > 0).all()


def test_clarity_and_texture_add_two_scales(filtered):
    luma = PHOTO @ LUMA
    fine, coarse = fast_guided(luma, 5, 0.0025), fast_guided(luma, 32, 0.01)
    added = 0.6 * (luma - fine) - 0.4 * 4 * luma * (1 - luma) * (fine - coarse)
    result = filtered("clarity", PHOTO, texture=60.0, clarity=-40.0, fine=5, radius=32)
    np.testing.assert_allclose(result, PHOTO + added[..., None], atol=1e-5)


def test_clarity_leaves_a_smaller_halo_than_local_contrast(filtered):
    """At values that strengthen detail alike, the light side of an edge rises less than half as far."""
    wave = np.broadcast_to(0.5 + 0.03 * np.sin(np.arange(400) * (2 * np.pi / 16)), (64, 400)).astype(
        np.float32
    )
    edge = np.full((64, 400), 0.25, np.float32)
    edge[:, 200:] = 0.75
    halos = []
    for op, values in (
        ("clarity", {"clarity": 100.0, "texture": 60.0}),
        ("local_contrast", {"amount": 0.6, "sigma": 16.0}),
    ):
        detail = filtered(op, wave[..., None], **values)[32, 100:300, 0]
        assert 1.55 < np.std(detail) / np.std(wave[32, 100:300]) < 1.75, op
        halos.append(np.ptp(filtered(op, edge[..., None], **values)[32, 200:, 0]))
    assert halos[0] < halos[1] / 2
    assert halos[0] < 0.05


@pytest.mark.parametrize("channel", ["red", "blue", "luma", "lightness"])
def test_a_curve_moves_one_channel(filtered, channel):
    points = ((0.0, 0.05), (0.4, 0.3), (0.8, 0.9), (1.0, 1.0))
    curve = PchipInterpolator(*np.array(points).T)
    expected = PHOTO.astype(np.float64)
    if channel == "lightness":
        lab = skimage.color.rgb2lab(expected)
        lab[..., 0] = 100 * curve(lab[..., 0] / 100)
        xyz = skimage.color.lab2xyz(lab)
        light = xyz @ np.linalg.inv(skimage.color.colorconv.xyz_from_rgb).T
        expected = np.where(
            light > 0.0031308, 1.055 * np.maximum(light, 0) ** (1 / 2.4) - 0.055, 12.92 * light
        )
        inside = (lab[..., 0] > 1) & (xyz > 0).all(axis=2)  # scikit-image cuts off colours that no light has
    elif channel == "luma":
        expected += (curve(expected @ LUMA) - expected @ LUMA)[..., None]
        inside = slice(None)
    else:
        at = ("red", "green", "blue").index(channel)
        expected[..., at] = curve(expected[..., at])
        inside = slice(None)
    result = filtered("channel_curve", PHOTO, channel=channel, points=points)
    np.testing.assert_allclose(
        result[inside], expected[inside], atol=2e-4 if channel == "lightness" else 1e-5
    )


def test_dehaze_is_the_dark_channel_with_a_guided_filter(filtered):
    least = PHOTO.min(axis=2).astype(np.float64)
    limit = np.floor(np.sort(least.ravel())[-2] * 4096) / 4096  # 0.1 % of the pixels are nearly two
    haze = PHOTO[least >= limit].mean(axis=0)
    smooth = fast_guided(PHOTO @ LUMA, 8, 1e-3, least, 7)
    share = np.clip(smooth[..., None] / haze, 0, 1)
    expected = (PHOTO - haze) / np.maximum(1 - 0.8 * share, 0.1) + haze
    result = filtered("dehaze", PHOTO, amount=80.0, size=7, radius=8)
    np.testing.assert_allclose(result, expected, atol=2e-4)
    np.testing.assert_allclose(filtered("dehaze", PHOTO, amount=0.0), PHOTO, atol=2e-6)


def test_dehaze_brings_a_scene_back(filtered):
    """A scene with dark places, behind a haze that thickens: what comes back is nearer to it."""
    scene = random_photo(60, 90, seed=3) * (random_photo(60, 90, 1, seed=4) > 0.5) * 0.8
    through = np.linspace(0.9, 0.1, 90)[None, :, None]
    hazy = (scene * through + np.array([0.8, 0.85, 0.9]) * (1 - through)).astype(np.float32)
    clear = filtered("dehaze", hazy, amount=95.0, size=15, radius=12)
    assert np.abs(clear - scene)[:, 10:70].mean() < 0.5 * np.abs(hazy - scene)[:, 10:70].mean()
