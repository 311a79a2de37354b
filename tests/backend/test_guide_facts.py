"""The guide's figures come from the engine's process, one by one."""

import queue

import pytest

from jaxstudio.backend.requests import FactsRequest
from jaxstudio.errors import UsageError


def ask(desk, name):
    answers, reports = queue.Queue(), []
    desk.client.call(FactsRequest(name), answers.put, answers.put, reports.append)
    return answers.get(timeout=120), reports


@pytest.mark.thorough
def test_the_figures_of_a_page(desk):
    found, reports = ask(desk, "denoise")
    assert [agrees for _, agrees in found] == [True, True, True]
    assert found[1][0].startswith("0.04")
    assert [number for number, *_ in reports] == [1, 2, 3]


def test_no_such_page(desk):
    error, _ = ask(desk, "nine")
    assert isinstance(error, UsageError)
    with pytest.raises(UsageError, match="no page 'nine'"):
        raise error
