"""Regions: which pixels, which edge, and what is undefined."""

import jax.numpy as jnp
import numpy as np
import pytest

from jaxstudio.functions.fields.conditions import (
    AllOf,
    AnyOf,
    Not,
    Relation,
    combined,
    compared,
    condition_of,
    relations,
)
from jaxstudio.functions.fields.grid import pixel_centres
from jaxstudio.functions.fields.implicit import region
from jaxstudio.functions.language import LineKind, Sheet
from jaxstudio.functions.protocol.scene import View
from jaxstudio.runtime.compile_counter import COMPILES

VIEW = View((-4, 4), (-3, 3), 320, 240)
AREA = 8 * 6


def disc(x, y, p):
    return x * x + y * y - p["r"] ** 2


def test_a_disc_has_its_area_and_a_dashed_edge():
    found = region(Relation(disc, "<"), VIEW, {"r": 2.0})
    assert found.inside.mean() * AREA == pytest.approx(4 * np.pi, rel=1e-3)
    (edge,) = found.boundary
    assert edge.strict
    assert edge.line.closed
    assert not found.undefined.any()
    (closed,) = region(Relation(disc, "<="), VIEW, {"r": 2.0}).boundary
    assert not closed.strict


def test_the_top_row_is_the_top_of_the_view():
    found = region(Relation(lambda x, y, p: y - 2, ">"), VIEW, {})
    assert found.inside[0].all()
    assert not found.inside[-1].any()
    np.testing.assert_allclose(pixel_centres(VIEW)[0], (-4 + 8 / 640, 3 - 6 / 480))


def test_edges_end_where_another_condition_takes_over():
    """A half disc: half a circle and a diameter."""
    half = AllOf((Relation(disc, "<="), Relation(lambda x, y, p: y - x, ">")))
    found = region(half, VIEW, {"r": 2.0})
    assert found.inside.mean() * AREA == pytest.approx(2 * np.pi, rel=1e-2)
    root = np.sqrt(2)
    arc, chord = sorted(found.boundary, key=lambda edge: edge.strict)
    for edge in (arc, chord):
        ends = edge.line.points[[0, -1]]
        np.testing.assert_allclose(sorted(ends.tolist()), [(-root, -root), (root, root)], atol=1e-3)
    assert (arc.strict, chord.strict) == (False, True)
    assert (arc.line.points[:, 1] > arc.line.points[:, 0] - 1e-3).all()


def test_or_hides_the_edges_inside():
    either = AnyOf((Relation(lambda x, y, p: jnp.abs(x) - 1, "<"), Relation(lambda x, y, p: y, ">=")))
    found = region(either, VIEW, {})
    points = np.concatenate([edge.line.points for edge in found.boundary])
    inner = (np.abs(points[:, 0]) < 0.999) | (points[:, 1] > 1e-3)
    assert not inner.any()


def test_what_is_undefined_is_neither_in_nor_out():
    """√x > -1 or x + 1 > 0: between -1 and 0 the other part decides, below nothing does."""
    root = Relation(lambda x, y, p: jnp.sqrt(x) + 1, ">")
    found = region(AnyOf((root, Relation(lambda x, y, p: x + 1, ">"))), VIEW, {})
    x = pixel_centres(VIEW)[:320, 0]
    np.testing.assert_array_equal(found.inside[7], x > -1)
    np.testing.assert_array_equal(found.undefined[7], x <= -1)
    outside = region(Not(root), VIEW, {})
    np.testing.assert_array_equal(outside.undefined[7], x < 0)
    assert not outside.inside.any()


def test_without_the_edge_at_once():
    assert region(Relation(disc, "<"), VIEW, {"r": 2.0}, refined=False).boundary == ()


@pytest.mark.samples(2)
@pytest.mark.parametrize(
    ("text", "truth", "strict"),
    [
        ("0 < x < y <= 2", lambda x, y: (x > 0) & (x < y) & (y <= 2), {True, False}),
        ("x^2+y^2<9 and not x y > 1", lambda x, y: (x * x + y * y < 9) & ~(x * y > 1), {True}),
        ("x^2+y^2 <= 9 {y > x}", lambda x, y: (x * x + y * y <= 9) & (y > x), {True, False}),
        ("{x > 0: x, -x} < y", lambda x, y: np.abs(x) < y, {True}),
        ("not (x > 1 or y > 1)", lambda x, y: (x <= 1) & (y <= 1), {True}),
    ],
)
def test_typed_inequalities(text, truth, strict):
    sheet = Sheet.read([text, "a = 2"])
    line = sheet.lines[0]
    assert line.kind is LineKind.INEQUALITY
    condition = condition_of(line.tree, line.variables, sheet.values)
    found = region(condition, VIEW, dict(sheet.values))
    x, y = pixel_centres(VIEW).T
    np.testing.assert_array_equal(found.inside.ravel(), truth(x, y))
    assert {edge.strict for edge in found.boundary} == strict


def test_conditions_of_other_lines_are_looked_through():
    sheet = Sheet.read(["inside(x, y) = x^2 + y^2 < 4", "inside(x - 1, y) and y > 0"])
    line = sheet.lines[1]
    condition = condition_of(line.tree, line.variables, sheet.values, line.index)
    assert len(relations(condition)) == 2
    found = region(condition, VIEW, {})
    x, y = pixel_centres(VIEW).T
    np.testing.assert_array_equal(found.inside.ravel(), ((x - 1) ** 2 + y * y < 4) & (y > 0))


def test_three_valued_logic():
    known = [
        compared(Relation(disc, sense), np.array([-1.0, 0.0, 1.0, np.nan])) for sense in ("<", ">=", "!=")
    ]
    np.testing.assert_array_equal(known[0].yes, [True, False, False, False])
    np.testing.assert_array_equal(known[0].no, [False, True, True, False])
    np.testing.assert_array_equal(known[2].yes, [True, False, True, False])
    both = AllOf((Relation(disc, "<"), Relation(disc, ">="), Relation(disc, "!=")))
    np.testing.assert_array_equal(combined(both, known).no, [True, True, True, False])


def test_a_slider_compiles_nothing():
    condition = AllOf((Relation(disc, "<"), Relation(lambda x, y, p: y - p["m"] * x, ">=")))
    region(condition, VIEW, {"r": 2.0, "m": 1.0})
    before = COMPILES.awaited
    region(condition, View((0, 1), (0, 1), 77, 55), {"r": 1, "m": -0.5})
    assert COMPILES.awaited == before
