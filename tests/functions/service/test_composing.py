"""A request becomes a scene: every kind of line, errors in their place, nothing compiled twice."""

import threading
import time
from fractions import Fraction

import numpy as np
import pytest

from jaxstudio.errors import Cancelled
from jaxstudio.functions.curves.sampling import POINTS
from jaxstudio.functions.protocol.requests import SheetLine, Style
from jaxstudio.functions.protocol.scene import MarkKind, Proof, View
from jaxstudio.functions.service import composing, curve_lines, planes
from jaxstudio.functions.service.programs import Program

MARKS = (MarkKind.ROOT, MarkKind.MAXIMUM, MarkKind.MINIMUM, MarkKind.INFLECTION)


def settle(composer):
    """Until everything wanted is compiled, and compiled well."""
    while not composer.programs.is_settled():
        time.sleep(0.01)


def only(scene):
    (line,) = scene.lines
    assert line.error is None, line.error
    return line


def test_a_curve_with_its_derivatives_at_once(draw):
    line = only(draw("x^3 - 3x", orders=(0, 1, 3)))
    assert line.kind == "curve"
    assert [curve.order for curve in line.curves] == [0, 1, 3]
    assert [curve.method for curve in line.curves] == ["value", "taylor", "taylor"]
    references = (lambda x: x**3 - 3 * x, lambda x: 3 * x**2 - 3, lambda x: np.full_like(x, 6.0))
    for curve, reference in zip(line.curves, references, strict=True):
        (piece,) = curve.pieces
        assert curve.sketched
        assert len(piece.x) < POINTS / 8
        assert np.allclose(piece.y, reference(piece.x), rtol=1e-13, atol=1e-12)
        x = np.linspace(-2.5, 2.5, 1000)  # on which it is in sight, at 40 pixels for each unit
        off = (np.interp(x, piece.x, piece.y) - reference(x)) * 40
        assert np.abs(off / np.hypot(1, np.gradient(reference(x), x))).max() < 0.2


def test_a_slider_draws_the_lines_anew_that_depend_on_it(draw, monkeypatch):
    drawn, sketch = [], curve_lines.sketch

    def noted(samples, view):
        drawn.extend(index for index, *_ in samples)
        return sketch(samples, view)

    monkeypatch.setattr(curve_lines, "sketch", noted)
    texts = ("a x", "b x", "sin(x)")
    first = draw(*texts, sliders={"a": 1.0, "b": 1.0})
    second = draw(*texts, sliders={"a": 1.0, "b": 2.0})
    draw(*texts, sliders={"a": 1.0, "b": 2.0}, view=View((-9.0, 9.0), (-9.0, 9.0), 800, 800))
    assert drawn == [0, 1, 2, 1, 0, 1, 2]
    heights = [[line.curves[0].pieces[0].y[-1] for line in scene.lines] for scene in (first, second)]
    assert heights == [[10, 10, np.sin(10)], [10, 20, np.sin(10)]]


def test_a_refined_curve_brings_its_marks_and_says_what_is_proven(draw):
    line = only(draw("x^3 - 3x", refined=True, marks=MARKS))
    found = {each.kind: each for each in line.features}
    assert np.allclose([mark.x for mark in found[MarkKind.ROOT].marks], [-np.sqrt(3), 0, np.sqrt(3)])
    assert [mark.x for mark in found[MarkKind.MAXIMUM].marks] == [-1]
    assert [mark.x for mark in found[MarkKind.MINIMUM].marks] == [1]
    assert all(each.complete for each in found.values())
    assert {piece.proof for piece in line.curves[0].pieces} == {Proof.PROVEN}


def test_curves_that_meet_are_intersected_only_where_asked(draw):
    texts = ("x^2", "x + 2")
    assert draw(*texts, refined=True).intersections is None
    found = draw(*texts, refined=True, marks=(MarkKind.INTERSECTION,)).intersections
    assert [mark.x for mark in found.marks] == [-1, 2]
    assert found.complete


