"""Searches filters, commands and pages by words, with one ranking, in the window's language and in English.

Case, accents and hyphens do not count, nor the difference of British and American spelling. A word of four
letters or more may be misspelt.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Iterable, Sequence

from jaxstudio.lazy_dataclass import dataclass

FEW = 3  # with fewer hits, words may be misspelt
# British spellings and the American ones that replace them.
ONE_SPELLING = {
    "colour": "color",
    "grey": "gray",
    "centre": "center",
    "neighbour": "neighbor",
    "isation": "ization",
    "ise": "ize",
    "yse": "yze",
    "artefact": "artifact",
}
WRITTEN_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
NUMBER = re.compile(r"(?<![\w.])([-+\N{MINUS SIGN}]?\d+(?:[.,]\d+)?)\s*([^\W\d_]+|[°%])?")


@dataclass(frozen=True)
class SearchEntry:
    """A searchable thing: its `names`, `keywords` (other names that people use) and description.

    All are in every language. `late` entries come after others that match equally well.
    """

    names: tuple[str, ...]
    keywords: tuple[str, ...] = ()
    description: str = ""
    late: bool = False


@dataclass(frozen=True)
class FoldedEntry:
    """An entry, folded for comparison; `words` holds names and keywords, `text` also the description."""

    names: tuple[str, ...]
    keywords: tuple[str, ...]
    words: str
    text: str
    late: bool


def fold(text: str) -> str:
    """Lower case without accents, words separated by spaces, in American spelling."""
    text = _without_accents(text.casefold().replace("_", " ").replace("-", " "))
    for british, american in ONE_SPELLING.items():
        text = text.replace(british, american)
    return text


def _without_accents(text: str) -> str:
    if text.isascii():
        return text
    return "".join(each for each in unicodedata.normalize("NFKD", text) if not unicodedata.combining(each))


def _foldings(text: str) -> tuple[str, ...]:
    """The folded text; with umlauts in both spellings: `schaerfe`, `scharfe`."""
    folded, written_out = fold(text), fold(text.casefold().translate(WRITTEN_OUT))
    return (folded,) if folded == written_out else (folded, written_out)


def holds_all(text: str, search: str) -> bool:
    """Whether every word of `search` is somewhere in `text`."""
    places = _foldings(text)
    return all(any(word in place for place in places) for word in fold(search).split())


class SearchIndex:
    """Entries that can be searched by words; results are indices into `entries`."""

    def __init__(self, entries: Iterable[SearchEntry]) -> None:
        self._entries = [_folded(entry) for entry in entries]

    def find(self, text: str) -> list[int]:
        """The indices of the entries that hold every word of `text`, the best first.

        An exact title wins, then an exact name, whole words of a name, a keyword, the beginning of a name. If
        fewer than FEW entries hold all words, a word of four letters or more may have one mistake, a word of
        seven or more two; it is compared with the words of names and keywords, or their beginnings.
        """
        words = fold(text).split()
        found = [(rank, place) for place, rank in enumerate(self._ranks(words)) if rank is not None]
        places = [place for _, place in sorted(found)]
        if len(places) >= FEW or not words:
            return places
        others = [place for place in range(len(self._entries)) if place not in places]
        near = {place: [_likeness(word, self._entries[place].words) for word in words] for place in others}
        alike = [place for place in others if None not in near[place]]
        alike.sort(key=lambda place: (sum(each or 0 for each in near[place]), self._entries[place].late))
        return [*places, *alike]

    def suggest(self, text: str, most: int) -> list[int]:
        """Return the entries that hold or nearly hold most of the words, for a search without results."""
        words = [word for word in fold(text).split() if len(word) > 2]
        scored = []
        for place, entry in enumerate(self._entries):
            held = [each for word in words if (each := _distance(word, entry)) is not None]
            if held:
                scored.append((-len(held), sum(held), entry.late, place))
        return [place for *_, place in sorted(scored)[:most]]

    def _ranks(self, words: Sequence[str]) -> list[tuple[int, bool, int, bool] | None]:
        phrase = " ".join(words)
        return [_rank(entry, phrase, words) for entry in self._entries]


@functools.lru_cache(maxsize=1024)  # the same commands and filters are searched again and again
def _folded(entry: SearchEntry) -> FoldedEntry:
    names = tuple(each for name in entry.names for each in _foldings(name))
    keywords = tuple(each for keyword in entry.keywords for each in _foldings(keyword))
    words = " ".join((*names, *keywords))
    text = " ".join((words, *_foldings(entry.description)))
    return FoldedEntry(names, keywords, words, text, entry.late)


def _rank(entry: FoldedEntry, phrase: str, words: Sequence[str]) -> tuple[int, bool, int, bool] | None:
    """Return how well an entry fits, lower is better; None if it lacks a word.

    Of equal ones that comes first which shows these words: a filter's first name is for recipes alone.
    """
    if any(word not in entry.text for word in words):
        return None
    if not words:
        return 0, entry.late, 0, False
    exact = sum(keyword == phrase for keyword in entry.keywords)
    levels = (
        phrase == entry.names[-1],
        phrase in entry.names,
        any(f"{name} ".startswith(f"{phrase} ") for name in entry.names),
        any(f" {phrase} " in f" {name} " for name in entry.names),
        exact > 0,
        any(name.startswith(phrase) for name in entry.names),
        any(all(f" {word}" in f" {name}" for word in words) for name in entry.names),
        any(all(word in name for word in words) for name in entry.names),
        all(f" {word}" in f" {entry.words}" for word in words),
        all(word in entry.words for word in words),
        True,
    )
    unseen = all(phrase not in name for name in entry.names[1:] or entry.names)
    return levels.index(True), entry.late, -exact, unseen


def _distance(word: str, entry: FoldedEntry) -> int | None:
    """A word's distance from an entry: 0 its name, 1 a word of a name, more: mistakes; None: too far."""
    if word in entry.names:
        return 0
    if any(f" {word} " in f" {name} " for name in entry.names):
        return 1
    slips = _likeness(word, entry.words, 1)
    return None if slips is None else 2 + slips


def _likeness(word: str, text: str, more: int = 0) -> int | None:
    """Mistakes between `word` and the most similar word of `text`, or its beginning; None: too many."""
    if word in text:
        return 0
    allowed = 0 if len(word) < 4 else (1 if len(word) < 7 else 2) + more
    slips = min((_edit_distance(word, other) for other in text.split()), default=allowed + 1)
    return slips if slips <= allowed else None


def _edit_distance(word: str, other: str) -> int:
    """Missing, extra, wrong or exchanged letters between `word` and the most similar beginning of `other`.

    The restricted Damerau-Levenshtein distance; the first letter must be right.
    """
    if word[0] != other[0]:
        return len(word)
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(word, 1):
        before, last, row = row, before, [i]
        for j, against in enumerate(other, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != against))
            if i > 1 and j > 1 and letter == other[j - 2] and word[i - 2] == against:
                cost = min(cost, last[j - 2] + 1)
            row.append(cost)
    return min(row)


def split_number(text: str) -> tuple[str, float, str] | None:
    """`rotate 3 degrees` as ("rotate", 3.0, "degrees"): the words, the only number, and the word after it."""
    found = list(NUMBER.finditer(text))
    if len(found) != 1:
        return None
    match = found[0]
    number = float(match[1].replace(",", ".").replace("\N{MINUS SIGN}", "-"))
    words = f"{text[: match.start()]} {text[match.end() :]}"
    return " ".join(words.split()), number, match[2] or ""
