"""`apply --session`: the photos of a session, each with its own recipe."""

import numpy as np
import pytest
from imageio import v3 as iio

from jaxstudio.files.sessions import Session, SessionPhoto, save_session
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.recipe import Recipe


@pytest.fixture
def session(tmp_path):
    for value, name in enumerate("abc"):
        iio.imwrite(tmp_path / f"{name}.png", np.full((4, 6, 3), 10 * value + 10, np.uint8))
    pages = [np.full((4, 6), value, np.uint8) for value in (1, 2)]
    iio.imwrite(tmp_path / "pages.tif", np.stack(pages), plugin="tifffile", photometric="minisblack")
    inverted, flipped = (Recipe().added(CATALOGUE[name]) for name in ("invert", "flip_horizontal"))
    photos = (
        SessionPhoto(str(tmp_path / "a.png"), recipe=inverted, flag="pick"),
        SessionPhoto(str(tmp_path / "b.png"), recipe=flipped, rating=4),
        SessionPhoto(str(tmp_path / "c.png"), recipe=inverted, flag="reject"),
        SessionPhoto(str(tmp_path / "pages.tif"), page=2, recipe=inverted),
        SessionPhoto(sample="cat"),
    )
    save_session(tmp_path / "trip.jaxstudio", Session(photos))
    return tmp_path / "trip.jaxstudio"


def test_each_photo_is_written_with_its_own_recipe_and_page(run, session, tmp_path):
    done = run("apply", "--session", session, "-o", f"{tmp_path}/out/")
    assert done.code == 0, done.err
    assert "cat is a sample without a file, left out" in done.err
    found = {path.name: iio.imread(path).ravel()[0] for path in (tmp_path / "out").iterdir()}
    assert found == {"a.png": 245, "b.png": 20, "pages.tif": 253}


def test_photos_are_chosen_and_steps_follow_their_own(run, session, tmp_path):
    (tmp_path / "out").mkdir()
    words = ("apply", "--session", session, "-s", "invert", "-o")
    run(*words, f"{tmp_path}/out/{{stem}}-{{width}}.png", "--picked")
    run(*words, f"{tmp_path}/out/", "--rated", "4")
    found = {path.name: iio.imread(path)[0, 0, 0] for path in (tmp_path / "out").iterdir()}
    assert found == {"a-6.png": 10, "b.png": 235}


def test_what_cannot_be_is_one_line(run, session, tmp_path):
    wrong = {
        ("--session", session, tmp_path / "a.png"): "IN and --session: expected one of them",
        (): "IN: expected photos, or a session's file after --session",
        ("--picked", tmp_path / "a.png"): "expected --session",
        ("--session", session, "--rated", "5"): "none of its 5 photos is chosen",
        ("--session", tmp_path / "a.png"): "not UTF-8 text, expected a session",
    }
    for words, expected in wrong.items():
        done = run("apply", *words, "-o", f"{tmp_path}/no/")
        assert done.code == 2, words
        assert expected in done.err, words
        assert done.err.count("\n") == 1, words
