"""The engine in a process of its own: photos, frames, descriptions, files."""

import sys
from pathlib import Path

import numpy as np
import pytest
from desk import Desk, colours
from PIL import Image
from PySide6.QtGui import QImage

from jaxstudio.backend import specs
from jaxstudio.backend.frames import first_look, painted
from jaxstudio.backend.protocol import (
    EngineStarted,
    EngineUnavailable,
    Measurement,
    MeasureRequest,
    PreviewOptions,
    ProbeRequest,
    Shown,
    pack_recipe,
    unpack_recipe,
)
from jaxstudio.backend.recipes import describe_recipe
from jaxstudio.backend.requests import CopyRequest, ProgramRequest, SaveRequest
from jaxstudio.backend.viewport import Viewport
from jaxstudio.errors import PhotoError, SaveError, UsageError
from jaxstudio.ir.compilation_log import COMPILATION_LOG
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.measures import Probe
from jaxstudio.pipeline.recipe import Recipe


def test_a_frame_is_the_result_and_lies_in_memory_that_both_processes_share(desk, pixels):
    large = np.random.default_rng(1).integers(0, 256, (300, 400, 3), np.uint8)
    photo = desk.open(pixels=large, name="made")
    assert (photo.size, photo.channels, photo.dtype, photo.name) == ((300, 400), 3, "uint8", "made")
    frame = desk.frame(photo, desk.recipe(("invert", {}), ("flip_horizontal", {})))
    assert np.array_equal(colours(frame.image), 255 - large[:, ::-1])
    assert np.array_equal(colours(frame.original), large)
    assert (frame.image.values >> 24 == 255).all()
    assert not frame.image.values.flags.writeable
    at = frame.image.values.ctypes.data
    if sys.platform == "linux":
        lines = [line.split() for line in Path("/proc/self/maps").read_text().splitlines()]
        spans = [[int(each, 16) for each in line[0].split("-")] for line in lines if "jaxstudio" in line[-2]]
        assert any(low <= at < high for low, high in spans)
    again = desk.frame(photo, desk.recipe(("invert", {})))
    assert again.original is None  # the window has it
    desk.client.forget(photo.token)


def test_what_the_engine_compiles_is_in_the_compilation_log_of_the_window(desk, pixels):
    photo = desk.open(pixels=np.zeros((40, 30, 3), np.uint8), name="black")
    desk.frame(photo, desk.recipe(("gamma", {"gamma": 2.0})))
    # it was compiled for this frame, or ahead of it
    assert [entry for entry in COMPILATION_LOG.entries() if entry.thread == "engine"]
    desk.client.forget(photo.token)


def test_a_fitted_view_is_fitted_to_the_size_of_the_result(desk, pixels):
    photo = desk.open(pixels=pixels)
    recipe = desk.recipe(("rotate_90", {}))
    number = desk.view(photo, recipe, canvas=(200, 200), viewport=Viewport())
    shown = desk.heard.wait(Shown, lambda shown: shown.frame.request == number and shown.frame.exact)
    frame, request = shown.frame, shown.request
    assert frame.size == (60, 40)
    assert frame.image.corners == (0, 0, 60, 40)
    assert request.viewport.fitted
    assert frame.description.step(1).after == (60, 40)


def test_recipes_are_described():
    recipe = Recipe()
    for name, params in (
        ("crop", {"left": 25.0}), ("rotate_90", {}), ("crop", {"top": 60.0, "bottom": 60.0}), ("invert", {}),
    ):  # fmt: skip
        recipe = recipe.added(CATALOGUE[name], params)
    about = describe_recipe(recipe.switched(2, False), (40, 60))
    first, second, third, last = about.steps
    assert (first.before, first.after) == ((40, 60), (40, 45))
    assert first.matrix == ((1.0, 0.0, 15.0), (0.0, 1.0, 0.0))
    assert (second.before, second.after) == ((40, 45), (40, 45))  # switched off
    assert "leave nothing" in third.error
    assert third.after == (40, 45)
    assert [each.key for each in about.steps if each.error] == [third.key]
    assert last.matrix is None
    assert about.size == (40, 45)


