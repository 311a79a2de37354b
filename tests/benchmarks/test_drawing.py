"""The gallery's score as a row: what is met, and what the peers did."""

from benchmarks.functions import GALLERY_NAME, gallery_rows, row_of
from benchmarks.gallery import Score
from benchmarks.measurement import Options

SYMPY = Score("sympy", 1, 4, 7, 2, 3, 4.0)


def test_all_must_be_true_and_quick():
    row = row_of([Score("ours", 4, 4, 0, 0, 0, 0.08), SYMPY])
    assert (row.ours_ms, row.peers, row.met) == (20.0, {"sympy": 1000.0}, True)
    assert row.more["sympy_false_joins"] == 7
    assert row.remark == "drawn truly of 4: ours 4, sympy 1"
    assert row_of([Score("ours", 3, 4, 1, 0, 0, 0.08), SYMPY]).met is False
    assert row_of([Score("ours", 4, 4, 0, 0, 0, 0.8), SYMPY]).met is False


def test_nothing_is_measured_that_is_not_wanted():
    assert list(gallery_rows(Options(only=f"not {GALLERY_NAME}"))) == []
