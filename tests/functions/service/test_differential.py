"""Differential equations against SciPy's solve_ivp and closed forms; where solutions end, what is said."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from jaxstudio.functions.protocol.queries import CursorQuestion, Target
from jaxstudio.functions.protocol.requests import SheetLine
from jaxstudio.functions.protocol.scene import MarkKind, View
from jaxstudio.functions.service import curve_queries
from jaxstudio.runtime.compile_counter import COMPILES

VIEW = View((-10.0, 10.0), (-7.0, 7.0), 500, 350)


@pytest.fixture
def drawn(draw):
    """drawn("y' = x", "y(0) = 1"): the drawn lines, with all marks."""

    def drawn(*texts, sliders=None, **how):
        scene = draw(*texts, refined=True, sliders=sliders, view=VIEW, marks=tuple(MarkKind), **how)
        assert not [line.error.bug for line in scene.lines if line.error is not None and line.error.bug]
        return scene.lines

    return drawn


def piece(line, member=0):
    (found,) = line.curves[member].pieces
    return found


def marks(line, kind):
    return [mark for found in line.features if found.kind is kind for mark in found.marks]


def test_solutions_of_one_equation_are_closed_forms(drawn, subtests):
    cases = {
        "y' = a y": (1.5, lambda x: 1.5 * np.exp(x)),
        "y' = x - y": (1.0, lambda x: x - 1 + 2 * np.exp(-x)),
    }
    for text, (start, form) in cases.items():
        with subtests.test(text):
            field, solution = drawn(text, f"y(0) = {start}")
            found = piece(solution)
            assert (found.x[0], found.x[-1]) == VIEW.x
            np.testing.assert_allclose(found.y, form(found.x), rtol=1e-7, atol=1e-9)
            assert field.arrows.slopes
            tails, slopes = field.arrows.tails, field.arrows.vectors
            assert len(tails) > 100
            np.testing.assert_allclose(slopes[:, 0], 1)


def test_a_system_is_that_of_scipy(drawn):
    lotka = ("x' = x - x y/2", "y' = x y/4 - y", "x(0) = 2", "y(0) = 1")
    field, _, path, _ = drawn(*lotka, parameter=(0.0, 12.0))
    found = piece(path)
    peer = solve_ivp(
        lambda t, s: (s[0] - s[0] * s[1] / 2, s[0] * s[1] / 4 - s[1]),
        (0, 12),
        (2, 1),
        rtol=1e-11,
        atol=1e-12,
    ).y[:, -1]
    np.testing.assert_allclose((found.x[-1], found.y[-1]), peer, rtol=1e-7)
    assert field.arrows is not None
    assert not field.arrows.slopes


@pytest.mark.thorough
def test_a_pendulum_is_that_of_scipy(drawn):
    _, pendulum, none = drawn("theta'' + theta'/5 = -sin(theta)", "theta(0) = 3", "theta'(0) = 0")
    found = piece(pendulum)
    right = found.x >= 0
    peer = solve_ivp(
        lambda t, s: (s[1], -np.sin(s[0]) - s[1] / 5),
        (0, 10),
        (3, 0),
        t_eval=found.x[right],
        rtol=1e-11,
        atol=1e-12,
        method="DOP853",
    ).y[0]
    np.testing.assert_allclose(found.y[right], peer, atol=1e-7)
    assert not none.curves


@pytest.mark.thorough
def test_other_solutions_end_in_other_ways(drawn, subtests):
    cases = {
        ("y' = 1 + y^2", "0"): (MarkKind.POLE, np.pi / 2),
        ("y' = y^3", "2"): (MarkKind.POLE, 1 / 8),
        ("y' = -sqrt(y)", "1"): (MarkKind.END, 2.0),
        ("y' = -exp(y)", "0"): (MarkKind.END, -1.0),
    }
    ends(drawn, subtests, cases)


def test_nothing_is_drawn_where_no_solution_is(drawn, subtests):
    cases = {
        ("y' = y^2", "1"): (MarkKind.POLE, 1.0),
        ("y' = -x/y", "1"): (MarkKind.END, 1.0),
    }
    ends(drawn, subtests, cases)


def ends(drawn, subtests, cases):
    for (text, start), (kind, place) in cases.items():
        with subtests.test(text):
            _, solution = drawn(text, f"y(0) = {start}")
            found = piece(solution)
            assert found.x[-1 if place > 0 else 0] == pytest.approx(place, abs=1e-3)
            (end,) = [mark for mark in marks(solution, kind) if mark.x * place > 0]
            # as many digits as are claimed
            assert end.digits >= 4
            assert abs(end.x - place) <= 10 ** (0.5 - end.digits) * abs(place)
            assert "ends" in end.detail


@pytest.mark.thorough
def test_stiffness_is_recognised_and_chaos_is_not_drawn(drawn):
    oscillator = ("x' = y", "y' = 1000(1 - x^2) y - x", "x(0) = 2", "y(0) = 0")
    *_, path, _ = drawn(*oscillator, parameter=(0, 1000))
    assert "stiff" in path.curves[0].note
    peer = solve_ivp(
        lambda t, s: (s[1], 1000 * (1 - s[0] ** 2) * s[1] - s[0]),
        (0, 1000),
        (2, 0),
        "Radau",
        rtol=1e-9,
        atol=1e-9,
    ).y[0, -1]
    assert piece(path).x[-1] == pytest.approx(peer, rel=1e-3)
    lorenz = ("x' = 10(y - x)", "y' = x(28 - z) - y", "z' = x y - 8/3 z")
    *_, path, _, _ = drawn(*lorenz, "x(0) = 1", "y(0) = 1", "z(0) = 1", parameter=(0, 60))
    (end,) = marks(path, MarkKind.END)
    assert "other tolerances" in end.detail
    assert 20 < float(end.detail.rpartition("= ")[2]) < 50


def test_a_system_of_three_is_a_curve_in_space(drawn):
    system = ("x' = -y", "y' = x", "z' = 1/2", "x(0) = 3", "y(0) = 0", "z(0) = 0")
    *_, path, _, _ = drawn(*system, parameter=(0.0, 8.0))
    x, y, z = path.mesh.positions.T
    assert abs(np.hypot(x, y) - 3).max() < 0.1  # the tube's radius
    assert abs(np.exp(2j * z) - (x + 1j * y) / 3).max() < 0.2
    assert z.max() == pytest.approx(4, abs=0.1)


def test_a_stiff_equation_is_solved_by_another_method(drawn):
    _, solution = drawn("y' = -2000000(y - cos(x))", "y(0) = 0")
    assert "stiff" in solution.curves[0].note
    found = piece(solution)
    right = found.x > 0.01
    np.testing.assert_allclose(found.y[right], np.cos(found.x[right]), atol=1e-5)


def test_digits_of_zeros_extrema_and_values_are_not_claimed_falsely(drawn, composer, job):
    texts = ("y'' + y = 0", "y(0) = [1, 2]", "y'(0) = [1, 0]")
    _, solution, _ = drawn(*texts)
    true = [(k - 0.25) * np.pi for k in range(-3, 4)] + [(k + 0.5) * np.pi for k in range(-4, 4)]
    roots = marks(solution, MarkKind.ROOT)
    assert len(roots) == len([x for x in true if -10 < x < 10])
    for mark in roots + marks(solution, MarkKind.MAXIMUM):
        places = true if mark.kind is MarkKind.ROOT else [np.pi * k / 4 for k in range(-20, 20)]
        assert mark.digits > 5
        assert min(abs(mark.x - each) for each in places) <= 10**-mark.digits * abs(mark.x) + 1e-15
    lines = tuple(map(SheetLine, texts))
    for member, form in ((0, lambda x: np.cos(x) + np.sin(x)), (1, lambda x: 2 * np.cos(x))):
        for at in (-9.3, -0.7, 0.25, 3.1, 8.8):
            target = Target(lines, 1, {}, 0, member)
            answer = curve_queries.cursor(composer, CursorQuestion(target, at), job)
            assert answer.digits[0] > 6
            assert abs(answer.y - form(at)) <= 10 ** -answer.digits[0] * abs(answer.y)


def test_moving_a_slider_or_an_initial_value_compiles_nothing(drawn):
    def at(a, start):
        texts = ("y' = a y", f"y(0) = [{start}, 2]")
        return drawn(*texts, sliders={"a": a})[1]

    at(1.0, 1)
    before = COMPILES.awaited
    found = piece(at(-0.5, 1.25))
    assert COMPILES.awaited == before
    np.testing.assert_allclose(found.y, 1.25 * np.exp(-0.5 * found.x), rtol=1e-7)


@pytest.mark.thorough
def test_a_band_is_the_derivative_by_a_slider(drawn):
    _, solution = drawn("y' = a y", "y(0) = a", sliders={"a": 0.5}, sensitivity="a")
    (band,) = solution.bands
    (x, low), (_, high) = band.low.T, band.high.T
    reach = 0.05 * np.abs(np.exp(0.5 * x) * (1 + 0.5 * x))
    np.testing.assert_allclose((high - low) / 2, reach, rtol=1e-6, atol=1e-9)
    np.testing.assert_allclose((high + low) / 2, 0.5 * np.exp(0.5 * x), rtol=1e-7)


def test_a_band_beside_a_path_is_how_its_circle_grows(drawn):
    path = drawn("x' = y", "y' = -x", "x(0) = a", "y(0) = 0", sliders={"a": 2.0}, sensitivity="a")[2]
    (band,) = path.bands
    edges = np.sort([np.hypot(*edge.T) for edge in (band.low, band.high)], 0)
    np.testing.assert_allclose(edges, np.broadcast_to([[1.8], [2.2]], edges.shape), rtol=1e-6)


def test_values_of_solutions_are_numbers_of_other_lines(drawn):
    """Against closed forms: the error is within the estimate, and sliders and curves go along."""
    cases = {
        ("y' = a y", "y(0) = 1"): {"y(3)": np.exp(1.5), "2 y(1) + k": 2 * np.exp(0.5) + 1},
        ("y'' = -y", "y(0) = 0", "y'(0) = 1"): {"y(pi/2)": 1, "y'(pi)": -1, "c = y(a)": np.sin(0.5)},
        ("x' = y", "y' = -x", "x(0) = 1", "y(0) = 0"): {"x(1)": np.cos(1), "x(2)^2 + y(2)^2": 1},
        ("y' = -2 x y", "y(0) = 1"): {"y'(1)": -2 * np.exp(-1), "2 y'(a)": -2 * np.exp(-0.25)},
        ("y'' = -y", "y(0) = 0", "y'(0) = 1", "b = 2"): {"y''(1)": -np.sin(1), "y''(b) + y(b)": 0},
        ("S' = -S I", "I' = S I", "S(0) = 1", "I(0) = 1"): {"S(2) + I(2)": 2},
    }
    for system, values in cases.items():
        lines = drawn(*system, *values, sliders={"a": 0.5})[len(system) :]
        for line, true in zip(lines, values.values(), strict=True):
            error, how = line.answer
            assert how == "estimated"
            assert abs(line.value[0] - true) <= 2 * float(error.split()[1]) < 1e-9
    *_, points, tangent = drawn("y' = y", "y(0) = 1", "[y(1), y(2)]", "y(1) + y(1) (x - 1)")
    np.testing.assert_allclose(points.value, np.exp([1, 2]), rtol=1e-9)
    (root,) = marks(tangent, MarkKind.ROOT)
    assert abs(root.x) < 1e-9


def test_several_solutions_have_a_list_of_values(drawn, subtests):
    cases = {
        ("y' = y", "y(0) = [1, 2, 3]"): np.e * np.array([1, 2, 3]),
        ("y' = y", "y(0) = [-1...2]"): np.e * np.array([-1, 0, 1, 2]),
        ("y' = y", "y(0) = [0, 0.5 ... 2]"): np.e * np.array([0, 0.5, 1, 1.5, 2]),
        ("y' = y", "y(0) = 1", "y(0) = a", "y(2) = 1"): np.array([np.e, 4 * np.e, np.exp(-1)]),
        ("y'' = 0", "y(0) = [1, 2]", "y'(0) = 5"): np.array([6, 7]),
    }
    for system, true in cases.items():
        with subtests.test(system[1]):
            *_, values, total, curves = drawn(
                *system, "y(1)", "2 total(y(1)) + 1", "y = y(1) x", sliders={"a": 4.0}
            )
            np.testing.assert_allclose(values.value, true, rtol=1e-9)
            np.testing.assert_allclose(total.value, 2 * true.sum() + 1, rtol=1e-9)
            assert len(curves.curves) == len(true)


def test_a_value_of_a_solution_that_there_is_not_is_explained(drawn):
    wrong = {
        ("y' = y^2", "y(0) = 1", "y(3)"): "has a pole",
        ("y' = y", "b = 3", "y(0) = [1...b]", "y(3)"): "several values",
        ("y' = y", "y(0) = 1", "2 y(x) + 1"): "other lines use its values, as y(3)",
        ("y' = y", "y(3)"): "no value without y(0)",
        ("y' = y", "y(0) = 1", "y''(3)"): "lower order",
        ("y' = b y", "y(0) = 1", "b = y(3)"): "cannot use y(3)",
        ("y' = y(3) y", "y(0) = 1"): "cannot use y(3)",
    }
    for texts, words in wrong.items():
        assert any(line.error is not None and words in line.error.text for line in drawn(*texts)), texts


def test_what_is_missing_is_said(drawn, subtests):
    cases = {
        ("y'' = -y", "y(0) = 1"): "y'(0) = … is missing",
        ("y'' = -y",): "drawn from y(0) = … and y'(0) = …",
        ("y' = x", "y'(0) = 1"): "order 1",
        ("y' = x + t",): "depends on one variable: t or x",
        ("y' = y", "y' = 2 y"): "in line 1",
        ("(y')^2 = y",): "must say what y' equals",
        ("y' = x", "y(0) = x"): "cannot depend on x",
        ("y' = x", f"y(0) = [{'1, ' * 70}1]"): "at most 60",
    }
    for texts, words in cases.items():
        with subtests.test(texts[0]):
            assert any(line.error is not None and words in line.error.text for line in drawn(*texts))


def test_handles_name_the_numbers_that_are_typed(drawn):
    texts = ("y' = a y", "y(0.5) = [1, -2]", "y(1) = [1...3]")
    _, first, second = drawn(*texts)
    typed = [[texts[at.line][at.start : at.end] for at in (h.x_typed, h.y_typed)] for h in first.handles]
    assert typed == [["0.5", "1"], ["0.5", "-2"]]
    assert [handle.y_typed for handle in second.handles] == [None] * 3
    hidden = drawn(*texts, visible=False)
    assert not any(line.curves or line.arrows for line in hidden)
