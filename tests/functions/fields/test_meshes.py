"""Surfaces in space: on the surface, closed, with its area and its normals; nothing at poles."""

import numpy as np
import pytest

from jaxstudio.functions.language import LineKind, Sheet
from jaxstudio.functions.language.document import read_line
from jaxstudio.functions.protocol.requests import SheetLine
from jaxstudio.functions.protocol.scene import View
from jaxstudio.functions.service import planes
from jaxstudio.functions.service.reading import Reader

VIEW = View((-2.0, 2.0), (-2.0, 2.0), 400, 400)
SPHERE = "(cos(u) sin(v), sin(u) sin(v), cos(v))"


def mesh(text, refined=True, ends=None, view=VIEW, **sliders):
    read = Reader().read((text,))
    line = read.sheet.lines[0]
    assert line.error is None
    p = read.values(line, sliders)
    return planes.draw(SheetLine(text, parameter=ends), read.functions[0], p, view, refined).mesh


def area(found):
    a, b, c = np.moveaxis(found.positions[found.triangles], 1, 0)
    return np.linalg.norm(np.cross(b - a, c - a), axis=1).sum() / 2


def edges(found):
    """How many triangles each edge has."""
    pairs = np.concatenate(
        [found.triangles[:, [0, 1]], found.triangles[:, [1, 2]], found.triangles[:, [2, 0]]]
    )
    return np.unique(np.sort(pairs, axis=1), axis=0, return_counts=True)[1]


def test_a_sphere_is_round_closed_and_as_large_as_it_is():
    found = mesh("x^2 + y^2 + z^2 = 1")
    assert np.allclose(np.linalg.norm(found.positions, axis=1), 1, atol=1e-9)
    assert np.allclose(np.abs(np.sum(found.normals * found.positions, axis=1)), 1, atol=1e-9)
    assert (edges(found) == 2).all()
    assert len(found.positions) - len(edges(found)) + len(found.triangles) == 2  # Euler
    assert area(found) == pytest.approx(4 * np.pi, rel=2e-3)


def test_a_surface_by_u_and_v_has_its_area_and_its_normals():
    found = mesh(SPHERE, ends=(0.0, np.pi))
    assert area(found) == pytest.approx(2 * np.pi, rel=2e-3)
    apart = np.abs(found.positions[:, 2]) < 0.999  # at a pole all u are one place
    across = np.abs(np.sum(found.normals * found.positions, axis=1))[apart]
    assert np.allclose(across, 1, atol=1e-9)
    torus = mesh("((1 + a cos(v)) cos(u), (1 + a cos(v)) sin(u), a sin(v))", a=0.25)
    assert area(torus) == pytest.approx(4 * np.pi**2 * 0.25, rel=2e-3)


@pytest.mark.parametrize(
    "text", ["1/(x + y + z) = 0", "1/(x^2 + y^2 + z^2 - 1)^3 = 0", "x^2 + y^2 + z^2 = -1"]
)
def test_a_pole_is_no_solution(text):
    assert not len(mesh(text).triangles)


def test_what_is_undefined_ends_a_surface_and_the_box_does():
    found = mesh("z = log(x) + y^2 + 0 z")
    assert found.positions[:, 0].min() > 0
    low, high = np.array(found.box).T
    assert (found.positions >= low).all()
    assert (found.positions <= high).all()
    assert len(mesh("x^2 + y^2 + z^2 = 1", refined=False).triangles) > 500


def test_which_lines_are_surfaces():
    kinds = {
        SPHERE: (LineKind.PATCH, ("u", "v"), ()),
        "(u, v, a u v)": (LineKind.PATCH, ("u", "v"), ("a",)),
        "x^2 + y^2 + z^2 = a": (LineKind.SOLID, ("x", "y", "z"), ("a",)),
        "z = x y": (LineKind.SURFACE, ("x", "y"), ()),
        "(t, t^2, t^3)": (LineKind.PATCH, ("t",), ()),
    }
    for text, expected in kinds.items():
        line = read_line(text)
        assert (line.kind, line.variables, line.sliders) == expected, text
    # a sheet that gives u a value means that
    assert Sheet.read(["u = 2", "(u, v, u v)"]).lines[1].kind is LineKind.VECTOR


def test_a_curve_in_space_is_a_tube_around_it():
    found = mesh("(cos(t), sin(t), t/5)", ends=(0.0, 9.0))
    radius = 0.004 * 4
    length = 9 * np.hypot(1, 0.2)
    assert area(found) == pytest.approx(length * 6 * 2 * radius * np.sin(np.pi / 6), rel=5e-3)
    centres = found.positions - radius * found.normals
    t = centres[:, 2] * 5
    np.testing.assert_allclose(centres[:, :2], np.stack([np.cos(t), np.sin(t)], 1), atol=1e-3)
    broken = mesh("(t, 1/(t - 1), 0)", ends=(0.0, 2.0))
    _, b, c = np.moveaxis(broken.positions[broken.triangles], 1, 0)
    assert np.linalg.norm(b - c, axis=1).max() < 0.5  # not joined across the pole
