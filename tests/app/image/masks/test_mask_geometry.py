"""Geometry of masks on the canvas: maps through steps, handles that make shapes, strokes of few points."""

import math

import cv2
import numpy as np
import pytest

from jaxstudio.app.image.canvas.handle_geometry import (
    WHOLE,
    photo_to_result,
    place,
    steps_with_outlines,
    units_of,
)
from jaxstudio.app.image.masks.geometry import (
    END,
    FEATHER,
    ROTATE,
    START,
    DragKeys,
    drawn,
    feather_outlines,
    handle_places,
    in_the_middle,
    is_inside,
    move_handle,
    nearest_side,
    outlines,
    translated,
    with_point,
    without_point,
)
from jaxstudio.app.image.masks.surface import StrokeDrawing
from jaxstudio.backend.recipes import describe_recipe
from jaxstudio.engine.source import Source
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.masks import (
    Brush,
    Ellipse,
    Gradient,
    Luminosity,
    MaskPart,
    Polygon,
    Rectangle,
    Stroke,
    place_in_pixels,
)
from jaxstudio.pipeline.recipe import Recipe

SIZE = (300, 400)
UNITS = units_of(SIZE)
BOX = Rectangle(0.5, 0.5, 0.4, 0.2)


def moved(shape, name, way, **keys):
    return move_handle(MaskPart(shape), name, way, UNITS, **keys).shape


@pytest.mark.parametrize(
    "steps",
    [
        [("crop", {"left": 10.0, "top": 20.0})],
        [("rotate_90", {})],
        [("crop", {"left": 10.0, "bottom": 20.0}), ("rotate_90", {}), ("resize", {"width": 90})],
        [("flip_horizontal", {}), ("rotate", {"angle": 20.0})],
    ],
)
def test_a_place_goes_where_the_picture_goes(engine, steps):
    """A spot painted on a photo is found, by its centre of mass, where the map says."""
    recipe = Recipe()
    for name, values in steps:
        op = CATALOGUE[name]
        recipe = recipe.added(op, {key: value for key, value in values.items() if key in op.by_name})
    at = 0.45, 0.4
    x, y = place_in_pixels(*at, *SIZE)
    rows, columns = np.mgrid[0 : SIZE[0], 0 : SIZE[1]]
    photo = np.exp(-((columns - x) ** 2 + (rows - y) ** 2) / 50).astype(np.float32)[..., None]
    result = engine.render(Source(photo), recipe)[..., 0].astype(float)
    result = np.clip(result - 0.02, 0, None)
    rows, columns = np.mgrid[0 : result.shape[0], 0 : result.shape[1]]
    middle = (result * columns).sum() / result.sum() + 0.5, (result * rows).sum() / result.sum() + 0.5
    found = photo_to_result(describe_recipe(recipe, SIZE), recipe.steps).map(*at)
    assert found == pytest.approx(middle, abs=0.2)


def test_switched_off_steps_move_nothing():
    recipe = Recipe().added(CATALOGUE["rotate_90"]).switched(1, False)
    assert photo_to_result(describe_recipe(recipe, SIZE), recipe.steps).map(0.25, 0.5) == (100, 150)


def test_without_a_matrix_a_place_stays_at_its_fraction():
    recipe = Recipe().added(CATALOGUE["swirl"])
    assert photo_to_result(describe_recipe(recipe, SIZE), recipe.steps).map(0.25, 0.5) == (100, 150)


def test_what_warps_after_the_mask_is_left_out_while_it_is_edited():
    recipe = Recipe()
    for name in ("swirl", "median", "rotate_90", "swirl", "rotate_90", "median"):
        recipe = recipe.added(CATALOGUE[name])
    described = describe_recipe(recipe, SIZE)
    shown = steps_with_outlines(recipe, 2, described)
    assert [step.key for step in shown.steps] == [1, 2, 3, 6]
    assert steps_with_outlines(recipe, None, described) is recipe
    assert steps_with_outlines(recipe, 5, described) is recipe


def test_places_on_the_canvas_at_twice_the_scale():
    recipe = Recipe().added(CATALOGUE["crop"], {"left": 50.0})
    found = place(describe_recipe(recipe, SIZE), recipe.steps, (10, 20), 2.0, 2.0)
    assert found.to_widget((UNITS[0] / 2, 0)) == pytest.approx((5, 10))
    assert found.to_widget((UNITS[0], 1)) == pytest.approx((5 + 200, 10 + 300))
    assert found.scale == pytest.approx(300)
    assert found.from_widget(found.to_widget((0.3, 0.7))) == pytest.approx((0.3, 0.7))


