"""Whatever tree is printed reads as the same tree."""

from hypothesis import given, settings
from hypothesis import strategies as st

from jaxstudio.errors import ExpressionError
from jaxstudio.functions.language.nodes import Tuple, Vector, at_columns, text_of, walk
from jaxstudio.functions.language.parser import Parser
from jaxstudio.functions.language.tokens import tokenize
from tests.functions.language.trees import NAMES, trees


def read(text):
    return Parser(tokenize(text), (), NAMES, text).restricted()


@settings(max_examples=50)
@given(trees())
def test_printed_and_read_again(tree):
    assert at_columns(read(text_of(tree)), 0, 0) == tree


@settings(max_examples=50)
@given(st.lists(trees(2), min_size=2, max_size=3), st.sampled_from((Tuple, Vector)))
def test_several_are_printed_too(items, kind):
    tree = kind(0, 0, tuple(items))
    assert at_columns(read(text_of(tree)), 0, 0) == tree


@settings(max_examples=40)
@given(trees(), st.data())
def test_without_a_sign_or_a_bracket_it_is_read_or_refused(tree, data):
    """Columns stay inside the text, and children inside their parents."""
    text = text_of(tree)
    cut = data.draw(st.integers(0, len(text)))
    broken = text[:cut] + text[cut + 1 :]
    try:
        places = list(walk(read(broken)))
    except ExpressionError as error:
        places = [error]
    for place in places:
        assert 0 <= place.start <= place.end <= len(broken)
