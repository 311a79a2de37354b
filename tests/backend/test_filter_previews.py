"""Filter previews and variants as the engine's process answers them: pictures in order, a manifest."""

import json

import numpy as np
import pytest
from desk import Work, colours
from msgspec.structs import replace

from jaxstudio.backend import histograms, thumbnails, variants
from jaxstudio.backend.protocol import pack_recipe
from jaxstudio.backend.recipes import describe_recipe
from jaxstudio.backend.requests import (
    AugmentRequest,
    FilterPreviewsRequest,
    HistogramRequest,
    SheetFileRequest,
    SheetRequest,
    VariantsRequest,
)
from jaxstudio.backend.state import OpenPhoto
from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.errors import Cancelled, UsageError
from jaxstudio.files.photo import Photo, load_photo
from jaxstudio.files.save import save
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.expand import expand
from jaxstudio.pipeline.recipe import Recipe

TOKEN = 7


@pytest.fixture
def pixels(blocks):
    return blocks


@pytest.fixture
def engine(engine_state, pixels):
    engine_state.put_photo(TOKEN, OpenPhoto(Photo(pixels), Source(pixels)))
    return engine_state


def alone(name, **values):
    return Recipe().added(CATALOGUE[name], values)


def seeded(recipe, count):
    return tuple(pack_recipe(recipe.with_seed(seed)) for seed in range(1, count + 1))


def test_a_list_of_previews_answers_its_items_in_order(engine, pixels):
    wide = alone("pad", left=4096)
    items = (alone("invert"), wide.joined(wide), alone("rotate_90"))
    request = FilterPreviewsRequest(
        TOKEN, pack_recipe(alone("flip_horizontal")), tuple(map(pack_recipe, items))
    )
    work = Work()
    thumbnails.make_filter_previews(request, work)
    assert [picture.place for picture in work.told] == [0, 1, 2]
    small = Source(pixels).level(2).pixels[:, ::-1]
    assert np.array_equal(colours(work.told[0].pixels), 255 - small)
    assert work.told[1].pixels is None
    assert np.array_equal(colours(work.told[2].pixels), np.rot90(small))
    assert not any(picture.error for picture in work.told)


def test_a_list_of_previews_that_nobody_looks_at_ends(engine):
    items = tuple(pack_recipe(alone(name)) for name in ("invert", "grayscale", "gamma"))
    work = Work(most=1)
    with pytest.raises(Cancelled):
        thumbnails.make_filter_previews(FilterPreviewsRequest(TOKEN, pack_recipe(Recipe()), items), work)
    assert len(work.told) == 1


def test_a_bug_in_one_thumbnail_does_not_keep_back_the_others(engine, monkeypatch, capsys):
    make = thumbnails.Thumbnails.make

    def broken(self, asked, recipe, cancel):
        if recipe.steps[0].op.name == "invert":
            raise ZeroDivisionError("division by zero")
        return make(self, asked, recipe, cancel)

    monkeypatch.setattr(thumbnails.Thumbnails, "make", broken)
    items = tuple(pack_recipe(alone(name)) for name in ("invert", "grayscale"))
    work = Work()
    thumbnails.make_filter_previews(FilterPreviewsRequest(TOKEN, pack_recipe(Recipe()), items), work)
    assert [(picture.pixels is None, picture.error) for picture in work.told] == [
        (True, "ZeroDivisionError: division by zero"),
        (False, ""),
    ]
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_a_sheet_brings_what_chance_drew_with_each_picture(engine):
    recipe = alone("random_flip", horizontal=0.5, vertical=0.5)
    work = Work()
    variants.make_sheet(SheetRequest(TOKEN, seeded(recipe, 6), 60), work)
    assert [picture.place for picture in work.told] == list(range(6))
    assert {picture.pixels.values.shape for picture in work.told} == {(40, 60)}
    plain = next(picture for picture in work.told if not picture.drawn)
    flipped = next(picture for picture in work.told if picture.drawn)
    assert {step.op for step in flipped.drawn} <= {"flip_horizontal", "flip_vertical"}
    assert not np.array_equal(plain.pixels.values, flipped.pixels.values)


def test_a_contact_sheet_is_a_file(engine, tmp_path):
    sheet = SheetRequest(TOKEN, seeded(alone("random_flip"), 3), 30)
    work = Work()
    variants.write_sheet(SheetFileRequest(sheet, str(tmp_path / "s.png"), ("1", "2", "3")), work)
    assert load_photo(tmp_path / "s.png").pixels.shape == (2 * (20 + 26) + 8, 2 * 38 + 8, 3)
    assert work.told == [1 / 3, 2 / 3, 1.0]


