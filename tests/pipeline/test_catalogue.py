"""The catalogue finds ops in modules: a new file is all a new filter takes."""

import importlib
import textwrap

import numpy as np
import pytest

from jaxstudio.errors import ParameterError, UnknownOpError
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.catalogue import Catalogue
from jaxstudio.pipeline.recipe import Recipe
from jaxstudio.pipeline.recipe_text import from_json, to_json

NEW_FILTER = '''
"""Laplace of Gaussian, roughly: what a newcomer writes first."""

from jaxstudio.pipeline.kinds import Neighbourhood, Pass
from jaxstudio.pipeline.op import Op
from jaxstudio.pipeline.params import Float


def crisp(w, p):
    return w(0, 0) + p["amount"] * (4 * w(0, 0) - w(-1, 0) - w(1, 0) - w(0, -1) - w(0, 1))


crispen = Op(
    name="crispen",
    title="Crispen",
    category="sharpen",
    doc="Makes edges crisper.",
    use="To try it out.",
    source="a blackboard",
    own_params=(Float(name="amount", value=0.5, low=0.0, high=4.0, doc="How much."),),
    kind=Neighbourhood(
        buckets=(1,),
        bucket=lambda values: 1,
        mixes=False,
        passes=(Pass(crisp, reach=lambda r: (r, r)),),
    ),
)
'''


@pytest.fixture
def collect(tmp_path, monkeypatch):
    """collect({"blur/soft.py": text}): the catalogue of a package with these files."""

    def collect(files):
        name = f"filters_{tmp_path.name}"
        package = tmp_path / name
        for path, text in files.items():
            file = package / path
            file.parent.mkdir(parents=True, exist_ok=True)
            for folder in (package, file.parent):
                (folder / "__init__.py").touch()
            file.write_text(textwrap.dedent(text), encoding="utf-8")
        monkeypatch.syspath_prepend(tmp_path)
        importlib.invalidate_caches()
        return Catalogue.collect(name, [str(package)])

    return collect


def test_one_file_is_all_a_new_filter_takes(collect, engine):
    from jaxstudio.engine.buffers import Rect
    from jaxstudio.engine.source import Source

    catalogue = collect({"sharpen/crispen.py": NEW_FILTER})
    assert list(catalogue) == ["crispen"]
    op = catalogue["crispen"]
    assert [param.name for param in op.params] == ["amount", "border", "cval"]
    with pytest.raises(ParameterError, match="amount = 5: expected a number from 0 to 4"):
        op.check({"amount": 5})
    recipe = Recipe().added(op, {"amount": 0.25})
    assert from_json(to_json(recipe), catalogue) == recipe
    pixels = np.random.default_rng(0).random((20, 30, 3), np.float32)
    result = engine.render(Source(pixels), recipe)
    wide = np.pad(pixels, ((1, 1), (1, 1), (0, 0)), mode="symmetric")
    around = wide[2:, 1:-1] + wide[:-2, 1:-1] + wide[1:-1, 2:] + wide[1:-1, :-2]
    np.testing.assert_allclose(result, pixels + 0.25 * (4 * pixels - around), atol=1e-6)
    part = engine.render(Source(pixels), recipe, Rect(3, 4, 9, 30))
    np.testing.assert_array_equal(part, result[3:9, 4:30])


def test_an_op_imported_by_another_module_is_one_op(collect):
    again = "from jaxstudio.ops.blur.square import median\n"
    assert list(collect({"a/one.py": again, "b/two.py": again})) == ["median"]


def test_two_ops_of_one_name_are_a_bug(collect):
    with pytest.raises(ValueError, match="two ops are called 'crispen'"):
        collect({"a/one.py": NEW_FILTER, "b/two.py": NEW_FILTER})
    op = CATALOGUE["median"]
    with pytest.raises(ValueError, match="two ops are called 'median'"):
        Catalogue([op, op])


def test_order_is_by_category_then_title():
    order = [(op.category, op.title) for op in CATALOGUE.values()]
    assert order == sorted(order)
    assert len(CATALOGUE) == len(order) >= 13


