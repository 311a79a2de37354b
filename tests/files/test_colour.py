"""Colours through profiles, beside formulas and littleCMS called directly: inks, CIELAB, the screen, sRGB."""

import struct
import sys

import numpy as np
import pytest
import tifffile
from PIL import Image, ImageCms

from jaxstudio.engine.display import see
from jaxstudio.engine.gamut import HALF_LEVEL
from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.errors import PhotoError
from jaxstudio.files.colour import DisplayTransform
from jaxstudio.files.metadata import Metadata
from jaxstudio.files.photo import Photo, load_photo
from jaxstudio.files.save import losses
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.display_mode import OUT_OF_GAMUT, DisplayMode
from jaxstudio.pipeline.recipe import Recipe

imagecodecs = pytest.importorskip("imagecodecs")
ADOBE = bytes(imagecodecs.cms_profile("adobergb"))
GRAY = bytes(imagecodecs.cms_profile("gray", gamma=1.8))
SRGB = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
# Linear Adobe RGB (1998) to linear sRGB, both with the white of D65.
ADOBE_TO_SRGB = np.array([[1.3982832, -0.3982831, 0.0], [0.0, 1.0, 0.0], [0.0, -0.0429383, 1.0429383]])


def to_encoded(light):
    return np.where(light > 0.0031308, 1.055 * np.maximum(light, 0) ** (1 / 2.4) - 0.055, 12.92 * light)


def adobe_to_srgb(values):
    """Encoded values in [0, 1] by the two standards' formulas."""
    return to_encoded(np.clip(values**2.19921875 @ ADOBE_TO_SRGB.T, 0, 1))


def colours(dtype="uint8"):
    """(16, 32, 3), each colour of some grid."""
    grid = np.stack(np.meshgrid(*[np.linspace(0, 1, 8)] * 3, indexing="ij"), -1).reshape(16, 32, 3)
    top = 1 if dtype == "float32" else np.iinfo(dtype).max
    return (grid if top == 1 else np.rint(grid * top)).astype(dtype)


def test_a_wide_gamut_is_shown_in_the_screens_colours():
    shown = DisplayTransform(ADOBE).apply(colours())
    expected = adobe_to_srgb(colours() / 255) * 255
    assert np.abs(shown - expected).max() < 2.5
    assert np.abs(shown.astype(int) - colours()).max() > 20, "the colours are other ones"


def test_the_screens_profile_counts():
    screen = DisplayTransform(None, ADOBE)
    assert screen.changes
    there_and_back = DisplayTransform(ADOBE).apply(screen.apply(colours()))
    assert np.abs(there_and_back.astype(int) - colours()).max() <= 3
    assert not DisplayTransform(ADOBE, ADOBE).changes


@pytest.mark.parametrize("channels", [1, 2, 3, 4])
def test_every_number_of_channels(channels):
    pixels = np.random.default_rng(1).integers(0, 256, (9, 7, channels), dtype=np.uint8)
    transform = DisplayTransform(GRAY if channels < 3 else ADOBE, None, channels)
    shown = transform.apply(pixels)
    assert shown.shape == (9, 7, 3 if channels % 2 else 4)
    if channels % 2 == 0:
        np.testing.assert_array_equal(shown[..., 3], pixels[..., -1])
    if channels < 3:
        expected = 255 * to_encoded((pixels[..., :1] / 255) ** 1.8)
        assert np.abs(shown[..., :3] - expected).max() < 2


def test_light_is_computed_by_the_curve_of_a_photos_own_profile():
    """One stop more, beside littleCMS: values through the profile to linear light, doubled, and back."""
    gray = np.linspace(0.02, 0.7, 99, dtype=np.float32).reshape(9, 11, 1)
    for profile, exponent, pixels in ((ADOBE, 563 / 256, np.repeat(gray, 3, 2)), (GRAY, 1.8, gray)):
        photo = Photo(pixels, Metadata(icc=profile))
        assert photo.curve is not None
        recipe = Recipe().added(CATALOGUE["exposure"], {"stops": 1.0})
        result = Engine().render(Source(photo.pixels, photo.curve), recipe)
        np.testing.assert_allclose(result, pixels * 2 ** (1 / exponent), rtol=2e-3)
        level = Engine().render(Source(photo.pixels, photo.curve), recipe, level=1)
        np.testing.assert_allclose(level[0, 0], pixels[:2, :2].mean() * 2 ** (1 / exponent), rtol=2e-3)
    for profile in (None, SRGB, bytes(imagecodecs.cms_profile("srgb")), b"", b"nonsense", bytes(200)):
        assert Photo(np.zeros((2, 2, 3), np.uint8), Metadata(icc=profile)).curve is None
    linear = bytes(imagecodecs.cms_profile("gray", gamma=1.0))
    photo = Photo(gray, Metadata(icc=linear))
    result = Engine().render(Source(gray, photo.curve), recipe)
    np.testing.assert_allclose(result, 2 * gray, rtol=1e-6)


