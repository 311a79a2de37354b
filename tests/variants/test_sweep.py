"""Sweeps hold the results of the recipes that they name; animations are read back by another library."""

import numpy as np
import pytest
from pictures import random_photo
from PIL import Image

from jaxstudio.engine.source import Source
from jaxstudio.errors import ParameterError, UsageError
from jaxstudio.files.animation import write_animation
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.recipe import Recipe
from jaxstudio.variants.axes import Axis, every_value, seed_axis, spread, sweep, sweep_columns
from jaxstudio.variants.sheets import GAP_PX, LABEL_PX, sweep_sheet

BRIGHTER = Recipe().added(CATALOGUE["brightness"])


def param(op, name):
    return CATALOGUE[op].by_name[name]


def test_values_of_a_range():
    assert spread(param("gaussian_blur", "sigma"), 0.5, 2.0, 4) == (0.5, 1.0, 1.5, 2.0)
    # sizes of a median are odd: each once
    assert spread(param("median", "size"), 3, 9, 16) == (3, 5, 7, 9)
    assert every_value(param("gaussian_blur", "border"), 16) == param("gaussian_blur", "border").choices
    with pytest.raises(UsageError, match="a range is for numbers, expected some of reflect"):
        spread(param("gaussian_blur", "border"), 0, 1, 3)
    with pytest.raises(UsageError, match="only numbers, switches and choices"):
        every_value(param("convolve", "kernel"), 3)


def test_every_combination_with_its_label():
    axes = [Axis(1, "delta", (-0.1, 0.1)), seed_axis(BRIGHTER, 3)]
    found = sweep(BRIGHTER, axes)
    assert [each.label for each in found][:4] == [
        "delta -0.1, seed 0", "delta -0.1, seed 1", "delta -0.1, seed 2", "delta 0.1, seed 0",
    ]  # fmt: skip
    assert found[4].recipe.steps[0].values["delta"] == 0.1
    assert found[4].recipe.seed == 1
    assert found[4].values == (0.1, 1)


@pytest.mark.parametrize(("count", "columns"), [(16, 4), (12, 4), (9, 3), (2, 2), (1, 1)])
def test_a_sheet_has_few_empty_places(count, columns):
    assert sweep_columns([seed_axis(BRIGHTER, count)]) == columns
    assert sweep_columns([seed_axis(BRIGHTER, count), Axis(1, "delta", (0.1, 0.2, 0.3))]) == 3


def test_what_cannot_be_swept():
    axis = Axis(1, "delta", (0.1,))
    for axes in ([], [axis, axis], [axis] * 3):
        with pytest.raises(UsageError, match="one parameter or two different ones"):
            sweep(BRIGHTER, axes)
    with pytest.raises(UsageError, match="401 pictures: expected 400 at most"):
        sweep(BRIGHTER, [seed_axis(BRIGHTER, 401)])
    with pytest.raises(ParameterError):
        sweep(BRIGHTER, [Axis(1, "delta", (99.0,))])


def test_the_sheet_shows_each_result(engine):
    photo = np.full((40, 60, 3), 100, np.uint8)
    swept = sweep(BRIGHTER, [Axis(1, "delta", (0.0, 0.2)), Axis(1, "factor", ())][:1])
    sheet = sweep_sheet(engine, Source(photo), swept, 60, columns=1)
    rows = [GAP_PX + number * (40 + LABEL_PX + GAP_PX) + 20 for number in range(2)]
    assert [int(sheet[row, GAP_PX + 30, 0]) for row in rows] == [100, 151]


def frames(count, height=33, width=47):
    for number in range(count):
        yield np.full((height, width, 3), 20 * number, np.uint8)


@pytest.mark.parametrize("suffix", ["gif", "webp"])
def test_pillow_reads_the_animation(tmp_path, suffix):
    path = tmp_path / f"a.{suffix}"
    assert write_animation(path, frames(5), 10) == 5
    with Image.open(path) as image:
        assert image.n_frames == 5
        assert image.size == (47, 33)
        values = []
        for number in range(5):
            image.seek(number)
            values.append(int(np.asarray(image.convert("RGB"))[16, 20, 0]))
            assert image.info["duration"] == 100
    np.testing.assert_allclose(values, [0, 20, 40, 60, 80], atol=2)


def test_a_video_is_read_back_by_another_program(tmp_path):
    cv2 = pytest.importorskip("cv2")
    path = tmp_path / "a.mp4"
    assert write_animation(path, frames(6), 12) == 6
    video = cv2.VideoCapture(str(path))
    values = []
    while (read := video.read())[0]:
        assert read[1].shape == (32, 46, 3)
        values.append(int(read[1][16, 20, 0]))
    assert video.get(cv2.CAP_PROP_FPS) == 12
    np.testing.assert_allclose(values, [0, 20, 40, 60, 80, 100], atol=4)


def test_frames_that_do_not_go_together(tmp_path):
    path = tmp_path / "a.gif"
    with pytest.raises(UsageError, match="frames of 47 × 33 and 47 × 34"):
        write_animation(path, [*frames(2), *frames(1, height=34)])
    with pytest.raises(UsageError, match="no frame"):
        write_animation(path, [])
    with pytest.raises(UsageError, match="expected an animation's suffix"):
        write_animation(tmp_path / "a.png", frames(2))
    assert list(tmp_path.iterdir()) == []


def test_alpha_is_kept(tmp_path):
    pixels = random_photo(20, 30, 4, "uint8")
    write_animation(tmp_path / "a.webp", [pixels, pixels[::-1]])
    with Image.open(tmp_path / "a.webp") as image:
        assert image.mode == "RGBA"
