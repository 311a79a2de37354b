"""Places of the sources by number: what is clicked in a source, and what origins lead to."""

from __future__ import annotations

from collections.abc import Sequence

from jaxstudio.ir.links.origins import Origins, Place, scopes
from jaxstudio.ir.links.relation import Relation


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

        Frames further out are those of whoever called it. Where none stands in it (a function that was
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
            self._known = (known, self._found(origins))
        return self._known[1]

    def _found(self, origins: Origins) -> Relation:
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
