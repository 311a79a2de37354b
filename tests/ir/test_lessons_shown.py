"""The lessons as the studio offers them: their functions compile, their tables say what they teach."""

import jax
import numpy as np
import pytest

from jaxstudio.ir import lesson_programs
from jaxstudio.ir.compilation_listener import stop_logging
from jaxstudio.ir.compilation_log import COMPILATION_LOG
from jaxstudio.ir.inspection import Inspection
from jaxstudio.ir.lesson_programs import PROGRAMS
from jaxstudio.ir.lessons import LESSONS


def table(name):
    return list(PROGRAMS[name].experiment())[-1]


def test_every_function_is_traced_or_refused_with_words():
    assert {each.name for each in LESSONS} == PROGRAMS.keys()
    for each in PROGRAMS.values():
        for title, target in each.targets.items():
            stages = Inspection(target, passes=False, kernels=False, exact=False).run()
            assert next(stages).kind == "source"
            try:
                assert next(stages).kind == "jaxpr"
            except TypeError:
                assert title == "if, on a value"
            stages.close()


def test_equations_are_counted():
    found = table("reading")
    assert [row[1] for row in found.rows[:2]] == [5, 5]
    assert "2, 2.66667, 3.33333" in found.note


def test_tracing_happens_once():
    rows = dict(table("purity").rows)
    assert rows["A function with a side effect is called twice"] == "it ran 1 time"
    assert rows["The global it reads goes from 2 to 5"] == "the result is still 2"
    assert rows["for _ in range(5)"] == "5 equations: add, add, add, add, add"
    assert "while" in rows["fori_loop with a traced bound"]
    assert "jax.lax.cond" in rows["if x > 0, with x traced"]


@pytest.mark.parametrize(("name", "size"), [("selu", "SELU_SIZE"), ("race", "RACING_SIDE")])
def test_the_races_have_times_of_dispatch_and_ready(monkeypatch, name, size):
    monkeypatch.setattr(lesson_programs, size, 64)
    monkeypatch.setattr(lesson_programs, "SELU_ROUNDS", 2)
    found = table(name)
    assert [row[0] for row in found.rows[:3]] == ["NumPy", "JAX, op by op", "JAX, jitted"]
    assert found.seconds == (2, 3)
    if name == "selu":
        assert "selu(17.8) = 18.702477, selu(17) = 17.861916" in found.note or "17.861917" in found.note


def test_a_race_comes_out_alike_however_the_machine_is_disturbed(monkeypatch):
    """All take turns, and the least time of each counts: a clock that stumbles changes no ratio."""
    now, order = [0.0], []
    true = {"NumPy": 90.0, "op by op": 120.0, "jitted": 30.0}
    disturbed = {1: 200.0, 4: 15.0, 8: 77.0, 9: 1000.0}  # by the number of the call

    def runner(name):
        def call():
            now[0] += true[name] + disturbed.get(len(order), 0.0)
            order.append(name)
            return np.zeros(1)

        return call

    monkeypatch.setattr(lesson_programs.time, "perf_counter", lambda: now[0])
    best = list(lesson_programs.time_interleaved([runner(name) for name in true], 4))[-1]
    assert order == [*true] * 5  # the first round does not count
    assert [ready for _, ready in best] == [90.0, 120.0, 30.0]


def test_racers_read_the_same_memory():
    for shift in range(4):
        x = np.arange(300 + shift, dtype=np.float32)[shift:].reshape(2, 150)
        made = lesson_programs.aligned(x)
        np.testing.assert_array_equal(made, x)
        assert jax.device_put(made, jax.devices("cpu")[0]).unsafe_buffer_pointer() == made.ctypes.data


def test_ahead_of_time_and_what_is_refused():
    rows = {row[0]: row for row in table("ahead").rows}
    assert [name for name, row in rows.items() if row[1] != ""] == ["trace", "lower", "compile", "run"]
    assert "compiled for float32[256,256]" in rows["called with int32"][2]
    assert "cannot be differentiated" in rows["grad of it"][2]


def test_a_loop_has_three_equations_an_element_and_a_scan_one(monkeypatch):
    monkeypatch.setattr(lesson_programs, "LOOPS_LENGTHS", (5, 20))
    found = table("loops")
    assert [(row[0], row[1]) for row in found.rows] == [(5, 15), (20, 60)]
    assert found.rows[0][3] == found.rows[1][3] <= 2
    assert found.series["scan"][0] == [5.0, 20.0]


def test_ten_lengths_compile_once_each():
    started = COMPILATION_LOG.listening
    first, second = list(PROGRAMS["shapes"].experiment())
    if not started:
        stop_logging()
    assert len(first.rows) == 10
    assert second.rows == first.rows
    assert first.rows[4][3] == "x: f32[4] → f32[5]"


def test_operations_are_found_in_their_kernels():
    before, *kernels = table("fusion").rows
    assert before[1] > len(kernels) > 0
    assert sum(row[1] for row in kernels) >= before[1] / 2
