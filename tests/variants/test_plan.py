"""Which files come of which photos, and with which seeds."""

import pytest
from scipy import stats

from jaxstudio.errors import UsageError
from jaxstudio.pipeline.recipe import MAX_SEED, Recipe
from jaxstudio.variants.axes import seeds_of
from jaxstudio.variants.dataset import new_dataset


def test_seeds_differ_and_are_even_and_depend_on_their_photo_alone():
    seeds = seeds_of(7, "cats/tom.jpg", 2000)
    assert len(set(seeds)) == 2000
    assert stats.kstest([seed / MAX_SEED for seed in seeds], "uniform").pvalue > 1e-4
    assert seeds_of(7, "cats/tom.jpg", 10) == seeds[:10]
    assert set(seeds_of(7, "cats/tim.jpg", 2000)).isdisjoint(seeds[:100])
    assert set(seeds_of(8, "cats/tom.jpg", 2000)).isdisjoint(seeds[:100])


@pytest.fixture
def photos(tmp_path):
    """Empty files are enough: nothing is read."""
    for name in (
        "cats/tom.jpg",
        "cats/tom.png",
        "cats/x.jpg",
        "dogs/rex.TIF",
        ".hidden/y.png",
        "cats/notes.txt",
    ):
        (tmp_path / "in" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "in" / name).touch()
    return tmp_path / "in"


def files(plan):
    return [variant.file for task in plan.tasks for variant in task.variants]


def test_folders_are_kept_and_names_are_apart(photos, tmp_path):
    plan = new_dataset([photos], tmp_path / "out", Recipe(), 2, ".webp")
    assert plan.header.root == str(photos)
    assert files(plan) == [
        "cats/tom.jpg-000.webp", "cats/tom.jpg-001.webp", "cats/tom.png-000.webp", "cats/tom.png-001.webp",
        "cats/x-000.webp", "cats/x-001.webp", "dogs/rex-000.webp", "dogs/rex-001.webp",
    ]  # fmt: skip


def test_several_inputs_share_a_root(photos, tmp_path):
    plan = new_dataset([photos / "dogs", photos / "cats" / "x.jpg"], tmp_path / "out", Recipe(), 1)
    assert plan.header.root == str(photos)
    assert files(plan) == ["dogs/rex-000.png", "cats/x-000.png"]
    one = new_dataset([photos / "cats" / "x.jpg"], tmp_path / "out", Recipe(), 1001)
    assert files(one)[-1] == "x-1000.png"


def test_what_cannot_be_planned(photos, tmp_path):
    (tmp_path / "empty").mkdir()
    for given, out, said in (
        (["nowhere"], "out", "nowhere: no such file or folder"),
        ([tmp_path / "empty"], "out", "a folder without photos"),
        ([photos], photos / "out", "lies in the folder of the photos"),
        ([photos], photos, "lies in the folder of the photos"),
    ):
        with pytest.raises(UsageError, match=said):
            new_dataset(given, tmp_path / out, Recipe(), 1)
