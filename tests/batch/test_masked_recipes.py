"""Recipes with masks give the same bits wherever they run: a cluster, blocks of a large picture, variants."""

import json
import sys
from pathlib import Path

import numpy as np
import pytest
import tifffile

from jaxstudio.batch import blocks, regions
from jaxstudio.cli.main import main
from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.files.photo import load_photo
from jaxstudio.files.save import save
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.masks import Brush, Ellipse, Gradient, Luminosity, Mask, MaskPart, Stroke
from jaxstudio.pipeline.recipe import Recipe
from jaxstudio.pipeline.recipe_text import to_json

pytestmark = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX"),
]
HEIGHT, WIDTH = 300, 420
BRUSHED = Stroke(((0.1, 0.1), (0.9, 0.8)), 0.05)
# Steps with a reach, noise and a histogram of the whole picture, each within a feathered shape or a range.
MASKS = (
    Mask(1, (MaskPart(Ellipse(0.5, 0.4, 0.6, 0.5), feather=0.1), MaskPart(Brush((BRUSHED,))))),
    Mask(2, (MaskPart(Luminosity(low=0.3, high=0.8)),), inverted=True),
    Mask(3, (MaskPart(Gradient(0.2, 0.0, 0.8, 1.0)),)),
)
STEPS = (
    ("gaussian_blur", {"sigma": 3.0}, 1),
    ("gaussian_noise", {"var": 0.01}, 2),
    ("equalize_hist", {}, 3),
    ("invert", {}, None),
)


def masked():
    recipe = Recipe(seed=5)
    for mask in MASKS:
        recipe = recipe.with_mask(mask)
    for name, values, mask in STEPS:
        recipe = recipe.added(CATALOGUE[name], values, mask=mask)
    return recipe


def pixels_of(number):
    y, x, c = np.mgrid[:HEIGHT, :WIDTH, :3]
    noise = np.random.default_rng(number).random((HEIGHT, WIDTH, 3))
    return (255 * (0.8 * np.sin((y + 9 * number) / 50 + c + x / 70) ** 2 + 0.2 * noise)).astype(np.uint8)


def in_memory(pixels, recipe):
    return Engine("cpu:0").render(Source(pixels), recipe, dtype="uint8")


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in").mkdir()
    for number in range(2):
        save(tmp_path / "in" / f"{number}.png", pixels_of(number))
    (tmp_path / "recipe.json").write_text(to_json(masked()), encoding="utf-8")
    return tmp_path


@pytest.mark.thorough
def test_apply_and_augment_on_a_cluster(here, cluster):
    place = ("--scheduler", cluster.scheduler_address)
    names = ("in/0.png", "in/1.png")
    assert main(["apply", "-r", "recipe.json", *names, "-o", "there/", *place]) == 0
    for number, name in enumerate(names):
        written = load_photo(Path("there", Path(name).name)).pixels
        np.testing.assert_array_equal(written, in_memory(pixels_of(number), masked()))
    steps = ("-r", "recipe.json", "--variants", "2", *names)
    assert main(["augment", *steps, "-o", "far", *place]) == 0
    assert main(["augment", *steps, "-o", "near"]) == 0
    for file in sorted(Path("near").iterdir()):
        assert Path("far", file.name).read_bytes() == file.read_bytes()


@pytest.mark.samples(1)
@pytest.mark.parametrize("target", ["out.tif", "out.zarr"])
def test_a_mapped_picture_in_blocks(here, monkeypatch, target):
    zarr = pytest.importorskip("zarr")
    for name in ("LARGE", "LARGE_TILED"):
        monkeypatch.setattr(regions, name, 1)
    monkeypatch.setattr(blocks, "TILE", 64)
    monkeypatch.setattr(blocks, "BLOCK", 128)
    tifffile.imwrite("in.tif", pixels_of(0), photometric="rgb")
    assert regions.open_regions(Path("in.tif"), 1) is not None
    assert main(["apply", "-r", "recipe.json", "in.tif", "-o", target]) == 0
    if target.endswith(".tif"):
        written = tifffile.imread(target)
    else:
        written = np.moveaxis(zarr.open_array(f"{target}/0")[:], 0, -1)
    np.testing.assert_array_equal(written, in_memory(pixels_of(0), masked()))


@pytest.mark.thorough
def test_augmented_photos_are_their_recipes_in_memory(here):
    """The manifest tells the seed of every file: the masked recipe with it gives the file."""
    assert main(["augment", "-r", "recipe.json", "in", "-o", "out", "--variants", "2"]) == 0
    lines = [json.loads(line) for line in Path("out/manifest.jsonl").read_text().splitlines()]
    files = [line for line in lines if "file" in line]
    assert len(files) == 4
    seen = set()
    for line in files:
        written = load_photo(Path("out", line["file"])).pixels
        number = int(Path(line["file"]).name[0])
        np.testing.assert_array_equal(written, in_memory(pixels_of(number), masked().with_seed(line["seed"])))
        seen.add(written.tobytes())
    assert len(seen) == 4
    # and the manifest makes them again
    assert main(["augment", "--from-manifest", "out/manifest.jsonl", "-o", "again"]) == 0
    for line in files:
        assert Path("again", line["file"]).read_bytes() == Path("out", line["file"]).read_bytes()