def test_paths_in_the_plane(draw):
    for refined in (False, True):
        scene = draw("(3cos(t), 2sin(t))", "r = 1 + cos(theta)", refined=refined)
        ellipse, heart = (line.curves[0].pieces for line in scene.lines)
        assert all(np.allclose((p.x / 3) ** 2 + (p.y / 2) ** 2, 1) for p in ellipse)
        for piece in heart:
            r = np.hypot(piece.x, piece.y)
            assert np.allclose(r**2, r + piece.x, atol=1e-12)


def test_the_interval_of_a_parameter(draw):
    (piece,) = only(draw(SheetLine("(t, t^2)", parameter=(0.0, 2.0)))).curves[0].pieces
    assert (piece.x[0], piece.x[-1], piece.y[-1]) == (0, 2, 4)


def test_what_fills_the_plane(draw):
    for refined in (False, True):
        scene = draw("x^2 + y^2 = 9", "y > x", "x y", refined=refined)
        circle, half, saddle = scene.lines
        assert [line.kind for line in scene.lines] == ["implicit", "inequality", "surface"]
        assert all(np.allclose(np.hypot(*each.points.T), 3, atol=1e-2) for each in circle.implicit.lines)
        assert half.region.inside.mean() == pytest.approx(0.5, abs=0.01)
        assert saddle.heatmap.values[0, 0] < 0 < saddle.heatmap.values[0, -1]


def test_a_surface_in_other_styles(draw):
    for style in (Style.CONTOURS, Style.SURFACE):
        line = only(draw("x^2 - y^2", style=style, gradient=True))
        assert (line.contours != ()) == (style is Style.CONTOURS)
        assert (line.surface is not None) == (style is Style.SURFACE)
        assert np.allclose(line.arrows.vectors, line.arrows.tails * [2, -2])
    line = only(draw("x^2 - y^2", refined=True, marks=(MarkKind.SADDLE,)))
    (saddle,) = line.features[0].marks
    assert (saddle.x, saddle.y) == pytest.approx((0, 0), abs=1e-12)


def test_vectors_of_the_plane_are_arrows(draw):
    turn, slopes, named, three, path = draw(
        "[-y, a x]", "(1, x + 0y)", "(u v, v)", "[x, y, 1]", "[t, 1]"
    ).lines
    assert np.array_equal(turn.arrows.vectors, turn.arrows.tails[:, ::-1] * [-1, 1])
    assert np.array_equal(slopes.arrows.vectors[:, 1], slopes.arrows.tails[:, 0])
    assert set(slopes.arrows.vectors[:, 0]) == {1.0}
    assert three.arrows is None
    assert path.arrows is None
    assert named.kind == "point"  # u and v are sliders


def test_numbers_points_and_sliders(draw):
    scene = draw("a = 3", "a^2", "(1, a)", "b = 2a", "# a note", "", sliders={"a": 4.0})
    kinds = [line.kind for line in scene.lines]
    assert kinds == ["slider", "value", "point", "definition", "note", "empty"]
    assert scene.lines[1].value == (16.0,)
    assert scene.lines[2].value == (1.0, 4.0)
    assert scene.lines[3].value == (8.0,)
    assert scene.sliders == ("a",)


def test_a_model_is_drawn_with_its_sliders_and_a_network_is_not(draw):
    scene = draw("y ~ a x + b", "y ~ mlp(x; 4)", sliders={"a": 2.0, "b": -1.0})
    (piece,) = scene.lines[0].curves[0].pieces
    assert np.allclose(piece.y, 2 * piece.x - 1)
    assert scene.lines[0].parameters == ("a", "b")
    assert scene.lines[1].curves == ()
    assert scene.lines[1].error is None


def test_a_line_that_is_wrong_says_where_and_spoils_no_other(draw):
    scene = draw("x^2", "x^^2", "f(x) = x", "f(x) + )", "betainc(x, y, 0.5) = 0.3")
    assert [line.error is None for line in scene.lines] == [True, False, True, False, False]
    error = scene.lines[1].error
    assert 0 <= error.start < error.end <= 4
    assert not error.bug
    assert "no derivative is known here" in scene.lines[4].error.text
    assert not scene.lines[4].error.bug
    scene = draw(SheetLine("x", precision="f31"), SheetLine("x", orders=(0, 1), method="magic"), "x")
    assert "precision 'f31'" in scene.lines[0].error.text
    assert "method 'magic'" in scene.lines[1].error.text
    assert scene.lines[2].error is None


