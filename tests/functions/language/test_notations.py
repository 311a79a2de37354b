"""Notations of seven worlds are read as what is meant or asked about with a fix that means it."""

import pickle
import zlib
from collections import Counter
from functools import cache
from pathlib import Path

import mpmath
import pytest
from mpmath import mp, mpf

from functions.mpmath_algebra import tree_to_mpmath
from jaxstudio.functions.language import LineKind, Sheet
from jaxstudio.functions.language.nodes import Question, Vector
from jaxstudio.functions.language.tokens import GREEK_WORDS
from jaxstudio.functions.lists import elements, exact
from tests.functions.language.written import text_of

FOLDER = Path(__file__).parent
# of all notations, those that are to be read without a question
UNDERSTOOD = 0.75
ROUNDS = 4  # a line may have several faults, mended one after the other
FUNCTIONS = {
    name: getattr(mp, name)
    for name in (  # noqa: SIM905
        "sin cos tan cot asin acos atan atan2 sinh cosh tanh sech asinh acosh atanh exp ln log10 sqrt "
        "floor ceil sign gamma loggamma psi beta zeta erf erfc erfinv lambertw ei hypot "
        "gammainc besselj bessely besselk besseli airyai ellipk polylog legendre chebyt nint pi e nan"
    ).split()
} | {
    **{"mp": mp, "mpf": mpf, "abs": abs, "min": min, "max": max},
    "int": lambda x: mp.floor(x) if x >= 0 else mp.ceil(x),
    "fmod": lambda x, y: x - y * (mp.floor(x / y) if x / y >= 0 else mp.ceil(x / y)),
    "heaviside": lambda x: (mp.sign(x) + 1) / 2,
}


class Place(dict):
    """A number for every name that a line may mean; the same name has the same number in each process."""

    def __init__(self, seed):
        super().__init__(FUNCTIONS)
        self.seed = seed

    def __missing__(self, name):
        return self.number(name.rstrip("_"))  # lambda is a word of Python, gamma and beta are functions

    def number(self, name):
        letters = name.rstrip("0123456789").split("_")[0]
        if len(letters) > 1 and letters.lower() not in GREEK_WORDS:
            raise KeyError(name)
        spread = zlib.crc32(name.encode())
        return mpf(7 * self.seed + spread % 89 + 2) / (5 + (spread * self.seed) % 31) / (1 + spread % 3)


PLACES = [Place(seed) for seed in (1, 2, 4)]


def entries(file):
    world = ""
    for line in FOLDER.joinpath(file).read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            world = line[3:]
        elif line and not line.startswith("# "):
            notation, meaning = line.split("\t")
            yield world, notation, tuple(part.strip() for part in meaning.split(";;"))


ENTRIES = list(entries("notations.tsv"))
FRESH = list(entries("notations_fresh.tsv"))


def meant(meaning, place):
    """What Python computes of it."""
    return eval(meaning, {"__builtins__": {}}, place)  # the test's own file


def computed(line, sheet, place):
    if line.kind is LineKind.SLIDER:
        return mpf(line.value)
    values = {name: place.number(name) for name in line.sliders}
    tree = line.tree
    if line.lists:
        found = elements(tree, values)
        tree = Vector(0, 0, tuple(map(exact, found))) if isinstance(found, list) else exact(found)
    function = tree_to_mpmath(tree, line.variables, sheet.values, 30)
    return function(*(place.number(name) for name in line.variables), values)


def same(found, wanted):
    if isinstance(found, tuple | list):
        return (
            isinstance(wanted, tuple)
            and len(found) == len(wanted)
            and all(same(one, other) for one, other in zip(found, wanted, strict=True))
        )
    if isinstance(wanted, bool) or isinstance(found, bool):
        return found == wanted
    if isinstance(wanted, tuple):
        return False
    if isinstance(wanted, mpmath.mpc):  # no value here
        wanted = mp.nan
    if mp.isnan(found) or mp.isnan(wanted):
        return bool(mp.isnan(found) and mp.isnan(wanted))
    return bool(abs(found - wanted) <= mpf(10) ** -12 * (1 + abs(wanted)))


