"""Every way beside the others."""

import math

import pytest

from jaxstudio.functions.derivatives import compare
from jaxstudio.functions.derivatives.accuracy import references
from jaxstudio.functions.derivatives.compare import relative_error
from jaxstudio.functions.derivatives.methods import Method
from jaxstudio.functions.derivatives.target import Subject

from .typed import typed


def test_a_row_for_each_method_and_order():
    rows = list(compare.compare(typed("a x^3 + sin(x)"), [1.5], {"a": 2.0}, [0, 1, 2], limit_s=60))
    assert [(row.method, row.order) for row in rows] == [
        (Method.VALUE, 0),
        *((method, order) for method in compare.WAYS for order in (1, 2)),
    ]
    exact = [2 * 1.5**3 + math.sin(1.5), 6 * 1.5**2 + math.cos(1.5), 12 * 1.5 - math.sin(1.5)]
    for row in rows:
        assert not row.note
        assert row.value == pytest.approx(exact[row.order], rel=1e-6)
        assert row.error < (1e-6 if row.method is Method.FINITE else 1e-14)
        assert float(row.exact) == pytest.approx(exact[row.order], rel=1e-15)
        assert row.equations > 0
        assert min(row.trace_s, row.compile_s, row.run_s) > 0


def test_a_method_that_takes_too_long_is_stopped():
    rows = list(compare.compare(typed("sin(x) exp(x)"), [1.5], {}, [1, 2, 3], [Method.REVERSE], limit_s=1e-3))
    assert math.isfinite(rows[0].value)
    assert [row.note for row in rows[1:]] == ["stopped after 0.001 s"] * 2
    assert all(math.isnan(row.value) and math.isnan(row.error) for row in rows[1:])


def test_a_program_that_is_too_large_is_not_compiled(monkeypatch):
    monkeypatch.setattr(compare, "EQUATIONS", 30)
    rows = list(compare.compare(typed("sin(x) exp(x^2)"), [1.5], {}, [1, 2, 3], [Method.FORWARD], limit_s=60))
    assert not rows[0].note
    assert "at most 30" in rows[1].note
    assert math.isnan(rows[1].compile_s)
    assert rows[2].note == rows[1].note


def test_what_a_method_cannot_do_is_said():
    (row,) = compare.compare(typed("tan(x)"), [1.0], {}, [2], [Method.JET], limit_s=60)
    assert row.note == "jax.experimental.jet has no rule for tan"


def test_without_a_tree_nothing_is_judged():
    (row,) = compare.compare(Subject(lambda x, p: x**2), [3.0], {}, [1], [Method.FORWARD], limit_s=60)
    assert row.value == 6
    assert math.isnan(row.error)


def test_another_format():
    (row,) = compare.compare(typed("exp(x)"), [1.0], {}, [2], [Method.TAYLOR], dtype="float32", limit_s=60)
    assert 1e-9 < row.error < 1e-6


def test_the_judge():
    found = [row[0] for row in references(typed("exp(2x)"), [0.0], {}, 12, enough=50)]
    assert max(relative_error(2.0**k, value) for k, value in enumerate(found)) < 1e-50
    assert found[12].text(50) == "4096." + 46 * "0"


def test_errors_without_a_number():
    def error(value, text, x):
        return relative_error(value, references(typed(text), [x], {}, 0)[0][0])

    assert math.isnan(error(1.0, "log(x)", -1.0))
    assert error(math.inf, "x", 1.0) == math.inf
    assert error(0.25, "x", 0.0) == 0.25
