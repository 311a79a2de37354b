"""`jaxstudio sweep`: sheets and animations of one photo."""

import pytest
from PIL import Image


def test_a_sheet_of_one_parameter(run):
    assert (
        run(
            "sweep", "cat.png", "-s", "gaussian_blur", "--over", "sigma=0..4", "--count", 6, "-o", "s.png"
        ).code
        == 0
    )
    with Image.open("s.png") as image:
        assert image.size[0] > 3 * 80


def test_a_grid_has_the_second_parameter_across(run):
    words = ("--over", "1.sigma=1,2", "--over", "border=reflect,wrap,mirror", "--side", 40)
    assert run("sweep", "cat.png", "-s", "gaussian_blur", *words, "-o", "s.png").code == 0
    with Image.open("s.png") as image:
        assert image.size[0] == 3 * 48 + 8


def test_an_animation_there_and_back(run):
    words = ("--over", "delta", "--count", 4, "--back", "--side", 32, "-o", "a.gif")
    assert run("sweep", "cat.png", "-s", "brightness", *words).code == 0
    with Image.open("a.gif") as image:
        assert image.n_frames == 6


def test_seeds(run):
    assert run("sweep", "cat.png", "-s", "gaussian_noise", "--seeds", 3, "-o", "s.png").code == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--over", "size=1..3"), "--over size: expected one of 1.sigma, 1.sigma_y"),
        (("--over", "sigma=1..99"), "sigma"),
        (("--over", "border=1..3"), "a range is for numbers, expected some of reflect"),
        (("--over", "border=round"), "expected one of"),
        ((), "expected --over PARAMETER once or twice, or --seeds N"),
        (("--over", "sigma", "--fps", "0", "-o", "a.gif"), "--fps 0: expected 0.1 to 120"),
        (("--over", "sigma=8..0.5"), "expected two ends, the smaller one first, such as 0.5..8"),
        (("--over", "sigma=2..2"), "expected two ends"),
        (("--over", "sigma", "--count", "1000000000"), "1,000,000,000 pictures: expected 400 at most"),
        (("--seeds", "1000000000"), "1,000,000,000 pictures: expected 400 at most"),
        (("--seeds", "400", "--side", "1500"), "--side 1500: too large for 400 pictures, expected 1000"),
        (("--over", "sigma", "--side", "100000"), "--side 100000: expected a number from 16 to 2048"),
        (("--over", "sigma", "-s", "resize width=0 height=0"), "resize: no side has pixels"),
        (("--seeds", "3", "-o", "a.xyz"), "for an animation .gif, .webp, .mp4"),
        (("--seeds", "3", "-o", "cat.png"), "-o cat.png: is the input cat.png"),
    ],
)
def test_mistakes_are_one_line(run, words, said):
    outcome = run("sweep", "cat.png", "-s", "gaussian_blur", "-o", "s.png", *words)
    assert outcome.code == 2
    assert said in outcome.line


def test_a_parameter_of_several_steps(run):
    outcome = run("sweep", "cat.png", "-s", "median", "-s", "median", "--over", "size", "-o", "s.png")
    assert outcome.code == 2
    assert "several steps have it, expected one of 1.size" in outcome.line
