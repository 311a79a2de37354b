"""Geometry against NumPy, SciPy and scikit-image."""

import numpy as np
import pytest
import skimage.transform as transform
from pictures import encoded, random_photo
from PIL import Image, ImageDraw, ImageOps
from scipy import ndimage

from jaxstudio.engine.buffers import Rect
from jaxstudio.engine.source import Source
from jaxstudio.errors import ParameterError
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.recipe import Recipe

# Here and in scikit-image, which follows NumPy's names.
MODES = {
    "reflect": "symmetric",
    "mirror": "reflect",
    "nearest": "edge",
    "wrap": "wrap",
    "constant": "constant",
}
ANGLES = [0, 17.3, 45, 90, -123.4, 180, 270, 359.5, -360]


@pytest.mark.parametrize("channels", [1, 2, 3, 4])
@pytest.mark.parametrize("dtype", ["float32", "uint8", "uint16"])
def test_flip_is_numpys(filtered, dtype, channels):
    for height, width in ((37, 53), (1, 1), (1, 8), (300, 520)):
        pixels = random_photo(height, width, channels, dtype)
        np.testing.assert_array_equal(filtered("flip_horizontal", pixels, dtype), np.fliplr(pixels))


def rotated(filtered, pixels, angle, border="constant", expand=False, cval=0.0):
    """Our result and scikit-image's."""
    result = filtered("rotate", pixels, angle=angle, expand=expand, border=border, cval=cval)
    expected = transform.rotate(encoded(pixels), angle, resize=expand, order=1, mode=MODES[border], cval=cval)
    assert result.shape == expected.shape
    return result, expected


@pytest.mark.samples(5)
@pytest.mark.parametrize("expand", [False, True], ids=["same size", "expand"])
@pytest.mark.parametrize("angle", ANGLES)
def test_rotate(filtered, angle, expand):
    for dtype in ("float32", "uint8", "uint16"):
        result, expected = rotated(filtered, random_photo(37, 53, 3, dtype), angle, "nearest", expand)
        np.testing.assert_allclose(result, expected, atol=2e-6, rtol=0)


@pytest.mark.parametrize("expand", [False, True], ids=["same size", "expand"])
@pytest.mark.parametrize("border", MODES)
def test_rotate_beyond_the_edge(filtered, border, expand):
    for dtype in ("float32", "uint8"):
        pixels = random_photo(37, 53, 3, dtype)
        result, expected = rotated(filtered, pixels, 25.0, border, expand, cval=0.3)
        if border == "wrap":
            # scikit-image's wrap leaves out the seam between the last row and the first
            inside = ~np.isclose(result, expected, atol=2e-6).all(-1)
            assert inside.mean() < 0.1
            return
        np.testing.assert_allclose(result, expected, atol=2e-6, rtol=0)


@pytest.mark.parametrize("turns", [1, 2, 3])
@pytest.mark.parametrize("dtype", ["float32", "uint8"])
def test_right_angles_move_whole_pixels(filtered, turns, dtype):
    pixels = random_photo(37, 53, 3, dtype)
    result = filtered("rotate", pixels, dtype, angle=90 * turns, expand=True)
    np.testing.assert_array_equal(result, np.rot90(pixels, turns))


def test_rotate_weighs_colours_by_their_alpha(filtered):
    pixels = random_photo(31, 33, 4)
    result = filtered("rotate", pixels, angle=30, border="nearest")
    weighed = pixels.astype(np.float64)
    weighed[..., :3] *= weighed[..., 3:]
    expected = transform.rotate(weighed, 30, order=1, mode="edge")
    np.testing.assert_allclose(result[..., 3], expected[..., 3], atol=2e-6, rtol=0)
    np.testing.assert_allclose(result[..., :3] * result[..., 3:], expected[..., :3], atol=2e-6, rtol=0)


