"""Surfaces as pictures: what is nearer hides what is farther, slopes have no gaps."""

import numpy as np
import pytest
from PySide6.QtGui import QColor

from jaxstudio.app.plot.plane.mesh_picture import mesh_picture, shade_meshes
from jaxstudio.app.plot.plane.surface_view import PALE, Turn, corner, picture, shade_surface
from jaxstudio.app.shared.colours import curve_colour
from jaxstudio.functions.protocol.scene import Mesh, Surface


def surface(function, slope, side=41):
    x, y = np.meshgrid(np.linspace(-3, 3, side), np.linspace(-3, 3, side))
    z = function(x, y)
    normals = np.stack([-slope(x, y)[0], -slope(x, y)[1], np.ones_like(z)], axis=-1)
    normals /= np.linalg.norm(normals, axis=-1, keepdims=True)
    a = np.arange(side * side).reshape(side, side)[:-1, :-1].ravel()
    triangles = np.concatenate(
        [np.stack([a, a + 1, a + side + 1], 1), np.stack([a, a + side + 1, a + side], 1)]
    )
    positions = np.stack([x, y, z], axis=-1).reshape(-1, 3)
    return Surface(positions, normals.reshape(-1, 3), triangles, side, side, float(z.min()), float(z.max()))


WAVES = surface(lambda x, y: np.sin(4 * x) * np.cos(4 * y), lambda x, y: (0 * x, 0 * y), 129)
TENT = surface(lambda x, y: -np.abs(y), lambda x, y: (0 * x, -np.sign(y)))


def pixels(image):
    return np.frombuffer(image.constBits(), np.uint32).reshape(image.height(), image.width()).copy()


@pytest.mark.parametrize("azimuth", np.linspace(0.1, 6.2, 7))
def test_a_steep_surface_has_no_gaps(azimuth):
    """Every pixel between the highest and the lowest of a column in the middle is covered."""
    seen = pixels(picture(shade_surface(WAVES, 330), Turn(azimuth, 0.5), 410, 340, dot=2)) != 0
    for column in seen.T[180:230:10]:
        rows = np.flatnonzero(column)
        assert len(rows) > 20
        assert column[rows[0] : rows[-1]].mean() > 0.999


def test_what_is_nearer_hides_what_is_farther():
    """A tent seen from the front: the side behind its ridge is not seen."""
    made = shade_surface(TENT, 300)
    painted = pixels(picture(made, Turn(0.0, 0.35), 300, 300, dot=1))
    behind = set(made.colours[200:].ravel().tolist()) - set(made.colours[:149].ravel().tolist())
    assert not behind & set(painted.ravel().tolist())


def test_the_side_that_faces_one_is_seen_from_either_side():
    made = shade_surface(TENT, 200)
    front, back = (pixels(picture(made, Turn(azimuth, 0.35), 300, 300, dot=1)) for azimuth in (0.0, np.pi))
    assert (front != 0).sum() == pytest.approx((back != 0).sum(), rel=0.03)


def test_seen_from_above_the_map_is_the_right_way_round():
    right, down = corner(Turn(0.0, np.pi / 2), 1.0, 1.0, 0.0)
    assert (right, down) == pytest.approx((1.0, -1.0))


def test_where_there_is_no_value_there_is_nothing():
    whole = surface(lambda x, y: x + y, lambda x, y: (1 + 0 * x, 1 + 0 * y))
    cells = np.divmod(whole.triangles[:, 0], whole.columns)
    from dataclasses import replace

    holed = replace(whole, triangles=whole.triangles[(cells[0] < 10) | (cells[1] < 10)])
    turn = Turn(0.4, 1.2)
    filled = (pixels(picture(shade_surface(whole, 300), turn, 300, 300)) != 0).sum()
    left = (pixels(picture(shade_surface(holed, 300), turn, 300, 300)) != 0).sum()
    assert left < 0.6 * filled


def test_the_form_of_a_surface_is_seen_in_the_light_theme():
    """Its palette has dark colours, for thin lines on white."""
    for hue in range(8):
        line, surface = (curve_colour(hue, 0, dark=False, least=least) for least in (0.0, PALE))
        assert surface.lightnessF() >= max(line.lightnessF(), 0.3)


def test_of_surfaces_in_space_the_nearer_one_hides_the_other():
    square = np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]], float)
    triangles, up = np.array([[0, 1, 2], [0, 2, 3]]), np.tile([0.0, 0.0, 1.0], (4, 1))
    box = ((-1.0, 1.0),) * 3
    upper, lower = (Mesh(square + np.array([0, 0, height]), up, triangles, box) for height in (0.5, -0.5))
    shapes = [(upper, QColor("#ff0000")), (lower, QColor("#0000ff"))]
    for elevation, channel in ((1.4, 16), (-1.4, 0)):
        made = shade_meshes(shapes, box, 100.0)
        seen = pixels(mesh_picture(made, 0.2, elevation, 100.0, 300, 300, 2))
        middle = seen[140:160, 140:160]
        assert (middle >> 24 == 255).all()  # without gaps
        assert (middle >> channel & 0xFF > 100).all()
    assert not seen[:20].any()
