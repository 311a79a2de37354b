"""Lens correction is lensfun's: its maps and its light, on pictures corrected by both."""

import cv2
import lensfunpy
import numpy as np
import pytest
import skimage.data
from PIL import Image
from PIL.TiffImagePlugin import IFDRational
from scipy.ndimage import gaussian_filter, map_coordinates

from jaxstudio.cli.main import main
from jaxstudio.engine.buffers import Rect
from jaxstudio.engine.definitions import evaluate
from jaxstudio.engine.source import Source
from jaxstudio.files.lens_profiles import known_cameras, known_lenses, lens_profile
from jaxstudio.files.photo import load_photo
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.recipe import Recipe

LENS = CATALOGUE["lens_correction"]
LIGHT = (1.0, 1.0, 0.0, 1.0, 0.0)  # the values are light
SIZE = 200, 300
# maker, camera, lens, focal length, aperture: full frame, two smaller ones, a compact camera (model poly5)
SHOTS = (
    ("Canon", "Canon EOS 5D Mark III", "EF24-105mm f/4L IS USM", 24.0, 4.0),
    ("NIKON CORPORATION", "NIKON D7000", "Nikon AF-S DX Nikkor 18-105mm f/3.5-5.6G ED VR", 18.0, 5.6),
    ("SONY", "ILCE-6000", "E PZ 16-50mm F3.5-5.6 OSS", 16.0, 3.5),
    ("Canon", "Canon PowerShot G12", "", 6.1, 2.8),
)


def exif(make, model, lens, focal, aperture):
    tags = Image.Exif()
    tags[0x010F], tags[0x0110] = make, model
    own = tags.get_ifd(0x8769)
    own[0x920A], own[0x829D] = IFDRational(round(focal * 10), 10), IFDRational(round(aperture * 10), 10)
    own[0x9206] = IFDRational(10, 1)
    if lens:
        own[0xA434] = lens
    data = tags.tobytes()
    return data if data.startswith(b"Exif") else b"Exif\0\0" + data


def of_lensfun(pixels, make, model, lens, focal, aperture):
    """What lensfun makes of the pixels, enlarged so that the middle keeps its scale."""
    height, width, _ = pixels.shape
    database = lensfunpy.Database()
    camera = database.find_cameras(make, model)[0]
    found = database.find_lenses(camera, None, lens or None)[0]
    flags = lensfunpy.ModifyFlags
    maps = lensfunpy.Modifier(found, camera.crop_factor, width, height)
    wanted = flags.DISTORTION | flags.TCA | flags.VIGNETTING
    maps.initialize(focal, aperture, 10.0, scale=1.0, pixel_format=np.float32, flags=wanted)
    light = pixels.copy()
    maps.apply_color_modification(light)
    rows, columns = np.indices((height, width), np.float64)
    across, down = (width - 1) / 2, (height - 1) / 2
    model = found.interpolate_distortion(focal)
    bent, whole = maps.apply_geometry_distortion(), 1.0
    if model.model in (lensfunpy.DistortionModel.PTLENS, lensfunpy.DistortionModel.POLY3):
        whole -= sum(model.terms)  # what distances are multiplied by in the middle
    places = maps.apply_subpixel_geometry_distortion()
    if places is None:
        places = np.repeat((bent if bent is not None else np.stack([columns, rows], -1))[:, :, None], 3, 2)
    at = [down + (rows - down) / whole, across + (columns - across) / whole]
    result = []
    for channel in range(3):
        y, x = (map_coordinates(places[:, :, channel, axis], at, mode="nearest") for axis in (1, 0))
        result.append(map_coordinates(light[..., channel], [y, x], order=1, mode="nearest"))
    return np.stack(result, -1)


def test_a_photo_of_a_known_lens_is_corrected_as_by_lensfun(engine, subtests):
    noise = np.random.default_rng(1).random((*SIZE, 3))
    pixels = gaussian_filter(noise, (3, 3, 0)).astype(np.float32)
    for shot in SHOTS:
        profile = lens_profile(exif(*shot), SIZE)
        with subtests.test(str(profile.words)):
            assert profile.numbers
            source = Source(pixels, LIGHT, lens=lambda *_, found=profile: found)
            result = engine.render(source, Recipe().added(LENS, {"fill_frame": False}))
            inner = np.s_[8:-8, 8:-8]
            expected = of_lensfun(pixels, *shot)[inner]
            assert np.abs(result[inner] - expected).mean() < 1e-3
            assert np.abs(pixels[inner] - expected).mean() > 1e-2


def test_regions_and_the_definition_have_the_same_pixels(engine):
    pixels = np.random.default_rng(4).random((40, 60, 3)).astype(np.float32)
    values = {
        "profile": "numbers",
        "distortion_2": -0.1,
        "red_0": 0.01,
        "blue_2": -0.01,
        "vignetting_1": -0.4,
    }
    recipe = Recipe().added(LENS, values)
    whole = engine.render(Source(pixels), recipe)
    part = engine.render(Source(pixels), recipe, Rect(5, 7, 31, 50))
    np.testing.assert_array_equal(part, whole[5:31, 7:50])
    np.testing.assert_allclose(evaluate(recipe, pixels), whole, atol=1e-5)