@pytest.mark.samples(3)
@pytest.mark.parametrize("dtype", ["float32", "uint8", "uint16"])
@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("rotate", {"angle": 30.0}),
        ("translate", {"right": 4.3, "down": -2.6}),
        ("swirl", {"strength": 4.0, "radius": 60.0}),
        ("pad", {"left": 3, "top": 5}),
        ("gaussian_blur", {"sigma": 2.0}),
        ("box_blur", {"size": 6}),
    ],
)
def test_beyond_an_opaque_picture_lies_an_opaque_value_or_nothing(filtered, dtype, name, values):
    """With alpha 1 everywhere, cval is a colour as it is without alpha; 0 is clear, as in scikit-image."""
    opaque = random_photo(21, 26, 4, dtype)
    opaque[..., 3] = 1 if dtype == "float32" else np.iinfo(dtype).max
    for cval in (1.0, 0.4, -0.5, 3.0):
        result = filtered(name, opaque, **values, border="constant", cval=cval)
        plain = filtered(name, opaque[..., :3], **values, border="constant", cval=cval)
        np.testing.assert_allclose(result[..., :3], plain, atol=2e-6 * max(1, cval), rtol=0)
        np.testing.assert_allclose(result[..., 3], 1, atol=1e-6, rtol=0)
    shares = filtered(name, np.ones((21, 26, 1), np.float32), **values, border="constant", cval=0.0)
    plain = filtered(name, opaque[..., :3], **values, border="constant", cval=0.0)
    result = filtered(name, opaque, **values, border="constant", cval=0.0)
    np.testing.assert_allclose(result[..., 3:], shares, atol=1e-6, rtol=0)
    np.testing.assert_allclose(result[..., :3] * result[..., 3:], plain, atol=2e-6, rtol=0)


def test_a_larger_picture_of_several_blocks(filtered):
    result, expected = rotated(filtered, random_photo(300, 700, 3, "uint8"), 12.0, "reflect")
    np.testing.assert_allclose(result, expected, atol=2e-6, rtol=0)


INNER = np.s_[6:-6, 6:-6]


def warped(pixels, back, **options):
    """scikit-image's sampling with a map from result to input."""
    return np.stack(
        [transform.warp(pixels[..., c].astype(np.float64), back, order=1, **options) for c in range(3)], -1
    )


def about_centre(shape, linear):
    """A map given as (2, 2) on the screen, about the picture's centre, as scikit-image has it."""
    centre = np.array([(shape[1] - 1) / 2, (shape[0] - 1) / 2])
    matrix = np.eye(3)
    matrix[:2, :2] = linear
    matrix[:2, 2] = centre - linear @ centre
    return transform.AffineTransform(matrix=matrix)


@pytest.mark.parametrize("k", range(4))
def test_quarter_turns_are_numpys(filtered, k):
    pixels = random_photo(7, 11, dtype="uint8")
    np.testing.assert_array_equal(filtered("rotate_90", pixels, "uint8", k=k), np.rot90(pixels, k))


def test_flips_and_crops_are_slices(filtered):
    pixels = random_photo(40, 50, dtype="uint8")
    np.testing.assert_array_equal(filtered("flip_vertical", pixels, "uint8"), pixels[::-1])
    result = filtered("crop", pixels, "uint8", left=10, top=20, right=30, bottom=5)
    np.testing.assert_array_equal(result, pixels[8:38, 5:35])
    with pytest.raises(ParameterError, match=r"left = 60 % and right = 40 % leave nothing"):
        filtered("crop", pixels, left=60, right=40)


@pytest.mark.parametrize("border", [border for border in MODES if border != "constant"])
def test_margins_are_numpys(filtered, border):
    pixels = random_photo(9, 13, dtype="uint8")
    result = filtered("pad", pixels, "uint8", left=20, top=3, right=1, bottom=11, border=border)
    np.testing.assert_array_equal(result, np.pad(pixels, ((3, 11), (20, 1), (0, 0)), mode=MODES[border]))
    result = filtered("pad", pixels, left=2, border="constant", cval=0.25)
    np.testing.assert_array_equal(result[:, :2], np.float32(0.25))


@pytest.mark.parametrize(
    ("border", "mode"), [("reflect", "reflect"), ("wrap", "grid-wrap"), ("mirror", "mirror")]
)
def test_shifts_are_scipys(filtered, border, mode):
    pixels = random_photo(23, 31)
    result = filtered("translate", pixels, right=4.3, down=-2.6, border=border)
    expected = ndimage.shift(pixels.astype(np.float64), (-2.6, 4.3, 0), order=1, mode=mode)
    np.testing.assert_allclose(result, expected, atol=2e-6)


