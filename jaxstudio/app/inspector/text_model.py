"""A stage's text as it is shown: split into lines, without noise, with what can be folded."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from jaxstudio.errors import Cancelled
from jaxstudio.ir.stages import Language, Stage
from jaxstudio.ir.text_view.filters import Filtered, Fold, Noise, filtered, folds
from jaxstudio.ir.text_view.lines import Lines
from jaxstudio.ir.text_view.search import Hit
from jaxstudio.ir.text_view.tokens import PLAIN, tokens

MOST_FOLDED_LINES = 50_000
USUAL_NOISE = frozenset({Noise.METADATA, Noise.LOCATIONS, Noise.CONSTANTS})
NOTHING = np.zeros(0, np.int64)


@dataclass(frozen=True, eq=False)
class Shown:
    """`lines` of a stage, or what is left of them; counted from 1, columns from 0, as everywhere.

    `states` are those of the tokens before each line, empty where no line has one.
    `numbers` are written beside the lines; None counts them. `tints` are +1 for a line that was
    added, -1 for one that was removed, 2 for what was left out; None where there are none.
    `widest` is the length of the longest line.
    """

    stage: Stage
    lines: Sequence[str]
    folds: tuple[Fold, ...] = ()
    states: tuple[str, ...] = ()
    filter: Filtered | None = None
    numbers: np.ndarray | None = None
    tints: np.ndarray | None = None
    widest: int = 0

    @property
    def text(self) -> str:
        """What is shown, as one text."""
        return "\n".join(self.lines) if not isinstance(self.lines, Lines) else self.lines.text

    @property
    def height(self) -> int:
        """How many lines the whole text has."""
        return self.filter.height if self.filter is not None else len(self.lines)

    def number(self, line: int) -> int:
        """The line of the whole text that a shown line is; 0 for none."""
        numbers = self.filter.lines if self.filter is not None else self.numbers
        return line if numbers is None else int(numbers[line - 1])

    def original(self, line: int, column: int) -> tuple[int, int]:
        """Where a shown place stands in the whole text."""
        return self.filter.original(line, column) if self.filter is not None else (line, column)

    def lines_of(self, lines: np.ndarray) -> np.ndarray:
        """The shown lines among these of the whole text."""
        if self.filter is None:
            return lines[lines <= len(self.lines)]
        places = np.searchsorted(self.filter.lines, lines)
        held = self.filter.lines[np.minimum(places, len(self.filter.lines) - 1)] == lines
        return places[held] + 1


def prepare(
    stage: Stage, noise: Iterable[Noise] = (), cancelled: Callable[[], bool] = lambda: False
) -> Shown:
    """Make a stage ready to be shown; to be called in a thread.

    Raises:
        Cancelled: `cancelled`, asked again and again, said so.
    """

    def between() -> None:
        if cancelled():
            raise Cancelled("cancelled")

    noise = tuple(noise)
    without = filtered(stage.text, stage.language, noise, between) if noise else None
    between()
    lines = Lines(stage.text) if without is None else without.shown_lines
    if without is not None and int(lines.lengths.sum()) + len(lines) - 1 == len(stage.text):
        without = None  # nothing was hidden
    short = len(lines) <= MOST_FOLDED_LINES
    found = tuple(folds(lines.text, stage.language)) if short else ()
    states = _states(lines) if stage.language is Language.PYTHON else ()
    widest = int(lines.lengths.max())
    return Shown(stage, lines, found, states, without, widest=widest)


def _states(lines: Sequence[str]) -> tuple[str, ...]:
    """The state before each line: the quotes of a Python string that is still open."""
    states = []
    state = PLAIN
    for line in lines:
        states.append(state)
        _, state = tokens(line, Language.PYTHON, state)
    return tuple(states)


def in_sight(hits: Sequence[Hit], shown: Shown) -> list[Hit]:
    """Hits in the whole text where they stand in the shown one, without those that are hidden."""
    own = [hit for hit in hits if hit.stage == shown.stage.name]
    if shown.filter is None:
        return own
    found = []
    for hit in own:
        start = shown.filter.shown(hit.line, hit.start)
        end = shown.filter.shown(hit.line, hit.end)
        if start is not None and end is not None and end[1] > start[1]:
            found.append(Hit(hit.stage, start[0], start[1], end[1]))
    return found