@pytest.mark.parametrize("angle", [0.0, 30.0, -75.0])
@pytest.mark.parametrize("name", ["top left", "right", "bottom", "bottom right"])
def test_the_opposite_side_of_a_box_stays(name, angle):
    opposite = {"top left": "bottom right", "right": "left", "bottom": "top", "bottom right": "top left"}
    part = MaskPart(Ellipse(0.5, 0.5, 0.4, 0.2, angle))
    before = handle_places(part, UNITS, 0.1)
    way = 0.031, -0.022
    after_part = move_handle(part, name, way, UNITS)
    after = handle_places(after_part, UNITS, 0.1)
    assert after[opposite[name]] == pytest.approx(before[opposite[name]], abs=1e-5)
    if " " in name:
        assert after[name] == pytest.approx((before[name][0] + way[0], before[name][1] + way[1]), abs=1e-5)


def test_a_box_keeps_its_proportions_or_its_middle():
    even = moved(BOX, "bottom right", (0.4, 0.0), even=True)
    assert even.width / even.height == pytest.approx(2)
    assert even.width == pytest.approx(0.8)
    centred = moved(BOX, "right", (0.1, 0.0), centred=True)
    assert (centred.x, centred.y, centred.width) == pytest.approx((0.5, 0.5, 0.6))


def test_a_box_never_turns_inside_out():
    small = moved(BOX, "right", (-5.0, 0.0))
    assert 0 < small.width < 1e-3
    assert moved(BOX, "right", (500.0, 0.0)).width == 100


def test_outlines_are_those_of_opencv():
    shape = Rectangle(0.4, 0.6, 0.5, 0.2, 25.0)
    (outline,) = outlines(shape, UNITS)
    pixels = np.array(outline) * min(SIZE)
    # OpenCV counts clockwise
    expected = cv2.boxPoints(((0.4 * 400, 0.6 * 300), (0.5 * 300, 0.2 * 300), -25.0))
    for corner in expected:
        assert np.min(np.hypot(*(pixels - corner).T)) < 0.01


def test_rotation_is_counter_clockwise_and_snaps():
    part = MaskPart(BOX)
    top = handle_places(part, UNITS, 0.1)[ROTATE]
    middle = 0.5 * UNITS[0], 0.5
    to_left = middle[0] - 0.3, middle[1]
    assert moved(BOX, ROTATE, (to_left[0] - middle[0], to_left[1] - (top[1] + 0.1))).angle == pytest.approx(
        90
    )
    snap = moved(BOX, ROTATE, (-0.05, 0.0), even=True).angle
    assert snap % 15 == 0
    assert snap > 0


def test_the_feather_follows_its_handle(subtests):
    for shape in (BOX, Polygon(((0.2, 0.2), (0.8, 0.2), (0.5, 0.9)))):
        with subtests.test(type(shape).__name__):
            part = MaskPart(shape)
            places = handle_places(part, UNITS, 0.1)
            wide = move_handle(part, FEATHER, (0.1, 0.0) if shape is BOX else (0.0, -0.1), UNITS)
            assert wide.feather == pytest.approx(0.2)
            assert move_handle(part, FEATHER, (-9.0, 9.0), UNITS).feather == 0
            assert handle_places(wide, UNITS, 0.1)[FEATHER] != places[FEATHER]


def test_a_feather_reaches_half_in_and_half_out():
    outer, inner = feather_outlines(MaskPart(BOX, feather=0.1), UNITS)
    assert max(x for x, _ in outer) - max(x for x, _ in inner) == pytest.approx(0.1)
    assert len(feather_outlines(MaskPart(BOX, feather=0.9), UNITS)) == 1
    assert feather_outlines(MaskPart(BOX), UNITS) == []


def test_the_ends_of_a_gradient():
    gradient = Gradient(0.5, 0.2, 0.5, 0.8)
    assert moved(gradient, START, (0.0, 0.1)).y0 == pytest.approx(0.3)
    even = moved(gradient, END, (0.06, 0.0), even=True)
    assert even.x1 == pytest.approx(0.5, abs=1e-6)
    shifted = moved(gradient, WHOLE, (0.1 * UNITS[0], 0.1))
    assert (shifted.x0, shifted.y1) == pytest.approx((0.6, 0.9))


