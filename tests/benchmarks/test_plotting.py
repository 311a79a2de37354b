"""What the process of the Functions tab notes becomes rows with aims; the tab is driven for real, briefly."""

import json

import numpy as np
import pytest

pytest.importorskip("PySide6.QtWidgets")

from benchmarks import functions, plot_window
from benchmarks.derivatives import typed
from benchmarks.live import run_child


def noted(ms=(10.0,) * 99 + (40.0,), compiles=0, first=100.0, refined=400.0):
    plain = {"numpy": 1.0, "pyqtgraph": 19.0}
    hand = {
        "ms": list(ms),
        "first_ms": [5.0] * len(ms),
        "pauses": [1.0, 9.0],
        "compiles": compiles,
        "cpu_ms": 5.0,
    }
    return {
        "first": {"ms": [first] * 3, "plain": [plain] * 3},
        "refined": {"ms": [refined], "plain": [plain]},
        "points": 80_000,
        "plain": plain,
        "hands": [{"name": name, **hand} for name in functions.HANDS],
    }


def rows(**more):
    return {row.name: row for row in list(functions.rows_of(noted(**more)))[1:]}


def test_what_is_too_slow_or_compiles_misses_its_aim():
    assert rows(ms=[17.0])[functions.HANDS["pan"]].met is False
    assert rows(compiles=1)[functions.HANDS["slider"]].met is False
    assert rows(refined=501.0)[functions.REFINED].met is False
    assert next(functions.rows_of(noted(first=151.0))).met is False


@pytest.mark.parametrize("text", [*plot_window.LINES, *plot_window.TYPED])
def test_numpy_computes_the_same_curves(text):
    values = {**plot_window.LINES, **plot_window.TYPED}[text]
    subject, x = typed(text.format(a=1.5)), np.array([0.3, 2.7])
    ours = [float(subject.call(np.float32(each), {"a": np.float32(1.5)})) for each in x]
    assert ours == pytest.approx(values(x, 1.5).tolist(), rel=1e-4)


@pytest.mark.thorough
def test_the_real_tab_is_driven():
    order = {"share": 100, "hands": True, "lines": 1}
    found = run_child(functions.CHILD, json.dumps(order))
    made = list(functions.rows_of(found))
    assert len(made) == 7
    assert all(
        first <= own
        for hand in found["hands"]
        for first, own in zip(hand["first_ms"], hand["ms"], strict=True)
    )
    assert all(row.ours_ms > 0 and row.ratio > 0 for row in made)
    assert found["points"] >= 4 * 2000
