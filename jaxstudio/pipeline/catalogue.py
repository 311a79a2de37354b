"""The catalogue: ops by name, collected from the modules of a package, or their specs alone."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TypeVar

from jaxstudio.errors import UnknownOpError
from jaxstudio.pipeline.op import Op, OpSpec
from jaxstudio.pipeline.params import Steps, bound
from jaxstudio.pipeline.step_text import Drawable, read_list

Spec = TypeVar("Spec", bound=OpSpec)

FEW = 3  # hits; with fewer, words may be misspelt
# Endings and vowels that British and American English spell differently, made alike.
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


def _normalise_spelling(text: str) -> str:
    """Lower case, words apart, in one spelling of English."""
    text = text.lower().replace("_", " ").replace("-", " ")
    for british, american in ONE_SPELLING.items():
        text = text.replace(british, american)
    return text


def _search_words(op: OpSpec) -> str:
    """The words by which an op is called."""
    return _normalise_spelling(" ".join((op.name, op.title, op.category, *op.keywords)))


def _likeness(word: str, text: str) -> int | None:
    """The slips between `word` and the likest word of `text`, or beginning of one; None: too many."""
    if word in text:
        return 0
    allowed = 0 if len(word) < 4 else 1 if len(word) < 7 else 2
    slips = min((_edit_distance(word, other) for other in text.split()), default=allowed + 1)
    return slips if slips <= allowed else None


def _edit_distance(word: str, other: str) -> int:
    """Letters missing, too many, wrong or exchanged between `word` and the likest beginning of `other`.

    The restricted Damerau-Levenshtein distance; the first letter has to be right.
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


class Catalogue(Mapping[str, Spec]):
    """Ops, or their specs alone, by name, in the order of category, then title.

    A parameter that is a list of steps is read with the catalogue's own ops.
    """

    def __init__(self, ops: Iterable[Spec]) -> None:
        self._ops: dict[str, Spec] = {}
        self.absent: dict[str, str] = {}  # why ops that were expected are missing, by name
        self.add(ops)

    def add(self, ops: Iterable[Spec]) -> None:
        """Put more ops in, a person's own, before any is computed; ValueError for a name that is taken."""
        added: dict[str, Spec] = {}
        for op in ops:
            if op.name in self._ops or op.name in added:
                raise ValueError(f"two ops are called {op.name!r}")
            if any(isinstance(param, Steps) for param in op.own_params):
                op = replace(op, own_params=tuple(bound(param, self._read) for param in op.own_params))
            added[op.name] = op
        everything = sorted((self._ops | added).items(), key=lambda item: (item[1].category, item[1].title))
        self._ops = dict(everything)

    def _read(self, text: str) -> list[Drawable]:
        return read_list(text, self)

    @classmethod
    def collect(cls, package: str, path: list[str]) -> Catalogue[Op]:
        """Import every module below `package` and gather its module-level `Op` values."""
        ops: dict[str, Op] = {}
        for module_info in pkgutil.walk_packages(path, package + "."):
            module = importlib.import_module(module_info.name)
            for value in vars(module).values():
                if isinstance(value, Op) and ops.setdefault(value.name, value) is not value:
                    raise ValueError(f"two ops are called {value.name!r}")
        return Catalogue(ops.values())

    @classmethod
    def from_specs(cls, specs: Iterable[OpSpec]) -> Catalogue[OpSpec]:
        """A catalogue without implementations, from what `specs` returned in another process."""
        return Catalogue(specs)

    def specs(self) -> list[OpSpec]:
        """The ops without their implementation: plain values, to be pickled or written as JSON."""
        return [op.spec for op in self._ops.values()]

    def __getitem__(self, name: str) -> Spec:
        try:
            return self._ops[name]
        except KeyError:
            if name in self.absent:
                raise UnknownOpError(f"no op is called {name!r} now: {self.absent[name]}") from None
            near = self._near(name)
            hint = f": did you mean {near}?" if near else ": `jaxstudio ops` lists them"
            raise UnknownOpError(f"no op is called {name!r}{hint}") from None

    def _near(self, name: str) -> str:
        """The op probably meant: by a word of its name, its name elsewhere, a slip, any word; or nothing."""
        part = [op.name for op in self._ops.values() if name in op.name.split("_")]
        elsewhere = [op.name for op in self._ops.values() if name in op.keywords]
        import difflib

        slips = difflib.get_close_matches(name, self._ops, n=1)
        words = [op.name for op in self._holding(name)] if len(name) > 2 else []
        return next(iter([*(part if len(part) == 1 else ()), *elsewhere, *slips, *words]), "")

    def __contains__(self, name: object) -> bool:
        return name in self._ops

    def __iter__(self) -> Iterator[str]:
        return iter(self._ops)

    def __len__(self) -> int:
        return len(self._ops)

    def search(self, text: str) -> list[Spec]:
        """Ops whose name, title, category, keywords or description hold every word of `text`.

        Matches in the name come first, augmentations last. British and American spelling are the same. Where
        few ops hold all words, a word of four letters or more may also be misspelt by a letter, one of seven
        by two, and then stands for a word, or the beginning of one, of the name, title, category or keywords.
        """
        found = self._holding(text)
        if len(found) >= FEW or not text.strip():
            return found
        words = _normalise_spelling(text).split()
        others = [op for op in self._ops.values() if op not in found]
        near = {op.name: [_likeness(word, _search_words(op)) for word in words] for op in others}
        alike = [op for op in others if None not in near[op.name]]
        alike.sort(key=lambda op: sum(each or 0 for each in near[op.name]))
        return sorted([*found, *alike], key=lambda op: op.category == "augmentation")

    def _holding(self, text: str) -> list[Spec]:
        """Ops that hold every word of `text` as it is, letter by letter."""
        words = _normalise_spelling(text).split()

        def haystack(op: Spec) -> str:
            return f"{_search_words(op)} {_normalise_spelling(op.doc)}"

        def rank(op: Spec) -> tuple[bool, bool, bool]:
            name = _normalise_spelling(f"{op.name} {op.title}")
            # an augmentation is a random version of the filter that was probably meant
            drawn = op.category == "augmentation"
            return (not name.startswith(" ".join(words)), not all(word in name for word in words), drawn)

        found = [op for op in self._ops.values() if all(word in haystack(op) for word in words)]
        return sorted(found, key=rank)
