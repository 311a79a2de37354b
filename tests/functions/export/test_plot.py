"""Lines become a plot: what is drawn, what of it is said in JSON and CSV, what is refused."""

import csv
import io
import json
import math

import numpy as np
import pytest

from jaxstudio.errors import ExpressionError, UsageError
from jaxstudio.functions.export.compose import compose
from jaxstudio.functions.export.figure import drawn_figure, picture
from jaxstudio.functions.export.text import as_csv, as_json
from jaxstudio.functions.progress import Progress
from jaxstudio.functions.protocol.scene import MarkKind

VIEW = {"x": (-5.0, 5.0), "y": (-4.0, 4.0)}


def document(*texts, ranges=VIEW, **options):
    return json.loads(as_json(compose(texts, ranges, **options)))


def test_null_stands_between_pieces_and_nothing_else():
    (curve,) = document("tan(x)")["curves"]
    assert (curve["expr"], curve["order"]) == ("tan(x)", 0)
    poles = [mark["x"] for mark in curve["features"] if mark["kind"] == "pole"]
    assert poles == pytest.approx([k * math.pi / 2 for k in (-3, -1, 1, 3)], rel=1e-15)
    gaps = [k for k, y in enumerate(curve["y"]) if y is None]
    assert len(gaps) == len(curve["pieces"]) - 1
    whole = [(x, y) for x, y in zip(curve["x"], curve["y"], strict=True) if y is not None]
    assert sum(piece["count"] for piece in curve["pieces"]) == len(whole)
    x, y = np.array(whole).T
    np.testing.assert_allclose(y, np.tan(x), rtol=1e-9)
    for first, last in zip(curve["x"], curve["x"][1:], strict=False):
        assert not any(first < pole < last for pole in poles) or None in curve["y"]


def test_points_figures_and_charts_are_drawn():
    curves = document("A = (1, 2)", "polygon((0, 0), (3, 0), A)", "([1, 2], [3, a])", "boxplot([1, 2, 4])")[
        "curves"
    ]
    assert [(curve["x"], curve["y"]) for curve in curves[:3]] == [
        ([1], [2]), ([0, 3, 1, 0], [0, 0, 2, 0]), ([1, 2], [3, 1]),
    ]  # fmt: skip
    assert {1, 2, 4} <= set(curves[3]["x"])


def test_orders_sliders_and_lines_that_use_each_other():
    curves = document("f(x) = a x^2", "f(x) + b", sliders={"a": 2.0, "b": 1.0}, orders=(0, 2))["curves"]
    assert [(c["expr"], c["order"]) for c in curves] == [
        ("f(x) = a x^2", 0), ("f(x) = a x^2", 2), ("f(x) + b", 0), ("f(x) + b", 2),
    ]  # fmt: skip
    x, y = (np.array(curves[2][key]) for key in "xy")
    np.testing.assert_allclose(y, 2 * x**2 + 1, rtol=1e-14)
    assert set(curves[3]["y"]) == {4.0}


def test_features_have_a_state_and_digits():
    (curve,) = document("x^3 - x")["curves"]
    kinds = [mark["kind"] for mark in curve["features"]]
    assert kinds == ["root", "maximum", "root", "inflection", "minimum", "root"]
    assert {mark["state"] for mark in curve["features"]} == {"proven"}
    assert min(mark["digits"] for mark in curve["features"]) > 10
    assert curve["complete"]["root"] is True


def test_where_two_graphs_meet():
    found = document("x^2 - 2", "x")["intersections"]
    assert [(mark["x"], mark["y"]) for mark in found] == [(-1.0, -1.0), (2.0, 2.0)]


def test_paths_in_the_plane():
    ranges = {**VIEW, "t": (0.0, math.pi)}
    half, rose = document("(3cos(t), 3sin(t))", "r = 2 sin(3 theta)", ranges=ranges)["curves"]
    np.testing.assert_allclose(np.hypot(half["x"], half["y"]), 3, rtol=1e-14)
    assert min(half["y"]) > -1e-12
    assert np.hypot(rose["x"], rose["y"]).max() == pytest.approx(2, abs=1e-5)


def test_an_implicit_curve_and_an_edge_are_lines_too():
    circle, edge = document("x^2 + y^2 = 9", "y < x/2")["curves"]
    x, y = (np.array([v for v in circle[key] if v is not None]) for key in "xy")
    np.testing.assert_allclose(np.hypot(x, y), 3, rtol=1e-9)
    x, y = (np.array([v for v in edge[key] if v is not None]) for key in "xy")
    np.testing.assert_allclose(y, x / 2, atol=1e-9)


def test_a_row_a_place():
    plot = compose(["1/x", "sin(1/x)"], VIEW)
    rows = list(csv.DictReader(io.StringIO(as_csv(plot))))
    assert len(rows) == sum(len(s.piece.x) for curve in plot.curves for s in curve.stretches)
    first = [row for row in rows if row["expr"] == "1/x"]
    for row in first[::50]:
        assert float(row["y"]) == 1 / float(row["x"])
    bands = [row for row in rows if row["state"] == "unresolved"]
    assert bands
    assert all(float(row["low"]) <= float(row["y"]) <= float(row["high"]) for row in bands)
    assert all(row["low"] == "" for row in first)