@pytest.mark.parametrize("profile", [None, SRGB, b"", b"nonsense", GRAY, bytes(200)])
def test_nothing_is_done_where_there_is_nothing_to_do(profile):
    transform = DisplayTransform(profile)
    assert not transform.changes
    np.testing.assert_array_equal(transform.apply(colours()), colours())


@pytest.mark.parametrize("dtype", ["uint8", "uint16", "float32"])
def test_a_photo_is_converted_to_srgb(dtype):
    photo = Photo(colours(dtype), Metadata(icc=ADOBE)).in_srgb()
    top = 1 if dtype == "float32" else np.iinfo(dtype).max
    assert photo.pixels.dtype == dtype
    inside = np.clip(photo.pixels / top, 0, 1)
    assert np.abs(inside - adobe_to_srgb(colours("float32").astype(float))).max() < 0.01
    assert photo.metadata.icc != ADOBE
    assert photo.in_srgb().pixels is photo.pixels, "it is in sRGB now"


def test_gray_and_alpha_are_converted_too():
    pixels = np.random.default_rng(1).integers(0, 65536, (9, 7, 2), dtype=np.uint16)
    photo = Photo(pixels, Metadata(icc=GRAY)).in_srgb()
    np.testing.assert_array_equal(photo.pixels[..., 1], pixels[..., 1])
    expected = to_encoded((pixels[..., 0] / 65535) ** 1.8)
    assert np.abs(photo.pixels[..., 0] / 65535 - expected).max() < 0.005


def test_a_deep_photo_without_the_package_is_refused(monkeypatch):
    monkeypatch.setitem(sys.modules, "imagecodecs", None)
    with pytest.raises(PhotoError, match=r"needs the package imagecodecs: pip install"):
        Photo(colours("uint16"), Metadata(icc=ADOBE), name="x.tif").in_srgb()


def ink_profile():
    """An ICC profile of four inks whose table has the two ends of each: 16 colours in CIELAB."""
    corners = np.zeros((2, 2, 2, 2, 3))
    for c, m, y, k in np.ndindex(2, 2, 2, 2):
        light = (1 - np.array([0.9 * c, 0.8 * m, 0.85 * y])) * (1 - k) * 100
        corners[c, m, y, k] = [light.mean(), 25 * (m - c) * (1 - k), 25 * (y - (c + m) / 2) * (1 - k)]
    # version 2: L from 0 to 0xFF00, a and b from 0 with their zero at 0x8000
    coded = corners * [652.8, 256, 256] + [0, 32768, 32768]
    matrix = (65536 * n for n in (1, 0, 0, 0, 1, 0, 0, 0, 1))
    table = struct.pack(">4s4xBBBx9i", b"mft2", 4, 3, 2, *matrix)
    ramp = struct.pack(">2H", 0, 65535)
    table += struct.pack(">2H", 2, 2) + 4 * ramp + np.rint(coded).astype(">u2").tobytes() + 3 * ramp
    white = struct.pack(">4s4x3i", b"XYZ ", 63190, 65536, 54061)
    at = 128 + 4 + 2 * 12
    size = at + len(table) + len(white)
    tags = struct.pack(">I4sII4sII", 2, b"A2B0", at, len(table), b"wtpt", at + len(table), len(white))
    header = struct.pack(">I4sI4s4s4s", size, b"lcms", 0x02400000, b"prtr", b"CMYK", b"Lab ")
    header += struct.pack(">6H4s", 2024, 1, 1, 0, 0, 0, b"acsp").ljust(44, b"\0")
    header += struct.pack(">3i", 63190, 65536, 54061)
    return header.ljust(128, b"\0") + tags + table + white, corners


