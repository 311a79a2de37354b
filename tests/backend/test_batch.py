"""The process that runs a batch for the window: planned, run, paused, stopped, killed, gone on with."""

import json
import os
import signal
import threading
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from jaxstudio.backend.batch_client import BatchClient
from jaxstudio.backend.batch_protocol import (
    BatchFound,
    BatchPlanned,
    BatchRequest,
    BatchRows,
    BatchSaved,
    BatchUpdate,
    Order,
    Phase,
)
from jaxstudio.batch.log import SavedBatch
from jaxstudio.files.photo import load_photo
from jaxstudio.files.save import save

PATIENCE_S = 120.0
RECIPE = json.dumps({"format": "jaxstudio-recipe", "version": 1, "steps": [{"op": "invert", "params": {}}]})
SLOW = json.dumps(
    {
        "format": "jaxstudio-recipe",
        "version": 1,
        "steps": [{"op": "bilateral", "params": {}}, {"op": "bilateral", "params": {}}],
    }
)


class Heard:
    """A client, and everything that it reports."""

    def __init__(self):
        self.values, self.changed = [], threading.Condition()
        self.client = BatchClient(self.hear, self.hear)

    def hear(self, value):
        with self.changed:
            self.values.append(value)
            self.changed.notify_all()

    def wait(self, kind, test=lambda value: True, start=0):
        """The first value of that class that passes; an error that was not waited for is raised."""

        def find():
            for value in self.values[start:]:
                if isinstance(value, kind) and test(value):
                    return value
                if isinstance(value, Exception):
                    raise value
            return None

        with self.changed:
            assert self.changed.wait_for(find, PATIENCE_S), self.values[-3:]
            return find()

    def ended(self, start=0):
        return self.wait(BatchUpdate, lambda update: update.phase is Phase.FINISHED, start)

    def rows(self):
        """Source, target, state and message of each row, as the window would show them."""
        rows = {}
        for value in self.values:
            if isinstance(value, BatchRows):
                for number, pair in enumerate(zip(value.sources, value.targets, strict=True), value.first):
                    rows[number] = [*pair, "waiting", ""]
            elif isinstance(value, BatchUpdate):
                for number, state, message in zip(value.numbers, value.states, value.messages, strict=True):
                    rows[number][2:] = state, message
        return [rows[number] for number in sorted(rows)]


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("JAXSTUDIO_CACHE_DIR", str(tmp_path / "cache"))


@pytest.fixture
def heard(own_cache):
    heard = Heard()
    yield heard
    heard.client.close()


@pytest.fixture
def photos(tmp_path, pixels):
    folder = tmp_path / "photos"
    (folder / "sub").mkdir(parents=True)
    for name in ("a.png", "b.png", "sub/c.png"):
        save(folder / name, pixels)
    (folder / "notes.txt").write_text("no photo")
    (folder / ".hidden.png").write_text("no photo")
    return folder


def test_a_folder_is_planned_run_and_nothing_is_left_to_go_on_with(heard, photos, tmp_path, pixels):
    out = tmp_path / "out"
    (photos / "sub" / "broken.png").write_bytes(b"\x89PNG\r\n\x1a\nno more")
    heard.client.plan(BatchRequest((str(photos),), folder=str(out), name="{stem}-done", recipe=RECIPE))
    planned = heard.wait(BatchPlanned)
    assert (planned.count, planned.existing) == (4, 0)
    assert [Path(source).name for source, *_ in heard.rows()] == ["a.png", "b.png", "broken.png", "c.png"]
    assert not out.exists()
    heard.client.send(Order.START)
    update = heard.ended()
    assert (update.done, update.failed, update.total) == (3, 1, 4)
    np.testing.assert_array_equal(load_photo(out / "a-done.png").pixels, 255 - pixels)
    states = {Path(source).name: (state, message) for source, _, state, message in heard.rows()}
    assert states["a.png"] == ("done", "")
    assert states["broken.png"][0] == "failed"
    assert "broken.png" in states["broken.png"][1]
    saved = Path(heard.wait(BatchSaved).path)
    assert saved.is_file()  # one failed
    save(photos / "sub" / "broken.png", pixels)
    place = len(heard.values)
    heard.client.send(Order.RETRY)
    heard.wait(BatchUpdate, lambda update: (update.phase, update.done) == (Phase.FINISHED, 4), place)
    assert load_photo(out / "broken-done.png").pixels.shape == pixels.shape
    assert list((tmp_path / "cache" / "batches").iterdir()) == []
    # the process ends after its last file: the batch stays done
    place = len(heard.values)
    os.kill(heard.client.pid, signal.SIGTERM)
    assert heard.ended(place).done == 4


