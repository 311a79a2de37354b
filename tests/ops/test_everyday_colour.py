"""White balance beside colour-science, grading beside OpenColorIO, hues beside scikit-image."""

import colorsys
import itertools
import re
from dataclasses import replace

import colour
import jax.numpy as jnp
import numpy as np
import PyOpenColorIO as ocio
import pytest
import skimage.color
from pictures import random_photo
from PIL import Image, ImageDraw, ImageFont

from jaxstudio.engine.buffers import Rect
from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.errors import PhotoError, UsageError
from jaxstudio.ops import CATALOGUE
from jaxstudio.ops.colour.temperature import adaptation, light_of_gray
from jaxstudio.ops.colour.text import shipped_font
from jaxstudio.pipeline.recipe import Recipe

np.set_printoptions(legacy=False)  # colour-science prints as NumPy 1.13 did, in the whole process

PHOTO = random_photo(37, 53)
PHOTO[0], PHOTO[1, :20] = PHOTO[0, :, :1], 0  # a gray row, and black
SRGB = colour.RGB_COLOURSPACES["sRGB"]


def linear(x):
    return np.where(x > 0.04045, ((np.maximum(x, 0) + 0.055) / 1.055) ** 2.4, x / 12.92)


def light_of(kelvin, tint):
    """CIE XYZ of a light beside the black body in CIE 1960, with colour-science; daylight is greener."""
    tint = tint + 9.52 * min(max((kelvin - 3500) / 1500, 0), 1)
    near = [colour.xy_to_UCS_uv(colour.temperature.CCT_to_xy_Kang2002(kelvin + d)) for d in (-0.5, 0.5)]
    along = (near[1] - near[0]) / np.linalg.norm(near[1] - near[0])
    uv = (near[0] + near[1]) / 2 + tint / 3000 * np.array([along[1], -along[0]])
    return colour.xy_to_XYZ(colour.UCS_uv_to_xy(uv))


@pytest.mark.parametrize(("kelvin", "tint"), [(2856, 0), (3500, 25), (5000, -40), (9000, 10), (20000, 60)])
def test_white_balance_is_bradfords_adaptation(filtered, kelvin, tint):
    adapt = colour.adaptation.matrix_chromatic_adaptation_VonKries(
        light_of(kelvin, tint), light_of(6504, 0), transform="Bradford"
    )
    to_xyz = SRGB.matrix_RGB_to_XYZ
    expected = PHOTO.astype(np.float64) @ (np.linalg.inv(to_xyz) @ adapt @ to_xyz).T
    result = filtered("color_temperature", PHOTO, kelvin=float(kelvin), tint=float(tint))
    np.testing.assert_allclose(result, expected, atol=2e-3 * expected.max())
    same = filtered("color_temperature", PHOTO, kelvin=6504.0)
    np.testing.assert_allclose(same, PHOTO, atol=2e-6)


def test_a_gray_card_under_a_lamp_becomes_gray():
    """Under CIE illuminants A, D50 and D75; values are encoded, and light is adapted."""
    for name, kelvin in (("A", 2856.0), ("D50", 5003.0), ("D75", 7504.0)):
        white = colour.xy_to_XYZ(colour.CCS_ILLUMINANTS["cie_2_1931"][name])
        card = 0.18 * SRGB.matrix_XYZ_to_RGB @ white
        pixels = np.broadcast_to(colour.cctf_encoding(card), (4, 5, 3)).astype(np.float32)
        recipe = Recipe().added(CATALOGUE["color_temperature"], {"kelvin": kelvin})
        balanced = linear(Engine().render(Source(pixels), recipe))[0, 0]
        assert np.ptp(card) > 0.02, name
        np.testing.assert_allclose(balanced, 0.18, rtol=0.01, err_msg=name)


