"""How long each kind of request may take, and how much memory a child may have."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

# Seconds without a word from the child. What streams its progress starts anew with each word.
SECONDS = {"draw": 10.0, "cursor": 5.0, "trace": 20.0, "table": 30.0, "compare": 60.0}
OTHER_SECONDS = 60.0


@dataclass(frozen=True)
class Limits:
    """`start` is how long a child may take until it is ready, `grace` how long after a polite request to
    stop it is killed, `overtake` how long a request may go on when a newer one of its kind waits.
    """

    seconds: Mapping[str, float] = field(default_factory=lambda: SECONDS)
    memory_bytes: int = 4 << 30
    start: float = 120.0
    grace: float = 0.25
    overtake: float = 2.0

    def of(self, kind: str) -> float:
        return self.seconds.get(kind, OTHER_SECONDS)