def test_a_bug_is_said_with_its_traceback_and_spoils_no_other(draw, monkeypatch):
    monkeypatch.setattr("jaxstudio.functions.service.reading.value", lambda *_: [][0])
    scene = draw("2^10", "x")
    assert "IndexError" in scene.lines[0].error.bug
    assert scene.lines[1].curves


def test_what_is_not_visible_is_not_drawn_but_defines(draw):
    scene = draw(SheetLine("f(x) = x^2", visible=False), "f(x) + 1", SheetLine("x y", visible=False))
    assert scene.lines[0].curves == ()
    assert scene.lines[1].curves[0].pieces[0].y.min() == pytest.approx(1, abs=1e-3)
    assert scene.lines[2].heatmap is None


def test_derivatives_by_a_method_asked_for(draw):
    for method in ("reverse", "forward", "finite", "symbolic"):
        for refined in (False, True):
            line = only(draw("sin(x)", orders=(0, 1), method=method, refined=refined))
            assert [curve.method for curve in line.curves] == ["value", method]
            (piece,) = line.curves[1].pieces
            assert np.allclose(piece.y, np.cos(piece.x), atol=1e-6)


def test_a_narrow_format_shows_its_steps(draw):
    line = only(draw("x", precision="bf16"))
    y = np.concatenate([piece.y for piece in line.curves[0].pieces])
    assert len(np.unique(y)) < POINTS / 2


def test_dragging_and_panning_compile_nothing(composer, draw):
    texts = ("a sin(x + b)", "a x^2 + y^2 = 4", "(a cos(t), sin(t))", "a y < x", "a x y", "a^2")
    options = {"orders": (0, 1, 2, 3), "marks": MARKS}
    for refined in (False, True):
        draw(*texts, sliders={"a": 1.0, "b": 0.0}, refined=refined, **options)
    settle(composer)
    draw(*texts, sliders={"a": 1.1, "b": 0.0}, **options)
    for step in (1, 3):
        view = View((-10.0 + step, 10.0 + step), (-8.0, 8.0 + step), 800 - 10 * step, 800)
        for refined in (False, True):
            scene = draw(
                *texts, sliders={"a": 1 + step / 7, "b": step / 3}, view=view, refined=refined, **options
            )
            assert scene.compiles == 0
            assert all(line.error is None for line in scene.lines)


def test_typing_in_one_line_compiles_nothing_for_the_others(composer, draw):
    draw("sin(3x)", "cos(5x)", refined=True)
    settle(composer)
    assert draw("sin(3x)", "cos(5x)", "", refined=True).compiles == 0
    assert draw("sin(3x)", "cos(5x)", "# wait", refined=True).compiles == 0


def test_what_must_be_compiled_first_comes_later_and_the_rest_at_once(draw, job):
    scene = draw("x^2", "sum(sin(n x)/n, n, 1, 77)", "x^2 + 3 y^2 = 7", job=job)
    first = job.told[0]
    assert [line.pending for line in first.lines] == [False, True, True]
    assert first.lines[0].curves
    assert not first.complete
    assert scene.complete
    assert not any(line.pending for line in scene.lines)
    assert [text for text, _ in job.doings][-1] == "drawing line 3"


def test_what_takes_long_for_each_value_is_drawn_on_a_grid_and_says_so(draw, monkeypatch):
    monkeypatch.setattr("jaxstudio.functions.service.curve_lines.MOST_SECONDS", 0.0)  # on any machine
    line = only(draw("sum(sin(n x)/n^2, n, 1, 900)", refined=True))
    (curve,) = line.curves
    assert curve.refined
    assert "fixed grid" in curve.note


def test_what_had_to_be_stopped_is_left_out_and_says_why(draw, job):
    text = "cos(x) + 1/7"
    draw(text, refined=True, job=job)
    compiling, studying = (key for _, key in job.doings if not key.endswith(("at once", "ways")))
    for key in (compiling, studying):
        line = draw(text, refined=True, stopped={key: "stopped after 10 s"}).lines[0]
        assert line.error.text == "stopped after 10 s"
    line = draw(text, refined=True, stopped={compiling: "stopped"}).lines[0]
    assert line.curves, "the curve on its grid is there nevertheless"
    draw("2 + 3", "x", job=job)
    (key,) = (key for message, key in job.doings[-3:] if message == "computing line 1")
    scene = draw("2 + 3", "x", stopped={key: "stopped after 10 s"})
    assert scene.lines[0].error.text == "stopped after 10 s"
    assert scene.lines[1].curves


