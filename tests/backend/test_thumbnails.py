"""Thumbnails of photos as the engine's process makes them, and the first look at a JPEG that is opened."""

import io
import struct

import numpy as np
import pytest
import skimage.data
from desk import Work, colours
from PIL import Image

from jaxstudio.backend import photos, thumbnails
from jaxstudio.backend.protocol import OpenRequest, pack_recipe
from jaxstudio.backend.requests import PhotoThumbnailRequest
from jaxstudio.errors import Cancelled, PhotoError
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.recipe import Recipe

EMPTY = Recipe()
BLACK = Recipe().added(CATALOGUE["exposure"], {"stops": -16.0})
TURN = Recipe().added(CATALOGUE["rotate_90"])


@pytest.fixture
def engine(engine_state):
    return engine_state


@pytest.fixture(scope="module")
def picture():
    return Image.fromarray(skimage.data.astronaut()).resize((1800, 1200))


def thumbnail(path, recipe=EMPTY, token=0):
    asked = PhotoThumbnailRequest(OpenRequest(token, path=str(path)), pack_recipe(recipe))
    return colours(thumbnails.make_thumbnail(asked, Work())).astype(float)


@pytest.mark.parametrize("name", ["x.jpg", "x.png", "x.tif"])
def test_it_is_the_photo_made_small(engine, tmp_path, picture, name):
    picture.save(tmp_path / name)
    small = thumbnail(tmp_path / name)
    height, width = small.shape[:2]
    assert thumbnails.EDGE <= max(height, width) <= 4 * thumbnails.EDGE
    assert abs(width / height - 1.5) < 0.03
    expected = np.asarray(picture.resize((15, 10), Image.Resampling.BOX), np.float64)
    seen = np.asarray(Image.fromarray(small.astype(np.uint8)).resize((15, 10), Image.Resampling.BOX))
    assert np.abs(seen - expected).mean() < 5


@pytest.mark.samples(1)
@pytest.mark.parametrize("is_open", [False, True])
def test_it_shows_what_the_recipe_makes_of_it(engine, tmp_path, picture, is_open):
    picture.save(tmp_path / "x.png")
    token = 0
    if is_open:
        photos.open_photo(OpenRequest(5, path=str(tmp_path / "x.png")), Work())
        (tmp_path / "x.png").unlink()
        token = 5
    assert thumbnail(tmp_path / "x.png", BLACK, token).mean() < 3
    turned = thumbnail(tmp_path / "x.png", TURN, token)
    assert turned.shape[0] > turned.shape[1]


def test_a_very_large_photo_is_shown_without_its_recipe(engine, tmp_path, picture, monkeypatch):
    monkeypatch.setattr(thumbnails, "MOST_PIXELS", 1000)
    picture.save(tmp_path / "x.png")
    assert thumbnail(tmp_path / "x.png", BLACK).mean() > 50


def test_a_photo_that_cannot_be_read_is_said(engine, tmp_path):
    (tmp_path / "bad.jpg").write_bytes(b"no photo")
    for name in ("bad.jpg", "missing.jpg"):
        with pytest.raises(PhotoError, match=name):
            thumbnail(tmp_path / name)


def test_one_that_nobody_waits_for_is_given_up(engine, tmp_path, picture):
    picture.save(tmp_path / "x.png")
    work = Work(most=0)
    request = PhotoThumbnailRequest(OpenRequest(0, path=str(tmp_path / "x.png")), pack_recipe(BLACK))
    with pytest.raises(Cancelled):
        thumbnails.make_thumbnail(request, work)


@pytest.mark.thorough
def test_of_a_jpeg_a_first_look_is_reported_before_it_is_decoded(engine, tmp_path, picture):
    picture = picture.resize((4000, 2600))
    picture.save(tmp_path / "x.jpg", quality=92)
    work = Work()
    opened = photos.open_photo(OpenRequest(9, path=str(tmp_path / "x.jpg"), first_look=True), work)
    (first,) = work.told
    assert first.photo.size == opened.photo.size == (2600, 4000)
    assert first.look.corners == opened.look.corners
    assert max(first.look.values.shape) == 2000
    seen, whole = colours(first.look), colours(opened.look)
    assert np.abs(seen.mean(axis=(0, 1)) - whole.mean(axis=(0, 1))).max() < 2
    assert not first.thumbnail
    picture.save(tmp_path / "x.png")
    work = Work()
    photos.open_photo(OpenRequest(10, path=str(tmp_path / "x.png"), first_look=True), work)
    assert work.told == []


def test_the_thumbnail_in_the_file_is_reported_first(engine, tmp_path, picture):
    picture = picture.resize((4000, 2600))
    small = io.BytesIO()
    picture.resize((160, 104)).save(small, "JPEG")
    # a thumbnail in EXIF's second directory: compression 6, its place and its length (CIPA DC-008)
    data = small.getvalue()
    entries = (
        struct.pack("<HHII", *entry)
        for entry in ((0x103, 3, 1, 6), (0x201, 4, 1, 56), (0x202, 4, 1, len(data)))
    )
    block = (
        b"Exif\0\0II*\0" + struct.pack("<IHI", 8, 0, 14) + struct.pack("<H", 3) + b"".join(entries) + bytes(4)
    )
    picture.save(tmp_path / "x.jpg", exif=block + data)
    work = Work()
    opened = photos.open_photo(OpenRequest(9, path=str(tmp_path / "x.jpg"), first_look=True), work)
    assert [(told.thumbnail, max(told.look.values.shape)) for told in work.told] == [
        (True, 160),
        (False, 2000),
    ]
    for told in work.told:
        assert told.photo.size == opened.photo.size
        assert told.look.corners == opened.look.corners
        assert np.abs(colours(told.look).mean(axis=(0, 1)) - colours(opened.look).mean(axis=(0, 1))).max() < 3
    assert not opened.thumbnail
