"""What is wrong is said where it is wrong, and mended where that is plain."""

import pytest

from jaxstudio.errors import ExpressionError
from jaxstudio.functions.language import LineKind, Sheet, read_line

# text: (what is pointed at, the text with the mend in its place or None)
MENDED = {
    "sin(x": ("", "sin(x)"),
    "[x, y": ("", "[x, y]"),
    "{x > 0: 1": ("", "{x > 0: 1}"),
    "|x + 1": ("", "|x + 1|"),
    "x =< 3": ("=<", "x <= 3"),
    "x => 3": ("=>", "x >= 3"),
    "x <> 3": ("<>", "x != 3"),
    "sinx": ("sinx", "sin(x)"),
    "3 cost + 1": ("cost", "3 cos(t) + 1"),
    "xy": ("xy", "x y"),
    "2ex": ("ex", "2e x"),
    "xe^x": ("xe", "x e^x"),
    "2pix": ("pix", "2pi x"),
    "sinn(x)": ("sinn", "sin(x)"),
    "sqr(x)": ("sqr", "sqrt(x)"),
    "xsin(x)": ("xsin", "x*sin(x)"),
    "3,5 x": ("3,5", "3.5 x"),
    "exp(2,5)": ("2,5", "exp(2.5)"),
    "sin^-1(x)": ("sin^-1", "asin(x)"),
    "cos⁻¹(x)": ("cos⁻¹", "acos(x)"),
    "sin": ("sin", "sin(x)"),
    "2 3": (" ", "2*3"),
    "q(x)": ("q", "q*(x)"),
    "b² - 4ac": ("ac", "b² - 4a c"),
    "sin30°": ("sin30", "sin 30°"),
    "A e^-λt": ("-λt", "A e^(-λt)"),
    "x mod 2": ("x mod 2", "mod(x, 2)"),
    "1 + (x + 1) mod 2x": ("(x + 1) mod 2", "1 + mod(x + 1, 2)x"),
    "3 x^2 mod (x - 1)": ("3 x^2 mod (x - 1)", "mod(3 x^2, x - 1)"),
    "(x^2)'": ("(x^2)'", "d/dx (x^2)"),
    "2 (t^2)'' t": ("(t^2)''", "2 (d^2/dt^2 (t^2)) t"),
    "(x + 1)(x - 1)' + x": ("(x - 1)'", "(x + 1)d/dx (x - 1) + x"),
    "sin(2x)'": ("sin(2x)'", "d/dx (sin(2x))"),
    "|x|'": ("|x|'", "d/dx (|x|)"),
    "sin'": ("sin'", "sin'(x)"),
    "atan2": ("atan2", "atan2(x, y)"),
    "lambda x: x^2": ("lambda x: x^2", "x^2"),
    "E x": ("E", "e x"),
    "x^2 for x > 0": ("for x > 0", "x^2 {x > 0}"),
    "mx + 1": ("mx", "m x + 1"),
    "5C2": ("5C2", "binomial(5, 2)"),
    "1/xy": ("xy", "1/(x y)"),
}


def error_of(text):
    with pytest.raises(ExpressionError) as caught:
        read_line(text)
    assert "\n" not in str(caught.value)
    return caught.value


def test_a_plain_mistake_is_mended():
    for text, (fault, mended) in MENDED.items():
        (line,) = Sheet.read([text]).lines
        if line.written:  # its meaning leaves no choice
            assert line.written == mended, text
            continue
        error = error_of(text)
        assert text[error.start : error.end] == fault
        assert text[: error.start] + error.suggestion + text[error.end :] == mended
        read_line(mended)


