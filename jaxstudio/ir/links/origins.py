"""Origins (JAX's name stack and call-stack frames) and the source places that they lead to.

`jit(f)/jvp()/mul` with the frames of the lines that led to it is one origin. JAX writes it into
StableHLO and XLA carries it along; operations of several stages with one origin belong together.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from jaxstudio.ir.links.index import Relation

SCOPE = re.compile(r"(?<![A-Za-z0-9_])L(\d+)_(\d+)_(\d+)(?![A-Za-z0-9_])")
TRANSFORM = re.compile(r"(?<![\w])(jvp|transpose|vmap|linearize|remat|checkpoint|rematted_computation)(?=\()")


Key = tuple[str, tuple[tuple[str, int, int], ...]]


@dataclass(frozen=True)
class Place:
    """A stretch of a source text: lines from 1, columns from 0, the end excluded."""

    path: str
    line: int
    column: int
    end_line: int
    end_column: int
    function: str = ""


@dataclass(frozen=True)
class Origin:
    """`path` names the scopes and transforms down to the operation; `frames` are innermost first."""

    path: str
    frames: tuple[Place, ...] = ()

    def key(self) -> Key:
        """What stays the same in all stages: XLA keeps one end for all places that begin alike."""
        return self.path, tuple((frame.path, frame.line, frame.column) for frame in self.frames)

    def within(self, caller: Origin) -> Origin:
        """This origin inside a function that is called from `caller`, as XLA joins them."""
        path = "/".join(part for part in (caller.path, self.path) if part)
        return Origin(path, self.frames + caller.frames)


NOWHERE = Origin("")


class Origins:
    """Origins by number, each once whatever stage names it."""

    def __init__(self) -> None:
        self.paths: list[str] = []
        self.places: list[set[tuple[int, Place]]] = []  # with the depth: 0 is innermost
        self._keys: list[Key] = []
        self._numbers: dict[Key, int] = {}
        self._joined: dict[tuple[int, int], int] = {}
        self.version = 0  # rises with everything that is learnt

    def __len__(self) -> int:
        return len(self.paths)

    def add(self, origin: Origin) -> int:
        """The origin's number; −1 for one that says nothing."""
        if not origin.path and not origin.frames:
            return -1
        key = origin.key()
        number = self._numbers.setdefault(key, len(self.paths))
        new = number == len(self.paths)
        if new:
            self.paths.append(origin.path)
            self.places.append(set())
            self._keys.append(key)
        known = self.places[number]
        found = len(known)
        known.update(enumerate(origin.frames))
        self.version += new or len(known) > found
        return number

    def joined(self, caller: int, number: int) -> int:
        """The number of an origin inside a function called from another; −1 where no stage has it."""
        pair = (caller, number)
        if pair not in self._joined:
            (outer, frames), (inner, own) = self._keys[caller], self._keys[number]
            key = ("/".join(part for part in (outer, inner) if part), own + frames)
            self._joined[pair] = self._numbers.get(key, -1)
        return self._joined[pair]


def scopes(path: str) -> list[tuple[int, int, int]]:
    """The stretches (line, start, end) that a path's `named_scope`s spell, outermost first; lines from 0."""
    return [(int(found[1]), int(found[2]), int(found[3])) for found in SCOPE.finditer(path)]


def transforms(path: str) -> tuple[str, ...]:
    """The transforms that made an operation, outermost first: ("transpose", "jvp") in a gradient."""
    return tuple(dict.fromkeys(found[1] for found in TRANSFORM.finditer(path)))


class PlaceNumbers:
    """Places in the files shown, or, with `scoped`, in the typed text (whose path is empty)."""

    def __init__(self, scoped: bool, own: str = "", first: int = 0, last: int = -1) -> None:
        """`first` and `last` are the lines of the function in the file `own`."""
        self.places: list[Place] = []
        self.paths: set[str] = {own} if own else set()
        self._scoped, self._own, self._first, self._last = scoped, own, first, last
        self._numbers: dict[tuple[str, int, int, int, int], int] = {}
        self._known: tuple[tuple[int, int], Relation] | None = None

    def number(self, place: Place) -> int:
        key = (place.path, place.line, place.column, place.end_line, place.end_column)
        number = self._numbers.setdefault(key, len(self.places))
        if number == len(self.places):
            self.places.append(place)
        return number

    def reach(self, frames: Sequence[Place]) -> int:
        """How many frames belong to the function: up to the outermost that stands in it.

        Frames further out belong to its callers. If none is in it (a function that was
        made elsewhere), the innermost alone.
        """
        inside = [depth for depth, frame in enumerate(frames) if self._in_function(frame)]
        return inside[-1] + 1 if inside else 1

    def of(self, path: str, frames: Sequence[Place]) -> list[int]:
        """The places of an operation with these names and frames."""
        if self._scoped:
            return [
                self.number(Place("", line + 1, start, line + 1, end))
                for line, start, end in scopes(path)[-1:]
            ]
        return [self.number(frame) for frame in frames[: self.reach(frames)] if frame.path in self.paths]

    def of_origins(self, origins: Origins) -> Relation:
        """From origins to places; one origin may have several that begin alike and end apart."""
        known = (origins.version, len(self.paths))
        if self._known is None or self._known[0] != known:
            self._known = (known, self._compute(origins))
        return self._known[1]

    def _compute(self, origins: Origins) -> Relation:
        lists = []
        for path, found in zip(origins.paths, origins.places, strict=True):
            first = dict(sorted(found, key=lambda entry: entry[0], reverse=True))
            numbers = self.of(path, [first[depth] for depth in sorted(first)])
            if not self._scoped:
                reach = self.reach([first[depth] for depth in sorted(first)])
                others = [place for depth, place in found if depth < reach and place.path in self.paths]
                numbers += [self.number(place) for place in others]
            lists.append(numbers)
        return Relation.of_lists(lists, len(self.places))

    def _in_function(self, frame: Place) -> bool:
        return frame.path == self._own and self._first <= frame.line <= self._last