def test_a_request_that_nobody_waits_for_is_given_up(draw, job):
    job.stopped.set()
    with pytest.raises(Cancelled):
        draw("x^2 + 1/9", refined=True, job=job)


def test_seconds_say_where_the_time_went(draw):
    seconds = draw("x^2", refined=True).seconds
    assert {"read", "first", "curves"} <= seconds.keys()
    assert all(each >= 0 for each in seconds.values())


def test_a_thousand_lines_and_one(draw):
    scene = draw(*(f"{n}" for n in range(1001)))
    assert len(scene.lines) == 1001


def test_a_number_where_there_is_no_value_is_a_hole(draw):
    """What floating point makes of exp(-1/0) is 0; the function has no value there."""
    scene = draw("exp(-1/x^2)", "exp(-x^2)", refined=True, marks=(MarkKind.HOLE,))
    (holes,), (none,) = (line.features for line in scene.lines)
    assert [mark.x for mark in holes.marks] == [0.0]
    assert not none.marks
    assert all(piece.x[0] >= 0 or piece.x[-1] <= 0 for piece in scene.lines[0].curves[0].pieces)


def test_what_is_no_curve_and_no_region_has_no_picture(draw):
    kinds = {
        "z ~ a x + b y": "model", "y ~ (a x, x)": "model", "z ~ a": "model",
        "f(x) = x > 2": "inequality", "z0 >= 9c": "inequality",
    }  # fmt: skip
    for line, kind in zip(draw(*kinds, refined=True).lines, kinds.values(), strict=True):
        assert (line.error, line.kind, line.region, line.curves) == (None, kind, None, ())


def test_a_long_sum_is_proven_itself_if_not_its_derivatives(draw):
    line = only(draw("sum(sin(n x)/n, n, 1, 15)", refined=True, orders=(0, 2)))
    proofs = [{piece.proof for piece in curve.pieces} for curve in line.curves]
    assert proofs == [{Proof.PROVEN}, {Proof.SAMPLED}]


# each is compiled nowhere else, with sums so long that they must be compiled
SLOW_TEXTS = [
    ("sum(sin(n x + 17)/n, n, 1, 300)", lambda x: sum(np.sin(n * x + 17) / n for n in range(1, 301))),
    ("d^9/dx^9 sin(x + 17) + 0 sum(n x, n, 1, 300)", lambda x: np.cos(x + 17)),
    ("r = 2 + sum(cos(n theta + 17)/n^3, n, 1, 300)", None),
    ("(t, sum(cos(n t + 18)/n^3, n, 1, 300))", None),
]


@pytest.mark.samples(2)
@pytest.mark.parametrize(("text", "reference"), SLOW_TEXTS)
def test_what_is_not_compiled_yet_is_drawn_by_its_values(draw, job, monkeypatch, text, reference):
    released, compile_it = threading.Event(), Program.compile
    monkeypatch.setattr(composing, "FIRST_SECONDS", 0.0)

    def compile_later(program):
        if program.order:
            released.wait()
        compile_it(program)

    monkeypatch.setattr(Program, "compile", compile_later)
    tell = job.tell

    def tell_and_release(scene):
        tell(scene)
        if scene.lines[0].curves:
            released.set()

    job.tell = tell_and_release
    whole = only(draw(text, job=job))
    first = next(scene.lines[0] for scene in job.told if scene.lines[0].curves)
    assert first.pending
    assert not whole.pending
    x, y = (np.concatenate([getattr(p, name) for p in first.curves[0].pieces]) for name in "xy")
    assert len(x) >= 256
    if reference is not None:
        np.testing.assert_allclose(y, reference(x), rtol=1e-9, atol=1e-9)


