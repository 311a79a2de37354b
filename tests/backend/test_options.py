"""The preview's options: the screen's profile changes what is shown alone; the figures of the guide."""

import io
import queue

import numpy as np
import pytest
from PIL import ExifTags, Image, ImageCms

from jaxstudio.backend.protocol import PreviewOptions, pack_recipe
from jaxstudio.backend.requests import (
    FactsRequest,
    ForeseeRequest,
    PhotoFacts,
    PhotoFactsRequest,
    SaveRequest,
)
from jaxstudio.errors import UsageError
from jaxstudio.files.photo import load_photo
from jaxstudio.files.save import save


def wide_profile():
    """An RGB profile with other primaries than sRGB's: those of Display P3 are made by swapping colorants."""
    profile = bytearray(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    tags = {}
    for number in range(int.from_bytes(profile[128:132], "big")):
        at = 132 + 12 * number
        tags[bytes(profile[at : at + 4])] = at
    red, green = tags[b"rXYZ"], tags[b"gXYZ"]
    profile[red + 4 : red + 12], profile[green + 4 : green + 12] = (
        profile[green + 4 : green + 12],
        profile[red + 4 : red + 12],
    )
    return bytes(profile)


def test_a_screens_profile_changes_frames_and_not_files(desk, tmp_path):
    """On a screen whose red and green are exchanged, they are exchanged in what is sent to it."""
    pixels = np.zeros((32, 32, 3), np.uint8)
    pixels[..., 0] = 200
    save(tmp_path / "red.png", pixels)
    (tmp_path / "screen.icc").write_bytes(wide_profile())
    photo, recipe = desk.open(path=str(tmp_path / "red.png")), desk.recipe(("invert", {}), ("invert", {}))

    def colour():
        value = int(desk.frame(photo, recipe).image.values[16, 16])
        return value >> 16 & 255, value >> 8 & 255, value & 255

    assert colour() == (200, 0, 0)
    try:
        desk.client.set_options(PreviewOptions(512 << 20, str(tmp_path / "screen.icc")))
        red, green, blue = colour()
        assert green > 190
        assert red < 10
        assert blue < 10
        request = SaveRequest(photo.token, pack_recipe(recipe), str(tmp_path / "out.png"))
        desk.do(desk.client.call, request)
        np.testing.assert_array_equal(load_photo(tmp_path / "out.png").pixels, pixels)
        place = len(desk.heard.reports)
        desk.client.set_options(PreviewOptions(0, str(tmp_path / "red.png")))
        error = desk.heard.wait(Exception, start=place)
        assert "expected the ICC profile of a screen" in str(error)
    finally:
        desk.client.set_options(PreviewOptions())
    assert colour() == (200, 0, 0)


def test_a_file_is_as_it_was_foreseen(desk, tmp_path):
    """Its bytes, its size and a part of it; reduced, and with its colours in sRGB."""
    pixels = np.random.default_rng(0).integers(0, 256, (90, 120, 3), np.uint8)
    (tmp_path / "wide.icc").write_bytes(wide_profile())
    Image.fromarray(pixels).save(tmp_path / "p.png", icc_profile=wide_profile())
    photo, recipe = desk.open(path=str(tmp_path / "p.png")), pack_recipe(desk.recipe())
    path = tmp_path / "out.png"
    request = SaveRequest(photo.token, recipe, str(path), longest=60, to_srgb=True)
    asked = ForeseeRequest(request, (1.0, 0.5), (20, 30))
    foreseen = desk.do(desk.client.call, asked)
    assert not path.exists()
    desk.do(desk.client.call, request)
    saved = load_photo(path)
    assert (
        (path.stat().st_size, saved.pixels.shape[:2])
        == (foreseen.file_bytes, foreseen.size)
        == (
            foreseen.file_bytes,
            (45, 60),
        )
    )
    assert foreseen.part.corners == (25, 15, 45, 45)
    values = foreseen.part.values
    shown = np.stack([values >> 16 & 255, values >> 8 & 255, values & 255], axis=2)
    np.testing.assert_array_equal(shown, saved.pixels[25:45, 15:45])
    desk.do(desk.client.call, SaveRequest(photo.token, recipe, str(path), longest=60))
    kept = Image.open(path)
    expected = ImageCms.profileToProfile(kept, io.BytesIO(wide_profile()), ImageCms.createProfile("sRGB"))
    np.testing.assert_array_equal(saved.pixels, np.asarray(expected))
    assert ImageCms.getProfileDescription(
        ImageCms.ImageCmsProfile(io.BytesIO(saved.metadata.icc))
    ).startswith("sRGB")


def test_quality_and_metadata_of_a_saved_file(desk, tmp_path, pixels):
    save(tmp_path / "p.png", pixels)
    photo, recipe = desk.open(path=str(tmp_path / "p.png")), desk.recipe()
    sizes = []
    for quality in (95, 50):
        path = tmp_path / f"{quality}.jpg"
        desk.do(desk.client.call, SaveRequest(photo.token, pack_recipe(recipe), str(path), "", quality))
        sizes.append(path.stat().st_size)
    assert sizes[1] < sizes[0]
    desk.do(desk.client.call, SaveRequest(photo.token, pack_recipe(recipe), str(tmp_path / "q.png"), "", 50))
    np.testing.assert_array_equal(load_photo(tmp_path / "q.png").pixels, pixels)


def test_date_and_camera_of_photos(desk, tmp_path):
    exif = Image.Exif()
    exif[ExifTags.Base.Model] = "NIKON Z 6"
    exif.get_ifd(ExifTags.IFD.Exif)[ExifTags.Base.DateTimeOriginal] = "2024:05:31 12:30:00"
    Image.new("RGB", (8, 8)).save(tmp_path / "a.jpg", exif=exif)
    Image.new("RGB", (8, 8)).save(tmp_path / "b.png")
    (tmp_path / "c.jpg").write_bytes(b"no photo")
    paths = tuple(str(tmp_path / name) for name in ("a.jpg", "b.png", "c.jpg", "none.jpg"))
    found = desk.do(desk.client.call, PhotoFactsRequest(paths))
    assert found == (PhotoFacts("2024:05:31 12:30:00", "NIKON Z 6"), *[PhotoFacts()] * 3)


def ask(desk, name):
    answers, reports = queue.Queue(), []
    desk.client.call(FactsRequest(name), answers.put, answers.put, reports.append)
    return answers.get(timeout=120), reports


@pytest.mark.thorough
def test_the_figures_of_a_page(desk):
    found, reports = ask(desk, "denoise")
    assert [agrees for _, agrees in found] == [True, True, True]
    assert found[1][0].startswith("0.04")
    assert [number for number, *_ in reports] == [1, 2, 3]


def test_no_such_page(desk):
    error, _ = ask(desk, "nine")
    assert isinstance(error, UsageError)
    with pytest.raises(UsageError, match="no page 'nine'"):
        raise error
