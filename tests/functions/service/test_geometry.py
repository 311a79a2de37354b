"""Figures as they are drawn: ends, corners, meeting points, points that can be moved."""

import numpy as np
import pytest

from jaxstudio.functions.protocol.scene import MarkKind, TypedNumber


def test_figures_meet_in_closed_form(draw):
    texts = ("A = (0, 0)", "circle(A, 5)", "circle((6, 0), 5)", "segment((-9, 4), (9.5, 4))", "y = x")
    scene = draw(*texts, refined=True, marks=(MarkKind.INTERSECTION,))
    found = [(mark.x, mark.y) for mark in scene.intersections.marks]
    expected = [*[(3, 4)] * 3, (3, -4), (-3, 4), (9, 4), (4, 4)]
    expected += [(x, x) for x in (-(12.5**0.5), 12.5**0.5, *np.roots([2, -12, 11]))]
    assert np.allclose(sorted(found), sorted(expected), rtol=1e-12)
    at_an_end = draw(
        "circle((0, 0), 5)", "segment((-9, 4), (3, 4))", refined=True, marks=(MarkKind.INTERSECTION,)
    )
    assert len(at_an_end.intersections.marks) == 2 or not at_an_end.intersections.complete


def test_a_segment_ends_at_its_points(draw):
    line = draw("segment((1, 2), (4, -2))", refined=True).lines[0]
    points = np.concatenate([each.points for each in line.implicit.lines])
    for end in ((1, 2), (4, -2)):
        assert np.hypot(*(points - end).T).min() < 1e-5
    assert points[:, 0].min() > 1 - 1e-5
    assert points[:, 0].max() < 4 + 1e-5


def test_polygons_and_arrows_are_drawn_through_their_points(draw):
    polygon, arrow = draw(
        "polygon((0, 0), (3, 0), (0, a))", "vector((1, 1), (4, 5))", sliders={"a": 2.0}
    ).lines
    (ring,) = polygon.implicit.lines
    assert ring.closed
    assert ring.points.tolist() == [[0, 0], [3, 0], [0, 2]]
    shaft, head = (each.points for each in arrow.implicit.lines)
    assert shaft.tolist() == [[1, 1], [4, 5]]
    assert head[1].tolist() == [4, 5]
    assert np.hypot(*(head[0] - (4, 5))) == pytest.approx(np.hypot(*(head[2] - (4, 5))))


def test_only_typed_numbers_of_a_point_move(draw):
    typed, half, other = draw("A = (1, -2.5)", "B = (a, 3)", "C = A + B", sliders={"a": 2.0}).lines
    (handle,) = typed.handles
    assert (handle.x, handle.y) == (1, -2.5)
    assert handle.x_typed == TypedNumber(0, 5, 6)
    assert handle.y_typed == TypedNumber(0, 8, 12)
    assert half.handles[0].x_typed is None
    assert half.handles[0].y_typed == TypedNumber(1, 8, 9)
    assert other.handles == ()
    assert other.value == (3, 0.5)


def test_a_point_that_is_dragged_compiles_nothing(draw):
    scenes = [draw(f"A = ({x}, 1)", "circle(A, 2)", "segment(A, (5, 5))") for x in (0.5, 1.25, -2)]
    assert [scene.compiles for scene in scenes[1:]] == [0, 0]
    for each in scenes[2].lines[1].implicit.lines:
        assert np.allclose(np.hypot(*(each.points - (-2, 1)).T), 2, atol=0.01)


def test_a_field_of_vectors_has_two_components_at_each_place(draw):
    for text, field in (
        ("vectorfield(-y, x)", lambda x, y: (-y, x)),
        ("vectorfield(1, x)", lambda x, y: (1 + 0 * x, x)),
    ):
        (line,) = draw(text).lines
        assert line.kind == "vector"
        assert np.allclose(line.arrows.vectors.T, field(*line.arrows.tails.T))
