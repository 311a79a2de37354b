"""`compare`, `match` and `learn`: commands about two pictures."""

from __future__ import annotations

import json

import numpy as np
import pytest
from pictures import random_photo
from PIL import Image
from scipy import ndimage
from skimage import data
from skimage.metrics import peak_signal_noise_ratio

from jaxstudio.cli.main import main


@pytest.fixture
def pair(tmp_path):
    one = random_photo(20, 30, 3, "uint8")
    other = np.clip(one.astype(int) + 9, 0, 255).astype(np.uint8)
    paths = []
    for name, pixels in (("one.png", one), ("other.png", other)):
        Image.fromarray(pixels).save(tmp_path / name)
        paths.append(str(tmp_path / name))
    return one, other, paths


def test_as_json(pair, capsys):
    one, other, paths = pair
    assert main(["compare", *paths, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["psnr"] == pytest.approx(peak_signal_noise_ratio(one, other), abs=1e-4)
    assert found["delta"] == pytest.approx(9 / 255, abs=1e-6)
    assert set(found) >= {"ssim", "mse", "delta_e", "delta_e_most", "left_out"}
    assert not found["identical"]


def test_in_words(pair, capsys):
    _, _, paths = pair
    assert main(["compare", *paths]) == 0
    assert "SSIM" in capsys.readouterr().out
    assert main(["compare", paths[0], paths[0]]) == 0
    assert "nothing differs" in capsys.readouterr().out


def test_json_has_no_infinity(pair, capsys):
    _, _, paths = pair
    assert main(["compare", paths[0], paths[0], "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["psnr"] is None
    assert found["identical"]


def test_sizes_that_differ_are_said_in_a_line(pair, tmp_path, capsys):
    _, _, paths = pair
    np.save(tmp_path / "small.npy", np.zeros((5, 6, 3), np.float32))
    assert main(["compare", paths[0], str(tmp_path / "small.npy")]) == 2
    said = capsys.readouterr().err
    assert "the sizes differ: 30 × 20 and 6 × 5 pixels" in said
    assert said.count("\n") == 1


def test_what_is_no_number_is_left_out(tmp_path, capsys):
    np.save(tmp_path / "nan.npy", np.full((5, 6, 1), np.nan, np.float32))
    path = str(tmp_path / "nan.npy")
    assert main(["compare", path, path]) == 0
    assert "30 pixels are not numbers" in capsys.readouterr().out


@pytest.fixture
def files(tmp_path):
    photo = data.astronaut()[100:180, 160:260]
    Image.fromarray(photo).save(tmp_path / "before.png")
    return photo, tmp_path


def test_match_writes_a_recipe(files, capsys):
    _, folder = files
    before, after, out = (str(folder / name) for name in ("before.png", "after.npy", "found.json"))
    assert main(["apply", before, "-o", after, "-s", "gamma gamma=1.6", "--depth", "float32"]) == 0
    assert main(["match", before, after, "-s", "gamma", "-o", out, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["converged"]
    assert found["steps"][0]["params"]["gamma"] == pytest.approx(1.6, rel=1e-3)
    assert found["end"] < 1e-4 * found["start"]
    saved = json.loads((folder / "found.json").read_text())
    assert "gamma" in json.dumps(saved)


def test_match_in_words(files, capsys):
    _, folder = files
    before, after = str(folder / "before.png"), str(folder / "after.png")
    assert main(["apply", before, "-o", after, "-s", "brightness delta=0.1"]) == 0
    assert main(["match", before, after, "-s", "brightness", "--move", "1.delta", "--starts", "1"]) == 0
    lines = capsys.readouterr().out
    assert "converged" in lines
    assert "1. brightness delta = 0.1" in lines


def test_a_target_that_the_recipe_does_not_explain_is_no_success(tmp_path, monkeypatch, capsys):
    """Another picture, a shifted one, and one that no parameter has an influence on."""
    monkeypatch.chdir(tmp_path)
    for name, pixels in (
        ("cat", data.cat()[100:260, 100:300]),
        ("shifted", data.cat()[106:266, 112:312]),
        ("other", data.coffee()[100:260, 100:300]),
        ("gray", np.repeat(data.camera()[:400, :500, None], 3, axis=2)),
        ("dark", np.repeat(data.camera()[:400, :500, None] // 2, 3, axis=2)),
    ):
        Image.fromarray(pixels).save(f"{name}.png")
    assert main(["apply", "cat.png", "-s", "gamma gamma=1.5", "-o", "edited.jpg", "--quality", "80"]) == 0
    words = ["-s", "gamma", "-s", "saturation", "--starts", "2"]
    for target in ("other", "shifted"):
        assert main(["match", "cat.png", f"{target}.png", *words]) == 1
        assert "the recipe does not explain the target: " in capsys.readouterr().out
        assert main(["match", "cat.png", f"{target}.png", *words, "--json"]) == 1
        found = json.loads(capsys.readouterr().out)
        assert not found["explains"]
        assert 0.1 < found["unexplained"] <= 1
    assert main(["match", "cat.png", "edited.jpg", *words]) == 0
    # a gray photo has no saturation: at 0.2 MP three reduced sizes are searched
    assert main(["match", "gray.png", "dark.png", "-s", "saturation", "--starts", "1"]) == 1
    said = capsys.readouterr().out
    assert "no influence: 1.factor" in said
    assert "does not explain" in said
    assert main(["match", "gray.png", "gray.png", "-s", "saturation", "--starts", "1"]) == 0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "match: no step is active"),
        (["-s", "gamma", "--move", "2.gamma"], "expected one of 1.gamma"),
        (["-s", "gamma", "--move", "sigma"], "expected one of 1.gamma"),
        (["-s", "invert"], "no parameter may move"),
        (["-s", "crop left=50"], "expected pictures of one size"),
    ],
)
def test_match_refuses_in_one_line(files, capsys, words, message):
    before = str(files[1] / "before.png")
    assert main(["match", before, before, *words]) == 2
    error = capsys.readouterr().err.strip()
    assert message in error
    assert "\n" not in error


def test_learn_writes_a_convolve_step(files, capsys):
    photo, folder = files
    kernel = np.array([[0, -1, 0], [-1, 6, -2], [0, -1, 0]], float)
    after = np.stack([ndimage.convolve(photo[..., channel] / 255, kernel) for channel in range(3)], axis=-1)
    np.save(folder / "after.npy", after.astype(np.float32))
    words = ["learn", str(folder / "before.png"), str(folder / "after.npy"), "--size", "3"]
    assert main([*words, "-o", str(folder / "kernel.json"), "--json"]) == 0
    np.testing.assert_allclose(json.loads(capsys.readouterr().out)["kernel"], kernel, atol=1e-5)
    out = str(folder / "again.npy")
    assert main(["apply", str(folder / "before.png"), "-r", str(folder / "kernel.json"), "-o", out]) == 0
    np.testing.assert_allclose(np.load(out)[5:-5, 5:-5], after[5:-5, 5:-5], atol=1e-4)
    assert main([*words, "-o", str(folder / "kernel.npy")]) == 0
    np.testing.assert_allclose(np.load(folder / "kernel.npy"), kernel, atol=1e-5)


@pytest.mark.parametrize(
    ("size", "message"), [("4", "odd number"), ("31", "15 × 15 weights"), ("x", "--size")]
)
def test_learn_refuses_in_one_line(files, capsys, size, message):
    before = str(files[1] / "before.png")
    assert main(["learn", before, before, "--size", size, "-o", str(files[1] / "k.json")]) == 2
    error = capsys.readouterr().err.strip()
    assert message in error
    assert "\n" not in error
    assert not (files[1] / "k.json").exists()