def test_a_program_that_had_to_be_stopped_leaves_the_values(draw, composer):
    text = "sum(sin(n x + 19)/n, n, 1, 300)"
    function = composer.reader.read((text,)).functions[0]
    path = curve_lines.path_of(composer.programs, SheetLine(text), function, {})
    stopped = {path.exact.key: "stopped after 10 s"}
    (line,) = draw(text, stopped=stopped).lines
    assert line.error.text == "stopped after 10 s"
    assert line.curves[0].pieces
    stopped[f"{path.exact.key} values"] = "stopped after 10 s"
    (line,) = draw(text, stopped=stopped).lines
    assert not line.curves


def test_high_derivatives_are_compiled_first(composer):
    """Operation by operation the fifth derivative of a Bessel function took four seconds."""
    lengthy = {"d^5/dx^5 sin(x)": True, "d^2/dx^2 sin(x)": False, "sin''''(x)": True}
    assert {text: composer.reader.read((text,)).functions[0].lengthy for text in lengthy} == lengthy


# each is drawn nowhere else
PLANE_TEXTS = [
    ("x^2 + 4 y^2 = 17", Style.HEATMAP),
    ("x + 2y > 1/17", Style.HEATMAP),
    ("x + x y/17", Style.HEATMAP),
    ("x + x y/18", Style.CONTOURS),
    ("x + x y/19", Style.SURFACE),
]


@pytest.mark.samples(2)
@pytest.mark.parametrize(("text", "style"), PLANE_TEXTS)
def test_a_plane_that_is_not_compiled_yet_is_drawn_by_its_values(draw, job, monkeypatch, text, style):
    """The exact picture never comes until that of the values was handed out."""
    released, draw_exactly, tell = threading.Event(), planes.draw, job.tell
    monkeypatch.setattr(composing, "FIRST_SECONDS", 0.0)

    def draw_later(*arguments):
        assert released.wait(60)
        return draw_exactly(*arguments)

    def tell_and_release(scene):
        tell(scene)
        if picture(scene.lines[0]) is not None:
            released.set()

    def picture(line):
        return line.implicit or line.region or line.heatmap or line.surface or line.contours or None

    monkeypatch.setattr(planes, "draw", draw_later)
    job.tell = tell_and_release
    scene = draw(text, style=style, job=job)
    told = next(scene for scene in job.told if picture(scene.lines[0]) is not None)
    first, whole = told.lines[0], only(scene)
    assert first.pending
    assert not told.complete
    assert not whole.pending
    if first.implicit:
        assert not first.implicit.complete
        assert {line.proof for line in first.implicit.lines} == {Proof.SAMPLED}
        for x, y in (line.points.T for line in first.implicit.lines):
            np.testing.assert_allclose(x**2 + 4 * y**2, 17, atol=0.2)
    if first.region:
        assert first.region.inside.mean() == pytest.approx(whole.region.inside.mean(), abs=0.01)
    if first.heatmap:
        corner = -10 + 10 / first.heatmap.values.shape[1]
        assert first.heatmap.values[-1, 0] == pytest.approx(corner + corner**2 / 17, rel=1e-12)
    if first.surface:
        x, y, z = first.surface.positions.T
        np.testing.assert_allclose(z, x + x * y / 19, rtol=1e-12, atol=1e-12)
    for contour in first.contours:
        for x, y in (line.points.T for line in contour.lines):
            np.testing.assert_allclose(x + x * y / 18, contour.level, atol=0.02)


def test_values_that_had_to_be_stopped_are_left_out_of_the_plane(draw, composer, job, monkeypatch):
    monkeypatch.setattr(composing, "FIRST_SECONDS", 0.0)
    monkeypatch.setattr(planes, "draw_values", lambda *_: pytest.fail("they had to be stopped"))
    text = "x^2 + 4 y^2 = 19"
    function = composer.reader.read((text,)).functions[0]
    line = only(draw(text, stopped={f"{function.key} values": "stopped after 10 s"}, job=job))
    assert line.implicit.lines


def test_a_list_draws_a_curve_for_each_element_and_proves_each(draw):
    line = only(draw("y = [1, 2, 3] sin(x)", refined=True, marks=MARKS))
    assert [curve.member for curve in line.curves] == [0, 1, 2]
    for k, curve in enumerate(line.curves, 1):
        for piece in curve.pieces:
            assert np.allclose(piece.y, k * np.sin(piece.x), rtol=1e-13, atol=1e-13)
    found = {each.kind: each for each in line.features}
    assert all(each.complete for each in found.values())
    tops = {(mark.member, round(mark.y, 12)) for mark in found[MarkKind.MAXIMUM].marks}
    assert tops == {(0, 1.0), (1, 2.0), (2, 3.0)}


