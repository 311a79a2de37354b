"""A step in one word: what is split where, and which values are JSON."""

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jaxstudio.cli.recipe_options import added_step
from jaxstudio.errors import UsageError
from jaxstudio.pipeline.catalogue import Catalogue
from jaxstudio.pipeline.kinds import Pointwise
from jaxstudio.pipeline.op import Op
from jaxstudio.pipeline.params import Bool, Choice, Float, Int, Matrix
from jaxstudio.pipeline.recipe import Recipe
from jaxstudio.pipeline.step_text import spell_step

OP = Op(
    name="mix",
    title="Mix",
    category="tone",
    kind=Pointwise(lambda x, p: x),
    doc="Nothing.",
    source="none",
    own_params=(
        Float(name="gain", doc="Gain.", value=1.0, low=-8.0, high=8.0),
        Float(name="other", doc="Gain again.", value=None, low=-8.0, high=8.0, linked="gain"),
        Int(name="count", doc="Count.", value=1, low=0, high=9),
        Bool(name="on", doc="On.", value=False),
        Choice(name="kind", doc="Kind.", value="soft", choices=("soft", "hard edge", "3")),
        Matrix(name="rows", doc="Rows.", value=((1.0,),), largest=5),
    ),
)
CATALOGUE = Catalogue([OP])


def params(text):
    return dict(added_step(Recipe(), text, CATALOGUE).steps[0].params)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("mix", {}),
        ("  mix\t gain=2  ", {"gain": 2.0}),
        ("mix gain=-2.5e-1 count=3 on=true", {"gain": -0.25, "count": 3, "on": True}),
        ("mix other=null", {"other": None}),
        ('mix kind="hard edge"', {"kind": "hard edge"}),
        ("mix kind=soft", {"kind": "soft"}),
        ("mix kind=3", {"kind": "3"}),
        ("mix rows=[[1,2,3]] gain=2", {"rows": ((1.0, 2.0, 3.0),), "gain": 2.0}),
        ("mix rows=[ [1, 2, 3] ] gain=2", {"rows": ((1.0, 2.0, 3.0),), "gain": 2.0}),
    ],
)
def test_what_it_means(text, expected):
    assert params(text) == OP.check(expected)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "empty step"),
        ("mix =2", "expected name=value"),
        ("mix gain", "expected name=value"),
        ("mix gain=", "gain = ''"),
        ("mix gain=true", "gain = True"),
        ("mix gain=[1", "brackets do not match"),
        ("mix gain=1]", "brackets do not match"),
        ('mix kind="soft', "a quote is not closed"),
        ("mix count=1.5", "count = 1.5"),
        ("mix on=yes", "on = 'yes'"),
        ("mix gain=" + "[" * 50_000 + "]" * 50_000, "gain"),
        ("mix rows=[[1,2],[3]]", "rows"),
        ("mix gain=1 gain=1", "gain is given twice"),
        ("max", "did you mean mix?"),
    ],
)
def test_what_is_wrong_with_it(text, said):
    with pytest.raises(UsageError) as caught:
        params(text)
    assert said in str(caught.value)
    assert len(str(caught.value)) < 100_200


@settings(deadline=None)
@given(
    st.fixed_dictionaries(
        {},
        optional={
            "gain": st.floats(-8, 8),
            "other": st.none() | st.floats(-8, 8),
            "count": st.integers(0, 9),
            "on": st.booleans(),
            "kind": st.just("soft") | st.just("3"),
            "rows": st.lists(st.lists(st.floats(-9, 9), min_size=3, max_size=3), min_size=1, max_size=1),
        },
    )
)
def test_spelling_and_reading_are_inverse(values):
    checked = OP.check(values)
    assert params(spell_step(OP, checked)) == checked


@settings(deadline=None)
@given(st.text(max_size=40))
def test_no_text_is_a_surprise(text):
    with contextlib.suppress(UsageError):
        added_step(Recipe(), f"mix {text}", CATALOGUE)
