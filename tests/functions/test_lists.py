"""Lists against Python and NumPy: elements, statistics, and what is refused in words."""

from statistics import mean, median, stdev, variance

import numpy as np
import pytest

from jaxstudio.errors import ExpressionError
from jaxstudio.functions.language import Sheet
from jaxstudio.functions.lists import elements, exact, number

L, M = [3.0, -1.5, 4.0, 4.0, 2.25], [1.0, 0.5, 2.0, 7.0, -3.0]
MEANT = {
    "[1, 2, 3]": [1, 2, 3],
    "[1...5]": range(1, 6),
    "[5...1]": [5, 4, 3, 2, 1],
    "[0, 0.1...2]": [k / 10 for k in range(21)],
    "[0.5, 1, ..., 2]": [0.5, 1, 1.5, 2],
    "[1...n]": [1, 2, 3],
    "L + 1": [x + 1 for x in L],
    "2L - M": [2 * x - y for x, y in zip(L, M, strict=True)],
    "[1, 2, 3] [4, 5]": [4, 10],
    "[k^2 for k = [1...4]]": [1, 4, 9, 16],
    "[10j + k for j = [1, 2], k = [3, 4]]": [13, 14, 23, 24],
    "f(L)": [x * x + 1 for x in L],
    "L[2]": [L[1]],
    "L[2...3]": L[1:3],
    "L[4...]": L[3:],
    "L[[1, 5]]": [L[0], L[4]],
    "L[L > 2.5]": [x for x in L if x > 2.5],
    "L[M > L]": [x for x, y in zip(L, M, strict=True) if y > x],
    "total(L)": [sum(L)],
    "sum(L^2)": [sum(x * x for x in L)],
    "product(L)": [np.prod(L)],
    "length(L)": [5],
    "min(L)": [min(L)],
    "max(L, 9)": [9, 9, 9, 9, 9],
    "gcd([12, 18, 8])": [2],
    "lcm([4, 6, 10])": [60],
    "mean(L)": [mean(L)],
    "mean(1, 3)": [2],
    "median(L)": [median(L)],
    "median(join(L, 7))": [median([*L, 7])],
    "quantile(L, [0, 0.3, 1])": np.quantile(L, [0, 0.3, 1]),
    "stdev(L)": [stdev(L)],
    "var(L)": [variance(L)],
    "varp(L)": [np.var(L)],
    "stdevp(L)": [np.std(L)],
    "mad(L)": [np.mean(np.abs(np.array(L) - np.mean(L)))],
    "cov(L, M)": [np.cov(L, M)[0, 1]],
    "covp(L, M)": [np.cov(L, M, ddof=0)[0, 1]],
    "corr(L, M)": [np.corrcoef(L, M)[0, 1]],
    "sort(L)": sorted(L),
    "sort(L, M)": [x for _, x in sorted(zip(M, L, strict=True))],
    "reverse(L)": L[::-1],
    "join(L, M, 1)": [*L, *M, 1],
    "unique(L)": [3, -1.5, 4, 2.25],
    "sort(shuffle(L, 3))": sorted(L),
    "length(random(7))": [7],
    "repeat([1, 2], 3)": [1, 2] * 3,
    "sum(L[k], k, 2, 4)": [sum(L[1:4])],
    "d/dx (L x^2)": [2 * x * 0.5 for x in L],
    "integral(L t, t, 0, 2)": [2 * x for x in L],
}
REFUSED = {
    "L[0]": "none of the places 1 to 5",
    "L[1.5]": "none of the places 1 to 5",
    "L[x]": "cannot depend on x",
    "[[1, 2], 3]": "join(L, M)",
    "[1...99999]": "at most 10,000",
    "[1, 2, 4...9]": "not equally far apart",
    "quantile(L, 2)": "0 to 1",
    "sort([x, 1])": "cannot depend on x",
    "mean(L[L > 99])": "empty list",
    "[n for n = L": "]",
    "mean()": "mean needs an argument",
    "1 + histogram(L)": "a chart stands alone",
}


def read(text):
    typed = ", ".join(map(repr, L)), ", ".join(map(repr, M))
    lines = [text, f"L = [{typed[0]}]", f"M = [{typed[1]}]", "f(t) = t^2 + 1", "n = 3"]
    return Sheet.read(lines).lines[0]


def numbers(text):
    line = read(text)
    if line.error is not None:
        raise line.error
    p = {"n": 3.0}
    found = elements(line.tree, p) if line.lists else [line.tree]
    # x is 1/2, as a value of a slider
    return [number(exact(item), {**p, "x": 0.5}) for item in (found if isinstance(found, list) else [found])]


def test_lists_are_what_python_and_numpy_make_of_them(subtests):
    for text, meant in MEANT.items():
        with subtests.test(text):
            found, meant = numbers(text), list(meant)
            assert len(found) == len(meant)
            assert found == pytest.approx([float(each) for each in meant], rel=1e-15, abs=1e-15)


def test_a_list_that_cannot_be_says_why(subtests):
    for text, words in REFUSED.items():
        with subtests.test(text), pytest.raises(ExpressionError) as raised:
            numbers(text)
        assert words in str(raised.value), text
