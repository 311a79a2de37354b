"""Values with derivatives: alike at once and compiled, compiled once, given up when nobody waits."""

import threading
import time

import numpy as np
import pytest
from scipy.special import erf

from jaxstudio.errors import Cancelled, Wording
from jaxstudio.functions.curves.evaluator import CHUNK
from jaxstudio.functions.curves.sampling import POINTS, grid
from jaxstudio.functions.derivatives.methods import Method
from jaxstudio.functions.service.curve_lines import DTYPES
from jaxstudio.functions.service.programs import Program, Programs
from jaxstudio.functions.service.reading import Reader, work

X = grid((0.5, 2.0))
SECONDS = 60


def function(*texts, line=0):
    return Reader().read(texts).functions[line]


def program(text, order=2, method=Method.TAYLOR, precision="f64"):
    return Program(function(text), order, method, DTYPES[precision])


@pytest.fixture(autouse=True)
def everywhere(composer):
    """In all threads float64."""


@pytest.fixture
def programs():
    programs = Programs()
    yield programs
    programs.close()


REFERENCES = {
    "exp(2x)": [np.exp(2 * X), 2 * np.exp(2 * X), 4 * np.exp(2 * X)],
    "x^a": [X**2.5, 2.5 * X**1.5, 3.75 * X**0.5],
    "erf(x)": [
        erf(X),
        2 / np.sqrt(np.pi) * np.exp(-(X**2)),
        -4 / np.sqrt(np.pi) * X * np.exp(-(X**2)),
    ],
    "3": [np.full(POINTS, 3.0), np.zeros(POINTS), np.zeros(POINTS)],
}


def test_at_once_and_compiled_the_numbers_are_those_of_others(subtests):
    for text, reference in REFERENCES.items():
        with subtests.test(text):
            made, p = program(text), {"a": 2.5}
            at_once = made.at_once(X, p)
            assert np.allclose(at_once, reference, rtol=1e-13, atol=1e-15)
            made.compile()
            assert np.allclose(made.block(X[:CHUNK], p), at_once[:, :CHUNK], rtol=1e-14, atol=1e-15)
            while not made.final:
                made.compile()
            assert made.error is None
            assert np.allclose(made.many(X, p), at_once, rtol=1e-14, atol=1e-15)


def test_several_outputs_have_an_axis_of_their_own():
    rows = program("(cos(t), sin(t))").at_once(X, {})
    assert rows.shape == (3, 2, POINTS)
    assert np.allclose(rows[1], [-np.sin(X), np.cos(X)], atol=1e-15)


def test_a_narrow_format_is_computed_in_it():
    for precision, eps in (("f32", 2.0**-23), ("f16", 2.0**-10), ("bf16", 2.0**-7)):
        made = program("exp(2x)", 0, Method.VALUE, precision)
        made.compile()
        off = np.abs(made.many(X, {})[0] / np.exp(2 * X) - 1)
        assert eps / 8 < off.max() < 12 * eps, precision


def test_each_method_gives_the_same_derivatives():
    for method in (Method.REVERSE, Method.FORWARD, Method.SYMBOLIC, Method.TAYLOR):
        made = program("exp(2x)", 3, method)
        made.compile()
        assert np.allclose(made.many(X, {})[3], 8 * np.exp(2 * X), rtol=1e-12), method


def test_what_takes_long_operation_by_operation_is_known_beforehand():
    assert not program("sum(sin(n x), n, 1, 20)").lengthy
    assert program("sum(sin(n x), n, 1, 200)").lengthy
    assert program("integral(t x, t, 0, 1)").lengthy is False
    assert program("x^2", 12, Method.REVERSE).lengthy
    assert not program("x^2", 2, Method.REVERSE).lengthy


def test_work_counts_definitions_sums_and_derivatives_out():
    assert work(function("x + 1").line.tree) == 3
    assert work(function("sum(n x, n, 1, 100)").line.tree) == 3 + 100 * 3
    apart, used = Reader().read(("f(x) = x + 1", "f(f(x))")).functions
    assert work(used.line.tree) > 2 * work(apart.line.tree)


def test_the_same_text_is_the_same_function_and_the_same_program(programs):
    reader = Reader()
    first = reader.read(("x^2", "sin(x)")).functions
    again = reader.read(("x^2", "sin(x)", "cos(x)")).functions
    assert first[0] is again[0]
    assert first[1] is again[1]
    one = programs.program(first[0], 2, Method.TAYLOR, DTYPES["f64"])
    assert programs.program(again[0], 2, Method.TAYLOR, DTYPES["f64"]) is one
    assert programs.program(again[0], 3, Method.TAYLOR, DTYPES["f64"]) is not one


def test_a_definition_that_changes_makes_another_function():
    reader = Reader()
    one = reader.read(("g(x) = x", "g(x) + 1")).functions[1]
    other = reader.read(("g(x) = 2x", "g(x) + 1")).functions[1]
    assert one.key != other.key


def test_a_slider_that_is_typed_anew_changes_no_function():
    reader = Reader()
    one = reader.read(("a = 3", "a x")).functions[1]
    assert reader.read(("a = 3.25", "a x")).functions[1] is one


class Gate(Program):
    """A program whose compilation waits at a gate."""

    def __init__(self, text):
        super().__init__(function(text), 2, Method.TAYLOR, DTYPES["f64"])
        self.start_time, self.gate = threading.Event(), threading.Event()

    def compile(self):
        self.start_time.set()
        assert self.gate.wait(SECONDS)
        super().compile()


def test_who_waits_hears_what_is_compiled_and_may_be_stopped(job, programs):
    gated = Gate("x + 1")
    ended = []

    def wait():
        try:
            programs.wait_for(gated, job, Wording("compiling line {0}", 1))
        except Cancelled:
            ended.append("stopped")

    waiting = threading.Thread(target=wait)
    waiting.start()
    assert gated.start_time.wait(SECONDS)
    while not job.doings:
        time.sleep(0.001)
    assert job.doings == [("compiling line 1", gated.key)]
    job.stopped.set()
    waiting.join(SECONDS)
    assert ended == ["stopped"]
    gated.gate.set()


def test_who_waits_behind_what_nobody_needs_asks_for_another_process(job, programs, monkeypatch):
    monkeypatch.setattr("jaxstudio.functions.service.programs.STUCK_SECONDS", 0.05)
    obsolete = Gate("x + 2")
    programs.request([obsolete])
    assert obsolete.start_time.wait(SECONDS)
    programs.request([])
    with pytest.raises(Cancelled):
        programs.wait_for(program("x + 3"), job, Wording("compiling line {0}", 1))
    assert job.surrendered == 1
    obsolete.gate.set()


def test_what_goes_wrong_in_compiling_is_raised_where_it_is_needed(job, programs):
    wrong = program("x + 4")
    wrong.__dict__["_rows"] = lambda x, p: 1 / 0
    with pytest.raises(ZeroDivisionError):
        programs.wait_for(wrong, job, Wording("compiling line {0}", 1))


def test_the_last_wish_counts(programs):
    first = Gate("x + 5")
    second, third = program("x + 6"), program("x + 7")
    programs.request([first, second])
    assert first.start_time.wait(SECONDS)
    programs.request([third])
    first.gate.set()
    assert third.done.wait(SECONDS)
    assert not second.done.is_set()