def test_a_list_of_forty_curves_studies_twenty_and_says_so(draw):
    line = only(draw("y = [1...40] x", refined=True, marks=MARKS))
    assert len(line.curves) == 40
    assert [bool(curve.note) for curve in line.curves] == [False] * 20 + [True] * 20
    assert not only(draw("y = [1...40] x + 1/50", refined=True, marks=MARKS)).features[0].complete
    assert "at most 100" in draw("y = [1...101] x").lines[0].error.text


def test_lists_are_points_circles_and_charts(draw):
    numbers = (0.1, 0.2, 0.3, 0.3, 0.9)
    listed = f"L = {list(numbers)}"
    points, circles, bars, dots, box, wrong, _ = draw(
        "(L, L^2)", "x^2 + y^2 = [1, 4]", "histogram(L, 0.1)", "dotplot(L, 0.5)", "boxplot(L)",
        "histogram(L, 0)", listed, refined=True,
    ).lines  # fmt: skip
    assert points.value == tuple(float(each) for x in numbers for each in (x, Fraction(repr(x)) ** 2))
    radii = {round(float(np.hypot(*line.points[0])), 3) for line in circles.implicit.lines}
    assert radii == {1.0, 2.0}
    assert circles.implicit.complete
    # 0.3 / 0.1 is below 3 in floats; in decimals it is the third edge
    heights = {(round(x0, 9), height) for x0, _, _, height in bars.implicit.solid.corners}
    assert heights == {(0.1, 1), (0.2, 1), (0.3, 2), (0.9, 1)}
    assert sorted(map(tuple, dots.implicit.points)) == [(0, 1), (0, 2), (0.5, 1), (0.5, 2), (1, 1)]
    first, _, third, _ = box.implicit.solid.corners[0]
    assert (first, third) == tuple(np.quantile(numbers, (0.25, 0.75)))
    assert "positive" in wrong.error.text


def test_circles_meet_lines_graphs_and_each_other(draw):
    scene = draw(
        "x^2 + y^2 = [9, 4]", "y = x + a", "(x - 2)^2 + y^2 = 4",
        refined=True, sliders={"a": 1.0}, marks=(MarkKind.INTERSECTION,),
    )  # fmt: skip
    found = scene.intersections
    assert found.complete
    places = sorted((round(mark.x, 9), round(mark.y, 9)) for mark in found.marks)
    # of the line with both circles around 0 and with that around (2, 0), and of this with both
    on_line = [(each, each + 1) for c in (9, 4) for each in np.roots([2, 2, 1 - c])]
    on_line += [(each, each + 1) for each in np.roots([2, -2, 1]) if not np.iscomplex(each)]
    on_circle = [(x, s * np.sqrt(c - x * x)) for c, x in ((9, 2.25), (4, 1.0)) for s in (-1, 1)]
    assert np.allclose(places, sorted((round(x, 9), round(y, 9)) for x, y in (*on_line, *on_circle)))


def test_polar_relations_are_curves_and_regions_of_the_plane(draw):
    eight, heart, ring = draw(
        "r^2 = 4 cos(2theta)", "r < 1 + cos(theta)", "r = 2sin(theta)", refined=True
    ).lines
    for line in eight.implicit.lines:
        x, y = line.points.T
        assert np.allclose((x**2 + y**2) ** 2, 4 * (x**2 - y**2), atol=1e-9)
    # a cardioid's area in a view of 20 × 20
    assert heart.region.inside.mean() * 400 == pytest.approx(1.5 * np.pi, rel=0.02)
    assert ring.kind == "polar"


def test_an_integral_without_proven_digits_says_so(draw):
    oscillating, proven = draw("integral(besselj(0, x), x, 0, ∞)", "integral(1/(1 + x^2), x, 0, 1)").lines
    assert "no digit is proven" in oscillating.error.text
    assert proven.value == pytest.approx((np.pi / 4,), rel=1e-15, abs=0)
