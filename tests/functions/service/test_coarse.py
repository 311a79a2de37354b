"""Curves on a fixed grid: what is continuous is one piece, and nothing is drawn across a pole or a jump."""

import numpy as np

from jaxstudio.functions.curves.sampling import MOST_BREAKS, POINTS, graph_pieces, graphs, grid, path_pieces
from jaxstudio.functions.protocol.scene import View

X = grid((-10.0, 10.0))
UP = 40.0  # pixels for each unit of y
TAN_POLES = np.pi * (np.arange(-4, 4) + 0.5)


def pieces(f, slope):
    with np.errstate(all="ignore"):
        return graph_pieces(X, f(X), slope(X), UP)


def test_the_grid_spans_the_interval_and_is_not_in_step_with_anything():
    assert len(X) == POINTS
    assert (X[0], X[-1]) == (-10.0, 10.0)
    steps = np.diff(X)
    assert (steps > 0).all()
    assert np.ptp(steps) > 0.3 * steps.mean()
    assert grid((-10.0, 10.0)) is X


CONTINUOUS = {
    "sine": (np.sin, np.cos),
    "cube root": (np.cbrt, lambda x: 1 / (3 * np.cbrt(x) ** 2)),
    "corner": (np.abs, np.sign),
    "steep": (lambda x: x**5, lambda x: 5 * x**4),
    "nearly a step": (lambda x: np.tanh(40 * x), lambda x: 40 / np.cosh(40 * x) ** 2),
    "line": (lambda x: x, np.ones_like),
}


def test_what_is_continuous_is_one_piece():
    for name, (f, slope) in CONTINUOUS.items():
        (piece,) = pieces(f, slope)
        assert np.array_equal(piece.x, X), name


def test_nothing_is_drawn_across_the_poles_of_the_tangent():
    found = pieces(np.tan, lambda x: 1 / np.cos(x) ** 2)
    assert len(found) == 7  # six poles in view
    for piece in found:
        assert not ((piece.x[0] < TAN_POLES) & (piece.x[-1] > TAN_POLES)).any()


def test_a_sketch_shows_the_same_pieces_with_fewer_points():
    view = View((-10.0, 10.0), (-10.0, 10.0), 1000, 800)
    broken = {
        "tangent": (np.tan, lambda x: 1 / np.cos(x) ** 2),
        "floor": (np.floor, np.zeros_like),
        "root": (lambda x: np.sqrt(x**2 - 4), lambda x: x / np.sqrt(x**2 - 4)),
        "needle": (lambda x: np.exp(-(((x - 0.3) / 0.02) ** 2)), np.zeros_like),
        "nowhere": (lambda x: np.full_like(x, np.nan), np.zeros_like),
        "two corners": (lambda x: np.abs(x - 1.23) / 3 + np.abs(x + 4) / 90, np.zeros_like),
        "corner of a bend": (lambda x: np.abs(x - 1.23) / 9 + x**2 / 50, np.zeros_like),
    }
    cases = CONTINUOUS | broken
    with np.errstate(all="ignore"):
        y, slopes = (np.stack([pair[which](X) for pair in cases.values()]) for which in (0, 1))
    for name, whole, few in zip(
        cases, graphs(X, y, slopes, UP), graphs(X, y, slopes, UP, sketch=view), strict=True
    ):
        assert [(piece.x[0], piece.x[-1]) for piece in few] == [(p.x[0], p.x[-1]) for p in whole], name
        for piece, reference in zip(few, whole, strict=True):
            assert len(piece.x) < len(reference.x) / 3 + 17, name
            again = np.interp(reference.x, piece.x, piece.y)
            slope = np.gradient(reference.y, reference.x) * UP / 50 if len(reference.x) > 1 else 0.0
            seen = np.abs(reference.y) < 10
            off = np.abs(again - reference.y) * UP / np.hypot(1, slope)
            assert off[seen].max(initial=0.0) < 0.3, name


def test_steps_of_the_floor_are_not_joined():
    found = pieces(np.floor, np.zeros_like)
    assert len(found) == 20 + 1
    assert all(np.ptp(piece.y) == 0 for piece in found)


def test_where_there_is_no_value_there_is_no_piece():
    def root(x):
        return np.sqrt(x**2 - 4)

    left, right = pieces(root, lambda x: x / root(x))
    assert left.x[-1] <= -2 < 2 <= right.x[0]
    assert np.isfinite([*left.y, *right.y]).all()
    assert pieces(lambda x: np.full_like(x, np.nan), np.zeros_like) == ()
    below, above = pieces(lambda x: 1 / x, lambda x: -1 / x**2)
    assert below.x[-1] < 0 < above.x[0]


def test_a_haze_is_not_cut_into_a_thousand_pieces():
    noise = np.random.default_rng(0).uniform(-5, 5, POINTS)
    assert len(graph_pieces(X, noise, np.zeros(POINTS), UP)) <= MOST_BREAKS + 1


def test_a_circle_is_one_piece_and_a_jumping_path_is_two():
    t = grid((0.0, 2 * np.pi))
    circle, along = np.stack([np.cos(t), np.sin(t)]), np.stack([-np.sin(t), np.cos(t)])
    (piece,) = path_pieces(t, circle, along, np.array([UP, UP]))
    assert np.allclose(np.hypot(piece.x, piece.y), 1)
    jumping = circle + np.where(t > 3, 2.0, 0.0)
    assert len(path_pieces(t, jumping, along, np.array([UP, UP]))) == 2