def test_affine_maps_are_scikit_images(filtered):
    pixels = random_photo(60, 80)
    # scikit-image's y points down too: its angles turn the other way
    for values, linear in (
        ({"scale_x": 1.3, "scale_y": 0.8}, np.diag([1.3, 0.8])),
        ({"angle": 20.0}, transform.AffineTransform(rotation=np.deg2rad(-20)).params[:2, :2]),
        ({"shear": 15.0}, np.array([[1, np.tan(np.deg2rad(15))], [0, 1]])),
    ):
        result = filtered("affine", pixels, **values)
        expected = warped(pixels, about_centre((60, 80), linear).inverse)
        np.testing.assert_allclose(result[INNER], expected[INNER], atol=2e-6, err_msg=str(values))
    result = filtered("shear", pixels, horizontal=10.0, vertical=-20.0)
    linear = np.array([[1, 0], [np.tan(np.deg2rad(-20)), 1]]) @ np.array(
        [[1, np.tan(np.deg2rad(10))], [0, 1]]
    )
    np.testing.assert_allclose(
        result[20:-20, 20:-20],
        warped(pixels, about_centre((60, 80), linear).inverse)[20:-20, 20:-20],
        atol=2e-6,
    )


def test_perspective_is_scikit_images(filtered):
    pixels = random_photo(60, 80)
    values = {"top_left_x": 10.0, "top_left_y": 5.0, "bottom_right_x": -20.0, "top_right_y": 12.0}
    start = np.array([[0, 0], [79, 0], [79, 59], [0, 59]], float)
    moved = start + np.array([[0.10 * 79, 0.05 * 59], [0, 0.12 * 59], [-0.20 * 79, 0], [0, 0]])
    back = transform.ProjectiveTransform.from_estimate(moved, start)
    result, expected = filtered("perspective", pixels, **values), warped(pixels, back)
    inside = warped(np.ones_like(pixels), back) == 1
    np.testing.assert_allclose(result[inside], expected[inside], atol=5e-6)
    with pytest.raises(ParameterError, match="on a line"):
        filtered("perspective", pixels, top_left_x=50.0, top_left_y=50.0)


def test_lens_bends_as_browns_model_says(filtered):
    pixels = random_photo(60, 80)
    centre, half = np.array([39.5, 29.5]), np.hypot(39.5, 29.5)

    def back(xy):
        d = (xy - centre) / half
        r2 = (d**2).sum(axis=1, keepdims=True)
        return centre + half * d * (1 + 0.2 * r2 - 0.1 * r2**2) / 1.4

    result = filtered("lens", pixels, k1=0.2, k2=-0.1, zoom=1.4)
    np.testing.assert_allclose(result, warped(pixels, back), atol=5e-6)


def test_polar_is_scikit_images(filtered):
    pixels = random_photo(64, 64)
    result = filtered("polar", pixels)
    expected = transform.warp_polar(
        pixels.astype(np.float64), center=(31.5, 31.5), radius=np.hypot(31.5, 31.5), output_shape=(64, 64),
        order=1, channel_axis=-1,
    )  # fmt: skip
    inside = transform.warp_polar(
        np.ones_like(pixels, np.float64), center=(31.5, 31.5), radius=np.hypot(31.5, 31.5),
        output_shape=(64, 64), order=1, channel_axis=-1,
    )  # fmt: skip
    np.testing.assert_allclose(result[inside == 1], expected[inside == 1], atol=5e-6)


@pytest.mark.parametrize("shape", [(20, 30), (45, 77), (90, 120), (1, 1)])
def test_sizes_are_scikit_images(filtered, shape):
    pixels = random_photo(60, 80)
    values = {"height": shape[0], "width": shape[1]}
    result = filtered("resize", pixels, **values)
    expected = transform.resize(pixels.astype(np.float64), shape, order=1, mode="reflect", anti_aliasing=True)
    assert result.shape[:2] == shape
    if shape != (1, 1):  # where scikit-image's Gaussian is cut off elsewhere
        np.testing.assert_allclose(result, expected, atol=5e-6)
    nearest = filtered("resize", pixels, interpolation="nearest", **values)
    assert np.isin(nearest, pixels).all()


@pytest.mark.parametrize("antialias", [True, False])
@pytest.mark.parametrize("size", [(60, 80), (1, 9), (7, 1), (2, 3)], ids=str)
def test_cubic_splines_are_scikit_images(filtered, size, antialias):
    pixels = random_photo(*size)
    for shape in ((20, 30), (45, 77), (90, 121), (1, 1)):
        result = filtered(
            "resize", pixels, height=shape[0], width=shape[1], interpolation="cubic", antialias=antialias
        )
        expected = transform.resize(
            pixels.astype(np.float64), shape, order=3, mode="reflect", anti_aliasing=antialias, clip=False
        )
        np.testing.assert_allclose(result, expected, atol=5e-6, err_msg=str(shape))


