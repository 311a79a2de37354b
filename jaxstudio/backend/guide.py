"""The figures of a page of the guide, computed in the engine's process."""

from __future__ import annotations

from jaxstudio.backend.requests import FactsRequest
from jaxstudio.guide.facts import compute
from jaxstudio.guide.pages import page, spelled
from jaxstudio.processes.serve import Work


def compute_facts(request: FactsRequest, work: Work) -> tuple[tuple[str, bool], ...]:
    """Each figure in words, and whether it agrees with the statement on the page.

    Reports each figure once it is computed: (how many are done, the figure, whether it agrees).
    """
    found: list[tuple[str, bool]] = []
    for each in compute(page(request.page)):
        work.check()
        found.append((spelled(each.value), each.agrees))
        work.tell((len(found), *found[-1]))
    return tuple(found)
