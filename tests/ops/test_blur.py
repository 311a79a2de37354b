"""Blurs against SciPy, OpenCV and scikit-image, beyond what test_references.py compares."""

import cv2
import numpy as np
import pytest
import scipy.ndimage as ndimage
import skimage.transform
from pictures import encoded, random_photo

from jaxstudio.engine.buffers import Rect
from jaxstudio.engine.source import Source
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.params import BORDERS
from jaxstudio.pipeline.recipe import Recipe
from ops.per_channel import per_channel

LINEAR = 2e-6
PHOTOS = {
    "rgb float": random_photo(37, 53),
    "rgb bytes": random_photo(37, 53, dtype="uint8"),
    "gray words": random_photo(29, 41, 1, "uint16"),
}
photos = pytest.mark.parametrize("pixels", PHOTOS.values(), ids=PHOTOS)
borders = pytest.mark.parametrize("border", BORDERS)


def gaussian(pixels, sigma, sigma_y=None, **options):
    sigmas = (sigma if sigma_y is None else sigma_y, sigma)
    return per_channel(lambda x: ndimage.gaussian_filter(x, sigmas, **options), encoded(pixels))


@borders
@pytest.mark.parametrize("shape", [(1, 1), (1, 9), (9, 1), (2, 3), (5, 7)])
def test_gaussian_wider_than_the_picture(filtered, shape, border):
    pixels = random_photo(*shape)
    result = filtered("gaussian_blur", pixels, sigma=2.3, border=border, cval=-0.5)
    expected = gaussian(pixels, 2.3, mode=border, cval=-0.5)
    np.testing.assert_allclose(result, expected, atol=LINEAR, rtol=0)


def test_gaussian_radius_is_rounded_as_scipy_does(filtered):
    """Where truncate·sigma ends in .5 the radius goes up by one."""
    pixels = np.zeros((1, 41, 1), np.float32)
    pixels[0, 20] = 1
    for sigma in (0.624, 0.625, 0.626, 1.124, 1.125, 2.375):
        result = filtered("gaussian_blur", pixels, sigma=sigma, sigma_y=0, border="constant")
        expected = gaussian(pixels, sigma, 0.0, mode="constant")
        np.testing.assert_allclose(result, expected, atol=LINEAR, rtol=0, err_msg=f"sigma {sigma}")


@borders
@pytest.mark.parametrize("size", [4, 5])
def test_box_beyond_the_edge(filtered, border, size):
    for shape in ((1, 1), (2, 3), (37, 53)):
        pixels = random_photo(*shape, dtype="uint8")
        result = filtered("box_blur", pixels, size=size, border=border, cval=0.3)
        expected = per_channel(
            lambda x: ndimage.uniform_filter(x, size, mode=border, cval=0.3), encoded(pixels)
        )
        np.testing.assert_allclose(result, expected, atol=LINEAR, rtol=0)


@pytest.mark.samples(2)
@photos
@pytest.mark.parametrize("size", [1, 3, 5, 7, 9, 15])
def test_median_picks_the_very_value(filtered, pixels, size):
    expected = per_channel(lambda x: ndimage.median_filter(x, size), pixels)
    result = filtered("median", pixels, pixels.dtype.name, size=size)
    np.testing.assert_array_equal(result, expected)


@pytest.mark.samples(2)
@pytest.mark.parametrize("size", [3, 5, 7])
def test_median_of_many_equal_values_and_both_zeros(filtered, size):
    generator = np.random.default_rng(0)
    pixels = generator.choice(np.array([-3, -0.0, 0.0, 0.5, 0.5, 7], np.float32), (31, 33, 1))
    expected = per_channel(lambda x: ndimage.median_filter(x, size), pixels)
    np.testing.assert_array_equal(filtered("median", pixels, size=size), expected)


@pytest.mark.samples(6)
@borders
@pytest.mark.parametrize("dtype", ["float32", "uint8"])
@pytest.mark.parametrize("size", [3, 7])
def test_median_beyond_the_edge(filtered, border, dtype, size):
    for shape in ((1, 1), (2, 3), (19, 23)):
        pixels = random_photo(*shape, dtype=dtype)
        result = filtered("median", pixels, size=size, border=border, cval=0.2)
        expected = per_channel(
            lambda x: ndimage.median_filter(x, size, mode=border, cval=np.float32(0.2)),
            encoded(pixels).astype(np.float32),
        )
        np.testing.assert_allclose(result, expected, atol=1e-7, rtol=0)