def test_an_unknown_name_is_answered_with_the_nearest():
    assert "gausian_blur" not in CATALOGUE
    with pytest.raises(UnknownOpError, match="did you mean gaussian_blur\\?"):
        CATALOGUE["gausian_blur"]
    for name, meant in (
        ("equalize_adapthist", "clahe"),
        ("rot90", "rotate_90"),
        ("gradient", "morphological_gradient"),
        ("poisson", "poisson_noise"),
    ):
        with pytest.raises(UnknownOpError, match=f"did you mean {meant}\\?"):
            CATALOGUE[name]
    with pytest.raises(UnknownOpError, match="`jaxstudio ops` lists them"):
        CATALOGUE["xyz"]


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("blur", "gaussian_blur"),
        ("rotate", "rotate"),
        ("hot pixels", "hot_pixels"),
        ("sharpen", "unsharp_mask"),
        ("denoise", "nl_means"),
        ("gaussian blur", "gaussian_blur"),
        ("gaussian_blur", "gaussian_blur"),
        ("GAMMA", "gamma"),
        ("despeckle", "median"),
        ("salt", "salt"),
        ("emboss", "convolve"),
        ("highlights", "shadows_highlights"),  # a word of a title before a keyword
        ("white balance", "color_temperature"),  # a title before the name of another
        ("white bal", "color_temperature"),
        ("white", "color_temperature"),
    ],
)
def test_search_finds_by_name_and_by_what_people_call_it(text, first):
    assert CATALOGUE.search(text)[0].name == first


GERMAN = {"Curve": "Kurve", "Exposure": "Belichtung", "cut, trim": "zuschneiden, beschneiden"}


def test_search_knows_the_windows_language_and_english_without_accents():
    german = {**GERMAN, CATALOGUE["unsharp_mask"].doc: "Schärft die Kanten."}
    found = {
        text: CATALOGUE.search(text, lambda words: german.get(words, words))[0].name
        for text in (
            "kurve", "curve", "BELICHTUNG", "belihctung", "zuschneiden",
            "crop", "schärft", "scharft", "schaerft"
        )
    }  # fmt: skip
    assert found == {
        "kurve": "curve",
        "curve": "curve",
        "BELICHTUNG": "exposure",
        "zuschneiden": "crop",
        "crop": "crop",
        "schärft": "unsharp_mask",
        "scharft": "unsharp_mask",
        "schaerft": "unsharp_mask",
        "belihctung": "exposure",
    }


def test_a_number_or_a_choice_is_the_value_of_the_filter_that_is_named():
    for text, name, params in (
        ("rotate 3 degrees", "rotate", {"angle": 3.0}),
        ("Rotate by -3,5°", "rotate", {"angle": -3.5}),
        ("rotate 90", "rotate_90", {}),  # its name
        ("blur 5", "gaussian_blur", {"sigma": 5.0}),
        ("gaussian blur sigma 5", "gaussian_blur", {"sigma": 5.0}),
        ("median 5", "median", {"size": 5}),
        ("exposure 1.5 stops", "exposure", {"stops": 1.5}),
        ("rotate 5000", "rotate", {}),  # out of its range
        ("healing brush", "inpaint", {"fill": "heal"}),
        ("clone stamp", "spot_removal", {"mode": "clone"}),
        ("curves red channel", "channel_curve", {"channel": "red"}),
        ("heal", "spot_removal", {}),  # its default
    ):
        first = CATALOGUE.search_with_values(text)[0]
        assert (first.op.name, first.params) == (name, params), text


def test_what_nothing_holds_is_answered_with_what_is_near():
    assert CATALOGUE.search("rotate photo left") == []
    assert CATALOGUE.suggest("rotate photo left")[0].name == "rotate"
    assert CATALOGUE.suggest("xyzw") == []


def test_search_for_nothing_finds_all_and_for_nonsense_nothing():
    found = CATALOGUE.search("")
    drawn = [op.category == "augmentation" for op in found]
    assert drawn == sorted(drawn)  # the filters that people look for first, their random versions last
    assert sorted(op.name for op in found) == sorted(CATALOGUE)
    assert CATALOGUE.search("  ") == found
    assert CATALOGUE.search("qqqq") == []
    for op in CATALOGUE.search("noise gauss"):
        assert "noise" in (op.name + op.title + op.doc).lower()


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("gausian", "gaussian_blur"),
        ("guassian", "gaussian_blur"),
        ("sharpn", "unsharp_mask"),
        ("medain", "median"),
        ("bilatral", "bilateral"),
        ("satruation", "saturation"),
        ("vinette", "vignette"),
        ("eqalize", "equalize_hist"),
        ("threshhold", "threshold"),
        ("gray", "grayscale"),
        ("grey", "grayscale"),
        ("colour jitter", "color_jitter"),
        ("equalise", "equalize_hist"),
        ("unsharp-mask", "unsharp_mask"),
    ],
)
def test_search_forgives_typing_errors_and_both_spellings_of_english(text, named):
    assert named in [op.name for op in CATALOGUE.search(text)[:5]]


def test_a_slip_adds_nothing_where_enough_is_found():
    for text in ("blur", "noise", "edges"):
        for op in CATALOGUE.search(text):
            everything = " ".join((op.name, op.title, op.category, *op.keywords, op.doc)).lower()
            assert text in everything


@pytest.mark.parametrize("text", ["xq", "zzzz", "qwrtz", "1234567"])
def test_nonsense_is_not_forgiven(text):
    assert CATALOGUE.search(text) == []