def test_the_decision_list_is_opencolorios(filtered):
    slope, offset, power, saturation = [1.2, 0.9, 1.05], [-0.02, 0.05, 0.0], [1.1, 0.8, 1.3], 1.4
    config = ocio.Config.CreateRaw()
    cdl = ocio.CDLTransform(slope=slope, offset=offset, power=power, sat=saturation)
    cdl.setStyle(ocio.CDL_ASC)
    expected = PHOTO.copy()
    config.getProcessor(cdl).getDefaultCPUProcessor().applyRGB(expected)
    values = {
        f"{name}_{c}": value
        for name, three in (("slope", slope), ("offset", offset), ("power", power))
        for c, value in zip(("red", "green", "blue"), three, strict=True)
    }
    result = filtered("asc_cdl", PHOTO, saturation=saturation, **values)
    np.testing.assert_allclose(result, expected, atol=2e-5)


def test_lift_gamma_and_gain(filtered):
    values = {"lift": 0.05, "lift_blue": 0.1, "gamma": 1.2, "gamma_red": 0.9, "gain": 1.1, "gain_green": 0.8}
    lift, gamma, gain = np.array([0.05, 0.05, 0.15]), 1.2 * np.array([0.9, 1, 1]), 1.1 * np.array([1, 0.8, 1])
    x = PHOTO.astype(np.float64)
    expected = np.maximum(gain * (x + lift * (1 - x)), 0) ** (1 / gamma)
    np.testing.assert_allclose(filtered("color_balance", PHOTO, **values), expected, atol=1e-5)
    gray = random_photo(9, 11, 1)
    expected = (1.1 * (gray + 0.05 * (1 - gray))) ** (1 / 1.2)
    np.testing.assert_allclose(filtered("color_balance", gray, **values), expected, atol=1e-5)


MIDDLES = [0, 30, 60, 120, 180, 240, 270, 300, 360]
NAMES = [*("red", "orange", "yellow", "green"), *("aqua", "blue", "purple", "magenta")]


def test_hue_ranges_turn_strengthen_and_lighten(filtered):
    chance = np.random.default_rng(4)
    table = {
        "hue": chance.uniform(-60, 60, 8),
        **{n: chance.uniform(-100, 100, 8) for n in ("saturation", "lightness")},
    }
    values = {
        f"{name}_{what}": float(v) for what, row in table.items() for name, v in zip(NAMES, row, strict=True)
    }
    h, s, v = np.moveaxis(skimage.color.rgb2hsv(PHOTO.astype(np.float64)), 2, 0)
    hue, saturation, lightness = (np.interp(h * 360, MIDDLES, [*row, row[0]]) for row in table.values())
    after = ((h + hue / 360) % 1, np.minimum(s * (1 + saturation / 100), 1), v * (1 + s * lightness / 100))
    expected = skimage.color.hsv2rgb(np.stack(np.broadcast_arrays(*after), axis=2))
    np.testing.assert_allclose(filtered("hue_ranges", PHOTO, **values), expected, atol=5e-5)
    np.testing.assert_allclose(filtered("hue_ranges", PHOTO, **values)[0], PHOTO[0], atol=1e-6)  # grays stay
    np.testing.assert_allclose(filtered("hue_ranges", PHOTO), PHOTO, atol=1e-6)


def test_black_and_white_weighs_hues(filtered):
    weights = {"red": 70.0, "yellow": 120.0, "green": -20.0, "cyan": 30.0, "blue": 5.0, "magenta": 160.0}
    result = filtered("black_and_white", PHOTO, **weights)
    assert np.ptp(result, axis=2).max() == 0
    for name, rgb in {"red": (1, 0, 0), "yellow": (1, 1, 0), "cyan": (0, 1, 1), "magenta": (1, 0, 1)}.items():
        pure = np.array(rgb, np.float32).reshape(1, 1, 3) * 0.5
        np.testing.assert_allclose(
            filtered("black_and_white", pure, **weights), 0.005 * weights[name], atol=1e-6
        )
    order = np.sort(PHOTO.astype(np.float64), axis=2)
    names = np.array(["red", "green", "blue"])[PHOTO.argmax(axis=2)]
    others = np.array(["cyan", "magenta", "yellow"])[PHOTO.argmin(axis=2)]
    weight = np.vectorize(weights.get)
    expected = order[..., 0] + (order[..., 2] - order[..., 1]) * weight(names) / 100
    expected += (order[..., 1] - order[..., 0]) * weight(others) / 100
    np.testing.assert_allclose(result[2:, :, 0], expected[2:], atol=2e-6)


