"""Long lists of cases: some of them run always, all of them with `-m thorough`."""

import pytest


def spread(cases, keep, ids=None):
    """The cases for `parametrize`; all but `keep` of them, spread evenly over the list, are thorough.

    Args:
        cases: single values, tuples of values, or `pytest.param`s.
        ids: a name for each case, or a function that gives one.
    """
    cases = list(cases)
    last = max(len(cases) - 1, 1)
    always = {round(number * last / max(keep - 1, 1)) for number in range(min(keep, len(cases)))}
    return [_case(case, number in always, _name(ids, number, case)) for number, case in enumerate(cases)]


def _name(ids, number, case):
    if ids is None:
        return None
    return ids(case) if callable(ids) else ids[number]


def _case(case, always, name):
    marks = () if always else (pytest.mark.thorough,)
    if hasattr(case, "values") and hasattr(case, "marks"):
        return pytest.param(*case.values, marks=(*case.marks, *marks), id=name or case.id)
    values = case if isinstance(case, tuple) else (case,)
    return pytest.param(*values, marks=marks, id=name)