@pytest.mark.samples(2)
@pytest.mark.parametrize(("name", "values"), [("gaussian_blur", {"sigma": 2.3}), ("box_blur", {"size": 5})])
@pytest.mark.parametrize("channels", [2, 4])
def test_colours_are_weighed_by_their_alpha(filtered, name, values, channels):
    pixels = random_photo(21, 34, channels)
    pixels[3:9, 4:20, -1] = 0
    result = filtered(name, pixels, **values)

    def blurred(x):
        if name == "box_blur":
            return ndimage.uniform_filter(x.astype(np.float64), values["size"])
        return ndimage.gaussian_filter(x.astype(np.float64), values["sigma"])

    alpha = blurred(pixels[..., -1])
    np.testing.assert_allclose(result[..., -1], alpha, atol=LINEAR, rtol=0)
    for channel in range(channels - 1):
        weighed = blurred(pixels[..., channel] * pixels[..., -1])
        expected = np.where(alpha > 1e-9, weighed / np.maximum(alpha, 1e-9), 0)
        np.testing.assert_allclose(result[..., channel], expected, atol=1e-4)


def correlated(pixels, kernel):
    return per_channel(lambda x: ndimage.correlate(x, kernel), pixels.astype(np.float64))


def motion_kernel(length, angle, direction):
    """A row of pixels that goes straight from one weight to another, turned: Kornia's definition."""
    row = np.linspace((1 + direction) / 2, (1 - direction) / 2, length)
    kernel = np.zeros((length, length))
    kernel[length // 2] = row
    kernel = skimage.transform.rotate(kernel, angle, order=1)
    return kernel / kernel.sum()


@pytest.mark.samples(2)
@pytest.mark.parametrize(
    ("length", "angle", "direction"),
    [
        (9, 0, 0),
        (9, 0, 0.7),
        (9, 30, 0),
        (9, 45, -1),
        (5, 72, 1),
        (15, -100, 0.3),
        (21, 135, -0.4),
        (3, 200, 0),
    ],
)
def test_motion_blur_is_kornias(filtered, length, angle, direction):
    pixels = random_photo(37, 53)
    expected = correlated(pixels, motion_kernel(length, angle, direction))
    result = filtered("motion_blur", pixels, length=length, angle=angle, direction=direction)
    np.testing.assert_allclose(result, expected, atol=2e-6)


def test_motion_blur_of_one_pixel_changes_nothing(filtered):
    pixels = random_photo(7, 9)
    np.testing.assert_array_equal(filtered("motion_blur", pixels, length=1, angle=33.0), pixels)


def disk(radius, softness):
    """The definition of albumentations, written with OpenCV as there."""
    side = np.arange(-max(8, radius) - 4, max(8, radius) + 5)
    x, y = np.meshgrid(side, side)
    flat = (x**2 + y**2 <= radius**2).astype(np.float32)
    size = 3 if radius <= 8 else 5
    return cv2.GaussianBlur(flat / flat.sum(), (size, size), softness)


@pytest.mark.samples(1)
@pytest.mark.parametrize(
    ("radius", "softness"), [(1, 0.5), (3, 0.5), (3, 0.01), (5, 1.0), (8, 0.3), (11, 0.6)]
)
def test_defocus_is_albumentations(filtered, radius, softness):
    pixels = random_photo(45, 53)
    expected = cv2.filter2D(
        pixels.astype(np.float64), -1, disk(radius, softness), borderType=cv2.BORDER_REFLECT
    )
    result = filtered("defocus", pixels, radius=radius, alias_blur=softness)
    np.testing.assert_allclose(result, expected, atol=3e-6)


@pytest.mark.samples(1)
@pytest.mark.parametrize("radius", [8, 9, 10, 15, 22, 28, 30])
def test_defocus_loses_no_light_at_the_soft_corners_of_its_disk(filtered, radius):
    """At these radii the soft edge ends where a bucket does; and thousands of weights add up to 1."""
    pixels = np.full((5, 7, 1), 0.7, np.float32)
    for softness in (0.0, 1.0, 2.0):
        result = filtered("defocus", pixels, radius=radius, alias_blur=softness)
        np.testing.assert_allclose(result, 0.7, atol=1e-6)


@pytest.mark.parametrize("factor", [1.0, 1.2, 3.0])
def test_zoom_blur_is_the_mean_of_magnified_pictures(filtered, factor):
    pixels = random_photo(38, 53)
    factors = np.linspace(1, factor, 8)
    middle = (np.array(pixels.shape[:2]) - 1) / 2
    magnified = [
        per_channel(
            lambda x, f=f: ndimage.affine_transform(
                x, np.eye(2) / f, middle - middle / f, order=1, mode="nearest"
            ),
            pixels.astype(np.float64),
        )
        for f in factors
    ]
    result = filtered("zoom_blur", pixels, factor=factor, steps=7)
    np.testing.assert_allclose(result, np.mean(magnified, axis=0), atol=3e-6)


@pytest.mark.parametrize("dtype", ["uint8", "float32"])
def test_zoom_blur_of_what_no_slab_holds(engine, monkeypatch, dtype):
    """Far magnified, each factor reads another part of the picture: as many at a time as fit."""
    source = Source(random_photo(75, 130, dtype=dtype))
    recipe = Recipe().added(CATALOGUE["zoom_blur"], {"factor": 4.0, "steps": 40})
    whole = engine.render(source, recipe, dtype="uint8")
    for room in (2000, 9000):
        monkeypatch.setattr("jaxstudio.engine.plan.base.ROOM", room)
        for rect in (Rect(0, 0, 20, 30), Rect(50, 97, 75, 130), Rect(30, 60, 43, 71)):
            part = engine.render(source, recipe, rect, "uint8")
            np.testing.assert_array_equal(part, whole[rect.y0 : rect.y1, rect.x0 : rect.x1])


@pytest.mark.thorough
def test_glass_blur_only_moves_pixels_so_far(filtered):
    """Without its blurs: every value stood at most max_delta from where it is now, all places as likely."""
    place = np.indices((120, 150), np.float32)
    pixels = np.stack([*place, place[0]], axis=-1)
    result = filtered("glass_blur", pixels, sigma=0.0, max_delta=3, iterations=1, seed=5, border="nearest")
    inner = np.s_[3:-3, 3:-3, :2]
    moved = (result - pixels)[inner]
    assert set(np.unique(moved)) == set(range(-3, 4))
    counts = np.unique(moved, return_counts=True)[1]
    expected = moved.size / 7
    assert ((counts - expected) ** 2 / expected).sum() < 22.5  # chi², 6 degrees of freedom, p = 0.001
    assert abs(np.corrcoef(moved.reshape(-1, 2).T)[0, 1]) < 0.03
    again = filtered("glass_blur", pixels, sigma=0.0, max_delta=3, iterations=1, seed=6, border="nearest")
    assert not np.array_equal(again, result)


@pytest.mark.samples(1)
@pytest.mark.parametrize("channels", [1, 3])
@pytest.mark.parametrize(("color", "spatial"), [(0.1, 3.0), (0.5, 1.4), (2.0, 5.3)])
def test_bilateral_is_opencvs(filtered, color, spatial, channels):
    pixels = random_photo(37, 53, channels)
    result = filtered("bilateral", pixels, sigma_color=color, sigma_spatial=spatial, border="mirror")
    # OpenCV looks its weights up in a table
    expected = cv2.bilateralFilter(pixels, -1, color, spatial, borderType=cv2.BORDER_REFLECT_101)
    np.testing.assert_allclose(result, expected.reshape(pixels.shape), atol=2e-4)


def by_definition(pixels, color, spatial):
    """Tomasi and Manduchi's sums, one neighbour after the other, in double precision."""
    radius = round(1.5 * spatial)
    padded = np.pad(pixels.astype(np.float64), [(radius, radius), (radius, radius), (0, 0)], mode="symmetric")
    total, weights = np.zeros(pixels.shape), np.zeros((*pixels.shape[:2], 1))
    for dy in range(-radius, radius + 1):
        for dx in range(-radius, radius + 1):
            if dy * dy + dx * dx > radius * radius:
                continue
            there = padded[radius + dy :, radius + dx :][: pixels.shape[0], : pixels.shape[1]]
            apart = np.abs(there - pixels).sum(axis=-1, keepdims=True)
            weight = np.exp(-(apart**2) / (2 * color**2) - (dy * dy + dx * dx) / (2 * spatial**2))
            total, weights = total + weight * there, weights + weight
    return total / weights


@pytest.mark.parametrize(("color", "spatial"), [(0.2, 2.0), (1.0, 4.4)])
def test_bilateral_by_its_definition(filtered, color, spatial):
    pixels = random_photo(29, 31, dtype="uint8")
    expected = by_definition(pixels / 255, color, spatial)
    result = filtered("bilateral", pixels, sigma_color=color, sigma_spatial=spatial)
    np.testing.assert_allclose(result, expected, atol=2e-6)


@pytest.mark.parametrize(("radius", "eps"), [(1, 0.01), (4, 0.01), (6, 1e-4), (4, 1.0)])
def test_guided_is_he_and_others(filtered, radius, eps):
    """Equations 5, 6 and 8 of the paper, with the picture as its own guide, in double precision."""
    pixels = random_photo(37, 53).astype(np.float64)
    box = lambda x: ndimage.uniform_filter(x, (2 * radius + 1, 2 * radius + 1, 1))  # noqa: E731
    mean = box(pixels)
    variance = box(pixels * pixels) - mean * mean
    a = variance / (variance + eps)
    expected = box(a) * pixels + box(mean - a * mean)
    result = filtered("guided", pixels.astype(np.float32), radius=radius, eps=eps)
    np.testing.assert_allclose(result, expected, atol=5e-6)
