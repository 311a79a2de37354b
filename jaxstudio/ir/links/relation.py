"""Which keys belong to which items, as two arrays: a relation over 300,000 items costs a few megabytes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np


@dataclass(frozen=True)
class Relation:
    """Item i has the keys `keys[starts[i]:starts[i + 1]]`, each once and rising.

    `starts` is int32 of shape (items + 1,), `keys` int32; keys are numbers below `width`.
    """

    starts: np.ndarray
    keys: np.ndarray
    width: int

    @classmethod
    def of_pairs(cls, items: np.ndarray, keys: np.ndarray, count: int, width: int) -> Relation:
        """Of pairs in any order, which may repeat; negative keys stand for none."""
        items, keys = np.asarray(items, np.int64), np.asarray(keys, np.int64)
        held = keys >= 0
        both = np.unique(items[held] * max(width, 1) + keys[held])
        starts = np.zeros(count + 1, np.int32)
        np.cumsum(np.bincount(both // max(width, 1), minlength=count), out=starts[1:])
        return cls(starts, (both % max(width, 1)).astype(np.int32), width)

    @classmethod
    def of_lists(cls, lists: Sequence[Iterable[int]], width: int) -> Relation:
        """`lists[i]` are the keys of item i."""
        items = [item for item, keys in enumerate(lists) for _ in keys]
        keys = [key for keys in lists for key in keys]
        return cls.of_pairs(np.array(items, np.int64), np.array(keys, np.int64), len(lists), width)

    @classmethod
    def identity(cls, count: int) -> Relation:
        """Item i has the key i."""
        return cls(np.arange(count + 1, dtype=np.int32), np.arange(count, dtype=np.int32), count)

    @classmethod
    def of_single(cls, keys: np.ndarray, width: int) -> Relation:
        """At most one key for each item; negative for none."""
        return cls.of_pairs(np.arange(len(keys)), keys, len(keys), width)

    def __len__(self) -> int:
        return len(self.starts) - 1

    def of(self, items: np.ndarray | Sequence[int]) -> np.ndarray:
        """The keys of these items, each once and rising; items that are not there have none."""
        parts = [self.keys[self.starts[i] : self.starts[i + 1]] for i in items if i < len(self)]
        return np.unique(np.concatenate(parts)) if parts else np.zeros(0, np.int32)

    @cached_property
    def counts(self) -> np.ndarray:
        """How many keys each item has."""
        return np.diff(self.starts)

    @cached_property
    def inverse(self) -> Relation:
        """From keys to items."""
        items = np.repeat(np.arange(len(self)), self.counts)
        return Relation.of_pairs(self.keys, items, self.width, len(self))

    def then(self, other: Relation) -> Relation:
        """From these items over their keys to the keys that those have in `other`, which may lack some."""
        held = self.keys < len(other)
        middle = self.keys[held]
        counts = other.counts[middle]
        items = np.repeat(np.repeat(np.arange(len(self)), self.counts)[held], counts)
        ends = np.cumsum(counts)
        within = np.arange(ends[-1] if len(ends) else 0) - np.repeat(ends - counts, counts)
        keys = other.keys[np.repeat(other.starts[middle], counts) + within]
        return Relation.of_pairs(items, keys, len(self), other.width)

    def joined(self, other: Relation) -> Relation:
        """The keys of both relations, over the same items."""
        items = np.concatenate([np.repeat(np.arange(len(r)), r.counts) for r in (self, other)])
        keys = np.concatenate([self.keys, other.keys])
        return Relation.of_pairs(items, keys, len(self), max(self.width, other.width))
