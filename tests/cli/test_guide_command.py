"""`jaxstudio guide`: the list, a page, and the same as JSON."""

import json


def test_the_list(run):
    outcome = run("guide")
    assert outcome.code == 0
    assert "  four-ways    Four ways to a derivative" in outcome.out
    assert len(json.loads(run("guide", "--json").out)["pages"]) == 27


def test_a_page_with_its_figures(run):
    outcome = run("guide", "trace")
    assert outcome.code == 0
    assert "Tangents with respect to x₁: 2, 0.27347" in outcome.out
    facts = json.loads(run("guide", "trace", "--json").out)["facts"]
    assert all(fact["agrees"] for fact in facts)


def test_an_unknown_page(run):
    outcome = run("guide", "nine")
    assert outcome.code == 2
    assert "the guide has no page 'nine'" in outcome.line
