"""What integers cannot hold is counted and said when it is saved."""

import numpy as np
import pytest
from PIL import Image

from jaxstudio.cli.main import main
from jaxstudio.files.photo import Photo
from jaxstudio.files.save import computed_depth, save, words_changed
from jaxstudio.script import Script


@pytest.fixture
def pixels():
    pixels = np.full((4, 5, 3), 0.5, np.float32)
    pixels[1, 2, 0], pixels[2, 3], pixels[3, 4, 1] = np.nan, np.inf, -np.inf
    return pixels


def test_integers_hold_no_nan(tmp_path, pixels):
    assert save(tmp_path / "a.png", pixels, "8") == 3
    written = np.asarray(Image.open(tmp_path / "a.png"))
    assert (written[1, 2, 0], written[2, 3, 0], written[3, 4, 1]) == (0, 255, 0)
    assert save(tmp_path / "a.npy", pixels) == 0
    np.testing.assert_array_equal(np.load(tmp_path / "a.npy"), pixels)
    assert save(tmp_path / "b.png", written) == 0


def test_a_float_photo_is_computed_in_floats(pixels):
    assert computed_depth("8", Photo(pixels)) == "float32"
    assert computed_depth("8", Photo(np.zeros((2, 2, 1), np.uint16))) == "8"
    assert words_changed(0) == ""
    assert words_changed(1).startswith("1 pixel was not a number: NaN is written as 0")


def test_the_command_says_what_it_wrote(tmp_path, pixels, capsys):
    np.save(tmp_path / "in.npy", pixels)
    source, target = (str(tmp_path / name) for name in ("in.npy", "out.png"))
    assert main(["apply", "-s", "brightness delta=0.1", "-s", "contrast", source, "-o", target]) == 0
    said = capsys.readouterr().err
    assert "out.png: 3 pixels were not numbers: NaN is written as 0" in said
    assert "Contrast: 5 values that are not numbers were left out" in said


def test_a_script_warns(tmp_path, pixels):
    with pytest.warns(UserWarning, match="3 pixels were not numbers"):
        Script(pixels).save(tmp_path / "out.png")
    Script(pixels).save(tmp_path / "out.npy")
