"""What is wrong with a function, as values: an error explained, the first equation that makes a NaN."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Explanation:
    """`title` is one line; `words` say it in terms of the line `code`; `suggestion` is what to do instead.

    `path` and `line` (from 1; 0 if unknown) are in the user's code, `column` and `end_column`
    count from 0. `known` tells whether this error has words of its own here, or just its own text.
    """

    error: str
    title: str
    words: str
    suggestion: str
    path: str = ""
    line: int = 0
    column: int = 0
    end_column: int = 0
    code: str = ""
    known: bool = True

    def as_json(self) -> dict[str, object]:
        return dict(vars(self))


@dataclass(frozen=True)
class NanFound:
    """The first equation whose result has a NaN while nothing that it read had one.

    `equation` is its number as in `equations_of` (−1: an argument has it already, `argument` says
    which). `rounds` are the rounds of the loops around it, outermost first, counted from 0. `index`
    is the place of the first NaN in the result, `inputs` what the equation read there (all of a
    scalar). `infinite` is the equation that made the first infinity before it, −1 for none.
    `why` is a line in plain words, `suggestion` what keeps it away. `written` is the line of the source that
    the equation came from, where that is known.
    """

    equation: int
    primitive: str
    index: tuple[int, ...] = ()
    inputs: tuple[float, ...] = ()
    rounds: tuple[int, ...] = ()
    infinite: int = -1
    argument: int = -1
    why: str = ""
    suggestion: str = ""
    written: str = ""
