"""`python -m benchmarks`: what programs and people read, on pictures too small to take long."""

import importlib.util
import json
from dataclasses import dataclass

import pytest

pytest.importorskip("cv2")

from benchmarks import __main__ as main
from benchmarks import measurement
from benchmarks.measurement import Row, table


@dataclass
class Outcome:
    code: int
    out: str
    err: str


@pytest.fixture
def run(capsys):
    def run(*argv):
        capsys.readouterr()
        code = main.main([str(word) for word in argv])
        captured = capsys.readouterr()
        return Outcome(code, captured.out, captured.err)

    return run


TINY = ("--quick", "--size", "64x48", "--only", "gamma")


def measured(outcome):
    """The rows of a run with --json."""
    assert (outcome.code, outcome.err) == (0, "")
    document = json.loads(outcome.out)
    assert document["machine"].keys() >= {"cpu", "cores", "python", "jax", "numpy", "opencv"}
    for row in document["rows"]:
        assert row.keys() >= {"suite", "name", "size", "ours_ms", "peers", "ratio", "target", "met"}
        assert min([row["ours_ms"], *row["peers"].values()]) > 0
    return document["rows"]


def test_one_op_as_json(run):
    row, other = measured(run("ops", "--json", *TINY))
    assert other["name"] == "random_gamma"  # whose name holds the text too
    assert (row["suite"], row["name"], row["size"]) == ("ops", "gamma", "64x48")
    assert {"opencv", "scikit-image", "pillow"} == row["peers"].keys()
    assert row["target"] == "ratio <= 1.0"
    assert row["met"] is (row["ratio"] <= 1.0)


def test_one_op_for_people(run):
    outcome = run("ops", *TINY)
    assert (outcome.code, outcome.err) == (0, "")
    lines = outcome.out.splitlines()
    assert lines[0].startswith("ops: ")
    (line,) = [line for line in lines if line.startswith("gamma")]
    assert "64x48" in line
    assert "opencv" in line
    assert line.endswith(("met", "MISSED"))
    assert lines[-1].startswith("cpu ")


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["opps"], "no suite is called 'opps': expected one of ops,"),
        (["ops", "--size", "big"], "'big': expected a width and a height such as 1500x1000"),
        (["ops", "--size", "0x5"], "expected a width and a height"),
    ],
)
def test_wrong_words(run, argv, said):
    outcome = run(*argv)
    assert outcome.code == 2
    assert said in outcome.err


def test_the_missing_extra_is_named(run, monkeypatch):
    find = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name, *a: None if name == "cv2" else find(name, *a)
    )
    outcome = run("ops")
    assert outcome.code == 2
    assert outcome.err == "jaxstudio: OpenCV to compare with: not installed; pip install -e '.[bench]'\n"


def test_the_table_is_aligned():
    rows = [
        Row(
            "ops", "blur", "4000x3000", 12.345, {"scipy": 400.0, "opencv": 10.0}, 1.23, "ratio <= 1.0", False
        ),
        Row("ops", "median size=3", "6x4", 0.5, {}, None, "", None, {}, "no peer"),
    ]
    head, blur, median = table(rows).splitlines()
    assert blur.index("4000x3000") + len("4000x3000") == median.index("6x4") + len("6x4")
    assert head.index("aim") == blur.index("ratio <=")
    assert "opencv 10.0 ms, scipy 400 ms" in blur
    assert blur.endswith("MISSED")
    assert median.endswith("no peer")


class Clock:
    """Time that passes only when a contestant says so."""

    def __init__(self, monkeypatch):
        self.now = 0.0
        monkeypatch.setattr(measurement.time, "perf_counter", lambda: self.now)

    def contestant(self, *milliseconds):
        """Takes these times in turn, and the last one from then on."""
        times = list(milliseconds)

        def call():
            self.now += (times.pop(0) if len(times) > 1 else times[0]) / 1e3

        return call


def test_the_ratio_is_to_the_fastest_peer_round_by_round(monkeypatch):
    clock = Clock(monkeypatch)
    peers = {"slow": clock.contestant(8.0), "fast": clock.contestant(2.0)}
    # two calls to warm up; in the second round the machine was busy with something else
    race = measurement.race(clock.contestant(50.0, 4.0, 4.0, 40.0, 4.0), peers, least_rounds=3, seconds=0)
    assert len(race.ours) == 3
    assert race.ours_ms == pytest.approx(4)
    assert race.ratio() == pytest.approx(2)
    assert race.ratio_of_best() == pytest.approx(2)
    assert race.peers_ms == pytest.approx({"slow": 8, "fast": 2})


def test_a_hopeless_peer_is_called_once(monkeypatch):
    clock = Clock(monkeypatch)
    peers = {"hopeless": clock.contestant(100.0, 0.001)}
    race = measurement.race(clock.contestant(1.0), peers, least_rounds=3, seconds=0)
    assert race.peers == {"hopeless": [pytest.approx(100)]}
    assert race.ratio() == pytest.approx(0.01)


def test_a_batch_beside_its_peers(tmp_path):
    """All write the same files, as far as the peers' arithmetic in integers goes."""
    from benchmarks import batch
    from jaxstudio.batch.local import EnginePool, run_local
    from jaxstudio.batch.queue import BatchQueue, Task
    from jaxstudio.files.photo import load_photo

    (source,) = batch.make_photos(tmp_path, 1, (120, 160))
    ours = tmp_path / "ours.jpg"
    run_local(BatchQueue([Task(0, source, ours)]), batch.our_work(), EnginePool([None], 1), 1, print)
    encoding = load_photo(ours).metadata.jpeg
    for peer in (batch.by_opencv, batch.by_skimage):
        theirs = tmp_path / f"{peer.__name__}.jpg"
        assert peer((str(source), str(theirs))) > 0
        assert load_photo(theirs).metadata.jpeg == encoding
        difference = load_photo(theirs).pixels.astype(float) - load_photo(ours).pixels
        assert abs(difference).mean() < 2


def test_the_stacks_of_a_batch_are_those_of_their_peers(tmp_path, subtests):
    """Each library has its own rounding, and its own ends of a Gaussian: two levels of 255 at most."""
    from benchmarks import batch, batch_peers
    from jaxstudio.batch.local import EnginePool, run_local
    from jaxstudio.batch.queue import BatchQueue, Task
    from jaxstudio.files.photo import load_photo

    photos = batch.make_photos(tmp_path, 1, (120, 160))
    (tiff,) = batch_peers.make_tiffs(photos, tmp_path / "tiffs")
    for stack in batch_peers.OURS:
        source = tiff if stack == batch_peers.TIFF else photos[0]
        ours, theirs = tmp_path / f"ours{source.suffix}", tmp_path / f"theirs{source.suffix}"
        work = batch_peers.work_of(stack)
        run_local(BatchQueue([Task(0, source, ours)]), work, EnginePool([None], 1), 1, print)
        expected = load_photo(ours).pixels
        for peer in filter(lambda each: batch_peers.can(each, stack), batch_peers.PEERS):
            with subtests.test(stack=stack, peer=peer):
                assert batch_peers.by_peer((peer, stack, str(source), str(theirs))) > 0
                found = load_photo(theirs).pixels
                assert found.dtype == expected.dtype
                level = 257 if stack == batch_peers.TIFF else 1
                assert abs(found.astype(float) - expected).mean() < 2 * level
