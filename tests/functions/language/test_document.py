"""Lines that define and use one another, and what kind of thing each is."""

import pickle

from jaxstudio.functions.language import Line, LineKind, Sheet, read_line
from jaxstudio.functions.language.nodes import Apply, Tuple, walk

K = LineKind
KINDS = {
    "y = a x^2": (K.CURVE, ("x",), ("a",)),
    "x^2 + b": (K.CURVE, ("x",), ("b",)),
    "y = 3": (K.CURVE, ("x",), ()),
    "y(x) = x": (K.CURVE, ("x",), ()),
    "f(t) = t^2": (K.CURVE, ("t",), ()),
    "y = sin(x - c t)": (K.CURVE, ("x",), ("c", "t")),
    "sin(t)": (K.CURVE, ("t",), ()),
    "(cos t, sin t)": (K.PARAMETRIC, ("t",), ()),
    "(a cos t, sin t) {0 < t < 1}": (K.PARAMETRIC, ("t",), ("a",)),
    "f(u) = (u, u^2)": (K.PARAMETRIC, ("u",), ()),
    "(t, t^2, t^3)": (K.PATCH, ("t",), ()),
    "(t, t^2, t^3, t)": (K.VECTOR, ("t",), ()),
    "r = 1 + cos(θ)": (K.POLAR, ("theta",), ()),
    "r = 2": (K.POLAR, ("theta",), ()),
    "x^2 + y^2 = a": (K.IMPLICIT, ("x", "y"), ("a",)),
    "sin(x) = cos(y)": (K.IMPLICIT, ("x", "y"), ()),
    "hypot(x, y) = 2": (K.IMPLICIT, ("x", "y"), ()),
    "x = 3": (K.IMPLICIT, ("x", "y"), ()),
    "y = x y": (K.IMPLICIT, ("x", "y"), ()),
    "x^2 + y^2 == 1 {x > 0}": (K.IMPLICIT, ("x", "y"), ()),
    "y > x^2": (K.INEQUALITY, ("x", "y"), ()),
    "1 < x": (K.INEQUALITY, ("x", "y"), ()),
    "x > 0 and y > 0": (K.INEQUALITY, ("x", "y"), ()),
    "x y": (K.SURFACE, ("x", "y"), ()),
    "z = x": (K.SURFACE, ("x", "y"), ()),
    "x1 x2 + sin(x1 x2)": (K.SURFACE, ("x1", "x2"), ()),
    "f(u, v) = u v": (K.SURFACE, ("u", "v"), ()),
    "x + y + z": (K.SCALAR, ("x", "y", "z"), ()),
    "[x^2, x y]": (K.VECTOR, ("x", "y"), ()),
    "[x0^2 + x1^2 - x1 x2, x0^2 - x1^2 + 3x0 x2]": (K.VECTOR, ("x0", "x1", "x2"), ()),
    "(x + y, x - y)": (K.VECTOR, ("x", "y"), ()),
    "(1, a)": (K.POINT, (), ("a",)),
    "2^10": (K.VALUE, (), ()),
    "b = 2a": (K.DEFINITION, (), ("a",)),
    "u = x^2": (K.DEFINITION, ("x",), ()),
    "a = 3": (K.SLIDER, (), ("a",)),
    "a = -3.5 [-5, 10]": (K.SLIDER, (), ("a",)),
    "t = 0.5": (K.SLIDER, (), ("t",)),
    "x0 = 2": (K.SLIDER, (), ("x0",)),
    "y ~ a x + b": (K.MODEL, ("x",), ("a", "b")),
    "y ~ mlp(x; 16)": (K.MODEL, ("x",), ()),
    "# a note": (K.NOTE, (), ()),
    "  ": (K.EMPTY, (), ()),
}


def test_kinds():
    lines = {text: read_line(text) for text in KINDS}
    assert {text: (line.kind, line.variables, line.sliders) for text, line in lines.items()} == KINDS
    for line in lines.values():
        assert (line.tree is None) == (line.kind in (K.SLIDER, K.NOTE, K.EMPTY))