# text: (what is pointed at, a word of what is said)
SAID = {
    "x^": ("^", "missing behind"),
    "3 + * x": ("+ *", "missing behind"),
    "x + 1)": (")", "closes nothing"),
    "(x + 1]": ("]", "not closed"),
    "()": ("()", "nothing between"),
    "i + 1": ("i", "imaginary"),
    "i = 3": ("i", "imaginary"),
    "e = 3": ("e", "constant"),
    "sin = 3": ("sin", "function already"),
    "sum = 3": ("sum", "word of the language"),
    "f(sin) = 3": ("sin", "cannot be a parameter"),
    "f(x, x) = x": ("x", "stands twice"),
    "f(x) = x + t": ("f", "f(x, t)"),
    "atan2(x)": ("atan2(x)", "2 arguments, not 1"),
    "where(x > 0, 1)": ("where(x > 0, 1)", "3 arguments"),
    "sum(n, 1, 20)": ("sum(n, 1, 20)", "sum(…, n, 1, 20)"),
    "sum(n, n, 1, 2.5)": ("1, 2.5", "whole numbers"),
    "f(2)": ("f", "f(x) = …"),
    "f^-1(x)": ("f^-1(x)", "x = f(y)"),
    "widget(x)": ("widget", "widget(x) = …"),
    "rate x": ("rate", "rate = 1"),
    "lumma": ("lumma", "no line defines lumma"),
    "f'(2)": ("f'", "which no line defines"),
    "x'": ("x'", "which no line defines"),
    "x > 0 and 3": ("3", "condition"),
    "{x: 1, 2}": ("x", "condition"),
    "sin((1, 2))": ("(1, 2)", "not a point"),
    "x = y = 2": ("y = 2", "one ="),
    "t = 2x": ("t", "runs along an axis"),
    "[1,2,,3]": (",", "missing before the comma"),
    "a = 3 [2, 1]": ("[2, 1]", "range of a slider"),
    "d/de x": ("de", "constant"),
    "d^2/dx x": ("d^2/dx", "twice"),
    "d^13/dx^13 x": ("d^13/dx^13", "1 to 12"),
    "x.real": (".", ".real is none"),
    "x[0]": ("[", "not expected"),
    "'x'": ("'", "expected"),
    "1e999": ("1e999", "numbers go up to"),
    "x⁺⁺": ("⁺⁺", "exponent"),
    "mlp(x; 0)": ("0", "1 to 1024 units"),
    "mlp(x)": ("mlp(x)", "mlp(x; 128, 128)"),
    "x \x00": ("\x00", "U+0000"),
    "and x": ("and", "before it"),
}


def test_what_is_wrong_is_pointed_at():
    errors = {text: error_of(text) for text in SAID}
    assert {text: text[each.start : each.end] for text, each in errors.items()} == {
        text: at_fault for text, (at_fault, _) in SAID.items()
    }
    assert [(text, each) for text, each in errors.items() if SAID[text][1] not in str(each)] == []


def test_a_dash_behind_a_value_is_mended_to_its_derivative():
    sheet = Sheet.read(["b = x^2", "b'", "d/dx (b)"])
    error = sheet.lines[1].error
    assert error is not None
    assert (error.start, error.end, error.suggestion) == (0, 2, "d/dx (b)")
    assert sheet.lines[2].kind is LineKind.CURVE


def test_one_bad_line_spoils_only_those_that_use_it():
    sheet = Sheet.read(["f(x) = x^", "y = x^2", "f(2)", "sin = 3", "sin(x)", "a = 2", "a = 3", "a x"])
    assert "".join(line.kind.name[0] for line in sheet.lines) == "ECEECSEC"  # error, curve, slider
    assert "line 1" in str(sheet.lines[2].error)
    assert "line 6" in str(sheet.lines[6].error)


def test_a_name_whose_definition_cannot_be_read_is_no_slider():
    for definition in ("a = 3 +", "a = 3 $", "a = 3 ["):
        sheet = Sheet.read([definition, "a x"])
        assert "line 1" in str(sheet.lines[1].error)
    sheet = Sheet.read(["f = 2", "f(x) = x", "f(3)"])
    assert [line.kind for line in sheet.lines] == [LineKind.SLIDER, LineKind.ERROR, LineKind.ERROR]


def test_a_definition_that_needs_itself_is_named():
    sheet = Sheet.read(["f(x) = g(x)", "g(x) = h + 1", "h = f(2)", "k(t) = t k(t / 2)", "y = g(x)"])
    assert "f → g → h → f" in str(sheet.lines[1].error)
    assert "k → k" in str(sheet.lines[3].error)
    assert all(line.kind is LineKind.ERROR for line in sheet.lines)


def test_what_is_wrong_in_a_definition_is_said_where_it_is_used():
    sheet = Sheet.read(["f(x) = (x, 1) + 2", "3 f(x)"])
    error = sheet.lines[1].error
    assert error is not None
    assert (error.start, error.end) == (2, 6)
    assert "defined in line 1" in str(error)


def test_terms_that_are_not_computed_are_no_sliders():
    for term in ("a_0 + 1", "a_1000", "a(201)"):
        line = Sheet.read(["a_n = a_(n-1)/2", "a_1 = 1", term]).lines[2]
        assert "the terms a_1 to a_200" in str(line.error)


def test_points_have_no_decimal_commas_and_figures_are_no_numbers():
    wrong = {
        "join((1,2),(3,4))": "not a point",
        "round(3.14159,2)": "",
        "length(segment((0,0),(3,4)))": "not a figure",
    }
    for text, message in wrong.items():
        line = Sheet.read([text]).lines[0]
        assert (message in str(line.error)) if message else line.error is None, (text, line.error)
