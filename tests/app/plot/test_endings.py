"""Why a walk or a training ended is told in the window's own words, for every reason that there is."""

import inspect
import re

import pytest

from jaxstudio.app.plot.pages.numbers import ending
from jaxstudio.functions.descent import End
from jaxstudio.functions.service import training

REASONS = {*End, *re.findall(r'(?:ended =|return) "([a-z][^"]+)"', inspect.getsource(training))}


@pytest.mark.parametrize("reason", sorted(REASONS))
def test_every_reason_is_a_sentence(reason):
    words = ending(reason)
    assert words[0].isupper()
    assert words.endswith(".")


def test_the_reasons_of_training_are_found():
    assert {"took all its steps", "stopped by hand", "the loss left all finite numbers"} <= REASONS
