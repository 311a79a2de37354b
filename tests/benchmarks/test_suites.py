"""What the measured processes note becomes rows with aims, and what goes wrong there is one line."""

import json
import os

import numpy as np
import pytest

pytest.importorskip("cv2")
pytest.importorskip("PySide6.QtWidgets")

from benchmarks import growth, live, masks, memory, start, warm
from benchmarks.driver import EVERYDAY_SCENES, SCENES
from benchmarks.measurement import Options
from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.errors import ComputeError
from jaxstudio.files.recipes import find_preset


def scene(name="last step moves", ms=(10.0,) * 99 + (40.0,), opencv=(8.0,) * 50, compiles=0, pause=3.0):
    return {
        "name": name, "ms": list(ms), "opencv_ms": list(opencv), "pauses": [0.1, pause],
        "processor": [0.1, 5.0], "compiles": compiles, "frames": 100, "most_ms": None,
    }  # fmt: skip


def live_rows(*scenes):
    found = {
        "scenes": list(scenes),
        "warm_up_s": 20.0,
        "warm_up_pauses": [0.2, 30.0],
        "warm_up_processor": [0.1, 8.0],
    }
    return {row.name: row for row in live.rows_of(found, "6000x4000")}


def test_a_scene_beside_opencv():
    row = live_rows(scene())["last step moves"]
    assert (row.ours_ms, row.peers, row.ratio, row.met) == (10, {"opencv": 8}, 1.25, True)
    assert (row.more["p50_ms"], row.more["p99_ms"], row.more["longest_ms"]) == (10, 10, 40)
    slow = live_rows(scene(opencv=(5.0,)))["last step moves"]
    assert (slow.ratio, slow.met) == (2, False)


def test_one_compile_is_one_too_many():
    assert live_rows(scene(), scene("other"))["all moves"].met is True
    row = live_rows(scene(), scene("other", compiles=1))["all moves"]
    assert row.met is False
    assert row.remark == "1 compiles in 200 moves"


def test_a_pause_of_more_than_a_frame_is_too_long():
    assert live_rows(scene())["longest pause while moving"].met is True
    row = live_rows(scene(), scene(pause=17.0))["longest pause while moving"]
    assert (row.ours_ms, row.met, row.more["over_16_ms"]) == (17, False, 1)
    assert row.remark == "1 over 16 ms; 5.0 ms of processor time at most"
    assert live_rows(scene())["longest pause while compiling"].met is None


@pytest.mark.big
def test_a_first_look_in_a_real_window_is_timed():
    found = live.run_child(live.LOOK_CHILD, json.dumps({"size": [2400, 3200], "rounds": 1}))
    assert [(len(kind["ms"]), kind["thumbnail"]) for kind in found.values()] == [(1, True), (1, False)]
    assert all(kind["ms"][0] > 0 < kind["pillow"][0] for kind in found.values())


@pytest.mark.big
def test_the_filmstrip_of_a_real_window_is_driven():
    found = live.run_child(live.FILM_CHILD, json.dumps({"size": [60, 80], "count": 3}))
    assert tuple(found) == live.FILM_SCENES
    assert all(max(pieces) > 0 for pieces in found.values())


