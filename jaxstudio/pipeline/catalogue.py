"""The catalogue: ops by name, collected from the modules of a package, or their specs alone."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Generic, TypeVar

from jaxstudio.errors import ParameterError, UnknownOpError, Wording
from jaxstudio.lazy_dataclass import dataclass
from jaxstudio.pipeline.op import Op, OpSpec, Part
from jaxstudio.pipeline.params import Choice, Float, Int, Steps, bound
from jaxstudio.pipeline.search import SearchEntry, SearchIndex, fold, split_number
from jaxstudio.pipeline.step_text import Drawable, read_list

Spec = TypeVar("Spec", bound=OpSpec)

Translate = Callable[[str], str]
# How people write the unit of a parameter.
UNITS = {
    **dict.fromkeys(("°", "deg", "degree", "degrees", "grad"), "°"),
    **dict.fromkeys(("px", "pixel", "pixels"), "px"),
    **dict.fromkeys(("%", "percent", "prozent"), "%"),
}
LEAST_LETTERS = 4  # of a choice that a longer word may begin with
OF_BORDER = ("border", "border_alpha")
BETWEEN = {"a", "an", "at", "auf", "bei", "by", "mit", "of", "the", "to", "um", "with"}


@dataclass(frozen=True)
class FoundOp(Generic[Spec]):
    """A filter that a search found, and the value in the search text for one of its parameters."""

    op: Spec
    params: Mapping[str, float | str]


class Catalogue(Mapping[str, Spec]):
    """Ops, or their specs alone, by name, sorted by category, then title.

    Parameters that are lists of steps are read with this catalogue's ops.
    """

    def __init__(self, ops: Iterable[Spec]) -> None:
        self._ops: dict[str, Spec] = {}
        self._indices: dict[Translate | None, SearchIndex] = {}
        self.absent: dict[str, str] = {}  # why ops that were expected are missing, by name
        self.add(ops)

    def add(self, ops: Iterable[Spec]) -> None:
        """Add ops, such as a user's own, before any is computed; ValueError for a name that exists."""
        added: dict[str, Spec] = {}
        for op in ops:
            if op.name in self._ops or op.name in added:
                raise ValueError(f"two ops are called {op.name!r}")
            if any(isinstance(param, Steps) for param in op.own_params):
                op = replace(op, own_params=tuple(bound(param, self._read) for param in op.own_params))
            added[op.name] = op
        everything = sorted((self._ops | added).items(), key=lambda item: (item[1].category, item[1].title))
        self._ops = dict(everything)
        self._indices = {}

    def _read(self, text: str) -> list[Drawable]:
        return read_list(text, self)

    @classmethod
    def collect(cls, package: str, path: list[str]) -> Catalogue[Op]:
        """Import every module below `package` and gather its module-level `Op` values."""
        ops: dict[str, Op] = {}
        for module_info in pkgutil.walk_packages(path, package + "."):
            module = importlib.import_module(module_info.name)
            for value in vars(module).values():
                if not isinstance(value, Op) or isinstance(value, Part):
                    continue
                if ops.setdefault(value.name, value) is not value:
                    raise ValueError(f"two ops are called {value.name!r}")
        return Catalogue(ops.values())

    @classmethod
    def from_specs(cls, specs: Iterable[OpSpec]) -> Catalogue[OpSpec]:
        """A catalogue without implementations, from the `specs` of another process."""
        return Catalogue(specs)

    def specs(self) -> list[OpSpec]:
        """The ops without their implementation: plain values, to be pickled or written as JSON."""
        return [op.spec for op in self._ops.values()]

    def __getitem__(self, name: str) -> Spec:
        try:
            return self._ops[name]
        except KeyError:
            if name in self.absent:
                raise UnknownOpError("no op is called {0} now: {1}", repr(name), self.absent[name]) from None
            near = self._near(name)
            hint = Wording("did you mean {0}?", near) if near else Wording("`jaxstudio ops` lists them")
            raise UnknownOpError("no op is called {0}: {1}", repr(name), hint) from None

    def _near(self, name: str) -> str:
        """The op that was probably meant, or "".

        Tried in turn: a word of its name, a keyword, a misspelt name, a search.
        """
        part = [op.name for op in self._ops.values() if name in op.name.split("_")]
        elsewhere = [op.name for op in self._ops.values() if name in op.keywords]
        import difflib

        slips = difflib.get_close_matches(name, self._ops, n=1)
        words = [op.name for op in self.search(name)] if len(name) > 2 else []
        return next(iter([*(part if len(part) == 1 else ()), *elsewhere, *slips, *words]), "")

    def __contains__(self, name: object) -> bool:
        return name in self._ops

    def __iter__(self) -> Iterator[str]:
        return iter(self._ops)

    def __len__(self) -> int:
        return len(self._ops)

    def search(self, text: str, translate: Translate | None = None) -> list[Spec]:
        """Ops whose name, title, category, keywords or description hold every word of `text`, the best first.

        `translate` turns these texts into another language, which is searched as well. Among equal matches
        (`pipeline.search`) augmentations come last: they are random versions of a filter.
        """
        ops = list(self._ops.values())
        return [ops[place] for place in self._index(translate).find(text)]

    def search_with_values(self, text: str, translate: Translate | None = None) -> list[FoundOp[Spec]]:
        """Search as `search` does; a number or a choice in `text` is a parameter's value: `rotate 3 degrees`.

        A word that begins with a choice's name means it: `healing brush` is Inpaint that heals.
        """
        found = self.search(text, translate)
        split = split_number(text)
        if split is None or (found and self._is_called(found[0], text, translate)):
            typed = fold(text).split()
            return [FoundOp(op, _choice_of(op, typed, translate)) for op in found]
        words, number, unit = split
        kept = [word for word in fold(words).split() if word not in BETWEEN]
        kept += [fold(unit)] if unit and fold(unit) not in UNITS else []
        wanted = UNITS.get(fold(unit), "")
        meant = self.search(" ".join(kept), translate) if kept else []
        if meant:
            by_name = [FoundOp(op, _value_of(op, number, wanted, ())) for op in meant]
        else:  # one of the words may be a parameter's: `gaussian blur sigma 5`
            by_name = []
            for word in kept:
                others = " ".join(each for each in kept if each != word)
                for op in self.search(others, translate) if others else ():
                    params = _value_of(op, number, wanted, (word,), translate)
                    by_name += [FoundOp(op, params)] if params else []
        fitting = [each for each in by_name if each.params]
        rest = [each for each in by_name if not each.params]
        return [*fitting, *rest] or [FoundOp(op, {}) for op in found]

    def suggest(self, text: str, translate: Translate | None = None, most: int = 5) -> list[Spec]:
        """Return the ops that hold or nearly hold most of the words, for a search without results."""
        ops = list(self._ops.values())
        return [ops[place] for place in self._index(translate).suggest(text, most)]

    def _index(self, translate: Translate | None) -> SearchIndex:
        if translate not in self._indices:
            self._indices[translate] = SearchIndex(search_entry(op, translate) for op in self._ops.values())
        return self._indices[translate]

    def _is_called(self, op: Spec, text: str, translate: Translate | None) -> bool:
        return fold(text).strip() in map(fold, search_entry(op, translate).names)


