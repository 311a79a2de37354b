"""JSON documents as values of declared types, and the line that says what is wrong with one."""

import json
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, Literal

import pytest
from msgspec import Meta

from jaxstudio.errors import RecipeError
from jaxstudio.runtime.json_values import Finite, OneLine, changed_members, read_value

pytestmark = pytest.mark.quick


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True)
class Inner:
    size: Annotated[int, Meta(ge=1, le=9)] = 1


@dataclass(frozen=True)
class Outer:
    name: OneLine
    at: tuple[Finite, Finite] | None = None
    colours: frozenset[Colour] = frozenset()
    way: Literal["", "x"] = ""
    inner: Inner = Inner()
    some: Annotated[tuple[Inner, ...], Meta(max_length=2)] = ()
    on: bool = True
    any: Any = None


def test_a_document_becomes_a_value_with_all_its_members():
    text = '{"name": "a", "at": [1, 2.5], "colours": ["red"], "some": [{"size": 3}, {}], "any": {"b": [1]}}'
    read = read_value(json.loads(text), Outer, "here", RecipeError)
    expected = Outer("a", (1.0, 2.5), frozenset({Colour.RED}), some=(Inner(3), Inner()), any={"b": [1]})
    assert read == expected
    assert vars(read) == vars(expected)
    changed = changed_members(read)
    assert changed.keys() == {"name", "at", "colours", "some", "any"}
    assert (
        read_value(changed | {"colours": ["red"], "some": [{"size": 3}, {}]}, Outer, "", RecipeError) == read
    )


def test_what_is_wrong_is_said_with_its_place_and_what_was_expected(subtests):
    for members, line in (
        ({"name": 3}, "here: name = 3: expected one line of text"),
        ({"name": "a\n"}, "here: name = 'a\\n': expected one line of text"),
        ({"more": 1}, "here: 'more' is not known; expected any, at, colours, inner, name, on, some, way"),
        ({"at": [1]}, "here: at: expected a list of 2"),
        ({"at": [1, 10**400]}, f"here: at: number 2 = {str(10**400)[:59]}…: expected a finite number"),
        ({"at": [1, float("nan")]}, "here: at: number 2 = nan: expected a finite number"),
        ({"colours": ["red", "tall"]}, 'here: colours: number 2 = \'tall\': expected one of "red", "blue"'),
        ({"way": []}, 'here: way: expected one of "", "x"'),
        ({"way": "\ud800"}, "here: expected text of Unicode characters"),
        ({"inner": {"size": 0}}, "here: inner: size = 0: expected a whole number from 1 to 9"),
        ({"inner": []}, "here: inner: expected an object"),
        (
            {"some": [{}, {"size": "2"}]},
            "here: some: number 2: size = '2': expected a whole number from 1 to 9",
        ),
        ({"some": [{}, {}, {}]}, "here: some: expected a list of at most 2"),
        ({"on": 1}, "here: on = 1: expected true or false"),
    ):
        with subtests.test(line=line), pytest.raises(RecipeError) as raised:
            read_value({"name": "a", **members}, Outer, "here", RecipeError)
        with subtests.test(line=line):
            assert str(raised.value) == line
    with pytest.raises(RecipeError, match=r"^'name' is missing$"):
        read_value({}, Outer, "", RecipeError)
