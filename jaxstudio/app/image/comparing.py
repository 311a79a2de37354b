"""What the result is compared with, how it is looked at, and the measures once the hand is still."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Signal

from jaxstudio.app.image.picture import Picture
from jaxstudio.app.image.session import Session
from jaxstudio.pipeline.look import HIGHEST_GAIN
from jaxstudio.pipeline.recipe import Recipe


class Comparing(QObject):
    """Intents about comparing; `changed` is said when what a widget draws of it has changed."""

    changed = Signal()

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.snapshot: Recipe | None = None
        self.open = False
        self.measured: Any = None
        self.progress = 0.0  # of the exact measures that are not there yet
        self._asked: object = None
        session.picture_arrived.connect(self._take_picture)
        session.measured.connect(self._take_measured)
        session.measuring.connect(self._take_progress)
        session.photo_changed.connect(self._forget)
        session.recipe_changed.connect(self.changed)
        session.view_changed.connect(self.changed)

    # What there is

    @property
    def with_snapshot(self) -> bool:
        """Whether the snapshot is what the result is compared with."""
        return self.snapshot is not None and self.session.against is self.snapshot

    @property
    def sizes_differ(self) -> bool:
        session = self.session
        return session.photo is not None and session.result_size != session.reference_size

    @property
    def fresh(self) -> bool:
        """Whether what was measured last is what the window shows now."""
        return self.measured is not None and self._key(self.measured) == self._wanted()

    def _wanted(self) -> object:
        return (id(self.session.source), self.session.recipe, self.session.against)

    def _key(self, measured: Any) -> object:
        return (id(measured.source), measured.recipe, measured.against)

    # What a hand does

    def set_open(self, open_: bool) -> None:
        """Measure from now on, or no more; without the bar no difference is shown."""
        self.open = open_
        if open_:
            self._measure()
        else:
            self.session.stop_measuring()
            self.session.set_look(replace(self.session.look, difference=""))
        self.changed.emit()

    def take_snapshot(self) -> None:
        """Keep the present recipe as what later results are compared with."""
        self.snapshot = self.session.recipe
        self.compare_with(snapshot=True)

    def compare_with(self, *, snapshot: bool) -> None:
        """Compare with the snapshot, if there is one, or with the photo."""
        self.session.set_against(self.snapshot if snapshot and self.snapshot is not None else Recipe())
        self._measure()
        self.changed.emit()

    def set_channel(self, channel: str) -> None:
        self.session.set_look(replace(self.session.look, channel=channel))

    def set_difference(self, difference: str) -> None:
        self.session.set_look(replace(self.session.look, difference=difference))

    def set_gain(self, gain: float) -> None:
        self.session.set_look(replace(self.session.look, gain=min(max(gain, 1.0), HIGHEST_GAIN)))

    # What the engine says

    def _forget(self) -> None:
        self.snapshot = self.measured = self._asked = None
        self.changed.emit()

    def _take_picture(self, picture: Picture) -> None:
        # while a hand moves something every frame is soon an old one
        if self.open and picture.exact and not self.session.moving and not self._done():
            self._measure()

    def _done(self) -> bool:
        return self.fresh and self.measured.exact

    def _measure(self) -> None:
        if self.open:
            self.progress = 0.0
            self.session.measure()

    def _take_progress(self, done: float) -> None:
        if self.open and int(done * 100) != int(self.progress * 100):
            self.progress = done
            self.changed.emit()

    def _take_measured(self, measured: Any) -> None:
        self.measured = measured
        self.changed.emit()
