"""Sessions as text: what is written is read again, and what is damaged is said in one line."""

import json
import os
from dataclasses import fields, replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jaxstudio.errors import RecipeError, SessionError
from jaxstudio.files.sessions import (
    FLAGS,
    FORMAT,
    MAX_UNDO,
    PhotoView,
    Session,
    SessionPhoto,
    SessionWriter,
    from_json,
    load_session,
    save_session,
    to_json,
)
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.recipe import WORKING_SPACES, Recipe

pytestmark = pytest.mark.quick


def plain(value):
    """All fields, so that what compares by identity is compared by value."""
    if isinstance(value, Session | SessionPhoto):
        return {each.name: plain(getattr(value, each.name)) for each in fields(value)}
    return [plain(each) for each in value] if isinstance(value, tuple) else value


ROOT = Path(os.path.abspath(os.sep), "trips")


@st.composite
def recipes(draw):
    recipe = Recipe(seed=draw(st.integers(0, 2**31 - 1)), working_space=draw(st.sampled_from(WORKING_SPACES)))
    for _ in range(draw(st.integers(0, 3))):
        sigma = draw(st.floats(0.1, 50))
        recipe = recipe.added(CATALOGUE["gaussian_blur"], {"sigma": sigma})
        if draw(st.booleans()):
            recipe = recipe.switched(recipe.steps[-1].key, False)
    return recipe


names = st.text(
    st.characters(exclude_characters="/\\\0:", exclude_categories=["Cs", "Cc"]), min_size=1, max_size=9
)
photos = st.builds(
    SessionPhoto,
    path=names.filter(lambda name: name.strip(". ") == name).map(lambda name: str(ROOT / "photos" / name)),
    page=st.integers(1, 9),
    sample=st.sampled_from(["", "cat"]),
    name=names,
    rating=st.integers(0, 5),
    flag=st.sampled_from(FLAGS),
    recipe=recipes(),
    past=st.lists(recipes(), max_size=4).map(tuple),
    future=st.lists(recipes(), max_size=3).map(tuple),
    snapshots=st.dictionaries(names, recipes(), max_size=2),
    view=st.builds(
        PhotoView,
        st.floats(0.01, 64),
        st.floats(-1e6, 1e6),
        st.floats(-1e6, 1e6),
        st.booleans(),
        st.none() | st.floats(0, 1),
    ),
    extra=st.dictionaries(names.map(lambda name: "later " + name), st.integers() | st.text(), max_size=2),
)


@st.composite
def sessions(draw):
    found = tuple(draw(st.lists(photos, max_size=3)))
    return Session(
        found,
        draw(st.integers(0, max(len(found) - 1, 0))),
        draw(st.none() | st.just({"format": "jaxstudio-functions", "lines": [{"text": "π x²"}]})),
        draw(st.dictionaries(names, st.text(), max_size=3)),
        draw(st.just("") | names),
        draw(st.dictionaries(names.map(lambda name: "later " + name), st.lists(st.text()), max_size=2)),
    )


@settings(max_examples=25, deadline=None)
@given(session=sessions(), folder=st.sampled_from([None, ROOT, ROOT / "sessions", ROOT / "photos"]))
def test_what_is_written_is_read_again(session, folder):
    read = from_json(to_json(session, folder), CATALOGUE, folder)
    assert plain(read) == plain(session)


def test_a_kept_text_is_not_that_of_another_recipe():
    writer = SessionWriter()
    recipe = Recipe().added(CATALOGUE["gaussian_blur"])
    for number in range(40):
        recipe = recipe.with_param(1, "sigma", 1.0 + number)
        session = Session((SessionPhoto(recipe=recipe, past=(recipe.with_seed(number), Recipe())),))
        read = from_json(to_json(session, None, writer), CATALOGUE)
        assert plain(read) == plain(session)


def test_a_step_that_many_recipes_share_is_written_once():
    stages = [Recipe()]
    for number in range(60):
        stages.append(stages[-1].added(CATALOGUE["gaussian_blur"], {"sigma": 1.0 + number}))
    text = to_json(Session((SessionPhoto(recipe=Recipe(), past=tuple(stages)),)))
    assert text.count('"gaussian_blur"') == 60
    assert from_json(text, CATALOGUE).photos[0].past == tuple(stages)


def test_the_oldest_undos_are_left_out():
    past = tuple(Recipe(seed=number) for number in range(MAX_UNDO + 30))
    read = from_json(to_json(Session((SessionPhoto(past=past),))), CATALOGUE)
    assert read.photos[0].past == past[-MAX_UNDO:]


@pytest.mark.parametrize(
    ("photo", "written"),
    [
        (ROOT / "session" / "a.jpg", "a.jpg"),
        (ROOT / "session" / "deep" / "a.jpg", "deep/a.jpg"),
        (ROOT / "beside" / "a.jpg", "../beside/a.jpg"),
        (ROOT.parent / "elsewhere" / "a.jpg", str(ROOT.parent / "elsewhere" / "a.jpg")),
    ],
)
def test_photos_below_and_beside_are_named_relative_to_the_session(photo, written):
    text = to_json(Session((SessionPhoto(path=str(photo)),)), ROOT / "session")
    assert json.loads(text)["photos"][0]["path"] == written
    assert from_json(text, CATALOGUE, ROOT / "session").photos[0].path == str(photo)


def test_a_folder_that_is_moved_takes_its_session_along(tmp_path):
    (tmp_path / "old").mkdir()
    save_session(
        tmp_path / "old" / "s.jaxstudio", Session((SessionPhoto(path=str(tmp_path / "old" / "a.jpg")),))
    )
    (tmp_path / "old").rename(tmp_path / "new")
    read = load_session(tmp_path / "new" / "s.jaxstudio", CATALOGUE)
    assert read.photos[0].path == str(tmp_path / "new" / "a.jpg")


