"""Damaged files of every format: each is opened or refused in one line, in bounded time and memory."""

import sys

import numpy as np
import pytest
from PIL import Image

hostile = pytest.importorskip("hostile", reason="needs the packages of the extra formats")
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="peaks of memory are read from /proc")
MOST_MB = 2000


def check(folder, count):
    paths = hostile.write_files(folder, count)
    Image.fromarray(np.zeros((4, 4), np.uint8)).save(folder / "first.png")
    reader = hostile.Reader(folder / "first.png")
    wrong, refused = {}, 0
    try:
        for path in paths:
            outcome = reader.read(path)
            text = outcome.get("text", "")
            refused += bool(text)
            if "dead" in outcome:
                wrong[path.name] = outcome["dead"]
            elif outcome["s"] > hostile.FILE_SECONDS or outcome["mb"] > MOST_MB:
                wrong[path.name] = f"{outcome['s']:.1f} s, {outcome['mb']:.0f} MB: {text}"
            elif text and ("\n" in text or path.name not in text):
                wrong[path.name] = text
            path.unlink()
        if reader.process is not None:
            assert not reader.errors
    finally:
        reader.close()
    assert not wrong
    assert count > refused > count // 4


def test_three_hundred_damaged_files(tmp_path):
    check(tmp_path, 300)


@pytest.mark.big
@pytest.mark.timeout(3600)
def test_ten_thousand_damaged_files(tmp_path):
    check(tmp_path, 10_000)
