"""The suite of the compiler's stages: small, and with what it claims to measure."""

import sys

import pytest

from benchmarks import ir
from benchmarks.measurement import Options
from jaxstudio.ir.links.origins import Origins
from jaxstudio.ir.parse.hlo import parse_hlo


@pytest.fixture(autouse=True)
def same_switching():
    before = sys.getswitchinterval()
    yield
    sys.setswitchinterval(before)


def test_the_large_module_is_one_that_can_be_read():
    text = ir.large_module(5_000)
    origins = Origins()
    hlo = parse_hlo(text, origins)
    assert not hlo.parsed.problem
    assert len(hlo.parsed) == 5_000
    assert hlo.entry == 0
    assert len(origins) > 999
    assert hlo.parsed.kinds.count("multiply") == 4


def test_rows_of_a_large_module(monkeypatch):
    monkeypatch.setattr(ir, "LINES", 5_000)
    monkeypatch.setattr(ir, "INSTRUCTIONS", 3_000)
    rows = {row.name: row for row in ir.rows(Options(quick=True, only="large"))}
    assert set(rows) == {
        "large: open",
        "large: search a word",
        "large: search an expression",
        "large: search nothing",
        "large: shown whole",
        "large: longest pause, whole",
        "large: shown without noise",
        "large: longest pause, without noise",
        "long: shown whole",
        "long: longest pause, whole",
        "long: shown without noise",
        "long: longest pause, without noise",
    }
    assert all(row.ours_ms > 0 for name, row in rows.items() if "pause" not in name)
    assert rows["large: open"].size == "3000 instructions"


@pytest.mark.thorough
def test_rows_of_a_typed_function(monkeypatch):
    monkeypatch.setattr(ir, "QUICK_ROUNDS", 1)
    rows = {row.name: row for row in ir.rows(Options(quick=True, only="third derivative"))}
    assert len(rows) == 5
    stages, passes = rows["third derivative: all but passes"], rows["third derivative: the passes too"]
    assert rows["third derivative: first stage"].ours_ms <= stages.ours_ms <= passes.ours_ms
    assert stages.peers["bare compile"] > 0
    assert stages.size.endswith(" equations")


@pytest.mark.thorough
def test_links_are_counted(monkeypatch):
    monkeypatch.setattr(ir, "_catalogue", lambda most: iter(ir.op_targets("gamma")))
    row = ir._links("links of the catalogue", ir._catalogue(None))
    assert row.met
    # four constants in a function of JAX, called from a kernel that is not the filter's, lead nowhere
    assert row.more["stablehlo_share"] > 0.97
    assert 0.85 < row.more["optimized_share"] <= 1.0