def says(texts, meaning):
    """Whether the last of the lines is read as this."""
    sheet = Sheet.read(texts)
    line = sheet.lines[-1]
    if line.error is not None or (line.tree is None and line.kind is not LineKind.SLIDER):
        return False
    if meaning.startswith("question: "):
        return isinstance(line.tree, Question) and line.tree.kind == meaning.removeprefix("question: ")
    if isinstance(line.tree, Question):
        return False
    if meaning.startswith("model: ") is not (line.kind is LineKind.MODEL):
        return False
    if meaning.startswith("equation: ") is not (line.kind is LineKind.DIFFERENTIAL):
        return False
    meaning = meaning.removeprefix("model: ").removeprefix("equation: ")
    if line.kind is LineKind.DEFINITION and line.parameters is None and line.name == "Y":
        return False
    with mp.workdps(30):
        try:
            return all(same(computed(line, sheet, place), meant(meaning, place)) for place in PLACES)
        except KeyError:  # a slider that nobody meant
            return False


def fixes(text):
    """The sheets that can be read, to which one fix after the other leads."""
    waiting, found = [([text], 0)], []
    while waiting:
        texts, depth = waiting.pop(0)
        wrong = next((line for line in Sheet.read(texts).lines if line.error is not None), None)
        if wrong is None:
            found.append(texts)
        elif depth < ROUNDS:
            error, at = wrong.error, wrong.index
            for fix in filter(None, (error.suggestion, *error.others)):
                mended = texts[at][: error.start] + fix + texts[at][error.end :]
                waiting.append(([*texts[:at], *mended.split("\n"), *texts[at + 1 :]], depth + 1))
            if error.undefined:
                value = "x" if "(" in error.undefined else "1"
                waiting.append(([f"{error.undefined} = {value}", *texts], depth + 1))
    return found


@cache
def verdict(notation, meanings):
    """understood, asked (each meaning is a fix away), advised, refused (no fix leads there) or misread."""
    error = Sheet.read([notation]).lines[0].error
    if meanings[0].startswith("ask"):
        way = meanings[0].removeprefix("ask").removeprefix(":").strip()
        if error is None:
            return "misread"
        return "advised" if way in " ".join((error.advice, *error.others)) else "refused"
    if error is None:
        return "understood" if len(meanings) == 1 and says([notation], meanings[0]) else "misread"
    sheets = fixes(notation)
    return "asked" if all(any(says(texts, each) for texts in sheets) for each in meanings) else "refused"


def wrong(rows):
    """The notations that are misread, and those whose advice leads elsewhere."""
    verdicts = {notation: verdict(notation, meanings) for _, notation, meanings in rows}
    return {notation: found for notation, found in verdicts.items() if found in ("misread", "refused")}


def test_of_fresh_notations_none_is_misread():
    assert not wrong(FRESH[::5])


@pytest.mark.thorough
def test_of_all_fresh_notations_none_is_misread():
    assert not wrong(FRESH)


def unread(rows):
    """The notations that no chain of fixes makes readable, and all that are refused."""
    refused = [text for _, text, _ in rows if Sheet.read([text]).lines[0].error is not None]
    return [text for text in refused if not fixes(text)], refused


def test_nearly_all_that_is_not_understood_has_a_fix_that_can_be_read():
    without, refused = unread(FRESH[1::4])
    assert len(without) <= 0.1 * len(refused)
    assert {Sheet.read([f"# {text}"]).lines[0].kind for text in without} <= {LineKind.NOTE}


def test_several_lines_in_one_are_told_apart():
    sheets = {
        "f(x) = x^2; f(3)": ["f(x) = x^2", "f(3)"],
        "a = 2, b = 3": ["a = 2", "b = 3"],
        "d/dx x^3 with x = 2": ["f(x) = d/dx x^3", "f(2)"],
        r"\left.\frac{d}{dx}x^3\right|_{x=2}": [r"f(x) = \frac{d}{dx}x^3", "f(2)"],
    }
    assert {text: fixes(text)[0] for text in sheets} == sheets


def test_the_first_terms_of_a_sequence_are_a_fix_away():
    assert fixes("f_n = f_(n-1) + f_(n-2)") == [["f_n = f_(n-1) + f_(n-2)", "f_1 = 1", "f_2 = 1"]]


def test_a_function_that_no_line_defines_can_be_given_a_line():
    for text, head in {"widget(x, 2)": "widget(x, y)", "f'(2)": "f(x)", "f²(x)": "f(x)"}.items():
        assert Sheet.read([text]).lines[0].error.undefined == head
        assert Sheet.read([text, f"{head} = x"]).lines[1].error is None


