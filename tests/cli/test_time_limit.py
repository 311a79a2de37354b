"""A command answers by the end of its time with what it has; no test here waits for a limit to pass."""

import io
import itertools
import subprocess
import sys
import threading
import time

import pytest

from jaxstudio.cli.time_limit import Spent, within
from jaxstudio.errors import Cancelled, ComputeError, UsageError


class Clock:
    """Says 0 until the job has got as far as it gets, then that years have passed."""

    def __init__(self):
        self.is_far = threading.Event()

    def __call__(self):
        return 1e8 if self.is_far.is_set() else 0.0


@pytest.fixture
def endless():
    """A job that gives something, then hears nothing until the test is over."""
    clock, over = Clock(), threading.Event()

    def job(progress):
        progress.do("counting")
        progress.give("half")
        clock.is_far.set()
        over.wait()
        return "whole"

    yield job, clock
    over.set()


def test_what_there_is_at_the_end_of_the_time_is_the_answer(endless):
    job, clock = endless
    ended = within(job, 8.0, clock)
    assert (ended.answer, ended.whole, ended.doing) == ("half", False, "counting")
    assert ended.why(8.0) == "stopped after 8 s while counting (--time-limit 60 gives it longer)"


def test_a_job_that_listens_is_ended_and_not_left_behind():
    clock, heard = Clock(), threading.Event()

    def job(progress):
        clock.is_far.set()
        try:
            for _ in itertools.count():
                progress.check()
        except Cancelled:
            heard.set()
            raise

    assert within(job, 8.0, clock).answer is None
    assert heard.wait(60)


def test_no_limit_waits_for_the_whole_answer(endless):
    clock = Clock()
    clock.is_far.set()
    ended = within(lambda progress: "whole", 0.0, clock)
    assert ended.whole
    assert ended.answer == "whole"


def test_the_clock_is_the_processor_s_and_on_a_busy_machine_a_fraction_of_the_wall_s(monkeypatch):
    seconds = {"process_time": 100.0, "monotonic": 5000.0}
    for name in seconds:
        monkeypatch.setattr(time, name, lambda name=name: seconds[name])
    clock = Spent()
    assert clock() == 0
    seconds |= {"process_time": 103.0, "monotonic": 5004.0}
    assert clock() == 3
    seconds["monotonic"] = 5040.0
    assert clock() == 10


def test_what_a_job_raises_is_raised():
    def job(progress):
        raise UsageError("wrong")

    with pytest.raises(UsageError, match="wrong"):
        within(job, 8.0, Spent())


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (MemoryError("unable to allocate 64 GiB"), "not enough memory"),
        (RuntimeError("RESOURCE_EXHAUSTED: Out of memory allocating"), "not enough memory"),
        (RecursionError("maximum depth"), "nested too deeply"),
    ],
)
def test_too_little_memory_is_an_error_in_a_line(error, text):
    def job(progress):
        raise error

    with pytest.raises(ComputeError, match=text):
        within(job, 8.0, Spent())


def test_what_is_being_done_is_said_line_by_line():
    seconds, errors, said = itertools.count(), io.StringIO(), threading.Event()

    def job(progress):
        progress.do("counting")
        said.wait(60)

    def clock():
        now = float(next(seconds))
        if now > 20:
            said.set()
        return now

    within(job, 1000.0, clock, errors=errors)
    lines = errors.getvalue().splitlines()
    assert len(lines) == 1
    assert lines[0].startswith("jaxstudio: counting (")
    assert lines[0].endswith(" s of 1000)")


@pytest.mark.parametrize("words", [["plot", "x", "-o", "x.png"], ["eval", "x", "--at", "x=1"]])
@pytest.mark.parametrize("limit", ["-1", "soon", "nan", "1e9"])
def test_a_limit_that_is_none_is_refused(run, words, limit):
    outcome = run(*words, "--time-limit", limit)
    assert outcome.code == 2
    assert "expected seconds from 0" in outcome.line


def test_eval_prints_the_value_alone_when_the_time_is_over(run, monkeypatch):
    from jaxstudio.functions.derivatives import point

    def endless(*arguments):
        raise Cancelled("as at the end of the time")

    monkeypatch.setattr(point, "derivative_orders", endless)
    outcome = run("eval", "sin(x)", "--at", "x=0", "--orders", "0..3")
    assert outcome.code == 0
    assert "  f  0.0  digits unknown\n" in outcome.out
    assert outcome.line.startswith("only order 0 is computed: stopped after 7 s")


@pytest.mark.samples(2)
@pytest.mark.parametrize("suffix", [".png", ".svg", ".csv", ".json", ".py"])
def test_plot_writes_what_is_sampled_when_the_time_is_over(run, monkeypatch, tmp_path, suffix):
    from jaxstudio.functions.export import compose

    def endless(*arguments):
        raise Cancelled("as at the end of the time")

    monkeypatch.setattr(compose, "CurveAnalysis", endless)
    outcome = run("plot", "sin(x)", "(cos(t), sin(t))", "x^2 + y^2 < 4", "-o", f"a{suffix}")
    assert outcome.code == 0
    assert outcome.line == (
        "sin(x) is sampled only, without its marks; (cos(t), sin(t)) is sampled only; x^2 + y^2 < 4 is "
        "sampled only: stopped after 7 s while refining sin(x) (--time-limit 60 gives it longer)"
    )
    assert (tmp_path / f"a{suffix}").stat().st_size > 1000


def test_nothing_at_all_is_an_error(run, monkeypatch):
    from jaxstudio.functions.export import compose

    def endless(*arguments):
        raise Cancelled("as at the end of the time")

    monkeypatch.setattr(compose, "height_of", endless)
    outcome = run("plot", "sin(x)", "-o", "a.png")
    assert outcome.code == 1
    assert outcome.line.startswith("nothing could be drawn: stopped after 7 s while computing sin(x)")


CODE = """
import sys, threading
from jaxstudio.cli import main, plot, time_limit
def run(args):
    began = threading.Event()
    def job(progress):
        began.set()
        if sys.argv[1] == "limit":
            progress.give("half")
        threading.Event().wait()
    def clock():
        began.wait()
        if sys.argv[1] == "interrupt":
            raise KeyboardInterrupt
        return 1e9
    print(time_limit.within(job, 8.0, clock).answer)
    return 0
plot.run_plot = run
sys.exit(main.main(["plot", "x"]))
"""


@pytest.mark.parametrize(
    ("how", "code", "out", "errors"),
    [("limit", 0, "half\n", ""), ("interrupt", 130, "", "jaxstudio: interrupted\n")],
)
def test_the_process_ends_though_the_job_never_does(how, code, out, errors):
    done = subprocess.run(
        [sys.executable, "-c", CODE, how], capture_output=True, text=True, timeout=120, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (code, out, errors)
