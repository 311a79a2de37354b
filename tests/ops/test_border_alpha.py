"""Beyond the edge of a picture with alpha: a constant border that is opaque or clear, whatever its colour."""

import numpy as np
import pytest
from pictures import random_photo
from scipy import ndimage

from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.kinds import Combined, Neighbourhood

OPS = [op for op in CATALOGUE.values() if "border_alpha" in op.by_name]
# one of every kind, and those that are made of others; the rest are looked at with `-m big`
ALWAYS = {"gaussian_blur", "difference_of_gaussians", "wiener", "guided", "pad", "rotate", "swirl"}
NAMES = [op.name if op.name in ALWAYS else pytest.param(op.name, marks=pytest.mark.big) for op in OPS]
# what makes a difference at the edge, and nothing that is found in the picture as a whole
LIVELY = {
    "wavelet": {"noise": "given", "sigma": 0.1},
    "pad": {"left": 3, "top": 2},
    "rotate": {"angle": 25.0},
    "translate": {"right": 3.5, "down": -2.5},
    "shear": {"horizontal": 10.0},
    "affine": {"angle": 20.0},
}
# They continue what they make of the picture, not the picture: its edge is seen from outside too.
CONTINUED = {"guided"}


def alpha_photo(alpha=None):
    pixels = random_photo(31, 37, 4)
    pixels[..., 3] = pixels[..., 3] * 0.8 + 0.1 if alpha is None else alpha
    return pixels


def with_border(name, cval, border_alpha):
    return {**LIVELY.get(name, {}), "border": "constant", "cval": cval, "border_alpha": border_alpha}


@pytest.mark.samples(2)
@pytest.mark.parametrize("name", NAMES)
def test_an_opaque_picture_in_an_opaque_border_is_one_without_alpha(filtered, name):
    """Black as any other colour; a picture without alpha is not concerned."""
    pixels = alpha_photo(1.0)
    for cval in (0.0, 0.4):
        values = with_border(name, cval, "opaque")
        plain = filtered(name, pixels[..., :3].copy(), **values)
        result = filtered(name, pixels, **values)
        np.testing.assert_allclose(result[..., :3], plain, atol=2e-5, rtol=0)
        np.testing.assert_allclose(result[..., 3], 1.0, atol=1e-6, rtol=0)
        np.testing.assert_array_equal(
            plain, filtered(name, pixels[..., :3].copy(), **{**values, "border_alpha": "clear"})
        )


@pytest.mark.samples(4)
@pytest.mark.parametrize("name", NAMES)
def test_a_clear_border_has_no_colour_and_auto_is_as_ever(filtered, name):
    pixels = alpha_photo()
    clear = filtered(name, pixels, **with_border(name, 0.0, "clear"))
    np.testing.assert_array_equal(clear, filtered(name, pixels, **with_border(name, 0.0, "auto")))
    opaque = filtered(name, pixels, **with_border(name, 0.4, "opaque"))
    np.testing.assert_array_equal(opaque, filtered(name, pixels, **with_border(name, 0.4, "auto")))
    if name not in ("guided", "wiener", "wavelet"):  # they take the constant for the picture's level
        np.testing.assert_array_equal(clear, filtered(name, pixels, **with_border(name, 0.4, "clear")))


FRAMED = [
    name
    for name, op in zip(NAMES, OPS, strict=True)
    if isinstance(op.kind, Neighbourhood | Combined) and op.name not in CONTINUED
]


@pytest.mark.parametrize("border_alpha", ["opaque", "clear"])
@pytest.mark.parametrize("name", FRAMED)
def test_a_border_is_a_frame_of_its_colour_and_opacity(filtered, name, border_alpha):
    """The picture in a wide frame of the constant, filtered: inside there is no difference."""
    pixels, width, cval = alpha_photo(), 60, 0.4
    opaque = border_alpha == "opaque"
    frame = np.full((31 + 2 * width, 37 + 2 * width, 4), cval if opaque else 0.0, np.float32)
    frame[..., 3] = opaque
    frame[width:-width, width:-width] = pixels
    values = {**LIVELY.get(name, {}), "border": "nearest"}
    expected = filtered(name, frame, **values)[width:-width, width:-width]
    result = filtered(name, pixels, **with_border(name, cval, border_alpha))
    np.testing.assert_allclose(result, expected, atol=5e-5, rtol=0)


@pytest.mark.parametrize("border_alpha", ["opaque", "clear"])
@pytest.mark.parametrize("cval", [0.0, 0.4])
def test_it_is_scipys_of_each_premultiplied_channel(filtered, cval, border_alpha):
    pixels, opaque = alpha_photo(), border_alpha == "opaque"
    planes = [*np.moveaxis(pixels[..., :3] * pixels[..., 3:], 2, 0), pixels[..., 3]]
    beyond = [cval * opaque] * 3 + [float(opaque)]
    blurred = [
        ndimage.gaussian_filter(plane.astype(float), 2.0, mode="constant", cval=value)
        for plane, value in zip(planes, beyond, strict=True)
    ]
    turn = np.deg2rad(25.0)
    matrix = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    middle = (np.array(pixels.shape[:2]) - 1) / 2
    turned = [
        ndimage.affine_transform(
            np.pad(plane.astype(float), 40, constant_values=value), matrix,
            middle + 40 - matrix @ (middle + 40), order=1,
        )[40:-40, 40:-40]
        for plane, value in zip(planes, beyond, strict=True)
    ]  # fmt: skip
    for name, expected, options in (
        ("gaussian_blur", blurred, {"sigma": 2.0}),
        ("rotate", turned, {"angle": 25.0}),
    ):
        result = filtered(name, pixels, **options, border="constant", cval=cval, border_alpha=border_alpha)
        np.testing.assert_allclose(result[..., 3], expected[3], atol=2e-5)
        for channel in range(3):
            np.testing.assert_allclose(result[..., channel] * result[..., 3], expected[channel], atol=2e-5)


def test_what_is_padded_is_opaque_black_if_it_is_asked_for(filtered):
    pixels = random_photo(5, 6, 4, "uint8")
    result = filtered("pad", pixels, "uint8", left=2, border="constant", cval=0.0, border_alpha="opaque")
    np.testing.assert_array_equal(result[:, :2], np.full((5, 2, 4), (0, 0, 0, 255)))
    np.testing.assert_array_equal(result[:, 2:], pixels)
