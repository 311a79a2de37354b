"""The index of all links of one inspection: stages with their items, and keys that stages share."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from jaxstudio.ir.links.relation import Relation
from jaxstudio.ir.links.spaces import Space, StageIndex
from jaxstudio.ir.parse.items import Parsed

NOTHING = np.zeros(0, np.int32)


@dataclass
class Links:
    """Follows items from any stage to any other, both ways; stages may be added while it is read."""

    stages: dict[str, StageIndex] = field(default_factory=dict)
    _between: dict[tuple[str, str], Relation] = field(default_factory=dict, repr=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    def add(self, stage: str, index: StageIndex) -> None:
        """Set a stage's items; what was known of another set of the same name is forgotten."""
        with self._lock:
            self.stages[stage] = index
            for pair in [pair for pair in self._between if stage in pair]:
                del self._between[pair]

    def parsed(self, stage: str) -> Parsed:
        return self.stages[stage].parsed

    def space(self, stage: str, to: str) -> Space | None:
        """The finest kind of key that two stages share, None where they share none."""
        mine, theirs = self.stages[stage].keys, self.stages[to].keys
        return next((space for space in Space if space in mine and space in theirs), None)

    def between(self, stage: str, to: str) -> Relation:
        """From the items of one stage to those of another."""
        with self._lock:
            held = self._between.get((stage, to))
        if held is not None:
            return held
        space = self.space(stage, to)
        if space is None:
            count = len(self.stages[stage].parsed)
            made = Relation.of_single(np.full(count, -1), len(self.stages[to].parsed))
        else:
            made = self.stages[stage].keys[space].then(self.stages[to].keys[space].inverse)
        with self._lock:
            self._between[stage, to] = made
        return made

    def follow(self, stage: str, items: Sequence[int] | np.ndarray, to: str) -> np.ndarray:
        """The items of `to` that belong to these items of `stage`.

        Asks the keys and not the whole relation, which may be large.
        """
        space = self.space(stage, to)
        if space is None or not len(items):
            return NOTHING
        keys = self.stages[stage].keys[space].of(items)
        return self.stages[to].keys[space].inverse.of(keys)

    def lines(self, stage: str, items: np.ndarray) -> np.ndarray:
        """The lines on which items begin, each once."""
        return np.unique(self.stages[stage].parsed.spans[items, 0])