def test_definitions_are_put_where_they_are_used():
    sheet = Sheet.read(
        ["f(x) = a x + b", "b = 2c", "y = f(x^2) + g(1)", "g(u) = f(u) + x1", "x1 = 4", "c = 5"]
    )
    line = sheet.lines[2]
    assert line.error is None
    assert line.sliders == ("a", "c", "x1")
    assert dict(sheet.values) == {"a": 1.0, "c": 5.0, "x1": 4.0}
    applied = [node for node in walk(line.tree) if isinstance(node, Apply)]
    assert [(node.name, node.parameters, node.line) for node in applied] == [
        ("f", ("x",), 0),
        ("g", ("u",), 3),
    ]
    assert sheet.lines[0].name == "f"
    assert sheet.lines[0].parameters == ("x",)
    assert sheet.lines[1].kind is K.DEFINITION


def test_a_line_that_was_read_before_is_read_for_the_sheet_it_is_in():
    alone = Sheet.read(["y = f(x)"]).lines[0]
    assert alone.error is None or "f" in str(alone.error)
    for body, slider in (("a x", "a"), ("b x", "b")):
        line = Sheet.read(["y = f(x)", f"f(x) = {body}"]).lines[0]
        assert line.sliders == (slider,)
    assert Sheet.read(["y = f(x)", "f = 2"]).lines[0].sliders == ("f",)  # a product
    assert Sheet.read(["y = f(x)"]).lines[0] == alone


def test_the_order_of_lines_does_not_matter():
    texts = ["y = f(x) + k", "f(u) = u^2 k", "k = 2m", "m = 3"]
    forth, back = Sheet.read(texts), Sheet.read(texts[::-1])
    assert forth.values == back.values
    assert [line.sliders for line in forth.lines] == [line.sliders for line in back.lines[::-1]]


def test_r_is_polar_unless_other_lines_use_it():
    assert [line.kind for line in Sheet.read(["r = 2", "x^2 + y^2 = r^2"]).lines] == [K.SLIDER, K.IMPLICIT]
    assert Sheet.read(["r = 2 cos θ", "y = x"]).lines[0].kind is K.POLAR


def test_parameters_and_bound_names_hide_others():
    sheet = Sheet.read(["n = 5", "sum(n x, n, 1, 3)", "f(a) = a x1", "a = 2", "x1 = 7", "f(n)"])
    assert sheet.lines[1].sliders == ()
    assert sheet.lines[2].variables == ("a",)
    assert sheet.lines[5].sliders == ("n", "x1")


def test_a_product_with_a_known_value_is_no_call():
    sheet = Sheet.read(["f = 3", "f(x + 1)", "omega(x + 1)", "a(x + 1)", "foo = 2", "foo(x)"])
    assert [line.error for line in sheet.lines] == [None] * 6
    assert sheet.lines[1].sliders == ("f",)


def test_a_call_of_a_curve_is_a_curve():
    sheet = Sheet.read(["f(t) = (cos t, sin t)", "f(2t)", "f(1)", "c(x, y) = x > y", "c(x, y)"])
    assert [line.kind for line in sheet.lines[1:3]] == [K.PARAMETRIC, K.POINT]
    assert sheet.lines[3].kind is sheet.lines[4].kind is K.INEQUALITY


def test_sliders_keep_their_ranges():
    line = read_line("a = 3 [0, 10]")
    assert (line.name, line.value, line.interval) == ("a", 3.0, (0.0, 10.0))
    assert read_line("a = 3").interval is None


def test_lines_are_values():
    texts = ["f(x) = x^2", "y = f(x)", "(1, 2)"]
    first, second = Sheet.read(texts), Sheet.read(texts)
    assert first == second
    assert hash(first) == hash(second)
    assert isinstance(first.lines[2].tree, Tuple)
    assert pickle.loads(pickle.dumps(first)) == first
    assert isinstance(first.lines[0], Line)


def test_networks_are_found():
    (network,) = read_line("y ~ 2 + mlp(x; 128, 64)").networks
    assert network.hidden == (128, 64)
    assert network.name == "mlp_8"