def test_how_results_are_stored_is_kept_with_the_batch(heard, photos, tmp_path):
    (photos / "sub" / "broken.tif").write_bytes(b"II*\0")
    out = tmp_path / "out"
    heard.client.plan(
        BatchRequest(
            (str(photos),), folder=str(out), suffix=".tif", recipe=RECIPE, store=("deflate", "tiles")
        )
    )
    heard.wait(BatchPlanned)
    heard.client.send(Order.START)
    heard.ended()
    with Image.open(out / "a.tif") as image:
        assert (image.tag_v2[259], 322 in image.tag_v2) == (8, True)
    assert SavedBatch.read(Path(heard.wait(BatchSaved).path)).store == ("deflate", "tiles")


@pytest.mark.thorough
def test_results_below_the_photos_are_not_photos_of_the_next_run(heard, photos):
    request = BatchRequest((str(photos),), folder=str(photos / "out"), recipe=RECIPE)
    for _ in range(2):
        place = len(heard.values)
        heard.client.plan(request)
        assert heard.wait(BatchPlanned, start=place).count == 3
        heard.client.send(Order.START)
        update = heard.ended(place)
        assert update.done + update.skipped == 3
    assert update.skipped == 3
    place = len(heard.values)
    heard.client.plan(BatchRequest((str(photos),), subfolders=False, folder="/x", recipe=RECIPE))
    assert heard.wait(BatchPlanned, start=place).count == 2


@pytest.mark.thorough
def test_subfolders_are_kept_and_known_when_it_goes_on(heard, photos, tmp_path, pixels):
    (photos / "sub" / "b.png").write_bytes((photos / "b.png").read_bytes())
    out = tmp_path / "out"
    places = (str(photos), str(photos / "sub" / "c.png"))
    heard.client.plan(BatchRequest(places, folder=str(out), recipe=RECIPE, keep_subfolders=True))
    assert heard.wait(BatchPlanned).count == 4
    (photos / "sub" / "c.png").write_text("no photo")
    heard.client.send(Order.START)
    assert heard.ended().failed == 1
    written = sorted(path.relative_to(out).as_posix() for path in out.rglob("*.png"))
    assert written == ["a.png", "b.png", "sub/b.png"]
    save(photos / "sub" / "c.png", pixels)
    saved, place = heard.wait(BatchSaved).path, len(heard.values)
    heard.client.plan(BatchRequest(saved=saved, started=True))
    assert heard.ended(place).done == 1
    assert (out / "sub" / "c.png").is_file()


WRONG = {
    "no folder": ({"folder": ""}, "no folder"),
    "unknown field": ({"name": "{date}"}, "{date} is not known"),
    "one name": ({"name": "same"}, "would both be written"),
    "no photos": ({"places": ("empty",)}, "no photos"),
    "no such place": ({"places": ("nowhere",)}, "no such file or folder"),
    "not written": ({"suffix": ".cr2"}, "are read, not written"),
    "over the inputs": ({"folder": "photos", "subfolders": False}, "would be written over the input"),
    "no recipe": ({"recipe_file": "nowhere.json"}, "No such file"),
}  # fmt: skip


@pytest.mark.samples(2)
@pytest.mark.parametrize("case", WRONG.values(), ids=WRONG)
def test_conflicts_are_said_before_anything_is_computed(case, heard, photos, tmp_path, monkeypatch):
    changes, words = case
    (tmp_path / "empty").mkdir()
    values = {"places": ("photos",), "folder": str(tmp_path / "out"), "recipe": RECIPE, **changes}
    values["places"] = tuple(str(tmp_path / place) for place in values["places"])
    if values["folder"] and not os.path.isabs(values["folder"]):
        values["folder"] = str(tmp_path / values["folder"])
    heard.client.plan(BatchRequest(**values))
    error = heard.wait(Exception)
    assert words in str(error)
    assert "-o " not in str(error)
    assert "\n" not in str(error)
    assert not (tmp_path / "out").exists()


MANY = 14