def search_entry(op: OpSpec, translate: Translate | None) -> SearchEntry:
    """An op's entry for the search. Its keywords are translated as one text, separated by commas."""
    names, keywords, description = [op.name, op.title], [op.category, *op.keywords], op.doc
    if translate is not None:
        category = translate(op.category.replace("_", " ").capitalize())
        others = [category, *translate(", ".join(op.keywords)).split(", ")]
        names.append(translate(op.title))
        keywords += [each for each in others if each and each not in keywords]
        description += " " + translate(op.doc)
    return SearchEntry(tuple(names), tuple(keywords), description, op.category == "augmentation")


def _choice_of(op: OpSpec, words: Sequence[str], translate: Translate | None) -> dict[str, str]:
    """The first choice of the op's own parameters that one of the words means, but for a default."""
    for param in op.own_params:
        for choice in param.choices if isinstance(param, Choice) and param.name not in OF_BORDER else ():
            called = choice.replace("_", " ").capitalize()
            names = {fold(called), fold(translate(called)) if translate is not None else fold(called)}
            begins = tuple(name for name in names if len(name) >= LEAST_LETTERS)
            if choice != param.default and any(word in names or word.startswith(begins) for word in words):
                return {param.name: choice}
    return {}


def _value_of(
    op: OpSpec, number: float, unit: str, words: Sequence[str], translate: Translate | None = None
) -> dict[str, float]:
    """The first parameter that allows this number, with this unit and these words in its name if given."""
    for param in (*op.own_params, *op.declared):
        if not isinstance(param, Float | Int) or (unit and param.unit != unit):
            continue
        called = param.name.replace("_", " ")
        in_language = translate(called.capitalize()) if translate is not None else ""
        if any(fold(word) not in fold(f"{called} {in_language}") for word in words):
            continue
        try:
            value = param.check(number)
        except ParameterError:
            continue
        return {} if value is None else {param.name: value}
    return {}
