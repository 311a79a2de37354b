"""One measured line: ours, the peers in the same run, and what was aimed at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Options:
    """What the person asked for.

    `quick` measures fewer sizes, rounds and moves; `sizes` are (height, width) in place of the
    suite's own; `only` keeps the rows whose name contains it.
    """

    quick: bool = False
    sizes: tuple[tuple[int, int], ...] = ()
    only: str = ""

    def wants(self, name: str) -> bool:
        return self.only in name


@dataclass(frozen=True)
class Row:
    """`ratio` is ours ÷ the fastest peer, None without one; `met` is None where nothing is aimed at.

    `target` says in words what is aimed at; `more` are further figures, each a member of its own in
    the JSON object; `remark` is shown at the end of the line.
    """

    suite: str
    name: str
    size: str
    ours_ms: float
    peers: Mapping[str, float] = field(default_factory=dict)
    ratio: float | None = None
    target: str = ""
    met: bool | None = None
    more: Mapping[str, Any] = field(default_factory=dict)
    remark: str = ""

    def as_json(self) -> dict[str, Any]:
        return {
            "suite": self.suite,
            "name": self.name,
            "size": self.size,
            "ours_ms": _rounded(self.ours_ms),
            "peers": {name: _rounded(ms) for name, ms in self.peers.items()},
            "ratio": None if self.ratio is None else _rounded(self.ratio),
            "target": self.target or None,
            "met": self.met,
            **{name: _rounded(value) for name, value in self.more.items()},
        }


def _rounded(value: Any) -> Any:
    return float(f"{value:.4g}") if isinstance(value, float) else value


def spelled(height: int, width: int) -> str:
    """A size as people write it: width first."""
    return f"{width}x{height}"
