"""`apply` in a pipe, and its results as lines of JSON."""

import io
import json
import os
import subprocess
import sys

import numpy as np
from PIL import Image

from jaxstudio.files.save import save

APPLY = [sys.executable, "-m", "jaxstudio", "apply"]


def test_a_photo_through_a_pipe(run):
    """What goes through is what files give; what is no photo is one line on stderr and nothing on stdout."""
    assert run("apply", "-s", "invert", "cat.png", "-o", "file.png").code == 0
    with open("cat.png", "rb") as photo:
        first = subprocess.Popen(
            [*APPLY, "-s", "invert", "-", "-o", "-"], stdin=photo, stdout=subprocess.PIPE
        )
        second = subprocess.run(
            [*APPLY, "-s", "invert", "-", "-o", "-", "--format", "bmp"], stdin=first.stdout, timeout=120,
            capture_output=True, check=False,
        )  # fmt: skip
    first.stdout.close()
    assert (first.wait(60), second.returncode) == (0, 0), second.stderr
    with Image.open(io.BytesIO(second.stdout)) as result, Image.open("cat.png") as original:
        assert result.format == "BMP"
        np.testing.assert_array_equal(np.asarray(result), np.asarray(original))
    refused = subprocess.run(
        [*APPLY, "-s", "invert", "-", "-o", "-"],
        input=b"no photo",
        capture_output=True,
        timeout=120,
        check=False,
    )
    assert (refused.returncode, refused.stdout) == (1, b"")
    assert refused.stderr.startswith(b"jaxstudio: stdin: not a photo, expected PNG")
    assert sorted(os.listdir()) == ["cat.png", "file.png"]


def test_what_a_pipe_cannot_be(run):
    refused = {
        ("-", "-", "-o", "out/"): "stdin holds one photo",
        ("cat.png", "cat.png", "-o", "-"): "stdout takes one result",
        ("cat.png", "-o", "-", "--json"): "expected one of them",
        ("cat.png", "-o", "-", "--format", "xyz"): "no format is known for '.xyz'",
        ("cat.png", "-o", "out.png", "--format", "png"): "expected -o - with it",
        ("-", "-o", "./"): "a photo from stdin has no name",
    }
    for words, said in refused.items():
        outcome = run("apply", "-s", "gamma", *words)
        assert (outcome.code, said in outcome.line) == (2, True), outcome


def test_results_as_lines_of_json(run):
    save("deep.png", np.full((8, 9, 3), 300, np.uint16))
    outcome = run("apply", "-s", "gamma", "cat.png", "deep.png", "none.png", "-o", "{stem}.bmp", "--json")
    assert outcome.code == 1
    events = [json.loads(line) for line in outcome.out.splitlines()]
    by_source = {event["source"]: event for event in events if "source" in event}
    assert by_source["cat.png"] == {"event": "done", "source": "cat.png", "target": "cat.bmp", "notes": []}
    assert "BMP holds 8 bits" in by_source["deep.png"]["notes"][0]
    assert by_source["none.png"]["event"] == "failed"
    assert by_source["none.png"]["error"] == "none.png: no such file"
    end = events[-1]
    assert (end["event"], end["total"], end["done"], end["failed"], end["share"]) == ("end", 3, 2, 1, 1)
    alone = run("apply", "-s", "gamma", "none.png", "-o", "out.png", "--json")
    assert [json.loads(line)["event"] for line in alone.out.splitlines()] == ["failed", "end"]
    skipped = run("apply", "-s", "gamma", "cat.png", "-o", "cat.bmp", "--json", "--existing", "skip")
    assert json.loads(skipped.out.splitlines()[0])["event"] == "skipped"
