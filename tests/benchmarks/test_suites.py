"""What the measured processes note becomes rows with aims, and what goes wrong there is one line."""

import json
import os

import numpy as np
import pytest

pytest.importorskip("cv2")
pytest.importorskip("PySide6.QtWidgets")

from benchmarks import live, masks, memory, start, warm
from benchmarks.driver import SCENES
from benchmarks.machine import describe, peak_bytes, two_cores
from benchmarks.measurement import Options
from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.errors import ComputeError
from jaxstudio.files.recipes import find_preset


def scene(name="last step moves", ms=(10.0,) * 99 + (40.0,), opencv=(8.0,) * 50, compiles=0, pause=3.0):
    return {
        "name": name, "ms": list(ms), "opencv_ms": list(opencv), "pauses": [0.1, pause],
        "processor": [0.1, 5.0], "compiles": compiles, "frames": 100,
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


def test_a_scene_without_a_peer_aims_at_nothing():
    row = live_rows(scene(opencv=()))["last step moves"]
    assert (row.peers, row.ratio, row.met, row.target) == ({}, None, None, "")


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


def test_a_piece_of_more_than_a_frame_is_too_long_in_the_filmstrip():
    found = {scene: [1.0, 15.0] for scene in live.FILM_SCENES} | {live.FILM_SCENES[2]: [1.0, 17.0, 18.0]}
    rows = {row.name: row for row in live.film_rows(found, "3000x2000")}
    assert [row.met for row in rows.values()] == [True, True, False, True, True, True]
    row = rows["filmstrip: photos added"]
    assert (row.ours_ms, row.more["over_16_ms"], row.more["processor_ms"]) == (18, 2, 36)


def test_a_first_look_after_300_ms_is_late():
    kinds = {"a": {"ms": [290, 9000, 100], "pillow": [580.0] * 3, "thumbnail": True}}
    kinds["b"] = {"ms": [310.0], "pillow": [620.0], "thumbnail": False}
    early, late = live.look_rows(kinds, "8000x6000")
    assert (early.ours_ms, early.ratio, early.met, early.remark) == (290, 0.5, True, "")
    assert (late.met, late.remark) == (False, "decoded at a reduced size")


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
    assert rows["all moves"].more["moves"] == sum(max(2, scene.count // 100) for scene in SCENES)


@pytest.mark.thorough
def test_the_real_start_is_watched():
    window, processor, photo, frame, of_eight = start.rows(Options(quick=True, sizes=((60, 80),)))
    assert 0 < window.ours_ms < frame.ours_ms
    assert 0 < processor.peers["bare window"] < processor.ours_ms
    assert 0 < photo.ours_ms <= frame.ours_ms
    assert frame.peers["import jax"] > 0
    assert of_eight.ours_ms > 0


def test_a_catalogue_is_warmed_twice(monkeypatch):
    monkeypatch.setattr(warm, "QUICK", ("gamma", "sobel"))
    monkeypatch.setenv("JAXSTUDIO_CACHE_DIR", "as it was")
    cold, cached = warm.rows(Options(quick=True))
    assert cold.size == cached.size
    assert set(cold.more["seconds"]) == {"gamma", "sobel"}
    assert cold.ours_ms == pytest.approx(1e3 * sum(cold.more["seconds"].values()))
    assert cold.peers["bare jits, as many"] > 0
    assert os.environ["JAXSTUDIO_CACHE_DIR"] == "as it was"


def test_only_the_whole_catalogue_has_an_aim(monkeypatch):
    monkeypatch.setattr(warm, "CATALOGUE", ("a", "b"))
    found = {"seconds": {"a": 40.0, "b": 30.0}, "kernels": 9, "bare": 10.0}
    row = warm.row_of("cold", 60.0, found)
    assert (row.met, row.ratio, row.remark) == (False, 7.0, "a 40.0 s, b 30.0 s")
    part = warm.row_of("cold", 60.0, found | {"seconds": {"a": 40.0}})
    assert (part.met, part.target) == (None, "")


def test_the_start_beside_bare_ones():
    found = {"bare window": 100.0, "import jax": 1500.0}
    found |= {"window one": 190.0, "photo one": 600.0, "frame one": 2400.0, "frame eight": 4000.0}
    found |= {"window's processor one": 150.0, "bare window's processor": 80.0}
    window, processor, photo, frame, of_eight = start.rows_of(found, "4000x3000")
    assert (processor.ratio, processor.met) == (1.875, True)
    assert (window.ratio, window.met) == (1.9, True)
    assert photo.ours_ms == 600
    assert (frame.met, frame.remark) == (True, "+0.90 s")
    assert (of_eight.met, of_eight.ours_ms) == (None, 4000)
    late = list(start.rows_of({**found, "window one": 201.0, "frame one": 2501.0}, "4000x3000"))
    assert [row.met for row in late] == [False, True, None, False, None]


def test_exports_of_growing_size(monkeypatch):
    found = iter(
        [
            {"seconds": 9.0, "peak_bytes": 1e9},  # the one that compiles
            {"seconds": 1.0, "peak_bytes": 4e8},
            {"seconds": 2.1, "peak_bytes": 1e9},
            {"seconds": 6.0, "peak_bytes": 1.6e9},
        ]
    )
    monkeypatch.setattr(memory, "_export", lambda folder, path: next(found))
    rows = list(memory.rows(Options(sizes=((20, 30), (40, 30), (40, 60)))))
    assert [row.met for row in rows] == [True, True, False]
    assert rows[1].more["times_per_pixel_of_first"] == pytest.approx(1.05)
    assert rows[2].name == "export of 0 MP, eight steps"


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


def test_the_machine():
    machine = describe()
    assert machine["cpu"]
    assert machine["cores"] >= 1
    assert machine["jax"]
    assert machine["opencv"]


def test_two_cores_are_given_back():
    import os

    if not hasattr(os, "sched_getaffinity"):
        pytest.skip("no affinity on this system")
    before = os.sched_getaffinity(0)
    with two_cores():
        assert len(os.sched_getaffinity(0)) <= 2
    assert os.sched_getaffinity(0) == before


def test_the_peak_is_of_this_process():
    before = peak_bytes()
    memory = bytearray(200 << 20)
    memory[:: 1 << 10] = b"\1" * len(memory[:: 1 << 10])
    assert peak_bytes() >= max(before, 200 << 20)


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


@pytest.mark.big
@pytest.mark.parametrize("grows", [True, False])
def test_nothing_is_compiled_while_a_mask_or_its_blur_moves(grows):
    row = masks.row(live.MASKS[not grows], (90, 120), grows=grows, quick=True, slower=1.5)
    assert row.more["compiles"] == 0
