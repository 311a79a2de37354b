"""What a curious person draws is answered within bounds of time and memory, or refused in a line."""

import itertools
import os
import subprocess
import sys

import pytest
from functions.hostile import odd_texts

SEED = 10
SECONDS, MEMORY = 10.0, 1.5e9


def test_odd_texts_are_drawn_or_refused(run, tmp_path):
    """No traceback; what cannot be finished is named."""
    drawn = 0
    for number, text in enumerate(itertools.islice(odd_texts(40, SEED), 0, None, 10)):
        outcome = run("plot", text, "--time-limit", 2, "--size", "200x150", "-o", f"{number}.json")
        assert outcome.code in (0, 1, 2), text
        assert (tmp_path / f"{number}.json").exists() == (outcome.code == 0), text
        assert "Traceback" not in outcome.err
        drawn += outcome.code == 0
    assert drawn >= 2


def test_odd_texts_are_the_same_every_time():
    assert list(odd_texts(20, SEED)) == list(odd_texts(20, SEED))


@pytest.mark.big
@pytest.mark.timeout(6 * 3600)
@pytest.mark.skipif(not hasattr(os, "wait4"), reason="what a process took is asked by wait4")
def test_two_thousand_odd_texts_take_no_more_than_they_may(tmp_path):
    """Each in a process of its own: ten seconds of the processor's time, 1.5 GB."""
    too_much = []
    for text in odd_texts(2000, SEED):
        command = [sys.executable, "-m", "jaxstudio", "plot", "-o", str(tmp_path / "a.png"), "--", text]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
            errors = process.stderr.read().decode()
            _, status, took = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        seconds, memory = took.ru_utime + took.ru_stime, took.ru_maxrss * 1024
        if process.returncode not in (0, 1, 2) or seconds > SECONDS or memory > MEMORY or "Trace" in errors:
            too_much.append((text, process.returncode, round(seconds, 1), memory, errors[-200:]))
    assert not too_much