@pytest.mark.thorough
def test_the_real_window_is_driven():
    order = {"size": [300, 400], "canvas": [200, 300], "share": 100, "warm": False}
    found = live.run_child(live.CHILD, json.dumps(order))
    rows = {row.name: row for row in live.rows_of(found, "400x300")}
    assert {scene.name for scene in SCENES} < rows.keys()
    for name in ("first step moves", "last step moves"):
        assert rows[name].peers["opencv"] > 0
    assert all(row.ours_ms > 0 for row in rows.values())
    assert rows["all moves"].more["moves"] == sum(
        max(2, scene.count // 100) for scene in (*SCENES, *EVERYDAY_SCENES)
    )


@pytest.mark.thorough
def test_the_real_start_is_watched():
    window, processor, photo, frame, of_eight, *applied = start.rows(Options(quick=True, sizes=((60, 80),)))
    assert 0 < window.ours_ms < frame.ours_ms
    assert 0 < processor.peers["bare window"] < processor.ours_ms
    assert 0 < photo.ours_ms <= frame.ours_ms
    assert frame.peers["import jax"] > 0
    assert of_eight.ours_ms > 0
    assert [row.size for row in applied] == ["80x60", "800x600"]
    assert all(row.ours_ms > frame.peers["import jax"] for row in applied)


@pytest.mark.thorough
def test_a_catalogue_is_warmed_twice(monkeypatch):
    monkeypatch.setattr(warm, "QUICK", ("gamma", "sobel"))
    monkeypatch.setenv("JAXSTUDIO_CACHE_DIR", "as it was")
    cold, cached = warm.rows(Options(quick=True))
    assert cold.size == cached.size
    assert set(cold.more["seconds"]) == {"gamma", "sobel"}
    assert cold.ours_ms == pytest.approx(1e3 * sum(cold.more["seconds"].values()))
    assert cold.peers["bare jits, as many"] > 0
    assert os.environ["JAXSTUDIO_CACHE_DIR"] == "as it was"


def test_the_start_beside_bare_ones():
    found = {"bare window": 100.0, "import jax": 1500.0}
    found |= {"window one": 190.0, "photo one": 600.0, "frame one": 1790.0, "frame eight": 4000.0}
    found |= {"window's processor one": 100.0, "bare window's processor": 80.0}
    found |= {"apply photo": 2000.0, "apply small": 1800.0}
    window, processor, photo, frame, of_eight, *applied = start.rows_of(found, "4000x3000")
    assert (processor.ratio, processor.met) == (1.25, True)
    assert (window.ratio, window.met) == (1.9, False)
    assert photo.ours_ms == 600
    assert (frame.met, frame.remark) == (True, "+0.29 s")
    assert (of_eight.met, of_eight.ours_ms) == (None, 4000)
    assert [(row.met, row.remark) for row in applied] == [(False, "+0.50 s"), (True, "+0.30 s")]
    late = list(start.rows_of({**found, "window one": 139.0, "frame one": 1801.0}, "4000x3000"))
    assert [row.met for row in late[:4]] == [True, True, None, False]


@pytest.mark.thorough
def test_the_peak_of_the_very_command(tmp_path):
    (row,) = memory.rows(Options(sizes=((40, 60),)))
    assert row.size == "60x40"
    assert 5e7 < row.more["peak_bytes"] < 4e9
    assert row.met is True


def test_a_process_that_fails_is_one_line():
    with pytest.raises(ComputeError, match="the measured process failed: ValueError: no"):
        live.run_child("raise ValueError('no')")
    with pytest.raises(ComputeError, match="exit code 3"):
        live.run_child("import sys; sys.exit(3)")


@pytest.mark.thorough
def test_stacks_beside_their_peers(monkeypatch):
    from benchmarks import stacks

    monkeypatch.setattr(stacks, "COMMON", {name: stacks.COMMON[name] for name in ("develop", "edges")})
    monkeypatch.setattr(stacks, "list_presets", lambda: [find_preset("Film look")])
    monkeypatch.setattr(stacks, "QUICK_SECONDS", 0.0)
    *rows, mean = stacks.rows(Options(quick=True, sizes=((210, 300),)))
    assert [row.name for row in rows] == ["Film look", "develop", "edges"]
    assert mean.ratio == pytest.approx(np.prod([row.ratio for row in rows]) ** (1 / 3))
    assert all(set(row.peers) == {"peers"} and row.as_json()["mean_difference"] < 2 for row in rows)


def test_a_peer_that_does_something_else_is_refused(monkeypatch):
    from benchmarks import stacks

    monkeypatch.setattr(stacks, "by_peers", lambda recipe: lambda pixels: 255 - pixels)
    with pytest.raises(ComputeError, match="Cross process: the peers' result is another one"):
        list(stacks.rows(Options(quick=True, sizes=((210, 300),), only="Cross")))


def test_a_masked_blur_is_measured_beside_the_same_by_opencv():
    """Both draw the same stroke: where it is whole, and where it is not at all."""
    pixels = np.random.default_rng(0).integers(0, 256, (150, 225, 3), dtype=np.uint8)
    ours = Engine().render(Source(pixels), masks.recipe(300, 4.0), dtype="uint8")
    theirs = masks.by_opencv(pixels, 300, 4.0)
    assert np.abs(ours.astype(int) - theirs).mean() < 6
    assert 0.1 < (ours == pixels).all(-1).mean() < 0.9


def test_what_grows_faster_than_its_amount_is_missed(monkeypatch, tmp_path):
    """Time after the first doubling of the amount does not count: the start is in it."""

    def point(amount, seconds):
        return growth.Point(amount, seconds, seconds, 200_000_000)

    straight = [point(1, 1.0), point(10, 2.0), point(100, 20.0)]
    bent = [point(1, 1.0), point(10, 2.0), point(100, 40.0)]
    monkeypatch.setattr(growth, "curves", lambda options: iter([("pixels", straight), ("files", bent)]))
    by_pixels, by_files = growth.rows(Options())
    assert (by_pixels.met, by_files.met) == (True, False)
    assert by_files.size == "100 files of 64 x 48"
    growth.draw([("pixels", straight), ("files", bent)], tmp_path / "growth.webp")
    assert (tmp_path / "growth.webp").stat().st_size > 1000
