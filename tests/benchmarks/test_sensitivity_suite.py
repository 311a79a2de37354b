"""Rows of the sensitivity suite: each filter's way is said, and the map is the one of that recipe."""

import pytest

pytest.importorskip("cv2")

from benchmarks import sensitivity
from benchmarks.measurement import Options

SIZE = (48, 64)


@pytest.mark.thorough
def test_rows_of_a_tiny_photo(monkeypatch):
    monkeypatch.setattr(sensitivity, "QUICK_ROUNDS", 1)
    monkeypatch.setattr(sensitivity, "STACKS", (("gamma",), ("gamma", "gaussian_blur")))
    rows = {row.name: row for row in sensitivity.rows(Options(quick=True, sizes=(SIZE,)))}
    assert rows["gamma"].remark == "jax.jvp"
    assert (
        rows["gamma, gaussian_blur"].remark == rows[sensitivity.MASKED].remark == "difference of two renders"
    )
    assert rows["gamma"].ratio == pytest.approx(rows["gamma"].ours_ms / rows["gamma"].peers["frame"])
    assert "of 3 within it" in rows["geometric mean"].remark
    assert "4 parameters" in rows["arrows: gamma, gaussian_blur"].remark


def test_each_move_changes_the_first_step():
    for case in sensitivity.cases():
        values = [recipe.step(case.ref.step).values[case.ref.name] for recipe in sensitivity.moves(case, 14)]
        assert len(set(values)) == 14
        assert case.ref.step == case.recipe.steps[0].key