def test_a_view_that_is_sent_again_is_not_computed_again(desk):
    """The client repeats the last view when it hears that the engine has started."""
    photo, recipe = desk.open(sample="cat"), desk.recipe(("invert", {}))
    number = desk.view(photo, recipe)

    def frames():
        shown = [each for each in desk.heard.reports if isinstance(each, Shown)]
        return [each for each in shown if each.request.number == number]

    request = desk.heard.wait(
        Shown, lambda shown: shown.request.number == number and shown.frame.exact
    ).request
    before = len(frames())
    for y in (1, 2):  # the first one is answered once nothing else is left to do
        desk.client.request(request)
        desk.client.probe(ProbeRequest(photo.token, pack_recipe(recipe), y, 0))
        desk.heard.wait(Probe, lambda probe, y=y: probe.y == y)
    assert len(frames()) == before
    desk.client.set_options(PreviewOptions(300 << 20))  # which change what is shown
    place = len(desk.heard.reports)
    desk.heard.wait(Shown, lambda shown: shown.request.number == number, place - 1)
    desk.client.set_options(PreviewOptions())


def test_pixels_are_read_and_results_compared(desk, pixels):
    photo, recipe = desk.open(pixels=pixels), desk.recipe(("invert", {}))
    desk.client.probe(ProbeRequest(photo.token, pack_recipe(recipe), 3, 5))
    probe = desk.heard.wait(Probe, lambda probe: (probe.y, probe.x) == (3, 5))
    assert probe.before == pytest.approx(pixels[3, 5] / 255, abs=1e-6)
    assert probe.after == pytest.approx(1 - pixels[3, 5] / 255, abs=1e-6)
    number = desk.client.next_number()
    desk.client.measure(MeasureRequest(number, photo.token, pack_recipe(recipe), pack_recipe(Recipe())))
    found = desk.heard.wait(Measurement, lambda answer: answer.request == number and answer.exact)
    apart = (255 - pixels.astype(float)) / 255 - pixels / 255
    assert found.measures.mse == pytest.approx((apart**2).mean(), rel=1e-4)


def test_a_recipe_is_saved_as_a_program(desk, pixels, tmp_path):
    photo, recipe = desk.open(pixels=pixels), pack_recipe(desk.recipe(("invert", {})))
    for name, part in (("look.py", b'"""look as JAX: Invert.'), ("look.mlir", b"module @jit_apply")):
        request = ProgramRequest(photo.token, recipe, str(tmp_path / name))
        assert desk.do(desk.client.call, request) is None
        assert part in (tmp_path / name).read_bytes()
    measured = pack_recipe(desk.recipe(("equalize_hist", {})))
    with pytest.raises(UsageError, match="equalize_hist measures the whole image on the host: StableHLO"):
        desk.do(desk.client.call, ProgramRequest(photo.token, measured, str(tmp_path / "no.mlir")))
    assert not (tmp_path / "no.mlir").exists()


def test_results_are_saved_and_copied(desk, pixels, tmp_path):
    photo, recipe = desk.open(pixels=pixels), pack_recipe(desk.recipe(("invert", {})))
    path = tmp_path / "out.png"
    assert desk.do(desk.client.call, SaveRequest(photo.token, recipe, str(path))) == 0
    assert np.array_equal(np.asarray(Image.open(path)), 255 - pixels)
    copied = desk.do(desk.client.call, CopyRequest(photo.token, recipe))
    (tmp_path / "copied.png").write_bytes(copied.png.tobytes())
    assert np.array_equal(np.asarray(Image.open(tmp_path / "copied.png")), 255 - pixels)
    again = desk.open(png=copied.png.tobytes(), name="pasted")
    assert (again.size, again.path, again.name) == ((40, 60), None, "pasted")
    with pytest.raises(SaveError, match="none"):
        desk.do(desk.client.call, SaveRequest(photo.token, recipe, str(tmp_path / "none" / "out.png")))


