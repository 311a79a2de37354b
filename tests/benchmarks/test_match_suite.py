"""The stacks of the match suite are the same each time, differ from their start, and are found."""

import numpy as np
import pytest

pytest.importorskip("cv2")

from benchmarks import match
from benchmarks.measurement import Options
from jaxstudio.pipeline.param_refs import movable

SIZE = (48, 64)


def test_a_problem_is_the_same_each_time():
    (photo, truth, start), again = match.problem(2, SIZE), match.problem(2, SIZE)
    assert photo.shape == (*SIZE, 3)
    assert np.array_equal(photo, again[0])
    assert truth == again[1]
    assert [step.op.name for step in truth.steps] == [step.op.name for step in start.steps]
    assert any(truth.step(ref.step).values[ref.name] != start.step(ref.step).values[ref.name]
               for ref in movable(truth))  # fmt: skip


@pytest.mark.thorough
def test_rows_of_tiny_photos(monkeypatch):
    monkeypatch.setattr(match, "QUICK_STACKS", 2)
    monkeypatch.setattr(match, "FILTERS", ("brightness", "gamma"))
    monkeypatch.setattr(match, "MOST_STEPS", 2)
    rows = {row.name: row for row in match.rows(Options(quick=True, sizes=(SIZE,)))}
    assert rows["random stacks"].more["below_one_percent"] == 1.0
    assert rows["renders beside Nelder-Mead"].more["nelder_mead"] > 10
    assert rows["learn a kernel 7x7"].more["error"] < 1e-4
