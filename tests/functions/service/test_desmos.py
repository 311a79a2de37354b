"""Every row of docs/desmos.md, Desmos' functions and graphs, is typed and drawn; nine of ten have a text."""

import re
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from jaxstudio.functions.language import Sheet
from jaxstudio.functions.lists import numbers

DOCS = Path(__file__).parents[3] / "docs"
AT = [-1.5, 0, 0.5, 1, 2, 3]
DATA = [2.1, 3.4, 2.2, 5.0, 4.1]


def rows(path):
    lines = [line.split("|")[1:-1] for line in path.read_text("utf-8").splitlines() if line.startswith("| ")]
    return [re.findall("`([^`]*)`", cells[1]) for cells in lines if "Desmos" not in cells[0]]


def test_every_row_is_drawn(draw, subtests):
    typed = rows(DOCS / "desmos.md")
    assert sum(map(bool, typed)) >= 0.9 * len(typed)
    assert rows(DOCS / "de" / "desmos.md") == typed
    for texts in filter(None, typed):
        with subtests.test(texts=texts):
            scene = draw(*texts, orders=(0,))
            assert [line.error for line in scene.lines] == [None] * len(texts)


def value(text):
    (line,) = Sheet.read([text]).lines
    assert line.error is None, text
    return numbers(line.tree, {})


@pytest.mark.parametrize(
    ("name", "reference"),
    [
        ("normaldist(1, 2)", stats.norm(1, 2)),
        ("uniformdist(-1, 2)", stats.uniform(-1, 3)),
        ("tdist(5)", stats.t(5)),
        ("chisqdist(3)", stats.chi2(3)),
        ("binomialdist(3, 0.3)", stats.binom(3, 0.3)),
        ("poissondist(2)", stats.poisson(2)),
        ("geodist(0.3)", stats.geom(0.3)),
    ],
)
def test_distributions_are_scipys(name, reference):
    listed = f"[{', '.join(map(str, AT))}]"
    density = reference.pdf if hasattr(reference.dist, "pdf") else reference.pmf
    assert np.allclose(value(f"{name}.pdf({listed})"), density(AT), rtol=1e-12, atol=1e-300)
    assert np.allclose(value(f"cdf({name}, {listed})"), reference.cdf(AT), rtol=1e-12, atol=1e-300)
    assert np.allclose(value(f"cdf({name}, 1, 2)"), reference.cdf(2) - reference.cdf(0.999), atol=2e-3)
    assert np.allclose(
        [*value(f"mean({name})"), *value(f"{name}.stdev")], [reference.mean(), reference.std()]
    )
    if "normal" in name or "uniform" in name:
        assert np.allclose(value(f"{name}.inversecdf([0.1, 0.7])"), reference.ppf([0.1, 0.7]))
        assert len(value(f"random({name}, 5, 3)")) == 5


def test_tests_of_hypotheses_are_scipys():
    t = stats.ttest_1samp(DATA, 3)
    left = stats.ttest_1samp(DATA, 3, alternative="less").pvalue
    listed, found = f"({DATA}, 3)", []
    for result in ("score", "p", "pleft", "dof"):
        found += value(f"ttest{listed}.{result}")
    assert np.allclose(found, [t.statistic, t.pvalue, left, 4], rtol=1e-12)
    z = (np.mean(DATA) - 3) / (1.2 / 5**0.5)
    assert np.allclose(value(f"ztest({DATA}, 1.2, 3).p"), 2 * stats.norm.sf(abs(z)))
    z = (0.6 - 0.5) / (0.25 / 20) ** 0.5
    assert np.allclose(value("zproptest(12, 20, 0.5).pright"), stats.norm.sf(z))
    chi = stats.chisquare([8, 12, 10], [10, 10, 10])
    assert np.allclose(value("chisqgof([8, 12, 10], [10, 10, 10]).p"), chi.pvalue)


def test_ranks_and_quartiles():
    other = [1, 5, 5, 2, 9]
    assert np.allclose(value(f"spearman({DATA}, {other})"), stats.spearmanr(DATA, other).statistic)
    # the medians of 1, 2 and of 6, 9; Moore and McCabe leave the middle out
    assert value("stats([6, 2, 1, 9, 4])") == [1, 1.5, 4, 7.5, 9]
    assert value("quartile([1, 2, 3, 4, 5, 6], 3)") == [5]


def test_a_point_has_coordinates_and_with_puts_numbers_in():
    assert value("(3, 4).x + (3, 4).y") == [7]
    assert value("a^2 + b with a = 2, b = 3") == [7]
    assert ".z is none" in str(Sheet.read(["(3, 4).z"]).lines[0].error)
    assert Sheet.read(["round(2,5)"]).lines[0].error.suggestion