def test_variants_that_were_interrupted_go_on_where_they_stood(engine, tmp_path):
    recipe = alone("gaussian_noise")
    request = VariantsRequest(TOKEN, pack_recipe(recipe), (7, 8, 9), str(tmp_path))
    with pytest.raises(Cancelled):
        variants.write_variants(request, Work(most=1))
    first = {path: path.stat().st_mtime_ns for path in tmp_path.glob("*.png")}
    assert len(first) == 1
    written = variants.write_variants(request, Work())
    assert (written.written, written.skipped, written.failed) == (2, 1, 0)
    assert {path: path.stat().st_mtime_ns for path in first} == first
    lines = [json.loads(line) for line in (tmp_path / "manifest.jsonl").read_text().splitlines()]
    assert [line["seed"] for line in lines[1:]] == [7, 8, 9]
    source = engine.photo(TOKEN, Work()).source
    for line in lines[1:]:
        expected = Engine("cpu:0").render(source, recipe.with_seed(line["seed"]), dtype="uint8")
        assert np.array_equal(load_photo(tmp_path / line["file"]).pixels, expected)


def test_a_folder_is_augmented_and_what_is_wrong_is_said(engine, tmp_path, pixels):
    (tmp_path / "in").mkdir()
    save(tmp_path / "in" / "tom.png", pixels[:40, :40])
    (tmp_path / "in" / "broken.png").write_bytes(b"no picture")
    request = AugmentRequest(pack_recipe(alone("invert")), str(tmp_path / "in"), str(tmp_path / "out"), 2)
    written = variants.augment_folder(request, Work())
    assert (written.written, written.failed) == (2, 2)  # its two files
    assert "broken.png" in written.errors[0]
    with pytest.raises(UsageError, match="no such file or folder"):
        variants.augment_folder(replace(request, photos=str(tmp_path / "none")), Work())


def test_the_tones_of_a_photo_are_counted(engine, pixels):
    counted = histograms.count_tones(HistogramRequest(TOKEN, pack_recipe(Recipe())), Work())
    counts = np.stack([np.bincount(pixels[..., c].reshape(-1), minlength=256) for c in range(3)])
    np.testing.assert_array_equal(counted, counts)


def test_the_tones_of_what_enters_a_step_are_counted_as_the_step_sees_them(engine, pixels):
    """After other steps, and in the working space: NumPy's invert, and IEC 61966-2-1's curve."""

    def counted(values):
        tones = np.rint(np.clip(values, 0, 1) * 255).astype(int)
        counts = np.stack([np.bincount(tones[..., c].reshape(-1), minlength=256) for c in range(3)])
        return counts / counts[:, 1:-1].max()

    encoded = pixels / 255
    linear = np.where(encoded <= 0.04045, encoded / 12.92, ((encoded + 0.055) / 1.055) ** 2.4)
    for recipe, expected in (
        (alone("invert"), 1 - encoded),
        (Recipe().with_working_space("linear"), linear),
        (alone("invert").with_working_space("linear"), 1 - linear),
    ):
        found = histograms.count_tones(HistogramRequest(TOKEN, pack_recipe(recipe)), Work())
        # a value at half a tone may be rounded either way
        assert np.abs(np.cumsum(found / found[:, 1:-1].max() - counted(expected), axis=1)).max() < 0.1, recipe


def test_tones_leave_alpha_and_what_is_no_number_out():
    assert histograms.sampled_tones(np.zeros((3000, 10, 4), np.uint16)).shape == (3, 256)
    floats = np.full((4, 4, 1), 0.5, np.float32)
    floats[0] = np.nan
    assert histograms.sampled_tones(floats)[0].argmax() == 128


def test_a_description_says_what_chance_drew():
    recipe = alone("random_flip").with_seed(3)
    for seed in range(6):
        described = describe_recipe(recipe.with_seed(seed), (40, 60)).steps[0].drawn
        drawn = expand(recipe.with_seed(seed), (40, 60)).active
        assert [step.op for step in described] == [step.op.name for step in drawn]
    assert describe_recipe(recipe.switched(1, False), (40, 60)).steps[0].drawn == ()
    assert describe_recipe(alone("invert"), (40, 60)).steps[0].drawn == ()