def lab_as_srgb(lab):
    """8-bit CIELAB through littleCMS."""
    coded = np.rint(lab * [2.55, 1, 1]).astype(int).astype(np.uint8)  # a and b are signed numbers
    image = Image.frombytes("LAB", coded.shape[1::-1], coded.tobytes())
    transform = ImageCms.buildTransform(
        ImageCms.createProfile("LAB"), ImageCms.createProfile("sRGB"), "LAB", "RGB"
    )
    return np.asarray(ImageCms.applyTransform(image, transform)).astype(int)


@pytest.mark.parametrize("suffix", ["jpg", "tif"])
def test_inks_have_the_colours_that_their_profile_says(tmp_path, suffix):
    profile, corners = ink_profile()
    inks = np.repeat(np.repeat(255 * np.indices((2, 2, 2, 2)).reshape(4, 16).T[None], 8, 0), 8, 1)
    image = Image.frombytes("CMYK", (128, 8), inks.astype(np.uint8).tobytes())
    image.save(tmp_path / f"x.{suffix}", icc_profile=profile, **({"quality": 100} if suffix == "jpg" else {}))
    photo = load_photo(tmp_path / f"x.{suffix}")
    expected = lab_as_srgb(corners.reshape(1, 16, 3))[0]
    found = photo.pixels[4, 4::8].astype(int)
    assert np.abs(found - expected).max() <= 6
    assert "CMYK is converted to sRGB through its profile" in losses(tmp_path / "y.png", photo)


@pytest.mark.parametrize("dtype", ["uint8", "uint16"])
def test_a_tiff_in_cielab(tmp_path, dtype):
    grid = np.meshgrid([20, 50, 80], [-30, 0, 30], [-25, 10, 40], indexing="ij")
    lab = np.stack(grid, -1).reshape(3, 9, 3).astype(float)
    bits = np.iinfo(dtype).bits
    stored = np.rint(lab * [(2**bits - 1) / 100, 2 ** (bits - 8), 2 ** (bits - 8)]).astype(np.int64)
    tifffile.imwrite(tmp_path / "x.tif", stored.astype(dtype), photometric="cielab")
    photo = load_photo(tmp_path / "x.tif")
    assert photo.pixels.dtype == dtype
    expected = lab_as_srgb(lab)
    inside = ((expected > 0) & (expected < 255)).all(axis=-1)
    assert inside.sum() > 12
    level = photo.pixels / (1 if bits == 8 else 257)
    assert np.abs(level - expected)[inside].max() < 5
    assert "CIELAB is converted to sRGB" in losses(tmp_path / "y.png", photo)


def test_the_gamut_of_a_target_is_that_of_colour_science(subtests):
    colour = pytest.importorskip("colour", reason="colour-science is an extra of the tests")
    names = {"srgb": "sRGB", "display_p3": "Display P3", "adobe_rgb": "Adobe RGB (1998)"}
    values = np.random.default_rng(3).uniform(-0.02, 1, (24, 32, 3)).astype(np.float32)
    values[0, :8], values[1] = np.eye(3)[[0, 1, 2, 0, 1, 2, 0, 1]], 0.5  # pure colours, and gray
    for profile, own in ((None, "srgb"), (ADOBE, "adobe_rgb"), (SRGB, "srgb")):
        photo = Photo(values, Metadata(icc=profile))
        source = Source(photo.pixels, photo.curve, photo.to_srgb)
        spaces = colour.RGB_COLOURSPACES
        light = np.sign(values) * spaces[names[own]].cctf_decoding(np.abs(values).astype(np.float64))
        for target, name in names.items():
            shown = see(values, None, DisplayMode(clipping=True, gamut=target), source)
            there = light if own == target else colour.RGB_to_RGB(light, spaces[names[own]], spaces[name])
            expected, unsure = there.min(axis=2) < -HALF_LEVEL, np.abs(there.min(axis=2) + HALF_LEVEL) < 2e-4
            with subtests.test(profile=own, target=target):
                painted = (shown.shown == OUT_OF_GAMUT).all(axis=2)
                np.testing.assert_array_equal(painted[~unsure], (expected & (there.max(axis=2) > 0))[~unsure])
                assert shown.out_of_gamut == painted.sum()
                assert not painted[1].any()
