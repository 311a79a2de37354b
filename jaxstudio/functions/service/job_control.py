"""What the asker says of a work that runs: to pause, to go on, to stop, other numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from jaxstudio.processes.serve import Work

# A paused work says so often that it still lives, long before its silence is taken for a hang.
ALIVE_SECONDS = 10.0


class JobControl:
    """Notes to a running job; `alive` tells the asker something, whatever it is."""

    def __init__(self, work: Work, alive: Callable[[], None]) -> None:
        self._work, self._alive = work, alive
        self.stopped = False

    def heard(self) -> Iterator[Mapping[str, Any]]:
        """Other numbers, since the last time; ends once nothing holds the work back.

        Raises Cancelled when the answer is no longer wanted.
        """
        self._work.check()
        paused = False
        while True:
            note = self._work.note(wait=paused, seconds=ALIVE_SECONDS)
            if isinstance(note, Mapping):
                yield note
            elif note is not None:
                paused = note == "pause" or (paused and note not in ("go on", "stop"))
                self.stopped = self.stopped or note == "stop"
            else:
                self._work.check()
                if not paused:
                    return
                self._alive()