def test_no_corner_is_empty(engine):
    """A picture in whose border values grow shows that nothing beyond the edge is read."""
    rows, columns = np.indices((120, 180), np.float32)
    pixels = np.stack([rows / 119, columns / 179, rows * 0], -1)
    for first in (-0.3, -0.1, 0.1, 0.3):
        values = {"profile": "numbers", "distortion_2": first}
        x = engine.render(Source(pixels), Recipe().added(LENS, values))
        edges = np.concatenate([x[0], x[-1], x[:, 0], x[:, -1]])
        # the farthest point of the edge reads the photo's own edge, and none reads beyond
        assert abs(min(edges[:, 0].min(), edges[:, 1].min())) < 1e-3
        assert np.diff(x[:, 90, 0]).min() > 1e-4
        assert np.diff(x[60, :, 1]).min() > 1e-4


@pytest.mark.parametrize(
    ("shot", "words"),
    [
        (None, "names no camera"),
        (("", "Box", "Pinhole", 1.0, 1.0), "does not know the camera Box"),
        (("Canon", "Canon EOS 5D Mark III", "", 24.0, 4.0), "a lens that EXIF does not name"),
        (("Canon", "Canon EOS 5D Mark III", "Made of bottles", 24.0, 4.0), "Made of bottles"),
    ],
)
def test_what_is_not_known_is_said_and_left_alone(engine, shot, words):
    profile = lens_profile(None if shot is None else exif(*shot), SIZE)
    assert words in profile.words
    assert not profile.numbers
    pixels = np.random.default_rng(2).integers(0, 256, (20, 30, 3)).astype(np.uint8)
    source = Source(pixels, lens=lambda *_: profile)
    np.testing.assert_array_equal(engine.render(source, Recipe().added(LENS), dtype="uint8"), pixels)


def test_camera_and_lens_are_chosen_by_some_words_of_their_names():
    """What EXIF says, typed instead; where several fit, they are listed."""
    make, model, lens, focal, _ = SHOTS[0]
    by_exif = lens_profile(exif(make, model, lens, focal, 8.0), SIZE)
    typed = lens_profile(None, SIZE, "5d mark iii", "EF 24-105mm f/4L IS USM", focal)
    assert by_exif.numbers
    assert typed.words == by_exif.words
    distortion = [profile.numbers["distortion_2"] for profile in (by_exif, typed)]
    np.testing.assert_allclose(*distortion, rtol=1e-6)
    several = lens_profile(None, SIZE, "canon 5d", "", 0.0)
    assert not several.numbers
    assert "Canon EOS 5D Mark II" in several.words
    assert "no Pinhole" in lens_profile(None, SIZE, "Pinhole").words


def test_every_listed_name_is_one_camera_or_lens(subtests):
    """A name that is chosen from the list is found as it stands, also where others hold all its words."""
    make, model, lens, focal, _ = SHOTS[0]
    own = known_lenses(exif(make, model, lens, focal, 8.0))
    cameras = [name for name in known_cameras() if "5D Mark" in name]
    assert len(cameras) > 2
    for camera in cameras:
        with subtests.test(camera):
            assert "may be" not in lens_profile(None, SIZE, camera, "", 0.0).words
    assert own == known_lenses(None, "Canon EOS 5D Mark III")
    assert len(own) > 100
    assert [name.split()[0].lower() for name in own] == sorted(name.split()[0].lower() for name in own)
    assert own.index("Canon EF 14mm f/2.8L II USM") < own.index("Canon EF 100-200mm f/4.5A")
    for name in own[::40]:
        with subtests.test(name):
            assert "may be" not in lens_profile(None, SIZE, "Canon EOS 5D Mark III", name, 0.0).words
    assert known_lenses(None) == known_lenses(None, "Pinhole") == ()


def test_each_photo_of_a_batch_has_its_own_lens(tmp_path):
    pixels = np.random.default_rng(3).integers(0, 256, (40, 60, 3)).astype(np.uint8)
    for name, shot in (("a", SHOTS[0]), ("b", SHOTS[1])):
        Image.fromarray(pixels).save(tmp_path / f"{name}.png", exif=exif(*shot))
    Image.fromarray(pixels).save(tmp_path / "c.png")
    found = [tmp_path / f"{name}.png" for name in "abc"]
    assert main(["apply", "-s", "lens_correction", *map(str, found), "-o", f"{tmp_path}/out/"]) == 0
    results = [load_photo(tmp_path / "out" / path.name).pixels for path in found]
    np.testing.assert_array_equal(results[2], pixels)
    assert not np.array_equal(results[0], pixels)
    assert not np.array_equal(results[0], results[1])


def test_colours_are_moved_as_opencv_remaps_each_channel(filtered):
    photo = cv2.GaussianBlur(skimage.data.astronaut()[:200, :300].astype(np.float32) / 255, (0, 0), 2)
    shifts = {"red": (0.006, 0.004, 0.0), "green": (0.0, 0.0, 0.0), "blue": (-0.005, 0.0, 0.003)}
    values = {f"{name}_{power}": shifts[name][power] for name in ("red", "blue") for power in range(3)}
    found = filtered("lens_correction", photo, profile="numbers", fill_frame=False, **values)
    row, column = np.indices(photo.shape[:2], np.float32)
    y, x = row - 99.5, column - 149.5
    r = np.hypot(x, y) / np.hypot(99.5, 149.5)
    for channel, (first, second, third) in enumerate(shifts.values()):
        times = 1 + first + r * (second + r * third)
        places = (149.5 + x * times).astype(np.float32), (99.5 + y * times).astype(np.float32)
        plane = np.ascontiguousarray(photo[..., channel])
        expected = cv2.remap(plane, *places, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        # OpenCV rounds places to 1/32 of a pixel
        np.testing.assert_allclose(found[..., channel], expected, atol=4e-3)
        assert channel == 1 or np.abs(photo[..., channel] - expected).max() > 0.05