def test_a_pasted_picture_stays_in_the_file_that_was_named_for_it(desk, pixels, tmp_path):
    path = tmp_path / "pasted.png"
    photo = desk.open(pixels=pixels, name="pasted", kept=str(path))
    assert desk.client.opened_from(photo.token).kept == str(path)
    desk.client.forget(photo.token)
    assert np.array_equal(np.asarray(Image.open(path)), pixels)
    again = desk.open(name="pasted", kept=str(path))
    assert (again.size, again.path, again.name) == ((40, 60), None, "pasted")
    desk.client.forget(again.token)
    assert path.is_file()


def test_what_cannot_be_opened_is_said_in_one_line(desk, tmp_path):
    bad = tmp_path / "bad.png"
    bad.write_bytes(b"no photo")
    with pytest.raises(PhotoError, match=r"bad\.png"):
        desk.open(path=str(bad))
    with pytest.raises(PhotoError, match="cannot be read"):
        desk.open(png=b"\x89PNG")


def test_an_error_of_a_frame_is_the_users(desk, pixels):
    photo, start = desk.open(pixels=pixels), len(desk.heard.reports)
    desk.view(photo, desk.recipe(("crop", {"left": 70.0, "right": 70.0})))
    error = desk.heard.wait(Exception, start=start)
    assert "leave nothing" in str(error)


def test_a_recipe_arrives_as_it_was(desk):
    recipe = desk.recipe(("gaussian_blur", {"sigma": 0.1}), ("convolve", {})).switched(1, False).with_seed(7)
    assert unpack_recipe(pack_recipe(recipe), desk.client.catalogue) == recipe


def test_the_catalogue_is_kept_for_the_next_start(desk):
    desk.heard.wait(EngineStarted)
    kept = specs.read_kept(specs.catalogue_stamp())
    assert kept is not None
    assert specs.from_text(kept).specs() == desk.client.catalogue.specs()
    assert specs.read_kept("another") is None


@pytest.mark.parametrize("channels", [1, 2, 3, 4])
def test_pixels_are_packed_as_qt_packs_them(channels):
    values = np.random.default_rng(channels).integers(0, 256, (7, 9, channels), np.uint8)
    packed = painted(values, (0, 0, 7, 9), np.empty)
    rgba = values if channels != 2 else values[..., [0, 0, 0, 1]]
    rgba = np.ascontiguousarray(rgba)
    names = {1: "Format_Grayscale8", 3: "Format_RGB888"}
    kind = getattr(QImage.Format, names.get(channels, "Format_RGBA8888"))
    image = QImage(rgba.data, 9, 7, 9 * rgba.shape[2], kind)
    alpha = channels in (2, 4)
    fast = QImage.Format.Format_ARGB32_Premultiplied if alpha else QImage.Format.Format_RGB32
    converted = image.convertToFormat(fast)
    expected = np.frombuffer(converted.constBits(), np.uint32).reshape(7, 9)
    assert packed.alpha == alpha
    assert np.array_equal(packed.values, expected)


def test_a_first_look_leaves_pixels_out_and_marks_what_is_no_number():
    values = np.zeros((5000, 3, 3), np.float32)
    values[0, 0] = np.nan
    look = first_look(values, np.empty)
    assert look.values.shape == (1667, 1)
    assert look.corners == (0, 0, 5000, 3)
    assert look.values[0, 0] == 0xFFFF00FF


def test_an_engine_that_cannot_import_jax_says_so(tmp_path):
    import os

    (tmp_path / "jax.py").write_text("raise ImportError('no jax here')\n")
    desk = Desk(environment={**os.environ, "PYTHONPATH": str(tmp_path)})
    try:
        error = desk.heard.wait(EngineUnavailable).error
        assert "no jax here" in str(error)
        assert desk.open(sample="cat").size == (300, 451)  # photos need none
    finally:
        desk.client.close()