def test_split_toning_tints_and_keeps_luma(filtered):
    luma = np.array([0.2125, 0.7154, 0.0721])
    values = {
        "shadows_hue": 200.0,
        "shadows_saturation": 60.0,
        "highlights_hue": 35.0,
        "highlights_saturation": 30.0,
    }
    result = filtered("split_toning", PHOTO, balance=20.0, **values).astype(np.float64)
    t = PHOTO @ luma
    np.testing.assert_allclose(result @ luma, t, atol=1e-5)
    tints = [np.array(colorsys.hsv_to_rgb(hue / 360, 1, 1)) for hue in (200, 35)]
    dark, bright = ((tint - tint @ luma) * strength for tint, strength in zip(tints, (0.6, 0.3), strict=True))
    w = (t ** (2**-0.4))[..., None]
    expected = PHOTO + (2 * t * (1 - t))[..., None] * ((1 - w) * dark + w * bright)
    np.testing.assert_allclose(result, expected, atol=1e-5)


def cube_text(size, low=0.0, high=1.0):
    """A random table that bends colours, as a file."""
    chance = np.random.default_rng(size)
    grid = np.stack(np.meshgrid(*[np.linspace(0, 1, size)] * 3, indexing="ij"), axis=-1)[..., ::-1]
    table = np.clip(grid.reshape(-1, 3) ** 0.8 + chance.normal(0, 0.05, (size**3, 3)), -0.2, 1.3)
    rows = "\n".join(" ".join(f"{x:.6f}" for x in row) for row in table)
    domain = f"DOMAIN_MIN {low} {low} {low}\nDOMAIN_MAX {high} {high} {high}\n"
    return f'TITLE "bent"\n# a comment\nLUT_3D_SIZE {size}\n{domain}{rows}\n'


def test_a_cube_file_is_applied_as_opencolorio_does(filtered, tmp_path):
    for size, low, high in ((2, 0.0, 1.0), (17, 0.0, 1.0), (33, -0.1, 1.2)):
        path = tmp_path / f"{size}.cube"
        path.write_text(cube_text(size, low, high))
        config = ocio.Config.CreateRaw()
        lut = ocio.FileTransform(str(path), interpolation=ocio.INTERP_TETRAHEDRAL)
        expected = (PHOTO * 1.2 - 0.1).astype(np.float32)
        pixels = expected.copy()
        config.getProcessor(lut).getDefaultCPUProcessor().applyRGB(expected)
        result = filtered("lut_3d", pixels, file=str(path))
        np.testing.assert_allclose(result, expected, atol=3e-5, err_msg=str(size))
        half = filtered("lut_3d", pixels, file=str(path), amount=0.5)
        np.testing.assert_allclose(half, (pixels + expected) / 2, atol=3e-5)
    np.testing.assert_allclose(filtered("lut_3d", PHOTO), PHOTO, atol=1e-6)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("LUT_1D_SIZE 2\n0 0 0\n1 1 1\n", "a 1D table"),
        ("LUT_3D_SIZE 2\n0 0 0\n", "1 colours: expected 2³ = 8"),
        ("LUT_3D_SIZE 2\n0 0\n", "line 2: '0 0': expected three numbers"),
        ("0 0 0\n", "LUT_3D_SIZE = 0: expected 2 to 65"),
    ],
)
def test_a_wrong_cube_file_is_one_line(filtered, tmp_path, text, said):
    path = tmp_path / "wrong.cube"
    path.write_text(text)
    with pytest.raises(UsageError, match=re.escape(f"lut_3d: file = {path}: {said}")):
        filtered("lut_3d", PHOTO, file=str(path))


def test_a_picked_gray_becomes_gray():
    """The light that a colour names makes the colour gray, for lights all along the range."""
    for kelvin in (2200.0, 3300.0, 4200.0, 6504.0, 9000.0, 15000.0):
        for tint in (-60.0, 0.0, 45.0):
            matrix = np.asarray(
                adaptation({"kelvin": jnp.float32(kelvin), "tint": jnp.float32(tint)}), np.float64
            )
            found = light_of_gray(np.linalg.solve(matrix, np.full(3, 0.18)))
            np.testing.assert_allclose(found[0], kelvin, rtol=4e-3, err_msg=f"{kelvin} {tint}")
            assert abs(found[1] - tint) < 1, (kelvin, tint)


