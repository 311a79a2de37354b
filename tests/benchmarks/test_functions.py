"""The suite of functions: rows with aims, nested modes ended in time, errors relative to something."""

import numpy as np
import pytest

pytest.importorskip("PySide6.QtWidgets")

from benchmarks import derivatives, functions
from benchmarks.derivatives import CURVES
from benchmarks.measurement import Options


def test_orders_with_their_compilation():
    (row,) = functions.rows(Options(quick=True, only="orders 0..8, x^x"))
    assert row.suite == "functions"
    assert row.ours_ms > 0
    assert row.peers["jet"] > 0
    assert row.ratio == pytest.approx(row.ours_ms / row.peers["jet"])
    assert row.target == "<= 1 s"


def test_the_peers_compute_the_same_curves():
    xs = np.linspace(0.1, 9.9, 50)
    for text, f in CURVES.items():
        subject = derivatives.typed(text)
        ours = [float(subject.call(np.float32(x), {})) for x in xs[::10]]
        assert ours == pytest.approx(f(xs)[::10].tolist(), rel=1e-4, abs=1e-5), text


def test_a_nested_mode_that_takes_too_long_is_ended():
    found, stopped = derivatives._nested_modes("four factors", 8, 0.1)
    assert found == {}
    assert stopped == ["reverse nested: over 0.1 s", "forward nested: over 0.1 s"]
