"""jaxstudio compare: the numbers of scikit-image, in words and as JSON."""

import json

import numpy as np
import pytest
from pictures import random_photo
from PIL import Image
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


def test_a_photo_that_is_gone(pair, capsys):
    assert main(["compare", pair[2][0], "gone.png"]) == 1
    assert "gone.png: no such file" in capsys.readouterr().err