def test_cubic_splines_weigh_colours_by_their_alpha(filtered):
    pixels = random_photo(30, 40, 4)
    result = filtered("resize", pixels, height=47, width=61, interpolation="cubic")
    weighed = pixels.astype(np.float64)
    weighed[..., :3] *= weighed[..., 3:]
    expected = transform.resize(weighed, (47, 61), order=3, mode="reflect", clip=False)
    np.testing.assert_allclose(result[..., 3], expected[..., 3].clip(0, 1), atol=5e-6)
    seen = expected[..., 3] > 0.01
    np.testing.assert_allclose((result[..., :3] * result[..., 3:])[seen], expected[..., :3][seen], atol=5e-5)


def test_what_is_not_a_number_stays_where_it_is_between_splines(engine):
    pixels = random_photo(30, 40)
    pixels[11, 17, 1] = np.nan
    recipe = Recipe().added(CATALOGUE["resize"], {"scale": 200.0, "interpolation": "cubic"})
    result = engine.render(Source(pixels), recipe)
    spoilt = np.argwhere(np.isnan(result))
    assert set(spoilt[:, 2]) == {1}
    assert np.abs(spoilt[:, :2] - [22.5, 34.5]).max() <= 1.5
    part = engine.render(Source(pixels), recipe, Rect(5, 9, 31, 62))
    np.testing.assert_array_equal(part, result[5:31, 9:62])


def test_one_side_follows_the_other(filtered):
    pixels = random_photo(60, 80)
    assert filtered("resize", pixels, scale=25.0).shape == (15, 20, 3)
    assert filtered("resize", pixels, width=40).shape == (30, 40, 3)
    assert filtered("resize", pixels, height=120).shape == (120, 160, 3)


def test_rubber_is_pulled_by_alpha(filtered):
    """The pull, read from pictures of the coordinates, has the deviation asked for and is smooth."""
    y, x = np.mgrid[:300, :400].astype(np.float32)
    pixels = np.stack([x, y, x], -1) / 400
    moved = filtered("elastic", pixels, seed=2, alpha=4.0, sigma=10.0, border="nearest")
    pull = (moved - pixels)[40:-40, 40:-40, :2] * 400
    assert pull.std() == pytest.approx(4.0, rel=0.15)
    assert abs(pull.mean()) < 1.0
    assert np.abs(np.diff(pull, axis=1)).max() < 3.0
    other = filtered("elastic", pixels, seed=3, alpha=4.0, sigma=10.0)
    assert not np.allclose(moved, other)


def test_panoramas_of_any_length(filtered):
    pixels = np.zeros((1, 70_000, 1), np.uint8)
    assert filtered("random_resized_crop", pixels, "uint8").shape == pixels.shape
    assert filtered("resize", pixels, "uint8", scale=200.0).shape == (2, 140_000, 1)


@pytest.mark.parametrize("size", [(60, 90), (91, 60)])
def test_a_frame_is_pillows(filtered, size):
    """Even margins with a line in them; any aspect only adds to the shorter pair of margins."""
    pixels = random_photo(*size, 3, "uint8")
    look = {"width": 10.0, "red": 0.2, "green": 0.4, "blue": 0.6}
    expected = ImageOps.expand(Image.fromarray(pixels), 6, (51, 102, 153))
    lined = {"line": 2.0, "line_gap": 5.0, "line_value": 1.0}  # 1.2 and 3 of 60 pixels
    box = (2, 2, size[1] + 9, size[0] + 9)
    ImageDraw.Draw(expected).rectangle(box, outline=(255, 255, 255))
    np.testing.assert_array_equal(filtered("frame", pixels, "uint8", **look, **lined), expected)
    white = ImageOps.expand(Image.fromarray(pixels), 6, (255, 255, 255))
    np.testing.assert_array_equal(filtered("frame", pixels, "uint8", width=10.0), white)
    for aspect in ("1:1", "5:4", "16:9"):
        result = filtered("frame", pixels, "uint8", **look, aspect=aspect)
        across, down = (int(number) for number in aspect.split(":"))
        height, width = result.shape[:2]
        assert max(height, width) / min(height, width) == pytest.approx(across / down, abs=0.01)
        assert min(height - size[0], width - size[1]) == 12
        top, left = (height - size[0]) // 2, (width - size[1]) // 2
        np.testing.assert_array_equal(result[top : top + size[0], left : left + size[1]], pixels)
        assert (np.delete(result, np.s_[left : left + size[1]], 1) == (51, 102, 153)).all()