def test_the_height_leaves_poles_out_and_keeps_peaks():
    def height(text, **options):
        return np.ptp(compose([text], {"x": (-5.0, 5.0)}, **options).view.y)

    assert height("tan(x)") < 40
    assert height("1/x^2") < 100
    assert height("x^2") == pytest.approx(27.5)
    assert height("2") == 2.0
    assert height("sin(9 x)", orders=(0, 3)) < 12


def test_the_picture_shows_pieces_holes_and_asymptotes():
    plot = compose(["(x^2 - 1)/(x - 1)", "1/(x + 2)"], VIEW)
    (axes,) = drawn_figure(plot).axes
    lines = [line.get_xydata() for line in axes.lines]
    straight = [p for p in lines if len(p) > 9 and np.allclose(p[:, 1], p[:, 0] + 1)]
    assert straight
    assert not any(points[0, 0] < 1 < points[-1, 0] for points in straight)
    assert any(set(points[:, 0]) == {-2.0} for points in lines)  # the asymptote
    rings = [
        dots for dots in axes.collections if len(dots.get_offsets()) and dots.get_facecolor()[0].sum() == 4
    ]
    np.testing.assert_allclose(rings[0].get_offsets(), [[1.0, 2.0]], atol=1e-9)
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["(x^2 - 1)/(x - 1)", "1/(x + 2)"]


def test_vectors_are_arrows():
    (axes,) = drawn_figure(compose(["[-y, x]"], VIEW)).axes
    (arrows,) = [each for each in axes.collections if type(each).__name__ == "Quiver"]
    np.testing.assert_allclose(arrows.U * arrows.X + arrows.V * arrows.Y, 0, atol=1e-12)
    assert np.hypot(arrows.U, arrows.V).max() == pytest.approx(1)


@pytest.mark.samples(1)
@pytest.mark.parametrize("form", ["png", "svg"])
def test_a_picture_is_repeatable(form):
    plot = compose(["sin(1/x)", "x^2 + y^2 < 4", "(cos(t), sin(t))", "x y"], VIEW)
    first, second = picture(plot, form), picture(plot, form)
    assert first == second
    assert first.startswith(b"\x89PNG" if form == "png" else b"<?xml")


def test_png_has_the_size_asked_for():
    from PIL import Image

    image = Image.open(io.BytesIO(picture(compose(["x"], VIEW, width_px=320, height_px=240), "png")))
    assert image.size == (320, 240)


def test_what_cannot_be_plotted(subtests):
    for texts, error, message in (
        (["sin("], ExpressionError, r"\w"),
        (["a = 3"], UsageError, "nothing to plot"),
        (["x y t"], UsageError, "cannot be plotted"),
        (["(t, t^2, t^3, t)"], UsageError, "cannot be plotted"),
        (["x", "limit(sin(x)/x, x, 0)"], UsageError, "jaxstudio eval answers it"),
    ):
        with subtests.test(texts=texts), pytest.raises(error, match=message):
            compose(texts, VIEW)


def test_a_slider_that_there_is_not():
    with pytest.raises(UsageError, match="--set b: expected one of a"):
        compose(["a x"], VIEW, {"b": 2.0})


def test_every_kind_of_mark_is_asked_for():
    (curve,) = compose(["|x|"], VIEW).curves
    asked = {found.kind for found in curve.features}
    of_planes = {MarkKind.SADDLE, MarkKind.INTERSECTION, MarkKind.ZERO, MarkKind.COMPLEX_POLE}
    assert asked == set(MarkKind) - of_planes


def test_a_curve_without_a_value_is_named_all_the_same():
    """And Matplotlib has nothing to warn of."""
    (axes,) = drawn_figure(compose(["log(-1 - x^2)"], VIEW)).axes
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["log(-1 - x^2)"]


class Kept(Progress):
    """Keeps every plot that is given."""

    def __init__(self):
        super().__init__()
        self.given = []

    def give(self, answer):
        self.given.append(answer)


def test_what_takes_long_is_given_by_its_values_then_sampled_then_whole(monkeypatch):
    from jaxstudio.functions.export import compose as module

    monkeypatch.setattr(module, "LARGE", 0)
    progress = Kept()
    plot = compose(["sin(x) + 2", "x"], {"x": (-3.0, 3.0)}, progress=progress)
    first, *_, last = progress.given
    (curve,) = first.curves
    assert curve.coarse
    assert first.undecided[1] == "x is not drawn"
    places = np.concatenate([stretch.piece.x for stretch in curve.stretches])
    values = np.concatenate([stretch.piece.y for stretch in curve.stretches])
    np.testing.assert_allclose(values, np.sin(places) + 2, rtol=1e-13)
    assert any(len(given.curves) == 2 and all(c.coarse for c in given.curves) for given in progress.given)
    assert last.undecided == ("where the curves meet",)
    assert not plot.undecided
    assert not any(each.coarse for each in plot.curves)


@pytest.mark.thorough
def test_what_is_watched_is_drawn_alike():
    """But for what it takes to be sampled first: the same places, marks and proofs."""
    texts = ["tan(x)", "(cos(t), t)", "x^2 + y^2 < 4"]
    assert as_json(compose(texts, VIEW, progress=Kept())) == as_json(compose(texts, VIEW))
