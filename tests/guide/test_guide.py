"""Every figure that the guide states is computed again; what it opens exists."""

import pytest

from jaxstudio.app.plot.examples import examples
from jaxstudio.files.photo import sample_photo
from jaxstudio.guide.facts import FACTS, Computed, compute
from jaxstudio.guide.pages import Fact, page, pages
from jaxstudio.ir.lessons import LESSONS
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.recipe import Recipe
from jaxstudio.pipeline.step_text import read_step

NAMES = [each.name for each in pages()]


@pytest.mark.samples(4)
@pytest.mark.parametrize("name", NAMES)
def test_every_figure(name):
    for each in compute(page(name)):
        assert each.agrees, f"{each.fact.label}: {each.value}, stated {each.fact.stated}"


def test_27_pages_with_facts_of_their_own():
    assert len(NAMES) == len(set(NAMES)) == 27
    stated = [fact.key for each in pages() for fact in each.facts]
    assert sorted(stated) == sorted(FACTS)
    assert all(each.text and each.facts for each in pages())


@pytest.mark.parametrize("name", NAMES)
def test_what_it_opens_exists(name):
    opens = page(name).opens
    assert sum(map(bool, (opens.sample, opens.example, opens.lesson))) == 1
    if opens.sample:
        assert sample_photo(opens.sample).pixels.size
        recipe = Recipe()
        for step in opens.steps:
            recipe = recipe.added(*read_step(step, CATALOGUE))
        assert recipe.active
    elif opens.example:
        assert opens.example in {example.name for example in examples()}
    else:
        assert opens.lesson in {lesson.name for lesson in LESSONS}


@pytest.mark.parametrize(
    ("stated", "value", "agrees"),
    [
        (1.0, 1.0 + 1e-5, False),
        (1.0, 1.0 + 1e-7, True),
        ((1.0, 2.0), (1.0,), False),
        ((1.0,), 1.0, False),
        (True, 1, True),
        ("add", "mul", False),
        (0.0, 1e-7, True),
        (0.0, 1e-5, False),
    ],
)
def test_a_wrong_figure_is_found(stated, value, agrees):
    assert Computed(Fact("x", "x", stated, 1e-6), value).agrees == agrees