def test_a_watermark_is_pillows(filtered, tmp_path):
    """Pillow's alpha_composite at each of the nine places; a missing file is one clear line."""
    photo, mark = random_photo(150, 200, 3, "uint8"), random_photo(20, 30, 4, "uint8")
    path = tmp_path / "mark.png"
    Image.fromarray(mark).save(path)
    tops, lefts = {"top": 6, "middle": 65, "bottom": 124}, {"left": 6, "middle": 85, "right": 164}
    for top, left in itertools.product(tops, lefts):
        place = "_".join(dict.fromkeys((top, left)))
        expected = Image.fromarray(photo).convert("RGBA")
        expected.alpha_composite(Image.fromarray(mark), (lefts[left], tops[top]))
        result = filtered("watermark", photo, "uint8", file=str(path), size=20.0, margin=4.0, place=place)
        np.testing.assert_allclose(result, np.asarray(expected)[..., :3], atol=1, err_msg=place)
    with pytest.raises(PhotoError, match=r"gone\.png: no such file$"):
        filtered("watermark", photo, file=str(tmp_path / "gone.png"))


@pytest.mark.parametrize("dtype", ["uint8", "float32"])
@pytest.mark.parametrize("place", ["top_left", "middle", "bottom_right"])
@pytest.mark.parametrize("name", ["text", "watermark"])
def test_rows_without_a_mark_are_copied(name, place, dtype, tmp_path):
    """Chunks of rows that the mark does not touch are not computed: the result has the same bits."""
    path = tmp_path / "mark.png"
    Image.fromarray((255 * random_photo(30, 40, 4)).astype(np.uint8)).save(path)
    values = {"text": {"text": "Ag", "size": 9.3}, "watermark": {"file": str(path), "size": 11.7}}[name]
    everywhere = replace(CATALOGUE[name], kind=replace(CATALOGUE[name].kind, rows=None))
    photo = Source(random_photo(900, 700, dtype=dtype))  # of several chunks
    copied, computed = (
        Engine(cache_bytes=0).render(
            photo, Recipe().added(op, {**values, "place": place, "down": 3.1}), Rect(11, 3, 880, 690)
        )
        for op in (CATALOGUE[name], everywhere)
    )
    np.testing.assert_array_equal(copied, computed)
    assert (copied != random_photo(900, 700, dtype=dtype)[11:880, 3:690]).any()


def test_a_text_is_pillows(filtered, tmp_path):
    """Pillow draws the same letters in the same colour at each of the nine places."""
    photo = random_photo(150, 400, 3, "uint8")
    font = ImageFont.truetype(shipped_font("serif"), 30)
    box = font.getbbox("Ag 7")
    width, height = box[2] - box[0], box[3] - box[1]
    tops = {"top": 6, "middle": round((150 - height) / 2), "bottom": 150 - height - 6}
    lefts = {"left": 6, "middle": round((400 - width) / 2), "right": 400 - width - 6}
    colour = {"red": 0.8, "green": 0.2, "blue": 1.0}
    for top, left in itertools.product(tops, lefts):
        place = "_".join(dict.fromkeys((top, left)))
        expected = Image.fromarray(photo)
        corner = lefts[left] - box[0], tops[top] - box[1]
        ImageDraw.Draw(expected).text(corner, "Ag 7", font=font, fill=(204, 51, 255))
        result = filtered(
            "text", photo, "uint8", text="Ag 7", size=20.0, font="serif", margin=4.0, place=place, **colour
        )
        np.testing.assert_allclose(result, np.asarray(expected), atol=1, err_msg=place)
    np.testing.assert_array_equal(filtered("text", photo, "uint8", text=" "), photo)
    broken = tmp_path / "broken.ttf"
    broken.write_bytes(b"no font")
    for path, words in ((broken, "not a font"), (tmp_path / "gone.ttf", "no such file")):
        with pytest.raises(PhotoError, match=rf"{path.name}: {words}"):
            filtered("text", photo, text="A", file=str(path))
