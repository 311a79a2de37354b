"""Options of the preview: the screen's profile changes what is shown, not the values; the cache's bound."""

import numpy as np
from PIL import ImageCms

from jaxstudio.backend.protocol import PreviewOptions, SaveRequest, pack_recipe
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
        desk.do(desk.client.save, request)
        np.testing.assert_array_equal(load_photo(tmp_path / "out.png").pixels, pixels)
        place = len(desk.heard.calls)
        desk.client.set_options(PreviewOptions(0, str(tmp_path / "red.png")))
        (error,) = desk.heard.wait("on_error", start=place)
        assert "expected the ICC profile of a screen" in str(error)
    finally:
        desk.client.set_options(PreviewOptions())
    assert colour() == (200, 0, 0)


def test_quality_and_metadata_of_a_saved_file(desk, tmp_path, pixels):
    save(tmp_path / "p.png", pixels)
    photo, recipe = desk.open(path=str(tmp_path / "p.png")), desk.recipe()
    sizes = []
    for quality in (95, 50):
        path = tmp_path / f"{quality}.jpg"
        desk.do(desk.client.save, SaveRequest(photo.token, pack_recipe(recipe), str(path), "", quality))
        sizes.append(path.stat().st_size)
    assert sizes[1] < sizes[0]
    desk.do(desk.client.save, SaveRequest(photo.token, pack_recipe(recipe), str(tmp_path / "q.png"), "", 50))
    np.testing.assert_array_equal(load_photo(tmp_path / "q.png").pixels, pixels)
