"""A stage's text for display: split into lines, without noise, with its folds."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from jaxstudio.errors import Cancelled
from jaxstudio.ir.stages import Language, Stage
from jaxstudio.ir.text_view.filters import FilteredText, Fold, Lines, Noise, filter_text, folds
from jaxstudio.ir.text_view.search import Hit
from jaxstudio.ir.text_view.tokens import PLAIN, Token, TokenKind, tokens

MOST_FOLDED_LINES = 50_000
USUAL_NOISE = frozenset({Noise.METADATA, Noise.LOCATIONS, Noise.CONSTANTS})


@dataclass(frozen=True, eq=False)
class TextModel:
    """The shown `lines` of a stage; lines are counted from 1, columns from 0, as everywhere.

    `states` are those of the tokens before each line, empty where no line has one.
    `numbers` are written beside the lines; None counts them. A removed line has, below 0, that of the text
    before. `line_changes` are +1 for a line that was
    added, -1 for one that was removed, 2 for what was left out; None where there are none.
    `widest` is the length of the longest line.
    """

    stage: Stage
    lines: Sequence[str]
    folds: tuple[Fold, ...] = ()
    states: tuple[str, ...] = ()
    filter: FilteredText | None = None
    numbers: np.ndarray | None = None
    line_changes: np.ndarray | None = None
    widest: int = 0

    @property
    def text(self) -> str:
        """Return the shown text."""
        return "\n".join(self.lines) if not isinstance(self.lines, Lines) else self.lines.text

    @property
    def height(self) -> int:
        """Return the number of lines of the whole text."""
        return self.filter.height if self.filter is not None else len(self.lines)

    def number(self, line: int) -> int:
        """The line of the whole text that a shown line is; 0 for none."""
        numbers = self.filter.lines if self.filter is not None else self.numbers
        return line if numbers is None else int(numbers[line - 1])

    def original(self, line: int, column: int) -> tuple[int, int]:
        """Return the place in the whole text of a shown place."""
        return self.filter.original(line, column) if self.filter is not None else (line, column)

    def lines_of(self, lines: np.ndarray) -> np.ndarray:
        """The shown lines among these of the whole text."""
        if self.numbers is not None:
            return np.flatnonzero(np.isin(self.numbers, lines) & (self.numbers != 0)) + 1
        if self.filter is None:
            return lines[lines <= len(self.lines)]
        places = np.searchsorted(self.filter.lines, lines)
        held = self.filter.lines[np.minimum(places, len(self.filter.lines) - 1)] == lines
        return places[held] + 1


def prepare(
    stage: Stage, noise: Iterable[Noise] = (), cancelled: Callable[[], bool] = lambda: False
) -> TextModel:
    """Make a stage ready to be shown; to be called in a thread.

    Raises:
        Cancelled: `cancelled`, asked again and again, said so.
    """

    def between() -> None:
        if cancelled():
            raise Cancelled("cancelled")

    noise = tuple(noise)
    without = filter_text(stage.text, stage.language, noise, between) if noise else None
    between()
    lines = Lines(stage.text) if without is None else without.shown_lines
    if without is not None and int(lines.lengths.sum()) + len(lines) - 1 == len(stage.text):
        without = None  # nothing was hidden
    short = len(lines) <= MOST_FOLDED_LINES
    found = tuple(folds(lines.text, stage.language)) if short else ()
    states = _states(lines) if stage.language is Language.PYTHON else ()
    widest = int(lines.lengths.max())
    return TextModel(stage, lines, found, states, without, widest=widest)


def _states(lines: Sequence[str]) -> tuple[str, ...]:
    """The state before each line: the quotes of a Python string that is still open."""
    states = []
    state = PLAIN
    for line in lines:
        states.append(state)
        _, state = tokens(line, Language.PYTHON, state)
    return tuple(states)


def visible_hits(hits: Sequence[Hit], model: TextModel) -> list[Hit]:
    """Translate hits in the whole text to the shown one; hits in folds are left out."""
    own = [hit for hit in hits if hit.stage == model.stage.name]
    if model.filter is None:
        return own
    found = []
    for hit in own:
        start = model.filter.filtered_position(hit.line, hit.start)
        end = model.filter.filtered_position(hit.line, hit.end)
        if start is not None and end is not None and end[1] > start[1]:
            found.append(Hit(hit.stage, start[0], start[1], end[1]))
    return found


def text_runs(text: str, line_tokens: Sequence[Token]) -> list[tuple[TokenKind | None, int, str]]:
    """The runs of text to draw for a line: token kind (None between tokens), column, text.

    All tokens of a kind are one run with spaces between: each call of the painter lets a thread that
    computes take its turn. A line with letters of other widths is drawn token by token.
    """
    runs: list[tuple[TokenKind | None, int, str]] = []
    position = 0
    for token in line_tokens:
        runs += [
            (None, position, text[position : token.start]),
            (token.kind, token.start, text[token.start : token.end]),
        ]
        position = token.end
    runs = [each for each in (*runs, (None, position, text[position:])) if each[2].strip()]
    if not text.isascii():
        return runs
    together: dict[TokenKind | None, tuple[int, list[str], int]] = {}
    for kind, start, part in runs:
        first, parts, end = together.get(kind, (start, [], start))
        parts += [" " * (start - end), part]
        together[kind] = first, parts, start + len(part)
    return [(kind, first, "".join(parts)) for kind, (first, parts, _) in together.items()]


@dataclass(eq=False)
class LineColours:
    """Colours and shares of a run beside the lines of a whole text.

    `hues` is int64 (lines, some), −1 for none; with `tinted` a line has the colour of its first number as its
    ground. `heat` is float64 (lines,). Both begin with line 0, which no text has.
    """

    hues: np.ndarray | None = None
    tinted: bool = False
    heat: np.ndarray | None = None
    total: float = 0.0

    def of(self, line: int) -> list[int]:
        """The numbers of a line's colours."""
        if self.hues is None or not 0 < line < len(self.hues):
            return []
        return [hue for hue in self.hues[line].tolist() if hue >= 0]

    def lines_with(self, hues: Sequence[int]) -> np.ndarray:
        """The lines that have one of these colours."""
        if self.hues is None or not hues:
            return np.zeros(0, np.int64)
        # 1 ms for 250,000 lines, where `isin` takes 13: whatever the mouse is over asks for it
        found = [np.flatnonzero(self.hues.ravel() == hue) // self.hues.shape[1] for hue in hues]
        return np.unique(np.concatenate(found))

    def share(self, line: int) -> float:
        """The share of the run that a line takes, from 0 to 1."""
        if self.heat is None or not 0 < line < len(self.heat) or not self.total:
            return 0.0
        return float(self.heat[line]) / self.total


class Rows:
    """Rows are counted from 0, lines from 1. With nothing folded, line n is row n − 1."""

    def __init__(self, lines: int, folds: Sequence[Fold] = ()) -> None:
        self._count = lines
        self.fold_at: dict[int, Fold] = {}
        for fold in folds:  # the outer one of those that begin on one line
            self.fold_at.setdefault(fold.first, fold)
        self.folded = {fold.first for fold in self.fold_at.values() if fold.kind == "table"}
        self._lines: np.ndarray | None = None
        self._draw()

    def __len__(self) -> int:
        return self._count if self._lines is None else len(self._lines)

    def line(self, row: int) -> int:
        """The line of a row."""
        return row + 1 if self._lines is None else int(self._lines[row])

    def row(self, line: int) -> int:
        """The row of a line, or of the fold that hides it."""
        if self._lines is None:
            return min(max(line - 1, 0), max(self._count - 1, 0))
        return max(int(np.searchsorted(self._lines, line, side="right")) - 1, 0)

    def hidden(self, line: int) -> bool:
        return self._lines is not None and len(self) > 0 and self.line(self.row(line)) != line

    def toggle(self, line: int) -> bool:
        """Fold or unfold what begins on a line; whether anything does."""
        if line not in self.fold_at:
            return False
        self.folded ^= {line}
        self._draw()
        return True

    def reveal(self, line: int) -> None:
        """Unfold whatever hides a line."""
        around = {first for first in self.folded if first < line <= self.fold_at[first].last}
        if around:
            self.folded -= around
            self._draw()

    def _draw(self) -> None:
        if not self.folded:
            self._lines = None
            return
        kept = np.ones(self._count + 2, bool)
        for first in self.folded:
            kept[first + 1 : self.fold_at[first].last + 1] = False
        self._lines = np.flatnonzero(kept[1 : self._count + 1]) + 1


Place = tuple[int, int]
WORD = re.compile(r"[%@]?[\w.$\-]+")


@dataclass(frozen=True)
class TextSelection:
    """A selection from the place of the press to the present place; lines count from 1, columns from 0."""

    anchor: Place | None = None
    head: Place = (0, 0)

    @classmethod
    def word(cls, line: int, text: str, column: int) -> TextSelection:
        """The word at a column."""
        for found in WORD.finditer(text):
            if found.start() <= column < found.end():
                return cls((line, found.start()), (line, found.end()))
        return cls()

    def __bool__(self) -> bool:
        return self.anchor is not None and self.anchor != self.head

    def columns(self, line: int, length: int) -> tuple[int, int] | None:
        """The columns taken of a line of this length; one more where the line's end is taken too."""
        if self.anchor is None:
            return None
        (first, start), (last, end) = sorted((self.anchor, self.head))
        if not first <= line <= last or not self:
            return None
        return start if line == first else 0, end if line == last else length + 1

    def text(self, lines: Sequence[str]) -> str:
        if self.anchor is None:
            return ""
        (first, start), (last, end) = sorted((self.anchor, self.head))
        chosen = list(lines[first - 1 : last])
        if len(chosen) == last - first + 1:
            chosen[-1] = chosen[-1][:end]
        chosen[0] = chosen[0][start:]
        return "\n".join(chosen)
