"""What the engine's process holds: the photos that are open, and the engine once JAX is imported.

Jobs run side by side, each kind in a queue of its own. A job may come before what it needs is there (a photo
that is still decoded, JAX that is still imported): it waits, and can be cancelled meanwhile.
"""

from __future__ import annotations

import gc
import threading
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from jaxstudio.errors import ComputeError, PhotoError, StudioError
from jaxstudio.lazy_dataclass import dataclass
from jaxstudio.processes.serve import Work

if TYPE_CHECKING:
    from jaxstudio.engine.live import Live
    from jaxstudio.engine.render import Engine
    from jaxstudio.engine.source import Source
    from jaxstudio.files.colour import DisplayTransform
    from jaxstudio.files.photo import Photo
    from jaxstudio.pipeline.catalogue import Catalogue
    from jaxstudio.pipeline.op import Op

LOOK_SECONDS = 0.02  # between two looks at whether a job that waits was cancelled
FIRST_SECONDS = 0.5  # that JAX waits for the photo that is opened at the start
PHOTO_SECONDS = 60.0  # until a photo that a job needs is announced


@dataclass(frozen=True, eq=False)
class OpenPhoto:
    """A photo with what its file said, and its pixels as the engine reads them."""

    photo: Photo
    source: Source

    @cached_property
    def display(self) -> DisplayTransform:
        """From the photo's colours to those of the screen."""
        from jaxstudio.files.colour import DisplayTransform

        return DisplayTransform(self.photo.metadata.icc, STATE.screen, self.photo.channels)


class EngineState:
    """Any thread may call it."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._photos: dict[int, OpenPhoto | Exception] = {}
        self._forgotten: set[int] = set()
        self._catalogue: Catalogue[Op] | None = None
        self._trouble: Exception | None = None
        self._live: Live | None = None
        self.screen: bytes | None = None  # its ICC profile; None is sRGB

    # Photos

    def put_photo(self, token: int, photo: OpenPhoto | Exception) -> None:
        """A photo was opened, or could not be."""
        with self._changed:
            if token not in self._forgotten:
                self._photos[token] = photo
            self._changed.notify_all()

    def use_screen(self, path: str) -> None:
        """Show photos through the ICC profile in a file from now on; "" is sRGB.

        Raises:
            PhotoError: the file is no profile of a screen; photos are shown in sRGB.
        """
        from jaxstudio.files.colour import read_screen_profile

        try:
            self.screen = read_screen_profile(path) if path else None
        except PhotoError:
            self.screen = None
            raise
        finally:
            with self._changed:
                for photo in self._photos.values():
                    vars(photo).pop("display", None)

    def forget_photo(self, token: int) -> None:
        """Drop a photo; frames that are being computed from it keep it until they are done."""
        with self._changed:
            self._photos.pop(token, None)
            self._forgotten.add(token)

    def known_photo(self, token: int) -> OpenPhoto | None:
        """The photo with this token if it is open now."""
        found = self._photos.get(token)
        return found if isinstance(found, OpenPhoto) else None

    def photo(self, token: int, work: Work) -> OpenPhoto:
        """The photo with this token; waits until it is decoded.

        Raises:
            Cancelled: the job that waits was.
            StudioError: the photo could not be opened, or nobody opens it.
        """
        self._wait(work, lambda: self.has_photo(token), PHOTO_SECONDS)
        found = self._photos.get(token)
        if isinstance(found, Exception):
            raise found
        if found is None:
            raise ComputeError("the photo is not open any more")
        return found

    def await_photo(self, token: int, work: Work) -> None:
        """Wait until a photo is decoded or refused, or it takes too long."""
        self._wait(work, lambda: self.has_photo(token), FIRST_SECONDS)

    def has_photo(self, token: int) -> bool:
        """Whether a photo was opened, refused or forgotten."""
        return token in self._photos or token in self._forgotten

    # The engine

    def load(self) -> None:
        """Import JAX and the ops, then one's own; what goes wrong is raised where they are needed."""
        try:
            gc.disable()  # tens of thousands of objects that all stay
            from jaxstudio.ir.ledger import LEDGER

            LEDGER.start()  # before anything is compiled
            from jaxstudio.own_ops.in_use import full_catalogue

            found = full_catalogue()
        except Exception as error:  # it crosses to the window, which says it
            with self._changed:
                self._trouble = error
                self._changed.notify_all()
            return
        finally:
            gc.freeze()
            gc.enable()
        with self._changed:
            self._catalogue = found
            self._changed.notify_all()

    def catalogue(self, work: Work) -> Catalogue[Op]:
        """The ops with what computes them; waits until JAX is imported.

        Raises:
            ComputeError: it cannot be imported.
        """
        self._wait(work, lambda: self._catalogue is not None or self._trouble is not None)
        if self._catalogue is None:
            error = self._trouble
            if isinstance(error, StudioError):
                raise error
            raise ComputeError(f"{type(error).__name__}: {error}")
        return self._catalogue

    def use_live(self, live: Live | None) -> None:
        """From now on this is the live preview."""
        with self._changed:
            self._live = live
            self._changed.notify_all()

    def live(self, work: Work) -> Live:
        """The live preview; waits until it was started."""
        self.catalogue(work)
        self._wait(work, lambda: self._live is not None)
        assert self._live is not None
        return self._live

    def engine(self, work: Work) -> Engine:
        """The preview's engine: its device, its compiled kernels."""
        return self.live(work).engine

    def _wait(self, work: Work, ready: Callable[[], bool], seconds: float = float("inf")) -> None:
        left = seconds
        with self._changed:
            while not ready() and left > 0:
                work.check()
                self._changed.wait(LOOK_SECONDS)
                left -= LOOK_SECONDS


STATE = EngineState()