def many(tmp_path, count=MANY):
    folder = tmp_path / "many"
    folder.mkdir()
    pixels = np.random.default_rng(0).integers(0, 256, (120, 160, 3), np.uint8)
    for number in range(count):
        save(folder / f"{number:03}.png", pixels)
    return folder


@pytest.mark.thorough
def test_pause_cancel_and_start_again(heard, tmp_path):
    out = tmp_path / "out"
    heard.client.plan(
        BatchRequest((str(many(tmp_path)),), folder=str(out), recipe=SLOW, jobs=1, started=True)
    )
    heard.wait(BatchUpdate, lambda update: update.done >= 1)
    heard.client.send(Order.PAUSE)
    heard.wait(BatchUpdate, lambda update: update.phase is Phase.PAUSED)
    heard.client.send(Order.CANCEL)
    stopped = heard.wait(BatchUpdate, lambda update: update.phase is Phase.STOPPED)
    assert 1 <= stopped.done < MANY
    place = len(heard.values)
    heard.client.send(Order.START)
    assert heard.ended(place).done == MANY
    assert len(list(out.iterdir())) == MANY


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no SIGKILL")
def test_a_killed_process_is_started_again_and_nothing_is_done_twice(heard, tmp_path):
    out = tmp_path / "out"  # of so many photos that it is not over when the process is killed
    heard.client.plan(
        BatchRequest((str(many(tmp_path, 4 * MANY)),), folder=str(out), recipe=SLOW, jobs=2, started=True)
    )
    heard.wait(BatchUpdate, lambda update: update.done >= 2)
    first = {path: path.stat().st_mtime_ns for path in out.glob("*.png")}
    place = len(heard.values)
    os.kill(heard.client.pid, signal.SIGKILL)
    update = heard.ended(place)
    assert (update.done + update.skipped, update.failed) == (4 * MANY, 0)
    assert update.skipped >= len(first)
    assert {path: path.stat().st_mtime_ns for path in first} == first
    assert len(list(out.iterdir())) == 4 * MANY


@pytest.mark.thorough
def test_a_batch_of_an_earlier_run_is_found_and_gone_on_with(heard, tmp_path):
    out = tmp_path / "out"
    heard.client.plan(
        BatchRequest((str(many(tmp_path)),), folder=str(out), recipe=SLOW, jobs=1, started=True)
    )
    heard.wait(BatchUpdate, lambda update: update.done >= 1)
    heard.client.close()  # the window is closed
    again, found = Heard(), []
    there = threading.Event()
    try:
        again.client.find_unfinished(lambda batches: (found.extend(batches), there.set()))
        assert there.wait(PATIENCE_S)
        (batch,) = found
        assert (batch.count, batch.out) == (MANY, str(out))
        again.client.plan(BatchRequest(saved=batch.path, started=True))
        update = again.ended()
        assert update.skipped >= 1
        assert update.done + update.skipped == MANY
    finally:
        again.client.close()


@pytest.mark.thorough
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no SIGKILL")
def test_a_file_that_ends_the_process_fails_and_the_others_are_made(tmp_path, monkeypatch):
    """`deadly.py` loads photos called deadly.png by killing its own process."""
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent), prepend=os.pathsep)
    heard = Heard()
    heard.client = BatchClient(heard.hear, heard.hear, "deadly:handlers")
    folder = many(tmp_path, 6)
    (folder / "002.png").rename(folder / "deadly.png")
    try:
        heard.client.plan(
            BatchRequest((str(folder),), folder=str(tmp_path / "out"), recipe=RECIPE, started=True)
        )
        update = heard.ended()
    finally:
        heard.client.close()
    assert (update.done + update.skipped, update.failed) == (5, 1)
    failed = [row for row in heard.rows() if row[2] == "failed"]
    assert [Path(row[0]).name for row in failed] == ["deadly.png"]
    assert "ended" in failed[0][3]


@pytest.mark.thorough
def test_many_photos_are_reported_while_they_are_found(heard, tmp_path):
    folder = tmp_path / "empty"
    folder.mkdir()
    for number in range(2500):
        (folder / f"{number}.png").touch()
    heard.client.plan(BatchRequest((str(folder),), folder=str(tmp_path / "out"), recipe=RECIPE))
    assert heard.wait(BatchPlanned).count == 2500
    assert [value.count for value in heard.values if isinstance(value, BatchFound)] == [1000, 2000]
    assert len(heard.rows()) == 2500
    assert max(len(value.sources) for value in heard.values if isinstance(value, BatchRows)) == 1000