def test_inside():
    assert is_inside(Ellipse(0.5, 0.5, 0.4, 0.2, 45.0), (0.5 * UNITS[0] + 0.1, 0.4), UNITS)
    assert not is_inside(Ellipse(0.5, 0.5, 0.4, 0.2, 45.0), (0.5 * UNITS[0] + 0.1, 0.6), UNITS)
    star = Polygon(((0.5, 0.1), (0.7, 0.9), (0.1, 0.4), (0.9, 0.4), (0.3, 0.9)))
    assert not is_inside(star, (0.5 * UNITS[0], 0.55), UNITS)  # even-odd
    assert is_inside(star, (0.5 * UNITS[0], 0.3), UNITS)
    assert not is_inside(Luminosity(), (0.5, 0.5), UNITS)


def test_there_and_back(subtests):
    for shape in (BOX, Gradient(0, 0, 1, 1), Brush((Stroke(((0.1, 0.1), (0.2, 0.3)), 0.1),))):
        with subtests.test(type(shape).__name__):
            assert translated(translated(shape, (0.25, -0.5), UNITS), (-0.25, 0.5), UNITS) == shape


def test_drawing_a_box():
    shape = drawn(Ellipse, (0.4, 0.3), (0.2, 0.6), UNITS, DragKeys())
    assert (shape.x * UNITS[0], shape.y, shape.width, shape.height) == pytest.approx((0.3, 0.45, 0.2, 0.3))
    circle = drawn(Ellipse, (0.4, 0.3), (0.2, 0.6), UNITS, DragKeys(even=True, centred=True))
    assert (circle.width, circle.height) == pytest.approx((0.6, 0.6))
    assert (circle.x * UNITS[0], circle.y) == pytest.approx((0.4, 0.3))
    assert drawn(Rectangle, (0.4, 0.3), (0.4, 0.3), UNITS, DragKeys()).width > 0


def test_a_usual_shape_is_in_the_middle(subtests):
    for kind in (Rectangle, Ellipse, Polygon, Gradient):
        with subtests.test(kind=kind):
            shape = in_the_middle(kind, (0.6, 0.5), 0.4, UNITS)
            xs, ys = zip(*(point for line in outlines(shape, UNITS) for point in line), strict=True)
            assert (min(xs) + max(xs)) / 2 == pytest.approx(0.6, abs=1e-5)
            assert max(ys) - min(ys) == pytest.approx(0.4, abs=1e-5)


def test_points_of_a_polygon_come_and_go():
    triangle = Polygon(((0.0, 0.0), (1.0, 0.0), (0.5, 1.0)))
    side, apart = nearest_side(triangle, (0.5 * UNITS[0], 0.1), UNITS)
    assert (side, apart) == (0, pytest.approx(0.1))
    four = with_point(triangle, side, (0.5 * UNITS[0], 0.1), UNITS)
    assert four.points[1] == (0.5, 0.1)
    assert without_point(four, 1) == triangle
    assert without_point(triangle, 1) is triangle


def test_a_long_stroke_has_few_points_and_stays_where_the_hand_was():
    hand = [(0.5 + 0.3 * math.cos(t / 200), 0.5 + 0.2 * math.sin(t / 75)) for t in range(10_000)]
    line = StrokeDrawing(hand[0], 0.004, 0.001)
    for point in hand[1:]:
        line.add(point)
    points = np.array(line.finish())
    assert len(points) < 2000
    ends, starts = points[1:], points[:-1]
    for point in np.array(hand[::37]):
        along = np.clip(((point - starts) * (ends - starts)).sum(1) / ((ends - starts) ** 2).sum(1), 0, 1)
        nearest = np.hypot(*(starts + along[:, None] * (ends - starts) - point).T).min()
        assert nearest < 0.005


def test_a_straight_stroke_is_two_points():
    line = StrokeDrawing((0.0, 0.0), 0.001, 0.0005)
    for number in range(1, 1000):
        line.add((number / 1000, number / 2000))
    assert len(line.finish()) < 25
    assert line.finish()[-1] == (0.999, 0.4995)


def test_a_dot_is_one_point():
    line = StrokeDrawing((0.5, 0.5), 0.01, 0.01)
    assert not line.add((0.501, 0.5))
    assert line.finish() == [(0.5, 0.5)]