def test_an_answer_is_no_number_to_compute_with():
    error = Sheet.read([r"\frac{1}{2}\left(1 + \lim_{t \to 0} \frac{\sin t}{t}\right) x"]).lines[0].error
    assert error.suggestion == r"limit(\frac{\sin t}{t}, t, 0)"
    assert "stands alone" in str(Sheet.read(["1 + solve(x^2 = 2)"]).lines[0].error)


def test_no_notation_is_misread_and_most_are_understood():
    assert not wrong(ENTRIES)
    counts = Counter(verdict(notation, meanings) for _, notation, meanings in ENTRIES)
    assert counts["understood"] >= UNDERSTOOD * len(ENTRIES)


def test_two_equations_in_a_line_are_no_condition():
    assert Sheet.read(["y = sin x, y = cos x"]).lines[0].written == "y = [sin x, cos x]"
    for text in ("f(x) = x^2; g(x) = x", "y = x^2, x = 3", "a = 2, b = 3"):
        assert "a line of its own" in str(Sheet.read([text]).lines[0].error)
    assert Sheet.read(["sum n=1 to 10 n^2"]).lines[0].written == "sum(n^2, n, 1, 10)"
    again = Sheet.read(["f(x) = x^3", "f(x) = 0"]).lines[1].error
    assert again is not None
    assert again.suggestion == "solve(f(x) = 0)"


def test_latex_of_other_programs_is_read():
    """Inverses as powers without parentheses, and bounds with the upper one first."""
    meanings = {
        r"\sin^{-1}x": "asin x",
        "sin⁻¹x": "asin x",
        "cos^(-1)(x)": "acos(x)",
        r"\int^\pi_0 \sin x dx": r"\int_0^\pi \sin x dx",
        r"\prod^c_{a = 1} x": r"\prod_{a = 1}^c x",
        r"a \medspace b": "a   b",
        r"\lim_{x \longrightarrow 0} \frac{\sin x}{x}": r"limit(\frac{\sin x}{x}, x, 0)",
    }
    for text, meaning in meanings.items():
        assert Sheet.read([text]).lines[0].written == meaning


# a line that gives the name a meaning, and lines that it makes products and sliders of
OWN = {
    "E = 2": ("E x", "E*x"),
    "Pi = 3": ("Pi x", "Pi*x"),
    "u = 2": ("u(x)", "u*x"),
    "W = 2": ("W(x)", "W*x"),
    "σ = 2": ("σ(x)", "sigma*x"),
    "delta = 2": ("δ(x)", "delta*x"),
    "sin2x = 2": ("sin2x", "sin2x"),
    "mx = 2": ("y = mx + 1", "mx + 1"),
    "dx = 0.1": ("x/dx", "x/dx"),
    "W(x) = x + 1": ("W(2)", "W(2)"),
    "Sin(x) = x": ("Sin(2)", "Sin(2)"),
    "pow(a, b) = a": ("pow(x, 2)", "pow(x, 2)"),
}


def test_what_a_sheet_defines_means_that():
    for definition, (text, meaning) in OWN.items():
        lines = Sheet.read([text, definition]).lines
        assert [line.error for line in lines] == [None, None]
        assert text_of(lines[0].tree) == meaning


def test_a_name_that_is_asked_about_can_become_a_slider():
    for text in ("E x", "sin2x", "u(x)", "30 deg", "y = mx + b", "X + 1", "dx"):
        error = Sheet.read([text]).lines[0].error
        assert error is not None, text
        assert error.undefined in text
        sheet = Sheet.read([text, f"{error.undefined} = 1"])
        assert sheet.lines[0].error is None
        assert sheet.lines[1].kind is LineKind.SLIDER


def test_a_name_with_a_value_from_elsewhere_is_not_asked_about():
    assert Sheet.read(["E x"], {"E": 2.0}).lines[0].sliders == ("E",)


def test_single_letters_stay_what_they_are():
    for letter in "abcdjklmnopqrsuvwABCDFGHJKLMNOPQRSTUVWZ":
        line = Sheet.read([f"{letter} x"]).lines[0]
        assert line.error is None
        assert text_of(line.tree) == f"{letter}*x".replace("d*x", "(d)*x")
        assert line.sliders == (letter,)


def test_what_is_asked_crosses_to_another_process():
    error = Sheet.read(["u(x)"]).lines[0].error
    again = pickle.loads(pickle.dumps(error))
    assert (again.suggestion, again.others, again.undefined) == ("step", ("heaviside", "u*"), "u")