def spoilt(**changes):
    return {"format": FORMAT, "version": 1, "photos": [], **changes}


def with_photo(**changes):
    return spoilt(photos=[{"path": "a.jpg"}, changes])


STEP = {"op": "gaussian_blur"}
BAD = {
    "another format": ({"format": "jaxstudio-recipe", "version": 1}, "not a session"),
    "newer": (spoilt(version=2), "newer"),
    "version": (spoilt(version=True), "version = True"),
    "photos": (spoilt(photos={}), "photos"),
    "too many photos": (spoilt(photos=[{}] * 10_001), "10,000"),
    "photo": (spoilt(photos=[3]), "photo 1 = 3: expected an object"),
    "current": (spoilt(current=4), "current = 4"),
    "layout": (spoilt(layout={"a": 3}), "layout: a"),
    "functions": (spoilt(functions=[]), "functions"),
    "rating": (with_photo(rating=6), "photo 2: rating = 6"),
    "page": (with_photo(page=0), "photo 2: page = 0"),
    "flag": (with_photo(flag="green"), "photo 2: flag = 'green'"),
    "flag of a wrong type": (with_photo(flag=[]), 'photo 2: flag: expected one of "", "pick", "reject"'),
    "path": (with_photo(path=["a"]), "photo 2: path"),
    "path with a zero": (with_photo(path="a\0b"), "photo 2: path"),
    "zoom": (with_photo(view={"zoom": 0}), "photo 2: view: zoom = 0"),
    "split": (with_photo(view={"split": "left"}), "photo 2: view: split = 'left'"),
    "view": (with_photo(view={"angle": 3}), "'angle' is not known"),
    "recipe": (with_photo(recipe={"format": "x"}), "photo 2: not a recipe"),
    "no recipe": (with_photo(recipe=None), "photo 2: not a recipe"),
    "op": (
        with_photo(recipe={"format": "jaxstudio-recipe", "version": 1, "steps": [{"op": "os.system"}]}),
        "photo 2: step 1",
    ),
    "history": (with_photo(history={"past": 3}), "photo 2: history: past = 3: expected a list"),
    "long history": (with_photo(history={"past": [{}] * 200}), "at most 100"),
    "number of a step": (
        with_photo(history={"steps": [STEP], "past": [{"version": 1, "steps": [1]}]}),
        "photo 2: history: steps: a number = 1",
    ),
    "negative number": (
        with_photo(history={"steps": [STEP], "past": [{"version": 1, "steps": [-1]}]}),
        "a number = -1",
    ),
    "snapshot": (with_photo(snapshot=3), "photo 2: Snapshot: not a recipe"),
    "snapshots": (with_photo(snapshots=[3]), "photo 2: snapshots: expected an object"),
}


@pytest.mark.parametrize(("value", "words"), BAD.values(), ids=BAD)
def test_a_bad_value_is_said_in_one_line_with_its_file(tmp_path, value, words):
    path = tmp_path / "s.jaxstudio"
    path.write_text(json.dumps(value))
    with pytest.raises(SessionError) as raised:
        load_session(path, CATALOGUE)
    line = str(raised.value)
    assert line.startswith(f"{path}: ")
    assert words in line
    assert "\n" not in line
    assert len(line) < 300 + len(str(path))


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, '{"current": NaN}', "9" * 5000, "\0", '"\\ud800"'])
def test_what_is_no_session_at_all_is_said(tmp_path, text):
    path = tmp_path / "s.jaxstudio"
    path.write_text(text)
    with pytest.raises(SessionError) as raised:
        load_session(path, CATALOGUE)
    assert "\n" not in str(raised.value)


@settings(max_examples=20, deadline=None)
@given(session=sessions(), share=st.floats(0, 0.999))
def test_a_session_that_was_cut_short_is_said(session, share):
    text = to_json(session)
    with pytest.raises(SessionError):
        from_json(text[: int(share * (len(text) - 2))], CATALOGUE)


def test_files_that_are_missing_folders_or_enormous_are_said(tmp_path, monkeypatch):
    with pytest.raises(SessionError, match="no such file"):
        load_session(tmp_path / "nowhere.jaxstudio", CATALOGUE)
    with pytest.raises(SessionError, match="a folder"):
        load_session(tmp_path, CATALOGUE)
    with open(tmp_path / "large.jaxstudio", "wb") as file:
        file.truncate(300_000_000)  # of zeros, which take no room
    with pytest.raises(SessionError, match="at most 256 MB"):
        load_session(tmp_path / "large.jaxstudio", CATALOGUE)


def test_functions_are_checked_by_who_knows_them():
    def check(document):
        raise RecipeError("line 1: text: expected one line of text")

    text = to_json(Session(functions={"format": "jaxstudio-functions"}))
    with pytest.raises(SessionError, match="functions: line 1"):
        from_json(text, CATALOGUE, None, check)


def test_names_that_no_unicode_has_come_back(tmp_path):
    photo = SessionPhoto(path=str(tmp_path / os.fsdecode(b"caf\xe9.jpg")))
    save_session(tmp_path / "s.jaxstudio", Session((photo,)))
    assert load_session(tmp_path / "s.jaxstudio", CATALOGUE).photos[0].path == photo.path


def test_a_session_is_replaced_whole_or_not_at_all(tmp_path, monkeypatch):
    path = tmp_path / "s.jaxstudio"
    save_session(path, Session((SessionPhoto(name="first"),)))

    def full(file):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(Exception, match="No space left"):
        save_session(path, replace(Session(), layout={"tab": "image"}))
    assert load_session(path, CATALOGUE).photos[0].name == "first"
    assert list(tmp_path.iterdir()) == [path]
