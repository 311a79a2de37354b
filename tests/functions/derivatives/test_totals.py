"""Sums and products over boxes: all indices at once say what each in turn says, and miss no value."""

import mpmath
import numpy as np
import pytest

from functions.mpmath_algebra import tree_to_mpmath
from jaxstudio.functions.derivatives.target import Subject
from jaxstudio.functions.derivatives.taylor import enclose_orders
from jaxstudio.functions.interpreters import interval_algebra
from jaxstudio.functions.language import FUNCTIONS, Sheet

EDGES = np.concatenate([np.linspace(-3, 3, 61), [3.5, 40.0]])
TEXTS = [
    "sum(sin(n^2 x)/n^2, n, 1, 60)", "prod(1 - x^2/n^2, n, 1, 41)", "prod(sin(x/n), n, 1, 9)",
    "sum(n x {n x > 3}, n, 1, 5)", "sum(sum(sin(n m x)/(n m), n, 1, 8), m, 1, 7)",
    "sum(prod(cos(x m/n), m, 1, 3), n, 1, 5)", "sum(d/dx(n sin(n x)), n, 1, 9)",
    "d^2/dx^2 prod(x - n, n, 1, 7)", "sum(integral(sin(n t), t, 0, x), n, 1, 5)",
    "integral(sum(sin(n t)/n, n, 1, 5), t, 0, x)", "d/dx(integral(exp(-t^2) t, t, -1, x^2))",
    "sum(log(x + n), n, -2, 3)", "sum(floor(n x), n, 1, 3)", "sum(0 x + n, n, 1, 12)",
    "sum(1/(x - n), n, 1, 3)",
]  # fmt: skip


def test_of_no_boxes_nothing_is_known():
    sheet = Sheet.read(["sum(sin(n x), n, 1, 3)"])
    nothing = np.empty(0)
    found = enclose_orders(Subject.of_line(sheet.lines[0], sheet), 2)(nothing, nothing, {})
    assert [each.low.shape for each in found] == [(0,)] * 3


def bounds_of(text, order=2):
    sheet = Sheet.read([text])
    assert sheet.lines[0].error is None
    subject = Subject.of_line(sheet.lines[0], sheet)
    return enclose_orders(subject, order)(EDGES[:-1], EDGES[1:], {}), subject


def assert_alike(some, others):
    """The same flags, and the same bounds but for rounding, of what is not about to overflow."""
    for name in ("defined", "continuous", "empty"):
        assert np.array_equal(getattr(some, name), getattr(others, name))
    for mine, other in ((some.low, others.low), (some.high, others.high)):
        known = ~some.empty & (np.abs(other) < 1e290)
        np.testing.assert_allclose(mine[known], other[known], rtol=1e-9, atol=1e-11)
        assert not np.isfinite(other[~known & ~some.empty]).any() or (np.abs(mine[~known]) > 1e289).all()


@pytest.mark.samples(8)
@pytest.mark.parametrize("text", TEXTS)
def test_all_at_once_is_what_each_in_turn_is(text, monkeypatch):
    together, subject = bounds_of(text)
    monkeypatch.setattr(interval_algebra, "ELEMENTS", 1)
    in_turn, _ = bounds_of(text)
    # a product's slopes are bounded more narrowly in another order
    for some, others in zip(together[: 1 if "prod" in text else 3], in_turn, strict=False):
        if not text.startswith("d"):
            assert_alike(some, others)
    first = together[0]
    exact = tree_to_mpmath(subject.tree, ("x",), {}, 30)
    for box in range(0, len(first.low), 12):
        value = exact((EDGES[box] + EDGES[box + 1]) / 2, {})
        assert mpmath.isnan(value) or first.low[box] - 1e-12 <= value <= first.high[box] + 1e-12


def test_every_function_may_stand_in_a_sum(monkeypatch, subtests):
    for name in [name for name, f in FUNCTIONS.items() if len(f.parameters) == 1]:
        text = f"sum({name}(0.37 n x), n, 1, 3)"
        together, _ = bounds_of(text, 1)
        with subtests.test(name), monkeypatch.context() as patched:
            patched.setattr(interval_algebra, "ELEMENTS", 1)
            for some, others in zip(together, bounds_of(text, 1)[0], strict=True):
                assert_alike(some, others)


def test_the_body_is_evaluated_a_few_times_for_all_indices(monkeypatch):
    calls = []
    evaluated = interval_algebra.IntervalAlgebra._evaluated

    def counting(self, body, columns):
        return evaluated(self, lambda at: calls.append(at) or body(at), columns)

    monkeypatch.setattr(interval_algebra.IntervalAlgebra, "_evaluated", counting)
    for text in ("sum(sin(n^2 x), n, 1, 60)", "prod(sin(x/n), n, 1, 60)"):
        calls.clear()
        bounds_of(text)
        assert len(calls) <= 4
        assert sum(at.low.size for at in calls) == 60
